"""The device of numeric work, and the switches that would make equal inputs give unequal answers.

Verdicts are taken in float64 with TF32 off, the math backend of attention and deterministic algorithms; lower
precisions appear only as a second rung of the tolerance ladder.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

from derive.errors import NotSupported


def choose_device(name: str = "auto") -> torch.device:
    """Return the device called ``auto``, ``cpu`` or ``cuda``; ``auto`` takes a GPU if there is one.

    Raises:
        NotSupported: ``cuda`` is asked for and not there.
    """
    available = torch.cuda.is_available()
    if name == "auto":
        return torch.device("cuda" if available else "cpu")
    if name.startswith("cuda") and not available:
        raise NotSupported("no CUDA device is available", hint="use --device cpu or auto")
    return torch.device(name)


@contextmanager
def pinned() -> Iterator[None]:
    """Pin TF32 off, attention to its math backend and algorithms to deterministic ones; restore on leaving."""
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # read by cuBLAS when deterministic algorithms are on
    before = torch.get_float32_matmul_precision(), torch.backends.cudnn.allow_tf32
    deterministic = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()
    torch.set_float32_matmul_precision("highest")
    torch.backends.cudnn.allow_tf32 = False
    # The public function does the same and imports the compiler, which takes seconds.
    torch._C._set_deterministic_algorithms(True, warn_only=True)
    try:
        with sdpa_kernel(SDPBackend.MATH):
            yield
    finally:
        torch.set_float32_matmul_precision(before[0])
        torch.backends.cudnn.allow_tf32 = before[1]
        torch._C._set_deterministic_algorithms(deterministic[0], warn_only=deterministic[1])


@contextmanager
def one_thread(wanted: bool = True) -> Iterator[None]:
    """One thread of torch while many small products are taken; restored on leaving.

    Threads wait for each other by spinning: where a product takes microseconds, and other programs want the cores, they spend twenty
    times the time of the work itself.

    Args:
        wanted: False leaves the number of threads as it is.
    """
    before = torch.get_num_threads()
    try:
        if wanted:
            torch.set_num_threads(1)
        yield
    finally:
        torch.set_num_threads(before)


@lru_cache(maxsize=1)
def cpu_name() -> str:
    """The processor's name as the system gives it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def device_name(device: torch.device) -> str:
    """A name for reports: the processor's, or the GPU's."""
    return torch.cuda.get_device_name(device) if device.type == "cuda" else cpu_name()


def machine(device: torch.device | None = None) -> dict[str, Any]:
    """What a measurement must name: device, threads and versions."""
    import numpy
    import scipy

    device = device or torch.device("cpu")
    return {
        "device": device_name(device),
        "cpu": cpu_name(),
        "threads": torch.get_num_threads(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "float32_matmul_precision": torch.get_float32_matmul_precision(),
    }
