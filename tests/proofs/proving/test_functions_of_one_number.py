"""Inequalities between functions of one number: true ones have proof objects, false neighbors do not; steps that say too much are rejected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proofs import verify
from tests.judged import judged
from tests.proofs.proving.test_tampered_proofs import by_hand

ROWS = [
    line.split("\t")
    for line in Path(__file__).with_name("one_number.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("given", "claim"), [row[:2] for row in ROWS if row[1]])
def test_true_ones_are_proved(given: str, claim: str, tmp_path: Path) -> None:
    result = judged(claim, given, tmp_path)
    assert (result.verdict, result.strength) in (("holds", "proved"), ("holds", "cited"))


@pytest.mark.parametrize(("given", "claim"), [(row[0], row[2]) for row in ROWS if row[2]])
def test_false_ones_are_refuted(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict in ("refuted", "needs-hypothesis")


X = r"x \in \mathbb{R}"
# What no certificate shows (equality at numbers that are not rational) must at least not be proved.
OPEN = [
    (X, r"x e^{-x} < \frac{1}{e}"),
    (X, r"x \log x > -\frac{1}{e}"),
    (r"x \in \mathbb{R}, 0 < x < 1", r"-x \log x - (1 - x) \log(1 - x) < \log 2"),
    (X, r"\log x < \frac{x}{e}"),
    (r"x, y \in \mathbb{R}", r"e^x \le 1 + y"),
]


@pytest.mark.parametrize(("given", "claim"), OPEN)
def test_strict_ones_with_equality_inside_are_not_proved(given: str, claim: str, tmp_path: Path) -> None:
    assert judged(claim, given, tmp_path).verdict != "holds"


# The steps


Z, ZERO = '(var () () "z")', "(const 0)"
EXP = f"(map exp {Z})"
DOUBLE = f"(scale (const 2) {EXP})"


def said(*steps: dict[str, Any]) -> verify.Node:
    """What the last of some steps says, about a number z of the proof's own."""
    verify.begin()
    data = by_hand("(= (const 1) (const 1))", [], variables='("s" () ())', sizes="")
    proof = verify.Proof({**data, "variables": {"z": "() ()"}}, {})
    for step in steps:
        proof.take(step)
    return proof.known[-1][0]


def assume(op: str, end: str) -> dict[str, Any]:
    return {"by": "assume", "says": f"({op} {Z} (const {end}))"}


def slope(of: str, op: str, premise: int) -> dict[str, Any]:
    """That a derivative has a sign, by a step about the derivative as it is."""
    return {"by": "combine", "says": f'({op} (grad "z" {of} {Z}) {ZERO})', "products": [["1", [premise]]]}


def grows(of: str, at: str, steps: list[int], op: str = ">=") -> dict[str, Any]:
    return {"by": "slope", "says": f"({op} {of} {of.replace(Z, f'(const {at})')})", "name": "z", "from": steps}


POSITIVE = {"by": "sign", "says": f"(> {EXP} {ZERO})"}


def test_a_function_with_a_positive_slope_grows() -> None:
    assert said(assume(">=", "0"), POSITIVE, slope(EXP, ">=", 2), grows(EXP, "0", [1, 3])).op == ">="
    strict = [assume(">=", "0"), assume(">", "0"), POSITIVE, slope(EXP, ">=", 3), slope(EXP, ">", 3)]
    assert said(*strict, grows(EXP, "0", [2, 4, 5], ">")).op == ">"


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([assume(">=", "0"), POSITIVE, slope(EXP, ">=", 2), grows(EXP, "1", [1, 3])], "not the values"),
        ([assume("<=", "0"), POSITIVE, slope(EXP, ">=", 2), grows(EXP, "0", [1, 3])], "not the sign of the derivative"),
        ([assume(">=", "0"), POSITIVE, slope(EXP, ">=", 2), grows(EXP, "0", [1, 3], ">")], "not the values"),
        ([assume(">", "0"), POSITIVE, slope(EXP, ">=", 2), slope(EXP, ">", 2), grows(EXP, "0", [1, 3, 4, 4], ">")], "too many steps"),
        ([assume(">=", "0"), POSITIVE, slope(EXP, ">=", 2), slope(EXP, ">", 2), grows(EXP, "0", [1, 3, 4], ">")], "strict relation at c"),
        ([assume(">=", "0"), POSITIVE, {**slope(DOUBLE, ">=", 2), "products": [["2", [2]]]}, grows(EXP, "0", [1, 3])], "not the sign of the derivative"),
    ],
)
def test_what_does_not_follow_from_a_slope_is_rejected(steps: list[dict[str, Any]], reason: str) -> None:
    with pytest.raises(verify.Rejected, match=reason):
        said(*steps)


