"""The fixed fifth of the pins that no other test judges, and what tells whether two results differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from proofs.auditing.workers import Outcome
from proofs.reading.paper import Flaw
from tests.pins.judging import Judge, differences, found_of_outcome, table
from tests.pins.pin import FOUND, PARTS, Pin, in_gate, named, of_papers, pin_of, read_pins

PINS = read_pins()
FIFTH = in_gate(PINS)
CHUNK = 10
CLAIM = {"given": r"A \in \mathbb{R}^{m \times n}", "claim": r"\|A\|_2 \le \|A\|_F"}


UNTOLD = tuple(key for key in FOUND if key != "repair")
"""What is compared: repairs take a fifth of the time, and `make pins` looks for them."""


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    with Judge(telling=False) as one:
        yield one


@pytest.mark.parametrize("start", range(0, len(FIFTH), CHUNK))
def test_the_fifth_is_found_as_it_was_pinned(judge: Judge, start: int) -> None:
    pins = FIFTH[start : start + CHUNK]
    told = [one for pin, new in zip(pins, judge.found(pins), strict=True) for one in differences(pin, new, UNTOLD)]
    assert not told, f"see tests/pins/README.md\n{table(told)}"


def test_every_claim_of_the_shipped_papers_is_pinned() -> None:
    assert {pin.id for pin in PINS if not pin.stated} == set(of_papers())


def test_lines_are_whole() -> None:
    assert len({pin.id for pin in PINS}) == len(PINS)
    assert all(pin_of(pin.line) == pin for pin in PINS)
    assert all(pin.id == named(pin.group, pin.stated) for pin in PINS if pin.stated)
    assert all(pin.found.get("verdict") for pin in PINS)


def test_the_gate_judges_about_a_fifth_of_what_no_test_judges() -> None:
    alone = [pin for pin in PINS if not pin.judged]
    assert len(alone) / PARTS * 0.8 < len(FIFTH) < len(alone) / PARTS * 1.2


def test_a_claim_that_is_pinned_wrongly_is_told(judge: Judge) -> None:
    true = Pin(named("made", CLAIM), CLAIM, {"verdict": "refuted", "strength": "certified"})
    false = {**CLAIM, "claim": r"\|A\|_F \le \|A\|_2"}
    pins = [true, Pin(named("made", false), false, {"verdict": "holds", "strength": "proved"})]
    found = judge.found(pins)
    assert [one["verdict"] for one in found] == ["holds", "refuted"]
    assert [[str(d) for d in differences(p, f)] for p, f in zip(pins, found, strict=True)] == [
        [f"verdict changed  {pins[0].id}:  refuted -> holds"],
        [f"verdict changed  {pins[1].id}:  holds -> refuted"],
    ]


def test_a_verdict_is_lost_where_nothing_is_said_any_more() -> None:
    pin = Pin(
        named("made", CLAIM),
        CLAIM,
        {"verdict": "holds", "strength": "proved", "understood": "a", "readings": {"b": "holds"}},
    )
    kinds = {
        "verdict lost": {"verdict": "undecided"},
        "verdict changed": {"verdict": "vacuous"},
        "strength": {**pin.found, "strength": "exact"},
        "domain": {**pin.found, "domain": "x > 0"},
        "reading": {**pin.found, "readings": {"b": "refuted"}},
        "repair": {**pin.found, "hypothesis": "n = 1"},
    }
    assert {kind: [one.kind for one in differences(pin, new)] for kind, new in kinds.items()} == {k: [k] for k in kinds}
    assert differences(pin, {**pin.found, "repair": None}) == []
    counted = table(one for new in kinds.values() for one in differences(pin, new))
    assert counted.endswith("differences: 1 verdict lost, 1 verdict changed, 1 strength, 1 domain, 1 reading, 1 repair")


def test_texts_that_are_refused_and_processes_that_die_are_found() -> None:
    assert found_of_outcome(Outcome(flaws=(Flaw("given", 1, 1, "no"),)))["verdict"] == "refused"
    assert found_of_outcome(Outcome(failure="timeout: not done after 1 s"))["verdict"] == "failed"


def test_a_claim_that_a_paper_no_longer_has_is_told(judge: Judge) -> None:
    pin = replace(next(p for p in PINS if not p.stated), id="textbook:no such claim")
    assert judge.found([pin])[0]["verdict"] == "gone"
