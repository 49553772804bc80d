r"""Entries of tables whose sums or products end at the place: ``b_{t-1}`` of ``b_t := \prod_{s=1}^t a_s`` is ``\prod_{s=1}^{t-1} a_s``."""

from __future__ import annotations

from derive import build
from derive.asked import about, itself
from derive.core import Expr, Rel, walk
from derive.language.printing.bound_letters import renamed
from derive.size_names import bound_indices, map_sizes


@about("blocks", untouched=itself)
def with_open_tables(goal: Rel) -> Rel:
    r"""Return a goal with such entries as what they are; every one has index names of its own.

    Where there is one, entries of other tables of numbers are, too: under ``a_s := 1 - \beta_s`` the factors are those of ``a_t``.
    """
    if not any(_is_open(node) for side in (goal.lhs, goal.rhs) for node in walk(side)):
        return goal
    return Rel(goal.op, build.bottom_up(goal.lhs, opened_entry), build.bottom_up(goal.rhs, opened_entry), goal.data)


def _is_open(node: Expr) -> bool:
    """Whether a node is an entry of a table of numbers with a sum or product whose range depends on the place."""
    if node.op != "entry" or node.args[0].op != "blocks" or not node.args[0].args[0].shape.is_scalar:
        return False
    row, _, column, _ = node.args[0].data
    binders = (n for n in walk(node.args[0].args[0]) if n.op in build.BINDS_INDEX)
    return any({row, column} & (n.data[1].names | n.data[2].names) for n in binders)


def opened_entry(node: Expr) -> Expr:
    """An entry of a table of numbers as what it is, with index names of its own; another node as it is."""
    if node.op != "entry" or node.args[0].op != "blocks" or not node.args[0].args[0].shape.is_scalar:
        return node
    row, _, column, _ = node.args[0].data
    body = node.args[0].args[0]
    own = {name: build.fresh(name.partition("~")[0]) for name in bound_indices(body)}
    i, j = node.data
    return map_sizes(renamed(body, own), {row: i, column: j})


__all__ = ["opened_entry", "with_open_tables"]
