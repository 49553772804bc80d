r"""Order statistics ``x_{(k)}``: the k-th largest entry, as singular values are counted, or the k-th smallest, as in statistics.

A given block says which, ``x_{(1)} \ge x_{(2)}`` or ``x_{(1)} = \min_i x_i``; where none does, both are judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derive import build as b
from derive.core import Expr
from derive.language.scope.scope import Scope
from derive.language.terms.readings import ASCENDING
from derive.language.terms.terms import Term
from derive.language.tree.names import bare, base_key, bracket
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, false
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

CONVENTION = "order statistics"
DOWNWARD = {">=": "descending", ">": "descending", "<=": "ascending", "<": "ascending"}
OPPOSITE = {"descending": "ascending", "ascending": "descending"}


def statistic(r: Reader, column: Term, index: Size, syn: Syn) -> Term:
    """Return the entry of a rank, counted as the given blocks say; if they do not, from the largest or from the smallest."""
    stated = r.scope.convention(CONVENTION)
    ascending = r.chooses(ASCENDING) if stated is None else stated == "ascending"
    r.note(f"x_{{(k)}} is the k-th {'smallest' if ascending else 'largest'} entry")

    def make(e: Expr) -> Expr:
        return b.order(e, e.shape.totals[0] + 1 - index if ascending else index)

    return r.a.node((), (), make, column, syn=syn)


def rank_convention(scope: Scope, tree: Syn) -> str | None:
    r"""Return ``descending`` or ``ascending`` if a relation says how the entries of a declared vector are ranked, else None.

    It compares the first and the second or last rank, or the first one with the largest or smallest entry.
    """
    words = set(tree.value.split())
    ranks = [_rank(scope, side) for side in tree.children if side.kind != "dots"]
    first = ranks[0] if ranks else None
    if first is None:
        return None
    if words == {"="} and len(ranks) == 2:
        kind = _extreme_of(tree.children[1], first[0])
        order = {"max": "descending", "min": "ascending"}.get(kind or "")
        return order if first[1] == "1" else None
    orders = {DOWNWARD.get(word) for word in words}
    if len(orders) != 1 or any(rank is None or rank[0] != first[0] for rank in ranks):
        return None
    places = [rank[1] for rank in ranks if rank is not None]
    order = orders.pop()
    if order is None or places[0] == places[-1] or "1" not in (places[0], places[-1]):
        return None
    return order if places[0] == "1" else OPPOSITE[order]


@about("dots", "group (", untouched=false)
def is_ranking(tree: Syn) -> bool:
    r"""Return whether a relation compares order statistics alone, as ``x_{(1)} \ge x_{(2)}``: it may say how all of them are counted."""
    return tree.kind == "relation" and all(side.kind == "dots" or has_rank(side) for side in tree.children)


def has_rank(syn: Syn) -> bool:
    r"""Return whether a term is written as an order statistic, ``x_{(1)}``."""
    syn = bare(syn)
    return syn.kind == "script" and bracket(bare(syn.children[1])) is not None and bare(syn.children[2]).kind == "empty"


def is_strict(tree: Syn) -> bool:
    """Return whether a ranking says more than the convention: no ties."""
    return any(word in ("<", ">") for word in tree.value.split())


def _rank(scope: Scope, syn: Syn) -> tuple[str, str] | None:
    """Return the name and the written rank of ``x_{(1)}``."""
    syn = bare(syn)
    if syn.kind != "script" or bare(syn.children[2]).kind != "empty":
        return None
    key, inner = base_key(syn.children[0]), bracket(bare(syn.children[1]))
    symbol = scope.find(key) if key is not None else None
    if key is None or symbol is None or symbol.kind not in ("var", "def") or inner is None or len(inner[0]) != 1:
        return None
    place = bare(inner[0][0])
    return (key.plain, place.value.removeprefix(":")) if place.kind in ("num", "name") else None


def _extreme_of(syn: Syn, name: str) -> str | None:
    r"""Return ``max`` for ``\max_i x_i`` and ``\max x``."""
    syn = bare(syn)
    if syn.kind != "bigop" or syn.value not in ("max", "min"):
        return None
    body = bare(syn.children[2])
    key = base_key(body.children[0] if body.kind == "script" else body)
    return syn.value if key is not None and key.plain == name else None


__all__ = ["CONVENTION", "has_rank", "is_ranking", "is_strict", "rank_convention", "statistic"]
