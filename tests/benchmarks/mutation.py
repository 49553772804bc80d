"""The mutation test: slips are planted in true claims of the shipped papers; every one must be found, most repaired.

``python -m tests.benchmarks.mutation [--per-claim N] [--jobs J] [--out FILE]`` runs it whole and writes the result with
the machine. A mutant counts only if it is proven different at an exact point (or has no type); what the exact road alone
cannot decide is put to the judge, as an audit does. What is shown to be equal is discarded, the rest is unclear.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from derive.core import Problem
from derive.errors import DeriveError, ShapeProblem
from derive.evidence import Point
from derive.exact import choose_sizes, decide
from derive.exact.certification.certify import certify
from derive.exact.points.instantiate import instantiate
from derive.index import prove
from derive.language.parsing.parser import statements
from derive.language.printing.latex import to_latex
from derive.language.problems.elaborate import elaborate
from derive.language.scope.scope import Scope
from derive.language.tree.syntax import Syn
from derive.repair import proposals
from derive.repair.tree import parts_of
from proofs.judging.judge import judge_problem
from proofs.judging.mend import VERIFIED
from proofs.judging.refute import Exhibit
from proofs.judging.roads import form_of
from proofs.judging.understand import Reading, understand
from proofs.reading.options import How
from proofs.reading.paper import Claim, Settings
from proofs.reading.reader import read_paper
from tests.benchmarks.mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ROOT / "proofs" / "papers"
SEED = 0
HOW = How()
"""As an audit judges where nothing else is asked for."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one mutant.

    Attributes:
        claim: ``paper:id``.
        kind: Of slip.
        statement: The mutant's LaTeX.
        verdict: ``refuted``, ``ill-typed``, ``discarded`` (not proven different), ``holds`` (a bug of the checker), or
            ``unclear``.
        repaired: The repair is the original formula, or equal to it.
        repair: Its LaTeX.
        seconds: Time for all of it.

    """

    claim: str
    kind: str
    statement: str
    verdict: str
    repaired: bool = False
    repair: str = ""
    seconds: float = 0.0


def all_claims(papers: Iterable[Path] | None = None) -> list[Claim]:
    """Return the checkable claims of the shipped papers."""
    paths = sorted(PAPERS.glob("*.md")) if papers is None else papers
    return [c for path in paths for c in read_paper(path).claims if c.not_checkable is None]


def true_links(claim: Claim) -> Iterator[tuple[Reading, Syn, tuple[Syn, ...]]]:
    """Yield the equalities of a claim that are proved for all sizes and equal at small ones."""
    try:
        readings = understand(claim)
    except Exception:  # noqa: BLE001 - a paper that cannot be read is another test's business
        return
    if len(readings) != 1:
        return
    for link in readings[0].links:
        if link.typed is None or len(link.typed.readings) > 1 or form_of(link.typed.problem) != "identity":
            continue
        if link.typed.statement.value != "=" or prove(link.typed.problem).outcome != "agree":
            continue
        yield readings[0], link.typed.statement, link.conditions


def run_claim(claim: Claim, most: int, seed: int = SEED) -> list[Outcome]:
    """Judge the mutants of one claim."""
    name = f"{Path(claim.file).stem}:{claim.id}"
    found: list[Outcome] = []
    links = list(true_links(claim))
    for number, (reading, original, conditions) in enumerate(links):
        share = max(1, most // len(links))
        for mutant in mutants(original, reading.scope, f"{seed} {name} {number}", share):
            found.append(_run(name, claim.settings, reading, original, conditions, mutant))
        if len(found) >= most:
            break
    return found


def _run(
    name: str, settings: Settings, reading: Reading, original: Syn, conditions: tuple[Syn, ...], mutant: Mutant
) -> Outcome:
    start = time.perf_counter()
    text = to_latex(mutant.statement)
    verdict, repair, repaired = _judged(settings, reading, original, conditions, text)
    seconds = round(time.perf_counter() - start, 3)
    return Outcome(name, mutant.kind, text, verdict, repaired, repair, seconds)


def _judged(
    settings: Settings, reading: Reading, original: Syn, conditions: tuple[Syn, ...], text: str
) -> tuple[str, str, bool]:
    words = {key.plain for key in reading.scope.visible()}
    points: list[Point] = []
    try:
        (tree,) = statements(text, reading.options.macros, words)
        (typed,) = elaborate(tree, reading.scope, reading.options, conditions=conditions)
    except ShapeProblem:
        verdict = "ill-typed"
    except (DeriveError, ValueError):
        return "discarded", "", False
    else:
        if len(typed.readings) > 1:
            return "discarded", "", False
        verdict, points = _verdict(typed.problem, settings, text)
        if verdict in ("discarded", "unclear"):
            return verdict, "", False
    for proposal, _ in zip(
        proposals(tree, reading.scope, reading.options, conditions=conditions, points=points),
        range(VERIFIED[HOW.effort]),
        strict=False,
    ):
        if _holds(proposal.statement, reading, settings, conditions):
            return verdict, to_latex(proposal.statement), _equal(proposal.statement, original, reading.scope)
    return verdict, "", False


def _verdict(problem: Problem, settings: Settings, text: str) -> tuple[str, list[Point]]:
    """What is found out about a mutant, with the inputs at which it fails."""
    evidence, point = decide(problem, choose_sizes(problem), SEED)
    proved = prove(problem).outcome == "agree"
    if point is not None and certify(instantiate(problem), point) is not None:
        return ("holds" if proved else "refuted"), [point]
    if proved or evidence.outcome == "agree":
        return "discarded", []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        exhibit = Exhibit("mutant", text, "", path / "mutant.json", settings.texts)
        finding = judge_problem(problem, settings, exhibit, replace(HOW, effort="quick", certificates=path))
    if finding.decision.verdict == "refuted":
        return "refuted", list(finding.points[:1])
    shown = finding.decision.verdict == "holds" and finding.decision.strength != "exact"
    return ("discarded" if shown else "unclear"), []


def _holds(statement: Syn, reading: Reading, settings: Settings, conditions: Sequence[Syn]) -> bool:
    """Whether a repair holds, asked as an audit asks."""
    try:
        links = elaborate(statement, reading.scope, reading.options, conditions=conditions)
    except DeriveError:
        return False
    return bool(links) and all(len(link.readings) <= 1 and _shown(link.problem, settings) for link in links)


def _shown(problem: Problem, settings: Settings) -> bool:
    return judge_problem(problem, settings, None, HOW.for_proofs(sparing=False)).decision.verdict == "holds"


def _equal(repaired: Syn, original: Syn, scope: Scope) -> bool:
    """Both hold, so they are equal formulas if one side is the same, or if only a free variable has another name."""
    sides = [(to_latex(a), to_latex(b)) for a, b in zip(repaired.children, original.children, strict=True)]
    return any(a == b for a, b in sides) or _renamed(repaired, scope) == _renamed(original, scope)


def _renamed(statement: Syn, scope: Scope) -> str:
    """The statement with its free variables called by their shape and the order in which they occur."""
    names: dict[str, str] = {}

    def rename(node: Syn) -> Syn:
        symbol = parts_of(node, scope)[0] if node.kind == "name" else None
        if symbol is not None and symbol.kind == "var":
            name = names.setdefault(symbol.core, f"v{len(names)} {symbol.shape}")
            return Syn("name", name, node.children)
        return Syn(node.kind, node.value, tuple(rename(c) for c in node.children))

    return repr(rename(statement))


def summary(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """Count verdicts and repairs, over all and by kind of slip."""
    counted = [o for o in outcomes if o.verdict in ("refuted", "ill-typed", "holds")]
    unclear = [o for o in outcomes if o.verdict == "unclear"]
    kinds: dict[str, Counter[str]] = {}
    for o in counted:
        kinds.setdefault(o.kind, Counter()).update([o.verdict, "repaired" if o.repaired else "not repaired"])
    verdicts = Counter(o.verdict for o in outcomes)
    return {
        "mutants": len(counted),
        "holds": verdicts["holds"],
        "refuted": verdicts["refuted"],
        "ill-typed": verdicts["ill-typed"],
        "unclear": len(unclear),
        "discarded as equal": verdicts["discarded"],
        "found": round(1 - (verdicts["holds"] + len(unclear)) / max(1, len(counted) + len(unclear)), 4),
        "repaired": sum(o.repaired for o in counted),
        "repaired share": round(sum(o.repaired for o in counted) / max(1, len(counted)), 4),
        "mended otherwise": sum(bool(o.repair) and not o.repaired for o in counted),
        "claims": len({o.claim for o in counted}),
        "kinds": {kind: dict(sorted(c.items())) for kind, c in sorted(kinds.items())},
        "seconds": round(sum(o.seconds for o in outcomes), 1),
    }


def machine() -> dict[str, object]:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    cpu = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())
    return {"cpu": cpu, "cores": os.cpu_count(), "python": platform.python_version()}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--per-claim", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="take every n-th claim")
    parser.add_argument("--out", type=Path, default=ROOT / "tests" / "benchmarks" / "results" / "mutation.json")
    options = parser.parse_args(argv)
    claims = all_claims()[:: options.every]
    outcomes: list[Outcome] = []
    done = 0
    try:
        with ProcessPoolExecutor(options.jobs) as pool:
            for done, found in enumerate(pool.map(run_claim, claims, [options.per_claim] * len(claims)), 1):
                outcomes += found
                if done % 20 == 0:
                    print(f"{done}/{len(claims)} claims, {len(outcomes)} mutants", flush=True)
    except KeyboardInterrupt:
        print(f"interrupted: {done} of {len(claims)} claims are reported", flush=True)
    taken = {"claims judged": done, "of": len(claims), "every": options.every, "mutants per claim": options.per_claim}
    report = {"machine": machine(), "seed": SEED, **taken, **summary(outcomes)}
    report["open"] = [asdict(o) for o in outcomes if o.verdict in ("holds", "unclear")]
    report["not repaired"] = [
        {"claim": o.claim, "kind": o.kind, "statement": o.statement, "repair": o.repair}
        for o in outcomes
        if o.verdict in ("refuted", "ill-typed") and not o.repaired
    ]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps({k: v for k, v in report.items() if k not in ("open", "not repaired")}, indent=1))
    return 1 if report["holds"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
