"""Judges claims in worker processes: a crash, a hang or a lack of memory costs one claim and never the audit.

A worker is a Python process that runs `main`; jobs and replies travel as length-prefixed pickles over its pipes (both
ends are this program).  Nothing depends on which worker takes which claim.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import selectors
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from proofs.reading.options import How
from proofs.reading.paper import BadPaper, Claim, Flaw
from proofs.results.schema import ClaimResult

if TYPE_CHECKING:
    from proofs.auditing.ledger import Ledger
    from proofs.judging.memory import Memory

MEMORY_CAP = 8 << 30
RARELY = (100_000, 20, 100)
"""When a worker looks for cycles: it makes many small objects that live long, and hardly any cycles."""
LONGEST_WAIT = 3600.0  # seconds; a system call takes no more than some days
_HEAD = struct.Struct(">Q")


@dataclass(frozen=True, slots=True)
class Job:
    """A call to be made in a worker: `judge_claim`, `read_claim`, `look_up`, or what else is to be done there, with its arguments.

    Attributes:
        call: What is called.
        arguments: What it is called with.
        problems: Fingerprints of what the claim states, where they are known.

    """

    call: Callable[..., Any]
    arguments: tuple[Any, ...]
    problems: frozenset[str] = frozenset()

    @property
    def subjects(self) -> frozenset[Hashable]:
        """What it is of: a process that has read a claim understands it, and knows a problem that it has judged."""
        return self.problems.union((one.file, one.id) for one in self.arguments if isinstance(one, Claim))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a job: a result, flaws of the input, or a failure of the checker in words.

    Attributes:
        claim: The claim without lines given to it that cannot be read, if there are any.
        elsewhere: The flaws of these lines, where the claim does not need them.

    """

    result: ClaimResult | None = None
    flaws: tuple[Flaw, ...] = ()
    failure: str = ""
    sizes: frozenset[str] = frozenset()
    claim: Claim | None = None
    elsewhere: tuple[Flaw, ...] = ()
    problems: frozenset[str] = frozenset()


def read_claim(claim: Claim) -> Outcome:
    """Type-check the formulas of a claim; the outcome names its sizes and what it states.

    Raises:
        BadPaper: It, or a line that it needs, cannot be read.

    """
    from derive.fingerprint import fingerprint
    from proofs.judging.asked_sizes import names_of_sizes
    from proofs.judging.faults import without_flawed_lines
    from proofs.judging.fidelity import check_added
    from proofs.judging.understand import understand

    if claim.not_checkable is not None:
        return Outcome()
    repaired = without_flawed_lines(claim)
    if repaired.needed:
        raise BadPaper(repaired.needed)
    readings = understand(repaired.claim)
    check_added(repaired.claim)
    problems = frozenset(fingerprint(problem) for reading in readings for problem in reading.problems)
    if repaired.claim is claim:
        return Outcome(sizes=names_of_sizes(readings), problems=problems)
    return Outcome(sizes=names_of_sizes(readings), problems=problems, claim=repaired.claim, elsewhere=repaired.others)


def look_up(ledger: Ledger, claim: Claim, how: How) -> Outcome:
    """Return what a ledger keeps of a claim, its certificates checked again."""
    return Outcome(result=ledger.get(claim, how))


def judge_claim(claim: Claim, how: How) -> Outcome:
    """Judge a claim; what this process has found of a problem is not looked for again."""
    from proofs.judging.judge import judge

    return Outcome(result=judge(claim, how, _memory()))


@lru_cache(maxsize=1)
def _memory() -> Memory:
    from proofs.judging.memory import Memory

    return Memory()


@dataclass(frozen=True, slots=True)
class Word:
    """Something that a worker tells before its job is done; it waits for an answer, so that one is under way at a time."""

    value: Any


_REPLIES: list[BinaryIO] = []


def say(value: Any) -> None:
    """Tell whoever gave this process its job something before the outcome; does nothing in a process that is no worker."""
    for replies in _REPLIES:
        _send(replies, Word(value))
        _receive(sys.stdin.buffer)


def run_job(job: Job) -> Any:
    """Do one job in this process; whatever it raises becomes an outcome."""
    try:
        return job.call(*job.arguments)
    except BadPaper as bad:
        return Outcome(flaws=bad.flaws)
    except MemoryError:
        return Outcome(failure="out of memory")
    except Exception as crash:  # whatever a road does, the other claims go on
        return Outcome(failure=f"{type(crash).__name__}: {str(crash)[:500]}")


