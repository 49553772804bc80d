"""Worked derivations: every line follows from the one before it, only what changed is marked, and the last line is the answer."""

from __future__ import annotations

import pytest

from derive import build as b
from derive import steps
from derive.language.printing.human import human_latex
from derive.sizes import Shape
from derive.worked import MARKED, changed, worked
from proofs.cli import main
from proofs.derivatives import answered, derivative, settings_of, worked_out
from proofs.judging.roads import conclusions
from proofs.report.derivation import derivation_of, latex, page, text

VECTOR = r"x, a, b \in \mathbb{R}^n"
ATTENTION = (
    r"\operatorname{softmax}(\frac{X W_Q (X W_K)^\top}{\sqrt{k}}) X W_V",
    r"X \in \mathbb{R}^{L \times d}, W_Q, W_K \in \mathbb{R}^{d \times k}, W_V \in \mathbb{R}^{d \times v}",
)
CROSS_ENTROPY = (
    r"-\sum_i y_i \log \operatorname{softmax}(W x)_i",
    r"W \in \mathbb{R}^{k \times n}, x \in \mathbb{R}^n, y \in \mathbb{R}^k, \mathbf{1}^\top y = 1",
)
CASES = [
    ("jacobian", *ATTENTION, ["W_Q"]),
    ("jacobian", r"\operatorname{LayerNorm}(x)", VECTOR, ["x"]),
    ("gradient", *CROSS_ENTROPY, ["W"]),
    ("gradient", r"\frac{a^\top x}{b^\top x}", VECTOR, ["x"]),
    ("gradient", r"\log \det X", r"X \in \mathbb{R}^{n \times n}", ["X"]),
    ("hessian", r"\log\sum_i e^{x_i}", VECTOR, ["x", "x"]),
    ("hessian", r"\|x - a\|^2", VECTOR, ["x", "x"]),
]


def derived(kind, expression, given, by):
    settings = settings_of({"layout": "gradient"} if kind == "gradient" else {})
    problem = derivative(expression, given, by, settings)
    answer = answered(problem, settings, expression)
    return answer, problem, worked(answer.asked, problem.hypotheses, [name for name, _ in problem.variables], answer.named)


@pytest.mark.parametrize(("kind", "expression", "given", "by"), CASES)
def test_every_line_follows_and_nothing_is_left(kind, expression, given, by):
    answer, problem, found = derived(kind, expression, given, by)
    assert len(found.lines) > 1 and all(line.checked for line in found.lines)
    assert all(line.rules for line in found.lines[1:])
    assert not any(op in str(found.last) for op in ("(deriv", "(grad"))
    shown = derivation_of(answer, worked_out(problem, answer))
    assert shown.lines[-1].latex == answer.shown or shown.lines[-1].latex.endswith(f"= {answer.shown}") or shown.lines[-1].marks


def test_a_wrong_rule_is_seen(monkeypatch):
    title, right = steps.RULES["softmax"]
    monkeypatch.setitem(steps.RULES, "softmax", (title, lambda e, d: b.scale(b.const(2), right(e, d))))
    problem = derivative(CASES[0][1], CASES[0][2], ["W_Q"], settings_of({}))
    found = worked(next(conclusions(problem.goal)).lhs, (), ())
    assert [line.checked for line in found.lines if line.rules and line.rules[0] == title] == [False]


def test_a_wrong_share_is_seen(monkeypatch):
    from derive import pullback

    monkeypatch.setitem(pullback.RULES, "det", lambda e, g: iter([(e.args[0], b.scale(b.scale(g, e), b.inv(e.args[0])))]))
    problem = derivative(CASES[4][1], CASES[4][2], ["X"], settings_of({"layout": "gradient"}))
    found = worked(next(conclusions(problem.goal)).lhs, (), ())
    assert not all(line.checked for line in found.lines)


def test_only_what_changed_is_marked():
    a, c, d, e = (b.var(name, Shape.of("n", "n")) for name in "ACDE")
    shown, marks = changed(b.matmuls(a, c, d), b.matmuls(a, e, d))
    assert marks == (e,) and shown == b.matmuls(a, b.var(f"{MARKED}1", e.shape), d)
    assert changed(b.add(a, c), b.add(a, b.neg(d)))[1] == (d,)  # the sign stays in the sum
    assert changed(a, b.scale(b.const(2), c))[1] == ()  # all of it
    assert changed(a, a) == (a, ())


def test_attention_reads_as_in_a_lecture(capsys):
    assert main(["jacobian", ATTENTION[0], "--wrt", "W_Q", "--given", ATTENTION[1], "--steps"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[2:4] == ["with P ≔ softmax(S)", "     S ≔ k^(−1/2) X W_Q W_Kᵀ Xᵀ"]
    assert "  = (𝐈_L ⊗ W_Vᵀ Xᵀ) ∂vec_r(P)/∂vec_r(W_Q)ᵀ" in out
    assert "        product rule, vec_r(A X B) = (A ⊗ Bᵀ) vec_r(X)" in out
    assert out[-2].endswith("⟦X ⊗ X W_K⟧")


def test_a_gradient_is_told_in_differentials(capsys):
    assert main(["gradient", CROSS_ENTROPY[0], "--wrt", "W", "--given", CROSS_ENTROPY[1], "--steps"]) == 0
    out = [line.strip() for line in capsys.readouterr().out.splitlines()]
    lines = ["f = −log(p)ᵀ y", "df = ⟨−y, d(log(p))⟩", "df = ⟨p − y, dc⟩", "df = ⟨(p − y) xᵀ, dW⟩", "∇_W f = (p − y) xᵀ", "= (softmax(W x) − y) xᵀ"]
    assert [line for line in out if line in lines] == lines


def test_the_roads_judge_once(monkeypatch, capsys):
    from proofs import derivatives

    judged, real = [], derivatives.judged_equal
    monkeypatch.setattr(derivatives, "judged_equal", lambda *a: judged.append(a) or real(*a))
    assert main(["gradient", "x^\\top x", "--wrt", "x", "--given", VECTOR, "--steps"]) == 0
    assert len(judged) == 1 and "∇ₓ f = 2 x" in capsys.readouterr().out


def test_latex_and_page():
    answer, problem, _ = derived(*CASES[1])
    shown = derivation_of(answer, worked_out(problem, answer))
    source = latex(shown)
    assert source.startswith("\\begin{align*}") and r"\boxed{" in source and r"\digamma" not in source and MARKED not in source
    made = page(shown)
    assert made.count("<math") > len(shown.lines) and '<mrow class="mark">' in made and "digamma" not in made and "<script" not in made
    assert "\x1b[1m" in text(shown, color=True) and "⟦" in text(shown)


def test_names_of_the_user_are_kept_apart():
    answer, problem, found = derived("gradient", r"\log \det (S P f)", r"S, P, f \in \mathbb{R}^{n \times n}", ["S"])
    assert answer.verdict == "holds" and "h = log(" in text(derivation_of(answer, worked_out(problem, answer)))
    assert not {human_latex(name) for name, _ in found.parts} & {"S", "P", "f"}
