"""Enclosures of singular values whose scaled characteristic polynomial has roots beyond the floating point range."""

import numpy as np
from flint import arb, ctx, fmpq

from derive.exact.rings.spectra import ball_singular_values


def test_roots_beyond_floating_point_are_ordered():
    tiny = arb(fmpq(1, 3**400))
    rows = [[tiny, -tiny], [arb(3), arb(4)]]
    matrix = np.empty((2, 2), dtype=object)
    for i, row in enumerate(rows):
        for j, entry in enumerate(row):
            matrix[i, j] = entry
    before, ctx.prec = ctx.prec, 2048
    try:
        largest, smallest = ball_singular_values(matrix)
    finally:
        ctx.prec = before
    assert largest > arb("4.99") and largest < arb("5.01")
    assert smallest < arb("1e-100")
