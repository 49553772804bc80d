"""SymPy expressions in and out: matrix expressions and scalars as LaTeX with declarations, core expressions as SymPy expressions.

A `MatrixSymbol` with one column is a column vector, a `Symbol` that is no size is a number; a name is read as it is spelt (``W_Q``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.core import Expr
from derive.errors import NotSupported
from derive.functions import FUNCTIONS
from derive.language.tree.names import plain_latex
from derive.sizes import Dim, Size, product

SCALARS: dict[Any, str] = {getattr(sp, f.library): f.name for f in FUNCTIONS.values() if f.library and isinstance(getattr(sp, f.library, None), type)}
SCALARS[sp.Abs] = "abs"
NAMED = {name: function for function, name in SCALARS.items()}


def is_sympy(value: object) -> bool:
    """Whether a value is a SymPy expression."""
    return isinstance(value, sp.Basic)


def name_of(symbol: Any) -> str:
    """Return the LaTeX of a symbol's name."""
    return plain_latex(str(symbol.name))


def from_sympy(e: Any) -> tuple[str, str]:
    r"""Return an expression in LaTeX and the declarations of its symbols.

    Args:
        e: A matrix expression, or a number made of such.

    Raises:
        NotSupported: A node has no spelling.

    Examples:
        >>> n = sp.Symbol("n")
        >>> A, x = sp.MatrixSymbol("A", n, n), sp.MatrixSymbol("x", n, 1)
        >>> from_sympy(x.T * A * x)
        ('x^{\\top} A x', 'A \\in \\mathbb{R}^{n \\times n}, x \\in \\mathbb{R}^{n}')
    """
    matrices = sorted(e.atoms(sp.MatrixSymbol), key=lambda m: m.name)
    sizes = {s for m in matrices for d in m.shape for s in sp.sympify(d).free_symbols}
    numbers = sorted((s for s in e.free_symbols - sizes if isinstance(s, sp.Symbol)), key=lambda s: s.name)
    declared = [rf"{name_of(m)} \in \mathbb{{R}}^{{{_space(m.shape)}}}" for m in matrices]
    declared += [rf"{name_of(s)} \in \mathbb{{R}}" for s in numbers]
    return _Spelled().show(e), ", ".join(declared)


def _space(shape: Any) -> str:
    rows, cols = (sp.latex(sp.sympify(d)) for d in shape)
    return rows if cols == "1" else rf"{rows} \times {cols}"


