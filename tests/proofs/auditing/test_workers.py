"""Worker processes: crashes, hangs and deaths cost one job, never the others."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proofs.auditing.workers import Job, Outcome, Pool, read_claim, run_job

ROOT = Path(__file__).resolve().parents[3]


def fine(n):
    return Job(Outcome, (None, (), f"done {n}"))


def outcomes(jobs, size=2, timeout=30.0):
    found = {}
    with Pool(size, timeout) as pool:
        pool.run(jobs, found.__setitem__)
    return [found[k] for k in range(len(jobs))]


def test_results_come_back_under_their_numbers():
    assert [o.failure for o in outcomes([fine(k) for k in range(5)])] == [f"done {k}" for k in range(5)]


def test_a_dead_process_costs_its_own_job_only():
    first, dead, killed, last = outcomes(
        [fine(0), Job(os._exit, (7,)), Job(signal.raise_signal, (signal.SIGKILL,)), fine(3)]
    )
    assert (first.failure, last.failure) == ("done 0", "done 3")
    assert "ended with code 7" in dead.failure
    assert "SIGKILL" in killed.failure


def test_a_hang_ends_as_a_timeout():
    start = time.monotonic()
    slow, after = outcomes([Job(time.sleep, (60,)), fine(1)], size=1, timeout=1.5)
    assert slow.failure.startswith("timeout")
    assert after.failure == "done 1"
    assert time.monotonic() - start < 30


def test_exceptions_are_told_in_words():
    assert run_job(Job(int, ("x",))).failure.startswith("ValueError")
    assert run_job(Job(read_claim, (None,))).failure.startswith("AttributeError")


def test_what_a_job_prints_does_not_disturb_the_replies():
    assert outcomes([Job(os.write, (1, b"noise")), fine(1)], size=1)[1].failure == "done 1"


def test_exceptions_in_a_worker_come_back_as_failures():
    assert outcomes([Job(int, ("x",))])[0].failure.startswith("ValueError")


def test_an_interruption_leaves_no_process_behind():
    pool = Pool(1, 30.0)

    def interrupt(index, outcome):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pool.run([fine(0), Job(time.sleep, (60,))], interrupt)
    assert pool.busy == [] and pool.idle == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has died")
def test_workers_do_not_outlive_a_killed_audit(tmp_path):
    """SIGKILL of the parent ends the worker, even in the middle of a job."""
    script = (
        "import time\nfrom proofs.auditing.workers import Job, Pool, Worker\n"
        "worker = Worker(1)\nworker.give(0, Job(time.sleep, (300,)), 400.0)\nprint(worker.process.pid, flush=True)\n"
        "time.sleep(300)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=ROOT, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    time.sleep(1.0)  # the worker has begun
    parent.kill()
    parent.wait()
    for _ in range(100):
        if not Path(f"/proc/{pid}").exists() or Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
            return
        time.sleep(0.1)
    pytest.fail("the worker goes on after its audit was killed")
