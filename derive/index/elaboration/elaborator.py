"""Index forms of expressions, and the translator that asks one rule per node of the core language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from derive.build import BINDS_INDEX, INFINITY
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.index.terms.algebra import instantiate
from derive.index.terms.canonical import collect
from derive.index.terms.ranges import at_least
from derive.index.terms.terms import Fixed, Head, Index, Slot, Term, Terms, slot_size
from derive.size_names import size_names
from derive.sizes import Dim, Shape, Size

MAX_NODES = 20000
COLLECT_FROM = 2


@dataclass(frozen=True, slots=True)
class IndexForm:
    """A matrix as terms over its row and column indices (one index per factor of a dimension)."""

    rows: tuple[Index, ...]
    cols: tuple[Index, ...]
    terms: tuple[Term, ...]

    def at(self, rows: Sequence[Slot], cols: Sequence[Slot]) -> Terms:
        """The entry at given slots, with fresh summed indices.

        Raises:
            NotSupported: A slot has another range than the index.

        """
        values: dict[Index, Slot] = {}
        if len(rows) != len(self.rows) or len(cols) != len(self.cols):
            raise NotSupported("a matrix with its dimensions factored in two ways")
        for own, slot in zip((*self.rows, *self.cols), (*rows, *cols), strict=True):
            size = slot_size(slot)
            if size is not None and size != own.size:
                raise NotSupported(f"an index of range {own.size} meets one of range {size}")
            values[own] = slot
        return instantiate(self.terms, values)


def indices_of(d: Dim) -> tuple[Index, ...]:
    """Fresh indices for a composite dimension."""
    return tuple(Index(size) for size in d)


def form_of(rows: Iterable[Index], cols: Iterable[Index], terms: Sequence[Term]) -> IndexForm:
    """Build a form, merging equal terms."""
    rows, cols = tuple(rows), tuple(cols)
    merged = collect(terms, (*rows, *cols)) if len(terms) >= COLLECT_FROM else terms
    return IndexForm(rows, cols, tuple(merged))


def variable(name: str, shape: Shape) -> Head:
    """The head of a variable's entries."""
    return Head("var", (name, tuple(map(str, shape.rows)), tuple(map(str, shape.cols))))


def scalar_form(terms: Sequence[Term]) -> IndexForm:
    """The form of a scalar: no rows, no columns."""
    return IndexForm((), (), tuple(terms))


def copied(f: IndexForm) -> IndexForm:
    """The same form with fresh indices for rows and columns and fresh summed ones."""
    rows, cols = tuple(Index(i.size) for i in f.rows), tuple(Index(i.size) for i in f.cols)
    return IndexForm(rows, cols, tuple(f.at(rows, cols)))


class Elaborator:
    """Translates one tree (or several that share variables and quantified indices).

    Args:
        quantified: Universally quantified indices: name -> slot.
        integrals: Whether integrals may stay: as the integrand at an arbitrary point times an arbitrary measure, one
            pair of names for all integrals between the same limits (`derive.index.rewriting.integrals` says what that allows).

    Attributes:
        unsolved: The integrals that stayed, in the order they were met.

    """

    def __init__(self, quantified: dict[str, Slot] | None = None, *, integrals: bool = False) -> None:
        self.names: dict[str, Slot] = dict(quantified or {})
        self.forms: dict[Expr, IndexForm] = {}
        self.integrals = integrals
        self.unsolved: dict[Expr, None] = {}
        self.limits: dict[tuple[Expr, ...], int] = {}

    def form(self, expr: Expr) -> IndexForm:
        """The index form of an expression.

        Raises:
            NotSupported: A node without a rule, or a budget exceeded.

        """
        nodes = list(walk(expr))
        if len(nodes) > MAX_NODES:
            raise NotSupported(f"more than {MAX_NODES} sub-expressions")
        for node in nodes:
            self._declare(node)
        infinite: set[Expr] = set()
        for node in nodes:
            if node == INFINITY or not infinite.isdisjoint(node.args[: 1 if node.op == "integral" else None]):
                infinite.add(node)
            elif node not in self.forms:
                rule = RULES.get(node.op)
                if rule is None:
                    raise NotSupported(f"{node.op} has no index form")
                self.forms[node] = rule(self, node)
        if expr in infinite:
            raise NotSupported("infinity has no index form")
        return self.forms[expr]

    def _declare(self, node: Expr) -> None:
        """Create the indices of binders before their bodies are read."""
        pairs: list[tuple[str, Size]] = []
        if node.op in BINDS_INDEX:
            check_signs(node.data[0], node.data[1], node.args[:1])
            pairs = [(node.data[0], node.data[2])]
        elif node.op == "blocks":
            i, m, j, n = node.data
            pairs = [(i, m), (j, n)]
        for name, size in pairs:
            one = node.op == "blocks" and size == Size.of(1)
            own = self.names.setdefault(name, Fixed(Size.of(1)) if one else Index(size, name))
            if not (own == Fixed(Size.of(1)) if one else isinstance(own, Index) and own.size == size):
                raise NotSupported(f"the index {name} with two ranges")

    def slot(self, value: Size) -> Slot:
        """The slot of an index expression."""
        if len(value.terms) == 1:
            monomial, coefficient = value.terms[0]
            if coefficient == 1 and len(monomial) == 1 and monomial[0][1] == 1 and monomial[0][0] in self.names:
                return self.names[monomial[0][0]]
        known = {n: s for n, s in self.names.items() if n in value.names}
        if any(isinstance(s, Index) for s in known.values()):
            raise NotSupported(f"the index expression {value}")
        return Fixed(value.substitute({n: s.value for n, s in known.items() if isinstance(s, Fixed)}))


def check_signs(index: str, low: Size, exprs: Iterable[Expr]) -> None:
    """Refuse an index that may be zero or below where its sign matters: the index form takes indices for positive.

    Raises:
        NotSupported: Some operation that looks at signs speaks of it.

    """
    if at_least(low, 1):
        return
    if any(_looks_at_signs(node) and _is_number(index, node) for e in exprs for node in walk(e)):
        raise NotSupported("an index that may be zero or below, inside an operation that looks at signs")


def _is_number(index: str, expr: Expr) -> bool:
    """Whether an index is more in an expression than the place of a row, a column or an entry, which has no sign."""
    if index not in size_names(expr):
        return False
    for node in walk(expr):
        counted = () if node.op in PLACES else node.data
        dims = (*node.shape.rows, *node.shape.cols)
        if any(index in getattr(datum, "names", ()) for datum in (*counted, *dims)):
            return True
    return False


def _looks_at_signs(node: Expr) -> bool:
    """Whether an operation takes indices for positive: absolute values, roots, logarithms, comparisons, norms."""
    if node.op == "hpow":
        exponent = node.args[1]
        return exponent.op == "const" and exponent.data[0].denominator > 1
    return node.op in ("map", "norm", "indicator", "where", "max", "min", "maxover", "minover", "maxentry", "minentry")


PLACES = ("row", "col", "entry", "basis", "delta")
"""What selects by an index."""
Rule = Callable[[Elaborator, Expr], IndexForm]
RULES: dict[str, Rule] = {}


def rule(*ops: str) -> Callable[[Rule], Rule]:
    """Register the rule of operators."""

    def register(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(ops, function))
        return function

    return register


def args_of(self: Elaborator, e: Expr) -> list[IndexForm]:
    """The forms of a node's children."""
    return [self.forms[a] for a in e.args]
