"""Equations get proof objects that the verifier accepts, and their false neighbors get none."""

from __future__ import annotations

import json

import pytest

from derive.core import Problem
from proofs import verify
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.proving.objects import Found, proof_of
from proofs.reading.paper import Settings

SHAPES = (
    r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, C \in \mathbb{R}^{p \times q}, S, T \in \mathbb{R}^{n \times n}, "
    r"P \in \mathbb{R}^{m \times m}, x, y \in \mathbb{R}^n, s, t \in \mathbb{R}"
)

TRUE_AND_FALSE = [
    (r"(A B)^\top = B^\top A^\top", r"(S T)^\top = S^\top T^\top"),
    (r"\operatorname{tr}(S T) = \operatorname{tr}(T S)", r"\operatorname{tr}(S T) = \operatorname{tr}(S) \operatorname{tr}(T)"),
    (r"\operatorname{vec}(A B C) = (C^\top \otimes A) \operatorname{vec}(B)", r"\operatorname{vec}(S T S) = (S \otimes S) \operatorname{vec}(T)"),
    (r"\|A\|_F^2 = \operatorname{tr}(A^\top A)", r"\|A\|_F = \operatorname{tr}(A^\top A)"),
    (r"\operatorname{softmax}(S) \mathbf{1} = \mathbf{1}", r"\mathbf{1}^\top \operatorname{softmax}(S) = \mathbf{1}^\top"),
    (r"\frac{\partial \operatorname{tr}(S^2)}{\partial S} = 2 S^\top", r"\frac{\partial \operatorname{tr}(S^2)}{\partial S} = 2 S"),
    (r"\nabla_x \|x\|_2 = x / \|x\|_2", r"\nabla_x \|x\|_2 = x / \|x\|_2^2"),
    (r"\frac{\partial \log\det S}{\partial S} = S^{-\top}", r"\frac{\partial \log\det S}{\partial S} = S^{-1}"),
    (r"(S T)^{-1} = T^{-1} S^{-1}", r"(S T)^{-1} = S^{-1} T^{-1}"),
    (r"(S + x y^\top)^{-1} = S^{-1} - \frac{S^{-1} x y^\top S^{-1}}{1 + y^\top S^{-1} x}", r"(S + x y^\top)^{-1} = S^{-1} - \frac{S^{-1} x y^\top S^{-1}}{1 + x^\top S^{-1} y}"),
    (r"\exp(s + t) = \exp(s) \exp(t)", r"\exp(s t) = \exp(s) \exp(t)"),
    (r"\sum_{i=1}^n x_i y_i = x^\top y", r"\sum_{i=1}^n x_i y_i = \sum_{i=1}^n x_i \sum_{i=1}^n y_i"),
    (r"x = y \implies x^\top y = \|x\|_2^2", r"x = y \implies x^\top y = \|x\|_2"),
    (r"\forall i \in \{1, \dots, n\}: (S x)_i = \sum_{j=1}^n S_{ij} x_j", r"\forall i \in \{1, \dots, n\}: (S x)_i = \sum_{j=1}^n S_{ji} x_j"),
]  # fmt: skip


def problems(claim: str, given: str = SHAPES) -> list[Problem]:
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    assert all(link.typed is not None for link in reading.links), claim
    return [link.typed.problem for link in reading.links if link.typed is not None]


def object_of(claim: str, given: str = SHAPES) -> Found:
    (problem,) = problems(claim, given)
    return proof_of(problem, claim_id="check", claim=claim, given=(given,))


@pytest.mark.parametrize(("claim", "false"), TRUE_AND_FALSE)
def test_true_equations_have_an_object_and_false_ones_have_none(claim: str, false: str) -> None:
    found = object_of(claim)
    assert found.data is not None, found.reason
    wrong = object_of(false)
    assert wrong.data is None
    assert wrong.reason


def test_objects_are_deterministic() -> None:
    first, second = (object_of(r"\operatorname{vec}(A B C) = (C^\top \otimes A) \operatorname{vec}(B)").data for _ in range(2))
    assert first is not None
    assert json.dumps(first) == json.dumps(second)


