"""Models from one safetensors file: sizes by the shapes, weights all of them or a message."""

import os

import pytest
import torch

from derive.errors import NotSupported
from numeric.models.packages import package
from proofs.cli import main
from proofs.inspecting.loading import load_single
from proofs.usage import BadInput

os.environ.setdefault("HF_HUB_OFFLINE", "1")
KINDS = {  # the model of the file, its configuration, and an input
    "bert": ("BertForMaskedLM", "BertConfig", {"vocab_size": 50, "intermediate_size": 40, "max_position_embeddings": 20, "type_vocab_size": 3}),
    "vit": ("ViTModel", "ViTConfig", {"intermediate_size": 40, "image_size": 24, "patch_size": 8, "num_channels": 2, "qkv_bias": False}),
    "gpt2": ("GPT2LMHeadModel", "GPT2Config", {"vocab_size": 50, "n_positions": 20, "n_inner": 40, "bos_token_id": 0, "eos_token_id": 0}),
}  # fmt: skip


def installed(name):
    try:
        return package(name)
    except NotSupported as problem:
        pytest.skip(str(problem))


def saved(folder, arch, width=24, heads=3):
    """A random model, evaluated, and its file."""
    transformers, (model_name, config_name, more) = installed("transformers"), KINDS[arch]
    torch.manual_seed(0)
    sizes = {"hidden_size": width, "num_hidden_layers": 2, "num_attention_heads": heads}
    model = getattr(transformers, model_name)(getattr(transformers, config_name)(**sizes, **more)).eval()
    for parameter in model.parameters():  # zeros and ones would agree with whatever was not loaded
        torch.nn.init.normal_(parameter, std=0.3)
    model.save_pretrained(folder)
    return model.base_model, folder / "model.safetensors"


def changed(path, change):
    files = installed("safetensors.torch")
    tensors = files.load_file(path)
    change(tensors)
    files.save_file(tensors, path)
    return str(path)


@pytest.mark.parametrize("arch", KINDS)
def test_the_model_of_the_file_is_the_one_that_was_saved(arch, tmp_path):
    model, path = saved(tmp_path, arch)
    again, note = load_single(str(path), arch, 3)
    assert type(again) is type(model) and not again.training
    batch = {"pixel_values": torch.randn(2, 2, 24, 24)} if arch == "vit" else {"input_ids": torch.arange(18).reshape(2, 9)}
    assert torch.equal(again(**batch).last_hidden_state, model(**batch).last_hidden_state)
    expected, found = model.state_dict(), again.state_dict()
    assert expected.keys() == found.keys() and all(torch.equal(found[key], expected[key]) for key in expected)
    assert note.startswith(f"{arch} by the shapes of the file: 2 layers, width 24, 3 heads a layer (as --heads-per-layer says")
    other, _ = load_single(str(path), arch, 4)
    assert not torch.allclose(other(**batch).last_hidden_state, model(**batch).last_hidden_state)


def test_older_names_and_constants_are_read(tmp_path):
    model, path = saved(tmp_path, "bert")

    def older(tensors):
        tensors["bert.embeddings.position_ids"] = torch.arange(20)[None]
        tensors["bert.embeddings.LayerNorm.gamma"] = tensors.pop("bert.embeddings.LayerNorm.weight")

    again, _ = load_single(changed(path, older), "bert", 3)
    assert torch.equal(again.embeddings.LayerNorm.weight, model.embeddings.LayerNorm.weight)


@pytest.mark.parametrize(("change", "said"), [
    (lambda t: t.pop("bert.encoder.layer.0.attention.self.key.bias"), r"lacks encoder\.layer\.0\.attention\.self\.key\.bias$"),
    (lambda t: t.update({"bert.pooler.dense.weight": torch.ones(24, 24)}), r"lacks pooler\.dense\.bias"),
    (lambda t: t.update({"bert.encoder.extra.weight": torch.ones(2)}), r"also has .*extra\.weight"),
    (lambda t: t.update({"bert.encoder.layer.1.output.dense.weight": torch.ones(24, 41)}), r"has in another shape encoder\.layer\.1\.output\.dense\.weight$"),
    (lambda t: t.pop("bert.embeddings.word_embeddings.weight"), r"there is no tensor embeddings\.word_embeddings\.weight, which bert has with 2 axes"),
])  # fmt: skip
def test_other_weights_are_refused(change, said, tmp_path, capsys):
    _, path = saved(tmp_path, "bert")
    with pytest.raises(BadInput, match=said):
        load_single(changed(path, change), "bert", 3)
    capsys.readouterr()


def test_another_architecture_and_heads_that_are_not_known_are_refused(tmp_path):
    _, path = saved(tmp_path, "vit")
    with pytest.raises(BadInput, match=r"--arch gpt2: there is no tensor wte\.weight"):
        load_single(str(path), "gpt2", 3)
    with pytest.raises(BadInput, match="width 24 is not a multiple of 64: give --heads-per-layer N"):
        load_single(str(path), "vit")
    with pytest.raises(BadInput, match="not a multiple of 5 heads"):
        load_single(str(path), "vit", 5)
    with pytest.raises(BadInput, match="8 positions of 8 x 8 patches: square images"):
        load_single(changed(path, lambda t: t.update({"embeddings.position_embeddings": torch.ones(1, 9, 24)})), "vit", 3)


def test_the_command(tmp_path, capsys):
    _, path = saved(tmp_path, "gpt2", width=128, heads=2)
    capsys.readouterr()
    assert main(["inspect", str(path), "spectra", "--arch", "gpt2", "--input", "tokens:1x5", "-q"]) == 0
    out = capsys.readouterr().out
    assert "5 tokens, 4 heads" in out
    assert "note: gpt2 by the shapes of the file: 2 layers, width 128, 2 heads a layer (taken as width / 64: shapes do not tell)" in out
    for arguments, said in (
        ([str(path)], "weights without a configuration need --arch bert|vit|gpt2"),
        ([str(path), "--arch", "bert"], "--arch bert: there is no tensor embeddings.word_embeddings.weight"),
        ([str(path), "--arch", "gpt2", "--heads-per-layer", "0"], "--heads-per-layer is 0; it must be at least 1"),
        ([str(path), "--arch", "gpt2", "--weights", str(path)], "has the model's weights"),
        (["timm:any", "--arch", "vit"], "--arch is for a model named as FILE.safetensors"),
        (["gone.safetensors", "--arch", "vit"], "gone.safetensors: no such file"),
    ):
        assert main(["inspect", *arguments, "--input", "tokens:1x5", "-q"]) == 2
        printed = capsys.readouterr()
        assert said in printed.err and len(printed.err.splitlines()) == 1


def test_a_missing_package_is_named(tmp_path, monkeypatch):
    _, path = saved(tmp_path, "gpt2")
    monkeypatch.setitem(__import__("sys").modules, "transformers", None)
    with pytest.raises(BadInput, match=r"transformers is not installed|pip install transformers"):
        load_single(str(path), "gpt2", 3)
