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
        (r"\frac{\partial |x_1|}{\partial x_1} = 2\cdot\mathbf{1}[x_1 > 0] - 1", ""),
        (r"\frac{\partial \sum_{j=1}^n |x_j|}{\partial x_i} = 2\cdot\mathbf{1}[x_i > 0] - 1", ""),
        (r"D_x\left(|x_1|\right)[\mathbf{e}_1] = 2\cdot\mathbf{1}[x_1 > 0] - 1", ""),
        (r"\frac{\partial \max(\alpha, \beta)}{\partial \alpha} = \mathbf{1}[\alpha > \beta]", ""),
        (r"\frac{\partial |\alpha \beta|}{\partial \alpha} \operatorname{sign}(\alpha \beta) = \beta", r"\beta \ne 0"),
        (
            r"\frac{\partial \operatorname{ReLU}(1 - \alpha \mathbf{y}^\top \mathbf{x})}{\partial \mathbf{y}} = -\alpha\,\mathbf{1}[\alpha \mathbf{y}^\top \mathbf{x} < 1]\,\mathbf{x}^\top",
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


@pytest.mark.parametrize(
    "claim",
    [
        r"\operatorname{sign}(\alpha) = \mathbf{1}[\alpha > 0] - \mathbf{1}[\alpha < 0]",
        r"\mathbf{1}[\alpha > 0] = \tfrac12 (\operatorname{sign}(\alpha)^2 + \operatorname{sign}(\alpha))",
        r"\operatorname{sign}(\alpha)^4 = \operatorname{sign}(\alpha)^2",
        r"\alpha \operatorname{sign}(\alpha)^2 = \alpha",
        r"\mathbf{1}[\alpha \ge 0] = 1 - \mathbf{1}[\alpha < 0]",
        r"\operatorname{sign}(\alpha)\,\mathbf{1}[\alpha > 0] = \mathbf{1}[\alpha > 0]",
        r"\nabla_{\mathbf{x}} \max(0, 1 - \alpha \mathbf{y}^\top \mathbf{x}) = -\alpha \mathbf{y} \mathbf{1}[\alpha \mathbf{y}^\top \mathbf{x} < 1]",
        r"\nabla_{\mathbf{x}} \max(\mathbf{y}^\top \mathbf{x}, 0) = \mathbf{y} \mathbf{1}[\mathbf{y}^\top \mathbf{x} > 0]",
        r"\min(\alpha, 0) = -\operatorname{ReLU}(-\alpha)",
        r"\max(\alpha, 0)^2 = \alpha \max(0, \alpha)",
    ],
)
def test_proved_at_the_jumps_too(claim: str):
    assert outcome(GIVEN, claim, "") == "agree"


@pytest.mark.parametrize(
    "claim",
    [
        r"\frac{\partial}{\partial x_1}\left(x_1 \operatorname{sign}(x_2)^2\right) = 1",
        r"\frac{\partial}{\partial x_1}\left(x_1^2 + |x_2|\right) = 2 x_1 \operatorname{sign}(x_2)^2",
        r"\frac{\partial}{\partial x_1}\left(x_1 |x_2|\right) = |x_2| + 1 - \operatorname{sign}(x_2)^2",
        r"\frac{\partial}{\partial x_1}\left(x_1 \operatorname{sign}(x_2)\right) = 2\cdot\mathbf{1}[x_2 > 0] - 1",
        r"\frac{\partial}{\partial x_1}\operatorname{ReLU}(x_2) = 1 - \operatorname{sign}(x_2)^2",
        r"D_x\left(x_1 |x_2|\right)[\mathbf{e}_1] = |x_2| + 1 - \operatorname{sign}(x_2)^2",
        r"\frac{\partial \sum_{j=1}^n |x_j|}{\partial x_i} = \operatorname{sign}(x_i) + 1 - \operatorname{sign}(x_k)^2",
        r"\frac{\partial |\alpha + \beta - \beta|}{\partial \beta} + \operatorname{sign}(\alpha)^2 = 1",
        r"\frac{\partial}{\partial \beta} \left|\frac{\beta \alpha}{\beta}\right| = 1 - \operatorname{sign}(\alpha)^2",
        r"\frac{\partial |\alpha \beta|}{\partial \alpha} = \beta \operatorname{sign}(\alpha \beta) + 1 - \operatorname{sign}(\alpha \beta)^2",
        r"\frac{\partial |\alpha^3|}{\partial \alpha} = 3 \alpha |\alpha| + 1 - \operatorname{sign}(\alpha)^2",
        r"\frac{\partial \max(\alpha, \beta)}{\partial \alpha} = \mathbf{1}[\alpha > \beta] + 1 - \operatorname{sign}(\alpha)^2",
        r"\frac{\partial}{\partial \mathbf{x}} \operatorname{ReLU}(\mathbf{x} - \mathbf{x} + \mathbf{y}) = \operatorname{diag}(\mathbf{1}_n - \operatorname{sign}(\mathbf{y})^{\circ 2})",
    ],
)
def test_not_proved_where_the_argument_of_the_kink_stands_still(claim: str):
    assert outcome(GIVEN, claim, "") == "none"
