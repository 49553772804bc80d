"""Derivatives on demand: an expression, its declarations and the symbols, to a Jacobian or Hessian with its steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from derive.core import Problem, Rel
from proofs.api import ad_hoc_claim
from proofs.doors import door
from proofs.judging.roads import conclusions
from proofs.judging.understand import understand
from proofs.reading.options import How
from proofs.reading.paper import BadPaper, Flaw, Settings

if TYPE_CHECKING:
    from derive.core import Expr
    from derive.steps import Step
    from proofs.results.verdicts import Decision


@dataclass(frozen=True, slots=True)
class Derivative:
    """What was asked, what was found by named rules, and what the roads say of it.

    Attributes:
        asked: The derivative as an expression.
        steps: The derivation, each step with its rule, proved by the index form.
        answer: The last line.
        left: Derivatives in it that no rule takes apart; then it is no answer.
        verdict: The roads' verdict of ``asked = answer`` (`holds`, or `undecided`).
        reason: What the roads say where it is not `holds`.
        domain: Where it holds, in LaTeX, if that is not everywhere.

    """

    asked: Expr
    steps: tuple[Step, ...]
    answer: Expr
    left: tuple[Expr, ...]
    verdict: str
    reason: str
    domain: str = ""


class WrongDerivative(Exception):
    """The roads differ from what the named rules give: the checker contradicts itself."""


def derivative(latex: str, given: str, wrt: Sequence[str], settings: Settings) -> Problem:
    r"""Return a problem whose goal has the derivative of an expression as its left side.

    The elaborator is asked for ``\frac{\partial}{\partial X}(...) = 0``, so that every convention of paper files holds
    here too.

    Raises:
        BadPaper: The expression cannot be read, or cannot be differentiated by a symbol.

    """
    below = r" \, ".join(rf"\partial {name}" for name in wrt)
    order = "" if len(wrt) == 1 else f"^{len(wrt)}"
    head = rf"\frac{{\partial{order}}}{{{below}}}\left("
    claim = ad_hoc_claim(f"{head} {latex}\n\\right) = \\mathbf{{0}}", given, settings)
    for part, text in (("expression", latex), *(("--wrt", name) for name in wrt)):
        if not text.strip():
            raise BadPaper((Flaw(part, 0, 0, "it is empty"),))
    try:
        readings = understand(claim)
    except BadPaper as bad:
        own = flaws_of("--given", "0 = 0", given, settings)
        own = own or flaws_of("expression", _alone(latex), given, settings)
        raise BadPaper(own or tuple(_shifted(flaw, len(head) + 1, wrt) for flaw in bad.flaws)) from None
    link = readings[0].links[0]
    if link.typed is None:
        alone = understand(ad_hoc_claim(_alone(latex), given, settings))[0].links[0]
        raise BadPaper((Flaw("expression" if alone.typed is None else _options(wrt), 0, 0, link.message),))
    return link.typed.problem


def derived(problem: Problem, settings: Settings) -> Derivative:
    """Take the derivative on the left side of a problem apart by named rules, and have the roads judge the result.

    Raises:
        WrongDerivative: A road differs from it.

    """
    from derive.steps import derivation, undone

    asked = next(conclusions(problem.goal)).lhs
    steps = derivation(asked)
    answer = steps[-1].after if steps else asked
    left = tuple(undone(answer))
    if left:
        return Derivative(asked, tuple(steps), answer, left, "undecided", "")
    decision = judged_equal(problem, settings, asked, answer)
    if decision.verdict in ("refuted", "error"):
        raise WrongDerivative(f"{decision.message or 'a road'} differs from the derivation")
    return Derivative(asked, tuple(steps), answer, (), decision.verdict, decision.message, decision.domain)


def judged_equal(problem: Problem, settings: Settings, asked: Expr, answer: Expr) -> Decision:
    """Return the roads' verdict of ``asked = answer``; `refuted` already where one road differs."""
    from proofs.judging.judge import judge_problem

    claim = replace(problem, goal=Rel("=", asked, answer))
    found = judge_problem(claim, settings, None, How(effort="quick", lean=True))
    against = [e.road for e in found.evidence if e.outcome == "disagree"]
    return replace(found.decision, verdict="refuted", message=", ".join(against)) if against else found.decision


def flaws_of(part: str, claim: str, given: str, settings: Settings) -> tuple[Flaw, ...]:
    """Return what is wrong with a claim that stands in no file, as flaws of the part that it was made to read."""
    try:
        understand(ad_hoc_claim(claim, given, settings))
    except BadPaper as bad:
        return tuple(replace(flaw, file=part) for flaw in bad.flaws)
    return ()


def _shifted(flaw: Flaw, by: int, wrt: Sequence[str]) -> Flaw:
    """A place in the expression itself, or the symbols that were put before it."""
    if flaw.line > 1 or flaw.column > by:
        column = flaw.column if flaw.line > 1 else flaw.column - by
        return Flaw("expression", flaw.line, column, flaw.message)
    return Flaw(_options(wrt), 0, 0, flaw.message)


def _alone(latex: str) -> str:
    """A claim that reads an expression without its derivative."""
    return f"{latex}\n= \\mathbf{{0}}"


def _options(wrt: Sequence[str]) -> str:
    return " ".join(f"--wrt {name}" for name in dict.fromkeys(wrt))


def latex(expr: Expr) -> str:
    """Return the LaTeX of a core expression."""
    return door("derive.language.printing.core_latex", "core_to_latex")(expr)
