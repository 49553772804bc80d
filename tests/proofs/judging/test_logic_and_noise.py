"""Words of logic between relations, ranges that depend on indices, and searches that see rounding noise only."""

from __future__ import annotations

import pytest

import derive

SIMPLEX = r"n \ge 2, x \in \mathbb{R}^{n}, x \ge 0, \mathbf{1}^\top x = 1, x_{(1)} \ge x_{(2)}"
EIGEN = SIMPLEX + r", y \in \mathbb{R}^{n}, \alpha \in \mathbb{R}, A := \operatorname{diag}(x) - x x^\top"


def verdict(claim, given, **options):
    return derive.check(claim, given=given, effort="quick", **options).verdict


def test_a_disjunction_is_not_refuted_by_one_half_of_it():
    given = r"t \in \mathbb{R}, t (1 - t) \le \frac{3}{16}"
    assert verdict(r"t \le \frac{1}{4} \quad \text{or} \quad t \ge \frac{3}{4}", given) != "refuted"
    assert verdict(r"t \le \frac{1}{8} \quad \text{or} \quad t \ge \frac{3}{4}", given) == "refuted"


def test_equations_with_one_difference_are_equivalent():
    left, right = r"A y = \alpha y", r"x \odot y - \langle x, y \rangle x = \alpha y"
    assert verdict(left + r" \iff " + right, EIGEN) == "holds"
    assert verdict(left + r" \iff " + r"\alpha y = x \odot y - \langle x, y \rangle x", EIGEN) == "holds"
    assert verdict(left + r" \iff " + right.replace("-", "+"), EIGEN) != "holds"


@pytest.mark.parametrize(
    ("claim", "expected"), [("x_{(q)} = x_{(k)}", "refuted"), (r"x_{(q)} \le x_{(k)}", "not-refuted")]
)
def test_the_range_of_an_index_may_depend_on_another(claim, expected):
    given = SIMPLEX + r", k \in \{1, \dots, n - 1\}, q \in \{k, \dots, n\}"
    assert verdict(claim, given) in (("refuted", "needs-hypothesis") if expected == "refuted" else (expected, "holds"))


def test_rounding_noise_of_a_search_is_no_violation():
    claim = r"x_{(k)} (1 - x_{(k)} + x_{(k+1)}) \ge \sigma_k(\operatorname{diag}(x) - x x^\top)"
    assert verdict(claim, SIMPLEX + r", k \in \{1, \dots, n - 1\}") in ("holds", "not-refuted")
    assert verdict(claim.replace(r"\sigma_k", r"2 \sigma_k"), SIMPLEX + r", k \in \{1, \dots, n - 1\}") == "refuted"


def test_an_entry_beyond_the_last_leaves_nothing_to_say():
    assert verdict(r"x_{(n)} \ge x_{(n)} (1 - x_{(n)} + x_{(n+1)})", SIMPLEX) == "vacuous"


def test_an_index_may_bound_another_from_above():
    given = SIMPLEX + r", k \in \{1, \dots, n - 1\}, i \in \{1, \dots, k\}, j \in \{k + 1, \dots, n\}"
    assert verdict(r"x_{(j)} \ge x_{(i)}", given) in ("refuted", "needs-hypothesis")
    assert verdict(r"x_{(i)} \ge x_{(j)}", given) in ("holds", "not-refuted")


def test_the_range_of_an_index_of_a_hypothesis_is_kept():
    given = r"x \in \mathbb{R}^{n}, k \in \{2, \dots, n\}, x_{(1)} \ge x_{(2)}, x_{(k)} \ge 1"
    assert verdict(r"x_{(2)} \ge 1", given) != "refuted"  # it would be at k = 1
    assert verdict(r"x_{(2)} \ge 2", given) == "refuted"


@pytest.mark.parametrize("declared", ["", r", i \in \{1, \dots, n\}"])
def test_blockdiag_runs_over_its_index_also_if_that_is_declared(declared):
    given = r"P \in \mathbb{R}^{n \times d}" + declared
    blocks = r"\operatorname{blockdiag}(\operatorname{diag}(P_{i,:}))"
    assert verdict(rf"{blocks} \in \mathbb{{R}}^{{nd \times nd}}", given) == "holds"
    assert verdict(rf"\operatorname{{diag}}(P_{{i,:}}) = {blocks}", given) == "ill-typed"


def test_a_hypothesis_holds():
    given = SIMPLEX + r", x_{(1)} x_{(2)} = x_{(2)} (1 - x_{(1)})"
    assert verdict(r"x_{(2)} (1 - x_{(1)}) = x_{(1)} x_{(2)}", given) == "holds"
    assert verdict(r"x_{(2)} (2 - x_{(1)}) = x_{(1)} x_{(2)}", given) != "holds"
