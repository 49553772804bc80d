"""Curvature and landscape in the report and on the command line; the corrections of weights in its last lines."""

import csv
import io
import json
import re
import sys
from collections import Counter

import pytest
import torch
from torch import nn

from proofs.cli import main
from proofs.inspecting import demo
from proofs.inspecting.columns import number
from proofs.inspecting.loading import load_loss
from proofs.inspecting.report import inspect, plain
from proofs.usage import BadInput


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.layer = nn.TransformerEncoderLayer(6, 2, 7, batch_first=True, norm_first=True, dropout=0.0)
        self.classify = nn.Linear(6, 3)

    def forward(self, x):
        return self.classify(self.layer(x).mean(1))


def inputs():
    return torch.randn(110, 4, 6, generator=torch.Generator().manual_seed(1))


def classes():
    return torch.arange(110) % 3


def test_parts_without_heads():
    report = inspect(Small(), (inputs(), classes()), ("curvature", "landscape"), loss="ce")
    text = report.text("table")
    assert "norms of Hessian blocks:   Q  K  V  W_1  W_2  other" in text and "LayerNorm layer.norm1: ||J||" in text
    assert "order 2: |L_(k+1) - L_k| falls as k^-" in text and report.exit_code == 0
    assert "4 stated bounds checked: 4 hold" in text and "verdict" not in text.splitlines()[1]
    data = json.loads(json.dumps(plain(report.data()), allow_nan=False))
    assert len(data["curvature"]) == 36 + 1 + 2 and len(data["landscape"]) == 3
    assert "order 0" in report.text("md")
    rows = list(csv.DictReader(io.StringIO(report.text("csv"))))
    assert Counter(row["part"] for row in rows) == {"block": 36, "whole": 1, "layer norm": 2, "landscape": 3}
    assert float(rows[36]["norm"]) == data["curvature"][36]["norm"] and rows[36]["slope"] == ""
    assert float(rows[-1]["slope"]) == data["landscape"][2]["slope"] and rows[-1]["order"] == "2"
    page = report.text("html")
    tables = dict(re.findall(r'<section id="(\w+)".*?>(.*?)</section>', page, re.DOTALL))
    assert "table" not in tables and "heads" not in tables
    assert "Differences of the mean loss" in tables["figures"] and "3 orders of the samples" in tables["figures"]
    assert len(report.differences) == 3 and {len(steps) for steps in report.differences} == {109}
    largest = report.landscape[0]["largest_loss"]
    assert all(step <= largest / (k + 1) * (1 + 1e-9) for steps in report.differences for k, step in enumerate(steps, 1))
    shown = re.findall(r"<td[^>]*>([^<]*)</td>", tables["curvature"])
    assert shown[:7] == ["Q", *(number(row["norm"]) for row in report.curvature[:6])]
    assert len(shown) == 6 * 7 + 6 + 2 * 8 and "layer.norm2" in shown and number(report.curvature[37]["eq 29"]) in shown
    shown = re.findall(r"<td[^>]*>([^<]*)</td>", tables["landscape"])
    assert len(shown) == 3 * 5 and shown[5:7] == ["1", number(report.landscape[1]["slope"])]


def test_beside_heads_what_has_no_target_is_named():
    report = inspect(Small(), inputs()[:1], ("conditioning", "curvature"))
    assert [one["name"] for one in report.skipped] == ["curvature"] and "needs a scalar" in report.skipped[0]["reason"]
    row = report.details[0]
    assert row["kappa_J"] != row["kappa_J eye"] > 1 and row["max_probability eye"] > row["max_probability"]
    text = report.text("table")
    assert "corrected weights, heads at the same tokens (medians): k(J) " in text
    assert "warning: 10 I makes attention one-hot" in text
    assert "part" not in report.text("csv").splitlines()[0].split(",")
    for one in report.details:
        one["max_probability eye"] = 0.5
    assert "warning" not in report.text("table")


def test_heads_and_blocks_in_one_file():
    report = inspect(Small(), (inputs()[:1], classes()[:1]), ("conditioning", "curvature"), loss="ce")
    rows = list(csv.DictReader(io.StringIO(report.text("csv"))))
    assert Counter(row["part"] for row in rows) == {"head": len(report.details), "block": 36, "whole": 1, "layer norm": 2}
    assert float(rows[0]["kappa_WQ"]) == report.details[0]["kappa_WQ"] and rows[-1]["kappa_WQ"] == ""
    page = report.text("html")
    assert page.index('<section id="table"') < page.index('<section id="curvature"') < page.index('<section id="heads"')


def test_the_command(monkeypatch, capsys):
    here = sys.modules[__name__]
    monkeypatch.setitem(sys.modules, "own_model", here)
    arguments = ["inspect", "own_model:Small", "landscape", "--input", "own_model:inputs", "-q"]
    assert main([*arguments, "--target", "own_model:classes", "--loss", "ce"]) == 0
    assert "order 0" in capsys.readouterr().out
    assert main([*arguments, "--target", "own_model:classes"]) == 2
    assert "--target needs --loss" in capsys.readouterr().err
    assert main([*arguments, "--loss", "huber"]) == 2
    assert "--loss huber: mse, ce or pkg.module:function" in capsys.readouterr().err
    assert load_loss("own_model:classes") is classes
    with pytest.raises(BadInput, match="no absent"):
        load_loss("own_model:absent")


def test_the_demonstration_is_a_model_of_the_command(monkeypatch, tmp_path):
    seen = []
    monkeypatch.setattr(demo, "run_demo", lambda formats, folder, **options: seen.append((formats, folder, options)) or 0)
    assert main(["inspect", "demo:digits", "--format", "md,json", "-o", str(tmp_path / "made"), "--seed", "3", "-q"]) == 0
    assert seen == [(["md", "json"], tmp_path / "made", {"seed": 3, "quiet": True})]
