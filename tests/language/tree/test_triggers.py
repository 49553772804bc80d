"""Passes that are entered only where what they are about occurs: they read nothing else than if they were asked of everything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from derive.core import Problem
from derive.language.parsing import parser
from derive.language.problems import assembly, elaborate
from derive.language.problems.elaborate import alpha_key
from derive.language.scope import scope
from derive.language.tree import triggers
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, first
from proofs.judging.understand import understand
from proofs.reading.paper import BadPaper, Claim
from tests.pins.pin import read_pins

SAMPLE = 300


class Everything(frozenset[str]):
    """The marks of a tree in which everything occurs."""

    def isdisjoint(self, other: object) -> bool:
        return False

    def __contains__(self, mark: object) -> bool:
        return True


def told(claim: Claim) -> Any:
    """What a claim is read as, whatever its bound names are called."""
    try:
        readings = understand.__wrapped__(claim)
    except BadPaper as bad:
        return str(bad)
    return [(link.statement, link.message, *typed(link.typed)) for reading in readings for link in reading.links]


def typed(one: Any) -> tuple[Any, ...]:
    if one is None:
        return ()
    problems = [one.problem, *(read for _, read in one.readings)]
    keys = [(alpha_key(p), p.rules, p.notes) if isinstance(p, Problem) else str(p) for p in problems]
    return keys, [name for name, _ in one.readings], re.sub(r"~\d+", "~", one.understood), one.layouts, one.nested


@pytest.fixture
def forgotten() -> Iterator[None]:
    parser._statements.cache_clear()
    scope._READ.clear()
    yield
    parser._statements.cache_clear()
    scope._READ.clear()


def sample() -> list[Claim]:
    pins = sorted(read_pins(), key=lambda pin: (pin.group != "language", pin.shuffled))
    return [pin.claim for pin in pins[: SAMPLE // 2] + pins[-SAMPLE // 2 :]]


def test_what_is_read_does_not_depend_on_what_is_asked(monkeypatch: pytest.MonkeyPatch, forgotten: None) -> None:
    claims = sample()
    by_marks = [told(claim) for claim in claims]
    parser._statements.cache_clear()
    scope._READ.clear()
    everything = Everything()
    monkeypatch.setattr(Syn, "marks", property(lambda _: everything))
    monkeypatch.setattr(triggers, "ruled_out", lambda *_: False)
    monkeypatch.setattr(parser, "marks_in", lambda _: everything)
    monkeypatch.setattr(elaborate, "_differentiates", lambda *_: True)
    monkeypatch.setattr(elaborate, "operators", lambda _: everything)
    monkeypatch.setattr(assembly, "_written", lambda _: everything)
    for claim, found in zip(claims, by_marks, strict=True):
        assert told(claim) == found, claim.math


def test_marks_are_those_of_all_nodes() -> None:
    marks = parser.parse(r"x_i^2 = \mathbf{y} \le \sum_{k=1}^n a_k").marks
    assert marks >= {"script _", "script ^", "relation =", "relation <=", "chain", "bigop sum", "letter y", "style bf", "name :k"}
    assert not marks & {"script twice", "dots", "text", "frac"}


def test_a_pass_is_entered_where_its_marks_occur() -> None:
    entered = []

    @about("frac", "is num", untouched=first)
    def asked(tree: Syn, *, beside: Syn | None = None) -> Syn:
        entered.append(tree)
        return tree

    for text in (r"\frac{a}{b}", "2", "a + 2", "a"):
        asked(parser.parse(text))
    assert [tree.kind for tree in entered] == ["frac", "num"]
    asked(parser.parse("a"), beside=parser.parse(r"c + \frac{a}{b}"))
    assert len(entered) == 3


def test_marks_that_rule_a_pass_out_and_a_place_that_it_is_about() -> None:
    entered = []

    @about("num", untouched=first, unless=("frac",))
    def asked(tree: Syn) -> Syn:
        entered.append(tree)
        return tree

    @about("num", untouched=first, place=(0, 1))
    def here(row: list[Syn], at: int) -> list[Syn]:
        entered.append(row[at])
        return row

    for text in ("2 a", r"\frac{2}{a}", "a"):
        asked(parser.parse(text))
    assert [tree.kind for tree in entered] == ["juxt"]
    for at in range(3):
        here([parser.parse("a"), parser.parse("2")], at)
    assert [tree.kind for tree in entered] == ["juxt", "num"]


def test_a_property_of_the_scope_is_a_trigger_too() -> None:
    entered = []

    @about(known="has_functions", untouched=first)
    def asked(tree: Syn, known: object) -> Syn:
        entered.append(tree)
        return tree

    plain = scope.Scope.root().given(r"x \in \mathbb{R}^n")
    for known in (plain, plain.given(r"f(x) := x^\top x")):
        asked(parser.parse("x"), known)
    assert len(entered) == 1
