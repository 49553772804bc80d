"""The result of an audit and its JSON form (schema 1); everything that is shown is rendered from these objects."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from derive.fraction import Fraction
from proofs.files import write_text
from proofs.reading.paper import APART
from proofs.results.dependence import keys_of, rescues, resting
from proofs.results.verdicts import BY_RULES, CONTRADICTION, FAILING, OPEN, REJECTED, as_expected
from proofs.results.wellformed import check_audit, check_claim

SCHEMA = 1
Json = dict[str, Any]
INCIDENTAL = frozenset(("seconds", "device", "paper", "certificate", "file", "digest"))  # not part of what was found


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """The verdict of one claim with everything behind it; the fields are the keys of the JSON.

    Attributes:
        domain: LaTeX of where a claim that holds has a value, empty if that is wherever its hypotheses hold.
        partial: The domain leaves out more than a null set of the points that meet the hypotheses.
        relation: What the formula is to the statement of the paper (`as` in the JSON); empty if nobody compared them.
        paper: The statement as the paper prints it.
        added: Hypotheses that the paper does not state: ``lines`` (each ``latex``, ``why``, ``needed``), and the ``verdict`` and
            ``strength`` under all of them if that was looked at.
        corrected: Statement, verdict, strength and message of the corrected form of a claim that is judged as printed.
        flags: What a reader should look at before taking the formula for the paper's statement.

    """

    id: str
    title: str
    where: str
    kind: str
    statement: str
    understood: str
    verdict: str
    strength: str
    expect: str | None = None
    as_expected: bool = True
    links: tuple[Json, ...] = ()
    evidence: tuple[Json, ...] = ()
    counterexample: Json | None = None
    hypothesis: str | None = None
    repair: Json | None = None
    readings: tuple[Json, ...] = ()
    uses: tuple[str, ...] = ()
    tainted_by: tuple[str, ...] = ()
    message: str = ""
    seconds: float = 0.0
    domain: str = ""
    partial: bool = False
    hypotheses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    unshown: tuple[str, ...] = ()
    relation: str = ""
    paper: str = ""
    added: Json | None = None
    corrected: Json | None = None
    flags: tuple[str, ...] = ()

    @property
    def is_apart(self) -> bool:
        """The formula is not what the paper states, but an instance, a part, a consequence or an interpretation of it."""
        return self.relation in APART

    @property
    def is_alarm(self) -> bool:
        """The checker contradicted itself or a certificate was rejected."""
        return self.verdict == "error" and self.message.startswith((CONTRADICTION, REJECTED))

    def __bool__(self) -> bool:
        """Whether it holds wherever its hypotheses do: False for `holds where D`, and for every other verdict."""
        return self.verdict == "holds" and not self.domain

    def __repr__(self) -> str:
        where = f" where {self.domain}" if self.domain else ""
        strength = f" ({self.strength})" if self.strength else ""
        return f"<{self.verdict}{strength}{where}: {_cut(self.statement)}>"

    def __str__(self) -> str:
        from proofs.results.table import describe

        return describe(self)

    def _repr_markdown_(self) -> str:
        from proofs.results.notebook import markdown

        return markdown([self])

    def _repr_html_(self) -> str:
        from proofs.results.notebook import html

        return html([self])


@dataclass(frozen=True, slots=True)
class PaperResult:
    """The judged claims of one paper file, in the order of the file.

    Attributes:
        paper: The file.
        claims: What was judged.
        read: Number of claims in the file.
        selected: Ids of the claims that all shards together were to judge.
        sha256: Hash of the text that was judged; empty if it is not known.

    """

    paper: str
    claims: tuple[ClaimResult, ...]
    read: int = 0
    selected: tuple[str, ...] = ()
    sha256: str = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """Ids of the claims that were selected and are not judged here."""
        judged = {claim.id for claim in self.claims}
        return tuple(one for one in self.selected if one not in judged)


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of one audit.

    Attributes:
        checker: Version of the checker.
        seed: The seed of all random choices.
        errors: Bad input: texts that name file and line.
        papers: What was judged.
        read: Number of claims read, judged or not.
        interrupted: The audit was stopped, or merged from parts of which some are missing; `papers` has what was done.
        shard: (i, n) if only the i-th of n parts was to be judged.
        options: What the audit was told that a verdict may depend on (`How.recorded`); None if it is not known.
        remarks: What was asked for and had no effect; not part of the result.

    """

    checker: str
    seed: int
    errors: tuple[str, ...]
    papers: tuple[PaperResult, ...]
    read: int = 0
    interrupted: bool = False
    shard: tuple[int, int] | None = None
    options: Json | None = None
    remarks: tuple[str, ...] = ()

    @property
    def claims(self) -> tuple[ClaimResult, ...]:
        """The claims of all papers, in the order of the papers."""
        return tuple(claim for paper in self.papers for claim in paper.claims)

    @property
    def is_empty_shard(self) -> bool:
        """There are fewer claims than parts, and none is left for this part."""
        return self.shard is not None and not self.claims and any(paper.selected for paper in self.papers)

    @property
    def exit_code(self) -> int:
        """0 as expected, 1 not as expected, 2 bad input, 3 alarm, 5 nothing collected, 130 interrupted."""
        if self.interrupted:
            return 130
        claims = self.claims
        if any(claim.is_alarm for claim in claims):
            return 3
        if self.errors:
            return 2
        if not claims:
            return 0 if self.is_empty_shard else 5
        return 0 if all(claim.as_expected for claim in claims) else 1

    def to_json(self) -> Json:
        """Return the JSON object of schema 1."""
        papers = [
            {
                "paper": p.paper,
                "sha256": p.sha256,
                "read": p.read,
                "selected": list(p.selected),
                "claims": [claim_to_json(c) for c in p.claims],
            }
            for p in self.papers
        ]
        data: Json = {
            "schema": SCHEMA,
            "checker": self.checker,
            "seed": self.seed,
            "options": self.options,
            "errors": list(self.errors),
            "read": self.read,
            "shard": None if self.shard is None else list(self.shard),
            "interrupted": self.interrupted,
            "papers": papers,
        }
        return {**data, "digest": digest(data)}

    def __repr__(self) -> str:
        counts = Counter(claim.verdict for claim in self.claims)
        told = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
        return f"<Audit of {len(self.papers)} papers: {told or 'no claim'}>"

    def __str__(self) -> str:
        from proofs.results.table import table

        return table(self)

    def _repr_markdown_(self) -> str:
        from proofs.results.notebook import markdown

        return markdown(self.claims)

    def _repr_html_(self) -> str:
        from proofs.results.notebook import html

        return html(self.claims)


