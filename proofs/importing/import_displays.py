r"""The displayed formulas of a LaTeX source: their environments, their rows, what in them defines and what claims."""

from __future__ import annotations

import re
from dataclasses import dataclass

from proofs.importing.import_definitions import braced
from proofs.importing.import_source import LeftOut

_DISPLAYS = (
    "equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign", "alignat", "xalignat", "IEEEeqnarray",
    "dmath",
)  # fmt: skip
_UNREAD = (
    "empheq",
    "dseries",
    "darray",
    "xxalignat",
    "numcases",
    "subnumcases",
    "IEEEeqnarraybox",
    "prooftree",
    "math",
)
_WITH_ARGUMENT = ("alignat", "xalignat", "IEEEeqnarray")
DISPLAY = re.compile(
    rf"\\begin\{{(?P<name>{'|'.join(_DISPLAYS)})(?P<star>\*?)\}}(?P<inside>.*?)\\end\{{(?P=name)(?P=star)\}}"
    r"|(?<!\\)\\\[(?P<bracket>.*?)\\\]|\$\$(?P<dollars>.*?)\$\$",
    re.DOTALL,
)
_OPENED = re.compile(rf"\\begin\{{(?:{'|'.join(_DISPLAYS)})\*?\}}|(?<!\\)\\\[|\$\$")
DEFINES = re.compile(
    r":=|\\coloneqq|\\coloneq\b|\\triangleq|\\stackrel\{\\text\{def\}\}\{=\}|\\overset\{\\text\{def\}\}\{=\}|\\doteq\b|\\defeq\b"
)
RELATION = re.compile(
    r"=|<|>|\\(?:leq?|geq?|leqslant|geqslant|lesssim|gtrsim|ll|gg|neq?|in|to|rightarrow|Rightarrow|implies|iff|equiv|approx"
    r"|sim|simeq|propto|succeq|preceq|succ|prec|subseteq|subset|perp)(?![A-Za-z])"
)
_OWN = r"\\(?:newenvironment|(?:re)?newcommand|def)\*?\s*\{?\s*(?P<name>\\?[A-Za-z]+)\s*\}?"
_OWN_DISPLAY = re.compile(_OWN + rf"[^{{}}]*\{{[^{{}}]*\\begin\{{(?:{'|'.join(_DISPLAYS)})\*?\}}")
_SHORTHAND = re.compile(_OWN + r"\s*\{\s*(?P<body>\\(?:begin|end)\{[A-Za-z]+\*?\})\s*\}")
INLINE = re.compile(r"(?<!\\)\$([^$]+)\$|\\\((.*?)\\\)", re.DOTALL)
_NOTES = re.compile(r"\\(?:short)?intertext\s*(?=\{)")
_MARK = re.compile(
    r"\\begin\s*\{[^{}]*\}|\\end\s*\{[^{}]*\}|\\q?quad(?![A-Za-z])|\\\\\*?(?:\s*\[[^\]]*\])?|\\[A-Za-z]+|\\.|[{}()\[\],;=<>]",
    re.DOTALL,
)
_RANGE = re.compile(r"\s*&?\s*[a-z]\s*=\s*\d+\s*")


@dataclass(frozen=True, slots=True)
class Display:
    """What a display says, and the texts between its rows."""

    text: str
    texts: tuple[str, ...] = ()


def formula_of(match: re.Match[str]) -> Display:
    """Return the formula of a display without labels, numbers and the texts between its rows."""
    body = match["inside"] or match["bracket"] or match["dollars"] or ""
    if match["name"] in _WITH_ARGUMENT:
        body = re.sub(r"^\s*(?:\[[^\]]*\]\s*)?\{[^{}]*\}", "", body)
    elif match["name"] == "dmath":
        body = re.sub(r"^\s*\[[^\]]*\]", "", body)
    body, texts = _without_notes(body)
    body = re.sub(
        r"\\label\s*\{[^}]*\}|\\(?:nonumber|notag|IEEEeqnarraynumspace|IEEEyesnumber|IEEEnonumber)(?![A-Za-z])\*?",
        "",
        body,
    )
    return Display(re.sub(r"\n\s*\n", "\n", body.strip()).replace("```", ""), texts)


def _without_notes(body: str) -> tuple[str, tuple[str, ...]]:
    texts: list[str] = []
    while match := _NOTES.search(body):
        text = braced(body, match.end())
        texts.append(text)
        body = body[: match.start()] + body[match.end() + len(text) + 2 :]
    return body, tuple(text.strip() for text in texts if text.strip())


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


def rows(formula: str) -> list[str]:
    """Return the statements of a display; a row that begins with a relation continues the one above."""
    breaks = [match.span() for match in _outside(formula, brackets=False) if match[0].startswith("\\\\")]
    starts, ends = [0, *(end for _, end in breaks)], [*(start for start, _ in breaks), len(formula)]
    found: list[str] = []
    for start, end in zip(starts, ends, strict=True):
        row = formula[start:end].strip()
        if found and RELATION.match(row.lstrip("&").strip()):
            found[-1] = f"{found[-1]} \\\\ {row}"
        elif row:
            found.append(row)
    return found


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
    row = DEFINES.sub(lambda _: ":=", row).replace("&", "")
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


def inline_relations(text: str) -> tuple[str, ...]:
    """Return the inline formulas of a text that say something, on one line each."""
    found = [re.sub(r"\s+", " ", (match[1] or match[2] or "")).strip() for match in INLINE.finditer(text)]
    return tuple(dict.fromkeys(one.replace("`", "'") for one in found if RELATION.search(one)))


def unread(source: str) -> list[LeftOut]:
    """Return the displays of a source whose environments are not read."""
    told: list[LeftOut] = []
    read = [match.span() for match in DISPLAY.finditer(source)]
    for match in re.finditer(rf"\\begin\s*\{{({'|'.join(_UNREAD)})\*?\}}", source):
        if not any(low < match.start() < high for low, high in read):
            told.append(
                (_line(source, match.start()), f"the environment {match[1]}", "displays of this kind are not read")
            )
    for match in _OWN_DISPLAY.finditer(source):
        if match["name"].startswith("\\") and _SHORTHAND.match(source, match.start()):
            continue
        what = f"displays that are written with {match['name']}"
        told.append((_line(source, match.start()), what, "environments and macros that open a display are not read"))
    return told


def unclosed(source: str) -> list[LeftOut]:
    """Return the displays that begin and are not seen to end."""
    read = [match.span() for match in DISPLAY.finditer(source)]
    opened = (m for m in _OPENED.finditer(source) if not any(low <= m.start() < high for low, high in read))
    return [
        (_line(source, match.start()), f"a display that begins with {match[0]}", "its end is not found")
        for match in opened
    ]


def spelled_out(source: str) -> str:
    r"""Return a source with the macros written out that stand for the beginning or the end of an environment (``\\be``)."""
    found = {match["name"]: match["body"] for match in _SHORTHAND.finditer(source) if match["name"].startswith("\\")}
    source = _SHORTHAND.sub(lambda match: "" if match["name"] in found else match[0], source)
    return re.sub(r"\\[A-Za-z]+", lambda match: found.get(match[0], match[0]), source) if found else source


def _line(source: str, position: int) -> int:
    return source.count("\n", 0, position) + 1


__all__ = [
    "DEFINES",
    "DISPLAY",
    "RELATION",
    "Defined",
    "Display",
    "definition",
    "formula_of",
    "inline_relations",
    "rows",
    "unclosed",
    "unread",
]
