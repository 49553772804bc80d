r"""Where an expression occurs in another one: as it stands, transposed, or with the other sign.

``\operatorname{tr}(X W W^\top X^\top)`` holds ``X W`` twice, once as its transpose, and ``x^\top w`` is ``w^\top x``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from derive import build as b
from derive.build import free_names
from derive.core import Expr, walk
from derive.parts import replace_part


def with_name(e: Expr, part: Expr, name: Expr) -> Expr:
    """Return an expression with a name in place of what equals it; the result has the same value there.

    Other spellings of the part count where variables of it are left over without them.
    """
    found = replace_part(e, part, name)
    if free_names(part).isdisjoint(free_names(found)):
        return found
    found = normal(found)
    for form, value in _spellings(part, name):
        found = replace_part(found, form, value)
    return found


def _spellings(part: Expr, name: Expr) -> Iterator[tuple[Expr, Expr]]:
    """The forms of a part, and what they are in terms of its name."""
    own, other = normal(part), _turned(normal(part))
    yield own, name
    yield _negative(own), b.neg(name)
    if other != own:
        mirror = name if name.shape.is_scalar else b.transpose(name)
        yield other, mirror
        yield _negative(other), b.neg(mirror)


def _negative(e: Expr) -> Expr:
    """Return -e with the signs at the terms."""
    if e.op == "add":
        return b.add(*map(_negative, e.args))
    if e.op == "scale" and e.args[0] == b.const(-1):
        return e.args[1]
    return b.neg(e)


def normal(e: Expr) -> Expr:
    """Return an expression with its transposes at the innermost factors, and products from left to right."""
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        made = b.rebuild(node, [b.reshape(done[a], a.shape) for a in node.args])
        done[node] = _turned(made.args[0]) if node.op == "transpose" else made
    return done[e]


def _turned(e: Expr) -> Expr:
    """Return the transpose of an expression in normal form; of a product that is a number, its factors the other way round."""
    rule = _TURNED.get(e.op)
    if rule is not None:
        return rule(e)
    return e if e.shape.is_scalar else b.transpose(e)


_TURNED: dict[str, Callable[[Expr], Expr]] = {
    "matmul": lambda e: b.matmul(_turned(e.args[1]), _turned(e.args[0])),  # (A B)^T = B^T A^T
    "add": lambda e: b.add(*map(_turned, e.args)),
    "scale": lambda e: b.scale(e.args[0], _turned(e.args[1])),
    "kron": lambda e: b.kron(_turned(e.args[0]), _turned(e.args[1])),
    "hadamard": lambda e: b.hadamard(_turned(e.args[0]), _turned(e.args[1])),
    "inv": lambda e: b.inv(_turned(e.args[0])),
    "mpow": lambda e: b.mpow(_turned(e.args[0]), e.data[0]),
    "eye": lambda e: e,
    "diag": lambda e: e,
}


__all__ = ["normal", "with_name"]
