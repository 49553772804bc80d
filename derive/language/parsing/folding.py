"""Precedence: from a flat row of operands and operators to a tree.

From the loosest to the tightest::

    mid    , ;    implies iff    or    and    = <= in ...    pm cup mid    (vee wedge)    + -    otimes oplus    odot circ ast    cdot times    juxtaposition / div

* A big operator (``\\sum``, ``\\max_i``) governs everything to its right up to the next ``+``, ``-`` or relation; an
  integral governs everything, sums included, up to and with its differential.
* A slash divides what is written to its left (back to the last ``\\cdot``, to the ``\\partial`` or ``d`` that its
  denominator answers, or to a number over a number or a bracket) by the one factor to its right; a function, or a name directly before a round or square bracket, takes its argument along.
* A sign after an operator belongs to the whole product behind it that binds tighter than the operator.
* A plus sign in front says nothing; that of a script is kept (`derive.language.tree.script_marks`).
* An operator without a left side (``^{\\circ 2}``, ``\\pm a``) has an `empty` left child; one that stands alone
  (``x_+``, ``f(\\cdot)``) is a name.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial

from derive.errors import SyntaxProblem
from derive.language.lexing.vocabulary import (
    HADAMARD_OPS,
    KRONECKER_OPS,
    LOGIC_LEVELS,
    LOOSE_OPS,
    PRODUCT_OPS,
    SHARED_RELATIONS,
)
from derive.language.parsing.common_bounds import common_bounds
from derive.language.parsing.item import EMPTY, Item, operand
from derive.language.parsing.lattice import SIGNS, fold_lattice, settled
from derive.language.tree.script_marks import PLUS
from derive.language.tree.syntax import Syn


def _split(items: list[Item], test: Callable[[Item], bool]) -> tuple[list[list[Item]], list[Item]]:
    parts: list[list[Item]] = [[]]
    marks: list[Item] = []
    for item in items:
        if test(item):
            marks.append(item)
            parts.append([])
        else:
            parts[-1].append(item)
    return parts, marks


def _join(kind: str, value: str, *children: Syn) -> Syn:
    spans = [child.span for child in children if child.span != (-1, -1)]
    span = (min(s for s, _ in spans), max(e for _, e in spans)) if spans else (-1, -1)
    return Syn(kind, value, children, span)


# --- lists and statements --------------------------------------------------------------------------------------------


def fold_list(items: list[Item], inside: bool = True) -> Syn:
    """Fold the contents of a bracket, a subscript or an argument.

    ``i, j \\in S`` is one relation with a list on its left, ``i = 1, \\dots, n`` one with a list on its right,
    ``i \\ne j, k \\le n`` a list of two relations.
    """
    if not items:
        return EMPTY
    bars, marks = _split(items, lambda item: item.kind == "op" and item.value == "mid")
    if inside and marks and all(bars):
        return _left_associative([fold_list(part) for part in bars], marks)
    groups, _ = _split(items, lambda item: item.kind == "semicolon")
    folded = [fold_commas(group, inside) for group in groups]
    rows = [row[0] if len(row) == 1 else _join("list", ",", *row) for row in folded]
    return rows[0] if len(rows) == 1 else _join("list", ";", *rows)


def fold_commas(items: list[Item], inside: bool) -> list[Syn]:
    """Fold the items of a comma list, letting bare items share the relation of their neighbor."""
    parts, commas = _split(items, lambda item: item.kind == "comma")
    for index, part in enumerate(parts):
        if not part:
            comma = commas[min(index, len(commas) - 1)]
            raise SyntaxProblem("There is nothing on one side of this comma.", comma.start)
    if len(parts) == 1:
        return [fold_chain(parts[0], inside)]
    tight = [not (part[0].spaced) for part in parts]
    trees = [fold_chain(part, inside) for part in parts]
    trees, starts = _share_bounds(trees, [part[0].spaced for part in parts], inside)
    return _share_relations(trees, [not inside and start is not None and tight[start] for start in starts])


def _share_bounds(trees: list[Syn], apart: list[int], inside: bool) -> tuple[list[Syn], list[int | None]]:
    """Put a chain for each item in place of ``0 \\le a, b \\le 1``; say which part each tree is, None for these chains."""
    result: list[Syn] = []
    starts: list[int | None] = []
    index = 0
    while index < len(trees):
        chains, end = common_bounds(trees, index, apart, inside) or ([trees[index]], index + 1)
        result += chains
        starts += [index] if end == index + 1 else [None for _ in chains]
        index = end
    return result, starts


def _shares(tree: Syn) -> bool:
    return tree.kind == "relation" and set(tree.value.split()) <= SHARED_RELATIONS


def _is_bare(tree: Syn) -> bool:
    """True for an item that may share its neighbor's relation: no relation of its own, not prose."""
    head = tree.children[0] if tree.kind == "juxt" else tree
    return tree.kind not in ("relation", "not", "dots") and head.kind not in ("text", "quantifier")


