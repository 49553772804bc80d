"""The tolerance rules: what is rounding and what is not."""

import torch

from numeric.autograd.tolerance import rounding_of_zero


def test_what_float32_rounds_to_zero_and_float64_does_not_is_zero_all_the_same():
    """1 - n (1/n) at n = 197 or 49: which precision hits zero is luck."""
    double = torch.full((3, 1), 1.1e-16, dtype=torch.float64)
    assert rounding_of_zero(double, torch.zeros(3, 1)).all()
    assert not rounding_of_zero(1e6 * double, torch.zeros(3, 1)).any()
