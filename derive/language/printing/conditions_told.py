r"""What governs a claim, written behind it: nobody can check a reading whose conditions are not shown."""

from __future__ import annotations

from collections.abc import Sequence

from derive.language.printing.latex import to_latex
from derive.language.tree.quantifiers import prefix_of
from derive.language.tree.syntax import Syn
from derive.language.tree.words import opening_text


def with_conditions(understood: str, conditions: Sequence[Syn]) -> str:
    r"""Write conditions behind a formula that was understood: ``a^{3} \ge 0 \quad \text{if } a \ge 0``.

    Limits are left out, and quantifiers beside an existential one: the formula has them.
    """
    prefixes = [prefix_of(c) for c in conditions]
    within = any(p is not None and p.kind == "exists" for p in prefixes)
    shown = [
        to_latex(condition)
        for condition, prefix in zip(conditions, prefixes, strict=True)
        if condition.value != "to" and not (within and prefix is not None)
    ]
    return " \\quad ".join([understood, *([", ".join(dict.fromkeys(shown))] if understood and shown else [])])


def is_told_condition(tree: Syn) -> bool:
    """Return whether a statement of a text that `with_conditions` made is a condition of the one before it."""
    return opening_text(tree) is not None or prefix_of(tree) is not None


__all__ = ["is_told_condition", "with_conditions"]
