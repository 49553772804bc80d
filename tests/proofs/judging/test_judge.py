"""One typed problem through made-up roads: who is asked, what is certified, what a crash does."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from derive import build
from derive.core import Logic, Problem, Rel, SizeRules
from derive.errors import DeriveError, NotSupported
from derive.evidence import Evidence, Point
from derive.fraction import Fraction
from derive.sizes import Shape, Size
from derive.sympy_road import Kept
from proofs.doors import door
from proofs.judging import judge as judging
from proofs.judging import refute, roads
from proofs.judging.asked_sizes import core_sizes
from proofs.judging.hypotheses import natural_hypotheses
from proofs.reading.options import How
from proofs.reading.paper import Settings

A = build.var("A", Shape.of("m", "n"))
B = build.var("B", Shape.of("m", "n"))
POINT = Point({"m": 2, "n": 3}, {"A": ((Fraction(1, 2),) * 3,) * 2})


def problem(op="=", lhs=A, rhs=B, **rest):
    variables = (("A", A.shape), ("B", B.shape))
    return Problem(variables, (), (), ("m", "n"), SizeRules(), (), Rel(op, lhs, rhs), **rest)


@dataclass
class Report:
    accepted: bool
    reason: str = ""


class World:
    """Doors that answer what the test wants, and remember who was asked."""

    def __init__(self, monkeypatch, **answers):
        self.asked = []
        self.answers = {
            "prove": Evidence("index form", "none", "all sizes"),
            "decide": (Evidence("exact", "none", ""), None),
            "sympy": Evidence("sympy", "none", ""),
            "compare": Evidence("autograd", "none", ""),
            "prove_bound": Evidence("norm rules", "none", "all sizes"),
            "choose_sizes": [{"m": 2, "n": 3}, {"m": 3, "n": 2}],
            "vacuous": None,
            "doubtful_quotient": None,
            "forced_jump": None,
            "one_sided": None,
            "asymmetric": None,
            "maybe_matrix_function": None,
            "certify": SimpleNamespace(lhs="1", rhs="2", entry=(1, 1), index={}),
            "shrink": POINT,
            "recheck": Report(True),
            "write_certificate": None,
            "search": NotSupported("no search"),
            "candidates": [],
            "tiny_sizes": [],
            "modest_sizes": [],
            **answers,
        }
        for module in (roads, refute, judging):
            monkeypatch.setattr(module, "door", self.door)

    def door(self, module, name):
        if name in ("without_limits", "without_extrema", "instantiate", "instance_at"):
            return lambda given, *_: given
        if name == "most_diverse":
            return lambda _, proposed, __, most: proposed[:most]
        if name == "Kept":
            return Kept
        key = "sympy" if module == "derive.sympy_road" else name

        def call(*args, **kwargs):
            self.asked.append(key)
            answer = self.answers[key]
            if isinstance(answer, Exception):
                raise answer
            return answer

        return call

    def judge(self, p, how=None, exhibit=True):
        place = refute.Exhibit("c", "A = B", "", refute.Path("x.json")) if exhibit else None
        return judging.judge_problem(p, Settings(), place, how or How())


PROVED = Evidence("index form", "agree", "all sizes", proof=True)
AGREES = Evidence("exact", "agree", "m=2, n=3", proof=True)
DIFFERS = Evidence("exact", "disagree", "m=2, n=3", proof=True)


def test_a_proof_is_compared_with_every_other_road(monkeypatch):
    world = World(monkeypatch, prove=PROVED, decide=(AGREES, None))
    found = world.judge(problem())
    assert (found.decision.verdict, found.decision.strength) == ("holds", "by rules")
    assert {"prove", "decide", "sympy", "compare"} <= set(world.asked)
    assert "search" not in world.asked


@pytest.mark.parametrize("how", [How(effort="quick"), How(lean=True)])
def test_quick_checks_stop_when_two_roads_agree(monkeypatch, how):
    world = World(monkeypatch, prove=PROVED, decide=(AGREES, None))
    assert world.judge(problem(), how).decision.verdict == "holds"
    assert "compare" not in world.asked and "sympy" not in world.asked


def test_quick_checks_go_on_when_one_road_is_silent(monkeypatch):
    world = World(monkeypatch, prove=PROVED)
    world.judge(problem(), How(lean=True))
    assert "compare" in world.asked and "sympy" in world.asked


def test_a_counterexample_is_certified_shrunk_and_rechecked(monkeypatch):
    world = World(monkeypatch, decide=(DIFFERS, POINT))
    found = world.judge(problem())
    assert found.decision.verdict == "refuted"
    assert found.counterexample["sizes"] == {"m": 2, "n": 3}
    assert found.counterexample["inputs"] == {"A": [["1/2"] * 3] * 2}
    assert (found.counterexample["lhs"], found.counterexample["rhs"]) == ("1", "2")
    order = [world.asked.index(k) for k in ("decide", "certify", "shrink", "write_certificate", "recheck")]
    assert order == sorted(order)


def test_a_rejected_certificate_is_an_alarm(monkeypatch):
    world = World(monkeypatch, decide=(DIFFERS, POINT), recheck=Report(False, "no violation"))
    found = world.judge(problem())
    assert found.decision.is_alarm and "no violation" in found.decision.message
    assert found.counterexample is None


@pytest.mark.parametrize(
    "reason", ["no violation: not decided: x", "too much work", "unknown operator f: it cannot be rechecked"]
)
def test_a_violation_that_cannot_be_rechecked_refutes_nothing(monkeypatch, reason):
    world = World(monkeypatch, decide=(DIFFERS, POINT), recheck=Report(False, reason))
    found = world.judge(problem())
    assert found.decision.verdict == "undecided" and reason in found.decision.message
    assert found.counterexample is None


def test_a_violation_that_cannot_be_rechecked_beside_a_proof_is_an_alarm(monkeypatch):
    world = World(monkeypatch, prove=PROVED, decide=(DIFFERS, POINT), recheck=Report(False, "too much work"))
    assert world.judge(problem()).decision.is_alarm


def test_a_point_that_cannot_be_certified_refutes_nothing(monkeypatch):
    world = World(monkeypatch, decide=(DIFFERS, POINT), certify=None)
    assert world.judge(problem()).decision.verdict == "undecided"


def test_a_crash_is_on_the_record(monkeypatch):
    world = World(monkeypatch, decide=TypeError("boom"))
    found = world.judge(problem())
    assert found.decision.verdict == "error"
    assert found.decision.message == "the exact road crashed: TypeError: boom"


def test_abstentions_say_why(monkeypatch):
    world = World(monkeypatch, decide=NotSupported("too large"))
    found = world.judge(problem())
    assert found.decision.verdict == "undecided"
    assert {"reason": "too large"} in [dict(e.detail) for e in found.evidence]


def test_bounds_are_searched(monkeypatch):
    result = SimpleNamespace(
        best_ratio=0.75, evaluations=9, sizes={"n": 2}, ratios=(), histogram=(), problem=None, witnesses=()
    )
    world = World(monkeypatch, search=result)
    norm = build.norm(A)
    found = world.judge(problem("<=", norm, build.const(7)))
    assert (found.decision.verdict, found.decision.strength) == ("not-refuted", "normal, best ratio 0.75")


def test_without_an_exhibit_nothing_is_written(monkeypatch):
    world = World(monkeypatch, decide=(DIFFERS, POINT))
    world.judge(problem(), exhibit=False)
    assert "write_certificate" not in world.asked


@pytest.mark.parametrize(
    ("goal", "form", "kind"),
    [
        (Rel("=", A, B), "identity", "identity"),
        (Rel("shape", A, build.zeros(*(A.shape.rows, A.shape.cols))), "identity", "shape"),
        (Rel("<=", build.norm(A), build.norm(B)), "bound", "bound"),
        (Rel("!=", A, B), "bound", "bound"),
        (Rel("=", build.norm(A), build.norm(B)), "identity", "equality-of-norms"),
        (Rel("=", build.norm(build.deriv(A, "A", A)), build.const(1)), "identity", "equality-of-norms"),
        (Rel("=", build.deriv(build.norm(A), "A", A), build.deriv(build.norm(A), "A", A)), "identity", "jacobian"),
        (Rel("=", build.sigma(A, "max"), build.norm(A)), "identity", "spectrum"),
        (Rel("=", build.rank(A), build.const(2)), "identity", "rank"),
        (Rel("=", build.scale(build.norm(A), A), B), "identity", "identity"),
        (Rel("O", build.norm(A), build.norm(B), ("n", "infinity")), "asymptotic", "asymptotic"),
        (Logic("implies", (Rel("<=", build.norm(A), build.norm(B)), Rel("=", A, B))), "identity", "implication"),
        (Rel("=", build.deriv(A, "A", A), build.deriv(A, "A", A)), "identity", "jacobian"),
        (Rel("=", build.deriv(build.deriv(A, "A", A), "A", A), A), "identity", "hessian"),
    ],
)
def test_forms_and_kinds(goal, form, kind):
    p = Problem((), (), (), (), SizeRules(), (), goal)
    assert (roads.form_of(p), roads.kind_of(p)) == (form, kind)


def test_natural_hypotheses_never_make_sizes_equal_or_matrices_symmetric():
    texts = [natural.latex for natural in natural_hypotheses(problem())]
    assert r"m \ge 2" in texts and r"n \ge 2" in texts
    assert any("rank" in text for text in texts)
    assert not any(r"^\top" in text or "m = n" in text for text in texts)


def test_natural_hypotheses_restrict_the_sizes():
    natural = next(iter(natural_hypotheses(problem())))
    assert natural.latex == r"m \ge 2"
    assert not natural.problem.rules.admits({"m": 1, "n": 3})


def contracted(proof=True, **beyond):
    detail = {"contracted": {"n=2": {"indices": {"n": 1}, "beyond": beyond}}}
    return Evidence("exact", "agree", "n=2", detail, 0.0, proof)


def test_sizes_beyond_the_contracted_indices_prove_exactly(monkeypatch):
    agrees = Evidence("autograd", "agree", "n=2")
    found = World(monkeypatch, decide=(contracted(n=True), None), compare=agrees).judge(problem())
    assert (found.decision.verdict, found.decision.strength) == ("holds", "exact")
    assert not roads.is_sufficient(contracted(n=False)) and not roads.is_sufficient(contracted(proof=False, n=True))


def test_too_small_sizes_are_raised(monkeypatch):
    world = World(monkeypatch, decide=(contracted(n=False), None), sufficient_sizes={"n": 5})
    assert world.judge(problem()).decision.verdict == "undecided"
    assert world.asked.count("decide") == 2


def test_huge_matrices_are_not_written_out(monkeypatch):
    world = World(monkeypatch, prove=PROVED, choose_sizes=[{"m": 10**9, "n": 10**9}])
    found = world.judge(problem())
    assert found.decision.verdict == "holds" and "decide" not in world.asked
    assert "too large" in found.evidence[0].detail["reason"]


def test_missing_roads_abstain():
    with pytest.raises(DeriveError, match="not available"):
        door("no_such_package.road", "decide")


@pytest.mark.parametrize(("module", "name"), [("derive.no_such_road", "decide"), ("derive.exact", "no_such_name")])
def test_a_name_that_is_missing_here_is_no_missing_road(module, name):
    with pytest.raises((ImportError, AttributeError)):
        door(module, name)


def test_sizes_of_files_are_named_as_in_the_core():
    assert core_sizes((("d_{ff}", 5), ("L", 2))) == {"d_ff": 5, "L": 2}
    assert Size.of("d_ff").names == {"d_ff"}


def test_unproved_equalities_are_tried_at_tiny_sizes(monkeypatch):
    world = World(monkeypatch, tiny_sizes=[{"m": 1, "n": 1}])
    assert world.judge(problem()).decision.verdict == "undecided"
    assert world.asked.count("decide") == 4  # and once more with the names in the opposite order
    proved = World(monkeypatch, prove=PROVED, tiny_sizes=[{"m": 1, "n": 1}])
    proved.judge(problem())
    assert proved.asked.count("decide") == 1


@pytest.mark.parametrize("outcome", [PROVED, Evidence("index form", "none", "all sizes")])
def test_a_road_that_contradicts_itself_is_an_alarm_and_refutes_nothing(monkeypatch, outcome):
    """Two values of one side at one input: whatever else was found, the checker is wrong somewhere."""
    torn = {
        "contradiction": {
            "form": "compiled", "side": "left", "sizes": {"m": 2, "n": 3}, "indices": {}, "discrepancy": 0.5,
            "where": "in row 2 of the product with a random vector", "autograd": 1.25, "compiled": 2.5,
        }
    }  # fmt: skip
    world = World(
        monkeypatch, prove=outcome, decide=(DIFFERS, POINT), compare=Evidence("autograd", "none", "m=2, n=3", torn)
    )
    decision = world.judge(problem(), How(effort="normal")).decision
    assert decision.verdict == "error" and decision.is_alarm
    assert "1.25" in decision.message and "2.5" in decision.message and "m=2, n=3" in decision.message
