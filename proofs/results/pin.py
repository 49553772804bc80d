"""Writes today's verdicts into paper files as ``expect:`` lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from proofs.files import write_text
from proofs.reading.paper import BadPaper, Claim
from proofs.reading.paper_text import line_ends, lines_of
from proofs.reading.reader import read_text
from proofs.results.schema import Audit, PaperResult
from proofs.results.table import MOST_NAMES

UNPINNED = ("error", "unread", "undecided")
"""Verdicts that say nothing of the claim."""
_MARK = "\ufeff"  # of the byte order, before the first line


def pin(audit: Audit) -> list[str]:
    """Pin the verdicts of an audit; return one line per change.

    A claim with an `expect:` keeps it unless the verdict is another; an `error` or `undecided` is never pinned.

    Raises:
        OSError: A file cannot be written.

    """
    changes = [line for paper in audit.papers for line in _pin_paper(paper)]
    return [*changes, *_left_open(audit)] or [_nothing(audit)]


def _pin_paper(paper: PaperResult) -> list[str]:
    """Pin the verdicts of one paper, of the claims that the file still states as they were judged."""
    path = Path(paper.paper)
    text = path.read_bytes().decode("utf-8")
    try:
        stated = {c.id: c.statement for c in _claims(text, paper.paper)}
    except BadPaper as bad:
        return [f"{paper.paper}: not pinned: {bad.flaws[0].message}"]
    judged = [c for c in paper.claims if c.verdict not in UNPINNED]
    changed = [c.id for c in judged if stated.get(c.id) != c.statement]
    pinned, done = pin_text(text, {c.id: c.verdict for c in judged if c.id not in changed})
    if done:
        write_text(path, pinned)
    left = [f"{one}: not pinned: it was edited since it was judged" for one in changed]
    return [f"{paper.paper}: {one}" for one in (*done, *left)]


def _claims(text: str, name: str) -> tuple[Claim, ...]:
    return read_text(text.removeprefix(_MARK), name).claims


def _nothing(audit: Audit) -> str:
    if audit.claims and not audit.errors:
        return "nothing to pin: every claim has its verdict already"
    return "nothing to pin: every claim that was judged has its verdict already" if audit.claims else "nothing to pin"


def _left_open(audit: Audit) -> list[str]:
    """Name the claims whose verdict is never pinned."""
    left = [f"{c.id}: {c.verdict}" for c in audit.claims if c.verdict in UNPINNED]
    more = f" and {len(left) - MOST_NAMES} more" if len(left) > MOST_NAMES else ""
    return [f"not pinned, for nothing is decided: {', '.join(left[:MOST_NAMES])}{more}"] if left else []


def pin_text(text: str, verdicts: Mapping[str, str]) -> tuple[str, list[str]]:
    r"""Return the text of a paper file with verdicts pinned, and what was changed.

    The lines of headings and options are those that the reader notes.

    Raises:
        BadPaper: The text is refused.

    Examples:
        >>> pin_text("## c: claim\nwhere: p. 2\nnot-checkable: measured", {"c": "not-checkable"})
        ('## c: claim\nwhere: p. 2\nnot-checkable: measured\nexpect: not-checkable', ['c: expect: not-checkable'])

    """
    lines, ends = lines_of(text), line_ends(text)
    claims = {c.id: c for c in _claims(text, "") if c.id in verdicts and c.expect != verdicts[c.id]}
    done = [f"{one}: expect: {verdicts[one]}" for one in verdicts if one in claims]
    for claim in sorted(
        claims.values(), key=lambda c: -c.line
    ):  # from below, so that the lines above keep their numbers
        options = dict(claim.option_lines)
        line = f"expect: {verdicts[claim.id]}"
        if "expect" in options:
            lines[options["expect"] - 1] = line
            continue
        last = max(options.values(), default=claim.line)
        lines.insert(last, line)
        ends.insert(last - 1, ends[claim.line - 1] or "\n")
    return "".join(line + end for line, end in zip(lines, ends, strict=True)), done
