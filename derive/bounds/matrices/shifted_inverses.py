"""Inverses of ``S + c I`` for a semidefinite S and c > 0: every eigenvalue of the sum is at least c.

    ||(S + c I)^-1||_2 <= 1/c (< where S is definite)     ||(S + c I)^-1 B|| <= ||B|| / c
    v^T (S + c I)^-k v <= |v|^2 / c^k     tr((S + c I)^-k B) <= tr(B) / c^k for semidefinite B

Source: Horn and Johnson, Matrix Analysis, 4.3.1 and 7.7.2.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.facts import POSITIVE, Facts, Theorem
from derive.bounds.forms.normal import ONE, canonical, chain, cols, factors, normal, rows, strip
from derive.bounds.quantities import values
from derive.bounds.quantities.semidefinite import is_definite, is_semidefinite
from derive.core import Expr

RULE = "shifted inverse"


def shifted_inverses(facts: Facts, nodes: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the bounds of the norms, singular values, quadratic forms and traces that a claim writes."""
    for node in nodes:
        if node.op == "norm" and node.data[0] in ("2", "F"):
            yield from _norms(facts, node)
        elif node.op == "sigma" and node.data[0] == "min":
            for room, _ in _rooms(facts, node.args[0]):
                yield Theorem(room, node, False, RULE, "sigma_min(S + c I) >= c for semidefinite S, c > 0")
        elif node.op == "trace" or (node.op == "matmul" and rows(node) == cols(node) == ONE):
            yield from _forms(facts, node)


def _norms(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """Of an inverse alone (the spectral norm), and of one in front of or behind a matrix or a vector."""
    _, parts = factors(strip(normal(node.args[0])))
    parts = [strip(part) for part in parts]
    for at in (0, len(parts) - 1) if len(parts) > 1 else (0,) if parts and node.data[0] == "2" else ():
        rest = [part for k, part in enumerate(parts) if k != at]
        for room, semidefinite in _rooms(facts, parts[at].args[0]) if parts[at].op == "inv" else ():
            share = build.hpow(room, build.const(-1))
            whole = build.norm(chain(parts), node.data[0])
            if rest:
                text = "||(S + c I)^-1 B|| <= ||B|| / c for semidefinite S, c > 0"
                yield Theorem(whole, build.scale(share, build.norm(chain(rest), node.data[0])), False, RULE, text)
            else:
                strict = bool(semidefinite) and is_definite(facts, build.add(*semidefinite))
                text = (
                    f"||(S + c I)^-1||_2 {'<' if strict else '<='} 1/c for {'' if strict else 'semi'}definite S, c > 0"
                )
                yield Theorem(whole, share, strict, RULE, text)


def _forms(facts: Facts, node: Expr) -> Iterator[Theorem]:
    """Bounds of a quadratic form and a trace of an inverse, or of a power of it."""
    _, parts = factors(node.args[0] if node.op == "trace" else node)
    parts = [strip(part) for part in parts]
    at = next((k for k, part in enumerate(parts) if part.op == "inv"), None)
    if at is None or len(parts) < 2 and node.op != "trace":
        return
    end = at
    while end < len(parts) and parts[end] == parts[at]:
        end += 1
    before, behind = parts[:at], parts[end:]
    for room, _ in _rooms(facts, parts[at].args[0]):
        share = build.hpow(room, build.const(at - end))
        text = "(S + c I)^-k <= I / c^k for semidefinite S, c > 0"
        if node.op == "trace":
            rest = [*behind, *before]
            if not rest:
                whole = build.size(rows(parts[at]))
            elif is_semidefinite(facts, chain(rest)):
                whole = build.trace(chain(rest))
            else:
                continue
            yield Theorem(build.trace(chain(parts)), build.scale(share, whole), False, RULE, text)
        elif behind and before and _normal(build.transpose(chain(behind))) == _normal(chain(before)):
            length = build.hpow(build.norm(chain(behind), "2"), build.const(2))
            yield Theorem(chain(parts), build.scale(share, length), False, RULE, text)


def _normal(expr: Expr) -> Expr:
    return canonical(strip(normal(expr)))


def _rooms(facts: Facts, total: Expr) -> Iterator[tuple[Expr, list[Expr]]]:
    """The c > 0 of a sum ``S + c I`` with a semidefinite S, and the terms of S."""
    total = strip(normal(total))
    for k, term in enumerate(total.args) if total.op == "add" else ():
        scalars, parts = factors(term)
        rest = [t for q, t in enumerate(total.args) if q != k]
        if len(parts) != 1 or strip(parts[0]).op != "eye" or not all(is_semidefinite(facts, t) for t in rest):
            continue
        room = functools.reduce(build.scale, scalars, build.const(1))
        if values.poly_sign(facts, values.value(facts, room).value) == POSITIVE:
            yield room, rest


__all__ = ["shifted_inverses"]
