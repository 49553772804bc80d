r"""``\mathbf{X}'\mathbf{A}\mathbf{X}`` where the header says ``prime: transpose``, as Magnus and Neudecker write."""

from __future__ import annotations

from derive.language.parsing.parser import Statements
from derive.language.scope.options import Options
from derive.language.tree.names import EMPTY, is_empty
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, first


@about("prime", untouched=first)
def with_marks(found: Statements, options: Options) -> Statements:
    """Return the statements with transpose marks for primes, if primes are meant so."""
    if options.prime != "transpose":
        return found
    return Statements((_marked(tree) for tree in found), found.lines, found.apart)


def _marked(syn: Syn) -> Syn:
    children = tuple(map(_marked, syn.children))
    if syn.kind != "prime":
        return syn if children == syn.children else Syn(syn.kind, syn.value, children, syn.span)
    (inner,) = children
    for _ in range(int(syn.value or 1)):
        inner = _transposed(inner, syn.span)
    return inner


def _transposed(inner: Syn, span: tuple[int, int]) -> Syn:
    mark = Syn("top", "", (), span)
    if inner.kind == "script" and is_empty(inner.children[2]):
        base, sub, _ = inner.children
        return Syn("script", "", (base, sub, mark), span)
    base = Syn("group", "{", (inner,), span) if inner.kind == "script" else inner
    return Syn("script", "", (base, EMPTY, mark), span)


__all__ = ["with_marks"]
