r"""What is differentiated as a function of what it is differentiated by: a name, coordinates of a name, or an expression.

A derivative by a declared name goes through all definitions that depend on it; one by a defined name treats that name
as free.  Entries, rows and multiples of a name are coordinates of it; a derivative by ``A^{-1}`` treats A as its
inverse.  Another expression is accepted where it determines all that varies: with a new name in its place, none of its
variables may be left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.build import free_names
from derive.core import Expr, Formula, walk
from derive.errors import NameProblem, NotSupported
from derive.language.derivatives.occurrences import with_name
from derive.language.derivatives.ties import check_ties
from derive.language.derivatives.unrolled import unrolled
from derive.language.derivatives.varied import Lift, Varied, number_in, varied
from derive.language.scope.dependence import check_expression
from derive.language.terms.readings import WRITTEN_OUT

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


Told = tuple[Formula, ...]


def of_name(
    r: Reader,
    e: Expr,
    core: str,
    latex: str,
    of: str | None,
    *,
    occurs: bool = True,
    direct: bool = False,
    told: Told = (),
) -> Expr:
    """Return an expression with all definitions expanded through which a name acts.

    Args:
        r: The reader.
        e: What is differentiated.
        core: The name by which is differentiated.
        latex: As it is written.
        of: What is differentiated, as it is written.
        occurs: Whether a defined name must occur.
        direct: Whether other defined names than those that are written are kept as they are.
        told: Equations that the expression takes in already.

    Raises:
        NameProblem: The name is defined and does not occur.
        NotSupported: A hypothesis ties other names to it.
    """
    symbol = r.scope.by_core().get(core)
    if symbol is not None and r.scope.has_labels:
        check_expression(r, e, symbol.key, symbol.shape)
    kept = r.definitions().symbols.keys() - free_names(e) if direct else ()
    body = r.definitions().expand(e, through=[core], keep=kept)
    if _definition(r, core) is not None:
        if occurs and core not in free_names(body):
            raise NameProblem(_absent(latex, of))
        body = _with_own_definition(r, body, core)
    if not r.scope.all_hypotheses():
        return body
    found = unrolled(r, body, core)
    body, more = found if found is not None else (body, ())
    check_ties(r, body, [core], latex, (*told, *more))
    return body


def _definition(r: Reader, core: str) -> Expr | None:
    symbol = r.definitions().symbols.get(core)
    return None if symbol is None else symbol.body


def _with_own_definition(r: Reader, body: Expr, core: str) -> Expr:
    """What a name is defined as may stand written out beside it: two readings, that it moves with the name or does not."""
    own = _definition(r, core)
    assert own is not None
    if varied(own).base.op == "var" or not free_names(own):
        return body
    name = b.var(b.fresh(core), own.shape)
    definitions = r.definitions()
    whole = definitions.expand(own)
    read = with_name(definitions.expand(body, keep=[core]), whole, name)
    if name.data[0] in free_names(read):  # Another name with the same definition stays another name.
        symbols = definitions.symbols.items()
        like = [n for n, s in symbols if s.body is not None and definitions.expand(s.body) == whole]
        read = with_name(definitions.expand(body, keep=[core, *like]), whole, name)
    if name.data[0] not in free_names(read) or not r.chooses(WRITTEN_OUT):
        return body
    return b.substitute(read, {name.data[0]: b.var(core, own.shape)})


def bind_part(r: Reader, e: Expr, part: Expr, latex: str, of: str | None, told: Told = ()) -> tuple[Expr, str, Expr]:
    """Return (body, bound name, point): an expression as a function of a part that is no bare name; see `of_name`.

    Raises:
        NameProblem: The part does not occur.
        NotSupported: It does not determine all that varies, or a hypothesis ties other names to it.
    """
    moved = varied(part)
    if moved.base.op == "var":
        return _by_coordinates(r, e, moved, part, latex, of, told)
    body, left = _replaced(r, e, moved, part, latex, of)
    if not left:
        return body
    if moved.base.op == "inv" and moved.base.args[0].op == "var":
        return _by_inverse(r, e, moved, part, latex, of, told)
    number = number_in(moved.base)
    if number is not None:
        return _by_coordinates(r, e, _by_chain_rule(moved, number), part, latex, of)
    others = ", ".join(sorted(_written(r, name) for name in left))
    raise NotSupported(
        f"a derivative by {latex} of {of or 'an expression'}, which depends on {others} in other ways, too",
        None,
        "define a name for the expression and write it wherever it varies, or differentiate by a variable",
    )


def _by_coordinates(
    r: Reader, e: Expr, moved: Varied, part: Expr, latex: str, of: str | None, told: Told = ()
) -> tuple[Expr, str, Expr]:
    """The expression where some coordinates of a name move by z, at z = 0."""
    core = moved.base.data[0]
    return _stepped(of_name(r, e, core, latex, of, told=told), core, moved.base, moved.lift, part)


def _by_inverse(r: Reader, e: Expr, moved: Varied, part: Expr, latex: str, of: str | None, told: Told) -> tuple[Expr, str, Expr]:
    """The expression as a function of the inverse Y of a matrix, which is ``Y^{-1}`` itself."""
    matrix, name = moved.base.args[0], b.fresh("part")
    variable = b.var(name, moved.base.shape)
    done: dict[Expr, Expr] = {}
    whole = b.substitute(of_name(r, e, matrix.data[0], latex, of, told=told), {matrix.data[0]: b.inv(variable)})
    for node in walk(whole):
        twice = node.op == "inv" and node.args[0] == b.inv(variable)
        done[node] = variable if twice else b.rebuild(node, [done[a] for a in node.args])
    body = done[whole]
    return (body, name, part) if moved.base == part else _stepped(body, name, moved.base, moved.lift, part)


def _stepped(body: Expr, core: str, place: Expr, lift: Lift, part: Expr) -> tuple[Expr, str, Expr]:
    step = b.fresh("z")
    z = b.var(step, part.shape)
    at = b.const(0) if part.shape.is_scalar else b.zeros(part.shape.rows, part.shape.cols)
    return b.substitute(body, {core: b.add(place, b.reshape(lift(z), place.shape))}), step, at


def _by_chain_rule(moved: Varied, number: Varied) -> Varied:
    """Where u = u(n) moves by z, n moves by z / u'(n): the only number on which u depends."""
    own = b.fresh("z")
    core = number.base.data[0]
    there = b.add(number.base, b.reshape(number.lift(b.var(own, b.const(0).shape)), number.base.shape))
    slope = b.frechet(b.substitute(moved.base, {core: there}), own, b.const(0), b.const(1))
    return Varied(number.base, lambda z: number.lift(b.div(moved.lift(z), slope)))


