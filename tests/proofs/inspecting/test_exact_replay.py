"""Violated bounds as certificates: what the LaTeX of a bound states is what is computed, and the checker accepts no other."""

import json
import math
from dataclasses import replace

import pytest
import torch

import derive
from derive.fraction import Fraction
from numeric.models.attention_bounds import RULES
from numeric.models.norm_terms import Terms
from numeric.models.reduced_heads import direction, excess, parts, reduced
from proofs.commands.recheck import _judged
from proofs.inspecting.exact_replay import certified, inputs
from proofs.inspecting.report import Report
from tests.numeric.models.model_heads import case, waves

CAUSAL = torch.triu(torch.full((3, 3), -math.inf, dtype=torch.float64), 1)


def small(bias=False, mask=None, n=3):
    biases = {"bQ": waves(5, 1, 2)[0], "bK": waves(6, 1, 2)[0], "bV": waves(7, 1, 1)[0]} if bias else {}
    return derive.Head(
        X=waves(1, n, 2) / 2, WQ=waves(2, 2, 2), WK=waves(3, 2, 2), WV=waves(4, 2, 1), mask=mask, **biases
    )


def divided(rule, by=1000):
    """A bound that is too small: the false statement that a certificate must show."""
    return replace(rule, value=lambda t: rule.value(t) / by, latex=rf"\frac{{1}}{{{by}}} \left({rule.latex}\right)")


HEADS = {"plain": small(), "biases and causal": small(True, CAUSAL), "additive": small(mask=waves(8, 3, 3))}


@pytest.mark.parametrize(("rule", "kind"), [
    *((r, "biases and causal") for r in RULES), *((r, kind) for r in RULES[:2] for kind in ("plain", "additive")),
], ids=lambda x: getattr(x, "id", x))  # fmt: skip
def test_the_latex_of_a_bound_is_its_value_and_a_bound_that_is_too_small_is_certified(rule, kind, tmp_path):
    head, path = HEADS[kind], tmp_path / "x.json"
    said = certified(head, divided(rule), path)
    assert said.startswith("the head itself")
    word, code = _judged(path)
    assert (word, code) == (f"accepted as a certificate against the claim {rule.paper} {rule.id}", 0)
    recorded = json.loads(path.read_text())
    low, high = (Fraction(recorded["rhs"][end]) for end in ("low", "high"))
    E = inputs(head, divided(rule))["E"]
    size = float(torch.linalg.matrix_norm(E, 2 if rule.of == "induced" else "fro"))
    value = divided(rule).value(Terms(head))
    if rule.id == "thm-1":  # with a radius of the ball
        X_F = Terms(head).X_F
        value *= ((X_F + float(Fraction(recorded["inputs"]["R"][0][0]))) / X_F) ** 2
    assert float(low) == pytest.approx(value * size, rel=1e-9) == float(high)


@pytest.mark.parametrize("rule", [r for r in RULES if not r.false], ids=lambda r: r.id)
def test_a_bound_that_holds_has_no_certificate(rule, tmp_path):
    path = tmp_path / "x.json"
    for head in HEADS.values():
        assert certified(head, rule, path).startswith("no exact replay: ")
        assert not path.exists()


def test_theorem_1_is_certified_at_a_head_with_a_radius(tmp_path):
    one = torch.ones(1, 1, dtype=torch.float64)
    rule = next(r for r in RULES if r.id == "thm-1")
    for x in (1 / 3, 0.0):
        assert certified(derive.Head(X=x * one, WQ=0 * one, WK=one, WV=one), rule, tmp_path / "x.json").startswith(
            "the head itself"
        )
        assert _judged(tmp_path / "x.json")[1] == 0
        assert Fraction(json.loads((tmp_path / "x.json").read_text())["inputs"]["R"][0][0]) > 0


@pytest.mark.parametrize(
    "rule", [r for r in RULES if r.id in ("centered", "thm-3-g1", "spectral-rank")], ids=lambda r: r.id
)
def test_of_a_large_head_a_part_is_certified(rule, tmp_path):
    mask = torch.triu(torch.full((12, 12), -math.inf, dtype=torch.float64), 1)
    head = derive.Head(X=waves(1, 12, 16), WQ=waves(2, 16, 8), WK=waves(3, 16, 8), WV=waves(4, 16, 8), mask=mask)
    said = certified(head, divided(rule), tmp_path / "x.json")
    assert said.startswith("a part of the head with rounded entries (") and " of 16 features" in said
    assert _judged(tmp_path / "x.json")[1] == 0
    sizes = json.loads((tmp_path / "x.json").read_text())["sizes"]
    assert sizes["n"] >= (2 if rule.id == "thm-3-g1" else 1)


def test_parts_violate_the_bound_by_what_is_measured_there():
    rule, head = divided(RULES[0]), case("n>d")
    part = reduced(head, rule, least=3)
    assert part is not None and part.n >= 3 and sum(parts(part).values()) < sum(parts(head).values())
    found = derive.head_bounds(part, starts=0)
    assert excess(part, rule) == pytest.approx(found.sigma.estimate / (found.bounds["centered"].value / 1000), rel=1e-9)
    assert reduced(head, RULES[0]) is None


def test_directions_reach_the_norms():
    for name in ("tiny", "sharp"):
        found = derive.head_bounds(case(name))
        for rule, enclosure in ((RULES[0], found.sigma), (next(r for r in RULES if r.of == "induced"), found.induced)):
            E = direction(case(name), rule)
            kind = 2 if rule.of == "induced" else "fro"
            moved = derive.JacobianOperator(case(name)) @ E.reshape(-1)
            reached = torch.linalg.matrix_norm(moved.reshape(5, 3), kind) / torch.linalg.matrix_norm(E, kind)
            assert float(reached) == pytest.approx(enclosure.estimate, rel=1e-6)


def test_what_is_no_claim_about_a_head_says_so(tmp_path):
    from numeric.models.inspection import Inspection

    found = Inspection()
    found.violated("kappa_J", 1.0, 2.0, paper="p", layer=0, name="attention", sample=0, head=1, inputs=small())
    found.violated("module rss", 1.0, 2.0, paper="p", layer=0, name="attention", sample=0)
    said = Report(found).save_violations(tmp_path)
    assert said[0].startswith("wrote ") and said[0].endswith("the inputs of a violation, float64")
    assert said[1:] == [
        "kappa_J: no exact replay: only bounds of the Jacobian of a head are stated as claims",
        "module rss in attention: no inputs are written: it is measured on the model as a whole",
    ]
