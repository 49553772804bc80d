r"""Pinsker's inequality: ``\frac12 \|p - q\|_1^2 \le \sum_i p_i \log \frac{p_i}{q_i}`` of two distributions.

Source: Cover and Thomas, Elements of Information Theory, lemma 11.6.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive import build
from derive.bounds.facts.defined import evaluated
from derive.bounds.facts.distributions import is_simplex
from derive.bounds.facts.facts import Facts, Theorem
from derive.bounds.forms.normal import canonical, factors, normal, rows, strip
from derive.core import Expr
from derive.fraction import Fraction
from derive.sizes import Size

ONE = Size.of(1)
TEXT = "1/2 ||p - q||_1^2 <= sum p log(p / q) for distributions p and q"


def pinsker(facts: Facts, sides: Sequence[Expr]) -> Iterator[Theorem]:
    """Yield the inequality for the 1-norms of differences and the relative entropies in both sides of a claim."""
    nodes = list(dict.fromkeys(node for side in sides for node in evaluated(facts, side)))
    entropies = {canonical(normal(n)): n for n in nodes if n.op == "sum"}
    for node in nodes if entropies else ():
        pair = _distributions(facts, node)
        for p, q in (pair, pair[::-1]) if pair is not None else ():
            entropy = entropies.get(canonical(normal(_divergence(p, q))))
            if entropy is None:
                continue
            half = build.const(Fraction(1, 2))
            yield Theorem(build.scale(half, build.hpow(node, build.const(2))), entropy, False, "Pinsker", TEXT)
            root = build.hpow(build.scale(build.const(2), entropy), half)
            yield Theorem(node, root, False, "Pinsker", TEXT)


def _distributions(facts: Facts, node: Expr) -> tuple[Expr, Expr] | None:
    """The distributions whose difference a 1-norm is of."""
    inner = strip(normal(node.args[0])) if node.op == "norm" and node.data[0] == "1" else None
    if inner is None or inner.op != "add" or len(inner.args) != 2:
        return None
    signs, vectors = zip(*(_signed(part) for part in inner.args), strict=True)
    if sorted(signs) != [-1, 1] or not all(is_simplex(facts, v) for v in vectors):
        return None
    return vectors[0], vectors[1]


def _signed(part: Expr) -> tuple[int, Expr]:
    """The sign of a vector and the vector, 0 for one with another factor."""
    scalars, parts = factors(part)
    numbers = [s.data[0] for s in scalars if s.op == "const"]
    if len(numbers) < len(scalars) or len(parts) != 1:
        return 0, part
    number = Fraction(1)
    for n in numbers:
        number *= n
    return (int(number) if abs(number) == 1 else 0), strip(parts[0])


def _divergence(p: Expr, q: Expr) -> Expr:
    name = build.fresh("i")
    first, second = (build.entry(v, Size.of(name), ONE) for v in (p, q))
    return build.sum_(name, ONE, rows(p), build.scale(first, build.map_("log", build.div(first, second))))


__all__ = ["pinsker"]
