"""What the checker read into a claim: shapes of its symbols, conventions used, hypotheses, and the derivation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from derive.core import Expr, Rel, walk
from derive.errors import DeriveError
from derive.language.tree.syntax import Syn
from proofs.reading.paper import BadPaper, Claim

MOST_STEPS = 16
"""Steps of a derivation that are shown."""
LARGEST = 16
"""Nodes of an expression up to which its derivation is taken apart: proofs of the steps take time."""


@dataclass(frozen=True, slots=True)
class SymbolLine:
    """One symbol in force.

    Attributes:
        latex: How it is printed.
        kind: ``var``, ``def``, ``fun`` and so on.
        shape: Its shape as text, such as ``n × p``.
        body: LaTeX of its definition, or an empty text.

    """

    latex: str
    kind: str
    shape: str
    body: str


@dataclass(frozen=True, slots=True)
class StepLine:
    """One line of a derivation: the rule, the whole expression afterwards, whether the step was proved."""

    rule: str
    latex: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Understanding:
    """Everything about a claim that only its file can tell."""

    notes: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] = ()
    symbols: tuple[SymbolLine, ...] = ()
    words: frozenset[str] = frozenset()
    start: str = ""
    steps: tuple[StepLine, ...] = ()


def study(claim: Claim | None) -> Understanding:
    """Read a claim once more for display; a claim that cannot be read is understood as nothing."""
    from proofs.judging.understand import language_options, open_scope, understand

    if claim is None or claim.not_checkable is not None:
        return Understanding()
    try:
        readings = understand(claim)
        scope = readings[0].scope if readings else open_scope(claim, language_options(claim.settings), None)
    except (BadPaper, DeriveError, RecursionError):
        return Understanding()
    typed = [link.typed for reading in readings for link in reading.links if link.typed is not None]
    notes = tuple(dict.fromkeys(note for one in typed for note in one.notes))
    start, steps = _derivation([one.problem.goal for one in typed])
    hypotheses = tuple(dict.fromkeys(text for one in typed for text in _formulas(one.problem.hypotheses)))
    words = frozenset(key.plain for key in scope.visible())
    return Understanding(notes, hypotheses, _symbols(scope), words, start, steps)


def _formulas(formulas: object) -> list[str]:
    from derive.language.printing.core_latex import formula_to_latex

    return [formula_to_latex(f) for f in formulas]  # type: ignore[attr-defined]


@lru_cache(maxsize=4096)
def _printed(body: Expr) -> str:
    """The LaTeX of a definition; most claims of a paper share theirs."""
    from derive.language.printing.core_latex import core_to_latex

    return core_to_latex(body)


def _symbols(scope: object) -> tuple[SymbolLine, ...]:
    lines = []
    for _, symbol in sorted(scope.visible().items(), key=lambda item: (item[0].plain, item[0].style)):  # type: ignore[attr-defined]
        body = _printed(symbol.body) if symbol.body is not None else ""
        shape = "" if symbol.kind in ("size", "index") else shape_text(symbol.shape)
        lines.append(SymbolLine(symbol.latex, symbol.kind, shape, body))
    return tuple(lines)


def shape_text(shape: object) -> str:
    """Return a shape as it is written under a symbol."""
    return "scalar" if getattr(shape, "is_scalar", False) else str(shape).replace(" x ", " × ").replace("*", " ")


def _derivation(goals: list[object]) -> tuple[str, tuple[StepLine, ...]]:
    """Take the first derivative among the sides apart, rule by rule."""
    try:
        from derive.steps import derivation
    except ImportError:
        return "", ()
    from derive.language.printing.core_latex import core_to_latex

    for goal in goals:
        if not isinstance(goal, Rel) or not _suits(goal.lhs):
            continue
        try:
            steps = derivation(goal.lhs, limit=MOST_STEPS)
        except (DeriveError, RecursionError):
            continue
        lines = tuple(StepLine(step.rule, core_to_latex(step.after), step.checked) for step in steps)
        return core_to_latex(goal.lhs), lines
    return "", ()


def _suits(e: Expr) -> bool:
    size, found = 0, False
    for node in walk(e):
        size += 1
        found = found or node.op == "deriv"
        if size > LARGEST:
            return False
    return found


def annotate(understanding: Understanding) -> Callable[[Syn], str | None]:
    """Return what `to_mathml` asks for the shape under a symbol: given once, where it first occurs."""
    from derive.language.printing.latex import to_latex

    shapes = {line.latex: line.shape for line in understanding.symbols if line.shape and line.kind in ("var", "array")}
    shapes |= {plain: shape for latex, shape in list(shapes.items()) for plain in [_plain(latex)]}
    shown: set[str] = set()
    space = "\u00a0"

    def annotation(node: Syn) -> str | None:
        if node.kind == "group":
            return None
        latex = to_latex(node)
        name = latex if latex in shapes else _plain(latex)
        if name not in shapes or name in shown or shapes[name] == "scalar":
            return None
        shown.update({name, _plain(name)})
        return f"{space}{shapes[name]}{space}"

    return annotation


def dress(understanding: Understanding) -> Callable[[Syn], Syn]:
    """Return what gives the symbols of an understood formula the style in which they are declared."""
    from derive.language.parsing.parser import parse
    from derive.language.printing.latex import to_latex

    written: dict[str, Syn] = {}
    for line in understanding.symbols:
        if line.kind in ("var", "array", "fun") and _plain(line.latex) != line.latex:
            try:
                tree = parse(line.latex)
            except DeriveError:
                continue
            if tree.kind in ("name", "script") and written.setdefault(_plain(line.latex), tree) is not tree:
                written[_plain(line.latex)] = Syn("empty")  # two styles of one letter: leave both as they are

    def dressed(tree: Syn) -> Syn:
        if tree.kind in ("name", "script"):
            own = written.get(to_latex(tree))
            own = written.get(to_latex(tree).replace("{", "").replace("}", "")) if own is None else own
            if own is not None and own.kind != "empty":
                return own
        return Syn(tree.kind, tree.value, tuple(map(dressed, tree.children)), tree.span) if tree.children else tree

    return dressed


def _plain(latex: str) -> str:
    """Return a name without its style, braces and spaces: how ``W_{Q}`` and ``\\mathbf{W}_Q`` are one."""
    for word in (r"\mathbf", r"\boldsymbol", r"\mathrm", r"\bm", "{", "}", " "):
        latex = latex.replace(word, "")
    return latex
