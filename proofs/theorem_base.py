"""Compiles the theorem files into `base.json` (`derive/theorems/base.py` states the format): ``python -m proofs.theorem_base [--prove]``.

With ``--prove`` a proof object is looked for of every line that has a proof block: it may cite axioms and lines that have one already.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from derive.bounds.matching.patterns import pattern_of
from derive.prefix import problem_from_prefix, problem_to_prefix
from derive.theorems.base import AXIOM, FILE, FOLDER, PROOFS, STATED, THEOREM, Statement, proof_objects, statement_hash
from proofs import verify
from proofs.judging.understand import understand
from proofs.proving.objects import canonical_text, proof_of
from proofs.reading.paper import BadPaper, Claim, Flaw, paper_name
from proofs.reading.reader import read_paper

Json = dict[str, Any]
CALCULUS = "calculus"


def compiled(paths: Iterable[Path]) -> str:
    """Return the text of `base.json` for theorem files.

    Raises:
        BadPaper: A file cannot be read, a theorem has no single formula, no source or no proof, an id is used twice or is unknown, or
            proofs rest on one another in a circle; all flaws of one kind are listed.

    """
    claims = [claim for path in sorted(paths) for claim in read_paper(path).claims]
    flaws = [flaw for claim in claims for flaw in _flaws(claim)]
    if flaws:
        raise BadPaper(tuple(flaws))
    found = [_with_words(_statement(claim)) for claim in claims]
    flaws = list(_connections(claims, found))
    if flaws:
        raise BadPaper(tuple(flaws))
    shown = {one.id for one in found if one.status != AXIOM and proof_objects().get(one.id, {}).get("problem") == one.problem}
    found = [replace(one, status=THEOREM) if one.id in shown else one for one in found]
    rows = ",\n".join(json.dumps(asdict(one), ensure_ascii=False) for one in found)
    return f'{{"schema": 1, "theorems": [\n{rows}\n]}}\n'


def theorem_files() -> list[Path]:
    """Return the theorem files of the base."""
    return sorted(FOLDER.glob("*.md"))


def _flaw(claim: Claim, message: str) -> Flaw:
    return Flaw(claim.file, claim.line, 0, message)


def _flaws(claim: Claim) -> Iterable[Flaw]:
    """What a claim lacks that a theorem of the base has."""
    if not claim.source:
        yield _flaw(claim, f"the theorem `{claim.id}` has no `source:`, the book or survey that states it")
    if not claim.proof:
        yield _flaw(claim, f"the theorem `{claim.id}` has neither `proof: {AXIOM}` nor a ```proof block")
    readings = understand(claim) if claim.math else ()
    links = [link for reading in readings for link in reading.links]
    if len(links) != 1:
        yield _flaw(claim, f"the theorem `{claim.id}` states {len(links)} formulas in its readings; it must be one")
    for link in links:
        if link.typed is None:
            yield _flaw(claim, f"the formula of the theorem `{claim.id}` has no type: {link.message}")
        elif len(link.typed.readings) > 1:
            yield _flaw(claim, f"the formula of the theorem `{claim.id}` can be read in several ways")


def _statement(claim: Claim) -> Statement:
    ((link,),) = (reading.links for reading in understand(claim))
    assert link.typed is not None
    text = canonical_text(problem_to_prefix(link.typed.problem))
    is_axiom = claim.proof == AXIOM
    return Statement(
        id=claim.id,
        hash=statement_hash(text),
        subject=paper_name(Path(claim.file)),
        title=claim.title,
        source=claim.source,
        status=AXIOM if is_axiom else STATED,
        uses=() if is_axiom else tuple(dict.fromkeys(cited(claim.proof))),
        proof="" if is_axiom else claim.proof,
        claim=claim.statement,
        given=claim.given_text,
        problem=text,
    )


def _with_words(one: Statement) -> Statement:
    pattern = pattern_of(one)
    return one if pattern is None else replace(one, words=tuple(sorted(pattern.words)))


def cited(proof: str) -> list[str]:
    """Return the ids that the lines of a proof block begin with; the verifier's calculus is no theorem."""
    names = [line.partition(":")[0].strip() for line in proof.splitlines() if line.strip()]
    return [name for name in names if name != CALCULUS]


def _connections(claims: Sequence[Claim], found: Sequence[Statement]) -> Iterable[Flaw]:
    """Ids that are used twice or that nothing has, and circles."""
    by_id: dict[str, Statement] = {}
    for claim, one in zip(claims, found, strict=True):
        if one.id in by_id:
            yield _flaw(claim, f"the id `{one.id}` stands in `{by_id[one.id].subject}.md` already")
        by_id.setdefault(one.id, one)
    circular = _in_circles(by_id)
    for claim, one in zip(claims, found, strict=True):
        for other in one.uses:
            if other not in by_id:
                yield _flaw(claim, f"the proof of `{one.id}` names `{other}`, which is no theorem of the base")
        if one.id in circular:
            yield _flaw(claim, f"the proof of `{one.id}` rests on itself, through {', '.join(sorted(circular))}")


def _in_circles(theorems: Mapping[str, Statement]) -> set[str]:
    """The theorems that are left when those that rest on none of the others are taken away, again and again, from both ends."""
    left = set(theorems)
    while left:
        used = {other for one in left for other in theorems[one].uses}
        ends = {one for one in left if one not in used or not left.intersection(theorems[one].uses)}
        if not ends:
            return left
        left -= ends
    return left


def proved(base: Mapping[str, Mapping[str, Any]], kept: Mapping[str, Json]) -> dict[str, Json]:
    """Return proof objects of lines by id, each from axioms and lines before it; those that are kept are verified again.

    Args:
        base: The base as `proofs.verify.read_base` gives it.
        kept: Objects of before.

    """
    known = {name: one for name, one in base.items() if one["status"] == AXIOM}
    found: dict[str, Json] = {}
    left = [*(n for n in kept if n in base and n not in known), *(n for n in base if n not in known and n not in kept)]
    before = -1
    while before < len(found):  # what is shown may show more
        before = len(found)
        for name in [n for n in left if n not in found]:
            data = kept.get(name)
            if data is None or data["problem"] != base[name]["problem"] or not verify.verify_data(data, known).accepted:
                shown = proof_of(problem_from_prefix(base[name]["problem"]), claim_id=name, base=known)
                data = shown.data if shown.total or (shown.data and not shown.data["domain"]) else None
            if data is not None:
                found[name], known[name] = data, base[name]
    return found


def main() -> int:
    """Write `base.json`; return 0, or 2 after the flaws that keep it from being written."""
    try:
        FILE.write_text(compiled(theorem_files()), encoding="utf-8")
        if "--prove" in sys.argv[1:]:
            found = proved(verify.read_base(FILE), proof_objects())
            PROOFS.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in found.values()), encoding="utf-8")
            FILE.write_text(compiled(theorem_files()), encoding="utf-8")
    except BadPaper as bad:
        print(bad, file=sys.stderr)
        return 2
    print(f"{FILE.name}: {len(verify.read_base(FILE))} theorems, {len(proof_objects())} of them with a proof object")
    return 0


if __name__ == "__main__":
    sys.exit(main())
