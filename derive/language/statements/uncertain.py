"""Blocks in which it is not certain what is claimed, and what governs what: they are refused."""

from __future__ import annotations

from collections.abc import Sequence

from derive.errors import NotSupported
from derive.language.parsing.trailing import quantifies
from derive.language.scope.scope import Scope
from derive.language.statements.restrictions import (
    is_implication,
    is_remark,
    is_restriction,
    letters,
    position,
    restricted,
    spoken_of,
)
from derive.language.tree.names import base_key
from derive.language.tree.quantifiers import prefix_of
from derive.language.tree.syntax import Syn
from derive.language.tree.words import opening_text


def check_neighbors(
    claims: Sequence[tuple[int, Syn]], trees: Sequence[Syn], lines: Sequence[int], scope: Scope
) -> None:
    r"""Refuse what may be a premise, a condition or a further conclusion, as in ``a > 0, b > 0 \implies a b > 0``.

    Raises:
        NotSupported: It is not certain which.
    """
    for (k, before), (j, behind) in zip(claims, claims[1:], strict=False):
        if lines[k] != lines[j] or opening_text(behind) is not None:
            continue
        first, second = is_implication(before), is_implication(behind)
        if second and not first:
            raise NotSupported(
                "statements with a comma in front of an implication: they may be premises or claims of their own",
                position(before),
                "join premises by \\land, or put each claim on a line of its own",
            )
        if _is_choice(behind) and not _is_choice(before):
            raise NotSupported(
                "statements with a comma in front of an 'or': they may belong to it or be claims of their own",
                position(before),
                "join them by \\land or \\lor, or put each claim on a line of its own",
            )
        if first and not second and letters(before) & letters(behind):
            raise NotSupported(
                "a statement with a comma behind an implication: it may be a conclusion or a claim of its own",
                position(behind),
                "join conclusions by \\land, or put each claim on a line of its own",
            )
    for j, tree in claims:
        beside = any(lines[k] == lines[j] and k != j for k, _ in claims)
        if beside and opening_text(tree) is None and is_restriction(tree, scope) and not spoken_of(tree, scope):
            raise NotSupported(
                "a comparison of free quantities beside other statements: it may be a condition or a claim",
                position(tree),
                "write \\text{if} in front of a condition, or put each claim on a line of its own",
            )


def check_reach(leading: Sequence[Syn], rest: Sequence[Syn], scope: Scope) -> None:
    """Refuse a condition in front of several statements that speak of what it restricts.

    Raises:
        NotSupported: It is not certain how far it reaches.
    """
    names = {name for tree in leading for name in restricted(tree, scope)}
    for tree in rest:
        if names & letters(tree) and prefix_of(tree) is None and not is_remark(tree):
            raise NotSupported(
                "a condition in front of several statements: it may govern all of them or only the first",
                position(tree),
                "put the condition behind each of them, or into a given block",
            )


def check_lines(whole: Sequence[Syn], trees: Sequence[Syn], lines: Sequence[int]) -> None:
    r"""Refuse ``A_{ij} = B_{ij}, \quad i \ne j`` on one of several lines that speak of i and j.

    Raises:
        NotSupported: The condition may govern its line or all of them.
    """
    for k, tree in enumerate(trees):
        if tree not in whole or k == 0 or lines[k] != lines[k - 1]:
            continue
        for other, line in zip(trees, lines, strict=True):
            if line != lines[k] and other not in whole and _bare_letters(tree) <= _bare_letters(other):
                raise NotSupported(
                    "a condition on one of several lines: it may govern its line or all of them",
                    position(tree),
                    "put it on a line of its own, or write \\text{for} in front of it on each line",
                )


def check_conditions(whole: Sequence[Syn], ranges: Sequence[Syn], trees: Sequence[Syn], lines: Sequence[int]) -> None:
    r"""Refuse ``\forall k \le n : k \le 3, \; x_k \le 1`` and ``x_i = 0 \text{ and } i \ne j``.

    Raises:
        NotSupported: A comparison of indices stands where a claim does.
    """
    bound = {letter for tree in trees if quantifies(tree) for letter in _bare_letters(tree)}
    for k, tree in enumerate(trees):
        if tree not in whole or tree in ranges:
            continue
        before = trees[k - 1] if k and lines[k] == lines[k - 1] else None
        behind = trees[k + 1] if k + 1 < len(trees) and lines[k] == lines[k + 1] else None
        prefix = prefix_of(before) if before is not None else None
        if before is None:
            beside = behind is not None and not is_remark(behind) and prefix_of(behind) is None
            doubtful = beside and (opening_text(behind) is not None or bool(bound & _bare_letters(tree)))
        elif prefix is not None:
            doubtful = prefix.leading and bool(_bare_letters(before) & _bare_letters(tree))
        else:
            doubtful = opening_text(tree) is not None and not is_remark(before) and before not in whole
        if doubtful:
            raise NotSupported(
                "a comparison of indices in place of a claim: it may be a condition or a claim",
                position(tree),
                "write \\text{for} in front of a condition, or put it into the quantifier",
            )


def _bare_letters(tree: Syn) -> set[str]:
    return {key.plain for _, node in tree.walk() if node.kind == "name" and (key := base_key(node)) is not None}


def _is_choice(tree: Syn) -> bool:
    return tree.kind == "relation" and tree.value.split()[0] == "or"


__all__ = ["check_conditions", "check_lines", "check_neighbors", "check_reach"]
