"""A pytest plugin that lists the claims that the tests state, without judging them: ``python -m tests.pins --gather``.

What tests hand to the judge, to the norm rules, to the index form or to the reader of formulas is written down, with the
file of the test. The judge answers with a verdict that equals every other, so that a test goes on to its next claim.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

FOLDER = "PINS_FOUND"
"""The variable that names the folder that the claims are written to."""
SAID = "PINS_SAID"
"""The variable that says whether norm rules and index form answer yes or no."""
TEST = "PINS_TEST"
"""The variable that names the test that runs, also for processes that it starts."""
MOST = 60
"""Claims of a paper file; one with more was made by a program."""


class Whatever(str):
    """A verdict that equals every other."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return True


def write(entry: dict[str, Any]) -> None:
    """Add a claim to the list of this process."""
    folder, test = os.environ.get(FOLDER), os.environ.get(TEST)
    if folder and test:
        with (Path(folder) / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as out:
            out.write(json.dumps({"test": test, **entry}) + "\n")


def install() -> None:
    """Put recorders in the places of the doors; to be called before a test imports them."""
    from derive.language.parsing import parser
    from derive.language.problems import elaborate as elaboration
    from derive.language.scope.scope import Scope
    from proofs.judging import judge as judging
    from proofs.judging import understand as understanding
    from proofs.reading import reader
    from proofs.reading.paper import Block, Claim
    from proofs.results.schema import ClaimResult
    from tests.pins.pin import stated

    understand, read_text = understanding.understand, reader.read_text
    depth = [0]

    def inside(call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        depth[0] += 1
        try:
            return call(*arguments, **named)
        finally:
            depth[0] -= 1

    def understood(claim: Any) -> Any:
        write(stated(claim))
        return inside(understand, claim)

    def judged(claim: Any, how: Any, memory: Any = None) -> ClaimResult:
        write({"judged": True, **stated(claim)})
        verdict = Whatever("not-checkable" if claim.not_checkable is not None else "holds")
        blank = ClaimResult(claim.id, claim.title, claim.where, "", claim.statement, "", verdict, "", claim.expect)
        if claim.not_checkable is None:
            inside(understand, claim)
        return replace(blank, uses=claim.uses)

    def read(text: str, *arguments: Any, **named: Any) -> Any:
        paper = read_text(text, *arguments, **named)
        if len(paper.claims) <= MOST and "proofs/papers" not in str(paper.path):
            for claim in paper.claims:
                if claim.math:
                    write(stated(claim))
        return paper

    judging.judge = judged
    reader.read_text = read
    understanding.understand = understood

    texts: dict[int, tuple[str, Any]] = {}
    scopes: dict[int, tuple[tuple[tuple[str, ...], ...], Scope]] = {}
    given, child = Scope.given, Scope.child

    def levels(scope: Scope) -> tuple[tuple[str, ...], ...]:
        return scopes[id(scope)][0] if id(scope) in scopes else ((),)

    def reading(self: Scope, text: str, **named: Any) -> Scope:
        found = inside(given, self, text, **named)
        if not depth[0]:
            *outer, own = levels(self)
            scopes[id(found)] = ((*outer, (*own, text)), found)
        return found

    def deeper(self: Scope, *arguments: Any) -> Scope:
        found = inside(child, self, *arguments)
        if not depth[0]:
            scopes[id(found)] = ((*levels(self), ()), found)
        return found

    def remembered(call: Callable[..., Any]) -> Callable[..., Any]:
        def parsed(text: str, *arguments: Any, **named: Any) -> Any:
            tree = inside(call, text, *arguments, **named)
            if not depth[0]:
                texts[id(tree)] = (text, tree)
                for one in tree if isinstance(tree, list) else ():
                    if len(tree) == 1:
                        texts[id(one)] = (text, one)
            return tree

        return parsed

    def typed(call: Callable[..., Any]) -> Callable[..., Any]:
        def elaborated(tree: Any, scope: Scope, options: Any = None, **named: Any) -> Any:
            if not depth[0] and id(tree) in texts:
                blocks = tuple(tuple(Block(text, 1) for text in level) for level in levels(scope))
                claim = Claim("", "", 0, "", given=blocks, math=(Block(texts[id(tree)][0], 1),))
                write({**stated(claim), "options": repr(options or scope.options)})
            return inside(call, tree, scope, options, **named)

        return elaborated

    Scope.given, Scope.child = reading, deeper
    parser.parse, parser.statements = remembered(parser.parse), remembered(parser.statements)
    elaboration.elaborate = typed(elaboration.elaborate)
    elaboration.elaborate_block = typed(elaboration.elaborate_block)


def install_in_tests() -> None:
    """Let the helpers of the tests record."""
    import tests.judged as helpers
    from proofs.api import ad_hoc_claim
    from proofs.judging import understand as understanding
    from proofs.reading.paper import Settings

    def answered(given: str, claim: str) -> bool:
        understanding.understand(ad_hoc_claim(claim, given, Settings()))
        return os.environ.get(SAID, "yes") == "yes"

    helpers.proved = helpers.shown = answered


def pytest_configure(config: pytest.Config) -> None:
    """Install the recorders before any test is imported."""
    install()
    install_in_tests()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Any:
    """Name the test that runs; what a generator of random claims makes up is not recorded."""
    made_up = getattr(getattr(item, "function", None), "is_hypothesis_test", False)
    os.environ[TEST] = "" if made_up else item.nodeid
    try:
        return (yield)
    finally:
        os.environ[TEST] = ""
