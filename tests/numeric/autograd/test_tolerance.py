"""The tolerance rules: what is rounding and what is not."""

import torch

from numeric.autograd.tolerance import at_least_usual, below_usual, judge, rounding_of_zero, row_discrepancy


def test_what_float32_rounds_to_zero_and_float64_does_not_is_zero_all_the_same():
    """1 - n (1/n) at n = 197 or 49: which precision hits zero is luck."""
    double = torch.full((3, 1), 1.1e-16, dtype=torch.float64)
    assert rounding_of_zero(double, torch.zeros(3, 1)).all()
    assert not rounding_of_zero(1e6 * double, torch.zeros(3, 1)).any()


def measured(rows: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Discrepancies, spreads and float32 discrepancies as a right formula has them over many rows."""
    noise = torch.rand(3, rows, dtype=torch.float64, generator=torch.Generator().manual_seed(0)) + 0.5
    return noise[0] * 1e-15, noise[1] * 1e-15, noise[2] * 5e-7


def test_a_row_that_is_lucky_in_both_yardsticks_is_no_error():
    """Seen among 151296 rows: 7.6e-15 apart, moved by 2.3e-16, 1.8e-9 apart in float32."""
    discrepancy, spread, single = measured(50_000)
    discrepancy[17], spread[17], single[17] = 7.6e-15, 2.3e-16, 1.8e-9
    assert judge(discrepancy, spread, single).outcome == "agree"
    single[17] = 4e-8  # within float32's own digits, but less than usual
    assert judge(discrepancy, spread, single).outcome == "agree"


def test_one_row_that_is_wrong_by_a_billionth_is_found_among_many():
    """Also where it looks lucky otherwise."""
    for moved, coarse in ((1e-15, 5e-7), (2.3e-16, 1e-9), (1e-15, 1e-5)):
        discrepancy, spread, single = measured(50_000)
        discrepancy[17], spread[17], single[17] = 1e-9, moved, coarse
        result = judge(discrepancy, spread, single)
        assert (result.outcome, result.row) == ("disagree", 17)


def test_a_number_that_all_but_cancels_has_the_rounding_of_a_usual_one():
    """Seen among 10752 products: 3.5e-13 apart, moved by 2.8e-15, equal in float32; it was 600 times smaller than most."""
    generator = torch.Generator().manual_seed(0)
    left = torch.randn(10_000, 1, dtype=torch.float64, generator=generator)
    left[17] = 1e-3
    right = left + 1e-15 * torch.randn(10_000, 1, dtype=torch.float64, generator=generator)
    right[17] = left[17] + 3.5e-16
    spread, single = torch.full((10_000,), 1e-15).double(), torch.full((10_000,), 3e-7).double()
    spread[17], single[17] = 2.8e-15, 0.0
    reach = below_usual(left, right)
    assert 100 < float(reach[17]) < 2000
    yard, coarse = at_least_usual(spread, reach), at_least_usual(single, reach)
    assert judge(row_discrepancy(left, right), yard, coarse, None, reach).outcome == "agree"
    right[17] = left[17] * (1 + 1e-9)
    result = judge(row_discrepancy(left, right), yard, coarse, None, reach)
    assert (result.outcome, result.row) == ("disagree", 17)
