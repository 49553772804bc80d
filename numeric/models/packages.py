"""Packages of models, imported when a user names one of them."""

from __future__ import annotations

import contextlib
import importlib
import sys
from types import ModuleType
from typing import Any

import torch

from derive.errors import NotSupported

_OPERATORS = ("nms", "qnms")
_declared: list[Any] = []
"""Keeps declarations alive: an operator goes with the library that declared it."""


def package(name: str) -> ModuleType:
    """Import a package of models.

    torchvision as PyPI has it is built for CUDA: beside a torch for CPUs alone its compiled operators do not load, and the
    import ends with "operator torchvision::nms does not exist". No model here calls them, so they are declared without code.

    Raises:
        NotSupported: It is not installed, or does not import.
    """
    if name == "transformers":  # it imports torchvision later, module by module
        with contextlib.suppress(NotSupported):
            package("torchvision")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] != name.partition(".")[0]:
            raise NotSupported(f"{name} does not import: {problem}") from problem
        raise NotSupported(f"{name} is not installed", hint=f"pip install {name}") from problem
    except (ImportError, RuntimeError) as problem:
        if "torchvision::" not in str(problem) or _declared:
            raise NotSupported(f"{name} does not import: {problem}") from problem
        _declare()
        for loaded in [m for m in sys.modules if m.partition(".")[0] in ("torchvision", name)]:
            del sys.modules[loaded]
        return package(name)


def _declare() -> None:
    library = torch.library.Library("torchvision", "DEF")
    for operator in _OPERATORS:
        library.define(f"{operator}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    _declared.append(library)
