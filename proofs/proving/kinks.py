r"""Relations of numbers on both sides of the kinks of what they speak of: absolute values, signs, positive parts, indicators.

What such a function is on a side of its kink is a line of the base, ``t \ge 0 \implies |t| = t``. The number whose sign decides is
supposed to be there, the function is replaced by what it is, and what is left is asked again: it may have kinks of other numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from derive.functions import FUNCTIONS, JUMP, KINK
from proofs import verify
from proofs.proving.citing import applied, cite, speaking_of, theorem_of
from proofs.proving.combinations import combined
from proofs.proving.live import LiveProof
from proofs.proving.signs import says_of
from proofs.verify import Node, Rejected

MAX_KINKS = 4
"""Numbers whose signs are told apart, one after the other."""
MAX_WEIGHT = 120
"""Parts of a formula above which it is left alone."""
CHOICES = ("max", "min", "indicator")
SIGNS = ("<", "<=", "=", ">=", ">")


def on_both_sides(live: LiveProof, formula: Node, known: Callable[[Node], int]) -> int | None:
    """Return the number of a step that says a relation of numbers, shown on every side of a kink; None if none was found."""
    if live.depth or live.kinks >= MAX_KINKS or formula.weight > MAX_WEIGHT or not all(a.scalar for a in formula.args):
        return None
    kinks = [n for n in verify.nodes(formula) if _argument(n) is not None]
    inner = [n for n in kinks if not any(_argument(m) is not None for a in n.args for m in verify.nodes(a))]
    if not inner:
        return None
    z = _argument(min(inner, key=lambda n: (n.weight, verify.text_of(n))))
    assert z is not None
    sharp = any(n.op == "indicator" or (n.op == "map" and FUNCTIONS[n.data[0]].regularity == JUMP) for n in kinks)
    live.kinks += 1
    try:
        with live.proof.surely():
            split = _split(live, z, known, sharp)
            cases = live.in_cases(split, lambda _, case, assumed: _on_side(live, formula, case, assumed, kinks))
            return None if cases is None else live.add(by="cases", says=says_of(formula), split=split, **{"from": cases})
    except (Rejected, KeyError):
        return None
    finally:
        live.kinks -= 1


def _split(live: LiveProof, z: Node, known: Callable[[Node], int], sharp: bool) -> int:
    """The step that says on which sides of zero a number may be."""
    zero = verify.const(0)
    if sharp and verify.make("!=", (), (z, zero)) in live.proof.problem.hypotheses:
        return cite(live, "order-apart", known, a=z, b=zero)
    return cite(live, "order-trichotomy" if sharp else "order-total", known, a=z, b=zero)


def _on_side(live: LiveProof, formula: Node, case: Node, assumed: int, kinks: list[Node]) -> int | None:
    """The step that says the formula under an assumption."""
    other, equations = formula, []
    for node in kinks:
        if (piece := _piece(live, node, case, assumed)) is not None:
            other = verify.swapped(other, *live.proof.known[piece - 1][0].args)
            equations.append(piece)
    number = live._relation(says_of(other)) if equations else None
    return None if number is None else live.add(by="rewrite", says=says_of(formula), **{"from": [number, *equations]})


def _piece(live: LiveProof, node: Node, case: Node, assumed: int) -> int | None:
    """The step that says what a function with a kink is on a side; None if no line of the base says it."""
    told = {live.proof.known[k - 1][0]: k for k in sorted(live.scope)}
    supposed = [f for f in told if f.op in SIGNS and all(a.scalar for a in f.args)]

    def follows(premise: Node) -> int:
        """A sign that is the one that is supposed, in other words."""
        verify.demand(premise.op in SIGNS and all(a.scalar for a in premise.args), "no sign")
        if case.op != "=" and premise.op != "=":
            number = combined(live, premise, supposed, lambda f: told[f])
            verify.demand(number is not None, "another sign")
            assert number is not None
            return number
        for sign in (1, -1):
            with suppress(Rejected):
                return live.add(by="combine", says=says_of(premise), cofactors=[[says_of(verify.const(sign)), assumed, None]])
        raise Rejected("not the same number")

    for name in speaking_of(live, node):
        if "(goal (= " in live.base[name]["problem"] and theorem_of(live, name).hypotheses:
            with suppress(Rejected, KeyError):
                return applied(live, name, node, follows)
    return None


def is_kinked(name: str) -> bool:
    """Whether a function of numbers is continuous and has a kink: an absolute value, a positive part."""
    return name in FUNCTIONS and FUNCTIONS[name].regularity == KINK


def _argument(node: Node) -> Node | None:
    """The number whose sign decides what a function with a kink is."""
    if not node.scalar or any(n[0] == "#" for n in node.free):
        return None
    if node.op == "map" and node.data[0] in FUNCTIONS and FUNCTIONS[node.data[0]].regularity in (KINK, JUMP):
        return node.args[0]
    return verify.less(*node.args) if node.op in CHOICES and len(node.args) == 2 else None


__all__ = ["is_kinked", "on_both_sides"]
