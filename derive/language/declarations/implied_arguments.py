r"""Arguments of functions that only the definition of the function names: the z of ``\sigma(z) := \frac{1}{1 + e^{-z}}``.

Such an argument is a number, unless the definition has a type and says something else where it is a vector or a matrix; then it
is refused. Where a norm is taken of it, or it is transposed, or its entries are named, it is a matrix (a capital letter) or a
column, with the sizes that the definition tells and others of its own, for which points of any size may stand. In the entries of a
matrix that is written out it is a number. Claims may speak of it, and say what it was taken to be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from derive.errors import DeriveError, NameProblem, NotSupported
from derive.language.declarations.declare import UndeclaredArgument, declare
from derive.language.functions.operators import WHOLE
from derive.language.indices.own_variables import OwnVariables, bound, speaks_of_matrix
from derive.language.indices.supposed_numbers import check_numbers
from derive.language.indices.wide_sums import settled_extrema
from derive.language.scope.domains import Domain
from derive.language.scope.families import letters_of
from derive.language.scope.scope import Scope, Symbol
from derive.language.terms.terms import latex_of, realize
from derive.language.tree.names import Key, bare, base_key, bracket, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

OF_MATRICES = (*WHOLE, "softmax", "Softmax")
"""Functions that nobody takes of a number."""
INTEGERS = frozenset("ijklmn")


def with_arguments(scope: Scope, tree: Syn, where: str, problem: UndeclaredArgument) -> Scope:
    """Return the scope with the arguments of a definition declared that nothing else declares.

    Args:
        scope: What is declared.
        tree: The definition.
        where: The place, for messages.
        problem: What was refused.

    Raises:
        NameProblem: The definition does not tell what they are.
    """
    from derive.language.formulas.expressions import Reader

    left, right = (bare(c) for c in tree.children[:2])
    named = left.children if tree.value == "in" and left.kind == "list" else (left,)
    inner = [bracket(one.children[1]) for one in named if one.kind == "juxt" and len(one.children) == 2]
    written = {key: a for own in inner if own is not None for a in own[0] if (key := whole_key(a)) is not None}
    new = {key: a for key, a in written.items() if scope.find(key) is None}
    if not new or len(tree.children) != 2 or any(key.plain in INTEGERS or not key.plain.isalpha() for key in new):
        raise problem
    if tree.value == "in":
        return _times(scope, new, where, problem)
    reader, own = Reader(scope, scope.options), OwnVariables()
    for key, syn in new.items():
        if speaks_of_matrix(key, right) or _has_entries(scope, key, right):
            own.suppose(reader, key)
        else:
            own.add(key, Domain("matrix"))
            own.supposed |= {} if _stands_in_entries(key, right) else {key: syn}
    with bound(reader, own):
        try:
            check_numbers(reader, own.supposed, [right])
        except NotSupported as doubt:
            raise NameProblem(problem.message, problem.position, doubt.message) from doubt
        sizes = _Sizes(scope, new)
        shapes = _shapes(reader, own, settled_extrema(right, scope), sizes, problem)
    used = {name for shape in shapes.values() for total in shape.totals for name in total.names}
    for symbol in sizes.made:
        scope = scope.with_symbol(symbol) if symbol.core in used else scope
    for key, syn in new.items():
        scope = declare(scope, syn, Domain("matrix", shapes[key]), where)
        symbol = scope.symbols[key]
        said = "a number" if symbol.shape.is_scalar else str(symbol.shape)
        note = f"{symbol.latex} is declared as an argument alone, and taken to be {said}"
        scope = scope.with_symbol(replace(symbol, implied=(note,)))
    return scope


def with_typed_arguments(scope: Scope, tree: Syn, where: str) -> Scope:
    r"""Return the scope with the arguments declared that the type of a function tells: the x of ``f : \mathbb{R}^n \to \mathbb{R}, f(x) = x^\top x``.

    They must be names that nothing else declares, and the right side must speak of each; otherwise the scope stays as it is.
    """
    left, right = bare(tree.children[0]), tree.children[1]
    inner = bracket(left.children[1]) if left.kind == "juxt" and len(left.children) == 2 else None
    own = scope.symbols.get(whole_key(left.children[0]) or Key("", "")) if inner is not None else None
    if inner is None or own is None or own.kind != "fun" or own.indices or len(inner[0]) != len(own.arguments):
        return scope
    used = {key for _, node in right.walk() if (key := whole_key(node)) is not None}
    new = [(key, a, shape) for a, shape in zip(inner[0], own.arguments, strict=True) if (key := whole_key(a)) in used]
    if len({key for key, _, _ in new}) != len(inner[0]) or any(scope.find(key) is not None for key, _, _ in new if key):
        return scope
    for key, argument, shape in new:
        scope = declare(scope, argument, Domain("matrix", shape), where)
        symbol = scope.symbols.get(key) if key else None
        if symbol is not None and symbol.kind == "var":
            note = f"{symbol.latex} is declared by the type of {own.latex} alone"
            scope = scope.with_symbol(replace(symbol, implied=(note,)))
    return scope


def _times(scope: Scope, new: Mapping[Key, Syn], where: str, problem: UndeclaredArgument) -> Scope:
    r"""Declare the t of ``x(t) \in \mathbb{R}^n``, where only the value has a shape: a time. Other arguments may be anything."""
    if any(key.plain != "t" for key in new):
        raise problem
    for key, syn in new.items():
        scope = declare(scope, syn, Domain("matrix"), where)
        scope = scope.with_symbol(replace(scope.symbols[key], implied=("t is taken to be a number, a time",)))
    return scope


def _stands_in_entries(key: Key, tree: Syn) -> bool:
    """Whether a name stands in the entries of matrices alone that have several rows and columns: these are numbers."""
    if tree.kind == "matrix" and len(tree.children) > 1 and all(row.kind == "list" for row in tree.children):
        return True
    return whole_key(tree) != key and all(_stands_in_entries(key, child) for child in tree.children)


class _Sizes:
    """Sizes of arguments that nothing tells, named after these: the n_x of x, the m_X and n_X of X.

    Attributes:
        made: Those that were asked for.
    """

    def __init__(self, scope: Scope, names: Mapping[Key, Syn]) -> None:
        self.scope, self.names = scope, names
        self.made: list[Symbol] = []

    def of(self, key: Key, letter: str) -> Size:
        """Return a new size; raises NameProblem if a declared one has its name."""
        own = Key("", f"{letter}_{key.plain}")
        if self.scope.find(own) is not None:
            raise NameProblem(f"the size {own.plain} of an argument is declared as another name")
        self.made.append(Symbol(own, "size", own.plain, f"{letter}_{{{latex_of(self.names[key])}}}"))
        return Size.of(own.plain)


def _shapes(
    reader: Reader, own: OwnVariables, right: Syn, sizes: _Sizes, problem: UndeclaredArgument
) -> dict[Key, Shape]:
    """Return what the definition tells of the arguments, with new sizes for the rest."""
    try:
        term = reader.read(right)
        for key, (rows, cols) in own.open.items():
            for letter, dim in zip("mn" if cols else "n", (rows, cols), strict=False):
                if reader.u.total(dim) is None:
                    reader.u.unify(dim, (sizes.of(key, letter),))
        reader.u.finish()
        realize(term)
    except DeriveError as inner:
        if isinstance(inner, NameProblem) and inner.message.endswith(" is not declared"):
            raise
        raise problem from None
    return {key: shape for key, (_, shape) in own.known(reader).items()}


def _has_entries(scope: Scope, key: Key, tree: Syn) -> bool:
    r"""Whether a definition names entries of an argument by letters that count, ``\sum_i x_i^2``, or takes its trace or softmax."""
    for _, node in tree.walk():
        for function, behind in zip(node.children, node.children[1:], strict=False) if node.kind == "juxt" else ():
            inner, taken = bracket(behind), base_key(function)
            argument = inner[0][0] if inner is not None and len(inner[0]) == 1 else behind
            if taken is not None and taken.plain in OF_MATRICES and whole_key(argument) == key:
                return True
        if node.kind == "script" and whole_key(node.children[0]) == key:
            letters = letters_of(node.children[1]) or []
            if letters and all(len(a) == 1 and a.islower() and scope.find(Key("", a)) is None for a in letters):
                return True
    return False


__all__ = ["with_arguments", "with_typed_arguments"]