class Worker:
    """One process and the job it is doing: `give` a job, wait until its standard output can be read, `take` the reply."""

    def __init__(self, threads: int) -> None:
        root = str(Path(__file__).resolve().parents[2])
        path = os.pathsep.join(p for p in (root, os.environ.get("PYTHONPATH", "")) if p)
        environment = {"OMP_NUM_THREADS": str(threads), **os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from proofs.auditing.workers import main; main()"],  # -P: not the user's `proofs`
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,  # Ctrl-C is the parent's to handle
        )
        self.index: int | None = None
        self.deadline = 0.0
        self.known: set[Hashable] = set()

    def give(self, index: int, job: Job, timeout: float) -> None:
        """Send a job to a worker that has none."""
        self.index, self.deadline = index, time.monotonic() + timeout
        self.known |= job.subjects
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # a dead worker is noticed when its reply is read
            _send(self.process.stdin, job)

    def take(self) -> Any:
        """Read the reply, an outcome or what else the job returns; None if the process died."""
        assert self.process.stdout is not None
        try:
            return _receive(self.process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            return None

    def go_on(self) -> None:
        """Let a worker go on that has told a `Word`."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            _send(self.process.stdin, None)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class Pool:
    """A few worker processes; a context manager that leaves none behind."""

    def __init__(self, size: int, timeout: float, threads: int = 1) -> None:
        self.size, self.timeout, self.threads = size, timeout, threads
        self.idle: list[Worker] = []
        self.busy: list[Worker] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        for worker in (*self.idle, *self.busy):
            worker.end()
        self.idle, self.busy = [], []

    def run(self, jobs: Sequence[Job], done: Callable[[int, Outcome], None]) -> None:
        """Do all jobs; `done` is called with the job's number and outcome, in order of completion."""
        waiting = list(range(len(jobs)))[::-1]
        subjects = [job.subjects for job in jobs]
        with selectors.DefaultSelector() as selector:
            try:
                while waiting or self.busy:
                    while waiting and len(self.busy) < self.size:
                        worker = self.idle.pop() if self.idle else Worker(self.threads)
                        self._start(selector, worker, self._next(worker, waiting, subjects), jobs)
                    self._collect(selector, done)
            except BaseException:
                self.close()
                raise

    def _next(self, worker: Worker, waiting: list[int], subjects: Sequence[frozenset[Hashable]]) -> int:
        """Take the next job: of what the worker knows, else of what no other worker knows, else of what there is."""
        others = set().union(*(other.known for other in (*self.idle, *self.busy)))
        free = -1
        for place in range(len(waiting) - 1, -1, -1):
            own = subjects[waiting[place]]
            if not worker.known.isdisjoint(own):
                return waiting.pop(place)
            if free < 0 and others.isdisjoint(own):
                free = place
        return waiting.pop(free)

    def _start(self, selector: selectors.BaseSelector, worker: Worker, index: int, jobs: Sequence[Job]) -> None:
        worker.give(index, jobs[index], self.timeout)
        self.busy.append(worker)
        assert worker.process.stdout is not None
        selector.register(worker.process.stdout, selectors.EVENT_READ, worker)

    def _collect(self, selector: selectors.BaseSelector, done: Callable[[int, Outcome], None]) -> None:
        wait = min(LONGEST_WAIT, max(0.0, min(w.deadline for w in self.busy) - time.monotonic()))
        for key, _ in selector.select(wait):
            worker: Worker = key.data
            outcome = worker.take()
            self._free(selector, worker, alive=outcome is not None)
            done(_index(worker), outcome or Outcome(failure=_died(worker)))
        for worker in [w for w in self.busy if w.deadline <= time.monotonic()]:
            self._free(selector, worker, alive=False)
            done(_index(worker), Outcome(failure=f"timeout: not done after {self.timeout:g} s"))

    def _free(self, selector: selectors.BaseSelector, worker: Worker, alive: bool) -> None:
        assert worker.process.stdout is not None
        selector.unregister(worker.process.stdout)
        self.busy.remove(worker)
        if alive:
            self.idle.append(worker)
        else:
            worker.end()


def _index(worker: Worker) -> int:
    assert worker.index is not None
    return worker.index


def _died(worker: Worker) -> str:
    code = worker.process.returncode
    if code is not None and code < 0:
        return f"the process that judged this claim was ended by {signal.Signals(-code).name}"
    return f"the process that judged this claim ended with code {code}"


def _send(stream: BinaryIO | Any, value: Any) -> None:
    data = pickle.dumps(value)
    stream.write(_HEAD.pack(len(data)) + data)
    stream.flush()


def _receive(stream: BinaryIO | Any) -> Any:
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        raise EOFError
    (length,) = _HEAD.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


def _limit_memory() -> None:
    if Path("/dev/nvidia0").exists():  # a GPU driver maps far more address space than it uses
        return
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_CAP, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _die_with_parent() -> None:
    """Where the system can (Linux): a worker does not outlive an audit that is killed."""
    with contextlib.suppress(OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(1, int(signal.SIGKILL))  # PR_SET_PDEATHSIG


def main() -> None:
    """Serve jobs from standard input until it ends."""
    _die_with_parent()
    replies = os.fdopen(os.dup(1), "wb")
    _REPLIES.append(replies)
    os.dup2(2, 1)  # whatever a library prints must not end up among the replies
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory()
    gc.set_threshold(*RARELY)
    while True:
        try:
            job = _receive(sys.stdin.buffer)
        except EOFError:
            return
        try:
            _send(replies, run_job(job))
        except BrokenPipeError:  # the audit has ended
            os._exit(1)
