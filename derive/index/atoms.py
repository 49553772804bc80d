"""Constructors of nested atoms: powers of sums, elementary functions, softmax, inverse, determinant, functions.

Each constructor takes the terms of its argument and returns terms, so that equal arguments in unlike forms give equal
atoms.  Facts that hold only off a set of measure zero (``step^2 = step`` holds everywhere, ``sign^2 = 1`` off 0) are
those of points where the expression is differentiable; the road reports them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from derive.errors import NotSupported
from derive.index.algebra import (
    MAX_TERMS,
    REBUILD,
    REDUCE,
    instantiate,
    power_of_number,
    rebuilt,
    refreshed,
    scaled,
    simplify,
    size_terms,
    summed_over,
    times,
    with_factor,
    without,
)
from derive.index.budget import stay_off_jumps
from derive.index.canonical import body, collect, components, key_order, number_indices, term_key
from derive.index.terms import (
    DELTA,
    Body,
    Factor,
    Head,
    Index,
    Number,
    Slot,
    Term,
    Terms,
    indices_in,
    number,
    slot_indices,
)

MAX_EXPANDED_POWER = 12


def shifted(automorphisms: Sequence[tuple[int, ...]], bound: int) -> tuple[tuple[int, ...], ...]:
    """Automorphisms of parameters as permutations of all slots."""
    fixed = tuple(range(bound))
    return tuple((*fixed, *(bound + p for p in a)) for a in automorphisms)


def _closed(kind: str, data: tuple, terms: Sequence[Term], *, positive: bool = False) -> Factor:
    """An atom of one scalar argument."""
    argument, params = body(terms)
    head = Head(kind, (*data, argument), symmetries=shifted(argument.automorphisms, 0), positive=positive)
    return (head, params, 1)


def argument_of(head: Head, slots: Sequence[Slot], argument: Body | None = None) -> Terms:
    """The argument of a scalar atom with its actual indices."""
    inner = argument or head.data[-1]
    return instantiate(inner.terms, dict(zip(inner.params, slots, strict=True)))


def whole(exponent: Number) -> bool:
    """Whether an exponent is an integer."""
    return Fraction(exponent).denominator == 1


# Powers.


def power(terms: Sequence[Term], exponent: Number) -> Terms:
    """``terms ** exponent`` for a scalar sum and a rational exponent.

    Raises:
        NotSupported: Zero to a negative power, a negative number to a fraction, too large a power.

    """
    terms = collect(terms, ())
    if exponent == 0:
        return number(1)
    if exponent == 1:
        return list(terms)
    if not terms:
        if exponent < 0:
            raise NotSupported("a power of zero")
        return []
    if whole(exponent) and exponent > 0:
        return _expanded(terms, int(exponent))
    if len(terms) == 1:
        return _monomial_power(terms[0], exponent)
    content, rest = primitive(terms, whole=whole(exponent))
    result = power([content], exponent) if content != Term(1) else number(1)
    head, params, _ = _closed("base", (), rest)
    return times(result, simplify(Term(1, (), ((head, params, exponent),))))


def _expanded(terms: Sequence[Term], exponent: int) -> Terms:
    if exponent > MAX_EXPANDED_POWER or len(terms) ** exponent > MAX_TERMS:
        raise NotSupported(f"the power {exponent} of {len(terms)} terms is not expanded")
    result = list(terms)
    for _ in range(exponent - 1):
        result = collect(times(result, refreshed(terms)), ())
    return result


def _monomial_power(term: Term, exponent: Number) -> Terms:
    """Distribute a power over the factors where this is sound, keep the rest as one base."""
    fractional = not whole(exponent)
    sign = 1
    coefficient = term.coefficient
    if fractional and coefficient < 0:
        coefficient, sign = -coefficient, -1
    c, primes = power_of_number(coefficient, exponent)
    powers = tuple((g, e * exponent) for g, e in term.powers)
    done: list[Factor] = []
    kept: list[Factor] = []
    (_, loose), *joined = components(term)
    for head, slots, e in loose:
        if head is DELTA and exponent < 0:
            raise NotSupported("the inverse of an entry of an identity matrix")
        if head is DELTA:
            done.append((head, slots, 1))
        elif not fractional or head.positive or not whole(e):
            done.append((head, slots, e * exponent))
        else:
            kept.append((head, slots, e))
    result = scaled([Term(c)], 1, powers)
    result = scaled(result, 1, primes)
    result = with_factor(result, *done)
    if fractional and not joined and sign > 0 and len(kept) == 1:
        return times(result, _root(kept[0], exponent))
    if fractional:
        rest = Term(sign, (), tuple(kept) + tuple(f for _, fs in joined for f in fs), term.summed)
        if rest.factors or sign < 0:
            result = with_factor(result, _power_factor([rest], exponent))
        return result
    for members, factors in joined:
        result = with_factor(result, _power_factor([Term(1, (), tuple(factors), tuple(members))], exponent))
    return result


def _power_factor(terms: Sequence[Term], exponent: Number) -> Factor:
    if not terms[0].factors:
        raise NotSupported("a root of a negative number")
    head, params, _ = _closed("base", (), terms)
    return (head, params, exponent)


def _root(factor: Factor, exponent: Number) -> Terms:
    """``(x^e)^q``: ``x^(e q)`` for odd e (then x >= 0 where the root exists), ``|x|^(e q)`` for even e."""
    head, slots, e = factor
    if int(e) % 2:
        return simplify(Term(1, (), ((head, slots, e * exponent),)))
    absolute = elementary("sign", [Term(1, (), ((head, slots, 1),))])
    if not whole(e * exponent):
        return with_factor(number(1), _power_factor([Term(1, (), ((head, slots, e),))], exponent))
    odd = int(e * exponent) % 2
    result = simplify(Term(1, (), ((head, slots, e * exponent),)))
    return times(result, absolute) if odd else result


def primitive(terms: Sequence[Term], *, whole: bool, bound: Sequence[Index] = ()) -> tuple[Term, Terms]:
    """Split off a common monomial, so that proportional sums give one base.

    The monomial is the coefficient of a canonical leading term (its sign only if ``whole``) and the factors, free of
    summed and bound indices, common to all terms (only positive ones unless ``whole``).
    """
    common: dict[tuple[Head, tuple[Slot, ...]], Number] = {}
    tables: list[dict[tuple[Head, tuple[Slot, ...]], Number]] = []
    inside = set(bound)
    for term in terms:
        hidden = inside | set(term.summed)
        table = {
            (h, s): e
            for h, s, e in term.factors
            if h is not DELTA and (whole or h.positive) and not any(i in hidden for x in s for i in slot_indices(x))
        }
        tables.append(table)
    for key in dict.fromkeys(k for table in tables for k in table):
        least = min(table.get(key, 0) for table in tables)
        if least:
            common[key] = least
    lead = leading(terms)
    coefficient = lead.coefficient if whole or lead.coefficient > 0 else -lead.coefficient
    content = Term(coefficient, lead.powers, tuple((h, s, e) for (h, s), e in common.items()))
    inverse = Term(
        Fraction(1) / coefficient,
        tuple((g, -e) for g, e in lead.powers),
        tuple((h, s, -e) for (h, s), e in common.items()),
    )
    rest: Terms = []
    for term in terms:
        rest.extend(times([term], [inverse]))
    return content, rest


def leading(terms: Sequence[Term]) -> Term:
    """The canonical leading term: highest degree, fewest summed indices, smallest key."""
    labels = number_indices(terms, ())
    neutral = dict.fromkeys(labels, 0)

    def rank(term: Term) -> tuple:
        degree = sum(abs(e) for _, _, e in term.factors)
        sizes = sum(e for _, e in term.powers)
        return (-degree, len(term.summed), -sizes, key_order(term_key(term, neutral, 1)), abs(term.coefficient))

    return min(terms, key=rank)


def _rebuild_base(head: Head, slots: tuple[Slot, ...], exponent: Number, change: Callable[[Terms], Terms]) -> Terms:
    return power(change(argument_of(head, slots)), exponent)


def _reduce_base(term: Term, place: int) -> Terms | None:
    """A base with an exponent of at least one is multiplied out: ``B^(3/2) = B * B^(1/2)``."""
    head, slots, exponent = term.factors[place]
    if exponent < 1:
        return None
    floor = exponent.__floor__()
    rest = without(term, place)
    if exponent != floor:
        rest = Term(rest.coefficient, rest.powers, (*rest.factors, (head, slots, exponent - floor)), ())
    else:
        rest = Term(rest.coefficient, rest.powers, rest.factors, ())
    return summed_over(times([rest], _expanded(argument_of(head, slots), floor)), term.summed)


# Elementary functions.


def exponential(terms: Sequence[Term]) -> Terms:
    """``exp`` of a sum is the product of the exponentials of its terms; numbers stay in the exponent."""
    factors: list[Factor] = []
    result = number(1)
    for term in collect(terms, ()):
        if not term.factors and not term.powers:
            result = scaled(result, 1, ((("real", "e"), term.coefficient),))
            continue
        if len(term.factors) == 1 and not term.summed and not term.powers and term.factors[0][0].kind == "map":
            head, slots, e = term.factors[0]
            if head.data[0] == "log" and e == 1:
                result = times(result, power(argument_of(head, slots), term.coefficient))
                continue
        head, params, _ = _closed("map", ("exp",), [Term(1, term.powers, term.factors, term.summed)], positive=True)
        factors.append((head, params, term.coefficient))
    return with_factor(result, *factors)


def logarithm(terms: Sequence[Term]) -> Terms:
    """``log`` of a product of positive factors is a sum."""
    terms = collect(terms, ())
    if not terms:
        raise NotSupported("the logarithm of zero")
    if len(terms) == 1:
        content, rest = terms[0], number(1)
        loose = components(content)[0][1]
        free = tuple(f for f in loose if f[0].positive)
        kept = tuple(f for f in content.factors if f not in free)
        sign = 1 if content.coefficient > 0 else -1
        rest = [Term(sign, (), kept, content.summed)]
        content = Term(abs(content.coefficient), content.powers, free)
    else:
        content, rest = primitive(terms, whole=False)
    result: Terms = []
    if content.coefficient != 1:
        result.extend(_log_number(content.coefficient))
    for generator, exponent in content.powers:
        if generator == ("real", "e"):
            result.extend(number(exponent))
        else:
            inner = [Term(1, ((generator, 1),))]
            result.extend(scaled([Term(1, (), (_closed("map", ("log",), inner),))], exponent))
    for head, slots, exponent in content.factors:
        if head.kind == "map" and head.data[0] == "exp":
            result.extend(scaled(argument_of(head, slots), exponent))
        elif head.kind == "softmax":
            result.extend(scaled(_log_softmax(head, slots), exponent))
        else:
            inner = [Term(1, (), ((head, slots, 1),))]
            result.extend(scaled([Term(1, (), (_closed("map", ("log",), inner),))], exponent))
    if rest != [Term(1)]:
        if len(rest) == 1 and len(rest[0].factors) == 1 and not rest[0].summed and rest[0].coefficient == 1:
            head, slots, exponent = rest[0].factors[0]
            if head.kind == "base" or (whole(exponent) and int(exponent) % 2):
                # the argument is positive where the logarithm exists, so an odd power comes out
                if head.kind == "base" and not (whole(exponent) and int(exponent) % 2 == 0):
                    return [*result, *scaled(logarithm(argument_of(head, slots)), exponent)]
                if head.kind != "base":
                    inner = [Term(1, (), ((head, slots, 1),))]
                    return [*result, *scaled([Term(1, (), (_closed("map", ("log",), inner),))], exponent)]
        result.append(Term(1, (), (_closed("map", ("log",), rest),)))
    return result


def _log_softmax(head: Head, slots: tuple[Slot, ...]) -> Terms:
    """``log softmax(z)_j = z_j - log sum_k exp(z_k)``."""
    fresh, terms = opened(head, slots)
    here = instantiate(terms, dict(zip(fresh, slots[: head.bound], strict=True)))
    return [*here, *scaled(logarithm(summed_over(exponential(terms), fresh)), -1)]


def quotient_of_exponentials(factor: Factor) -> Terms | None:
    """A softmax as ``exp(z_j) / sum_k exp(z_k)``; None for other atoms."""
    head, slots, exponent = factor
    if head.kind != "softmax":
        return None
    fresh, terms = opened(head, slots)
    here = exponential(instantiate(terms, dict(zip(fresh, slots[: head.bound], strict=True))))
    total = power(collect(summed_over(exponential(terms), fresh), ()), -1)
    return power(times(here, total), exponent)


def without_softmax(terms: Sequence[Term]) -> Terms:
    """Write every softmax as a quotient of exponentials, inside arguments too."""
    return rebuilt(terms, lambda head: head.nested, without_softmax, quotient_of_exponentials)


def without_signs(terms: Sequence[Term]) -> Terms:
    """Write ``sign(x)`` as ``2 step(x) - 1``, inside arguments too; not so where x = 0."""
    stay_off_jumps()
    return rebuilt(terms, lambda head: head.nested, without_signs, _sign_by_step)


def _sign_by_step(factor: Factor) -> Terms | None:
    head, slots, exponent = factor
    if head.kind != "map" or head.data[0] != "sign":
        return None
    return power([*scaled(elementary("step", without_signs(argument_of(head, slots))), 2), *number(-1)], exponent)


def _log_number(value: Number) -> Terms:
    fraction = Fraction(value)
    result: Terms = []
    for part, sign in ((fraction.numerator, 1), (fraction.denominator, -1)):
        _, powers = power_of_number(part, Fraction(1, 2))
        exponents: dict[int, Number] = {}
        rest = part
        for (_, prime), _ in powers:
            exponents[prime] = 0
        prime = 2
        while rest > 1 and prime * prime <= rest:
            while rest % prime == 0:
                exponents[prime] = exponents.get(prime, 0) + 1
                rest //= prime
            prime += 1
        if rest > 1:
            exponents[rest] = exponents.get(rest, 0) + 1
        for prime, exponent in exponents.items():
            if exponent:
                inner = [Term(prime)]
                result.append(Term(sign * exponent, (), (_closed("map", ("log",), inner),)))
    return result


ODD = {"sin", "erf"}
EVEN = {"cos"}
PLAIN = {"sin", "cos", "erf"}


def elementary(name: str, terms: Sequence[Term]) -> Terms:
    """A named function of a scalar sum.

    ``tanh``, ``sigmoid``, ``silu`` become rational functions of exponentials, ``relu(x) = x step(x)``,
    ``|x| = x sign(x)``, ``Phi(x) = (1 + erf(x / sqrt 2)) / 2``.

    Raises:
        NotSupported: An unknown function, or a value that does not exist (log of zero).

    """
    terms = collect(terms, ())
    if name == "exp":
        return exponential(terms)
    if name == "log":
        return logarithm(terms)
    if name == "sqrt":
        return power(terms, Fraction(1, 2))
    if name in ("relu", "abs"):
        gate = elementary("step" if name == "relu" else "sign", terms)
        return times(refreshed(terms), gate)
    if name in ("step", "sign"):
        return _gate(name, terms)
    if name in ("sigmoid", "tanh", "silu", "softplus"):
        return _logistic(name, terms)
    if name in ("Phi", "gelu"):
        inner = scaled(terms, Fraction(1, 2), ((("prime", 2), Fraction(1, 2)),))
        cdf = [*number(Fraction(1, 2)), *scaled(elementary("erf", inner), Fraction(1, 2))]
        return times(refreshed(terms), cdf) if name == "gelu" else cdf
    if name == "phi":
        square = scaled(_expanded(terms, 2) if terms else [], Fraction(-1, 2))
        return scaled(
            exponential(square), Fraction(1, 2), ((("prime", 2), Fraction(1, 2)), (("real", "pi"), Fraction(-1, 2)))
        )
    if name in PLAIN:
        return _plain(name, terms)
    raise NotSupported(f"the function {name} has no rule in the index form")


def _plain(name: str, terms: Sequence[Term]) -> Terms:
    if not terms:
        return number(1) if name == "cos" else []
    sign = 1
    if leading(terms).coefficient < 0:
        terms, sign = scaled(terms, -1), -1 if name in ODD else 1
    return [Term(sign, (), (_closed("map", (name,), terms),))]


def _gate(name: str, terms: Sequence[Term]) -> Terms:
    """``step`` and ``sign`` do not see positive factors; a negative leading coefficient is turned around."""
    if not terms:
        raise NotSupported(f"{name} of zero")
    if len(terms) == 1:
        term = terms[0]
        loose = components(term)[0][1]
        kept = tuple(f for f in term.factors if f not in loose or not (f[0].positive or not whole(f[2])))
        rest = [Term(1, (), kept, term.summed)]
        negative = term.coefficient < 0
        if not kept:
            return number((-1 if name == "sign" else 0) if negative else 1)
    else:
        content, rest = primitive(terms, whole=False)
        negative = leading(rest).coefficient < 0
        rest = scaled(rest, -1) if negative else rest
    factor = _closed("map", (name,), rest)
    gate = Term(1, (), (factor,))
    if name == "sign":
        return scaled([gate], -1 if negative else 1)
    if not negative:
        return [gate]
    stay_off_jumps()  # step(-x) = 1 - step(x) unless x = 0
    return [*number(1), *scaled([gate], -1)]


def _logistic(name: str, terms: Sequence[Term]) -> Terms:
    """With ``B = 1 + exp(x)``: sigmoid = 1 - 1/B, tanh(x) = 2 sigmoid(2x) - 1, softplus = log B."""
    if name == "tanh":
        return [*scaled(_logistic("sigmoid", scaled(terms, 2)), 2), *number(-1)]
    if name == "silu":
        return times(refreshed(terms), _logistic("sigmoid", terms))
    if name == "softplus":
        return logarithm([*number(1), *exponential(terms)])
    if terms and leading(terms).coefficient < 0:
        return [*number(1), *scaled(_logistic("sigmoid", scaled(terms, -1)), -1)]
    inverse = power([*number(1), *exponential(terms)], -1)
    return [*number(1), *scaled(inverse, -1)]


def _rebuild_map(head: Head, slots: tuple[Slot, ...], exponent: Number, change: Callable[[Terms], Terms]) -> Terms:
    argument = change(argument_of(head, slots))
    if head.data[0] == "exp":
        return exponential(scaled(argument, exponent))
    return power(elementary(head.data[0], argument), exponent)


def _reduce_map(term: Term, place: int) -> Terms | None:
    """``step^k = step``; ``sign^k`` by parity."""
    head, slots, exponent = term.factors[place]
    name = head.data[0]
    if name == "step" and exponent != 1 and exponent > 0:
        changed = (head, slots, 1)
    elif name == "sign" and exponent not in (0, 1) and whole(exponent):
        if exponent < 0 or not int(exponent) % 2:
            stay_off_jumps()  # sign(x)^2 = 1 unless x = 0
        changed = (head, slots, int(exponent) % 2)
    else:
        return None
    rest = without(term, place)
    extra = (changed,) if changed[2] else ()
    return [Term(rest.coefficient, rest.powers, rest.factors + extra, rest.summed)]


def symbolic_power(base: Sequence[Term], exponent: Sequence[Term]) -> Terms:
    """``base ** exponent`` for a symbolic exponent: ``exp(exponent * log(base))``, for positive bases."""
    return exponential(times(refreshed(exponent), logarithm(base)))


# Softmax.


def softmax(terms: Sequence[Term], bound: Sequence[Index], at: Sequence[Slot]) -> Terms:
    """The softmax over the bound indices of a scalar sum, at a position.

    Terms that do not contain a bound index cancel: ``softmax(z + c 1) = softmax(z)``.
    """
    inside = set(bound)
    seen = [
        t
        for t in collect(terms, bound)
        if any(i in inside for _, slots, _ in t.factors for s in slots for i in slot_indices(s))
    ]
    if not seen:
        return _uniform(bound)
    argument, params = body(seen, bound)
    head = Head(
        "softmax",
        (argument,),
        bound=len(bound),
        symmetries=shifted(argument.automorphisms, len(bound)),
        positive=True,
    )
    return simplify(Term(1, (), ((head, (*at, *params), 1),)))


def _inverse_size(index: Index) -> Term:
    (term,) = power(size_terms(index.size), -1)
    return term


def _uniform(bound: Sequence[Index]) -> Terms:
    result = number(1)
    for index in bound:
        result = times(result, [_inverse_size(index)])
    return result


def opened(head: Head, slots: Sequence[Slot]) -> tuple[tuple[Index, ...], Terms]:
    """The argument of an atom with bound positions: fresh bound indices and the terms."""
    argument = head.data[-1]
    fresh = tuple(Index(i.size) for i in argument.bound)
    values: dict[Index, Slot] = dict(zip(argument.bound, fresh, strict=True))
    values.update(zip(argument.params, slots[head.bound :], strict=True))
    return fresh, instantiate(argument.terms, values)


def _rebuild_softmax(head: Head, slots: tuple[Slot, ...], exponent: Number, change: Callable[[Terms], Terms]) -> Terms:
    fresh, terms = opened(head, slots)
    return power(softmax(change(terms), fresh, slots[: head.bound]), exponent)


def _reduce_softmax(term: Term, place: int) -> Terms | None:
    """Rows of a softmax sum to one."""
    head, slots, exponent = term.factors[place]
    if exponent != 1:
        return None
    own = slots[: head.bound]
    summed = set(term.summed)
    if not all(isinstance(s, Index) and s in summed for s in own) or len(set(own)) < len(own):
        return None
    if own and sum(s is own[0] for _, places, _ in term.factors for s in places) > 1:
        return None  # the usual case, seen at once
    rest = without(term, place)
    others = indices_in(rest.factors).union(*map(slot_indices, slots[head.bound :]))
    if not others.isdisjoint(own):  # type: ignore[arg-type]
        return None
    return [Term(rest.coefficient, rest.powers, rest.factors, tuple(i for i in rest.summed if i not in own))]


REBUILD.update(base=_rebuild_base, map=_rebuild_map, softmax=_rebuild_softmax)
REDUCE.update(base=_reduce_base, map=_reduce_map, softmax=_reduce_softmax)
