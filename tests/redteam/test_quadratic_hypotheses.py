"""Equations of degree two between the inputs: false claims are refuted at rational points of them, true ones are not."""

import pytest

from derive.core import Rel
from derive.exact.points.quadric import onto
from derive.fraction import Fraction
from derive.sizes import Shape
from proofs.api import ad_hoc_claim, check
from proofs.judging.understand import understand
from proofs.reading.paper import Settings

SCALARS = r"a, b, c \in \mathbb{R}"
VECTORS = r"x, y \in \mathbb{R}^n, \quad c \in \mathbb{R}"
UNIT = rf"{VECTORS}, \quad \|x\|_2 = 1, \quad \|y\|_2 = 1"
PAIRS = [
    (r"a^2 + b^2 = 1 \implies a + b \le \sqrt2", r"a^2 + b^2 = 1 \implies a + b \le 1.41", SCALARS),
    (r"a^2 + b^2 = 1 \implies a b \le \frac12", r"a^2 + b^2 = 1 \implies a b \le 0.45", SCALARS),
    (r"a + b + c \le \sqrt3", r"a + b + c \le 1.7", rf"{SCALARS}, \quad a^2 + b^2 + c^2 = 1"),
    (r"|a| + |b| \le \sqrt2\,|c|", r"|a| + |b| \le 1.3\,|c|", rf"{SCALARS}, \quad a^2 + b^2 = c^2"),
    (r"(a + b)^2 = c^2 + 2ab", r"a + b = c", rf"{SCALARS}, \quad a^2 + b^2 = c^2"),
    (r"a + b \ge 2", r"a + b \ge 2.1", rf"{SCALARS}, \quad ab = 1, \quad a > 0"),
    (r"x^\top y \le \tfrac12", r"x^\top y \le 0.4", rf"{VECTORS}, \quad \|x\|_2^2 + \|y\|_2^2 = 1"),
    (r"(x + y)^\top (x - y) = 0", r"\|x\|_1 = \|y\|_1", rf"{VECTORS}, \quad \|x\|_2 = \|y\|_2"),
    (r"\|x + y\|_2 = \sqrt2", r"\|x + y\|_2 = 1", rf"{UNIT}, \quad x^\top y = 0"),
    (r"\|x\|_\infty \le \sqrt{n}", r"\|x\|_\infty \le 1.5", rf"{VECTORS}, \quad \|x\|_2 = \sqrt{{n}}, \quad \mathbf{{1}}^\top x = 0"),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false", "given"), PAIRS)
def test_pairs(true: str, false: str, given: str, tmp_path):
    assert check(true, given=given, effort="quick", certificates=tmp_path).verdict in (
        "holds",
        "not-refuted",
        "undecided",
    )
    assert check(false, given=given, effort="quick", certificates=tmp_path).verdict == "refuted"


def test_points_are_moved_onto_the_equations():
    (reading,) = understand(ad_hoc_claim("x = y", rf"{UNIT}, \quad x^\top y = 0", Settings()))
    typed = reading.links[0].typed
    assert typed is not None
    problem = typed.problem
    near = {"x": ((Fraction(3, 5),), (Fraction(3, 4),)), "y": ((Fraction(-1),), (Fraction(1, 2),))}
    moved = onto(problem.hypotheses, (("x", Shape.of("n")), ("y", Shape.of("n"))), {"n": 2}, near)
    x, y = ([row[0] for row in moved[name]] for name in ("x", "y"))
    assert all(isinstance(h, Rel) for h in problem.hypotheses)
    assert x[0] ** 2 + x[1] ** 2 == y[0] ** 2 + y[1] ** 2 == 1
    assert x[0] * y[0] + x[1] * y[1] == 0


def test_points_that_meet_everything_stay():
    (reading,) = understand(ad_hoc_claim("x = y", UNIT, Settings()))
    typed = reading.links[0].typed
    assert typed is not None
    there = {"x": ((Fraction(3, 5),), (Fraction(4, 5),)), "y": ((Fraction(0),), (Fraction(1),))}
    moved = onto(typed.problem.hypotheses, (("x", Shape.of("n")), ("y", Shape.of("n"))), {"n": 2}, there)
    assert moved == there
