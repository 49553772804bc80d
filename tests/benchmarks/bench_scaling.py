"""How cost grows: exponents of J v, J^T u and H v over L and over d against the forward pass."""

from __future__ import annotations

import math
from typing import Any

from numeric.device import pinned
from numeric.operators import hessian_operator, jacobian_operator
from tests.benchmarks.heads import FORMULA, LOSS, draw, forward_into_buffers, plain, vector
from tests.benchmarks.measure import interleaved, slope, table

AXES = {"L": {"d": 256, "k": 64}, "d": {"L": 256, "k": 64}}
KINDS = ("forward", "forward, fresh memory", "J_Q v", "J_Q^T u", "J_X v", "J_X^T u", "H v")


def measure(quick: bool) -> dict[str, Any]:
    """Times at powers of two with fitted exponents; the fastest of several, since the slow ones are the machine's."""
    steps = (64, 128, 256, 512) if quick else (64, 128, 256, 512, 1024, 2048)
    result: dict[str, Any] = {}
    with pinned():
        for axis, fixed in AXES.items():
            points = [{"n": n, **_times({**fixed, axis: n}, 7 if quick else 11)} for n in steps]
            exponents = {k: round(slope((p["n"], p[k]) for p in points), 3) for k in KINDS}
            above = {k: round(exponents[k] - exponents["forward"], 3) for k in KINDS[1:]}
            doubling = {k: round(_last(points, k), 3) for k in KINDS}
            result[axis] = {
                "fixed": fixed,
                "points": points,
                "exponents": exponents,
                "above_forward": above,
                "exponents_of_the_last_doubling": doubling,
            }
    return result


def _last(points: list[dict[str, float]], kind: str) -> float:
    return math.log2(points[-1][kind] / points[-2][kind])


def _times(sizes: dict[str, int], repeats: int) -> dict[str, float]:
    env = draw(sizes, 0)
    q, x = (jacobian_operator(FORMULA, name, env, sizes) for name in "QX")
    hessian = hessian_operator(LOSS, "Q", env, sizes)
    v, w, u = vector(q.shape[1]), vector(x.shape[1]), vector(q.shape[0])
    calls = {
        "forward": forward_into_buffers(env),
        "forward, fresh memory": lambda: plain(env),
        "J_Q v": lambda: q.matvec(v),
        "J_Q^T u": lambda: q.rmatvec(u),
        "J_X v": lambda: x.matvec(w),
        "J_X^T u": lambda: x.rmatvec(u),
        "H v": lambda: hessian.matvec(v),
    }
    return {k: t["min_ms"] for k, t in interleaved(calls, repeats).items()}


def report(result: dict[str, Any]) -> str:
    parts = []
    for axis, found in result.items():
        if axis not in AXES:
            continue
        rows = [[p["n"], *(p[k] for k in KINDS)] for p in found["points"]]
        rows.append(["exponent", *(found["exponents"][k] for k in KINDS)])
        rows.append(["above forward", "", *(found["above_forward"][k] for k in KINDS[1:])])
        parts.append(table([f"{axis} (min ms)", *KINDS], rows))
    return "\n\n".join(parts)
