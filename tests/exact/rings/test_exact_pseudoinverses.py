"""Pseudoinverses over the rationals and over prime fields satisfy the equations of Penrose, whatever the rank."""

import numpy as np
import pytest
from flint import fmpq

from derive.exact.rings.exactring import ExactRing
from derive.exact.rings.primefield import tower

MATRICES = {
    "wide": [[1, 2, 3], [0, 1, -1]],
    "tall": [[1, 2], [3, 4], [0, 5]],
    "rank one": [[1, 2, 3], [2, 4, 6]],
    "rank two of three": [[1, 2, 3], [0, 1, 1], [1, 3, 4]],
    "zero": [[0, 0, 0], [0, 0, 0]],
}


@pytest.mark.parametrize("rows", MATRICES.values(), ids=MATRICES)
def test_over_the_rationals(rows):
    ring = ExactRing()
    a = np.array([[[fmpq(x) for x in row] for row in rows]], dtype=object)
    p = ring.pseudoinverse(a)
    ap, pa = ring.matmul(a, p), ring.matmul(p, a)
    assert p.shape == (1, len(rows[0]), len(rows))
    assert (ring.matmul(ap, a) == a).all()
    assert (ring.matmul(pa, p) == p).all()
    assert (ap.swapaxes(1, 2) == ap).all()
    assert (pa.swapaxes(1, 2) == pa).all()


@pytest.mark.parametrize("rows", MATRICES.values(), ids=MATRICES)
def test_over_a_prime_field(rows):
    ring = tower(1, 3, 0, (2, 3, 5))[0]
    a = np.broadcast_to(np.array([rows], dtype=np.int64) % ring.p, (3, len(rows), len(rows[0])))
    p = ring.pseudoinverse(a)
    ap, pa = ring.matmul(a, p), ring.matmul(p, a)
    assert ring.valid.all()
    assert (ring.matmul(ap, a) == a).all()
    assert (ring.matmul(pa, p) == p).all()
    assert (ap.swapaxes(1, 2) == ap).all()
    assert (pa.swapaxes(1, 2) == pa).all()


def test_a_singular_gram_matrix_in_a_field_discards_the_point():
    ring = tower(1, 1, 0, (2, 3, 5))[0]
    root = next(
        r for r in range(2, 2000) for s in [(-1 - r * r) % ring.p] if ring.residue(np.array([[[s]]]))[0, 0, 0] == 1
    )
    other = int(ring.power_int(np.array([[[(-1 - root * root) % ring.p]]]), (ring.p + 1) // 4)[0, 0, 0])
    ring.pseudoinverse(np.array([[[1], [root], [other]]], dtype=np.int64))  # 1 + r^2 + s^2 = 0
    assert not ring.valid.any()
