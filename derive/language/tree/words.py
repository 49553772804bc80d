r"""The words in front of statements: a closed list, because a word that is not known may turn a claim into its opposite.

Words that only connect (``hence``, ``we have``) are dropped, openers (``if``, ``for all``) govern another statement;
any other word is refused.
"""

from __future__ import annotations

import re

from derive.errors import NotSupported
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing

ASSUMING = (
    "given", "given that", "assuming", "assuming that", "assume", "assume that", "suppose", "suppose that", "let",
)  # fmt: skip
"""What they open holds for everything behind them."""
IMPERATIVES = ("assume", "assume that", "suppose", "suppose that", "let")
"""What they open is said on its own, also behind another statement."""
PROVIDED = ("provided", "provided that")
FOR_ALL = ("for all", "for any", "for every", "for each", "for arbitrary")
OPENERS = (
    "if", "for", *FOR_ALL, "for fixed", "when", "whenever", "as long as", "so long as", "under", *ASSUMING,
)  # fmt: skip
REMARKS = (*OPENERS, "as", "with", "where", *PROVIDED)
SUCH_THAT = ("such that", "s.t.", "st", "so that", "satisfying", "with")
CONNECTING = (
    "and", "also", "as well as", "but", "yet", "while", "whereas", "hence", "thus", "so", "therefore", "then", "consequently",
    "accordingly", "moreover", "furthermore", "in addition", "additionally", "besides", "finally", "first", "second", "third",
    "next", "now", "indeed", "here", "further", "again", "clearly", "obviously", "trivially", "evidently", "in particular",
    "in fact", "in turn", "that is", "i.e.", "ie", "namely", "or equivalently", "equivalently", "similarly",
    "likewise", "analogously", "note that", "note", "recall", "recall that", "observe that", "we have", "we get", "we obtain",
    "we find", "we see", "we claim", "it holds", "it holds that", "it follows", "it follows that", "it is true that", "this gives",
    "this yields", "which gives", "which yields", "by definition", "holds", "hold", "holds true", "is true", "always",
    "everywhere",
)  # fmt: skip
DECLARING = (
    "denote", "denote by", "define", "set", "write", "put", "be", "by", "is", "are", "consider", "fix", "a", "an", "the",
)  # fmt: skip
"""Words of given blocks, beside those that connect."""


def spoken(node: Syn) -> str:
    """Return the words of a text node, in lower case and without punctuation around them."""
    words = " ".join(node.value.replace("~", " ").lower().split())
    bare = words.strip(" ,;:()")
    return bare if bare in REMARKS or bare in CONNECTING or bare in SUCH_THAT else bare.rstrip(".")


@about("text", untouched=nothing)
def opening_text(tree: Syn) -> Syn | None:
    """Return the text that a statement begins with (or is), None if there is none."""
    node = tree
    while node.kind in ("list", "relation", "juxt", "add", "infix", "not") and node.children:
        node = node.children[0]
    return node if node.kind == "text" else None


@about("text", untouched=nothing)
def opening_word(tree: Syn) -> str | None:
    """Return the words that a statement begins with."""
    text = opening_text(tree)
    return None if text is None else spoken(text)


def connects(words: str, more: tuple[str, ...] = ()) -> bool:
    """Return whether words only connect statements: they are made of phrases that change no claim."""
    known = (*CONNECTING, *more)
    parts = [part for part in re.split(r"[\s,;:]+", words) if part]
    reached = {0}
    for end in range(1, len(parts) + 1):
        for start in list(reached):
            phrase = " ".join(parts[start:end])
            if phrase in known or phrase.rstrip(".") in known:
                reached.add(end)
    return len(parts) in reached


def check_words(node: Syn, allowed: tuple[str, ...] = ()) -> None:
    """Refuse a text whose meaning is not known.

    Raises:
        NotSupported: It is neither one of the allowed words nor made of words that only connect.
    """
    words = spoken(node)
    if words in allowed or connects(words):
        return
    raise NotSupported(
        f"the word '{words}' beside a statement",
        node.span[0] if node.span[0] >= 0 else None,
        "use a given block, \\implies or \\text{if}",
    )


def check_reason(tree: Syn) -> None:
    r"""Refuse ``\text{as } x \ge 0``, which gives a reason: ``as`` is known in front of a limit only.

    Raises:
        NotSupported: A statement begins with it.
    """
    if opening_word(tree) == "as" and tree.kind == "relation" and tree.value != "to":
        text = opening_text(tree)
        raise NotSupported(
            "the word 'as' in front of a reason: it may be assumed or claimed",
            text.span[0] if text is not None and text.span[0] >= 0 else None,
            "write \\text{if} for a condition, or the reason as a claim of its own",
        )


__all__ = [
    "ASSUMING", "CONNECTING", "DECLARING", "FOR_ALL", "IMPERATIVES", "OPENERS", "PROVIDED", "REMARKS", "SUCH_THAT", "check_reason",
    "check_words", "connects", "opening_text", "opening_word", "spoken",
]  # fmt: skip