LONGEST = 80
"""Characters of a statement in a `repr`."""


def _cut(text: str) -> str:
    plain_ = " ".join(text.split())
    return plain_ if len(plain_) <= LONGEST else plain_[: LONGEST - 1] + "…"


def claim_to_json(claim: ClaimResult) -> Json:
    """Return the JSON object of one claim."""
    return {("as" if key == "relation" else key): value for key, value in plain(asdict(claim)).items()}


def claim_from_json(data: Mapping[str, Any]) -> ClaimResult:
    """Read the JSON object of one claim.

    Raises:
        ValueError: It is not the result of a claim.

    """
    check_claim(data)
    values = {"relation" if k == "as" else k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    blank = {"title": "", "where": "", "kind": "", "understood": "", "strength": ""}
    return ClaimResult(**{**blank, **values})


def audit_from_json(data: Any) -> Audit:
    """Read the JSON object of an audit.

    Raises:
        ValueError: It is not a result of schema 1, or was edited after it was written.

    """
    check_audit(data, SCHEMA)
    if "digest" in data and data["digest"] != digest(data):
        raise ValueError("it was edited after it was written: its digest does not match")
    papers = []
    for p in data["papers"]:
        claims = tuple(claim_from_json(c) for c in p["claims"])
        selected = tuple(p.get("selected", (c.id for c in claims)))
        papers.append(PaperResult(p["paper"], claims, p.get("read", len(claims)), selected, p.get("sha256", "")))
    shard = data.get("shard")
    return Audit(
        checker=str(data.get("checker")),
        seed=data.get("seed", 0),
        errors=tuple(data.get("errors", ())),
        papers=tuple(papers),
        read=data.get("read", sum(p.read for p in papers)),
        interrupted=data.get("interrupted", False),
        shard=None if shard is None else (shard[0], shard[1]),
        options=data.get("options"),
    )


def _found(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {k: _found(v) for k, v in value.items() if k not in INCIDENTAL}
    return [_found(v) for v in value] if isinstance(value, (list, tuple)) else value


def digest(data: Mapping[str, Any]) -> str:
    """Return the SHA-256 of what was found: the JSON data, however laid out, less times, devices and places of files.

    Two audits of the same claims have the same. It is no signature.
    """
    rest = _found(data)
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def finish(
    papers: Sequence[PaperResult], names: Mapping[str, str], total: bool = False, strict: bool = False
) -> tuple[PaperResult, ...]:
    """Fill in what depends on other claims or on the file alone.

    These are `as_expected`, what a repair rescues, and of the claims that a claim rests on, directly or through others,
    those that do not hold (`tainted_by`), have no verdict here (`unjudged`), or were neither shown nor found false
    (`unshown`).

    Args:
        papers: The judged papers.
        names: File of a paper -> the name by which ``uses: name:id`` calls it.
        total: A claim that has no value at more than almost no point of its hypotheses is not as expected.
        strict: A claim that holds by the word of a road alone is not as expected.

    """
    judged = {(p.paper, c.id) for p in papers for c in p.claims}
    open_ = {(p.paper, c.id) for p in papers for c in p.claims if c.verdict in OPEN}
    bad = {(p.paper, c.id) for p in papers for c in p.claims if c.verdict in FAILING}
    same = {p.paper: _of_one_formula(p.claims) for p in papers}
    used = {(p.paper, c.id): {u: keys_of(u, p.paper, names) for u in c.uses} for p in papers for c in p.claims}
    rescued = rescues({own: [k for keys in found.values() for k in keys] for own, found in used.items()}, bad)

    def finished(paper: PaperResult, claim: ClaimResult) -> ClaimResult:
        own = (paper.paper, claim.id)
        below = resting(used, own, names)
        tainted = tuple(u for u, keys in below.items() if bad.intersection(keys))
        unjudged = tuple(u for u, keys in below.items() if not judged.intersection(keys))
        unshown = tuple(u for u, keys in below.items() if open_.intersection(keys) and u not in tainted)
        repair = None if claim.repair is None else {**claim.repair, "rescues": rescued[own]}
        right = as_expected(claim.verdict, claim.expect) and not (total and claim.partial)
        right = right and not (strict and claim.verdict == "holds" and claim.strength == BY_RULES)
        right = right and (claim.corrected is None or as_expected(str(claim.corrected["verdict"]), None))
        known = replace(claim, tainted_by=tainted, unjudged=unjudged, unshown=unshown, flags=(*(f for f in claim.flags if not f.startswith(SAME)), *same[paper.paper].get(claim.id, ())))
        return replace(known, as_expected=right, repair=repair)

    return tuple(replace(p, claims=tuple(finished(p, c) for c in p.claims)) for p in papers)


SAME = "the same formula as "


def _of_one_formula(claims: Sequence[ClaimResult]) -> dict[str, tuple[str, ...]]:
    """Say of the claims of a paper that are one formula under the same hypotheses which others are."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for claim in claims:
        if claim.understood:
            found.setdefault((claim.understood, claim.hypotheses), []).append(claim.id)
    groups = [ids for ids in found.values() if len(ids) > 1]
    return {one: (SAME + ", ".join(other for other in ids if other != one),) for ids in groups for one in ids}


def plain(value: Any) -> Any:
    """Return a value made of JSON types only: fractions become texts, tuples lists, infinities texts."""
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        items = sorted(value, key=str) if isinstance(value, (set, frozenset)) else value
        return [plain(v) for v in items]
    if isinstance(value, Fraction):
        return str(value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return float(value) if hasattr(value, "__float__") else str(value)


def renumbered(value: Any) -> Any:
    """Return JSON data with binder marks (``X~381``) counted anew: a result depends on its claim only."""
    seen: dict[str, str] = {}

    def mark(match: re.Match[str]) -> str:
        return seen.setdefault(match[0], f"~{len(seen) + 1}")

    def walk(part: Any) -> Any:
        if isinstance(part, str):
            return re.sub(r"~\d+", mark, part)
        if isinstance(part, Mapping):
            return {walk(k): walk(v) for k, v in part.items()}
        return [walk(v) for v in part] if isinstance(part, (list, tuple)) else part

    return walk(value)


def write_json(data: Any, path: Path) -> None:
    """Write JSON atomically: a reader sees the old file or the new one, never half of it."""
    write_text(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")
