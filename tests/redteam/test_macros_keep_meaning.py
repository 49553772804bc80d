"""A macro may abbreviate; it may not change what a standard command says."""

import pytest

from derive.errors import SyntaxProblem
from derive.language.lexing.macros import expand
from derive.language.lexing.tokens import tokenize


@pytest.mark.parametrize(
    ("name", "body"), [(r"\le", r"\ge"), (r"\top", "1"), (r"\sum", "0"), (r"\exp", r"\log"), (r"\frac", "1")]
)
def test_standard_commands_stay(name: str, body: str):
    with pytest.raises(SyntaxProblem, match="would change what a standard command means"):
        expand(tokenize("1"), {name: body})


@pytest.mark.parametrize(
    ("name", "body"),
    [(r"\le", r"\leqslant"), (r"\vec", r"\mathbf{#1}"), (r"\tr", r"\operatorname{tr}"), (r"\epsilon", r"\varepsilon")],
)
def test_usual_macros_are_welcome(name: str, body: str):
    assert expand(tokenize("1"), {name: body})[0].text == "1"
