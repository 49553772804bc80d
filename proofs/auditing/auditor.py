"""Audits paper files: reads them, judges every claim in worker processes, keeps what is done."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from proofs.auditing.ledger import Ledger
from proofs.auditing.workers import Job, Outcome, Pool, judge_claim, look_up, read_claim
from proofs.extras import NEEDS, how_to_install, is_here
from proofs.judging.asked_sizes import core_name, idle
from proofs.reading.header import unknown
from proofs.reading.options import AuditOptions, How
from proofs.reading.paper import BadPaper, Claim, Flaw, Paper
from proofs.reading.reader import read_paper
from proofs.reading.shipped import find_papers, shipped_papers
from proofs.results.dependence import called
from proofs.results.layouts import other_layouts
from proofs.results.schema import Audit, ClaimResult, PaperResult, finish
from proofs.version import checker_version

if TYPE_CHECKING:
    from proofs.auditing.cluster import RayPool

Progress = Callable[[int, int, str], None]


@dataclass(slots=True)
class _Plan:
    """What is to be judged, and what has been."""

    papers: list[Paper] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    chosen: list[tuple[Paper, Claim, How]] = field(default_factory=list)
    selected: list[tuple[str, str]] = field(default_factory=list)
    results: dict[tuple[str, str], ClaimResult] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    stated: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    """Fingerprints of what a claim states."""


def audit(
    paths: str | Path | Iterable[str | Path], options: AuditOptions | None = None, *, progress: Progress | None = None
) -> Audit:
    """Audit paper files, folders or shipped papers.

    Bad input does not raise: it is in `Audit.errors`, and the other papers are judged.

    Args:
        paths: Files, folders or names of shipped papers.
        options: See `AuditOptions`.
        progress: Called with (claims done, claims in all, id) after every claim.

    """
    options = options or AuditOptions()
    plan = _Plan()
    _read(plan, [paths] if isinstance(paths, (str, Path)) else list(paths))
    _choose(plan, options)
    ledger = Ledger(options.ledger) if options.ledger is not None else None
    interrupted = False
    try:
        _judge_all(plan, options, ledger, progress or (lambda *_: None))
    except KeyboardInterrupt:
        interrupted = True
    return _result(plan, options, interrupted)


def _read(plan: _Plan, arguments: Sequence[str | Path]) -> None:
    seen: set[str] = set()
    for argument in arguments:
        try:
            paths = find_papers(str(argument))
        except BadPaper as bad:
            plan.flaws.extend(bad.flaws)
            continue
        for path in paths:
            place = os.path.realpath(path)  # Path.resolve raises where links go in a circle
            if place in seen:
                continue
            seen.add(place)
            try:
                plan.papers.append(read_paper(path))
            except BadPaper as bad:
                plan.flaws.extend(bad.flaws)
    for paper in list(plan.papers):
        flaws = tuple(foreign_uses(paper, plan.papers))
        if flaws:
            plan.flaws.extend(flaws)
            plan.papers.remove(paper)


def foreign_uses(paper: Paper, papers: Sequence[Paper]) -> Iterable[Flaw]:
    """Check ``uses: paper:id`` against the audited papers, the files beside this one and the shipped papers."""
    for claim in paper.claims:
        line = dict(claim.option_lines).get("uses", claim.line)
        for one in claim.uses:
            name, mark, claim_id = one.partition(":")
            if not mark:
                continue
            try:
                others = _papers_named(name, paper, papers)
            except BadPaper as bad:
                yield Flaw(claim.file, line, 0, f"the paper `{name}` in `uses:` is refused: {bad.flaws[0]}")
                continue
            ids = [c.id for other in others for c in other.claims]
            if not others:
                known = {p.name for p in papers} | shipped_papers().keys()
                yield Flaw(claim.file, line, 0, unknown("paper in `uses`:", name, sorted(known)))
            elif claim_id not in ids:
                yield Flaw(claim.file, line, 0, unknown(f"id of {name} in `uses`:", claim_id, ids))


def _papers_named(name: str, paper: Paper, papers: Sequence[Paper]) -> list[Paper]:
    by_path = {str(p.path): p for p in papers}
    found = called(name, str(paper.path), {path: p.name for path, p in by_path.items()})
    if found:
        return [by_path[path] for path in found]
    folder = paper.path.parent
    for path in (folder / f"{name}.md", folder / f"{name}.paper.md", shipped_papers().get(name)):
        if path is not None and path.is_file():
            return [read_paper(path)]
    return []


def _choose(plan: _Plan, options: AuditOptions) -> None:
    """Pick the claims to judge: `only`, then the shard; every claim gets the folder of its paper's certificates."""
    known = {c.id for p in plan.papers for c in p.claims} | {f"{p.name}:{c.id}" for p in plan.papers for c in p.claims}
    for one in options.only:
        if one not in known:
            plan.flaws.append(Flaw("--only", 0, 0, unknown("claim", one, sorted(k for k in known if ":" not in k))))
    folders = _folders(plan.papers, options.how.certificates)
    everything = [
        (p, c, replace(options.how, certificates=folders[str(p.path)]))
        for p in plan.papers
        for c in p.claims
        if not options.only or c.id in options.only or f"{p.name}:{c.id}" in options.only
    ]
    part, parts = options.shard
    low, high = (len(everything) * k // parts for k in (part - 1, part))
    plan.chosen = everything[low:high]
    plan.selected = [(str(p.path), c.id) for p, c, _ in everything]


def _folders(papers: Sequence[Paper], root: Path) -> dict[str, Path]:
    """One certificate folder per paper, even where two papers have one name."""
    folders: dict[str, Path] = {}
    for paper in papers:
        same = sum(1 for p in papers[: papers.index(paper)] if p.name == paper.name)
        folders[str(paper.path)] = root / (f"{paper.name}-{same + 1}" if same else paper.name)
    return folders


def _judge_all(plan: _Plan, options: AuditOptions, ledger: Ledger | None, progress: Progress) -> None:
    total = len(plan.chosen)
    if not total:
        return
    with _executor(options, total) as pool:
        if options.sizes_asked and options.how.sizes and not _sizes_exist(plan, options.how.sizes, pool):
            return
        known = _known(plan.chosen, pool, ledger) if ledger is not None and not options.fresh else {}
        for index, result in sorted(known.items()):
            paper, claim, _ = plan.chosen[index]
            plan.results[str(paper.path), claim.id] = result
            progress(len(plan.results), total, claim.id)
        keep = _Keeper(ledger)
        unknown_yet = [one for index, one in enumerate(plan.chosen) if index not in known]
        todo = _readable(plan, unknown_yet, pool)

        def done(index: int, outcome: Outcome) -> None:
            paper, claim, how = todo[index]
            unread = "\n".join(map(str, outcome.flaws))  # what is found only when it is judged
            plan.flaws.extend(outcome.flaws)
            result = outcome.result
            if result is None:
                result = failed(claim, unread or outcome.failure, "unread" if unread else "error")
            plan.results[str(paper.path), claim.id] = result
            keep(claim, how, result)
            progress(len(plan.results), total, claim.id)

        pool.run([Job(judge_claim, (c, how), plan.stated[str(p.path), c.id]) for p, c, how in todo], done)


class _Keeper:
    """Keeps results for later audits, for as long as that works: no result is lost because it cannot be kept."""

    def __init__(self, ledger: Ledger | None) -> None:
        self.ledger = ledger

    def __call__(self, claim: Claim, how: How, result: ClaimResult) -> None:
        if self.ledger is None:
            return
        try:
            self.ledger.put(claim, how, result)
        except OSError as problem:
            place = problem.filename or self.ledger.folder
            print(f"derive: results are not kept: {place}: {problem.strerror or problem}", file=sys.stderr)
            self.ledger = None


def _sizes_exist(plan: _Plan, asked: Sequence[tuple[str, int]], pool: Pool | RayPool) -> bool:
    """Refuse sizes of the command line that no claim has."""
    found: set[str] = set()
    unread: list[int] = []

    def done(index: int, outcome: Outcome) -> None:
        found.update(outcome.sizes)
        if outcome.flaws or outcome.failure:
            unread.append(index)

    pool.run([Job(read_claim, (claim,)) for _, claim, _ in plan.chosen], done)
    absent = [name for name in dict(asked) if core_name(name) not in found] if not unread else []
    plan.flaws.extend(
        Flaw("--sizes", 0, 0, f"no claim that is judged has the size `{name}`; there are {', '.join(sorted(found))}")
        for name in absent
    )
    return not absent


def _known(chosen: Sequence[tuple[Paper, Claim, How]], pool: Pool | RayPool, ledger: Ledger) -> dict[int, ClaimResult]:
    """What the ledger keeps, by the claim's number; certificates are checked again, side by side."""
    found: dict[int, ClaimResult] = {}

    def done(index: int, outcome: Outcome) -> None:
        if outcome.result is not None:
            found[index] = outcome.result

    pool.run([Job(look_up, (ledger, claim, how)) for _, claim, how in chosen], done)
    return found


def _executor(options: AuditOptions, claims: int) -> Pool | RayPool:
    if options.executor == "ray":
        from proofs.auditing.cluster import RayPool

        return RayPool(options.jobs, options.limit, gpus=options.gpus)
    size = min(options.jobs or min(os.cpu_count() or 1, 8), claims)
    threads = max(1, (os.cpu_count() or 1) // size) if options.how.full else 1
    return Pool(size, options.limit, threads)


def _readable(
    plan: _Plan, todo: list[tuple[Paper, Claim, How]], pool: Pool | RayPool
) -> list[tuple[Paper, Claim, How]]:
    """Type-check all formulas first, and return what can be judged: a claim that cannot be read costs no other one."""
    found: dict[int, Outcome] = {}

    def done(index: int, outcome: Outcome) -> None:
        found[index] = outcome
        paper, claim, _ = todo[index]
        plan.stated[str(paper.path), claim.id] = outcome.problems

    pool.run([Job(read_claim, (claim,)) for _, claim, _ in todo], done)
    flaws = (flaw for index in sorted(found) for flaw in (*found[index].flaws, *found[index].elsewhere))
    plan.flaws.extend(dict.fromkeys(flaws))
    readable: list[tuple[Paper, Claim, How]] = []
    for index, (paper, claim, how) in enumerate(todo):
        outcome = found[index]
        if outcome.flaws:
            said = "\n".join(dict.fromkeys(map(str, outcome.flaws)))
            plan.results[str(paper.path), claim.id] = failed(claim, said, "unread")
        else:
            readable.append((paper, outcome.claim or claim, how))
    return readable


def judge_apart(claim: Claim, how: How, limit: float) -> ClaimResult:
    """Judge one claim in a process of its own: what it does not end within so many seconds is an error, and so is a crash.

    Raises:
        BadPaper: A formula cannot be read or a name is not declared.

    """
    outcomes: list[Outcome] = []
    with Pool(1, limit) as pool:
        pool.run([Job(judge_claim, (claim, how))], lambda _, outcome: outcomes.append(outcome))
    (outcome,) = outcomes
    if outcome.flaws:
        raise BadPaper(outcome.flaws)
    return failed(claim, outcome.failure) if outcome.result is None else outcome.result


def failed(claim: Claim, why: str, verdict: str = "error") -> ClaimResult:
    """Return the result of a claim on which the checker failed, or which cannot be read."""
    return ClaimResult(
        id=claim.id,
        title=claim.title,
        where=claim.where,
        kind="",
        statement=claim.statement,
        understood="",
        verdict=verdict,
        strength="",
        expect=claim.expect,
        uses=claim.uses,
        message=why,
        relation=claim.relation,
        paper=claim.printed,
    )


def _result(plan: _Plan, options: AuditOptions, interrupted: bool) -> Audit:
    papers = [
        PaperResult(
            paper=str(p.path),
            claims=tuple(r for c in p.claims if (r := plan.results.get((str(p.path), c.id))) is not None),
            read=len(p.claims),
            selected=tuple(name for path, name in plan.selected if path == str(p.path)),
            sha256=p.sha256,
        )
        for p in plan.papers
    ]
    names = {str(p.path): p.name for p in plan.papers}
    finished = finish(papers, names, options.how.domain == "total", options.how.strict)
    read = sum(len(p.claims) for p in plan.papers)
    errors = tuple(map(str, plan.flaws))
    shard = options.shard if options.shard[1] > 1 else None
    said = (
        *plan.remarks,
        *idle(plan.papers, [claim for _, claim, _ in plan.chosen], options),
        *other_layouts(finished),
        *_without_extras(options.how),
    )
    recorded = options.how.recorded
    return Audit(checker_version(), options.how.seed, errors, finished, read, interrupted, shard, recorded, said)


def _without_extras(how: How) -> list[str]:
    """What was not asked because a package is missing that would be asked otherwise."""
    if how.roads and not set(how.roads) & set(NEEDS):
        return []
    absent = [package for package in ("torch", "scipy") if not is_here(package)]
    what = {"torch": "the roads autograd and search were not asked", "scipy": "linear programs that find some proofs and points were not solved"}
    return [f"{what[package]}, since {how_to_install(package)}" for package in absent]
