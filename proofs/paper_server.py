"""Reads and judges paper files for the pytest plugin: a question a line on standard input, an answer a line on standard output."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.auditing.workers import Pool
    from proofs.reading.paper import Paper

Json = dict[str, Any]


class Desk:
    """Answers questions; it keeps the papers that were read, and the worker that judges."""

    def __init__(self) -> None:
        self.papers: dict[str, Paper] = {}
        self.pool: Pool | None = None

    def answer(self, question: Json) -> Any:
        """Return the answer to one question."""
        answers: dict[str, Callable[[Json], Any]] = {"is paper": self._is_paper, "read": self._read, "judge": self._judge}
        return answers[question["what"]](question)

    def close(self) -> None:
        """End the worker, if one was started."""
        if self.pool is not None:
            self.pool.close()

    def _is_paper(self, question: Json) -> bool:
        from proofs.reading.shipped import looks_like_paper

        return looks_like_paper(Path(question["path"]))

    def _read(self, question: Json) -> Json:
        """The claims of a paper: id, line, what is expected, kind; or its flaws as a text."""
        from proofs.auditing.auditor import foreign_uses
        from proofs.judging.understand import understand
        from proofs.reading.paper import BadPaper
        from proofs.reading.reader import read_paper

        claims = []
        try:
            paper = read_paper(Path(question["path"]))
            if flaws := tuple(foreign_uses(paper, [paper])):
                raise BadPaper(flaws)
            for claim in paper.claims:
                checkable = claim.not_checkable is None
                kind = _kind(understand(claim)) if checkable else "prose"
                claims.append({"id": claim.id, "line": claim.line, "expect": claim.expect, "checkable": checkable, "kind": kind})
        except BadPaper as bad:
            return {"claims": [], "flaws": str(bad)}
        self.papers[question["path"]] = paper
        return {"claims": claims, "flaws": ""}

    def _judge(self, question: Json) -> Json:
        from proofs.auditing.auditor import failed
        from proofs.auditing.workers import Job, Outcome, Pool, judge_claim
        from proofs.reading.options import How
        from proofs.results.table import clean, describe, verdict_word
        from proofs.results.verdicts import BY_RULES, as_expected

        if question["path"] not in self.papers:
            self._read(question)
        paper = self.papers[question["path"]]
        claim = next(one for one in paper.claims if one.id == question["claim"])
        if self.pool is None:
            self.pool = Pool(1, question["timeout"])
        how = How(effort=question["effort"], certificates=Path(question["certificates"]) / paper.name)
        outcomes: list[Outcome] = []
        self.pool.run([Job(judge_claim, (claim, how))], lambda _, outcome: outcomes.append(outcome))
        (outcome,) = outcomes
        result = outcome.result
        if result is None:
            result = failed(claim, outcome.failure or "\n".join(map(str, outcome.flaws)))
        right = as_expected(result.verdict, question["expect"])
        right = right and not (question["strict"] and (result.verdict, result.strength) == ("holds", BY_RULES))
        result = replace(result, expect=question["expect"], as_expected=right)
        names = ("kind", "verdict", "strength", "domain", "expect")
        return {
            "as_expected": right,
            "word": clean(verdict_word(result)),
            "text": describe(result),
            "properties": {name: str(getattr(result, name) or "") for name in names},
        }


def _kind(readings: Any) -> str:
    from proofs.judging.roads import kind_of

    kinds = [kind_of(link.typed.problem) for r in readings for link in r.links if link.typed and link.typed.problem]
    return kinds[0] if kinds else "identity"


def serve() -> None:
    """Answer until standard input ends; what is printed meanwhile goes to standard error."""
    desk = Desk()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        for line in sys.stdin:
            try:
                answer = {"answer": desk.answer(json.loads(line))}
            except Exception:  # noqa: BLE001 - it is told to who asked
                answer = {"failure": traceback.format_exc()}
            out.write(json.dumps(answer) + "\n")
            out.flush()
    desk.close()


__all__ = ["Desk", "serve"]
