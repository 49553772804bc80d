"""Letters of which an inequality is all that is said: real numbers, where they are no letters of sizes or vectors."""

import pytest

from derive.errors import DeriveError
from derive.language.scope.scope import Scope
from tests.judged import judged

BETWEEN = (
    r"A \in \mathbb{R}^{d \times d}, \quad \mu I \preceq A \preceq L I, \quad L \in \mathbb{R}_{>0}, \quad \mu > 0"
)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"a, b > 0", r"\max(a, b) \le a + b", "holds"),
        (r"a, b > 0", r"\max(a, b) \le \frac{a + b}{2}", "refuted"),
        (r"a, b \ge 0", r"a b \le \frac{a^2 + b^2}{2}", "holds"),
        (r"a, b \ge 0", r"a b \le \frac{a^2 + b^2}{3}", "refuted"),
        (r"a, b \ge 0", r"a^2 \ge a", "refuted"),  # a is no integer
        (r"0 \le a \le 1", r"a^2 \le a", "holds"),
        (r"0 < c < \frac12", r"c^2 < \frac14", "holds"),
        (r"p > 1", r"p^2 > p", "holds"),
        (r"p > 1", r"p \ge 2", "refuted"),
        (r"x \in \mathbb{R}^n, \quad \|x\| \le R, \quad R > 0", r"\|x\| \le 2 R", "holds"),
        (r"x \in \mathbb{R}^n, \quad \|x\| \le R, \quad R > 0", r"\|x\| \le \frac{R}{2}", "refuted"),
        (rf"{BETWEEN}, \quad 0 < \eta \le \frac{{1}}{{L}}", r"\|I - \eta A\|_2 \le 1 - \eta \mu", "holds"),
        (
            rf"{BETWEEN}, \quad \eta \le \frac{{2}}{{L}}, \quad \eta > 0",
            r"\|I - \eta A\|_2 \le 1 - \eta \mu",
            "refuted",
        ),
    ],
)
def test_numbers(given, claim, verdict, tmp_path):
    assert judged(claim, given, tmp_path).verdict == verdict


@pytest.mark.parametrize(("given", "name"), [(r"d > 0", "d"), (r"x, y > 0", "x"), (r"p \ge 1", "p"), (r"a \ge 2", "a")])
def test_letters_of_sizes_and_vectors_are_declared(given, name):
    with pytest.raises(DeriveError, match=f"^{name} is not declared"):
        Scope.root().given(given)
