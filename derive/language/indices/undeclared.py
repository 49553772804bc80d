r"""Variables under an extremum that are not declared, and sums without an end: said plainly.

What is compared with zero, or stands in a norm, is no index: ``\max_{x \ne 0} \frac{x^\top W x}{x^\top x}``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from derive.errors import NameProblem, NotSupported
from derive.language.parsing.folding import head
from derive.language.terms.terms import latex_of
from derive.language.tree.names import Key, bare, base_key, is_empty
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

DECLARE = (
    r"declare it, x \in \mathbb{R}^n, in a given block or under the operator: \max_{x \in \mathbb{R}^n, \|x\| = 1}"
)


_MEANT = {
    "sigma": r"declare it, or write \operatorname{sigmoid} for the logistic function, \operatorname{softmax} for that",
    "D": r"declare it; a derivative of a declared F is D F(x)[y] in the direction y, \frac{\partial F}{\partial x} as a matrix",
    "chol": r"name the factor: L \in \mathbb{R}^{n \times n}, L \text{ lower triangular}, L_{ii} > 0, A = L L^\top",
    "J": r"declare it; the Jacobian of a declared F is J_F(x) or \frac{\partial F}{\partial x}",
}
"""What an undeclared letter stands for in many papers."""


def meant(key: Key) -> str | None:
    """Return what to write for an undeclared letter that is a function in many papers, and for members such as ``m_{t-1}``."""
    name, _, index = key.plain.partition("_")
    if index[-2:] in ("-1", "+1"):
        letter = index[:-2]
        return f"declare the members first, {name}_{letter} \\in \\mathbb{{R}}^n \\quad \\forall {letter} \\in \\{{0, \\dots, T\\}}"
    return _MEANT.get(key.plain.partition("_")[0] if key.plain[:2] in ("D_", "J_") else key.plain)


def undeclared(r: Reader, syn: Syn) -> None:
    r"""Refuse ``\max_{x \ne 0}`` and ``\max_{\|x\| = 1}`` of a name that nothing declares.

    Raises:
        NameProblem: It is not declared.
    """
    sub = bare(syn.children[0])
    parts = sub.children if sub.kind == "list" else (sub,)
    own = {key for part in parts if part.kind == "relation" and part.value == "in" for key in _keys(part.children[0])}
    for part in parts:
        if part.kind != "relation" or part.value == "in":
            continue
        for name in vectors(part):
            key = base_key(head(name))
            if key is None or key in own or r.find(name) is not None or not stands_free(syn.children[2], key):
                continue
            raise NameProblem(f"{latex_of(name)} under this {syn.value} is not declared", r.at(name), DECLARE)


def _keys(syn: Syn) -> list[object]:
    return [base_key(node) for node in (syn.children if syn.kind == "list" else (syn,))]


def stands_free(body: Syn, key: Key) -> bool:
    """Return whether a name stands in a body by itself, and not only as an index."""
    if body.kind == "script":
        return stands_free(body.children[0], key)
    return base_key(body) == key or any(stands_free(child, key) for child in body.children)


def vectors(relation: Syn) -> Iterator[Syn]:
    """Yield the names in a condition that can be no indices: what is not zero, what a norm is taken of."""
    first, *rest = relation.children
    if relation.value == "!=" and first.kind == "name" and _is_zero(rest[0]):
        yield first
    for _, node in relation.walk():
        if node.kind == "group" and node.value == "||" and head(bare(node.children[0])).kind == "name":
            yield bare(node.children[0])


def _is_zero(syn: Syn) -> bool:
    key = base_key(syn)
    return (syn.kind, syn.value) == ("num", "0") or (key is not None and key.plain == "0")


def is_infinite(r: Reader, sup: Syn) -> bool:
    """Return whether an upper end is infinite."""
    key = None if is_empty(sup) else base_key(sup)
    return key is not None and key.plain == "infty" and r.find(sup) is None


def check_high(r: Reader, sup: Syn) -> None:
    r"""Refuse ``\prod_{k=0}^{\infty}``.

    Raises:
        NotSupported: The upper end is infinite.
    """
    if is_infinite(r, sup):
        raise NotSupported(
            "a product or extremum over infinitely many values",
            r.at(sup),
            "write it up to n, and what it tends to: \\lim_{n \\to \\infty} \\prod_{k=0}^{n}",
        )


__all__ = ["DECLARE", "check_high", "is_infinite", "meant", "stands_free", "undeclared", "vectors"]
