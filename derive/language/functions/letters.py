r"""Letters and numbers behind a function without brackets: ``\cos m\theta`` and ``\sin 2\pi t`` are of the whole product.

Everybody reads on from a number or a plain Latin letter to what stands close behind it.  Behind a Greek letter or one with
scripts the function may have ended: ``\cos\theta x`` leaves both readings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.language.scope.derivative_marks import written_mark
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term
from derive.language.tree.names import GREEK, base_key
from derive.language.tree.syntax import Syn

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


def product_of_letters(r: Reader, children: Sequence[Syn], at: int) -> tuple[Term, int] | None:
    """Return the product of the letters and numbers that a function reads on to, and its end; None if it may end before."""
    end = at
    while end < len(children) and _is_close(children, at, end) and _is_number(r, children[end]):
        end += 1
    run = children[at:end]
    if len(run) < 2 or not _reads_on(run):
        return None
    return r.a.chain(
        [r.read(node) for node in run], Syn("juxt", "", tuple(run), (run[0].span[0], run[-1].span[1]))
    ), end


def _is_close(children: Sequence[Syn], first: int, at: int) -> bool:
    r"""Whether no space is written in front of a factor, but for the blank that ends a command."""
    return at == first or children[at].span[0] - children[at - 1].span[1] <= 1


def _is_number(r: Reader, node: Syn) -> bool:
    """Whether a factor is a literal number, or a name that stands for one."""
    if node.kind == "num":
        return True
    if node.kind not in ("name", "script", "style") or written_mark(node) is not None:
        return False
    found = r.find(node)
    if found is None:
        key = base_key(node)
        return r.indices.is_index(node) or (key is not None and key.plain == "pi" and node.kind == "name")
    symbol = found[0]
    if not isinstance(symbol, Symbol):
        return symbol not in r.local or r.local[symbol][1].is_scalar
    if symbol.kind in ("size", "index"):
        return True
    return symbol.kind in ("var", "def") and symbol.shape.is_scalar and not symbol.params


def _reads_on(run: Sequence[Syn]) -> bool:
    r"""Whether a run begins with a number or a plain Latin letter that does not come again, as in ``\log x x``."""
    first = run[0]
    if first.kind == "num":
        return True
    key = base_key(first)
    plain = first.kind == "name" and key is not None and key.plain not in GREEK
    return plain and all(base_key(node.children[0] if node.kind == "script" else node) != key for node in run[1:])


__all__ = ["product_of_letters"]
