"""The demonstration, at one epoch, and the sentences it makes of its numbers."""

import math

import pytest
import torch

from numeric.models import digits
from numeric.models.heads import Head


def test_the_demonstration_measures_every_setting():
    pytest.importorskip("sklearn")
    told: list[str] = []
    report = digits.demonstrate(epochs=1, settings=(digits.SETTINGS[0], digits.SETTINGS[2], digits.SETTINGS[4]), progress=told.append)
    assert [row["setting"] for row in report.rows] == ["baseline", "JaSMin k=10 max 1e-3", "spectral full lam=10"]
    assert told[0] == "training 1 of 3: baseline"
    base, _, sharp = report.rows
    assert 0.1 < base["accuracy"] <= 1 and base["PGD 0.1"] <= base["FGSM 0.1"] <= base["accuracy"]
    assert sharp["max_probability_init"] > 0.7 > 0.2 > base["max_probability_init"]
    assert sharp["kappa_W"] < base["kappa_W"] and len(base["history"]) == 1
    assert any("starts near one-hot" in line for line in report.words)
    again, _ = digits.train(digits.SETTINGS[0], report.data, epochs=1)
    x = report.data.test[0][:3]
    assert torch.allclose(again(x), report.models["baseline"](x), atol=1e-3)


def test_its_heads_are_those_of_the_model():
    torch.manual_seed(0)
    model, image = digits.DigitsViT().eval(), torch.rand(64)
    heads = digits.heads_at(model, image)
    assert len(heads) == 8 and all(isinstance(h, Head) for h in heads)
    X = model.layers[1].norm1(model.layers[0](model.tokens(image[None])))
    maps = model.layers[1].self_attn(X, X, X, average_attn_weights=False)[1][0]
    assert all(torch.allclose(h.map, maps[h.head].double(), atol=1e-6) for h in heads[4:])


def test_the_norm_of_tokens_to_logits_is_that_of_the_dense_jacobian():
    torch.manual_seed(0)
    model, images = digits.DigitsViT().eval().double(), torch.rand(2, 64, dtype=torch.float64)
    found = digits.jacobian_norms(model, images)
    for image, value in zip(images, found, strict=True):
        J = torch.autograd.functional.jacobian(lambda t: model.logits(t)[0], model.tokens(image[None]).detach())
        assert float(value) == pytest.approx(float(torch.linalg.matrix_norm(J.reshape(10, -1), 2)), rel=1e-9)


def row(setting, **more):
    usual = {
        "accuracy": 0.95, "PGD 0.1": 0.3, "norm_mean": 20.0, "entropy": 1.5, "kappa_W": 3.0, "kappa_J": 1e5, "max_probability_init": 0.1,
    }  # fmt: skip
    return usual | {"setting": setting} | more


def test_sentences_follow_the_numbers():
    good = digits.verdicts([row("baseline"), row("JaSMin x", entropy=2.0, norm_mean=10.0, **{"PGD 0.1": 0.5})])
    assert [line.endswith(": agrees.") for line in good[1:4]] == [True, True, True]
    bad = digits.verdicts([row("baseline"), row("JaSMin x", entropy=1.0, norm_mean=30.0, accuracy=0.5, **{"PGD 0.1": 0.5})])
    assert [line.endswith("does not agree at this size.") for line in bad[1:4]] == [True, True, True]
    both = digits.verdicts([row("baseline"), row("spectral x", kappa_W=1.1, kappa_J=math.inf, accuracy=0.96, max_probability_init=0.9)])
    assert both[1].endswith(": agrees.") and both[2].endswith("1e+05 -> > 3e6: does not agree at this size.")
    assert both[3].endswith(": agrees.") and "starts near one-hot" in both[4]
    assert "no evidence" in both[-1]


def test_without_scikit_learn_it_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(digits.NotSupported, match="scikit-learn"):
        digits.digits()
