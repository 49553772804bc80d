"""Deciding that a scalar is identically zero: a proof by normal form, for expressions that are small enough."""

from __future__ import annotations

from typing import Any

import sympy

from derive.errors import NotSupported
from derive.sympy_road.expansion import expanded
from derive.sympy_road.kinks import Absolute, Step

PROOF_OPERATIONS = 300


def proves_zero(e: Any, written: int) -> bool:
    """Return True only if the expression is identically zero (wherever it is defined); False says nothing.

    Exponentials are written over a basis of their arguments first: SymPy merges exp(a) exp(b) into exp(a + b), so
    fresh symbols for whole exponentials would hide relations (notes: 0 of 42 entries proved that way).
    """
    if e == 0:
        return True
    if written > PROOF_OPERATIONS or e.has(Step, Absolute):
        return False
    try:
        flat, circles = _on_circles(_exponentials_in_basis(e))
        numerator, _ = sympy.fraction(sympy.together(flat))
        numerator = expanded(numerator)
        for cosine, sine in circles:
            numerator = expanded(numerator.replace(lambda p, c=cosine: _squared(p, c), lambda p, s=sine: _sines(p, s)))
        return numerator == 0
    except (sympy.PolynomialError, RecursionError, NotSupported):
        return False


def _exponentials_in_basis(e: Any) -> Any:
    """Replace exp(sum of c_k m_k) by the product of E_k^(c_k), one symbol per monomial m_k; E_k > 0."""
    arguments: dict[Any, Any] = {}
    denominators: dict[Any, int] = {}
    for exponential in e.atoms(sympy.exp):
        argument = expanded(exponential.args[0])
        terms = [term.as_coeff_Mul() for term in sympy.Add.make_args(argument)]
        arguments[exponential] = terms
        for coefficient, monomial in terms:
            if not coefficient.is_Rational:
                return e
            denominators[monomial] = sympy.ilcm(denominators.get(monomial, 1), coefficient.q)
    names = {m: sympy.Symbol(f"e{k}", positive=True) for k, m in enumerate(sorted(denominators, key=str))}
    values = {
        exponential: sympy.Mul(*(names[m] ** (c * denominators[m]) for c, m in terms))
        for exponential, terms in arguments.items()
    }
    return e.xreplace(values)


def _on_circles(e: Any) -> tuple[Any, list[tuple[Any, Any]]]:
    """Replace cosines and sines by symbols; return the (cosine, sine) pairs, whose squares sum to one."""
    arguments = sorted({f.args[0] for f in e.atoms(sympy.cos, sympy.sin)}, key=str)
    pairs = [(sympy.Symbol(f"c{k}", real=True), sympy.Symbol(f"s{k}", real=True)) for k in range(len(arguments))]
    values = {sympy.cos(u): c for u, (c, _) in zip(arguments, pairs, strict=True)}
    values |= {sympy.sin(u): s for u, (_, s) in zip(arguments, pairs, strict=True)}
    return e.xreplace(values), pairs


def _squared(power: Any, cosine: Any) -> bool:
    return power.is_Pow and power.base == cosine and power.exp.is_Integer and power.exp >= 2


def _sines(power: Any, sine: Any) -> Any:
    """A power of a cosine by ``c^2 = 1 - s^2``."""
    return (1 - sine**2) ** (power.exp // 2) * power.base ** (power.exp % 2)
