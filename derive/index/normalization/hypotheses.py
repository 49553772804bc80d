"""Hypotheses that are equalities, as definitions, symmetries and rewrite relations."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter

from derive.build import blocks, const, diag, diagpart, fresh, hpow, matmul, neg, reshape, sub, transpose, var
from derive.core import Expr, Formula, Logic, Quantified, Rel, walk
from derive.errors import NotSupported
from derive.index.elaboration.differentiate import replace_variables
from derive.index.elaboration.form import Elaborator, IndexForm, difference
from derive.index.normalization.normal import Normalizer
from derive.index.normalization.relations import Relation, exchanges, oriented
from derive.index.normalization.selections import selected
from derive.index.normalization.triangular import structure
from derive.index.terms.algebra import rebuilt
from derive.index.terms.terms import Factor, Head, Slot, Term, Terms
from derive.language.printing.core_latex import formula_to_latex
from derive.sizes import Shape, Size

ONE = Size.of(1)
MAX_PRODUCTS = 6


@dataclass(slots=True)
class Assumptions:
    """What the hypotheses give.

    Attributes:
        relations: Rewrite relations, used by the normal form.
        definitions: Variables that a hypothesis sets equal to something else; those that mention others come first.
        mentions: The names in each definition.
        symmetric: Variables that equal their transposes.
        used: Names of the definitions that were applied.
        turn: Which term of an equation is replaced by the others.

    """

    relations: tuple[Relation, ...] = ()
    definitions: tuple[tuple[str, IndexForm], ...] = ()
    mentions: dict[str, set[str]] = field(default_factory=dict)
    symmetric: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    turn: int = 0

    @staticmethod
    def read(hypotheses: Sequence[Formula], slots: dict[str, Slot], turn: int = 0) -> Assumptions:
        """Read the equalities among the hypotheses; what cannot be read is not used.

        Args:
            hypotheses: What is assumed.
            slots: The quantified indices.
            turn: Which term of an equation is replaced by the others (``oriented``).
        """
        result = Assumptions(turn=turn)
        told = equalities(hypotheses)
        result._take(told, slots)
        for rel in told:
            others = {name for r in told if r is not rel for side in (r.lhs, r.rhs) for name in free_names(side)}
            for product in itertools.islice(_multiplied(rel, others), MAX_PRODUCTS):
                _tried(result._derive, rel, product, Elaborator(slots))
        return result

    def _take(self, told: Sequence[Rel], slots: dict[str, Slot]) -> None:
        """Take definitions first, then symmetries, then what is left: the order in which things are said does not matter."""
        shaped = {name for rel in told for name in _shaped(rel)}
        rest = [rel for rel in told if not _tried(self._define, rel, shaped, Elaborator(slots))]
        rest = [rel for rel in rest if not _tried(self._shape, rel, Elaborator(slots))]
        for rel in rest:
            for each in (rel, *_commuted(rel), *_squared(rel)):
                _tried(self._relate, each, Elaborator(slots))
        for each in selected(told):
            _tried(self._relate, each, Elaborator(slots))

    def _define(self, rel: Rel, shaped: set[str], elaborator: Elaborator) -> bool:
        """Take ``x = e`` as the definition of ``x`` if ``e`` does not mention it, by way of other definitions either.

        Of ``x = y`` that one is defined of which nothing else is said.
        """
        sides = [(rel.lhs, rel.rhs), (rel.rhs, rel.lhs)]
        for side, other in sorted(sides, key=lambda pair: pair[0].op == "var" and pair[0].data[0] in shaped):
            if side.op != "var" or side.shape != other.shape or side.data[0] in self.mentions:
                continue
            name, names = side.data[0], free_names(other)
            if name not in self._reached(names):
                self._add(name, elaborator.form(other), names)
                return True
        return False

    def _shape(self, rel: Rel, elaborator: Elaborator) -> bool:
        """Take that a variable is diagonal, skew-symmetric or symmetric, unless it has a definition (which is then so)."""
        structured = _structured(rel)
        if structured is not None and structured[0] not in self.mentions:
            self._add(structured[0], elaborator.form(structured[1]), set())
            return True
        if structured is None and _symmetric(rel) and _shaped(rel).isdisjoint(self.mentions):
            self.symmetric = (*self.symmetric, *_shaped(rel))
            return True
        return False

    def _add(self, name: str, form: IndexForm, names: set[str]) -> None:
        """Add a definition; those that mention others come before these, so that one pass puts all of them in."""
        self.mentions[name] = names
        forms = {**dict(self.definitions), name: form}
        order = TopologicalSorter({n: [user for user in forms if n in self.mentions[user]] for n in forms})
        self.definitions = tuple((n, forms[n]) for n in order.static_order())

    def _reached(self, names: set[str]) -> set[str]:
        """The names and all that their definitions mention, and so on."""
        found: set[str] = set()
        waiting = set(names)
        while waiting:
            found |= waiting
            waiting = {n for name in waiting for n in self.mentions.get(name, ())} - found
        return found

    def _relate(self, rel: Rel, elaborator: Elaborator) -> None:
        free, terms = difference(elaborator, rel)
        name, known = _name(rel), self.substituted(terms, note=False)
        relation = oriented(name, known, free, self.turn)
        self.relations = (*self.relations, *((relation,) if relation is not None else exchanges(name, known, free)))

    def _derive(self, rel: Rel, product: Rel, elaborator: Elaborator) -> None:
        """Take a consequence of an equation if the other equations have something to say of it: Q^T Q = I of Q^T A Q = Q^T Q D."""
        free, terms = difference(elaborator, product)
        known = self.substituted(terms, note=False)
        shorter = Normalizer(tuple(r for r in self.relations if not r.exchange and r.name != _name(rel)))
        reduced = shorter.normal(known, free)
        if shorter.used and reduced:
            relation = oriented(_name(rel), reduced, free)
            self.relations = self.relations if relation is None else (*self.relations, relation)

    def substituted(self, terms: Sequence[Term], *, note: bool = True) -> Terms:
        """Put the definitions in."""
        result = list(terms)
        for name, form in self.definitions:
            if any(name in head.names for t in result for head, _, _ in t.factors):
                result = replace_variables(result, {name: _filler(form)})
                if note:
                    self.used = (*self.used, f"hypothesis: definition of {name}")
        for name in self.symmetric:
            if any(name in head.names for t in result for head, _, _ in t.factors):
                result = _with_symmetry(result, name)
                if note:
                    self.used = (*self.used, f"hypothesis: {name} is symmetric")
        return result


def _tried(take: Callable[..., bool | None], *arguments: object) -> bool:
    """What a step says of a hypothesis; one that cannot be read is not used."""
    try:
        return bool(take(*arguments))
    except NotSupported:
        return False


def _name(rel: Rel) -> str:
    return f"hypothesis: {formula_to_latex(rel)}"


def _multiplied(rel: Rel, names: set[str]) -> Iterator[Rel]:
    """An equation between matrices times its own variables, transposed, where other equations speak of these."""
    rows, cols = rel.lhs.shape.totals
    variables = dict.fromkeys(n for side in (rel.lhs, rel.rhs) for n in walk(side) if n.op == "var")
    for v in variables:
        if v.data[0] not in names or ONE in (v.shape.totals[0], rows):
            continue
        if v.shape.totals[0] == rows:
            yield Rel("=", matmul(transpose(v), rel.lhs), matmul(transpose(v), rel.rhs))
        if v.shape.totals[0] == cols:
            yield Rel("=", matmul(rel.lhs, v), matmul(rel.rhs, v))


def _shaped(rel: Rel) -> set[str]:
    """The variable of which an equation says that it is diagonal, skew-symmetric or symmetric."""
    structured = _structured(rel)
    if structured is not None:
        return {structured[0]}
    return {side.data[0] for side in (rel.lhs, rel.rhs) if side.op == "var"} if _symmetric(rel) else set()


def _symmetric(rel: Rel) -> bool:
    """Whether it says that a variable equals its transpose."""
    pairs = ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs))
    return any(a.op == "var" and b.op == "transpose" and b.args[0] == a for a, b in pairs)


def _structured(rel: Rel) -> tuple[str, Expr] | None:
    """A variable that an equation says to be diagonal, skew-symmetric or triangular, and such matrices with free entries.

    ``A = diag(diag(A))``, or ``A = I * A`` entry by entry: ``A = diag(a)``; ``A^T = -A``: ``A = B - B^T``.
    """
    for a, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if a.op == "var" and a.shape.rows == a.shape.cols and _is_part(other, a):
            return a.data[0], diag(var(f"{a.data[0]}~diagonal", Shape(a.shape.rows)))
    for a, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if a.op == "transpose" and a.args[0].op == "var" and a.shape.rows == a.shape.cols and other == neg(a.args[0]):
            free = var(f"{a.args[0].data[0]}~half", a.shape)
            return a.args[0].data[0], sub(free, transpose(free))
        if a.op == "var" and a.shape.rows == a.shape.cols and other == neg(transpose(a)):
            free = var(f"{a.data[0]}~half", a.shape)
            return a.data[0], sub(free, transpose(free))
    return structure(rel)


def _is_part(part: Expr, a: Expr) -> bool:
    if part.op == "hadamard":
        return len(part.args) == 2 and a in part.args and any(arg.op == "eye" for arg in part.args)
    return part == diag(diagpart(a))


def _commuted(rel: Rel) -> list[Rel]:
    """For square matrices ``A B = I`` gives ``B A = I``."""
    for product, identity in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if product.op == "matmul" and identity.op == "eye":
            a, b = product.args
            if a.shape == b.shape == product.shape:
                return [Rel("=", matmul(b, a), identity)]
    return []


def _squared(rel: Rel) -> list[Rel]:
    """Equal lengths have equal squares, and the square of a length is a polynomial: ``|x| = 1`` gives ``x^T x = 1``."""
    sides = (rel.lhs, rel.rhs)
    if any(map(_is_length, sides)) and all(_is_length(side) or side.op == "const" for side in sides):
        return [Rel("=", *(hpow(side, const(2)) for side in sides))]
    return []


def _is_length(side: Expr) -> bool:
    """A Euclidean norm."""
    if side.op != "norm":
        return False
    shape = side.args[0].shape
    return side.data[0] == "F" or (side.data[0] == "2" and not (shape.rows and shape.cols))


def _with_symmetry(terms: Sequence[Term], name: str) -> Terms:
    def own(factor: Factor) -> Terms | None:
        head, slots, exponent = factor
        if head.kind != "var" or len(slots) % 2:
            return None if head.kind != "var" else [Term(1, (), (factor,))]
        n = len(slots) // 2
        swapped = (*range(n, 2 * n), *range(n))
        marked = Head("var", head.data, symmetries=(tuple(range(2 * n)), swapped))
        return [Term(1, (), ((marked, slots, exponent),))]

    return rebuilt(terms, lambda head: name in head.names, lambda inner: _with_symmetry(inner, name), own)


def _filler(form: IndexForm) -> Callable[[tuple[Slot, ...]], Terms]:
    count = len(form.rows)
    return lambda slots: form.at(slots[:count], slots[count:])


def equalities(hypotheses: Sequence[Formula]) -> list[Rel]:
    """Return the equalities among hypotheses, those of all entries as equalities of matrices."""
    result: list[Rel] = []
    for h in hypotheses:
        if isinstance(h, Logic) and h.op == "and":
            result.extend(equalities(h.args))
        elif isinstance(h, Rel) and h.op == "=":
            result.append(h)
        elif isinstance(h, Quantified) and h.kind == "forall" and isinstance(h.body, Rel) and h.body.op == "=":
            result.extend(_entrywise(h, h.body))
    return result


def _entrywise(formula: Quantified, rel: Rel) -> list[Rel]:
    """For all i, j: ``M_{i,j} = f(i, j)`` says that M is the matrix of the f(i, j), if i and j run over all entries."""
    ranges = {name[0]: (name[1], name[2]) for name in formula.names if len(name) == 3}
    for side, other in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if side.op != "entry":
            continue
        matrix, (i, j) = side.args[0], (str(index) for index in side.data)
        rows, cols = matrix.shape.totals
        whole = {i: (ONE, rows), j: (ONE, cols)}
        if i != j and len(ranges) == len(formula.names) and ranges == whole and _outside(matrix, (i, j)):
            full = blocks(i, rows, j, cols, other)
            return [Rel("=", matrix, reshape(full, matrix.shape))]
    if rel.lhs.shape.is_scalar and len(ranges) == len(formula.names) == 1:
        ((i, (low, high)),) = ranges.items()
        if low == ONE:  # the diagonal, lengths of rows: a column of equal numbers
            j = fresh("j")
            return [Rel("=", blocks(i, high, j, ONE, rel.lhs), blocks(i, high, j, ONE, rel.rhs))]
    return []


def _outside(matrix: Expr, names: tuple[str, str]) -> bool:
    """Whether none of the indices occurs in the matrix itself."""
    return all(
        n.op != "size" and n.op not in ("entry", "row", "col", "basis", "delta") for n in walk(matrix)
    ) or not any(name in str(n.data) for n in walk(matrix) for name in names)


def free_names(e: Expr) -> set[str]:
    """Variables that occur in an expression (bound ones included: a cautious answer)."""
    return {n.data[0] for n in walk(e) if n.op == "var"}
