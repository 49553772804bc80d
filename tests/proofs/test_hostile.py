r"""Claims whose written-out form is beyond all bounds end by their budgets of work: with a verdict, not with the clock.

A regression would hang: the limit of the clock makes it an `error`, which no row expects.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proofs.api import check
from proofs.reading.header import BadValue

SUMS = "".join(rf"\sum_{{i_{{{k}}}=1}}^{{n}} " for k in range(60))
REAL, SQUARE = r"x \in \mathbb{R}", r"x \in \mathbb{R}^{n \times n}"
LONG = 120.0


def doubled(step: str, times: int, start: str = REAL) -> str:
    """Definitions each of which uses the last one several times (``@`` in the step)."""
    lines = [rf"a_{{{k}}} := " + step.replace("@", f"a_{{{k - 1}}}") for k in range(1, times + 1)]
    return " \\\\ ".join([start, "a_0 := x", *lines])


CASES = [
    (f"{SUMS} 1 = n^{{60}}", r"n \in \mathbb{N}", "holds", ""),
    (rf"{SUMS} x_{{i_{{3}}}}^2 \ge 0", r"x \in \mathbb{R}^n", "holds", "a sum of products of nonnegative quantities"),
    (r"\prod_{k=1}^{10^6} (1 + \frac{1}{k}) = 10^6 + 1", "", "undecided", "more than 5000 operations"),
    (r"\sum_{k=1}^{10^6} x^k = x", REAL, "undecided", "runs over 1000000 values"),
    (r"\prod_{k=1}^{10^5} A = 2 A", r"A \in \mathbb{R}^{n \times n}", "undecided", "2 terms do not cancel"),
    (r"\prod_{k=1}^{10^5} (A + k I_n) = 2 A", r"A \in \mathbb{R}^{n \times n}", "undecided", "100000 operations"),
    ("a_{40} = 0", doubled("@ @", 40), "refuted", ""),
    (r"a_{40} \ge 0", doubled("@ @", 40), "not-refuted", "more than 100000 parts"),
    ("a_{40} = 0", doubled("@ @", 40, SQUARE), "refuted", "too many terms"),
    ("a_{40} = 1099511627776 x", doubled("@ + @", 40), "holds", ""),
    ("a_{40} = 0", doubled(r"\exp(@) + @", 40), "refuted", ""),
    ("a_{30} = I_n", doubled("(I_n + @ @)^{-1}", 30, SQUARE), "refuted", ""),
    (r"a_{25} \ge 0", doubled(r"\max(@, -@)", 25), "not-refuted", "more than 100000 parts"),
    (r"\|a_{25}\| \ge 0", doubled(r"\frac{@}{\|@\|} + @", 25, r"x \in \mathbb{R}^n"), "not-refuted", "100000 parts"),
    (r"\frac{\partial a_{40}}{\partial x} = 0", doubled("@ @", 40), "refuted", "is not expanded"),
]


@pytest.mark.parametrize(("claim", "given", "verdict", "reason"), CASES, ids=range(len(CASES)))
def test_it_ends_with_a_verdict(claim, given, verdict, reason, tmp_path):
    result = check(claim, given, effort="quick", lean=True, certificates=tmp_path, timeout=LONG)
    assert result.verdict == verdict, result.message
    told = "; ".join(str(e["detail"]) for e in result.evidence)
    assert reason in told


def test_a_length_that_doubles_is_refused():
    from proofs.reading.paper import BadPaper

    with pytest.raises(BadPaper, match="a Kronecker product whose length has 128 factors"):
        check("a_{20} = 0", doubled(r"@ \otimes @", 20, SQUARE), timeout=LONG)


def test_a_long_product_is_still_a_product(tmp_path):
    claim = r"a_{2} = x \otimes (x \otimes x) \otimes x"
    assert check(claim, doubled(r"@ \otimes @", 2, SQUARE), lean=True, certificates=tmp_path).verdict == "holds"


def test_the_clock_ends_a_claim_as_an_error(tmp_path):
    result = check(r"\det(A) = 0", r"A \in \mathbb{R}^{200 \times 200}", certificates=tmp_path, timeout=0.01)
    assert (result.verdict, result.message) == ("error", "timeout: not done after 0.01 s")


@pytest.mark.parametrize("wrong", [0, -1, "long", float("inf")])
def test_a_limit_is_a_number_of_seconds(wrong):
    with pytest.raises(BadValue, match="`timeout`"):
        check("1 = 1", timeout=wrong)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interruption_shows_no_trace(tmp_path):
    arguments = [r"\det(A) = 0", "--given", r"A \in \mathbb{R}^{300 \times 300}"]
    program = "import sys; print('up', flush=True); from proofs.cli import main; sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "check", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "up\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert (process.returncode, told) == (130, "derive: interrupted\n")
