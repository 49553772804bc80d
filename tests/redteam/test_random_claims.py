"""Random identities, true by construction, are never refuted; random changes that differ at a point never hold.

A true identity is a random expression against itself after random true rewritings. A change is kept only if the two
sides differ at a random integer point, evaluated here by a few lines of numpy that share nothing with the roads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from derive.exact import decide
from derive.index import prove
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

SIZES = {"m": 2, "n": 3, "p": 5}
GIVEN = (
    r"A, F \in \mathbb{R}^{m \times n}, \quad B \in \mathbb{R}^{n \times p}, \quad C \in \mathbb{R}^{p \times m}, "
    r"\quad S, T \in \mathbb{R}^{n \times n}, \quad u \in \mathbb{R}^{m}, \quad x, y \in \mathbb{R}^{n}"
)
SHAPES = {"A": "mn", "F": "mn", "B": "np", "C": "pm", "S": "nn", "T": "nn", "u": "m1", "x": "n1", "y": "n1"}
Values = dict[str, np.ndarray]


@dataclass(frozen=True)
class Made:
    """LaTeX of an expression, its shape ("mn", "n1", "11") and its value."""

    latex: str
    shape: str
    value: Callable[[Values], np.ndarray]


def leaf(name: str) -> Made:
    return Made(name, SHAPES[name], lambda v: v[name])


def transpose(a: Made) -> Made:
    return Made(rf"({a.latex})^\top", a.shape[::-1], lambda v: a.value(v).T)


def product(a: Made, b: Made) -> Made:
    return Made(rf"({a.latex})({b.latex})", a.shape[0] + b.shape[1], lambda v: a.value(v) @ b.value(v))


def total(a: Made, b: Made, sign: int = 1) -> Made:
    return Made(
        f"({a.latex}) {'+' if sign > 0 else '-'} ({b.latex})", a.shape, lambda v: a.value(v) + sign * b.value(v)
    )


def hadamard(a: Made, b: Made) -> Made:
    return Made(rf"({a.latex}) \odot ({b.latex})", a.shape, lambda v: a.value(v) * b.value(v))


def multiple(k: int, a: Made) -> Made:
    return Made(f"{k}({a.latex})", a.shape, lambda v: k * a.value(v))


@st.composite
def expressions(draw: st.DrawFn, shape: str, depth: int = 2) -> Made:
    """A random expression of a shape."""
    fitting = [leaf(n) for n, s in SHAPES.items() if s == shape] + [
        transpose(leaf(n)) for n, s in SHAPES.items() if s[::-1] == shape
    ]
    kinds = (
        ["leaf"] * bool(fitting)
        + (["sum", "hadamard", "multiple", "transpose"] if depth and fitting else [])
        + ["product"] * (depth > 0)
    )
    kind = draw(st.sampled_from(kinds or ["product"]))
    if kind == "leaf":
        return draw(st.sampled_from(fitting))
    if kind == "multiple":
        return multiple(draw(st.integers(2, 5)), draw(expressions(shape, depth - 1)))
    if kind == "transpose":
        return transpose(draw(expressions(shape[::-1], depth - 1)))
    if kind == "product":
        inner = draw(st.sampled_from("mn"))
        return product(
            draw(expressions(shape[0] + inner, max(depth - 1, 0))),
            draw(expressions(inner + shape[1], max(depth - 1, 0))),
        )
    a, b = draw(expressions(shape, depth - 1)), draw(expressions(shape, depth - 1))
    return total(a, b) if kind == "sum" else hadamard(a, b)


@st.composite
def identities(draw: st.DrawFn) -> tuple[Made, Made]:
    """Two sides that are equal by a rule of matrix algebra, in a random context."""
    rule = draw(st.sampled_from(["transpose", "distribute", "associate", "commute", "double", "trace", "vec"]))
    a = draw(expressions("mn"))
    b = draw(expressions("nn", 1))
    other = draw(expressions("mn", 1))
    if rule == "transpose":
        left, right = transpose(product(a, b)), product(transpose(b), transpose(a))
    elif rule == "distribute":
        left, right = product(total(a, other), b), total(product(a, b), product(other, b))
    elif rule == "associate":
        left, right = product(product(a, b), transpose(other)), product(a, product(b, transpose(other)))
    elif rule == "commute":
        left, right = hadamard(a, other), hadamard(other, a)
    elif rule == "double":
        left, right = total(a, a), multiple(2, a)
    elif rule == "trace":
        left, right = trace(product(a, transpose(other))), trace(product(transpose(other), a))
    else:
        left, right = kronecker_sides(a, b)
    return left, right


def trace(a: Made) -> Made:
    return Made(rf"\operatorname{{tr}}({a.latex})", "11", lambda v: np.array([[np.trace(a.value(v))]]))


def kronecker_sides(a: Made, b: Made) -> tuple[Made, Made]:
    """vec(a b) = (b^T (x) I) vec(a)."""
    left = Made(
        rf"\operatorname{{vec}}(({a.latex})({b.latex}))", "v", lambda v: (a.value(v) @ b.value(v)).T.reshape(-1, 1)
    )
    right = Made(
        rf"(({b.latex})^\top \otimes I_m)\operatorname{{vec}}({a.latex})",
        "v",
        lambda v: np.kron(b.value(v).T, np.eye(SIZES["m"], dtype=object)) @ a.value(v).T.reshape(-1, 1),
    )
    return left, right


def point(seed: int) -> Values:
    chance = np.random.default_rng(seed)
    length = {**SIZES, "1": 1}
    return {n: chance.integers(-9, 10, (length[s[0]], length[s[1]])).astype(object) for n, s in SHAPES.items()}


def outcomes(left: Made, right: Made) -> set[str]:
    (reading,) = understand(ad_hoc_claim(f"{left.latex} = {right.latex}", GIVEN, Settings()))
    (link,) = reading.links
    assert link.typed is not None
    problem = link.typed.problem
    small = {name: SIZES[name] for name in problem.sizes}
    return {prove(problem).outcome, decide(problem, [small], 0)[0].outcome}


QUICK = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@QUICK
@given(identities())
def test_rewritten_identities_are_proved_and_never_refuted(sides: tuple[Made, Made]):
    left, right = sides
    assert (left.value(point(1)) == right.value(point(1))).all()
    assert "disagree" not in outcomes(left, right)
    assert "agree" in outcomes(left, right)


@QUICK
@given(identities(), st.sampled_from(["sign", "factor", "symbol", "entry"]))
def test_changed_identities_never_agree(sides: tuple[Made, Made], change: str):
    left, right = sides
    if change == "sign":
        changed = multiple(-1, right)
        changed = Made(f"-({right.latex})", right.shape, changed.value)
    elif change == "factor":
        changed = multiple(3, right)
    elif change == "symbol":
        text = right.latex.replace("S", "T", 1) if "S" in right.latex else right.latex.replace("A", "F", 1)
        assume(text != right.latex)
        place = "S" if "S" in right.latex else "A"
        assume(right.latex.count(place) == 1 and left.latex.count(place) >= 1)
        swapped = {"S": "T", "A": "F"}[place]
        changed = Made(text, right.shape, lambda v: right.value({**v, place: v[swapped]}))
        left_only = left.value
        assume(not (left_only(point(2)) == changed.value(point(2))).all())
    else:
        changed = total(right, right, -1)
    assume(not (left.value(point(1)) == changed.value(point(1))).all())
    assert "agree" not in outcomes(left, changed)
