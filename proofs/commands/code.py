"""Write a function, its derivative and the products with it as plain NumPy, torch or JAX functions with free sizes and a self-test."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from proofs.commands.common import convention_arguments, conventions
from proofs.commands.derivative import LIMIT
from proofs.commands.output import check_outputs
from proofs.commands.time_limit import OutOfTime, time_limit
from proofs.reading.header import BadValue
from proofs.reading.option_values import value_of
from proofs.usage import BadInput

EPILOG = r"""examples:
  derive code '\|A x - b\|^2' --wrt x --given 'A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, b \in \mathbb{R}^m'
  derive code '\operatorname{softmax}(W x)' --wrt W --language torch -o softmax.py \
    --given 'W \in \mathbb{R}^{k \times n}, x \in \mathbb{R}^n'

The file has value, gradient (of a scalar) or jacobian, jvp (J v), vjp (J^T u) and, of a scalar, hvp (H v). Columns are arrays of one
axis, numbers of none. Run it for its self-test: torch and JAX are compared with autograd, NumPy with differences.

exit codes: 0 written; 1 a part has no rule or time is up; 2 bad input, or no code for an operation; 3 a road differs from the derivation"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is written."""
    parser.add_argument("latex", metavar="LATEX", help="the function's value")
    parser.add_argument("--given", default="", metavar="LATEX", help="declarations and hypotheses, which the inputs of the test meet")
    parser.add_argument("--wrt", required=True, metavar="SYMBOL", help="differentiate by this symbol")
    parser.add_argument("--language", choices=("numpy", "torch", "jax"), default="numpy", help="(default: numpy)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file (default: standard output)")
    parser.add_argument("--timeout", type=float, default=LIMIT, metavar="SECONDS", help=f"give up after this time (default: {LIMIT})")
    convention_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the file; exit codes as in the epilog."""
    from derive.errors import DeriveError
    from proofs.derivatives import WrongDerivative, code_of
    from proofs.reading.paper import BadPaper

    check_outputs({"-o": arguments.output})
    try:
        with time_limit(value_of("timeout", arguments.timeout, "--timeout")):
            text = code_of(arguments.latex, arguments.wrt, arguments.given, arguments.language, conventions(arguments))
    except BadValue as problem:
        raise BadInput(str(problem)) from None
    except OutOfTime:
        print("derive: not derived in time; --timeout gives more", file=sys.stderr)
        return 1
    except (BadPaper, DeriveError) as problem:
        raise BadInput(str(problem)) from None
    except WrongDerivative as wrong:
        print(f"derive: contradiction: {wrong}", file=sys.stderr)
        return 3
    if text is None:
        print("derive: not derived, a part of it has no rule", file=sys.stderr)
        return 1
    if arguments.output:
        Path(arguments.output).write_text(text, encoding="utf-8")
        print(f"wrote {arguments.output}")
    else:
        print(text, end="")
    return 0


__all__ = ["EPILOG", "add_arguments", "run"]
