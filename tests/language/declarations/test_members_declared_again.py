r"""``x_0 \in \mathbb{R}^n`` beside a family ``x_0, \dots, x_T`` is its member, in the same block and further out."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.errors import DeriveError
from derive.language.scope.scope import Scope
from proofs.api import audit
from tests.judged import judged

FAMILY = r"x_0, \dots, x_T \in \mathbb{R}^n"
STEPS = r"H \in \mathbb{R}^{n \times n}, x_{t+1} = x_t - H x_t"
TRUE, FALSE = r"x_t = (I - H)^t x_0", r"x_t = (I - H)^{t + 1} x_0"
GIVEN = [
    rf"{FAMILY} \\ x_0 \in \mathbb{{R}}^n, {STEPS}",
    rf"x_0 \in \mathbb{{R}}^n \\ {FAMILY} \\ {STEPS}",
    rf"x_0 \in \mathbb{{R}}^n, {STEPS}",
    rf"x_0, y \in \mathbb{{R}}^n, {STEPS}",
    rf"y, x_0 \in \mathbb{{R}}^n, {STEPS}",
]


@pytest.mark.parametrize("given", GIVEN)
def test_the_first_member_is_the_one_that_is_declared(given: str, tmp_path: Path) -> None:
    assert judged(TRUE, given, tmp_path).verdict == "holds"
    assert judged(FALSE, given, tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "true", "false"),
    [
        (r"x_0 \in \mathbb{R}^n, a \in \mathbb{R}, x_{t+1} = a x_t", r"x_t = a^t x_0", r"x_{t+1} = a^t x_0"),
        (r"x_1 \in \mathbb{R}^n, a \in \mathbb{R}, x_{t+1} := a x_t", r"x_t = a^{t-1} x_1", r"x_{t+1} = a^{t-1} x_1"),
        (
            r"x_0, y \in \mathbb{R}^n, a \in \mathbb{R}, x_{t+1} = x_t + a (y - x_t)",
            r"x_t - y = (1 - a)^t (x_0 - y)",
            r"x_t - y = (1 - a)^t (y - x_0)",
        ),
        (
            r"w_0 \in \mathbb{R}^d, X \in \mathbb{R}^{m \times d}, y \in \mathbb{R}^m, L(w) := \tfrac{1}{2} \|X w - y\|^2, "
            r"w_{t+1} := w_t - \nabla L(w_t)",
            r"w_{t+1} = (I - X^\top X) w_t + X^\top y",
            r"w_{t+1} = (I - X^\top X) w_t - X^\top y",
        ),
        (
            r"S_0 \in \mathbb{R}^{p \times d}, k_1, \dots, k_T \in \mathbb{R}^d, v_1, \dots, v_T \in \mathbb{R}^p, "
            r"S_t := S_{t-1} + (v_t - S_{t-1} k_t) k_t^\top",
            r"S_t = S_{t-1} (I - k_t k_t^\top) + v_t k_t^\top",
            r"S_t k_t = v_t",
        ),
    ],
)
def test_a_first_member_tells_the_shape(given: str, true: str, false: str, tmp_path: Path) -> None:
    assert judged(true, given, tmp_path).verdict == "holds"
    assert judged(false, given, tmp_path).verdict == "refuted"


def test_steps_along_the_gradient_of_any_function(tmp_path: Path) -> None:
    given = r"w_0 \in \mathbb{R}^d, h \in \mathbb{R}, h > 0, f : \mathbb{R}^d \to \mathbb{R}, w_{t+1} := w_t - h \nabla f(w_t)"
    assert judged(r"\|w_{t+1} - w_t\| = h \|\nabla f(w_t)\|", given, tmp_path).verdict == "holds"
    assert judged(r"\|w_{t+1} - w_t\| = 2 h \|\nabla f(w_t)\|", given, tmp_path).verdict != "holds"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (rf"m \in \mathbb{{N}}, {FAMILY}, x_0 \in \mathbb{{R}}^m", "member of a family"),
        (rf"m \in \mathbb{{N}}, x_0 \in \mathbb{{R}}^m \\ {FAMILY}", "declared beside the family"),
        (rf"{FAMILY} \\ x_0 \in [0, 1]^n", "beside its shape"),
        (rf"x_0 \in \mathbb{{R}}^n, \|x_0\| \le 1 \\ {FAMILY}", "declared beside the family"),
    ],
)
def test_what_does_not_fit_is_refused(given: str, reason: str) -> None:
    with pytest.raises(DeriveError, match=reason):
        Scope.root().given(given)


def _paper(outer: str, inner: str, claim: str, folder: Path) -> Path:
    blocks = [f"```math given\n{outer}\n```\n## a: a", f"```math given\n{inner}\n```", f"```math\n{claim}\n```\n"]
    path = folder / "paper.md"
    path.write_text("---\ntitle: t\nsource: s\n---\n# S\n" + "\n".join(blocks), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("outer", "inner", "claim", "verdict"),
    [
        (r"x_0 \in \mathbb{R}^n", rf"{FAMILY}, {STEPS}", TRUE, "holds"),
        (r"x_0 \in \mathbb{R}^n", rf"{FAMILY}, {STEPS}", FALSE, "refuted"),
        (r"x_0 \in \mathbb{R}^n", r"x_1, \dots, x_n \in \mathbb{R}^n", r"\|x_0\| \ge \|x_1\|", "refuted"),
        (r"x_0 \in \mathbb{R}^n, \|x_0\| \le 1", rf"{FAMILY}, {STEPS}", TRUE, "undecided"),
        (rf"{FAMILY}, {STEPS}", r"x_0 \in \mathbb{R}^n", TRUE, "undecided"),
    ],
)
def test_blocks_one_in_the_other(outer: str, inner: str, claim: str, verdict: str, tmp_path: Path) -> None:
    paper = _paper(outer, inner, claim, tmp_path)
    (result,) = audit(paper, effort="quick", certificates=tmp_path, ledger=tmp_path, jobs=1).papers[0].claims
    assert result.verdict == verdict


@pytest.mark.parametrize(
    "given",
    [
        r"x_0 \in \mathbb{R}^n, x_1, \dots, x_T \in \mathbb{R}^n",
        r"x_1, \dots, x_T \in \mathbb{R}^n, x_0 \in \mathbb{R}^n",
    ],
)
def test_what_is_below_the_first_member_is_another_name(given: str, tmp_path: Path) -> None:
    assert judged(r"\sum_{t=1}^T (x_t - x_0) = \sum_{t=1}^T x_t - T x_0", given, tmp_path).verdict == "holds"
    assert judged(r"x_0 = x_1", given, tmp_path).verdict == "refuted"
