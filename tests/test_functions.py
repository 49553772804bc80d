"""What is known of a function of numbers stands in its record alone, and what records say is true."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from derive import build as b
from derive.core import Expr
from derive.functions import DERIVED, FUNCTIONS, PARTIAL, RECORDS, Function, meaning, slope
from numeric.evaluation.dense import evaluate
from numeric.evaluation.kernels import ELEMENTWISE
from tests.judged import judged

ROOT = Path(__file__).resolve().parents[1]
NAMES = DERIVED - {"Phi", "phi"}  # these two are letters, too
NAMES_ELSEWHERE = {
    "proofs/verify.py": "it shares nothing with the rest: its own definitions",
    "derive/index/atoms/functions.py": "the normal form of quotients of exponentials",
    "derive/language/lexing/vocabulary.py": "commands of LaTeX",
    "numeric/models/blocks.py": "activations of torch models",
    "numeric/models/digits.py": "activations of torch models",
    "proofs/proving/angles.py": "the addition theorems",
    "proofs/proving/elementary.py": "functions for SymPy and in floats, which choose what is tried",
    "proofs/proving/growth.py": "those that are put in other words first",
}
"""Files in which functions with a meaning are named, and why."""
TABLES_ELSEWHERE = {
    "proofs/verify.py": "it shares nothing with the rest",
    "proofs/recheck.py": "it shares nothing with the rest",
    "derive/lower.py": "the functions of the kernel",
    "derive/bounds/inequalities/elementary.py": "sums over entries, by the ops that they leave",
    "derive/exact/evaluation/nonlinear.py": "rules of rings for the functions without a meaning",
    "derive/exact/rings/exactring.py": "rules of rings for the functions without a meaning",
    "derive/exact/rings/floatring.py": "rules of rings for the functions without a meaning",
    "derive/index/elaboration/evaluate.py": "a second evaluator, for tests",
    "derive/language/lexing/vocabulary.py": "commands of LaTeX",
    "derive/repair/edits.py": "functions that are taken for each other",
    "derive/repair/search.py": "functions without a value in a prime field",
    "derive/sympy_road/nonlinear.py": "classes of SymPy for kinks",
    "proofs/report/values.py": "numbers in closed form",
    "proofs/proving/angles.py": "the addition theorems",
    "proofs/proving/elementary.py": "functions for SymPy and in floats, which choose what is tried",
}
"""Files with a table of functions (three names in one literal), and why."""


def strings(path: Path) -> Iterator[tuple[ast.AST, str]]:
    """The strings of a file that are no docstrings, each with the node that it stands in."""
    for parent in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for child in ast.iter_child_nodes(parent):
            if (
                isinstance(child, ast.Constant)
                and isinstance(child.value, str)
                and not isinstance(parent, ast.Expr | ast.JoinedStr)
            ):
                yield parent, child.value


def sources() -> Iterator[tuple[str, Path]]:
    for package in ("derive", "numeric", "proofs"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if name != "derive/functions.py":
                yield name, path


def test_functions_with_a_meaning_are_named_in_their_records_alone() -> None:
    found = {name for name, path in sources() if any(NAMES & set(text.split()) for _, text in strings(path))}
    assert found == NAMES_ELSEWHERE.keys()


def test_tables_of_functions_are_the_records_alone() -> None:
    found = set()
    for name, path in sources():
        words: dict[ast.AST, set[str]] = {}
        for parent, text in strings(path):
            if isinstance(parent, ast.Tuple | ast.List | ast.Set | ast.Dict) or len(text.split()) > 1:
                words.setdefault(parent, set()).update(FUNCTIONS.keys() & set(text.split()))
        found |= {name for some in words.values() if len(some) > 2}
    assert found == TABLES_ELSEWHERE.keys()


POINTS = [k / 4 for k in range(-41, 42) if k]


def values(record: Function, points: list[float]) -> torch.Tensor:
    found = ELEMENTWISE[record.name](torch.tensor(points, dtype=torch.float64))
    assert bool(found.isfinite().all())
    return found


def domain(record: Function) -> list[float]:
    return [x for x in POINTS if (x > 0 or record.regularity != PARTIAL) and abs(x) < record.within]


def at(expr: Expr, points: list[float]) -> torch.Tensor:
    """The values of an expression in ``u``."""
    return torch.stack(
        [evaluate(expr, {"u": torch.tensor([[x]], dtype=torch.float64)}, {}).reshape(()) for x in points]
    )


U = b.var("u", b.SCALAR)


@pytest.mark.parametrize("record", RECORDS, ids=lambda f: f.name)
def test_what_a_record_says_of_values_is_true_at_many_points(record: Function) -> None:
    points = domain(record)
    found = values(record, points)
    rounding = 1e-12
    assert bool((found >= record.low - rounding).all()) and bool((found <= record.high + rounding).all())
    if record.at_zero is not None:
        assert float(values(record, [0.0])) == float(record.at_zero)
    if record.increasing:
        assert bool((found.diff() >= -rounding).all())
    if record.keeps_sign:
        assert bool((torch.tensor(points).sign() == found.sign()).all())
    if record.shrinks:
        assert bool((found.abs() <= torch.tensor(points, dtype=torch.float64).abs() + rounding).all())
    if record.lipschitz is not None:
        assert bool(
            (
                found.diff().abs()
                <= float(record.lipschitz) * torch.tensor(points, dtype=torch.float64).diff() + rounding
            ).all()
        )
    if record.parity:
        assert torch.allclose(values(record, [-x for x in points]), record.parity * found)


@pytest.mark.parametrize("record", RECORDS, ids=lambda f: f.name)
def test_meaning_slope_and_code_of_a_function_agree(record: Function) -> None:
    points = [x for x in domain(record) if abs(x) < 6]
    if record.meaning is not None:
        assert torch.allclose(at(record.meaning(U), points), values(record, points), rtol=1e-9, atol=1e-12)
    known = slope(b.map_(record.name, U))
    assert known is not None
    x = torch.tensor(points, dtype=torch.float64, requires_grad=True)
    value = ELEMENTWISE[record.name](x).sum()
    truth = torch.autograd.grad(value, x)[0] if value.requires_grad else torch.zeros_like(x)
    assert torch.allclose(at(known, points), truth.detach(), rtol=1e-9, atol=1e-12)


def test_the_meaning_of_a_derived_function_is_made_of_simpler_ones() -> None:
    for record in RECORDS:
        if record.derived:
            (inner,) = b.map_(record.name, U).args
            simpler = meaning(b.map_(record.name, inner))
            assert simpler is not None and record.name not in str(simpler).replace("(", " ").replace(")", " ").split()


GIVEN = r"x, y \in \mathbb{R}, u, v \in \mathbb{R}^n, W \in \mathbb{R}^{m \times n}"
OF_ONE_RECORD = [
    (r"\operatorname{softsign}(x) = \frac{x}{1 + |x|}", "holds"),
    (r"|\operatorname{softsign}(x)| < 1", "holds"),
    (r"\frac{d \operatorname{softsign}(x)}{d x} = \frac{1}{(1 + |x|)^2}", "holds"),
    (r"\frac{d \operatorname{softsign}(x)}{d x} = \frac{1}{1 + |x|}", "refuted"),
    (r"x \le y \implies \operatorname{softsign}(x) \le \operatorname{softsign}(y)", "holds"),
    (r"\|\operatorname{softsign}(W v) - \operatorname{softsign}(W u)\|_2 \le \|W\|_2 \|v - u\|_2", "holds"),
    (r"\|\operatorname{softsign}(v)\|_2 \le \tfrac12 \|v\|_2", "refuted"),
    (r"\operatorname{softsign}(x) \le \tfrac12 x", "refuted"),
    (r"\cosh(x)^2 - \sinh(x)^2 = 1", "holds"),
    (r"\cosh(x)^2 + \sinh(x)^2 = 1", "refuted"),
    (r"\sinh(x + y) = \sinh(x) \cosh(y) + \cosh(x) \sinh(y)", "holds"),
    (r"\sinh(x + y) = \sinh(x) \cosh(y)", "refuted"),
    (r"\frac{d \sinh(x)}{d x} = \cosh(x)", "holds"),
    (r"\frac{d \cosh(x)}{d x} = -\sinh(x)", "refuted"),
    (r"\cosh(x) \ge 1", "holds"),
    (r"\cosh(x) > 1", "refuted"),
    (r"x \le y \implies \sinh(x) \le \sinh(y)", "holds"),
    (r"\sinh(x) \le x", "refuted"),
    (r"\frac{d \operatorname{arsinh}(x)}{d x} = \frac{1}{\sqrt{1 + x^2}}", "holds"),
    (r"\frac{d \operatorname{arsinh}(x)}{d x} = \frac{1}{1 + x^2}", "refuted"),
    (r"|\operatorname{arsinh}(x)| \le |x|", "holds"),
    (r"\operatorname{logsigmoid}(x) = \log \frac{1}{1 + e^{-x}}", "holds"),
    (r"\operatorname{logsigmoid}(x) = \log(1 + e^{-x})", "refuted"),
    (r"\frac{d \operatorname{logsigmoid}(x)}{d x} = 1 - \operatorname{sigmoid}(x)", "holds"),
    (r"\operatorname{logsigmoid}(x) < 0", "holds"),
    (r"\operatorname{mish}(x) = x \tanh(\log(1 + e^x))", "holds"),
    (r"|\operatorname{mish}(x)| \le |x|", "holds"),
    (r"\operatorname{mish}(x) \ge 0", "refuted"),
]


@pytest.mark.parametrize(("claim", "verdict"), OF_ONE_RECORD)
def test_a_function_is_judged_that_stands_in_its_record_alone(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
