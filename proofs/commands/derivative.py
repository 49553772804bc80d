"""What the commands `jacobian` and `hessian` share."""

from __future__ import annotations

import argparse
import sys

from proofs.commands.common import convention_arguments, conventions
from proofs.usage import BadInput


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of both commands."""
    parser.add_argument("latex", metavar="LATEX", help="the expression")
    parser.add_argument("--given", default="", metavar="LATEX", help="declarations and definitions")
    parser.add_argument("--wrt", action="append", default=[], metavar="SYMBOL", help="differentiate by this symbol")
    convention_arguments(parser)
    parser.add_argument("--steps", action="store_true", help="show every step with its rule")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--latex", dest="as_latex", action="store_true", help="print LaTeX only")
    form.add_argument("--python", action="store_true", help="print torch code that computes products with it")


def run_order(arguments: argparse.Namespace, order: int) -> int:
    """Print the derivative of the given order; 1 if a part of it has no rule, 3 if a road differs from the result."""
    from derive.errors import DeriveError
    from proofs.derivatives import WrongDerivative, derivative, derived, latex
    from proofs.doors import door
    from proofs.paper import BadPaper
    from proofs.roads import conclusions

    names = arguments.wrt if len(arguments.wrt) != 1 else arguments.wrt * order
    if len(names) != order:
        raise BadInput(f"--wrt is needed {'once' if order == 1 else 'once or twice'}, not {len(arguments.wrt)} times")
    settings = conventions(arguments)
    try:
        problem = derivative(arguments.latex, arguments.given, names, settings)
        if arguments.python:
            print(door("numeric.codegen", "python_code")(next(conclusions(problem.goal)).lhs))
            return 0
        found = derived(problem, settings)
    except (BadPaper, DeriveError) as problem_:
        raise BadInput(str(problem_)) from None
    except WrongDerivative as wrong:
        print(f"derive: contradiction: {wrong}", file=sys.stderr)
        return 3
    if arguments.steps:
        for number, step in enumerate(found.steps, 1):
            print(f"{number}. {step.rule}{'' if step.checked else '  (not checked)'}\n   {latex(step.after)}")
    for node in found.left:
        print(f"derive: not derived, no rule is known for: {latex(node)}", file=sys.stderr)
    if found.left:
        return 1
    if found.verdict != "holds":
        print(f"derive: by the rules alone, the roads do not confirm it: {found.reason}", file=sys.stderr)
    if arguments.as_latex:
        print(latex(found.answer))
    elif not arguments.steps:
        print(f"{latex(found.asked)} = {latex(found.answer)}\nshape: {found.answer.shape}")
    elif not found.steps:
        print(latex(found.answer))
    return 0
