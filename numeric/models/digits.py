"""The demonstration: a small Vision Transformer on scikit-learn's digits, with and without each method of the papers.

One seed and a minute of training: it shows what the tool measures, and is no evidence against experiments at full size.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from derive.errors import NotSupported
from numeric.device import one_thread
from numeric.evaluation.sampling import stream
from numeric.models.conditioning import concentration, condition_number, jacobian_condition, spectral_condition
from numeric.models.heads import Head
from numeric.models.penalties import JaSMin, Specformer, fgsm, pgd
from numeric.models.projections import projections

TOKENS, WIDTH, HEADS, BLOCKS, HIDDEN, CLASSES = 16, 32, 4, 2, 64, 10
TEST = 400
BATCH = 64
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Setting:
    """One way to train.

    Attributes:
        name: What the table says.
        penalty: Makes the penalty, or None.
        factor: Of the penalty in the loss.
        lam: Factor of the spectral correction, 0 for none.
        heads: Reading of the correction.
    """

    name: str
    penalty: Callable[[], JaSMin | Specformer] | None = None
    factor: float = 1.0
    lam: float = 0.0
    heads: str = "full"


SETTINGS = (
    Setting("baseline"),
    Setting("JaSMin k=0 mean 1e-2", lambda: JaSMin(0, "mean"), 1e-2),
    Setting("JaSMin k=10 max 1e-3", lambda: JaSMin(10, "max"), 1e-3),
    Setting("Specformer 1e-3", lambda: Specformer(1, 1, 1), 1e-3),
    Setting("spectral full lam=10", lam=10.0),
    Setting("spectral full lam=2", lam=2.0),
)


class DigitsViT(nn.Module):
    """Patches of 2 x 2 of an 8 x 8 image, two pre-norm encoder layers, mean over tokens."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Linear(4, WIDTH)
        self.position = nn.Parameter(torch.randn(TOKENS, WIDTH) * 0.1)
        layers = [
            nn.TransformerEncoderLayer(
                WIDTH, HEADS, HIDDEN, dropout=0.0, activation="gelu", batch_first=True, norm_first=True
            )
            for _ in range(BLOCKS)
        ]
        self.layers = nn.ModuleList(layers)
        self.norm = nn.LayerNorm(WIDTH)
        self.classify = nn.Linear(WIDTH, CLASSES)

    def tokens(self, images: Tensor) -> Tensor:
        """Images, batch x 64 with entries in [0, 1], as tokens, batch x 16 x 32."""
        patches = images.reshape(-1, 4, 2, 4, 2).transpose(2, 3).reshape(-1, TOKENS, 4)
        return self.embed(patches) + self.position

    def logits(self, tokens: Tensor) -> Tensor:
        """Tokens as logits, batch x 10."""
        for layer in self.layers:
            tokens = layer(tokens)
        return self.classify(self.norm(tokens).mean(1))

    def forward(self, images: Tensor) -> Tensor:
        """Images as logits."""
        return self.logits(self.tokens(images))


@dataclass(frozen=True)
class Data:
    """Digits with entries in [0, 1], split by a seeded permutation."""

    train: tuple[Tensor, Tensor]
    test: tuple[Tensor, Tensor]


def digits(seed: int = 0) -> Data:
    """Return scikit-learn's digits: 1,397 images to train and 400 to test.

    Raises:
        NotSupported: scikit-learn is not installed.
    """
    try:
        from sklearn.datasets import load_digits
    except ImportError as problem:
        raise NotSupported(
            "the demonstration needs scikit-learn", hint="pip install 'derive-checker[demo]'"
        ) from problem
    found = load_digits()
    x, y = torch.tensor(found.data / 16.0, dtype=torch.float32), torch.tensor(found.target)
    order = torch.randperm(len(x), generator=stream(seed, "digits"))
    x, y = x[order], y[order]
    return Data((x[TEST:], y[TEST:]), (x[:TEST], y[:TEST]))


