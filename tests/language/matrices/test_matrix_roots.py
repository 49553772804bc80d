r"""Fractional powers of semidefinite matrices: ``A^{1/2}`` stands for the one semidefinite root, and for nothing else."""

import pytest

from tests.judged import judged

A = r"A \in \mathbb{R}^{n \times n}"
B = r"B \in \mathbb{R}^{n \times n}"
DEFINITE = (A, r"A \succ 0")
SEMIDEFINITE = (A, r"A \succeq 0")
TWO = (*DEFINITE, r"B \in \mathbb{R}^{m \times m}", r"B \succ 0", r"G \in \mathbb{R}^{n \times m}")
SAME = (*SEMIDEFINITE, B, r"B \succeq 0")
POLAR = (r"G \in \mathbb{R}^{m \times n}", r"O := G (G^\top G)^{-1/2}")
DAMPED = (r"X \in \mathbb{R}^{m \times n}", r"\epsilon \in \mathbb{R}", r"\epsilon > 0")
WHITE = (*DEFINITE, r"x, \mu \in \mathbb{R}^n", r"z := A^{-1/2} (x - \mu)")


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"A^{1/2} A^{1/2} = A", SEMIDEFINITE),
        (r"A^{0.5} A^{0.5} = A", SEMIDEFINITE),
        (r"A^{-1/2} A A^{-1/2} = I", DEFINITE),
        (r"A^{3/2} = A A^{1/2}", SEMIDEFINITE),
        (r"A^{1/4} A^{1/2} A^{1/4} = A", SEMIDEFINITE),
        (r"\|A^{1/2}\|_2^2 = \|A\|_2", SEMIDEFINITE),
        (r"\|A^{1/2}\|_F^2 = \operatorname{tr}(A)", SEMIDEFINITE),
        (r"\operatorname{tr}(A^{1/2})^2 \le n \operatorname{tr}(A)", SEMIDEFINITE),
        (r"\kappa(A^{1/2}) = \sqrt{\kappa(A)}", DEFINITE),
        (r"\log \det(A^{1/2}) = \frac{1}{2} \log \det A", DEFINITE),
        (r"\nabla_x \|A^{1/2} x\|_2^2 = 2 A x", (*DEFINITE, r"x \in \mathbb{R}^n")),
        (r"(A \otimes B)^{1/2} = A^{1/2} \otimes B^{1/2}", TWO),
        (r"(B \otimes A)^{-1/4} \operatorname{vec}(G) = \operatorname{vec}(A^{-1/4} G B^{-1/4})", TWO),
        (r"A^{1/2} B A^{1/2} \succeq 0", SAME),
        (r"O^\top O = I", POLAR),
        (r"(X^\top X + \epsilon I)^{-1/2} (X^\top X + \epsilon I)^{-1/2} = (X^\top X + \epsilon I)^{-1}", DAMPED),
        (r"\|z\|_2^2 = (x - \mu)^\top A^{-1} (x - \mu)", WHITE),
        (r"A \succ 0 \implies A^{1/2} A^{1/2} = A", (A,)),
    ],
)
def test_what_a_root_is_holds(claim, given, tmp_path):
    assert judged(claim, r", \quad ".join(given), tmp_path).verdict == "holds"


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"A^{1/2} = A", SEMIDEFINITE),
        (r"A^{3/2} = A^{1/2} A^{1/2}", SEMIDEFINITE),
        (r"A^{1/2} \preceq A", SEMIDEFINITE),
        (r"\|A^{1/2}\|_F^2 = \|A\|_F", SEMIDEFINITE),
        (r"\operatorname{tr}(A^{1/2})^2 \le \operatorname{tr}(A)", SEMIDEFINITE),
        (r"A^{1/2} B^{1/2} = B^{1/2} A^{1/2}", SAME),
        (r"\nabla_x \|A^{1/2} x\|_2^2 = 2 A^{1/2} x", (*DEFINITE, r"x \in \mathbb{R}^n")),
        (r"(B \otimes A)^{-1/2} \operatorname{vec}(G) = \operatorname{vec}(A^{-1/4} G B^{-1/4})", TWO),
        (r"O O^\top = I", POLAR),
        (r"\|z\|_2^2 = (x - \mu)^\top A (x - \mu)", WHITE),
        (r"A \succ 0 \implies A^{1/2} = A", (A,)),
        (r"A^{1/2} = B", (*SEMIDEFINITE, B, r"A = B B^\top")),
    ],
)
def test_what_a_root_is_not_is_refuted(claim, given, tmp_path):
    assert judged(claim, r", \quad ".join(given), tmp_path).verdict == "refuted"


