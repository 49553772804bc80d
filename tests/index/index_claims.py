"""True identities as core trees, with planted errors: a shared list for tests and benchmarks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from derive.build import (
    add,
    basis,
    blocks,
    commutation,
    const,
    deriv,
    det,
    diag,
    div,
    eye,
    fresh,
    fun,
    grad,
    hadamard,
    hcat,
    hpow,
    inv,
    kron,
    map_,
    matmul,
    matmuls,
    mpow,
    neg,
    norm,
    ones,
    scale,
    size,
    softmax,
    sub,
    trace,
    transpose,
    unvecr,
    var,
    vcat,
    vec,
    vecr,
    zeros,
)
from derive.core import Expr, Formula, Rel
from derive.sizes import Shape, Size, dim


@dataclass(frozen=True)
class Claim:
    """``lhs = rhs`` under hypotheses; every ``wrong`` right side is false."""

    name: str
    lhs: Expr
    rhs: Expr
    wrong: tuple[Expr, ...] = ()
    hypotheses: tuple[Formula, ...] = ()
    indices: tuple = ()


def matrix(name: str, rows: str, cols: str | int = 1) -> Expr:
    return var(name, Shape.of(rows, cols))


def layer_norm(x: Expr) -> tuple[Expr, Expr, Expr]:
    """The normalized rows, the centered rows and their deviations."""
    cols = x.shape.cols
    centered = sub(x, scale(hpow(size(cols[0]), const(-1)), matmul(x, ones(cols, cols))))
    squares = matmul(hadamard(centered, centered), ones(cols))
    deviation = scale(hpow(size(cols[0]), const("-1/2")), hpow(squares, const("1/2")))
    return matmul(inv(diag(deviation)), centered), centered, deviation


L, D, K, F = dim("L"), dim("d_V"), dim("d_K"), dim("d_f")
X = matrix("X", "L", "d_V")


@dataclass(frozen=True)
class Attention:
    """One head and its building blocks."""

    wq: Expr = field(default_factory=lambda: matrix("W_Q", "d_V", "d_K"))
    wk: Expr = field(default_factory=lambda: matrix("W_K", "d_V", "d_K"))
    wv: Expr = field(default_factory=lambda: matrix("W_V", "d_V", "d_V"))

    @property
    def root(self) -> Expr:
        return hpow(size("d_K"), const("-1/2"))

    @property
    def scores(self) -> Expr:
        return scale(self.root, matmuls(X, self.wq, transpose(self.wk), transpose(X)))

    @property
    def weights(self) -> Expr:
        return softmax(self.scores)

    @property
    def value(self) -> Expr:
        return matmuls(self.weights, X, self.wv)

    @property
    def d_softmax(self) -> Expr:
        return deriv(softmax(matrix("T", "L", "L")), "T", self.scores)

    @property
    def z1(self) -> Expr:
        return matmuls(kron(eye(L), transpose(X)), self.d_softmax, kron(X, X))

    @property
    def z2(self) -> Expr:
        t = matrix("T", "L", "L")
        second = deriv(deriv(softmax(t), "T", t), "T", self.scores)
        left = kron(eye(L), kron(transpose(X), kron(transpose(X), transpose(X))))
        return matmuls(left, second, kron(X, X))


def d(e: Expr, *names: Expr) -> Expr:
    for name in names:
        e = deriv(e, name.data[0], name)
    return e


def kronecker_claims() -> list[Claim]:
    a, x, b = matrix("A", "m", "n"), matrix("X", "n", "p"), matrix("B", "p", "q")
    m, n, p, q = dim("m"), dim("n"), dim("p"), dim("q")
    y = matrix("Y", "q", "r")
    r = dim("r")
    middle = kron(eye(n), kron(commutation(q, p), eye(r)))
    return [
        Claim(
            "d(AXB)",
            d(matmuls(a, x, b), x),
            kron(a, transpose(b)),
            (
                neg(kron(a, transpose(b))),
                matmul(commutation(m, q), kron(transpose(b), a)),
                kron(a, transpose(scale(size("p"), b))),
            ),
        ),
        Claim(
            "vec(AXB)",
            vec(matmuls(a, x, b)),
            matmul(kron(transpose(b), a), vec(x)),
            (matmul(kron(transpose(b), a), vecr(x)),),
        ),
        Claim("d(X^T)", d(transpose(x), x), commutation(p, n), (commutation(n, p), eye(n + p))),
        Claim("K K = I", matmul(commutation(m, n), commutation(n, m)), eye(m + n), (commutation(m, n),)),
        Claim(
            "d(X kron Y)/dX",
            d(kron(x, y), x),
            matmul(kron(eye(n), kron(commutation(q, p), eye(r))), kron(eye(n + p), vecr(y))),
        ),
        Claim("d(X kron Y)/dY", d(kron(x, y), y), matmul(middle, kron(vecr(x), eye(q + r)))),
        Claim(
            "(A kron B)(C kron D)",
            matmul(kron(a, b), kron(x, y)),
            kron(matmul(a, x), matmul(b, y)),
            (kron(matmul(a, x), scale(const("1/2"), matmul(b, y))),),
        ),
        Claim(
            "vec_r(A o B)", vecr(hadamard(x, x)), matmul(diag(vecr(x)), vecr(x)), (matmul(diag(vecr(x)), ones(n + p)),)
        ),
    ]


def selection_claims() -> list[Claim]:
    i, j, one = fresh("i"), fresh("j"), Size.of(1)
    e = basis(Size.of(j), L)
    v = matrix("v", "L")
    columns = blocks(i, one, j, Size.of("L"), kron(e, e))
    return [
        Claim("d diag(v)", d(diag(v), v), columns, (kron(ones(L), eye(L)),)),
        Claim(
            "hcat vcat",
            matmul(hcat(X, eye(L)), vcat(transpose(X), eye(L))),
            add(matmul(X, transpose(X)), eye(L)),
            (matmul(X, transpose(X)),),
        ),
    ]


def inverse_claims() -> list[Claim]:
    n, m = dim("n"), dim("m")
    s, q, x, y = matrix("S", "n", "n"), matrix("Q", "n", "m"), matrix("x", "n"), matrix("y", "n")
    big, small = add(eye(n), matmul(q, transpose(q))), add(eye(m), matmul(transpose(q), q))
    form = matmuls(transpose(x), s, x)
    length = hpow(matmul(transpose(x), x), const("1/2"))
    half = scale(const("1/2"), sub(hpow(trace(s), const(2)), trace(mpow(s, 2))))
    hamilton = add(mpow(s, 2), neg(scale(trace(s), s)), scale(half, eye(n)))
    lam = var("l", Shape())
    return [
        Claim(
            "d inverse",
            d(inv(s), s),
            neg(kron(inv(s), transpose(inv(s)))),
            (neg(kron(inv(s), inv(s))), kron(inv(s), transpose(inv(s)))),
        ),
        Claim("d det", grad(det(s), "S", s), scale(det(s), transpose(inv(s))), (scale(det(s), inv(s)),)),
        Claim("log det", grad(map_("log", det(matmul(transpose(s), s))), "S", s), scale(const(2), transpose(inv(s)))),
        Claim("push through", matmul(inv(big), q), matmul(q, inv(small)), (matmul(q, inv(scale(const(2), small))),)),
        Claim(
            "Woodbury",
            inv(big),
            sub(eye(n), matmuls(q, inv(small), transpose(q))),
            (add(eye(n), matmuls(q, inv(small), transpose(q))),),
        ),
        Claim(
            "Sherman-Morrison",
            inv(add(eye(n), matmul(x, transpose(y)))),
            sub(eye(n), div(matmul(x, transpose(y)), add(const(1), matmul(transpose(y), x)))),
            (sub(eye(n), div(matmul(y, transpose(x)), add(const(1), matmul(transpose(y), x)))),),
        ),
        Claim(
            "resolvent",
            sub(inv(s), inv(matrix("U", "n", "n"))),
            matmuls(inv(s), sub(matrix("U", "n", "n"), s), inv(matrix("U", "n", "n"))),
        ),
        Claim("quadratic form", grad(form, "x", x), matmul(add(s, transpose(s)), x), (scale(const(2), matmul(s, x)),)),
        Claim(
            "quadratic form, symmetric",
            grad(form, "x", x),
            scale(const(2), matmul(s, x)),
            (matmul(s, x),),
            (Rel("=", s, transpose(s)),),
        ),
        Claim(
            "unit vector",
            d(div(x, length), x),
            div(sub(eye(n), div(matmul(x, transpose(x)), matmul(transpose(x), x))), length),
        ),
        Claim("norm", grad(norm(x), "x", x), div(x, norm(x)), (x,)),
        Claim("trace zero, small sizes lie", sub(hamilton, hamilton), zeros(n, n), (hamilton,)),
        Claim(
            "eigenvector of the square",
            matmul(mpow(s, 2), x),
            scale(hpow(lam, const(2)), x),
            (scale(lam, x),),
            (Rel("=", matmul(s, x), scale(lam, x)),),
        ),
        Claim(
            "orthonormal columns",
            matmuls(q, transpose(q), q),
            q,
            (matmul(q, matmul(transpose(q), scale(const(2), q))),),
            (Rel("=", matmul(transpose(q), q), eye(m)),),
        ),
    ]


def softmax_claims() -> list[Claim]:
    exponentials = map_("exp", X)
    shifted = add(X, matmul(matrix("c", "L"), ones((), D)))
    x = matrix("x", "n")
    n = dim("n")
    sig, th = map_("sigmoid", x), map_("tanh", x)
    return [
        Claim("softmax shift", softmax(shifted), softmax(X), (softmax(scale(const(2), X)),)),
        Claim(
            "softmax rows", matmul(softmax(X), ones(D)), ones(L), (matmul(transpose(softmax(transpose(X))), ones(D)),)
        ),
        Claim(
            "softmax quotient",
            softmax(X),
            matmul(inv(diag(matmul(exponentials, ones(D)))), exponentials),
            (exponentials,),
        ),
        Claim(
            "log softmax",
            map_("log", softmax(X)),
            sub(X, matmul(map_("log", matmul(exponentials, ones(D))), ones((), D))),
        ),
        Claim("sigmoid", d(sig, x), diag(hadamard(sig, sub(ones(n), sig))), (diag(hadamard(sig, add(ones(n), sig))),)),
        Claim("tanh", d(th, x), diag(sub(ones(n), hadamard(th, th))), (diag(sub(ones(n), th)),)),
        Claim(
            "gelu",
            d(map_("gelu", x), x),
            diag(add(map_("Phi", x), hadamard(x, map_("phi", x)))),
            (diag(map_("Phi", x)),),
        ),
        Claim("relu", d(map_("relu", X), X), diag(vecr(map_("step", X))), (diag(vecr(X)),)),
        Claim("relu twice", d(map_("relu", X), X, X), zeros(L + D + L + D, L + D)),
        Claim("exp of a sum", map_("exp", add(x, x)), hadamard(map_("exp", x), map_("exp", x)), (map_("exp", x),)),
    ]


def layer_norm_claims() -> list[Claim]:
    ln, m, s = layer_norm(X)
    p = inv(diag(s))
    g = sub(eye(L + D), scale(hpow(size("d_V"), const(-1)), kron(eye(L), ones(D, D))))
    wrong_g = sub(eye(L + D), scale(hpow(size("L"), const(-1)), kron(eye(L), ones(D, D))))
    j, i = fresh("j"), fresh("i")
    e = basis(Size.of(j), L)
    columns = blocks(i, Size.of(1), j, Size.of("L"), kron(e, e))
    rows = hpow(matmul(hadamard(m, m), ones(D)), const("1/2"))
    ds = scale(hpow(size("d_V"), const("-1/2")), matmuls(inv(diag(rows)), kron(eye(L), ones((), D)), diag(vecr(m)), g))
    dp = neg(matmuls(kron(p, transpose(p)), columns, ds))

    def jacobian(dp: Expr = dp, g: Expr = g, m: Expr = m) -> Expr:
        return add(matmul(kron(p, eye(D)), g), matmul(kron(eye(L), transpose(m)), dp))

    dpx = d(p, X)
    hessian = add(
        matmul(kron(eye(L + D), transpose(g)), d(kron(p, eye(D)), X)),
        matmul(kron(kron(eye(L), transpose(m)), eye(L + D)), d(p, X, X)),
        matmul(kron(eye(L + D), transpose(dpx)), d(kron(eye(L), transpose(m)), X)),
    )
    first = hessian.args[0]
    return [
        Claim("LayerNorm Jacobian", d(ln, X), jacobian(), (jacobian(dp=neg(dp)), jacobian(g=wrong_g), jacobian(m=X))),
        Claim("LayerNorm Jacobian with dP/dX", d(ln, X), jacobian(dp=dpx), (matmul(kron(p, eye(D)), g),)),
        Claim("LayerNorm Hessian", d(ln, X, X), hessian, (first,)),
        Claim("LayerNorm rows sum to 0", matmul(ln, ones(D)), zeros(L), (ones(L),)),
        Claim(
            "LayerNorm rows have norm sqrt d",
            matmul(hadamard(ln, ln), ones(D)),
            scale(size("d_V"), ones(L)),
            (ones(L),),
        ),
        Claim("d deviation", d(s, X), ds, (scale(hpow(size("d_V"), const("1/2")), ds),)),
    ]


def attention_claims() -> list[Claim]:
    a = Attention()
    f, wq, wk, wv = a.value, a.wq, a.wk, a.wv
    left = kron(eye(L), transpose(matmul(X, wv)))
    dq = scale(a.root, matmuls(left, a.d_softmax, kron(X, matmul(X, wk))))
    dk = scale(a.root, matmuls(left, a.d_softmax, kron(matmul(X, wq), X), commutation(K, D)))
    dk_wrong = scale(a.root, matmuls(left, a.d_softmax, kron(matmul(X, wq), X), commutation(D, K)))
    s = matmul(kron(eye(D), commutation(D, D)), kron(vecr(eye(D)), eye(D)))
    qq = scale(
        hpow(size("d_K"), const(-1)),
        matmuls(kron(eye(L), kron(transpose(wv), kron(eye(D), transpose(wk)))), a.z2, kron(eye(D), wk)),
    )
    vq = scale(a.root, matmuls(kron(eye(L), s), a.z1, kron(eye(D), wk)))
    kq = d(f, wk, wq)
    swapped = unvecr(matmul(kron(eye(L + D), commutation(D + K, D + K)), vecr(kq)), kq.shape.rows, kq.shape.cols)
    return [
        Claim("attention W_V", d(f, wv), kron(matmul(a.weights, X), eye(D)), (kron(a.weights, transpose(X)),)),
        Claim("attention W_Q", d(f, wq), dq, (scale(a.root, dq),)),
        Claim("attention W_K", d(f, wk), dk, (dk_wrong,)),
        Claim("attention QQ", d(f, wq, wq), qq, (scale(hpow(size("d_K"), const("1/2")), qq),)),
        Claim("attention VQ", d(f, wv, wq), vq, (neg(vq),)),
        Claim("attention VV", d(f, wv, wv), zeros(L + D + D + D, D + D)),
        Claim("mixed partials", d(f, wq, wk), swapped, (kq,)),
    ]


def block_claims() -> list[Claim]:
    a = Attention()
    y_name, s_name, u_name = matrix("Y", "L", "d_V"), matrix("S", "L", "d_V"), matrix("U", "L", "d_V")
    w1, w2 = matrix("W_1", "d_V", "d_f"), matrix("W_2", "d_f", "d_V")
    inner = add(X, a.value)
    y = layer_norm(inner)[0]
    s = add(matmul(map_("relu", matmul(y, w1)), w2), y)
    z = layer_norm(s)[0]
    jz = deriv(layer_norm(s_name)[0], "S", s)
    hz = deriv(d(layer_norm(s_name)[0], s_name), "S", s)
    jy = deriv(layer_norm(u_name)[0], "U", inner)
    b1, b2 = d(s, w1), d(s, w2)
    gates = diag(vecr(map_("step", matmul(y, w1))))
    through = add(matmuls(kron(eye(L), transpose(w2)), gates, kron(eye(L), transpose(w1))), eye(L + D))
    gq = d(a.value, a.wq)
    first = matmul(kron(jz, eye(D + F)), d(b1, w2))
    second = matmuls(kron(eye(L + D), transpose(b1)), hz, b2)
    assert y_name.shape == y.shape
    return [
        Claim("block, FFN weights", d(z, w1), matmul(jz, b1), ()),
        Claim("block, attention weights", d(z, a.wq), matmuls(jz, through, jy, gq)),
        Claim("block, Hessian 1-2", d(z, w1, w2), add(first, second)),
    ]


def function_claims() -> list[Claim]:
    x = matrix("X", "n", "m")
    c = matrix("C", "q", "r")
    f = fun("f", [x], Shape.of("p", "q"))
    p, q, nm = dim("p"), dim("q"), dim("n", "m")
    second = vecr(d(f, x, x))
    return [
        Claim("chain rule", d(matmul(f, c), x), matmul(kron(eye(p), transpose(c)), d(f, x))),
        Claim("second derivatives commute", matmul(kron(eye(p + q), commutation(nm, nm)), second), second),
    ]


@cache
def all_claims() -> list[Claim]:
    """Every claim of this file."""
    parts = (kronecker_claims, selection_claims, inverse_claims, softmax_claims, layer_norm_claims, attention_claims)
    return [c for part in (*parts, function_claims, block_claims) for c in part()]
