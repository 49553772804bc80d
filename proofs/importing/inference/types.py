"""Shapes whose sizes are found by unification."""

from __future__ import annotations

from dataclasses import dataclass, field


class Mismatch(Exception):
    """Two sizes, or two kinds of things, that cannot be the same."""


@dataclass(eq=False, slots=True)
class Dim:
    """A size: 1, one with a name, or one that is not known yet.

    Attributes:
        value: 1, the name of a size, or None.
        loose: It may turn out to be 1 (that of a zero, say).

    """

    value: int | str | None = None
    loose: bool = False
    _same: Dim | None = field(default=None, repr=False)

    def root(self) -> Dim:
        """The size that stands for all that are the same."""
        found = self
        while found._same is not None:
            found = found._same
        return found


Type = tuple[Dim, Dim]
"""Rows and columns; a column vector has one column."""


def one() -> Dim:
    """The size 1."""
    return Dim(1)


def number() -> Type:
    """The shape of a number."""
    return one(), one()


def unify(a: Dim, b: Dim) -> None:
    """Make two sizes the same.

    Raises:
        Mismatch: One is 1 and the other is none, or they have different names.

    """
    a, b = a.root(), b.root()
    if a is b:
        return
    if a.value is None:
        a, b = b, a
    if b.value is None:
        if a.value == 1 and not b.loose:
            raise Mismatch("a length is not 1")
        b._same = a
        a.loose = a.loose and b.loose
    elif a.value != b.value:
        raise Mismatch(f"{a.value} is not {b.value}")


def same(a: Type, b: Type) -> None:
    """Make two shapes the same."""
    unify(a[0], b[0])
    unify(a[1], b[1])


def is_one(dim: Dim) -> bool:
    """Whether a size is 1."""
    return dim.root().value == 1


def is_number(shape: Type) -> bool:
    """Whether a shape is that of a number."""
    return is_one(shape[0]) and is_one(shape[1])


def product(a: Type, b: Type) -> Type:
    """The shape of a product; numbers go with everything."""
    if is_number(a):
        return b
    if is_number(b):
        return a
    unify(a[1], b[0])
    return a[0], b[1]
