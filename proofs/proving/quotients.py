"""Bounds of quotients of polynomials: the numerator over the common denominator is not negative, the denominator is positive.

``R - L = N / D``, and ``N D D^{-2}`` is what the verifier multiplies out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from proofs import verify
from proofs.proving.citing import Live
from proofs.proving.combinations import combined
from proofs.proving.steps import gap_of, supposes
from proofs.verify import Node, Rejected

MAX_ATOMS, MAX_TERMS = 7, 60
MAX_FACTORS = 3
"""Positive numbers that a bound is multiplied with, one by one."""


class Quotients:
    """Numbers as quotients of polynomials in what is no sum, product or power of numbers."""

    def __init__(self, *roots: Node) -> None:
        self.atoms: list[Node] = []
        for e in roots:
            self._gather(e)
        self.context = fmpq_mpoly_ctx.get([f"a{k}" for k in range(max(1, len(self.atoms)))], Ordering.lex)
        self.one = self.context.constant(1)

    def _gather(self, e: Node) -> None:
        if verify.rational(e) is not None:
            return
        inner = e.args if e.op in ("add", "scale", "hadamard") else e.args[:1] if _exponent(e) is not None else ()
        for a in inner:
            self._gather(a)
        if not inner and e not in self.atoms:
            verify.demand(len(self.atoms) < MAX_ATOMS, "too many atoms")
            self.atoms.append(e)

    def of(self, e: Node) -> tuple[Any, Any]:
        """Return numerator and denominator of a number, without common factors.

        Raises:
            Rejected: It has too many terms, or divides by zero.

        """
        if (number := verify.rational(e)) is not None:
            return self.context.constant(fmpq(number.numerator, number.denominator)), self.one
        if e.op == "add":
            return reduce(lambda x, y: _reduced(x[0] * y[1] + y[0] * x[1], x[1] * y[1]), map(self.of, e.args))
        if e.op in ("scale", "hadamard"):
            return reduce(lambda x, y: _reduced(x[0] * y[0], x[1] * y[1]), map(self.of, e.args))
        if (q := _exponent(e)) is not None:
            top, bottom = self.of(e.args[0])
            verify.demand(q > 0 or not top.is_zero(), "a quotient by zero")
            return _reduced(top ** abs(q), bottom ** abs(q)) if q > 0 else _reduced(bottom ** abs(q), top ** abs(q))
        return self.context.gens()[self.atoms.index(e)], self.one

    def node(self, p: Any) -> Node:
        """Return the expression of a polynomial."""
        terms = []
        for exponents, c in p.to_dict().items():
            powers = [a if k == 1 else verify.power(a, int(k)) for a, k in zip(self.atoms, exponents, strict=False) if k]
            terms.append(reduce(verify.scale, powers if c == 1 and powers else [verify.const(f"{c}"), *powers]))
        return verify.add(*terms)


def _exponent(e: Node) -> int | None:
    q = verify.rational(e.args[1]) if e.op == "hpow" and e.scalar else None
    return int(q) if q is not None and q.denominator == 1 and 0 < abs(q) <= verify.MAX_POWER else None


def _reduced(top: Any, bottom: Any) -> tuple[Any, Any]:
    common = top.gcd(bottom)
    top, bottom = divmod(top, common)[0], divmod(bottom, common)[0]
    verify.demand(max(len(top), len(bottom)) <= MAX_TERMS, "too many terms")
    return top, bottom


def quotient_bound(live: Live, formula: Node, given: Iterable[Node], known: Callable[[Node], int]) -> int | None:
    """Return the number of a step that says a bound of quotients; None if none was found."""
    if formula.op not in ("<=", "<", ">=", ">") or not all(a.scalar for a in formula.args):
        return None
    given = list(given)
    try:
        gap = gap_of(formula)
        read = Quotients(gap)
        top, bottom = read.of(gap)
        if bottom.is_constant():
            return _multiplied(live, formula, gap, given, known)
        number, factors = bottom.factor()
        above = read.node(top / number) if not top.is_zero() else verify.const(0)
        parts: list[Any] = []
        for p, k in factors:
            if int(k) % 2:
                positive = _positive(live, read, p, given, known)
                if positive is None and (positive := _positive(live, read, -p, given, known)) is not None:
                    p, above = -p, verify.scale(verify.const(-1), above)
                if positive is None:
                    return None
                parts.append(positive)
            parts.append(verify.text_of(verify.power(read.node(p), -((int(k) + 1) // 2))))
        says = verify.make(formula.op.replace("<", ">"), (), (above, verify.const(0)))
        numerator = combined(live, says, given, known)
        if numerator is None:
            return None
        if formula.op in ("<", ">"):
            return _strict(live, formula, numerator, parts)
        return live.add(by="combine", says=verify.text_of(formula, sharing=True), products=[["1", [numerator, *parts]]])
    except (Rejected, KeyError):
        return None


def cleared(live: Live, given: Iterable[Node], known: Callable[[Node], int]) -> list[Node]:
    """Return orders that are given, those of quotients without their denominators, which are not negative; each is a step."""
    given, found = list(given), []
    for f in given:
        if f.op not in ("<=", "<", ">=", ">") or not any(_exponent(n) == -1 and n.args[0].op in ("add", "scale") for n in verify.nodes(f)):
            continue
        try:
            gap = gap_of(f)
            read = Quotients(gap)
            top, bottom = read.of(gap)
            positive = verify.make(">=", (), (read.node(bottom), verify.const(0)))
            number = combined(live, positive, [g for g in given if g is not f], known)
            if number is not None:
                says = verify.make(">=", (), (read.node(top), verify.const(0)))
                live.add(by="combine", says=verify.text_of(says, sharing=True), products=[["1", [known(f), number]]])
                found.append(says)
        except (Rejected, KeyError):
            continue
    return found


def _multiplied(live: Live, formula: Node, gap: Node, given: list[Node], known: Callable[[Node], int]) -> int | None:
    """A bound that holds after multiplication with something positive: what is given to be, the sum of that, or one and squares."""
    positive = [gap_of(f) for f in given if f.op in ("<", ">") and all(a.scalar for a in f.args) and f.free]
    strict = [e for e in positive if e.free & gap.free]
    numbers = [n for n in sorted(verify.nodes(gap), key=verify.text_of) if n.op == "var" and n.scalar and not n.data[0].startswith("#")]
    squares = verify.add(verify.const(1), *(verify.power(n, 2) for n in numbers))
    sums = [verify.add(*strict)] if 1 < len(strict) <= MAX_ATOMS else []
    alone = [] if live.depth else sorted(dict.fromkeys(positive), key=lambda e: (e.free.isdisjoint(gap.free), e.weight, verify.text_of(e)))[:MAX_FACTORS]
    for factor in [*sums, *alone, *([squares] if 0 < len(numbers) <= 3 else [])]:  # noqa: PLR2004
        product = verify.make(formula.op.replace("<", ">"), (), (verify.scale(factor, gap), verify.const(0)))
        number = combined(live, product, given, known)
        above = None if number is None else combined(live, verify.make(">", (), (factor, verify.const(0))), given, known)
        if number is None or above is None:
            continue
        live.add(by="weaken", says=verify.text_of(verify.make("!=", (), (factor, verify.const(0)))), **{"from": [above]})
        parts = [above, verify.text_of(verify.power(factor, -1))]
        if formula.op in ("<", ">"):
            return _strict(live, formula, number, parts)
        return live.add(by="combine", says=verify.text_of(formula, sharing=True), products=[["1", [number, *parts]]])
    return None


def _strict(live: Live, formula: Node, numerator: int, parts: list[Any]) -> int | None:
    """A strict bound: squares of reciprocals are positive, which a sign step says."""
    strict = []
    for part in parts:
        if isinstance(part, int):
            strict.append(part)
            continue
        square = verify.power(live.proof.read(part), 2)
        strict.append(live.add(by="sign", says=verify.text_of(verify.make(">", (), (square, verify.const(0))))))
    return live.add(by="combine", says=verify.text_of(formula, sharing=True), products=[["1", [numerator, *strict]]])


def _positive(live: Live, read: Quotients, p: Any, given: list[Node], known: Callable[[Node], int]) -> int | None:
    """A step that says that a denominator is positive, and one that it is not zero."""
    says = [verify.make(op, (), (read.node(p), verify.const(0))) for op in (">", "!=")]
    number = next((k for k, (f, assumed) in enumerate(live.proof.known, 1) if f is says[0] and not supposes(assumed)), None)
    number = number or combined(live, says[0], given, known) or _multiplied(live, says[0], says[0].args[0], given, known)
    if number is not None and says[1] not in live.proof.allowed:
        live.add(by="weaken", says=verify.text_of(says[1]), **{"from": [number]})
    return number


__all__ = ["cleared", "quotient_bound"]
