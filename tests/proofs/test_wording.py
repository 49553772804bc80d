"""A hypothesis of the LaTeX that the problem of a certificate leaves out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from derive.certificate import digest
from derive.core import SizeRules
from derive.prefix import problem_from_prefix, problem_to_prefix
from proofs.api import check
from proofs.cli import main
from proofs.reading.paper import Block, Claim
from proofs.recheck import recheck
from proofs.wording import compared, left_out

GIVEN = r"n \ge 2, \quad x, y \in \mathbb{R}^{n}, \quad x \ge 0, \quad \mathbf{1}^\top x = 1, \quad y \ge 2 x"
CLAIM = r"\mathbf{1}^\top x \ge \mathbf{1}^\top y"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = check(CLAIM, GIVEN, effort="quick", certificates=tmp_path_factory.mktemp("certificates"))
    assert found.verdict == "refuted" and found.counterexample
    return Path(found.counterexample["certificate"])


def changed(certificate: Path, folder: Path, **parts: object) -> Path:
    """The certificate with other parts of its problem, and a hash that fits."""
    data = json.loads(certificate.read_text())
    data["problem"] = problem_to_prefix(replace(problem_from_prefix(data["problem"]), **parts))
    path = folder / "changed.json"
    path.write_text(json.dumps({**data, "hash": digest(data)}))
    return path


def test_nothing_is_left_out(certificate: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert left_out(certificate) == ()
    assert left_out(changed(certificate, tmp_path)) == ()
    assert main(["recheck", str(certificate)]) == 0
    assert "accepted" in capsys.readouterr().out


def test_a_hypothesis_is_left_out(certificate: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hypotheses = problem_from_prefix(json.loads(certificate.read_text())["problem"]).hypotheses
    assert len(hypotheses) == 3
    for k in range(3):
        path = changed(certificate, tmp_path, hypotheses=hypotheses[:k] + hypotheses[k + 1 :])
        assert recheck(path).accepted
        assert len(left_out(path)) == 1
        assert main(["recheck", str(path)]) == 3
        assert "leaves out" in capsys.readouterr().out


def test_a_restriction_of_sizes_is_left_out(certificate: Path, tmp_path: Path) -> None:
    assert left_out(changed(certificate, tmp_path, rules=SizeRules())) == ("n >= 2",)


def test_the_order_of_an_equation_does_not_matter(certificate: Path, tmp_path: Path) -> None:
    hypotheses = problem_from_prefix(json.loads(certificate.read_text())["problem"]).hypotheses
    turned = tuple(replace(h, lhs=h.rhs, rhs=h.lhs) if h.op == "=" else h for h in hypotheses)
    assert turned != hypotheses
    assert left_out(changed(certificate, tmp_path, hypotheses=turned)) == ()


def test_latex_that_cannot_be_compared(certificate: Path, tmp_path: Path) -> None:
    data = json.loads(certificate.read_text())
    path = tmp_path / "other.json"
    for latex in (r"\frac{", "", r"\mathbf{1}^\top x \ge 0"):
        other = {**data, "claim": latex}
        path.write_text(json.dumps({**other, "hash": digest(other)}))
        assert left_out(path) == ()


def edited(certificate: Path, folder: Path, **fields: object) -> Path:
    data = {**json.loads(certificate.read_text()), **fields}
    path = folder / "edited.json"
    path.write_text(json.dumps({**data, "hash": digest(data)}))
    return path


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({}, 0, "accepted as a certificate against the claim check"),
        ({"claim": r"x_i \le x_{i+1}, \quad i = 1, \dots, n-1"}, 0, "accepted as"),
        ({"settings": {}}, 0, "accepted as"),
        ({"claim": r"x_i \le x_{i+1}, \quad i = 2, \dots, n-1"}, 3, "REJECTED: its LaTeX states 2 <= i <="),
        ({"claim": r"x_i \le 2 x_{i+1}, \quad i = 1, \dots, n-1"}, 3, "REJECTED: its LaTeX states another claim"),
        ({"given": ["x \\in \\mathbb{R}^n % any", "x \\ge 0"]}, 3, "which its problem leaves out"),
        ({"given": ["x \\in \\mathbb{R}^n % any", "n \\ge 1"]}, 0, "accepted as"),
        ({"claim": r"\frac{"}, 0, "accepted, but its LaTeX could not be compared: "),
        ({"claim": "y = 0"}, 0, "accepted, but its LaTeX could not be compared: "),
    ],
)
def test_the_latex_states_the_problem(tmp_path, capsys, fields, code, words):
    claim = r"x_i \le x_{i+1} \quad \text{for } i = 1, \dots, n-1"
    found = check(claim, r"x \in \mathbb{R}^n", effort="quick", certificates=tmp_path)
    assert found.counterexample
    certificate = Path(found.counterexample["certificate"])
    data = json.loads(certificate.read_text())
    assert data["checker"] and data["settings"]["vectorization"] == "vec_r" and "n - 1" in data["claim"]
    assert main(["recheck", str(edited(certificate, tmp_path, **fields))]) == code
    assert words in capsys.readouterr().out


def test_a_size_has_the_least_value_of_the_claim(certificate: Path, tmp_path: Path) -> None:
    for least in (1, -5):
        assert left_out(changed(certificate, tmp_path, rules=SizeRules((("n", least),)))) != ()


def test_what_is_no_certificate(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    (tmp_path / "x.json").write_text("[1]")
    (tmp_path / "y.json").write_bytes(b"\x00\xff")
    assert main(["recheck", str(tmp_path / "empty")]) == 5
    assert "there is no certificate in this folder" in capsys.readouterr().out
    for name in ("x.json", "y.json"):
        assert main(["recheck", str(tmp_path / name)]) == 2
        assert "this is no certificate" in capsys.readouterr().out


def test_a_comment_at_the_end_of_a_given_block_hides_nothing(tmp_path):
    claim = Claim("c", "", 1, "p.md", given=((Block("A % idempotent", 1), Block("B", 5)),))
    assert claim.given_text == "A % idempotent\n\\\\\nB"


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (r"a^n < 1", r"a \in \mathbb{R}, \quad n \in \mathbb{N}, \quad 0 \le a \le 1"),  # one statement, two hypotheses
        (r"\sup_{\|x\|_2 \le 1} \|A x\|_2 = \|A\|_F", r"A \in \mathbb{R}^{m \times n}, \quad x \in \mathbb{R}^n"),
        (r"\max_{\|y\|_\infty \le 1} x^\top y = \|x\|_\infty", r"x, y \in \mathbb{R}^n"),
        (r"\lim_{t \to 0} \frac{\log(1 + t) - t}{t^2} = \frac12", r"t \in \mathbb{R}"),
    ],
)
def test_certificates_of_what_the_latex_states_are_accepted(claim, given, tmp_path):
    found = check(claim, given, effort="quick", certificates=tmp_path, lean=True)
    assert found.verdict == "refuted" and found.counterexample
    path = Path(found.counterexample["certificate"])
    assert main(["recheck", str(path)]) == 0


def test_each_half_of_a_chain_is_a_hypothesis(tmp_path):
    found = check(
        r"a^2 < 1", r"a \in \mathbb{R}, \quad 0 \le a \le 1", effort="quick", certificates=tmp_path, lean=True
    )
    path = Path(found.counterexample["certificate"])
    hypotheses = problem_from_prefix(json.loads(path.read_text())["problem"]).hypotheses
    for k in range(len(hypotheses)):
        assert len(left_out(changed(path, tmp_path, hypotheses=hypotheses[:k] + hypotheses[k + 1 :]))) >= 1


def test_another_supremum_is_another_claim(tmp_path):
    found = check(
        r"\sup_{\|x\|_2 \le 1} \|A x\|_2 = \|A\|_F",
        r"A \in \mathbb{R}^{m \times n}, \quad x \in \mathbb{R}^n",
        effort="quick",
        certificates=tmp_path,
        lean=True,
    )
    path = Path(found.counterexample["certificate"])
    data = {**json.loads(path.read_text()), "claim": r"\sup_{\|x\|_2 \le 2} \|A x\|_2 = \|A\|_F"}
    path.write_text(json.dumps({**data, "hash": digest(data)}))
    assert main(["recheck", str(path)]) == 3


@pytest.mark.parametrize(
    ("macros", "claim", "code", "words"),
    [
        ({r"\pi": "4"}, r"x^2 \ge \pi", 3, r"its settings are refused: `macros`: The macro \pi would change"),
        ({r"\lambda": r"\sigma"}, r"x^2 \ge 4", 3, "its settings are refused"),
        ({r"\four": "4"}, r"x^2 \ge \four", 0, r"(read with the macro \four for 4)"),
        ({r"\four": "5"}, r"x^2 \ge \four", 3, "REJECTED: its LaTeX states another claim"),
        ({}, r"x^2 \ge 4", 0, "accepted as a certificate against the claim check\n"),
    ],
)
def test_macros_of_the_file_do_not_decide_what_standard_notation_means(macros, claim, code, words, tmp_path, capsys):
    found = check(r"x^2 \ge 4", r"x \in \mathbb{R}", effort="quick", certificates=tmp_path, lean=True)
    assert found.counterexample
    certificate = Path(found.counterexample["certificate"])
    settings = {**json.loads(certificate.read_text())["settings"], "macros": macros}
    assert main(["recheck", str(edited(certificate, tmp_path, claim=claim, settings=settings))]) == code
    assert words in capsys.readouterr().out


def test_other_conventions_of_the_file_are_printed(tmp_path, capsys):
    given = r"A \in \mathbb{R}^{n \times n}"
    found = check(r"\|A\|_2 \le 2", given, norm="frobenius", effort="quick", certificates=tmp_path, lean=True)
    assert main(["recheck", found.counterexample["certificate"]]) == 0
    assert "(read with norm: frobenius)" in capsys.readouterr().out


@pytest.mark.parametrize(("value", "code"), [(5, 3), (2, 0)])
def test_an_index_that_is_called_a_size_keeps_its_range(value, code, tmp_path, capsys):
    given = r"n \in \mathbb{N}, \quad k \in \{1, \dots, n\}"
    found = check(r"k < n", given, effort="quick", certificates=tmp_path, lean=True)
    assert found.counterexample
    data = json.loads(Path(found.counterexample["certificate"]).read_text())
    problem = problem_from_prefix(data["problem"])
    assert problem.indices
    moved = replace(problem, indices=(), sizes=(*problem.sizes, "k"))
    values = {"lhs": str(value), "rhs": "2", "gap": str(value - 2)}
    data = {**data, **values, "problem": problem_to_prefix(moved), "sizes": {"n": 2, "k": value}, "indices": {}}
    path = tmp_path / "moved.json"
    path.write_text(json.dumps({**data, "hash": digest(data)}))
    said = main(["recheck", str(path)])
    assert (said, "1 <= k <=" in capsys.readouterr().out) == (code, code == 3)


@pytest.mark.parametrize("doublings", [3, 24, 200])
def test_abbreviations_that_double_are_counted_before_they_are_read(doublings, tmp_path):
    found = check(r"x = 2 x", r"x \in \mathbb{R}", effort="quick", certificates=tmp_path, lean=True)
    certificate = Path(found.counterexample["certificate"])
    text = json.loads(certificate.read_text())["problem"]
    doubled = " ".join(f"(%{k} (add %{k - 1} %{k - 1}))" for k in range(101, 101 + doublings))
    goal = text.replace("(goal (= ", f"(goal (= (add (scale (const 0) %{100 + doublings}) ").replace(
        '"x") (scale', '"x")) (scale'
    )
    problem = f'(let ((%100 (var () () "x")) {doubled}) {goal})'
    path = edited(certificate, tmp_path, problem=problem)
    assert compared(path).unread.startswith("its problem has more than") == (doublings > 20)
