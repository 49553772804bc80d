"""The norm of the Jacobian of a head that the spectral norm of matrices induces: ``sup ||J(D)||_2 / ||D||_2``.

It is the maximum of a convex function over the spectral ball, no singular value, and only bounds of it can be had: from
below by alternating ascent, from above by theorems and by ``sigma_max sqrt(min(n, D))``.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from numeric.evaluation.sampling import stream
from numeric.models.heads import Head
from numeric.models.kernels import HeadProducts
from numeric.norms import Enclosure


def induced_norm(
    head: Head,
    *,
    sigma: float = math.inf,
    upper: float = math.inf,
    starts: int = 10,
    steps: int = 300,
    tolerance: float = 1e-10,
    seed: int = 0,
) -> Enclosure:
    """Enclose the induced norm; its lower end is attained by a direction that ascent found, and called "at least".

    Args:
        head: The head.
        sigma: An upper bound of the largest singular value of the Jacobian, if known.
        upper: Another upper bound, if known.
        starts: Random starts of the ascent.
        steps: Largest number of steps from each start; the value rises at every step.
        tolerance: Relative rise at which a start has settled.
        seed: Fixes the starts.
    """
    ascent = _Ascent(head)
    best, products = 0.0, 0
    generator = stream(seed, "induced")
    for _ in range(starts):
        u, v = (torch.randn(k, dtype=torch.float64, generator=generator).to(head.X) for k in (head.n, head.d_v))
        u, v, value = u / u.norm(), v / v.norm(), 0.0
        for _ in range(steps):
            before = value
            value, u, v = ascent.step(u, v)
            products += 2
            if value <= before * (1 + tolerance):
                break
        best = max(best, value)
    above = min(upper, sigma * math.sqrt(min(head.n, head.D)))
    how = f"lower: alternating ascent from {starts} starts; upper: the least of the bounds that are known"
    return Enclosure(best, max(best, above), how, products, best)


class _Ascent:
    """``D <- polar factor of J*(u v^T)``, then ``(u, v) <- top singular pair of J(D)``.

    ``J*(u v^T) = L R^T`` with ``R = [W_Q W_K W_V]``: all is done in the row space of ``R^T``, nothing of size n x D is formed.
    """

    def __init__(self, head: Head) -> None:
        self.products = HeadProducts(head)
        self.R = torch.linalg.qr(torch.cat([head.WQ, head.WK, head.WV], dim=1), mode="r").R

    def step(self, u: Tensor, v: Tensor) -> tuple[float, Tensor, Tensor]:
        left = self.products.vjp_x_factors(torch.outer(u, v))
        a, _, bt = torch.linalg.svd(left @ self.R.T, full_matrices=False)
        image = self.products.image((a @ bt) @ self.R)
        y, s, zt = torch.linalg.svd(image, full_matrices=False)
        return float(s[0]), y[:, 0], zt[0]
