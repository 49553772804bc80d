"""Proofs that were tampered with are rejected, each for its reason."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from proofs import verify
from proofs.proving.objects import digest
from tests.proofs.proving.test_proofs_of_equations import object_of

Data = dict[str, Any]
CLAIMS = {
    "vec": (r"\operatorname{vec}(A B C) = (C^\top \otimes A) \operatorname{vec}(B)", r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, C \in \mathbb{R}^{p \times q}"),
    "inverse": (r"(S T)^{-1} = T^{-1} S^{-1}", r"S, T \in \mathbb{R}^{n \times n}"),
    "fraction": (r"\frac{t}{t} = 1", r"t \in \mathbb{R}, t > 0"),
    "isometry": (r"x^\top Q^\top Q x = \|x\|_2^2", r"Q \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, Q^\top Q = I"),
    "premise": (r"x = y \implies x^\top y = \|x\|_2^2", r"x, y \in \mathbb{R}^n"),
    "entries": (r"\forall i \in \{1, \dots, n\}: (S x)_i = \sum_{j=1}^n S_{ij} x_j", r"S \in \mathbb{R}^{n \times n}, x \in \mathbb{R}^n"),
    "gradient": (r"\nabla_x \|x\|_2 = x / \|x\|_2", r"x \in \mathbb{R}^n"),
}  # fmt: skip
THEOREM = {
    "id": "sum-of-squares", "source": "a book", "status": "axiom",
    "problem": '(problem (sizes "n") (least ("n" 2)) (relations) (variables ("x" ("n") ()) ("s" () ())) (functions) (indices) '
    '(hypotheses (>= (var () () "s") (const 0))) (goal (>= (scale (var () () "s") (matmul (transpose (var ("n") () "x")) (var ("n") () "x"))) (const 0))))',
}  # fmt: skip
EXISTS = {
    "id": "successor", "source": "a book", "status": "axiom",
    "problem": '(problem (sizes) (least) (relations) (variables ("a" () ())) (functions) (indices) (hypotheses) '
    '(goal (exists ((matrix "v" () ())) (= (var () () "v") (add (var () () "a") (const 1))))))',
}  # fmt: skip


def hashed(theorem: Data) -> Data:
    return {**theorem, "hash": hashlib.sha256(theorem["problem"].encode()).hexdigest()}


GROWS = {
    "id": "grows", "source": "a book", "status": "axiom",
    "problem": '(problem (sizes) (least) (relations) (variables ("t" () ())) (functions ("f" ((() ())) () ())) (indices) (hypotheses (forall ((matrix "w" () ())) '
    '(>= (frechet "v" (fun () () "f" (var () () "v")) (var () () "w") (const 1)) (const 0)))) (goal (<= (fun () () "f" (const 0)) (fun () () "f" (hpow (var () () "t") (const 2))))))',
}  # fmt: skip
BASE = {t["id"]: hashed(t) for t in (THEOREM, EXISTS, GROWS)} | {name: verify.read_base()[name] for name in ("regular-factors", "regular-product")}
def grown(body: str, argument: str = "z", premise: str | None = None) -> Data:
    """A proof that a body grows from 0 to the square of s, by the theorem about all functions."""
    at = lambda x, e: e.replace(f'(var () () "{argument}")', x)  # noqa: E731
    wanted = premise or f'(>= (frechet "v" {at(V, body)} (var () () "r") (const 1)) (const 0))'
    goal = f'(<= {at("(const 0)", body)} {at(f"(hpow {S} (const 2))", body)})'
    whole = f'(forall ((matrix "r" () ())) {wanted})'
    return {**by_hand(goal, [
        {"by": "sign", "says": wanted}, {"by": "for-all", "says": whole, "name": "r", "from": [1]},
        {"by": "theorem", "id": "grows", "says": goal, "sizes": {}, "with": {"t": S}, "functions": {"f": [[argument], body]}, "from": [2]}],
        theorems={"grows": BASE["grows"]["hash"]}), "variables": {"r": "() ()"}}  # fmt: skip


S, V, X = '(var () () "s")', '(var () () "v")', '(var ("m") () "x")'
POWERS = f'(sum () () "i" -1 "m" (hpow {S} (size "i")))'
LOGS = '(= (add (sum () () "i" 1 "m" (map log (size "m"))) (map log (size "m"))) (add (map log (size "m")) (sum () () "i" 1 "m" (map log (size "m")))))'
SQUARE = f"(matmul (transpose {X}) {X})"


def by_hand(goal: str, steps: list[Data], *, hypotheses: str = "", variables: str = '("x" ("m") ()) ("s" () ())', sizes: str = '"m"', **fields: Any) -> Data:
    """A proof file with given steps."""
    problem = f"(problem (sizes {sizes}) (least) (relations) (variables {variables}) (functions) (indices) (hypotheses {hypotheses}) (goal {goal}))".replace(" )", ")")
    witness = {"sizes": {"m": 2} if "m" in sizes else {}, "indices": {}, "inputs": {"x": [["1"], ["2"]], "s": [["3"]]}}
    witness["inputs"] = {k: v for k, v in witness["inputs"].items() if f'"{k}"' in variables}
    data = {"schema": 1, "kind": "holds", "claim_id": "c", "claim": "", "problem": problem, "domain": [], "witness": witness, "theorems": {}, "steps": steps}
    return {**data, **fields}


def judge(data: Data) -> verify.Report:
    return verify.verify_data({**data, "hash": digest(data)}, BASE)


@lru_cache
def proof(name: str) -> str:
    found = object_of(*CLAIMS[name])
    assert found.data is not None, found.reason
    return json.dumps(found.data)


def test_a_theorem_about_all_functions_says_it_of_one() -> None:
    report = judge(grown('(map exp (var () () "z"))'))
    assert report.accepted, report.reason


@pytest.mark.parametrize("name", CLAIMS)
def test_the_originals_are_accepted(name: str) -> None:
    report = judge(json.loads(proof(name)))
    assert report.accepted, report.reason


def everywhere(old: str, new: str) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        text = json.dumps({k: data[k] for k in ("problem", "steps", "domain")})
        a, b = (json.dumps(x)[1:-1] for x in (old, new))
        assert a in text, (old, text)
        data.update(json.loads(text.replace(a, b)))

    return change


def step(number: int, **changes: Any) -> Callable[[Data], None]:
    return lambda d: d["steps"][number - 1].update(changes)


def without_premise(data: Data) -> None:
    goal = data["steps"][1]["says"]
    data.update(problem=data["problem"].split("(goal")[0] + f"(goal {goal}))", steps=data["steps"][:-1])


TAMPERED: list[tuple[str, str, Callable[[Data], None], str]] = [
    ("vec", "the kind of another file", lambda d: d.update(kind="equality-fails"), "no proof of this format"),
    ("vec", "a step of an unknown rule", step(1, by="trust"), "unknown rule"),
    ("vec", "no steps", lambda d: d.update(steps=[]), "no steps"),
    ("vec", "another formula after the goal", lambda d: d["steps"].append({"by": "identity", "says": "(= (const 1) (const 1))"}), "not the goal"),
    ("vec", "the goal of another problem", lambda d: d.update(problem=json.loads(proof("gradient"))["problem"]), "not declared"),
    ("vec", "C for its transpose", everywhere('(kron (transpose (var ("p") ("q") "C"))', '(kron (var ("p") ("q") "C")'), "no shape"),
    ("vec", "the factors exchanged", everywhere('(kron (transpose (var ("p") ("q") "C")) (var ("m") ("n") "A"))', '(kron (var ("m") ("n") "A") (transpose (var ("p") ("q") "C")))'), "shape"),
    ("vec", "vec_r for vec", everywhere("(vec (matmul", "(vecr (matmul"), "different shapes"),
    ("vec", "sizes merged", everywhere('"q"', '"p"'), "declared twice"),
    ("vec", "a size that is not declared", lambda d: d.update(problem=re.sub(r'(\(sizes [^)]*)"m" ?', r"\1", d["problem"], count=1)), "not declared"),
    ("vec", "a condition that nothing needs", lambda d: d.update(domain=['(!= (const 2) (const 0))']), "the domain"),
    ("vec", "no witness", lambda d: d.update(witness=None), "no point"),
    ("vec", "a witness of other sizes", lambda d: d["witness"]["sizes"].update(m=7), "witness"),
    ("vec", "a witness without a variable", lambda d: d["witness"]["inputs"].pop("A"), "witness"),
    ("vec", "a hypothesis added to the problem that the witness does not meet", lambda d: d.update(problem=d["problem"].replace("(hypotheses)", '(hypotheses (= (const 1) (const 0)))')), "witness: hypothesis 1"),
    ("vec", "a theorem that is not in the base", lambda d: d.update(theorems={"magic": "0"}), "not in the base"),
    ("vec", "a theorem with another hash", lambda d: d.update(theorems={"successor": "0"}), "something else"),
    ("vec", "a theorem brought along", lambda d: d.update(theorems={"successor": {"problem": "..."}}), "something else"),
    ("inverse", "a condition of the domain left out", lambda d: d["domain"].pop(), "not a condition of the domain"),
    ("inverse", "the domain left out", lambda d: d.update(domain=[]), "not a condition of the domain"),
    ("inverse", "the first step dropped", lambda d: d["steps"].pop(0), ""),
    ("inverse", "the factors in the same order", everywhere('(matmul (inv (var ("n") ("n") "T")) (inv (var ("n") ("n") "S")))', '(matmul (inv (var ("n") ("n") "S")) (inv (var ("n") ("n") "T")))'), "not shown to be equal"),
    ("inverse", "inverses are not used", step(4, inverses=False), "not shown to be equal"),
    ("inverse", "cancelled on the other side", lambda d: d["steps"][5]["cofactors"][0].reverse(), "not an identity"),
    ("inverse", "another matrix cancelled", lambda d: d["steps"][5]["cofactors"][0].__setitem__(0, '(inv (var ("n") ("n") "S"))'), "not an identity"),
    ("inverse", "a witness outside of the domain", lambda d: d["witness"]["inputs"].update(S=[["0"]]), "condition of the domain"),
    ("fraction", "the hypothesis is not one", lambda d: d.update(problem=d["problem"].replace('(hypotheses (> (var () () "t") (const 0)))', "(hypotheses)")), "no hypothesis"),
    ("fraction", "the condition is not shown", lambda d: d["steps"].pop(1), "not shown to be defined"),
    ("fraction", "the condition is shown afterwards", lambda d: d.update(steps=[d["steps"][0], d["steps"][2], d["steps"][1]]), "not shown to be defined"),
    ("fraction", "a stronger condition from a weaker", everywhere('(> (var () () "t") (const 0))', '(>= (var () () "t") (const 0))'), "not weaker"),
    ("fraction", "strict for weak in the hypothesis alone", lambda d: d.update(problem=d["problem"].replace("(> (var", "(>= (var")), "no hypothesis"),
    ("fraction", "a witness that does not meet the hypothesis", lambda d: d["witness"]["inputs"].update(t=[["-1"]]), "witness: hypothesis 1"),
    ("isometry", "the hypothesis is not used", step(2, using=[]), "not shown to be equal"),
    ("isometry", "a later step is used", step(2, using=[2]), "no earlier step"),
    ("isometry", "another equation for the hypothesis", step(1, says='(= (var ("n") () "x") (var ("n") () "x"))'), "no hypothesis"),
    ("isometry", "the size of Q exchanged", everywhere('(eye ("n"))', '(eye ("m"))'), "shape"),
    ("premise", "the assumption stays open", lambda d: d["steps"][-1].update(assumed=[]), "not its premises"),
    ("premise", "another premise", lambda d: d["steps"][-1].update(assumed=[2]), ""),
    ("premise", "the conclusion alone", lambda d: d.update(problem=d["problem"].replace("(implies (=", "(and (=")), ""),
    ("premise", "no premise in the goal", without_premise, "assumption"),
    ("entries", "a longer range", lambda d: d.update(problem=d["problem"].replace('(index "i" 1 "n")', '(index "i" 1 (+ "n" 1))')), "out of range"),
    ("entries", "an index that begins at 0", lambda d: d.update(problem=d["problem"].replace('(index "i" 1 "n")', '(index "i" 0 "n")')), "out of range"),
    ("entries", "an index with a name of the problem", lambda d: d.update(indices={"n": '"n"'}), "taken"),
    ("gradient", "a square for the norm", everywhere('(hpow (norm 2 (var ("n") () "x")) (const -1))', '(hpow (norm 2 (var ("n") () "x")) (const -2))'), "not shown to be equal"),
    ("gradient", "a point without a gradient", lambda d: d["witness"]["inputs"].update(x=[["0"]] * len(d["witness"]["inputs"]["x"])), "witness"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "what", "change", "reason"), TAMPERED, ids=[f"{t[0]}: {t[1]}" for t in TAMPERED])
def test_tampered_proofs_are_rejected_for_their_reason(name: str, what: str, change: Callable[[Data], None], reason: str) -> None:
    data = json.loads(proof(name))
    before = copy.deepcopy(data)
    change(data)
    assert data != before, what
    report = judge(data)
    assert not report.accepted
    assert reason in report.reason


def test_a_hash_that_was_not_renewed(tmp_path) -> None:
    data = json.loads(proof("vec"))
    path = tmp_path / "proof.json"
    path.write_text(json.dumps({**data, "claim": "another"}), encoding="utf-8")
    assert verify.verify(path).reason == "the hash does not match"


GOOD = [
    by_hand(f"(>= (scale {S} {SQUARE}) (const 0))", [
        {"by": "hypothesis", "says": f"(>= {S} (const 0))"}, {"by": "identity", "says": f"(= {SQUARE} (hpow (norm 2 {X}) (const 2)))"},
        {"by": "sign", "says": f"(>= (norm 2 {X}) (const 0))"},
        {"by": "combine", "says": f"(>= (scale {S} {SQUARE}) (const 0))", "products": [["1", [1, 3, 3]]], "cofactors": [[S, 2, None]]}],
        hypotheses=f"(>= {S} (const 0))"),
    by_hand("(implies (= (const 1) (const 1)) (= (const 2) (const 2)))", [
        {"by": "assume", "says": "(= (const 1) (const 1))"}, {"by": "identity", "says": "(= (const 2) (const 2))"},
        {"by": "implies", "says": "(implies (= (const 1) (const 1)) (= (const 2) (const 2)))", "assumed": [1], "from": [2]}], variables=""),
]  # fmt: skip


@pytest.mark.parametrize("data", GOOD)
def test_proofs_by_hand_are_accepted(data: Data) -> None:
    report = judge(data)
    assert report.accepted, report.reason


ONE = "(= (const 0) (const 1))"


def in_proportion(inner: str) -> str:
    """k times the sum to m is m times the sum to k: false of most sums."""
    sums = [f'(scale (size "{a}") (sum () () "i" 1 "{b}" {inner}))' for a, b in (("k", "m"), ("m", "k"))]
    return f"(= {' '.join(sums)})"


def over_ranges(*names: str) -> Data:
    """A proof that each j up to i is one number up to i, said for all of the names, the innermost first: true for j, then i, alone."""
    ranges = {"i": '"m"', "j": '"i"'}
    says = ['(= (sum () () "k" 1 "i" (delta "k" "j")) (const 1))']
    steps: list[Data] = [{"by": "identity", "says": says[0]}]
    for k, name in enumerate(names, 1):
        says.append(f'(forall ((index "{name}" 1 {ranges[name]})) {says[-1]})')
        steps.append({"by": "for-all", "name": name, "from": [k], "says": says[-1]})
    return {**by_hand(says[-1], steps), "indices": ranges}


M1, M2 = '(size (+ "m" -1))', '(size (+ "m" -2))'
OTHERS = '(sum () () "j" 1 (+ "m" -1) (hpow (add (const 1) (scale (const -1) (delta "i" "j"))) (const 2)))'
M, X2 = '(var (2) (2) "M")', '(var ("m") ("m") "X")'
RANKS = f'(blocks "i" "m" "j" 1 (order "i" {X}))'
ORDERS, RANGES = in_proportion(f'(order "i" {X})'), in_proportion('(sum () () "j" 1 "i" (const 1))')
FALSE: list[tuple[str, Data, str]] = [
    ("x >= 0 by its sign", by_hand(f"(>= {S} (const 0))", [{"by": "sign", "says": f"(>= {S} (const 0))"}]), "sign is not shown"),
    ("x^2 > 0 by its sign", by_hand(f"(> (hpow {S} (const 2)) (const 0))", [{"by": "sign", "says": f"(> (hpow {S} (const 2)) (const 0))"}]), "sign is not shown"),
    ("a negative multiplier", by_hand(f"(<= {S} (const 0))", [
        {"by": "hypothesis", "says": f"(>= {S} (const 0))"}, {"by": "combine", "says": f"(<= {S} (const 0))", "products": [["-1", [1]]]}], hypotheses=f"(>= {S} (const 0))"), "negative multiplier"),
    ("strict from weak", by_hand(f"(> {S} (const 0))", [
        {"by": "hypothesis", "says": f"(>= {S} (const 0))"}, {"by": "combine", "says": f"(> {S} (const 0))", "products": [["1", [1]]]}], hypotheses=f"(>= {S} (const 0))"), "strict premise"),
    ("strict with the multiplier 0", by_hand(f"(< {S} {S})", [
        {"by": "hypothesis", "says": f"(> {S} (const 0))"}, {"by": "combine", "says": f"(< {S} {S})", "products": [["0", [1]]]}], hypotheses=f"(> {S} (const 0))"), "strict premise"),
    ("a combination that is none", by_hand(f"(>= {S} (const 1))", [
        {"by": "hypothesis", "says": f"(>= {S} (const 0))"}, {"by": "combine", "says": f"(>= {S} (const 1))", "products": [["1", [1]]]}], hypotheses=f"(>= {S} (const 0))"), "not an identity"),
    ("nothing combined", by_hand(ONE, [{"by": "combine", "says": ONE}]), "nothing is combined"),
    ("a theorem without its premise", by_hand(f"(>= (scale {S} {SQUARE}) (const 0))", [
        {"by": "theorem", "id": "sum-of-squares", "sizes": {"n": '("m")'}, "with": {"x": X, "s": S}, "from": [], "says": f"(>= (scale {S} {SQUARE}) (const 0))"}],
        theorems={"sum-of-squares": BASE["sum-of-squares"]["hash"]}), "m"),
    ("a theorem of larger sizes", by_hand(f"(>= (scale (const 1) {SQUARE}) (const 0))", [
        {"by": "sign", "says": "(>= (const 1) (const 0))"},
        {"by": "theorem", "id": "sum-of-squares", "sizes": {"n": '("m")'}, "with": {"x": X, "s": "(const 1)"}, "from": [1], "says": f"(>= (scale (const 1) {SQUARE}) (const 0))"}],
        theorems={"sum-of-squares": BASE["sum-of-squares"]["hash"]}), "n may be less than 2"),
    ("a substitution of another shape", by_hand(f"(>= (scale (const 1) {SQUARE}) (const 0))", [
        {"by": "sign", "says": "(>= (const 1) (const 0))"},
        {"by": "theorem", "id": "sum-of-squares", "sizes": {"n": '(3)'}, "with": {"x": X, "s": "(const 1)"}, "from": [1], "says": f"(>= (scale (const 1) {SQUARE}) (const 0))"}],
        theorems={"sum-of-squares": BASE["sum-of-squares"]["hash"]}), "another shape"),
    ("w = w + 1", {**by_hand(ONE, [
        {"by": "theorem", "id": "successor", "sizes": {}, "with": {"a": '(var () () "w")'}, "from": [], "obtain": ["w"], "says": '(= (var () () "w") (add (var () () "w") (const 1)))'},
        {"by": "combine", "says": ONE, "cofactors": [["(const -1)", 1, None]]}], theorems={"successor": BASE["successor"]["hash"]}), "variables": {"w": "() ()"}}, "says something else"),
    ("for all of a variable of the problem", by_hand(f'(forall ((matrix "s" () ())) (>= {S} (const 0)))', [
        {"by": "hypothesis", "says": f"(>= {S} (const 0))"}, {"by": "for-all", "says": f'(forall ((matrix "s" () ())) (>= {S} (const 0)))', "name": "s", "from": [1]}],
        hypotheses=f"(>= {S} (const 0))"), "not arbitrary"),
    ("for all from an assumption", {**by_hand('(forall ((matrix "z" () ())) (>= (var () () "z") (const 0)))', [
        {"by": "assume", "says": '(>= (var () () "z") (const 0))'}, {"by": "for-all", "says": '(forall ((matrix "z" () ())) (>= (var () () "z") (const 0)))', "name": "z", "from": [1]}]),
        "variables": {"z": "() ()"}}, "speaks of the name"),
    ("one case of two", by_hand(f"(>= {S} (const 0))", [
        {"by": "hypothesis", "says": f"(or (>= {S} (const 0)) (< {S} (const 0)))"}, {"by": "assume", "says": f"(>= {S} (const 0))"},
        {"by": "cases", "says": f"(>= {S} (const 0))", "split": 1, "from": [[2, 2]]}], hypotheses=f"(or (>= {S} (const 0)) (< {S} (const 0)))"), "no such cases"),
    ("the same case twice", by_hand(f"(>= {S} (const 0))", [
        {"by": "hypothesis", "says": f"(or (>= {S} (const 0)) (< {S} (const 0)))"}, {"by": "assume", "says": f"(>= {S} (const 0))"},
        {"by": "cases", "says": f"(>= {S} (const 0))", "split": 1, "from": [[2, 2], [2, 2]]}], hypotheses=f"(or (>= {S} (const 0)) (< {S} (const 0)))"), "not the case"),
    ("an undefined middle", by_hand("(= (const 1) (const 1))", [
        {"by": "identity", "says": f"(= (scale (hpow {S} (const -1)) {S}) (const 1))"}, {"by": "identity", "says": "(= (const 1) (const 1))"}]), "not shown to be defined"),
    ("an entry out of range", by_hand(f'(= (entry (+ "m" 1) 1 {X}) (entry (+ "m" 1) 1 {X}))', [{"by": "identity", "says": f'(= (entry (+ "m" 1) 1 {X}) (entry (+ "m" 1) 1 {X}))'}]), "of range"),
    ("m >= 2 from the range of an index of one's own", {**by_hand(f"(= (entry 2 1 {X}) (entry 2 1 {X}))", [{"by": "identity", "says": f"(= (entry 2 1 {X}) (entry 2 1 {X}))"}]), "indices": {"i": '(+ "m" -1)'}}, "not shown to be defined"),
    ("m >= 2 as an index of one's own is one of m - 1 numbers", {**by_hand(f"(>= {M2} (const 0))", [
        {"by": "sign", "says": f"(>= {OTHERS} (const 0))"}, {"by": "identity", "says": f"(= {OTHERS} {M2})"}, {"by": "rewrite", "says": f"(>= {M2} (const 0))", "from": [1, 2]}]),
        "indices": {"i": '"m" -1'}}, "rests on an assumption"),
    ("m - 1 divided by itself, after a step in which an index of one's own shows that it is not zero", {**by_hand(f"(!= (det {M1}) (const 0))", [
        {"by": "sign", "says": f"(>= (hpow {M1} (const -2)) (const 0))"}, {"by": "identity", "says": f"(= (matmul {M1} (hpow {M1} (const -1))) (eye ()))"},
        {"by": "theorem", "id": "regular-product", "sizes": {"n": "()"}, "with": {"A": M1, "B": f"(hpow {M1} (const -1))"}, "from": [2], "says": f"(!= (det {M1}) (const 0))"}],
        theorems={"regular-product": BASE["regular-product"]["hash"]}), "indices": {"i": '"m" -1'}}, "rests on an assumption"),
    ("the square of an entry that may not be there", by_hand(f'(>= (hpow (entry "q" 1 {X}) (const 2)) (const 0))', [{"by": "sign", "says": f'(>= (hpow (entry "q" 1 {X}) (const 2)) (const 0))'}],
        sizes='"m" "q"', witness={"sizes": {"m": 2, "q": 1}, "indices": {}, "inputs": {"x": [["1"], ["2"]], "s": [["3"]]}}), "not shown to be defined"),
    ("the greatest of none", {**by_hand('(<= (maxover "i" 1 (+ "m" -1) (const 0)) (const 0))', [
        {"by": "hypothesis", "says": "(<= (const 0) (const 0))"}, {"by": "over", "says": "(<= (const 0) (const 0))", "name": "i", "binder": "maxover", "from": [1]}], hypotheses="(<= (const 0) (const 0))"),
        "indices": {"i": '(+ "m" -1)'}}, ""),
    ("the least of none", {**by_hand('(<= (minover "i" 1 (+ "m" -1) (const 0)) (const 0))', [
        {"by": "hypothesis", "says": "(<= (const 0) (const 0))"}, {"by": "over", "says": '(<= (minover "i" 1 (+ "m" -1) (const 0)) (const 0))', "name": "i", "binder": "minover", "from": [1]}], hypotheses="(<= (const 0) (const 0))"),
        "indices": {"i": '(+ "m" -1)'}}, ""),
    ("a sum to m - 2", by_hand('(= (sum () () "i" 1 (+ "m" -2) (const 1)) (size (+ "m" -2)))', [{"by": "identity", "says": '(= (sum () () "i" 1 (+ "m" -2) (const 1)) (size (+ "m" -2)))'}]), "k >= 0"),
    ("a square root of a square", by_hand(f"(= (hpow (hpow {S} (const 2)) (const 1/2)) {S})", [{"by": "identity", "says": f"(= (hpow (hpow {S} (const 2)) (const 1/2)) {S})"}]), "not shown to be equal"),
    ("a cube root where there is none", by_hand(f"(>= (hpow {S} (const 1/3)) (const 0))", [{"by": "sign", "says": f"(>= (hpow {S} (const 1/3)) (const 0))"}]), "not shown to be defined"),
    ("one entry for all", by_hand(f'(= (sum () () "j" 1 "m" (entry "j" 1 {X})) (const 0))', [
        {"by": "hypothesis", "says": f"(= (entry 1 1 {X}) (const 0))"}, {"by": "identity", "says": f'(= (sum () () "j" 1 "m" (entry "j" 1 {X})) (const 0))', "using": [1]}],
        hypotheses=f"(= (entry 1 1 {X}) (const 0))"), "not shown to be equal"),
    ("two entries that are equal for symmetry", by_hand(f"(= {M} (transpose {M}))", [
        {"by": "hypothesis", "says": f"(= (entry 1 2 {M}) (entry 2 1 {M}))"}, {"by": "identity", "says": f"(= {M} (transpose {M}))", "using": [1]}],
        hypotheses=f"(= (entry 1 2 {M}) (entry 2 1 {M}))", variables='("M" (2) (2))'), "not shown to be equal"),
    ("one index for all", {**by_hand(f'(= (trace {X2}) (const 0))', [
        {"by": "hypothesis", "says": f'(= (entry "i" "i" {X2}) (const 0))'}, {"by": "identity", "says": f"(= (trace {X2}) (const 0))", "using": [1]}]),
        "problem": f'(problem (sizes "m") (least) (relations) (variables ("X" ("m") ("m"))) (functions) (indices (index "i" 1 "m")) (hypotheses (= (entry "i" "i" {X2}) (const 0))) (goal (= (trace {X2}) (const 0))))'}, "not shown to be equal"),
    ("a function for different maps", by_hand(f"(= (map exp {S}) (map exp (scale (const 2) {S})))", [
        {"by": "identity", "says": f"(= (map exp {S}) (map exp (scale (const 2) {S})))", "functions": {"~f": ["t", "() ()", '(map exp (var () () "t"))']}}]), "not shown to be equal"),
    ("an atom with a bound name", by_hand(f'(= (sum () () "i" 1 "m" (entry "i" 1 {X})) (const 0))', [
        {"by": "identity", "says": f'(= (sum () () "i" 1 "m" (entry "i" 1 {X})) (const 0))', "atoms": [f'(entry "i" 1 {X})']}]), "not declared"),
    ("order statistics under sums of two lengths", by_hand(ORDERS, [{"by": "identity", "says": ORDERS}], sizes='"m" "k"', witness={"sizes": {"m": 2, "k": 2}, "indices": {}, "inputs": {"x": [["1"], ["2"]], "s": [["3"]]}}), "bound index"),
    ("ranges that depend on an index, under sums of two lengths", by_hand(RANGES, [{"by": "identity", "says": RANGES}], sizes='"m" "k"', witness={"sizes": {"m": 2, "k": 2}, "indices": {}, "inputs": {"x": [["1"], ["2"]], "s": [["3"]]}}), "a sum over 1..k"),
    ("infinity less infinity", by_hand("(= (add (real infinity) (scale (const -1) (real infinity))) (const 0))", [{"by": "identity", "says": "(= (add (real infinity) (scale (const -1) (real infinity))) (const 0))"}]), "no number"),
    ("an index that may be 0 is positive", {**by_hand('(> (size "i") (const 0))', [{"by": "sign", "says": '(> (size "i") (const 0))'}]), "problem": '(problem (sizes "m") (least) (relations) (variables) (functions) (indices (index "i" 0 "m")) (hypotheses) (goal (> (size "i") (const 0))))'}, "sign is not shown"),
    ("a size that may be 0 is positive", {**by_hand('(> (size "m") (const 0))', [{"by": "sign", "says": '(> (size "m") (const 0))'}]), "problem": '(problem (sizes "m") (least ("m" 0)) (relations) (variables) (functions) (indices) (hypotheses) (goal (> (size "m") (const 0))))'}, "sign is not shown"),
    ("the norm of one matrix for that of another", by_hand(f"(= (norm 2 (matmul {X2} {X2})) (const 1))", [
        {"by": "hypothesis", "says": f"(= (norm 2 (kron {X2} {X2})) (const 1))"}, {"by": "identity", "says": f"(= (norm 2 (matmul {X2} {X2})) (const 1))", "using": [1]}],
        hypotheses=f"(= (norm 2 (kron {X2} {X2})) (const 1))", variables='("X" ("m") ("m"))'), "not shown to be equal"),
    ("the norm of what is zero for symmetric matrices alone", by_hand(f"(= (norm 2 (add {X2} (scale (const -1) (transpose {X2})))) (const 0))", [
        {"by": "identity", "says": f"(= (norm 2 (add {X2} (scale (const -1) (transpose {X2})))) (const 0))"}], variables='("X" ("m") ("m"))'), "not shown to be equal"),
    ("norms inside a combination that differ", by_hand(f"(<= (norm 2 (matmul {X2} {X2})) (norm 2 (kron {X2} {X2})))", [
        {"by": "sign", "says": f"(>= (norm 2 (matmul {X2} {X2})) (const 0))"}, {"by": "combine", "says": f"(<= (norm 2 (matmul {X2} {X2})) (norm 2 (kron {X2} {X2})))", "products": [["1", [1]]]}],
        variables='("X" ("m") ("m"))'), "not an identity"),
    ("a size less five is not negative", by_hand('(>= (size (+ "m" -5)) (const 0))', [{"by": "sign", "says": '(>= (size (+ "m" -5)) (const 0))'}],
        witness={"sizes": {"m": 6}, "indices": {}, "inputs": {"x": [["1"]] * 6, "s": [["3"]]}}), "sign is not shown"),
    ("a root of a size less five is defined", by_hand('(>= (hpow (size (+ "m" -5)) (const 1/2)) (const 0))', [{"by": "sign", "says": '(>= (hpow (size (+ "m" -5)) (const 1/2)) (const 0))'}],
        witness={"sizes": {"m": 6}, "indices": {}, "inputs": {"x": [["1"]] * 6, "s": [["3"]]}}), "not shown to be defined"),
    ("an index that begins below 0", {**by_hand('(>= (size "i") (const 0))', [{"by": "sign", "says": '(>= (size "i") (const 0))'}]),
        "problem": '(problem (sizes "m") (least) (relations) (variables) (functions) (indices (index "i" -2 "m")) (hypotheses) (goal (>= (size "i") (const 0))))'}, "may be negative"),
    ("a sum over no index is positive", by_hand('(> (sum () () "i" 1 (+ "m" -1) (size "i")) (const 0))', [{"by": "sign", "says": '(> (sum () () "i" 1 (+ "m" -1) (size "i")) (const 0))'}],
        witness={"sizes": {"m": 2}, "indices": {}, "inputs": {"x": [["1"], ["2"]], "s": [["3"]]}}), "sign is not shown"),
    ("an empty row of a softmax sums to 1", {**by_hand(ONE, [{"by": "identity", "says": ONE}]), "problem": '(problem (sizes "m") (least ("m" 0)) (relations) (variables ("x" ("m") ())) (functions) (indices) (hypotheses) (goal (= (matmul (softmax (transpose (var ("m") () "x"))) (ones ("m") ())) (const 1))))',
        "steps": [{"by": "identity", "says": '(= (matmul (softmax (transpose (var ("m") () "x"))) (ones ("m") ())) (const 1))'}]}, "not shown to be equal"),
    ("a reserved name", by_hand('(= (var () () "#1") (var () () "#1"))', [{"by": "identity", "says": '(= (var () () "#1") (var () () "#1"))'}]), "reserved"),
    ("an unknown operator", by_hand(f"(= (magic {S}) (magic {S}))", [{"by": "identity", "says": f"(= (magic {S}) (magic {S}))"}]), "unknown operator"),
    ("half a dimension", by_hand('(= (trace (eye ((* 1/2 "m")))) (size (* 1/2 "m")))', [{"by": "identity", "says": '(= (trace (eye ((* 1/2 "m")))) (size (* 1/2 "m")))'}]), "no integer"),
    ("shapes of what has no value, and then its value", by_hand(f"(= (hpow {S} (const -1)) (hpow {S} (const -1)))", [
        {"by": "shape", "says": f"(shape (hpow {S} (const -1)) {S})"}, {"by": "identity", "says": f"(= (hpow {S} (const -1)) (hpow {S} (const -1)))"}]), "not shown to be defined"),
    ("a function that is not differentiable", grown('(map abs (var () () "z"))', premise='(>= (hpow (var () () "r") (const 2)) (const 0))'), "not shown to be defined"),
    ("a function that is not defined everywhere", grown('(map log (var () () "z"))', premise='(>= (hpow (var () () "r") (const 2)) (const 0))'), "not shown to be defined"),
    ("a premise about another function", grown('(scale (const -1) (var () () "z"))', premise='(>= (hpow (var () () "r") (const 2)) (const 0))'), "premise 1 is not the theorem's"),
    ("a function whose argument is a variable of the problem", grown(f"(map exp {S})", "s"), "the name of something else"),
    ("a function that binds names", grown('(sum () () "i" 1 "m" (scale (size "i") (var () () "z")))'), "binds names"),
    ("a theorem about a function without one", {**(one := grown('(map exp (var () () "z"))')), "steps": [*one["steps"][:2], {k: v for k, v in one["steps"][2].items() if k != "functions"}]}, "functions of the theorem"),
    ("a power with an exponent that may be negative", by_hand(f'(= (hpow {S} (size (+ "m" -3))) (hpow {S} (size (+ "m" -3))))', [{"by": "identity", "says": f'(= (hpow {S} (size (+ "m" -3))) (hpow {S} (size (+ "m" -3))))'}]), "not shown to be defined"),
    ("a power in a sum whose exponents may be negative", by_hand(f"(>= (hpow {POWERS} (const 2)) (const 0))", [{"by": "sign", "says": f"(>= (hpow {POWERS} (const 2)) (const 0))"}]), "not shown to be defined"),
    ("a conclusion that has no value where the premise holds", by_hand(f"(implies (<= {S} (const 1)) (>= (hpow {S} (const 1/2)) (const 0)))", [
        {"by": "assume", "says": f"(<= {S} (const 1))"}, {"by": "sign", "says": f"(>= (hpow {S} (const 1/2)) (const 0))"},
        {"by": "implies", "says": f"(implies (<= {S} (const 1)) (>= (hpow {S} (const 1/2)) (const 0)))", "assumed": [1], "from": [2]}]), "not shown to be defined"),
    ("a logarithm that has a value in a sum over what may be nothing", {**by_hand(LOGS, [{"by": "identity", "says": LOGS}]), "problem": f'(problem (sizes "m") (least ("m" 0)) (relations) (variables) (functions) (indices) (hypotheses) (goal {LOGS}))',
        "witness": {"sizes": {"m": 2}, "indices": {}, "inputs": {}}}, "not shown to be defined"),
    ("the largest of nothing", by_hand(f'(>= (maxover "i" 1 (+ "m" -1) (hpow {S} (const 2))) (const 0))', [{"by": "sign", "says": f'(>= (maxover "i" 1 (+ "m" -1) (hpow {S} (const 2))) (const 0))'}]), "not shown to be defined"),
    ("an index up to another one, said of all the others", over_ranges("i", "j", "i"), "the range of another index"),
    ("an index up to an unknown number", {**over_ranges("j", "i"), "indices": {"i": '"q"', "j": '"i"'}}, "a range of an unknown name"),
    ("an index up to itself", {**over_ranges("j", "i"), "indices": {"i": '"i"', "j": '"i"'}}, "a range of an unknown name"),
    ("a disjunction without what is known", by_hand(f"(or (<= {S} (const 1)) (>= {S} (const 2)))", [
        {"by": "hypothesis", "says": f"(>= {S} (const 1))"}, {"by": "weaken", "says": f"(or (<= {S} (const 1)) (>= {S} (const 2)))", "from": [1]}], hypotheses=f"(>= {S} (const 1))"), "no part of it"),
    ("a part of a disjunction", by_hand(f"(>= {S} (const 2))", [
        {"by": "hypothesis", "says": f"(or (<= {S} (const 1)) (>= {S} (const 2)))"}, {"by": "weaken", "says": f"(>= {S} (const 2))", "from": [1]}],
        hypotheses=f"(or (<= {S} (const 1)) (>= {S} (const 2)))"), "no part of it"),
    ("a disjunction with what may have no value", by_hand(f"(or (>= {S} (const 1)) (>= (hpow {S} (const -1)) (const 1)))", [
        {"by": "hypothesis", "says": f"(>= {S} (const 1))"}, {"by": "weaken", "says": f"(or (>= {S} (const 1)) (>= (hpow {S} (const -1)) (const 1)))", "from": [1]}],
        hypotheses=f"(>= {S} (const 1))"), "not shown to be defined"),
    ("another member of a family", by_hand(f'(= (entry "m" 1 {RANKS}) (order 1 {X}))', [{"by": "identity", "says": f'(= (entry "m" 1 {RANKS}) (order 1 {X}))'}]), "not shown to be equal"),
    ("no member of a family", by_hand(f'(= (entry (+ "m" 1) 1 {RANKS}) (order (+ "m" 1) {X}))', [
        {"by": "identity", "says": f'(= (entry (+ "m" 1) 1 {RANKS}) (order (+ "m" 1) {X}))'}]), "out of range"),
    ("other shapes", by_hand(f"(shape {X} (transpose {X}))", [{"by": "shape", "says": f"(shape {X} (transpose {X}))"}]), "shapes differ"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "data", "reason"), FALSE, ids=[f[0] for f in FALSE])
def test_false_claims_are_rejected_for_their_reason(what: str, data: Data, reason: str) -> None:
    report = judge(data)
    assert not report.accepted, what
    assert reason in report.reason


def test_at_least_forty_ways() -> None:
    assert len(TAMPERED) + len(FALSE) >= 40


def test_an_index_up_to_another_one() -> None:
    assert judge(over_ranges("j", "i")).accepted


def test_numbers_are_written_out() -> None:
    assert verify.numeral("-12/5") == verify.Fraction(-12, 5)
    for text in ("1e3000000", "9" * 5000, "1_000", "inf"):
        with pytest.raises(verify.Rejected):
            verify.numeral(text)
