r"""The rows of a displayed formula: which statements it makes, what of them defines and what claims."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

DEFINES = re.compile(
    r":=|\\coloneqq|\\coloneq\b|\\triangleq|\\stackrel\{\\text\{def\}\}\{=\}|\\overset\{\\text\{def\}\}\{=\}|\\doteq\b|\\defeq\b"
)
_ORDERS = "leq?|geq?|leqslant|geqslant|preceq|succeq|prec|succ|neq?"
COMPARES = re.compile(rf"[=<>]|\\(?:{_ORDERS})(?![A-Za-z])")
RELATION = re.compile(
    rf"[=<>]|\\(?:{_ORDERS}|lesssim|gtrsim|ll|gg|in|to|rightarrow|Rightarrow|Longrightarrow|implies|iff|equiv|approx"
    r"|sim|simeq|propto|subseteq|subset|perp)(?![A-Za-z])"
)
_MARK = re.compile(
    r"\\begin\s*\{[^{}]*\}|\\end\s*\{[^{}]*\}|\\q?quad(?![A-Za-z])|\\\\\*?(?:\s*\[[^\]]*\])?|\\[A-Za-z]+|\\.|[{}()\[\],;=<>]",
    re.DOTALL,
)
_INDENT = re.compile(r"(?:\s|&|\\q?quad(?![A-Za-z])|\\[,;:!> ]|\{\s*\}|\\(?:hspace|mspace|hphantom|phantom)\*?\s*\{[^{}]*\})+")
_OPERATOR = re.compile(r"[+\-*/]|\\(?:times|cdot|otimes|oplus|odot|circ|pm|mp|div)(?![A-Za-z])")
_UNFINISHED = re.compile(rf"(?:{_OPERATOR.pattern}|{RELATION.pattern})(?:\s|&|\{{\s*\}})*$")
_NO_BRACKETS = re.compile(r"\\right\s*\.\s*&?\s*\\left\s*\.")
_RANGE = re.compile(r"\s*&?\s*[a-z]\s*=\s*\d+\s*")
_WRAPPED = re.compile(
    r"\s*\\begin\{(split|aligned|gathered|alignedat)\}(?:\[[^\]]*\])?(.*)\\end\{\1\}\s*[.,;]?\s*", re.DOTALL
)
_PARTS = re.compile(r"\\begin(?![A-Za-z])|\\end(?![A-Za-z])|\\.|&|[^\\&]+|\\", re.DOTALL)
_CUT = re.compile(
    r"\\begin\s*\{[^{}]*\}|\\end\s*\{[^{}]*\}|\\text\s*\{([^{}]*)\}|\\q?quad(?![A-Za-z])|\\[A-Za-z]+|\\.|[{}()\[\]&]",
    re.DOTALL,
)
_JOINS = re.compile(
    r"\W*(?:and|or equivalently|whence|hence|so|thus|therefore|then|that is|i\.e\.|also|similarly|respectively|which (?:gives|yields|implies|means)"
    r"|it follows that|we (?:have|get|obtain)|且|和|以及|则|故|从而|因此|于是)?(?:\s*(?:thus|hence|so|therefore|then|finally|similarly|also))?\W*",
    re.IGNORECASE,
)
_WHERE = re.compile(r"\W*(?:and\s+)?(?:where|with|其中)\W*", re.IGNORECASE)
_CONDITION = re.compile(
    r"\\(?:forall|exists)(?![A-Za-z])|\\text\s*\{\s*(?:for|if|when|whenever|as|on|in|unless|since|because|provided|such that|for all|若|当|对)"
)
_BOUND = re.compile(
    r"[A-Za-z](?:\s*_\s*\{?\w+\}?)?(?:\s*,\s*[A-Za-z])*\s*(?:=\s*[\d\[\\]|\\in(?![A-Za-z])|\\[gln]eq?(?![A-Za-z])|[<>])"
)
_DERIVED = re.compile(r"\\(?:Longrightarrow|Rightarrow|implies|Leftrightarrow|therefore|leadsto)(?![A-Za-z])")
_EQUALS = re.compile(r"=|\\(?:leq?|geq?|leqslant|geqslant)(?![A-Za-z])|[<>]")


@dataclass(frozen=True, slots=True)
class Piece:
    """One statement of a display, and whether the words in front of it say that it defines a name."""

    text: str
    defines: bool = False


def _outside(text: str, brackets: bool) -> list[re.Match[str]]:
    """The marks of a formula that stand in no braces and environments, and in no brackets if these count too."""
    depth = 0
    found: list[re.Match[str]] = []
    for match in _MARK.finditer(text):
        mark = match[0]
        opens = mark == "{" or mark.startswith(r"\begin") or (brackets and mark in ("(", "[", r"\{"))
        closes = mark == "}" or mark.startswith(r"\end") or (brackets and mark in (")", "]", r"\}"))
        depth = max(0, depth + opens - closes)
        if depth == 0 and not closes:
            found.append(match)
    return found


def pieces(formula: str) -> list[Piece]:
    r"""Return the statements of a display, each with the conditions behind it; a chain is one statement.

    Examples:
        >>> [one.text for one in pieces(r"a &= b, \quad c = d, \quad x \ge 0 \\ e &= f \quad\text{and} \\ &= g")]
        ['a &= b', 'c = d, \\quad x \\ge 0', 'e &= f \\\\ = g']

    """
    while match := _WRAPPED.fullmatch(formula):
        formula = match[2]
    found: list[Piece] = []
    defines = False
    for row in rows(formula):
        first = True
        for text, word in _cut(row):
            if word is not None and _WHERE.fullmatch(word):
                defines = True
            text = re.sub(r"\s+", " ", text).strip()
            while match := _WRAPPED.fullmatch(text):
                text = match[2].strip()
            text = re.sub(r"^(?:&|\\\\|\s)+|(?:\\\\|[&,.;\s]|\\,|\\;)+$", "", text)
            if not text:
                continue
            behind = found and not first
            if behind and (_CONDITION.match(text) or not RELATION.search(text) or _BOUND.match(text)):
                found[-1] = Piece(f"{found[-1].text}, \\quad {text}", found[-1].defines)
            else:
                found += [Piece(one, defines) for one in _derivation(text)]
            first = False
    return found


def _cut(row: str) -> list[tuple[str, str | None]]:
    """The parts of a row that wide space, words such as "and" or a column separates, each with the words in front of it."""
    parts: list[tuple[str, str | None]] = []
    depth, start, words = 0, 0, None
    for match in _CUT.finditer(row):
        mark = match[0]
        opens = mark in ("{", "(", "[", r"\{") or mark.startswith(r"\begin")
        closes = mark in ("}", ")", "]", r"\}") or mark.startswith(r"\end")
        depth = max(0, depth + opens - closes)
        if depth or closes:
            continue
        joins = match[1] is not None and bool(_JOINS.fullmatch(match[1]) or _WHERE.fullmatch(match[1]))
        if joins or mark in (r"\quad", r"\qquad") or (mark == "&" and _new_column(row, start, match)):
            parts.append((row[start : match.start()], words))
            words = match[1] if joins else None
            start = match.end()
    return [*parts, (row[start:], words)]


def _new_column(row: str, start: int, match: re.Match[str]) -> bool:
    """Whether a column mark separates two statements: there is a relation before it, and none behind it but the next mark's."""
    before, after = row[start : match.start()], row[match.end() :]
    following = after.split("&", 2)
    if not RELATION.search(before) or RELATION.match(after.lstrip()):
        return False
    return (
        len(following) > 1 and not RELATION.search(following[0]) and RELATION.match(following[1].lstrip()) is not None
    )


