"""Core expressions as Python code for arrays: NumPy, torch or JAX, with free sizes.

Matrices have two axes, columns and rows have one, numbers have none; so ``transpose`` of a vector is nothing, and what is a product of
matrices is ``@``, ``outer`` or ``*`` by the shapes of its factors.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from derive.core import Expr, walk
from derive.errors import NotSupported
from derive.functions import FUNCTIONS, meaning
from derive.norms import NORMS
from derive.size_names import size_names
from derive.sizes import Dim, Size, product

ADD, MUL, POWER, ATOM = range(4)
Code = tuple[str, int]
"""Python text and how tightly its outermost operation binds."""
MANY = 8
"""Length in characters from which on what stands twice gets a name."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one library writes what they do not share.

    Attributes:
        name: ``numpy``, ``torch`` or ``jax``.
        imports: The lines at the top of a file.
        alias: What its functions hang on.
        softmax: Softmax along the last axis.
        functions: Functions that it does not name as the records of `derive.functions` do, with ``{x}`` for the argument.
        helpers: Definitions that stand in a file where their name occurs.
        kind: The arguments that say the type of a new array.
    """

    name: str
    imports: tuple[str, ...]
    alias: str
    softmax: str
    functions: dict[str, str] = field(default_factory=dict)
    helpers: dict[str, str] = field(default_factory=dict)
    kind: str = ""


_SOFTMAX = '''def softmax(s):
    """Softmax along the last axis."""
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
'''
_ERF = "erf = np.vectorize(math.erf, otypes=[float])\n"
NUMPY = Dialect(
    "numpy", ("import math", "", "import numpy as np"), "np", "softmax({x})", {"erf": "erf({x})"}, {"softmax": _SOFTMAX, "erf": _ERF}
)
TORCH = Dialect("torch", ("import torch",), "torch", "torch.softmax({x}, -1)", {f.name: f.code for f in FUNCTIONS.values() if f.torch or f.library}, kind="**kind")
JAX = Dialect("jax", ("import jax", "import jax.numpy as jnp"), "jnp", "jax.nn.softmax({x}, -1)", {"erf": "jax.scipy.special.erf({x})"})
DIALECTS = {d.name: d for d in (NUMPY, TORCH, JAX)}


def identifiers(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Return a Python name for every core name, each its own."""
    found: dict[str, str] = {}
    used = {*taken, "np", "torch", "jnp", "jax", "math", "softmax", "erf", "kind"}
    for name in names:
        plain = re.sub(r"\W+", "_", name.replace("'", "_prime")).strip("_") or "x"
        plain = f"x_{plain}" if plain[0].isdigit() else plain
        while plain in used or keyword.iskeyword(plain):
            plain += "_"
        used.add(plain)
        found[name] = plain
    return found


def _named(name: str, names: dict[str, str]) -> str:
    """A size or a bound index, whose letter has a number."""
    return names.get(name, name.replace("~", "_"))


def size_code(size: Size, names: dict[str, str]) -> str:
    """Return a size or an index as Python text."""
    parts: list[str] = []
    for monomial, coefficient in sorted(size.terms, key=lambda t: (-sum(p for _, p in t[0]), t[0])):
        words = [f"{_named(n, names)}**{p}" if p != 1 else _named(n, names) for n, p in monomial]
        number = [] if abs(coefficient) == 1 and words else [str(abs(coefficient))]
        parts.append(("- " if coefficient < 0 else "+ ") + " * ".join([*number, *words]))
    text = " ".join(parts) or "0"
    return text[2:] if text.startswith("+ ") else text.replace("- ", "-", 1) if text.startswith("- ") else text


