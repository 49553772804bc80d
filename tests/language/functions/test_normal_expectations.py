r"""Expectations over normal variables of exponentials, cosines and rectifiers; false neighbors are refuted, what no rule gives is refused."""

import pytest

from tests.judged import judged

HE = r"W \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, W_{ij} \overset{\text{iid}}{\sim} \mathcal{N}(0, 2/n)"
TOKENS = r"X \in \mathbb{R}^{k \times m}, W \in \mathbb{R}^{m \times n}, \sigma > 0, W_{ij} \overset{iid}{\sim} \mathcal{N}(0, \sigma^2)"
FEATURES = r"x, y \in \mathbb{R}^d, \omega \sim \mathcal{N}(0, I_d)"
NUMBER = r"\mu \in \mathbb{R}, \sigma > 0, z \sim \mathcal{N}(\mu, \sigma^2)"
CENTERED = r"\sigma > 0, z \sim \mathcal{N}(0, \sigma^2)"
UNIFORM = r"z \in \mathbb{R}, z \sim \mathcal{U}(0, 1)"
FAVOR = r"\exp(\omega^\top x - \tfrac{1}{2} \|x\|^2) \exp(\omega^\top y - \tfrac{1}{2} \|y\|^2)"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (HE, r"\mathbb{E}[\|\operatorname{ReLU}(W x)\|_2^2] = \frac{m}{n} \|x\|_2^2", "holds"),
        (HE, r"\mathbb{E}[\|\operatorname{ReLU}(W x)\|_2^2] = \frac{2 m}{n} \|x\|_2^2", "refuted"),
        (HE, r"\mathbb{E}[\operatorname{ReLU}((W x)_i)^2] = \frac{1}{n} \|x\|_2^2", "holds"),
        (HE, r"\mathbb{E}[\operatorname{ReLU}((W x)_i)^2] = \frac{1}{m} \|x\|_2^2", "refuted"),
        (HE, r"\mathbb{E}[\operatorname{ReLU}(W x)] = \frac{\|x\|_2}{\sqrt{\pi n}} \mathbf{1}_m", "holds"),
        (HE, r"\mathbb{E}[\operatorname{ReLU}(W x)] = \mathbf{0}", "refuted"),
        (TOKENS, r"\mathbb{E}[\|\operatorname{ReLU}(X W)\|_F^2] = \frac{n}{2} \sigma^2 \|X\|_F^2", "holds"),
        (TOKENS, r"\mathbb{E}[\|\operatorname{ReLU}(X W)\|_F^2] = \frac{k}{2} \sigma^2 \|X\|_F^2", "refuted"),
        (FEATURES, rf"\mathbb{{E}}[{FAVOR}] = \exp(x^\top y)", "holds"),
        (FEATURES, r"\mathbb{E}[\exp(\omega^\top x) \exp(\omega^\top y)] = \exp(x^\top y)", "refuted"),
        (FEATURES, r"\mathbb{E}[\cos(\omega^\top (x - y))] = \exp(-\tfrac{1}{2} \|x - y\|_2^2)", "holds"),
        (FEATURES, r"\mathbb{E}[\cos(\omega^\top (x - y))] = \exp(-\|x - y\|_2^2)", "refuted"),
        (
            FEATURES,
            r"\mathbb{E}[\cos(\omega^\top x) \cos(\omega^\top y) + \sin(\omega^\top x) \sin(\omega^\top y)] "
            r"= \exp(-\tfrac{1}{2} \|x - y\|_2^2)",
            "holds",
        ),
        (
            FEATURES,
            r"\mathbb{E}[\cos(\omega^\top x) \cos(\omega^\top y)] = \tfrac{1}{2} \exp(-\tfrac{1}{2} \|x - y\|_2^2)",
            "refuted",
        ),
        (FEATURES, r"\mathbb{E}[\sin(\omega^\top x) \cos(\omega^\top y)] = 0", "holds"),
        (NUMBER, r"\mathbb{E}[e^z] = e^{\mu + \sigma^2/2}", "holds"),
        (NUMBER, r"\mathbb{E}[e^z] = e^{\mu + \sigma^2}", "refuted"),
        (NUMBER, r"\operatorname{Var}(e^z) = (e^{\sigma^2} - 1) e^{2 \mu + \sigma^2}", "holds"),
        (NUMBER, r"\mathbb{E}[\sin(z)] = e^{-\sigma^2/2} \sin(\mu)", "holds"),
        (NUMBER, r"\mathbb{E}[\sin(z)] = e^{-\sigma^2/2} \cos(\mu)", "refuted"),
        (CENTERED, r"\mathbb{E}[|z|] = \sigma \sqrt{2/\pi}", "holds"),
        (CENTERED, r"\mathbb{E}[|z|] = \sigma \sqrt{1/\pi}", "refuted"),
        (
            CENTERED,
            r"\mathbb{E}[z^2 + e^z + \max(z, 0)] = \sigma^2 + e^{\sigma^2/2} + \frac{\sigma}{\sqrt{2 \pi}}",
            "holds",
        ),
        (NUMBER, r"\mathbb{E}[|z|] = \sigma \sqrt{2/\pi}", "undecided"),
        (NUMBER, r"\mathbb{E}[\operatorname{ReLU}(z)^2] = \sigma^2/2", "undecided"),
        (CENTERED, r"\mathbb{E}[z e^z] = \sigma^2 e^{\sigma^2/2}", "undecided"),
        (UNIFORM, r"\mathbb{E}[e^z] = e - 1", "undecided"),
    ],
)
def test_functions_of_normal_variables(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict
