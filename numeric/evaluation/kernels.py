"""One torch function per node of the core language that binds no name.

Every value is a two-dimensional tensor; a composite dimension is stored flattened, first factor slowest, so
``reshape`` does nothing and ``vecr`` is torch's own ``reshape``.  Every kernel is differentiable in forward and
reverse mode wherever the mathematics is, and works under ``torch.func`` transforms: no Python branch looks at a value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from derive.core import Expr
from derive.errors import NotSupported
from derive.fraction import Fraction
from derive.functions import RECORDS
from derive.norms import norm
from derive.sizes import Dim, Size, product

SmoothFunction = Callable[..., Tensor]


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and with what a tree is evaluated: sizes (and index values), functions, dtype and device."""

    numbers: Mapping[str, int]
    functions: Mapping[str, SmoothFunction]
    dtype: torch.dtype
    device: torch.device
    known: dict[Size | Dim | Expr, Any] = field(default_factory=dict)

    def length(self, d: Dim) -> int:
        """The length of a composite dimension."""
        if d not in self.known:
            self.known[d] = self.integer(product(d))
        return self.known[d]  # type: ignore[no-any-return]

    def extent(self, e: Expr) -> tuple[int, int]:
        """The numbers of rows and columns of a value."""
        if e not in self.known:
            self.known[e] = self.length(e.shape.rows), self.length(e.shape.cols)
        return self.known[e]  # type: ignore[no-any-return]

    def integer(self, value: Size) -> int:
        """The value of a size or index expression."""
        if value not in self.known:
            self.known[value] = int(self.number(value, whole=True))
        return self.known[value]  # type: ignore[no-any-return]

    def number(self, value: Size, whole: bool = False) -> Fraction:
        """The value of a size expression; with ``whole`` it must be an integer."""
        total = Fraction(0)
        for monomial, coefficient in value.terms:
            for name, power in monomial:
                if name not in self.numbers:
                    raise NotSupported(f"the size or index {name} has no value")
                coefficient = coefficient * Fraction(self.numbers[name]) ** power
            total += coefficient
        if whole and total.denominator != 1:
            raise NotSupported(f"the index {value} is {total}, not an integer")
        return total

    def scalar(self, value: float | Fraction) -> Tensor:
        """A 1 x 1 tensor."""
        return torch.full((1, 1), float(value), dtype=self.dtype, device=self.device)

    def full(self, rows: int, cols: int, value: float) -> Tensor:
        """A rows x cols tensor of one value."""
        return torch.full((rows, cols), value, dtype=self.dtype, device=self.device)

    def eye(self, n: int) -> Tensor:
        """The n x n identity."""
        return torch.eye(n, dtype=self.dtype, device=self.device)


Kernel = Callable[[Setting, Expr, Sequence[Tensor]], Tensor]


def position(s: Setting, index: Size, length: int, what: str) -> int:
    """Return the zero-based position of an index counted from one.

    Raises:
        NotSupported: The index is outside ``1..length``.
    """
    i = s.integer(index)
    if not 1 <= i <= length:
        raise NotSupported(f"{what}: the index {index} = {i} is outside 1..{length}")
    return i - 1


def commutation(m: int, n: int, like: Tensor) -> Tensor:
    """Return K_{m,n} from the identity: row (i,j) has its one in column (j,i)."""
    return like.reshape(m, n, m * n).permute(1, 0, 2).reshape(m * n, m * n).T


def _commutation(s: Setting, e: Expr, _: Sequence[Tensor]) -> Tensor:
    m, n = (s.length(d) for d in e.data)
    return commutation(m, n, s.eye(m * n))


def _basis(s: Setting, e: Expr, _: Sequence[Tensor]) -> Tensor:
    n = s.length(e.data[1])
    i = position(s, e.data[0], n, "a basis vector")
    return s.eye(n)[:, i : i + 1]


def _kron(a: Tensor, b: Tensor) -> Tensor:
    """A (x) B by broadcasting; ``torch.kron`` refuses transposed inputs and some transforms."""
    return (a[:, None, :, None] * b[None, :, None, :]).reshape(a.shape[0] * b.shape[0], a.shape[1] * b.shape[1])


