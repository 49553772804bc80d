"""Derive the second derivative d vec_r(dF/dX) / d vec_r(Y)^T of an expression, step by step if wanted."""

from __future__ import annotations

import argparse

from proofs.commands.derivative import add_arguments, run_order

EPILOG = r"""examples:
  derive hessian 'x^\top S x' --wrt x --given 'x \in \mathbb{R}^{n}, S \in \mathbb{R}^{n \times n}'
  derive hessian 'A X B' --wrt A --wrt X \
    --given 'A \in \mathbb{R}^{m \times n}, X \in \mathbb{R}^{n \times p}, B \in \mathbb{R}^{p \times q}'

exit codes: 0 derived, and judged by the roads; 1 a part of it has no rule (it is named) or time is up, so that nothing is
printed as the derivative; 2 bad input; 3 a road differs from the derivation"""

__all__ = ["EPILOG", "add_arguments", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Print the second derivative; exit codes as in the epilog."""
    return run_order(arguments, 2)
