"""Heads of the models of real packages: tiny random configurations, nothing is downloaded."""

import os
from collections import Counter

import pytest
import torch

import derive
from derive.errors import NotSupported
from numeric.models.capture import MapOnly, capture, heads_of
from numeric.models.heads import Head
from numeric.models.packages import package

os.environ.setdefault("HF_HUB_OFFLINE", "1")


def installed(name):
    try:
        return package(name)
    except NotSupported as problem:
        pytest.skip(str(problem))


def read(model, batch):
    found = list(heads_of(capture(model, batch)))
    return found, Counter(type(f).__name__ for f in found)


def output_of(heads):
    return sum(h.output() @ h.WO for h in heads)


def image(size=32):
    return torch.randn(2, 3, size, size, generator=torch.Generator().manual_seed(0))


@pytest.mark.parametrize("fused", [True, False])
def test_timm(fused):
    timm = installed("timm")
    torch.manual_seed(0)
    model = timm.models.vision_transformer.VisionTransformer(
        img_size=32, patch_size=8, embed_dim=24, depth=2, num_heads=3, num_classes=5
    )
    for block in model.blocks:
        block.attn.fused_attn = fused
    found, kinds = read(model, image())
    assert kinds == {"Head": 2 * 2 * 3}
    assert max(h.deviation for h in found) < 1e-5
    assert {block.attn.fused_attn for block in model.blocks} == {fused}
    first = [h for h in found if h.layer == 0 and h.sample == 0]
    attn = model.blocks[0].attn
    expected = attn(first[0].X[None].float())[0] - attn.proj.bias
    assert torch.allclose(output_of(first).float(), expected, atol=1e-5)


def test_timm_in_bfloat16():
    timm = installed("timm")
    model = timm.models.vision_transformer.VisionTransformer(
        img_size=32, patch_size=8, embed_dim=24, depth=1, num_heads=3, num_classes=5
    ).bfloat16()
    found, kinds = read(model, image().bfloat16())
    assert kinds == {"Head": 6}
    assert max(h.deviation for h in found) <= 2e-2
    assert {h.WQ.dtype for h in found} == {torch.float64}


def test_timm_with_what_the_closed_forms_do_not_describe():
    timm = installed("timm")
    vit = timm.models.vision_transformer.VisionTransformer(
        img_size=32, patch_size=8, embed_dim=24, depth=1, num_heads=3, num_classes=5, qk_norm=True
    )
    found, kinds = read(vit, image())
    assert kinds == {"MapOnly": 6}
    assert found[0].obstacle == "q_norm or k_norm"
    swin = timm.models.swin_transformer.SwinTransformer(
        img_size=32, patch_size=4, window_size=4, embed_dim=12, depths=(1,), num_heads=(3,), num_classes=5
    )
    found, kinds = read(swin, image())
    assert set(kinds) == {"MapOnly"}
    assert found[0].obstacle == "a learned bias inside the scores"


def test_torchvision():
    torchvision = installed("torchvision")
    model = torchvision.models.VisionTransformer(32, 8, 2, 4, 24, 40)
    found, kinds = read(model, image())
    assert kinds == {"Head": 2 * 2 * 4}
    assert max(h.deviation for h in found) < 1e-5


CONFIGS = {
    "bert": ("BertModel", "BertConfig", {"intermediate_size": 40, "max_position_embeddings": 20}, 1),
    "gpt2": ("GPT2Model", "GPT2Config", {"n_positions": 20, "bos_token_id": 0, "eos_token_id": 0}, 1),
    "distilbert": ("DistilBertModel", "DistilBertConfig", {"hidden_dim": 40, "max_position_embeddings": 20}, 1),
}


@pytest.mark.parametrize("kernel", ["eager", "sdpa"])
@pytest.mark.parametrize("name", CONFIGS)
def test_language_models_with_padding_in_a_mapping(name, kernel):
    transformers = installed("transformers")
    model_class, config_class, more, _ = CONFIGS[name]
    config = getattr(transformers, config_class)(vocab_size=50, hidden_size=24, num_hidden_layers=2, num_attention_heads=3, **more)
    torch.manual_seed(0)
    model = getattr(transformers, model_class)._from_config(config, attn_implementation=kernel)
    ids, mask = torch.arange(18).reshape(2, 9), torch.ones(2, 9, dtype=torch.long)
    mask[1, 6:] = 0
    batch = transformers.BatchEncoding({"input_ids": ids, "attention_mask": mask})
    found, kinds = read(model, batch)
    assert kinds == {"Head": 2 * 2 * 3}
    assert {h.sample: h.n for h in found} == {0: 9, 1: 6}
    assert max(h.deviation for h in found) < 1e-5
    assert all(h.WO is not None for h in found)
    if name == "gpt2":
        assert all(float(h.map.triu(1).abs().max()) == 0 for h in found)


@pytest.mark.parametrize("kernel", ["eager", "sdpa"])
def test_hugging_face_vit(kernel):
    transformers = installed("transformers")
    config = transformers.ViTConfig(
        hidden_size=24, num_hidden_layers=2, num_attention_heads=3, intermediate_size=40, image_size=32, patch_size=8
    )
    model = transformers.ViTModel._from_config(config, attn_implementation=kernel)
    found, kinds = read(model, {"pixel_values": image()})
    assert kinds == {"Head": 2 * 2 * 3}
    assert max(h.deviation for h in found) < 1e-5
    assert model.config._attn_implementation == kernel


def test_rotary_positions_and_shared_keys():
    transformers = installed("transformers")
    config = transformers.LlamaConfig(
        vocab_size=50, hidden_size=24, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, intermediate_size=40
    )
    model = transformers.LlamaModel(config)
    found, kinds = read(model, {"input_ids": torch.arange(9)[None]})
    assert kinds == {"MapOnly": 2 * 4}
    assert all(isinstance(f, MapOnly) and f.obstacle == "RoPE" for f in found)
    assert not list(derive.heads(model, {"input_ids": torch.arange(9)[None]}))
    report = derive.bounds(model, {"input_ids": torch.arange(9)[None]})
    assert [m["n/a"] for m in report.modules] == ["RoPE", "RoPE"]
    assert all(m["sigma"] > 0 for m in report.modules)


def test_a_package_that_is_missing_is_said():
    with pytest.raises(NotSupported, match=r"no_such_models is not installed \(pip install no_such_models\)"):
        package("no_such_models")
    assert Head is not None
