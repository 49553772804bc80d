"""Sines and cosines of sums: ``sin(2 x + y)`` in terms of the sines and cosines of ``x`` and ``y``, by the addition theorems.

Arguments are sums of rational multiples of monomials; what all of them are whole multiples of are the angles.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lcm

from proofs import verify
from proofs.proving.citing import Live, cite
from proofs.proving.combinations import Atoms
from proofs.verify import Node, Rejected

MAX_PARTS = 8
"""Angles, counted as often as they occur, of which one argument may be the sum."""
FUNCTIONS = ("sin", "cos", "tan")


def arguments(formula: Node) -> list[Node]:
    """Return the scalars of which a formula takes sines and cosines."""
    found = {n.args[0] for n in verify.nodes(formula) if n.op == "map" and n.data[0] in FUNCTIONS and n.scalar}
    return sorted((a for a in found if not any(n[0] == "#" for n in a.free)), key=verify.text_of)


def additions(live: Live, formula: Node, known: Callable[[Node], int]) -> list[int]:
    """Return steps that say what the sines and cosines in a formula are in those of the angles, and how these are related.

    Raises:
        Rejected: An argument is the sum of too many angles.

    """
    atoms = Atoms(live.proof.sizes, live.alike)
    sums = [atoms.polynomial(a) for a in arguments(formula)]
    parts = {m: lcm(*(int(p[m].denominator) for p in sums if m in p)) for m in sorted({m for p in sums for m in p})}
    angles = {m: atoms.monomial(tuple(m.count(k) for k in range(len(atoms.nodes))), f"1/{d}") for m, d in parts.items()}
    found = [cite(live, "sine-cosine", known, t=angle) for angle in angles.values()]
    for p in sums:
        terms = [angles[m] if c > 0 else verify.scale(verify.const(-1), angles[m]) for m, c in sorted(p.items()) for _ in range(abs(int(c * parts[m])))]
        verify.demand(len(terms) <= MAX_PARTS, "a sum of too many angles")
        for k in range(len(terms) - 1):
            values = {"a": terms[k], "b": verify.add(*terms[k + 1 :])}
            found += [cite(live, name, known, **values) for name in ("sine-sum", "cosine-sum")]
    return found


def by_angles(live: Live, formula: Node, known: Callable[[Node], int]) -> int | None:
    """Return the number of a step that says an equation of sines and cosines; None if none was found."""
    if formula.op != "=" or not arguments(formula):
        return None
    try:
        return live.add(by="identity", says=verify.text_of(formula, sharing=True), using=additions(live, formula, known))
    except (Rejected, KeyError):
        return None


__all__ = ["additions", "arguments", "by_angles"]
