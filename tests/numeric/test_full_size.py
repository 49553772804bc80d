"""Inequalities at full size: the ratio that a dense evaluation has, without forming what is large."""

from __future__ import annotations

import math

import pytest
import torch

from derive.core import Problem
from numeric import full_size
from numeric.evaluation.dense import evaluate
from numeric.evaluation.sampling import sample
from numeric.full_size import full_search
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

GIVEN = (
    r"X \in \mathbb{R}^{L \times d}, W_Q, W_K \in \mathbb{R}^{d \times k}, W_V \in \mathbb{R}^{d \times v}, "
    r"A := \operatorname{softmax}(X W_Q W_K^\top X^\top), F := A X W_V"
)
SIZES = {"L": 5, "d": 4, "k": 3, "v": 2}
CHAIN = r"\left\| \frac{\partial F}{\partial W_V} \right\|_2 \le "


def problem(claim: str, given: str = GIVEN) -> Problem:
    (reading,) = understand(ad_hoc_claim(claim, given, Settings()))
    (link,) = reading.links
    assert link.typed is not None
    return link.typed.problem


def looked(claim: str, given: str = GIVEN, sizes: dict[str, int] | None = None, effort: str = "quick") -> dict:
    evidence = full_search(problem(claim, given), sizes or SIZES, effort=effort, seed=0, device="cpu")
    assert (evidence.road, evidence.outcome, evidence.proof) == ("search", "none", False)
    assert evidence.detail["full"]
    return dict(evidence.detail)


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> None:
    full_size._FIRST.clear()


@pytest.fixture
def nothing_is_formed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full_size, "FORMED", 0)