def _share_relations(trees: list[Syn], tight: list[bool]) -> list[Syn]:
    result: list[Syn] = []
    index = 0
    while index < len(trees):
        tree = trees[index]
        end = index + 1
        if _shares(tree):
            end = _right_end(trees, tight, index)
            if end > index + 1:
                right = _join("list", ",", tree.children[-1], *trees[index + 1 : end])
                tree = _join("relation", tree.value, *tree.children[:-1], right)
        elif _is_bare(tree) or tree.kind == "juxt":
            while end < len(trees) and _is_bare(trees[end]):
                end += 1
            shared = trees[end] if end < len(trees) else None
            if shared is not None and _shares(shared) and _is_bare(shared.children[0]):
                left = _join("list", ",", *trees[index:end], shared.children[0])
                trees = [*trees[:end], _join("relation", shared.value, left, *shared.children[1:]), *trees[end + 1 :]]
                index = end
                continue
            if _is_bare(tree):
                end = index + 1
            elif end > index + 1:
                # `for all i, j`
                tree = _join("list", ",", *trees[index:end])
        result.append(tree)
        index = end
    return result


def _right_end(trees: list[Syn], tight: list[bool], index: int) -> int:
    """Where the list on the right side of the relation ``trees[index]`` ends: after numbers, dots and what dots lead to."""
    end = index + 1
    while end < len(trees):
        if trees[end].kind == "dots":
            end += 1
            if end < len(trees) and _is_bare(trees[end]):
                end += 1
        elif trees[end].kind == "num" or (tight[end] and _is_bare(trees[end])):
            end += 1
        else:
            break
    if end < len(trees) and trees[index].value == trees[end].value == "in" and all(map(_is_bare, trees[index + 1 : end])):
        return index + 1  # `A \in S,u,v \in T` declares u and v together, however close they stand
    # A number or name that a following relation needs on its left was taken too much.
    return end if end == len(trees) or not _needs_left(trees, end) else end


def _needs_left(trees: list[Syn], end: int) -> bool:
    return trees[end].kind == "relation" and trees[end].children[0].kind == "empty"


def fold_chain(items: list[Item], inside: bool = True) -> Syn:
    """Fold relations: logical words bind looser than ``=`` and its kind."""
    return _fold_logic(items, 0, inside)


def _is_relation(words: Container[str], item: Item) -> bool:
    return item.kind == "rel" and item.value in words


def _fold_logic(items: list[Item], level: int, inside: bool) -> Syn:
    items = settled(items) if level == 0 and any(item.lattice_sign for item in items) else items
    while level < len(LOGIC_LEVELS):
        words = LOGIC_LEVELS[level]
        is_word = partial(_is_relation, words)
        if any(map(is_word, items)):
            parts, marks = _split(items, is_word)
            sides = [_side(part, marks, k, inside, level + 1) for k, part in enumerate(parts)]
            return _in_direction(sides, marks)
        level += 1
    if items and items[0].kind == "op" and items[0].value == "neg":
        if len(items) == 1:
            raise SyntaxProblem("There is nothing behind this negation.", items[0].start)
        return _join("not", "", _fold_logic(items[1:], level, inside))
    parts, marks = _split(items, lambda item: item.kind == "rel")
    if not marks:
        return fold_sum(items)
    sides = [_side(part, marks, k, inside, level) for k, part in enumerate(parts)]
    return _negated(sides, marks)


def _in_direction(sides: list[Syn], marks: list[Item]) -> Syn:
    r"""Join sides with logical words; ``A \impliedby B`` is ``B \implies A``.

    Raises:
        SyntaxProblem: The arrows of a chain point in both directions.
    """
    words = [mark.value for mark in marks]
    if "impliedby" not in words:
        return _join("relation", " ".join(words), *sides)
    if set(words) != {"impliedby"}:
        raise SyntaxProblem("The arrows of a chain point to both sides.", marks[0].start, "write separate statements")
    return _join("relation", " ".join("implies" for _ in words), *reversed(sides))


