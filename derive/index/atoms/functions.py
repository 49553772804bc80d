"""Elementary functions of scalar sums: exponentials, logarithms, gates, and what is written in terms of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derive.build import SCALAR, map_, var
from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.functions import DERIVED, MEROMORPHIC, meaning, named
from derive.index.atoms.atoms import argument_of, closed, leading, opened, power, primitive, whole
from derive.index.terms.algebra import (
    REBUILD,
    REDUCE,
    instantiate,
    power_of_number,
    rebuilt,
    refreshed,
    scaled,
    summed_over,
    times,
    with_factor,
    without,
)
from derive.index.terms.budget import may_stay_off_jumps
from derive.index.terms.canonical import collect, components
from derive.index.terms.signs import is_even, is_nonnegative_sum, is_positive, is_positive_sum, nonnegative_factors
from derive.index.terms.terms import (
    Factor,
    Head,
    Index,
    Number,
    Slot,
    Term,
    Terms,
    number,
    replace_slot,
)

HALF = Fraction(1, 2)
PRODUCT = "(product)"
"""The atom of a product over all places, of the vector of its factors."""
MAX_MULTIPLE = 4  # of an angle, up to which sines and cosines are expanded


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
        head, params, _ = closed("map", ("exp",), [Term(1, term.powers, term.factors, term.summed)], positive=True)
        factors.append((head, params, term.coefficient))
    return with_factor(result, *factors)


def logarithm(terms: Sequence[Term]) -> Terms:
    """``log`` of a product of positive factors is a sum."""
    terms = collect(terms, ())
    if not terms:
        raise NotSupported("the logarithm of zero")
    quotient = _quotient(terms)
    if quotient is not None:
        above, below = quotient
        return [*logarithm(above), *scaled(logarithm(below), -1)]
    if len(terms) == 1:
        content, rest = terms[0], number(1)
        loose = components(content)[0][1]
        free = tuple(f for f in loose if f[0].positive or _is_positive_sum(f[0], f[1]))
        kept = tuple(f for f in content.factors if f not in free)
        sign = 1 if content.coefficient > 0 else -1
        squares, kept = _squares(tuple(f for f in kept if f in loose), kept)
        rest = [Term(sign, (), kept, content.summed)]
        content = Term(abs(content.coefficient), content.powers, free)
    else:
        squares = []
        content, rest = primitive(terms, whole=False)
    result: Terms = list(squares)
    if content.coefficient != 1:
        result.extend(_log_number(content.coefficient))
    for generator, exponent in content.powers:
        if generator == ("real", "e"):
            result.extend(number(exponent))
        else:
            inner = [Term(generator[1])] if generator[0] == "prime" else [Term(1, ((generator, 1),))]
            result.extend(scaled([Term(1, (), (closed("map", ("log",), inner),))], exponent))
    for head, slots, exponent in content.factors:
        if head.kind == "map" and head.data[0] == "exp":
            result.extend(scaled(argument_of(head, slots), exponent))
        elif head.kind == "softmax":
            result.extend(scaled(_log_softmax(head, slots), exponent))
        elif head.kind == "base":
            result.extend(scaled(logarithm(argument_of(head, slots)), exponent))
        else:
            inner = [Term(1, (), ((head, slots, 1),))]
            result.extend(scaled([Term(1, (), (closed("map", ("log",), inner),))], exponent))
    if rest != [Term(1)]:
        if len(rest) == 1 and len(rest[0].factors) == 1 and not rest[0].summed and rest[0].coefficient == 1:
            head, slots, exponent = rest[0].factors[0]
            if head.kind == "base" or not whole(exponent) or int(exponent) % 2:
                # the argument is positive where the logarithm exists, so a power that is not even comes out
                if head.kind == "base" and not (whole(exponent) and int(exponent) % 2 == 0):
                    return [*result, *scaled(logarithm(argument_of(head, slots)), exponent)]
                if head.kind != "base":
                    inner = [Term(1, (), ((head, slots, 1),))]
                    return [*result, *scaled([Term(1, (), (closed("map", ("log",), inner),))], exponent)]
        result.append(Term(1, (), (closed("map", ("log",), rest),)))
    return result


def _quotient(terms: Sequence[Term]) -> tuple[Terms, Terms] | None:
    """Return (f h + g, h) for ``f + g / h`` with a sum h of positive terms, so that a logarithm is one of f h + g and one of h."""
    divisors = [f for term in terms for f in term.factors if len(terms) > 1 and _is_divisor(f, term)]
    if not divisors:
        return None
    head, slots, _ = divisor = divisors[0]
    below = argument_of(head, slots)
    above: Terms = []
    for term in terms:
        rest = Term(term.coefficient, term.powers, tuple(f for f in term.factors if f != divisor), term.summed)
        if any((h, s) == (head, slots) for h, s, _ in rest.factors):
            return None
        above += [rest] if divisor in term.factors else times([rest], refreshed(below))
    return collect(above, ()), below


def _is_divisor(factor: Factor, term: Term) -> bool:
    """Whether a factor is one over a sum of positive terms that does not depend on what its term sums over."""
    head, slots, exponent = factor
    return exponent == -1 and not set(slots) & set(term.summed) and _is_positive_sum(head, slots)


def _is_positive_sum(head: Head, slots: tuple[Slot, ...]) -> bool:
    if head.kind != "base":
        return False
    return all(t.coefficient > 0 and all(h.positive for h, _, _ in t.factors) for t in argument_of(head, slots))


def _squares(loose: tuple[Factor, ...], kept: tuple[Factor, ...]) -> tuple[Terms, tuple[Factor, ...]]:
    """Take even powers and absolute values out of a logarithm: ``log(f^2 g) = log(f^2) + log(g)``, ``log|f| = log(f^2) / 2``."""
    found: Terms = []
    for factor in loose:
        head, slots, exponent = factor
        if not whole(exponent):
            continue
        gate = (closed("map", ("sign",), [Term(1, (), ((head, slots, 1),))])[:2], 1)
        signs = tuple(f for f in loose if ((f[0], f[1]), f[2]) == gate)
        taken = (factor,) if not int(exponent) % 2 else (factor, *signs[:1])
        if int(exponent) % 2 and not signs:
            continue
        found += scaled(_log_square(head, slots), Fraction(int(exponent), 2))
        kept = tuple(f for f in kept if f not in taken)
    return found, kept


def _log_square(head: Head, slots: tuple[Slot, ...]) -> Terms:
    """``log f^2``, of a product ``sum_i log f_i^2``."""
    if head.kind != "fun" or head.data[0] != PRODUCT or head.data[2]:
        return [Term(1, (), (closed("map", ("log",), [Term(1, (), ((head, slots, 2),))]),))]
    (inner,) = head.data[3]
    fresh = tuple(Index(i.size) for i in inner.bound)
    values: dict[Index, Slot] = {
        **dict(zip(inner.bound, fresh, strict=True)),
        **dict(zip(inner.params, slots, strict=True)),
    }
    return summed_over(logarithm(power(instantiate(inner.terms, values), 2)), fresh)


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
    """Write ``sign(x)`` as ``2 step(x) - 1``, inside arguments too; not so where x = 0.

    Where no point is to be left out, ``step(x)`` is ``(sign(x)^2 + sign(x)) / 2`` instead.
    """
    change = _sign_by_step if may_stay_off_jumps() else _step_by_sign
    return rebuilt(terms, lambda head: head.nested, without_signs, change)


def _sign_by_step(factor: Factor) -> Terms | None:
    head, slots, exponent = factor
    if head.kind != "map" or head.data[0] != "sign":
        return None
    return power([*scaled(elementary("step", without_signs(argument_of(head, slots))), 2), *number(-1)], exponent)


def _step_by_sign(factor: Factor) -> Terms | None:
    head, slots, exponent = factor
    if head.kind != "map" or head.data[0] != "step" or exponent < 0:
        return None
    sign = elementary("sign", without_signs(argument_of(head, slots)))
    return scaled([*power(sign, 2), *sign], HALF)


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
                result.append(Term(sign * exponent, (), (closed("map", ("log",), inner),)))
    return result


ODD = named(lambda f: f.parity == -1)
PLAIN = named(lambda f: f.meaning is None and f.regularity == MEROMORPHIC)
ARGUMENT = var("u", SCALAR)


def elementary(name: str, terms: Sequence[Term]) -> Terms:
    """A named function of a scalar sum.

    Those with a meaning become what it says, the logistic function a quotient of exponentials, ``relu(x) = x step(x)``, ``|x| = x sign(x)``.

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
        if is_nonnegative_sum(terms):
            return list(terms)
        if is_nonnegative_sum(scaled(terms, -1)):
            return scaled(terms, -1) if name == "abs" else []
        gate = elementary("step" if name == "relu" else "sign", terms)
        return times(refreshed(terms), gate)
    if name in ("step", "sign"):
        return _gate(name, terms)
    if name in PLAIN:
        return _plain(name, terms)
    if name == "sigmoid":
        return _logistic(terms)
    if name in DERIVED:
        simpler = meaning(map_(name, ARGUMENT))
        assert simpler is not None
        return at_argument(simpler, terms)
    raise NotSupported(f"the function {name} has no rule in the index form")


