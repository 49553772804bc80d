"""Bounds get proof objects by the calculus of norms and by combinations of what is given; their false neighbors get none."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from proofs import verify
from proofs.proving.objects import Found, digest
from tests.proofs.proving.test_proofs_of_equations import object_of

SHAPES = (
    r"A, C \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, D \in \mathbb{R}^{p \times q}, x, y \in \mathbb{R}^n, "
    r"a, b, c \in \mathbb{R}"
)

NORMS = [
    (r"\|A B D\|_2 \le \|A\|_2 \|B\|_2 \|D\|_2", r"\|A B D\|_2 \le \|A\|_2 \|B\|_2"),
    (r"\|A B\|_F \le \|A\|_F \|B\|_F", r"\|A B\|_F \le \|A\|_2 \|B\|_2"),
    (r"\|A B\|_* \le \|A\|_F \|B\|_F", r"\|A B\|_* \le \|A\|_F \|B\|_2"),
    (r"\|A - C\|_2 \le \|A\|_2 + \|C\|_2", r"\|A - C\|_2 \le \|A\|_2 - \|C\|_2"),
    (r"\|2 A + c C\|_F \le 2 \|A\|_F + |c| \|C\|_F", r"\|2 A + c C\|_F \le 2 \|A\|_F + c \|C\|_F"),
    (r"\|A^\top A\|_2 \le \|A\|_2^2", r"\|A^\top A\|_2 \le \|A\|_2"),
    (r"\|A \otimes B\|_2 \le \|A\|_2 \|B\|_F", r"\|A \otimes B\|_F \le \|A\|_2 \|B\|_F"),
    (r"\|A\|_2 \le \sqrt{m n} \|A\|_{\max}", r"\|A\|_2 \le \sqrt{m} \|A\|_{\max}"),
    (r"\|A x - A y\|_2 \le \|A\|_2 (\|x\|_2 + \|y\|_2)", r"\|A x - A y\|_2 \le \|A\|_2 \|x\|_2"),
    (r"\|A + C\|_2^2 \le (\|A\|_2 + \|C\|_2)^2", r"\|A + C\|_2^2 \le \|A\|_2^2 + \|C\|_2^2"),
    (r"x^\top y \le \frac{1}{2} (\|x\|_2^2 + \|y\|_2^2)", r"x^\top y \le \frac{1}{4} (\|x\|_2^2 + \|y\|_2^2)"),
]
NUMBERS = [
    (r"2 a b \le a^2 + b^2", r"2 a b \le a^2", ""),
    (r"a b + b c + c a \le a^2 + b^2 + c^2", r"a b + b c + c a < a^2 + b^2 + c^2", ""),
    (r"a (1 - a) \le \frac{1}{4}", r"a (1 - a) \le \frac{1}{5}", ""),
    (r"a^4 + 1 \ge 2 a^2", r"a^4 + 1 > 2 a^2", ""),
    (r"a < b + 1", r"a < b - 1", ", a < b"),
    (r"a^2 \le b^2", r"a \le b^2", r", 0 \le a, a \le b"),
    (r"a b \le 1", r"a b < 1", r", 0 \le a, 0 \le b, a \le 1, b \le 1"),
    (r"\|A B\|_F \le c^2", r"\|A B\|_F \le c", r", \|A\|_F = c, \|B\|_F \le c, c > 0"),
    (r"a \ge 0 \land b \ge a \implies a b \ge a^2", r"b \ge a \implies a b \ge a^2", ""),
]  # fmt: skip


MATCHED = [
    (r"\max_i (2 x_i + 3 y_i) \le 2 \max_i x_i + 3 \max_i y_i", r"\max_i (2 x_i + 3 y_i) \ge 2 \max_i x_i + 3 \max_i y_i", ""),
    (r"\min_i (x_i + y_i) \ge \min_i x_i + \min_i y_i", r"\min_i (x_i + y_i) \le \min_i x_i + \min_i y_i", ""),
    (r"\max_i x_i \le \|x\|_2", r"\max_i x_i \le \frac{1}{2} \|x\|_2", ""),
    (r"|\operatorname{tr}(P Q)| \le \|P\|_2 \|Q\|_*", r"|\operatorname{tr}(P Q)| \le \|P\|_2 \|Q\|_2", ""),
    (r"|P_{ij}| \le \sqrt{P_{ii} P_{jj}}", r"|P_{ij}| \le \frac{1}{2} \sqrt{P_{ii} P_{jj}}", r", P \succeq 0"),
    (r"x_{(1)} (1 - x_{(1)} + x_{(2)}) \le \frac{1}{2}", r"x_{(1)} (1 - x_{(1)} + x_{(2)}) \le \frac{1}{3}",
     r", x_{(1)} \ge \dots \ge x_{(n)}, n \ge 2, x \ge 0, \mathbf{1}^\top x = 1"),
]  # fmt: skip
"""Bounds by instances that the matcher of the norm rules finds."""


SEMIDEFINITE = [
    (r"G^\top G \succeq 0", r"G^\top G \succ 0", ""),
    (r"S^\top (P + Q) S \succeq 0", r"S^\top (P - Q) S \succeq 0", r", P \succeq 0, Q \succeq 0"),
    (r"G^\top G + c I \succ 0", r"G^\top G - c I \succ 0", r", c > 0"),
    (r"P \odot (Q + I) \succeq 0", r"P \odot Q \succ 0", r", P \succeq 0, Q \succeq 0"),
    (r"x^\top (P + Q) x \ge 0", r"x^\top (P + Q) x > 0", r", P \succeq 0, Q \succ 0"),
    (r"\operatorname{tr}(P + Q) \ge 0", r"\operatorname{tr}(P - Q) \ge 0", r", P \succeq 0, Q \succeq 0"),
    (r"P - Q \succeq 0", r"Q - P \succeq 0", r", P \succeq Q"),
]  # fmt: skip
SQUARE = r"P, Q, S \in \mathbb{R}^{n \times n}, G \in \mathbb{R}^{m \times n}, x, y \in \mathbb{R}^n, c \in \mathbb{R}"


MATRICES = (
    r"A, C \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, D \in \mathbb{R}^{p \times q}, N \in \mathbb{R}^{n \times n}, "
    r"F_1, \dots, F_k \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n, y \in \mathbb{R}^k, R, c \in \mathbb{R}"
)
CUT = [
    (r"\|A B D\|_2 \le \|A\|_2 \|B D\|_2", r"\|A B D\|_2 \le \|A\|_2 \|D\|_2", ""),
    (r"\|(A B)^\top A\|_2 \le \|B\|_2 \|A^\top A\|_2", r"\|(A B)^\top A\|_2 \le \|A^\top A\|_2", ""),
    (r"\|(I_q \otimes A) (D^\top \otimes B)\|_2 \le \|D\|_2 \|A B\|_2", r"\|(I_q \otimes A) (D^\top \otimes B)\|_2 \le \|A B\|_2", ""),
    (r"\|A B\|_1 \le \|A\|_1 \|B\|_1", r"\|A B\|_1 \le \|A\|_1 \|B\|_\infty", ""),
    (r"\|\operatorname{softmax}(N)\|_2 \le n", r"\|\operatorname{softmax}(N)\|_2 < 1", ""),
    (r"\|I_n - \frac1n \mathbf{1}_n \mathbf{1}_n^\top\|_2 \le 1", r"\|I_n - \frac2n \mathbf{1}_n \mathbf{1}_n^\top\|_2 < 1", ""),
    (r"\operatorname{rank}(A + c C) \le \operatorname{rank}(A) + \operatorname{rank}(C)", r"\operatorname{rank}(A + c C) \le \operatorname{rank}(A)", ""),
    (r"n \|A\|_2 \le n^2 \|A\|_2", r"n^2 \|A\|_2 \le n \|A\|_2", ""),
    (r"\operatorname{ReLU}(c)^2 \le c^2", r"\operatorname{ReLU}(c) \le c^2", ""),
]  # fmt: skip
"""Products that are cut where the bound speaks of a factor, and what is known of some matrices."""
FAMILIES = [
    (r"\left\|\sum_{i=1}^k F_i\right\|_2 \le \sum_{i=1}^k \|F_i\|_2", r"\left\|\sum_{i=1}^k F_i\right\|_2 \le \max_i \|F_i\|_2", ""),
    (r"\left\|\sum_{i=1}^k F_i B\right\|_2 \le k c \|B\|_2", r"\left\|\sum_{i=1}^k F_i B\right\|_2 \le c \|B\|_2", r", \forall i: \|F_i\|_2 \le c, c > 0"),
    (r"\left\|\begin{pmatrix} F_1 \\ \vdots \\ F_k \end{pmatrix}\right\|_2 \le \sum_{i=1}^k \|F_i\|_2",
     r"\left\|\begin{pmatrix} F_1 \\ \vdots \\ F_k \end{pmatrix}\right\|_2 \le \max_i \|F_i\|_2", ""),
    (r"\|\operatorname{blockdiag}(F_i B)\|_2 \le \|B\|_2 \max_i \|F_i\|_2", r"\|\operatorname{blockdiag}(F_i B)\|_2 \le \max_i \|F_i\|_2", ""),
    (r"\|N\|_2 \le \sqrt{n} R", r"\|N\|_2 \le R", r", \forall i: \|N_{i,:}\|_2 \le R, R > 0"),
]  # fmt: skip
"""Sums over an index, and matrices made of blocks."""


@pytest.mark.parametrize(("claim", "false", "given"), [*CUT, *FAMILIES])
def test_bounds_of_products_and_families(claim: str, false: str, given: str) -> None:
    data = accepted(object_of(claim, MATRICES + given))
    assert verify.verify_data(json.loads(json.dumps(data)), verify.read_base()).accepted
    assert object_of(false, MATRICES + given).data is None


def test_what_holds_of_all_matrices_is_said_of_those_that_stand_at_several_places() -> None:
    softmax = r"\operatorname{softmax}(N N^\top + N + N^\top + N N)"
    steps = accepted(object_of(rf"\|{softmax} B D\|_2 \le \|{softmax}\|_2 \|B D\|_2", MATRICES))["steps"]
    assert [s["by"] for s in steps][-2:] == ["for-all", "instance"]


@pytest.mark.parametrize(("claim", "false", "given"), SEMIDEFINITE)
def test_the_order_of_loewner_by_theorems_whose_premises_are_instances(claim: str, false: str, given: str) -> None:
    data = accepted(object_of(claim, SQUARE + given))
    assert not data["domain"]
    assert object_of(false, SQUARE + given).data is None


@pytest.mark.parametrize(("claim", "false", "given"), MATCHED)
def test_bounds_by_instances_of_theorems(claim: str, false: str, given: str) -> None:
    data = accepted(object_of(claim, SQUARE + given))
    assert verify.verify_data(json.loads(json.dumps(data)), verify.read_base()).accepted
    assert object_of(false, SQUARE + given).data is None


def test_a_number_and_its_absolute_value_do_not_lead_to_one_another_for_ever() -> None:
    given = r"S \in \mathbb{R}^{m \times n}, T := \operatorname{softmax}(S), c > 0, |S_{ij}| \le c"
    assert "recursion" not in object_of(r"T_{ij} \le \frac{c}{n}", given).reason


def accepted(found: Found) -> dict[str, Any]:
    assert found.data is not None, found.reason
    return found.data


@pytest.mark.parametrize(("claim", "false", "given"), [*((a, b, "") for a, b in NORMS), *NUMBERS])
def test_true_bounds_have_an_object_and_false_ones_have_none(claim: str, false: str, given: str) -> None:
    data = accepted(object_of(claim, SHAPES + given))
    assert verify.verify_data(json.loads(json.dumps(data)), verify.read_base()).accepted
    assert object_of(false, SHAPES + given).data is None


def test_an_instance_of_one_axiom_is_cited_and_what_combines_several_is_proved() -> None:
    one = object_of(r"\|A^\top C\|_F \le \|A^\top\|_2 \|C\|_F", SHAPES)
    assert one.cited
    assert set(one.axioms) == {"product-2-F"}
    assert object_of(r"\|A x\|_2 \le \|x\|_2 \|A\|_2", SHAPES).cited
    several = object_of(r"\|A B D\|_2 \le \|A\|_2 \|B\|_2 \|D\|_2", SHAPES)
    assert several.data is not None and not several.cited
    assert not object_of(r"\|A\|_F^2 = \operatorname{tr}(A^\top A)", SHAPES).cited


def test_only_steps_that_are_used_are_kept() -> None:
    steps = accepted(object_of(r"\|A B\|_F \le \|A\|_F \|B\|_F", SHAPES))["steps"]
    used = {k for step in steps for _, ks in step.get("products", ()) for k in ks}
    assert used == set(range(1, len(steps)))


def change_theorem(data: dict[str, Any]) -> None:
    step = next(s for s in data["steps"] if s["by"] == "theorem")
    step["id"] = "product-F-2"


TAMPERED: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (change_theorem, "does not list"),
    (lambda d: d["theorems"].pop("product-2-F"), "does not list"),
    (lambda d: d["theorems"].update({"product-2-F": verify.read_base()["product-F-2"]["hash"]}), "something else"),
    (lambda d: d["steps"][-1]["products"].pop(), "not an identity"),
    (lambda d: d["steps"][-1]["products"][0].__setitem__(0, "2"), "not an identity"),
    (lambda d: d["steps"][-1].update(says=d["steps"][-1]["says"].replace("<=", "<")), "strict"),
    (lambda d: next(s for s in d["steps"] if s["by"] == "theorem")["with"].update(A='(var ("n") ("p") "B")'), "shape"),
    (lambda d: next(s for s in d["steps"] if s["by"] == "theorem")["sizes"].update(m='("p")'), "shape"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "reason"), TAMPERED)
def test_tampered_bounds_are_rejected_for_their_reason(change: Callable[[dict[str, Any]], None], reason: str) -> None:
    data = json.loads(json.dumps(accepted(object_of(r"\|A B\|_F \le \|A\|_F \|B\|_F", SHAPES))))
    change(data)
    report = verify.verify_data({**data, "hash": digest(data)}, verify.read_base())
    assert not report.accepted
    assert reason in report.reason
