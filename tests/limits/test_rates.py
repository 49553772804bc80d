r"""Orders of growth that contradict a claim: refuted with the exponents, for a parameter or for a family of matrices; true claims are left alone."""

from pathlib import Path

import pytest

from proofs.recheck import recheck
from tests.judged import judged

SIZE = r"n \in \mathbb{N}, \quad \alpha \in \mathbb{R}"
SOFTMAX = r"S \in \mathbb{R}^{n \times n}, \quad A := \operatorname{softmax}(S)"
AS = r" \quad \text{as } n \to \infty"
RANK = r"\frac{\left(\sum_{i=1}^n i^{-\alpha}\right)^2}{\sum_{i=1}^n i^{-2 \alpha}}"


@pytest.mark.parametrize(
    ("given", "claim", "sides"),
    [
        (SIZE, r"\frac{n}{2} = O(\sqrt{n})", ("1", "1/2")),
        (SIZE, r"\sum_{i=1}^n i^{-1} = O(1)", ("1", "0")),
        (SIZE, r"\sum_{i=1}^n i^{-1} = \Theta(\sqrt{n})", ("0", "1/2")),
        (SIZE, r"\sqrt{n} = \Theta\left(\frac{n}{\log n}\right)", ("1/2", "1")),
        (SIZE, r"3 n^2 = o(n^2)", ("0", "0")),
        (SIZE, r"\frac{\sum_{i=1}^n i^{-2}}{n} \to 1", ("0", "1")),
        (
            SIZE + r", \quad \alpha > \frac{1}{2}",
            rf"{RANK} = \Theta\left(n^{{(2 \alpha - 1) / \alpha}}\right)",
            ("0", "3/2"),
        ),
        (SIZE + r", \quad \frac{1}{2} \le \alpha, \quad \alpha \le 1", rf"{RANK} = \Theta(n)", ("0", "1")),
        (SIZE, r"n^\alpha = O(n^{3/2})", ("2", "3/2")),
        (SOFTMAX, r"\|A\|_F = \Theta(\sqrt{n})", ("0", "1/2")),
        (SOFTMAX, r"\|A\|_2 = O(\log n)", ("1/2", "0")),
        (SOFTMAX, r"\|A\|_2 = \Theta(1)", ("1/2", "0")),
        (SOFTMAX, r"\|A\|_F = o(\sqrt{n})", ("0", "0")),
        (SOFTMAX.replace(r"n \times n", r"m \times n"), r"\|A\|_F = \Theta(1)", ("-1/2", "0")),
        (
            r"b, c, t, \tau \in \mathbb{R}, \quad t > 0, \quad \tau > 0",
            r"c (1 - e^{-t / \tau}) + b e^{-t / \tau} \to 0 \quad \text{as } t \to \infty",
            ("1", "0"),
        ),
    ],
)
def test_false_orders(given: str, claim: str, sides: tuple[str, str], tmp_path: Path):
    found = judged(claim + ("" if r"\text{as " in claim else AS), given, tmp_path)
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    assert (found.counterexample["lhs"], found.counterexample["rhs"]) == sides
    paths = list(tmp_path.rglob("*.json"))
    assert paths and all(recheck(path).accepted for path in paths)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (SIZE, r"\frac{n}{2} = O(n)"),
        (SIZE, r"\sum_{i=1}^n i^{-1} = \Theta(\log n)"),
        (SIZE, r"\sqrt{n} = O\left(\frac{n}{\log n}\right)"),
        (SIZE, r"\frac{\log n}{n} \to 0"),
        (SIZE, r"\sqrt{n - 1} = \Theta(\sqrt{n})"),
        (SIZE + r", \quad \alpha \le 2", r"n^\alpha = O(n^2)"),
        (SIZE + r", \quad \alpha > 1", r"\sum_{i=1}^n i^{-\alpha} = \Theta(1)"),
        (SIZE + r", \quad \alpha = 1", rf"{RANK} = \Theta(\log(n)^2)"),
        (SIZE, r"\frac{n}{n + 1} \to 1"),
        (SIZE, r"n^{1/n} \to 1"),
        (SOFTMAX, r"\|A\|_F = O(\sqrt{n})"),
        (SOFTMAX, r"\|A\|_2 = O(\sqrt{n})"),
        (SOFTMAX, r"\|A\|_2 = o(n)"),
        (SOFTMAX.replace(r"n \times n", r"m \times n"), r"\|A\|_F = O(1)"),
        # what a hypothesis says of the matrix is not met by the families
        (SOFTMAX + r", \quad S_{i,i} \ge 2 n + S_{i,j} \text{ for } i \ne j", r"\|A\|_F = \Theta(\sqrt{n})"),
        (SOFTMAX + r", \quad \|S\|_{\max} \le 1", r"\|A\|_2 = O(\log n)"),
        # it is defined nowhere
        (SIZE, r"\frac{n}{\alpha - \alpha} = O(1)"),
        (SIZE, r"\frac{n}{\sqrt{n} - \sqrt{n}} = O(1)"),
        # nothing tends to infinity
        (SIZE + r", \quad n \le 5", r"\frac{n}{2} = O(\sqrt{n})"),
        (SIZE + r", \quad \alpha \le -1, \quad \alpha \ge 1", r"n = O(1)"),
    ],
)
def test_what_is_true_or_empty_is_not_refuted(given: str, claim: str, tmp_path: Path):
    assert judged(claim + AS, given, tmp_path).verdict != "refuted"


def test_variables_of_which_nothing_is_left(tmp_path: Path):
    """What tends to infinity, and what cancels, has no value where the orders are refuted."""
    given = r"\mathbf{x} \in \mathbb{R}^d, \quad t \in \mathbb{R}, \quad t > 0"
    claim = r"\frac{t^2 \|\mathbf{x}\|_2}{\|\mathbf{x}\|_2} = O(t) \quad \text{as } t \to \infty"
    assert judged(claim, given, tmp_path).verdict == "refuted"


def test_the_family_is_told(tmp_path: Path):
    found = judged(r"\|A\|_2 = O(\log n)" + AS, SOFTMAX, tmp_path)
    assert "at S = log(N) 1 e_1^T (N columns), the left side is at least c n^(1/2)" in found.message