def train(setting: Setting, data: Data, seed: int = 0, epochs: int = 25) -> tuple[DigitsViT, dict[str, Any]]:
    """Train one model; return it with what was measured at its start and along the way.

    Args:
        setting: Penalty or correction.
        data: The digits.
        seed: Fixes weights and batches.
        epochs: Passes over the training set.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = DigitsViT()
    if setting.lam:
        spectral_condition(model, lam=setting.lam, heads=setting.heads)
    x, y = data.train
    start = concentration(model, x[:BATCH])
    penalty = setting.penalty().attach(model) if setting.penalty else None
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    generator = stream(seed, "batches")
    history = []
    for _ in range(epochs):
        model.train()
        for rows in torch.randperm(len(x), generator=generator).split(BATCH):
            loss = functional.cross_entropy(model(x[rows]), y[rows])
            if penalty is not None:
                loss = loss + setting.factor * penalty.value()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        rate.step()
        history.append(weight_spectra(model))
    if penalty is not None:
        penalty.detach()
    return model.eval(), {"max_probability_init": start["max_probability"], "history": history}


def weight_spectra(model: nn.Module) -> dict[str, float]:
    """Mean over heads, layers and q, k, v of the extreme singular values and the condition number of the weights in use."""
    values = [
        torch.linalg.svdvals(block.detach().double())
        for module in projections(model)
        for target in "qkv"
        for block in module.weight(target).chunk(module.heads_of(target))
    ]
    return {
        "sigma_max": statistics.fmean(float(v[0]) for v in values),
        "sigma_min": statistics.fmean(float(v[-1]) for v in values),
        "kappa": statistics.fmean(float(v[0] / v[-1]) for v in values),
    }


def jacobian_norms(model: DigitsViT, images: Tensor) -> Tensor:
    """Largest singular value of the Jacobian of the logits by the tokens, one an image."""
    tokens = model.tokens(images).detach().requires_grad_(True)
    with torch.enable_grad():
        logits = model.logits(tokens)
        rows = [torch.autograd.grad(logits[:, c].sum(), tokens, retain_graph=True)[0] for c in range(CLASSES)]
    return torch.linalg.matrix_norm(torch.stack([r.flatten(1) for r in rows], dim=1).double(), 2)


def heads_at(model: DigitsViT, image: Tensor) -> list[Head]:
    """The heads of all layers at one image."""
    tokens, found = model.tokens(image[None]), []
    with torch.no_grad():
        for number, (layer, module) in enumerate(zip(model.layers, projections(model), strict=True)):
            X = layer.norm1(tokens)[0]  # type: ignore[operator]
            weights = {f"W{t.upper()}": module.weight(t).T.chunk(HEADS, dim=1) for t in "qkv"}
            attention: Any = layer.self_attn
            biases = {
                f"b{t.upper()}": b.chunk(HEADS) for t, b in zip("qkv", attention.in_proj_bias.chunk(3), strict=True)
            }
            found += [
                Head(X=X, layer=number, head=h, **{k: v[h] for k, v in (weights | biases).items()})
                for h in range(HEADS)
            ]
            tokens = layer(tokens)
    return found


def measure(model: DigitsViT, data: Data) -> dict[str, Any]:
    """Return accuracy, robustness, norms and condition numbers of a trained model."""
    x, y = data.test

    def accuracy(images: Tensor) -> float:
        with torch.no_grad():
            return float((model(images).argmax(1) == y).float().mean())

    norms = jacobian_norms(model, x[:100])
    heads = [h for h in heads_at(model, x[0]) if h.layer == BLOCKS - 1]
    conditions = [jacobian_condition(h).value for h in heads]
    return {
        "accuracy": accuracy(x),
        "FGSM 0.1": accuracy(fgsm(model, x, y, 0.1)),
        "PGD 0.05": accuracy(pgd(model, x, y, 0.05)),
        "PGD 0.1": accuracy(pgd(model, x, y, 0.1)),
        "norm_mean": float(norms.mean()),
        "norm_max": float(norms.max()),
        **concentration(model, x),
        "kappa_W": weight_spectra(model)["kappa"],
        "kappa_J": statistics.median(conditions),
        "kappa_WQ_layer": statistics.fmean(condition_number(h.WQ) for h in heads),
    }


@dataclass
class DigitsReport:
    """What the demonstration found.

    Attributes:
        rows: One dict a setting.
        words: What agrees with the papers and what does not, in sentences made from the rows.
        models: The trained models by setting.
        data: The digits.
        seconds: Time taken.
    """

    rows: list[dict[str, Any]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    models: dict[str, DigitsViT] = field(default_factory=dict)
    data: Data | None = None
    seconds: float = 0.0


@one_thread()
def demonstrate(
    seed: int = 0, epochs: int = 25, settings: Sequence[Setting] = SETTINGS, progress: Progress | None = None
) -> DigitsReport:
    """Train and measure every setting, and say what agrees with the papers.

    Args:
        seed: Fixes data, weights and batches.
        epochs: Passes over the training set.
        settings: The first one is what the others are compared with.
        progress: Is told what is being trained.

    Raises:
        NotSupported: scikit-learn is not installed.
    """
    began = time.perf_counter()
    report = DigitsReport(data=digits(seed))
    assert report.data is not None
    for i, setting in enumerate(settings):
        if progress is not None:
            progress(f"training {i + 1} of {len(settings)}: {setting.name}")
        model, along = train(setting, report.data, seed, epochs)
        report.models[setting.name] = model
        report.rows.append({"setting": setting.name, **measure(model, report.data), **along})
    report.words = verdicts(report.rows)
    report.seconds = time.perf_counter() - began
    return report


def verdicts(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Sentences about each method against the first row: what the paper says, what was measured, agrees or not."""
    base = rows[0]
    said = [
        f"Baseline: accuracy {base['accuracy']:.3f}, {base['PGD 0.1']:.3f} under PGD 0.1; norm of tokens to logits"
        f" {base['norm_mean']:.1f} (mean), kappa of the weights {base['kappa_W']:.2f}, of the Jacobian"
        f" {_kappa(base['kappa_J'])}."
    ]
    for row in rows[1:]:
        said += (
            _of_penalty(row, base) if row["setting"].startswith(("JaSMin", "Specformer")) else _of_correction(row, base)
        )
    said.append(
        "One seed and one small model: this shows what is measured, and is no evidence against the papers' large runs."
    )
    return said


