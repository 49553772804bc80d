r"""LaTeX sources as their authors left them: how many displays are read, and what is said of those that are claims.

``python -m tests.benchmarks.sources FOLDER [--timeout S] [--rows]`` imports and audits each source of a folder that
`fixed/sources.tsv` knows, compares what is found with that table, and prints the shares. The sources are not part of the project;
the table has a line for each of their displays, counted by hand: what it is (``claim``, ``definition``, ``neither``: a list of
shapes, an expression, a broken formula), what was said of the claims in it, whether that is right, and why.
``--rows`` prints the lines of the table as they are found now, with what the table says by hand.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.measure import ROOT, clock, table

TABLE = ROOT / "tests" / "benchmarks" / "fixed" / "sources.tsv"
USEFUL = ("holds", "refuted", "ill-typed", "ambiguous", "needs-hypothesis", "vacuous")


@dataclass(frozen=True, slots=True)
class Row:
    """A display: its source and line, what it is, what was said of it, whether that is right, and a remark."""

    source: str
    line: int
    kind: str
    verdicts: str
    right: str
    remark: str


def known() -> list[Row]:
    """The rows of the table."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    fields = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [Row(f[0], int(f[1]), f[2], f[3], f[4], f[5] if len(f) > 5 else "") for f in fields]


def found(source: Path, timeout: float) -> tuple[dict[int, list[str]], float]:
    """Return for each display what is said of it now (``read`` for a definition that can be read), and the processor time of the import."""
    from derive.errors import DeriveError
    from derive.language.parsing.parser import statements
    from proofs.auditing.auditor import audit
    from proofs.importing.importer import import_source
    from proofs.importing.source_tree import open_source
    from proofs.reading.options import AuditOptions, How

    start = clock()
    made = import_source(open_source(source), infer=True)
    seconds = clock() - start
    said: dict[int, list[str]] = defaultdict(list)
    for line, text in re.findall(r"^Defined in line (\d+): `(.*)`$", made.text, re.MULTILINE):
        try:
            statements(text)
        except DeriveError:
            said[int(line)].append("unread")
        else:
            said[int(line)].append("read")
    with tempfile.TemporaryDirectory() as folder:
        paper = Path(folder) / f"{source.stem}.md"
        paper.write_text(made.text, encoding="utf-8")
        how = How(effort="quick", certificates=Path(folder) / "certificates")
        result = audit([str(paper)], AuditOptions(how=how, jobs=1, timeout=timeout, ledger=None))
    for claim in result.papers[0].claims:
        place = re.match(r"line (\d+)", claim.where)
        assert place is not None
        unsupported = claim.verdict == "undecided" and any((e["road"], e["outcome"]) == ("shapes", "none") for e in claim.evidence)
        said[int(place[1])].append("unread" if unsupported else claim.verdict)
    return said, seconds


def shares(rows: Iterable[Row]) -> list[str]:
    """How many displays are read, and of how many claims something useful and right is said."""
    stated = [row for row in rows if row.kind != "neither"]
    read = [row for row in stated if "unread" not in row.verdicts.split(",")]
    claims = [row for row in stated if row.kind == "claim"]
    useful = [row for row in claims if row.right == "yes" and set(row.verdicts.split(",")) <= {*USEFUL, "read"}]
    wrong = [row for row in claims if row.right == "no"]
    return [
        f"{len(read)} of {len(stated)} ({len(read) / len(stated):.0%})",
        f"{len(useful)} of {len(claims)} ({len(useful) / len(claims):.0%})",
        str(len(wrong)),
    ]


def main() -> None:
    """Print what is found, beside the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="where the sources lie; without it the table alone is counted")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds of a claim")
    parser.add_argument("--rows", action="store_true", help="print the lines of the table as they are found")
    arguments = parser.parse_args()
    rows = known() if TABLE.exists() else []
    names = list(dict.fromkeys(row.source for row in rows))
    if arguments.folder is None:
        print(table(["source", "displays read", "claims, useful and right", "wrong"], [[n, *shares(r for r in rows if r.source == n)] for n in names]))
        return
    changed: Counter[str] = Counter()
    lines = []
    for source in sorted(arguments.folder.glob("*.tex")):
        by_hand = {row.line: row for row in rows if row.source == source.stem}
        if rows and not by_hand:
            continue
        said, seconds = found(source, arguments.timeout)
        now: list[Row] = []
        for line in sorted({*said, *by_hand}):
            verdicts = ",".join(f"{v}" if n == 1 else f"{v} x{n}" for v, n in Counter(said.get(line, [])).items()) or "-"
            plain = ",".join(dict.fromkeys(said.get(line, []))) or "-"
            old = by_hand.get(line)
            if old is not None and old.verdicts != plain:
                changed[source.stem] += 1
                print(f"{source.stem}:{line}: {old.verdicts} -> {verdicts}")
            now.append(Row(source.stem, line, old.kind if old else "claim", plain, old.right if old else "yes", old.remark if old else ""))
        if arguments.rows:
            print("\n".join("\t".join((r.source, str(r.line), r.kind, r.verdicts, r.right, r.remark)).rstrip() for r in now))
        lines.append([source.stem, *shares(now), f"{seconds:.1f}"])
    print(table(["source", "displays read", "claims, useful and right", "wrong", "seconds of import"], lines))
    print(f"{sum(changed.values())} displays differ from the table")


if __name__ == "__main__":
    main()
