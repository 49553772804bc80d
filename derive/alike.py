"""Whether two formulas say the same, up to the names of bound variables."""

from __future__ import annotations

import re

from derive.core import Expr, Formula, Logic, Quantified, Rel, walk


def formula_key(f: Formula) -> tuple[object, ...]:
    """Return a key of a formula up to the names of bound variables."""
    lines: list[str] = []
    seen: dict[Expr, int] = {}

    def of(g: Formula) -> str:
        if isinstance(g, Rel):
            return f"{g.op} {expr(g.lhs)} {expr(g.rhs)} {g.data}"
        if isinstance(g, Logic):
            return f"{g.op}({', '.join(of(a) for a in g.args)})"
        return f"{g.kind} {g.names} {of(g.body)}"

    def datum(d: object) -> str:
        if isinstance(d, (Rel, Logic, Quantified)):
            return of(d)
        return f"({', '.join(map(datum, d))})" if isinstance(d, tuple) else str(d)

    def expr(e: Expr) -> int:
        for node in walk(e):
            if node not in seen:
                data = [datum(d) for d in node.data]
                seen[node] = len(seen)
                lines.append(f"{node.op} {data} {[seen[a] for a in node.args]} {node.shape}")
        return seen[e]

    lines.append(of(f))
    numbers: dict[str, str] = {}
    text = "\n".join(lines)
    return (re.sub(r"~\d+", lambda m: numbers.setdefault(m.group(), f"~{len(numbers)}"), text),)


__all__ = ["formula_key"]
