"""Proof objects of lines of the base: the verifier accepts each with axioms and with lines before it alone."""

from __future__ import annotations

from typing import Any

import pytest

from derive.theorems.base import AXIOM, THEOREM, base, proof_objects
from proofs import verify
from tests.parts import is_drawn

OBJECTS = proof_objects()
RECORDS = verify.read_base()


def before(name: str) -> dict[str, Any]:
    """The axioms, and the lines whose objects stand before one."""
    names = list(OBJECTS)
    earlier = set(names[: names.index(name)])
    return {n: one for n, one in RECORDS.items() if one["status"] == AXIOM or n in earlier}


@pytest.mark.parametrize("name", [name for name in OBJECTS if is_drawn(name)])
def test_a_theorem_follows_from_what_stands_before_it(name: str) -> None:
    data, allowed = OBJECTS[name], before(name)
    assert name not in allowed and data["problem"] == base()[name].problem
    report = verify.verify_data(data, allowed)
    assert report.accepted, report.reason
    without = {n: one for n, one in allowed.items() if n not in report.axioms}
    assert not report.axioms or not verify.verify_data(data, without).accepted


def test_lines_with_an_object_are_the_theorems() -> None:
    assert {one.id for one in base().values() if one.status == THEOREM} == set(OBJECTS)
    assert len(OBJECTS) >= 24


def test_an_object_of_another_line_is_none() -> None:
    first, second = list(OBJECTS)[:2]
    other = {**OBJECTS[first], "problem": OBJECTS[second]["problem"]}
    assert not verify.verify_data(other, before(second)).accepted
