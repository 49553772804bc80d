r"""Names whose scripts hold a letter that varies: ``x_i`` under ``\sum_i`` is no constant, nor ``x_t`` in a derivative by t.

A name declared with a letter in its scripts is one name. Where that letter is bound, or stands for a variable that is
differentiated by, integrated over or substituted, the author most likely means a value for each: refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from derive.build import free_names
from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.language.scope.scope import Symbol
from derive.language.tree.names import GREEK, Key, bare, base_key, is_empty
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, unbound
from derive.size_names import size_names
from derive.sizes import Shape

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader


@about("script", untouched=unbound)
def labels_of(name: Syn) -> frozenset[str]:
    """Return the letters in the scripts of a name, as ``i`` and ``j`` of ``x_{ij}``; words such as ``max`` are none."""
    name = bare(name)
    if name.kind == "prime":
        return labels_of(name.children[0])
    if name.kind != "script":
        return frozenset[str]().union(*(labels_of(c) for c in name.children)) if name.kind == "juxt" else frozenset()
    scripts = [s for s in name.children[1:] if not is_empty(s)]
    keys = (base_key(node) for script in scripts for _, node in script.walk() if node.kind == "name")
    return labels_of(name.children[0]).union(key.plain for key in keys if key is not None and key.style in ("", "it"))


def labels_of_size(key: Key) -> frozenset[str]:
    """Return the letter in the subscript of a size, of which only the text is known."""
    _, _, label = key.plain.partition("_")
    return frozenset({label}) if len(label) == 1 and label.isalpha() else frozenset()


def check_bound(symbol: Symbol, bound: Iterable[str], place: int | None) -> None:
    """Refuse one name where a letter of its scripts is a bound index.

    Raises:
        NotSupported: It is.
    """
    for letter in bound:
        if letter in symbol.labels:
            raise NotSupported(
                f"{symbol.latex} is declared as one name, and its {letter} runs here",
                place,
                f"declare it for each {letter}: {letter} \\in \\{{1, \\dots, m\\}} in front of it"
                " (a function with one more argument), or run over another letter",
            )


def follows(symbol: Symbol, letter: str, shape: Shape) -> bool:
    r"""Return whether a name with this letter in its scripts may depend on it.

    ``x_t``, ``\mu_\theta`` and ``f_w`` do; the matrix ``W_x`` beside the vector x only has it as its label.
    """
    if letter not in symbol.labels:
        return False
    return shape.is_scalar or letter in GREEK or symbol.kind == "fun" or bool(symbol.params)


def check_local(r: Reader, symbol: Symbol, place: int | None) -> None:
    r"""Refuse ``x_t`` under ``\int ... dt`` or a quantifier over t.

    Raises:
        NotSupported: It stands there.
    """
    for key, (core, shape) in r.local.items():
        if follows(symbol, key.plain, shape) and core not in symbol.mentions:
            raise _dependent(symbol, key.plain, place)


def check_definition(r: Reader, symbol: Symbol, place: int | None) -> None:
    r"""Refuse a definition that depends on a declared letter which is bound anew where it stands: ``g := t^2`` in ``\int g \, dt``.

    Raises:
        NotSupported: It does; its arguments are given anew and do not count.
    """
    bound = {Key("", index.letter): index.core for index in r.indices.bound}
    bound |= {key: core for key, (core, _) in r.local.items()}
    declared = {key: s.core for key, core in bound.items() if (s := r.scope.find(key)) is not None and s.core != core}
    if symbol.body is None or not declared:
        return
    body = r.definitions().expand(symbol.body)
    names = (free_names(body) | size_names(body)) - set(symbol.params) - {name for name, _, _ in symbol.indices}
    for key, core in declared.items():
        if core in names:
            raise NotSupported(
                f"the definition of {symbol.latex} depends on {key.plain}, which is bound anew here",
                place,
                f"define it with its index or as a function of {key.plain}, or use another letter",
            )


def check_expression(r: Reader, e: Expr, key: Key, shape: Shape, place: int | None = None) -> None:
    """Refuse to vary what a letter stands for in an expression with names that may depend on it.

    Raises:
        NotSupported: There is such a name, directly or in a definition.
    """
    symbols, own = r.scope.by_core(), r.scope.find(key)
    if not any(key.plain in s.labels for s in symbols.values()):
        return
    for node in walk(r.definitions().expand(e)):
        symbol = symbols.get(node.data[0]) if node.op in ("var", "fun") else None
        if symbol is not None and symbol.kind in ("var", "def", "fun") and follows(symbol, key.plain, shape):
            if own is None or own.core not in symbol.params:  # K_\theta(\theta) is a function of it
                raise _dependent(symbol, key.plain, place)


def _dependent(symbol: Symbol, letter: str, place: int | None) -> NotSupported:
    return NotSupported(
        f"{symbol.latex} is declared as one name, and its {letter} varies here",
        place,
        f"if it depends on {letter}, write it as a function: x : \\mathbb{{R}} \\to \\mathbb{{R}}^n and x({letter}); "
        f"if not, give it another name",
    )


__all__ = [
    "check_bound",
    "check_definition",
    "check_expression",
    "check_local",
    "follows",
    "labels_of",
    "labels_of_size",
]
