r"""Core expressions as LaTeX: the understood formula, with every inferred size written out.

``\mathbf{I}`` comes out as ``\mathbf{I}_{d_V}``, a derivative as a fraction of ``\mathrm{vec}_r`` (or of vec), a reshape as
what it reshapes.  Long formulas are cut, so that shared sub-expressions cannot blow them up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from derive.core import Expr, Formula, Logic, Rel, walk
from derive.fraction import Fraction
from derive.language.printing.bound_letters import anonymous_parts, is_lettered, letters_of, renamed, renamed_formula
from derive.language.printing.spelling import Spelling
from derive.language.tree.names import plain_latex
from derive.norms import norm
from derive.size_names import size_names
from derive.sizes import Dim, Shape, Size, product

LONGEST = 6000
NO_NAMES = Spelling()
SUM, KRON, HADAMARD, PRODUCT, ATOM = range(5)
Printed = tuple[str, int]
"""LaTeX and how tightly its outermost operation binds."""

RELATIONS = {"=": "=", "!=": r"\ne", "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "to": r"\to"}


def core_to_latex(e: Expr, names: Spelling = NO_NAMES) -> str:
    """Return the LaTeX of a core expression.

    Args:
        e: The expression.
        names: What stands for its parts: the definitions of the file, folded again.

    Example:
        >>> from derive import build as b
        >>> from derive.sizes import dim
        >>> core_to_latex(b.kron(b.eye(dim("n")), b.var("A", Shape.of("m", "n"))))
        '\\mathbf{I}_{n} \\otimes A'
    """
    if not is_lettered(e):
        e = renamed(e, letters_of(e, names.taken))
    printed: dict[Expr, Printed] = {}
    own = anonymous_parts(e)
    for node in walk(e):
        called = names.of(node, own[node], lambda a: printed[a][0]) if node is not e else None
        if called is not None:
            printed[node] = called, ATOM
            continue
        text, level = _print(node, [printed[a] for a in node.args])
        printed[node] = (text if len(text) <= LONGEST else r"\ldots", level)
    return printed[e][0]


def formula_to_latex(f: Formula, names: Spelling = NO_NAMES) -> str:
    """Return the LaTeX of a formula; ``names`` as in `core_to_latex`."""
    return _formula(f if is_lettered(f) else renamed_formula(f, letters_of(f, names.taken)), names)


def _formula(f: Formula, names: Spelling) -> str:
    if isinstance(f, Rel):
        left = core_to_latex(f.lhs, names)
        if f.op == "shape":
            rows, cols = f.rhs.shape.rows, f.rhs.shape.cols
            return rf"{left} \in \mathbb{{R}}^{{{dim_latex(rows)} \times {dim_latex(cols)}}}"
        right = core_to_latex(f.rhs, names)
        if f.op in ("O", "o", "Theta", "~"):
            name = r"\Theta" if f.op == "Theta" else f.op
            return (rf"{left} \sim {right}" if f.op == "~" else f"{left} = {name}({right})") + _as(f)
        if f.op == "to":
            return rf"{left} \to {right}" + _as(f)
        return f"{left} {RELATIONS[f.op]} {right}"
    if isinstance(f, Logic):
        words = {"and": r" \land ", "or": r" \lor ", "implies": r" \implies ", "iff": r" \iff "}
        if f.op == "not":
            return rf"\neg\left({_formula(f.args[0], names)}\right)"
        return words[f.op].join(_part_latex(a, names) for a in f.args)
    binders = ", ".join(_binder(n) for n in f.names)
    return rf"\{f.kind} {binders} : {_formula(f.body, names)}"


def _as(f: Rel) -> str:
    where = {"infinity": r"\infty", "zero+": "0^+"}.get(f.data[1], "0")
    return rf" \text{{ as }} {plain_latex(f.data[0])} \to {where}"


def _part_latex(f: Formula, names: Spelling) -> str:
    text = _formula(f, names)
    return text if isinstance(f, Rel) else rf"\left({text}\right)"


def _space_latex(shape: Shape) -> str:
    rows, cols = dim_latex(shape.rows), dim_latex(shape.cols)
    size = "" if shape.is_scalar else f"^{{{rows}}}" if not shape.cols else rf"^{{{rows} \times {cols}}}"
    return rf"\mathbb{{R}}{size}"


def _binder(entry: tuple[Any, ...]) -> str:
    if len(entry) == 3:
        return rf"{plain_latex(entry[0])} \in \{{{size_latex(entry[1])}, \dots, {size_latex(entry[2])}\}}"
    return rf"{plain_latex(entry[0])} \in {_space_latex(entry[1])}"


# Sizes.


def size_latex(size: Size) -> str:
    """Return the LaTeX of a size or an index expression."""
    parts: list[str] = []
    for monomial, coefficient in sorted(size.terms, key=lambda t: (-sum(p for _, p in t[0]), t[0])):
        names = " ".join(plain_latex(n) + (f"^{{{p}}}" if p != 1 else "") for n, p in monomial)
        number = "" if abs(coefficient) == 1 and names else number_latex(abs(coefficient))
        parts.append(("-" if coefficient < 0 else "+") + " ".join(p for p in (number, names) if p))
    text = " ".join(f"{p[0]} {p[1:]}" for p in parts) or "0"
    return text[2:] if text.startswith("+ ") else text.replace("- ", "-", 1) if text.startswith("- ") else text


def dim_latex(d: Dim) -> str:
    """Return the LaTeX of a dimension, its factors in order."""
    powers = [(size_latex(s), len(list(same))) for s, same in groupby(d)]
    words = [(f"({w})" if " + " in w or " - " in w else w, k) for w, k in powers]
    return " ".join(_size_power(w, k) for w, k in words) or "1"


def _size_power(word: str, k: int) -> str:
    plain = "^" not in word and (" " not in word or word.startswith("("))
    return word if k == 1 else f"{word}^{{{k}}}" if plain else " ".join([word] * k)


def number_latex(value: Fraction) -> str:
    """Return the LaTeX of a rational number."""
    sign = "-" if value < 0 else ""
    top, bottom = abs(value.numerator), value.denominator
    return f"{sign}{top}" if bottom == 1 else rf"{sign}\tfrac{{{top}}}{{{bottom}}}"


# Nodes.


def _wrap(item: Printed, level: int) -> str:
    text, own = item
    return text if own >= level else rf"\left({text}\right)"


def _call(name: str) -> Callable[[Expr, list[Printed]], Printed]:
    return lambda _, args: (rf"{name}({', '.join(t for t, _ in args)})", ATOM)


def _print(e: Expr, args: list[Printed]) -> Printed:
    printer = _PRINTERS.get(e.op)
    if printer is None:
        return rf"\operatorname{{{e.op}}}({', '.join(t for t, _ in args)})", ATOM
    return printer(e, args)


def _ones(letter: str) -> Callable[[Expr, list[Printed]], Printed]:
    def make(e: Expr, _: list[Printed]) -> Printed:
        rows, cols = e.shape.rows, e.shape.cols
        size = dim_latex(rows) if not cols else rf"{dim_latex(rows)} \times {dim_latex(cols)}"
        return rf"\mathbf{{{letter}}}_{{{size}}}", ATOM

    return make


def _add(_: Expr, args: list[Printed]) -> Printed:
    words = [t if level > SUM or k == 0 else rf"\left({t}\right)" for k, (t, level) in enumerate(args)]
    return " + ".join(words).replace("+ -", "- "), SUM


def _scale(e: Expr, args: list[Printed]) -> Printed:
    factor = e.args[0]
    if factor.op == "const" and factor.data[0] == -1:
        return f"-{_wrap(args[1], KRON)}", SUM if args[1][1] < PRODUCT else PRODUCT
    if factor.op == "hpow" and factor.args[1].op == "const" and factor.args[1].data[0] == -1:
        below = _denominator(factor.args[0])
        return (
            rf"\frac{{{args[1][0]}}}{{{below}}}"
            if e.shape.is_scalar
            else rf"\frac{{1}}{{{below}}} {_wrap(args[1], PRODUCT)}"
        ), PRODUCT
    return _product([_wrap(a, PRODUCT) for a in args]), PRODUCT


@lru_cache(maxsize=1024)  # one in another in another: each is printed once
def _denominator(e: Expr) -> str:
    return core_to_latex(e)


def _product(factors: Sequence[str]) -> str:
    """Write factors next to each other, numbers with a dot."""
    text = factors[0]
    for factor in factors[1:]:
        text += (r" \cdot " if text[-1:].isdigit() and factor[:1].isdigit() else " ") + factor
    return text


def _products(_: Expr, args: list[Printed]) -> Printed:
    return _product([_wrap(a, PRODUCT if k == 0 else PRODUCT + 1) for k, a in enumerate(args)]), PRODUCT


def _infix(sign: str, level: int) -> Callable[[Expr, list[Printed]], Printed]:
    return lambda _, args: (sign.join(_wrap(a, level if k == 0 else level + 1) for k, a in enumerate(args)), level)


def _script(mark: str) -> Callable[[Expr, list[Printed]], Printed]:
    return lambda _, args: (f"{_base(args[0])}^{{{mark}}}", ATOM)


def _base(item: Printed) -> str:
    text, level = item
    return text if level == ATOM and "^" not in text else rf"\left({text}\right)"


def _hpow(e: Expr, args: list[Printed]) -> Printed:
    if e.args[1].op == "const" and e.args[1].data[0] == Fraction(1, 2) and e.shape.is_scalar:
        return rf"\sqrt{{{args[0][0]}}}", ATOM
    ring = "" if e.shape.is_scalar else r"\circ "
    return rf"{_base(args[0])}^{{{ring}{args[1][0]}}}", ATOM


def _deriv(e: Expr, args: list[Printed]) -> Printed:
    name, kind = plain_latex(e.data[0]), r"\mathrm{vec}_r" if e.data[1] == "vecr" else r"\mathrm{vec}"
    body = rf"\frac{{\partial {kind}({args[0][0]})}}{{\partial {kind}({name})^\top}}"
    return _at(e, body, args[1]), ATOM


def _at(e: Expr, body: str, point: Printed) -> str:
    name = plain_latex(e.data[0])
    return body if point[0] == name else rf"\left.{body}\right|_{{{name} = {point[0]}}}"


def _range(command: str) -> Callable[[Expr, list[Printed]], Printed]:
    def make(e: Expr, args: list[Printed]) -> Printed:
        index, low, high = e.data
        limits = rf"_{{{plain_latex(index)}={size_latex(low)}}}^{{{size_latex(high)}}}"
        if command in (r"\max", r"\min"):
            limits = rf"_{{{size_latex(low)} \le {plain_latex(index)} \le {size_latex(high)}}}"
        return f"{command}{limits} {_wrap(args[0], PRODUCT)}", KRON

    return make


def _matrix_product(e: Expr, args: list[Printed]) -> Printed:
    index, low, high = e.data
    if low == Size.of(1) and index not in size_names(e.args[0]):
        return f"{_base(args[0])}^{{{size_latex(high)}}}", ATOM
    return _range(r"\prod")(e, args)


def _extremum(e: Expr, args: list[Printed]) -> Printed:
    names = ", ".join(plain_latex(n) for n, _ in e.data[0])
    conditions = "".join(rf",\ {formula_to_latex(f)}" for f in e.data[1])
    return rf"\{e.op}_{{{names}{conditions}}} {_wrap(args[0], PRODUCT)}", KRON


def _norm(e: Expr, args: list[Printed]) -> Printed:
    return rf"\left\|{args[0][0]}\right\|_{{{norm(e.data[0]).latex}}}", ATOM


def _which(letter: str) -> Callable[[Expr, list[Printed]], Printed]:
    def make(e: Expr, args: list[Printed]) -> Printed:
        which = e.data[0]
        word = rf"\{which}" if isinstance(which, str) else size_latex(which)
        return rf"{letter}_{{{word}}}({args[0][0]})", ATOM

    return make


def _blocks(e: Expr, args: list[Printed]) -> Printed:
    i, m, j, n = e.data
    ends = rf"{plain_latex(i)} \le {size_latex(m)},\ {plain_latex(j)} \le {size_latex(n)}"
    return rf"\left[{args[0][0]}\right]_{{{ends}}}", ATOM


def _stack(separator: str) -> Callable[[Expr, list[Printed]], Printed]:
    return lambda _, args: (rf"\begin{{bmatrix}} {separator.join(t for t, _ in args)} \end{{bmatrix}}", ATOM)


def _selected(e: Expr, args: list[Printed]) -> Printed:
    texts = {"entry": "{0},{1}", "row": "{0},:", "col": ":,{0}"}[e.op].format(*map(size_latex, e.data))
    base = args[0][0] if e.args[0].op == "var" and "_" not in args[0][0] else f"[{args[0][0]}]"
    return f"{base}_{{{texts}}}", ATOM


def _integral(e: Expr, args: list[Printed]) -> Printed:
    shape = e.args[1].shape
    sizes = r" \times ".join(dim_latex(d) for d in (shape.rows, shape.cols) if d)
    over = rf"_{{{args[1][0]}}}^{{{args[2][0]}}}" if shape.is_scalar else rf"_{{\mathbb{{R}}^{{{sizes}}}}}"
    return rf"\int{over} {_wrap(args[0], PRODUCT)} \, \mathrm{{d}}{plain_latex(e.data[0])}", KRON


def _limit(e: Expr, args: list[Printed]) -> Printed:
    where = {"zero": "0", "zero+": "0^+", "infinity": r"\infty"}[e.data[1]]
    command = "lim" if e.op == "limit" else e.op
    return rf"\{command}_{{{plain_latex(e.data[0])} \to {where}}} {_wrap(args[0], PRODUCT)}", KRON


def _where(_: Expr, args: list[Printed]) -> Printed:
    (test, _), (first, _), (second, _) = args
    return rf"\begin{{cases}} {first} & {test} \ne 0 \\ {second} & \text{{otherwise}} \end{{cases}}", ATOM


def _indicator(e: Expr, args: list[Printed]) -> Printed:
    return rf"\mathbf{{1}}_{{\{{{args[0][0]} {RELATIONS[e.data[0]]} {args[1][0]}\}}}}", ATOM


def _frechet(e: Expr, args: list[Printed]) -> Printed:
    name = plain_latex(e.data[0])
    return _at(e, rf"D_{{{name}}} \left({args[0][0]}\right)[{args[2][0]}]", args[1]), ATOM


_PRINTERS: dict[str, Callable[[Expr, list[Printed]], Printed]] = {
    "var": lambda e, _: (plain_latex(e.data[0]), ATOM),
    "const": lambda e, _: (number_latex(e.data[0]), ATOM if e.data[0] >= 0 else SUM),
    "real": lambda e, _: ({"pi": r"\pi", "e": "e", "infinity": r"\infty"}[e.data[0]], ATOM),
    "size": lambda e, _: (size_latex(e.data[0]), ATOM if len(e.data[0].terms) == 1 else SUM),
    "eye": lambda e, _: (rf"\mathbf{{I}}_{{{dim_latex(e.data[0])}}}", ATOM),
    "ones": _ones("1"),
    "zeros": _ones("0"),
    "commutation": lambda e, _: (
        rf"\mathbf{{K}}_{{{size_latex(product(e.data[0]))},{size_latex(product(e.data[1]))}}}",
        ATOM,
    ),
    "basis": lambda e, _: (rf"\mathbf{{e}}_{{{size_latex(e.data[0])}}}", ATOM),
    "delta": lambda e, _: (rf"\delta_{{{size_latex(e.data[0])},{size_latex(e.data[1])}}}", ATOM),
    "add": _add,
    "scale": _scale,
    "matmul": _products,
    "kron": _infix(r" \otimes ", KRON),
    "hadamard": _infix(r" \odot ", HADAMARD),
    "transpose": _script(r"\top"),
    "vec": _call(r"\mathrm{vec}"),
    "vecr": _call(r"\mathrm{vec}_r"),
    "reshape": lambda _, args: args[0],
    "unvecr": _call(r"\mathrm{vec}_r^{-1}"),
    "diag": _call(r"\operatorname{diag}"),
    "diagpart": _call(r"\operatorname{diag}"),
    "trace": _call(r"\operatorname{tr}"),
    "entry": _selected,
    "row": _selected,
    "col": _selected,
    "sum": _range(r"\sum"),
    "prod": _range(r"\prod"),
    "mprod": _matrix_product,
    "maxover": _range(r"\max"),
    "minover": _range(r"\min"),
    "blocks": _blocks,
    "hcat": _stack(" & "),
    "vcat": _stack(r" \\ "),
    "map": lambda e, args: (
        (rf"\left|{args[0][0]}\right|" if e.data[0] == "abs" else rf"\operatorname{{{e.data[0]}}}({args[0][0]})"),
        ATOM,
    ),
    "hpow": _hpow,
    "softmax": _call(r"\operatorname{softmax}"),
    "inv": _script("-1"),
    "det": _call(r"\det"),
    "expm": lambda e, args: (f"e^{{{args[0][0]}}}", ATOM),
    "mpow": lambda e, args: (f"{_base(args[0])}^{{{e.data[0]}}}", ATOM),
    "pinv": _script("+"),
    "minimizer": _call(r"\operatorname{argmin}"),
    "root": lambda e, args: (f"{_base(args[0])}^{{1/{e.data[0]}}}", ATOM),
    "indicator": _indicator,
    "where": _where,
    "fun": lambda e, args: (rf"{plain_latex(e.data[0])}({', '.join(t for t, _ in args)})", ATOM),
    "deriv": _deriv,
    "grad": lambda e, args: (_at(e, rf"\nabla_{{{plain_latex(e.data[0])}}} \left({args[0][0]}\right)", args[1]), ATOM),
    "frechet": _frechet,
    "integral": _integral,
    "norm": _norm,
    "sigma": _which(r"\sigma"),
    "eig": _which(r"\lambda"),
    "kappa": _call(r"\kappa"),
    "rank": _call(r"\operatorname{rank}"),
    "order": lambda e, args: (rf"\left({args[0][0]}\right)_{{({size_latex(e.data[0])})}}", ATOM),
    "max": _call(r"\max"),
    "min": _call(r"\min"),
    "maxentry": _call(r"\max"),
    "minentry": _call(r"\min"),
    "sup": _extremum,
    "inf": _extremum,
    "limit": _limit,
    "limsup": _limit,
    "liminf": _limit,
}

__all__ = ["Shape", "core_to_latex", "dim_latex", "formula_to_latex", "size_latex"]
