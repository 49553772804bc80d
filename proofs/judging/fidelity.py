"""What a verdict says of the paper's statement: hypotheses that were added to it, its printed form, what to look at.

A claim is judged without the hypotheses that the paper does not state; only where it does not hold is it judged with
them, so that they decide nothing but whether they would mend it. A corrected claim is judged as printed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from proofs.judging.flags import flags
from proofs.judging.restated import is_assumed
from proofs.judging.understand import understand
from proofs.reading.paper import BadPaper, Block, Claim, Flaw
from proofs.results.schema import ClaimResult, Json

Judged = Callable[[Claim], ClaimResult]
"""Gives the verdict of a claim in one form."""
_FALSE = ("refuted", "needs-hypothesis")
_BEYOND = ("error", "ill-typed", "not-checkable")
"""Verdicts that no hypothesis changes."""


def faithful(claim: Claim, judged: Judged) -> ClaimResult:
    """Return the verdict of a claim, with what follows of the statement in the paper.

    Without the added hypotheses it decides; where it is false and holds with them, it is `needs-hypothesis` and names a
    minimal set of them. Of a corrected claim the printed form decides, and the verdict of the other is told beside it.

    Args:
        claim: The claim.
        judged: Judges it in one form.

    Raises:
        BadPaper: A formula cannot be read, a name is not declared, or an added block declares one.

    """
    result = _with_added(claim, judged)
    if claim.not_checkable is not None:
        return result
    form = claim.corrected_form
    if form is not None:
        result = replace(result, corrected=_told(_with_added(form, judged)))
    return replace(result, flags=flags(claim, understand(claim)))


def check_added(claim: Claim) -> None:
    """Read all forms of a claim; what was added may restrict names, not declare or define any.

    Raises:
        BadPaper: A form cannot be read, or an added block declares a name.

    """
    for form in claim.forms[1:]:
        readings = understand(form)
        if form.lines_added or not claim.lines_added:
            continue
        bare = [set(one.scope.visible()) for one in understand(replace(form, given=_without(form, claim)))]
        for reading, names in zip(readings, bare, strict=True):
            if set(reading.scope.visible()) - names:
                line = claim.lines_added[0].line
                said = "declares or defines a name; what is added are hypotheses, and names belong in a ```math given block"
                raise BadPaper((Flaw(claim.file, line, 0, f"a block `given added` {said}"),))


def _without(form: Claim, claim: Claim) -> tuple[tuple[Block, ...], ...]:
    lines = set(claim.lines_added)
    return tuple(tuple(block for block in level if block not in lines) for level in form.given)


def _with_added(claim: Claim, judged: Judged) -> ClaimResult:
    result, lines = judged(claim), claim.lines_added
    if not lines or result.verdict in _BEYOND:
        return result
    if result.verdict == "holds":
        return replace(result, added={"lines": [_line(line, False) for line in lines]})
    under = _shown_under(claim, lines, judged)
    said: Json = {"verdict": under.verdict, "strength": under.strength}
    if under.verdict != "holds" or result.verdict not in _FALSE:
        note = f"with what was added to it ({_set(lines)}): {under.verdict}"
        return replace(
            result, added={"lines": [_line(line, None) for line in lines], **said}, notes=(*result.notes, note)
        )
    needed = _minimal(claim, lines, judged)
    also = f"; it holds as well if {result.hypothesis}" if result.hypothesis not in (None, _set(needed)) else ""
    return replace(
        result,
        verdict="needs-hypothesis",
        hypothesis=_set(needed),
        message=f"false as the paper states it, and true if {_set(needed)} ({'; '.join(dict.fromkeys(b.added for b in needed))}){also}",
        added={"lines": [_line(line, line in needed) for line in lines], **said},
    )


def _shown_under(claim: Claim, lines: Sequence[Block], judged: Judged) -> ClaimResult:
    """The verdict under added hypotheses; one that says what the claim says shows nothing."""
    form = claim.under(lines)
    found = judged(form)
    if found.verdict == "holds" and any(is_assumed(p) for reading in understand(form) for p in reading.problems):
        return replace(found, verdict="undecided", strength="", message="a hypothesis says what the claim says")
    return found


def _minimal(claim: Claim, lines: Sequence[Block], judged: Judged) -> tuple[Block, ...]:
    """Leave out one hypothesis after the other, as long as the claim holds under the rest."""
    kept = list(lines)
    for line in lines:
        rest = [one for one in kept if one != line]
        if rest and _shown_under(claim, rest, judged).verdict == "holds":
            kept = rest
    return tuple(kept)


def _line(line: Block, needed: bool | None) -> Json:
    return {"latex": line.text, "why": line.added, "needed": needed}


def _set(lines: Sequence[Block]) -> str:
    return r",\ ".join(line.text for line in lines)


def _told(result: ClaimResult) -> Json:
    kept = ("statement", "understood", "verdict", "strength", "domain", "hypothesis", "message")
    return {key: getattr(result, key) for key in kept}


__all__ = ["check_added", "faithful"]
