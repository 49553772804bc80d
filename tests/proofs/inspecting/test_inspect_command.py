"""`derive inspect` and its report: table, files, exit codes, one line for every error."""

import csv
import io
import json
import math
import sys

import numpy as np
import pytest
import torch
from torch import nn

import derive
from proofs.cli import main
from proofs.inspecting.columns import number, ratio, typical
from proofs.inspecting.loading import load_input, load_model
from proofs.inspecting.report import compared, plain
from proofs.usage import BadInput
from tests.benchmarks.measure import ROOT

MODULE = """
import torch
from torch import nn

def make():
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(6, 3, 10, batch_first=True)
    return nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)

def batch():
    return torch.ones(1, 4, 6).cumsum(1).sin()

class Self(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.MultiheadAttention(1, 1, bias=False, batch_first=True)
        with torch.no_grad():
            self.inner.in_proj_weight[:] = torch.tensor([[0.0], [1.0], [1.0]])

    def forward(self, x):
        return self.inner(x, x, x)[0]

def third():
    return torch.full((1, 1, 1), 1 / 3)

def raising():
    raise RuntimeError("not today")

def number():
    return 3

class Broken(nn.Module):
    def forward(self, x):
        raise KeyError("lost")

class Hungry(nn.Module):
    def forward(self, x):
        return torch.empty(2**52)

def undefined():
    model = make()
    with torch.no_grad():
        model.layers[0].self_attn.in_proj_weight.fill_(float("nan"))
    return model
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "own_models.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield tmp_path
    sys.modules.pop("own_models", None)


def model(batch=1):
    torch.manual_seed(0)
    return nn.TransformerEncoder(
        nn.TransformerEncoderLayer(6, 3, 10, batch_first=True), 2, enable_nested_tensor=False
    ), torch.randn(batch, 4, 6)


def test_the_table_has_a_line_a_layer_and_says_what_was_checked(capsys):
    assert main(["inspect", "own_models:make", "--input", "own_models:batch", "-q"]) == 0
    text = capsys.readouterr().out.splitlines()
    assert text[0].startswith("own_models:make, 4 tokens, 6 heads, float64, the model in float32")
    assert text[1].split()[:4] == ["layer", "||J||", "centered", "Thm"]
    assert [line.split()[0] for line in text[2:4]] == ["0", "1"]
    assert "Theorem 1 is false as stated" in text[4]
    assert " stated bounds checked: " in text[-1]
    assert ", 0 violated, " in text[-1]


@pytest.mark.parametrize("dtype", ["float64", "bfloat16"])
def test_the_model_runs_in_the_dtype_that_is_asked_for(dtype, capsys):
    command = ["inspect", "own_models:make", "bounds", "--input", "own_models:batch", "-q", "--dtype", dtype]
    assert main(command) == 0
    assert (
        capsys.readouterr()
        .out.splitlines()[0]
        .startswith(f"own_models:make, 4 tokens, 6 heads, float64, the model in {dtype}")
    )


def test_a_line_a_head_with_v(capsys):
    assert main(["inspect", "own_models:make", "spectra", "--input", "own_models:batch", "-v", "-q"]) == 0
    text = capsys.readouterr().out.splitlines()
    assert [tuple(line.split()[:3]) for line in text[2:8]] == [
        (str(a), str(h), "0") for a in range(2) for h in range(3)
    ]


def test_a_violated_bound_is_exit_code_1_and_its_inputs_compute_it_again(capsys, folder):
    code = main(["inspect", "own_models:Self", "bounds", "--input", "own_models:third", "-q", "-o", "out"])
    assert code == 1
    said = capsys.readouterr().out
    assert "the inputs of a violation" in said
    exact = folder / "out/violation-thm-1-layer0-head0-sample0.json"
    assert (
        "a certificate of the head itself, every float64 number as the rational that it is; derive recheck computes it again"
        in said
    )
    assert main(["recheck", str(exact)]) == 0
    assert capsys.readouterr().out.endswith(
        "accepted as a certificate against the claim attention_distribution thm-1\n"
    )
    text = (folder / "out/own_models-Self.txt").read_text()
    assert "VIOLATED: thm-1 (attention_distribution) in layer 0 head 0, sample 0: measured 1 > bound 0.222222" in text
    assert "known to be false: N = D = d = 1, X = R = 1/3" in text
    kept = np.load(folder / "out/violation-thm-1-layer0-head0-sample0.npz")
    head = derive.Head(**{k: torch.from_numpy(kept[k]) for k in ("X", "WQ", "WK", "WV")}, scale=float(kept["scale"]))
    again = derive.head_bounds(head, starts=0)
    assert again.bounds["thm-1"].verdict == "VIOLATED"
    assert again.bounds["thm-1"].value == float(kept["bound"])


@pytest.mark.parametrize(("arguments", "said"), [
    (["own_models:Broken", "--input", "random:1x2"], "own_models:Broken: the model raised KeyError: 'lost'"),
    (["own_models:Hungry", "--input", "random:1x2", "-o", "out"], "own_models:Hungry: out of memory (fewer samples"),
    (["own_models:undefined", "--input", "own_models:batch"], "no attention module could be measured: layers.0.self_attn head 0 sample 0: WQ have"),
    (["own_models:make", "--input", "own_models:batch", "--device", "cuda"], "own_models:make: no CUDA device is available"),
    (["own_models:raising", "--input", "random:1x2"], "own_models:raising raised RuntimeError: not today"),
    (["own_models:number", "--input", "random:1x2"], "own_models:number returned int, not a torch module"),
    (["own_models:nothing", "--input", "random:1x2"], "own_models has no nothing"),
    (["no_such:make", "--input", "random:1x2"], "there is no module no_such"),
    (["own_models:make"], "--input is missing"),
    (["own_models:make", "--input", "random:1xa"], "--input random:1xa: sizes are expected"),
    (["own_models:make", "--input", "gone.npz"], "--input gone.npz: no such file"),
    (["own_models:make", "--input", "strange"], "--input strange: a model is pkg.module:function"),
    (["own_models:make", "--input", "own_models:batch", "--layers", "9"], "there is no layer 9: the model has 2 attention modules"),
    (["own_models:make", "--input", "own_models:batch", "--layers", "a"], "--layers a: numbers with commas"),
    (["own_models:make", "--input", "own_models:batch", "--heads", "0"], "--heads is 0; it must be at least 1"),
    (["own_models:make", "--input", "own_models:batch", "--budget", "soon"], "--budget soon: a time is expected"),
    (["own_models:make", "--input", "own_models:batch", "--format", "xml"], "--format xml: formats are table, json"),
    (["own_models:make", "--input", "own_models:batch", "--format", "json,csv"], "several formats need -o FOLDER"),
    (["own_models:make", "bound", "--input", "own_models:batch"], "nothing to inspect called 'bound'"),
    (["own_models:make", "--input", "own_models:batch", "--compare", "gone.json"], "--compare gone.json: No such file"),
    (["own_models:make", "--input", "random:1x4x7"], "the model raised"),
    (["hf:nowhere", "--input", "tokens:1x4"], "hf:nowhere: a local folder with config.json is expected"),
    (["whatever"], "whatever: a model is pkg.module:function"),
])  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(arguments, said, capsys):
    assert main(["inspect", *arguments, "-q"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert len(printed.err.splitlines()) == 1


def test_every_format_and_a_comparison(capsys, folder):
    base = ["inspect", "own_models:make", "--input", "own_models:batch", "-q"]
    assert main([*base[:2], "all", *base[2:], "--format", "html", "-o", "whole"]) == 0
    assert "from its first block on" in (folder / "whole/own_models-make.html").read_text()
    assert main([*base, "--format", "json,csv,md,html,table", "-o", "out", "--paper-form"]) == 0
    data = json.loads((folder / "out/own_models-make.json").read_text())
    assert data["kind"] == "inspection"
    assert len(data["details"]) == 6
    assert data["summary"]["violations"] == 0
    rows = list(csv.DictReader(io.StringIO((folder / "out/own_models-make.csv").read_text())))
    assert [r["head"] for r in rows] == ["0", "1", "2"] * 2
    assert float(rows[0]["sigma"]) == pytest.approx(data["details"][0]["sigma"])
    assert "| layer | \\|\\|J\\|\\| |" in (folder / "out/own_models-make.md").read_text()
    page = (folder / "out/own_models-make.html").read_text()
    for told in (
        "paper says",
        "corrected",
        "<svg",
        "layers down, heads across",
        "Statements as printed",
        "Maps of three heads",
        "data:image/png;base64",
        "default-src 'none'",
        "derive report attention_spectra",
    ):
        assert told in page, told
    assert "<script" not in page
    assert "http://" not in page.replace("http://www.w3.org/", "")
    capsys.readouterr()
    assert main([*base[:2], "spectra", *base[2:], "--compare", "out/own_models-make.json"]) == 0
    assert "compared with the earlier report" in capsys.readouterr().out


def test_the_figures_name_claims_that_exist_and_powers_of_ten_are_plain(folder):
    from proofs.inspecting.page import TOLD
    from proofs.reading.reader import read_paper

    for told in TOLD:
        paper, ids = told.claims
        known = {c.id for c in read_paper(ROOT / "proofs" / "papers" / f"{paper}.md").claims}
        assert set(ids) <= known, told.name
    report = derive.inspect(*model(2), ("bounds", "spectra", "conditioning", "blocks"))
    page = report.text("html")
    assert "mathdefault" not in page and "Condition numbers, before and after" in page and "2 samples: " in page
    assert 'class="numbers"' in page
    one = derive.inspect(*model(), ("bounds", "blocks")).text("html")
    assert "one sample: " in one  # no histogram of one bar


def test_the_report_in_python(tmp_path):
    report = derive.inspect(*model())
    assert len(report.details) == 6
    assert set(report.summary) == {"medians", "smallest ratios", "verdicts", "violations", "not applicable", "skipped"}
    assert report.summary["smallest ratios"]["centered/measured"] >= 1 - 1e-6
    assert report.violations == []
    assert report.save(tmp_path / "a.html").read_text().startswith("<!DOCTYPE html>")
    with pytest.raises(BadInput, match=r"ends in \.json"):
        report.save(tmp_path / "a.docx")
    assert report.plot("bounds").axes
    with pytest.raises(BadInput, match="nothing to draw of 'blocks'"):
        report.plot("blocks")
    assert "6 heads" in report.table()
    assert [c[1] == pytest.approx(c[2]) for c in compared(report, report.data())]
    with pytest.raises(BadInput, match="earlier inspection"):
        compared(report, {"kind": "audit"})


def test_bounds_and_spectra_alone_also_where_the_norm_rules_are_loaded():
    import derive.bounds  # the package of the same name

    assert "kappa_WQ" not in derive.bounds(*model()).details[0]
    assert "sigma" not in derive.spectra(*model()).details[0]
    assert callable(derive.api.opened("bounds"))


def test_importing_derive_does_not_import_torch():
    import subprocess

    code = "import derive.api, sys; print([m for m in ('torch', 'numpy') if m in sys.modules])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )


def test_numbers_of_the_table():
    assert [number(x) for x in (None, math.nan, math.inf, 3, 0.23912, 1217.4, 6.1e7, 0.0)] == [
        "-",
        "-",
        "inf",
        "3",
        "0.239",
        "1217",
        "6.1e+07",
        "0",
    ]
    assert ratio(2.5) == "2.5x"
    assert typical([{"a": 1.0}, {"a": 3.0}, {"a": math.nan}, {}], "a") == 2.0
    assert typical([{"a": 1.0, "b": 2.0}], "a/b") == 0.5
    assert plain({"a": [math.inf, -math.inf, math.nan, 1.0]}) == {"a": ["infinity", "-infinity", "nan", 1.0]}


def test_inputs(folder):
    made = load_model("own_models:make")
    assert load_input("random:2x4x6", made, "").shape == (2, 4, 6)
    assert torch.equal(load_input("random:2x4x6", made, ""), load_input("random:2x4x6", made, ""))
    np.savez("one.npz", x=np.ones((1, 4, 6), np.float32))
    assert load_input("one.npz", made, "").shape == (1, 4, 6)
    np.savez("two.npz", src=np.ones((1, 4, 6), np.float32), mask=np.zeros((4, 4), np.float32))
    assert set(load_input("two.npz", made, "")) == {"src", "mask"}
    assert load_input("tokens:2x5", nn.Embedding(7, 3), "").max() < 7
    np.save("bad.npy", np.array([object()], dtype=object), allow_pickle=True)
    (folder / "bad.npz").write_bytes((folder / "bad.npy").read_bytes())
    with pytest.raises(BadInput, match="bad.npz"):
        load_input("bad.npz", made, "")
