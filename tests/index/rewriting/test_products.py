r"""Products over nearly the same range: ``\prod_{s \le i} a_s = a_i \prod_{s < i} a_s``, under sums and derivatives too."""

from pathlib import Path

import pytest

from tests.judged import judged, shown

A = r"a, b \in \mathbb{R}^n"
I = A + r", i \in \{1, \dots, n\}"  # noqa: E741 - an index
LATER = A + r", t \in \{2, \dots, n\}"
X = A + r", x \in \mathbb{R}"

TRUE = [
    (A, r"\prod_{s=1}^{n} a_s = a_n \prod_{s=1}^{n-1} a_s"),
    (A, r"\prod_{s=1}^{n} a_s = a_1 \prod_{s=2}^{n} a_s"),
    (A + r", n \ge 2", r"\prod_{s=1}^{n} a_s = a_1 a_n \prod_{s=2}^{n-1} a_s"),
    (I, r"\prod_{s \le i} a_s = a_i \prod_{s < i} a_s"),
    (I, r"\prod_{s \ge i} a_s = a_i \prod_{s > i} a_s"),
    (I, r"\prod_{s=i}^n a_s = a_i \prod_{s=i+1}^n a_s"),
    (I, r"\prod_{s=1}^i (1 - a_s) - \prod_{s=1}^{i-1} (1 - a_s) = - a_i \prod_{s=1}^{i-1} (1 - a_s)"),
    (A + r", i \in \{1, \dots, n - 1\}", r"\prod_{s \le i + 1} a_s = a_{i+1} \prod_{s \le i} a_s"),
    (A + r", i \in \{2, \dots, n\}", r"\prod_{s \le i} a_s = a_1 a_i \prod_{s=2}^{i-1} a_s"),
    (I, r"\prod_{s \le i} a_s = \prod_{s=1}^i a_s"),
    (I, r"\prod_{s=1}^i (a_s b_s) = \prod_{s=1}^i a_s \prod_{s=1}^i b_s"),
    (I, r"\prod_{s=1}^n a_s = \prod_{s=1}^i a_s \prod_{s=i+1}^n a_s"),
    (
        LATER,
        r"\sum_{s=1}^{t} (\prod_{r=s+1}^{t} a_r) b_s = b_t + a_t \sum_{s=1}^{t-1} (\prod_{r=s+1}^{t-1} a_r) b_s",
    ),
    (A, r"\sum_{i=1}^n \prod_{s \le i} b_s = b_1 + b_1 \sum_{i=2}^n \prod_{s=2}^i b_s"),
    (A, r"\sum_{i=1}^n \prod_{s \le i} a_s = \sum_{i=1}^n a_i \prod_{s < i} a_s"),
    (A, r"\sum_{i=1}^n b_i \prod_{s > i} a_s = b_n + a_n \sum_{i=1}^{n-1} b_i \prod_{s=i+1}^{n-1} a_s"),
    (I, r"\frac{\partial}{\partial b_i} \prod_{s=1}^n b_s = \prod_{s \ne i} b_s"),
    (I, r"\frac{\partial}{\partial b_i} \prod_{s=1}^n b_s^2 = 2 b_i \prod_{s \ne i} b_s^2"),
    (A, r"\frac{\partial}{\partial b_1} \prod_{s=1}^n b_s = \prod_{s=2}^n b_s"),
    (A, r"\frac{\partial}{\partial b_n} \prod_{s=1}^n b_s = \prod_{s=1}^{n-1} b_s"),
    (X, r"\frac{d}{dx} \prod_{i=1}^n (x - b_i) = \sum_{i=1}^n \prod_{j \ne i} (x - b_j)"),
    (A, r"\sum_{s \ne 1} b_s = 1^\top b - b_1"),
]
FALSE = [
    (A, r"\prod_{s=1}^{n} a_s = a_1 a_n \prod_{s=2}^{n-1} a_s"),  # n = 1
    (A, r"\prod_{s=1}^{n} a_s = a_1 \prod_{s=1}^{n-1} a_s"),
    (A, r"\prod_{s=1}^{n} a_s = a_n \prod_{s=2}^{n} a_s"),
    (A, r"\prod_{s=1}^{n} a_s = a_n \prod_{s=1}^{n-1} b_s"),
    (A, r"\prod_{s=1}^{n} a_s = a_n + \prod_{s=1}^{n-1} a_s"),
    (I, r"\prod_{s \le i} a_s = \prod_{s < i} a_s"),
    (I, r"\prod_{s \le i} a_s = a_i \prod_{s > i} a_s"),
    (I, r"\prod_{s \le i} a_s = a_1 a_i \prod_{s=2}^{i-1} a_s"),  # i = 1
    (I, r"\prod_{s=i}^n a_s = a_n \prod_{s=i+1}^n a_s"),
    (I, r"\prod_{s=1}^i (1 - a_s) - \prod_{s=1}^{i-1} (1 - a_s) = a_i \prod_{s=1}^{i-1} (1 - a_s)"),
    (A, r"\frac{\partial}{\partial a_n} \prod_{s=1}^n a_s = \prod_{s=2}^{n} a_s"),
    (A, r"\frac{\partial}{\partial a_1} \prod_{s=1}^n a_s = \prod_{s=1}^{n-1} a_s"),
    (I, r"\prod_{s=1}^n a_s = \prod_{s=1}^i a_s \prod_{s=i}^n a_s"),
    (I, r"\prod_{s=1}^i (a_s + b_s) = \prod_{s=1}^i a_s + \prod_{s=1}^i b_s"),
    (
        LATER,
        r"\sum_{s=1}^{t} (\prod_{r=s}^{t} a_r) b_s = b_t + a_t \sum_{s=1}^{t-1} (\prod_{r=s+1}^{t-1} a_r) b_s",
    ),
    (A, r"\sum_{i=1}^n \prod_{s \le i} a_s = \sum_{i=1}^n a_i \prod_{s \le i} a_s"),
    (A, r"\sum_{i=1}^n b_i \prod_{s > i} a_s = b_n + a_n \sum_{i=1}^{n-1} b_i \prod_{s=i}^{n-1} a_s"),
    (I, r"\frac{\partial}{\partial b_i} \prod_{s=1}^n b_s^2 = 2 b_i \prod_{s \ne i} b_s"),
    (X, r"\frac{d}{dx} \prod_{i=1}^n (x - b_i) = \sum_{i=1}^n \prod_{j=1}^n (x - b_j)"),
    (A, r"\sum_{s \ne 1} b_s = 1^\top b - b_n"),
]


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_factors_at_the_ends_are_split_off(given: str, claim: str) -> None:
    assert shown(given, claim)