@pytest.mark.parametrize(
    "claim",
    [
        CHAIN + r"\|X\|_2 \|A\|_2",
        r"\left\| \frac{\partial F}{\partial W_Q} \right\|_2 \le \|X\|_2^3 \|W_K\|_2 \|W_V\|_2",
        r"\left\| \frac{\partial F}{\partial X} \right\|_2 \le 10 (1 + \|X\|_2^2 \|W_Q\|_2 \|W_K\|_2) \|W_V\|_2 \|A\|_F",
        r"2 \|X \otimes W_Q\|_2 \ge \sigma_{\max}(X) \|W_Q\|_2",
    ],
)
@pytest.mark.usefixtures("nothing_is_formed")
def test_products_give_the_ratio_of_a_dense_evaluation(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    p = problem(claim)
    monkeypatch.setitem(full_size.EVALUATIONS, "quick", 1)
    rough = looked(claim)
    monkeypatch.setattr(full_size, "ROUGH", full_size.FINE)
    env = sample(p, SIZES, 0).env
    lhs, rhs = (float(evaluate(side, env, SIZES)) for side in (p.goal.lhs, p.goal.rhs))
    want = lhs / rhs if p.goal.op == "<=" else rhs / lhs
    assert looked(claim)["best_ratio"] == pytest.approx(want, rel=1e-5)
    assert rough["best_ratio"] == pytest.approx(want, rel=5e-3)
    assert rough["accuracy"] in ({1e-3} if want < 0.97 else {1e-6})


@pytest.mark.usefixtures("nothing_is_formed")
def test_a_bound_that_fails_by_two_percent_is_seen() -> None:
    equal = CHAIN + r"\|A X\|_2"
    assert looked(equal)["best_ratio"] == pytest.approx(1, rel=1e-7)
    assert looked(CHAIN + r"0.98 \|A X\|_2")["best_ratio"] == pytest.approx(1 / 0.98, rel=1e-7)


@pytest.mark.parametrize("effort", ["quick", "deep"])
def test_an_input_without_a_value_leaves_the_ratio_that_was_found(effort: str) -> None:
    claim, sizes = r"\|x\|_2^2 e^{\|x\|_2^2} \le 2 \|x\|_2^2 e^{\|x\|_2^2}", {"n": 200}  # ten times larger it overflows
    assert looked(claim, r"x \in \mathbb{R}^n", sizes, effort)["best_ratio"] == pytest.approx(0.5)


def test_single_variables_are_made_larger_while_the_ratio_grows() -> None:
    claim, given = (
        r"\|B\|_F^2 \|C\|_F \le 3 + \|B\|_F^2",
        r"B \in \mathbb{R}^{m \times n}, C \in \mathbb{R}^{n \times p}",
    )
    few = looked(claim, given, {"m": 4, "n": 3, "p": 2}, "quick")
    more = looked(claim, given, {"m": 4, "n": 3, "p": 2}, "deep")
    assert few["evaluations"] == 3
    assert more["evaluations"] > 12
    assert more["best_ratio"] > 100 * few["best_ratio"]


def test_hypotheses_hold_at_every_input() -> None:
    found = looked(r"\|B\|_2 \le 1", r"B \in \mathbb{R}^{m \times n}, \|B\|_2 \le 1", {"m": 4, "n": 3}, "deep")
    assert 0 < found["best_ratio"] <= 1


def test_sizes_that_equations_force_follow() -> None:
    given = r"B \in \mathbb{R}^{p \times q}, x \in \mathbb{R}^n, n = p q"
    assert looked(r"\|x\|_1 \le \sqrt{n} \|x\|_2 + \|B\|_2", given, {"p": 4, "q": 3})["at"]["n"] == 12


@pytest.mark.parametrize(
    ("claim", "sizes", "why"),
    [
        (r"F = A X W_V", SIZES, "only inequalities between numbers"),
        (r"\|F\|_2 \le \|X\|_2", {"L": 5, "d": 4}, "no full size is given for k, v"),
        (r"\operatorname{tr}(X W_Q W_K^\top X^\top) \ge -\|X\|_2", SIZES, "negative"),
        (
            r"\|X \otimes X \otimes X \otimes X + X \otimes X \otimes X \otimes (X - X)\|_2 \le \|X\|_F^4",
            {"L": 300, "d": 300, "k": 2, "v": 2},
            "GiB",
        ),
        (r"\|X \otimes X \otimes X\|_F \le \|X\|_F^3", {"L": 300, "d": 300, "k": 2, "v": 2}, "too large to be formed"),
    ],
)
def test_what_is_not_looked_at_says_why(claim: str, sizes: dict[str, int], why: str) -> None:
    found = looked(claim, sizes=sizes)
    assert why in found["reason"]
    assert "best_ratio" not in found


@pytest.mark.usefixtures("nothing_is_formed")
def test_a_search_for_a_norm_begins_where_the_last_one_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    starts, inner = [], full_size.golub_kahan_lanczos

    def watched(*args, start=None, **kwargs):
        starts.append(start)
        return inner(*args, start=start, **kwargs)

    monkeypatch.setattr(full_size, "golub_kahan_lanczos", watched)
    looked(CHAIN + r"\|A X\|_2 + \|X\|_2^2", effort="normal")
    assert starts[0] is None
    assert any(isinstance(start, torch.Tensor) for start in starts)


def test_a_zero_right_side() -> None:
    found = looked(r"\|B\|_2 \le 0 \|B\|_2", r"B \in \mathbb{R}^{m \times n}", {"m": 4, "n": 3})
    assert math.isinf(found["best_ratio"])


def test_inputs_that_take_too_long_to_be_found_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    given = r"Q \in \mathbb{R}^{m \times n}, Q^\top Q = I, A \in \mathbb{R}^{n \times p}"
    sizes = {"m": 50, "n": 40, "p": 3}
    assert looked(r"\|Q A\|_F \le \|A\|_F", given, sizes)["best_ratio"] == pytest.approx(1)
    monkeypatch.setattr("numeric.evaluation.sampling.MOVED", 10_000)
    assert "too many steps at these sizes" in looked(r"\|Q A\|_F \le \|A\|_F", given, sizes)["reason"]


def test_the_norm_of_a_kronecker_product_is_that_of_its_factors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is multiplied: the factors are small, though their product is not."""
    monkeypatch.setattr(full_size, "golub_kahan_lanczos", None)
    monkeypatch.setattr(full_size, "FORMED", 100)
    claim = (
        r"\left\| (I_L \otimes X^\top)^\top \right\|_2 \sigma_{\max}(W_V \otimes W_Q) \leq \|X\|_2 \|W_V\|_2 \|W_Q\|_2"
    )
    assert looked(claim)["best_ratio"] == pytest.approx(1, rel=1e-12)
    assert looked(claim.replace(r"\leq", r"\leq 0.9"))["best_ratio"] == pytest.approx(1 / 0.9, rel=1e-12)


@pytest.mark.usefixtures("nothing_is_formed")
def test_a_norm_is_found_again_only_where_its_matrix_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    found, inner = [], full_size.golub_kahan_lanczos

    def watched(operator, **kwargs):
        found.append(operator.shape)
        return inner(operator, **kwargs)

    monkeypatch.setattr(full_size, "golub_kahan_lanczos", watched)
    given = r"B \in \mathbb{R}^{m \times n}, C \in \mathbb{R}^{p \times q}"
    few = looked(r"\|B\|_2 \|C\|_2 \le 9 \|B\|_F \|C\|_F + 1", given, {"m": 5, "n": 4, "p": 3, "q": 2}, "normal")
    assert few["evaluations"] >= 5
    assert len(found) < 2 * few["evaluations"]


def test_an_input_without_a_value_does_not_lose_the_ratio_before_it() -> None:
    """Ten times x, the right side is negative."""
    given = r"x \in \mathbb{R}^n, \|x\|_2 \le 3"
    assert looked(r"\|x\|_2 \le \|x\|_2 + 20 - \|x\|_2^2", r"x \in \mathbb{R}^n", {"n": 4}, "deep")["best_ratio"] > 0
    assert looked(r"\|x\|_2 \le 5 - \|x\|_2", given, {"n": 4}, "deep")["best_ratio"] > 0


@pytest.mark.usefixtures("nothing_is_formed")
def test_links_share_the_norms_of_their_first_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    found, inner = [], full_size.golub_kahan_lanczos

    def watched(operator, **kwargs):
        found.append(kwargs["start"] is None)
        return inner(operator, **kwargs)

    monkeypatch.setattr(full_size, "golub_kahan_lanczos", watched)
    monkeypatch.setitem(full_size.EVALUATIONS, "quick", 1)
    link = problem(CHAIN + r"2 \|A X\|_2")
    ratios = [full_search(link, SIZES, effort="quick", seed=1, device="cpu").detail["best_ratio"] for _ in range(2)]
    assert ratios[0] == ratios[1]
    assert sum(found) == 2  # each side's matrix once
    full_search(link, {**SIZES, "L": 6}, effort="quick", seed=1, device="cpu")
    full_search(link, SIZES, effort="quick", seed=2, device="cpu")
    assert sum(found) == 6


@pytest.mark.parametrize("n", [9, 70, 197])
def test_weights_that_sum_to_one_are_found_at_any_size_and_are_not_all_equal(n: int) -> None:
    given = r"P \in \mathbb{R}^{m \times n}, P \ge 0, P \mathbf{1} = \mathbf{1}, x \in \mathbb{R}^n, x \ge 0, \mathbf{1}^\top x = 1"
    found = looked(r"1 \le n \|x\|_2^2 + 0 \|P\|_F^2", given, {"m": n + 1, "n": n})
    assert 0 < found["best_ratio"] < 0.9  # one if all weights are equal
    found = looked(r"m \le n \|P\|_F^2 + 0 \|x\|_2", given, {"m": n + 1, "n": n})
    assert 0 < found["best_ratio"] < 0.9
