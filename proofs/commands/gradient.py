"""Derive the gradient of a scalar by a matrix, vector or number, in the shape of what it is taken by."""

from __future__ import annotations

import argparse

from proofs.commands.derivative import add_arguments, run_order

EPILOG = r"""examples:
  derive gradient '\|A x - b\|^2' --wrt x --given 'A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, b \in \mathbb{R}^m'
  derive gradient '\log \det X' --wrt X --given 'X \in \mathbb{R}^{n \times n}'

The layout is that of the question, the shape of the variable (`jacobian` has a row for a scalar); --layout says another one.

exit codes: 0 derived, and judged by the roads; 1 a part of it has no rule (it is named) or time is up, so that nothing is
printed as the derivative; 2 bad input; 3 a road differs from the derivation"""

__all__ = ["EPILOG", "add_arguments", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Print the gradient; exit codes as in the epilog."""
    arguments.layout = arguments.layout or "gradient"
    return run_order(arguments, 1)
