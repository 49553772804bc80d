r"""``x(t) \in \mathbb{R}^n`` declares a function of a number t where nothing else declares t; other arguments must be declared."""

import pytest

from derive.errors import NameProblem
from derive.language.scope.scope import Scope
from tests.judged import judged

FACTORS = (
    r"B(t) \in \mathbb{R}^{m \times r}, A(t) \in \mathbb{R}^{r \times n}, G \in \mathbb{R}^{m \times n}, "
    r"\dot{A} = -B^\top G, \dot{B} = -G A^\top"
)
LINEAR = r"x(t) \in \mathbb{R}^n, M \in \mathbb{R}^{n \times n}, \dot{x}(t) = M x(t)"
ORBIT = r"x(t), y(t) \in \mathbb{R}^n, \dot{x} = y, \dot{y} = -x"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (FACTORS, r"\frac{d}{dt}(A A^\top - B^\top B) = 0", "holds"),
        (FACTORS, r"\frac{d}{dt}(A A^\top + B^\top B) = 0", "refuted"),
        (LINEAR, r"\frac{d}{dt} \|x(t)\|^2 = 2 x(t)^\top M x(t)", "holds"),
        (LINEAR, r"\frac{d}{dt} \|x(t)\|^2 = x(t)^\top M x(t)", "refuted"),
        (ORBIT, r"\frac{d}{dt} (\|x\|^2 + \|y\|^2) = 0", "holds"),
        (ORBIT, r"\frac{d}{dt} (\|x\|^2 - \|y\|^2) = 0", "refuted"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


def test_other_arguments_are_refused():
    with pytest.raises(NameProblem, match="the argument u of f is not declared"):
        Scope.root().given(r"f(u) \in \mathbb{R}^n")
