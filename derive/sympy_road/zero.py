"""Deciding that a scalar is identically zero: a proof by normal form, for expressions that are small enough."""

from __future__ import annotations

from typing import Any

import sympy

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
    flat = _exponentials_in_basis(e)
    try:
        numerator, _ = sympy.fraction(sympy.together(flat))
        return sympy.expand(numerator) == 0
    except (sympy.PolynomialError, RecursionError):
        return False


def _exponentials_in_basis(e: Any) -> Any:
    """Replace exp(sum of c_k m_k) by the product of E_k^(c_k), one symbol per monomial m_k; E_k > 0."""
    arguments: dict[Any, Any] = {}
    denominators: dict[Any, int] = {}
    for exponential in e.atoms(sympy.exp):
        argument = sympy.expand(exponential.args[0])
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
