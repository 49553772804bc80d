"""How many files a claim enters: a count, which may only shrink. Who has nothing to say about a claim is not asked."""

from __future__ import annotations

from tests.benchmarks.files_entered import CLAIM, GIVEN, entered

MOST = 114
JACOBIAN = r"\frac{\partial \operatorname{softmax}(x)}{\partial x} = \operatorname{diag}(\operatorname{softmax}(x)) - \operatorname{softmax}(x) \operatorname{softmax}(x)^\top"
MOST_OF_JACOBIAN = 125


def test_a_norm_of_a_product_enters_few_files() -> None:
    found = entered(CLAIM, GIVEN)
    assert len(found.calls) <= MOST, sorted(found.calls)


def test_the_jacobian_of_softmax_enters_few_files() -> None:
    found = entered(JACOBIAN, r"x \in \mathbb{R}^n")
    assert len(found.calls) <= MOST_OF_JACOBIAN, sorted(found.calls)


def test_what_a_claim_is_about_is_entered() -> None:
    named = entered(r"\sum_{i=1}^n x_i \le \sqrt{n} \|x\|_2", r"x \in \mathbb{R}^n").calls
    plain = entered(CLAIM, GIVEN).calls
    operators = "derive/language/indices/bigops.py"
    assert operators in named and operators not in plain
