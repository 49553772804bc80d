r"""``K_\theta \in \mathbb{R}^{n \times n}`` and a claim with ``\frac{\partial K_\theta}{\partial \theta}``: the claim tells that K is a function of theta.

A name with a letter below may be a constant that belongs to it, as the deviation ``\sigma_\theta`` of theta; one that a claim
differentiates by the letter is none, unless it says that the derivative is zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from derive import build as b
from derive.language.scope.derivative_marks import written_mark
from derive.language.scope.scope import Scope, Symbol
from derive.language.tree.names import bare, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, second


@about(known="has_labels", untouched=second)
def with_dependent_names(trees: Sequence[Syn], scope: Scope) -> Scope:
    """Return a scope in which the names that statements differentiate by the declared letter below them are functions of it."""
    for name, by in [pair for tree in trees if not _is_constant(tree) for pair in _differentiated(tree)]:
        key, letter = whole_key(name), whole_key(by)
        symbol = scope.find(key) if key is not None else None
        point = scope.find(letter) if letter is not None else None
        if symbol is None or point is None or (symbol.kind, point.kind) != ("var", "var") or point.key.plain not in symbol.labels:
            continue
        body = b.fun(symbol.core, [b.var(point.core, point.shape)], symbol.shape)
        moved = replace(
            symbol, kind="def", body=body, params=(point.core,), arguments=(point.shape,), mentions={point.core: point}
        )
        scope = _with(scope, symbol, moved)
    return scope


def _is_constant(tree: Syn) -> bool:
    r"""Whether a statement says that something is zero, ``\frac{d x_t}{dt} = 0``: of a constant it is true."""
    sides = [bare(side) for side in tree.children] if tree.kind == "relation" else []
    return any((side.kind, side.value) in (("num", "0"), ("name", "bf:0"), ("name", "bi:0")) for side in sides)


def _differentiated(tree: Syn) -> Iterator[tuple[Syn, Syn]]:
    r"""What stands in a ``\frac{\partial K_\theta}{\partial \theta_j}``, and the name by which is differentiated."""
    for node in tree.nodes():
        sides = [bare(side) for side in node.children] if node.kind == "frac" else []
        if len(sides) != 2 or any(s.kind != "juxt" or len(s.children) != 2 or written_mark(s.children[0]) is None for s in sides):
            continue
        name, by = bare(sides[0].children[1]), bare(sides[1].children[1])
        by = by.children[0] if by.kind == "script" and is_empty(by.children[2]) else by
        if name.kind == "script" and by.kind == "name":
            yield name, by


def _with(scope: Scope, old: Symbol, new: Symbol) -> Scope:
    """A scope with another symbol in the place of one, wherever it is mentioned."""

    def moved(symbol: Symbol) -> Symbol:
        return new if symbol is old else symbol

    parent = None if scope.parent is None else _with(scope.parent, old, new)
    hypotheses, settled = (
        tuple(replace(h, mentions={core: moved(s) for core, s in h.mentions.items()}) for h in listed)
        for listed in (scope.hypotheses, scope.settled)
    )
    symbols = {key: moved(symbol) for key, symbol in scope.symbols.items()}
    trail = (*scope.trail, f"{old.core}, a function")
    return replace(scope, parent=parent, symbols=symbols, hypotheses=hypotheses, settled=settled, trail=trail)


__all__ = ["with_dependent_names"]
