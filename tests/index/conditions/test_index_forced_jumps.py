"""Derivatives at the very point where a comparison, a sign or a modulus jumps or has its kink."""

import pytest

from tests.judged import judged

GIVEN = r"""t \in \mathbb{R}, \quad x \in \mathbb{R}^n \\
f(t) := \begin{cases} t^2 + 1 & t > 0 \\ t^2 & t \le 0 \end{cases} \\
g(t) := \begin{cases} t^2 & t > 0 \\ 2 t^2 & t \le 0 \end{cases} \\
h(t) := \mathbf{1}[t \ge 1], \quad s(t) := \operatorname{sign}(t), \quad p(t) := t \operatorname{sign}(t)^2, \quad a(t) := |t|, \quad r(t) := \operatorname{ReLU}(t)"""
NOT_SHOWN = [
    ("", r"f'(0) = 0"),
    ("", r"h'(1) = 0"),
    ("", r"s'(0) = 0"),
    ("", r"p'(0) = 1"),
    ("", r"a'(0) = 0"),
    ("", r"r'(0) = 0"),
    ("t = 0", r"\frac{d}{dt} \operatorname{sign}(t) = 0"),
    ("x = 0", r"\frac{\partial}{\partial x_i} \mathbf{1}[x_1 > 0] = 0"),
]
HOLDS = [
    ("", r"f'(1) = 2"),
    ("", r"g'(0) = 0"),
    ("", r"h'(2) = 0"),
    ("", r"h'(t) = 0"),
    ("", r"s'(t) = 0"),
    ("t > 0", r"\frac{d}{dt} \operatorname{sign}(t) = 0"),
]


@pytest.mark.parametrize(("more", "claim"), NOT_SHOWN)
def test_no_derivative_is_claimed_at_a_jump(more: str, claim: str, tmp_path):
    assert judged(claim, rf"{GIVEN} \\ {more}" if more else GIVEN, tmp_path).verdict in ("undecided", "vacuous")


@pytest.mark.parametrize(("more", "claim"), HOLDS)
def test_off_the_jump_and_where_both_branches_meet(more: str, claim: str, tmp_path):
    assert judged(claim, rf"{GIVEN} \\ {more}" if more else GIVEN, tmp_path).verdict == "holds"
