"""Sub-expressions without the differentiation variables become fresh matrices: a stronger identity, fewer variables."""

from __future__ import annotations

from derive import build
from derive.build import DERIVATIVES
from derive.core import Expr, walk
from derive.sizes import Shape, Size

SUMS = ("sum", "prod", "mprod", "blocks")
KEPT = {"var", "const", "real", "size", "eye", "ones", "zeros", "commutation", "basis", "delta"}


def abstract(lhs: Expr, rhs: Expr) -> tuple[Expr, Expr, list[tuple[str, Shape]]] | None:
    """Return both sides with constant matrix products replaced, and their new variables; None if nothing is gained."""
    nodes = {node: None for side in (lhs, rhs) for node in walk(side)}
    wrt = {node.data[0] for node in nodes if node.op in DERIVATIVES}
    wrt |= {v.data[0] for node in nodes if node.op in DERIVATIVES for v in walk(node.args[1]) if v.op == "var"}
    if not wrt:
        return None
    fixed = _fixed(list(nodes), wrt)
    names: dict[Expr, Expr] = {}
    cache: dict[Expr, Expr] = {}
    for side in (lhs, rhs):
        _replace(side, fixed, names, cache)
    if not names:
        return None
    sides = cache[lhs], cache[rhs]
    used = {node.data[0]: node.shape for side in sides for node in walk(side) if node.op == "var"}
    return (*sides, list(used.items()))


def _fixed(nodes: list[Expr], wrt: set[str]) -> set[Expr]:
    """Nodes that contain a variable but none of the differentiation variables and no bound name."""
    verdict: dict[Expr, bool] = {}
    for node in nodes:
        if node.op == "var":
            verdict[node] = node.data[0] not in wrt
        else:
            own = not any("~" in name for name in _size_names(node)) and node.op not in SUMS
            verdict[node] = (
                own and all(verdict.get(a, False) or a.op in KEPT - {"var"} for a in node.args) and bool(node.args)
            )
    return {node for node, good in verdict.items() if good and node.op == "matmul"}


def _size_names(node: Expr) -> set[str]:
    data = [d for d in node.data if isinstance(d, Size)]
    return {name for size in (*node.shape.rows, *node.shape.cols, *data) for name in size.names}


def _replace(side: Expr, fixed: set[Expr], names: dict[Expr, Expr], cache: dict[Expr, Expr]) -> None:
    for node in walk(side):
        if node in cache:
            continue
        if node in fixed:
            names.setdefault(node, build.var(f"constant~{len(names)}", node.shape))
            cache[node] = names[node]
        else:
            cache[node] = build.rebuild(node, [cache[a] for a in node.args])
