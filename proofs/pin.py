"""Writes today's verdicts into paper files as ``expect:`` lines."""

from __future__ import annotations

import re
from pathlib import Path

from proofs.schema import Audit
from proofs.table import MOST_NAMES

UNPINNED = ("error", "undecided")
"""Verdicts that say nothing of the claim."""


def pin(audit: Audit) -> list[str]:
    """Pin the verdicts of an audit; return one line per change.

    A claim with an `expect:` keeps it unless the verdict is another; an `error` or `undecided` is never pinned.
    """
    changes: list[str] = []
    for paper in audit.papers:
        verdicts = {c.id: c.verdict for c in paper.claims if c.verdict not in UNPINNED}
        path = Path(paper.paper)
        text = path.read_bytes().decode("utf-8")
        pinned, done = pin_text(text, verdicts)
        if done:
            partial = path.with_name(f".{path.name}.pin")
            partial.write_bytes(pinned.encode("utf-8"))
            partial.replace(path)
        changes += [f"{paper.paper}: {one}" for one in done]
    return [*changes, *_left_open(audit)] or ["nothing to pin: every claim has its verdict already"]


def _left_open(audit: Audit) -> list[str]:
    """Name the claims whose verdict is never pinned."""
    left = [f"{c.id}: {c.verdict}" for c in audit.claims if c.verdict in UNPINNED]
    more = f" and {len(left) - MOST_NAMES} more" if len(left) > MOST_NAMES else ""
    return [f"not pinned, for nothing is decided: {', '.join(left[:MOST_NAMES])}{more}"] if left else []


def pin_text(text: str, verdicts: dict[str, str]) -> tuple[str, list[str]]:
    r"""Return the text of a paper file with verdicts pinned, and what was changed.

    Examples:
        >>> pin_text("## c: claim\nwhere: p. 2\n", {"c": "holds"})
        ('## c: claim\nwhere: p. 2\nexpect: holds\n', ['c: expect: holds'])

    """
    lines = text.splitlines(keepends=True)
    done: list[str] = []
    for claim_id, verdict in verdicts.items():
        at = _heading(lines, claim_id)
        if at is None:
            continue
        end = at + 1
        while end < len(lines) and re.match(r"[A-Za-z][A-Za-z_-]*[ \t]*:", lines[end]):
            end += 1
        ending = "\r\n" if lines[at].endswith("\r\n") else "\n"
        line = f"expect: {verdict}{ending}"
        old = next((k for k in range(at + 1, end) if lines[k].startswith("expect")), None)
        if old is not None and lines[old].split(":", 1)[1].strip() == verdict:
            continue
        if old is None:
            lines.insert(end, line)
        else:
            lines[old] = line
        done.append(f"{claim_id}: expect: {verdict}")
    return "".join(lines), done


def _heading(lines: list[str], claim_id: str) -> int | None:
    heading = re.compile(rf" {{0,3}}#{{2,6}}[ \t]+{re.escape(claim_id)}:(\s|$)")
    fenced = False
    for k, line in enumerate(lines):
        if re.match(r"[ \t]*(`{3,}|~{3,})", line):
            fenced = not fenced
        if not fenced and heading.match(line):
            return k
    return None
