"""What is known of sizes while a statement is proved: which polynomials in them are surely at least a number.

Sizes are at least one, more where a rule says so, and no dimension of what the statement evaluates is negative. The length
of a range such as ``1..n-2`` is a number of that kind: a sum over it is empty at n = 1, where ``n - 2`` is -1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import combinations

from derive.core import SizeRules
from derive.size_signs import is_nonnegative_above
from derive.sizes import Shape, Size


@dataclass(frozen=True, slots=True)
class SizeFacts:
    """Names of sizes with their least values, and polynomials that are not negative (no names: any name is a size).

    What is known of an index tells only of what depends on it: its range may be empty elsewhere. ``inside`` holds what is
    known inside sums, with their indices.
    """

    least: tuple[tuple[str, int], ...] | None = None
    nonnegative: tuple[Size, ...] = ()
    indices: frozenset[str] = frozenset()
    inside: tuple[tuple[str, Size], ...] = ()

    def is_nonnegative(self, value: Size) -> bool:
        """Return whether a polynomial is surely not negative, by itself or beside one or two of the facts."""
        names = set(value.names)
        for name, fact in reversed(self.inside):  # what ends a range is known wherever its index is
            names |= fact.names if name in names else set()
        known = [*self.nonnegative, *(fact for _, fact in self.inside)]
        facts = [fact for fact in known if fact.names & self.indices <= names]
        return (
            self._visibly(value)
            or any(self._visibly(value - fact) for fact in facts)
            or any(self._visibly(value - fact - other) for fact, other in combinations(facts, 2))
        )

    def _visibly(self, value: Size) -> bool:
        """Whether all coefficients are positive once every size is written as its least value plus the rest."""
        known = dict.fromkeys(value.names, 1) if self.least is None else dict(self.least)
        if not value.names <= known.keys():
            return False
        return is_nonnegative_above(value, known)


_facts: ContextVar[SizeFacts] = ContextVar("index_form_size_facts", default=SizeFacts())  # noqa: B039 (immutable)


def at_least(value: Size, bound: int) -> bool:
    """Return whether a polynomial in sizes is surely at least a number."""
    constant = value.constant
    if constant is not None:
        return constant >= bound
    return _facts.get().is_nonnegative(value - bound)


def is_never_empty(low: Size, high: Size) -> bool:
    """Return whether the range ``low..high`` has an element at all admitted sizes."""
    return at_least(high - low, 0)


def facts_of(
    sizes: Iterable[str], rules: SizeRules, shapes: Iterable[Shape], indices: Iterable[tuple[str, Size, Size]] = ()
) -> SizeFacts:
    """Return what the rules, the dimensions of matrices and the ranges of indices say of sizes and indices."""
    dimensions = dict.fromkeys(d for shape in shapes for d in (*shape.rows, *shape.cols))
    least = dict.fromkeys((*sizes, *sorted(name for d in dimensions for name in d.names)), 1)
    least |= {name: max(low, 1) for name, low in rules.least if name in least}
    found: dict[Size, None] = {}
    for op, polynomial in rules.relations:
        if op in ("=", "<="):
            found[polynomial * -1] = None
        if op == "=":
            found[polynomial] = None
        if op == "<" and all(c.denominator == 1 for _, c in polynomial.terms):
            found[polynomial * -1 - 1] = None
    found |= dict.fromkeys(d for d in dimensions if any(c < 0 for _, c in d.terms))
    ranges = tuple(indices)
    for name, low, high in ranges:
        if low.constant is not None and low.constant.denominator == 1 and name not in least:
            least[name] = int(low.constant)
        found[high - Size.of(name)] = found[Size.of(name) - low] = None
    return SizeFacts(tuple(least.items()), tuple(found), frozenset(name for name, _, _ in ranges))


def at_ends(value: Size, ranges: Mapping[str, tuple[Size, Size]]) -> Size:
    """Return the least value of an expression over the ranges of its indices, where it is linear in them."""
    for name, (low, high) in ranges.items():
        rate = (value.substitute({name: Size.of(name) + 1}) - value).constant
        if name in value.names and rate is not None:
            value = value.substitute({name: low if rate > 0 else high})
    return value


@contextmanager
def within(name: str, low: Size, high: Size) -> Iterator[None]:
    """Let `at_least` know inside where an index runs that no other statement around uses."""
    facts = _facts.get()
    least = facts.least
    if least is not None and low.constant is not None and low.constant.denominator == 1:
        least = (*least, (name, int(low.constant)))
    inside = (*facts.inside, (name, high - Size.of(name)), (name, Size.of(name) - low))
    with known_sizes(SizeFacts(least, facts.nonnegative, facts.indices | {name}, inside)):
        yield


@contextmanager
def known_sizes(facts: SizeFacts) -> Iterator[None]:
    """Let `at_least` answer from these facts inside."""
    token = _facts.set(facts)
    try:
        yield
    finally:
        _facts.reset(token)


__all__ = ["SizeFacts", "at_ends", "at_least", "facts_of", "is_never_empty", "known_sizes", "within"]
