"""A Ray cluster on this machine gives the results of the worker processes, failures included."""

from __future__ import annotations

import os
import time

import pytest

from proofs.auditing.auditor import audit
from proofs.auditing.cluster import RayPool
from proofs.auditing.workers import Job, Outcome
from proofs.reading.options import AuditOptions, How
from proofs.usage import BadInput
from tests.proofs.auditing.test_interrupted import without_times, write_paper

pytest.importorskip("ray", reason="LOUD: the Ray executor is NOT tested; install the extra `ray`")


def test_same_verdicts_as_worker_processes(tmp_path):
    path = write_paper(tmp_path)
    results = {}
    for executor in ("processes", "ray"):
        options = AuditOptions(
            how=How(effort="quick", certificates=tmp_path / executor), jobs=2, ledger=None, executor=executor
        )
        results[executor] = without_times(audit(path, options).to_json())
    verdicts = [c["verdict"] for c in results["ray"]["papers"][0]["claims"]]
    assert sorted(set(verdicts)) == ["holds", "refuted"]
    assert results["ray"] == results["processes"]


def test_a_crash_or_a_hang_costs_one_job():
    found: dict[int, str] = {}
    with RayPool(2, timeout=10.0) as pool:
        jobs = [Job(Outcome, ()), Job(int, ("no",)), Job(os._exit, (7,)), Job(time.sleep, (600,)), Job(Outcome, ())]
        pool.run(jobs, lambda index, outcome: found.__setitem__(index, outcome.failure))
    assert found[0] == found[4] == ""
    assert "ValueError" in found[1]
    assert "ended" in found[2]
    assert "timeout" in found[3]


def test_no_gpu_to_share_is_bad_input():
    with pytest.raises(BadInput, match="no GPU"), RayPool(1, timeout=5.0, gpus=0.25):
        pass
