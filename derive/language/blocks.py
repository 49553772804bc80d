r"""The statements of a block: which are claims, and which only say something of others.

Quantifiers and remarks (``\text{as } h \to 0``, ``\text{if } n \ge 2``, ``(n \to \infty)``) belong to the statement before
them; a quantifier that a colon ends belongs to what follows, and so does an existence claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from derive.errors import NotSupported, SyntaxProblem
from derive.language.assume import strip_text
from derive.language.bigops import limit_point
from derive.language.expand import formula_names
from derive.language.names import bare, base_key, whole_key
from derive.language.quantifiers import Prefix, prefix_of
from derive.language.ranges import as_range, behind_brackets, of_indices
from derive.language.relations import COMPARISONS
from derive.language.scope import Scope
from derive.language.syntax import Syn
from derive.language.vocabulary import LOGIC
from derive.language.words import (
    ASSUMING,
    OPENERS,
    REMARKS,
    SUCH_THAT,
    check_reason,
    check_words,
    opening_text,
    opening_word,
)


@dataclass(frozen=True, slots=True)
class Part:
    """One relation of a block, with what else is said of it.

    Attributes:
        link: The relation: one link of a chain.
        statement: The whole statement it comes from.
        conditions: Statements that govern it: quantifiers, remarks, conditions on indices.
    """

    link: Syn
    statement: Syn
    conditions: tuple[Syn, ...] = ()


def position(syn: Syn) -> int | None:
    """Return where a node begins in the source, if it has a place there."""
    return syn.span[0] if syn.span[0] >= 0 else None


def is_remark(tree: Syn) -> bool:
    r"""Return whether a statement is a condition on the one before it: ``\text{as } h \to 0``, ``\text{if } n \ge 2``."""
    if tree.kind != "relation" or _is_implication(tree):
        return False
    word = opening_word(tree)
    if word is not None:
        return word in REMARKS
    return tree.value == "to" and limit_point(tree.children[1]) is not None and whole_key(tree.children[0]) is not None


def is_governing(tree: Syn) -> bool:
    r"""Return whether a statement only restricts another one: ``\text{for } i \ne j``."""
    return tree.kind == "relation" and opening_word(tree) in OPENERS and not _is_implication(tree)


def is_condition(tree: Syn, scope: Scope) -> bool:
    r"""Return whether a statement only restricts undeclared indices, such as ``i \ne j`` or ``1 \le i < j``."""
    keys = [key for _, node in tree.walk() if node.kind == "name" and (key := base_key(node)) is not None]
    return of_indices(tree, scope) and any(scope.find(key) is None for key in keys)


def block_parts(trees: Sequence[Syn], scope: Scope) -> list[Part]:
    r"""Cut the statements of one block into links; conditions on indices (``i \ne j``) govern all of them.

    Raises:
        SyntaxProblem: A statement is no relation.
        NotSupported: It is not certain what governs what.
    """
    told = getattr(trees, "lines", ()) or (0,) * len(trees)
    placed = [(part, line) for tree, line in zip(trees, told, strict=True) for part in _unbracketed(tree, scope)]
    found_ranges = [as_range(tree, scope) for tree, _ in placed]
    ranges = [
        r for r, (tree, _) in zip(found_ranges, placed, strict=True) if r is not None and opening_word(tree) is None
    ]
    placed = [(r or tree, line) for r, (tree, line) in zip(found_ranges, placed, strict=True)]
    _check_openings([tree for tree, _ in placed])
    placed = [(tree, line) for tree, line in placed if tree.kind != "text"]
    trees, lines = [tree for tree, _ in placed], [line for _, line in placed]
    bound = _existential_names(trees)
    free = [
        t
        for k, t in enumerate(trees)
        if t in ranges
        or (prefix_of(t) is None and (is_condition(t, scope) or _restricts_indices(trees, lines, k, scope)))
    ]
    whole = [t for t in free if not is_remark(t) and not bound & _letters(t)]
    whole = whole if len(whole) < len(trees) else []
    _check_lines(whole, trees, lines)
    found: list[Part] = []
    leading: list[Syn] = []
    lasting: list[Syn] = []
    claims: list[tuple[int, Syn]] = []
    k = 0
    while k < len(trees):
        tree, k = trees[k], k + 1
        prefix = prefix_of(tree)
        if tree in whole:
            continue
        if prefix is not None and (prefix.leading or prefix.kind == "exists" or not found):
            leading.append(tree)
            if not prefix.leading and prefix.kind == "forall":
                k = _more_restrictions(trees, lines, k, scope, leading)
            continue
        if not found and k < len(trees) and is_governing(tree):
            (lasting if opening_word(tree) in ASSUMING else leading).append(tree)
            k = _more_restrictions(trees, lines, k, scope, lasting if opening_word(tree) in ASSUMING else leading)
            continue
        if is_governing(tree) and not any(w in LOGIC for w in tree.value.split()):
            raise SyntaxProblem("nothing is claimed under this condition", position(tree))
        first = k - 1
        governed, k = _governed(trees, first, leading)
        claims.append((first, governed[-1]))
        trailing, k = _trailing(trees, lines, k, scope, governed)
        conditions = (*lasting, *leading, *whole, *trailing)
        statement = governed[0] if len(governed) == 1 else _conjunction(governed)
        links = [statement] if len(governed) > 1 else cut(statement, conditions)
        found += [Part(link, statement, conditions) for link in links]
        _check_reach(leading, trees[k:], scope)
        leading = []
    if leading or (lasting and not found):
        raise SyntaxProblem("nothing is claimed behind this quantifier", position((leading or lasting)[-1]))
    _check_neighbors(claims, trees, lines, scope)
    return found


def _restricts_indices(trees: Sequence[Syn], lines: Sequence[int], at: int, scope: Scope) -> bool:
    r"""Return whether a statement restricts declared indices: it stands behind a comma, as in ``A_{ij} = 0, i \ne j``."""
    return at > 0 and lines[at] == lines[at - 1] and of_indices(trees[at], scope)


def _check_lines(whole: Sequence[Syn], trees: Sequence[Syn], lines: Sequence[int]) -> None:
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


def _bare_letters(tree: Syn) -> set[str]:
    return {key.plain for _, node in tree.walk() if node.kind == "name" and (key := base_key(node)) is not None}


def _check_openings(trees: Sequence[Syn]) -> None:
    """Refuse words in front of a statement (or alone) that may change what is claimed.

    Raises:
        NotSupported: There are such words.
    """
    for k, tree in enumerate(trees):
        text = opening_text(tree)
        if text is None:
            continue
        check_reason(tree)
        behind_quantifier = k > 0 and prefix_of(trees[k - 1]) is not None
        allowed = (*REMARKS, *(SUCH_THAT if behind_quantifier else ()))
        check_words(text, () if tree.kind == "text" and not behind_quantifier else allowed)


def _more_restrictions(trees: Sequence[Syn], lines: Sequence[int], at: int, scope: Scope, into: list[Syn]) -> int:
    r"""Take ``b > 0`` in ``\text{for } a > 0, b > 0, \; a b > 0`` for a condition, too; return the next place."""
    while at + 1 < len(trees) and lines[at] == lines[at - 1] and _is_restriction(trees[at], scope):
        into.append(trees[at])
        at += 1
    return at


def _check_reach(leading: Sequence[Syn], rest: Sequence[Syn], scope: Scope) -> None:
    """Refuse a condition in front of several statements that speak of what it restricts.

    Raises:
        NotSupported: It is not certain how far it reaches.
    """
    names = {name for tree in leading for name in _restricted(tree, scope)}
    for tree in rest:
        if names & _letters(tree) and prefix_of(tree) is None and not is_remark(tree):
            raise NotSupported(
                "a condition in front of several statements: it may govern all of them or only the first",
                position(tree),
                "put the condition behind each of them, or into a given block",
            )


def _restricted(tree: Syn, scope: Scope) -> set[str]:
    r"""Return the declared names that a condition restricts; ``x \in \mathbb{R}^n`` restricts nothing."""
    if tree.kind != "relation":
        return set()
    if tree.value == "in":
        target = bare(tree.children[-1])
        base = target.children[0] if target.kind == "script" and target.children[1].kind == "empty" else target
        key = base_key(base)
        if key is not None and key.style == "bb":
            return set()
    found = set()
    for _, node in tree.walk():
        key = whole_key(node)
        symbol = scope.find(key) if key is not None else None
        if key is not None and symbol is not None and symbol.kind in ("var", "def", "size"):
            found.add(key.plain)
    return found


def _check_neighbors(
    claims: Sequence[tuple[int, Syn]], trees: Sequence[Syn], lines: Sequence[int], scope: Scope
) -> None:
    r"""Refuse what may be a premise, a condition or a further conclusion, as in ``a > 0, b > 0 \implies a b > 0``.

    Raises:
        NotSupported: It is not certain which.
    """
    for (k, before), (j, behind) in zip(claims, claims[1:], strict=False):
        if lines[k] != lines[j] or opening_text(behind) is not None:
            continue
        first, second = _is_implication(before), _is_implication(behind)
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
        if first and not second and _letters(before) & _letters(behind):
            raise NotSupported(
                "a statement with a comma behind an implication: it may be a conclusion or a claim of its own",
                position(behind),
                "join conclusions by \\land, or put each claim on a line of its own",
            )
    for j, tree in claims:
        beside = any(lines[k] == lines[j] and k != j for k, _ in claims)
        if beside and opening_text(tree) is None and _is_restriction(tree, scope) and not _spoken_of(tree, scope):
            raise NotSupported(
                "a comparison of free quantities beside other statements: it may be a condition or a claim",
                position(tree),
                "write \\text{if} in front of a condition, or put each claim on a line of its own",
            )


def _is_implication(tree: Syn) -> bool:
    return tree.kind == "relation" and tree.value.split()[0] in ("implies", "iff")


def _is_choice(tree: Syn) -> bool:
    return tree.kind == "relation" and tree.value.split()[0] == "or"


def _spoken_of(tree: Syn, scope: Scope) -> bool:
    """Return whether a hypothesis or a rule of sizes speaks of a name of a statement."""
    known = set().union(
        *(formula_names(h.formula) for h in scope.all_hypotheses()), *(s.names for _, s in scope.all_relations())
    )
    known |= scope.all_least().keys()
    symbols = [scope.find(key) for _, node in tree.walk() if (key := whole_key(node)) is not None]
    return any(symbol is not None and symbol.core in known for symbol in symbols)


def _unbracketed(tree: Syn, scope: Scope) -> list[Syn]:
    r"""Take the remark out of ``f = O(h) \quad (h \to 0)`` and ``A_{ij} = A_{ji} \quad (1 \le i < j)``."""
    split = behind_brackets(tree)
    if split is not None and all(as_range(t, scope) is not None or is_condition(t, scope) for t in split[1]):
        return [split[0], *split[1]]
    last = tree.children[-1] if tree.kind == "relation" else tree
    if last.kind != "juxt" or last.children[-1].kind != "group" or last.children[-1].value != "(":
        return [tree]
    remark = last.children[-1].children[0]
    if remark.kind != "relation" or remark.value != "to":
        return [tree]
    rest = last.children[:-1]
    kept = rest[0] if len(rest) == 1 else Syn("juxt", "", rest, (rest[0].span[0], rest[-1].span[1]))
    return [Syn("relation", tree.value, (*tree.children[:-1], kept), tree.span), remark]


def _existential_names(trees: Sequence[Syn]) -> set[str]:
    prefixes = [p for p in map(prefix_of, trees) if p is not None and p.kind == "exists"]
    return {key.plain for p in prefixes for name in p.names if (key := whole_key(name)) is not None}


def _letters(tree: Syn) -> set[str]:
    return {key.plain for _, node in tree.walk() if (key := whole_key(node)) is not None}


def _governed(trees: Sequence[Syn], at: int, leading: Sequence[Syn]) -> tuple[list[Syn], int]:
    """Return the statement at a place with those after it that speak of what exists, and the next place."""
    names = _existential_names(leading)
    end = at + 1
    while names and end < len(trees):
        following = trees[end]
        if is_remark(following) or prefix_of(following) is not None or not names & _letters(following):
            break
        end += 1
    return list(trees[at:end]), end


def _trailing(
    trees: Sequence[Syn], lines: Sequence[int], at: int, scope: Scope, governed: Sequence[Syn]
) -> tuple[list[Syn], int]:
    """Return the remarks and quantifiers behind a statement with what further restricts them, and the next place.

    Raises:
        NotSupported: It is not certain what a condition governs.
    """
    found: list[Syn] = []
    above = lines[at - 1]
    names = set().union(*map(_letters, governed))
    while at < len(trees):
        tree = trees[at]
        prefix = prefix_of(tree)
        remark = is_remark(tree) or (prefix is not None and not prefix.leading and prefix.kind != "exists")
        if not remark:
            if not (found and _continues(tree, found, scope) and names & _letters(tree)):
                break
            if lines[at] != lines[at - 1]:
                raise NotSupported(
                    "a comparison of free quantities behind a condition: it may be a condition or a claim",
                    position(tree),
                    "keep the conditions on one line, or put the claim first",
                )
        elif lines[at] != above and is_governing(tree) and _followed(trees, at, scope):
            raise NotSupported(
                "a condition between two statements: it may govern the one before it or the one behind it",
                position(tree),
                "put it on the line of what it governs, or into a given block",
            )
        found.append(tree)
        at += 1
    if at < len(trees) and found and lines[at] == lines[at - 1] and opening_word(trees[at]) in (None, "and"):
        behind = at + 1 < len(trees) and is_remark(trees[at + 1])
        restricted = {name for tree in found for name in _restricted(tree, scope)}
        if any(_comparison(tree) is not None for tree in found) or _is_restriction(trees[at], scope):
            restricted |= names
        if not behind and prefix_of(trees[at]) is None and restricted & _letters(trees[at]):
            raise NotSupported(
                "a statement behind a condition on one line: it may be governed by the condition, be one, or be a claim",
                position(trees[at]),
                "put a claim on a line of its own, write \\land between conditions",
            )
    return found, at


def _continues(tree: Syn, found: Sequence[Syn], scope: Scope) -> bool:
    r"""Return whether a statement certainly continues the conditions before it.

    It does where it restricts indices, where it compares as the condition before it does (``\text{for } a > 0, b > 0``),
    and where it restricts what that is an element of a set (``\forall x \in \mathbb{R}^n, x \ne 0``).
    """
    if of_indices(tree, scope):
        return True
    before = _comparison(found[-1])
    if not _is_restriction(tree, scope):
        return False
    if before is not None:
        return _is_restriction(before, scope) and (before.value == "=") == ("=" in tree.value.split())
    members = {name for c in found if c.kind == "relation" and c.value == "in" for name in _letters(c.children[0])}
    return "=" not in tree.value.split() and bool(members & _letters(tree))


def _comparison(condition: Syn) -> Syn | None:
    """Return the comparison that a condition makes, without its word or quantifier."""
    prefix = prefix_of(condition)
    plain = prefix.relation if prefix is not None else strip_text(condition)
    compares = plain is not None and plain.kind == "relation" and all(w in COMPARISONS for w in plain.value.split())
    return plain if compares else None


def _followed(trees: Sequence[Syn], at: int, scope: Scope) -> bool:
    """Return whether a statement follows a condition and what belongs to it."""
    rest = [t for t in trees[at + 1 :] if not is_remark(t) and prefix_of(t) is None and not _is_restriction(t, scope)]
    return bool(rest)


def _is_restriction(tree: Syn, scope: Scope) -> bool:
    r"""Return whether a statement only restricts a free quantity: ``b > 0`` behind ``\text{for } a > 0``, ``m \ge n``.

    As a claim it would be false: it compares free quantities with each other or with numbers.
    """
    plain = strip_text(tree)
    if plain is None or plain.kind != "relation" or any(w not in COMPARISONS for w in plain.value.split()):
        return False
    if opening_word(tree) not in (None, "and"):
        return False
    keys = [whole_key(side) for side in plain.children if side.kind != "num"]
    known = [scope.find(key) for key in keys if key is not None]
    return bool(keys) and len(known) == len(keys) and all(s is not None and s.kind in ("var", "size") for s in known)


def _conjunction(trees: Sequence[Syn]) -> Syn:
    parts = [strip_text(t) or t for t in trees]
    words = " ".join(["and"] * (len(parts) - 1))
    return Syn("relation", words, tuple(parts), (parts[0].span[0], parts[-1].span[1]))


def cut(statement: Syn, conditions: Sequence[Syn]) -> list[Syn]:
    """Return the relations that are claimed one by one: all together behind ``exists``, which one thing has to satisfy.

    Raises:
        SyntaxProblem: It is no relation.
    """
    links = statement_links(statement)
    if len(links) > 1 and _existential_names(list(conditions)):
        return [strip_text(statement) or statement]
    return links


def statement_links(statement: Syn) -> list[Syn]:
    """Return the relations that a statement is made of; words in front of it are dropped.

    Raises:
        SyntaxProblem: It is no relation.
    """
    tree = strip_text(statement)
    if tree is None:
        return []
    while (
        tree.kind == "group" and len(tree.children) == 1 and tree.children[0].kind in ("relation", "not", "quantified")
    ):
        if _is_implication(tree.children[0]):
            return [tree]  # the brackets say what a quantifier governs
        tree = tree.children[0]
    if tree.kind in ("not", "quantified"):
        return [tree]
    if tree.kind != "relation":
        raise SyntaxProblem("a claim must be a relation such as A = B", position(tree))
    return list(links_of(tree))


def links_of(tree: Syn) -> Iterator[Syn]:
    """Split a chain into its links; an implication stays whole, the parts of an 'and' are links of their own."""
    words = tree.value.split()
    if all(w == "and" for w in words):
        for child in tree.children:
            yield from links_of(child) if child.kind == "relation" else (child,)
        return
    if any(w in LOGIC for w in words):
        yield tree
        return
    if len(words) > 1 and "to" in words:
        raise NotSupported("an arrow in a chain of relations", position(tree), "an implication is written \\implies")
    for k, word in enumerate(words):
        left, right = tree.children[k], tree.children[k + 1]
        if word == "in" and left.kind == "list":
            for part in left.children:
                yield Syn("relation", word, (part, right), (part.span[0], right.span[1]))
        else:
            yield Syn("relation", "=" if word == "assign" else word, (left, right), (left.span[0], right.span[1]))


__all__ = [
    "Part",
    "Prefix",
    "bare",
    "block_parts",
    "is_condition",
    "is_remark",
    "links_of",
    "position",
    "prefix_of",
    "cut",
    "statement_links",
]