def _side(part: list[Item], marks: list[Item], index: int, inside: bool, level: int) -> Syn:
    if part:
        return _fold_logic(part, level, inside)
    mark = marks[max(index - 1, 0)]
    if inside and index in (0, len(marks)):
        return EMPTY
    where = "left" if index == 0 else "right"
    raise SyntaxProblem(f"There is nothing to the {where} of this relation.", mark.start)


def _defined_behind(sides: list[Syn], marks: list[Item]) -> Syn:
    """Return ``F := e`` for ``e =: F``.

    Raises:
        SyntaxProblem: Something stands behind the name.
    """
    *words, last = [mark.value for mark in marks]
    if last != "defines" or any(word != "=" for word in words):
        raise SyntaxProblem("The name that =: defines stands at the end.", marks[0].start, "write F := e")
    return _join("relation", " ".join(["assign", *words]), sides[-1], *sides[:-1])


def _orthogonal(sides: list[Syn], marks: list[Item]) -> Syn:
    r"""Return ``\langle x, y \rangle = 0`` for ``x \perp y``; the value of the list keeps what was written.

    Raises:
        SyntaxProblem: The sign stands in a chain.
    """
    if len(marks) > 1:
        raise SyntaxProblem("The sign \\perp cannot stand in a chain.", marks[0].start, "write separate statements")
    pair = _join("list", "perp", *sides)
    return _join("relation", "=", Syn("group", "angle", (pair,), pair.span), Syn("num", "0", (), pair.span))


def _negated(sides: list[Syn], marks: list[Item]) -> Syn:
    words = [mark.value for mark in marks]
    if "perp" in words:
        return _orthogonal(sides, marks)
    if "defines" in words:
        return _defined_behind(sides, marks)
    if not any(word.startswith("!") and word != "!=" for word in words):
        return _join("relation", " ".join(words), *sides)
    if len(words) > 1:
        raise SyntaxProblem("A negated relation cannot stand in a chain.", marks[0].start, "write separate statements")
    return _join("not", "", _join("relation", words[0][1:], *sides))


# --- sums ------------------------------------------------------------------------------------------------------------


def fold_sum(items: list[Item]) -> Syn:
    """Fold one side of a relation."""
    if len(items) == 1 and items[0].kind in ("op", "sign"):
        return _symbol(items[0])
    if (
        items
        and items[0].kind == "op"
        and items[0].value in HADAMARD_OPS | KRONECKER_OPS | LOOSE_OPS
        and len(items) > 1
    ):
        return _infix(items[0], EMPTY, fold_sum(items[1:]))
    parts, marks = _split(_close_integrals(items), lambda item: item.kind == "op" and item.value in LOOSE_OPS)
    return _left_associative([_required(part, marks, k, _fold_lattice) for k, part in enumerate(parts)], marks)


def _symbol(item: Item) -> Syn:
    if item.value == "ast":
        return Syn("star", "", (), (item.start, item.end))
    return Syn("name", ":" + item.value, (), (item.start, item.end))


def _infix(mark: Item, left: Syn, right: Syn) -> Syn:
    joined = _join("infix", mark.value, left, right)
    return Syn(joined.kind, joined.value, joined.children, (min(mark.start, joined.span[0]), joined.span[1]))


def _left_associative(parts: list[Syn], marks: list[Item]) -> Syn:
    tree = parts[0]
    for mark, part in zip(marks, parts[1:], strict=True):
        tree = _infix(mark, tree, part)
    return tree


def _required(part: list[Item], marks: list[Item], index: int, fold: Callable[[list[Item]], Syn]) -> Syn:
    if part:
        return fold(part)
    mark = marks[max(index - 1, 0)]
    side = "left" if index == 0 else "right"
    raise SyntaxProblem(f"There is nothing to the {side} of this operator.", mark.start)


def _is_differential(items: list[Item], index: int) -> bool:
    """True at the ``d`` of ``d t``."""
    if index + 1 >= len(items) or items[index].kind != "operand" or items[index + 1].kind != "operand":
        return False
    node = items[index].node
    is_d = node.kind == "partial" and node.value == "d" or (node.kind, node.value) == ("name", ":d")
    return is_d and items[index + 1].node.kind in ("name", "script")


