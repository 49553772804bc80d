r"""Factorials: ``3!`` is the number 6, ``n!`` the product ``\prod_{i=1}^{n} i``."""

from __future__ import annotations

from math import factorial as product_to

from derive.errors import NotSupported, SyntaxProblem
from derive.language.tree.syntax import Syn

LARGEST = 1_000
_LETTERS = ("i", "j", "k", "l", "r", "s")


def factorial(of: Syn, end: int) -> Syn:
    r"""Return the factorial of an atom, ``(n - k)!`` with its brackets.

    Args:
        of: What stands in front of the mark.
        end: Where the mark ends.

    Raises:
        NotSupported: That of a large number. SyntaxProblem: That of a number with a point.

    """
    span = (of.span[0], end)
    if of.kind == "num":
        if not of.value.isdigit():
            raise SyntaxProblem(f"{of.value}! is the factorial of no natural number.", of.span[0])
        if int(of.value) > LARGEST:
            raise NotSupported(f"the factorial of a number above {LARGEST}", of.span[0])
        return Syn("num", str(product_to(int(of.value))), (), span)
    used = {node.value for _, node in of.walk() if node.kind == "name"}
    letter = next((one for one in _LETTERS if f":{one}" not in used), None)
    if letter is None:
        raise NotSupported("a factorial of so many indices", of.span[0], r"write it as \prod_{i=1}^{n} i")
    index = Syn("name", f":{letter}", (), span)
    from_one = Syn("relation", "=", (index, Syn("num", "1", (), span)), span)
    top = of.children[0] if of.kind == "group" and of.value == "(" and len(of.children) == 1 else of
    return Syn("group", "(", (Syn("bigop", "prod", (from_one, top, index), span),), span)


__all__ = ["factorial"]