@pytest.mark.parametrize(("given", "claim"), FALSE)
def test_slips_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert not shown(given, claim)
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")


NUMBERS = r"a_t \in (0,1) \quad \forall t \in \{1, \dots, T\} \\ b_t := \prod_{s=1}^t a_s"
VECTOR = r"a \in \mathbb{R}^T \\ b_t := \prod_{s=1}^t a_s \\ c_t := \sum_{s=1}^t a_s"
LATER_ON = r" \quad \forall t \in \{2, \dots, T\}"
STEPS = [
    (NUMBERS, r"b_t = a_t b_{t-1}", True),
    (NUMBERS, r"\frac{b_t}{b_{t-1}} = a_t", True),
    (NUMBERS, r"\frac{b_t}{b_{t-1}} = a_{t-1}", False),
    (VECTOR, r"b_t = a_t b_{t-1}", True),
    (VECTOR, r"c_t = c_{t-1} + a_t", True),
    (VECTOR, r"b_t = a_{t-1} b_{t-1}", False),
    (VECTOR, r"b_t = b_{t-1}", False),
    (VECTOR, r"c_t = c_{t-1} + a_{t-1}", False),
]


@pytest.mark.parametrize(("given", "claim", "true"), STEPS)
def test_steps_of_what_is_defined_by_products_and_sums(given: str, claim: str, true: bool, tmp_path: Path) -> None:
    assert judged(claim + LATER_ON, given, tmp_path).verdict == ("holds" if true else "refuted")


@pytest.mark.parametrize(
    ("claim", "verdict"), [("b_t \\le 1", "holds"), ("b_t > 0", "holds"), ("b_t \\le \\frac12", "refuted")]
)
def test_bounds_of_what_is_defined_by_products(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, NUMBERS, tmp_path).verdict == verdict


KINKED = [  # the place behind the last is no factor: nothing is left out where it is zero
    (A + ", n \\ge 3", r"\frac{\partial}{\partial a_3} \prod_{s=1}^{2} |a_s| + \operatorname{sign}(a_3)^2 = 1"),
    (I + ", i \\le n - 1", r"\frac{\partial}{\partial a_n} \prod_{s=1}^{i} |a_s| + \operatorname{sign}(a_n)^2 = 1"),
    (A + ", n \\ge 2", r"\frac{\partial}{\partial a_n} \prod_{s=1}^{n-1} |a_s| + \operatorname{sign}(a_n)^2 = 1"),
]


@pytest.mark.parametrize(("given", "claim"), KINKED)
def test_no_point_is_left_out_that_has_no_kink(given: str, claim: str) -> None:
    assert not shown(given, claim)
