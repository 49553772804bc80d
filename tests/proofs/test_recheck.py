"""The independent checker: certificates are accepted, tampered ones are rejected for the right reason."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import flint
import pytest

from derive import build as b
from derive.certificate import certificate, digest, kind_of
from derive.core import Expr, Formula, Problem, Rel, SizeRules
from derive.evidence import Point
from derive.fraction import Fraction
from derive.lower import lowered_problem
from derive.prefix import problem_from_prefix, problem_to_prefix
from derive.sizes import Shape, Size
from proofs import recheck as checker
from proofs.recheck import recheck

N, D = Size.of("n"), Size.of("d")
X, W = b.var("X", Shape.of("n", "d")), b.var("W", Shape.of("d", "n"))
S, P = b.var("S", Shape.of("n", "n")), b.var("p", Shape.of("n"))
NO_RULES = SizeRules()
INPUTS = {
    "X": [[1, 2, 0], [0, -1, 1]],
    "W": [[1, 0], [0, 1], [2, 1]],
    "S": [[2, 1], [1, 2]],
    "p": [["1/3"], ["2/3"]],
}


@dataclass(frozen=True)
class Found:
    lhs: str
    rhs: str
    entry: tuple[int, int] | None = None
    index: dict[str, int] = field(default_factory=dict)
    gap: str = ""


def problem(goal: Formula, hypotheses: tuple[Formula, ...] = (), rules: SizeRules = NO_RULES) -> Problem:
    variables = tuple((v.data[0], v.shape) for v in (X, W, S, P))
    return Problem(variables, (), (), ("n", "d"), rules, hypotheses, goal)


def make(
    goal: Formula, found: Found, *hypotheses: Formula, rules: SizeRules = NO_RULES, **inputs: Any
) -> dict[str, Any]:
    """A certificate at n = 2, d = 3 with the standard inputs."""
    values = {**INPUTS, **inputs}
    matrices = {
        n: tuple(tuple(x if isinstance(x, tuple) else Fraction(x) for x in row) for row in a) for n, a in values.items()
    }
    point = Point({"n": 2, "d": 3}, matrices)  # type: ignore[arg-type]
    return certificate(problem(goal, hypotheses, rules), point, found, claim_id="c", latex="x", given=["y"])


def judge(tmp_path: Path, data: dict[str, Any], rehash: bool = True) -> checker.Report:
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps({**data, "hash": digest(data)} if rehash else data))
    return recheck(path)


def q(text: str) -> Expr:
    return b.const(Fraction(text))


EYE = b.eye((N,))
GOOD = {
    "jacobian": (Rel("=", b.deriv(b.matmul(X, W), "X", X), b.kron(b.transpose(W), EYE)), Found("0", "2", (2, 6))),
    "second": (
        Rel("=", b.deriv(b.deriv(b.matmul(b.transpose(P), b.matmul(S, P)), "p", P), "p", P), S),
        Found("4", "2", (1, 1)),
    ),
    "gradient": (Rel("=", b.grad(b.trace(b.matmul(X, W)), "X", X), X), Found("0", "2", (1, 2))),
    "frechet": (Rel("=", b.frechet(b.mpow(S, 2), "S", S, EYE), S), Found("4", "2", (1, 1))),
    "softmax": (Rel("<=", b.norm(b.softmax(X)), q("1/2")), Found("[0.8, 0.9]", "1/2")),
    "spectral": (Rel("<=", b.norm(S), q("2")), Found("3", "2")),
    "strict": (Rel("<", b.norm(S), q("3")), Found("3", "3")),
    "surd": (Rel("<", b.norm(X, "F"), b.hpow(q("7"), q("1/2"))), Found("sqrt(7)", "1*sqrt(7)")),
    "minimum": (Rel(">=", b.sigma(S, "min"), q("3/2")), Found("1", "3/2")),
    "kappa": (Rel("<=", b.kappa(S), q("2")), Found("3", "2")),
    "infinite": (Rel("<=", b.kappa(b.matmul(P, b.transpose(P))), q("9")), Found("infinity", "9")),
    "rank": (Rel("<=", b.rank(X), q("1")), Found("2", "1")),
    "inverse": (Rel("=", b.inv(S), S), Found("2/3", "2", (1, 1))),
    "determinant": (Rel("=", b.det(S), q("1")), Found("3", "1")),
    "gelu": (
        Rel("<=", b.map_("gelu", b.entry(X, Size.of(1), Size.of(1))), q("0.8413")),
        Found("[0.84134, 0.84135]", "0.8413"),
    ),
    "order": (Rel("=", b.order(P, Size.of(1)), q("1/3")), Found("2/3", "1/3")),
    "commutation": (
        Rel("=", b.matmul(b.commutation((N,), (D,)), b.vec(X)), b.vecr(b.transpose(X))),
        Found("2", "0", (2, 1)),
    ),
    "shape": (Rel("shape", X, b.zeros((D,), (N,))), Found("2 x 3", "3 x 2")),
    "nonzero": (Rel("!=", b.trace(S), q("4")), Found("4", "4")),
}


@pytest.mark.parametrize("name", GOOD)
def test_accepted(name: str, tmp_path: Path) -> None:
    report = judge(tmp_path, make(*GOOD[name]))
    assert report.accepted, report.reason


@pytest.mark.parametrize("name", GOOD)
def test_tampered(name: str, tmp_path: Path) -> None:
    data = make(*GOOD[name])
    lie = "7 x 7" if name == "shape" else "99"
    cases = [
        ({**data, "lhs": lie}, False, "hash does not match"),
        ({**data, "lhs": lie}, True, "recorded left side"),
        ({**data, "rhs": lie}, True, "recorded right side"),
        ({**data, "sizes": {"n": 0, "d": 3}}, True, "sizes: "),
        ({**data, "sizes": {"n": 3, "d": 2}}, True, "declared"),
        ({**data, "sizes": {"n": 2}}, True, "no value"),
        ({**data, "inputs": {}}, True, "no value"),
        ({**data, "schema": 2}, True, "unknown schema"),
        ({**data, "problem": data["problem"][:-2]}, True, "unbalanced"),
        ({**data, "problem": data["problem"].replace("(goal (", "(goal (nonsense-")}, True, "cannot be rechecked"),
        ({k: v for k, v in data.items() if k != "inputs"}, True, "truncated"),
        ({**data, "entry": [5, 5]}, True, "recorded entry"),
        ({**data, "inputs": {**data["inputs"], "X": [["0.1e5"]]}}, True, "exact number"),
        ({**data, "inputs": {**data["inputs"], "X": [["1", "2"], ["3"]]}}, True, "malformed"),
    ]
    for tampered, rehash, reason in cases:
        if name == "shape" and reason == "recorded left side":
            continue
        report = judge(tmp_path, tampered, rehash)
        assert not report.accepted
        assert reason in report.reason, (reason, report.reason)


@pytest.mark.parametrize("name", GOOD)
def test_truth_is_no_counterexample(name: str, tmp_path: Path) -> None:
    goal, found = GOOD[name]
    if goal.op == "shape":
        return
    weak = {"=": "=", "<=": "<=", "<": "<=", ">=": ">=", "!=": "="}[goal.op]
    report = judge(tmp_path, make(Rel(weak, goal.lhs, goal.lhs), found))
    assert not report.accepted
    assert report.reason.startswith("no violation")


@pytest.mark.parametrize("first", GOOD)
def test_swapped_claims(first: str, tmp_path: Path) -> None:
    data = make(*GOOD[first])
    for other in GOOD:
        if other != first:
            mixed = {**data, "problem": make(*GOOD[other])["problem"]}
            if (data["lhs"], data["rhs"], data["entry"]) != tuple(
                make(*GOOD[other])[k] for k in ("lhs", "rhs", "entry")
            ):
                assert not judge(tmp_path, mixed).accepted


SIMPLEX = (Rel(">=", P, q("0")), Rel("=", b.matmul(b.transpose(b.ones((N,))), P), q("1")))


@pytest.mark.parametrize(
    ("p", "reason"),
    [
        ([["1/3"], ["2/3"]], None),
        ([["1/3"], ["2000000000001/3000000000000"]], "hypothesis 2 fails"),
        ([["-1/1000000000000"], ["1000000000001/1000000000000"]], "hypothesis 1 fails"),
    ],
)
def test_hypotheses_hold_exactly(p: Any, reason: str | None, tmp_path: Path) -> None:
    goal = Rel("<=", b.trace(b.matmul(P, b.transpose(P))), q("1/2"))
    found = Found("[0.55, 1.01]", "1/2")
    report = judge(tmp_path, make(goal, found, *SIMPLEX, p=p))
    assert report.accepted == (reason is None)
    assert reason is None or reason in report.reason


def test_exact_logarithms_and_roots(tmp_path: Path) -> None:
    """softmax of (log 2, 0) is (2/3, 1/3) exactly; a unit vector may have irrational entries."""
    logits = [[("log", Fraction(2))], [Fraction(0)]]
    uniform = Rel("=", b.softmax(b.transpose(P)), b.transpose(b.vcat(q("2/3"), q("1/3"))))
    goal = Rel("<=", b.entry(b.softmax(b.transpose(P)), Size.of(1), Size.of(1)), q("1/2"))
    assert judge(tmp_path, make(goal, Found("2/3", "1/2"), uniform, p=logits)).accepted
    root = ("sqrt", Fraction(1, 2))
    unit = Rel("=", b.matmul(b.transpose(P), P), q("1"))
    assert judge(
        tmp_path, make(Rel("<=", b.norm(P, "1"), q("1")), Found("sqrt(2)", "1"), unit, p=[[root], [root]])
    ).accepted
    broken = make(Rel("<=", b.norm(P, "1"), q("1")), Found("sqrt(2)", "1"), unit, p=[[root], [Fraction(7, 10)]])
    assert judge(tmp_path, broken).reason == "hypothesis 1 fails"


def test_size_rules(tmp_path: Path) -> None:
    goal, found = GOOD["rank"]
    assert judge(tmp_path, make(goal, found, rules=SizeRules((("n", 2),)))).accepted
    assert "2 is no integer in 3.." in judge(tmp_path, make(goal, found, rules=SizeRules((("n", 3),)))).reason
    assert "relation" in judge(tmp_path, make(goal, found, rules=SizeRules((), (("=", N - D),)))).reason


def test_supremum_needs_its_witness(tmp_path: Path) -> None:
    v = b.var("v", Shape.of("n"))
    ball = Rel("<=", b.norm(v), q("1"))
    goal = Rel("<=", b.bound("sup", [("v", v.shape)], [ball], b.norm(b.matmul(S, v))), q("2"))
    good = make(goal, Found("[2.0, 3.0]", "2"), v=[["1"], ["0"]])
    assert judge(tmp_path, good).accepted
    assert "witness" in judge(tmp_path, make(goal, Found("[2.0, 3.0]", "2"), v=[["1"], ["1"]])).reason
    assert "no value" in judge(tmp_path, make(goal, Found("[2.0, 3.0]", "2"))).reason
    other_way = Rel(">=", b.bound("sup", [("v", v.shape)], [ball], b.norm(b.matmul(S, v))), q("4"))
    assert not judge(tmp_path, make(other_way, Found("[2.0, 3.0]", "4"), v=[["1"], ["0"]])).accepted


def test_rank_of_tall_matrices_that_are_no_rationals(tmp_path: Path) -> None:
    tall = b.map_("exp", W)  # 3 x 2, transcendental, its columns are independent
    full = Rel("=", b.rank(tall), q("2"))
    goal = Rel("<=", b.norm(P, "1"), q("1/2"))
    assert judge(tmp_path, make(goal, Found("1", "1/2"), full)).accepted
    assert not judge(tmp_path, make(goal, Found("1", "1/2"), Rel("=", b.rank(tall), q("1")))).accepted


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 100_000, "\x00\xff", "null", '{"schema": NaN}', '{"schema": 1.5}', "1" * 10_000],
)
def test_hostile_files(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    report = recheck(path)
    assert not report.accepted
    assert report.reason


def test_hostile_problems(tmp_path: Path) -> None:
    data = make(*GOOD["rank"])
    loops = [
        "(" * 10_000 + ")" * 10_000,
        "(let ((%1 (add %1 %1))) (problem (sizes) (least) (relations) (variables) (indices) (hypotheses) (goal (= %1 %1))))",
        data["problem"].replace('(rank (var ("n") ("d") "X"))', "(det (eye (1000 1000)))"),
        data["problem"].replace('(rank (var ("n") ("d") "X"))', "(hpow (const 2) (const 100000000))"),
        data["problem"].replace('(rank (var ("n") ("d") "X"))', '(sum () () "k" 1 900000 (size "k"))'),
        data["problem"].replace('(rank (var ("n") ("d") "X"))', "(map exp (const 100000000))"),
        data["problem"].replace('(rank (var ("n") ("d") "X"))', "(map __import__ (const 1))"),
        data["problem"].replace('(rank (var ("n") ("d") "X"))', "(hpow (const 0) (const -1))"),
    ]
    for text in loops:
        report = judge(tmp_path, {**data, "problem": text})
        assert not report.accepted
        assert report.reason


RANK = '(rank (var ("n") ("d") "X"))'


def doubled(first: str, step: str, times: int) -> list[str]:
    """Abbreviations %1, %2, ... each made from the one before it, which stands twice in it."""
    return [f"(%1 {first})", *(f"(%{k + 1} ({step} %{k} %{k}))" for k in range(1, times))]


@pytest.mark.parametrize(
    ("term", "bindings", "reason"),
    [
        ("(size (^ (^ (^ (^ 10 200) 200) 200) 200))", [], "out of range"),
        ("(map exp %60)", doubled("(map log (const 3))", "add", 60), "out of range"),
        ("%40", doubled("(add (hpow (const 2) (const 1/2)) (const 1))", "hadamard", 40), "out of range"),
        ("(rank %40)", doubled("(ones (10) (10))", "vcat", 40), "too much work"),
        ("(rank (vcat" + " %1" * 100_000 + "))", ["(%1 (ones (1000) (1000)))"], "too much work"),
        ("(det (matmul (eye (1500)) (eye (1500))))", [], "too much work"),
        ('(det (sum (1000) (1000) "k" 1 60000 (ones (1000) (1000))))', [], "too much work"),
        ('(rank (blocks "i" 100000 "j" 100000 (const 1)))', [], "too much work"),
        ("(transpose " * 5000 + "(const 1)" + ")" * 5000, [], "nested too deep"),
        ("%9000", ["(%1 (const 1))", *(f"(%{k + 1} (transpose %{k}))" for k in range(1, 9000))], "nested too deep"),
        ("(order 0 (const 2))", [], "0 is no integer"),
        ("(map exp (const 10000000000))", [], "out of range"),
        ("(scale (const 0) (real infinity))", [], "out of range"),
        ("(hpow (add (const 1) (const -1)) (const -1))", [], "division by zero"),
        ("(hpow (add (map exp (const 1)) (scale (const -1) (map exp (const 1)))) (const -1))", [], "division by zero"),
        ("(hpow (const -2) (const 1/2))", [], "not defined here"),
        ("(map log (scale (const -1) (map exp (const 1))))", [], "not defined here"),
        ("(det (inv (ones (2) (2))))", [], "division by zero"),
        ('(det (var ("n") ("d") "X"))', [], "entries cannot be"),
        ('(eig 1 (var ("d") ("d") "W3"))', [], "no value"),
        ('(row 0 (var ("n") ("d") "X"))', [], "0 is no integer in 1..2"),
        ('(row 4 (transpose (var ("n") ("d") "X")))', [], "4 is no integer in 1..3"),
        ('(sigma 1/2 (var ("n") ("d") "X"))', [], "1/2 is no integer"),
        ("(rank (ones (0) (2)))", [], "0 is no integer in 1.."),
        ('(deriv "v" vecr (map abs (var () () "v")) (const 0))', [], "kink"),
        ("(const NaN)", [], "not an exact number"),
        ("(const 1e5)", [], "not an exact number"),
        ("(const inf)", [], "not an exact number"),
        ("(const " + "9" * 4001 + ")", [], "not an exact number"),
        ("(map tan (const 1))", [], "unknown function"),
        ('(integral "t" 0 1 (const 1))', [], "cannot be rechecked"),
        ("(norm __class__ (const 1))", [], "malformed"),
        ("(kron (const 1) (const 2))", [], "cannot be rechecked"),
        ('(deriv "v" vec (var () () "v") (const 0))', [], "cannot be rechecked"),
        ("()", [], "malformed"),
        ("(vcat)", [], "malformed"),
    ],
)
def test_hostile_terms(term: str, bindings: list[str], reason: str, tmp_path: Path) -> None:
    data = make(*GOOD["rank"])
    text = data["problem"].replace(RANK, term)
    report = judge(tmp_path, {**data, "problem": f"(let ({' '.join(bindings)}) {text})" if bindings else text})
    assert not report.accepted
    assert reason in report.reason, report.reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"sizes": {"n": 10**400, "d": 3}}, "no integer in"),
        ({"sizes": {"n": "2", "d": 3}}, "no value"),
        ({"sizes": {"n": True, "d": 3}}, "no value"),
        ({"sizes": {"n": 2, "d": 4}}, "declared 2 x 4"),
        ({"inputs": []}, "malformed"),
        ({"inputs": {}}, "no value"),
        ({"entry": ["a", "b"]}, "recorded entry"),
        ({"entry": {}}, "recorded entry"),
        ({"entry": [10**30, 1]}, "recorded entry"),
        ({"kind": None}, "the kind"),
        ({"problem": 5}, "malformed"),
        ({"problem": "(problem)"}, "the parts of the problem"),
        ({"lhs": []}, "malformed"),
        ({"lhs": {}}, "malformed"),
    ],
)
def test_hostile_fields(change: dict[str, Any], reason: str, tmp_path: Path) -> None:
    report = judge(tmp_path, {**make(*GOOD["rank"]), **change})
    assert not report.accepted
    assert reason in report.reason, report.reason


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ([], "no matrix"),
        ([[]], "no matrix"),
        ([["NaN", "2", "0"], ["0", "-1", "1"]], "not an exact number"),
        ([["1/0", "2", "0"], ["0", "-1", "1"]], "out of range"),
        ([[{"low": "1"}, "2", "0"], ["0", "-1", "1"]], "malformed"),
        ([[["*", *["9" * 3999] * 500], "2", "0"], ["0", "-1", "1"]], "out of range"),
        ([[["^", "10", "1000000"], "2", "0"], ["0", "-1", "1"]], "exponent is too large"),
    ],
)
def test_hostile_inputs(entry: Any, reason: str, tmp_path: Path) -> None:
    data = make(*GOOD["rank"])
    report = judge(tmp_path, {**data, "inputs": {**data["inputs"], "X": entry}})
    assert not report.accepted
    assert reason in report.reason, report.reason


def test_what_is_written_twice_is_rejected(tmp_path: Path) -> None:
    data = make(*GOOD["rank"])
    twice = data["problem"].replace("(goal", "(hypotheses) (goal")
    assert "parts of the problem" in judge(tmp_path, {**data, "problem": twice}).reason
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(data)[:-1] + ', "kind": "inequality-violated"}')
    assert "twice" in recheck(path).reason


def test_a_number_is_no_hypothesis(tmp_path: Path) -> None:
    data = make(*GOOD["rank"])
    changed = data["problem"].replace("(hypotheses)", "(hypotheses (const 1))")
    assert changed != data["problem"]
    assert "hypothesis 1 fails" in judge(tmp_path, {**data, "problem": changed}).reason


def test_a_hypothesis_that_is_the_goal_fails_with_it(tmp_path: Path) -> None:
    """One abbreviation for both: that the goal follows from itself is true."""
    data = make(*GOOD["rank"])
    assert judge(tmp_path, data).accepted
    head, _, goal = data["problem"].partition("(goal ")
    for hypothesis, name in ((goal[:-2], goal[:-2]), ("%1", "%1")):
        text = f"{head}(goal {name}))".replace("(hypotheses)", f"(hypotheses {hypothesis})")
        text = f"(let ((%1 {goal[:-2]})) {text})" if name == "%1" else text
        assert judge(tmp_path, {**data, "problem": text}).reason == "hypothesis 1 fails"


NUMBER = '(var () () "x")'
WITNESS = '(var () () "v")'
DERIVATIVE = f'(deriv "x" vecr (sup (("v" () ())) ((< {WITNESS} {NUMBER})) {WITNESS}) {NUMBER})'
POSITIVE = "(> (hpow (add (const 1) (hadamard {0} {0})) (const -1)) (const 0))"
SQUARED = "(hadamard (var () () v) (var () () v))"


@pytest.mark.parametrize(
    ("hypotheses", "goal", "x", "v", "reason"),
    [  # true claims, and what a file might do to have one refuted
        ("", f"(= {DERIVATIVE} (const 1))", "1", "0", "conditions vary"),  # the supremum is x, its witness is not
        ("", POSITIVE.format(NUMBER), ["real", "infinity"], "0", "not finite"),
        (f"(= {NUMBER} (real infinity))", POSITIVE.format(NUMBER), None, "0", "not finite"),
        ("", f'(forall ((matrix "v" () ())) {POSITIVE.format(WITNESS)})', "0", ["real", "infinity"], "not finite"),
        (
            "",
            f"(= (add (deriv v vecr {SQUARED} (const 2)) (deriv v vecr {SQUARED} (const 3))) (const 10))",
            "0",
            "0",
            "quotes",
        ),
        (f'(= {NUMBER} (const 3)) (= (var () () "\\u0078") (const 5))', "(= (const 1) (const 2))", "3", "0", "escapes"),
        ("(= (const 1) (const 2))", "(= (const 1) (const 2))", "0", "0", "hypothesis 1 fails"),
    ],
)
def test_what_is_true_is_not_refuted(hypotheses: str, goal: str, x: Any, v: Any, reason: str, tmp_path: Path) -> None:
    data = make(*GOOD["rank"])
    head = data["problem"].split("(variables")[0].replace('(sizes "n" "d")', "(sizes)")
    variables = f'(variables ("x" () ())) (functions) (indices) (hypotheses {hypotheses})'
    inputs = {"v": [[v]]} if x is None else {"x": [[x]], "v": [[v]]}
    shared = goal.replace(SQUARED, "%1")
    text = f"(let ((%1 {SQUARED})) {head}{variables} (goal {shared})))"
    kind = "strict-inequality-violated" if POSITIVE[:2] in goal else "equality-fails"
    bad = {**data, "problem": text, "kind": kind, "inputs": inputs, "lhs": None, "rhs": None}
    report = judge(tmp_path, bad)
    assert not report.accepted
    assert reason in report.reason, report.reason


@pytest.mark.parametrize("tail", ['"' + '\\"' * 300_000, '"a\\\n' * 300_000, "%1 " * 300_000])
def test_texts_made_to_keep_the_reader_busy(tail: str, tmp_path: Path) -> None:
    data = make(*GOOD["rank"])
    names = " ".join(f'"a{k}"' for k in range(1000))
    start = time.process_time()
    report = judge(tmp_path, {**data, "problem": f"(let ((%1 (x {names})) (%2 (x {tail}))) {data['problem']})"})
    assert not report.accepted
    assert time.process_time() - start < 20


def test_quantified_indices_stay_in_their_range(tmp_path: Path) -> None:
    data = make(*GOOD["rank"])
    ranged = data["problem"].replace("(indices)", '(indices (index "i" 1 "n"))')
    for value, reason in ((2, None), (0, "no integer in 1..2"), (3, "no integer in 1..2")):
        report = judge(tmp_path, {**data, "problem": ranged, "indices": {"i": value}})
        assert report.accepted == (reason is None), report.reason
        assert reason is None or reason in report.reason
    assert "no value" in judge(tmp_path, {**data, "problem": ranged}).reason


ONE_EQUALS = "(= (const 1) (const {}))"


@pytest.mark.parametrize(
    ("formula", "accepted"),
    [  # 1 = 1 is true, 1 = 2 is false: only a false goal has a counterexample
        ("(and T F)", True), ("(and T T)", False), ("(or F F)", True), ("(or F T)", False), ("(not T)", False),
        ("(implies T F)", True), ("(implies F F)", False), ("(implies T T F)", True), ("(implies T F F)", False),
        ("(iff T F)", True), ("(iff F F)", False), ('(forall ((index "k" 1 "n")) (= (size "k") (const 1)))', True),
        ('(forall ((index "k" 1 1)) (= (size "k") (const 1)))', False), ('(forall ((index "k" 2 1)) F)', False),
        ('(exists ((index "k" 1 "n")) (= (size "k") (const 3)))', True),
        ('(exists ((index "k" 1 "n")) (= (size "k") (const 2)))', False),
        ('(forall ((matrix "p" ("n") ())) (= (trace (matmul (transpose (var ("n") () "p")) (var ("n") () "p"))) (const 1)))', True),
        ('(exists ((matrix "p" ("n") ())) (= (entry 1 1 (var ("n") () "p")) (const 9)))', False),
    ],
)  # fmt: skip
def test_logic(formula: str, accepted: bool, tmp_path: Path) -> None:
    """A witness shows that a universal claim is false; it never shows that an existential one is."""
    data = make(*GOOD["rank"])
    text = formula.replace("T", ONE_EQUALS.format(1)).replace("F", ONE_EQUALS.format(2))
    head = data["problem"].split("(goal")[0]
    kernel = lowered_problem(problem_from_prefix(f"{head}(goal {text}))"))
    changed = {**data, "problem": problem_to_prefix(kernel), "kind": kind_of(kernel.goal), "lhs": None, "rhs": None}
    assert judge(tmp_path, changed).accepted == accepted, judge(tmp_path, changed).reason


def test_what_follows_a_false_hypothesis_is_not_evaluated(tmp_path: Path) -> None:
    data = make(*GOOD["rank"])
    undefined = "(= (hpow (const 0) (const -1)) (const 1))"
    for guard, reason in ((f"(or (not (= (const 1) (const 2))) {undefined})", None), (undefined, "division by zero")):
        text = data["problem"].replace("(hypotheses)", f"(hypotheses {guard})")
        report = judge(tmp_path, {**data, "problem": text})
        assert report.accepted == (reason is None), report.reason
        assert reason is None or reason in report.reason


def test_an_error_function_of_a_large_number_is_near_one() -> None:
    x = checker.Ball(41).erf()
    assert x.lo < 1 <= x.hi
    assert 1 - Fraction(x.lo) < Fraction(1, 10**20)
    assert checker.Ball(-41).erf().lo <= -1


def test_it_imports_nothing_of_the_project() -> None:
    source = Path(checker.__file__).read_text(encoding="utf-8")
    assert "derive." not in source.replace("derive.exact", "")
    run = subprocess.run([sys.executable, "-I", "-S", checker.__file__], capture_output=True, text=True, check=False)
    assert run.returncode == 3, run.stderr
    assert not run.stderr


def test_enclosures_do_not_round_inward(monkeypatch: pytest.MonkeyPatch) -> None:
    """The decimal module rounds unary minus and abs to 28 digits; enclosures must not."""
    third = Fraction(-1, 3)
    for digits in (25, 60):
        monkeypatch.setattr(checker.Ball.down, "prec", digits)
        monkeypatch.setattr(checker.Ball.up, "prec", digits)
        small = checker.Ball(Fraction(1, 10 ** (digits - 2)))
        straddling = checker.Ball(checker.Ball(third).lo, small.hi)
        assert Fraction(checker.MAPS["abs"](straddling).hi) >= -third
        x = checker.Ball(third).erf() + checker.Ball(-third).erf()
        assert x.lo <= 0 <= x.hi
        assert x.hi - x.lo < checker.Decimal(10) ** (5 - digits)


@pytest.mark.parametrize("x", ["8.9", "9", "9.1", "12", "41", "51668592"])
def test_erf_far_out_is_enclosed_without_a_series(x: str) -> None:
    """The series of a large number has millions of terms: such a certificate took minutes."""
    checker.Ball.down.prec = checker.Ball.up.prec = 40  # whatever was checked before
    number = checker.Ball(Fraction(x))
    for ball in (number.erf(), -(-number).erf()):
        low, high = (flint.arb(str(end)) for end in (ball.lo, ball.hi))
        assert not flint.arb(x).erf() < low
        assert not flint.arb(x).erf() > high
        assert ball.hi - ball.lo < checker.Decimal("1e-30" if x == "51668592" else "1e-15")
    with pytest.raises(checker.Rejected, match="too much work"):
        checker.Ball(10**4).sin()


def test_equal_sides_are_given_up_quickly(tmp_path: Path) -> None:
    """Both sides are one irrational number in two forms: no precision decides."""
    soft = b.softmax(X)
    goal = Rel("<=", b.norm(soft, "F"), b.hpow(b.trace(b.matmul(soft, b.transpose(soft))), q("1/2")))
    report = judge(tmp_path, make(goal, Found("[1.1, 1.2]", "[1.0, 1.1]")))
    assert not report.accepted
    assert report.reason.startswith("no violation: not decided")
    assert checker.Ball.work < 100_000


def test_the_sign_of_a_cancelled_root_is_not_guessed() -> None:
    """(10^70) sqrt 2 - (10^70 + 1) sqrt 2 is -sqrt 2, which 60 digits do not see."""
    root = checker.Ball(2).sqrt()
    x = root * checker.Ball(10**70) + root * checker.Ball(-(10**70) - 1)
    assert x.lo <= -1
    assert checker.Ball(4 * 10**30).order(checker.Ball(10**31)) < 0


@pytest.mark.parametrize(
    "zero",
    [
        checker.ONE.log(),
        checker.Ball(2).log() + checker.Ball(Fraction(1, 2)).log(),
        checker.Ball(3).log() + -checker.Ball(3).log(),
        checker.ZERO.sin(),
        checker.ONE.log() * checker.PI,
    ],
)
def test_logarithms_of_one_are_exactly_zero(zero: Any) -> None:
    one = checker.ONE
    assert (zero.exact, zero.exp().exact, (zero + one).exact, (zero + -one + one).exact) == (0, 1, 1, 0)
    assert (zero + checker.Ball(2) + -one).order(one) == 0


def test_logarithms_near_zero_are_not_zero() -> None:
    x = checker.Ball(Fraction(10**30 + 1, 10**30)).log()
    assert x.exact is None and x.order(checker.ZERO) == 1


def test_pi_is_between_its_bounds() -> None:
    pi = checker.PI
    machin = 16 * arctangent_of_inverse(5) - 4 * arctangent_of_inverse(239)
    assert Fraction(pi.lo) < machin < Fraction(pi.hi)
    assert pi.hi - pi.lo < checker.Decimal("1e-63")


def arctangent_of_inverse(n: int) -> Fraction:
    return sum((Fraction((-1) ** k, (2 * k + 1) * n ** (2 * k + 1)) for k in range(140)), Fraction(0))


def test_kind_and_width_are_verified(tmp_path: Path) -> None:
    data = make(*GOOD["gelu"])
    assert judge(tmp_path, data).accepted
    assert "the kind" in judge(tmp_path, {**data, "kind": "equality-fails"}).reason
    assert "too wide" in judge(tmp_path, {**data, "lhs": {"low": "0", "high": "1"}}).reason


def test_names_defined_by_hypotheses(tmp_path: Path) -> None:
    """An input that is left out has the value of its definition, also where that is irrational."""
    definition = Rel("=", S, b.softmax(b.matmul(X, b.transpose(X))))
    goal = Rel("<=", b.trace(S), q("1/2"))
    data = make(goal, Found("[1.4, 2]", "1/2"), definition)
    del data["inputs"]["S"]
    assert judge(tmp_path, data).accepted, judge(tmp_path, data).reason


def test_command(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps(make(*GOOD["rank"])))
    for files, code, word in (
        ([path], 0, "accepted"),
        ([path, tmp_path / "absent.json"], 3, "unreadable"),
        ([], 3, ""),
    ):
        command = [sys.executable, "-I", "-S", checker.__file__, *map(str, files)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stderr) == (code, "") and word in run.stdout


@pytest.mark.parametrize("q", ["0", "1", "-7/3", "10", "-25/2"])
def test_sines_and_cosines_are_enclosed(q, monkeypatch):
    for context in (checker.Ball.down, checker.Ball.up):
        monkeypatch.setattr(context, "prec", checker.DIGITS)
    x = checker.Ball(Fraction(q))
    for ball, true in ((x.sin(), math.sin(Fraction(q))), (x.cos(), math.cos(Fraction(q)))):
        assert float(ball.lo) == pytest.approx(true, abs=1e-14) and ball.hi - ball.lo < Decimal("1e-50")
    one = x.sin() * x.sin() + x.cos() * x.cos()
    assert one.lo <= 1 <= one.hi
    wide = checker.Ball(Decimal("-0.5"), Decimal("0.5"))
    assert wide.sin().lo <= Decimal(math.sin(-0.5)) and wide.cos().hi >= 1
