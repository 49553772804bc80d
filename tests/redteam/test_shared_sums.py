r"""Definitions that double: as a tree ``a_{60}`` has 2^60 summands, as it is shared it has 60 nodes. And names nobody writes."""

from derive import build
from derive.core import Expr, Problem, Rel, SizeRules
from derive.index import prove
from derive.repair.empty import idle_names
from derive.sizes import Shape
from tests.judged import judged

X, Y = build.var("x", Shape()), build.var("y", Shape())


def doubled(e: Expr, steps: int) -> Expr:
    """A sum of equal parts, not flattened: ``a_{t+1} = a_t + a_t``."""
    for _ in range(steps):
        e = Expr("add", (e, e), (), e.shape)
    return e


def problem(left: Expr, right: Expr) -> Problem:
    return Problem((("x", X.shape), ("y", Y.shape)), (), (), (), SizeRules(), (), Rel("=", left, right))


def outcome(left: Expr, right: Expr) -> str:
    return prove(problem(left, right)).outcome


def test_the_index_form_of_sums_that_double():
    assert outcome(doubled(X, 8), build.scale(build.const(2**8), X)) == "agree"
    assert outcome(doubled(X, 8), build.scale(build.const(2**8 + 1), X)) == "none"
    assert outcome(doubled(X, 60), build.scale(build.const(2**59), X)) == "none"


def test_names_that_cancel_in_sums_that_double():
    gone = build.sub(doubled(build.add(X, Y), 60), build.scale(build.const(2**60), Y))
    assert idle_names([problem(gone, X)]) == {"y"}
    stays = build.sub(doubled(build.add(X, Y), 60), build.scale(build.const(2**59), Y))
    assert idle_names([problem(stays, X)]) == set()


def test_a_long_run_of_letters(tmp_path):
    name = "x_{" + "ab" * 1500 + "}"
    assert judged(f"{name} = {name}", f"{name} \\in \\mathbb{{R}}", tmp_path).verdict == "holds"
    assert judged(f"{name} = 2 {name}", f"{name} \\in \\mathbb{{R}}", tmp_path).verdict == "refuted"
