"""Spectral norms of networks of tensors: nodes are taken one after the other, from the columns to the rows.

What is there after some nodes is a product of matrices ``N (x) I``: of each node N the wires that are there come in, the others go out.
The spectral norm of the whole is at most the product of those of the nodes, as matrices from what comes in to what goes out. It is the
Frobenius norm where all wires of a matrix go out; 1 for an index that is repeated and both comes in and goes out, else the root of its size.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from derive import build
from derive.bounds.facts.facts import Facts
from derive.bounds.facts.targets import Targets, unique
from derive.bounds.forms.bound import Bound, number
from derive.bounds.forms.normal import canonical, normal, strip
from derive.bounds.forms.numbers import number_of
from derive.bounds.quantities import arithmetic
from derive.bounds.quantities.norms import size_root
from derive.bounds.rules.networks import Builder, Node, Term
from derive.bounds.rules.subnetworks import patterns, with_wanted_products
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.functions import bounded

RULE = ("tensors", "||(N (x) I) M||_2 <= ||N||_2 ||M||_2 for every factor of the derivative, some of them as vectors")
KEPT = 6  # bounds of a term, and of a sum of terms
MOST_STATES = 1500
SLACK = 1  # how many more Frobenius norms than needed are tried

OF_ENTRIES = ("entry", "matmul", "sum", "trace", "map")
"""What the other side of a bound speaks of where it is no bound of a norm: entries are compared one by one."""

State = tuple[frozenset[int], frozenset[tuple[int, tuple[str, ...]]]]
Step = tuple[int, frozenset[int]]


def network_norms(facts: Facts, expr: Expr, targets: Targets) -> Iterator[Bound]:
    """Upper bounds of the spectral norm of an expression in which something is differentiated, by its factors."""
    if not targets.atoms or not _is_for_networks(expr) or any(a.op in OF_ENTRIES for a in targets.atoms):
        return
    for wanted in dict.fromkeys((targets.matrices, frozenset[Expr]())):
        try:
            options = _options(facts, Builder(wanted), expr)
            break
        except NotSupported:
            continue
    else:
        return
    totals = [number(0)]
    for each in options:
        totals = unique((t + b for t in totals for b in each), KEPT)
    yield from (total.by(*RULE) for total in totals)


@lru_cache(maxsize=256)
def _is_for_networks(expr: Expr) -> bool:
    """Whether it is a derivative, or a second derivative stands in it: the factors of products of first ones are looked at alone."""
    if strip(expr).op == "deriv":
        return True
    return any(n.op == "deriv" and any(inner.op == "deriv" for inner in walk(n.args[0])) for n in walk(expr))


def _options(facts: Facts, builder: Builder, expr: Expr) -> list[list[Bound]]:
    """Bounds of each of the networks whose sum an expression is; without those of wanted parts where these have no rule."""
    terms, wanted = builder.net(expr), patterns(builder)
    told = [(term, *with_wanted_products(term, wanted)) for term in terms]
    return [[b for term in same for b in _bounds(facts, builder, merged(term))] for same in told]


def merged(term: Term) -> Term:
    """The same network with one node for matrices that are multiplied: their norms are bounded as those of products are."""
    nodes = list(term.nodes)
    while (found := _neighbors(nodes)) is not None:
        first, second, product = found
        nodes = [node for k, node in enumerate(nodes) if k not in (first, second)] + [product]
    return replace(term, nodes=tuple(nodes))


def _neighbors(nodes: list[Node]) -> tuple[int, int, Node] | None:
    """Two matrices that share all rows or columns of either, and their product."""
    plain = [(k, n) for k, n in enumerate(nodes) if n.kind == "matrix" and len(n.groups) == 2 and n.expr is not None]
    for (p, a), (q, b) in itertools.combinations(plain, 2):
        for s, t in itertools.product((0, 1), repeat=2):
            shared = a.groups[s]
            if shared and shared == b.groups[t] and not set(a.groups[1 - s]) & set(b.groups[1 - t]):
                assert a.expr is not None and b.expr is not None
                left = a.expr if s else build.transpose(a.expr)
                right = build.transpose(b.expr) if t else b.expr
                return p, q, Node("matrix", (a.groups[1 - s], b.groups[1 - t]), build.matmul(left, right))
    return None


def _bounds(facts: Facts, builder: Builder, term: Term) -> list[Bound]:
    """Bounds of one term, those with the fewest Frobenius norms first."""
    result = number(1)
    for factor in term.numbers:
        result = result * arithmetic.absolute(facts, facts.value(factor))
    for side in (term.rows, term.cols):  # an identity as a vector
        for wire, count in Counter(side).items():
            if count > 1:
                result = result * size_root(builder.sizes[wire])
    found: list[Bound] = []
    for order in itertools.islice(_orders(term), KEPT):
        total = result
        for place, there in order:
            total = total * _norm(facts, builder, term.nodes[place], there)
        found.append(total)
    if not found:
        raise NotSupported("a node that is connected to itself")
    return unique(found, KEPT)


def _orders(term: Term) -> Iterator[list[Step]]:
    """Orders of the nodes, with the wires that are there before each, the cheapest first; each with other nodes at a cost."""
    if any(max(Counter(n.wires).values(), default=0) > 1 for n in term.nodes):
        return
    counter, least = itertools.count(), None
    queue: list[tuple[int, int, State, list[Step]]] = [(0, next(counter), (frozenset(), frozenset()), [])]
    seen: set[State] = set()
    while queue and next(counter) < MOST_STATES:
        cost, _, state, order = heapq.heappop(queue)
        if state in seen:
            continue
        seen.add(state)
        done, paid = state
        if least is not None and cost > least + SLACK:
            return
        if len(done) == len(term.nodes):
            least = cost if least is None else least
            yield order
            continue
        there = frozenset(_there(term, done))
        moves = [(_cost(n, there), k) for k, n in enumerate(term.nodes) if k not in done]
        for more, place in moves:
            after = paid if not more else paid | {(place, tuple(_sides(term.nodes[place], there)))}
            heapq.heappush(queue, (cost + more, next(counter), (done | {place}, after), [*order, (place, there)]))


def _there(term: Term, done: frozenset[int]) -> set[int]:
    """The wires that are there after some nodes: each of these has taken its own that were there, and left the others."""
    there = {wire for wire, count in Counter(term.cols).items() if count == 1}
    for place in done:
        there ^= set(term.nodes[place].wires)
    return there


def _sides(node: Node, there: frozenset[int]) -> list[str]:
    """For each group that has wires: ``in``, ``out`` or ``both``."""
    said = []
    for group in node.groups:
        inside = sum(1 for w in group if w in there)
        if group:
            said.append("in" if inside == len(group) else "out" if inside == 0 else "both")
    return said


def _is_flat(node: Node, sides: list[str]) -> bool:
    """Whether a matrix is taken as itself or as its transpose, a second derivative with two of its groups on one side."""
    if len(sides) < 2:
        return "both" not in sides
    if "both" in sides or len(set(sides)) < 2:
        return False
    if len(sides) == 2:
        return True
    single = next(k for k in range(3) if sides.count(sides[k]) == 1)
    return single >= 3 - max(node.symmetric, 1)


def _cost(node: Node, there: frozenset[int]) -> int:
    sides = _sides(node, there)
    if node.kind == "matrix":
        return 0 if _is_flat(node, sides) else 1
    return sum(1 for side in sides if side != "both")


def _norm(facts: Facts, builder: Builder, node: Node, there: frozenset[int]) -> Bound:
    """The norm of a node as a matrix from the wires that are there to its others."""
    sides = _sides(node, there)
    if node.kind == "matrix":
        assert node.expr is not None
        return facts.norm(node.expr, "2" if _is_flat(node, sides) else "F")
    result = number(1)
    for side, group in zip(sides, node.groups, strict=True):
        if side != "both":
            result = result * size_root(builder.sizes[group[0]])
    return result if node.kind == "copy" else result * _largest(facts, node, builder.wanted)


def _largest(facts: Facts, node: Node, wanted: frozenset[Expr]) -> Bound:
    """The largest entry of a diagonal node."""
    assert node.expr is not None
    entries = strip(node.expr)
    if node.limit is not None or (entries.op == "map" and bounded(entries.data[0], -1, 1)):
        return number(Fraction(1) if node.limit is None else node.limit)
    if entries.op == "hpow" and (power := number_of(entries.args[1])) is not None and power < 0:
        forms = _inverted(entries.args[0], power)
        written = next((d for d in forms if canonical(normal(d)) in wanted), forms[0])
        return facts.norm(build.inv(written), "2")
    return facts.norm(entries, "max")


def _inverted(base: Expr, power: Fraction) -> list[Expr]:
    """Diagonal matrices, all the same, whose inverse has the entries of a matrix to a negative power."""
    positive = base if power == -1 else build.hpow(base, build.const(-power))
    found = [build.diag(build.vecr(positive))]
    if positive.op == "hpow":
        found.append(build.diag(build.hpow(build.vecr(positive.args[0]), positive.args[1])))
    return found if base.shape.cols else [build.diag(positive), *found]


__all__ = ["network_norms"]
