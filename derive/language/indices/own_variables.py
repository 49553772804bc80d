r"""Variables that an extremum itself introduces: ``\sup_{t \in [0, 1]} f(t)``, ``\max_{x \in \mathbb{R}^n, \|x\| = 1}``, ``\inf_{0 \le t \le 1}``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Formula
from derive.errors import NotSupported
from derive.language.indices.counted import is_counted
from derive.language.indices.undeclared import DECLARE, stands_free, vectors
from derive.language.scope.domains import Domain, read_domain
from derive.language.scope.scope import Symbol
from derive.language.terms.dimensions import OpenDim
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, bracket, plain_latex, whole_key
from derive.language.tree.syntax import Syn
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

LETTERS_OF_INDICES = frozenset("ijklmn")
COMPARED = {"<=", "<", ">=", ">"}


@dataclass(slots=True)
class OwnVariables:
    """What stands under an extremum.

    Attributes:
        names: The new names with the core names and shapes of their variables.
        conditions: What the sets demand of them.
        stated: The further conditions, unread.
        supposed: Those of the names that nothing but numbers tells to be numbers, as they are written.
        open: The rows and columns of those whose sizes the formula itself tells.

    """

    names: dict[Key, tuple[str, Shape]] = field(default_factory=dict)
    conditions: list[Formula] = field(default_factory=list)
    stated: list[Syn] = field(default_factory=list)
    supposed: dict[Key, Syn] = field(default_factory=dict)
    open: dict[Key, tuple[OpenDim, OpenDim]] = field(default_factory=dict)

    def add(self, key: Key, domain: Domain) -> None:
        """Add a variable under a fresh core name, with the conditions of its set."""
        core = b.fresh(key.plain)
        self.names[key] = core, domain.shape
        self.conditions += domain.conditions(b.var(core, domain.shape))

    def suppose(self, r: Reader, key: Key) -> None:
        """Add a column (a capital letter: a matrix) whose sizes the formula tells."""
        letter = key.plain.rpartition("_")[2] if key.plain.startswith(("hat_", "tilde_", "bar_")) else key.plain
        if key not in self.names:
            self.names[key] = b.fresh(key.plain), Shape()
            self.open[key] = r.u.fresh(key.plain), r.u.fresh(key.plain) if letter[:1].isupper() else ()

    def known(self, r: Reader) -> dict[Key, tuple[str, Shape]]:
        """The names with their shapes, once all sizes are known; what the formula told is noted."""
        found = dict(self.names)
        for key, (rows, cols) in self.open.items():
            shape = Shape(r.u.known(rows), r.u.known(cols))
            found[key] = self.names[key][0], shape
            r.note(f"{plain_latex(key.plain)} is taken to be {shape}, as the formula needs it")
        return found

    def shapes(self) -> list[tuple[OpenDim, OpenDim]]:
        """Rows and columns of all names, unknown where the formula itself tells them."""
        return [self.open.get(key, (shape.rows, shape.cols)) for key, (_, shape) in self.names.items()]


def own_variables(r: Reader, sub: Syn, body: Syn) -> OwnVariables | None:
    r"""Return the names that are declared here alone; None if one is declared, or if nothing says what it stands for.

    What is compared with numbers alone is an index where it stands as one in the body: the k of ``\max_{k \ge 2} x_k``.

    Raises:
        NotSupported: It may be an integer or a real number.
    """
    found = OwnVariables()
    sub = bare(sub)
    for part in sub.children if sub.kind == "list" else (sub,):
        if part.kind != "relation" or part.value != "in":
            found.stated.append(part)
            continue
        domain = read_domain(r.scope, part.children[1], declare=False)
        members = part.children[0].children if part.children[0].kind == "list" else part.children[:1]
        keys = [_new_name(r, member) for member in members]
        if domain is None or domain.kind != "matrix" or None in keys:
            return None
        for key in keys:
            if key is not None:
                found.add(key, domain)
    alone = [_between_numbers(r, part, body) for part in found.stated] if not found.names else []
    for key, written in (one for one in alone if one is not None and None not in alone):
        if key not in found.names:
            found.add(key, Domain("matrix"))
            found.supposed[key] = written
    return found if found.names and all(p.kind == "relation" for p in found.stated) else None


def untold_variables(r: Reader, sub: Syn, body: Syn) -> OwnVariables | None:
    r"""Return the names under an extremum that nobody declares and that are vectors or matrices by what is written of them.

    These are the x of ``\max_{\|x\| = 1} \|A x\|`` and of ``\min_x \|A x - b\|``: a norm is taken of what holds them, they are
    transposed, or are said not to be zero. Capital letters are matrices, others columns; their sizes are told by the formula.
    Others are numbers, unless they may as well be something else.
    """
    found = OwnVariables()
    sub = bare(sub)
    for part in sub.children if sub.kind == "list" else (sub,):
        if part.kind == "relation" and part.value == "in":
            return None
        named = list(vectors(part)) if part.kind == "relation" else [part]
        new = {key: n for n in named if (key := _new_name(r, n)) is not None}
        keys = [key for key in new if speaks_of_matrix(key, part, body) or is_argument(r, key, body)]
        numbers = [key for key in new if key not in keys and part.kind != "relation" and _is_number(r, key, part, body)]
        for key in keys:
            if not key.plain[:1].isupper() and _is_coefficient(key, body):
                raise NotSupported(
                    f"{latex_of(new[key])} is not declared: it may be a number or a vector here",
                    r.at(new[key]),
                    DECLARE,
                )
        if part.kind == "relation":
            found.stated.append(part)
        elif not (keys or numbers):
            return None
        for key in keys:
            found.suppose(r, key)
        for key in numbers:
            found.add(key, Domain("matrix"))
            found.supposed[key] = new[key]
    return found if found.names else None


def is_argument(r: Reader, key: Key, body: Syn) -> bool:
    """Whether a declared function of vectors or matrices is taken at a name."""
    for _, node in body.walk():
        for function, behind in zip(node.children, node.children[1:], strict=False) if node.kind == "juxt" else ():
            inner, found = bracket(behind), r.find(function) if function.kind in ("name", "script") else None
            symbol = found[0] if found is not None and isinstance(found[0], Symbol) else None
            if inner is None or symbol is None or len(symbol.arguments) != len(inner[0]):
                continue
            if any(whole_key(a) == key and not s.is_scalar for a, s in zip(inner[0], symbol.arguments, strict=True)):
                return True
    return False


def speaks_of_matrix(key: Key, *trees: Syn) -> bool:
    r"""Whether a name must be a vector or a matrix: a norm is taken of it, or of a sum or a product that it ends, ``\|A x - b\|``.

    So is what is transposed, follows a transposed factor, or is said not to be zero. The c of ``\|x - c \mathbf{1}\|`` is none.
    """
    for tree in trees:
        if tree.kind == "relation" and tree.value == "!=" and whole_key(tree.children[0]) == key:
            return True
        for _, node in tree.walk():
            if node.kind == "group" and node.value in ("||", "angle"):
                inside = _is_operand(node.children[0], key)
            elif _is_transposed(node):
                inside = _is_operand(node.children[0], key)
            else:
                inside = (
                    node.kind == "juxt" and whole_key(node.children[-1]) == key and _is_transposed(node.children[-2])
                )
            if inside:
                return True
    return False


def _is_coefficient(key: Key, tree: Syn) -> bool:
    """Whether a name stands in front of a factor, as numbers do."""
    rows = [node.children for _, node in tree.walk() if node.kind == "juxt"]
    return any(whole_key(factor) == key for row in rows for factor in row[:-1])


def _is_transposed(node: Syn) -> bool:
    return node.kind == "script" and any(n.kind == "top" for _, n in node.children[2].walk())


def _is_operand(tree: Syn, key: Key) -> bool:
    """Whether a name is a term of a sum, or the last factor of one; that of a matrix is any factor."""
    if whole_key(tree) == key:
        return True
    if tree.kind == "juxt" and not key.plain[:1].isupper():
        return _is_operand(tree.children[-1], key)
    inner = tree.kind in ("add", "list", "juxt", "infix") or (tree.kind == "group" and tree.value in ("(", "[", "{"))
    return inner and any(_is_operand(child, key) for child in tree.children)


def _is_number(r: Reader, key: Key, sub: Syn, body: Syn) -> bool:
    """Whether a name may be a number that moves, and no index: it stands by itself, and never below another name."""
    integer = key.plain in LETTERS_OF_INDICES or not key.plain.isalpha()
    return not integer and stands_free(body, key) and not is_counted(r, body, sub, key, r.at(sub))


def _new_name(r: Reader, syn: Syn) -> Key | None:
    key = whole_key(syn)
    known = key is None or r.scope.find(key) is not None or r.indices.find_bound(key.plain) is not None
    return None if known else key


def counted_name(r: Reader, sub: Syn, body: Syn) -> Key | None:
    """The k of ``2 <= k`` that stands in the body as an index."""
    found = _compared(r, bare(sub))
    return found[0] if found is not None and is_counted(r, body, bare(sub), found[0], r.at(sub)) else None


def _between_numbers(r: Reader, syn: Syn, body: Syn) -> tuple[Key, Syn] | None:
    """The t of ``0 <= t <= c`` that is no index, and as it is written."""
    return None if counted_name(r, syn, body) is not None else _compared(r, syn)


def _compared(r: Reader, syn: Syn) -> tuple[Key, Syn] | None:
    """The only new name that a comparison compares with others, or the one of whose absolute value it speaks."""
    if syn.kind != "relation" or not set(syn.value.split()) <= COMPARED or len(syn.children) < 2:
        return None
    plain = [c.children[0] if c.kind == "group" and c.value == "|" else c for c in syn.children]
    new = [(key, c) for c in plain if (key := _new_name(r, c)) is not None]
    return new[0] if len(new) == 1 else None


@contextmanager
def bound(r: Reader, own: OwnVariables) -> Iterator[None]:
    """Read with the names in sight."""
    hidden = {key: r.local[key] for key in own.names if key in r.local}
    supposed = {key: r.supposed.pop(key) for key in own.names if key in r.supposed}
    r.local.update(own.names)
    r.supposed.update(own.open)
    try:
        yield
    finally:
        for key in own.names:
            del r.local[key]
            r.supposed.pop(key, None)
        r.local.update(hidden)
        r.supposed.update(supposed)
