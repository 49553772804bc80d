"""Measure a torch Transformer: every bound of the audited papers beside its measured value, head by head.

MODEL is named as pkg.module:function (your own Python is run, and returns a torch module), timm:NAME (random weights, or
--weights FILE.safetensors), hf:FOLDER (a local folder with safetensors) or FILE.safetensors with --arch bert|vit|gpt2; demo:digits trains
small models, which takes about a minute. Nothing is downloaded and nothing leaves this machine.
The model is left as it was. A head is measured only if the attention that is recomputed from its tokens and weights is that of the model.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from proofs.commands.common import output_folder
from proofs.usage import BadInput

WHAT = ("bounds", "spectra", "conditioning", "blocks", "curvature", "landscape")
FORMATS = ("table", "json", "csv", "md", "html")
DTYPES = ("float64", "float32", "bfloat16", "float16")
EPILOG = """what is measured (bounds, spectra and conditioning unless named):
  bounds         norms of the Jacobian of each head by its tokens, and the bounds of attention_spectral_bound and attention_distribution,
                 corrected forms first; all heads of a module together
  spectra        singular values of attention maps: effective ranks, entropy, decay with both fits, norms over the length
  conditioning   condition numbers of weights and of the Jacobian by the weights
  blocks         attention and MLP with residuals and norms: the composed bound beside the measured norm (slow)
  curvature      norms of the Hessian's blocks of a loss (--loss, --target), norms of every LayerNorm beside equations 28 and 29 of curvature_gap
  landscape      |L_(k+1) - L_k| over the samples of --input and --target, with the exact identity, and its slope
  all            all of them

how to read the table (medians over the heads of a layer; -v: one line a head):
  ||J||          largest singular value of the Jacobian of a head, a lower bound to six digits
  centered       ||W_V|| ||P|| + alpha s ||Pi X W_V|| (||X A|| + ||X A^T||), over ||J||: 10x is a bound ten times too large
  Thm 3, 2, 1    bounds of attention_distribution over ||J||; Theorem 1 is false as stated
  ||J||ind>=     the norm that spectral norms induce, at least; 000 is its bound of attention_spectral_bound over it
  alpha          largest norm of the softmax Jacobian of a row, exact; g1/alpha what its bound g_1 loses
  erank, exp H   effective rank of the map; exp of the mean entropy of its rows
  decay          exponent of the singular values from the second on, with R^2 of the power law and of an exponential
  k(...)         condition numbers

examples:
  derive inspect timm:vit_tiny_patch16_224 --input random:1x3x224x224
  derive inspect hf:./my-bert bounds spectra --input text:sentences.txt -v
  derive inspect model.safetensors --arch bert --input tokens:2x48   sizes by the shapes; --heads-per-layer, as they do not tell
  derive inspect my.package:make_model --input my.package:make_batch --format html -o report --budget 60s
  derive inspect timm:vit_tiny_patch16_224 bounds --paper-form       what the papers print, and where it fails
  derive inspect my.package:after --input my.package:batch --compare report/before.json

