r"""``J_{\operatorname{softmax}}(z)``: the Jacobian of a built-in function at a name; elsewhere it must be declared."""

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"z, x \in \mathbb{R}^n, p := \operatorname{softmax}(z), y := (I - \tfrac{1}{n} \mathbf{1} \mathbf{1}^\top) x"
LAYER = r"\frac{\sqrt{n}}{\|y\|_2} (I - \frac{y y^\top}{\|y\|_2^2}) (I - \frac{1}{n} \mathbf{1} \mathbf{1}^\top)"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"J_{\operatorname{softmax}}(z) = \operatorname{diag}(p) - p p^\top", "holds"),
        (r"J_{\operatorname{softmax}}(z) = \operatorname{diag}(p)", "refuted"),
        (r"\mathbf{J}_{\mathrm{softmax}}(z)^\top \mathbf{1} = 0", "holds"),
        (rf"\mathbf{{J}}_{{LN}}(x) = {LAYER}", "holds"),
        (rf"\mathbf{{J}}_{{LN}}(x) = \sqrt{{n}} {LAYER}", "refuted"),
    ],
)
def test_verdicts(claim: str, verdict: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    "claim", [r"J_{\operatorname{softmax}}(2 z) = 0", r"J_{\operatorname{rank}}(z) = 0", r"J_q(z) = 0"]
)
def test_others_must_be_declared(claim: str, tmp_path):
    with pytest.raises(BadPaper, match="not declared"):
        judged(claim, GIVEN, tmp_path)
