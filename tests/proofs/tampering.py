"""Tampered certificates with the reason for which each must be rejected: a seeded stream of them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from test_recheck import GOOD, SIMPLEX, Found, make, q

from derive import build as b
from derive.certificate import digest
from derive.core import Rel
from derive.fraction import Fraction

Data = dict[str, Any]


@dataclass(frozen=True)
class Tampered:
    """A file's text, what was done to it, and the words one of which must be in the reason."""

    how: str
    text: str
    reasons: tuple[str, ...]


def sealed(data: Data) -> str:
    """The text of a certificate with a hash that fits."""
    return json.dumps({**data, "hash": digest(data)})


def bases() -> dict[str, Data]:
    """Sound certificates of all kinds, with hypotheses, at several inputs."""
    found = {name: make(*GOOD[name]) for name in GOOD}
    norm = Rel("<=", b.trace(b.matmul(GOOD_P, b.transpose(GOOD_P))), q("1/2"))
    for k in range(1, 8):
        p = [[Fraction(k, 20)], [Fraction(20 - k, 20)]]
        value = str(p[0][0] ** 2 + p[1][0] ** 2)
        found[f"simplex-{k}"] = make(norm, Found(value, "1/2"), *SIMPLEX, p=p)
    return found


GOOD_P = b.var("p", next(e.shape for e in (GOOD["order"][0].lhs.args[0],)))


def _sides(data: Data, rng: random.Random) -> Iterator[tuple[str, Data, tuple[str, ...]]]:
    for side, word in (("lhs", "recorded left side"), ("rhs", "recorded right side")):
        value = data[side]
        if isinstance(value, str) and "x" not in value and value != "infinity":
            moved = str(Fraction(value) + Fraction(rng.choice([-1, 1]), 10 ** rng.randint(1, 40)))
            yield f"{side} moved", {**data, side: moved}, (word,)
        elif isinstance(value, dict):
            width = Fraction(value["high"]) - Fraction(value["low"])
            shifted = {k: str(Fraction(v) + 2 * width) for k, v in value.items()}
            yield f"{side} shifted", {**data, side: shifted}, (word,)
            yield f"{side} empty", {**data, side: {"low": value["high"], "high": value["low"]}}, ("empty",)
            yield f"{side} widened", {**data, side: {"low": "-1000", "high": "1000"}}, ("too wide",)
        if isinstance(value, str) and " x " in value:
            yield f"{side} shape", {**data, side: "9 x 9"}, (word,)


def _inputs(data: Data, rng: random.Random) -> Iterator[tuple[str, Data, tuple[str, ...]]]:
    wrong = ("recorded", "no violation", "not defined", "hypothesis", "fails")
    goal = data["problem"] if "%" in data["problem"] else data["problem"].split("(goal")[1]
    name = next(n for n in data["inputs"] if f'"{n}"' in goal)
    rows = [list(row) for row in data["inputs"][name]]
    decided = not any(op in data["problem"] for op in ("(rank", "(order", "(shape"))  # need not change
    if decided and isinstance(data["lhs"], str) and data["lhs"] != "infinity" and data["entry"] is None:
        rows[0][0] = str(Fraction(rows[0][0]) + Fraction(rng.randint(1, 9), 1000))
        yield "value", {**data, "inputs": {**data["inputs"], name: rows}}, wrong
    yield "input gone", {**data, "inputs": {n: v for n, v in data["inputs"].items() if n != name}}, ("no value",)
    flat = {**data["inputs"], name: [sum(rows, [])]}
    yield "input reshaped", {**data, "inputs": flat}, ("declared",)


def _structure(data: Data, rng: random.Random) -> Iterator[tuple[str, Data, tuple[str, ...]]]:
    yield "size zero", {**data, "sizes": {**data["sizes"], "n": 0}}, ("sizes: ",)
    yield "sizes exchanged", {**data, "sizes": {"n": 3, "d": 2}}, ("declared",)
    yield "size gone", {**data, "sizes": {"d": 3}}, ("no value",)
    yield "schema", {**data, "schema": rng.randint(2, 99)}, ("unknown schema",)
    yield "kind", {**data, "kind": "claim-fails"}, ("the kind",)
    yield "entry", {**data, "entry": [rng.randint(20, 99), 1]}, ("recorded entry",)
    yield (
        "problem cut",
        {**data, "problem": data["problem"][: -rng.randint(1, 20)]},
        ("malformed", "unbalanced", "truncated"),
    )
    gone = rng.choice(["lhs", "sizes", "problem"])
    yield "field gone", {k: v for k, v in data.items() if k != gone}, ("truncated",)
    yield "operator", {**data, "problem": data["problem"].replace("(goal (", "(goal (x")}, ("cannot be rechecked",)


def _broken_hypothesis(data: Data, rng: random.Random) -> Iterator[tuple[str, Data, tuple[str, ...]]]:
    if "(hypotheses (" not in data["problem"]:
        return
    tiny = Fraction(rng.choice([-1, 1]), 10 ** rng.randint(12, 60))
    p = data["inputs"]["p"]
    moved = [[str(Fraction(p[0][0]) + tiny)], p[1]]
    yield "hypothesis broken", {**data, "inputs": {**data["inputs"], "p": moved}}, ("hypothesis 2 fails",)
    p = [[str(-abs(tiny))], [str(1 + abs(tiny))]]
    yield "sign broken", {**data, "inputs": {**data["inputs"], "p": p}}, ("hypothesis 1 fails",)


def _texts(data: Data, rng: random.Random) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    text = sealed(data)
    yield "cut", text[: rng.randrange(1, len(text) - 1)], ("truncated",)
    yield "hash", json.dumps({**data, "hash": f"{rng.getrandbits(256):064x}"}), ("hash does not match",)
    key = rng.choice(["claim", "claim_id", "gap", "lhs", "problem"])
    yield "edited", json.dumps({**data, key: f"{data[key]} "}), ("hash does not match",)


def tampered(seed: int, rounds: int) -> Iterator[Tampered]:
    """Each round tampers with every base in every way, with other numbers."""
    rng = random.Random(seed)
    sound = bases()
    ways: tuple[Callable[..., Any], ...] = (_sides, _inputs, _structure, _broken_hypothesis)
    for _ in range(rounds):
        for name, data in sound.items():
            for way in ways:
                for how, changed, reasons in way(data, rng):
                    yield Tampered(f"{name}: {how}", sealed(changed), reasons)
            for how, text, reasons in _texts(data, rng):
                yield Tampered(f"{name}: {how}", text, reasons)
            yield from _swapped(name, data, sound, rng)


def _swapped(name: str, data: Data, sound: dict[str, Data], rng: random.Random) -> Iterator[Tampered]:
    """The problem of another claim under this one's numbers."""
    other = rng.choice(sorted(sound))
    keys = ("lhs", "rhs", "entry", "kind")
    if all(data[k] == sound[other][k] for k in keys) or {name[:7], other[:7]} == {"simplex"}:
        return
    reasons = ("recorded", "the kind", "no violation", "fails", "not defined", "declared")
    yield Tampered(f"{name}: claim of {other}", sealed({**data, "problem": sound[other]["problem"]}), reasons)
