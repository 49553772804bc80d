r"""Orders of growth and limits: ``f = O(g)``, ``f = g + o(\|H\|)``, ``f \to L``, ``f \sim g``, and what tends where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, Formula, Rel, walk
from derive.errors import NameProblem, NotSupported
from derive.language.indices.bigops import limit_point
from derive.language.relations.relations import link
from derive.language.scope.scope import Symbol
from derive.language.statements.restrictions import position
from derive.language.terms.terms import Term, realize
from derive.language.tree.names import bare, base_key, bracket, is_empty, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ORDERS = {"O": "O", "o": "o", "Theta": "Theta"}
Build = Callable[[], Formula]


def tending(r: Reader, tree: Syn) -> tuple[str, str]:
    r"""Read ``h \to 0``, ``n \to \infty`` or ``\|H\| \to 0``: the core name and where it tends.

    Raises:
        NameProblem: The name is not declared. NotSupported: Another limit.
    """
    target = limit_point(tree.children[1])
    subject = bare(tree.children[0])
    if subject.kind == "script" and bare(subject.children[0]).kind == "group" and is_empty(subject.children[2]):
        subject = bare(subject.children[0])
    if subject.kind == "group" and subject.value in ("||", "|") and target in ("zero", "zero+"):
        subject, target = bare(subject.children[0]), "zero"
    key = whole_key(subject)
    if key is None or target is None:
        raise NotSupported("a limit of this kind", position(tree), "write h \\to 0 or n \\to \\infty")
    if key in r.local:
        return r.local[key][0], target
    symbol = r.scope.find(key)
    if symbol is None:
        raise NameProblem(f"{key.plain} is not declared", position(tree), r.scope.suggest(key))
    if symbol.kind not in ("var", "size") or (target == "infinity") != (
        symbol.kind == "size" or _is_real(symbol, target)
    ):
        raise NotSupported(f"a limit in which {symbol.latex} tends there", position(tree))
    r.mention(symbol)
    return symbol.core, target


SMALL = ("h", "epsilon", "varepsilon", "eta", "dt", "xi", "varDelta")
"""Letters of what vanishes; so does what is named ``\\Delta X``."""
GROWING = (*"TNKLMRSDQBCHJ", "t", "k", "n", "m", "d")
"""Letters of what grows, also in front of an order: ``T^3 = T^2 + O(T)``."""


def _is_real(symbol: Symbol, target: str) -> bool:
    return target == "infinity" and symbol.kind == "var" and symbol.shape.is_scalar


@about(*(f"{kind} {letter}" for letter in ORDERS for kind in ("letter", "function")), untouched=nothing)
def landau(r: Reader, right: Syn) -> tuple[str, Syn, Syn | None] | None:
    """Return (symbol, argument, what stands before it) of ``O(g)`` or ``f + O(g)``, None if there is none."""
    if right.kind == "add":
        found = [_order_of(r, child) for child in right.children]
        places = [k for k, order in enumerate(found) if order is not None]
        if not places:
            return None
        if len(places) > 1:
            raise NotSupported("several orders in one sum", position(right))
        place = places[0]
        signs = right.value[:place] + right.value[place + 1 :]
        rest = right.children[:place] + right.children[place + 1 :]
        order = found[place]
        assert order is not None
        if not rest:
            return *order, None
        lone = len(rest) == 1 and signs == "+"
        return *order, rest[0] if lone else Syn("add", signs, rest, right.span)
    order = _order_of(r, right)
    return None if order is None else (*order, None)


def _order_of(r: Reader, syn: Syn) -> tuple[str, Syn] | None:
    if syn.kind != "juxt" or len(syn.children) != 2:
        return None
    key, inner = base_key(syn.children[0]), bracket(syn.children[1])
    if key is None or key.plain not in ORDERS or r.scope.find(key) is not None:
        return None
    if inner is None or len(inner[0]) != 1 or not (is_empty(inner[1]) and is_empty(inner[2])):
        return None
    return key.plain, inner[0][0]


def asymptotic(r: Reader, left: Syn, right: Syn) -> Build:
    """Read ``f = O(g)`` or ``f = h + O(g)``: as what is stated tends, else the one size or variable of g."""
    found = landau(r, right)
    assert found is not None
    op, argument, before = found
    term = r.read(left)
    if before is not None:
        other = r.read(before)
        if other.zero or term.zero:
            other, term = (r.a.like(other, term), term) if other.zero else (other, r.a.like(term, other))
        term = r.a.add([term, r.a.negate(other, before)], left)
    bound = r.a.need_scalar("the argument of an order", r.read(argument))
    where = _stated(r) or _about(r, argument, right, [left] if before is None else [left, before], before is not None)
    size = _magnitude(r, term, where)
    return lambda: Rel(op, size(), realize(bound), where)


def _magnitude(r: Reader, term: Term, where: tuple[str, str]) -> Callable[[], Expr]:
    """Return the size of what is compared: itself if it is a scalar, else its Frobenius norm."""
    if r.a.is_scalar(term):
        return lambda: realize(r.a.need_scalar("the left side", term))
    if where[1] == "infinity":
        raise NotSupported(
            "the order of a matrix as a size grows (of which norm?)", position(term.syn) if term.syn else None
        )
    r.note("the order of a matrix is that of its Frobenius norm (all norms are equivalent at fixed sizes)")
    return lambda: b.norm(realize(term), "F")


def _stated(r: Reader) -> tuple[str, str] | None:
    if len(r.tending) > 1:
        raise NotSupported("a limit in which several things tend")
    return r.tending[0] if r.tending else None


def _about(r: Reader, argument: Syn, right: Syn, compared: Sequence[Syn], is_rest: bool) -> tuple[str, str]:
    """Return the only size or variable in the argument of an order: a size grows, a variable vanishes.

    A variable is known to vanish by its letter, or where the order is the rest of an expansion.

    Raises:
        NotSupported: There is no such one, or it may grow; or what is compared has a size that the argument lacks: it may
            grow as well.
    """
    symbols = _symbols(r, [argument])
    if len(symbols) != 1:
        raise NotSupported(
            "an order without a single size or variable that it is about",
            position(right),
            "say it: \\text{as } h \\to 0",
        )
    where = "infinity" if symbols[0].kind == "size" else "zero"
    letter = symbols[0].key.plain
    vanishes = letter in SMALL or letter.lower().startswith("delta")
    if where == "zero" and not vanishes and (not is_rest or letter in GROWING):
        raise NotSupported(
            f"an order of {symbols[0].latex}, which may vanish or grow",
            position(right),
            rf"say it: \text{{as }} {symbols[0].latex} \to 0, or \text{{as }} {symbols[0].latex} \to \infty",
        )
    others = [s for s in _sizes(r, compared) if s.core != symbols[0].core] if where == "infinity" else []
    if others:
        raise NotSupported(
            f"an order that does not speak of {others[0].latex}, which may be fixed or grow, too",
            position(right),
            f"write \\text{{as }} {symbols[0].latex} \\to \\infty behind it if {others[0].latex} is held fixed",
        )
    r.note(f"the order is meant as {symbols[0].latex} tends to {'infinity' if where == 'infinity' else '0'}")
    return symbols[0].core, where


def _sizes(r: Reader, trees: Sequence[Syn]) -> list[Symbol]:
    """Return the sizes that formulas speak of, by their definitions, too."""
    definitions = r.scope.definitions
    keys = {key for tree in trees for _, node in tree.walk() if (key := base_key(node)) is not None}
    defined = [s for key in keys if (s := r.scope.find(key)) is not None and s.body is not None]
    reached = {core for s in defined for core in definitions.reach(s.core)}
    bodies = [s.body for core in reached if (s := definitions.symbols.get(core)) is not None and s.body is not None]
    names = {n for e in bodies for node in walk(e) for d in node.data if isinstance(d, Size) for n in d.names}
    stated = [s for s in _symbols(r, trees) if s.kind == "size"]
    return [*stated, *(s for n in sorted(names) if (s := r.scope.find_plain(n)) is not None and s.kind == "size")]


def _symbols(r: Reader, trees: Sequence[Syn]) -> list[Symbol]:
    found: dict[str, Symbol] = {}
    for tree in trees:
        covered: set[int] = set()
        for _, node in tree.walk():
            if id(node) in covered or node.kind not in ("name", "script", "juxt", "prime"):
                continue
            key = whole_key(node)
            joined = r.scope.find(key) if node.kind == "juxt" and key is not None else None
            if joined is not None:
                found[joined.core] = joined
                covered.update(id(n) for _, n in node.walk())
            elif node.kind != "juxt":
                hit = r.find(node)
                if hit is not None and isinstance(hit[0], Symbol) and hit[0].kind in ("size", "var"):
                    found[hit[0].core] = hit[0]
                    base = node.children[0] if node.kind in ("script", "prime") else node
                    covered.update(id(n) for _, n in base.walk())
    return list(found.values())


@about("bigop lim", untouched=nothing)
def as_limit(r: Reader, part: Syn) -> Syn | None:
    r"""Read ``\lim_{H \to 0} f = L`` for a matrix H, and limits at infinity, as ``f \to L``; None if it is no such limit."""
    for left, right in (part.children, part.children[::-1]):
        if left.kind != "bigop" or left.value != "lim" or bare(left.children[0]).kind != "relation":
            continue
        condition = bare(left.children[0])
        found = r.find(condition.children[0]) if condition.value == "to" else None
        key = whole_key(condition.children[0])
        symbol = found[0] if found is not None else r.scope.find(key) if key is not None else None
        normed = bare(condition.children[0]).kind == "group"
        far = bare(condition.children[1]).kind == "name" and bare(condition.children[1]).value == ":infty"
        if normed or (isinstance(symbol, Symbol) and symbol.kind == "var" and (far or not symbol.shape.is_scalar)):
            if r.tending:
                raise NotSupported("a limit in which several things tend", position(part))
            r.tending.append(tending(r, condition))
            return Syn("relation", "to", (left.children[2], right), part.span)
    return None


def tends(r: Reader, part: Syn) -> Build:
    r"""Read ``f \to L`` or ``f \sim g`` as what is stated tends.

    Raises:
        NotSupported: Nothing says what tends.
    """
    word = part.value
    where = _stated(r)
    if where is None:
        hint = "say what tends: \\text{as } n \\to \\infty" if word == "to" else "say \\text{as } n \\to \\infty"
        raise NotSupported(
            "a limit" if word == "to" else "the relation \\sim without a stated limit", position(part), hint
        )
    lhs, rhs = r.read(part.children[0]), r.read(part.children[1])
    link(r, "=", lhs, rhs)
    if word == "sim":
        lhs, rhs = (r.a.need_scalar("a side of \\sim", t) for t in (lhs, rhs))
        return lambda: Rel("~", realize(lhs), realize(rhs), where)
    first, second = (r.a.like(t, o) if t.zero else t for t, o in ((lhs, rhs), (rhs, lhs)))
    return lambda: Rel("to", realize(first), realize(second), where)
