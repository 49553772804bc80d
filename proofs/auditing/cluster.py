"""Judges claims on a Ray cluster: the same jobs, the same outcomes, another executor (the extra ``ray``).

The cluster is the one that ``RAY_ADDRESS`` names, or one started on this machine for the audit. Certificates are
written by the process that finds them: on several machines, ``--certificates`` must name a folder they share.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from proofs.auditing.workers import LONGEST_WAIT, Job, Outcome, run_job
from proofs.usage import BadInput


class RayPool:
    """Tasks on a Ray cluster; a context manager with the door of `proofs.auditing.workers.Pool`.

    Args:
        size: Claims in flight at most; 0 for as many as the cluster has CPUs (or GPU shares).
        timeout: Seconds after which a claim is ended as an error.
        threads: Threads per claim.
        gpus: GPUs that a claim takes, possibly a fraction: 0.25 puts four claims on one card.

    Raises:
        BadInput: Ray is not installed, or the cluster has no GPU to give.

    """

    def __init__(self, size: int, timeout: float, threads: int = 1, gpus: float = 0.0) -> None:
        try:
            import ray
        except ImportError:
            raise BadInput("--executor ray needs Ray: pip install 'derive-checker[ray]'") from None
        self.ray: Any = ray
        self.size, self.timeout, self.threads, self.gpus = size, timeout, threads, gpus
        self.own = False

    def __enter__(self) -> RayPool:
        if not self.ray.is_initialized():
            root = str(Path(__file__).resolve().parents[2])
            path = os.pathsep.join(p for p in (root, os.environ.get("PYTHONPATH", "")) if p)
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # an audit reports to nobody
            variables = {"PYTHONPATH": path, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": str(self.threads)}
            self.ray.init(log_to_driver=False, include_dashboard=False, runtime_env={"env_vars": variables})
            self.own = True
        resources = self.ray.cluster_resources()
        room = int(resources.get("CPU", 1))
        if self.gpus:
            if not resources.get("GPU"):
                self.close()
                raise BadInput(f"--gpus-per-claim {self.gpus:g}: the cluster has no GPU")
            room = min(room, int(resources["GPU"] / self.gpus))
        self.size = max(1, min(self.size or room, room))
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster; end it if this audit started it."""
        if self.own:
            self.ray.shutdown()
            self.own = False

    def run(self, jobs: Sequence[Job], done: Callable[[int, Outcome], None]) -> None:
        """Do all jobs; `done` is called with the job's number and outcome, in order of completion."""
        task = self.ray.remote(run_job).options(num_cpus=1, num_gpus=self.gpus, max_retries=0)
        waiting = list(range(len(jobs)))[::-1]
        busy: dict[Any, tuple[int, float]] = {}
        try:
            while waiting or busy:
                while waiting and len(busy) < self.size:
                    index = waiting.pop()
                    busy[task.remote(jobs[index])] = (index, time.monotonic() + self.timeout)
                wait = min(LONGEST_WAIT, max(0.0, min(end for _, end in busy.values()) - time.monotonic()))
                ready, _ = self.ray.wait(list(busy), num_returns=1, timeout=wait)
                for reference in ready:
                    done(busy.pop(reference)[0], self._outcome(reference))
                for reference in [r for r, (_, deadline) in busy.items() if deadline <= time.monotonic()]:
                    self.ray.cancel(reference, force=True)
                    done(busy.pop(reference)[0], Outcome(failure=f"timeout: not done after {self.timeout:g} s"))
        except BaseException:
            for reference in busy:
                with contextlib.suppress(Exception):
                    self.ray.cancel(reference, force=True)
            self.close()
            raise

    def _outcome(self, reference: Any) -> Outcome:
        try:
            return self.ray.get(reference)
        except self.ray.exceptions.OutOfMemoryError:
            return Outcome(failure="out of memory")
        except self.ray.exceptions.RayError as crash:
            return Outcome(failure=f"the process that judged this claim ended: {type(crash).__name__}")