def _entry(s: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    i = position(s, e.data[0], a[0].shape[0], "a row index")
    j = position(s, e.data[1], a[0].shape[1], "a column index")
    return a[0][i : i + 1, j : j + 1]


def _row(s: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    i = position(s, e.data[0], a[0].shape[0], "a row index")
    return a[0][i : i + 1, :]


def _col(s: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    j = position(s, e.data[0], a[0].shape[1], "a column index")
    return a[0][:, j : j + 1]


def _hpow(_: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    """Entrywise power; a literal exponent stays literal, so that integer powers of negative entries exist."""
    base, exponent = a
    literal = e.args[1]
    if literal.op != "const":
        return torch.pow(base, exponent)
    q: Fraction = literal.data[0]
    if q == Fraction(1, 2):
        return torch.sqrt(base)
    if q == -1:
        return torch.reciprocal(base)
    if q == Fraction(-1, 2):
        return torch.rsqrt(base)
    return torch.pow(base, int(q) if q.denominator == 1 else float(q))


def _valid(condition: Tensor, like: Tensor) -> Tensor:
    """One where a value exists, else no number: as a factor it reaches the derivatives too, which a choice would not."""
    return torch.where(condition, torch.ones_like(like), torch.full_like(like, math.nan))


def _log(x: Tensor) -> Tensor:
    """The logarithm, whose derivative is no number either where the argument is negative."""
    return torch.log(x * _valid(x >= 0, x))


def _compiled(code: str) -> Callable[[Tensor], Tensor]:
    return eval(f"lambda x: {code.format(x='x')}", {"torch": torch})


ELEMENTWISE: dict[str, Callable[[Tensor], Tensor]] = {**{f.name: _compiled(f.code) for f in RECORDS}, "log": _log}


def _map(_: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    function = ELEMENTWISE.get(e.data[0])
    if function is None:
        raise NotSupported(f"the elementwise function {e.data[0]} has no torch kernel")
    return function(a[0])


COMPARE: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    ">": torch.gt,
    ">=": torch.ge,
    "<": torch.lt,
    "<=": torch.le,
    "=": torch.eq,
    "!=": torch.ne,
}


def _indicator(_: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    return COMPARE[e.data[0]](a[0], a[1]).to(a[0].dtype)


def _fun(s: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    name = e.data[0]
    if name not in s.functions:
        raise NotSupported(f"the function {name} was given no value")
    return s.functions[name](*a).reshape(s.length(e.shape.rows), s.length(e.shape.cols))


def _known(spectrum: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """A spectrum; NaN where an entry is no finite number: LAPACK would fail, and with it the other inputs of a batch."""
    finite = torch.isfinite(x).all()
    values = spectrum(torch.where(finite, x, torch.zeros_like(x)))
    return values * _valid(finite, values)


def _inverse(x: Tensor) -> Tensor:
    """The inverse; NaN where there is none, so that the other inputs of a batch keep theirs."""
    inverse, info = torch.linalg.inv_ex(x)
    return inverse * _valid(info == 0, inverse)


def _norm(_: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    kind, x, record = e.data[0], a[0], norm(e.data[0])
    if kind == "F" or (record.unitary and 1 in x.shape):
        return torch.linalg.vector_norm(x).reshape(1, 1)  # one column or row: its only singular value
    if kind == "max":
        return x.abs().amax().reshape(1, 1)
    if kind == "1":
        return x.abs().sum(0).amax().reshape(1, 1)
    if kind == "inf":
        return x.abs().sum(1).amax().reshape(1, 1)
    values = _known(torch.linalg.svdvals, x)
    return torch.linalg.vector_norm(values, record.power or math.inf).reshape(1, 1)


def _which(s: Setting, which: str | Size, length: int, what: str) -> int:
    if which == "max":
        return 0
    return length - 1 if which == "min" else position(s, Size.of(which), length, what)


def _sigma(s: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    k = _which(s, e.data[0], min(a[0].shape), "a singular value")
    return _known(torch.linalg.svdvals, a[0])[k].reshape(1, 1)


def is_symmetric(x: Tensor) -> Tensor:
    """Whether a matrix equals its transpose up to rounding; entries that are no numbers are left to others."""
    rounding = torch.finfo(x.dtype).eps ** 0.375  # 1e-6 in float64, 3e-3 in float32
    return ~((x - x.T).abs().amax() > rounding * x.abs().amax())


def _eig(s: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    """An eigenvalue of a symmetric matrix, NaN of any other; the symmetric part only removes rounding."""
    k = _which(s, e.data[0], a[0].shape[0], "an eigenvalue")
    values = _known(torch.linalg.eigvalsh, 0.5 * (a[0] + a[0].T)).flip(0)
    return (values * _valid(is_symmetric(a[0]), values))[k].reshape(1, 1)


def _kappa(_: Setting, __: Expr, a: Sequence[Tensor]) -> Tensor:
    values = _known(torch.linalg.svdvals, a[0])
    noise = values[0] * (max(a[0].shape) * torch.finfo(a[0].dtype).eps)
    return torch.where(values[-1] > noise, values[0] / values[-1], torch.full_like(values[0], math.inf)).reshape(1, 1)


def _order(s: Setting, e: Expr, a: Sequence[Tensor]) -> Tensor:
    flat = a[0].reshape(-1)
    k = position(s, e.data[0], flat.shape[0], "an order statistic")
    return flat.sort(descending=True).values[k].reshape(1, 1)


def _real(s: Setting, e: Expr, _: Sequence[Tensor]) -> Tensor:
    return s.scalar({"pi": math.pi, "e": math.e, "infinity": math.inf}[e.data[0]])


def _sum(parts: Sequence[Tensor]) -> Tensor:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _stack(parts: Sequence[Tensor]) -> Tensor:
    return torch.cat([p.reshape(1) for p in parts])


KERNELS: dict[str, Kernel] = {
    "const": lambda s, e, a: s.scalar(e.data[0]),
    "real": _real,
    "size": lambda s, e, a: s.scalar(s.number(e.data[0])),
    "eye": lambda s, e, a: s.eye(s.length(e.data[0])),
    "ones": lambda s, e, a: s.full(s.length(e.data[0]), s.length(e.data[1]), 1.0),
    "zeros": lambda s, e, a: s.full(s.length(e.data[0]), s.length(e.data[1]), 0.0),
    "commutation": _commutation,
    "basis": _basis,
    "delta": lambda s, e, a: s.scalar(s.integer(e.data[0]) == s.integer(e.data[1])),
    "add": lambda s, e, a: _sum(a),
    "scale": lambda s, e, a: a[0] * a[1],
    "matmul": lambda s, e, a: a[0] @ a[1],
    "kron": lambda s, e, a: _kron(a[0], a[1]),
    "hadamard": lambda s, e, a: a[0] * a[1],
    "transpose": lambda s, e, a: a[0].T,
    "vec": lambda s, e, a: a[0].T.reshape(-1, 1),
    "vecr": lambda s, e, a: a[0].reshape(-1, 1),
    "reshape": lambda s, e, a: a[0],
    "unvecr": lambda s, e, a: a[0].reshape(s.length(e.data[0]), s.length(e.data[1])),
    "diag": lambda s, e, a: torch.diag_embed(a[0].reshape(-1)),
    "diagpart": lambda s, e, a: torch.diagonal(a[0]).reshape(-1, 1),
    "trace": lambda s, e, a: torch.diagonal(a[0]).sum().reshape(1, 1),
    "entry": _entry,
    "row": _row,
    "col": _col,
    "hcat": lambda s, e, a: torch.cat(list(a), dim=1),
    "vcat": lambda s, e, a: torch.cat(list(a), dim=0),
    "map": _map,
    "hpow": _hpow,
    "softmax": lambda s, e, a: torch.softmax(a[0], dim=1),
    "inv": lambda s, e, a: _inverse(a[0]),
    "pinv": lambda s, e, a: torch.linalg.pinv(a[0]),
    "expm": lambda s, e, a: torch.linalg.matrix_exp(a[0]),
    "det": lambda s, e, a: torch.linalg.det(a[0]).reshape(1, 1),
    "mpow": lambda s, e, a: torch.linalg.matrix_power(a[0], e.data[0]),
    "indicator": _indicator,
    "where": lambda s, e, a: torch.where(a[0] != 0, a[1], a[2]),
    "fun": _fun,
    "norm": _norm,
    "sigma": _sigma,
    "eig": _eig,
    "kappa": _kappa,
    "rank": lambda s, e, a: torch.linalg.matrix_rank(a[0]).to(a[0].dtype).reshape(1, 1),
    "order": _order,
    "max": lambda s, e, a: _stack(a).amax().reshape(1, 1),
    "min": lambda s, e, a: _stack(a).amin().reshape(1, 1),
    "maxentry": lambda s, e, a: a[0].amax().reshape(1, 1),
    "minentry": lambda s, e, a: a[0].amin().reshape(1, 1),
}
