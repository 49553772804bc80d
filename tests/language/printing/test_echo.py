r"""The understood formula: accents, powers of sizes, points that are left out, operators with their point."""

import pytest

from derive.language.printing.core_latex import dim_latex
from derive.language.tree.names import plain_latex
from derive.sizes import Size
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings
from tests.judged import judged


@pytest.mark.parametrize(
    ("name", "latex"),
    [("bar_S", r"\bar{S}"), ("bar_S_1", r"\bar{S}_{1}"), ("hat_tilde_S", r"\hat{\tilde{S}}"), ("W_Q", "W_{Q}")],
)
def test_names(name: str, latex: str):
    assert plain_latex(name) == latex


def test_powers_of_sizes():
    size, other = Size.of("d_V"), Size.of("L")
    assert dim_latex((size, size, size)) == "d_{V}^{3}"
    assert dim_latex((other, size, size, other)) == "L d_{V}^{2} L"
    assert dim_latex((other + 1, other + 1)) == "(L + 1)^{2}"


def test_points_that_no_case_covers_are_named():
    claim = r"\frac{a}{|a|} = \begin{cases} 1 & a > 0 \\ -1 & a < 0 \end{cases}"
    (reading,) = understand(ad_hoc_claim(claim, r"a \in \mathbb{R}", Settings()))
    assert any("left out: a = 0" in note for note in reading.links[0].typed.notes)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"t \in \mathbb{R}, \quad f(t) := t^2 + 3 t", r"\frac{d}{dt}\Big|_{t=0} f(t) = 3", "holds"),
        (r"t \in \mathbb{R}, \quad f(t) := t^2 + 3 t", r"\left.\frac{d}{dt}\right|_{t=0} f(t) = 2", "refuted"),
        (r"t \in \mathbb{R}, \quad f(t) := t^2", r"\left.\frac{d}{dt}\right|_{t=0} t f(t) = 0", "undecided"),
        (
            r"\Delta S \in \mathbb{R}^{n \times n}, \quad \Delta S \ge 0",
            r"\mathbf{1}^\top \Delta S \mathbf{1} \ge 0",
            "holds",
        ),
        (r"\Delta S \in \mathbb{R}^{n \times n}, \quad \Delta S \ne 0", r"\|\Delta S\|_F > 1", "refuted"),
        (r"L > 0, \quad L \in \mathbb{R}", "L^2 > 0", "holds"),
        (r"x \in \mathbb{R}^n, \quad n \ge 2, \quad x_1 \ge x_2 \ge \dots \ge x_n", r"x_2 \ge x_1", "refuted"),
        (r"L > 0, \quad L \in \mathbb{R}", "L^2 > 1", "refuted"),
    ],
)
def test_declarations_and_points(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
