r"""Characters pasted from other documents, and typesetting: read as what they show, or refused with what to write."""

from pathlib import Path

import pytest

from derive.errors import DeriveError
from derive.language.parsing.parser import parse
from proofs.reading.paper import BadPaper
from tests.judged import judged

GIVEN = r"A \in \mathbb{R}^{n \times n}, \det(A) \ne 0, x \in \mathbb{R}^n, t \in \mathbb{R}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("t\u00b2 = t t", "holds"), ("t\u00b2 = t", "refuted"), ("A A\u207b\u00b9 = I_n", "holds"), ("A\u207b\u00b9 = A", "refuted"),
        ("(A\u00b2)\u1d40 = (A\u1d40)\u00b2", "holds"), ("A\u1d40 = A", "refuted"), ("x\u2081\u00b2 = x_1^2", "holds"),
        ("x\u2081 = x_n", "refuted"), ("A\u2081\u2081 = A_{11}", "holds"), ("\U0001d400 = A", "holds"), ("\U0001d400 = 2 A", "refuted"),
        ("\U0001d461 + \U0001d495 = 2 t", "holds"), ("A_{\U0001d456\U0001d457} = A_{ij}", "holds"), ("t\u00b9\u2070 = t^{10}", "holds"),
    ],
)  # fmt: skip
def test_raised_lowered_and_bold_characters(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("t 2^-1 = t / 2", "write braces around the exponent, 2^{-1}"), ("t^-1 = 1 / t", "write braces"), ("A^-1 = A", "write braces"),
        ("A^H = A", "write X^\\top"), ("A^{H} = A", "write X^\\top"),
        ("\u0410 = A", "Cyrillic letter that looks like A"), ("\u03bf = t", "Greek letter that looks like o"), ("\u221at = t", r"\sqrt{...}"),
        ("\u263a = t", "white smiling face"), (r"\definecolor{red} A = A", "colors out"),
        (r"\cancelto{0}{A} = A", "terms that cancel"), (r"\begin{array}{c} \hline t \end{array} = t", "lines of an array"),
        (r"t + \underbrace{t - t}_{=0} = t", "states something"),
    ],
)  # fmt: skip
def test_what_is_refused_says_what_to_write(claim: str, words: str, tmp_path: Path) -> None:
    try:
        result = judged(claim, GIVEN, tmp_path)
    except (BadPaper, DeriveError) as problem:
        assert words in str(problem)
    else:
        assert result.verdict in ("undecided", "error") and words in result.message


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\textcolor{red}{t + 1} - 1 = t", "holds"), (r"\textcolor{red}{t} + 1 = t", "refuted"), (r"{\color{red} t} = t", "holds"),
        (r"\cancel{t} + 1 - \bcancel{t} = 1", "holds"), (r"\cancel{t} + 1 = 1", "refuted"), (r"\textcolor[rgb]{1,0,0}{t} = 2 t", "refuted"),
    ],
)  # fmt: skip
def test_colors_and_strokes_say_nothing(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict


def test_a_declared_superscript_stays_a_power(tmp_path: Path) -> None:
    given = r"t \in \mathbb{R}_{>0}, H \in \mathbb{N}"
    assert judged("t^H t = t^{H + 1}", given, tmp_path).verdict != "refuted"
    assert judged("t^H = t", given, tmp_path).verdict == "refuted"


def test_lookalikes_are_no_latin_letters() -> None:
    with pytest.raises(DeriveError, match="Cyrillic"):
        parse("A + \u0410")
