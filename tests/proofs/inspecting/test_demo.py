"""The demonstration's output: formats, figures, and what it refuses."""

import csv
import functools
import html
import io
import json
import math

import pytest
import torch

from numeric.models import curvature, digits
from proofs.inspecting import demo
from proofs.usage import BadInput


def report():
    row = {
        "setting": "baseline", "accuracy": 0.95, "FGSM 0.1": 0.4, "PGD 0.05": 0.7, "PGD 0.1": 0.3, "norm_mean": 22.5, "norm_max": 54.0,
        "entropy": 1.5, "max_probability_init": 0.07, "max_probability": 0.5, "kappa_W": 3.0, "kappa_J": 1e5, "alpha": 0.3,
        "history": [{"sigma_min": 0.4, "sigma_max": 1.2, "kappa": 3.0}] * 2,
    }  # fmt: skip
    rows = [row, row | {"setting": "spectral full lam=10", "kappa_J": math.inf, "kappa_W": 1.1}]
    torch.manual_seed(0)
    x, y = torch.rand(120, 64), torch.arange(120) % 10
    data = digits.Data((x, y), (x, y))
    return digits.DigitsReport(rows, digits.verdicts(rows), {"baseline": digits.DigitsViT().eval()}, data, 61.0)


@pytest.fixture
def untrained(monkeypatch):
    monkeypatch.setattr(digits, "demonstrate", lambda *args, **options: report())


def test_the_table_and_its_sentences(untrained, capsys):
    assert demo.run_demo(["table"], None, quiet=True) == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert lines[0].startswith("setting") and lines[1].startswith("baseline") and "> 3e6" in lines[2]
    assert "* spectral full lam=10: the paper says that kappa of the weights falls; 3.00 -> 1.10: agrees." in out
    assert lines[-1] == "61 s"


def test_every_format_says_the_same(untrained, tmp_path, capsys, monkeypatch):
    groups = {"Q": [("layers.0.self_attn.in_proj_weight", 0, 4)], "V": [("layers.0.self_attn.in_proj_weight", 64, 70)]}
    monkeypatch.setattr(curvature, "hessian_blocks", functools.partial(curvature.hessian_blocks, groups=groups))
    assert demo.run_demo(["md", "csv", "json", "html"], tmp_path, quiet=True) == 0
    rows = list(csv.reader(io.StringIO((tmp_path / "demo-digits.csv").read_text())))
    assert [row[0] for row in rows] == ["setting", "baseline", "spectral full lam=10"]
    data = json.loads((tmp_path / "demo-digits.json").read_text())
    assert data["rows"][1]["kappa_J"] == "> 3e6" and len(data["words"]) == len(report().words)
    header, rule, *_ = (tmp_path / "demo-digits.md").read_text().splitlines()
    assert header.replace(r"\|", "").count("|") == rule.count("|")
    page = (tmp_path / "demo-digits.html").read_text()
    assert page.count('src="data:image/png;base64,') == 5 and "<script" not in page and "default-src 'none'" in page
    assert all(f"<li>{html.escape(line, quote=False)}</li>" in page for line in report().words)
    assert ">spectral full lam=10</td>" in page and ">&gt; 3e6</td>" in page
    figures = sorted(path.name for path in tmp_path.glob("*.png"))
    assert figures == [f"demo-digits-{name}.png" for name in ("conditioning", "hessian", "landscape", "norms", "rows")]
    assert "wrote" in capsys.readouterr().out


def test_what_is_refused(monkeypatch):
    with pytest.raises(BadInput, match="formats are table, md, csv, json, html, not tex"):
        demo.run_demo(["tex"], None)
    monkeypatch.setitem(__import__("sys").modules, "sklearn.datasets", None)
    with pytest.raises(BadInput, match=r"scikit-learn.*derive-checker\[demo\]"):
        demo.run_demo(["table"], None)
