r"""A formula of a LaTeX source without what only concerns its looks: labels, numbers, colors, boxes, fonts by switch, notes.

What is left says the same, in the LaTeX of paper files: ``{\cal N}`` is ``\mathcal{N}``, ``\text{if $x > 0$}`` is
``\text{if } x > 0``, ``\underbrace{A x}_{n}`` is ``A x``. The tree of a formula is that of pylatexenc.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexCommentNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexNode,
    LatexSpecialsNode,
    LatexWalker,
    LatexWalkerError,
    get_default_latex_context_db,
)
from pylatexenc.macrospec import LatexContextDb, std_macro

DROPPED = {
    "label": "{", "tag": "*{", "nonumber": "", "notag": "", "hspace": "*{", "vspace": "*{", "phantom": "{", "hphantom": "{",
    "vphantom": "{", "color": "[{", "displaystyle": "", "textstyle": "", "scriptstyle": "", "scriptscriptstyle": "", "limits": "",
    "nolimits": "", "allowbreak": "", "allowdisplaybreaks": "[", "pagebreak": "[", "nopagebreak": "[", "noindent": "", "footnote": "[{", "footnotemark": "[",
    "cite": "[{", "mathstrut": "", "strut": "", "protect": "", "relax": "", "xspace": "", "hfill": "", "hfil": "", "qedhere": "", "qed": "",
    "IEEEeqnarraynumspace": "", "IEEEyesnumber": "*", "IEEEnonumber": "*", "centering": "", "small": "", "footnotesize": "", "scriptsize": "",
    "normalsize": "", "tiny": "", "large": "", "medskip": "", "smallskip": "", "bigskip": "", "null": "", "break": "", "nobreak": "",
    "numberthis": "", "mathsmaller": "", "mathlarger": "", "setlength": "{{", "addtocounter": "{{", "setcounter": "{{", "negthickspace": "", "negmedspace": "", "negthinspace": "",
}  # fmt: skip
"""Commands that say nothing, with what they take."""
UNWRAPPED = {
    "textcolor": "[{{", "colorbox": "[{{", "fcolorbox": "[{{{", "boxed": "{", "fbox": "{", "framebox": "[[{", "smash": "[{", "mathclap": "{",
    "mathrlap": "{", "mathllap": "{", "rlap": "{", "llap": "{", "clap": "{", "ensuremath": "{", "mathrel": "{", "mathbin": "{",
    "mathord": "{", "mathopen": "{", "mathclose": "{", "mathpunct": "{", "mathinner": "{", "resizebox": "*{{{", "scalebox": "{[{", "adjustbox": "{{",
    "underbrace": "{", "overbrace": "{", "underbracket": "[[{", "overbracket": "[[{", "uline": "{", "hl": "{", "bbox": "[{", "vcenter": "{",
    "mathchoice": "{{{{", "raisebox": "{{", "substack*": "{",
}  # fmt: skip
"""Commands of which the last argument is what counts."""
_NOTED = ("underbrace", "overbrace", "underbracket", "overbracket")
TEXTS = {
    name: "{"
    for name in (
        "text",
        "textrm",
        "textit",
        "textbf",
        "textnormal",
        "textup",
        "textsf",
        "texttt",
        "textsl",
        "mbox",
        "hbox",
        "emph",
    )
}
NOTES = {"intertext": "{", "shortintertext": "{"}
SWITCHES = {
    "cal": "mathcal", "bf": "mathbf", "rm": "mathrm", "it": "mathit", "frak": "mathfrak", "Bbb": "mathbb", "sf": "mathsf", "tt": "mathtt",
    "bfseries": "mathbf", "scr": "mathscr", "boldmath": "boldsymbol",
}  # fmt: skip
_KEPT = {
    **dict.fromkeys(("bm", "boldsymbol", "pmb", "mathds", "mathbbm", "substack", "widehat", "widetilde", "mathop"), "{"),
    **dict.fromkeys(("stackrel", "overset", "underset", "binom", "dfrac", "tfrac", "frac"), "{{"),
    **dict.fromkeys(("sqrt", "xrightarrow", "xleftarrow"), "[{"), "operatorname": "*{",
}  # fmt: skip
_ASSIGN = re.compile(r":\s*&\s*=|:\s*\{?=\}?")
_MATH = re.compile(r"(?<!\\)\$([^$]*)\$|\\\((.*?)\\\)", re.DOTALL)


@dataclass(slots=True)
class Clean:
    """A formula without layout, its labels, and the texts that stood between its rows."""

    text: str
    labels: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def clean(formula: str) -> Clean:
    r"""Return a formula without layout.

    Examples:
        >>> clean(r"{\cal N} \textcolor{red}{x_i} &= \underbrace{A}_{n} b \label{eq:a}\nonumber").text
        '\\mathcal{N} x_i &= A b'

    """
    made = Clean("")
    try:
        nodes, _, _ = LatexWalker(formula, latex_context=_context(), tolerant_parsing=False).get_latex_nodes()
        made.text = _tidy(_rendered(nodes, made))
    except (LatexWalkerError, RecursionError, IndexError, ValueError):
        made = Clean(_tidy(re.sub(r"\\label\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])", "", formula)))
        made.labels = re.findall(r"\\label\s*\{([^{}]*)\}", formula)
    return made


@lru_cache(maxsize=1)
def _context() -> LatexContextDb:
    """The macros of formulas with what they take, in front of those that pylatexenc knows."""
    context = get_default_latex_context_db()
    taken = {**_KEPT, **DROPPED, **UNWRAPPED, **TEXTS, **NOTES}
    context.add_context_category(
        "formulas", prepend=True, macros=[std_macro(name, spec) for name, spec in taken.items()]
    )
    return context


def _tidy(text: str) -> str:
    text = _ASSIGN.sub(lambda match: "&:=" if "&" in match[0] else ":=", text).replace("```", "")
    return re.sub(r"[ \t]*\n\s*", "\n", re.sub(r"[ \t]+", " ", text)).strip()


def _rendered(nodes: Sequence[LatexNode | None], made: Clean) -> str:
    out: list[str] = []
    note = False  # what follows may be a note to a brace
    for node in nodes:
        if node is None:
            continue
        text = _one(node, made)
        if note and isinstance(node, LatexCharsNode) and text.lstrip()[:1] in ("_", "^") and text.strip():
            stripped = text.lstrip()[1:]
            if stripped.strip():  # a note of one letter
                out.append(stripped.lstrip()[1:])
                note = False
            else:
                note = None  # type: ignore[assignment]
            continue
        if note is None:  # the note itself
            note = False
            continue
        note = isinstance(node, LatexMacroNode) and node.macroname in _NOTED
        if out and text[:1].isalpha() and re.search(r"\\[A-Za-z]+$", out[-1]):
            out.append(" ")
        out.append(text)
    return "".join(out)


def _one(node: LatexNode, made: Clean) -> str:
    if isinstance(node, LatexCharsNode):
        return node.chars
    if isinstance(node, LatexCommentNode):
        return ""
    if isinstance(node, LatexSpecialsNode):
        return " " if node.specials_chars == "~" else node.specials_chars
    if isinstance(node, LatexMathNode):
        return _rendered(node.nodelist, made)
    if isinstance(node, LatexGroupNode):
        return _group(node, made)
    if isinstance(node, LatexEnvironmentNode):
        arguments = _arguments(node.nodeargd, made)
        return f"\\begin{{{node.environmentname}}}{arguments}{_rendered(node.nodelist, made)}\\end{{{node.environmentname}}}"
    if isinstance(node, LatexMacroNode):
        return _macro(node, made)
    return node.latex_verbatim()


def _group(node: LatexGroupNode, made: Clean) -> str:
    left, right = node.delimiters
    rest = [one for one in node.nodelist if not isinstance(one, LatexCommentNode)]
    while rest and isinstance(rest[0], LatexCharsNode) and not rest[0].chars.strip():
        rest = rest[1:]
    if rest and left == "{" and isinstance(rest[0], LatexMacroNode) and rest[0].macroname in SWITCHES:
        return f"\\{SWITCHES[rest[0].macroname]}{{{_rendered(rest[1:], made).strip()}}}"
    return f"{left}{_rendered(node.nodelist, made)}{right}"


def _macro(node: LatexMacroNode, made: Clean) -> str:
    name = node.macroname
    listed = [one for one in (node.nodeargd.argnlist if node.nodeargd else None) or [] if one is not None]
    if name == "label":
        made.labels.append(_inner(listed[-1:], made))
        return ""
    if name in NOTES:
        made.notes.append(_inner(listed[-1:], made).strip())
        return ""
    if name in DROPPED:
        return " "
    if name in UNWRAPPED:
        return f" {_inner(listed[-1:], made)} " if listed else ""
    if name in TEXTS:
        return _text(listed, made)
    if name == "mathop":
        word = re.sub(r"^\\mathrm\{(.*)\}$", r"\1", _inner(listed, made).strip())
        return word if not re.search("[A-Za-z]", word) else f"\\operatorname{{{word}}}"
    if name == "\\":
        return "\\\\"
    arguments = _arguments(node.nodeargd, made)
    space = "" if arguments else node.macro_post_space or ""
    return f"\\{name}{arguments}{space}"


def _text(listed: Sequence[LatexNode], made: Clean) -> str:
    """Words stay words, and the formulas among them are formulas."""
    if not listed:
        return ""
    nodes = listed[-1].nodelist if isinstance(listed[-1], LatexGroupNode) else listed[-1:]
    out: list[str] = []
    words = ""
    for node in nodes:
        if isinstance(node, LatexMacroNode) and node.macroname in (*SWITCHES, "normalfont", "itshape"):
            continue
        if isinstance(node, LatexMathNode):
            out += [f"\\text{{{words}}}"] if words.strip() else [words]
            out.append(f" {_rendered(node.nodelist, made).strip()} ")
            words = ""
        else:
            words += _one(node, made)
    return "".join([*out, f"\\text{{{words}}}" if words.strip() else words])


def _inner(listed: Sequence[LatexNode], made: Clean) -> str:
    return "".join(
        _rendered(one.nodelist, made) if isinstance(one, LatexGroupNode) else _one(one, made) for one in listed
    )


def _arguments(parsed: object, made: Clean) -> str:
    listed = getattr(parsed, "argnlist", None) or []
    pattern = getattr(parsed, "argspec", "") or ""
    out: list[str] = []
    for k, one in enumerate(listed):
        if one is None:
            continue
        if isinstance(one, LatexGroupNode) and pattern[k : k + 1] != "*":
            out.append(_group(one, made))
        elif pattern[k : k + 1] == "*":
            out.append("*")
        else:
            out.append(f"{{{_one(one, made).strip()}}}")
    return "".join(out)


__all__ = ["Clean", "clean"]
