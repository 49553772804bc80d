"""A Hugging Face model from one safetensors file without a configuration: what the shapes of its tensors tell."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Mapping
from typing import Any

from proofs.usage import BadInput

HEADS = re.compile(r"(cls|classifier|lm_head|score|qa_outputs|multiple_choice_head|decoder)\.")
"""Task heads, which the model of tokens does not have: its attention does not depend on them."""
BUFFERS = re.compile(r"(.*\.)?(position_ids|attn\.bias|attn\.masked_bias)")
"""Constants that older files keep."""
HEAD_SIZE = 64
"""Of every published BERT, ViT and GPT-2 of the usual sizes; the shapes do not tell it."""


def _bert(shape: Callable[..., tuple[int, ...]], layers: int) -> dict[str, Any]:
    vocabulary, width = shape("embeddings.word_embeddings.weight", 2)
    return {
        "vocab_size": vocabulary, "hidden_size": width, "num_hidden_layers": layers,
        "max_position_embeddings": shape("embeddings.position_embeddings.weight", 2)[0],
        "type_vocab_size": shape("embeddings.token_type_embeddings.weight", 2)[0],
        "intermediate_size": shape("encoder.layer.0.intermediate.dense.weight", 2)[0],
    }  # fmt: skip


def _vit(shape: Callable[..., tuple[int, ...]], layers: int) -> dict[str, Any]:
    width, channels, patch, other = shape("embeddings.patch_embeddings.projection.weight", 4)
    positions = shape("embeddings.position_embeddings", 3)[1] - 1
    side = math.isqrt(max(positions, 0))
    if side * side != positions or side == 0 or patch != other:
        raise BadInput(f"{positions} positions of {patch} x {other} patches: square images and patches are expected")
    return {
        "hidden_size": width, "num_hidden_layers": layers, "num_channels": channels, "patch_size": patch,
        "image_size": side * patch, "intermediate_size": shape("encoder.layer.0.intermediate.dense.weight", 2)[0],
    }  # fmt: skip


def _gpt2(shape: Callable[..., tuple[int, ...]], layers: int) -> dict[str, Any]:
    vocabulary, width = shape("wte.weight", 2)
    return {
        "vocab_size": vocabulary, "n_embd": width, "n_layer": layers, "n_positions": shape("wpe.weight", 2)[0],
        "n_inner": shape("h.0.mlp.c_fc.weight", 2)[1], "bos_token_id": None, "eos_token_id": None,
    }  # fmt: skip


ARCHITECTURES: dict[str, tuple[str, str, str, Callable[..., dict[str, Any]]]] = {
    "bert": ("Bert", "bert.", r"encoder\.layer\.(\d+)\.", _bert),
    "vit": ("ViT", "vit.", r"encoder\.layer\.(\d+)\.", _vit),
    "gpt2": ("GPT2", "transformer.", r"h\.(\d+)\.", _gpt2),
}
"""Name -> its classes in transformers, the prefix of its tensors below a task head, its layers, its configuration."""


def load_file(
    path: str, tensors: Mapping[str, Any], arch: str, heads: int | None, transformers: Any
) -> tuple[Any, str]:
    """Return the model of the tensors of a file, and what was taken for granted.

    Args:
        path: Of the file, for messages.
        tensors: Name -> tensor.
        arch: Of `ARCHITECTURES`.
        heads: A layer's number of heads; None for width / 64.
        transformers: The package.

    Raises:
        BadInput: The tensors are not those of this architecture, or the number of heads is not known.
    """
    name, prefix, layer, infer = ARCHITECTURES[arch]
    named = {key.removeprefix(prefix): tensor for key, tensor in tensors.items()}

    def shape(key: str, axes: int) -> tuple[int, ...]:
        found = tuple(named[key].shape) if key in named else ()
        if len(found) != axes:
            told = f"{key} has shape {found}" if key in named else f"there is no tensor {key}"
            raise BadInput(f"{told}, which {arch} has with {axes} axes")
        return found

    layers = 1 + max((int(m[1]) for key in named if (m := re.match(layer, key))), default=-1)
    try:
        sizes = infer(shape, layers)
    except BadInput as problem:
        raise BadInput(f"{path} --arch {arch}: {problem}") from None
    width = sizes["n_embd" if arch == "gpt2" else "hidden_size"]
    count = heads or width // HEAD_SIZE
    if width < 1 or width % (heads or HEAD_SIZE):
        raise BadInput(
            f"{path}: width {width} is not a multiple of {f'{heads} heads' if heads else f'{HEAD_SIZE}: give --heads-per-layer N'}"
        )
    sizes["n_head" if arch == "gpt2" else "num_attention_heads"] = count
    if arch == "vit":
        sizes["qkv_bias"] = "encoder.layer.0.attention.attention.query.bias" in named
    more = {} if arch == "gpt2" else {"add_pooling_layer": any(key.startswith("pooler.") for key in named)}
    config = getattr(transformers, f"{name}Config")(**sizes)
    model = _filled(path, arch, transformers, getattr(transformers, f"{name}Model"), config, dict(tensors), more)
    source = "as --heads-per-layer says" if heads else f"taken as width / {HEAD_SIZE}"
    return model, (
        f"{arch} by the shapes of the file: {layers} layers, width {width}, {count} heads a layer ({source}: shapes do not tell); "
        f"activation and the epsilon of LayerNorm are the defaults of {name}Config"
    )


def _filled(
    path: str, arch: str, transformers: Any, cls: Any, config: Any, tensors: dict[str, Any], more: dict[str, Any]
) -> Any:
    """The model with these weights, all of them and no others."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    logging = transformers.utils.logging
    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity(logging.CRITICAL)  # one message is enough, and it is below
    logging.disable_progress_bar()
    try:
        model, loading = cls.from_pretrained(  # other shapes are refused below, by name
            None, config=config, state_dict=tensors, output_loading_info=True, ignore_mismatched_sizes=True, **more
        )
    except Exception as problem:  # noqa: BLE001 - whatever the package says
        raise BadInput(
            f"{path} --arch {arch}: {type(problem).__name__}: {' '.join(str(problem).split())[:300]}"
        ) from problem
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()
    strange = [key for key in loading["unexpected_keys"] if not HEADS.match(key) and not BUFFERS.fullmatch(key)]
    for keys, what in (
        (loading["mismatched_keys"], "has in another shape"),
        (loading["missing_keys"], "lacks"),
        (strange, "also has"),
    ):
        if keys:
            names = sorted(key if isinstance(key, str) else key[0] for key in keys)
            others = f" and {len(names) - 1} more" if names[1:] else ""
            raise BadInput(f"{path} is not the weights of one {arch} model: it {what} {names[0]}{others}")
    return model