def _close_integrals(items: list[Item]) -> list[Item]:
    """Give each integral its body, the innermost first."""
    for index in range(len(items) - 1, -1, -1):
        if items[index].kind != "bigop" or items[index].node.value != "int":
            continue
        stop = next((k for k in range(index + 1, len(items)) if _is_differential(items, k)), None)
        if stop is None or stop == index + 1:
            continue
        integrand = fold_sum(items[index + 1 : stop])
        factors = integrand.children if integrand.kind == "juxt" else (integrand,)
        if integrand.kind in ("add", "infix") or _ends_open(integrand):
            factors = (_join("group", "{", integrand),)
        body = _join("juxt", "", *factors, items[stop].node, items[stop + 1].node)
        items = [*items[:index], operand(_with_body(items[index].node, body)), *items[stop + 2 :]]
    return items


def _ends_open(node: Syn) -> bool:
    """True if a big operator at the end would take the differential into its own body."""
    while node.kind in ("juxt", "infix", "add") or (node.kind, node.value) == ("frac", "/"):
        node = node.children[-1]
    return node.kind == "bigop"


def _with_body(node: Syn, body: Syn) -> Syn:
    end = node.span[1] if body.kind == "empty" else body.span[1]
    return Syn(node.kind, node.value, (*node.children[:2], body), (node.span[0], end))


def _fold_lattice(items: list[Item]) -> Syn:
    between = any(item.value in SIGNS for item in items)
    return fold_lattice(items, _fold_terms) if between else _fold_terms(items)


def _fold_terms(items: list[Item]) -> Syn:
    terms: list[list[Item]] = [[]]
    signs: list[str] = [""]
    for item in items:
        if item.kind == "sign" and not terms[-1]:
            if signs[-1]:
                raise SyntaxProblem("Two signs in a row.", item.start, "use brackets")
            signs[-1] = item.value
        elif item.kind == "sign" and terms[-1] and terms[-1][-1].kind == "operand":
            terms.append([])
            signs.append(item.value)
        else:
            terms[-1].append(item)
    if not terms[-1]:
        raise SyntaxProblem("There is nothing behind this sign.", items[-1].start)
    trees = [fold_term(term) for term in terms]
    kept = signs[0] == "+" and items[0].node == PLUS
    if len(trees) == 1 and signs[0] in ("", "+"):
        return _join("add", "+", *trees) if kept else trees[0]
    tree = _join("add", "".join(sign or "+" for sign in signs), *trees)
    return _join("add", "+", tree) if kept else tree


# --- products --------------------------------------------------------------------------------------------------------


def fold_term(items: list[Item]) -> Syn:
    """Fold a term: what stands between two signs."""
    if len(items) == 1 and items[0].kind == "op":
        return _symbol(items[0])
    while True:
        index = next((k for k in range(len(items) - 1, -1, -1) if items[k].kind == "bigop"), None)
        if index is None:
            return _fold_kronecker(items)
        tail = items[index + 1 :]
        body = _fold_kronecker(tail) if tail else EMPTY
        items = [*items[:index], operand(_with_body(items[index].node, body), items[index].spaced)]


def _negative(items: list[Item], fold: Callable[[list[Item]], Syn]) -> Syn:
    """A sign behind an operator belongs to the whole product behind it that binds tighter than the operator."""
    if len(items) == 1:
        raise SyntaxProblem("There is nothing behind this sign.", items[0].start)
    if items[1].kind == "sign":
        raise SyntaxProblem("Two signs in a row.", items[1].start, "use brackets")
    tree = fold(items[1:])
    return _join("add", "-", tree) if items[0].value == "-" else tree


def _fold_level(items: list[Item], words: frozenset[str], tighter: Callable[[list[Item]], Syn]) -> Syn:
    if items[0].kind == "sign":
        return _negative(items, lambda rest: _fold_level(rest, words, tighter))
    parts, marks = _split(items, lambda item: item.kind == "op" and item.value in words)
    return _left_associative([_required(part, marks, k, tighter) for k, part in enumerate(parts)], marks)


def _fold_kronecker(items: list[Item]) -> Syn:
    return _fold_level(items, KRONECKER_OPS, _fold_hadamard)


def _fold_hadamard(items: list[Item]) -> Syn:
    return _fold_level(items, HADAMARD_OPS, _fold_dotted)


