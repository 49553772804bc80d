r"""Scripts that look like powers, transposes and entries and may be something else: ``x^{(2)}``, ``\gamma^T``, ``x_{[1]}``.

In brackets a number is a label, the order of a derivative or (below) a rank; none of these is guessed.  Likewise for
numbers and letters next to each other that may be more than their product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derive.errors import NotSupported, SyntaxProblem
from derive.language.parsing.folding import head
from derive.language.scope.scope import Symbol
from derive.language.terms.readings import LETTER_POWER
from derive.language.terms.terms import Term, latex_of
from derive.language.tree.names import EMPTY, Key, bare, bracket, flat, is_empty
from derive.language.tree.script_marks import is_plus
from derive.language.tree.syntax import Syn
from derive.language.tree.triggers import about, nothing, third

if TYPE_CHECKING:
    from derive.language.formulas.expressions import Reader

WORDS = ("tr", "Tr", "ln")
"""Functions that are written as letters next to each other."""


def check_superscript(sup: Syn, syn: Syn) -> None:
    """Refuse a superscript in brackets, which is no power.

    A number may have one as its exponent, and so may a fraction or a negative number stand in brackets.

    Raises:
        NotSupported: It is one.
    """
    check_plus(sup, syn)
    base = bare(syn.children[0]) if syn.kind == "script" else syn
    if sup.kind != "group" or sup.value not in ("(", "[", "set") or base.kind == "num":
        return
    inner = bare(sup.children[0])
    if inner.kind == "frac" or (inner.kind == "add" and len(inner.children) == 1):
        return
    raise NotSupported(
        f"the superscript {latex_of(sup)}: in brackets it is a label or the order of a derivative",
        _place(sup),
        f"declare {latex_of(base)}^{{{latex_of(sup)}}} as a name; a power has no brackets, a derivative its argument, f^{{(2)}}(x)",
    )


def check_subscript(sub: Syn, syn: Syn) -> None:
    """Refuse an index in square brackets or braces: a label, or the rank among the entries.

    Raises:
        NotSupported: It is one.
    """
    check_plus(sub, syn)
    if sub.kind == "group" and sub.value in ("[", "set"):
        base = latex_of(syn.children[0]) if syn.kind == "script" else "x"
        raise NotSupported(
            f"the subscript {latex_of(sub)}: in such brackets it is a label or a rank",
            _place(sub),
            f"declare the name, or write {base}_i for an entry, \\max_i {base}_i for the largest",
        )


def check_plus(script: Syn, syn: Syn) -> None:
    r"""Refuse ``A^{+2}`` and ``A_{+1}`` of names that are not declared: a sign that says nothing, or another name.

    Raises:
        NotSupported: There is a plus sign in front.
    """
    base = syn.children[0] if syn.kind == "script" else syn
    if is_plus(script) and head(base).kind in ("name", "function"):
        name = latex_of(base)
        raise NotSupported(
            f"a script of {name} that begins with a plus sign",
            _place(script),
            f"leave the sign out, declare the name with the sign, or write ({name}^+)^2 for a power of {name}^+",
        )


def check_unit(r: Reader, sub: Syn, syn: Syn) -> None:
    r"""Refuse an italic ``e_k`` that may be any vector: declared beside an ``x_k``, or for more k than it has entries.

    Raises:
        NotSupported: It is one.
    """
    base = bare(syn.children[0]) if syn.kind == "script" else syn
    label = flat(sub)
    if base.value != ":e" or f"e_{label}" not in r.scope.unit_shapes():
        return
    shape, index = r.scope.unit_shapes()[f"e_{label}"], r.indices.expression(sub)
    top = r.indices.highest(index)
    spare = None if top is None else (shape.totals[0] - top).substitute(r.scope.equal_sizes()).constant
    if top is not None and (spare is None or spare < 0):
        raise NotSupported(
            f"e_{label} is declared for {label} up to {top} and has {shape.totals[0]} entries: it may be any vector",
            _place(syn),
            f"write \\mathbf{{e}}_{label} for the unit vector, or give the other one another letter",
        )
    beside = [s.latex for k, s in r.scope.visible().items() if k.plain.endswith(f"_{label}") and s.kind == "var"]
    if beside:
        raise NotSupported(
            f"e_{label} is declared beside {beside[0]}: it may be a unit vector or any vector",
            _place(syn),
            f"write \\mathbf{{e}}_{label} for the unit vector, or give the other one another letter",
        )


def numeral(r: Reader, syn: Syn) -> Syn | None:
    r"""Return what a scripted numeral stands for: ``1_n^\top`` for the vector of ones, ``11^\top`` for the matrix of ones.

    Raises:
        NotSupported: Another number has a transpose mark.
    """
    base, sub, sup = bare(syn.children[0]), bare(syn.children[1]), bare(syn.children[2])
    transposed = sup.kind == "top"
    if transposed and declared_letter(r, sup) is not None:
        transposed = base.value in ("0", "1", "11") and not r.chooses(LETTER_POWER)
    if base.kind != "num" or not (transposed or sub.kind in ("name", "script", "juxt", "infix")):
        return None
    bold = Syn("name", f"bf:{base.value[0]}", (), base.span)
    if base.value in ("0", "1"):
        r.note(f"{base.value} with a transpose mark or a size is a vector")
        return replace(syn, children=(bold, *syn.children[1:]))
    if not is_empty(sub):
        return None
    if base.value == "11":
        r.note("11 with a transpose mark is a product of vectors of ones")
        return Syn("juxt", "", (bold, replace(syn, children=(bold, *syn.children[1:]))), syn.span)
    raise NotSupported("the transpose of a number", _place(syn), "leave the mark out, or declare T as a number")


@about("is num", *(f"name :{word[0]}" for word in WORDS), untouched=nothing)
def check_row(r: Reader, row: Sequence[Syn]) -> None:
    r"""Refuse ``2\tfrac12``, a mixed number or a product, and ``tr A`` of declared letters t and r, a trace or a product.

    Raises:
        SyntaxProblem: There is one.
    """
    for k, (x, y) in enumerate(zip(row, row[1:], strict=False)):
        if x.kind == "num" and (y.kind == "num" or _is_fraction(y)):
            raise SyntaxProblem(
                "two numbers next to each other: a mixed number or a product", _place(y), r"write \frac{5}{2} or \cdot"
            )
        word = x.value.removeprefix(":") + y.value.removeprefix(":")
        if (
            {x.kind, y.kind} != {"name"}
            or word not in WORDS
            or x.span[1] != y.span[0]
            or k + 2 >= len(row)
        ):
            continue
        before = row[k - 1] if k else EMPTY
        joined = before.kind == "name" and before.span[1] == x.span[0]
        following, _ = r.factor(row, k + 2)
        if not joined and following is not None and (word == "ln" or not r.a.is_scalar(following)):
            raise SyntaxProblem(
                f"{word} may be the function or a product",
                _place(x),
                f"write \\operatorname{{{word}}} or {word[0]}\\,{word[1]}",
            )


def _is_fraction(syn: Syn) -> bool:
    return (syn.kind, syn.value) == ("frac", "frac") and all(c.kind == "num" for c in syn.children)


@about("top T", untouched=third)
def exponent(r: Reader, term: Term, sup: Syn, syn: Syn) -> Syn:
    r"""Return the superscript that is meant where T is declared as a number: ``\gamma^T`` of a number is a power.

    A product of vectors that is a number, ``(x^\top y)^T``, and an entry, ``x_t^T``, leave both readings.
    """
    power = declared_letter(r, sup)
    if power is None:
        return sup
    if not r.a.is_scalar(term):
        if not (r.u.is_one(term.rows) or r.u.is_one(term.cols)):  # a vector has no powers
            totals = r.u.total(term.rows), r.u.total(term.cols)
            if totals[0] == totals[1] and _may_count(r) and r.chooses(LETTER_POWER):
                return power
            _check_role(r, "transpose", syn)
            r.note("the superscript T of a matrix is the transpose, and not the declared T")
        return sup
    base = bare(syn.children[0]) if syn.kind == "script" else syn
    bracketed = base.kind == "group" and base.value not in ("|", "||")
    if (bracketed and not _is_of_numbers(r, base)) or _is_entry(r, syn):
        return power if r.chooses(LETTER_POWER) else sup
    r.note("T in the exponent of a number is the declared T")
    _check_role(r, "power", syn)
    return power


def _may_count(r: Reader) -> bool:
    """Whether the declared T may be how often a matrix is a factor: no temperature is, and hardly a dimension."""
    symbol = r.scope.find(Key("", "T"))
    return symbol is not None and symbol.kind in ("size", "index") and not _is_dimension(r, "T")


def _is_dimension(r: Reader, name: str) -> bool:
    """Whether a size is a dimension of what is declared: the number of tokens is hardly an exponent."""
    shapes = (s.shape for s in r.scope.visible().values())
    return any(name in size.names for shape in shapes for size in (*shape.rows, *shape.cols))


def _check_role(r: Reader, role: str, syn: Syn) -> None:
    r"""Refuse a declared T as a transpose and as a power in one statement, as in ``\|P^T\| \le \|P\|^T``.

    Raises:
        NotSupported: The statement has both.
    """
    r.roles_of_t.add(role)
    if len(r.roles_of_t) > 1:
        raise NotSupported(
            "the superscript T of a matrix, a transpose or the declared number, beside a power with this number",
            _place(syn),
            "write \\top for the transpose",
        )


def declared_letter(r: Reader, sup: Syn) -> Syn | None:
    """Return the power that a superscript T or -T is if T is declared as a number, None if it is another one or T is not."""
    if sup.kind == "add" and sup.value == "-":
        inner = declared_letter(r, bare(sup.children[0]))
        return None if inner is None else replace(sup, children=(inner,))
    if (sup.kind, sup.value) != ("top", "T"):
        return None
    name = Syn("name", ":T", (), sup.span)
    found = r.find(name)
    if found is None:
        return None
    symbol = found[0]
    if isinstance(symbol, Symbol):
        is_number = symbol.kind in ("size", "index") or (symbol.kind in ("var", "def") and symbol.shape.is_scalar)
    else:
        is_number = symbol not in r.local or r.local[symbol][1].is_scalar
    return name if is_number else None


def _is_entry(r: Reader, syn: Syn) -> bool:
    """Whether a scripted name is an entry of a vector or a matrix, and no name of a number."""
    if syn.kind != "script" or is_empty(syn.children[1]):
        return False
    found = r.find(replace(syn, children=(*syn.children[:2], EMPTY)))
    return found is not None and not is_empty(found[1])


def _is_of_numbers(r: Reader, syn: Syn) -> bool:
    """Whether all factors of a number in brackets are numbers themselves, or the brackets hold the argument of a function."""
    inner = bracket(syn)
    if inner is None or len(inner[0]) != 1 or not r.a.is_scalar(r.read(inner[0][0])):
        return True
    stack = [bare(inner[0][0])]
    while stack:
        node = stack.pop()
        if node.kind in ("add", "frac", "infix"):
            stack += [bare(child) for child in node.children]
        elif node.kind == "juxt" and not all(r.a.is_scalar(term) for term in r.factors(node.children)):
            return False
    return True


def _place(syn: Syn) -> int | None:
    return syn.span[0] if syn.span[0] >= 0 else None


__all__ = [
    "check_row",
    "check_subscript",
    "check_superscript",
    "check_unit",
    "declared_letter",
    "exponent",
    "numeral",
]
