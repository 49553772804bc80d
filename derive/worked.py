r"""Worked derivations: a derivative taken apart line by line as a person writes it, with names for parts and the change of each line marked.

The input is simplified and its long parts get names (``P := \operatorname{softmax}(S)``); then one rule a line is applied
(`derive.steps` for Jacobians and Hessians, `derive.pullback` for gradients, as differentials ``df = <G, dE>``), what follows from
linearity within the same line. Every line is compared with the one before it by the index form, with all names written out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from derive.build import (
    DERIVATIVES,
    add,
    bottom_up,
    const,
    deriv,
    free_names,
    fresh,
    grad,
    hpow,
    matmuls,
    replaced,
    scale,
    substitute,
    transpose,
    var,
)
from derive.core import Expr, Formula, Problem, Rel, SizeRules, walk
from derive.errors import NotSupported
from derive.index import prove
from derive.matrix_terms import factors_of, length
from derive.named_parts import letter
from derive.pullback import Shares, inner, shares_of
from derive.simplify import Simplifier
from derive.steps import expand
from derive.tidy import tidied

MAX_LINES = 60
PART = 6
"""Length from which on the argument of a nonlinear operation gets a name."""
LINEAR = frozenset({"add", "transpose", "vecr", "vec", "unvecr", "reshape", "sum", "entry", "row", "col", "trace", "diagpart"})
"""Operations whose rule says nothing that a reader does not see: their steps share a line."""
NONLINEAR = frozenset({"map", "hpow", "softmax", "inv", "det", "norm", "mpow"})
UNNAMED = frozenset({"var", "const", "size", "transpose", "eye", "ones", "sum", "norm"})
"""Operations that get no name."""
MARKED = "marked_"
"""Front of the names that stand for marked parts."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a derivation.

    Attributes:
        rules: What was done, in words with formulas between dollars.
        expr: The expression; variables whose names begin with `MARKED` stand for the parts that changed.
        marks: These parts, in order.
        checked: Whether the index form shows that it equals the line before.
        shares: Of a gradient: pairs ``(G, E)``, ``df`` being the sum of ``<G, dE>``; ``expr`` is the last ``G`` then.
        plain: The expression without marks; None: ``expr`` has none.
    """

    rules: tuple[str, ...]
    expr: Expr
    marks: tuple[Expr, ...] = ()
    checked: bool = True
    shares: tuple[tuple[Expr, Expr], ...] = ()
    plain: Expr | None = None


@dataclass(frozen=True, slots=True)
class Worked:
    """A derivation.

    Attributes:
        lines: Its lines, the first the question.
        parts: Names with what they stand for, each in terms of those behind it.
    """

    lines: tuple[Line, ...]
    parts: tuple[tuple[Expr, Expr], ...]

    @property
    def last(self) -> Expr:
        """The last line without marks."""
        return self.lines[-1].plain or self.lines[-1].expr

    def whole(self, e: Expr) -> Expr:
        """Return an expression with the names of the parts written out."""
        for name, value in self.parts:
            e = replaced(e, {name: value})
        return e


class Names:
    """Names of parts of an expression, put in and taken out."""

    def __init__(self, parts: Sequence[tuple[Expr, Expr]], simple: Simplifier) -> None:
        self.parts = list(parts)
        """Each value is written with the names of the parts behind it."""
        self.found: dict[Expr, Expr] = {}
        self.roots: dict[Expr, Expr] = {}
        for name, value in parts:
            self.found[value] = name
            if not value.shape.is_scalar:
                for row in (simple(transpose(value)), tidied(transpose(value))):
                    self.found[row] = transpose(name)
            if value.op == "hpow" and value.args[1] == const("1/2"):
                self.roots[value.args[0]] = name

    def put(self, e: Expr) -> Expr:
        """Return an expression with names for its parts."""
        for _ in range(len(self.parts)):
            old, e = e, bottom_up(e, self._named)
            if old == e:
                break
        return e

    def _named(self, node: Expr) -> Expr:
        if node in self.found:
            return self.found[node]
        if node.op != "hpow" or node.args[0] not in self.roots or node.args[1].op != "const":
            return node.args[0].args[0] if node.op == "transpose" and node.args[0].op == "transpose" else node
        power = 2 * node.args[1].data[0]
        return hpow(self.roots[node.args[0]], const(power)) if power != 1 else node

    def whole(self, e: Expr) -> Expr:
        """Return an expression with all names written out."""
        for name, value in self.parts:
            e = replaced(e, {name: value})
        return e

    def value(self, e: Expr) -> Expr | None:
        """What a variable stands for; None if it is no name of a part."""
        return next((value for name, value in self.parts if name == e), None)

    def depends(self, e: Expr, name: str) -> bool:
        """Whether an expression depends on a variable, through names too."""
        return name in free_names(self.whole(e))


def worked(asked: Expr, hypotheses: Iterable[Formula], taken: Collection[str], known: Sequence[tuple[Expr, Expr]] = ()) -> Worked:
    """Return the derivation of a derivative.

    Args:
        asked: ``deriv`` or ``grad`` of an expression or of such a derivative.
        hypotheses: Equations that simplifications use.
        taken: Names that must not be used.
        known: Names of parts that the answer has, which are used where they stand in the input.

    Raises:
        NotSupported: A part of it has no rule.
    """
    hypotheses = tuple(hypotheses)
    simple = Simplifier(hypotheses)
    start = _unbound(asked)
    names = _named_parts(start, simple, taken, known)
    if start.op == "grad" and not _derivatives(start.args[0]):
        return _gradient(start, names, hypotheses)
    return _jacobian(start, names, hypotheses)


def _unbound(e: Expr) -> Expr:
    """Derivatives whose bound name is that of the point where they are taken.

    Raises:
        NotSupported: A derivative is taken at no variable, or its body has the variable from outside, too.
    """
    if e.op not in ("deriv", "grad"):
        if not _derivatives(e):
            return e
        return Expr(e.op, tuple(map(_unbound, e.args)), e.data, e.shape)
    (body, point), (name, *mode) = e.args, e.data
    if point.op != "var" or (point.data[0] != name and point.data[0] in free_names(body)):
        raise NotSupported("a derivative at a point that is no variable")
    return Expr(e.op, (_unbound(substitute(body, {name: point})), point), (point.data[0], *mode), e.shape)


def _bound(e: Expr) -> Expr:
    """Derivatives with a bound name of their own again."""

    def step(node: Expr) -> Expr:
        if node.op not in ("deriv", "grad"):
            return node
        (body, point), (name, *mode) = node.args, node.data
        own = fresh(name.partition("~")[0])
        return Expr(node.op, (substitute(body, {name: var(own, point.shape)}), point), (own, *mode), node.shape)

    return bottom_up(e, step)


def _derivatives(e: Expr) -> bool:
    return any(node.op in DERIVATIVES for node in walk(e))


def _body(e: Expr) -> Expr:
    """What is differentiated, innermost."""
    while e.op in DERIVATIVES:
        e = e.args[0]
    return e


# Names.


def _named_parts(start: Expr, simple: Simplifier, taken: Collection[str], known: Sequence[tuple[Expr, Expr]]) -> Names:
    """Names for parts of what is differentiated, the longest first."""
    body = simple(_body(start))
    by = {node.data[0] for node in walk(start) if node.op in ("deriv", "grad")}
    letters = {value: name for name, value in known}
    used, parts = {*taken, *(name.data[0] for name, _ in known)}, list[tuple[Expr, Expr]]()
    for node in sorted(walk(body), key=length, reverse=True):
        value = _value_of(node)
        if value is None or (value == body and node.op != "softmax") or not by & free_names(node) or any("~" in name for name in free_names(node)):
            continue
        trees = _trees(body, parts, simple)
        if not _deserves(node, {node, value, simple(transpose(value))}, trees):
            continue
        own = letters.get(value)
        if own is None:
            softmax_ = any(n.op == "softmax" for n in (value, *value.args))
            own = var(letter(_kind(value) if softmax_ or value.op == "hpow" else f"{_kind(value)} part", used), value.shape)
            used.add(own.data[0])
        parts.append((own, value))
    done = [(own, Names([p for p in parts[k + 1 :]], simple).put(value)) for k, (own, value) in enumerate(parts)]
    return Names(done, simple)


def _value_of(node: Expr) -> Expr | None:
    """What gets a name where a node does: a column rather than a row, a root rather than its inverse."""
    if node.op in UNNAMED:
        return None
    if node.op == "hpow" and node.shape.is_scalar:
        return hpow(node.args[0], const("1/2")) if node.args[1].op == "const" and node.args[1].data[0].denominator == 2 else None
    if node.shape.rows or not node.shape.cols:
        return node
    return transpose(node) if node.op == "softmax" else Simplifier()(transpose(node))


def _trees(body: Expr, parts: Sequence[tuple[Expr, Expr]], simple: Simplifier) -> list[Expr]:
    """The body and the values of the parts, each with names for the parts in it."""
    names = Names(parts, simple)
    inside = [Names(parts[k + 1 :], simple).put(value) for k, (_, value) in enumerate(parts)]
    return [names.put(body), *inside]


def _kind(node: Expr) -> str:
    return "scalar" if node.shape.is_scalar else "matrix" if node.shape.rows and node.shape.cols else "vector"


def _deserves(node: Expr, forms: set[Expr], trees: Sequence[Expr]) -> bool:
    """Whether a part gets a name: a long argument of something nonlinear, or something long that stands there twice, as a column or a row."""
    parents = {n for tree in trees for n in walk(tree) if not forms.isdisjoint(n.args) and n not in forms}
    if not parents and node.op != "softmax" or length(node) <= PART:
        return False
    if node.op in ("softmax", "hpow"):
        return True
    if any(n.op == "hpow" and n.shape.is_scalar and n.args[1].data[0].denominator == 2 for n in parents if n.args[1:] and n.args[1].op == "const"):
        return False
    return any(n.op in NONLINEAR for n in parents) or len(parents) > 1


# Jacobians and Hessians.


def _jacobian(start: Expr, names: Names, hypotheses: tuple[Formula, ...]) -> Worked:
    simple = Simplifier(hypotheses)
    state = names.put(_with_simple_body(start, simple))
    lines = [Line((), state)]
    while len(lines) < MAX_LINES:
        rules: list[str] = []
        after, main, taken = state, "", 0
        while (node := _next(after)) is not None:
            taken += 1
            if taken > MAX_LINES:
                raise NotSupported("the derivation is too long")
            easy = _is_linear(node, names)
            name, value = _expanded(node, names)
            if main and not easy and name != main:
                break
            after = replaced(after, {node: names.put(value)})
            main = main or ("" if easy else name)
            if name not in rules and name not in QUIET and not _is_turned(node):
                rules.append(name)
        if after == state:
            break
        after = names.put(simple(names.put(simple(after))))
        lines.append(_compared(lines[-1], tuple(rules), state, after, names, hypotheses))
        state = after
    if _derivatives(state):
        raise NotSupported("the derivation is too long")
    return Worked(tuple(lines), _ordered(names, lines))


QUIET = frozenset({"constant", "the variable itself"})
"""Rules that are not told."""


def _is_turned(node: Expr) -> bool:
    """Whether a derivative is that of a vector written as a row, which has the entries of the column."""
    body = node.args[0]
    return body.op == "transpose" and not (body.shape.rows and body.shape.cols)


def _with_simple_body(e: Expr, simple: Simplifier) -> Expr:
    if e.op in DERIVATIVES:
        return Expr(e.op, (_with_simple_body(e.args[0], simple), *e.args[1:]), e.data, e.shape)
    return simple(e)


def _next(e: Expr) -> Expr | None:
    """The innermost derivative that stands first."""
    return next((node for node in walk(e) if node.op in DERIVATIVES and not _derivatives(node.args[0])), None)


def _is_linear(node: Expr, names: Names) -> bool:
    body = node.args[0]
    if node.op != "deriv" or body.op == "var" or not names.depends(body, node.data[0]):
        return names.value(body) is None
    if body.op == "scale":
        return not names.depends(body.args[0], node.data[0])
    return body.op in LINEAR


def _expanded(node: Expr, names: Names) -> tuple[str, Expr]:
    """One rule; a name of a part stands for its value, and depends on what its value depends on."""
    if node.op != "deriv" or node.data[1] != "vecr":
        return expand(node)
    body, point = node.args
    (name, _) = node.data
    value = names.value(body)
    dependent = frozenset(part.data[0] for part, _ in names.parts if names.depends(part, name))
    if value is not None and value.op == "transpose" and not (value.shape.rows and value.shape.cols):
        value = value.args[0]  # a column that is a row transposed has its entries
    return expand(node if value is None else deriv(value, name, point), dependent)


def _compared(last: Line, rules: tuple[str, ...], before: Expr, after: Expr, names: Names, hypotheses: tuple[Formula, ...]) -> Line:
    shown, marks = changed(before, after)
    return Line(rules, shown, marks, plain=after, checked=equal(_bound(names.whole(before)), _bound(names.whole(after)), hypotheses))


def equal(left: Expr, right: Expr, hypotheses: tuple[Formula, ...] = ()) -> bool:
    """Whether the index form shows that two expressions are equal for all sizes."""
    return prove(Problem((), (), (), (), SizeRules(), hypotheses, Rel("=", left, right))).outcome == "agree"


def _ordered(names: Names, lines: Sequence[Line]) -> tuple[tuple[Expr, Expr], ...]:
    """The parts that stand in the lines, those first that stand in no other part."""
    visible = {n for line in lines for e in (line.expr, *line.marks, *(x for pair in line.shares for x in pair)) for n in walk(e)}
    return tuple((n, v) for n, v in names.parts if n in visible or any(n in set(walk(w)) for _, w in names.parts))


# Gradients.


def _gradient(start: Expr, names: Names, hypotheses: tuple[Formula, ...]) -> Worked:
    """Lines ``df = <G, dE> + ...`` from the last operation to the first."""
    (body, point), (name,) = start.args, start.data
    simple = Simplifier(hypotheses)
    body = simple(body)
    lines = [Line((), names.put(body))]
    last: Shares = ()
    for op, shares in shares_of(body, name):
        shown = tuple(_column(names.put(simple(weight)), names.put(node)) for weight, node in shares)
        if not op or shown == last:
            last = shown
            continue
        rules, before = ((GRADIENT_RULES.get(op, op),), last)
        if (op in LINEAR and op != "trace") or op == "scale":
            rules = lines.pop().rules if len(lines) > 1 else ("linearity",)
            before = lines[-1].shares
        marks = tuple(pair[0] for pair in shown if pair not in before) if len(shown) > 1 else ()
        sound = _is_differential(shown, names, start, point, hypotheses)
        lines.append(Line(rules, shown[-1][0], marks, sound, shown))
        last = shown
    return Worked(tuple(lines), _ordered(names, lines))


def _column(weight: Expr, part: Expr) -> tuple[Expr, Expr]:
    """A pair of rows as one of columns."""
    if part.shape.rows or not part.shape.cols:
        return weight, part
    return tidied(transpose(weight)), tidied(transpose(part))


def _is_differential(shares: Shares, names: Names, asked: Expr, point: Expr, hypotheses: tuple[Formula, ...]) -> bool:
    """Whether the sum of ``<G, dE>`` belongs to the gradient that was asked for."""
    own = var(fresh("x"), point.shape)
    terms = [inner(names.whole(weight), substitute(names.whole(part), {point.data[0]: own})) for weight, part in shares]
    return equal(_bound(asked), grad(add(*terms), own.data[0], point), hypotheses)


GRADIENT_RULES: Mapping[str, str] = {
    "matmul": r"product, $\langle G, \mathrm{d}(A B)\rangle = \langle G B^\top, \mathrm{d} A\rangle + \langle A^\top G, \mathrm{d} B\rangle$",
    "hadamard": r"entrywise product, $\langle G, \mathrm{d}(A \odot B)\rangle = \langle G \odot B, \mathrm{d} A\rangle + \langle G \odot A, \mathrm{d} B\rangle$",
    "hpow": r"power, $\mathrm{d} a^k = k a^{k-1} \mathrm{d} a$",
    "map": r"entrywise function, $\langle G, \mathrm{d} f(A)\rangle = \langle G \odot f'(A), \mathrm{d} A\rangle$",
    "softmax": r"softmax, $\langle G, \mathrm{d} p\rangle = \langle (\operatorname{diag}(p) - p p^\top) G, \mathrm{d} s\rangle$",
    "inv": r"inverse, $\langle G, \mathrm{d} A^{-1}\rangle = -\langle A^{-\top} G A^{-\top}, \mathrm{d} A\rangle$",
    "det": r"determinant, $\mathrm{d} \det(A) = \det(A) \langle A^{-\top}, \mathrm{d} A\rangle$",
    "norm": r"norm, $\mathrm{d} \|a\| = \langle \frac{a}{\|a\|}, \mathrm{d} a\rangle$",
    "mpow": r"power of a matrix, $\mathrm{d} A^k = \sum_{r=0}^{k-1} A^r \mathrm{d} A A^{k-1-r}$",
    "trace": r"trace, $\mathrm{d} \operatorname{tr}(A) = \langle I, \mathrm{d} A\rangle$",
    "diag": r"diagonal matrix, $\langle G, \mathrm{d} \operatorname{diag}(v)\rangle = \langle \operatorname{diag}(G), \mathrm{d} v\rangle$",
}


# What changed.


def changed(before: Expr, after: Expr) -> tuple[Expr, tuple[Expr, ...]]:
    """Return an expression with variables for the parts in which it differs from another, and these parts."""
    marks: list[Expr] = []

    def mark(e: Expr) -> Expr:
        if e.op == "scale" and e.args[0].op == "const" and e.args[0].data[0] < 0:  # a sign stays in the sum
            number = -e.args[0].data[0]
            return scale(const(-1), mark(e.args[1] if number == 1 else scale(const(number), e.args[1])))
        marks.append(e)
        return var(f"{MARKED}{len(marks)}", e.shape)

    def descend(old: Expr, new: Expr) -> Expr:
        if old == new:
            return new
        (front, rest), (before, own) = _scalars(new), _scalars(old)
        if front[:1] == [const(-1)] and front[:1] != before[:1]:
            return scale(const(-1), descend(old, new.args[1]))
        fresh_ = [f for f in front if f not in before]
        if fresh_ and rest.op == own.op and set(before) <= set(front):
            return scaled([*(f for f in front if f in before), mark(scaled(fresh_[:-1], fresh_[-1]))], descend(own, rest))
        if old.op == new.op == "matmul":
            return product(factors_of(old), factors_of(new), new)
        if old.op == new.op == "add":
            kept = [a for a in new.args if a in old.args]
            fresh_, gone = [a for a in new.args if a not in kept], [a for a in old.args if a not in kept]
            if len(fresh_) == len(gone) == 1:
                return replace_args(new, {fresh_[0]: descend(gone[0], fresh_[0])})
            return replace_args(new, {a: mark(a) for a in fresh_}) if kept and fresh_ else mark(new)
        if old.op == new.op and old.data == new.data and len(old.args) == len(new.args) and old.op not in DERIVATIVES:
            differing = [k for k, (a, b) in enumerate(zip(old.args, new.args, strict=True)) if a != b]
            if len(differing) == 1 and old.args[differing[0]].shape == new.args[differing[0]].shape:
                (k,) = differing
                return Expr(new.op, (*new.args[:k], descend(old.args[k], new.args[k]), *new.args[k + 1 :]), new.data, new.shape)
        return mark(new)

    def product(old: tuple[Expr, ...], new: tuple[Expr, ...], whole: Expr) -> Expr:
        front = 0
        while front < min(len(old), len(new)) and old[front] == new[front]:
            front += 1
        back = 0
        while back < min(len(old), len(new)) - front and old[-1 - back] == new[-1 - back]:
            back += 1
        inner, other = new[front : len(new) - back], old[front : len(old) - back]
        if not inner or len(inner) == len(new):
            return mark(whole)
        middle = descend(other[0], inner[0]) if len(inner) == len(other) == 1 else mark(matmuls(*inner))
        return matmuls(*new[:front], middle, *new[len(new) - back :])

    shown = descend(before, after)
    leaves = [node for node in walk(shown) if not node.args and node.op not in ("const", "size")]
    if all(node.op == "var" and node.data[0].startswith(MARKED) for node in leaves):
        return after, ()  # all of it
    return shown, tuple(marks)


def _scalars(e: Expr) -> tuple[list[Expr], Expr]:
    """The numbers in front of a matrix, and the matrix."""
    found: list[Expr] = []
    while e.op == "scale" and not e.args[1].shape.is_scalar:
        found.append(e.args[0])
        e = e.args[1]
    return found, e


def scaled(factors: Sequence[Expr], e: Expr) -> Expr:
    """Return numbers times a matrix."""
    for factor in reversed(factors):
        e = scale(factor, e)
    return e


def replace_args(e: Expr, values: Mapping[Expr, Expr]) -> Expr:
    """Return a node with other arguments for some."""
    return Expr(e.op, tuple(values.get(a, a) for a in e.args), e.data, e.shape)


__all__ = ["MARKED", "Line", "Worked", "changed", "worked"]
