r"""List the theorems that proofs by norm rules may use, or show one with its source and its proof."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from derive.theorems.base import Statement

EPILOG = """examples:
  derive theorems                  all of them, a line each
  derive theorems trace norm       those whose title, formula, subject or source has both words
  derive theorems oppenheim        one theorem, by its id, and which claims rest on it
  derive theorems --used-once      axioms on which exactly one claim rests, by the proofs of the last audit

exit codes: 0, or 1 if there is none with these words"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the words to look for."""
    parser.add_argument("words", nargs="*", metavar="WORD", help="words to look for, or the id of one theorem")
    parser.add_argument(
        "--used-once", action="store_true", help="list the axioms on which the proof of exactly one claim rests"
    )
    parser.add_argument(
        "--certificates", metavar="DIR", type=Path, default=Path(".derive/certificates"),
        help="folder with the proofs of an audit (default: .derive/certificates)",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for; 1 if nothing has the words, else 0."""
    from derive.theorems.base import AXIOM, STATED, base
    from derive.theorems.base import found as theorems_with

    theorems, words = base(), arguments.words
    if arguments.used_once:
        return _tell_used_once(resting(theorems, arguments.certificates), theorems)
    if len(words) == 1 and arguments.words[0] in theorems:
        print(_told(theorems[words[0]], theorems.values(), resting(theorems, arguments.certificates)))
        return 0
    found = theorems_with(*words)
    for one in found:
        print(f"{one.id:34} {one.status:8} {one.title}")
    axioms, stated = (sum(one.status == status for one in found) for status in (AXIOM, STATED))
    told = f"{len(found)} theorems, {axioms} of them axioms, {stated} stated with a proof that is not verified"
    print(told + (f", of {len(theorems)}" if words else ""))
    return 0 if found else 1


def resting(theorems: Mapping[str, Statement], folder: Path) -> dict[str, set[str]]:
    """Return the ids of the claims whose proofs in a folder rest on each theorem, directly or through those that they cite."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("kind") != "holds":
            continue
        waiting, seen = [*data["theorems"]], set[str]()
        while waiting:
            name = waiting.pop()
            if name in theorems and name not in seen:
                seen.add(name)
                waiting += theorems[name].uses
                found.setdefault(name, set()).add(data["claim_id"])
    return found


def _tell_used_once(claims: Mapping[str, set[str]], theorems: Mapping[str, Statement]) -> int:
    """Print the axioms on which one claim rests, and how many they are; 1 if there are no proofs to look at."""
    from derive.theorems.base import AXIOM

    axioms = [one for one in theorems.values() if one.status == AXIOM]
    once = [(one, *claims[one.id]) for one in axioms if len(claims.get(one.id, ())) == 1]
    for one, claim in once:
        print(f"{one.id:34} {claim}")
    used = sum(one.id in claims for one in axioms)
    share = round(100 * len(once) / len(axioms))
    print(f"{len(once)} of {len(axioms)} axioms ({share} %) carry one claim alone, {used - len(once)} more, {len(axioms) - used} none")
    return 0 if claims else 1


def _told(one: Statement, theorems: Iterable[Statement], claims: Mapping[str, set[str]]) -> str:
    from derive.theorems.base import THEOREM

    lines = [f"{one.id}: {one.title}", f"  subject: {one.subject}", f"  source:  {one.source}"]
    lines += _block("given", one.given) + _block("claim", one.claim)
    if one.proof:
        lines += _block("proof" if one.status == THEOREM else "proof, not verified", one.proof)
    else:
        lines.append("  proof:   axiom")
    after = [other.id for other in theorems if one.id in other.uses]
    if after:
        lines.append(f"  used by: {', '.join(after)}")
    if one.id in claims:
        lines.append(f"  claims:  {', '.join(sorted(claims[one.id]))}")
    lines.append(f"  hash:    {one.hash}")
    return "\n".join(lines)


def _block(name: str, text: str) -> list[str]:
    first, *rest = [line.strip() for line in text.splitlines() if line.strip() not in ("", "\\\\")] or [""]
    return [f"  {name}:   {first}", *(f"           {line}" for line in rest)]
