r"""Undeclared names that are compared: the c of ``\forall c > 0`` is a number, the x of ``\forall x \ne 0: \|A x\|_2 > 0`` need not be.

Nothing but use tells what such a name is. It is a number, unless the statement has a type and says something else where it is a
vector or a matrix, or treats numbers as vectors (``v v^\top = v^\top v``); then it is refused. What acts entry by entry says the
same of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr, formula_exprs, walk
from derive.errors import DeriveError, NotSupported, ShapeProblem
from derive.language.lexing.vocabulary import BOLD, COMPARISONS, LOGIC
from derive.language.relations.loewner import LOEWNER
from derive.language.terms.terms import Term, latex_of, realize
from derive.language.tree.names import Key, base_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape, Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

VECTORS = frozenset("uvwxyz")
"""Letters that papers use for vectors, of which some write rows."""
ENTRYWISE = {"var", "add", "scale", "hadamard", "map", "hpow", "indicator", "where"}
"""Operations that say the same of every entry of a vector as of a number."""
OF_MATRICES = frozenset(
    "kron hadamard transpose vec vecr diag diagpart trace softmax inv det norm sigma eig kappa rank order maxentry minentry".split()
)
"""Operations that nobody writes of numbers."""
MOST_NAMES = 3
"""So many names are taken for all combinations of shapes; more for numbers or the first of their shapes."""
Supposed = Mapping[Key, tuple[bool, bool]]
"""For names, whether they have several rows and several columns."""
Build = Callable[[], Sequence[Expr]]


def check_numbers(r: Reader, names: Mapping[Key, Syn], trees: Sequence[Syn], *, number: bool = False) -> None:
    r"""Refuse undeclared names that may be vectors or matrices in statements; they are bound as numbers there.

    Args:
        r: The reader, with everything that the statements speak of in sight.
        names: The names, as they are written.
        trees: Statements, and expressions.
        number: The expressions are numbers.

    Raises:
        NotSupported: One may be.
    """
    for key, syn in names.items():
        if _is_marked(key):
            raise _undeclared(r, syn)
    if not names:
        return
    misfit = _check_treatment(r, names, trees, number=number)
    for supposed in _suppositions(names):
        if _says_else(r, trees, supposed, number=number, whatever=misfit):
            raise _undeclared(r, names[next(iter(supposed))])


def _undeclared(r: Reader, syn: Syn) -> NotSupported:
    name = latex_of(syn)
    return NotSupported(
        f"{name} is not declared: it may be a number, a vector or a matrix here",
        r.at(syn),
        f"say which: {name} \\in \\mathbb{{R}}, \\mathbb{{R}}^{{n}} or \\mathbb{{R}}^{{n \\times n}}, with what restricts it behind a comma",
    )


def _is_marked(key: Key) -> bool:
    r"""Return whether a name is written as a vector or a matrix: ``\mathbf{v}``, ``\vec{v}``."""
    return bool({*BOLD, "bold"} & set(key.style.split("."))) or key.plain.startswith("vec_")


def _check_treatment(r: Reader, names: Mapping[Key, Syn], trees: Sequence[Syn], *, number: bool) -> bool:
    r"""Refuse names of which a number is transposed, or its norm, inner product or determinant taken: vectors or matrices are meant.

    Returns:
        Whether the statements have no type where the names are numbers.

    Raises:
        NotSupported: There is one.
    """
    for node in (node for tree in trees for _, node in tree.walk()):
        for operand in _treated(node):
            found = [key for _, n in operand.walk() if (key := base_key(n)) is not None and key in names]
            if found and _is_number(r, operand):
                raise _undeclared(r, names[found[0]])
    try:
        exprs = _built(_apart(r), trees, number=number)
    except DeriveError as problem:
        return isinstance(problem, ShapeProblem)
    for node in (node for e in exprs for node in walk(e) if node.op in OF_MATRICES):
        found = [key for key in names if r.local[key][0] in b.free_names(node)]
        if found and all(a.shape.is_scalar for a in node.args):
            raise _undeclared(r, names[found[0]])
    return False


def _treated(node: Syn) -> Sequence[Syn]:
    """Return what a node transposes, or takes the norm or the inner product of."""
    if node.kind == "script" and any(n.kind == "top" for _, n in node.children[2].walk()):
        return node.children[:1]
    if node.kind == "group" and node.value in ("||", "angle"):
        inner = node.children[0]
        return inner.children if inner.kind == "list" else (inner,)
    return ()


def _is_number(r: Reader, syn: Syn) -> bool:
    other = _apart(r)
    try:
        return other.a.is_scalar(other.read(syn))
    except DeriveError:
        return False


def _suppositions(names: Mapping[Key, Syn]) -> Iterator[Supposed]:
    """Yield what the names may be if they are not all numbers."""
    kinds = [_kinds(key) if len(names) <= MOST_NAMES else _kinds(key)[:1] for key in names]
    for chosen in product(*([None, *of_one] for of_one in kinds)):
        supposed = {key: kind for key, kind in zip(names, chosen, strict=True) if kind is not None}
        if supposed:
            yield supposed


def _kinds(key: Key) -> list[tuple[bool, bool]]:
    """Return the shapes that a letter is used for: a column, a row, a matrix."""
    letter = key.plain.rpartition("_")[2] if key.plain.startswith(("hat_", "tilde_", "bar_")) else key.plain
    if letter[:1].isupper():
        return [(True, True)]
    return [(True, False), (False, True)] if letter[:1] in VECTORS else [(True, False)]


def _says_else(r: Reader, trees: Sequence[Syn], supposed: Supposed, *, number: bool, whatever: bool) -> bool:
    """Return whether statements have a type where names are vectors or matrices, and say something else or have no other type."""
    other = _apart(r)
    for key, kind in supposed.items():
        rows, cols = (other.u.fresh(key.plain) if many else () for many in kind)
        other.local[key] = other.local[key][0], Shape(*(_new_size() if many else () for many in kind))
        other.supposed[key] = rows, cols
    try:
        exprs = _built(other, trees, number=number)
    except DeriveError:
        return False
    if any(other.u.is_one(rows) and other.u.is_one(cols) for rows, cols in other.supposed.values()):
        return False
    cores = {other.local[key][0] for key in supposed}
    return whatever or not all(_acts_entrywise(e, cores) for e in exprs)


def _new_size() -> tuple[Size, ...]:
    return (Size.of(b.fresh("n")),)


def _apart(r: Reader) -> Reader:
    """Return a reader of its own with the same names in sight."""
    other = type(r)(r.scope, r.options, tight=r.tight)
    other.local.update(r.local)
    other.indices.bound = [replace(index, uses=[]) for index in r.indices.bound]
    other.indices.free = {letter: replace(index, uses=[]) for letter, index in r.indices.free.items()}
    other.units, other.outside, other.statement = dict(r.units), r.outside, r.statement
    return other


def _built(r: Reader, trees: Sequence[Syn], *, number: bool) -> list[Expr]:
    """Return the sides of all that is said.

    Raises:
        DeriveError: A statement cannot be read.
    """
    builds = [build for tree in trees for build in _parts(r, tree, number=number)]
    for key, shape in r.supposed.items():
        # What nothing in the statements tells is a size of its own.
        for d, own in zip(shape, (r.local[key][1].rows, r.local[key][1].cols), strict=True):
            if r.u.total(d) is None:
                r.u.unify(d, own)
    r.u.finish()
    return [e for build in builds for e in build()]


def _parts(r: Reader, tree: Syn, *, number: bool) -> Iterator[Build]:
    from derive.language.declarations.assume import formula_terms, strip_text

    words = tree.value.split() if tree.kind == "relation" else []
    inner = strip_text(tree)
    if inner is None:
        return
    if tree.kind in ("group", "not") and len(tree.children) == 1 and _is_statement(tree.children[0]):
        yield from _parts(r, tree.children[0], number=number)
    elif words and all(w in LOGIC for w in words):
        for child in tree.children:
            yield from _parts(r, child, number=number)
    elif tree.kind == "quantified" or (words and (set(words) <= set(COMPARISONS) or set(words) <= set(LOEWNER))):
        formula = formula_terms(r, inner)
        yield lambda: list(formula_exprs(formula()))
    elif words:
        yield _realized(r.read(inner.children[0]))
    else:
        term = r.read(inner)
        yield _realized(r.a.need_scalar("this", term) if number else term)


def _is_statement(tree: Syn) -> bool:
    return tree.kind in ("relation", "quantified", "not") or (
        tree.kind == "group" and len(tree.children) == 1 and _is_statement(tree.children[0])
    )


def _realized(term: Term) -> Build:
    return lambda: [realize(term)]


def _acts_entrywise(e: Expr, cores: set[str]) -> bool:
    """Return whether only operations that act entry by entry see the names."""
    return all(node.op in ENTRYWISE for node in walk(e) if cores & b.free_names(node))


__all__ = ["check_numbers"]
