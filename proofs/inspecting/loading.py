"""How models and inputs are named on the command line.

A name ``module:function`` runs the user's own Python; files are read without running code (safetensors, npz without pickles).
Nothing is downloaded.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proofs.usage import BadInput

MODELS = (
    "a model is pkg.module:function (returns a torch module), timm:NAME (random weights), hf:FOLDER (a local folder with safetensors), "
    "FILE.safetensors with --arch bert|vit|gpt2; an input is random:2x3x224x224, tokens:2x48, pkg.module:function, FILE.npz, FILE.safetensors or text:FILE"
)
SEED = 0


def load_model(name: str, weights: str | None = None) -> Any:
    """Return the model of a name, in evaluation mode as its maker left it.

    Args:
        name: See `MODELS`.
        weights: A safetensors file to load into it.

    Raises:
        BadInput: There is none of that name, or it is no torch module.
    """
    import torch

    kind, _, rest = name.partition(":")
    state = torch.random.get_rng_state()
    torch.manual_seed(SEED)  # random weights are the same on every run
    try:
        if kind == "timm":
            model = _timm(rest)
        elif kind == "hf":
            model = _hugging_face(rest)
        elif rest:
            model = _called(name, "a model")
        else:
            raise BadInput(f"{name}: {MODELS}")
    finally:
        torch.random.set_rng_state(state)
    if not isinstance(model, torch.nn.Module):
        raise BadInput(f"{name} returned {type(model).__name__}, not a torch module")
    if weights is not None:
        _load_weights(model, weights)
    return model


def _package(name: str) -> Any:
    from derive.errors import NotSupported
    from numeric.models.packages import package

    try:
        return package(name)
    except NotSupported as problem:
        raise BadInput(str(problem)) from problem


def _timm(name: str) -> Any:
    timm = _package("timm")
    if not timm.is_model(name):
        near = timm.list_models(f"*{name.split('_', maxsplit=1)[0]}*")[:5]
        raise BadInput(f"timm has no model {name!r}{'; there are ' + ', '.join(near) if near else ''}")
    return timm.create_model(name, pretrained=False)


def _hugging_face(folder: str) -> Any:
    if not Path(folder, "config.json").is_file():
        raise BadInput(f"hf:{folder}: a local folder with config.json is expected; nothing is downloaded")
    os.environ["HF_HUB_OFFLINE"] = "1"
    from derive.errors import NotSupported
    from numeric.models.packages import package

    with contextlib.suppress(
        NotSupported
    ):  # transformers imports it where it is installed, and fails where it does not fit torch
        package("torchvision")
    transformers = _package("transformers")
    try:
        return transformers.AutoModel.from_pretrained(folder, local_files_only=True, use_safetensors=True)
    except Exception as problem:  # noqa: BLE001 - whatever the package says
        raise BadInput(f"hf:{folder}: {type(problem).__name__}: {_short(problem)}") from problem


def load_single(path: str, arch: str | None, heads: int | None = None) -> tuple[Any, str]:
    """Return the Hugging Face model of one safetensors file, and what was taken for granted.

    Args:
        path: The file.
        arch: ``bert``, ``vit`` or ``gpt2``.
        heads: A layer's number of heads; None for width / 64.

    Raises:
        BadInput: The file is not the weights of such a model, or a package is not installed.
    """
    from proofs.inspecting.single_file import ARCHITECTURES, load_file

    if arch is None:
        raise BadInput(f"{path}: weights without a configuration need --arch {'|'.join(ARCHITECTURES)}")
    tensors = _safetensors(path)
    return load_file(path, tensors, arch, heads, _package("transformers"))


def _load_weights(model: Any, path: str) -> None:
    tensors = _safetensors(path)
    try:
        model.load_state_dict(tensors)
    except RuntimeError as problem:
        raise BadInput(f"{path} does not fit the model: {_short(problem)}") from problem


def _safetensors(path: str) -> dict[str, Any]:
    if not Path(path).is_file():
        raise BadInput(f"{path}: no such file")
    load = _package("safetensors.torch").load_file
    try:
        return load(path)
    except Exception as problem:  # noqa: BLE001 - whatever the package says
        raise BadInput(f"{path} is not readable as safetensors: {_short(problem)}") from problem


def _named(name: str) -> Any:
    """What ``module:name`` names; the current folder is searched first."""
    module, _, function = name.partition(":")
    if not all(part.isidentifier() for part in module.split(".")) or not function.isidentifier():
        raise BadInput(f"{name}: {MODELS}")
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        return getattr(importlib.import_module(module), function)
    except ModuleNotFoundError as problem:
        if problem.name != module and not module.startswith(f"{problem.name}."):
            raise BadInput(f"{name}: {module} does not import: {problem}") from problem
        raise BadInput(f"{name}: there is no module {module} in {Path.cwd()} or among those installed") from problem
    except AttributeError as problem:
        raise BadInput(f"{name}: {module} has no {function}") from problem
    except Exception as problem:  # noqa: BLE001 - the user's own code
        raise BadInput(f"{name}: {module} raised {type(problem).__name__}: {_short(problem)}") from problem


def load_loss(name: str | None) -> Any:
    """Return ``mse``, ``ce``, or the function of output and target of a name ``pkg.module:function``.

    Raises:
        BadInput: There is none of that name.
    """
    if name is None or name in ("mse", "ce"):
        return name
    found = _named(name) if ":" in name else None
    if not callable(found):
        raise BadInput(f"--loss {name}: mse, ce or pkg.module:function is expected")
    return found


def _called(name: str, what: str) -> Any:
    """What ``module:function`` returns."""
    found = _named(name)
    import torch

    if isinstance(found, torch.nn.Module) or not callable(found):
        return found
    try:
        return found()
    except Exception as problem:  # noqa: BLE001 - the user's own code
        raise BadInput(
            f"{name} raised {type(problem).__name__}: {_short(problem)}; {what} is made by a call without arguments"
        ) from problem


def _short(problem: BaseException) -> str:
    return " ".join(str(problem).split())[:300]


def load_input(name: str | None, model: Any, model_name: str) -> Any:
    """Return the batch of a name.

    Args:
        name: See `MODELS`; None for an input of the model's own size, which timm's models tell.
        model: The model, which gives the number of its words for ``tokens:``.
        model_name: Its name, whose folder has the tokenizer of ``text:``.

    Raises:
        BadInput: There is none of that name.
    """
    if name is None:
        size = (getattr(model, "default_cfg", None) or {}).get("input_size")
        if size is None:
            raise BadInput(f"--input is missing: {MODELS}")
        name = "random:1x" + "x".join(map(str, size))
    kind, _, rest = name.partition(":")
    if kind == "random":
        return _random(_shape(name, rest), model)
    if kind == "tokens":
        return _tokens(_shape(name, rest), model)
    if kind == "text":
        return _text(rest, model_name)
    if name.endswith((".npz", ".safetensors")):
        return _arrays(name)
    if rest:
        return _called(name, "an input")
    raise BadInput(f"--input {name}: {MODELS}")


def _shape(name: str, sizes: str) -> tuple[int, ...]:
    try:
        shape = tuple(int(s) for s in sizes.split("x"))
    except ValueError:
        shape = ()
    if not shape or min(shape) < 1:
        raise BadInput(f"--input {name}: sizes are expected, as in random:2x3x224x224")
    return shape


def _random(shape: tuple[int, ...], model: Any) -> Any:
    import torch

    dtype = next((p.dtype for p in model.parameters() if p.is_floating_point()), torch.float32)
    return torch.randn(shape, generator=torch.Generator().manual_seed(SEED)).to(dtype)


def _tokens(shape: tuple[int, ...], model: Any) -> Any:
    import torch

    words = getattr(getattr(model, "config", None), "vocab_size", None)
    if words is None:
        words = next((m.num_embeddings for m in model.modules() if isinstance(m, torch.nn.Embedding)), 2)
    ids = torch.randint(0, words, shape, generator=torch.Generator().manual_seed(SEED))
    return {"input_ids": ids} if hasattr(model, "config") else ids


def _text(path: str, model_name: str) -> Any:
    if not Path(path).is_file():
        raise BadInput(f"--input text:{path}: no such file")
    if not model_name.startswith("hf:"):
        raise BadInput("--input text: needs the tokenizer of a model hf:FOLDER")
    transformers = _package("transformers")
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(model_name[3:], local_files_only=True)
    except Exception as problem:  # noqa: BLE001 - whatever the package says
        raise BadInput(f"{model_name}: no tokenizer: {_short(problem)}") from problem
    lines = [line for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip()]
    return tokenizer(lines or [""], return_tensors="pt", padding=True, truncation=True)


def _arrays(path: str) -> Any:
    """One array is the input, several are keyword arguments."""
    import torch

    if path.endswith(".safetensors"):
        found: Mapping[str, Any] = _safetensors(path)
    else:
        import numpy as np

        if not Path(path).is_file():
            raise BadInput(f"--input {path}: no such file")
        try:
            with np.load(path, allow_pickle=False) as file:
                found = {key: torch.from_numpy(file[key]) for key in file.files}
        except (ValueError, OSError, TypeError) as problem:
            said = (
                "it has no arrays of numbers (objects are not loaded)" if "pickle" in str(problem) else _short(problem)
            )
            raise BadInput(f"--input {path}: {said}") from problem
    if not found:
        raise BadInput(f"--input {path}: the file is empty")
    return next(iter(found.values())) if len(found) == 1 else dict(found)
