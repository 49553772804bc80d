r"""``A / B <= C / D`` for ``A <= C`` and ``0 < D <= B``, and hypotheses multiplied by what they divide by."""

from pathlib import Path

import pytest

from tests.judged import judged, proved


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (
            r"a, c, s, t \in \mathbb{R}, \quad 0 \le a, \quad a \le c, \quad s \le t, \quad 0 \le s + 1",
            r"\frac{a}{t + 1} \le \frac{c}{s + 1}",
        ),
        (r"a, c, s \in \mathbb{R}, s \ge -1, \frac{a}{s + 1} \le c", r"a \le c (s + 1)"),
        (r"a, c, s \in \mathbb{R}, s \ge -1, c \ge \frac{a}{s + 1}", r"a \le c (s + 1)"),
        (r"a, c, s \in \mathbb{R}, s \ge -1, \frac{a}{s + 1} < c", r"a < c (s + 1)"),
    ],
)
def test_quotients(given: str, claim: str):
    assert proved(given, claim)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        # nothing is known of the sign of what divides, of the numerators, or of the order of the denominators
        (
            r"a, c, s, t \in \mathbb{R}, \quad 0 \le a, \quad a \le c, \quad s \le t",
            r"\frac{a}{t + 1} \le \frac{c}{s + 1}",
        ),
        (
            r"a, c, s, t \in \mathbb{R}, \quad a \le c, \quad s \le t, \quad 0 \le s + 1",
            r"\frac{a}{t + 1} \le \frac{c}{s + 1}",
        ),
        (
            r"a, c, s, t \in \mathbb{R}, \quad 0 \le a, \quad a \le c, \quad 0 \le s + 1, \quad 0 \le t + 1",
            r"\frac{a}{t + 1} \le \frac{c}{s + 1}",
        ),
        (r"a, c, s \in \mathbb{R}, \frac{a}{s + 1} \le c", r"a \le c (s + 1)"),
        (r"a, c, s \in \mathbb{R}, s \ge -1, \frac{a}{s + 1} \le c", r"a < c (s + 1)"),
        (r"a, c, s \in \mathbb{R}, s \ge -1, \frac{a}{s + 1} \le c", r"a \le c s"),
        (r"a, c, s \in \mathbb{R}, s \le -1, \frac{a}{s + 1} \le c", r"a \le c (s + 1)"),
    ],
)
def test_false_neighbors(given: str, claim: str, tmp_path: Path):
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        (r"\sqrt{1 + s} \le 1 + \frac{s}{2}", True),
        (r"\sqrt{1 - 4 s} \le 1 - 2 s", True),
        (r"\sqrt{1 + s} \le 1 + \frac{s}{3}", False),
        (r"\sqrt{1 + s} \ge 1 + \frac{s}{2}", False),
    ],
)
def test_the_tangent_of_the_root(claim: str, holds: bool):
    assert proved(r"s \in \mathbb{R}", claim) == holds
