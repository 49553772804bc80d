"""Repairs of exponents, ends of sums, turned products, numbers that a term lacks; none of them says nothing."""

# ruff: noqa: E501 - formulas stay on one line

from __future__ import annotations

import itertools

import pytest

from derive.language.parsing.parser import statements
from derive.language.printing.latex import to_latex
from derive.language.problems.elaborate import default_problems
from derive.language.scope.options import Options
from derive.language.scope.scope import Scope
from derive.language.tree.syntax import Syn
from derive.repair import proposals
from derive.repair.bench import Bench
from derive.repair.empty import says_nothing
from derive.repair.multipliers import times
from derive.repair.powers import opposite

GIVEN = (
    r"A \in \mathbb{R}^{m \times n}, \quad M, N \in \mathbb{R}^{n \times n}, \quad X \in \mathbb{R}^{n \times d}, \quad w, v, x \in \mathbb{R}^n, \quad "
    r"y \in \mathbb{R}^m, \quad \tau, \sigma, \lambda > 0, \quad t \in \mathbb{R}, \quad \det M \ne 0, \quad \det N \ne 0"
)
OPTIONS = Options(layout="gradient")
SCOPE = Scope.root(OPTIONS).given(GIVEN)


def read(text: str, scope: Scope = SCOPE) -> Syn:
    (tree,) = statements(text, {}, {key.plain for key in scope.visible()})
    return tree


def repairs(text: str, given: str = "", most: int = 3) -> list[str]:
    scope = SCOPE.given(given) if given else SCOPE
    return [to_latex(r.statement) for r in itertools.islice(proposals(read(text, scope), scope, OPTIONS), most)]


LINEAR = r"f(w) := \tfrac12 \|A w - y\|_2^2 + \tfrac{\lambda}{2} \|w\|_2^2"
SOFT = r"q := \operatorname{softmax}(x / \tau), \quad f := -\log q_1"


@pytest.mark.parametrize(
    ("given", "wrong", "right"),
    [
        # exponents
        ("", r"\operatorname{diag}(x) \operatorname{diag}(x) = \operatorname{diag}(x^{\circ 3})", r"\operatorname{diag}(x) \operatorname{diag}(x) = \operatorname{diag}(x^{\circ 2})"),
        ("", r"(M N)^{-1} = N^{-1} M", r"(M N)^{-1} = N^{-1} M^{-1}"),
        ("", r"x^\top x x^\top x = \|x\|_2^2 \|x\|_2", r"x^\top x x^\top x = \|x\|_2^2 \|x\|_2^2"),
        ("", r"x - 2 \tau M x + \tau^2 M M x = (I_n - \tau M) x", r"x - 2 \tau M x + \tau^2 M M x = (I_n - \tau M)^2 x"),
        (r"S \in \mathbb{R}^{n \times n} \text{ symmetric positive definite}", r"\|S^{-1/2} x\|_2^2 = x^\top S^{-1/2} x", r"\|S^{-1/2} x\|_2^2 = x^\top S^{-1} x"),
        ("", r"\log(1 + e^t) = t + \log(1 + e^t)", r"\log(1 + e^t) = t + \log(1 + e^{-t})"),
        (r"h_0 = 0, \quad u_k \in \mathbb{R}^d, \quad h_k := M h_{k-1} + X u_k", r"h_k = \sum_{s=1}^k M^{k-s+1} X u_s", r"h_k = \sum_{s=1}^k M^{k-s} X u_s"),
        # the ends of sums
        ("", r"\sum_{i=1}^n x_i^2 - x_1^2 = \sum_{i=1}^n x_i^2", r"\sum_{i=1}^n x_i^2 - x_1^2 = \sum_{i=2}^n x_i^2"),
        # products turned around, or a factor elsewhere
        ("", r"\nabla_M (w^\top M^{-1} v) = -M^{-1} v w^\top M^{-1}", r"\nabla_M (w^\top M^{-1} v) = -M^{-\top} w v^\top M^{-\top}"),
        ("", r"\nabla_A (y^\top A X X^\top v) = y X^\top v^\top X", r"\nabla_A (y^\top A X X^\top v) = y v^\top X X^\top"),
        # a matrix that was taken for a symmetric one, an outer product for a diagonal matrix
        ("", r"\nabla_X \operatorname{tr}(X^\top M X) = 2 M X", r"\nabla_X \operatorname{tr}(X^\top M X) = (M + M^\top) X"),
        ("", r"\frac{\partial (x \odot v)}{\partial x} = v v^\top", r"\frac{\partial (x \odot v)}{\partial x} = \operatorname{diag}(v)"),
        # arguments turned
        (r"R(t) := \begin{pmatrix} \cos t & -\sin t \\ \sin t & \cos t \end{pmatrix}", r"R(\sigma)^\top R(\tau) = R(\sigma - \tau)", r"R(\sigma)^\top R(\tau) = R(\tau - \sigma)"),
        # numbers
        (LINEAR, r"\nabla_w f = A^\top (A w - y)", r"\nabla_w f = A^\top (A w - y) + \lambda w"),
        (LINEAR, r"\nabla_w f = A^\top (A w - y) + w", r"\nabla_w f = A^\top (A w - y) + \lambda w"),
        (SOFT, r"\nabla_x f = \tau (q - \mathbf{e}_1)", r"\nabla_x f = \frac{1}{\tau} (q - \mathbf{e}_1)"),
        (SOFT, r"\nabla_x f = q - \mathbf{e}_1", r"\nabla_x f = \frac{1}{\tau} (q - \mathbf{e}_1)"),
        (SOFT, r"\nabla_x^2 f = \frac{1}{\tau} (\operatorname{diag}(q) - q q^\top)", r"\nabla_x^2 f = \frac{1}{\tau^2} (\operatorname{diag}(q) - q q^\top)"),
        (r"p := \operatorname{softmax}(x), \quad J := \sum_{i=1}^n p_i v_i", r"\frac{\partial J}{\partial x_k} = v_k - J", r"\frac{\partial J}{\partial x_k} = p_k (v_k - J)"),
        ("", r"\nabla_x (x^\top v)^2 = 2 v", r"\nabla_x (x^\top v)^2 = 2 (x^\top v) v"),
        # matrices
        ("", r"\operatorname{tr}(M N) = \operatorname{tr}(N)", r"\operatorname{tr}(M N) = \operatorname{tr}(N M)"),
        (r"K := M + \tau I_n", r"M^{-1} = K^{-1} + \tau K^{-1}", r"M^{-1} = K^{-1} + \tau M^{-1} K^{-1}"),
        # derivatives by numbers, logarithms of determinants
        ("", r"\frac{d}{dt} (M + t N)^{-1} = (M + t N)^{-1} N (M + t N)^{-1}", r"\frac{d}{dt} (M + t N)^{-1} = -(M + t N)^{-1} N (M + t N)^{-1}"),
        (r"h \in \mathbb{N}", r"\log |\det(I_h \otimes M)| = \log |\det M|", r"\log |\det(I_h \otimes M)| = h \log |\det M|"),
    ],
)  # fmt: skip
def test_the_slip_is_undone(given: str, wrong: str, right: str):
    scope = SCOPE.given(given) if given else SCOPE
    found = repairs(wrong, given)
    if to_latex(read(right, scope)) in found:
        return
    # Another way to write the same.
    keys = [default_problems(read(text, scope), scope, OPTIONS)[0].goal for text in (*found, right)]
    assert keys[-1] in keys[:-1], found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"M M N = M^2 N", True),
        (r"M^{-1} M N = N", True),
        (r"M N M^{-1} = N", False),
        (r"t e^{-\tau} = e^{-\tau} t", True),
        (r"2 t \operatorname{tr}(I_n) = 2 n t", False),
        (r"M M N = N^2 M", False),
        (r"(M + N)^2 = M M + M N + N M + N N", False),
    ],
)
def test_powers_written_out_and_inverses_next_to_each_other_say_nothing(text: str, expected: bool):
    (problem,) = default_problems(read(text), SCOPE)
    assert says_nothing(problem) is expected


