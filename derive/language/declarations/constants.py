r"""Names that are said to be constant in a given block: ``\mathrm{d}A = 0``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derive.errors import NotSupported
from derive.language.scope.derivative_marks import written_mark
from derive.language.scope.scope import Scope, Symbol
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, is_empty, splits, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing


@about("relation =", untouched=nothing)
def with_constants(scope: Scope, tree: Syn) -> Scope | None:
    r"""Return the scope in which the A, B of ``\mathrm{d}A = \mathrm{d}B = 0`` are constant under every d; None for other statements.

    Raises:
        NotSupported: It is no declared variable; a definition is constant where its variables are.
    """
    if tree.kind != "relation" or set(tree.value.split()) != {"="} or tree.children[-1].value != "0":
        return None
    sides = [part for side in tree.children[:-1] for part in (side.children if side.kind == "list" else (side,))]
    fixed: list[Symbol] = []
    for side in sides:
        operand = _under_mark(scope, side)
        if operand is None:
            return None
        symbol = _named(scope, operand)
        if symbol is None:
            return None
        if symbol.kind not in ("var", "array"):
            raise NotSupported(
                f"{latex_of(side)} = 0 of what is no declared variable",
                side.span[0],
                "say it of the variables that it is made of, or make the statement a claim",
            )
        fixed.append(symbol)
    return replace(scope, fixed=(*scope.fixed, *fixed))


def _named(scope: Scope, operand: Syn) -> Symbol | None:
    """Return the symbol that is written, of a family with indices."""
    key = whole_key(operand)
    members = (scope.find_family(k, sub) for k, sub, sup in splits(operand) if is_empty(sup))
    own = scope.find(key) if key is not None else None
    return own or next((symbol for symbol in members if symbol is not None), None)


def _under_mark(scope: Scope, side: Syn) -> Syn | None:
    r"""Return A for ``\mathrm{d}A`` and ``\mathrm{d}(A)``; a declared d is a factor, and a declared dA a name."""
    parts: Sequence[Syn] = side.children if side.kind == "juxt" else ()
    mark = written_mark(parts[0]) if len(parts) == 2 else None
    key = whole_key(side) if mark is not None else None
    if mark is None or mark[1] != 1 or (key is not None and scope.find(key) is not None):
        return None
    inner = parts[1]
    inner = inner.children[0] if inner.kind == "group" and inner.value == "(" and len(inner.children) == 1 else inner
    if parts[0].kind == "name" and scope.find(Key("", "d")) is not None and _named(scope, inner) is not None:
        raise NotSupported(
            f"{latex_of(side)} = 0 where d is declared, too",
            side.span[0],
            "write \\mathrm{d} for a differential, d \\cdot for the factor",
        )
    return inner


__all__ = ["with_constants"]