def _of_angles(name: str, first: Sequence[Term], second: Sequence[Term]) -> Terms:
    """``cos(a + b) = cos a cos b - sin a sin b``, ``sin(a + b) = sin a cos b + cos a sin b``."""
    (cos_a, sin_a), (cos_b, sin_b) = ([elementary(f, angle) for f in ("cos", "sin")] for angle in (first, second))
    if name == "cos":
        return [*times(cos_a, cos_b), *scaled(times(sin_a, sin_b), -1)]
    return [*times(refreshed(sin_a), refreshed(cos_b)), *times(refreshed(cos_a), refreshed(sin_b))]


def _plain(name: str, terms: Sequence[Term]) -> Terms:
    if not terms:
        return number(1) if name == "cos" else []
    if name in ("cos", "sin") and len(terms) > 1:
        return _of_angles(name, terms[:1], terms[1:])
    sign = 1
    if leading(terms).coefficient < 0:
        terms, sign = scaled(terms, -1), -1 if name in ODD else 1
    multiple = terms[0].coefficient
    if name in ("cos", "sin") and whole(multiple) and 1 < multiple <= MAX_MULTIPLE:
        found = _of_angles(name, scaled(terms, Fraction(1, multiple)), scaled(terms, Fraction(multiple - 1, multiple)))
        return scaled(found, sign)
    return [Term(sign, (), (closed("map", (name,), terms),))]


