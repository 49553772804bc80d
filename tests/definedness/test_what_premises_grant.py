r"""What a hypothesis grants: ``\frac1x > y`` that x is not zero, ``x = 0 \lor \frac1x > y`` and ``\frac{d}{dx} |x|^{3/2} \le 1`` nothing of the kind."""

import pytest

from tests.judged import judged

GIVEN = r"x, y, t \in \mathbb{R}, \quad w \in \mathbb{R}^n, \quad k \in \{1, \dots, n\}"
KINK = r"\frac{d}{dx} |x|^{3/2} \le 1"
CASES = r"\begin{cases} \frac1x & x \ne 0 \\ 0 & \text{otherwise} \end{cases} \ge 0"


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (r"\frac1x \ge y", r"x^2 > 0"),
        (r"\frac{d}{dx} \log x \le 1", r"\frac{x}{x} = 1"),
        (r"\frac1x \ge y, \quad x = 1 \lor y = 1", r"x^2 > 0"),
        (r"\sum_{i=1}^n \frac{w_i}{y} = 0", r"y^2 > 0"),
        (r"\sum_{i=1}^k \frac{w_i}{y} = 0", r"y^2 > 0"),
        (r"\forall i \in \{1, \dots, n\}: \frac1y \ge w_i", r"y^2 > 0"),
    ],
)  # fmt: skip
def test_what_it_cannot_hold_without(premise: str, claim: str, tmp_path):
    result = judged(claim, f"{GIVEN}, {premise}", tmp_path)
    assert (result.verdict, result.domain or "") == ("holds", "")


@pytest.mark.parametrize(
    "premise",
    [
        KINK,
        r"\frac{d^2}{dx^2} |x|^3 \le 1",
        r"x = 0 \lor \frac1x > 0",
        r"(\frac1x > 0 \implies y > 0)",
        CASES,
        r"\sum_{i=2}^n \frac{w_i}{x} = 0",
        r"\sum_{i=1}^{k-1} \frac{w_i}{x} = 0",
        r"\forall i \in \{2, \dots, n\}: \frac1x \ge w_i",
    ],
)  # fmt: skip
def test_what_it_can_hold_without(premise: str, tmp_path):
    plain = premise[1:-1] if premise[0] == "(" else premise
    assert judged(r"x^2 > 0", f"{GIVEN}, {plain}", tmp_path).verdict != "holds"
    assert judged(r"\frac{x}{x} = 1", f"{GIVEN}, {plain}", tmp_path).domain
    if "forall" not in premise:
        assert judged(rf"{premise} \implies x^2 > 0", GIVEN, tmp_path).verdict != "holds"
