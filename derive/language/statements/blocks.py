r"""The statements of a block: which are claims, and which only say something of others.

Quantifiers and remarks (``\text{as } h \to 0``, ``\text{if } n \ge 2``, ``(n \to \infty)``) belong to the statement before
them; a quantifier that a colon ends belongs to what follows, and so does an existence claim.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from derive.errors import NotSupported, SyntaxProblem
from derive.language.declarations.assume import strip_text
from derive.language.declarations.function_properties import of_functions
from derive.language.declarations.properties import check_named
from derive.language.declarations.worded_claims import with_worded_claims
from derive.language.derivatives.declared_differentials import with_declared_names
from derive.language.indices.indices import letters_outside
from derive.language.lexing.vocabulary import LOGIC
from derive.language.parsing.parser import Statements
from derive.language.parsing.ranges import as_range, behind_brackets, of_indices
from derive.language.parsing.trailing import ends_conditions, marked, quantifies
from derive.language.scope.scope import Scope
from derive.language.scope.stated_sets import as_conditions
from derive.language.statements.claimed import Claimed, bound_names, carried, share_conditions
from derive.language.statements.joined_premises import with_joined_premises
from derive.language.statements.restrictions import (
    comparison,
    existential_names,
    is_bare_membership,
    is_governing,
    is_implication,
    is_remark,
    is_restriction,
    is_such_that,
    letters,
    position,
    restricted,
)
from derive.language.statements.smaller_sizes import Case, cases
from derive.language.statements.their_arguments import with_their_arguments
from derive.language.statements.uncertain import check_conditions, check_lines, check_neighbors, check_reach
from derive.language.statements.worded_conditions import with_worded_conditions
from derive.language.tree.names import Key, base_key
from derive.language.tree.plain_sums import with_indices
from derive.language.tree.quantifiers import prefix_of
from derive.language.tree.short_forms import with_short_forms
from derive.language.tree.syntax import Syn
from derive.language.tree.words import (
    ASSUMING,
    FOR_ALL,
    REMARKS,
    SUCH_THAT,
    check_reason,
    check_words,
    opening_text,
    opening_word,
)

AND = ("and", "and also", "as well as")
FOR = Syn("text", "for ")


@dataclass(frozen=True, slots=True)
class Part:
    """One relation of a block, with what else is said of it.

    Attributes:
        link: The relation: one link of a chain.
        statement: The whole statement it comes from.
        conditions: Statements that govern it: quantifiers, remarks, conditions on indices.
        fewer: In a second reading only these do.
        case: What is known of sizes in it, for one that is cut into cases.
    """

    link: Syn
    statement: Syn
    conditions: tuple[Syn, ...] = ()
    fewer: tuple[Syn, ...] | None = None
    case: Case | None = None


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
    short = scope.all_short()
    whole = (with_short_forms(tree, short, scope.find) if short else tree for tree in trees)
    if scope.has_arbitrary_functions:
        whole = (with_their_arguments(tree, lambda key: (s := scope.find(key)) is not None and s.kind == "fun") for tree in whole)
    trees = Statements((with_indices(tree, scope.find) for tree in whole), trees.lines, trees.apart)
    said = of_functions(list(zip(trees, trees.lines, strict=True)), scope, claimed=True)
    trees = Statements((tree for tree, _ in said), (line for _, line in said), trees.apart)
    trees, named = with_worded_conditions(trees)
    declared = (with_declared_names(tree, scope) for tree in trees)
    trees = Statements((as_conditions(tree, scope) for tree in declared), trees.lines, trees.apart)
    placed, claimed = with_worded_claims(list(zip(trees, trees.lines, strict=True)))
    trees = Statements((tree for tree, _ in placed), (line for _, line in placed), trees.apart)
    if named or claimed:
        check_named(scope, [*named, *claimed])
    trees = with_joined_premises(trees, scope)
    told = trees.lines
    bound = bound_names(trees, scope)
    placed = [(part, line) for tree, line in zip(trees, told, strict=True) for part in _unbracketed(tree, scope, bound)]
    found_ranges = [as_range(tree, scope) for tree, _ in placed]
    ranges = [
        r for r, (tree, _) in zip(found_ranges, placed, strict=True) if r is not None and opening_word(tree) is None
    ]
    placed = [(r or tree, line) for r, (tree, line) in zip(found_ranges, placed, strict=True)]
    _check_openings([tree for tree, _ in placed])
    placed = [(tree, line) for tree, line in placed if tree.kind != "text"]
    trees = Statements((tree for tree, _ in placed), (line for _, line in placed), trees.apart)
    lines = trees.lines
    free = [
        t
        for k, t in enumerate(trees)
        if t in ranges
        or (prefix_of(t) is None and (is_condition(t, scope) or _restricts_indices(trees, lines, k, scope)))
    ]
    whole = [t for t in free if not is_remark(t) and not bound & letters(t)]
    whole = whole if len(whole) < len(trees) else []
    if whole:
        check_lines(whole, trees, lines)
        check_conditions(whole, ranges, trees, lines)
    claims, lasting = _claimed(trees, whole, scope)
    if any(claim.trailing for claim, _ in claims):
        share_conditions([claim for claim, _ in claims], scope)
    found: list[Part] = []
    for (claim, governed), assumed in zip(claims, lasting, strict=True):
        own = (*assumed, *claim.carried, *claim.leading, *whole, *claim.trailing)
        own = (*own, *_said_before(scope, (claim.statement, *own)))
        conditions = (*own, *claim.shared)
        links = [claim.statement] if governed else cut(claim.statement, conditions)
        parts = [Part(link, claim.statement, conditions, own if claim.doubtful else None) for link in links]
        found += [case for part in parts for case in _cases(part, scope)]
    return found


def _said_before(scope: Scope, trees: Sequence[Syn]) -> list[Syn]:
    r"""Return the conditions of the given blocks, ``i \ne j``, on undeclared letters of a claim and what governs it.

    Raises:
        NotSupported: The claim speaks of some letters of a condition only.
    """
    used, found = letters_outside(trees), []
    for condition in (c for level in scope.levels() for c in level.waiting):
        own = {letter for letter in letters_outside([condition]) if scope.find(Key("", letter)) is None}
        if own and used.issuperset(own):
            found.append(condition)
        elif own & used:
            missing = ", ".join(sorted(own - used))
            raise NotSupported(f"a condition on {missing}, which the claim does not name", None, "write it with the claim")
    return found


def _cases(part: Part, scope: Scope) -> list[Part]:
    found = [replace(part, case=case) for case in cases(part.link, scope)]
    return found or [part]


def _claimed(
    trees: Statements, whole: Sequence[Syn], scope: Scope
) -> tuple[list[tuple[Claimed, bool]], list[tuple[Syn, ...]]]:
    """Return what is claimed (and whether statements were joined for it), and what is assumed up to there.

    Raises:
        SyntaxProblem, NotSupported: As `block_parts`.
    """
    lines = trees.lines
    found: list[tuple[Claimed, bool]] = []
    assumed: list[tuple[Syn, ...]] = []
    leading: list[Syn] = []
    lasting: list[Syn] = []
    places: list[tuple[int, Syn]] = []
    k = 0
    while k < len(trees):
        tree, k = trees[k], k + 1
        prefix = prefix_of(tree)
        if tree in whole:
            continue
        if prefix is not None and (prefix.leading or prefix.kind == "exists" or not found):
            leading.append(tree)
            if not prefix.leading and prefix.kind == "forall":
                k = _more_restrictions(trees, k, scope, leading)
            continue
        if not found and k < len(trees) and is_governing(tree):
            (lasting if opening_word(tree) in ASSUMING else leading).append(tree)
            k = _more_restrictions(trees, k, scope, lasting if opening_word(tree) in ASSUMING else leading)
            continue
        if is_governing(tree) and not any(w in LOGIC for w in tree.value.split()):
            raise SyntaxProblem("nothing is claimed under this condition", position(tree))
        first = k - 1
        governed, k = _governed(trees, first, leading)
        places.append((first, governed[-1]))
        trailing, k = _trailing(trees, k, scope, governed)
        statement = governed[0] if len(governed) == 1 else _conjunction(governed)
        claim = Claimed(
            statement, lines[first], tuple(leading), tuple(trailing), joined=opening_word(governed[0]) in AND
        )
        if found:
            claim.carried = carried([c for c, _ in found], statement, claim.conditions, scope)
        found.append((claim, len(governed) > 1))
        assumed.append(tuple(lasting))
        if leading:
            check_reach(leading, trees[k:], scope)
        leading = []
    if leading or (lasting and not found):
        raise SyntaxProblem("nothing is claimed behind this quantifier", position((leading or lasting)[-1]))
    if len(places) > 1:
        check_neighbors(places, trees, lines, scope)
    return found, assumed


def _restricts_indices(trees: Sequence[Syn], lines: Sequence[int], at: int, scope: Scope) -> bool:
    r"""Return whether a statement restricts declared indices: it stands behind a comma, as in ``A_{ij} = 0, i \ne j``."""
    return at > 0 and lines[at] == lines[at - 1] and of_indices(trees[at], scope)


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
        behind_quantifier = k > 0 and quantifies(trees[k - 1])
        allowed = (*REMARKS, *(SUCH_THAT if behind_quantifier else ()))
        check_words(text, () if tree.kind == "text" and not behind_quantifier else allowed)


def _more_restrictions(trees: Statements, at: int, scope: Scope, into: list[Syn]) -> int:
    r"""Take ``b > 0`` in ``\text{for } a > 0, b > 0, \; a b > 0`` for a condition, too; return the next place."""
    lines = trees.lines
    while at + 1 < len(trees) and (
        is_such_that(trees, at)
        or (lines[at] == lines[at - 1] and is_restriction(trees[at], scope) and not ends_conditions(trees, at))
    ):
        into.append(trees[at])
        at += 1
    return at


def _unbracketed(tree: Syn, scope: Scope, bound: Collection[str]) -> list[Syn]:
    r"""Take the remark out of ``f = O(h) \quad (h \to 0)`` and ``A_{ij} = A_{ji} \quad (1 \le i < j)``.

    One about a name that the block binds says that it is a condition: ``t^2 \ge t \; (t \ge 1)`` for all real t.
    """
    split = behind_brackets(tree)
    if split is not None and all(as_range(t, scope) is not None or is_condition(t, scope) for t in split[1]):
        return [split[0], *(marked(FOR, t) if letters(t) & set(bound) else t for t in split[1])]
    if tree.kind != "relation":
        return [tree]
    kept, remark = _without_arrow(tree.children[-1])
    return [tree] if remark is None else [Syn(tree.kind, tree.value, (*tree.children[:-1], kept), tree.span), remark]


def _without_arrow(side: Syn) -> tuple[Syn, Syn | None]:
    r"""Split a side of a relation into itself and the ``(h \to 0)`` behind its last factor, None if there is none."""
    *front, last = side.children or (side,)
    if side.kind == "add":
        kept, remark = _without_arrow(last)
        return Syn(side.kind, side.value, (*front, kept), (side.span[0], kept.span[1])), remark
    remark = last.children[0] if last.kind == "group" and last.value == "(" else None
    if side.kind != "juxt" or remark is None or (remark.kind, remark.value) != ("relation", "to"):
        return side, None
    return front[0] if len(front) == 1 else Syn("juxt", "", tuple(front), (front[0].span[0], front[-1].span[1])), remark


def _governed(trees: Sequence[Syn], at: int, leading: Sequence[Syn]) -> tuple[list[Syn], int]:
    """Return the statement at a place with those after it that speak of what exists, and the next place."""
    names = existential_names(leading)
    end = at + 1
    while names and end < len(trees):
        following = trees[end]
        if is_remark(following) or prefix_of(following) is not None or not names & letters(following):
            break
        end += 1
    return list(trees[at:end]), end


def _trailing(trees: Statements, at: int, scope: Scope, governed: Sequence[Syn]) -> tuple[list[Syn], int]:
    """Return the remarks and quantifiers behind a statement with what further restricts them, and the next place.

    Raises:
        NotSupported: It is not certain what a condition governs.
    """
    found: list[Syn] = []
    lines = trees.lines
    above, doubtful = lines[at - 1], False
    names = set().union(*map(letters, governed))
    while at < len(trees):
        tree = trees[at]
        prefix = prefix_of(tree)
        remark = is_remark(tree) or (prefix is not None and not prefix.leading and prefix.kind != "exists")
        remark = remark or (bool(found) and is_such_that(trees, at))
        remark = remark or (lines[at] == lines[at - 1] and _is_membership(trees, at, scope))
        if not remark:
            restricts = _restricts_members(trees, lines, at, scope) or _adds_restriction(trees, lines, at, scope)
            restricts = restricts or (bool(found) and _continues(tree, found, scope) and bool(names & letters(tree)))
            ended = ends_conditions(trees, at) and not of_indices(tree, scope)
            doubtful = bool(found) and restricts and ended and lines[at] == lines[at - 1]
            if not found or not restricts or doubtful:
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
        about = {name for tree in found for name in restricted(tree, scope)}
        if any(comparison(tree) is not None for tree in found) or is_restriction(trees[at], scope):
            about |= names
        about |= letters(trees[at]) if doubtful else set()
        if not behind and prefix_of(trees[at]) is None and about & letters(trees[at]):
            raise NotSupported(
                "a statement behind a condition on one line: it may be governed by the condition, be one, or be a claim",
                position(trees[at]),
                "put a claim on a line of its own, write \\land between conditions",
            )
    return found, at


def _is_membership(trees: Sequence[Syn], at: int, scope: Scope) -> bool:
    r"""Return whether ``t \in [0, 1]`` stands behind a statement of its line that is none: no claim of a free t."""
    return is_bare_membership(trees[at], scope) and not is_bare_membership(trees[at - 1], scope)


def _restricts_members(trees: Sequence[Syn], lines: Sequence[int], at: int, scope: Scope) -> bool:
    r"""Return whether a comparison restricts what the quantifier before it binds: ``\forall x \in \mathbb{R}^n, \|x\|_2 = 1``.

    One with a quantifier or a condition of its own is a further claim.
    """
    tree, before = trees[at], trees[at - 1]
    if lines[at] != lines[at - 1] or comparison(tree) is None or opening_text(tree) is not None:
        return False
    if at + 1 < len(trees) and (is_remark(trees[at + 1]) or prefix_of(trees[at + 1]) is not None):
        return False
    prefix = prefix_of(before)
    member = prefix is not None and prefix.relation is not None and prefix.relation.value == "in"
    member |= before.kind == "relation" and before.value == "in" and opening_word(before) in FOR_ALL
    return member and bool(bound_names([before], scope) & letters(tree))


def _adds_restriction(trees: Sequence[Syn], lines: Sequence[int], at: int, scope: Scope) -> bool:
    r"""Return whether ``\text{and } n \ge 2`` behind a condition belongs to it: as a claim it would be false.

    An equation of two names may be claimed.
    """
    tree, before = trees[at], trees[at - 1]
    return (
        lines[at] == lines[at - 1]
        and opening_word(tree) in AND
        and is_restriction(tree, scope)
        and "=" not in tree.value.split()
        and comparison(before) is not None
        and (is_remark(before) or prefix_of(before) is not None or opening_word(before) in (*AND, *SUCH_THAT))
    )


def _continues(tree: Syn, found: Sequence[Syn], scope: Scope) -> bool:
    r"""Return whether a statement certainly continues the conditions before it.

    It does where it restricts indices, where it compares as the condition before it does (``\text{for } a > 0, b > 0``),
    and where it restricts what that is an element of a set (``\forall x \in \mathbb{R}^n, x \ne 0``).
    """
    if of_indices(tree, scope):
        return True
    before = comparison(found[-1])
    if not is_restriction(tree, scope):
        return False
    if before is not None:
        return is_restriction(before, scope) and (before.value == "=") == ("=" in tree.value.split())
    members = {name for c in found if c.kind == "relation" and c.value == "in" for name in letters(c.children[0])}
    return "=" not in tree.value.split() and bool(members & letters(tree))


def _followed(trees: Sequence[Syn], at: int, scope: Scope) -> bool:
    """Return whether a statement follows a condition and what belongs to it."""
    rest = [t for t in trees[at + 1 :] if not is_remark(t) and prefix_of(t) is None and not is_restriction(t, scope)]
    return bool(rest)


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
    if len(links) > 1 and existential_names(list(conditions)):
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
        if is_implication(tree.children[0]):
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


__all__ = ["Part", "block_parts", "cut", "is_condition", "links_of", "statement_links"]
