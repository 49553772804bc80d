"""Worker processes that many requests share: first come, first served, with a limit of time and memory for each.

A request that goes away frees its worker: what is nearly done is waited for, what is not is ended, and a new process takes
its place.  So a request costs no other one more than its turn.
"""

from __future__ import annotations

import contextlib
import queue
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from proofs.auditing.workers import Job, Outcome, Word, Worker

STEP = 0.05
"""Seconds after which a request that waits looks whether it is still wanted."""
GRACE = 1.0
"""Seconds that a process may take to end what nobody waits for any more."""
RETIRED = 300
"""Jobs after which a process is replaced: what it remembers grows."""
START = 120.0
"""Seconds in which a process must have started."""
MISSES = 5
"""Processes in a row that did not start, after which no more are tried for a while."""


class Gone(Exception):
    """Nobody waits for the answer any more."""


class Busy(Exception):
    """More requests wait than are admitted."""


class Closed(Exception):
    """The desk is closed, or no process can be started."""


@dataclass(slots=True)
class Lease:
    """A worker for one request.

    Attributes:
        worker: The process.
        gone: Whether nobody waits for the answer any more.
        broken: The process cannot be used again: it died, or has not answered in time.

    """

    worker: Worker
    gone: Callable[[], bool]
    broken: bool = False
    working: bool = False

    def call(self, job: Job, seconds: float, said: Callable[[Any], None] = lambda _: None) -> Any:
        """Return what a job returns, or an `Outcome` with the failure: it took too long, or the process died.

        Args:
            job: What is to be done.
            seconds: The limit.
            said: Is given what the worker says before it is done.

        Raises:
            Gone: Nobody waits any more.

        """
        if self.broken:
            return Outcome(failure="the process that did this has ended")
        self.working = True
        self.worker.give(0, job, seconds)
        end = time.monotonic() + seconds
        reply: Any = Word(None)
        while isinstance(reply, Word):
            while not _ready(self.worker, min(STEP, max(0.0, end - time.monotonic()))):
                if self.gone():
                    raise Gone
                if time.monotonic() >= end:
                    self.broken = True
                    return Outcome(failure=f"timeout: not done after {seconds:g} s")
            reply = self.worker.take()
            if isinstance(reply, Word):
                said(reply.value)
                self.worker.go_on()
        self.working = False
        if reply is None:
            self.broken = True
            return Outcome(failure="the process that did this ended: out of memory, or a crash")
        return reply


def _ready(worker: Worker, seconds: float) -> bool:
    assert worker.process.stdout is not None
    poll = select.poll()
    poll.register(worker.process.stdout, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


class Desk:
    """A few worker processes; a context manager that leaves none behind.

    Args:
        size: How many processes.
        first: What each does first, to be ready.
        longest: How many requests may wait.

    """

    def __init__(self, size: int, first: Job, longest: int = 128) -> None:
        self.size, self.first, self.longest = size, first, longest
        self._free: deque[Worker] = deque()
        self._jobs: dict[int, int] = {}
        self._all: set[Worker] = set()
        self._tickets: deque[object] = deque()
        self._change = threading.Condition()
        self._wanted: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._closed = False
        self._misses = 0
        self.started = 0

    def __enter__(self) -> Desk:
        threading.Thread(target=self._keep, daemon=True).start()
        for _ in range(self.size):
            self._replace()
        return self

    def __exit__(self, *_: object) -> None:
        with self._change:
            self._closed = True
            workers = list(self._all)
            self._change.notify_all()
        self._wanted.put(False)
        for worker in workers:
            worker.end()

    @property
    def idle(self) -> int:
        """How many processes have nothing to do."""
        with self._change:
            return len(self._free)

    @contextlib.contextmanager
    def lease(self, gone: Callable[[], bool]) -> Iterator[Lease]:
        """Yield a worker when it is this request's turn.

        Raises:
            Gone: Nobody waits any more.
            Busy: Too many wait.
            Closed: There are no workers.

        """
        lease = Lease(self._take(gone), gone)
        try:
            yield lease
        finally:
            if lease.broken:
                self._drop(lease.worker)
            elif lease.working:
                threading.Thread(target=self._drain, args=(lease.worker,), daemon=True).start()
            else:
                self._give_back(lease.worker)

    def _take(self, gone: Callable[[], bool]) -> Worker:
        ticket = object()
        with self._change:
            if len(self._tickets) >= self.longest:
                raise Busy
            self._tickets.append(ticket)
            try:
                while not (self._free and self._tickets[0] is ticket):
                    if self._closed or self._misses >= MISSES:
                        raise Closed
                    self._change.wait(STEP)
                    if gone():
                        raise Gone
                return self._free.popleft()
            finally:
                self._tickets.remove(ticket)
                self._change.notify_all()

    def _give_back(self, worker: Worker) -> None:
        count = self._jobs[worker.process.pid] = self._jobs.get(worker.process.pid, 0) + 1
        if count >= RETIRED:
            self._drop(worker)
            return
        with self._change:
            if not self._closed:
                self._free.append(worker)
                self._change.notify_all()

    def _drain(self, worker: Worker) -> None:
        """Wait a little for a reply that nobody wants, then end the process."""
        end = time.monotonic() + GRACE
        while _ready(worker, max(0.0, end - time.monotonic())):
            reply = worker.take()
            if reply is None:
                break
            if not isinstance(reply, Word):
                self._give_back(worker)
                return
            worker.go_on()
        self._drop(worker)

    def _drop(self, worker: Worker) -> None:
        worker.end()
        self._jobs.pop(worker.process.pid, None)
        with self._change:
            self._all.discard(worker)
        if not self._closed:
            self._replace()

    def _replace(self) -> None:
        self._wanted.put(True)

    def _keep(self) -> None:
        """Start the processes that are wanted; they end with the thread that starts them, so it is one that stays."""
        while self._wanted.get():
            time.sleep(min(30.0, 2.0**self._misses - 1))
            if self._closed:
                return
            worker = Worker(1)
            with self._change:
                self._all.add(worker)
                self.started += 1
            threading.Thread(target=self._prepare, args=(worker,), daemon=True).start()

    def _prepare(self, worker: Worker) -> None:
        """Put a process among the free ones when it is ready."""
        worker.give(0, self.first, START)
        ready = _ready(worker, START) and worker.take() is True
        with self._change:
            self._misses = 0 if ready else self._misses + 1
            self._change.notify_all()
        if ready and not self._closed:
            self._give_back(worker)
        else:
            self._drop(worker)


__all__ = ["Busy", "Closed", "Desk", "Gone", "Lease"]
