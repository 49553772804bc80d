r"""Letters and numbers behind a function without brackets, and the number that a limit introduces."""

import pytest

from tests.judged import judged

GIVEN = (
    r"a, b, k, m, r, t, x, y, \theta, \omega \in \mathbb{R}, \quad x_1, x_2 \in \mathbb{R}, \quad v \in \mathbb{R}^n"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\cos m\theta = \cos(m\theta)", "holds"),
        (r"\cos m\theta = \theta\cos(m)", "refuted"),
        (r"\sin 2\pi t = \sin(2\pi t)", "holds"),
        (r"\sin 2 x = 2\sin x\cos x", "holds"),
        (r"\exp a x = \exp(a x)", "holds"),
        (r"\exp a x = x\exp(a)", "refuted"),
        (r"\cos^2 m\theta + \sin^2 m\theta = 1", "holds"),
        (r"r\cos a t + \sin k x = \sin(k x) + r\cos(a t)", "holds"),
        (r"\int_0^1 \cos a t\,\mathrm{d}t = \int_0^1 \cos(a t)\,\mathrm{d}t", "holds"),
        (r"\int_0^1 \cos a t dt = \int_0^1 \cos(a t)\,\mathrm{d}t", "holds"),
        # The function may end before.
        (r"\cos m\theta\, x = x\cos(m\theta)", "ambiguous"),
        (r"\sin\omega t = \sin(\omega t)", "ambiguous"),
        (r"\cos\theta x_1 - \sin\theta x_2 = x_1\cos\theta - x_2\sin\theta", "ambiguous"),
        (r"\sin x_1 y = y\sin x_1", "ambiguous"),
        (r"\sin x x = x\sin x", "ambiguous"),
        (r"\sin x (y) = y\sin x", "ambiguous"),
        (r"\tanh 2v = \tanh(2v)", "ambiguous"),
        (r"\tanh 2v = 2\tanh(v)", "refuted"),
        # A limit binds its number.
        (r"\lim_{h \to 0} \frac{\sin h}{h} = 1", "holds"),
        (r"\lim_{h \to 0} \lim_{s \to 0} (s + h) v = 0", "holds"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_a_false_limit_does_not_hold(tmp_path):
    assert judged(r"\lim_{h \to 0} \frac{\sin h}{h} = 2", GIVEN, tmp_path).verdict in ("refuted", "undecided")


def test_a_rotation_is_defined_in_a_given_block(tmp_path):
    rotation = r"R := \begin{pmatrix} \cos m\theta & -\sin m\theta \\ \sin m\theta & \cos m\theta \end{pmatrix}"
    assert judged(r"R^\top R = I_2", rf"m, \theta \in \mathbb{{R}}, \quad {rotation}", tmp_path).verdict == "holds"
