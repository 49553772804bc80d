r"""A worked derivation for readers: as text with Unicode symbols, as LaTeX and as an HTML page.

It says what is asked, the names of parts, one line for each rule with what changed pointed out, and the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.core import walk
from derive.errors import DeriveError
from derive.language.parsing.parser import statements
from derive.language.printing.human import Columns, human_latex
from derive.language.printing.mathml import MARK, to_mathml
from derive.language.printing.plain_text import to_text
from derive.language.tree.names import plain_latex
from derive.language.tree.syntax import Syn
from derive.worked import MARKED
from proofs.report.formulas import Formulas, cut
from proofs.report.html import Html, element, join, visible
from proofs.report.page import document
from proofs.report.understanding import shape_text

if TYPE_CHECKING:
    from derive.core import Expr
    from derive.worked import Line, Worked
    from proofs.derivatives import Answer

FUNCTION = ("f", "h", "g", "F")
_PLACE = re.compile(r"\\mathrm\{" + MARKED.rstrip("_") + r"\}_\{?(\d+)\}?")
_LETTER = r"\digamma_{%s}"
"""What stands for a marked part while a line is parsed."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One line.

    Attributes:
        rules: What was done, words with formulas between dollars.
        latex: The line; ``\\digamma_{k}`` stands for the k-th marked part.
        marks: The marked parts in LaTeX.
        checked: Whether it was compared with the line before and found equal.
    """

    rules: tuple[str, ...]
    latex: str
    marks: tuple[str, ...] = ()
    checked: bool = True


@dataclass(frozen=True, slots=True)
class Derivation:
    """A derivation to be shown.

    Attributes:
        question: The derivative that was asked for, with the user's own text in it.
        lines: The lines; all but the first begin with ``=``.
        parts: Names and what they stand for.
        answer: The result, in LaTeX.
        shape: Its shape in words.
        domain: Where it holds, in LaTeX; empty: everywhere.
    """

    question: str
    lines: tuple[ShownLine, ...]
    parts: tuple[tuple[str, str], ...]
    answer: str
    shape: str
    domain: str = ""

    def __str__(self) -> str:
        return text(self)

    def _repr_html_(self) -> str:
        return str(body(self))


def derivation_of(answer: Answer, worked: Worked) -> Derivation:
    """Return an answer and its derivation as they are shown."""
    lines = [_shown(line) for line in worked.lines]
    parts = [(human_latex(name), human_latex(value)) for name, value in worked.parts]
    known = dict(parts)
    if any(line.shares for line in worked.lines):
        taken = {plain_latex(node.data[0]) for node in walk(answer.asked) if node.op == "var"}
        lines = _differentials(worked, answer, taken | set(known))
    if human_latex(worked.last) != answer.shown:
        rule = "names written out" if human_latex(worked.whole(worked.last)) == human_latex(answer.whole) else "simplified"
        lines.append(ShownLine((rule,), answer.shown))
    parts += [(name, value) for name, value in answer.parts if name not in known]
    return Derivation(answer.question, tuple(lines), tuple(parts), answer.shown, shape_text(answer.whole.shape), answer.domain)


def _shown(line: Line) -> ShownLine:
    columns = Columns()
    latex = _PLACE.sub(lambda m: _LETTER % m[1], human_latex(line.expr, columns))
    return ShownLine(line.rules, latex, tuple(human_latex(mark, columns) for mark in line.marks), line.checked)


def _differentials(worked: Worked, answer: Answer, taken: set[str]) -> list[ShownLine]:
    r"""Lines ``\mathrm{d} f = \langle G, \mathrm{d} E\rangle + ...``; the last one says what the gradient is."""
    name = next(letter for letter in FUNCTION if letter not in taken)
    out = [ShownLine((), f"{name} = {human_latex(worked.lines[0].expr)}")]
    for line in worked.lines[1:]:
        marks: list[str] = []
        terms = [_inner(weight, part, weight in line.marks, marks) for weight, part in line.shares]
        out.append(ShownLine(line.rules, rf"\mathrm{{d}} {name} = {' + '.join(terms)}", tuple(marks), line.checked))
    by = plain_latex(answer.asked.args[1].data[0])
    out.append(ShownLine((rf"the gradient is what stands beside $\mathrm{{d}} {by}$",), rf"\nabla_{{{by}}} {name} = {human_latex(worked.last)}"))
    return out


def _inner(weight: Expr, part: Expr, marked: bool, marks: list[str]) -> str:
    text, inside = human_latex(weight), human_latex(part)
    if marked:
        marks.append(text)
        text = _LETTER % len(marks)
    return rf"\left\langle {text}, \mathrm{{d}} {inside if part.op == 'var' else rf'({inside})'}\right\rangle"


# As text.


def text(shown: Derivation, *, color: bool = False) -> str:
    """Return a derivation as lines of text, what changed in brackets or, with ``color``, in bold."""
    mark: Callable[[str], str] = "\x1b[1m{}\x1b[22m".format if color else "⟦{}⟧".format
    out = [_plain(shown.question, mark), ""]
    out += [f"{'with' if not k else '    '} {_plain(name)} ≔ {_plain(value)}" for k, (name, value) in enumerate(shown.parts)]
    out += [""] if shown.parts else []
    for k, line in enumerate(shown.lines):
        equal = "" if not k or _is_equation(line) else "= "
        out.append(f"  {equal or ('' if _is_equation(line) else '  ')}{_plain_line(line, mark, enclosed=not color)}")
        if line.rules:
            unchecked = "" if line.checked else "  (not checked)"
            out.append(f"        {'; '.join(_words(rule) for rule in line.rules)}{unchecked}")
    out += [f"where {_plain(shown.domain)}"] if shown.domain else []
    return "\n".join(out) + "\n"


def _is_equation(line: ShownLine) -> bool:
    return re.match(r"(\\mathrm\{d\} |\\nabla_\{[^{}]*(\{[^{}]*\})?[^{}]*\} )?[a-zA-Z] = ", line.latex) is not None


def _plain(latex: str, mark: Callable[[str], str] = str) -> str:
    trees = _trees(latex)
    return latex if trees is None else ", ".join(to_text(tree, mark) for tree in trees)


def _plain_line(line: ShownLine, mark: Callable[[str], str], *, enclosed: bool) -> str:
    tree = _marked_tree(line)
    return latex_of(line, "{}".format) if tree is None else to_text(tree, mark, enclosed=enclosed)


def _words(rule: str) -> str:
    return "".join(_plain(piece) if k % 2 else piece for k, piece in enumerate(rule.split("$")))


# As LaTeX.


def latex_of(line: ShownLine, mark: Callable[[str], str] = r"\boxed{{{}}}".format) -> str:
    """Return a line with its marked parts in it."""
    return re.sub(r"\\digamma_\{(\d+)\}", lambda m: mark(line.marks[int(m[1]) - 1]), line.latex)


def latex(shown: Derivation) -> str:
    """Return a derivation as an ``align*`` environment, to be used with the package amsmath."""
    rows = [rf"& {shown.question} \\"]
    for k, line in enumerate(shown.lines):
        words = rf" && \text{{{'; '.join(line.rules)}}}" if line.rules else ""
        rows.append(rf"& {'' if not k and not line.rules or _is_equation(line) else '= '}{latex_of(line)}{words} \\")
    rows += [rf"& \text{{with }} {name} := {value} \\" for name, value in shown.parts]
    rows += [rf"& \text{{where }} {shown.domain} \\"] if shown.domain else []
    inner = "\n  ".join(rows).removesuffix(r" \\")
    return f"\\begin{{align*}}\n  {inner}\n\\end{{align*}}\n"


# As a page.


def page(shown: Derivation) -> str:
    """Return a derivation as one HTML document with MathML that needs nothing else."""
    header = element("header", element("h1", "Derivation"), Formulas().display(shown.question), cls="top")
    return document("Derivation", header, [("names", "Names", names(shown)), ("steps", "Steps", steps(shown)), ("result", "Result", result(shown))])


def body(shown: Derivation) -> Html:
    """Return a derivation without the document around it, for a notebook."""
    return join(Formulas().display(shown.question), names(shown), steps(shown), result(shown))


def names(shown: Derivation) -> Html | None:
    """Return what the names of parts stand for, None if there are none."""
    rows = (element("li", Formulas().inline(f"{name} := {value}")) for name, value in shown.parts)
    return element("ul", *rows, cls="notes") if shown.parts else None


def steps(shown: Derivation) -> Html:
    """Return the lines, each with what was done."""
    formulas = Formulas()
    return element("div", *(_row(k, line, formulas) for k, line in enumerate(shown.lines)), cls="derivation")


def result(shown: Derivation) -> Html:
    """Return what was asked and the answer, with its shape and where it holds."""
    formulas = Formulas()
    return join(
        formulas.display(f"{shown.question} = {shown.answer}"),
        element("p", f"shape: {shown.shape}"),
        element("p", "where ", formulas.inline(shown.domain)) if shown.domain else None,
    )


def _row(number: int, line: ShownLine, formulas: Formulas) -> Html:
    tree = _marked_tree(line)
    body = Html(visible(to_mathml(tree))) if tree is not None else element("code", cut(latex_of(line)))
    equal = "" if not number or _is_equation(line) else "="
    said = join(*(formulas.prose(rule) for rule in line.rules), separator="; ") if line.rules else None
    unchecked = None if line.checked else " (not checked)"
    shown = element("div", element("span", equal, cls="equal"), body, cls="line")
    return element("div", element("p", said, unchecked, cls="rule") if said else None, element("div", shown, cls="formula", tabindex="0"), cls="step")


# Trees.


def _trees(latex_: str) -> list[Syn] | None:
    try:
        return list(statements(latex_)) or None
    except (DeriveError, RecursionError, LookupError, ValueError):
        return None


def _marked_tree(line: ShownLine) -> Syn | None:
    """The tree of a line with its marked parts in groups of their own."""
    trees, parts = _trees(line.latex), [_trees(mark) for mark in line.marks]
    if trees is None or len(trees) != 1 or any(part is None or len(part) != 1 for part in parts):
        return None
    groups = [Syn("group", MARK, (part[0],)) for part in parts if part is not None]
    return _with_groups(trees[0], groups)


def _with_groups(tree: Syn, groups: list[Syn]) -> Syn:
    if tree.kind == "script" and tree.children[0].kind == "name" and tree.children[0].value.endswith(":digamma"):
        sub = tree.children[1]
        if sub.kind == "num" and tree.children[2].kind == "empty" and int(sub.value) <= len(groups):
            return groups[int(sub.value) - 1]
    return Syn(tree.kind, tree.value, tuple(_with_groups(child, groups) for child in tree.children), tree.span)


__all__ = ["Derivation", "ShownLine", "derivation_of", "latex", "names", "page", "result", "steps", "text"]
