r"""How far an expectation without square brackets reaches: ``\mathbb{E} x \cdot x``, ``\mathbb{E}(x - \mu)^2``, ``\mathbb{E}(x - \mu)(y - \nu)``.

Square brackets hold all that an expectation is taken of. Behind round ones, and without any, authors mean what stands in the
bracket (the first factor), all of the product or all terms behind it: both readings are kept where what may be left outside is random, too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from derive.language.functions.expectations import LETTERS, operator, random_names
from derive.language.lexing.vocabulary import HADAMARD_OPS, KRONECKER_OPS, PRODUCT_OPS
from derive.language.scope.moving import depend
from derive.language.terms.readings import EXPECTED_PRODUCT, EXPECTED_TERMS
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

_PRODUCTS = (HADAMARD_OPS | KRONECKER_OPS | PRODUCT_OPS) - {"oplus"}


def widened(r: Reader, term: Syn) -> Syn | None:
    r"""Return the product or quotient by a sign whose expectation takes what stands behind the sign, if asked for."""
    found = _opened(r, term)
    if found is None:
        return None
    before, sign, operand, outside = found
    if not depend(r, outside, random_names(r, sign)) or not r.chooses(EXPECTED_PRODUCT):
        return None
    group = Syn("group", "[", (operand,), operand.span)
    return Syn("juxt", "", (*before, sign, group), term.span)


@about(*(f"{kind} {word}" for word in LETTERS for kind in ("letter", "function")), untouched=nothing)
def widened_sum(r: Reader, syn: Syn) -> Syn | None:
    r"""Return the sum whose expectation takes all terms behind it, if asked for: those of ``\mathbb{E} x^2 + x`` are random, too."""
    for k, (mark, term) in enumerate(zip(syn.value, syn.children, strict=True)):
        found = _opened(r, term) if mark == "+" and k + 1 < len(syn.children) else None
        if found is None:
            continue
        before, sign, operand, _ = found
        rest = syn.children[k + 1 :]
        if not any(_is_loose(r, node, random_names(r, sign)) for node in rest) or not r.chooses(EXPECTED_TERMS):
            return None
        inner = Syn("add", "+" + syn.value[k + 1 :], (operand, *rest), operand.span)
        whole = Syn("juxt", "", (*before, sign, Syn("group", "[", (inner,), operand.span)), term.span)
        return Syn("add", syn.value[: k + 1], (*syn.children[:k], whole), syn.span) if k or mark != "+" else whole
    return None


def _is_loose(r: Reader, node: Syn, names: Collection[str] | None) -> bool:
    """Whether a random variable stands in a text outside of what expectations are taken of."""
    if names is None or not any(n.kind == "juxt" and _first(r, n.children) is not None for _, n in node.walk()):
        return names is not None and depend(r, (node,), names)
    row = node.children
    if node.kind == "juxt" and (at := _first(r, row)) is not None:
        held = row[at + 1].children[0] if row[at + 1].kind == "script" else row[at + 1]
        rest = row[at + 2 :] if held.kind == "group" else ()
        return any(_is_loose(r, part, names) for part in (*row[:at], *rest))
    return any(_is_loose(r, child, names) for child in row)


def _first(r: Reader, row: Sequence[Syn]) -> int | None:
    return next((at for at in range(len(row)) if operator(r.scope, row, at) is not None), None)


def _opened(r: Reader, node: Syn) -> tuple[tuple[Syn, ...], Syn, Syn, tuple[Syn, ...]] | None:
    """Return the factors before an expectation without an end, its sign, all that is behind it, and what is behind its row."""
    if (node.kind, node.value) == ("frac", "/") or (node.kind == "infix" and node.value in _PRODUCTS):
        left, right = node.children
        found = _opened(r, left)
        if found is None:
            return None
        before, sign, operand, outside = found
        return before, sign, Syn(node.kind, node.value, (operand, right), node.span), (*outside, right)
    return _in_row(r, node.children) if node.kind == "juxt" else None


def _in_row(r: Reader, row: Sequence[Syn]) -> tuple[tuple[Syn, ...], Syn, Syn, tuple[Syn, ...]] | None:
    for at in range(len(row) - 1):
        found = operator(r.scope, row, at)
        if found is None:
            continue
        behind = tuple(row[at + 1 :])
        first = behind[0].children[0] if behind[0].kind == "script" else behind[0]
        if first.kind == "group" and (first.value != "(" or found.kind != "E"):
            continue
        operand = behind[0] if len(behind) == 1 else Syn("juxt", "", behind, (behind[0].span[0], behind[-1].span[1]))
        return tuple(row[:at]), row[at], operand, ()
    return None


__all__ = ["widened", "widened_sum"]
