r"""Commands that authors define for themselves, ``\tr`` or ``\R``, are read as what they are called."""

from __future__ import annotations

import pytest

from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"A \in \R^{n \times n}, \quad x \in \R^n, \quad \vec{a} \in \R^n"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"\tr(A) = \operatorname{tr}(A)", r"\tr(A) = \operatorname{tr}(A^2)"),
        (r"\Tr A^\top = \Tr A", r"\Tr A^\top = -\Tr A"),
        (r"\diag(x) x = x \odot x", r"\diag(x) x = x"),
        (r"\mathbf{1}^\top \softmax(x) = 1", r"\softmax(x) = x"),
        (r"\ReLU(x) \odot \ReLU(-x) = 0", r"\ReLU(x) + \ReLU(-x) = x"),
        (r"\rank(A) \le n", r"\rank(A) = n - 1"),
        (r"\vec{a}^\top \vec{a} \ge 0", r"\vec{a}^\top \vec{a} = 0"),
    ],
)
def test_the_name_says_what_is_meant(true, false, tmp_path):
    assert judged(true, GIVEN, tmp_path).verdict == "holds"
    assert judged(false, GIVEN, tmp_path).verdict in ("refuted", "needs-hypothesis")


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (r"\vec(A) = \operatorname{vec}(A)", r"\\operatorname\{vec\}"),
        (r"\vec\left(A\right) = \operatorname{vec}(A)", r"\\operatorname\{vec\}"),
        (r"\sofmax(x) = x", r"did you mean \\softmax"),
        (r"\foo(x) = x", r"define it under `macros:`"),
    ],
)
def test_other_commands_say_what_to_write(claim, said, tmp_path):
    with pytest.raises(BadPaper, match=said):
        judged(claim, GIVEN, tmp_path)
