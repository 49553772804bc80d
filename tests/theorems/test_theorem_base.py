"""The theorem base: `base.json` is what the theorem files say, and files that say less than a theorem needs are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from derive.prefix import problem_to_prefix
from derive.theorems.base import AXIOM, FILE, STATED, base, dependents, statement_hash
from proofs.cli import main
from proofs.reading.paper import BadPaper
from proofs.reading.reader import read_text
from proofs.theorem_base import canonical_text, compiled, theorem_files

HEAD = "```math given\nA \\in \\mathbb{R}^{n \\times n}, \\quad x \\in \\mathbb{R}^n\n```\n"
NORMS = "```math\n\\|A x\\|_2 \\le \\|A\\|_2 \\|x\\|_2\n```\n"
SUMS = "```math\n\\sum_{i=1}^n x_i \\le n \\max_j x_j\n```\n"


def theorem(name: str, *options: str, formula: str = NORMS, proof: str = "") -> str:
    block = f"```proof\n{proof}\n```\n" if proof else ""
    return f"## {name}: a title\n" + "".join(f"{option}\n" for option in options) + formula + block


def written(folder: Path, *theorems: str) -> list[dict]:
    path = folder / "subject.md"
    path.write_text(HEAD + "\n".join(theorems), encoding="utf-8")
    return json.loads(compiled([path]))["theorems"]


def test_the_file_is_what_the_theorem_files_say() -> None:
    assert FILE.read_text(encoding="utf-8") == compiled(theorem_files()), "run: python -m proofs.theorem_base"


def test_statements_are_read_back_with_their_hashes() -> None:
    assert base()
    for one in base().values():
        assert one.hash == statement_hash(one.problem)
        assert canonical_text(problem_to_prefix(one.typed)) == one.problem
        assert (one.status == AXIOM) == (not one.proof)
        assert bool(one.uses) == (one.status != AXIOM and not all(line.startswith("calculus:") for line in one.proof.splitlines()))
        assert one.source.strip()


def test_a_theorem_is_compiled_with_its_proof(tmp_path: Path) -> None:
    first, second, third = written(
        tmp_path,
        theorem("one", "source: A book, 1.2", "proof: axiom"),
        theorem("two", "source: A book, 1.3", proof="one: with x := A x\none", formula=SUMS),
        theorem("three", "source: A book, 1.3", proof="calculus: by its entries", formula=SUMS),
    )
    assert (first["status"], first["uses"], first["subject"], first["source"]) == (AXIOM, [], "subject", "A book, 1.2")
    assert (second["status"], second["uses"]) == (STATED, ["one"])
    assert (third["status"], third["uses"], third["proof"]) == (STATED, [], "calculus: by its entries")
    assert '"i~0"' in second["problem"] and '"j~1"' in second["problem"]
    assert first["hash"] != second["hash"]


@pytest.mark.parametrize(
    ("theorems", "message"),
    [
        ([theorem("one", "proof: axiom")], "has no `source:`"),
        ([theorem("one", "source: A book")], "has neither `proof: axiom` nor a ```proof block"),
        ([theorem("one", "source: A book", "proof: axiom", formula=NORMS + SUMS)], "states 2 formulas"),
        ([theorem("one", "source: A book", proof="two")], "names `two`, which is no theorem"),
        (
            [theorem("one", "source: A book", proof="two"), theorem("two", "source: A book", proof="one")],
            "rests on itself",
        ),
        ([theorem("one", "source: A book", "proof: axiom", formula="```math\nA x = 1\n```\n")], "has no type"),
    ],
)
def test_what_is_no_theorem_is_refused(theorems: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(BadPaper) as refused:
        written(tmp_path, *theorems)
    assert message in str(refused.value)
    assert "subject.md:5" in str(refused.value) or "subject.md:4" in str(refused.value)


def test_an_id_stands_once(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / f"{name}.md").write_text(HEAD + theorem("one", "source: A book", "proof: axiom"), encoding="utf-8")
    with pytest.raises(BadPaper, match=r"the id `one` stands in `first\.md` already"):
        compiled(tmp_path.glob("*.md"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("## one: t\nproof: obvious\n" + NORMS, "`proof` is 'obvious'; it can be `axiom`"),
        ("## one: t\nproof: axiom\n" + NORMS + "```proof\ntwo\n```\n", "has a proof already"),
        ("## one: t\n" + NORMS + "```proof\n\n```\n", "is empty"),
        ("# one\n```proof\ntwo\n```\n", "stands under no claim"),
        ("## one: t\n" + NORMS + "```proof\ntwo\n", "the proof block that opens here is never closed"),
    ],
)
def test_proofs_that_cannot_be_read_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadPaper) as refused:
        read_text(text, "x.md")
    assert message in str(refused.value)


def test_what_follows_from_a_theorem_depends_on_it() -> None:
    assert dependents("hadamard-columns") >= {"hadamard-columns", "hadamard-columns-squared", "hadamard-frobenius"}
    assert "hadamard-columns" not in dependents("hadamard-frobenius")


def test_the_command_lists_searches_and_shows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["theorems"]) == 0
    listed = capsys.readouterr().out.splitlines()
    axioms = sum(one.status == AXIOM for one in base().values())
    stated = sum(one.status == STATED for one in base().values())
    assert listed[-1] == f"{len(base())} theorems, {axioms} of them axioms, {stated} stated with a proof that is not verified"
    assert main(["theorems", "oppenheim"]) == 0
    shown = capsys.readouterr().out
    assert "source:  Horn and Johnson" in shown and "proof:   axiom" in shown and base()["oppenheim"].hash in shown
    assert main(["theorems", "hadamard", "semidefinite"]) == 0
    assert "hadamard-diagonal" in capsys.readouterr().out
    assert main(["theorems", "no-such-word"]) == 1


def test_axioms_that_carry_one_claim_alone_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proofs = {"first": ["hadamard-frobenius", "oppenheim"], "second": ["hadamard-columns"], "third": ["no-such-theorem"]}
    for claim, names in proofs.items():
        told = {"kind": "holds", "claim_id": claim, "theorems": dict.fromkeys(names, "hash")}
        (tmp_path / f"{claim}.json").write_text(json.dumps(told), encoding="utf-8")
    (tmp_path / "other.json").write_text(json.dumps({"kind": "violation", "claim_id": "fourth"}), encoding="utf-8")
    assert main(["theorems", "--used-once", "--certificates", str(tmp_path)]) == 0
    *listed, last = capsys.readouterr().out.splitlines()
    told = dict(line.split() for line in listed)
    assert told["oppenheim"] == "first"
    assert "hadamard-columns" not in told  # two claims rest on it, one of them through a theorem
    assert last.startswith(f"{len(told)} of ")
    assert main(["theorems", "hadamard-columns", "--certificates", str(tmp_path)]) == 0
    assert "claims:  first, second" in capsys.readouterr().out
    assert main(["theorems", "--used-once", "--certificates", str(tmp_path / "none")]) == 1
