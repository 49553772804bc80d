"""What the commands `gradient`, `jacobian` and `hessian` share."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from proofs.commands.common import convention_arguments, conventions
from proofs.commands.time_limit import OutOfTime, time_limit
from proofs.reading.header import BadValue, unknown
from proofs.reading.option_values import value_of
from proofs.reading.options import parse_sizes
from proofs.usage import BadInput

if TYPE_CHECKING:
    from derive.core import Problem
    from proofs.derivatives import Answer


LIMIT = 120


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of both commands."""
    parser.add_argument("latex", metavar="LATEX", help="the expression")
    parser.add_argument("--given", default="", metavar="LATEX", help="declarations and definitions")
    parser.add_argument("--wrt", action="append", default=[], metavar="SYMBOL", help="differentiate by this symbol")
    convention_arguments(parser)
    parser.add_argument("--steps", action="store_true", help="show every step with its rule")
    parser.add_argument(
        "--simplify",
        choices=("human", "none"),
        default="human",
        help="human: a matrix form with names for long parts; none: what the rules leave (default: human)",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--latex", dest="as_latex", action="store_true", help="print LaTeX only; the same as --format latex")
    form.add_argument(
        "--format", choices=("text", "latex", "html"), default="text", help="of the answer; with --steps, of the derivation (default: text)"
    )
    form.add_argument("--python", action="store_true", help="print torch code of the products with it, J v and J^T u")
    parser.add_argument("--sizes", metavar="m=20,n=3", help="with --python: the sizes that the code is written for")
    parser.add_argument(
        "--timeout", type=float, default=LIMIT, metavar="SECONDS", help=f"give up after this time (default: {LIMIT})"
    )


def run_order(arguments: argparse.Namespace, order: int) -> int:
    """Print the derivative of the given order; 1 if a part of it has no rule or time is up, 3 if a road differs from it."""
    try:
        limit = value_of("timeout", arguments.timeout, "--timeout")
    except BadValue as problem:
        raise BadInput(str(problem)) from None
    try:
        with time_limit(limit):
            return _run(arguments, order)
    except OutOfTime:
        print(f"derive: not derived within {limit:g} seconds; --timeout gives more", file=sys.stderr)
        return 1


def _run(arguments: argparse.Namespace, order: int) -> int:
    from derive.errors import DeriveError
    from proofs.derivatives import WrongDerivative, answered, derivative, latex
    from proofs.reading.paper import BadPaper

    names = arguments.wrt if len(arguments.wrt) != 1 else arguments.wrt * order
    if len(names) != order:
        raise BadInput(f"--wrt is needed {'once' if order == 1 else 'once or twice'}, not {len(arguments.wrt)} times")
    if arguments.sizes is not None and not arguments.python:
        raise BadInput("--sizes is for the code of --python; a derivative is derived for all sizes")
    settings = conventions(arguments)
    try:
        problem = derivative(arguments.latex, arguments.given, names, settings)
        if arguments.python:
            print(_code(problem, order, arguments.sizes), end="")
            return 0
        found = answered(problem, settings, arguments.latex, simplify=arguments.simplify != "none")
    except (BadPaper, DeriveError) as problem_:
        raise BadInput(str(problem_)) from None
    except WrongDerivative as wrong:
        print(f"derive: contradiction: {wrong}", file=sys.stderr)
        return 3
    for node in found.left:
        print(f"derive: not derived, no rule is known for: {latex(node)}", file=sys.stderr)
    if found.left:
        return 1
    if found.verdict != "holds":
        print(f"derive: by the rules alone, the roads do not confirm it: {found.reason}", file=sys.stderr)
    form = "latex" if arguments.as_latex else arguments.format
    if arguments.steps or form == "html":
        print(_derivation(problem, found, form), end="")
        return 0
    if form == "latex":
        print(found.latex)
        return 0
    print(f"{found.question} = {found.shown}")
    for name, value in found.parts:
        print(f"with {name} := {value}")
    if found.domain:
        print(f"where {found.domain}")
    print(f"shape: {found.whole.shape}  (layout: {settings.layout})")
    return 0


def _derivation(problem: Problem, found: Answer, form: str) -> str:
    """Return the derivation of an answer as text, LaTeX or a page."""
    from proofs.derivatives import worked_out
    from proofs.report.derivation import derivation_of, latex, page, text
    from proofs.results.table import wants_color

    shown = derivation_of(found, worked_out(problem, found))
    if form == "text":
        return text(shown, color=wants_color(sys.stdout))
    return latex(shown) if form == "latex" else page(shown)


def _code(problem: Problem, order: int, wanted: str | None) -> str:
    """Return torch code of the products with a derivative.

    Raises:
        BadInput: The sizes cannot be used, or an operation has no code.

    """
    from derive.errors import NotSupported
    from numeric.programs.codegen import product_sources
    from proofs.judging.roads import conclusions

    sizes = _sizes(problem, wanted)
    try:
        asked = next(conclusions(problem.goal)).lhs
        return product_sources(asked, sizes, name="jacobian" if order == 1 else "hessian")
    except NotSupported as problem_:
        raise BadInput(f"--python: {problem_}") from None


def _sizes(problem: Problem, wanted: str | None) -> dict[str, int]:
    """Return the sizes that are asked for; what is missing is chosen."""
    from proofs.judging.asked_sizes import core_sizes
    from proofs.judging.roads import small_sizes

    try:
        fixed = core_sizes(parse_sizes(wanted)) if wanted else {}
    except BadValue as problem_:
        raise BadInput(f"--sizes {wanted}: {problem_}") from None
    for name in fixed:
        if name not in problem.sizes:
            raise BadInput(f"--sizes {wanted}: {unknown('size', name, sorted(problem.sizes))}")
    chosen = small_sizes(problem, [fixed] if fixed else [])
    if not chosen or any(chosen[0][name] != value for name, value in fixed.items()):
        raise BadInput(f"--sizes {wanted or ''}: the declarations admit no such sizes")
    return chosen[0]
