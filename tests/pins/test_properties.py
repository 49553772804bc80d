"""A verdict depends on what a claim says: not on the order of sides and premises, on names, or on a transpose of both sides."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from proofs.api import ad_hoc_claim
from proofs.reading.paper import Claim, Settings
from tests.pins.judging import Judge
from tests.pins.pin import read_pins
from tests.pins.properties import SAMPLE, reworded, sample, violations
from tests.pins.rewording import KINDS, mirrored, renamed, reordered, rewordings, starred, transposed

CLAIMS = sample(read_pins())


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    with Judge(telling=False) as one:
        yield one


@pytest.mark.parametrize("pin", CLAIMS, ids=lambda pin: pin.id)
def test_the_verdict_is_that_of_every_other_wording(judge: Judge, pin) -> None:
    assert [f"{kind}: {old} -> {new}: {c.statement}" for _, kind, old, new, c in violations(judge, [pin])] == []


def test_the_sample_has_enough_of_every_kind() -> None:
    assert len(CLAIMS) == len(SAMPLE.read_text(encoding="utf-8").split()) == 150
    found = [kind for pin in CLAIMS for kind, _ in reworded(pin)]
    assert {kind: found.count(kind) >= 20 for kind in KINDS} == dict.fromkeys(KINDS, True)


def claim(
    text: str, given: str = r"A, B \in \mathbb{R}^{m \times n}, \quad x, y \in \mathbb{R}^n, \quad n \ge 2"
) -> Claim:
    return ad_hoc_claim(text, given, Settings())


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        (r"\|A x\|_2 \le \|A\|_2 \|x\|_2", r"\|A\|_2 \|x\|_2 \ge \|A x\|_2"),
        (r"x = 0 \implies A x = 0", r"x = 0 \implies 0 = A x"),
        (r"A x = 0, \quad A y = 0", None),
        (r"\langle x, y \rangle > 0", r"0 < \langle x, y \rangle"),
        (r"A = B = A", None),
        (r"A = B \iff B = A", None),
        (r"n = O(n^2)", None),
    ],
)
def test_mirror_images(text: str, turned: str | None) -> None:
    found = mirrored(claim(text))
    assert (found and " ".join(found.statement.split())) == turned


def test_names_are_exchanged_as_letters_of_formulas_alone() -> None:
    other = renamed(claim(r"\operatorname{max}(x) = x_1 \text{ for } x = \mathbf{x}"))
    assert other is not None
    letter = other.statement[len(r"\operatorname{max}(")]
    assert letter not in r"ABmnxy"
    assert (
        other.statement == rf"\operatorname{{max}}({letter}) = {letter}_1 \text{{ for }} {letter} = \mathbf{{{letter}}}"
    )
    star = starred(claim(r"x^\top y = 0", r"x, y \in \mathbb{R}^n"))
    assert star is not None
    assert star.statement.split() == r"x^\top w^\star = 0".split()


def test_premises_change_places_and_declarations_do_not() -> None:
    given = r"n \ge 2, \quad x \in \mathbb{R}^n, \quad \|x\|_2 = 1"
    other = reordered(claim("x = x", given))
    assert other is not None
    assert other.given_text == r"\|x\|_2 = 1, \quad x \in \mathbb{R}^n, \quad n \ge 2"
    turned = reordered(claim(r"x \ge 0 \land y \ge 0 \implies x^\top y \ge 0", r"x, y \in \mathbb{R}^n"))
    assert turned is not None
    assert turned.statement == r"y \ge 0 \land x \ge 0 \implies x^\top y \ge 0"
    assert reordered(claim("x = x", r"0 < a, b < 1, \quad x \in \mathbb{R}^n")) is None


def test_equations_of_matrices_are_transposed_and_no_others() -> None:
    other = transposed(claim("A = B"))
    assert other is not None
    assert other.statement.strip() == r"\left(A\right)^\top = \left(B\right)^\top"
    assert transposed(claim(r"\|A\|_2 = \|B\|_2")) is None
    assert transposed(claim(r"\frac{\partial A x}{\partial x} = A")) is None


def test_a_verdict_that_depends_on_the_wording_is_told(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.pins.rewording.mirrored", lambda one: claim(r"\|A\|_F \le \|A\|_2") if one else None)
    pin = next(p for p in CLAIMS if p.found["verdict"] == "holds")
    assert ("mirror", "holds", "refuted") in [(kind, old, new) for _, kind, old, new, _ in violations(judge, [pin])]
    assert len(list(rewordings(pin.claim))) >= 1
