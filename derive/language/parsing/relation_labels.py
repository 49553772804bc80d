r"""Reasons, over relations and behind formulas: ``\overset{(a)}{=}`` refers to a reason, ``\overset{\text{def}}{=}`` defines.

Any other label may change what is said (``\overset{d}{=}``, ``\overset{\text{not}}{=}``), so the list is closed.
"""

from __future__ import annotations

import re

from derive.language.parsing.equation_numbers import numbers
from derive.language.tree.names import bare, flat
from derive.language.tree.syntax import Syn

DEFINING = (
    "def",
    "defn",
    "definition",
    "by definition",
    "by def",
    ":",
    "Delta",
    "triangle",
    "vartriangle",
    "bigtriangleup",
)
REASON = re.compile(r"(?:by|using|from|see|cf\.?|due to)\s+(?P<what>.*)")
REFERENCE = re.compile(
    r"(?:and|the|eqs?\.?|equations?|lemmas?|theorems?|thms?\.?|propositions?|prop\.?|corollary|definitions?|assumptions?|inequality"
    r"|identity|rule|chain|product|triangle|cauchy|schwarz|jensen|young|h.lder|minkowski|bernstein|weyl|symmetry|linearity"
    r"|induction|convexity|monotonicity|step|fact|above|\(?[0-9]+(?:\.[0-9]+)*[a-z]?\)?|\([a-z]+\)|'s|['\u2019]s|[-\u2013,;\s]+)+"
)


def defines(label: Syn) -> bool:
    r"""Return whether a label over an equals sign makes it a definition."""
    words = _words(label)
    return words is not None and words.removesuffix(".") in DEFINING


def independent(label: Syn) -> bool:
    r"""Return whether a label over ``\sim`` says that what is drawn is independent and identically distributed."""
    words = _words(label)
    return words is not None and words.replace(".", "").replace(" ", "").lower() in (
        "iid",
        "ind",
        "indep",
        "independent",
    )


def refers(label: Syn) -> bool:
    r"""Return whether a label only says where a relation comes from: ``(a)``, ``2``, ``(i), (ii)``, ``\text{by (2)}``."""
    label = bare(label)
    if label.kind == "list":
        return all(refers(part) for part in label.children)
    if label.kind in ("num", "star"):
        return True
    if label.kind == "group" and label.value == "(":
        content = label.children[0]
        return all(numbers(c, letters=True) for c in (content.children if content.kind == "list" else (content,)))
    words = _words(label)
    return words is not None and is_reason(words)


def is_reason(words: str) -> bool:
    """Return whether words only name a reason: ``by (2)``, ``(Cauchy-Schwarz)``, ``using Lemma 3``."""
    words = " ".join(words.lower().replace("~", " ").split()).strip(" .,")
    if words.startswith("(") and words.endswith(")") and words.count("(") == 1:
        inside = words[1:-1].strip()
        if re.fullmatch(r"[a-z]|[ivx]+|[0-9.]+[a-z]?|\*+", inside):
            return True
        words = inside
    found = REASON.fullmatch(words)
    return REFERENCE.fullmatch(found["what"] if found is not None else words) is not None


def is_note(words: str) -> bool:
    """Return whether words behind a formula name its reason: they stand in brackets, or begin with ``by`` or its like."""
    words = " ".join(words.lower().replace("~", " ").split()).strip(" .,")
    bracketed = words.startswith("(") and words.endswith(")")
    return is_reason(words) and (bracketed or REASON.fullmatch(words) is not None)


def _words(label: Syn) -> str | None:
    label = bare(label)
    if label.kind in ("text", "function"):
        return label.value.strip()
    if label.kind == "colon":
        return ":"
    return flat(label) if label.kind in ("name", "juxt") else None


__all__ = ["defines", "independent", "is_note", "is_reason", "refers"]
