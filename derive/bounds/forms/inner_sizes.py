"""The sizes that a product passes through, none of which its rank exceeds."""

from __future__ import annotations

from derive.bounds.forms.normal import cols, factors, normal, strip
from derive.core import Expr
from derive.sizes import Size


def inner_sizes(matrix: Expr) -> list[Size]:
    """Sizes k m for a sum of k products that all pass through the size m: none is exceeded by the rank."""
    whole = strip(normal(matrix))
    terms = whole.args if whole.op == "add" else (whole,)
    inner = [{cols(part) for part in factors(term)[1][:-1]} for term in terms]
    return [size * len(terms) for size in sorted(set.intersection(*inner), key=str)]


__all__ = ["inner_sizes"]