exit codes: 0 no stated bound is violated, 1 one is (with -o its inputs are written, and a certificate for derive recheck), 2 bad input or a model without known attention,
4 a defect of derive, 130 interrupted"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the model, what to measure, and how much."""
    parser.add_argument(
        "model", metavar="MODEL", help="pkg.module:function, timm:NAME, hf:FOLDER, FILE.safetensors or demo:digits"
    )
    parser.add_argument("what", metavar="WHAT", nargs="*", help=f"{', '.join(WHAT)}, all")
    parser.add_argument(
        "--input", metavar="SPEC",
        help="random:2x3x224x224, tokens:2x48 (random words), pkg.module:function, FILE.npz, FILE.safetensors, text:FILE (with hf:); "
        "a timm model knows its own",
    )  # fmt: skip
    parser.add_argument(
        "--target", metavar="SPEC", help="of the loss, named as an input; without it --input may be a pair"
    )
    parser.add_argument("--loss", metavar="mse|ce|pkg.module:function", help="for curvature and landscape")
    parser.add_argument("--weights", metavar="FILE.safetensors", help="weights to load into the model")
    parser.add_argument("--arch", choices=("bert", "vit", "gpt2"), help="what the weights of FILE.safetensors are of")
    parser.add_argument(
        "--heads-per-layer", type=int, metavar="N", help="of FILE.safetensors (default width / 64, where it divides)"
    )
    parser.add_argument("--layers", metavar="0,5,11", help="attention modules, numbered from 0 as they are called")
    parser.add_argument("--heads", type=int, metavar="K", help="K heads of each module, evenly sampled")
    parser.add_argument(
        "--samples", type=int, default=8, metavar="K", help="at most K samples of the batch (default 8)"
    )
    parser.add_argument(
        "--device", default="cpu", choices=("auto", "cpu", "cuda"), help="where heads are measured, in float64"
    )
    parser.add_argument(
        "--dtype",
        choices=DTYPES,
        help="cast model and input to it before the model runs (default: as they come); all measures are in float64",
    )
    parser.add_argument("--budget", metavar="60s", help="stay within this time: samples are left out first, then heads")
    parser.add_argument(
        "--exact", action="store_true", help="spend more: better induced norms, larger condition numbers"
    )
    parser.add_argument(
        "--paper-form", action="store_true", help="also statements as printed that are false, shown failing"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of random starts (default 0)")
    parser.add_argument("--format", metavar="F,...", default="table", help=f"of {', '.join(FORMATS)} (default table)")
    parser.add_argument(
        "-o",
        metavar="FOLDER",
        dest="folder",
        help="write the formats there, and of violations the inputs and a certificate",
    )
    parser.add_argument("--compare", metavar="OTHER.json", help="an earlier report in JSON: medians before and now")
    parser.add_argument("-v", "--verbose", action="store_true", help="one line a head; every skipped module")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")


def run(arguments: argparse.Namespace) -> int:
    """Measure the model and print or write the report; exit codes as in the epilog."""
    formats, what = _formats(arguments), _what(arguments.what)
    options = {
        "layers": _layers(arguments.layers), "heads": arguments.heads, "samples": arguments.samples, "device": arguments.device,
        "budget": _seconds(arguments.budget), "paper_form": arguments.paper_form, "exact": arguments.exact, "seed": arguments.seed,
    }  # fmt: skip
    for name, number in (
        ("heads", arguments.heads),
        ("samples", arguments.samples),
        ("heads-per-layer", arguments.heads_per_layer),
    ):
        if number is not None and number < 1:
            raise BadInput(f"--{name} is {number}; it must be at least 1")
    against = _earlier(arguments.compare)
    if arguments.model == "demo:digits":
        from proofs.inspecting.demo import run_demo

        place = output_folder(arguments.folder) if arguments.folder else None
        return run_demo(formats, place, seed=arguments.seed, quiet=arguments.quiet)
    folder = output_folder(arguments.folder) if arguments.folder else None
    report = _measured(arguments, what, options)
    for form in formats:
        text = report.text(form, verbose=arguments.verbose, against=against)
        if folder is None:
            red = form == "table" and sys.stdout.isatty()
            print(text.replace("VIOLATED", "\033[31mVIOLATED\033[0m") if red else text, end="")
        else:
            path = folder / f"{_file_name(arguments.model)}.{'txt' if form == 'table' else form}"
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path}")
    if folder is not None:
        for line in report.save_violations(folder):
            print(line)
        if "table" not in formats:
            print(report.text("table").splitlines()[-1])
    return report.exit_code