def _of_penalty(row: dict[str, Any], base: dict[str, Any]) -> list[str]:
    name, said = row["setting"], []
    if name.startswith("JaSMin"):
        said.append(
            f"{name}: the paper says that attention becomes flatter; entropy {base['entropy']:.2f} -> {row['entropy']:.2f}:"
            f" {_agrees(row['entropy'] > base['entropy'])}."
        )
    said.append(
        f"{name}: the paper says that the Jacobian's norm falls; {base['norm_mean']:.1f} -> {row['norm_mean']:.1f}:"
        f" {_agrees(row['norm_mean'] < base['norm_mean'])}."
    )
    said.append(
        f"{name}: the paper says that robustness grows at little cost; PGD 0.1 {base['PGD 0.1']:.3f} -> {row['PGD 0.1']:.3f},"
        f" accuracy {base['accuracy']:.3f} -> {row['accuracy']:.3f}:"
        f" {_agrees(row['PGD 0.1'] > base['PGD 0.1'] and row['accuracy'] > base['accuracy'] - 0.02)}."
    )
    return said


def _of_correction(row: dict[str, Any], base: dict[str, Any]) -> list[str]:
    name = row["setting"]
    said = [
        f"{name}: the paper says that kappa of the weights falls; {base['kappa_W']:.2f} -> {row['kappa_W']:.2f}:"
        f" {_agrees(row['kappa_W'] < base['kappa_W'])}.",
        f"{name}: the paper says that the Jacobian gets better conditioned; {_kappa(base['kappa_J'])} ->"
        f" {_kappa(row['kappa_J'])}: {_agrees(row['kappa_J'] < base['kappa_J'])}.",
        f"{name}: the paper says that accuracy grows; {base['accuracy']:.3f} -> {row['accuracy']:.3f}:"
        f" {_agrees(row['accuracy'] > base['accuracy'])}.",
    ]
    if row["max_probability_init"] > 0.5 >= base["max_probability_init"]:
        said.append(
            f"{name}: attention starts near one-hot: the mean largest probability of a row is"
            f" {row['max_probability_init']:.2f} before training, {base['max_probability_init']:.2f} without the correction."
        )
    return said


def _agrees(yes: bool) -> str:
    return "agrees" if yes else "does not agree at this size"


def _kappa(value: float) -> str:
    return "> 3e6" if math.isinf(value) else f"{value:.3g}"
