"""Spectra of attention maps: effective ranks, entropy, sparsity, decay with its goodness of fit, norms over the length.

All take maps of shape ... x n x n and work on the whole batch at once, in float64.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from derive.errors import NotSupported
from numeric.models.heads import Head

CUTOFF = 1e-12
"""Singular values below this share of the largest are rounding of float64 and enter no fit."""
LARGE = 2048
"""Longest map whose singular values are all computed."""


def effective_ranks(s: Tensor) -> dict[str, Tensor]:
    """Four effective ranks of singular values along the last axis.

    ``participation`` is ``(sum s)^2 / sum s^2`` (that of attention_spectra), ``entropy`` is ``exp(H(s / sum s))``,
    ``energy`` is ``(sum s^2)^2 / sum s^4``, ``stable`` is ``||P||_F^2 / ||P||_2^2``.
    """
    total, square = s.sum(-1), s.square().sum(-1)
    share = s / total[..., None]
    return {
        "participation": total.square() / square,
        "entropy": torch.special.entr(share).sum(-1).exp(),
        "energy": square.square() / s.pow(4).sum(-1),
        "stable": square / s[..., 0].square(),
    }


@dataclass(frozen=True, slots=True)
class Decay:
    """The least-squares line of ``log s_i`` on ``log i``, and how well it fits beside an exponential.

    Attributes:
        exponent: ``decay`` in ``s_i ~ C i^-decay``; None with fewer than three points. It is not the exponent of the density of
            eigenvalues of weights, which other tools call alpha.
        power_r2: R^2 of that line.
        exponential_r2: R^2 of the line of ``log s_i`` on i.
        points: How many singular values entered.
    """

    exponent: float | None
    power_r2: float | None
    exponential_r2: float | None
    points: int


def decay(s: Tensor, *, first: int = 1, cutoff: float = CUTOFF) -> Decay:
    """Fit both laws to one spectrum, sorted from the largest.

    Args:
        s: Singular values, one-dimensional.
        first: Rank to begin with; 2 leaves out the largest, which is at least 1 for a map with rows that sum to 1.
        cutoff: Share of the largest below which values are left out.
    """
    kept = s[s > cutoff * s[0]]
    log = kept[first - 1 :].log()
    points = len(log)
    if points < 3:
        return Decay(None, None, None, points)
    rank = torch.arange(first, first + points, dtype=torch.float64, device=s.device)
    slope, power = _line(rank.log(), log)
    return Decay(0.0 - slope, power, _line(rank, log)[1], points)


def _line(x: Tensor, y: Tensor) -> tuple[float, float]:
    """Slope and R^2 of the least-squares line; R^2 is 1 where y is constant, as the line then is."""
    dx, dy = x - x.mean(), y - y.mean()
    slope = (dx * dy).sum() / dx.square().sum()
    rest, whole = (dy - slope * dx).square().sum(), dy.square().sum()
    # a constant spectrum (identity) leaves rounding on both sides
    flat = float(whole) <= 1e-24 * float(y.square().sum() + len(y))
    return (0.0, 1.0) if flat else (float(slope), float(1 - rest / whole))


def map_spectrum(P: Tensor, *, lowrank: int | None = None, eigenvalues: bool = True) -> dict[str, Any]:
    """All that is measured of one attention map.

    Args:
        P: The map, n x n, rows that sum to 1.
        lowrank: Compute this many singular values by a randomized method instead of all.
        eigenvalues: Also the moduli of the eigenvalues.

    Raises:
        NotSupported: The map is longer than `LARGE` and ``lowrank`` is not given, or it is not finite.
    """
    P = P.detach().to(torch.float64)
    n = P.shape[-1]
    if P.ndim != 2 or P.shape[0] != n:
        raise NotSupported(f"an attention map is square, got shape {tuple(P.shape)}")
    if not bool(P.isfinite().all()):
        raise NotSupported("the attention map has entries that are not finite")
    if n > LARGE and lowrank is None:
        raise NotSupported(f"n = {n} is more than {LARGE}: give lowrank= to compute the largest singular values only")
    s = _singular(P, lowrank)
    columns = P.sum(dim=0)
    rows = torch.special.entr(P).sum(dim=1)
    all_, later = decay(s), decay(s, first=2)
    found: dict[str, Any] = {
        "n": n,
        "frobenius": float(P.norm()), "spectral": float(s[0]),
        **{f"rank_{name}": float(value) for name, value in effective_ranks(s).items()},
        "row_entropy": float(rows.mean()), "exp_row_entropy": float(rows.mean().exp()),
        "max_probability": float(P.amax(dim=1).mean()),
        "sparsity_1e-2": float((P < 1e-2).double().mean()), "sparsity_1e-3": float((P < 1e-3).double().mean()),
        "sparsity_0.1/n": float((P < 0.1 / n).double().mean()),
        "column_sum": float(columns.max()), "sink": int(columns.argmax()),
        "decay": all_.exponent, "decay_r2_power": all_.power_r2, "decay_r2_exponential": all_.exponential_r2,
        "decay_from_2": later.exponent, "decay_from_2_r2_power": later.power_r2,
        "decay_from_2_r2_exponential": later.exponential_r2, "decay_points": all_.points,
        "singular_values": s,
    }  # fmt: skip
    if lowrank is not None:
        found["note"] = f"the {len(s)} largest singular values alone, randomized"
    if eigenvalues and lowrank is None:
        found["eigenvalue_moduli"] = torch.linalg.eigvals(P).abs().sort(descending=True).values
    return found


def _singular(P: Tensor, lowrank: int | None) -> Tensor:
    if lowrank is None:
        return torch.linalg.svdvals(P)
    state = torch.random.get_rng_state()
    try:
        torch.manual_seed(0)
        return torch.svd_lowrank(P, q=min(lowrank, P.shape[0]), niter=4)[1]
    finally:
        torch.random.set_rng_state(state)


@dataclass(frozen=True, slots=True)
class MapClaim:
    """A statement on maps with what is measured.

    Attributes:
        id: Of the statement.
        says: What is stated.
        measured: The number.
        low: Lower end of what is stated.
        high: Upper end.
        corrected: Whether the statement is a corrected form.
    """

    id: str
    says: str
    measured: float
    low: float
    high: float
    corrected: bool

    @property
    def verdict(self) -> str:
        """``holds`` at this map or ``VIOLATED``."""
        slack = 1e-9 * max(1.0, abs(self.measured))
        return "holds" if self.low - slack <= self.measured <= self.high + slack else "VIOLATED"


def map_claims(found: Mapping[str, Any], *, paper_form: bool = False) -> list[MapClaim]:
    """Statements of attention_spectra at one map: corrected ones, and the printed ones beside them.

    ``||P||_F <= sqrt n`` and ``>= 1`` since rows sum to 1; ``||P||_2^2 <= ||P||_1 ||P||_inf``, the largest column sum.
    """
    n, spectral = found["n"], found["spectral"]
    claims = [
        MapClaim("frobenius-range", "1 <= ||P||_F <= sqrt(n)", found["frobenius"], 1.0, math.sqrt(n), True),
        MapClaim(
            "spectral-range", "1 <= ||P||_2 <= sqrt(largest column sum)", spectral, 1.0, math.sqrt(found["column_sum"]), True
        ),
    ]  # fmt: skip
    if paper_form:
        participation = found["rank_participation"]
        claims += [
            MapClaim(
                "eq-5", "effective rank = exp(row entropy)", participation, found["exp_row_entropy"], found["exp_row_entropy"], False
            ),
            MapClaim("spectral-log-n", "||P||_2 <= 1 + log n (as an order)", spectral, 0.0, 1 + math.log(n), False),
        ]  # fmt: skip
        if (exponent := found["decay"]) is not None:
            claims.append(MapClaim("eq-2", "decay between 1/2 and 1", exponent, 0.5, 1.0, False))
            if exponent > 0.5:  # where eq. 3 is positive
                printed = printed_effective_rank(exponent, n)
                claims.append(
                    MapClaim("eq-3", "effective rank by eq. 3 at this decay", participation, printed, printed, False)
                )
    return claims


CORRECTED = {
    "eq-5": "neither bounds the other: uniform attention has rank 1 and the largest entropy, the identity rank n and entropy 0",
    "spectral-log-n": "||P||_2 <= sqrt(largest column sum) <= sqrt(n), attained where all rows look at one token",
    "eq-2": "the decay of a map can be anything from 0 on",
    "eq-3": "4 n / ln n, n^(2-2a) / ((1-a)^2 zeta(2a)), (ln n)^2 / zeta(2), zeta(a)^2 / zeta(2a) for a = 1/2, < 1, = 1, > 1",
}
"""What holds instead of printed statements of attention_spectra."""


def printed_map_claims() -> list[tuple[MapClaim, str]]:
    """Printed statements of attention_spectra that are false, each at a map where it fails, with the map in words."""
    i = torch.arange(16, dtype=torch.float64)
    waves = torch.softmax(2 * torch.sin(1 + i[:, None] + 2 * i + i[:, None] * i), dim=1)
    sink = torch.zeros(256, 256, dtype=torch.float64)
    sink[:, 0] = 1
    eye = torch.eye(16, dtype=torch.float64)
    places = {
        "eq-5": (eye, "the identity, n = 16"), "eq-2": (eye, "the identity, n = 16"),
        "spectral-log-n": (sink, "all rows on one token, n = 256"),
        "eq-3": (waves, "softmax of 2 sin(1 + i + 2j + ij), n = 16"),
    }  # fmt: skip
    return [
        (claim, said)
        for name, (P, said) in places.items()
        for claim in map_claims(map_spectrum(P, eigenvalues=False), paper_form=True)
        if claim.id == name
    ]


def printed_effective_rank(a: float, n: int) -> float:
    """The effective rank of ``i^-a`` as eq. 3 of attention_spectra states it, which is wrong at every a; see `power_law_rank`."""
    return (2 * a - 1) / (2 * a) * n ** ((2 * a - 1) / a)


def power_law_rank(a: float, n: int) -> float:
    """The participation rank of the spectrum ``i^-a``, i = 1..n, exactly."""
    i = torch.arange(1, n + 1, dtype=torch.float64)
    s = i.pow(-a)
    return float(s.sum() ** 2 / s.square().sum())


def power_law_order(a: float, n: int) -> float:
    """The leading term of `power_law_rank` for large n, for a >= 1/2: from the sums of ``i^-a`` and ``i^-2a``."""
    from scipy.special import zeta

    if a == 0.5:
        return 4 * n / math.log(n)
    if a < 1:
        return n ** (2 - 2 * a) / ((1 - a) ** 2 * float(zeta(2 * a)))
    if a == 1:
        return math.log(n) ** 2 / float(zeta(2))
    return float(zeta(a)) ** 2 / float(zeta(2 * a))


def scaling_exponents(maps: Iterable[Tensor]) -> dict[str, float]:
    """The least-squares exponents of ``||P||_2`` and ``||P||_F`` in the length n, from maps of at least two lengths.

    Raises:
        ValueError: All maps have one length.
    """
    points = [(math.log(P.shape[-1]), P.double()) for P in maps]
    lengths = torch.tensor([x for x, _ in points], dtype=torch.float64)
    if len(set(lengths.tolist())) < 2:
        raise ValueError("exponents over n need maps of at least two lengths")
    logs = [
        torch.tensor([math.log(float(torch.linalg.matrix_norm(P, order))) for _, P in points], dtype=torch.float64)
        for order in (2, "fro")
    ]
    return {name: _line(lengths, y)[0] for name, y in zip(("spectral", "frobenius"), logs, strict=True)}


def head_scaling(head: Head, *, shortest: int = 16) -> dict[str, float] | None:
    """`scaling_exponents` of a head at its first n tokens, n doubling from ``shortest``; None with fewer than three lengths."""
    lengths = []
    n = shortest
    while n < head.n:
        lengths.append(n)
        n *= 2
    lengths.append(head.n)
    if len(lengths) < 3:
        return None
    scores = head.scores()
    return scaling_exponents(torch.softmax(scores[:n, :n], dim=1) for n in lengths)


def maps_of(source: Any) -> list[tuple[int, int, int, Tensor]]:
    """Attention maps as other tools hand them out, as ``(layer, sample, head, P)``.

    Args:
        source: One map n x n; a batch B x H x n x n or H x n x n; a sequence of such, one a layer (``outputs.attentions`` of Hugging
            Face models); an object with the attribute ``attentions``; or a TransformerLens cache, in which
            ``blocks.L.attn.hook_pattern`` is B x H x n x n.

    Raises:
        NotSupported: It is none of these.
    """
    source = getattr(source, "attentions", source)
    if isinstance(source, Mapping) or hasattr(source, "cache_dict"):
        cache = getattr(source, "cache_dict", source)
        layers = {
            int(name.split(".")[1]): value
            for name, value in cache.items()
            if name.startswith("blocks.") and name.endswith("attn.hook_pattern")
        }
        if not layers:
            raise NotSupported(
                "this mapping has no attention maps: a TransformerLens cache has blocks.L.attn.hook_pattern"
            )
    elif isinstance(source, Tensor):
        layers = {0: source}
    elif isinstance(source, Sequence) and source and all(isinstance(x, Tensor) for x in source):
        layers = dict(enumerate(source))
    else:
        raise NotSupported(
            "attention maps are a tensor ... x n x n, a sequence of such, or a TransformerLens cache, "
            f"not {type(source).__name__}",
            hint="with Hugging Face models ask for output_attentions=True and eager attention",
        )
    found = []
    for layer, batch in sorted(layers.items()):
        if batch.ndim < 2 or batch.ndim > 4 or batch.shape[-1] != batch.shape[-2]:
            raise NotSupported(f"layer {layer}: attention maps have shape ... x n x n, got {tuple(batch.shape)}")
        whole = batch.reshape((1,) * (4 - batch.ndim) + tuple(batch.shape))
        found += [(layer, b, h, whole[b, h]) for b in range(whole.shape[0]) for h in range(whole.shape[1])]
    return found
