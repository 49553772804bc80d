r"""Superscripts on the left side of a definition: powers and labels are parts of the name, a transpose mark is none."""

from __future__ import annotations

import pytest

from derive.errors import DeriveError
from proofs.reading.paper import BadPaper
from tests.judged import judged

MEANS = r"X \in \mathbb{R}^{n \times d}, \quad \mu_i := \frac1d \sum_j X_{ij} \\ "
VARIANCE = r"\frac1d \sum_j (X_{ij} - \mu_i)^2"
SQUARE = r"X \in \mathbb{R}^{n \times n} \\ "
WIDE = r"X \in \mathbb{R}^{n \times d} \\ "
VECTOR = r"x \in \mathbb{R}^n \\ "

HOLD = [
    (MEANS + r"\sigma_i^2 := " + VARIANCE, r"\sigma_i^2 = " + VARIANCE),
    (MEANS + r"\sigma^2_i := " + VARIANCE, r"\operatorname{LayerNorm}(X)_{ij} = (X_{ij} - \mu_i) / \sigma_i"),
    (MEANS + r"\sigma_i^2 = " + VARIANCE, r"\operatorname{LayerNorm}(X)_{ij} = (X_{ij} - \mu_i) / \sqrt{\sigma_i^2}"),
    (MEANS + r"\sigma_i^2(X) := " + VARIANCE, r"\sigma_i^2(X) = " + VARIANCE),
    (VECTOR + r"\sigma^2 := \frac1n \|x\|_2^2", r"\nabla_x \sigma = \frac{x}{n \sigma}"),
    (VECTOR + r"\sigma^2 := \|x\|_2^2, f := \sigma^2 + \sigma", r"\frac{\partial f}{\partial \sigma^2} = 1 + \frac1{2\sigma}"),
    (VECTOR + r"\epsilon \in \mathbb{R}, \epsilon > 0, \sigma^2 := \|x\|_2^2 + \epsilon", r"\sigma = \sqrt{\|x\|_2^2 + \epsilon}"),
    (VECTOR + r"\sigma^2 := \|x\|_2^2, \sigma := \sqrt{\sigma^2}", r"\sigma = \|x\|_2"),
    (SQUARE + r"\lambda_i^2 := X_{i1}^2", r"\lambda_i X_{ij} = |X_{i1}| X_{ij}"),
    (SQUARE + r"e_i^2 := X_{i1}^2", r"\sum_i e_i^2 = \sum_i X_{i1}^2"),
    (SQUARE + r"e_i^2 := X_{i1}^2", r"\sum_i e^{X_{i1}} = \sum_i \exp(X_{i1})"),
    (SQUARE + r"q_{ij}^2 := X_{ij}^4", r"q_{ij} = X_{ij}^2"),
    (SQUARE + r"q_i^{-1} := X_{i1}", r"q_i = \frac{1}{X_{i1}}"),
    (SQUARE + r"S_N^{-1} := X", "S_N X = I_n"),
    (SQUARE + r"\beta \in \mathbb{R}, p_i^\beta := X_{1i}", r"p_i^\beta = X_{1i}"),
    (WIDE + r"\rho_i^2 := \|X_{i,:}\|_2^2", r"\sum_i \rho_i^2 = \|X\|_F^2"),
    (WIDE + r"x_i^\top := X_{i,:}", r"\sum_i x_i x_i^\top = X^\top X"),
    (WIDE + r"x_i^\top = X_{i,:}", r"\sum_i x_i x_i^\top = X^\top X"),
    (WIDE + r"i \in \{1, \dots, n\}, z^{(i)\top} := X_{i,:}", r"\sum_i z^{(i)} z^{(i)\top} = X^\top X"),
    (WIDE + r"W \in \mathbb{R}^{d \times d}, q_i^\top := X_{i,:} W", r"q_i^\top q_j = (X W W^\top X^\top)_{ij}"),
    (WIDE + r"A_{ij}^\top := X_{ij}", r"A = X^\top"),
    (WIDE + r"A^\top := X", r"A = X^\top"),
    (SQUARE + r"P^{\mathrm m}_{ij} := 2 X_{ij}", r"P^{\mathrm m} = 2 X"),
    (SQUARE + r"X^c_{ij} := 1 - X_{ij}", r"X_{ij}^c + X_{ij} = 1"),
    (SQUARE + r"h_i^{(1)} := X_{i1}, h_i^{(2)} := 2 h_i^{(1)}", r"h_i^{(2)} = 2 X_{i1}"),
    (SQUARE + r"A^{(1)}_{ij} := X_{ij}", "A^{(1)} = X"),
    (SQUARE + r"m_i^{+} := \max(X_{i1}, 0)", r"m_i^+ = \max(X_{i1}, 0)"),
    (SQUARE + r"a_i^{\max} := 2 X_{i1}", r"a_i^{\max} = 2 X_{i1}"),
    (SQUARE + r"s_i' := X_{i1}", "s'_i = X_{i1}"),
    (SQUARE + r"S := X^\top X, S^2 := S S", r"S^2 = X^\top X X^\top X"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "claim"), HOLD)
