"""A killed, a resumed and two concurrent audits give the same JSON as an undisturbed one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
CLAIMS = {
    "product": r"\mathrm{vec}_r(\mathbf{A}\mathbf{X}) = (\mathbf{A} \otimes \mathbf{I}_{p}) \mathrm{vec}_r(\mathbf{X})",
    "transposed": r"\mathbf{A}\mathbf{X} = (\mathbf{X}^\top \mathbf{A}^\top)^\top",
    "wrong": r"\mathbf{A}\mathbf{X} = 2 \mathbf{A}\mathbf{X}",
    "derivative": r"\frac{\partial \mathbf{A}\mathbf{X}}{\partial \mathbf{X}} = \mathbf{A} \otimes \mathbf{I}_{p}",
}


def write_paper(folder: Path) -> Path:
    given = r"\mathbf{A} \in \mathbb{R}^{m \times n}, \quad \mathbf{X} \in \mathbb{R}^{n \times p}"
    text = f"---\ntitle: Notes\n---\n```math given\n{given}\n```\n"
    text += "".join(f"## {name}: a claim\n```math\n{claim}\n```\n" for name, claim in CLAIMS.items())
    path = folder / "notes.md"
    path.write_text(text)
    return path


def start(folder: Path, out: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "proofs.cli", "audit", "notes.md", "--exit-zero", "--jobs", "1", "--json", out]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def finished(folder: Path, process: subprocess.Popen[bytes], out: str) -> Any:
    assert process.wait(timeout=300) == 0
    return without_times(json.loads((folder / out).read_text()))


def without_times(value: Any) -> Any:
    """The JSON less what may differ: seconds, device and paths."""
    if isinstance(value, dict):
        skipped = {"seconds", "device", "paper", "certificate", "file"}
        return {key: without_times(item) for key, item in value.items() if key not in skipped}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def test_killed_resumed_and_concurrent_audits_agree(tmp_path: Path) -> None:
    folders = {name: tmp_path / name for name in ("undisturbed", "disturbed")}
    for folder in folders.values():
        folder.mkdir()
        write_paper(folder)
    folder = folders["disturbed"]
    killed = start(folder, "killed.json")
    ledger, deadline = folder / ".derive" / "ledger", time.monotonic() + 200
    while not any(ledger.rglob("*.json")) and time.monotonic() < deadline and killed.poll() is None:
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert any(ledger.rglob("*.json")), "nothing was kept"
    two = [start(folder, f"{k}.json") for k in (1, 2)]
    reference = start(folders["undisturbed"], "a.json")
    expected = finished(folders["undisturbed"], reference, "a.json")
    verdicts = {c["id"]: c["verdict"] for c in expected["papers"][0]["claims"]}
    assert verdicts == {**dict.fromkeys(CLAIMS, "holds"), "wrong": "refuted"}
    for k, process in enumerate(two, 1):
        assert finished(folder, process, f"{k}.json") == expected
