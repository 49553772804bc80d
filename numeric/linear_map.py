"""What all operators of this project offer to their users: the conventions of scipy and curvlinops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

if TYPE_CHECKING:
    from numeric.norms import Enclosure


class LinearMapBase:
    """A matrix of the given shape that is known by its products alone; subclasses give `matvec` and `rmatvec`.

    Vectors are one-dimensional tensors of the operator's type and device; matrices that are flattened into them are
    flattened row by row.
    """

    shape: tuple[int, int]
    dtype: torch.dtype = torch.float64
    device: torch.device = torch.device("cpu")

    def matvec(self, vector: Tensor) -> Tensor:
        """Return J v."""
        raise NotImplementedError

    def rmatvec(self, vector: Tensor) -> Tensor:
        """Return J^T u."""
        raise NotImplementedError

    def matmat(self, vectors: Tensor) -> Tensor:
        """Return J V, column by column (on one core that is faster than a batch)."""
        return torch.stack([self.matvec(column) for column in vectors.T], dim=1)

    @property
    def T(self) -> Transposed:  # noqa: N802 - the name that numpy, torch and scipy give it
        """The transpose."""
        return Transposed(self)

    def __matmul__(self, other: Tensor) -> Tensor:
        """Return J v for a vector, J V for a matrix.

        Raises:
            ValueError: The lengths do not match.
        """
        if other.ndim not in (1, 2) or other.shape[0] != self.shape[1]:
            raise ValueError(f"an operator of shape {self.shape} cannot be applied to shape {tuple(other.shape)}")
        return self.matvec(other) if other.ndim == 1 else self.matmat(other)

    def norm(self, *, seed: int = 0, tolerance: float = 1e-6) -> Enclosure:
        """Enclose the spectral norm: its lower end is a Rayleigh quotient, nothing is said above."""
        from numeric.norms import spectral_norm

        return spectral_norm(self, seed=seed, tolerance=tolerance, device=self.device)

    def to_scipy(self) -> Any:
        """Return a ``scipy.sparse.linalg.LinearOperator`` over numpy vectors."""
        import numpy as np
        from scipy.sparse.linalg import LinearOperator

        def lift(vector: Any) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(vector).reshape(-1)).to(self.device, self.dtype)

        return LinearOperator(
            self.shape,
            matvec=lambda v: self.matvec(lift(v)).cpu().numpy(),
            rmatvec=lambda u: self.rmatvec(lift(u)).cpu().numpy(),
            dtype=np.float64 if self.dtype == torch.float64 else np.float32,
        )


class Transposed(LinearMapBase):
    """The transpose of an operator."""

    def __init__(self, inner: LinearMapBase) -> None:
        self.inner, self.shape = inner, (inner.shape[1], inner.shape[0])
        self.dtype, self.device = inner.dtype, inner.device

    def matvec(self, vector: Tensor) -> Tensor:
        """Return J^T v."""
        return self.inner.rmatvec(vector)

    def rmatvec(self, vector: Tensor) -> Tensor:
        """Return J u."""
        return self.inner.matvec(vector)

    @property
    def T(self) -> LinearMapBase:  # noqa: N802  # type: ignore[override]
        """The operator itself."""
        return self.inner
