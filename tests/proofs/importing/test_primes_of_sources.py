r"""Primes are transposes where a source shows it, ``X'X`` and ``x'Ax``, and marks of names everywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proofs.importing.test_inference import claims_of, verdict

GRAM = r"With $A = X'X$ and $x'Ax \ge 0$: "


@pytest.mark.parametrize(("source", "expected"), [
    (GRAM + r"\[ \|X b - y\|^2 = b'X'X b - 2 y'X b + y'y \]", "holds"),
    (GRAM + r"\[ \|X b - y\|^2 = b'X'X b - y'X b + y'y \]", "ambiguous"),
    (GRAM + r"\[ \operatorname{tr}(B'C D) = \operatorname{tr}(D B'C) \]", "holds"),
    (GRAM + r"\[ (B C)' = C'B' \]", "holds"),
    (GRAM + r"\[ (B C)' = B'C' \]", "ambiguous"),
    (GRAM + r"\[ (C'C)^{-1}{}' = (C'C)^{-1} \]", "holds"),
    (GRAM + r"\[ \operatorname{tr}((C^{-1}')C') = \operatorname{tr}(C'{C^{-1}}') \]", "holds"),
    (r"Here $g'(z) = g(z)(1 - g(z))$ and $X'X = A'A$. \[ (B C)' = C'B' \]", "unread"),  # primes of functions
    (r"Here $X'X = A'A$ and $B^\top C = D$. \[ (B C)' = C'B' \]", "unread"),  # another mark for transposes
    (r"\[ (B C)' = C'B' \]", "unread"),  # nothing shows it
])  # fmt: skip
def test_what_primes_are(source: str, expected: str, tmp_path: Path) -> None:
    found = verdict(claims_of(source)[-1], tmp_path)
    assert found in (("ambiguous", "refuted") if expected == "ambiguous" else (expected,))