def _derivation(text: str) -> list[str]:
    """A statement, or two where one follows from a chain: the chain is claimed as well."""
    for match in _outside(text, brackets=True):
        if _DERIVED.fullmatch(match[0]) and "left" not in match[0].lower():
            before, after = text[: match.start()], text[match.end() :]
            links = [one for one in _outside(before, brackets=True) if _EQUALS.fullmatch(one[0])]
            if len(links) > 1 and after.strip():
                return [re.sub(r"(?:\\\\|[&,\s])+$", "", before), *_derivation(after.strip().lstrip("& "))]
    return [text]


def without_columns(row: str) -> str:
    """Return a row without the marks of its columns; those of matrices inside stay.

    Examples:
        >>> without_columns(r"A &= \\begin{pmatrix} a & b \\end{pmatrix}")
        'A = \\\\begin{pmatrix} a & b \\\\end{pmatrix}'

    """
    kept, depth = list[str](), 0
    for part in _PARTS.findall(row):
        depth += (part == r"\begin") - (part == r"\end")
        kept += [part] if part != "&" or depth > 0 else []
    return "".join(kept)


_REASON = re.compile(r"&\s*&\s*(\\text\s*\{\s*(?:from|by|using|due to|see|since|because)\b)", re.IGNORECASE)


def without_reasons(formula: str) -> tuple[str, list[str]]:
    r"""Return a display without the reasons in columns of their own that speak of formulas, and these reasons.

    Examples:
        >>> without_reasons(r"a &= b && \text{from } b = a \\ &= c && \text{by (1)}")
        ('a &= b \\\\ &= c && \\text{by (1)}', ['\\text{from } b = a'])

    """
    breaks = [match.span() for match in _outside(formula, brackets=False) if match[0].startswith("\\\\")]
    starts, ends = [0, *(end for _, end in breaks)], [*(start for start, _ in breaks), len(formula)]
    kept, reasons = "", list[str]()
    for k, (start, end) in enumerate(zip(starts, ends, strict=True)):
        row = formula[start:end]
        found = _REASON.search(row)
        if found is not None and RELATION.search(row[found.start(1) :]):
            reasons.append(row[found.start(1) :].strip())
            row = row[: found.start()]
        kept += (formula[breaks[k - 1][0] : start] if k else "") + row
    return kept, reasons