def test_the_superscript_is_part_of_the_name(given, claim, tmp_path):
    assert judged(claim, given, tmp_path).verdict == "holds"


FALSE = [
    (MEANS + r"\sigma_i^2 := " + VARIANCE, r"\sigma_i = " + VARIANCE, "refuted"),
    (MEANS + r"\sigma^2_i \triangleq " + VARIANCE, r"\sigma_i = " + VARIANCE, "refuted"),
    (MEANS + r"\sigma_i^2 = " + VARIANCE, r"\sigma_i = " + VARIANCE, "refuted"),
    (MEANS + r"i \in \{1, \dots, n\}, \sigma_i^2 := " + VARIANCE, r"\sigma_i = " + VARIANCE, "refuted"),
    (MEANS + r"\sigma_i^2(X) := " + VARIANCE, r"\sigma_i = " + VARIANCE, "refuted"),
    (MEANS + r"\sigma_i^2(X) := " + VARIANCE, r"\sigma_i(2 X) = \sigma_i(X)", "refuted"),
    (MEANS + r"\sigma_i^2 := " + VARIANCE, r"\operatorname{LayerNorm}(X)_{ij} = (X_{ij} - \mu_i) / \sigma_i^2", "refuted"),
    (VECTOR + r"\sigma^2 := \|x\|_2^2, f := \sigma^2 + \sigma", r"\frac{\partial f}{\partial \sigma^2} = 1", "refuted"),
    (SQUARE + r"\tilde x_i^2 := X_{i1}^2", r"\tilde x_i = X_{i1}^2", "refuted"),
    (SQUARE + r"q^2_{ij} := X_{ij}^4", "q_{ij} = X_{ij}^4", "refuted"),
    (SQUARE + r"v_j^{-1} := X_{1j}", "v_j = X_{1j}", "refuted"),
    (SQUARE + r"S_N^{-1} := X", "S_N = X", "refuted"),
    (WIDE + r"\rho_i^2 := \|X_{i,:}\|_2^2", r"\sum_i \rho_i = \|X\|_F^2", "refuted"),
    (WIDE + r"x_i^\top := X_{i,:}", r"\sum_i x_i^\top x_i = X^\top X", "ill-typed"),
    (SQUARE + r"A^\top_{ij} := X_{ij}", "A = X", "refuted"),
    (SQUARE + r"W^{(2)\top} := X", "W^{(2)} = X", "refuted"),
    (SQUARE + r"P \in \mathbb{R}^{n \times n}, P^{\mathrm m}_{ij} := 2 X_{ij}", "P = 2 X", "refuted"),
    (SQUARE + r"h_i^{(1)} := X_{i1}, h_i^{(2)} := 2 h_i^{(1)}", "h^{(2)} = h^{(1)}", "refuted"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "claim", "verdict"), FALSE)
