"""What the centering matrix ``H = I - 1 1^T / n`` takes from a product with stochastic matrices: ``H P X = H P H X``, as P 1 = 1.

So the distance of tokens from their mean shrinks with every layer of attention (Dong, Cordonnier and Loukas, Attention is not
all you need, 2021, section 3).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.distributions import is_stochastic
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.facts.same import are_equal
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, normal, rows, strip
from derive.core import Expr
from derive.fraction import Fraction

RULE = "centering"
KINDS = ("2", "F", "nuc")


def centered(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield ``||H P X W|| <= ||P||_2 ||H X|| ||W||_2`` for the norms ``||H P X W||`` and ``||H X||`` of one kind in a claim."""
    norms = [(n, parts) for n in nodes if n.op == "norm" and n.data[0] in KINDS and len(parts := _parts(n)) > 1]
    for large, (first, *inner) in norms:
        for small, (front, *behind) in norms:
            if small is large or small.data != large.data or front != first or len(behind) <= len(inner):
                continue
            count = next((k for k, p in enumerate(behind) if not is_stochastic(facts, p)), len(behind))
            rest = behind[count + len(inner) :]
            if not count or behind[count : count + len(inner)] != inner or not _is_centering(facts, first):
                continue
            mixing = [p for p in behind[:count] if not is_stochastic(facts, canonical(build.transpose(p)))]
            weights = [build.norm(part, "2") for part in [*mixing, *rest]]  # a doubly stochastic one has norm 1
            text = "H P X = H P H X for the centering matrix H and a stochastic P"
            yield Theorem(small, functools.reduce(build.scale, weights, large), False, RULE, text)
            whole = build.norm(chain([first, *behind[:count]]), "2")
            bound = functools.reduce(build.scale, [build.norm(part, "2") for part in rest], build.scale(whole, large))
            yield Theorem(small, bound, False, RULE, text)


def _parts(node: Expr) -> list[Expr]:
    """The factors of the matrix of a norm, if nothing stands in front of them."""
    scalars, parts = factors(node.args[0])
    return [] if scalars else [canonical(strip(normal(part))) for part in parts]


def _is_centering(facts: Facts, matrix: Expr) -> bool:
    if matrix.op != "add" or rows(matrix) != cols(matrix) or rows(matrix) == ONE:
        return False
    d = matrix.shape.rows
    mean = build.scale(build.hpow(build.size(rows(matrix)), build.const(Fraction(-1))), build.ones(d, d))
    return are_equal(facts, matrix, build.sub(build.eye(d), mean))


__all__ = ["centered"]
