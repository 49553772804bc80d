"""What a worker of the page may use: its memory, the files of the program, and one folder of its own.

The checker reads formulas and runs none; this is for the defect that nobody knows.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

MOST_WRITTEN = 64 << 20
"""Bytes of the largest file that may be written."""
DEVICES = ("/dev/null", "/dev/urandom", "/dev/random")
FORBIDDEN = frozenset(
    ("socket.connect", "socket.bind", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.remove", "os.rename", "os.rmdir")
)
"""What no worker does; the names are those of Python's audit events."""


def confine(memory: int, folder: str, judges: bool = True) -> bool:
    """Set the limits of this process for good, and make it ready to judge.

    Args:
        memory: Bytes of address space.
        folder: The folder that it may write to.
        judges: It will judge claims, and not only show formulas.

    """
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        for limit, value in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_FSIZE, MOST_WRITTEN), (resource.RLIMIT_CORE, 0)):
            most = resource.getrlimit(limit)[1]
            resource.setrlimit(limit, (value, value) if most in (resource.RLIM_INFINITY, -1) else (min(value, most),) * 2)
    os.environ["CUDA_VISIBLE_DEVICES"] = ""  # a driver maps more address space than the limit leaves
    os.chdir(folder)
    _warm(Path(folder), judges)
    sys.addaudithook(_hook(Path(folder).resolve()))
    return True


def _hook(folder: Path) -> Any:
    program = {Path(__file__).parents[2], *map(Path, (sys.prefix, sys.base_prefix, sys.exec_prefix, *(p for p in sys.path if p)))}
    places = tuple(f"{place}{os.sep}" for place in {str(p) for one in program for p in (one, one.resolve())})
    own = f"{folder}{os.sep}"
    devices, system = DEVICES, ("/proc/self/", "/sys/devices/system/cpu/", f"/proc/{os.getpid()}/")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments
            if isinstance(path, int):
                return
            place = os.path.realpath(os.fsdecode(path))
            writes = bool((flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)) or any(letter in (mode or "") for letter in "wax+")
            allowed = place.startswith(own) or place in devices
            if not (allowed or not writes and place.startswith((*places, *system))):
                raise PermissionError(f"a worker does not open {place}")
        elif event in FORBIDDEN and not (event in ("os.remove", "os.rename", "os.rmdir") and _inside(arguments[0], own)):
            raise PermissionError(f"a worker does not call {event}")

    return hook


def _inside(path: Any, own: str) -> bool:
    return not isinstance(path, int) and os.path.realpath(os.fsdecode(path)).startswith(own)


def _warm(folder: Path, judges: bool) -> None:
    """Do something of each kind, so that the first request does not wait for modules to be read."""
    from proofs.serving.tasks import claim_of, derive, guess, preview

    preview([r"\|A x\|^2"], "")
    guess([r"\|A x\|^2"], "x")
    if not judges:
        return
    from proofs.judging.judge import judge
    from proofs.reading.options import How

    how = How(effort="quick", lean=True, certificates=folder / "warm")
    shapes = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, x \in \mathbb{R}^n"
    for latex in (r"(A B)^\top = B^\top A^\top", r"\frac{\partial A^\top}{\partial A} = K_{m,n}", r"\|A x\|_2 \le \|A\|_2 \|x\|_2"):
        judge(claim_of(latex, shapes, {}), how)
    derive({"expression": r"\|x\|^2", "given": shapes, "wrt": "x", "order": "gradient"})


__all__ = ["confine"]
