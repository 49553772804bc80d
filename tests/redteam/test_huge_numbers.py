"""Numbers of more digits than anyone writes out: a verdict at once, never a crash, and no proof of what is false."""

import pytest

from tests.judged import judged


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        (r"2^{2^{2^{100}}} = 1", "undecided refuted"),
        (r"(1/2)^{2^{200}} = 0", "undecided refuted"),
        (r"e^{-e^{e^{100}}} = 0", "undecided refuted"),
        (r"2^{2^{200}} < 3", "undecided refuted"),
        (r"10^{-9000} = 0", "undecided refuted"),
        (r"e^{10^{10}} \le 10", "undecided not-refuted refuted"),
        (r"e^{10^{10}} \ge 10", "holds undecided not-refuted"),
        (r"e^{2} \ge 7", "holds not-refuted"),
        (r"e^{2} \le 7", "refuted"),
        (r"(10^{60})^{200} = 3", "refuted"),
        (r"10^{-900} = 10^{-950}", "refuted"),
        (r"(1 - \frac{1}{100})^{500} \ge \frac{1}{100}", "refuted"),
        (r"(1 - \frac{1}{100})^{400} \ge \frac{1}{100}", "holds"),
        (r"2^{10} = 1024", "holds"),
        (r"2^{10} = 1025", "refuted"),
    ],
)
def test_powers_that_nobody_writes_out(claim: str, verdicts: str, tmp_path):
    assert judged(claim, "", tmp_path).verdict in verdicts.split()