def rows(formula: str) -> list[str]:
    r"""Return the statements of a display; a row continues the one above where it begins with a relation or goes on with its right side.

    Examples:
        >>> rows(r"f &= a \\\\ &\\quad + b \\\\ &= c \\\\ -g &= a")
        ['f &= a + b \\\\\\\\ = c', '-g &= a']

    """
    breaks = [match.span() for match in _outside(formula, brackets=False) if match[0].startswith("\\\\")]
    starts, ends = [0, *(end for _, end in breaks)], [*(start for start, _ in breaks), len(formula)]
    found: list[str] = []
    for start, end in zip(starts, ends, strict=True):
        row = formula[start:end].strip()
        indented = _INDENT.match(row)
        rest = row[indented.end() :] if indented else row
        if found and RELATION.match(rest):
            found[-1] = f"{found[-1]} \\\\ {rest}"
        elif found and rest and _goes_on(found[-1], rest, indented[0] if indented else ""):
            found[-1] = _NO_BRACKETS.sub(" ", f"{found[-1]} {rest}")
        elif row:
            found.append(row)
    return found


def _goes_on(above: str, row: str, indent: str) -> bool:
    """Whether a row is a part of the right side above: an operator, an open bracket, or that it says nothing itself, tells so."""
    if not RELATION.search(above):
        return False
    says = any(RELATION.fullmatch(match[0]) for match in _outside(row, brackets=True))
    opened = len(re.findall(r"[(\[]|\\\{", above)) - len(re.findall(r"[)\]]|\\\}", above))
    ended = above.rstrip().endswith((",", ";", "."))
    if says and (not indent or above.startswith("&") or ended):
        return False
    beside = "&" in indent and not says and not ended and not re.match(r"\\(?:text|mbox|forall|intertext)", row)
    return beside or opened > 0 or bool(_OPERATOR.match(row) or _UNFINISHED.search(above))


@dataclass(frozen=True, slots=True)
class Defined:
    r"""What a row with ``:=`` defines, what it claims of it (``f := a \le b`` claims ``f \le b``), and what else stands there."""

    definition: str
    claim: str = ""
    left_out: tuple[str, ...] = ()


def definition(row: str) -> Defined:
    """Split a row that defines; what it claims must not become a hypothesis.

    Examples:
        >>> definition(r"f(x) := x^2 \\ &= x x \\le 3, \\quad x \\in \\mathbb{R}").claim
        'f(x) = x x \\\\le 3'

    """
    row = without_columns(DEFINES.sub(lambda _: ":=", row))
    cuts = [m.span() for m in _outside(row, brackets=True) if m[0] in (",", ";", r"\quad", r"\qquad")]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(row)]
    kept, claims, left_out = "", list[str](), list[str]()
    for k, (start, end) in enumerate(zip(starts, ends, strict=True)):
        piece, separator = row[start:end], row[ends[k - 1] : start] if k else ""
        following = row[starts[k + 1] : ends[k + 1]].strip() if k + 1 < len(starts) else ""
        if ":=" in piece:
            piece, claim = _chain(piece)
            claims += [claim] if claim else []
        elif _claims(piece) and not (_RANGE.fullmatch(piece) and re.match(r"\\[lc]?dots", following)):
            left_out.append(piece.strip())
            continue
        kept += separator + piece
    return Defined(kept.strip(), " \\\\\n".join(claims), tuple(left_out))


def _claims(piece: str) -> bool:
    r"""True for a part with a relation other than ``\in``."""
    marks = [match[0] for match in _outside(piece, brackets=True)]
    return any(RELATION.fullmatch(mark) and mark != r"\in" for mark in marks)


def _chain(piece: str) -> tuple[str, str]:
    """A definition without the relations behind it, and these as a claim on what it defines."""
    equals = piece.index(":=")
    for match in _outside(piece, brackets=True):
        if match.start() > equals + 1 and RELATION.fullmatch(match[0]) and match[0] != r"\in":
            body = re.sub(r"\\\\\*?(?:\[[^\]]*\])?\s*$", "", piece[: match.start()].rstrip())
            rest = re.sub(r"\s*\\\\\*?(?:\[[^\]]*\])?\s*", " ", piece[match.start() :]).strip()
            return body.rstrip(), f"{piece[:equals].strip()} {rest}"
    return piece, ""


def inline_relations(formulas: Iterable[str]) -> tuple[str, ...]:
    """Return those of some inline formulas that say something, on one line each."""
    found = [re.sub(r"\s+", " ", one).strip() for one in formulas]
    return tuple(dict.fromkeys(one.replace("`", "'") for one in found if RELATION.search(one)))


__all__ = ["COMPARES", "DEFINES", "RELATION", "Defined", "Piece", "definition", "inline_relations", "pieces", "rows", "without_reasons"]