def test_the_name_without_the_superscript_is_another(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


REFUSED_CLAIMS = [
    (SQUARE + r"e_i^2 := X_{i1}", r"\sum_i e_i = \mathbf{1}_n", "only the power"),
    (SQUARE + r"\sigma_i^2 := X_{i1}^2", r"\sigma_i (X_{ij} - 1) = 0", "before a bracket"),
    (VECTOR + r"\sigma^2 := \|x\|_2^2", r"\frac{\partial (\sigma^2 + \sigma)}{\partial \sigma} = 1", "a derivative by"),
    (SQUARE + r"A^2 := X", "A_{ij}^2 = X_{ij}", "a power of an entry"),
    (SQUARE + r"A^{-1} := X", "A_{ij}^{-1} = X_{ij}", "a power of an entry"),
    (SQUARE + r"x \in \mathbb{R}^n, x^1 := X x, x^2 := X x^1", r"\|x\|_2^2 = \sum_i x_i^2", "a power of an entry"),
    (SQUARE + r"s_1^2 := 5, s_i^2 := X_{i1}^2", r"\sum_i s_i^2 = 1", "beside the declared"),
]


@pytest.mark.parametrize(("given", "claim", "reason"), REFUSED_CLAIMS)
def test_what_only_its_power_says(given, claim, reason, tmp_path):
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided"
    assert reason in result.message


REFUSED_DEFINITIONS = [
    (SQUARE + r"A_{ij}^{-1} := X_{ij}", "the reciprocal of an entry or an entry of the inverse"),
    (SQUARE + r"s_i^{\circ 2} := X_{i1}", "on the left side of a definition"),
    (SQUARE + r"s_i^{1/2} := X_{i1}", "on the left side of a definition"),
    (SQUARE + r"[s]_i^2 := X_{i1}^2", "on the left side of a definition"),
    (WIDE + r"T \in \mathbb{N}, x_i^T := X_{i,:}", "where T is declared"),
    (VECTOR + r"\sigma \in \mathbb{R}, \sigma^2 := \|x\|_2^2", "is defined beside"),
    (VECTOR + r"\sigma^2 := \|x\|_2^2, \sigma \in \mathbb{R}", "is defined beside"),
    (VECTOR + r"\sigma \in \mathbb{R}^n, \sigma_i^2 := x_i^2", "is defined beside"),
]


@pytest.mark.parametrize(("given", "reason"), REFUSED_DEFINITIONS)
def test_left_sides_that_say_two_things(given, reason, tmp_path):
    with pytest.raises((DeriveError, BadPaper), match=reason):
        judged("1 = 1", given, tmp_path)


SIGNS = [
    r"F \vcentcolon= 2X", r"F \mathrel{\mathop:}= 2X", r"F \mathrel{\mathop{:}}= 2X", r"F \mathrel{:=} 2X", r"F \doteq 2X",
    "F \\equiv 2X", "2X =: F", r"2X \eqqcolon F", "X + X = 2X =: F",
]  # fmt: skip


@pytest.mark.parametrize("definition", SIGNS)
def test_signs_of_definitions(definition, tmp_path):
    assert judged("F = X + X", SQUARE + definition, tmp_path).verdict == "holds"
    assert judged("F = X", SQUARE + definition, tmp_path).verdict == "refuted"


def test_members_of_a_function_with_the_index_behind(tmp_path):
    given = WIDE + r"Y \in \mathbb{R}^{n \times d}, V \in \mathbb{R}^{k \times d}, f(X)_i := V X_{i,:}^\top"
    assert judged(r"f(Y)_i^\top f(Y)_j = Y_{i,:} V^\top V Y_{j,:}^\top", given, tmp_path).verdict == "holds"
    assert judged(r"f(Y)_i = V X_{i,:}^\top", given, tmp_path).verdict == "refuted"


def test_a_name_that_is_declared_further_down(tmp_path):
    given = WIDE + r"F := V X, V \in \mathbb{R}^{n \times n}"
    assert judged("F = V X", given, tmp_path).verdict == "holds"
    assert judged("F = X", given, tmp_path).verdict == "refuted"


def test_a_name_that_is_defined_further_down(tmp_path):
    given = WIDE + r"F := V X, V := 2 I_n"
    assert judged("F = 2 X", given, tmp_path).verdict == "holds"
    with pytest.raises((DeriveError, BadPaper), match="the size of the identity"):
        judged("F = 2 X", given.replace("I_n", "I"), tmp_path)
