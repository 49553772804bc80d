"""Random expressions: the index form, evaluated by loops, against a direct numpy evaluation of the tree."""

from __future__ import annotations

import random

import numpy as np
import pytest
from naive_numpy import Naive

from derive import build as b
from derive.core import Expr
from derive.errors import DeriveError, NotSupported
from derive.index import index_form
from derive.index.elaboration.evaluate import Evaluator
from derive.sizes import Shape, Size, dim

SIZES = {"n": 2, "m": 3, "p": 1}
NAMES = ("n", "m")
VARIABLES = {
    "A": Shape.of("n", "m"),
    "B": Shape.of("m", "n"),
    "S": Shape.of("n", "n"),
    "T": Shape.of("m", "m"),
    "u": Shape.of("n"),
    "v": Shape.of("m"),
    "c": Shape(),
}


def inputs(seed: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    return {
        n: rng.uniform(0.3, 1.4, s.evaluate(SIZES)) * rng.choice([1, -1], s.evaluate(SIZES))
        for n, s in VARIABLES.items()
    }


class Maker:
    """Draws well-typed trees."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def leaf(self) -> Expr:
        r = self.random
        kind = r.randrange(12)
        name = r.choice(NAMES)
        if kind < 7:
            name = r.choice(list(VARIABLES))
            return b.var(name, VARIABLES[name])
        if kind == 7:
            return b.eye(dim(name))
        if kind == 8:
            return b.ones(dim(name), dim(r.choice((*NAMES, 1))))
        if kind == 9:
            return b.commutation(dim(name), dim(r.choice(NAMES)))
        if kind == 10:
            return b.const(r.choice(["2", "-1/2", "3"]))
        return b.basis(Size.of(r.choice([1, 2])) if False else Size.of(1), dim(name))

    def tree(self, depth: int) -> Expr:
        if depth == 0:
            return self.leaf()
        r = self.random
        op = r.choice(OPS)
        first = self.tree(depth - 1)
        try:
            made = self.node(op, first, depth)
        except DeriveError:
            return first
        rows, cols = made.shape.evaluate(SIZES)
        return made if rows * cols <= 40 else first

    def node(self, op: str, a: Expr, depth: int) -> Expr:
        r = self.random
        if op in (
            "map",
            "softmax",
            "transpose",
            "vec",
            "vecr",
            "diag",
            "diagpart",
            "trace",
            "hpow",
            "mpow",
            "inv",
            "det",
        ):
            if op == "map":
                return b.map_(r.choice(["exp", "tanh", "sigmoid", "relu", "abs", "sin", "cos", "silu", "softplus"]), a)
            if op == "hpow":
                return b.hpow(a, b.const(r.choice(["2", "3", "-1", "-2"])))
            if op == "mpow":
                return b.mpow(a, 2)
            if op in ("inv", "det"):
                shift = b.scale(b.const(7), b.eye(a.shape.rows))
                return getattr(b, op)(b.add(shift, a))
            return getattr(b, op)(a)
        if op == "root":
            return b.hpow(
                b.add(b.const(1), b.trace(b.matmul(a, b.transpose(a)))), b.const(r.choice(["1/2", "-1/2", "-1"]))
            )
        if op == "deriv":
            name = r.choice(list(VARIABLES))
            shape = VARIABLES[name]
            point = b.var(name, shape)
            kind = r.randrange(4)
            if kind == 1:
                point = b.scale(b.const("1/2"), point)
            if kind == 2:
                return b.frechet(a, name, point, b.hadamard(b.var(name, shape), b.var(name, shape)))
            return b.deriv(a, name, point, r.choice(["vec", "vecr"]))
        if op == "sum":
            i = b.fresh("i")
            row = b.row(a, Size.of(i))
            size = a.shape.rows[0] if a.shape.rows else Size.of(1)
            return b.sum_(
                i, Size.of(1), size, b.matmul(b.transpose(row), b.transpose(b.basis(Size.of(i), a.shape.rows)))
            )
        if op == "blocks":
            i, j = b.fresh("i"), b.fresh("j")
            inner = b.scale(b.delta(Size.of(i), Size.of(j)), a)
            return b.blocks(i, Size.of("n"), j, Size.of("n"), b.add(inner, a))
        other = self.tree(depth - 1)
        if op == "matmul" and a.shape.cols != other.shape.rows:
            other = b.transpose(other)
        if op == "scale":
            return b.scale(b.trace(b.matmul(other, b.transpose(other))), a)
        return {"add": b.add, "matmul": b.matmul, "kron": b.kron, "hadamard": b.hadamard}[op](a, other)


OPS = ["map", "softmax", "transpose", "vec", "vecr", "diag", "diagpart", "trace", "hpow", "mpow", "inv", "det", "root"]
OPS += ["add", "matmul", "kron", "hadamard", "scale", "deriv", "deriv", "matmul", "add", "hadamard", "sum", "blocks"]


def check(seed: int, depth: int) -> bool:
    tree = Maker(seed).tree(depth)
    data = inputs(seed)
    try:
        form = index_form(tree)
    except NotSupported:
        return False
    with np.errstate(all="ignore"):
        try:
            truth = Naive(SIZES, data)(tree)
        except np.linalg.LinAlgError:
            return False
    truth = np.asarray(truth)
    if not np.isfinite(truth).all() or np.abs(truth).max() > 1e4:
        return False
    found = np.array(Evaluator(SIZES, data).matrix(form))
    scale = 1 + np.abs(truth).max()
    assert np.abs(found - truth.real).max() <= 1e-6 * scale, f"seed {seed}: {tree}"
    return True


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_index_form_matches_numpy(depth: int) -> None:
    checked = sum(check(seed, depth) for seed in range(1000 * depth, 1000 * depth + 120))
    assert checked >= 50
