"""What the other side of an inequality speaks of: where the search for bounds should end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.forms.bound import Bound
from derive.bounds.forms.normal import ONE, canonical, cols, normal, rows
from derive.bounds.forms.polynomial import Poly
from derive.core import Expr


@dataclass(frozen=True, slots=True)
class Targets:
    """What the other side speaks of.

    Attributes:
        matrices: The matrices whose norms occur there: products of factors are kept together where they are wanted.
        atoms: If given, bounds in other quantities than these (and sizes) are not followed.
        ranked: Those of the matrices whose rank alone occurs: the search does not end at their norms.

    """

    matrices: frozenset[Expr]
    atoms: frozenset[Expr] | None = None
    ranked: frozenset[Expr] = frozenset()

    def ends(self, factor: Expr) -> bool:
        """Whether the search ends at a factor: a wanted quantity, a size, a number, the norm of a wanted matrix."""
        known = self.atoms is not None and (factor in self.atoms or factor.op in ("size", "const"))
        if known or self.atoms is None or factor.op != "norm":
            return known
        return factor.args[0] in self.matrices and factor.args[0] not in self.ranked

    def reached(self, poly: Poly) -> bool:
        """Whether all factors with positive exponents end the search; always true where no atoms are given."""
        return self.atoms is None or all(self.ends(a) for monomial, _ in poly.terms for a, e in monomial if e > 0)

    @property
    def anywhere(self) -> Targets:
        """For what stands under an index or an integral: its quantities are others until it is closed."""
        return Targets(self.matrices, ranked=self.ranked)


def targets_of(facts: Facts, *polys: Poly) -> Targets:
    """Read them off the other side."""
    found: set[Expr] = set()
    ranked: set[Expr] = set()
    for poly in polys:
        stack = list(poly.atoms())
        while stack:
            node = stack.pop()
            if node.op in ("norm", "kappa", "rank", "sigma"):
                matrix = canonical(normal(node.args[0]))
                both = {matrix, canonical(normal(build.transpose(matrix)))}
                if node.op == "rank":
                    ranked |= both
                else:
                    found |= both
            elif rows(node) == ONE and cols(node) == ONE:
                stack.extend(node.args)
    del facts
    return Targets(frozenset(found | ranked), ranked=frozenset(ranked - found))


def directed(targets: Targets, *polys: Poly) -> Targets:
    """The same, for bounds in the very quantities of the other side."""
    return Targets(targets.matrices, frozenset(a for poly in polys for a in poly.atoms()), targets.ranked)


def unique(bounds: Iterable[Bound], most: int) -> list[Bound]:
    """Drop repetitions and keep the first few."""
    kept: dict[frozenset[object], Bound] = {}
    for bound in bounds:
        kept.setdefault(bound.value.key, bound)
        if len(kept) >= most:
            break
    return list(kept.values())
