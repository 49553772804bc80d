r"""Arguments of functions that only the definition of the function names: the z of ``\sigma(z) := \frac{1}{1 + e^{-z}}``.

Such an argument is a number, unless the definition has a type and says something else where it is a vector or a matrix; then it
is refused. Where a norm is taken of it, or it is transposed, it is a matrix (a capital letter) or a column, and the definition
must tell its sizes. In the entries of a matrix that is written out it is a number. Claims may speak of it, and say what it was taken to be.
"""

from __future__ import annotations

from dataclasses import replace

from derive.errors import DeriveError, NameProblem, NotSupported
from derive.language.declare import UndeclaredArgument, declare
from derive.language.domains import Domain
from derive.language.names import Key, bare, bracket, whole_key
from derive.language.own_variables import OwnVariables, bound, speaks_of_matrix
from derive.language.scope import Scope
from derive.language.supposed_numbers import check_numbers
from derive.language.syntax import Syn
from derive.language.terms import realize
from derive.language.wide_sums import settled_extrema
from derive.sizes import Shape

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
    from derive.language.expressions import Reader

    left, right = (bare(c) for c in tree.children[:2])
    inner = bracket(left.children[1]) if left.kind == "juxt" and len(left.children) == 2 else None
    written = {key: a for a in (() if inner is None else inner[0]) if (key := whole_key(a)) is not None}
    new = {key: a for key, a in written.items() if scope.find(key) is None}
    if not new or len(tree.children) != 2 or any(key.plain in INTEGERS or not key.plain.isalpha() for key in new):
        raise problem
    reader, own = Reader(scope, scope.options), OwnVariables()
    for key, syn in new.items():
        if speaks_of_matrix(key, right):
            own.suppose(reader, key)
        else:
            own.add(key, Domain("matrix"))
            own.supposed |= {} if _stands_in_entries(key, right) else {key: syn}
    with bound(reader, own):
        try:
            check_numbers(reader, own.supposed, [right])
        except NotSupported as doubt:
            raise NameProblem(problem.message, problem.position, doubt.message) from doubt
        shapes = _shapes(reader, own, settled_extrema(right, scope), problem)
    for key, syn in new.items():
        scope = declare(scope, syn, Domain("matrix", shapes[key]), where)
        symbol = scope.symbols[key]
        said = "a number" if symbol.shape.is_scalar else str(symbol.shape)
        note = f"{symbol.latex} is declared as an argument alone, and taken to be {said}"
        scope = scope.with_symbol(replace(symbol, implied=(note,)))
    return scope


def _stands_in_entries(key: Key, tree: Syn) -> bool:
    """Whether a name stands in the entries of matrices alone that have several rows and columns: these are numbers."""
    if tree.kind == "matrix" and len(tree.children) > 1 and all(row.kind == "list" for row in tree.children):
        return True
    return whole_key(tree) != key and all(_stands_in_entries(key, child) for child in tree.children)


def _shapes(reader: object, own: OwnVariables, right: Syn, problem: UndeclaredArgument) -> dict[Key, Shape]:
    from derive.language.expressions import Reader

    assert isinstance(reader, Reader)
    try:
        term = reader.read(right)
        reader.u.finish()
        realize(term)
    except DeriveError:
        raise problem from None
    return {key: shape for key, (_, shape) in own.known(reader).items()}


__all__ = ["with_arguments"]
