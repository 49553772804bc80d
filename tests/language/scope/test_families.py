r"""A name with a letter in its scripts: a family where the letter is an index, never a constant where the letter varies."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError, NotSupported
from derive.language.scope.scope import Scope
from proofs.judging.judge import judge
from proofs.reading.options import How
from proofs.reading.reader import read_text
from tests.judged import judged

VECTORS = r"x_i \in \mathbb{R}^n, i = 1, \dots, m"
LOSS = (
    r"x_i \in \mathbb{R}^d, y_i \in \mathbb{R}, i=1,\dots,n, w \in \mathbb{R}^d, "
    r"L(w) := \frac1n\sum_{i=1}^n(w^T x_i-y_i)^2"
)
TYPED = r"x \in \mathbb{R}, f : \mathbb{R} \to \mathbb{R}, "


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (VECTORS, r"\sum_{i=1}^m x_i = m x_i"),
        (VECTORS, r"\|\sum_{i=1}^m x_i\| = \sum_{i=1}^m \|x_i\|"),
        (r"x_i \in \mathbb{R}^n \; \forall i \in [m]", r"\sum_{i=1}^m x_i = m x_i"),
        (r"x_i \in \mathbb{R}^n, \text{for } i=1,\dots,m", r"\sum_{i=1}^m x_i = m x_i"),
        (LOSS, r"\nabla L(w) = 2(w^T x_i-y_i)x_i"),
        (r"x_{ij} \in \mathbb{R}^n, i, j = 1, \dots, m", r"\sum_{i=1}^m x_{ij} = m x_{ij}"),
        (r"x_i \in \mathbb{R}, i = 1, \dots, m", r"\max_{1 \le i \le m} x_i = x_i"),
        (r"f_i:\mathbb{R}\to\mathbb{R}, i = 1,\dots,m, x \in \mathbb{R}", r"\sum_{i=1}^m f_i(x)=m f_i(x)"),
        (r"i \in [m], x^{(i)}\in\mathbb{R}^n", r"\sum_{i=1}^m x^{(i)}=m x^{(i)}"),
        (r"W_Q^{(h)} \in \mathbb{R}^{d \times k}, h = 1, \dots, H", r"\sum_{h=1}^H W_Q^{(h)} = H W_Q^{(1)}"),
        (r"W_h^Q \in \mathbb{R}^{d \times k}, h = 1, \dots, H", r"\sum_{h=1}^H W_h^Q = H W_1^Q"),
        (VECTORS, r"x_i = x_j"),
        (TYPED + "f(x) := x^2", "f(3) = 8"),
    ],
)
def test_members_of_a_family_differ(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (VECTORS, r"\|\sum_{i=1}^m x_i\| \le \sum_{i=1}^m \|x_i\|"),
        (r"x_i \in \mathbb{R}^n \; \forall i \in [m]", r"\sum_{i=1}^m x_i = \sum_{j=1}^m x_j"),
        (LOSS, r"\nabla L(w) = \frac2n\sum_{i=1}^n(w^T x_i-y_i)x_i"),
        (r"x_i \in \mathbb{R}, i = 1, \dots, m", r"\max_{1 \le i \le m} x_i \ge x_j"),
        (r"x^{(i)}\in\mathbb{R}^n, i = 1, \dots, m", r"\sum_{i=1}^m x^{(i)}_k = \left(\sum_{i=1}^m x^{(i)}\right)_k"),
        (r"\theta, x\in\mathbb{R}, f_\theta(x) := \theta x", r"\frac{\partial f_\theta(x)}{\partial\theta}=x"),
        (r"W_x \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n", r"\frac{\partial W_x x}{\partial x} = W_x"),
        (r"t \in \mathbb{R}, g(t) := t^2", r"\int_0^1 g(t) \, dt = \frac13"),
        (TYPED + "f(x) := x^2", "f(3) = 9"),
        (TYPED + "f(x) = x^2", "f(3) = 9"),
    ],
)
def test_what_is_true_of_families(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"x_i \in \mathbb{R}^n, m \in \mathbb{N}", r"\sum_{i=1}^m x_i = m x_i"),
        (r"x_{ij} \in \mathbb{R}, m \in \mathbb{N}", r"\prod_{i=1}^m x_{ij} = x_{ij}^m"),
        (r"x_t, x_{t+1} \in \mathbb{R}^n, T \in \mathbb{N}", r"\sum_{t=1}^T (x_{t+1}-x_t) = T (x_{t+1}-x_t)"),
        (r"f_i:\mathbb{R}\to\mathbb{R}, x \in \mathbb{R}, m \in \mathbb{N}", r"\sum_{i=1}^m f_i(x)=m f_i(x)"),
        (r"x^i\in\mathbb{R}^n, m \in \mathbb{N}", r"\sum_{i=1}^m x^i=m x^i"),
        (r"n_i \in \mathbb{N}, k \in \mathbb{N}", r"\sum_{i=1}^k n_i = k n_i"),
        (r"x_t\in\mathbb{R}^n", r"\int_0^1 x_t\,dt=x_t"),
        (r"x_t\in\mathbb{R}^n, t\in\mathbb{R}", r"\frac{d x_t}{dt}=0"),
        (r"f_\theta:\mathbb{R}\to\mathbb{R}, \theta, x\in\mathbb{R}", r"\frac{\partial f_\theta(x)}{\partial\theta}=0"),
        (r"x_t\in\mathbb{R}, t\in\mathbb{R}", r"\sup_{t} x_t = x_t"),
        (r"x_t\in\mathbb{R}, t\in\mathbb{R}", r"\lim_{t \to 0} x_t = x_t"),
        (r"x_n \in \mathbb{R}, n \in \mathbb{N}", r"\lim_{n \to \infty} x_n = x_n"),
        (r"i \in [m], x_i, w \in \mathbb{R}^n, L(w) := (w^T x_i)^2", r"\sum_{i=1}^m L(w) = m L(w)"),
        (r"t \in \mathbb{R}, g := t^2", r"\int_0^1 g \, dt = g"),
    ],
)
def test_one_name_is_refused_where_its_letter_varies(given: str, claim: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert result.verdict == "undecided"
    assert any(words in result.message for words in ("declared as one name", "which is bound here", "is bound anew"))


@pytest.mark.parametrize(
    "given",
    [
        r"f_\theta:\mathbb{R}\to\mathbb{R}, \theta, x\in\mathbb{R}, L(\theta) := f_\theta(x)",
        r"x_t\in\mathbb{R}, t\in\mathbb{R}, g(t) := x_t",
        r"i \in [m], x^i\in\mathbb{R}^n",
        r"i \in [m], x_{i+1}\in\mathbb{R}^n",
        r"x \in \mathbb{R}, f : \mathbb{R} \to \mathbb{R}, f(x) = x",
        r"x \in \mathbb{R}, x > 0, f : \mathbb{R} \to \mathbb{R}, f(x) = x^2",
    ],
)
def test_declarations_with_two_meanings_are_refused(given: str) -> None:
    with pytest.raises(NotSupported):
        Scope.root().given(given)


def test_a_definition_fits_the_type() -> None:
    given = r"x \in \mathbb{R}^n, f : \mathbb{R}^n \to \mathbb{R}^m, f(x) := x^\top x"
    with pytest.raises(DeriveError, match="declared with values in m x 1 but defined as 1 x 1"):
        Scope.root().given(given)


def test_a_family_beside_a_matrix_of_the_same_name(tmp_path: Path) -> None:
    given = r"x \in \mathbb{R}^n, x_i \in \mathbb{R}^n, i = 1, \dots, m"
    assert judged(r"\sum_{i=1}^m x_i = m x", given, tmp_path).verdict == "refuted"


FAMILY = r"Q \in \mathbb{R}^{N \times d}, \quad R \in \mathbb{R}^{2 \times 2} \\ q_i := Q_{i,:}^\top"


@pytest.mark.parametrize(
    ("inner", "claim", "verdict"),
    [
        (r"q \in \mathbb{R}^2", r"R q = R \begin{pmatrix} q_1 \\ q_2 \end{pmatrix}", "holds"),
        (r"q \in \mathbb{R}^2", r"R q = R \begin{pmatrix} q_2 \\ q_1 \end{pmatrix}", "refuted"),
        (r"q \in \mathbb{R}^2", r"\|q\|^2 = q_1^2 + q_2^2", "holds"),
        (r"q \in \mathbb{R}^d", r"\sum_i \|q_i - q\|^2 = \|Q - \mathbf{1} q^\top\|_F^2", "holds"),
        (r"q \in \mathbb{R}^N", r"\sum_i \|q_i\|^2 = \|Q\|_F^2", "ambiguous"),
        ("c := 1", r"\sum_i \|q_i\|^2 = \|Q\|_F^2", "holds"),
    ],
)  # fmt: skip
def test_an_inner_name_beside_an_outer_family(inner: str, claim: str, verdict: str, tmp_path):
    text = f"---\ntitle: families\n---\n# Setting\n```math given\n{FAMILY}\n```\n## a: claim\n```math given\n{inner}\n```\n"
    (claimed,) = read_text(text + f"```math\n{claim}\n```\n", "families.md").claims
    assert judge(claimed, How(effort="quick", certificates=tmp_path)).verdict == verdict