def _replaced(
    r: Reader, e: Expr, moved: Varied, part: Expr, latex: str, of: str | None
) -> tuple[tuple[Expr, str, Expr], frozenset[str]]:
    """Put a new name in place of an expression; also return which of its variables are left.

    Raises:
        NameProblem: It does not occur, nor do its variables.
    """
    definitions = r.definitions()
    base, whole = moved.base, definitions.expand(moved.base)
    names = free_names(whole)
    if not names:
        raise NameProblem(f"{latex} does not vary")
    name = b.fresh("part")
    variable = b.var(name, base.shape)
    body = with_name(definitions.expand(with_name(e, base, variable)), whole, variable)
    left = (names & free_names(body)) | (names & _bound(body))
    if name not in free_names(body) and not left:
        raise NameProblem(_absent(latex, of))
    check_ties(r, body, [name, *free_names(base)], latex)
    if base == part:
        return (body, name, part), left
    return _stepped(body, name, base, moved.lift, part), left


def _bound(body: Expr) -> frozenset[str]:
    """The names that an expression binds."""
    return frozenset(node.data[0] for node in walk(body) if node.op in b.BINDS_IN_FIRST or node.op in b.LIMITS).union(
        *({name for name, _ in node.data[0]} for node in walk(body) if node.op in ("sup", "inf"))
    )


def _written(r: Reader, core: str) -> str:
    symbol = r.scope.by_core().get(core)
    return core if symbol is None else symbol.latex


def _absent(latex: str, of: str | None) -> str:
    return f"{latex} does not occur in {of or 'what is differentiated'}"


__all__ = ["bind_part", "of_name"]
