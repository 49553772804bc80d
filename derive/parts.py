"""Parts of core expressions, replaced wherever they occur."""

from __future__ import annotations

from functools import reduce

from derive.build import add, matmul
from derive.core import Expr, walk


def replace_part(e: Expr, part: Expr, by: Expr) -> Expr:
    """Replace every occurrence of a sub-expression, also among the terms of a longer sum or factors of a product."""
    done: dict[Expr, Expr] = {}
    for node in walk(e):
        done[node] = by if node == part else _without_part(node, part, by, done)
    return done[e]


def _without_part(node: Expr, part: Expr, by: Expr, done: dict[Expr, Expr]) -> Expr:
    """One node of `replace_part`, its arguments done."""
    if node.op == part.op == "add":
        rest = list(node.args)
        for term in part.args:
            if term not in rest:
                break
            rest.remove(term)
        else:
            first = min(k for k, term in enumerate(node.args) if term in part.args)
            place = sum(1 for term in node.args[:first] if term in rest)
            terms = [done[term] for term in rest]
            return add(*terms[:place], by, *terms[place:])
    if node.op == part.op == "matmul":
        factors, wanted = _factors(node), _factors(part)
        made, k = [], 0
        while k < len(factors):
            here = factors[k : k + len(wanted)] == wanted
            made.append(by if here else done[factors[k]])
            k += len(wanted) if here else 1
        if len(made) < len(factors):
            return reduce(matmul, made)
    args = tuple(done[a] for a in node.args)
    return node if args == node.args else Expr(node.op, args, node.data, node.shape)


def _factors(e: Expr) -> list[Expr]:
    """The factors of a product, brackets dropped."""
    stack, found = [e], []
    while stack:
        node = stack.pop()
        if node.op == "matmul":
            stack.extend(reversed(node.args))
        else:
            found.append(node)
    return found


__all__ = ["replace_part"]
