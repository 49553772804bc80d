r"""Names for parts of an answer that stand in it several times or are long: ``with P := softmax(...)``, ``\sigma := \sqrt{...}``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from derive.build import bottom_up, const, hpow, replaced, transpose, var
from derive.core import Expr, walk
from derive.matrix_terms import length
from derive.tidy import tidied

LONG = 16
"""Length from which on a part gets a name."""
LETTERS = {
    "matrix": ("P", "S", "R", "Q", "M"),
    "vector": ("p", "s", "q", "r"),
    "scalar": ("sigma", "tau", "rho"),
    "value": ("z", "u", "w", "Z", "U", "Y"),
    "matrix part": ("S", "M", "H", "C", "G"),
    "vector part": ("c", "r", "h", "u", "v"),
    "scalar part": ("s", "t", "u", "q"),
}


@dataclass(frozen=True, slots=True)
class Named:
    """An answer in which some parts are variables.

    Attributes:
        expr: The answer.
        parts: The names with what they stand for, in the order in which they can be read.
    """

    expr: Expr
    parts: tuple[tuple[Expr, Expr], ...]

    @property
    def whole(self) -> Expr:
        """The answer with all parts written out."""
        found = self.expr
        for name, value in reversed(self.parts):
            found = replaced(found, {name: value})
        return found


def letter(kind: str, taken: Collection[str]) -> str:
    """Return a name of this kind that nothing has."""
    free = [name for name in LETTERS[kind] if name not in taken]
    return free[0] if free else next(f"{LETTERS[kind][0]}_{k}" for k in range(1, len(taken) + 2) if f"{LETTERS[kind][0]}_{k}" not in taken)


def named(e: Expr, taken: Collection[str], parts: tuple[tuple[Expr, Expr], ...] = ()) -> Named:
    """Return an expression with names for softmax that is long or stands there twice, and for long roots.

    Args:
        e: The expression.
        taken: Names that must not be used.
        parts: Names that stand in it already.
    """
    used, found = {*taken, *(name.data[0] for name, _ in parts)}, list(parts)
    for node in _attentions(e):
        name = letter("matrix" if node.shape.rows else "vector", used)
        used.add(name)
        row = bool(node.shape.rows)
        symbol = var(name, node.shape if row else node.shape.transposed)
        value = node if row else transpose(node)
        e = replaced(e, {node: symbol if row else transpose(symbol)})
        e = tidied(e)
        found.append((symbol, value))
    for base in _roots(e):
        name = letter("scalar", used)
        used.add(name)
        symbol, root = var(name, base.shape), hpow(base, const("1/2"))
        e = bottom_up(e, lambda node, b=base, s=symbol: _of_root(node, b, s))
        found.append((symbol, root))
    return Named(e, tuple((name, value) for name, value in found if name in set(walk(e)) or any(name in set(walk(v)) for _, v in found)))


def _attentions(e: Expr) -> list[Expr]:
    nodes = [node for node in walk(e) if node.op == "softmax"]
    uses = {node: sum(node in n.args for n in walk(e)) for node in nodes}
    return [n for n in nodes if length(n) > LONG or (uses[n] > 1 and length(n) > LONG // 2)]


def _roots(e: Expr) -> list[Expr]:
    found = dict.fromkeys(n.args[0] for n in walk(e) if n.op == "hpow" and n.shape.is_scalar and _is_half(n.args[1]))
    return [base for base in found if length(base) > LONG // 2]


def _is_half(power: Expr) -> bool:
    return power.op == "const" and power.data[0].denominator == 2


def _of_root(node: Expr, base: Expr, symbol: Expr) -> Expr:
    if node.op != "hpow" or node.args[0] != base or node.args[1].op != "const":
        return node
    power = 2 * node.args[1].data[0]
    return symbol if power == 1 else hpow(symbol, const(power))


__all__ = ["Named", "letter", "named"]