def _measured(arguments: argparse.Namespace, what: tuple[str, ...], options: dict[str, Any]) -> Any:
    from derive.errors import DeriveError
    from proofs.inspecting.loading import load_input, load_loss
    from proofs.inspecting.report import inspect

    try:
        model, note = _loaded(arguments)
        batch = load_input(arguments.input, model, arguments.model)
        if arguments.target is not None:
            if arguments.loss is None:
                raise BadInput("--target needs --loss")
            batch = (batch, load_input(arguments.target, model, arguments.model))
        if arguments.dtype is not None:
            model, batch = _cast(model, batch, arguments.dtype)
        options |= {"loss": load_loss(arguments.loss)}
        with _progress(arguments.quiet) as progress:
            report = inspect(model, batch, what, title=arguments.model, progress=progress, **options)
    except DeriveError as problem:
        raise BadInput(f"{arguments.model}: {problem}") from problem
    report.notes[:0] = [note] if note else []
    return report


def _cast(model: Any, batch: Any, name: str) -> tuple[Any, Any]:
    """The model, which is ours, and its batch in a dtype; what cannot be computed in it the model says itself."""
    import torch

    from numeric.models.curvature import double

    dtype = getattr(torch, name)
    return model.to(dtype), double(batch, dtype)


def _loaded(arguments: argparse.Namespace) -> tuple[Any, str]:
    """The model, and what was taken for granted about it."""
    from proofs.inspecting.loading import load_model, load_single

    single = arguments.model.endswith(".safetensors") and not arguments.model.startswith(("timm:", "hf:"))
    if not single:
        for option, given in (("--arch", arguments.arch), ("--heads-per-layer", arguments.heads_per_layer)):
            if given is not None:
                raise BadInput(f"{option} is for a model named as FILE.safetensors")
        return load_model(arguments.model, arguments.weights), ""
    if arguments.weights is not None:
        raise BadInput(f"--weights: {arguments.model} has the model's weights")
    return load_single(arguments.model, arguments.arch, arguments.heads_per_layer)


@contextlib.contextmanager
def _progress(quiet: bool) -> Iterator[Callable[[int, int, float], None] | None]:
    """Yield what keeps a line of standard error up to date: heads done, and the seconds that are left by estimate."""
    if quiet:
        yield None
        return
    live, said = sys.stderr.isatty(), [time.monotonic()]

    def show(done: int, total: int, left: float) -> None:
        if live or time.monotonic() - said[0] > 10:  # a log gets a line every ten seconds
            said[0] = time.monotonic()
            print(
                f"{chr(13) if live else ''}{done} of {total} heads, about {left:.0f} s left ",
                end="" if live else "\n",
                file=sys.stderr,
            )

    try:
        yield show
    finally:
        if live:
            print("\r\033[K", end="", file=sys.stderr)


def _what(words: list[str]) -> tuple[str, ...]:
    if unknown := [w for w in words if w not in (*WHAT, "all")]:
        raise BadInput(f"there is nothing to inspect called {unknown[0]!r}; there are {', '.join(WHAT)}, all")
    return WHAT if "all" in words else tuple(words) or WHAT[:3]


def _formats(arguments: argparse.Namespace) -> list[str]:
    formats = arguments.format.split(",")
    if unknown := [f for f in formats if f not in FORMATS]:
        raise BadInput(f"--format {unknown[0]}: formats are {', '.join(FORMATS)}")
    if len(formats) > 1 and not arguments.folder:
        raise BadInput("--format: several formats need -o FOLDER")
    return formats


def _layers(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        return tuple(int(k) for k in text.split(","))
    except ValueError:
        raise BadInput(f"--layers {text}: numbers with commas are expected, as in 0,5,11") from None


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|m|min)?", text)
    if found is None or float(found[1]) <= 0:
        raise BadInput(f"--budget {text}: a time is expected, as in 60s or 2m")
    return float(found[1]) * (60 if found[2] in ("m", "min") else 1)


def _earlier(path: str | None) -> Any:
    if path is None:
        return None
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadInput(f"--compare {path}: {problem.strerror}") from None
    except ValueError:
        raise BadInput(f"--compare {path}: this is not JSON") from None
    if not isinstance(data, dict) or data.get("kind") != "inspection":
        raise BadInput(
            f"--compare {path}: the JSON of an earlier inspection is expected (derive inspect ... --format json)"
        )
    return data


def _file_name(model: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", model).strip("-.") or "model"
