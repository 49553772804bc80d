r"""Families, rows, labelled layers, functions of several arguments and abbreviations: inferred, with true and false neighbors."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proofs.importing.test_inference import claims_of, verdict

LAYERS = (
    r"The total input is \[ z^{(l+1)} = W^{(l)} a^{(l)} + b^{(l)}, \] where $a^{(l)} = f(z^{(l)})$."
    r" We define the error \[ \delta_i^{(l)} := \frac{\partial J}{\partial z_i^{(l)}}. \] "
)
MEMBERS = [  # source, verdict of its last claim
    (r"\[ X^\top X = \sum_{i=1}^n x_i x_i^\top \]", "holds"),
    (r"\[ X X^\top = \sum_{i=1}^n x_i x_i^\top \]", "holds"),
    (r"\[ X^\top X = 2 \sum_{i=1}^n x_i x_i^\top \]", "ambiguous"),
    (r"\[ \|X\|_F^2 = \sum_{i=1}^n \|x_i\|^2 \]", "holds"),
    (r"\[ \sum_{i=1}^n \|x_i - \mu\|^2 = \sum_{i=1}^n x_i^\top x_i - 2 \mu^\top \sum_{i=1}^n x_i + n \mu^\top \mu \]", "holds"),
    (r"\[ \sum_{i=1}^n \|x_i - \mu\|^2 = \sum_{i=1}^n x_i^\top x_i - \mu^\top \sum_{i=1}^n x_i + n \mu^\top \mu \]", "refuted"),
    (r"\[ [A x_1, A x_2, \dots, A x_n] = A [x_1, x_2, \dots, x_n] \]", "holds"),
    (r"\[ [A x_1, A x_2, \dots, A x_n] = 2 A [x_1, x_2, \dots, x_n] \]", "refuted"),
    (
        r"\[ \sum_i x_i \delta_i^\top = [x_1, x_2, \dots, x_n] \begin{bmatrix} \delta_1^\top \\ \delta_2^\top \\ \vdots \\ \delta_n^\top \end{bmatrix} \]",
        "holds",
    ),
    (r"\[ \sum_{t=1}^T (S_{c,t} v + x_t) = \Bigl(\sum_{s=1}^T S_{c,s}\Bigr) v + \sum_{s=1}^T x_s \]", "holds"),
    (r"\[ \sum_{t=1}^T S_{c,t} v = \Bigl(\sum_{s=1}^T S_{b,s}\Bigr) v \]", "refuted"),
    (r"\[ \sum_{t=1}^T S^{(1)}_t x_{t-1} = \sum_{s=0}^{T-1} S^{(1)}_{s+1} x_s \]", "holds"),
    (r"\[ \sum_{t=1}^T S^{(1)}_t x_{t-1} = \sum_{t=1}^T S^{(1)}_t x_t \]", "refuted"),
]  # fmt: skip
LABELS = [
    (LAYERS + r"\[ \frac{\partial z_i^{(l+1)}}{\partial W_{ij}^{(l)}} = a_j^{(l)} \]", "holds"),
    (LAYERS + r"\[ \frac{\partial z_i^{(l+1)}}{\partial W_{ij}^{(l)}} = 2 a_j^{(l)} \]", "refuted"),
    (LAYERS + r"\[ \frac{\partial z^{(l+1)}}{\partial a^{(l)}} = W^{(l)} \]", "holds"),
    (LAYERS + r"\[ \frac{\partial z^{(l)}}{\partial a^{(l-1)}} = W^{(l-1)} \]", "holds"),
    (LAYERS + r"\[ \frac{\partial J}{\partial a_i^{(l)}} = \sum_{j=1}^{s_{(l+1)}} \delta_j^{(l+1)} W_{ji}^{(l)} \]", "holds"),
    (LAYERS + r"\[ \frac{\partial J}{\partial a_i^{(l)}} = 2 \sum_{j=1}^{s_{(l+1)}} \delta_j^{(l+1)} W_{ji}^{(l)} \]", "ambiguous"),
    (LAYERS + r"\[ \delta_i^{(l)} = \frac{\partial J}{\partial a_i^{(l)}} f'(z_i^{(l)}) \]", "holds"),
]  # fmt: skip
SAMPLES = r"Let \[ z^{(i)} = w^\top x^{(i)} + b. \] "
SUMS = r"The losses are \[ \ell^{(i)}(w, b) = (w^\top x^{(i)} + b - y^{(i)})^2. \] The cost is \[ J(w, b) = \frac{1}{m} \sum_{i=1}^m \ell^{(i)}(w, b). \] Then "
RUNNING_LABELS = [
    (r"\[ \sum_{i=1}^m (y^{(i)} - w^\top x^{(i)})^2 = \sum_{i=1}^m (w^\top x^{(i)} - y^{(i)})^2 \]", "holds"),
    (r"\[ \sum_{i=1}^m (y^{(i)} - w^\top x^{(i)}) = \sum_{i=1}^m (w^\top x^{(i)} - y^{(i)}) \]", "refuted"),
    (r"\[ \frac{\partial}{\partial w_j} \sum_{i=1}^m w^\top x^{(i)} = \sum_{i=1}^m x_j^{(i)} \]", "holds"),
    (r"\[ \frac{\partial}{\partial w_j} \sum_{i=1}^m w^\top x^{(i)} = \sum_{i=1}^m x_j^{(1)} \]", "ambiguous"),
    (r"\[ \frac{\partial (w^\top x^{(i)})^2}{\partial w_j} = 2 (w^\top x^{(i)}) x_j^{(i)} \]", "holds"),
    (r"\[ \frac{\partial (w^\top x^{(i)})^2}{\partial w_j} = (w^\top x^{(i)}) x_j^{(i)} \]", "refuted"),
    (r"\[ \sum_{t=0}^{T-1} s^{(t+1)} = \sum_{t=1}^{T} s^{(t)} \]", "holds"),
    (r"\[ \sum_{t=1}^{T} s^{(t+1)} = \sum_{t=1}^{T} s^{(t)} \]", "refuted"),
    (SAMPLES + r"Then \[ \sum_{i=1}^m z^{(i)} = w^\top \sum_{i=1}^m x^{(i)} + m b \]", "holds"),
    (SAMPLES + r"Then \[ \sum_{i=1}^m z^{(i)} = w^\top \sum_{i=1}^m x^{(i)} + b \]", "ambiguous"),
    (SUMS + r"\[ \frac{\partial J}{\partial w_j} = \frac{2}{m} \sum_{i=1}^m (w^\top x^{(i)} + b - y^{(i)}) x_j^{(i)} \]", "holds"),
    (SUMS + r"\[ \frac{\partial J}{\partial w_j} = \frac{1}{m} \sum_{i=1}^m (w^\top x^{(i)} + b - y^{(i)}) x_j^{(i)} \]", "ambiguous"),
]  # fmt: skip
PARAMETERS = [
    (r"\[ \nabla_\theta \pi_\theta(a \mid s) = \pi_\theta(a \mid s) \nabla_\theta \log \pi_\theta(a \mid s) \]", "holds"),
    (r"\[ \nabla_\theta \pi_\theta(a \mid s) = 2 \pi_\theta(a \mid s) \nabla_\theta \log \pi_\theta(a \mid s) \]", "ambiguous"),
    (r"\[ \nabla_w \sum_{i=1}^n (f_w(x_i) - y_i)^2 = 2 \sum_{i=1}^n (f_w(x_i) - y_i) \nabla_w f_w(x_i) \]", "holds"),
    (r"\[ \nabla_w \sum_{i=1}^n (f_w(x_i) - y_i)^2 = \sum_{i=1}^n (f_w(x_i) - y_i) \nabla_w f_w(x_i) \]", "ambiguous"),
    (r"\[ \frac{\partial}{\partial \theta_j} (h_\theta(x) - y)^2 = 2 (h_\theta(x) - y) \frac{\partial}{\partial \theta_j} h_\theta(x) \]", "holds"),
]  # fmt: skip
NAMES_WITH_MARKS = [
    (r"\[ A A^+ A = A \]", "holds"),
    (r"\[ (\mathbf{A}\!^+)\!^+ = \mathbf{A} \]", "holds"),
    (r"\[ A A^+ = A^+ A \]", "ambiguous"),
    (r"\[ (\sigma_0^2 + \sigma^2) (\sigma_0^2 - \sigma^2) = \sigma_0^4 - \sigma^4 \]", "holds"),  # no entry of sigma
    (r"\[ (\sigma_0^2 + \sigma^2) (\sigma_0^2 - \sigma^2) = \sigma_0^4 + \sigma^4 \]", "refuted"),
    (r"\[ \|x - x_0\|^2 = x^\top x - 2 x^\top x_0 + x_0^\top x_0 \]", "holds"),
]  # fmt: skip
SIGMOID = r"Here $g(z)$ is the sigmoid \[ g(z) = \frac{1}{1 + e^{-z}}. \] "
DEFINED_BY_FIRST_USE = [
    (SIGMOID + r"Then \[ g'(z) = g(z) (1 - g(z)). \]", "holds"),
    (SIGMOID + r"Then \[ g'(z) = g(z) (1 + g(z)). \]", "ambiguous"),
    (r"Thus \[ g(z) = \frac{1}{1 + e^{-z}}. \]", "ambiguous"),  # no definition, and no identity of every g
    (r"\[ g'(z) = g(z) (1 - g(z)) \]", "ambiguous"),
    (r"\[ \frac{\partial L}{\partial x} = 2 x^\top \]", "ambiguous"),
]  # fmt: skip
SHORT = r"The cost is \[ J(W; x) := g(W x). \] Here we have abbreviated $J(W; x)$ to $J$. "
FUNCTIONS = [
    (r"Define \[ Q(x; \mu, S) := (x - \mu)^\top S (x - \mu). \] Then \[ Q(x; \mu, S) = Q(\mu; x, S). \]", "holds"),
    (r"Define \[ Q(x; \mu, S) := (x - \mu)^\top S (x - \mu). \] Then \[ Q(2 x; \mu, S) = 2 Q(x; \mu, S). \]", "refuted"),
    (r"Let \[ Pd(s; u) := s^\top u. \] Then \[ Pd(s; u) = Pd(u; s). \]", "holds"),
    (r"Let \[ Pd(s; u) := s^\top u. \] Then \[ Pd(s; 2 u) = Pd(u; s). \]", "refuted"),
    (r"\[ \int_{\mathbb{R}^n} A x p(x) dx = A \int_{\mathbb{R}^n} x p(x) dx \]", "holds"),
    (r"\[ \int_{\mathbb{R}^n} A x p(x) dx = A^\top \int_{\mathbb{R}^n} x p(x) dx \]", "undecided"),
    (r"\[ \|x - x'\|^2 = x^\top x - 2 x^\top x' + x'^\top x' \]", "holds"),
    (r"\[ \|x - x'\|^2 = x^\top x - x^\top x' + x'^\top x' \]", "refuted"),
    (r"\[ k(x, x') + k(x', x) = k(x', x) + k(x, x') \]", "holds"),
    (r"\[ k(x, x') = k(x', x) \]", "refuted"),
    (r"\[ \alpha_t(s) + p(s \mid u) = p(s \mid u) + \alpha_t(s) \]", "holds"),
    (r"\[ \alpha_t(s) p(s \mid u) = p(u \mid s) \alpha_t(s) \]", "refuted"),
    (SHORT + r"\[ J(W; x) + J = 2 J \]", "holds"),
    (SHORT + r"\[ J(W; x) + J = 3 J \]", "ambiguous"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), [*MEMBERS, *LABELS, *FUNCTIONS, *RUNNING_LABELS, *PARAMETERS, *NAMES_WITH_MARKS])
def test_what_is_inferred_of_members_labels_and_functions(source: str, expected: str, tmp_path: Path) -> None:
    found = verdict(claims_of(source)[-1], tmp_path)
    false = {"refuted": ("refuted", "ambiguous"), "ambiguous": ("refuted", "ambiguous")}
    assert found in false.get(expected, (expected,))


@pytest.mark.parametrize(("source", "expected"), DEFINED_BY_FIRST_USE)
def test_a_function_that_a_text_does_not_define_is_not_refuted(source: str, expected: str, tmp_path: Path) -> None:
    assert verdict(claims_of(source)[-1], tmp_path) == expected


def given_of(source: str) -> list[str]:
    claim = claims_of(source)[-1]
    return [line.strip() for block in claim.inferred for line in block.text.split(" \\\\\n")]


@pytest.mark.parametrize(("source", "line"), [
    (r"\[ X^\top X = \sum_{i=1}^n x_i x_i^\top \]", r"x_i := X_{i,:}^\top"),
    (r"\[ X X^\top = \sum_{i=1}^n x_i x_i^\top \]", r"x_i := X_{:,i}"),
    (r"\[ \Bigl\|\sum_{i=1}^n x_i\Bigr\| \le \sum_{i=1}^n \|x_i\| \]", r"x_i \in \mathbb{R}^{m} \quad \forall i \in \{1, \dots, n\}"),
    (r"\[ \alpha_t(s) p(s \mid u) = p(u \mid s) \alpha_t(s) \]", r"p : \mathbb{R} \times \mathbb{R} \to \mathbb{R}"),
    (r"\[ \frac{\partial^2 U^{-1}}{\partial x \partial y} = \frac{\partial^2 U^{-1}}{\partial y \partial x} \]", r"U(x, y) \in \mathbb{R}^{n \times n}"),
])  # fmt: skip
def test_lines_of_what_is_inferred(source: str, line: str) -> None:
    assert line in given_of(source)


def test_a_recursion_is_put_in_at_no_other_label(tmp_path: Path) -> None:
    source = r"We define \[ h_{t} := A h_{t-1} + b. \] Then \[ h_{t+1} = A^2 h_{t-1} + A b + b. \]"
    assert verdict(claims_of(source)[-1], tmp_path) in ("ambiguous", "undecided", "unread")


def test_what_fits_nowhere_is_found_where_it_stands(tmp_path: Path) -> None:
    claim = claims_of(r"\[ \mathbf{A}\mathbf{x} = \mathbf{x}^\top + \mathbf{A} \]")[-1]
    assert claim.inferred and verdict(claim, tmp_path) == "ambiguous"


def test_shapes_that_a_section_lists_come_before_a_layout_in_which_they_do_not_fit(tmp_path: Path) -> None:
    source = (
        r"We define \[ y = W x \] with the shapes \begin{align} y &: M \times 1 \\ x &: N \times 1 \\ W &: M \times N \end{align}"
        r" Let \[ \nabla_y L = \delta. \] Then \[ \frac{\partial L}{\partial x} = W^\top \delta \] and \[ \frac{\partial L}{\partial W} = \delta x^\top. \]"
    )
    claims = claims_of(source)
    assert [verdict(claim, tmp_path) for claim in claims] == ["holds", "holds"]
    false = claims_of(source.replace(r"= \delta x^\top", r"= 2 \delta x^\top"))[-1]
    assert verdict(false, tmp_path) in ("ambiguous", "refuted")
