"""Both sides of a relation at one input, and what their rounding is measured with: noise and single precision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import torch
from torch import Tensor

from derive.core import Rel, walk
from derive.errors import NotSupported
from numeric.evaluation.dense import QUADRATURE, evaluate_all
from numeric.evaluation.kinks import kink_margin
from numeric.evaluation.sampling import stream

PERTURBED = 3  # evaluations under one-ulp noise

Env = Mapping[str, Tensor]


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides of a relation at one input."""

    lhs: Tensor
    rhs: Tensor

    @property
    def finite(self) -> bool:
        """Whether neither side has an infinity or a NaN."""
        return bool(torch.isfinite(self.lhs).all()) and bool(torch.isfinite(self.rhs).all())


@dataclass(eq=False)
class Run:
    """A relation and everything needed to evaluate its sides again, with other inputs or in another precision.

    What was evaluated once is kept.
    """

    relation: Rel
    env: Env
    sizes: Mapping[str, int]
    indices: Mapping[str, int]
    functions: Mapping[str, Callable[..., Tensor]]
    _noise: dict[tuple[int, int], tuple[Env, Sides]] = field(default_factory=dict)
    _single: dict[int, list[tuple[Env, Sides]]] = field(default_factory=dict)

    def sides(self, env: Env, quadrature: int = QUADRATURE) -> Sides:
        """Both sides at an input, in the precision of the input."""
        sample_value = next(iter(env.values()), None)
        dtype = sample_value.dtype if sample_value is not None else torch.float64
        left, right = evaluate_all(
            (self.relation.lhs, self.relation.rhs),
            env,
            self.sizes,
            self.indices,
            functions=self.functions,
            dtype=dtype,
            quadrature=quadrature,
        )
        return Sides(*torch.broadcast_tensors(left, right))

    @cached_property
    def base(self) -> Sides:
        """Both sides at the input itself."""
        return self.sides(self.env)

    @cached_property
    def coarse(self) -> Sides | None:
        """Both sides with half of the quadrature's nodes, if there is an integral."""
        if any(e.op == "integral" for side in (self.relation.lhs, self.relation.rhs) for e in walk(side)):
            return self.sides(self.env, QUADRATURE // 2)
        return None

    def moved(self, seed: int, k: int) -> tuple[Env, Sides]:
        """The input with every entry moved by one unit in the last place, up or down at random, and both sides there."""
        if (seed, k) not in self._noise:
            generator = stream(seed, "noise", k)
            env = {name: one_ulp(value, generator) for name, value in self.env.items()}
            self._noise[seed, k] = env, self.sides(env)
        return self._noise[seed, k]

    def noise(self, seed: int) -> Iterator[tuple[Env, Sides]]:
        """Several such inputs, each evaluated when it is asked for."""
        return (self.moved(seed, k) for k in range(PERTURBED))

    def single(self, seed: int) -> list[tuple[Env, Sides]]:
        """Both sides in float32, at the input and one ulp (of float32) beside it; empty if that is not finite."""
        if seed not in self._single:
            self._single[seed] = self._in_single(seed)
        return self._single[seed]

    def _in_single(self, seed: int) -> list[tuple[Env, Sides]]:
        env = {name: value.float() for name, value in self.env.items()} or {" ": torch.zeros(1, 1)}
        generator = stream(seed, "noise32")
        moved = {name: one_ulp(value, generator) for name, value in env.items()}
        try:
            found = [(env, self.sides(env)), (moved, self.sides(moved))]
        except (NotSupported, RuntimeError):
            return []
        return found if all(sides.finite for _, sides in found) else []

    def at_kink(self) -> bool:
        """Whether a jump or kink is so close that rounding decides on which side the input lies."""
        return any(
            kink_margin(side, self.env, self.sizes, self.indices, self.functions) < 1e-9
            for side in (self.relation.lhs, self.relation.rhs)
        )


def one_ulp(value: Tensor, generator: torch.Generator) -> Tensor:
    """Return the tensor with every entry moved to a neighboring float, up or down at random."""
    up = torch.rand(value.shape, generator=generator).to(value.device) < 0.5
    toward = torch.where(up, torch.inf, -torch.inf).to(value)
    return torch.nextafter(value, toward)


__all__ = ["Env", "Run", "Sides", "one_ulp"]
