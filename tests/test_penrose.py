"""Which variables the equations of Penrose tie to a matrix."""

from derive import build
from derive.penrose import penrose, pseudoinverses, untied
from derive.sizes import Shape, Size

M, N = Size.of("m"), Size.of("n")
A = build.var("A", Shape((M,), (N,)))
P = build.var("P", Shape((N,), (M,)))


def test_all_four_equations_tie_a_variable():
    said = [*penrose(A, P), *penrose(build.matmul(A, P), build.var("Q", Shape((M,), (M,))))]
    assert list(pseudoinverses(said).items()) == [("P", A), ("Q", build.matmul(A, P))]
    assert untied(said, pseudoinverses(said)) == []


def test_three_of_them_do_not():
    for k in range(4):
        said = [f for j, f in enumerate(penrose(A, P)) if j != k]
        assert pseudoinverses(said) == {}
