"""Rules that hold off the jumps of signs and steps prove a claim only where the claim leaves the jumps out."""

# ruff: noqa: E501 - formulas stay on one line

import pytest

from tests.index.outcomes import outcome

GIVEN = (
    r"\mathbf{X}, \mathbf{Y} \in \mathbb{R}^{m \times n}, \quad \mathbf{x}, \mathbf{y} \in \mathbb{R}^{n}, "
    r"\quad \alpha, \beta \in \mathbb{R}, \quad f(\alpha) := |\alpha|"
)


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"\operatorname{sign}(\alpha)^2 = 1", r"\alpha \ne 0"),
        (r"\operatorname{sign}(-\alpha)^2 = 1", r"\alpha < 0"),
        (r"\operatorname{sign}(\mathbf{x}) \odot \operatorname{sign}(\mathbf{x}) = \mathbf{1}_n", r"x_i \ne 0"),
        (
            r"\operatorname{sign}(\mathbf{X}) \odot \operatorname{sign}(\mathbf{X}) = \mathbf{1}_{m \times n}",
            r"X_{i,j} \ne 0",
        ),
        (
            r"\operatorname{sign}(\mathbf{X}) \odot \operatorname{sign}(\mathbf{X}) = \mathbf{1}_{m \times n}",
            r"\mathbf{X} > 0",
        ),
        (r"\frac{\partial |\alpha|}{\partial \alpha} = 2\cdot\mathbf{1}[\alpha > 0] - 1", ""),
        (r"\left(\frac{\partial |\alpha|}{\partial \alpha}\right)^2 = 1", ""),
        (r"\frac{\partial |\alpha|}{\partial \alpha} \operatorname{sign}(\alpha) = 1", ""),
        (
            r"\frac{\partial \operatorname{ReLU}(-\mathbf{x})}{\partial \mathbf{x}} = -\operatorname{diag}(\mathbf{1}_n - \mathbf{1}[\mathbf{x} > 0])",
            "",
        ),
    ],
)
def test_proved_where_the_jumps_are_left_out(claim: str, given: str):
    assert outcome(GIVEN, claim, given) == "agree"


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"\operatorname{sign}(\alpha)^2 = 1", ""),
        (r"\operatorname{sign}(\alpha)^2 = 1", r"\beta \ne 0"),
        (r"\operatorname{sign}(\alpha)^2 = 1", r"\alpha \ge 0"),
        (r"\operatorname{sign}(\mathbf{x}) \odot \operatorname{sign}(\mathbf{x}) = \mathbf{1}_n", r"x_1 \ne 0"),
        (r"\operatorname{sign}(\mathbf{x}) \odot \operatorname{sign}(\mathbf{x}) = \mathbf{1}_n", r"\mathbf{x} \ne 0"),
        (
            r"\operatorname{sign}(\mathbf{X}) \odot \operatorname{sign}(\mathbf{X}) = \mathbf{1}_{m \times n}",
            r"Y_{i,j} \ne 0",
        ),
        (r"\frac{\partial \alpha}{\partial \alpha} = \operatorname{sign}(\beta)^2", ""),
        (
            r"\frac{\partial |\alpha|}{\partial \alpha}\operatorname{sign}(\beta)^2 = \frac{\partial |\alpha|}{\partial \alpha}",
            "",
        ),
        (
            r"\frac{\partial |x_1|}{\partial \mathbf{x}}\operatorname{sign}(x_2)^2 = \frac{\partial |x_1|}{\partial \mathbf{x}}",
            r"n \ge 2",
        ),
        (
            r"\frac{\partial |\alpha + 1|}{\partial \alpha}\operatorname{sign}(\alpha)^2 = \frac{\partial |\alpha + 1|}{\partial \alpha}",
            "",
        ),
    ],
)
def test_not_proved_where_a_jump_belongs_to_the_claim(claim: str, given: str):
    assert outcome(GIVEN, claim, given) == "none"