def _gate(name: str, terms: Sequence[Term]) -> Terms:
    """``step`` and ``sign`` do not see positive factors; a negative leading coefficient is turned around.

    A root stays: it may be zero. Which root of its radicand it is does not matter.
    """
    if not terms:
        raise NotSupported(f"{name} of zero")
    for sign, value in ((1, 1), (-1, -1 if name == "sign" else 0)):
        if is_positive_sum(scaled(terms, sign)):
            return number(value)
    if len(terms) == 1:
        term = terms[0]
        loose = components(term)[0][1]
        kept = tuple(f if f not in loose else (f[0], f[1], _kept_power(f[2])) for f in term.factors)
        rest = [Term(1, (), tuple(f for f in kept if f not in loose or not is_positive(f)), term.summed)]
        negative = term.coefficient < 0
    else:
        content, rest = primitive(terms, whole=False)
        rest = with_factor(rest, *(f for f in content.factors if not is_positive(f)))
        negative = leading(rest).coefficient < 0
        rest = scaled(rest, -1) if negative else rest
    factor = closed("map", (name,), rest)
    gate = Term(1, (), (factor,))
    if name == "sign":
        return scaled([gate], -1 if negative else 1)
    if not negative:
        return [gate]
    if may_stay_off_jumps():  # step(-x) = 1 - step(x) unless x = 0
        return [*number(1), *scaled([gate], -1)]
    return [*power(_gate("sign", rest), 2), *scaled([gate], -1)]


def _kept_power(exponent: Number) -> Number:
    """The root that stands for all that have the same signs."""
    if whole(exponent):
        return exponent
    return HALF if is_even(exponent) else Fraction(1, 3)


def _logistic(terms: Sequence[Term]) -> Terms:
    """With ``B = 1 + exp(x)``: sigmoid = 1 - 1/B, and sigmoid(-x) = 1 - sigmoid(x)."""
    if terms and leading(terms).coefficient < 0:
        return [*number(1), *scaled(_logistic(scaled(terms, -1)), -1)]
    inverse = power([*number(1), *exponential(terms)], -1)
    return [*number(1), *scaled(inverse, -1)]


