"""The sizes that a paper file or the command line asks for: what has no effect is said, never passed over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from proofs.doors import door

if TYPE_CHECKING:
    from derive.core import Problem
    from proofs.judging.understand import Reading
    from proofs.reading.options import AuditOptions
    from proofs.reading.paper import Claim, Paper, Settings

Pairs = tuple[tuple[str, int], ...]


def core_name(name: str) -> str:
    r"""Return the name by which problems know a size: ``d_{ff}`` is ``d_ff``, ``\ell`` is ``ell``."""
    return name.replace("{", "").replace("}", "").replace("\\", "")


def core_sizes(pairs: Sequence[tuple[str, int]]) -> dict[str, int]:
    """Return sizes under their core names."""
    return {core_name(name): value for name, value in pairs}


def names_of_sizes(readings: Iterable[Reading]) -> frozenset[str]:
    """Return the sizes that the statements of a claim have, in all their readings."""
    return frozenset(name for reading in readings for problem in reading.problems for name in problem.sizes)


def contradicted(readings: Sequence[Reading], asked: Iterable[Pairs]) -> tuple[str, ...]:
    """Return a note for all small sizes that a claim is asked for and that its hypotheses do not allow."""
    notes: dict[str, None] = {}
    for pairs in asked:
        want = core_sizes(pairs)
        for problem in (one for reading in readings for one in reading.problems):
            fixed = {name: value for name, value in want.items() if name in problem.sizes}
            if fixed and not _allowed(problem, fixed):
                said = ", ".join(f"{name} = {value}" for name, value in fixed.items())
                notes[f"the sizes {said} that were asked for do not fit what is given, and are not used"] = None
    return tuple(notes)


def _allowed(problem: Problem, fixed: Mapping[str, int]) -> bool:
    try:
        return door("derive.exact.points.sizes_choice", "complete")(problem.rules, problem.sizes, fixed) is not None
    except DeriveError:
        return True  # the exact road says what is wrong


def idle(papers: Sequence[Paper], chosen: Sequence[Claim], options: AuditOptions) -> tuple[str, ...]:
    """Return what was asked for and has no effect, in words: sizes of no claim, no full sizes, an empty part."""
    said = [text for paper in papers for text in _idle_names(paper)]
    if options.how.full and chosen and not any(claim.settings.full for claim in chosen):
        said.append("--full has no effect: no claim that is judged has full sizes; write `full: {...}` in the header")
    part, parts = options.shard
    if parts > 1 and not chosen and any(paper.claims for paper in papers):
        said.append(f"the shard {part}/{parts} is empty: there are fewer claims than parts")
    return tuple(said)


def _idle_names(paper: Paper) -> Iterator[str]:
    """Name the sizes that a header or an option asks for and no formula under it mentions."""
    for where, settings, keys, claims in _scopes(paper):
        pairs = [*(settings.small if "small" in keys else ()), *((settings.full,) if "full" in keys else ())]
        asked = dict.fromkeys(name for one in pairs for name, _ in one)
        given = dict.fromkeys(block.text for c in claims for level in c.given for block in level)  # most have the same
        text = "\n".join((*given, *(c.statement for c in claims), *(t for _, t in settings.macros)))
        for name in asked:
            if claims and not mentions(text, name):
                yield f"{where}: the size `{name}` of `small` or `full` occurs in no claim and has no effect"


def _scopes(paper: Paper) -> Iterator[tuple[str, Settings, Sequence[str], Sequence[Claim]]]:
    """Where sizes are asked for: the header for all claims, option lines for their own."""
    yield str(paper.path), paper.settings, ("small", "full"), paper.claims
    for claim in paper.claims:
        own = [key for key, _ in claim.option_lines if key in ("small", "full")]
        if own:
            yield f"{claim.file}:{dict(claim.option_lines)[own[0]]}", claim.settings, own, (claim,)


def mentions(text: str, name: str) -> bool:
    r"""Return whether a text of formulas mentions a size; the letters of a command are none.

    Examples:
        >>> mentions(r"\mathbb{R}^{L \times d_{V}}", "d_V"), mentions(r"\quad x", "q")
        (True, False)

    """
    if name.startswith("\\"):
        return (
            re.search(rf"{re.escape(name.replace('{', '').replace('}', ''))}(?![A-Za-z])", core_text(text)) is not None
        )
    plain = re.sub(r"\\[A-Za-z]+", " ", core_text(text))
    return re.search(rf"{re.escape(core_name(name))}(?![0-9'])", plain) is not None


def core_text(text: str) -> str:
    """Return a text without braces and the blanks around scripts."""
    return re.sub(r"\s*_\s*", "_", text.replace("{", "").replace("}", ""))
