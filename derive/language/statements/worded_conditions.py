r"""Properties in words inside a claim: ``\text{if } A \text{ is positive definite}``, ``A \text{ is symmetric} \implies ...``.

Behind a word that opens a condition they are conditions of the claim, in front of an arrow they are its premise; they say what
they say in a given block.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.language.declarations.assume import strip_text
from derive.language.declarations.properties import (
    OF_SQUARES,
    OF_VECTORS,
    Named,
    formulas_of,
    named_of,
    names_of,
    split_words,
)
from derive.language.parsing.parser import Statements
from derive.language.parsing.trailing import marked
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, unnamed
from derive.language.tree.words import ASSUMING, FOR_ALL, REMARKS, opening_text, opening_word, spoken

ARROWS = ("implies", "iff")


@about("text", untouched=unnamed)
def with_worded_conditions(trees: Statements) -> tuple[Statements, list[Named]]:
    """Put conditions for the words of a block of claims that name a property of what stands in front of them.

    Returns:
        The statements with the conditions, and the names whose shapes decide whether a phrase can be read.
    """
    waiting = list(zip(trees, trees.lines, strict=True))
    found: list[tuple[Syn, int]] = []
    named: list[Named] = []
    word: Syn | None = None
    while waiting:
        tree, line = waiting.pop(0)
        declared = _declared(tree, found[-1][0] if found and found[-1][1] == line else None)
        if declared is not None:
            plain, phrases, text = declared
            named += [] if _fits(phrases, plain.children[1]) else named_of(names_of(plain), phrases)
            formulas = [formula for name in names_of(plain) for formula in formulas_of(phrases, name, tree.span)]
            found += [(plain, line), *((marked(_mark("if", text), formula), line) for formula in formulas)]
            continue
        said = _in_front(tree) if tree.kind == "juxt" else None
        if said is None:
            said = _behind(tree, line, found, word)
        if said is None:
            found.append((tree, line))
            word = word if tree.kind == "juxt" and opening_word(tree) == "and" and names_of(tree) else None
            continue
        names, phrases, rest, word = said
        named += named_of(names, phrases)
        formulas = [formula for name in names for formula in formulas_of(phrases, name, tree.span)]
        if word is None:
            assert rest is not None
            more = strip_text(rest.children[0])
            parts = (*formulas, *(() if more is None else (more,)))
            both = Syn("relation", " ".join(["and"] * (len(parts) - 1)), parts, tree.span)
            premise = parts[0] if len(parts) == 1 else both
            found.append((Syn(rest.kind, rest.value, (premise, *rest.children[1:]), rest.span), line))
            continue
        found += [(marked(word, formula), line) for formula in formulas]
        if rest is not None:
            waiting.insert(0, (rest, line))
    return Statements((t for t, _ in found), (at for _, at in found), trees.apart), named


Said = tuple[list[Syn], list[str], Syn | None, Syn | None]
"""Names, the phrases that are said of them, what stands behind these, and the word that opens the condition (None: a premise)."""


def _declared(tree: Syn, before: Syn | None) -> tuple[Syn, list[str], Syn] | None:
    r"""Read ``\text{for all orthogonal } Q \in \mathbb{R}^{n \times n}``, a declaration whose property stands in front of its names.

    Returns:
        The declaration without the property, the phrases, and the words.
    """
    text, rest = opening_text(tree), strip_text(tree)
    if text is None or rest is None or rest.kind != "relation" or rest.value != "in" or not names_of(rest):
        return None
    if text.value.rstrip().endswith((",", ";", ".")):
        return None  # it ends what stands in front of it
    words = spoken(text)
    lead = next((lead for lead in (*FOR_ALL, "and") if words.startswith(f"{lead} ")), None)
    phrases, left = split_words(words.removeprefix(lead)) if lead is not None else ([], "")
    if lead == "and":
        lead = opening_word(before) if before is not None and before.value == "in" else None
    if lead not in FOR_ALL or not phrases or left:
        return None
    return marked(Syn("text", f"{lead} ", (), text.span), rest), phrases, text


def _fits(phrases: Sequence[str], domain: Syn) -> bool:
    r"""Whether phrases are said of square matrices, or of vectors, that mean something of these alone: of a ``\mathbb{R}^{n \times n}``."""
    power = domain.children[2] if domain.kind == "script" else domain
    pair = power.children if (power.kind, power.value) == ("infix", "times") else None
    square = pair is not None and pair[0].same(pair[1])
    return all(square if p in OF_SQUARES else pair is None if p in OF_VECTORS else True for p in phrases)


def _in_front(tree: Syn) -> Said | None:
    r"""Read ``\text{for symmetric } A``, a condition whose property stands in front of its name."""
    text, rest = opening_text(tree), strip_text(tree)
    words = [] if text is None else spoken(text).split()
    if text is None or rest is None or words[:1] == [] or words[0] not in REMARKS or not names_of(rest):
        return None
    phrases, left = split_words(" ".join(words[1:]))
    return (names_of(rest), phrases, None, _mark(words[0], text)) if phrases and not left else None


def _behind(tree: Syn, line: int, found: list[tuple[Syn, int]], word: Syn | None) -> Said | None:
    """Read a property behind its names, which are taken from the statements found if they are not declared there."""
    text = opening_text(tree)
    if text is None or not found or found[-1][1] != line:
        return None
    phrases, left = split_words(text.value)
    names = names_of(found[-1][0]) if phrases else []
    if not names or _precedes(tree, text):
        return None
    implies = tree.kind == "relation" and set(tree.value.split()) <= {*ARROWS}
    joined = implies and left == "and" and tree.children[0].kind == "relation"
    premise = implies and (joined or (not left and tree.children[0].kind == "text"))
    before = found[-1][0]
    opening = opening_word(before)
    taken = 1
    if before.kind != "relation":
        while taken < len(found) and found[-1 - taken][1] == line and opening not in REMARKS:
            earlier = found[-1 - taken][0]
            more = names_of(earlier) if earlier.kind != "relation" else []
            if not more:
                break
            names, opening, before, taken = [*more, *names], opening_word(earlier), earlier, taken + 1
    if opening in REMARKS:
        own = opening_text(before)
        assert own is not None and opening is not None
        mark = _mark(opening, own)
    elif opening == "and" and word is not None:
        mark = word
    elif premise and opening is None and before.kind != "relation":
        mark = None
    else:
        return None
    rest = strip_text(tree)
    if (mark is not None and (premise or (implies and left == "and"))) or (left and rest is None):
        return None
    if before.kind != "relation":
        del found[-taken:]
    if mark is None:
        return names, phrases, tree, None
    behind = (
        mark if left == "and" and rest is not None and rest.kind == "relation" else Syn("text", left, (), text.span)
    )
    return names, phrases, rest if rest is None or not left else marked(behind, rest), mark


def _precedes(tree: Syn, text: Syn) -> bool:
    r"""Whether words are said of what stands behind them: ``\text{and symmetric } S \in \mathbb{R}^{n \times n}``."""
    ends = text.value.rstrip().endswith((",", ";", ".")) or text.value.rstrip().endswith("and")
    return not ends and tree.kind == "relation" and tree.value == "in" and bool(names_of(strip_text(tree) or text))


def _mark(word: str, text: Syn) -> Syn:
    """The word in front of a condition: it restricts what is declared, and binds nothing."""
    return Syn("text", f"{word} " if word in ASSUMING else "if ", (), text.span)


__all__ = ["with_worded_conditions"]