def at_argument(e: Expr, terms: Sequence[Term]) -> Terms:
    """The terms of an expression in `ARGUMENT`, as records of functions have them, at a scalar sum."""
    if e is ARGUMENT:
        return refreshed(terms)
    if e.op == "const":
        return number(e.data[0])
    if e.op == "real":
        return [Term(1, ((("real", e.data[0]), 1),))]
    if e.op == "hpow":
        return power(at_argument(e.args[0], terms), e.args[1].data[0])
    parts = [at_argument(a, terms) for a in e.args]
    if e.op == "map":
        return elementary(e.data[0], parts[0])
    if e.op == "scale":
        return times(*parts)
    assert e.op == "add", e.op
    return [term for part in parts for term in part]


def _rebuild_map(head: Head, slots: tuple[Slot, ...], exponent: Number, change: Callable[[Terms], Terms]) -> Terms:
    argument = change(argument_of(head, slots))
    if head.data[0] == "exp":
        return exponential(scaled(argument, exponent))
    return power(elementary(head.data[0], argument), exponent)


def _reduce_map(term: Term, place: int) -> Terms | None:
    """``step^k = step``; ``sign^k`` by parity; ``cos^2 = 1 - sin^2``; ``x^(1/2) sign(x^(1/2) y) = x^(1/2) sign(y)``."""
    head, slots, exponent = term.factors[place]
    name = head.data[0]
    if name in ("sign", "step") and len(term.factors) > 1:
        opened_gate = _without_present(term, place)
        if opened_gate is not None:
            return opened_gate
    if name == "cos" and exponent >= 2 and whole(exponent):
        fewer = with_factor([without(term, place)], *([(head, slots, exponent - 2)] if exponent > 2 else []))
        sine = elementary("sin", argument_of(head, slots))
        return times(fewer, [*number(1), *scaled(power(sine, 2), -1)])
    if name == "step" and exponent != 1 and exponent > 0:
        changed = (head, slots, 1)
    elif name == "sign" and exponent not in (0, 1) and whole(exponent):
        left = int(exponent) % 2
        if (exponent < 0 or not left) and not may_stay_off_jumps():  # sign(x)^2 = 1 unless x = 0
            left = exponent if exponent < 0 else 2
        if left == exponent:
            return _without_square(term, place)
        changed = (head, slots, left)
    else:
        return None
    rest = without(term, place)
    extra = (changed,) if changed[2] else ()
    return [Term(rest.coefficient, rest.powers, rest.factors + extra, rest.summed)]


def _without_square(term: Term, place: int) -> Terms | None:
    """``x sign(x)^2 = x`` everywhere, for a product x. None if it does not stand beside the square."""
    head, slots, exponent = term.factors[place]
    argument = argument_of(head, slots)
    if exponent != 2 or len(argument) != 1 or argument[0].summed:
        return None
    beside = {(h, s): e for h, s, e in term.factors}
    if all(beside.get((h, s), 0) > 0 for h, s, _ in argument[0].factors):
        return [without(term, place)]
    return None


def _without_present(term: Term, place: int) -> Terms | None:
    """Drop from a gate's argument a factor that is not negative and stands beside the gate too: if it is zero, so is the term.

    Not if it stands in a denominator: the gate may be what keeps the term from being taken there. None if there is none.
    """
    head, slots, exponent = term.factors[place]
    argument = head.data[-1]
    if len(argument.terms) > 1:
        return None
    (inner,) = argument.terms
    values = dict(zip(argument.params, slots, strict=True))
    beside = [(h, s) for n, (h, s, e) in enumerate(term.factors) if n != place and e > 0]
    for factor in nonnegative_factors(inner):
        if (factor[0], tuple(replace_slot(s, values) for s in factor[1])) in beside:
            fewer = Term(1, (), tuple(f for f in inner.factors if f is not factor), inner.summed)
            gate = _gate(head.data[0], instantiate([fewer], values))
            return times([without(term, place)], power(gate, exponent))
    return None


def symbolic_power(base: Sequence[Term], exponent: Sequence[Term]) -> Terms:
    """``base ** exponent`` for a symbolic exponent: ``exp(exponent * log(base))``, for positive bases."""
    return exponential(times(refreshed(exponent), logarithm(base)))


REBUILD["map"] = _rebuild_map
REDUCE["map"] = _reduce_map
