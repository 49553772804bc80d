"""What the commands `jacobian` and `hessian` share."""

from __future__ import annotations

import argparse

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
    """Print the derivative of the given order."""
    from derive.errors import DeriveError
    from proofs.derivatives import derivative, latex, steps
    from proofs.paper import BadPaper
    from proofs.roads import door

    names = arguments.wrt if len(arguments.wrt) != 1 else arguments.wrt * order
    if len(names) != order:
        raise BadInput(f"--wrt is needed {'once' if order == 1 else 'once or twice'}, not {len(arguments.wrt)} times")
    try:
        expr = derivative(arguments.latex, arguments.given, names, conventions(arguments))
        if arguments.python:
            print(door("numeric.codegen", "python_code")(expr))
            return 0
        found = steps(expr)
        last = found[-1].after if found else expr
        if arguments.steps:
            for number, step in enumerate(found, 1):
                print(f"{number}. {step.rule}{'' if step.checked else '  (not checked)'}\n   {latex(step.after)}")
        elif arguments.as_latex:
            print(latex(last))
        else:
            print(f"{latex(expr)} = {latex(last)}\nshape: {last.shape}")
    except (BadPaper, DeriveError) as problem:
        raise BadInput(str(problem)) from None
    return 0
