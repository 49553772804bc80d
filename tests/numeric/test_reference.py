"""Reference layers: plain torch functions, symbolic definitions and torch's modules agree; derivatives too."""

import pytest
import torch
from torch.nn import functional

from derive import build as b
from derive.fraction import Fraction
from derive.sizes import Shape, dim
from numeric import definitions as symbolic
from numeric import reference as plain
from numeric.device import pinned
from numeric.evaluation.dense import evaluate
from numeric.operators import MatrixOperator, hessian_operator

SIZES = {"L": 4, "d": 6, "k": 3, "f": 7}
GEN = torch.Generator().manual_seed(5)
SHAPES = {
    "x": ("L", "d"),
    "q1": ("d", "k"),
    "k1": ("d", "k"),
    "v1": ("d", "k"),
    "q2": ("d", "k"),
    "k2": ("d", "k"),
    "v2": ("d", "k"),
    "o1": ("k", "d"),
    "o2": ("k", "d"),
    "w1": ("d", "f"),
    "w2": ("f", "d"),
    "b1": ("f", 1),
    "b2": ("d", 1),
    "g1": ("d", 1),
    "c1": ("d", 1),
    "g2": ("d", 1),
    "c2": ("d", 1),
    "t": ("L", "d"),
}
S = {n: b.var(n, Shape.of(*s)) for n, s in SHAPES.items()}
E = {n: torch.randn(*v.shape.evaluate(SIZES), dtype=torch.float64, generator=GEN) for n, v in S.items()}
EPS = Fraction(1, 10**5)
HEADS = (plain.Head(E["q1"], E["k1"], E["v1"]), plain.Head(E["q2"], E["k2"], E["v2"]))
W_O = torch.cat([E["o1"], E["o2"]])
SYMBOLIC_HEADS = [(S["q1"], S["k1"], S["v1"]), (S["q2"], S["k2"], S["v2"])]


def at(e):
    return evaluate(e, E, SIZES)


def close(x, y):
    torch.testing.assert_close(x, y, rtol=1e-10, atol=1e-10)


def block(pre, activation="gelu"):
    ffn = plain.FeedForward(E["w1"], E["w2"], E["b1"], E["b2"], activation)
    norms = plain.Norm(E["g1"], E["c1"], float(EPS)), plain.Norm(E["g2"], E["c2"], float(EPS))
    return plain.Block(HEADS, W_O, ffn, *norms, pre=pre)


def symbolic_block(pre, activation="gelu"):
    def norm(x, k):
        return symbolic.layer_norm(x, S[f"g{k}"], S[f"c{k}"], EPS)

    def heads(x):
        return symbolic.multi_head(x, SYMBOLIC_HEADS, [S["o1"], S["o2"]])

    def ffn(x):
        return symbolic.feed_forward(x, S["w1"], S["w2"], S["b1"], S["b2"], activation)

    x = S["x"]
    if pre:
        y = b.add(x, heads(norm(x, 1)))
        return b.add(y, ffn(norm(y, 2)))
    y = norm(b.add(x, heads(x)), 1)
    return norm(b.add(y, ffn(y)), 2)


def test_layer_norm_is_torchs():
    value = plain.layer_norm(E["x"], E["g1"], E["c1"], float(EPS))
    close(value, functional.layer_norm(E["x"], (6,), E["g1"].flatten(), E["c1"].flatten(), float(EPS)))
    close(value, at(symbolic.layer_norm(S["x"], S["g1"], S["c1"], EPS)))
    bare = plain.layer_norm(E["x"])
    close(bare, at(symbolic.layer_norm(S["x"])))
    close(bare.square().mean(1), torch.ones(4).double())


@pytest.mark.parametrize("masked", [False, True])
def test_attention_is_torchs(masked):
    mask = plain.causal_mask(4, E["x"]) if masked else None
    value = plain.attention(E["x"], E["q1"], E["k1"], E["v1"], mask)
    with pinned():
        theirs = functional.scaled_dot_product_attention(*(E["x"] @ E[n] for n in ("q1", "k1", "v1")), is_causal=masked)
    close(value, theirs)
    symbolic_mask = symbolic.causal_mask(dim("L")) if masked else None
    close(value, at(symbolic.attention(S["x"], S["q1"], S["k1"], S["v1"], symbolic_mask)))


def test_losses_are_torchs():
    close(plain.mean_squared_error(E["x"], E["t"]), functional.mse_loss(E["x"], E["t"]))
    close(plain.mean_squared_error(E["x"], E["t"]).reshape(1, 1), at(symbolic.mean_squared_error(S["x"], S["t"])))
    target = torch.softmax(E["t"], 1)
    close(plain.cross_entropy(E["x"], target), functional.cross_entropy(E["x"], target))
    close(plain.cross_entropy(E["x"], target).reshape(1, 1), at(symbolic.cross_entropy(S["x"], b.softmax(S["t"]))))


@pytest.mark.parametrize("pre", [False, True], ids=["post-norm", "pre-norm"])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_blocks_and_their_jacobians_agree(pre, activation):
    layer, definition = block(pre, activation), symbolic_block(pre, activation)
    close(layer(E["x"]), at(definition))
    truth = torch.func.jacrev(layer)(E["x"]).reshape(24, 24)
    operator = MatrixOperator(b.deriv(definition, "x", S["x"]), E, SIZES)
    close(operator.matmat(torch.eye(24, dtype=torch.float64)), truth)
    close(torch.stack([operator.rmatvec(e) for e in torch.eye(24, dtype=torch.float64)]), truth)


def test_hessian_of_a_block_loss():
    loss = symbolic.mean_squared_error(symbolic_block(False), S["t"])
    operator = hessian_operator(loss, "q1", E, SIZES)

    def plain_loss(q):
        heads = (plain.Head(q, E["k1"], E["v1"]), HEADS[1])
        one = block(False)
        return plain.mean_squared_error(plain.Block(heads, W_O, one.ffn, one.norm_1, one.norm_2)(E["x"]), E["t"])

    truth = torch.func.hessian(plain_loss)(E["q1"]).reshape(18, 18)
    close(operator.matmat(torch.eye(18, dtype=torch.float64)), truth)


def test_pre_and_post_norm_differ():
    assert not torch.allclose(block(True)(E["x"]), block(False)(E["x"]))
