"""Differences that are the rounding of larger numbers: terms of a sum that cancel, small eigenvalues of large matrices.

``log sum_j e^{x_j} - sum_i p_i x_i`` with entries of order 100 is 0 in float64 where it should be 1e-40: no noise in the
inputs shows that.  Where terms of such a size stand in a sum, a difference is believed only if exact arithmetic sees it.  The
same with spectra: eigenvalues and singular values of A are known up to the rounding of ||A|| (Weyl's inequality).
"""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor

from derive import build
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.evidence import Matrix
from derive.exact.certification.truth import Place, relation_truth, to_array
from derive.exact.rings.rings import Irrational, Uncertain, Undefined
from derive.fraction import Fraction
from numeric.autograd.sides import Run
from numeric.evaluation.dense import evaluate

ROUNDINGS = 1e3  # units in the last place of the largest term that a chain of operations may lose
SPECTRA = ("eig", "sigma", "kappa", "det")
MOST = 60  # sums and spectra that are looked at
OPERATIONS = 300_000
PRECISIONS = (128, 256, 512)


def only_rounding(run: Run) -> bool:
    """Whether the sides of a relation that seems to fail may differ by rounding only, and nothing exact says otherwise."""
    distance = float((run.base.lhs - run.base.rhs).abs().amax())
    return distance <= ROUNDINGS * torch.finfo(torch.float64).eps * _largest_term(run) and not _fails(run)


def _largest_term(run: Run) -> float:
    """The largest absolute value of a term in the sums of both sides, as far as they can be evaluated."""
    largest = 0.0
    for terms in (*_terms(run), *_scales_of_spectra(run)):
        try:
            value = evaluate(terms, run.env, run.sizes, run.indices, functions=run.functions, dtype=torch.float64)
        except (NotSupported, RuntimeError):
            continue
        size = float(value.abs().amax())
        largest = max(largest, size if size < float("inf") else 0.0)
    return largest


def _nodes(run: Run, ops: tuple[str, ...]) -> list[Expr]:
    return [n for side in (run.relation.lhs, run.relation.rhs) for n in walk(side) if n.op in ops][:MOST]


def _scales_of_spectra(run: Run) -> Iterator[Expr]:
    """Yield the Frobenius norms of the matrices that are decomposed; a determinant multiplies as many of them."""
    for node in _nodes(run, SPECTRA):
        scale = build.norm(node.args[0], "F")
        yield build.hpow(scale, build.size(node.args[0].shape.totals[0])) if node.op == "det" else scale


def _terms(run: Run) -> Iterator[Expr]:
    """Yield what the sums add up, in absolute values."""
    for node in _nodes(run, ("add", "sum", "matmul")):
        if node.op == "add":
            yield from node.args
        elif node.op == "sum":
            yield build.sum_(*node.data, build.map_("abs", node.args[0]))
        else:
            yield build.matmul(*(build.map_("abs", a) for a in node.args))


def _fails(run: Run) -> bool:
    """Whether the relation is false at this very input, in exact numbers or balls."""
    inputs = {name: to_array(_rational(value)) for name, value in run.env.items()}
    place = Place(run.sizes, inputs, run.indices, OPERATIONS, PRECISIONS)
    try:
        return relation_truth(place, run.relation)[0] is False
    except (NotSupported, Undefined, Uncertain, Irrational, ValueError, ZeroDivisionError):
        return False


def _rational(value: Tensor) -> Matrix:
    return tuple(tuple(Fraction(float(x)) for x in row) for row in value.double().cpu())


__all__ = ["only_rounding"]
