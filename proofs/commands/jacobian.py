"""Derive the Jacobian d vec_r(F) / d vec_r(X)^T of an expression, step by step if wanted."""

from __future__ import annotations

import argparse

from proofs.commands.derivative import add_arguments, run_order

EPILOG = r"""examples:
  derive jacobian 'A X B' --wrt X --steps \
    --given 'A \in \mathbb{R}^{m \times n}, X \in \mathbb{R}^{n \times p}, B \in \mathbb{R}^{p \times q}'
  derive jacobian 'A x' --wrt A --python --sizes m=300,n=20 --given 'A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^{n}'

exit codes: 0 derived, and judged by the roads; 1 a part of it has no rule (it is named) or time is up, so that nothing is
printed as the derivative; 2 bad input; 3 a road differs from the derivation"""

__all__ = ["EPILOG", "add_arguments", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Print the first derivative; exit codes as in the epilog."""
    return run_order(arguments, 1)
