r"""Two names that scripts alone tell apart are not taken for one another."""

from pathlib import Path

import pytest

from proofs.paper import BadPaper
from tests.judged import judged


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (r"x_{\mathcal S}", "x_S"),
        (r"f_{\mathbf w}", "f_w"),
        (r"x^{\mathbf a}", "x^a"),
        ("x_1'", "x_{1'}"),
        ("x_{a^b}", "x_a^b"),
        (r"W_{\mu}", "W_{mu}"),
        (r"W_{\alpha}", r"W_{\text{alpha}}"),
    ],
)
def test_the_second_is_refused(first: str, second: str, tmp_path: Path) -> None:
    for given in (rf"{first}, {second} \in \mathbb{{R}}^n", rf"{first} \in \mathbb{{R}}^n, {second} := 2 {first}"):
        with pytest.raises(BadPaper, match="cannot be told apart"):
            judged(f"{first} = {second}", given, tmp_path)


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (r"W_{\text{out}} \in \mathbb{R}^n", r"W_{out} = W_{\mathrm{out}}"),
        (r"p, \mathbf{p} \in \mathbb{R}^n, p = \mathbf{p}", r"2 p = p + \mathbf{p}"),
        (r"W_Q \in \mathbb{R}^{n \times m}, W_{Q} \in \mathbb{R}^{n \times m}", "W_Q = W_{Q}"),
    ],
)
def test_one_name_in_two_writings_is_read(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict == "holds"
