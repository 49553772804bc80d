r"""Signs and marks in scripts are parts of names: ``z^{+\top}`` is the transpose of ``z^{+}``, ``A_{+1}`` is not ``A_1``."""

import pytest

from derive.language.parsing.parser import parse
from derive.language.printing.latex import to_latex
from proofs.reading.paper import BadPaper
from tests.judged import judged

VECTORS = r"x, x^{+}, x^{-}, x^{*}, x', x^{\perp}, z_i, z_i^{+}, z_j, \hat{u}, \hat{u}^{+} \in \mathbb{R}^{n}"
MATRICES = (
    r"A \in \mathbb{R}^{m \times n}, \quad A^{+} := 2A, \quad U, U^{*}, U^{\dagger}, U' \in \mathbb{R}^{n \times r}"
)
FAMILY = r"i \in \{1, \dots, N\}, \quad z_i, z_i^{+}, z_i^{-} \in \mathbb{R}^{n}"
SIGNED = (
    r"A, A_{+1}, A_1, A^{+k}, A^{k}, A^{+k-1}, A^{k-1}, A_{(+1)}, A_{(1)}, A^{+*}, A^{*} \in \mathbb{R}^{n \times n}"
)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (VECTORS, r"x^{+\top} x = \|x\|^2", "refuted"),
        (VECTORS, r"x^{+\top} x = x^\top x^{+}", "holds"),
        (VECTORS, r"x^{+T} x = (x^{+})^\top x", "holds"),
        (VECTORS, r"x^{-\top} x = x^\top x^{-}", "holds"),
        (VECTORS, r"x^{-T} x = \|x\|^2", "refuted"),
        (VECTORS, r"x^{*\top} x = \|x\|^2", "refuted"),
        (VECTORS, r"x^{\star T} x = x^\top x^*", "holds"),
        (VECTORS, r"x^{\prime\top} x = \|x\|^2", "refuted"),
        (VECTORS, r"x^{\prime T} x = x^\top x'", "holds"),
        (VECTORS, r"x^{\perp\top} x = x^\top x^\perp", "holds"),
        (VECTORS, r"x^{\perp T} x = \|x\|^2", "refuted"),
        (VECTORS, r"z_i^{+\top} z_j = z_i^\top z_j", "refuted"),
        (VECTORS, r"z_i^{+\top} z_j = z_j^\top z_i^{+}", "holds"),
        (VECTORS, r"\hat{u}^{+\top} \hat{u} = \hat{u}^\top \hat{u}^{+}", "holds"),
        (VECTORS, r"\frac{\partial (x^{+\top} x)}{\partial x} = 2x^\top", "refuted"),
        (VECTORS, r"\frac{\partial (x^{+\top} x)}{\partial x} = (x^{+})^\top", "holds"),
        (MATRICES, r"A^{+\top} = A^\top", "refuted"),
        (MATRICES, r"A^{+\top} = 2A^\top", "holds"),
        (MATRICES, r"A^{+ T} = 2A^\top", "holds"),
        (MATRICES, r"U^{*\top} U = U^\top U", "refuted"),
        (MATRICES, r"U^{\star T} U^* = (U^*)^\top U^\star", "holds"),
        (MATRICES, r"U^{\dagger\top} U = U^\top U", "refuted"),
        (MATRICES, r"U^{\dagger T} = (U^\dagger)^\top", "holds"),
        (MATRICES, r"U^{\prime\top} = (U')^\top", "holds"),
        (FAMILY, r"z_i^{+\top} z_i = z_i^\top z_i", "refuted"),
        (FAMILY, r"z_i^{+\top} z_i = (z_i^{+})^\top z_i", "holds"),
        (FAMILY, r"z_i^{-\top} z_i = (z_i^{-})^\top z_i", "holds"),
        (SIGNED, r"A_{+1} = A_1", "refuted"),
        (SIGNED, r"A^{+k} = A^{k}", "refuted"),
        (SIGNED, r"A^{+k-1} = A^{k-1}", "refuted"),
        (SIGNED, r"A_{(+1)} = A_{(1)}", "refuted"),
        (SIGNED, r"A^{+*} = A^{*}", "refuted"),
        (r"x, x^{+} \in \mathbb{R}^n, \quad W, W^{(2)} \in \mathbb{R}^{n \times n}", r"W_{1,2}^{(2)\top} = W^{(2)}_{2,1}", "holds"),
        (r"W_Q, W_Q^{(2)} \in \mathbb{R}^{n \times n}", r"W_Q^{(2)\top} = W_Q^\top", "refuted"),
        (r"W_Q, W_Q^{(2)} \in \mathbb{R}^{n \times n}", r"W_Q^{(2) T} = (W_Q^{(2)})^\top", "holds"),
    ],
)  # fmt: skip
def test_marks_in_front_of_a_transpose_are_those_of_the_name(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"A^{-} \in \mathbb{R}^{n \times n}", r"A^{-\top} = (A^{-})^\top", "holds"),
        (r"A \in \mathbb{R}^{n \times n}", r"A^{-\top} = (A^{-1})^\top", "holds"),
        (r"A, A^{-} \in \mathbb{R}^{m \times n}", r"A^{-\top} = (A^{-})^\top", "holds"),
        (r"A, A^{-} \in \mathbb{R}^{n \times n}", r"A^{-\top} = (A^{-})^\top", "ambiguous"),
        (r"A, A^{-} \in \mathbb{R}^{n \times n}", r"A^{-\top} = (A^{-1})^\top", "ambiguous"),
        (r"A_1, A_1^{-} \in \mathbb{R}^{n \times n}", r"A_1^{-T} = (A_1^{-})^\top", "ambiguous"),
    ],
)
def test_a_declared_name_with_a_minus_stands_beside_the_inverse(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [(r"A^{+\top} A^\top A = A", "holds"), (r"A^{+\top} A^\top A = 2 A", "refuted"), (r"A^{+\top} A = I", "ill-typed")],
)
def test_a_transposed_pseudoinverse_of_any_rank(claim, verdict, tmp_path):
    assert judged(claim, r"A \in \mathbb{R}^{m \times n}", tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "said"),
    [
        (r"x \in \mathbb{R}^n", r"x^{+\top} x = \|x\|^2", "superscript + of a number or a vector"),
        (r"A \in \mathbb{R}^{n \times n}", r"A^{*\top} = A", "superscript *"),
        (r"A \in \mathbb{R}^{n \times n}", r"A^{+2} = A A", "begins with a plus sign"),
        (r"x \in \mathbb{R}^{n}", r"x_{+1} = x_1", "begins with a plus sign"),
        (r"x \in \mathbb{R}", r"x^{+2} = x^2", "begins with a plus sign"),
    ],
)
def test_what_no_declared_name_says_is_refused(given, claim, said, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided"
    assert said in (result.message or "")


POWERS = (
    r"x, y \in \mathbb{R}^n, \bar{x} := \frac{1}{n} \sum_i x_i, y', \hat{y}^{(1)}, \hat{y}_i \in \mathbb{R}, A, \bar{A}, A' \in \mathbb{R}^{n \times n}, f(t) := t^3"
)


@pytest.mark.parametrize(
    "claim",
    [
        r"\overline{x^2} = \bar{x}^2",
        r"\overline{A^{-1}} = \bar{A}^{-1}",
        r"\bar{A^\top} = \bar{A}^\top",
        r"\overline{x_i^k} = \bar{x}_i^k",
        r"{y^2}' = y'^2",
        r"y^2{}' = y'^2",
        r"A^{-1}{}' = (A')^{-1}",
        r"f^2{}'(y) = f'(y)^2",
    ],
)
def test_an_accent_over_a_power_and_a_prime_behind_it_are_not_those_of_the_name(claim, tmp_path):
    with pytest.raises(BadPaper, match="over a single symbol|behind a power"):
        judged(claim, POWERS, tmp_path)


@pytest.mark.parametrize("claim", [r"\hat{y_i} = \hat{y}_i", r"\hat{y^{(1)}} = \hat{y}^{(1)}", r"y'^2 = (y')^2", r"f'^2(y') = 9 y'^4"])
def test_labels_under_accents_are_those_of_the_name(claim, tmp_path):
    given = r"y', y, \hat{y}^{(1)} \in \mathbb{R}, \hat{y} \in \mathbb{R}^n, f(t) := t^3"
    assert judged(claim, given, tmp_path).verdict == "holds"


def test_a_plus_sign_in_front_of_the_entries_of_a_space_is_refused(tmp_path):
    with pytest.raises(BadPaper, match="may mean positive entries"):
        judged(r"x \ge 0", r"x \in \mathbb{R}^{+n}", tmp_path)


@pytest.mark.parametrize(
    "claim",
    [
        r"e^{+x} = e^x",
        r"2^{+1} x = 2x",
        r"\int_{-1}^{+1} t^2 \, dt = \frac{2}{3}",
        r"\sum_{i=+1}^n v_i = \mathbf{1}^\top v",
        r"+x = x",
        r"(x + 1)^{+2} = x^2 + 2x + 1",
    ],
)
def test_a_plus_sign_in_front_of_a_number_says_nothing(claim, tmp_path):
    assert judged(claim, r"x \in \mathbb{R}, v \in \mathbb{R}^n", tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    "text",
    [r"x^{+\top}", r"x^{*T}", r"x^{\prime\top}", r"A_{+1}", r"A^{+k-1}", r"A^{+(1)\top}", r"x_{i,+1}", r"x^{+,\top}", r"\lim_{n \to +\infty} a"],
)  # fmt: skip
def test_what_is_printed_is_read_as_the_same(text):
    tree = parse(text)
    assert parse(to_latex(tree)).same(tree)
