"""A small part of a head at which a bound is still violated, and a direction of the tokens that shows it.

Fewer tokens, features, or columns of the weights make another head; nothing is said of it but what is measured there.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from dataclasses import replace

import torch
from torch import Tensor

from derive.errors import NotSupported
from numeric.evaluation.sampling import stream
from numeric.models.attention_bounds import Rule
from numeric.models.heads import Head
from numeric.models.kernels import HeadJacobian, HeadProducts
from numeric.models.norm_terms import Terms, spectral

LARGEST = 8
"""Tokens of a head whose Jacobian is formed here."""
TRIES = 300
"""Parts of a head that are measured while it is reduced."""
STARTS, STEPS = 4, 100
GRIDS = (1, 2, 4, 8, 16, 32)
"""Bits after the point to which entries are rounded, the fewest that keep the violation."""


def parts(head: Head) -> dict[str, int]:
    """How many tokens, features, and columns of the weights a head has."""
    return {"tokens": head.n, "features": head.D, "columns of W_Q and W_K": head.d_k, "columns of W_V": head.d_v}


def reduced(head: Head, rule: Rule, *, least: int = 1) -> Head | None:
    """Return a part of a head, with rounded entries, at which the bound is violated; None if none was found.

    Parts are left out in halves, quarters and so on, as long as the rest violates the bound.

    Args:
        head: A head at which the bound is violated.
        rule: The bound.
        least: Tokens that are kept at least.
    """
    left = [TRIES]

    def bad(part: Head) -> bool:
        left[0] -= 1
        return part.n >= least and excess(part, rule) > 1 + 1e-6

    now, length = head, {name: max(1, size // 2) for name, size in parts(head).items()}
    while left[0] > 0 and any(length.values()):
        for name, count in length.items():
            smaller = next((p for p in _without(now, name, count) if left[0] > 0 and bad(p)), None)
            if smaller is None:
                length[name] //= 2
            else:
                now = smaller
                length[name] = min(count, parts(now)[name] - 1)
    if now.n > LARGEST or not bad(now):
        return None
    return next((p for bits in GRIDS if bad(p := _rounded(now, bits))), now)


def excess(head: Head, rule: Rule) -> float:
    """The norm along the direction of `direction` over the bound."""
    bound = rule.value(Terms(head))
    E = direction(head, rule)
    moved, size = HeadProducts(head).jvp_x(E), E
    norm = spectral if rule.of == "induced" else lambda m: float(m.norm())
    reached = norm(moved) / max(norm(size), 1e-300)
    return reached / bound if bound > 0 else math.inf if reached > 0 else 0.0


def direction(head: Head, rule: Rule, seed: int = 0) -> Tensor:
    """A direction of the tokens, n x D, along which the norm of the derivative is large: the largest where it is a singular value."""
    if rule.of != "induced":
        return _largest(head, seed)
    products, generator, best = HeadProducts(head), stream(seed, "direction"), (0.0, torch.zeros_like(head.X))
    for _ in range(STARTS):
        u, v = (torch.randn(k, dtype=torch.float64, generator=generator).to(head.X) for k in (head.n, head.d_v))
        value = 0.0
        for _ in range(STEPS):
            a, _, bt = torch.linalg.svd(products.vjp_x(torch.outer(u, v)), full_matrices=False)
            y, s, zt = torch.linalg.svd(products.jvp_x(a @ bt), full_matrices=False)
            before, value, u, v = value, float(s[0]), y[:, 0], zt[0]
            if value > best[0]:
                best = value, a @ bt
            if value <= before * (1 + 1e-10):
                break
    return best[1]


def _largest(head: Head, seed: int) -> Tensor:
    """The right singular vector of the largest singular value: by the matrix where it is small, else by power iteration."""
    J = HeadJacobian(head)
    if head.n <= LARGEST and J.shape[0] * J.shape[1] <= 100_000:
        rows = torch.stack([J.rmatvec(row) for row in torch.eye(J.shape[0], dtype=torch.float64, device=head.X.device)])
        return torch.linalg.svd(rows, full_matrices=False).Vh[0].reshape(head.X.shape)
    v = torch.randn(J.shape[1], dtype=torch.float64, generator=stream(seed, "direction")).to(head.X)
    for _ in range(STEPS):
        v = J.rmatvec(J.matvec(v))
        v = v / v.norm().clamp_min(1e-300)
    return v.reshape(head.X.shape)


def _without(head: Head, name: str, count: int) -> Iterator[Head]:
    """The head without ``count`` neighboring parts, for all places where they can stand."""
    size = parts(head)[name]
    for start in range(0, size if count else 0, max(count, 1)):
        kept = torch.tensor([k for k in range(size) if not start <= k < start + count], device=head.X.device)
        if len(kept):
            with contextlib.suppress(NotSupported):  # a row whose every score is masked now
                yield _kept(head, name, kept)


def _kept(head: Head, name: str, kept: Tensor) -> Head:
    def of(value: Tensor | None, *dims: int) -> Tensor | None:
        for dim in dims if value is not None else ():
            value = value.index_select(dim, kept)  # type: ignore[union-attr]
        return value

    if name == "tokens":
        changes = {"X": of(head.X, 0), "mask": of(head.mask, 0, 1)}
    elif name == "features":
        changes = {"X": of(head.X, 1)} | {w: of(getattr(head, w), 0) for w in ("WQ", "WK", "WV")}
    elif name == "columns of W_V":
        changes = {"WV": of(head.WV, 1), "bV": of(head.bV, 0)}
    else:
        changes = {w: of(getattr(head, w), 1) for w in ("WQ", "WK")} | {
            b: of(getattr(head, b), 0) for b in ("bQ", "bK")
        }
    return replace(head, **changes, P=None, WO=None, deviation=None)


def _rounded(head: Head, bits: int) -> Head:
    def nearest(value: Tensor | None) -> Tensor | None:
        return None if value is None else (value * 2.0**bits).round() / 2.0**bits

    fields = {f: nearest(getattr(head, f)) for f in ("X", "WQ", "WK", "WV", "bQ", "bK", "mask")}
    return replace(head, **fields, P=None, WO=None, deviation=None)


__all__ = ["direction", "excess", "parts", "reduced"]
