"""Derive the Jacobian d vec_r(F) / d vec_r(X)^T of an expression, step by step if wanted."""

from __future__ import annotations

import argparse

from proofs.commands.derivative import add_arguments, run_order

EPILOG = r"""example:
  derive jacobian 'A X B' --wrt X --steps \
    --given 'A \in \mathbb{R}^{m \times n}, X \in \mathbb{R}^{n \times p}, B \in \mathbb{R}^{p \times q}'"""

__all__ = ["EPILOG", "add_arguments", "run"]


def run(arguments: argparse.Namespace) -> int:
    return run_order(arguments, 1)
