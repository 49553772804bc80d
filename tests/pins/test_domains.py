"""Domains of some pins against exact random points; all of them by ``python -m tests.pins.domains``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derive import build as b
from derive.core import Rel
from derive.definedness.domain import domain
from tests.judged import problems_of
from tests.pins.domains import problems, seen, with_domains
from tests.pins.pin import Pin, read_pins

SOME = with_domains(read_pins())[::20]
GIVEN, CLAIM = r"s, t \in \mathbb{R}", r"\log(s t) - \log(t) = \log(s)"


@pytest.mark.parametrize("pin", SOME, ids=lambda pin: pin.id)
def test_no_point_contradicts_a_domain(pin: Pin) -> None:
    for problem in problems(pin):
        found = seen(problem, 12, domain(problem))
        assert found is None or not found.wrong


def test_a_wrong_domain_is_told() -> None:
    (problem,) = problems_of(GIVEN, CLAIM)
    found = domain(problem)
    right = seen(problem, 60, found)
    assert right is not None and right.needed and not right.wrong and right.inside and right.outside
    wide = seen(problem, 60, replace(found, conditions=found.conditions[:1]))
    assert wide is not None and wide.wrong.startswith("inside")
    narrow = Rel(">", b.var("s", b.SCALAR), b.const(1))
    less = seen(problem, 60, replace(found, conditions=(*found.conditions, narrow)))
    assert less is not None and less.wrong.startswith("outside")


def test_what_the_hypotheses_imply_is_told() -> None:
    (problem,) = problems_of(GIVEN + ", s > 0", CLAIM)
    found = domain(problem)
    more = Rel(">", b.var("s", b.SCALAR), b.const(0))
    told = seen(problem, 20, replace(found, conditions=(*found.conditions, more)))
    assert told is not None and not told.wrong and not told.needed
