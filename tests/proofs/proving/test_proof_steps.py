"""What the steps of proofs say is true where it is evaluated; the verifier works alone in a folder."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from proofs import verify
from proofs.verify import recheck
from tests.proofs.proving.test_tampered_proofs import CLAIMS, proof

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", [n for n in CLAIMS if n != "isometry"])  # no random matrix is an isometry
def test_every_step_is_true_at_random_points(name: str) -> None:
    data = json.loads(proof(name))
    verify.Node.table.clear()
    checked = verify.Proof(data, verify.read_base())
    checked.run()
    chance, seen = random.Random(2), 0
    for _ in range(8):
        sizes = {n: chance.randint(1, 3) for n in checked.problem.sizes.least if n not in checked.problem.sizes.ranges}
        env = {json.dumps(n): v for n, v in sizes.items()} | {'"i"': 1}
        for n, (rows, cols) in checked.problem.variables.items():
            r, c = (_length(d, sizes) for d in (rows, cols))
            env[json.dumps(n)] = recheck.Matrix([recheck.Ball(chance.choice([-2, -1, 1, 3])) for _ in range(r * c)], c)
        e = recheck.Evaluator(env, {}, [])
        try:
            given = (*checked.problem.hypotheses, *checked.domain)
            met = all(_truth(e, f) == 1 for f in given)
        except (recheck.Rejected, ArithmeticError):
            met = False
        if met:
            seen += 1
            assert all(_truth(e, f) != 0 for f, assumed in checked.known if not assumed)
    assert seen >= 2


def _length(dim: tuple, sizes: dict[str, int]) -> int:
    text = verify.size_text(verify.total(dim))
    e = recheck.Evaluator({json.dumps(n): v for n, v in sizes.items()}, {}, [])
    return e.integer(recheck.read_tree(f"(size {text})"))


def _truth(e: recheck.Evaluator, formula: verify.Node) -> int | None:
    recheck.Ball.work = 0
    return e.value(recheck.read_tree(verify.text_of(formula, sharing=True))).flat[0].exact


def test_the_verifier_works_in_a_folder_of_its_own(tmp_path: Path) -> None:
    for path in ("proofs/verify.py", "proofs/recheck.py", "derive/theorems/base.json"):
        shutil.copy(ROOT / path, tmp_path)
    data = json.loads(proof("inverse"))
    (tmp_path / "good.json").write_text(json.dumps(data), encoding="utf-8")
    (tmp_path / "bad.json").write_text(json.dumps({**data, "domain": []}), encoding="utf-8")
    run = [sys.executable, "-S", "-E", "verify.py"]
    good = subprocess.run([*run, "good.json"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert good.returncode == 0, good.stdout + good.stderr
    assert good.stdout.startswith("accepted  good.json")
    assert "an inverse times its matrix is the identity" in good.stdout
    both = subprocess.run([*run, "good.json", "bad.json"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert both.returncode == 3
    assert "REJECTED  bad.json  the hash does not match" in both.stdout


def test_the_checker_of_certificates_learns_nothing_from_the_verifier() -> None:
    from proofs import recheck as own

    assert verify.verify_data(json.loads(proof("vec")), {}).accepted
    assert "kron" in recheck.OPERATORS
    assert "kron" not in own.OPERATORS
