r"""Sums of quotients whose denominators are powers and products of sums."""

from __future__ import annotations

import pytest

from tests.index.outcomes import outcome

GIVEN = r"x, y \in \mathbb{R}^n, S \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        (
            r"\sum_i \left(\frac{2}{1+x_i^2} - \frac{4x_i^2}{(1+x_i^2)^2}\right) = \sum_i \frac{2-2x_i^2}{(1+x_i^2)^2}",
            "agree",
        ),
        (
            r"\sum_i \left(\frac{2}{1+x_i^2} - \frac{4x_i^2}{(1+x_i^2)^2}\right) = \sum_i \frac{2+2x_i^2}{(1+x_i^2)^2}",
            "none",
        ),
        (r"\sum_i \frac{1+x_i^2}{(1+x_i^2)^3(1+y_i^2)^2} = \sum_i \frac{1}{(1+x_i^2)^2(1+y_i^2)^2}", "agree"),
        (r"\sum_i \frac{1+x_i^2}{(1+x_i^2)^3(1+y_i^2)^2} = \sum_i \frac{1}{(1+x_i^2)(1+y_i^2)^2}", "none"),
        (r"\sum_i \frac{1+y_i^2}{((1+x_i^2)(1+y_i^2))^2} = \sum_i \frac{1}{(1+x_i^2)^2(1+y_i^2)}", "agree"),
        (r"\sum_i \frac{1}{(1+x_i)^2} = \sum_i \frac{1}{1+2x_i+x_i^2}", "agree"),
        (r"\sum_i \frac{1}{(1+x_i)^2} = \sum_i \frac{1}{1+x_i+x_i^2}", "none"),
        (r"\operatorname{tr}(\nabla_x^2 \sum_i \log(1+x_i^2)) = \sum_i \frac{2-2x_i^2}{(1+x_i^2)^2}", "agree"),
        (r"\operatorname{tr}(\nabla_x^2 \sum_i \log(1+x_i^2)) = \sum_i \frac{2-x_i^2}{(1+x_i^2)^2}", "none"),
    ],
)
def test_found(claim: str, found: str) -> None:
    assert outcome(GIVEN, claim) == found