class Writer:
    """Writes expressions in one dialect.

    Args:
        dialect: The library.
        names: Python names of variables, sizes and indices.
    """

    def __init__(self, dialect: Dialect, names: dict[str, str]) -> None:
        self.dialect = dialect
        self.names = names
        self.a = dialect.alias
        self.done: dict[Expr, Code] = {}

    def lines(self, e: Expr, parts: Sequence[tuple[str, Expr]] = ()) -> list[str]:
        """Return the lines of a function's body that computes an expression: parts with names, what stands twice, the result.

        Raises:
            NotSupported: An operation has no code.
        """
        out: list[str] = []
        done: dict[Expr, Code] = {}
        for name, value in parts:
            out.append(f"{name} = {self.code(value, done, out)[0]}")
        result = self.code(e, done, out)[0]
        return [*out, f"return {result}"]

    def code(self, e: Expr, done: dict[Expr, Code], out: list[str]) -> Code:
        """Return an expression as text; what stands twice in it is put into lines before."""
        uses: dict[Expr, int] = {}
        bound = {name for node in walk(e) for name in _binds(node)}
        for node in walk(e):
            for a in node.args:
                uses[a] = uses.get(a, 0) + 1
        for node in walk(e):
            if node in done:
                continue
            self.done = done
            text, level = self._node(node, [done[a] for a in node.args])
            plain = len(text) < MANY or node.op in ("var", "const", "size", "eye", "ones", "zeros") or (node.op == "transpose" and node.args[0].op == "var")
            if uses.get(node, 0) > 1 and not plain and not _free_indices(node) & bound:
                name = f"t{sum(line.startswith('t') for line in out) + 1}"
                while name in self.names.values():
                    name += "_"
                out.append(f"{name} = {text}")
                text, level = name, ATOM
            done[node] = text, level
        return done[e]

    # One node.

    def _node(self, e: Expr, args: list[Code]) -> Code:
        method: Callable[[Expr, list[Code]], Code] | None
        if e.op in SAME_OF_NUMBERS and e.args[0].shape.is_scalar:
            return args[0]
        method = getattr(self, f"_{e.op}", None)
        if method is None:
            raise NotSupported(f"{e.op} has no code for arrays")
        return method(e, args)

    def _dim(self, d: Dim) -> str:
        return size_code(product(d), self.names)

    def _shape(self, e: Expr) -> str:
        rows, cols = e.shape.rows, e.shape.cols
        if rows and cols:
            return f"({self._dim(rows)}, {self._dim(cols)})"
        return self._dim(rows or cols)

    def _new(self, word: str, shape: str) -> Code:
        return f"{self.a}.{word}({shape}{', ' + self.dialect.kind if self.dialect.kind else ''})", ATOM

    def _var(self, e: Expr, _: list[Code]) -> Code:
        return str(self.names.get(e.data[0], e.data[0])), ATOM

    def _const(self, e: Expr, _: list[Code]) -> Code:
        value = e.data[0]
        if value.denominator == 1:
            return str(value), ATOM if value >= 0 else ADD
        number = str(float(value)) if value.denominator in (2, 4, 8, 5, 10) else f"{value.numerator} / {value.denominator}"
        return number, ATOM if "/" not in number and value >= 0 else ADD if value < 0 else MUL

    def _real(self, e: Expr, _: list[Code]) -> Code:
        if e.data[0] == "infinity":
            raise NotSupported("infinity has no code for arrays")
        return f"{self.a}.{e.data[0]}", ATOM

    def _size(self, e: Expr, _: list[Code]) -> Code:
        text = size_code(e.data[0], self.names)
        return text, ATOM if text.isidentifier() or text.isdigit() else MUL if " " not in text.replace(" * ", "") else ADD

    def _eye(self, e: Expr, _: list[Code]) -> Code:
        return ("1.0", ATOM) if e.shape.is_scalar else self._new("eye", self._dim(e.data[0]))

    def _ones(self, e: Expr, _: list[Code]) -> Code:
        return ("1.0", ATOM) if e.shape.is_scalar else self._new("ones", self._shape(e))

    def _zeros(self, e: Expr, _: list[Code]) -> Code:
        return ("0.0", ATOM) if e.shape.is_scalar else self._new("zeros", self._shape(e))

    def _commutation(self, e: Expr, _: list[Code]) -> Code:
        m, n = map(self._dim, e.data)
        m, n = (w if w.isidentifier() or w.isdigit() else f"({w})" for w in (m, n))
        swap = "swapaxes" if self.dialect.name != "torch" else "transpose"
        return f"{self._new('eye', f'{m} * {n}')[0]}.reshape({n}, {m}, {m} * {n}).{swap}(0, 1).reshape({m} * {n}, {m} * {n})", ATOM

    def _basis(self, e: Expr, _: list[Code]) -> Code:
        return f"{self._new('eye', self._dim(e.data[1]))[0]}[{self._index(e.data[0])}]", ATOM

    def _delta(self, e: Expr, _: list[Code]) -> Code:
        i, j = (size_code(d, self.names) for d in e.data)
        return f"float({i} == {j})", ATOM

    def _index(self, i: Size) -> str:
        return size_code(i + -1, self.names)

    def _add(self, _: Expr, args: list[Code]) -> Code:
        text = args[0][0]
        for word, level in args[1:]:
            text += f" - {word[1:]}" if word.startswith("-") and level >= MUL else f" + {word if level > ADD or not word.startswith('-') else f'({word})'}"
        return text, ADD

    def _scale(self, e: Expr, args: list[Code]) -> Code:
        factor, matrix = e.args
        if factor.op == "const" and factor.data[0] == -1:
            return f"-{_wrap(args[1], MUL)}", MUL
        if factor.op == "hpow" and factor.args[1].op == "const" and factor.args[1].data[0] == -1 and factor.args[0].op in ("var", "size"):
            return f"{_wrap(args[1], MUL)} / {args[0][0].removesuffix(' ** -1.0').removesuffix(' ** -1')}", MUL
        if matrix.op == "hpow" and matrix.shape.is_scalar and matrix.args[1].op == "const" and matrix.args[1].data[0] == -1 and " ** -1" in args[1][0]:
            return f"{_wrap(args[0], MUL)} / {args[1][0].rpartition(' ** -1')[0]}", MUL
        return f"{_wrap(args[0], MUL)} * {_wrap(args[1], POWER)}", MUL

    def _matmul(self, e: Expr, args: list[Code]) -> Code:
        a, b = e.args
        if a.shape.is_scalar or b.shape.is_scalar:
            return f"{_wrap(args[0], MUL)} * {_wrap(args[1], POWER)}", MUL
        if not a.shape.cols and not b.shape.rows:
            return f"{self.a}.outer({args[0][0]}, {args[1][0]})", ATOM
        if not a.shape.rows and not b.shape.cols:
            for one, other in ((a, args[1]), (b, args[0])):
                if one.op == "ones" or (one.op == "transpose" and one.args[0].op == "ones"):
                    return f"{_wrap(other, ATOM)}.sum()", ATOM
        if b.op == "ones" and a.shape.rows and a.shape.cols and not b.shape.cols:
            return f"{_wrap(args[0], ATOM)}.sum(1)", ATOM
        if a.op == "transpose" and a.args[0].op == "ones" and not a.shape.rows and b.shape.rows and b.shape.cols:
            return f"{_wrap(args[1], ATOM)}.sum(0)", ATOM
        return f"{_wrap(args[0], MUL)} @ {_wrap(args[1], POWER)}", MUL

    def _spread(self, e: Expr, code: Code) -> Code:
        """A vector times ones, as a factor of an entrywise product: the vector along its axis."""
        if e.op == "matmul" and e.shape.rows and e.shape.cols:
            left, right = e.args
            if _is_ones(right) and not left.shape.cols:
                return f"{_wrap(self.done[left], ATOM)}[:, None]", ATOM
            if _is_ones(left) and not right.shape.rows:
                return _wrap(self.done[right], ATOM), ATOM
        return code

    def _hadamard(self, e: Expr, args: list[Code]) -> Code:
        args = [self._spread(a, code) for a, code in zip(e.args, args, strict=True)]
        return f"{_wrap(args[0], MUL)} * {_wrap(args[1], POWER)}", MUL

    def _kron(self, e: Expr, args: list[Code]) -> Code:
        words = [self._as_matrix(a, code) if e.shape.rows and e.shape.cols else code[0] for a, code in zip(e.args, args, strict=True)]
        if self.dialect.name == "torch":  # its kron takes no views
            words = [word if word.startswith("torch.eye") else f"{_wrap((word, ATOM if word.isidentifier() else ADD), ATOM)}.contiguous()" for word in words]
        return f"{self.a}.kron({', '.join(words)})", ATOM

    def _as_matrix(self, e: Expr, code: Code) -> str:
        if e.shape.is_scalar:
            return f"{self.a}.ones((1, 1){', ' + self.dialect.kind if self.dialect.kind else ''}) * {_wrap(code, POWER)}"
        if e.shape.rows and e.shape.cols:
            return code[0]
        return f"{_wrap(code, ATOM)}[{':, None' if e.shape.rows else 'None, :'}]"

    def _transpose(self, e: Expr, args: list[Code]) -> Code:
        return (f"{_wrap(args[0], ATOM)}.T", ATOM) if e.shape.rows and e.shape.cols else args[0]

    def _vecr(self, e: Expr, args: list[Code]) -> Code:
        inner = e.args[0]
        return (f"{_wrap(args[0], ATOM)}.reshape(-1)", ATOM) if inner.shape.rows and inner.shape.cols else args[0]

    def _vec(self, e: Expr, args: list[Code]) -> Code:
        inner = e.args[0]
        return (f"{_wrap(args[0], ATOM)}.T.reshape(-1)", ATOM) if inner.shape.rows and inner.shape.cols else args[0]

    def _reshape(self, e: Expr, args: list[Code]) -> Code:
        same = [bool(x) == bool(y) for x, y in ((e.shape.rows, e.args[0].shape.rows), (e.shape.cols, e.args[0].shape.cols))]
        return args[0] if all(same) else (f"{_wrap(args[0], ATOM)}.reshape({self._shape(e)})", ATOM)

    _unvecr = _reshape

    def _diag(self, _: Expr, args: list[Code]) -> Code:
        return f"{self.a}.diag({args[0][0]})", ATOM

    _diagpart = _diag

    def _trace(self, _: Expr, args: list[Code]) -> Code:
        return f"{self.a}.trace({args[0][0]})", ATOM

    def _entry(self, e: Expr, args: list[Code]) -> Code:
        shape, (i, j) = e.args[0].shape, map(self._index, e.data)
        places = [place for place, dim in ((i, shape.rows), (j, shape.cols)) if dim]
        return (f"{_wrap(args[0], ATOM)}[{', '.join(places)}]", ATOM) if places else args[0]

    def _row(self, e: Expr, args: list[Code]) -> Code:
        return (f"{_wrap(args[0], ATOM)}[{self._index(e.data[0])}]", ATOM) if e.args[0].shape.rows else args[0]

    def _col(self, e: Expr, args: list[Code]) -> Code:
        shape, place = e.args[0].shape, self._index(e.data[0])
        return (f"{_wrap(args[0], ATOM)}[{f':, {place}' if shape.rows else place}]", ATOM) if shape.cols else args[0]

    def _range(self, e: Expr) -> str:
        index, low, high = e.data
        return f"for {_named(index, self.names)} in range({size_code(low, self.names)}, {size_code(high + 1, self.names)})"

    def _sum(self, e: Expr, args: list[Code]) -> Code:
        return f"sum({args[0][0]} {self._range(e)})", ATOM

    def _blocks(self, e: Expr, args: list[Code]) -> Code:
        i, m, j, n = e.data
        cell = self._as_matrix(e.args[0], args[0])
        columns = self._range_of(j, n)
        rows = self._range_of(i, m)
        if self.dialect.name == "torch":
            return f"torch.cat([torch.cat([{cell} {columns}], 1) {rows}], 0)", ATOM
        return f"{self.a}.block([[{cell} {columns}] {rows}])", ATOM

    def _range_of(self, index: str, count: Size) -> str:
        return f"for {_named(index, self.names)} in range(1, {size_code(count + 1, self.names)})"

    def _map(self, e: Expr, args: list[Code]) -> Code:
        name, x = e.data[0], args[0]
        record = FUNCTIONS[name]
        own = self.dialect.functions.get(name) or record.arrays or (f"{self.a}.{record.library}({{x}})" if record.library else "")
        if not own:
            simpler = meaning(e)
            if simpler is None:
                raise NotSupported(f"{name} has no code for {self.dialect.name}")
            return self.code(simpler, {e.args[0]: (_wrap(x, ATOM), ATOM)}, _Refusing())
        text = x[0] if own.count("{x}") == 1 and own.endswith("({x})") else _wrap(x, ATOM)
        if self.dialect.name == "torch" and not any(n.op == "var" for n in walk(e.args[0])):
            text = f"torch.as_tensor(float({text}))"
        return own.format(x=text, a=self.a), ATOM if own.endswith(")") and own.partition("(")[0].replace(".", "").isalnum() else ADD

    def _hpow(self, e: Expr, args: list[Code]) -> Code:
        return f"{_wrap(args[0], ATOM)} ** {_wrap(args[1], ATOM) if not args[1][0].startswith('-') or ' ' in args[1][0] else args[1][0]}", POWER

    def _softmax(self, e: Expr, args: list[Code]) -> Code:
        if not e.shape.cols:
            return f"0 * {_wrap(args[0], POWER)} + 1.0", ADD
        return self.dialect.softmax.format(x=args[0][0]), ATOM

    def _inv(self, e: Expr, args: list[Code]) -> Code:
        if e.shape.is_scalar:
            return f"1 / {_wrap(args[0], ATOM)}", MUL
        return f"{self.a}.linalg.inv({args[0][0]})", ATOM

    def _det(self, _: Expr, args: list[Code]) -> Code:
        return f"{self.a}.linalg.det({args[0][0]})", ATOM

    def _mpow(self, e: Expr, args: list[Code]) -> Code:
        return f"{self.a}.linalg.matrix_power({args[0][0]}, {e.data[0]})", ATOM

    def _where(self, _: Expr, args: list[Code]) -> Code:
        return f"{self.a}.where({_wrap(args[0], POWER)} != 0, {args[1][0]}, {args[2][0]})", ATOM

    def _indicator(self, e: Expr, args: list[Code]) -> Code:
        word = "==" if e.data[0] == "=" else e.data[0]
        return f"(1.0 * ({_wrap(args[0], POWER)} {word} {_wrap(args[1], POWER)}))", ATOM

    def _norm(self, e: Expr, args: list[Code]) -> Code:
        record, shape = NORMS[e.data[0]], e.args[0].shape
        vector = not (shape.rows and shape.cols)
        if vector and record.unitary:
            return f"{self.a}.linalg.norm({args[0][0]})", ATOM
        if vector and not shape.rows:
            record = NORMS[record.transposed]
        if record.arrays:
            return record.arrays.format(x=args[0][0], a=self.a), ATOM
        if record.meaning is None:
            raise NotSupported(f"the norm {record.kind} has no code for arrays")
        return self.code(record.meaning(e.args[0]), {e.args[0]: args[0]}, _Refusing())

    def _max(self, e: Expr, args: list[Code]) -> Code:
        return f"{e.op}({', '.join(text for text, _ in args)})", ATOM

    def _maxentry(self, e: Expr, args: list[Code]) -> Code:
        return f"{_wrap(args[0], ATOM)}.{e.op.removesuffix('entry')}()", ATOM

    _min, _minentry = _max, _maxentry


SAME_OF_NUMBERS = frozenset({"diag", "diagpart", "trace", "det", "transpose", "vec", "vecr"})
"""Operations that leave a 1 x 1 matrix as it is."""


class _Refusing(list[str]):
    """Lines that cannot be had: within an expression there is no place for them."""

    def append(self, _: str) -> None:
        raise NotSupported("a part of this function stands in it twice")


def _is_ones(e: Expr) -> bool:
    return e.op == "ones" or (e.op == "transpose" and e.args[0].op == "ones")


def _wrap(item: Code, level: int) -> str:
    text, own = item
    return text if own >= level else f"({text})"


def _binds(e: Expr) -> set[str]:
    if e.op in ("sum", "prod", "maxover", "minover"):
        return {e.data[0]}
    return {e.data[0], e.data[2]} if e.op == "blocks" else set()


def _free_indices(e: Expr) -> set[str]:
    return set(size_names(e))


__all__ = ["DIALECTS", "Dialect", "Writer", "identifiers", "size_code"]
