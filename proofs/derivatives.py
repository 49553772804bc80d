"""Derivatives on demand: an expression, its declarations and the symbols, to a gradient, Jacobian or Hessian with its steps.

An answer is simplified, with names for long parts: a gradient is pulled back from the last operation to the first
(`derive.pullback`), a Jacobian or Hessian comes from the named rules (`derive.steps`); either goes through `derive.simplify`, and what
is printed is the derivative only if the roads say so. Where they do not, the answer is the derivation as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from derive.core import Problem, Rel
from derive.errors import NotSupported
from proofs.api import ad_hoc_claim
from proofs.doors import door
from proofs.judging.roads import conclusions
from proofs.judging.understand import understand
from proofs.reading.header import apply_setting
from proofs.reading.options import How
from proofs.reading.paper import BadPaper, Flaw, Settings

if TYPE_CHECKING:
    from derive.core import Expr
    from derive.steps import Step
    from derive.worked import Worked
    from numeric.implementations import Difference
    from proofs.report.derivation import Derivation
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
        named: The names as variables, with what they stand for.
        short: The answer with these variables in it; None where it has no names.
        problem: What it answers, with the hypotheses in force.

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
    named: tuple[tuple[Expr, Expr], ...] = ()
    short: Expr | None = None
    problem: Problem | None = None

    @property
    def latex(self) -> str:
        """The answer with its parts behind it, on one line."""
        told = ", ".join(f"{name} := {value}" for name, value in self.parts)
        return rf"{self.shown} \quad \text{{with }} {told}" if told else self.shown

    def sympy(self) -> Any:
        """Return the answer as a SymPy expression.

        Raises:
            derive.errors.NotSupported: SymPy has no word for an operation.
        """
        from derive.sympy_forms import to_sympy

        return to_sympy(self.whole)

    def derivation(self) -> Derivation:
        """Return the steps; printed they are text, in a notebook formulas.

        Raises:
            derive.errors.NotSupported: The answer was made without its problem.
        """
        from proofs.report.derivation import derivation_of

        if self.problem is None:
            raise NotSupported("an answer without its problem has no derivation")
        return derivation_of(self, worked_out(self.problem, self))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"

    def _repr_html_(self) -> str:
        from proofs.report.formulas import Formulas

        formulas = Formulas()
        lines = [f"{self.question} = {self.shown}" if self.question else self.shown, *(f"{name} := {value}" for name, value in self.parts)]
        return "".join(formulas.display(line) for line in lines)

    def __repr__(self) -> str:
        where = f" where {self.domain}" if self.domain else ""
        return f"<{self.verdict}{where}: {self.shown}>"

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
    from derive.answers import answers, value_of
    from derive.language.printing.human import human_latex

    asked = next(conclusions(problem.goal)).lhs
    for found in answers(problem, asked) if simplify else ():
        decision = judged_equal(problem, settings, asked, found.whole)
        if decision.verdict == "holds":
            value = value_of(asked)
            parts = tuple((human_latex(name), expression.strip() if part == value else human_latex(part)) for name, part in found.parts)
            shown, question = human_latex(found.expr), _question(asked, expression)
            return Answer(asked, found.whole, shown, parts, "holds", domain=decision.domain, question=question, named=found.parts, short=found.expr, problem=problem)
    return replace(_plain(derived(problem, settings)), problem=problem)


def worked_out(problem: Problem, answer: Answer) -> Worked:
    """Return the derivation of an answer, with names for parts; as the rules leave it where those cannot be put in.

    Args:
        problem: As `proofs.derivatives.derivative` makes it.
        answer: What `answered` found for it.
    """
    from derive.answers import names_of
    from derive.steps import derivation
    from derive.worked import Line, Worked, worked

    try:
        found = worked(answer.asked, problem.hypotheses, names_of(problem), answer.named)
        if all(line.checked for line in found.lines):
            return found
    except NotSupported:
        pass
    steps = derivation(answer.asked)
    return Worked((Line((), answer.asked), *(Line((step.rule,), step.after, (), step.checked) for step in steps)), ())


def settings_of(conventions: Mapping[str, Any]) -> Settings:
    """Return the settings with these header keys, written with ``_`` or ``-``."""
    settings = Settings()
    for key, value in conventions.items():
        settings = apply_setting(settings, key.replace("_", "-"), value)
    return settings


def answer_of(expression: str, wrt: Sequence[str], given: str, conventions: Mapping[str, str]) -> Answer:
    """Return the derivative of an expression by some symbols, simplified; arguments as of `derive.gradient`."""
    settings = settings_of(conventions)
    return answered(derivative(expression, given, wrt, settings), settings, expression)


def code_of(expression: str, by: str, given: str, language: str, settings: Settings) -> str | None:
    """Return a function and its derivative as a file of code (`proofs.array_functions`); None where a part has no rule.

    Raises:
        BadPaper: The expression or the declarations cannot be read.
        DeriveError: An operation has no code, or no inputs meet the hypotheses.
    """
    from proofs.array_functions import source

    scalar = next(conclusions(expression_of(expression, given, settings).goal)).lhs.shape.is_scalar
    settings = apply_setting(settings, "layout", "gradient" if scalar else "numerator")
    problem = derivative(expression, given, [by], settings)
    found = answered(problem, settings, expression)
    return None if found.left else source(problem, found, expression, language)


def _plain(found: Derivative) -> Answer:
    return Answer(
        found.asked, found.answer, latex(found.answer), (), found.verdict, found.reason, found.domain, found.left, latex(found.asked)
    )


def _question(asked: Expr, expression: str) -> str:
    """The derivative with the user's text in it."""
    from derive.build import DERIVATIVES, var
    from derive.core import Expr as Node

    body = asked
    while body.op in DERIVATIVES:
        body = body.args[0]
    mark = var("expression", body.shape)  # no name of a user is so long

    def marked(e: Expr) -> Expr:
        return Node(e.op, (marked(e.args[0]), *e.args[1:]), e.data, e.shape) if e.op in DERIVATIVES else mark

    return latex(marked(asked)).replace(latex(mark), expression.strip(), 1)


def expression_of(latex: str, given: str, settings: Settings) -> Problem:
    """Return a problem whose goal has an expression as its left side.

    Raises:
        BadPaper: The expression or the declarations cannot be read.

    """
    link = understand(ad_hoc_claim(_alone(latex), given, settings))[0].links[0]
    if link.typed is None:
        raise BadPaper((Flaw("expression", 0, 0, link.message),))
    return link.typed.problem


def difference_of(function: Any, formula: str, given: str, options: Mapping[str, Any]) -> Difference | None:
    """Return the first difference between code and a formula; options as of `derive.assert_matches`.

    Raises:
        BadPaper: The formula or the declarations cannot be read.

    """
    own = ("arguments", "sizes", "seed", "framework", "derivatives")
    settings = settings_of({key: value for key, value in options.items() if key not in own})
    problem = expression_of(formula, given, settings)
    compare = door("numeric.implementations", "compare")
    expr = next(conclusions(problem.goal)).lhs
    return compare(function, problem, expr, **{key: value for key, value in options.items() if key in own})


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
