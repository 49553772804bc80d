r"""List the theorems that proofs by norm rules may use, or show one with its source and its proof."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from derive.theorems.base import Statement

EPILOG = """examples:
  derive theorems                  all of them, a line each
  derive theorems trace norm       those whose title, formula, subject or source has both words
  derive theorems oppenheim        one theorem, by its id

exit codes: 0, or 1 if there is none with these words"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the words to look for."""
    parser.add_argument("words", nargs="*", metavar="WORD", help="words to look for, or the id of one theorem")


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for; 1 if nothing has the words, else 0."""
    from derive.theorems.base import AXIOM, base
    from derive.theorems.base import found as theorems_with

    theorems, words = base(), arguments.words
    if len(words) == 1 and arguments.words[0] in theorems:
        print(_told(theorems[arguments.words[0]], theorems.values()))
        return 0
    found = theorems_with(*words)
    for one in found:
        print(f"{one.id:34} {one.status:8} {one.title}")
    axioms = sum(one.status == AXIOM for one in found)
    print(f"{len(found)} theorems, {axioms} of them axioms" + (f", of {len(theorems)}" if words else ""))
    return 0 if found else 1


def _told(one: Statement, theorems: Iterable[Statement]) -> str:
    lines = [f"{one.id}: {one.title}", f"  subject: {one.subject}", f"  source:  {one.source}"]
    lines += _block("given", one.given) + _block("claim", one.claim)
    if one.proof:
        lines += _block("proof", one.proof)
    else:
        lines.append("  proof:   axiom")
    after = [other.id for other in theorems if one.id in other.uses]
    if after:
        lines.append(f"  used by: {', '.join(after)}")
    lines.append(f"  hash:    {one.hash}")
    return "\n".join(lines)


def _block(name: str, text: str) -> list[str]:
    first, *rest = [line.strip() for line in text.splitlines() if line.strip() not in ("", "\\\\")] or [""]
    return [f"  {name}:   {first}", *(f"           {line}" for line in rest)]
