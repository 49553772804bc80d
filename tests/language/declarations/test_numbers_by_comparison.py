r"""Letters that a comparison declares: what is negative is a number, ``c > 0`` also behind its use; ``\ell`` is an index."""

import pytest

from derive.errors import NameProblem
from derive.language.scope.scope import Scope
from tests.judged import judged

BLOCKS = r"J_1, \ldots, J_L \in \mathbb{R}^{d \times d}, \|J_\ell\|_2 \le \frac{c}{L}, c > 0"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"a < 0", r"|a| = -a", "holds"),
        (r"a < 0", r"|a| = a", "refuted"),
        (r"x < 0", r"x^2 > 0", "holds"),
        (r"0 \ge a", r"|a| = -a", "holds"),
        (r"\Delta > 0", r"|\Delta| = \Delta", "holds"),
        (r"\Delta > 0", r"|\Delta| < 1", "refuted"),
        (BLOCKS, r"\sum_{\ell=1}^L \|J_\ell\|_2 \le c", "holds"),
        (BLOCKS, r"\sum_{\ell=1}^L \|J_\ell\|_2 \le \frac{c}{2}", "refuted"),
        (r"x \in \mathbb{R}^n, \|x\|_2 < c, \text{ where } c > 0", r"\|x\|_2 < c", "holds"),
        (r"W \in \mathbb{R}^{n \times n}, W = W^\top", r"W_{\ell m} = W_{m \ell}", "holds"),
        (r"W \in \mathbb{R}^{n \times n}", r"W_{\ell m} = W_{m \ell}", "refuted"),
        (r"x \in \mathbb{R}^n", r"x_\ell^2 = |x_\ell|^2", "holds"),
    ],
)
def test_verdicts(given: str, claim: str, verdict: str, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize("given", ["m > 0", "n < 1", "0 < k", "-1 < n"])
def test_what_may_be_a_size_is_refused(given: str):
    with pytest.raises(NameProblem, match="is not declared"):
        Scope.root().given(given)