SQUARE = f"(hpow {Z} (const 2))"
RISING = {"by": "combine", "says": f'(>= (grad "z" {SQUARE} {Z}) {ZERO})', "products": [["2", [2]]]}


@pytest.mark.parametrize(
    ("supposed", "at", "reason"),
    [
        (assume(">=", "0"), "-1", "no sign at c"),  # z^2 is not above 1 where z >= -1, though it grows where z >= 0
        (assume(">", "0"), "0", "no sign at c"),  # at zero nothing is said of the slope
        ({"by": "assume", "says": f"(>= (scale (const 1) {Z}) {ZERO})"}, "-1", "no bound of the variable"),
    ],
)
def test_the_slope_has_a_sign_from_the_start_on(supposed: dict[str, Any], at: str, reason: str) -> None:
    known = {"by": "combine", "says": f"(>= {Z} {ZERO})", "products": [["1", [1]]]}
    rising = {**RISING, "products": [["2", [2]]]}
    with pytest.raises(verify.Rejected, match=reason):
        said(supposed, known, rising, assume(">=", at), grows(SQUARE, at, [4, 3]))


def test_a_square_grows_from_zero_on() -> None:
    said(assume(">=", "0"), {**RISING, "products": [["2", [1]]]}, grows(SQUARE, "0", [1, 2]))


def enclosed(says: str, cuts: list[str], steps: list[int] | None = None) -> dict[str, Any]:
    return {"by": "enclosure", "says": says, "name": "z", "cuts": cuts, "from": steps or [1, 2]}


BELOW = f"(< (add {EXP} (scale (const -1) {Z})) (const 9/5))"


def test_balls_enclose_a_function_on_pieces() -> None:
    said(assume(">=", "0"), assume("<=", "1"), enclosed(BELOW, ["1/2", "3/4", "7/8", "15/16"]))
    said({"by": "enclosure", "says": "(> (map log (const 2)) (const 69/100))"})


@pytest.mark.parametrize(
    "step",
    [
        enclosed(BELOW, []),  # one piece is too coarse
        enclosed(BELOW.replace("9/5", "17/10"), ["1/2", "3/4", "7/8", "15/16", "31/32"]),  # false at the end
        enclosed(BELOW, ["2"]),  # a cut outside
        enclosed(BELOW, ["-1"]),
        enclosed(BELOW, ["1/2", "3/4", "7/8", "15/16"], [2, 1]),  # the bounds exchanged
        enclosed(f"(>= {EXP} (const 1))", ["1/2"]),  # equality at the end
        enclosed(f"(<= {EXP} (add (const 2) (var () () \"s\")))", ["1/2"]),  # another number
        enclosed(f"(> (map abs (add {Z} (const -1/2))) (const -1))", ["1/2"], [1]),  # one bound is missing
        {"by": "enclosure", "says": "(> (map log (const 2)) (const 7/10))"},
        {"by": "enclosure", "says": f"(> {EXP} {ZERO})"},
    ],
)
def test_what_balls_do_not_show_is_rejected(step: dict[str, Any]) -> None:
    with pytest.raises((verify.Rejected, ValueError)):
        said(assume(">=", "0"), assume("<=", "1"), step)


def test_an_instance_leaves_out_what_is_known() -> None:
    """Of ``z >= 0 => z + 1 > 0`` for all z, at 2 with ``2 >= 0``: the conclusion, and from no other premise."""
    one, two = f"(> (add {Z} (const 1)) {ZERO})", "(> (add (const 2) (const 1)) (const 0))"
    steps = [
        assume(">=", "0"), {"by": "combine", "says": one, "products": [["1", [1]], ["1", []]]},
        {"by": "implies", "says": f"(implies (>= {Z} {ZERO}) {one})", "assumed": [1], "from": [2]},
        {"by": "for-all", "says": f'(forall ((matrix "z" () ())) (implies (>= {Z} {ZERO}) {one}))', "name": "z", "from": [3]},
    ]  # fmt: skip
    premise = {"by": "sign", "says": "(>= (const 2) (const 0))"}
    other = {"by": "sign", "says": "(>= (const 3) (const 0))"}
    found = {"by": "instance", "says": two, "with": "(const 2)", "from": [4, 5]}
    assert said(*steps, premise, found).op == ">"
    with pytest.raises(verify.Rejected, match="premises"):
        said(*steps, other, found)
    with pytest.raises(verify.Rejected, match="not that instance"):
        said(*steps, premise, {**found, "from": [4]})
