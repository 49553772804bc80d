r"""Derivatives as an answer: simplified, with names for long parts, and confirmed by the roads.

A gradient is pulled back from the last operation to the first (`derive.pullback`); a Jacobian or Hessian comes from the named
rules (`derive.steps`). Either is simplified (`derive.simplify`), and what is printed is the derivative only if the roads say so;
where they do not, the answer is the derivation as it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.errors import NotSupported
from proofs.derivatives import Derivative, derived, judged_equal
from proofs.judging.roads import conclusions

if TYPE_CHECKING:
    from derive.core import Expr, Problem
    from derive.named_parts import Named
    from proofs.reading.paper import Settings

GAIN = 4
"""How much shorter an answer must be to speak of the value of the function itself."""


@dataclass(frozen=True, slots=True)
class Answer:
    r"""A derivative as it is shown.

    Attributes:
        asked: The derivative as an expression.
        whole: The answer with all its parts written out.
        shown: The answer in LaTeX; its parts have names.
        parts: The names in LaTeX, with what they stand for.
        verdict: The roads' verdict of ``asked = whole``.
        reason: What the roads say where it is not `holds`.
        domain: Where it holds, in LaTeX, if that is not everywhere.
        left: Derivatives that no rule takes apart; then it is no answer.
        question: The derivative in LaTeX, with what was differentiated as it was written.

    """

    asked: Expr
    whole: Expr
    shown: str
    parts: tuple[tuple[str, str], ...]
    verdict: str
    reason: str = ""
    domain: str = ""
    left: tuple[Expr, ...] = ()
    question: str = ""

    @property
    def latex(self) -> str:
        """The answer with its parts behind it, on one line."""
        told = ", ".join(f"{name} := {value}" for name, value in self.parts)
        return rf"{self.shown} \quad \text{{with }} {told}" if told else self.shown

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"

    def __str__(self) -> str:
        return self.latex

    def __bool__(self) -> bool:
        """Whether the roads confirm it wherever the hypotheses hold."""
        return self.verdict == "holds" and not self.domain


def answered(problem: Problem, settings: Settings, expression: str, *, simplify: bool = True) -> Answer:
    """Return the derivative on the left side of a problem as an answer.

    Args:
        problem: As `proofs.derivatives.derivative` makes it.
        settings: The conventions.
        expression: The text of what is differentiated, which names its value.
        simplify: Whether to simplify; otherwise it is the derivation's last line.

    Raises:
        WrongDerivative: A road differs from the derivation.

    """
    from derive.language.printing.human import human_latex

    asked = next(conclusions(problem.goal)).lhs
    for found in _simplified(problem, asked) if simplify else ():
        decision = judged_equal(problem, settings, asked, found.whole)
        if decision.verdict == "holds":
            value = _value(asked)
            parts = tuple((human_latex(name), expression.strip() if part == value else human_latex(part)) for name, part in found.parts)
            shown, question = human_latex(found.expr), _question(asked, expression)
            return Answer(asked, found.whole, shown, parts, "holds", domain=decision.domain, question=question)
    return _plain(derived(problem, settings))


def _plain(found: Derivative) -> Answer:
    from proofs.derivatives import latex

    return Answer(
        found.asked, found.answer, latex(found.answer), (), found.verdict, found.reason, found.domain, found.left, latex(found.asked)
    )


def _question(asked: Expr, expression: str) -> str:
    """The derivative with the user's text in it; a second derivative as the core prints it."""
    from derive.build import var
    from derive.core import Expr as Node
    from proofs.derivatives import latex

    if _value(asked) is None:
        return latex(asked)
    body = asked.args[0]
    mark = var("F", body.shape)
    return latex(Node(asked.op, (mark, *asked.args[1:]), asked.data, asked.shape)).replace("F", f" {expression.strip()} ", 1).replace("( ", "(").replace(" )", ")")


def _value(asked: Expr) -> Expr | None:
    """What is differentiated, at the point; None of a second derivative."""
    from derive.build import DERIVATIVES, substitute
    from derive.core import walk

    body, point, *_ = asked.args
    if any(node.op in DERIVATIVES for node in walk(body)):
        return None
    return substitute(body, {asked.data[0]: point})


def _simplified(problem: Problem, asked: Expr) -> Iterator[Named]:
    """Answers to be confirmed, the shortest first."""
    from derive.build import var
    from derive.named_parts import LONG, letter, named
    from derive.simplify import Simplifier, length

    if asked.op not in ("deriv", "grad"):
        return
    try:
        raw = _raw(asked)
    except NotSupported:
        return
    if raw is None:
        return
    taken = _taken(problem)
    plain = Simplifier(problem.hypotheses)(raw)
    value = _value(asked)
    if value is not None and not value.shape.is_scalar and length(value) > LONG and not _is_softmax(value):
        name = var(letter("value", taken), value.shape)
        short = Simplifier(problem.hypotheses, [(name, value)])(raw)
        if length(short) + GAIN < length(plain):
            yield named(short, taken, ((name, value),))
    yield named(plain, taken)


def _is_softmax(e: Expr) -> bool:
    return e.op == "softmax" or (e.op == "transpose" and e.args[0].op == "softmax")


def _raw(asked: Expr) -> Expr | None:
    from derive.pullback import gradient
    from derive.steps import derivation, undone

    if asked.op == "grad":
        try:
            return gradient(asked.args[0], asked.data[0], asked.args[1])
        except NotSupported:
            pass
    steps = derivation(asked, check=False)
    return steps[-1].after if steps and not undone(steps[-1].after) else None


def _taken(problem: Problem) -> Collection[str]:
    names = {name for name, _ in problem.variables} | {name for name, *_ in problem.functions} | {name for name, *_ in problem.indices}
    return names | set(problem.sizes)


__all__ = ["Answer", "answered"]
