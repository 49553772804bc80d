r"""What is known of a norm stands in its record, and what records say is true of random matrices and of those that attain it."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import pytest
import torch

from derive import build as b
from derive.norms import NORMS, RECORDS, Norm
from derive.sizes import dim
from numeric.evaluation.dense import evaluate
from tests.judged import judged
from tests.test_functions import sources

TABLES_ELSEWHERE = {
    "proofs/verify.py": "it shares nothing with the rest",
    "proofs/proving/norms.py": "names of theorems of the base",
    "derive/bounds/comparison/compare.py": "norms of vectors",
    "derive/limits/geometric.py": "the order in which rates are tried",
    "derive/limits/rates.py": "expansions of singular values",
    "derive/bounds/matching/patterns.py": "words of the index of theorems",
    "derive/bounds/optimization/contractions.py": "the order in which rates are tried",
    "derive/bounds/quantities/norms.py": "kinds with the value of the largest entry",
    "derive/bounds/quantities/patterns.py": "bounds of rows and of the softmax",
    "derive/bounds/quantities/variational.py": "duals",
    "derive/bounds/rewriting/arbitrary_entries.py": "induced norms of diagonal matrices",
    "derive/bounds/rules/chain_rule.py": "norms of a derivative along one direction",
    "derive/bounds/rules/increments.py": "the differences of two softmaxes",
    "derive/bounds/rules/perturbation.py": "norms of factors",
    "derive/bounds/rules/rules.py": "norms of rows",
    "derive/bounds/facts/reading.py": "norms that an eigenvalue is at most",
    "derive/definedness/known.py": "norms that are at least the spectral radius",
    "derive/language/functions/mixed_norms.py": "norms between two spaces",
}
"""Files with a table of norms (three words in one literal), and why."""


def test_tables_of_norms_are_the_records_alone() -> None:
    found = set()
    for name, path in sources():
        if name == "derive/norms.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
                listed = node.keys if isinstance(node, ast.Dict) else node.elts
                words = {c.value for c in listed if isinstance(c, ast.Constant)}
                if len(words) > 2 and words <= NORMS.keys():
                    found.add(name)
    assert found == TABLES_ELSEWHERE.keys()


def value(kind: str, matrix: torch.Tensor) -> float:
    m, n = matrix.shape
    return float(evaluate(b.norm(b.var("a", b.Shape(dim(m), dim(n))), kind), {"a": matrix}, {}))


def matrices(m: int, n: int) -> list[torch.Tensor]:
    """Random ones, and ones at which constants are attained."""
    made = torch.Generator().manual_seed(7)
    drawn = [torch.randn(m, n, generator=made, dtype=torch.float64) for _ in range(6)]
    unit = torch.zeros(m, n, dtype=torch.float64)
    unit[0, 0] = 1
    return [
        *drawn,
        torch.ones(m, n, dtype=torch.float64),
        torch.eye(m, n, dtype=torch.float64),
        unit,
        drawn[0][:, :1] @ drawn[1][:1],
    ]


ONES = 1 + 1e-12


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: r.kind)
def test_what_a_record_says_is_true_of_matrices(record: Norm) -> None:
    kind = record.kind
    for a, c in itertools.product(matrices(3, 4), matrices(4, 2)):
        assert value(kind, a @ c) <= value(record.left, a) * value(kind, c) * ONES
        assert value(kind, a @ c) <= value(kind, a) * value(record.right, c) * ONES
    for a in matrices(3, 4):
        assert value(record.transposed, a.T) == pytest.approx(value(kind, a))
        for other, x, y in record.at_most:
            assert value(kind, a) <= 3**x * 4**y * value(other, a) * ONES
        if record.through:
            assert value(kind, a) <= value(record.through, a) * ONES
        if record.absolute:
            assert value(kind, a.abs()) == pytest.approx(value(kind, a))
            assert value(kind, a) <= value(kind, a.abs() + 0.1)
        if record.unitary:
            q = torch.linalg.qr(matrices(5, 3)[0]).Q
            assert value(kind, q @ a) == pytest.approx(value(kind, a))
        u, v = a[:, :1], a[:1]
        assert value(kind, u @ v) == pytest.approx(value(record.of_factors[0], u) * value(record.of_factors[1], v))
    blocks = [value(kind, a) for a in (matrices(3, 4)[0], matrices(2, 2)[1])]
    whole = value(kind, torch.block_diag(matrices(3, 4)[0], matrices(2, 2)[1]))
    assert whole == pytest.approx(
        sum(x**record.power for x in blocks) ** float(record.root) if record.power else max(blocks)
    )
    assert value(kind, torch.eye(3, dtype=torch.float64)) == pytest.approx(3.0 ** float(record.root))


@pytest.mark.parametrize("record", [r for r in RECORDS if r.meaning is not None], ids=lambda r: r.kind)
def test_the_meaning_of_a_norm_has_its_value(record: Norm) -> None:
    assert record.meaning is not None
    for a in matrices(3, 4):
        found = evaluate(record.meaning(b.var("a", b.Shape(dim(3), dim(4)))), {"a": a}, {})
        assert float(found) == pytest.approx(value(record.kind, a))


def test_every_norm_has_subscripts_of_its_own() -> None:
    words = [word for record in RECORDS for word in record.written]
    assert len(words) == len(set(words))


GIVEN = r"A, B \in \mathbb{R}^{m \times n}, X \in \mathbb{R}^{n \times k}, Q \in \mathbb{R}^{m \times m}, Q^\top Q = I"
OF_ONE_RECORD = [
    (r"\|A X\|_{S_4} \le \|A\|_{S_4} \|X\|_{S_4}", "holds"),
    (r"\|A\|_2 \le \|A\|_{S_4} \le \|A\|_*", "holds"),
    (r"\|A\|_{S_6} \le \|A\|_{S_4}", "holds"),
    (r"\|A\|_{S_4} \le \|A\|_{S_6}", "refuted"),
    (r"\|A + B\|_{S_6} \le \|A\|_{S_6} + \|B\|_{S_6}", "holds"),
    (r"\|Q A\|_{S_4} = \|A\|_{S_4}", "holds"),
    (r"\|A\|_{S_4} \le \operatorname{rank}(A)^{1/4} \|A\|_2", "holds"),
    (r"\|A\|_{S_4} \le \|A\|_2", "refuted"),
    (r"\|A\|_{S_4}^4 = \operatorname{tr}(A^\top A A^\top A)", "holds"),
    (r"\|A\|_{S_4}^2 = \operatorname{tr}(A^\top A A^\top A)", "refuted"),
]


@pytest.mark.parametrize(("claim", "verdict"), OF_ONE_RECORD)
def test_a_norm_is_judged_that_stands_in_its_record_alone(claim: str, verdict: str, tmp_path: Path) -> None:
    assert judged(claim, GIVEN, tmp_path).verdict == verdict