def test_a_square_does_not_rescue_what_needs_a_sign():
    given = r"a \in \mathbb{R}, \quad a \ne 0, \quad N_0(x) := \frac{x}{\|x\|_2}, \quad x \ne 0"
    assert not any("a^2" in text or "sqrt" in text for text in repairs(r"N_0(a x) = N_0(x)", given, 10))


@pytest.mark.parametrize("text", [r"M N = N M", r"|t| - t = 0", r"M M N = M N", r"x = v", r"\tau x = \sigma v"])
def test_no_exponent_or_number_leaves_nothing_of_a_claim(text: str):
    for found in repairs(text, most=10):
        assert not any(says_nothing(p) for p in default_problems(read(found), SCOPE))
        assert r"\sqrt" not in found


@pytest.mark.parametrize(
    ("term", "exponent", "written"),
    [
        (r"x", 1, r"\tau x"),
        (r"2 x", 1, r"2 \tau x"),
        (r"\tau x", -1, r"x"),
        (r"\tau x", 1, r"\tau^2 x"),
        (r"\tau x", -2, r"\frac{1}{\tau} x"),
        (r"\frac{1}{\tau} x", -1, r"\frac{1}{\tau^2} x"),
        (r"\frac{1}{\tau^2} x", 1, r"\frac{1}{\tau} x"),
        (r"\frac{\sigma x}{\tau}", 1, r"\sigma x"),
        (r"\frac{x}{\sigma}", -1, r"\frac{x}{\sigma \tau}"),
        (r"\frac{\sigma}{\tau} x", 2, r"(\tau \sigma) x"),
        (r"\frac{\tau}{\sigma} x", -2, r"\frac{1}{\tau \sigma} x"),
        (r"x - v", -1, r"\frac{1}{\tau} (x - v)"),
        (r"\exp(\tau) x", 1, r"\tau \exp(\tau) x"),
    ],
)
def test_a_number_is_written_into_the_power_that_is_there(term: str, exponent: int, written: str):
    node, number = (read(f"{part} = 0").children[0] for part in (term, r"\tau"))
    assert to_latex(times(node, number, exponent, SCOPE)) == to_latex(read(f"{written} = 0").children[0])


def test_only_sums_of_both_signs_are_turned():
    sums = [read(f"{text} = 0").children[0] for text in ("x - v", "x + v", "-x + v - w")]
    turned = [opposite(one) for one in sums]
    assert [one is not None and to_latex(one) for one in turned] == ["v - x", False, "x - v + w"]


def test_sizes_of_the_bench_differ_from_each_other_everywhere():
    """Else a number is taken for a size that it happens to be at both."""
    (problem,) = default_problems(read(r"A M X = 0"), SCOPE)
    first, second = Bench.of(problem).sizes
    assert first.keys() == second.keys() == {"m", "n", "d"}
    assert all(first[name] != second[name] for name in first)