class _Spelled:
    """LaTeX of SymPy nodes, every operand that is no symbol in brackets where it could be read otherwise."""

    def show(self, e: Any) -> str:
        for kinds, method in self.METHODS:
            if isinstance(e, kinds):
                return method(self, e)
        raise NotSupported(f"SymPy's {type(e).__name__} is not read")

    def factor(self, e: Any) -> str:
        text = self.show(e)
        loose = e.is_Add or isinstance(e, sp.MatAdd | sp.HadamardProduct | sp.KroneckerProduct) or text.startswith("-") or (e.is_Rational and not e.is_Integer)
        return rf"\left({text}\right)" if loose else text

    def atom(self, e: Any) -> str:
        text = self.show(e)
        return text if isinstance(e, sp.MatrixSymbol | sp.Symbol) or (e.is_Integer and e >= 0) else rf"\left({text}\right)"

    def _number(self, e: Any) -> str:
        return str(e) if e.is_Integer else rf"\frac{{{e.p}}}{{{e.q}}}"

    def _sum(self, e: Any) -> str:
        text = " + ".join(self.show(a) for a in e.args)
        return text.replace("+ -", "- ")

    def _product(self, e: Any) -> str:
        coefficient, rest = e.as_coeff_mul() if not isinstance(e, sp.MatMul) else e.as_coeff_matrices()
        words = [self.factor(a) for a in rest]
        if coefficient == -1:
            return "-" + " ".join(words)
        return " ".join([self.factor(coefficient), *words] if coefficient != 1 else words)

    def _power(self, e: Any) -> str:
        base, exponent = e.base, e.exp
        if exponent == sp.Rational(1, 2):
            return rf"\sqrt{{{self.show(base)}}}"
        return f"{self.atom(base)}^{{{self.show(exponent)}}}"

    def _function(self, e: Any) -> str:
        name = SCALARS.get(e.func)
        if name is None:
            raise NotSupported(f"SymPy's {e.func.__name__} is not read")
        return rf"\operatorname{{{FUNCTIONS[name].written[0]}}}\left({self.show(e.args[0])}\right)"

    def _elementwise(self, e: Any) -> str:
        argument = sp.Dummy()
        inner = e.function(argument)
        name = SCALARS.get(inner.func)
        if name is None or inner.args[0] is not argument:
            raise NotSupported("SymPy's ElementwiseApplyFunction is read for one function alone")
        return rf"\operatorname{{{FUNCTIONS[name].written[0]}}}\left({self.show(e.expr)}\right)"

    def _element(self, e: Any) -> str:
        i, j = (sp.latex(k + 1) for k in (e.i, e.j))
        return f"{self.atom(e.parent)}_{{{i}}}" if e.parent.shape[1] == 1 else f"{self.atom(e.parent)}_{{{i},{j}}}"

    METHODS: tuple[tuple[Any, Callable[[Any, Any], str]], ...] = (
        (sp.MatrixSymbol, lambda _, e: name_of(e)),
        (sp.Symbol, lambda _, e: name_of(e)),
        (sp.Rational, _number),
        (type(sp.pi), lambda _, e: r"\pi"),
        (MatrixElement, _element),
        (sp.MatAdd, _sum),
        (sp.MatMul, _product),
        (sp.Inverse, lambda s, e: f"{s.atom(e.arg)}^{{-1}}"),
        (sp.MatPow, lambda s, e: f"{s.atom(e.base)}^{{{s.show(e.exp)}}}"),
        (sp.Transpose, lambda s, e: rf"{s.atom(e.arg)}^{{\top}}"),
        (sp.HadamardProduct, lambda s, e: r" \odot ".join(s.atom(a) for a in e.args)),
        (sp.HadamardPower, lambda s, e: rf"{s.atom(e.base)}^{{\circ {s.show(e.exp)}}}"),
        (sp.KroneckerProduct, lambda s, e: r" \otimes ".join(s.atom(a) for a in e.args)),
        (sp.Trace, lambda s, e: rf"\operatorname{{tr}}\left({s.show(e.arg)}\right)"),
        (sp.Determinant, lambda s, e: rf"\det\left({s.show(e.arg)}\right)"),
        (sp.Identity, lambda _, e: rf"\mathbf{{I}}_{{{sp.latex(e.shape[0])}}}"),
        (sp.ZeroMatrix, lambda _, e: rf"\mathbf{{0}}_{{{_space(e.shape)}}}"),
        (sp.OneMatrix, lambda _, e: rf"\mathbf{{1}}_{{{_space(e.shape)}}}"),
        (sp.DiagMatrix, lambda s, e: rf"\operatorname{{diag}}\left({s.show(e.arg)}\right)"),
        (ElementwiseApplyFunction, _elementwise),
        (sp.Add, _sum),
        (sp.Mul, _product),
        (sp.Pow, _power),
        (sp.Function, _function),
    )


# Out.


def size_to_sympy(size: Size) -> Any:
    """Return a size as a SymPy expression in symbols of its names."""
    out = sp.Integer(0)
    for monomial, coefficient in size.terms:
        out += sp.Rational(coefficient.numerator, coefficient.denominator) * sp.Mul(*(sp.Symbol(name) ** power for name, power in monomial))
    return out


def _total(d: Dim) -> Any:
    return size_to_sympy(product(d))


def to_sympy(e: Expr) -> Any:
    """Return a core expression as a SymPy expression; softmax of a vector is written by exponentials.

    Raises:
        NotSupported: SymPy has no word for an operation.
    """
    from derive.core import walk

    done: dict[Expr, Any] = {}
    for node in walk(e):
        maker = _MAKERS.get(node.op)
        if maker is None:
            raise NotSupported(f"{node.op} has no SymPy expression")
        done[node] = maker(node, [done[a] for a in node.args])
    return done[e]