def _fold_dotted(items: list[Item]) -> Syn:
    return _fold_level(items, PRODUCT_OPS, _fold_factors)


def _fold_factors(items: list[Item]) -> Syn:
    """Fold what is written next to each other, with slashes."""
    if items[0].kind == "sign":
        return _negative(items, _fold_factors)
    row: list[Syn] = []
    index = 0
    while index < len(items):
        if items[index].kind == "operand":
            row.append(items[index].node)
            index += 1
            continue
        if items[index].kind == "sign":
            raise SyntaxProblem("This sign stands between two factors.", items[index].start)
        if not row or index + 1 == len(items):
            side = "left" if not row else "right"
            raise SyntaxProblem(f"There is nothing to the {side} of this slash.", items[index].start)
        denominator, next_index = _denominator(items, index + 1, row)
        start = _numerator_start(row, denominator)
        numerator = row[start] if len(row) == start + 1 else _join("juxt", "", *row[start:])
        row[start:] = [_join("frac", "/", numerator, denominator)]
        index = next_index
    return row[0] if len(row) == 1 else _join("juxt", "", *row)


def head(node: Syn) -> Syn:
    """The base under scripts and primes."""
    while node.kind in ("script", "prime"):
        node = node.children[0]
    return node


def is_mark(node: Syn, written: str = "partial") -> bool:
    """True for ``\\partial`` or ``\\mathrm d`` (``written`` 'partial'), for a plain letter d ('d'), scripted or not."""
    base = head(node)
    if written == "d":
        return (base.kind, base.value) == ("name", ":d") and (node.kind == "name" or node.children[1].kind == "empty")
    return base.kind == "partial" and base.value in ("partial", "d")


def is_open_derivative(node: Syn) -> bool:
    r"""True for ``\\frac{d}{dt}`` and ``\\frac{\\partial^2}{\\partial x^2}``, with nothing in the numerator to differentiate."""
    if node.kind != "frac":
        return False
    top, bottom = (c.children[0] if (c.kind, c.value) == ("group", "{") else c for c in node.children)
    first = bottom.children[0] if bottom.kind == "juxt" else bottom
    return any(is_mark(top, written) and is_mark(first, written) for written in ("partial", "d"))


def _argument_end(items: list[Item], index: int) -> int:
    """The end of the factor that begins at ``index``, with the argument of a function."""
    if index >= len(items) or items[index].kind != "operand":
        return index
    node, end = items[index].node, index + 1
    if end < len(items) and items[end].kind == "operand":
        follower = items[end].node
        bracket = head(follower).kind == "group" and head(follower).value in ("(", "[") and not items[end].spaced
        if head(node).kind == "function" or (head(node).kind == "name" and bracket):
            return end + 1
    return end


def _denominator(items: list[Item], index: int, row: list[Syn]) -> tuple[Syn, int]:
    start, sign = index, ""
    if items[index].kind == "sign":
        sign, start = items[index].value, index + 1
    if start >= len(items) or items[start].kind != "operand":
        raise SyntaxProblem("There is no factor behind this slash.", items[index].start)
    end = _argument_end(items, start)
    differential = is_mark(items[start].node) or (
        items[start].node == head(items[start].node)
        and is_mark(items[start].node, "d")
        and any(is_mark(node, "d") for node in row)
    )
    if differential and start + 1 < len(items):
        end = _argument_end(items, start + 1)
        second = any(is_mark(node) and node.kind == "script" for node in row)
        while second and end + 1 < len(items) and items[end].kind == "operand" and is_mark(items[end].node):
            end = _argument_end(items, end + 1)
    nodes = [item.node for item in items[start:end]]
    tree = nodes[0] if len(nodes) == 1 else _join("juxt", "", *nodes)
    return (_join("add", "-", tree) if sign == "-" else tree), end


def _numerator_start(row: list[Syn], denominator: Syn) -> int:
    r"""Return where a numerator begins: at the last ``\partial`` of a derivative, at a number in ``\nabla 1/2``, else at the left end."""
    first = denominator.children[0] if denominator.kind == "juxt" else denominator
    for written in ("partial", "d"):
        if denominator.kind == "juxt" and is_mark(first, written):
            return max((k for k, node in enumerate(row) if is_mark(node, written)), default=0)
    is_coefficient = denominator.kind == "num" or (denominator.kind, denominator.value) == ("group", "(")
    return len(row) - 1 if row[-1].kind == "num" and is_coefficient else 0
