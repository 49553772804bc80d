"""Compare a function in your code with a formula: values, and derivatives where it is a torch function; the likeliest slip is named."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

from proofs.commands.common import convention_arguments
from proofs.reading.header import BadValue
from proofs.reading.options import parse_sizes
from proofs.usage import BadInput

EPILOG = r"""examples:
  derive match mylayers:softmax '\operatorname{softmax}(x)' --given 'x \in \mathbb{R}^n'
  derive match mylayers:attention '\operatorname{softmax}(\frac{Q K^\top}{\sqrt{d}}) V' \
    --given 'Q, K \in \mathbb{R}^{L \times d}, V \in \mathbb{R}^{L \times v}' --arguments Q,K,V

The module is imported from the working directory, and so runs. Columns are handed over as vectors (n,), numbers as tensors without
dimensions, everything in float64; inputs meet the hypotheses of --given.

exit codes: 0 values and derivatives agree; 1 they differ; 2 bad input"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is compared."""
    parser.add_argument("function", metavar="MODULE:FUNCTION", help="the code; classes of modules are made without arguments")
    parser.add_argument("latex", metavar="FORMULA", help="what it claims to compute")
    parser.add_argument("--given", default="", metavar="LATEX", help="declarations and hypotheses")
    parser.add_argument("--arguments", metavar="Q,K,V", help="the variables in the order of the function's parameters")
    parser.add_argument("--sizes", metavar="m=20,n=3", help="sizes to take (default: small ones, all different)")
    parser.add_argument("--seed", type=int, default=0, help="fixes the inputs")
    parser.add_argument("--framework", choices=("auto", "torch", "numpy", "sympy"), default="auto", help="(default: auto)")
    parser.add_argument("--values", action="store_true", help="compare values only")
    convention_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print whether code and formula agree; exit codes as in the epilog."""
    from derive.errors import DeriveError
    from proofs.derivatives import difference_of
    from proofs.reading.header import CHOICES
    from proofs.reading.paper import BadPaper

    options: dict[str, Any] = {"seed": arguments.seed, "framework": arguments.framework, "derivatives": not arguments.values}
    for key in CHOICES:
        value = getattr(arguments, key.replace("-", "_"))
        if value is not None:
            options[key] = value
    try:
        if arguments.sizes:
            options["sizes"] = dict(parse_sizes(arguments.sizes))
        if arguments.arguments:
            options["arguments"] = [name.strip() for name in arguments.arguments.split(",")]
        found = difference_of(_function(arguments.function), arguments.latex, arguments.given, options)
    except (BadPaper, BadValue, DeriveError) as problem:
        raise BadInput(str(problem)) from None
    if found is not None:
        print(f"{arguments.function}: {found}")
        return 1
    print(f"{arguments.function}: values{'' if arguments.values else ' and derivatives'} agree")
    return 0


def _function(text: str) -> Any:
    """The function that a text names; a class is made without arguments."""
    name, colon, attribute = text.partition(":")
    if not colon or not name or not attribute:
        raise BadInput(f"{text}: MODULE:FUNCTION was expected, such as mylayers:attention")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found: Any = importlib.import_module(name)
        for part in attribute.split("."):
            found = getattr(found, part)
        return found() if isinstance(found, type) else found
    except (ImportError, AttributeError, TypeError) as problem:
        raise BadInput(f"{text}: {problem}") from None
    finally:
        sys.path.pop(0)


__all__ = ["EPILOG", "add_arguments", "run"]