@pytest.mark.parametrize(
    ("claim", "given", "words"),
    [
        (r"A^{1/2} A^{1/2} = A", (A,), "positive semidefinite"),
        (r"A^{1/2} A^{1/2} = A", (A, r"A = A^\top"), "positive semidefinite"),
        (r"(A B)^{1/2} = A^{1/2} B^{1/2}", SAME, "positive semidefinite (A B)"),
        (r"\nabla_A \operatorname{tr}(A^{1/2}) = \frac{1}{2} A^{-1/2}", DEFINITE, "varies within the formula"),
        (r"\nabla_A f(A) = I", (*DEFINITE, r"f(A) := \operatorname{tr}(A^{1/2})"), "varies within the formula"),
        (r"\sup_{\|x\|_2 = 1} \|(x x^\top)^{1/2}\|_2 = 1", (r"x \in \mathbb{R}^n",), "varies within the formula"),
    ],
)
def test_a_root_of_what_need_not_have_one_or_varies_is_refused(claim, given, words, tmp_path):
    found = judged(claim, r", \quad ".join(given), tmp_path)
    assert found.verdict == "undecided"
    assert words in found.message


def test_a_parameter_of_a_function_takes_its_root_with_it(tmp_path):
    given = (r"M \in \mathbb{R}^{n \times n}", r"f(M) := M^{1/2}", r"X \in \mathbb{R}^{m \times n}")
    assert judged(r"f(X^\top X) f(X^\top X) = X^\top X", r", \quad ".join(given), tmp_path).verdict == "holds"
    assert judged(r"f(X^\top X) = X^\top X", r", \quad ".join(given), tmp_path).verdict != "holds"


def test_the_root_is_told(tmp_path):
    found = judged(r"A^{1/2} A^{1/2} = A", r", \quad ".join(SEMIDEFINITE), tmp_path)
    assert any("root" in note for note in found.notes)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (r"C \succ 0", r"C^{-1/2} C C^{-1/2} = I_d", "holds"),
        (r"C \succ 0", r"\|C^{-1/2} w\|_2^2 = w^\top C^{-1} w", "holds"),
        (r"C \succ 0", r"(C^{-1/2})^\top = C^{-1/2}", "holds"),
        (r"C = C^\top", r"C^{1/2} C^{1/2} = C", "undecided"),  # nothing says that it has a root
    ],
)
def test_definitions_that_are_said_to_be_definite(given: str, claim: str, verdict: str, tmp_path):
    block = (
        r"X \in \mathbb{R}^{n \times d}, w \in \mathbb{R}^d, S \in \mathbb{R}^{n \times n}, C := \frac1n X^\top S X, "
    )
    assert judged(claim, block + given, tmp_path).verdict == verdict


def test_a_sum_that_is_said_to_be_definite(tmp_path):
    block = r"X, Y \in \mathbb{R}^{n \times n}, A := X + Y, A \succeq 0"
    assert judged(r"A^{1/2} A^{1/2} = A", block, tmp_path).verdict == "holds"
    assert judged(r"A^{1/2} X = X A^{1/2}", block, tmp_path).verdict == "refuted"
