r"""Indices in brackets behind a vector or a matrix: ``x[i]``, ``A[i, j]``, ``A[i, :]``, ``x(i)``.

In square brackets they name entries, as in code: nobody multiplies a vector by an index in them. Numerals with a transpose mark
behind the bracket, as in ``A [1, 2]^\top``, are a row that is turned into a column, and so a factor. Round brackets around an index
or a numeral are written for either, and are refused, and so is a size that stands in square ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derive.build import free_names
from derive.errors import NotSupported
from derive.language.matrices import scripts
from derive.language.scope.moving import depend
from derive.language.scope.scope import Symbol
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import EMPTY, bare, base_key, is_empty, is_index_letter, whole_key
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing
from derive.sizes import Size

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

ONE = Size.of(1)
_INDEX, _SIZE, _OTHER = "index", "size", "other"


@about("group [", "group (", untouched=nothing, place=(2, 4))
def indexed(r: Reader, term: Term, children: Sequence[Syn], at: int, end: int) -> tuple[Term, int] | None:
    """Return the entry, row or column that the bracket behind a factor chooses, and the next place; None if it chooses none.

    Raises:
        NotSupported: The bracket may be a factor, too, or an argument.
    """
    found = _bracket(children[end]) if end < len(children) else None
    if found is None:
        return None
    shape, content, sub, sup = found
    if r.a.is_scalar(term):
        if shape == "(" and end == at + 1:
            _check_application(r, children[at], content, children[end])
        return None
    items = content.children if content.kind == "list" and content.value == "," else (content,)
    vector = r.u.is_one(term.rows) or r.u.is_one(term.cols)
    kinds = [_kind(r, item) for item in items]
    if vector and len(items) > 1:
        return None  # A row in brackets: x [1, 2] is a matrix.
    if shape == "[" and _is_row(items, sup):
        return None
    if _OTHER in kinds or (shape == "(" and len(items) == 1 and bare(content).kind not in ("name", "num")):
        return None
    name = latex_of(children[at]) if end == at + 1 else "x"
    turned = shape == "[" and len(items) > 1 and _is_turned(sup) and not any(bare(i).kind == "colon" for i in items)
    if turned or shape == "(" or (_INDEX not in kinds and _SIZE in kinds):
        if shape == "(" and kinds == [_SIZE]:
            return None
        raise NotSupported(
            f"{latex_of(children[end])} behind a vector or a matrix, which chooses an entry or is a factor",
            r.at(children[end]),
            f"write {name}_{{{latex_of(content)}}} for the entry, \\cdot for the product",
        )
    written = Syn("script", "", (_unbracketed(children[at], end == at + 1), content, EMPTY), children[at].span)
    chosen = scripts.subscript(r, term, content, written)
    return scripts.apply(r, chosen, sub, sup, children[end]), end + 1


def _is_row(items: Sequence[Syn], sup: Syn) -> bool:
    r"""Return whether numerals are a row of numbers and no indices: ``A [1, 2]^\top``, ``A [1, 0]``, ``A [1, 2, 3]``."""
    numbers = [bare(item).value for item in items if bare(item).kind == "num"]
    if len(items) < 2 or len(numbers) < len(items):
        return False
    return _is_turned(sup) or len(items) > 2 or any(not n.isdigit() or int(n) == 0 for n in numbers)


def _is_turned(sup: Syn) -> bool:
    """Return whether a transpose mark stands in a superscript: an entry has none."""
    return any(node.kind == "top" for _, node in sup.walk())


def _unbracketed(node: Syn, alone: bool) -> Syn:
    return node if alone else Syn("name", ":x", (), node.span)


def _check_application(r: Reader, name: Syn, content: Syn, bracket: Syn) -> None:
    r"""Refuse ``f(x)`` and ``f(0)`` of an ``f := x^2`` without arguments: as a product ``f x`` it would say something else.

    So would ``\lambda_{\max}(B)`` of a declared number ``\lambda_{\max}``: a product with a matrix needs no bracket.

    Raises:
        NotSupported: A number, or a variable that the definition depends on, stands alone in the bracket; or a matrix
            does, behind a number that is written as a function of matrices.
    """
    base = bare(name).children[0] if bare(name).kind == "script" else bare(name)
    symbol = next((hit[0] for node in (name, base) if (hit := r.find(node)) is not None), None)
    if not isinstance(symbol, Symbol) or symbol.params:
        return
    inner = bare(content)
    inner = bare(inner.children[0]) if inner.kind == "add" and len(inner.children) == 1 else inner
    argument = r.find(inner) if inner.kind != "num" else None
    if argument is not None and _of_matrices(base, symbol) and _is_matrix(r, argument[0]):
        raise NotSupported(
            f"{latex_of(bracket)} behind {latex_of(name)}, which is declared as a number: it may be its argument or a factor",
            r.at(bracket),
            "give the number another name, or write \\cdot for the product",
        )
    if symbol.kind != "def":
        return
    if inner.kind != "num":
        if argument is None or not isinstance(argument[0], Symbol) or argument[0].kind != "var":
            return
        if not depend(r, [name], (argument[0].core,)):
            return
    elif symbol.body is None or not free_names(symbol.body):
        return
    text = latex_of(name)
    raise NotSupported(
        f"{latex_of(bracket)} behind {text}, which is defined without arguments: it may be its argument or a factor",
        r.at(bracket),
        f"define {text}(x) := ..., or write \\cdot for the product",
    )


def _of_matrices(base: Syn, symbol: Symbol) -> bool:
    """Whether a letter or a word with these scripts is a function of matrices where it is not declared."""
    key = base_key(base)
    if key is None:
        return False
    known = key.plain in ("sigma", "lambda", "kappa", "cond", "rank", "tr", "det")
    return known or (key.plain == "rho" and symbol.kind == "def")  # Rates are named so, too.


def _is_matrix(r: Reader, symbol: object) -> bool:
    return isinstance(symbol, Symbol) and symbol.kind in ("var", "def") and ONE not in r.adapt(symbol).shape.totals


def _bracket(node: Syn) -> tuple[str, Syn, Syn, Syn] | None:
    """Return the shape of a bracket, what stands in it, and the scripts behind it; None if it is none."""
    if node.kind == "group" and node.value in ("[", "(") and len(node.children) == 1:
        return node.value, node.children[0], EMPTY, EMPTY
    if node.kind == "script":
        found = _bracket(node.children[0])
        if found is not None and is_empty(found[2]) and is_empty(found[3]):
            return found[0], found[1], node.children[1], node.children[2]
    return None


def _kind(r: Reader, item: Syn) -> str:
    """Return whether a text speaks of indices and numerals, of sizes too, or of anything else."""
    item = bare(item)
    if item.kind == "colon" or (item.kind == "num" and item.value.isdigit()):
        return _INDEX
    if item.kind == "add":
        kinds = [_kind(r, child) for child in item.children]
        named = [k for k, child in zip(kinds, item.children, strict=True) if bare(child).kind != "num"]
        return _OTHER if _OTHER in kinds or not named else _INDEX if _INDEX in named else _SIZE
    key = whole_key(item) if item.kind in ("name", "prime") else None
    if key is None or key in r.local:
        return _OTHER
    if r.indices.find_bound(key.plain) is not None:
        return _INDEX
    symbol = r.scope.find(key)
    if symbol is not None:
        return symbol.kind if symbol.kind in (_INDEX, _SIZE) else _OTHER
    letter = key.plain.rstrip("'")
    return _INDEX if key.style == "" and letter.islower() and is_index_letter(letter) and letter not in "de" else _OTHER


__all__ = ["indexed"]
