"""Noncommutative completion (Buchberger, Mora) with cofactors: from ``A A^- A = A`` and the like to ``(A^- A)^2 = A^- A``.

A polynomial is a dict from terms to rational coefficients; a term is a pair (scalars, word): a sorted tuple of numbers that commute with
everything and a tuple of letters that do not. An element of the basis keeps how it was made from those before it, so that whoever is
told that a claim reduces to zero can multiply out each step. Budgets count reductions; nothing depends on a clock.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from derive.fraction import Fraction

Word = tuple[int, ...]
Term = tuple[Word, Word]
"""Scalars, then the word."""
Polynomial = dict[Term, Fraction]
MAX_STEPS, MAX_ELEMENTS, MAX_LENGTH, MAX_TERMS = 12_000, 160, 9, 60


@dataclass(frozen=True, slots=True)
class Part:
    """One summand ``coefficient * scalars * left * g * right`` of a representation, with the number of the element g."""

    coefficient: Fraction
    scalars: Word
    left: Word
    element: int
    right: Word


@dataclass(slots=True)
class Element:
    """A polynomial of the ideal: a generator (no parts), or the sum of its parts."""

    polynomial: Polynomial
    parts: list[Part] = field(default_factory=list)
    dead: bool = False

    @property
    def lead(self) -> Term:
        """The largest term."""
        return max(self.polynomial, key=rank)


class Exhausted(Exception):
    """The budget is used up."""


def rank(term: Term) -> tuple[int, Word, int, Word]:
    """The order of terms: longer words are larger, then those of later letters, then more scalars."""
    return len(term[1]), term[1], len(term[0]), term[0]


def scaled(p: Mapping[Term, Fraction], c: Fraction, scalars: Word = (), left: Word = (), right: Word = ()) -> Polynomial:
    """Return ``c * scalars * left * p * right``."""
    return {(tuple(sorted(s + scalars)), left + w + right): c * d for (s, w), d in p.items()}


def added(p: Polynomial, q: Mapping[Term, Fraction]) -> Polynomial:
    """Return ``p + q``; p is changed."""
    for t, c in q.items():
        if total := p.get(t, 0) + c:
            p[t] = total
        else:
            p.pop(t, None)
    return p


def without(scalars: Word, part: Word) -> Word | None:
    """The scalars that are left when some are taken away, None if these are not among them."""
    left = list(scalars)
    for s in part:
        if s not in left:
            return None
        left.remove(s)
    return tuple(left)


class Completion:
    """Completes a set of generators step by step, until a claim is reduced to zero or the budget is used up.

    Args:
        generators: Polynomials that are zero.
        claim: What is to be shown to be zero.

    """

    def __init__(self, generators: Iterable[Polynomial], claim: Polynomial) -> None:
        self.elements = [Element(dict(g)) for g in generators]
        self.places: dict[int, list[tuple[Term, int]]] = {}
        self.steps = self.serial = 0
        self.most = MAX_STEPS
        self.queue: list[tuple[int, int, int, int, int, int]] = []
        self.claim = Element(dict(claim))

    def solve(self) -> list[Part] | None:
        """Return the parts whose sum is the claim, None if the budget does not suffice."""
        try:
            for number in range(len(self.elements)):
                self._admit(number)
            if self._is_shown():
                return self.claim.parts
            while self.queue:
                *_, first, second, overlap = heapq.heappop(self.queue)
                if self.elements[first].dead and self.elements[second].dead:
                    continue
                made = self._combined(first, second, overlap)
                if self._take(made) and self._is_shown():
                    return self.claim.parts
        except Exhausted:
            pass
        return None

    def complete(self, most: int = MAX_STEPS // 8) -> None:
        """Complete the generators alone, up to a number of reductions."""
        self.most = most
        try:
            for number in range(len(self.elements)):
                self._admit(number)
            while self.queue:
                *_, first, second, overlap = heapq.heappop(self.queue)
                if not (self.elements[first].dead and self.elements[second].dead):
                    self._take(self._combined(first, second, overlap))
        except Exhausted:
            pass

    def normal(self, p: Polynomial) -> Polynomial:
        """Return what is left of a polynomial when no rule applies."""
        element = Element(dict(p))
        self.steps = 0
        self._reduce(element, +1)
        return element.polynomial

    def needed(self) -> list[int]:
        """Return the numbers of the elements that the claim rests on, each after those that it is made of."""
        wanted: set[int] = set()
        todo = [p.element for p in self.claim.parts]
        while todo:
            if (n := todo.pop()) not in wanted:
                wanted.add(n)
                todo += [p.element for p in self.elements[n].parts]
        return sorted(wanted)

    def _is_shown(self) -> bool:
        """Reduce what is left of the claim; whether nothing is."""
        self._reduce(self.claim, -1)
        return not self.claim.polynomial

    def _take(self, made: Element) -> bool:
        """Reduce a new element and keep what is left; whether anything is."""
        self._reduce(made, +1)
        if not made.polynomial:
            return False
        if len(made.polynomial) > MAX_TERMS or len(made.lead[1]) > MAX_LENGTH:
            return False
        if len(self.elements) >= MAX_ELEMENTS:
            raise Exhausted
        self.elements.append(made)
        self._admit(len(self.elements) - 1)
        return True

    def _admit(self, number: int) -> None:
        """Use an element as a rule from now on; those whose leading terms it divides become new ones."""
        element = self.elements[number]
        if not element.parts:  # a generator is reduced by those before it: what is left is another element
            rest = Element(dict(element.polynomial), [Part(Fraction(1), (), (), number, ())])
            if self._reduces(rest):
                element.dead = True
                self._take(rest)
                return
        if not element.polynomial:
            element.dead = True
            return
        lead = element.lead
        divided = [k for k in self._alive() if k != number and self._places(self.elements[k].lead, lead)]
        self._enter(lead, number)
        for k in divided:
            self.elements[k].dead = True
            self._leave(self.elements[k].lead, k)
        for k in self._alive():
            self._pair(number, k)
        for k in divided:
            self._take(Element(dict(self.elements[k].polynomial), [Part(Fraction(1), (), (), k, ())]))

    def _alive(self) -> list[int]:
        return [k for rules in self.places.values() for _, k in rules]

    def _enter(self, lead: Term, number: int) -> None:
        self.places.setdefault(lead[1][0] if lead[1] else -1, []).append((lead, number))

    def _leave(self, lead: Term, number: int) -> None:
        self.places[lead[1][0] if lead[1] else -1].remove((lead, number))

    def _reduces(self, element: Element) -> bool:
        before = len(element.parts)
        self._reduce(element, +1)
        return len(element.parts) > before

    def _places(self, term: Term, lead: Term) -> bool:
        return self._at(term, lead) is not None

    @staticmethod
    def _at(term: Term, lead: Term) -> int | None:
        """Where a leading term stands in a term, None if nowhere."""
        (scalars, word), (own, part) = term, lead
        if len(part) > len(word) or len(own) > len(scalars) or without(scalars, own) is None:
            return None
        return next((k for k in range(len(word) - len(part) + 1) if word[k : k + len(part)] == part), None)

    def _rule(self, term: Term) -> tuple[int, int, Term] | None:
        """A rule that applies to a term, where, and what it leads."""
        scalars, word = term
        for k in range(len(word) + 1):
            for lead, number in self.places.get(word[k] if k < len(word) else -1, ()):
                own, part = lead
                if word[k : k + len(part)] == part and (not own or without(scalars, own) is not None):
                    return number, k, lead
        return None

    def _reduce(self, element: Element, sign: int) -> None:
        """Subtract multiples of rules until none applies; of a claim (sign -1) the parts say what was taken away."""
        p, done = element.polynomial, {}
        while p:
            term = max(p, key=rank)
            found = self._rule(term)
            if found is None:
                done[term] = p.pop(term)
                continue
            self.steps += 1
            if self.steps > self.most:
                raise Exhausted
            number, at, lead = found
            rule = self.elements[number].polynomial
            factor = p[term] / rule[lead]
            scalars = without(term[0], lead[0]) or ()
            left, right = term[1][:at], term[1][at + len(lead[1]) :]
            added(p, scaled(rule, -factor, scalars, left, right))
            element.parts.append(Part(-factor if sign > 0 else factor, scalars, left, number, right))
            if len(p) > 4 * MAX_TERMS:
                raise Exhausted
        element.polynomial = done

    def _pair(self, first: int, second: int) -> None:
        """Note where the leading words of two elements overlap."""
        for a, b in {(first, second), (second, first)}:
            u, v = self.elements[a].lead[1], self.elements[b].lead[1]
            for k in range(1, min(len(u), len(v)) + (a != b)):
                if u[len(u) - k :] == v[:k] and len(u) + len(v) - k <= MAX_LENGTH + 2:
                    size = len(u) + len(v) - k
                    terms = len(self.elements[a].polynomial) + len(self.elements[b].polynomial)
                    self.serial += 1
                    heapq.heappush(self.queue, (size, terms, self.serial, a, b, k))

    def _combined(self, first: int, second: int, k: int) -> Element:
        """The difference of two elements where their leading words overlap."""
        (s, u), (t, v) = self.elements[first].lead, self.elements[second].lead
        left, right = u[: len(u) - k], v[k:]
        more, fewer = without(t, tuple(x for x in t if x in s)) or (), without(s, tuple(x for x in s if x in t)) or ()
        if len(set(s)) < len(s) or len(set(t)) < len(t):  # powers of one scalar: no common multiple is looked for
            more, fewer = t, s
        a, b = 1 / self.elements[first].polynomial[s, u], -1 / self.elements[second].polynomial[t, v]
        parts = [Part(a, more, (), first, right), Part(b, fewer, left, second, ())]
        p = added(scaled(self.elements[first].polynomial, a, more, (), right), scaled(self.elements[second].polynomial, b, fewer, left))
        return Element(p, parts)


def multiplied_out(parts: Iterable[Part], elements: list[Element]) -> Polynomial:
    """Return the sum of parts, for tests: what the verifier computes in its own way."""
    out: Polynomial = {}
    for p in parts:
        added(out, scaled(elements[p.element].polynomial, p.coefficient, p.scalars, p.left, p.right))
    return out


def words_of(p: Mapping[Term, Fraction]) -> Iterator[Word]:
    """Yield the words of a polynomial."""
    for _, word in p:
        yield word


__all__ = ["Completion", "Element", "Part", "Polynomial", "Term", "added", "multiplied_out", "scaled", "words_of"]
