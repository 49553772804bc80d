"""An arbitrary function has one shape of arguments: it is not applied to others, whatever its sizes could become."""

import pytest

import derive

GIVEN = r"X, Y \in \mathbb{R}^{n \times d}, \quad S(X) \in \mathbb{R}^{n \times n}"


@pytest.mark.parametrize("claim", [r"S(S(X)) = S(X)", r"D_X S(X)[Y] = D_X S(S(X))[Y]"])
def test_arguments_of_another_shape_are_ill_typed(claim):
    result = derive.check(claim, given=GIVEN)
    assert result.verdict == "ill-typed"
    assert "shape n x d" in result.message


def test_arguments_of_its_shape_are_fine():
    assert derive.check(r"D_X (S(X + Y))[Y] = D_X S(X + Y)[Y]", given=GIVEN).verdict == "holds"
    assert derive.check(r"S(X + Y) = S(X) + S(Y)", given=GIVEN).verdict == "refuted"


def test_a_crash_of_the_checker_is_an_error_never_a_pass(monkeypatch):
    def crash(*_):
        raise AssertionError("a bug")

    monkeypatch.setattr("proofs.judging.judge.judge", crash)
    result = derive.check("1 = 1")
    assert (result.verdict, result.message) == ("error", "AssertionError: a bug")
