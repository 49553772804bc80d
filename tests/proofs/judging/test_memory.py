"""What was found of a problem serves every claim that states it, and no other one."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest

from proofs.auditing.auditor import audit
from proofs.auditing.workers import Job, Outcome, Pool
from proofs.judging import judge as judging
from proofs.judging.memory import MOST, Memory
from proofs.judging.mend import Mended
from proofs.reading.options import AuditOptions, How
from proofs.reading.reader import read_paper
from proofs.recheck import recheck
from proofs.results.schema import ClaimResult

HEAD = r"""---
title: Notes
---
```math given
A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}
```
"""
TRUE = r"\frac{\partial A B}{\partial A} = I_m \otimes B^\top"
BOUND = r"\|A B\|_F \le \|A\|_2 \|B\|_2"


def paper(folder: Path, *claims: tuple[str, str, str]) -> Path:
    blocks = [f"## {name}: a claim\n{options}```math\n{text}\n```\n" for name, options, text in claims]
    path = folder / "notes.md"
    path.write_text(HEAD + "".join(blocks))
    return path


def judged(folder: Path, *claims: tuple[str, str, str]) -> tuple[list[ClaimResult], int]:
    """The results of claims that are judged one after the other with one memory, and how many problems were judged."""
    memory, how, results = Memory(), How(effort="quick", certificates=folder / "c"), []
    repaired = Mended(repair={"statement": "", "edit": "", "verdict": "holds", "strength": "proved"})
    repairs = patch("proofs.judging.mend._repair", return_value=repaired)
    with patch.object(judging, "_judged", wraps=judging._judged) as asked, repairs:
        for claim in read_paper(paper(folder, *claims)).claims:
            results.append(judging.judge(claim, how, memory))
    return results, asked.call_count


def test_a_problem_is_judged_once(tmp_path: Path) -> None:
    (one, other), count = judged(tmp_path, ("one", "", TRUE), ("other", "", TRUE))
    assert count == 1
    assert (one.verdict, other.verdict, other.strength) == ("holds", "holds", "proved")
    assert [e["road"] for e in one.evidence] == [e["road"] for e in other.evidence]


@pytest.mark.parametrize("text", [TRUE.replace("I_m", "2 I_m"), BOUND.replace(r"\le", "<")])
def test_each_false_claim_has_its_own_certificate(tmp_path: Path, text: str) -> None:
    (one, other), count = judged(tmp_path, ("one", "", text), ("other", "", text))
    assert (one.verdict, other.verdict) == ("refuted", "refuted")
    assert count == 1
    files = [Path(r.counterexample["certificate"]) for r in (one, other)]
    assert files[0] != files[1]
    assert [json.loads(f.read_text())["claim_id"] for f in files] == ["one", "other"]
    assert all(recheck(f).accepted for f in files)
    assert one.counterexample["inputs"] == other.counterexample["inputs"]
    assert str(files[1]) in json.dumps([dict(e) for e in other.evidence])
    assert str(files[0]) not in json.dumps([dict(e) for e in other.evidence])


def test_a_certificate_that_is_not_accepted_again_is_no_verdict(tmp_path: Path) -> None:
    """The second claim is judged anew if its certificate is rejected."""
    false = TRUE.replace("I_m", "2 I_m")
    again = judging.certified_again

    def rejected(*args):
        found = again(*args)
        return judging.Refutation(False, "rejected", None, found.evidence)

    with patch.object(judging, "certified_again", rejected):
        (one, other), count = judged(tmp_path, ("one", "", false), ("other", "", false))
    assert count == 2
    assert (one.verdict, other.verdict) == ("refuted", "refuted")


def test_a_neighbour_is_another_problem(tmp_path: Path) -> None:
    (one, other), count = judged(tmp_path, ("one", "", TRUE), ("other", "", TRUE.replace(r"B^\top", r"2 B^\top")))
    assert count == 2
    assert (one.verdict, other.verdict) == ("holds", "refuted")


@pytest.mark.parametrize(
    "options", ["vectorization: vec\n", "small: [{m: 2, n: 4, p: 3}]\n", "uses: one\n", "```math given\nm = 1\n```\n"]
)
def test_what_else_a_verdict_may_depend_on_tells_problems_apart(tmp_path: Path, options: str) -> None:
    (one, other), count = judged(tmp_path, ("one", "", TRUE), ("other", options, TRUE))
    assert count == 2
    assert one.verdict == "holds"
    assert other.verdict == ("refuted" if "vec" in options else "holds")


def test_an_audit_says_the_same_whether_claims_repeat_or_not(tmp_path: Path) -> None:
    claims = [("a", "", TRUE), ("b", "", BOUND), ("c", "", TRUE), ("d", "", BOUND)]
    options = AuditOptions(how=How(effort="quick", certificates=tmp_path / "c"), jobs=2, ledger=None)
    together = audit(paper(tmp_path, *claims), options).papers[0].claims
    for claim, found in zip(claims, together, strict=True):
        alone = audit(paper(tmp_path, claim), options).papers[0].claims[0]
        assert (alone.verdict, alone.repair, alone.hypothesis) == (found.verdict, found.repair, found.hypothesis)


def test_a_memory_ends() -> None:
    memory = Memory()
    for key in range(MOST):
        memory.put(key, key)
    memory.put("one more", 1)
    assert memory.values == {"one more": 1}
    assert [memory.once("two", lambda: 2), memory.once("two", lambda: 3)] == [2, 2]


def numbered(n: int, *problems: str) -> Job:
    return Job(Outcome, (None, (), str(n)), frozenset(problems))


def test_a_worker_takes_what_it_knows_and_leaves_others_what_they_know() -> None:
    jobs = [numbered(0, "x"), numbered(1, "y"), numbered(2, "y"), numbered(3, "x"), numbered(4)]
    pool = Pool(2, 30.0)

    class Worker:
        def __init__(self, *known: str) -> None:
            self.known = set(known)

    first, second = Worker("x"), Worker("y")
    pool.busy, waiting = [first, second], [4, 3, 2, 1]
    subjects = [job.subjects for job in jobs]
    assert pool._next(first, waiting, subjects) == 3
    assert pool._next(first, waiting, subjects) == 4  # nobody knows it
    assert pool._next(first, waiting, subjects) == 1  # rather than to wait
    assert pool._next(second, waiting, subjects) == 2
