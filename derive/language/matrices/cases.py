r"""Cases: values with the conditions under which they are taken, the first that holds.

The words in front of a condition are a closed list, because ``\text{unless}`` says the opposite of ``\text{if}``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive import build as b
from derive.errors import NotSupported, SyntaxProblem
from derive.language.relations.coverage import OPPOSITE, TURNED, comparisons, cover_everything
from derive.language.relations.indicators import indicator
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import bare, base_key
from derive.language.tree.syntax import Syn
from derive.language.tree.words import spoken

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

WHEN = (
    "if",
    "when",
    "whenever",
    "for",
    "on",
    "in case",
    "provided",
    "provided that",
    "as long as",
    "so long as",
    "else if",
    "otherwise if",
    "and if",
)
UNLESS = ("unless", "if not", "when not", "except if", "except when", "except for", "not if")
OTHERWISE = (
    "otherwise",
    "else",
    "elsewhere",
    "in all other cases",
    "in the other cases",
    "in other cases",
    "in any other case",
    "in the other case",
    "everywhere else",
)
OPEN = "it is not seen that the conditions cover everything: write \\text{otherwise} in place of the last one"
COMPLEMENTS = ({"<", ">="}, {"<=", ">"}, {"=", "!="}, {"<", "=", ">"})


def read_cases(r: Reader, rows: list[list[Syn]], syn: Syn) -> Term:
    """Read the rows of a cases environment."""
    branches: list[tuple[Term, list[Term]]] = []
    conditions: list[Syn] = []
    for row in rows:
        if len(row) != 2:
            raise SyntaxProblem("a case needs a value and a condition", r.at(syn))
        condition = condition_of(row[1])
        conditions.append(Syn("empty") if condition is None else condition)
        tests = [] if condition is None else [indicator(r, c, c, whole=True) for c in comparisons(condition)]
        branches.append((r.read(row[0]), tests))
    if any(not tests for _, tests in branches[:-1]):
        raise SyntaxProblem("'otherwise' must be the last case", r.at(syn))
    if branches[-1][1] and not _exhaustive(r, conditions, [test for _, tests in branches for test in tests]):
        _leave_out(r, conditions, syn)
    result = branches[-1][0]
    for value, tests in reversed(branches[:-1]):
        chosen = value
        for test in reversed(tests):  # All of them hold, or it is the turn of the next case.
            chosen = _where(r, test, chosen, result, syn)
        result = chosen
    return result


def condition_of(written: Syn) -> Syn | None:
    """Return the relation that a condition says, None for the case that is left over.

    Raises:
        NotSupported: Its words are not known.
    """
    written = bare(written)
    words, rest = _opened(written)
    if rest is None:
        if words is None or words in OTHERWISE:
            return None
        raise _unknown(words, written)
    if words is not None and words not in (*WHEN, *UNLESS):
        raise _unknown(words, written)
    later = next((node for _, node in rest.walk() if node.kind == "text"), None)
    if later is not None:
        raise _unknown(spoken(later), later)
    if words not in UNLESS:
        return rest
    if rest.kind != "relation" or rest.value not in OPPOSITE:
        raise NotSupported("the opposite of this condition", _place(rest), "write the condition under which it holds")
    return Syn("relation", OPPOSITE[rest.value], rest.children, rest.span)


def _opened(written: Syn) -> tuple[str | None, Syn | None]:
    """Return the words in front of a condition, and the condition without them."""
    if written.kind == "empty":
        return None, None
    if written.kind == "text":
        return spoken(written), None
    key = base_key(written)
    if key is not None and key.style == "rm" and key.plain in OTHERWISE:
        return key.plain, None
    first = written.children[0] if written.children else written
    if written.kind in ("relation", "add", "infix") or (written.kind, written.value) == ("frac", "/"):
        words, rest = _opened(first)
        changed = (
            written if rest is None else Syn(written.kind, written.value, (rest, *written.children[1:]), written.span)
        )
        return words, changed
    if written.kind == "juxt" and first.kind == "text":
        rest = written.children[1:]
        return spoken(first), rest[0] if len(rest) == 1 else Syn("juxt", "", rest, written.span)
    return None, written


def _unknown(words: str, syn: Syn) -> NotSupported:
    return NotSupported(
        f"the words '{words}' as the condition of a case",
        _place(syn),
        "write \\text{if} and a formula, or \\text{otherwise}; join comparisons by \\land",
    )


def _place(syn: Syn) -> int | None:
    return syn.span[0] if syn.span[0] >= 0 else None


def _exhaustive(r: Reader, conditions: Sequence[Syn], tests: Sequence[Term]) -> bool:
    r"""Return whether the last condition is what the others leave over: ``|t| > 1`` behind ``|t| \le 1``.

    A norm or an absolute value that is not positive is zero.  Whether an equation of vectors speaks of all entries or of
    each is not certain, so equations count for numbers only.
    """
    numbers = all(r.a.is_scalar(test) for test in tests)
    if numbers and cover_everything(conditions):
        return True
    if any(c.kind != "relation" or len(c.children) != 2 or c.value not in TURNED for c in conditions):
        return False
    left, right = conditions[0].children
    words: list[str] = []
    for condition in conditions:
        x, y = condition.children
        if x.same(left) and y.same(right):
            words.append(condition.value)
        elif x.same(right) and y.same(left):
            words.append(TURNED[condition.value])
        else:
            return False
    if "=" in words and not numbers:
        return False
    if len(set(words)) != len(words):
        return False
    positive = _is_size(left) and bare(right).kind == "num" and bare(right).value == "0"
    return set(words) in COMPLEMENTS or (positive and set(words) == {">", "="})


def _is_size(syn: Syn) -> bool:
    """Return whether an expression is a norm or an absolute value."""
    node = bare(syn)
    if node.kind == "script" and node.children[2].kind == "empty":
        node = bare(node.children[0])
    return node.kind == "group" and node.value in ("|", "||")


def _leave_out(r: Reader, conditions: Sequence[Syn], syn: Syn) -> None:
    """Note that the points which no case covers are left out: a hypothesis on the scalars that the conditions compare.

    Raises:
        NotSupported: The conditions compare matrices or bound names, or the statement cannot carry hypotheses.
    """
    if r.uncovered is None or r.indices.bound or r.local:
        raise NotSupported(
            "cases without a last 'otherwise' inside a definition or under a bound name", r.at(syn), OPEN
        )
    words = sorted(c.value for c in conditions if c.kind == "relation")
    first = conditions[0].children if conditions[0].kind == "relation" else ()
    same = all(
        len(c.children) == 2 and all(x.same(y) for x, y in zip(c.children, first, strict=True)) for c in conditions
    )
    if len(conditions) != 2 or not same or words not in (["<", ">"], ["<", ">="], ["<=", ">"]):
        raise NotSupported("cases without a last 'otherwise'", r.at(syn), OPEN)
    if words != ["<", ">"]:
        return
    left, right = (r.a.need_scalar("what cases compare", r.read(c)) for c in first)
    r.uncovered.append((left, right))
    r.note(f"the points that no case covers are left out: {latex_of(first[0])} = {latex_of(first[1])}")


def _where(r: Reader, test: Term, value: Term, other: Term, syn: Syn) -> Term:
    shaped = next((t for t in (value, other, test) if not r.a.is_scalar(t)), test)

    def spread(t: Term) -> Term:
        if t.zero:
            return r.a.like(t, shaped)
        if r.a.is_scalar(t) and not r.a.is_scalar(shaped):
            return r.a.scale(t, r.a.ones(shaped.rows, shaped.cols), t.syn)
        r.a.agree("the cases do not match", shaped, t)
        return t

    first, second = spread(value), spread(other)
    if not r.a.is_scalar(test):
        r.a.agree("the condition does not match the cases", test, first)
    return r.a.node(shaped.rows, shaped.cols, b.where, test, first, second, syn=syn)


__all__ = ["condition_of", "read_cases"]
