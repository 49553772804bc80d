"""Scalar factors fitted exactly: a term that is wrong by a sign, a number or powers of sizes, or does not belong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.fraction import Fraction
from derive.language.printing.latex import to_latex
from derive.language.tree.syntax import Syn
from derive.repair import tree as t
from derive.repair.bench import Row, Value, ratio
from derive.repair.scalars import Monomial, fit, scaled, written
from derive.repair.tree import Path

if TYPE_CHECKING:
    from derive.repair.search import Search

MAX_PLACES = 14


def fitted(search: Search) -> Iterator[tuple[Syn, str]]:
    """Yield statements in which one term is multiplied by the scalar that makes both sides equal, if there is one."""
    rows = rows_of(search, search.statement)
    if rows is None:
        return
    found: list[tuple[Syn, str]] = []
    for path in places(search):
        factor = _factor(search, path, rows)
        if factor is not None and not factor.is_one:
            found += _applied(search, path, factor)
    # The shortest formula first: a factor too many is taken away where it stands, and not written elsewhere too.
    yield from sorted(found, key=lambda one: len(to_latex(one[0])))


def rows_of(search: Search, statement: Syn, count: int = 2) -> list[Row] | None:
    """Return the sides of a statement at the first ``count`` size tuples, None if they cannot be had."""
    try:
        problems = search.problems(statement)
        if search.bench is None or len(problems) != 1:
            return None
        rows = list(search.bench.rows(problems[0], count))
    except (DeriveError, ArithmeticError, ValueError):
        return None
    return rows if rows and all(r.op == "=" for r in rows) else None


def places(search: Search) -> list[Path]:
    """Return the right side, then terms of sums at any depth and the left side, outermost first."""
    statement = search.statement
    if len(statement.children) != 2:
        return []
    found: list[Path] = [(1,)]
    inner: list[Path] = []
    for path, node in t.operands(statement, search.scope):
        if len(path) < 1:
            continue
        if node.kind == "add":
            inner += [(*path, k) for k in range(len(node.children))]
        elif node.kind == "group" and len(path) > 1 and node.children[0].kind != "add":
            inner.append((*path, 0))
    inner.sort(key=lambda p: (p[0] == 0, len(p)))
    return list(dict.fromkeys(found + inner))[:MAX_PLACES]


def _factor(search: Search, path: Path, rows: list[Row]) -> Monomial | None:
    """The scalar for the term at a path: the side is affine in it if it occurs once, linearly."""
    sides = sides_at(search, path, rows)
    if sides is None:
        return None
    values: list[tuple[dict[str, int], int, Fraction]] = []
    for row, (whole, target, base) in zip(rows, sides, strict=True):
        found = ratio(target, whole, base)
        if found is None:
            return None
        values.append((dict(row.sizes), *found))
    return fit(values)


def sides_at(search: Search, path: Path, rows: Sequence[Row]) -> list[tuple[Value, Value, Value | None]] | None:
    """Return of each row the side of a path, the other side, and the side without the term there (none if it is all of it)."""
    bases: list[Value | None] = [None] * len(rows)
    if len(path) > 1:
        zeroed = rows_of(search, search.statement.replace(path, zero))
        if zeroed is None or len(zeroed) != len(rows):
            return None
        bases = [row.right if path[0] == 1 else row.left for row in zeroed]
    pairs = [(row.right, row.left) if path[0] == 1 else (row.left, row.right) for row in rows]
    return [(whole, target, base) for (whole, target), base in zip(pairs, bases, strict=True)]


def zero(node: Syn) -> Syn:
    """A node times nothing, which keeps its shape."""
    return t.juxt(t.num(0), Syn("group", "(", (node,)))


def _applied(search: Search, path: Path, factor: Monomial) -> Iterator[tuple[Syn, str]]:
    statement = search.statement
    node = statement.at(path)
    if factor.sign == 0:
        parent = statement.at(path[:-1])
        if parent.kind == "add" and len(parent.children) > 1:
            k = path[-1]
            rest = parent.children[:k] + parent.children[k + 1 :]
            signs = parent.value[:k] + parent.value[k + 1 :]
            new = rest[0] if len(rest) == 1 and signs == "+" else Syn("add", signs, rest)
            yield statement.replace(path[:-1], lambda _: new), f"without the term ${to_latex(node)}$"
        return
    for new, text in _scaled(search, node, factor):
        negative = new.kind == "add" and len(new.children) == 1 and new.value == "-"
        yield changed(statement, path, *((new.children[0], "-") if negative else (new, "+"))), text


def changed(statement: Syn, path: Path, new: Syn, sign: str) -> Syn:
    """The statement with another term at a path, or with what is opposite to it; a sum takes the sign over."""
    if sign == "+":
        return statement.replace(path, lambda _: new)
    parent = statement.at(path[:-1])
    if parent.kind != "add":
        return statement.replace(path, lambda _: t.negated(new))
    k = path[-1]
    signs = parent.value[:k] + ("-" if parent.value[k] == "+" else "+") + parent.value[k + 1 :]
    kids = (*parent.children[:k], new, *parent.children[k + 1 :])
    return statement.replace(path[:-1], lambda _: Syn("add", signs, kids))


def _scaled(search: Search, node: Syn, factor: Monomial) -> Iterator[tuple[Syn, str]]:
    """Write the factor into a term: merged with the factor in front, else around the whole."""
    says = "the sign changed" if factor.square == 1 and not factor.powers else f"times ${_shown(factor)}$"
    inner = node
    if node.kind == "add":
        if factor.sign < 0 and factor.square == 1 and not factor.powers:
            flipped = "".join("-" if s == "+" else "+" for s in node.value)
            yield Syn("add", flipped, node.children), says
        elif len(node.children) == 1:
            sign, body = scaled(node.children[0], factor, search.scope)
            yield (
                (Syn("add", "-", (body,)) if (sign == "-") != (node.value == "-") else body),
                f"{says}: ${to_latex(body)}$",
            )
            return
        inner = Syn("group", "(", (node,))
    sign, body = scaled(inner, factor, search.scope)
    text = says if says == "the sign changed" else f"{says}: ${to_latex(body)}$ for ${to_latex(node)}$"
    yield (t.negated(body) if sign == "-" else body), text


def _shown(factor: Monomial) -> str:
    return ("-" if factor.sign < 0 else "") + to_latex(written(factor))
