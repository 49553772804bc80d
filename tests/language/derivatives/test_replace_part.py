"""Derivatives by a written-out expression: every occurrence counts, also inside longer sums and products."""

from derive import build as b
from derive.core import walk
from derive.parts import replace_part
from derive.sizes import Shape

X, Y, Z = (b.var(name, Shape.of("n", "n")) for name in "XYZ")
S = b.var("S", Shape.of("n", "n"))


def names(e):
    return {node.data[0] for node in walk(e) if node.op == "var"}


def test_terms_of_a_longer_sum_are_replaced():
    whole = b.matmul(b.add(X, Y, b.neg(b.add(X, Y))), b.add(Z, X, Y))
    assert replace_part(whole, b.add(X, Y), S) == b.matmul(b.add(S, b.neg(S)), b.add(Z, S))


def test_a_sum_that_lacks_a_term_stays():
    assert replace_part(b.add(X, Z), b.add(X, Y), S) == b.add(X, Z)
    assert replace_part(b.add(X, Y), b.add(X, X), S) == b.add(X, Y)


def test_segments_of_a_longer_product_are_replaced():
    whole = b.matmul(b.matmul(b.matmul(b.matmul(X, Y), Z), Y), Z)
    replaced = replace_part(whole, b.matmul(Y, Z), S)
    assert replaced == b.matmul(b.matmul(X, S), S) and names(replaced) == {"X", "S"}


def test_other_orders_of_a_product_stay():
    assert replace_part(b.matmul(Z, Y), b.matmul(Y, Z), S) == b.matmul(Z, Y)
