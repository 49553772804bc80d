r"""Reads a formula with a shape for each name: sizes are unified, and what does not fit is a `Mismatch`.

A part of which nothing is known (a block matrix, a function of the author) has the type None: it fits everything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from derive.functions import WORDS
from derive.language.tree.names import bare
from derive.language.tree.syntax import Syn
from proofs.importing.inference.symbols import FUNCTIONS, Name, function_name, name_of, taken_apart, whole_name
from proofs.importing.inference.types import Dim, Mismatch, Type, is_number, is_one, number, one, product, same, unify

_TO_NUMBER = frozenset("tr Tr trace Trace det rank Rank rk norm abs mean var std erf logsumexp LSE Pr dim".split())
_SQUARE = frozenset("tr Tr trace Trace det".split())
_ENTRYWISE = frozenset({*WORDS, *"softmax Softmax LayerNorm LN".split()})
_LIKE_SUMS = ("sum", "prod", "max", "min", "sup", "inf", "lim", "limsup", "liminf", "int")


class Reader:
    """Reads formulas with given shapes.

    Attributes:
        shapes: The shape of each name.
        functions: Names of functions, with the shapes of their arguments and value.
        layout: The layout of derivatives.
        entrywise: Functions of numbers that act entry by entry.

    """

    def __init__(
        self,
        shapes: Mapping[Name, Type],
        functions: Mapping[Name, tuple[tuple[Type, ...], Type]],
        bases: frozenset[str],
        layout: str,
        entrywise: Collection[Name] = (),
    ) -> None:
        self.shapes = shapes
        self.entrywise = entrywise
        self.functions = functions
        self.bases = bases
        self.layout = layout
        self._kinds: dict[str, Callable[[Syn], Type | None]] = {
            "num": lambda _: number(),
            "name": self._name,
            "script": self._script,
            "group": self._group,
            "juxt": lambda node: self._product(list(node.children)),
            "frac": self._fraction,
            "sqrt": self._root,
            "add": self._sum,
            "infix": self._infix,
            "bigop": self._bigop,
            "relation": self._relation,
            "dotted": self._dotted,
        }

    def read(self, node: Syn) -> Type | None:
        """Return the type of a node.

        Raises:
            Mismatch: Its parts do not fit.

        """
        read = self._kinds.get(node.kind)
        if read is not None:
            return read(node)
        for child in node.children:
            if child.kind not in ("list", "empty", "text", "top"):
                self.read(child)
        return None

    # Names and scripts.

    def _name(self, node: Syn) -> Type | None:
        style, _, letter = node.value.rpartition(":")
        if letter == "0":
            return Dim(loose=True), Dim(loose=True)
        if letter == "1" or (letter == "e" and style in ("bf", "bi") and not self._known(node)):
            return Dim(), one()
        if letter == "I" and not self._known(node):
            size = Dim()
            return size, size
        if letter in ("pi", "infty"):
            return number()
        name = name_of(node)
        return self.shapes.get(name) if name else None

    def _known(self, node: Syn) -> bool:
        name = name_of(node)
        return name is not None and name in self.shapes

    def _script(self, node: Syn) -> Type | None:
        base, sub, sup = (bare(child) for child in node.children)
        if base.kind == "group" and base.value == "||":
            self.read(base)
            return number()
        found = taken_apart(node, self.bases)
        if found is not None and found.name in self.shapes:
            shape = self.shapes[found.name]
            if found.places:
                shape = self._entry(shape, len(found.places), any(p.kind == "colon" for p in found.places))
            return self._power(shape, found.power)
        if found is not None and found.places:
            matrix = next((s for n, s in self.shapes.items() if self._is_matrix_of(found.name, n)), None)
            if matrix is not None:
                return self._power(self._entry(matrix, len(found.places), False), found.power)
        if base.kind == "name" and base.value.rpartition(":")[2] in ("e", "E", "delta", "I", "1", "0"):
            return self._power(self._special(base, sub), sup)
        inner = self.read(base) if base.kind != "name" or name_of(base) is not None else self._name(base)
        if base.kind == "group" and sub.kind != "empty":
            places = len(sub.children) if sub.kind in ("list", "juxt") else 1
            inner = self._entry(inner, places, "colon" in {c.kind for c in sub.children}) if inner is not None else None
        elif base.kind == "name" and sub.kind != "empty":
            return None
        return self._power(inner, sup if sup.kind != "empty" else None)

    def _is_matrix_of(self, entry: Name, other: Name) -> bool:
        return other.capital and other.letter.lower() == entry.letter.lower() and not other.scripted

    def _special(self, base: Syn, sub: Syn) -> Type | None:
        letter = base.value.rpartition(":")[2]
        count = len(sub.children) if sub.kind in ("list", "juxt") else 0 if sub.kind == "empty" else 1
        if letter == "delta":
            return number()
        if letter == "e":
            return (Dim(), one()) if sub.kind != "empty" else number()
        if letter == "E" and count == 2:
            return Dim(), Dim()
        if letter == "I":
            size = Dim()
            return size, size
        if letter == "1" and count < 2:
            return Dim(), one()
        return None

    def _entry(self, shape: Type, count: int, slices: bool) -> Type | None:
        if slices:
            return None
        if count == 1:
            if is_number(shape):
                raise Mismatch("a number has no entries")
            if not is_one(shape[1]) and not is_one(shape[0]):
                raise Mismatch("an entry of a matrix has two indices")
            return number()
        if count == 2 and is_number(shape):
            raise Mismatch("a number has no entries")
        return number() if count == 2 else None

    def _power(self, shape: Type | None, sup: Syn | None) -> Type | None:
        if sup is None or sup.kind == "empty" or shape is None:
            return shape
        if sup.kind == "top" or (sup.kind == "name" and sup.value.endswith(("dagger", ":+"))):
            return shape[1], shape[0]
        if sup.kind == "star":
            return shape
        if sup.kind == "infix":  # elementwise
            return shape
        turned = any(node.kind == "top" for node in sup.nodes())
        unify(shape[0], shape[1])
        return (shape[1], shape[0]) if turned else shape

    # Brackets, sums, products.

    def _group(self, node: Syn) -> Type | None:
        if len(node.children) != 1:
            return None
        if node.children[0].kind == "list":
            for child in node.children[0].children:
                self.read(child)
            return number() if node.value == "angle" else None
        inner = self.read(node.children[0])
        if node.value in ("|", "||", "|||"):
            if node.value == "|" and inner is not None and not is_number(inner) and not is_one(inner[1]):
                unify(inner[0], inner[1])
            return number()
        return inner if node.value in ("(", "[", "{", "set", "eval") else None

    def _sum(self, node: Syn) -> Type | None:
        known: Type | None = None
        unknown = False
        for child in node.children:
            found = self.read(child)
            if found is None:
                unknown = True
            elif known is None:
                known = found
            else:
                same(known, found)
        return known if known is not None or unknown else None

    def _relation(self, node: Syn) -> Type | None:
        known: Type | None = None
        words = node.value.split()
        for k, child in enumerate(node.children):
            found = self.read(child)
            if found is None or child.kind == "relation":
                continue
            between = words[k - 1] if k else ""
            if between in ("in", "to", "implies", "iff", "and", "or"):
                known = found
            elif known is None:
                known = found
            elif not (between in ("succeq", "preceq", "succ", "prec", ">", "<", ">=", "<=") and is_number(found)):
                same(known, found)
        return None

    def _dotted(self, node: Syn) -> Type | None:
        r"""A row or a column with dots, ``[x_1, \\dots, x_n]``, of which there are so many as the last index says."""
        kind, _, count = node.value.partition(" ")
        first, last = (self.read(child) for child in node.children)
        if first is None or last is None:
            return None
        same(first, last)
        along = first[0] if kind == "rows" else first[1]
        if not is_one(along):
            return None
        size = Dim(count) if count else Dim()
        return (size, first[1]) if kind == "rows" else (first[0], size)

    def _infix(self, node: Syn) -> Type | None:
        left, right = (self.read(child) if child.kind != "empty" else None for child in node.children)
        if left is None or right is None:
            return None
        if node.value in ("odot", "circ"):
            same(left, right)
            return left
        if node.value == "cdot":
            if not is_number(left) and not is_number(right) and is_one(left[1]) and is_one(right[1]):
                unify(left[0], right[0])
                return number()
            return product(left, right)
        if node.value == "times" and is_number(left) and is_number(right):
            return number()
        if node.value == "otimes" and (is_number(left) or is_number(right)):
            return product(left, right)
        return None

    def _bigop(self, node: Syn) -> Type | None:
        body = node.children[2]
        if node.value not in _LIKE_SUMS or body.kind == "empty":
            return None
        if node.value != "int":
            return self.read(body)
        factors, variables = without_differentials(body)
        outer, space = self.shapes, bare(node.children[0])
        columns = space.kind == "script" and bare(space.children[0]).value == "bb:R" and len(variables) == 1
        length = bare(space.children[2]) if columns else space
        size = int(length.value) if length.kind == "num" and length.value.isdigit() else None if (named := whole_name(length)) is None else named.latex
        self.shapes = {**outer, **{name: (Dim(size) if columns else Dim(loose=True), one()) for name in variables}}
        try:
            return self._product(factors)
        finally:
            self.shapes = outer

    def _root(self, node: Syn) -> Type | None:
        inner = self.read(node.children[0])
        if inner is not None:
            unify(inner[0], inner[1])
        return inner

    def _product(self, factors: list[Syn]) -> Type | None:
        known: Type | None = number()
        k = 0
        while k < len(factors):
            found, k = self._factor(factors, k)
            known = None if known is None or found is None else product(known, found)
        return known

    def _factor(self, factors: list[Syn], k: int) -> tuple[Type | None, int]:
        node = factors[k]
        rest = factors[k + 1 :]
        if node.kind == "frac" and (variables := operator_of(node)) is not None and rest:
            return self._derivative(rest, variables), len(factors)
        if (variables := nabla_of(node)) is not None and rest:
            return self._gradient(rest, variables), len(factors)
        word = node.value if node.kind == "function" else ""
        if node.kind == "script" and node.children[0].kind == "function":
            word = node.children[0].value
        if word and rest:
            taken = 1 if rest[0].kind in ("group", "script") else len(rest)
            if word in _SQUARE:
                self._square_factors(rest[:taken])
            inner = self._product(rest[:taken]) if word in _ENTRYWISE | _TO_NUMBER else self._each(rest[:taken])
            return self._applied(word, inner), k + 1 + taken
        name = function_name(node, self.bases)
        called = rest and rest[0].kind == "group" and rest[0].value == "("
        if name is not None and called and name in self.entrywise:
            return self.read(rest[0]), k + 2
        if name is not None and called and name in self.functions:
            shapes, value = self.functions[name]
            for shape, argument in zip(shapes, arguments_of(rest[0]), strict=False):
                inner = self.read(argument)
                if inner is not None:
                    same(shape, inner)
            return value, k + 2
        if called and name is not None and name not in self.shapes and name.letter in FUNCTIONS:
            self.read(rest[0])
            return None, k + 2
        return self.read(node), k + 1

    def _square_factors(self, parts: list[Syn]) -> None:
        """Make the factors of a Kronecker product square, of which a trace or a determinant is taken."""
        inner = bare(parts[0]) if len(parts) == 1 else None
        while inner is not None and inner.kind == "group" and len(inner.children) == 1:
            inner = bare(inner.children[0])
        if inner is not None and inner.kind == "infix" and inner.value == "otimes":
            for factor in inner.children:
                shape = self.read(factor)
                if shape is not None:
                    unify(shape[0], shape[1])

    def _each(self, parts: list[Syn]) -> None:
        for part in parts:
            self.read(part)

    def _applied(self, word: str, inner: Type | None) -> Type | None:
        if word in _SQUARE and inner is not None:
            unify(inner[0], inner[1])
        if word in _TO_NUMBER:
            return number()
        return inner if word in _ENTRYWISE else None

    # Derivatives.

    def _fraction(self, node: Syn) -> Type | None:
        found = derivative_of(node)
        if found is not None:
            operand, variables = found
            return self._derivative(operand, variables)
        above, below = (self.read(child) for child in node.children)
        if below is not None and not is_number(below):
            raise Mismatch("a denominator is a number")
        return above

    def _derivative(self, operand: list[Syn], variables: list[Syn]) -> Type | None:
        value = self._product(operand)
        shapes = [self.read(variable) for variable in variables]
        if value is None or any(shape is None for shape in shapes):
            return None
        if all(shape is not None and is_number(shape) for shape in shapes):
            return value
        if len(shapes) != 1 or shapes[0] is None:
            return None
        shape = shapes[0]
        if is_number(value):
            if self.layout in ("gradient", "denominator"):
                return shape
            return (shape[1], shape[0]) if self.layout == "numerator-transposed" or is_one(shape[1]) else None
        if (is_one(value[1]) or is_one(value[0])) and (is_one(shape[1]) or is_one(shape[0])):
            rows = value[0] if is_one(value[1]) else value[1]
            columns = shape[0] if is_one(shape[1]) else shape[1]
            return (columns, rows) if self.layout == "denominator" else (rows, columns)
        return None

    def _gradient(self, operand: list[Syn], variables: list[Syn]) -> Type | None:
        value = self._product(operand)
        if value is not None and not is_number(value):
            return None
        return self.read(variables[0]) if len(variables) == 1 else None


def without_differentials(body: Syn) -> tuple[list[Syn], list[Name]]:
    """The factors of an integrand without its ``du ds``, and the names there."""
    factors = list(body.children) if body.kind == "juxt" else [body]
    found: list[Name] = []
    while len(factors) > 1 and factors[-2].kind in ("name", "partial") and factors[-2].value in (":d", "d", "rm:d"):
        name = whole_name(factors[-1])
        found += [name] if name is not None else []
        factors = factors[:-2]
    return factors, found


def _differentials(node: Syn) -> list[Syn] | None:
    """The parts of ``\\partial x \\partial y``, or None."""
    parts = list(node.children) if node.kind == "juxt" else [node]
    found: list[Syn] = []
    k = 0
    while k < len(parts):
        if not _is_differential(parts[k]) or k + 1 >= len(parts):
            return None
        found.append(parts[k + 1])
        k += 2
    return found or None


def _is_differential(node: Syn) -> bool:
    node = node.children[0] if node.kind == "script" else node
    return (node.kind == "partial" and node.value in ("partial", "d")) or (node.kind == "name" and node.value == ":d")


def arguments_of(group: Syn) -> list[Syn]:
    """The arguments in a bracket behind a function, ``(x; W, b)`` and ``(x \\mid s)`` taken apart."""
    content = bare(group.children[0]) if len(group.children) == 1 else group
    if content.kind == "list" or (content.kind == "infix" and content.value == "mid"):
        return [one for part in content.children for one in _listed(part)]
    return [content]


def _listed(node: Syn) -> list[Syn]:
    return list(node.children) if node.kind == "list" else [node]


def operator_of(node: Syn) -> list[Syn] | None:
    r"""The variables of ``\frac{\partial}{\partial x}``, None if a node is no such operator."""
    if node.kind != "frac" or not _is_differential(node.children[0]):
        return None
    return _differentials(node.children[1])


def derivative_of(node: Syn) -> tuple[list[Syn], list[Syn]] | None:
    r"""What ``\frac{\partial f}{\partial x}`` differentiates, and by what; None if a node is no derivative."""
    if node.kind != "frac" or node.children[0].kind != "juxt" or not _is_differential(node.children[0].children[0]):
        return None
    variables = _differentials(node.children[1])
    return None if variables is None else (list(node.children[0].children[1:]), variables)


def nabla_of(node: Syn) -> list[Syn] | None:
    r"""The variable of ``\nabla_x``, as a list that is empty where none is written; None if a node is no such operator."""
    if node.kind == "partial" and node.value == "nabla":
        return []
    if node.kind == "script" and node.children[0].kind == "partial" and node.children[0].value == "nabla":
        sub, sup = bare(node.children[1]), node.children[2]
        return [sub] if sub.kind != "empty" and sup.kind == "empty" else []
    return None


__all__ = ["Reader", "arguments_of", "derivative_of", "nabla_of", "operator_of"]