def _var(e: Expr, _: list[Any]) -> Any:
    name = e.data[0]
    return sp.Symbol(name) if e.shape.is_scalar else sp.MatrixSymbol(name, _total(e.shape.rows), _total(e.shape.cols))


def _matmul(e: Expr, args: list[Any]) -> Any:
    a, b = args
    if e.args[0].shape.is_scalar or e.args[1].shape.is_scalar:
        return a * b
    if e.shape.is_scalar:
        return sp.Trace(sp.MatMul(a, b))
    return sp.MatMul(a, b)


def _map(e: Expr, args: list[Any]) -> Any:
    function = NAMED.get(e.data[0])
    if function is None:
        simpler = FUNCTIONS[e.data[0]].meaning
        if simpler is None:
            raise NotSupported(f"{e.data[0]} has no SymPy expression")
        return to_sympy(simpler(e.args[0]))
    return function(args[0]) if e.shape.is_scalar else args[0].applyfunc(function)


def _hpow(e: Expr, args: list[Any]) -> Any:
    return args[0] ** args[1] if e.shape.is_scalar else sp.HadamardPower(args[0], args[1])


def _softmax(e: Expr, args: list[Any]) -> Any:
    if e.shape.rows:
        raise NotSupported("softmax of the rows of a matrix has no SymPy expression")
    exponential = args[0].applyfunc(sp.exp)
    return exponential / sp.Trace(exponential * sp.OneMatrix(args[0].shape[1], 1))


def _norm(e: Expr, args: list[Any]) -> Any:
    vector = not (e.args[0].shape.rows and e.args[0].shape.cols)
    if e.data[0] != "F" and not (e.data[0] == "2" and vector):
        raise NotSupported(f"the norm {e.data[0]} has no SymPy expression")
    a = args[0]
    return sp.sqrt(sp.Trace(a.T * a))


def _one(word: Any) -> Callable[[Expr, list[Any]], Any]:
    return lambda e, _: word(_total(e.shape.rows), _total(e.shape.cols)) if not e.shape.is_scalar else sp.Integer(word is sp.OneMatrix)


_MAKERS: dict[str, Callable[[Expr, list[Any]], Any]] = {
    "var": _var,
    "const": lambda e, _: sp.Rational(e.data[0].numerator, e.data[0].denominator),
    "size": lambda e, _: size_to_sympy(e.data[0]),
    "real": lambda e, _: {"pi": sp.pi, "e": sp.E, "infinity": sp.oo}[e.data[0]],
    "eye": lambda e, _: sp.Integer(1) if e.shape.is_scalar else sp.Identity(_total(e.data[0])),
    "ones": _one(sp.OneMatrix),
    "zeros": _one(sp.ZeroMatrix),
    "add": lambda e, args: sp.Add(*args) if e.shape.is_scalar else sp.MatAdd(*args),
    "scale": lambda _, args: args[0] * args[1],
    "matmul": _matmul,
    "kron": lambda _, args: sp.KroneckerProduct(*args),
    "hadamard": lambda e, args: args[0] * args[1] if e.shape.is_scalar else sp.HadamardProduct(*args),
    "transpose": lambda e, args: args[0] if e.shape.is_scalar else sp.Transpose(args[0]),
    "inv": lambda e, args: 1 / args[0] if e.shape.is_scalar else sp.Inverse(args[0]),
    "det": lambda e, args: args[0] if e.args[0].shape.is_scalar else sp.Determinant(args[0]),
    "trace": lambda e, args: args[0] if e.args[0].shape.is_scalar else sp.Trace(args[0]),
    "mpow": lambda e, args: args[0] ** e.data[0],
    "diag": lambda e, args: args[0] if e.args[0].shape.is_scalar else sp.DiagMatrix(args[0] if e.args[0].shape.rows else sp.Transpose(args[0])),
    "entry": lambda e, args: args[0] if e.args[0].shape.is_scalar else args[0][size_to_sympy(e.data[0] + -1), size_to_sympy(e.data[1] + -1)],
    "reshape": lambda _, args: args[0],
    "map": _map,
    "hpow": _hpow,
    "softmax": _softmax,
    "norm": _norm,
}

__all__ = ["from_sympy", "is_sympy", "name_of", "size_to_sympy", "to_sympy"]
