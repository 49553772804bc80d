r"""``\min(m, n)`` of two sizes under roots and in products: it is one of them; the end of a sum's range is none."""

import pytest

from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{m \times n}, \quad x \in \mathbb{R}^{n}"


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        (r"\sqrt{\min(m, n)} \ge 1", "holds"),
        (r"\sqrt{\min(m, n)} > 1", "refuted"),
        (r"\|A\|_2 \le \sqrt{\min(m, n)} \|A\|_2", "holds"),
        (r"\|A\|_F \ge \frac{1}{\sqrt{\min(m, n)}} \|A\|_F", "holds"),
        (r"\|A\|_F \ge \frac{1}{\sqrt{\min(m, n)}} \|A\|_F + \frac{1}{100} \|A\|_2", "refuted"),
        (r"\sqrt{\max(m, n)} \le \sqrt{m n}", "holds"),
        (r"\sqrt{\max(m, n)} \le \sqrt{m n} - \frac{1}{100}", "refuted"),
        (r"\|x\|_1 \le \sqrt{\max(m, n)} \|x\|_2", "holds"),
        (r"\|x\|_1 \le \sqrt{\min(m, n)} \|x\|_2", "refuted"),
        (r"\sum_{i=1}^n \min(i, m) x_i^2 \ge \|x\|_2^2 \min(m, n)", "refuted"),
        (r"\sum_{i=1}^n \min(i, m) \ge \frac{n (n + 1)}{2}", "refuted"),
        (r"\sum_{i=1}^n \min(i, m) \le m n - 1", "refuted"),
    ],
)
def test_verdicts(claim: str, verdicts: str, tmp_path):
    assert judged(claim, GIVEN, tmp_path).verdict in verdicts.split()
