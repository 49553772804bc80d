"""Writes a plain test module per paper: the claims as they are, the counterexamples replayed, the repairs.

Three kinds of tests: a claim that holds must hold; a claim that is false is a strict expected failure that must fail
*because it was refuted*; its certificate must be accepted and its repaired statement must hold.  Claims that are undecided, not checkable or in error have no test; what a claim
`uses` and the sizes, effort and seed of the audit are not part of a test.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from proofs.reading.paper import Claim, Paper
from proofs.results.schema import ClaimResult, PaperResult

_HEAD = '''"""Claims of {paper}: written by `derive export-tests`, to be kept and edited."""

import pytest

from proofs.replay import ClaimRefuted, accepted, assert_holds

'''


def test_module(paper: Paper, results: PaperResult, certificates: Path) -> str:
    """Return the source of the test module of one paper.

    Args:
        paper: The paper file.
        results: Its audit.
        certificates: Folder of certificates as the module will find it, relative to itself.

    """
    claims = {claim.id: claim for claim in paper.claims}
    parts = [_HEAD.format(paper=paper.path.name)]
    names: set[str] = set()
    for result in results.claims:
        parts.extend(_tests(claims[result.id], result, _name(result.id, names), certificates))
    return "\n\n".join(part.strip("\n") + "\n" for part in parts)


_ENDINGS = ("", "_certificate", "_repaired")


def _name(claim_id: str, taken: set[str]) -> str:
    stem = re.sub(r"\W", "_", claim_id)
    name = stem if not keyword.iskeyword(stem) else stem + "_"
    while taken & {name + ending for ending in _ENDINGS}:
        name += "_"
    taken |= {name + ending for ending in _ENDINGS}
    return name


def _tests(claim: Claim, result: ClaimResult, name: str, certificates: Path) -> Iterator[str]:
    if result.verdict in ("holds", "not-refuted"):
        yield _call(f"test_{name}", claim, claim.statement, result.verdict, where=result.domain)
    elif result.verdict in ("refuted", "needs-hypothesis", "ill-typed", "vacuous", "ambiguous"):
        reason = f"{result.verdict}: {result.message or claim.title}"[:120]
        mark = f"@pytest.mark.xfail(strict=True, raises=ClaimRefuted, reason={reason!r})\n"
        yield mark + _call(f"test_{name}", claim, claim.statement, "holds", failing=result.verdict)
    example = result.counterexample
    if example and example.get("certificate"):
        file = certificates / Path(str(example["certificate"])).name
        yield f"def test_{name}_certificate():\n    assert accepted(__file__, {file.as_posix()!r})\n"
    if result.repair:
        yield _call(f"test_{name}_repaired", claim, str(result.repair["statement"]), "holds")


def _call(name: str, claim: Claim, statement: str, verdict: str, failing: str = "", where: str = "") -> str:
    options = {k.replace("-", "_"): v for k, v in claim.settings.conventions.items()}
    lines = [f"def {name}():", "    assert_holds("]
    lines += [f"        {_literal(statement)},", f"        given={_literal(claim.given_text)},"]
    lines += [f"        {key}={value!r}," for key, value in options.items()]
    if claim.settings.macros:
        lines.append(f"        macros={dict(claim.settings.macros)!r},")
    if verdict == "not-refuted":
        lines.append("        proved=False,")
    if where:
        lines.append(f"        where={_literal(where)},")
    if failing:
        lines.append(f"        failing={failing!r},")
    return "\n".join([*lines, "    )", ""])


def _literal(text: str) -> str:
    """A raw string where that is readable and safe, else repr."""
    if "\n" not in text and '"' not in text and not text.endswith("\\") and text.isprintable():
        return f'r"{text}"'
    return repr(text)
