"""That there is a matrix with a property is shown by an example; where there is none, and of an object that was tampered with, nothing is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from proofs import verify
from proofs.proving.objects import digest
from tests.proofs.proving.test_proofs_of_equations import object_of

SHAPES = r"G \in \mathbb{R}^{p \times q}"
CASES = [
    (r"\exists F \in \mathbb{R}^{2 \times 3} : \|F\|_2^2 < \|F\|_F^2", r"\exists F \in \mathbb{R}^{2 \times 3} : \|F\|_F^2 < \|F\|_2^2"),
    (
        r"\exists F \in \mathbb{R}^{2 \times 2} : \operatorname{softmax}(F) \ne \operatorname{softmax}(F)^\top",
        r"\exists F \in \mathbb{R}^{2 \times 2} : \operatorname{softmax}(F) \mathbf{1} \ne \mathbf{1}",
    ),
    (
        r"\exists F \in \mathbb{R}^{2 \times 2}, H \in \mathbb{R}^{2 \times 2} : F H \ne H F",
        r"\exists F \in \mathbb{R}^{2 \times 2}, H \in \mathbb{R}^{2 \times 2} : \operatorname{tr}(F H) \ne \operatorname{tr}(H F)",
    ),
    (r"\exists F \in \mathbb{R}^{p \times q} : \kappa(G + F) \le \frac32", r"\exists F \in \mathbb{R}^{p \times q} : \kappa(G + F) \le \frac12"),
    (r"\exists t \in \mathbb{R} : e^t > 2 + t", r"\exists t \in \mathbb{R} : e^t < 1 + t"),
    (r"\exists F \in \mathbb{R}^{p \times q} : \|F - G\|_F \le 0", r"\exists F \in \mathbb{R}^{p \times q} : \|F - G\|_F \le -1"),
]


@pytest.mark.parametrize(("claim", "false"), CASES)
def test_what_there_is_has_an_object_and_what_there_is_not_has_none(claim: str, false: str) -> None:
    assert object_of(claim, SHAPES).data is not None
    assert object_of(false, SHAPES).data is None


def of_another_value(data: dict[str, Any]) -> None:
    data["steps"][-1]["with"] = "(vcat (hcat (const 0) (const 1)) (hcat (const 1) (const 0)))"


def of_another_shape(data: dict[str, Any]) -> None:
    data["steps"][-1]["with"] = "(const 0)"


def of_what_has_no_value(data: dict[str, Any]) -> None:
    data["steps"][-1]["with"] = "(inv (vcat (hcat (const 0) (const 0)) (hcat (const 0) (const 0))))"


def said_of_all(data: dict[str, Any]) -> None:
    data["steps"][-1]["says"] = data["steps"][-1]["says"].replace("(exists ", "(forall ")


def supposed(data: dict[str, Any]) -> None:
    data["steps"] = [{"by": "assume", "says": data["steps"][0]["says"]}, *data["steps"][1:]]


CHANGES = [
    (of_another_value, "not that formula of that matrix"),
    (of_another_shape, "has another shape"),
    (of_what_has_no_value, "not shown to be defined"),
    (said_of_all, "not that there is a matrix"),
    (supposed, "rests on an assumption"),
]


@pytest.mark.parametrize(("change", "reason"), CHANGES)
def test_an_example_that_was_tampered_with_is_rejected_for_its_reason(change: Callable[[dict[str, Any]], None], reason: str) -> None:
    data = object_of(r"\exists F \in \mathbb{R}^{2 \times 2} : \operatorname{tr}(\operatorname{softmax}(F)) > \frac54", SHAPES).data
    assert data is not None
    assert [step["by"] for step in data["steps"]] == ["enclosure", "exists"]
    change(data)
    data["hash"] = digest(data)
    report = verify.verify_data(data, verify.read_base())
    assert not report.accepted
    assert reason in report.reason


def test_a_formula_without_a_value_is_no_example() -> None:
    assert object_of(r"\exists t \in \mathbb{R} : 0 \cdot t^{-1} < 0", "").data is None
    assert object_of(r"\exists F \in \mathbb{R}^{p \times q} : \kappa(F - F) \le 5", SHAPES).data is None