def test_the_domain_says_where_the_sides_have_a_value() -> None:
    found = object_of(r"(S T)^{-1} = T^{-1} S^{-1}")
    assert found.data is not None
    assert found.data["domain"] == [f'(!= (det (var ("n") ("n") "{name}")) (const 0))' for name in "ST"]  # the product follows


def test_a_hypothesis_can_take_the_place_of_a_condition() -> None:
    found = object_of(r"\frac{t}{t} = 1", r"t \in \mathbb{R}, t > 0")
    assert found.data is not None, found.reason
    assert found.data["domain"] == []
    assert [step["by"] for step in found.data["steps"]] == ["hypothesis", "weaken", "identity"]


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"x^\top Q^\top Q x = \|x\|_2^2", r"Q \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, Q^\top Q = I"),
        (r"S A = S^\top A", r"S \in \mathbb{R}^{m \times m}, A \in \mathbb{R}^{m \times n}, S = S^\top"),
        (r"\mathbf{1}^\top (x - y) = 0", r"x, y \in \mathbb{R}^n, \mathbf{1}^\top x = 1, \mathbf{1}^\top y = 1"),
    ],
)  # fmt: skip
def test_hypotheses_are_used_as_rules(claim: str, given: str) -> None:
    assert object_of(claim, given).data is not None
    without = ", ".join(given.split(", ")[:-1]) if "1}^" not in given else r"x, y \in \mathbb{R}^n"
    assert object_of(claim, without).data is None


def test_hypotheses_that_cannot_be_met_have_no_witness() -> None:
    found = object_of(r"t = 1", r"t \in \mathbb{R}, t = 0, t = 1")
    assert found.data is None
    assert "no point" in found.reason


def test_nothing_is_proved_where_nothing_has_a_value() -> None:
    found = object_of(r"\frac{0}{0} = \frac{0}{0}", "")
    assert found.data is None


@pytest.mark.parametrize(
    "claim",
    [
        r"\frac{\partial \sqrt{t^2}}{\partial t} = 1",
        r"\sqrt{t^2} = t",
        r"\frac{\partial |t|}{\partial t} = 1",
        r"\log(t^2) = 2 \log(t) + 1",
        r"(t^2)^{1/2} = t",
        r"|t|^3 = t^3",
    ],
)
def test_roots_and_absolute_values_keep_their_sign(claim: str) -> None:
    assert object_of(claim, r"t \in \mathbb{R}").data is None


def test_a_derivative_at_a_kink_is_left_out() -> None:
    found = object_of(r"\frac{\partial \operatorname{ReLU}(t)}{\partial t} = 1_{t > 0}", r"t \in \mathbb{R}")
    assert found.data is not None, found.reason
    assert found.data["domain"] == ['(!= (var () () "t") (const 0))']


def test_verifying_a_file_leaves_no_trace(tmp_path) -> None:
    found = object_of(r"(A B)^\top = B^\top A^\top")
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(found.data), encoding="utf-8")
    assert verify.verify(path) == verify.verify(path)
    assert verify.verify(path).accepted


def test_infinite_values_are_left_out() -> None:
    given = r"A \in \mathbb{R}^{m \times n}"
    assert object_of(r"\kappa(A) - \kappa(A) = 0", given).data is not None, "the claim itself speaks of finite values alone"
    found = object_of(r"\kappa(A) + \kappa(A) = 2 \kappa(A)", given)
    assert found.data is None, "it shows nothing of singular matrices, of which the claim speaks"
    assert found.reason == 'shown only where (> (sigma min (var ("m") ("n") "A")) (const 0))'


def test_abbreviations_that_double_end(tmp_path) -> None:
    data = dict(object_of(r"(A B)^\top = B^\top A^\top").data or {})
    doubling = " ".join(f"(%{k} (add %{k - 1} %{k - 1}))" for k in range(2, 80))
    data["problem"] = (
        f'(let ((%1 (var () () "t")) {doubling}) (problem (sizes) (least) (relations) (variables ("t" () ())) (functions) '
        "(indices) (hypotheses) (goal (= %79 %79))))"
    )
    report = verify.verify_data(data, {})
    assert not report.accepted
    assert "too large" in report.reason
