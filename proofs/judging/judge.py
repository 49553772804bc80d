"""Judges one claim: asks the roads about every link in every reading and puts their words together."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from derive.build import DERIVATIVES
from derive.core import Problem, Rel, operators
from derive.errors import DeriveError, ShapeProblem
from derive.even_powers import LIMITING, ORDERS, with_even_powers
from derive.evidence import Evidence, Point
from derive.language.derivatives.derivative_notes import by_all_entries
from derive.language.lexing.macros import told
from derive.language.printing.conditions_told import with_conditions
from proofs.doors import door
from proofs.judging import roads
from proofs.judging.asked_sizes import contradicted
from proofs.judging.echo import assumed, remarks
from proofs.judging.fidelity import faithful
from proofs.judging.hearing import Hearing
from proofs.judging.inferred import is_in_doubt, resting_on_inference
from proofs.judging.lemmas import Known
from proofs.judging.memory import Memory, key_of
from proofs.judging.refute import Exhibit, Refutation, certificate_path, certified_again, refute
from proofs.judging.strength import Object, graded
from proofs.judging.understand import Link, Reading, definitions, understand
from proofs.judging.where import located
from proofs.reading.options import How
from proofs.reading.paper import Claim, Settings
from proofs.results.schema import ClaimResult, Json, plain, renumbered
from proofs.results.verdicts import Decision, Facts, combine_readings, decide, weakest, worst

if TYPE_CHECKING:
    from derive.language.problems.elaborate import Typed
    from proofs.judging.mend import Mended


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict of one problem with everything behind it."""

    decision: Decision
    kind: str
    evidence: tuple[Evidence, ...] = ()
    counterexample: Json | None = None
    points: tuple[Point, ...] = ()
    """Inputs at which a road saw the claim fail (not certified)."""


@dataclass(frozen=True, slots=True)
class LinkFinding:
    """The verdict of one link: its finding, the finding per reading of the text, and what would mend it."""

    statement: str
    understood: str
    finding: Finding
    readings: tuple[tuple[str, str], ...] = ()
    mended: Mended | None = None

    @property
    def verdict(self) -> str:
        """That of the finding, or ``needs-hypothesis`` where a hypothesis was found that mends the claim."""
        if self.mended is not None and self.mended.hypothesis:
            return "needs-hypothesis"
        return self.finding.decision.verdict


Judged = Sequence[tuple[Reading, list[LinkFinding]]]
"""The findings of every reading, link by link."""


def judge(claim: Claim, how: How, memory: Memory | None = None) -> ClaimResult:
    """Return the verdict of a claim, and what is to be said of the paper's statement (see `faithful`).

    Args:
        claim: The claim.
        how: How it is judged.
        memory: What was found of the problems of other claims; what is found of this one is added.

    Raises:
        BadPaper: A formula cannot be read or a name is not declared.

    """
    start = time.perf_counter()
    result = faithful(claim, lambda form: judge_form(form, how, memory))
    return replace(result, seconds=round(time.perf_counter() - start, 6))


def judge_form(claim: Claim, how: How, memory: Memory | None = None) -> ClaimResult:
    """Return the verdict of a claim as it is judged: without what was added to it, and as printed.

    Raises:
        BadPaper: A formula cannot be read or a name is not declared.

    """
    blank = ClaimResult(
        claim.id, claim.title, claim.where, "", claim.statement, "", "", "", expect=claim.expect, uses=claim.uses,
        relation=claim.relation, paper=claim.printed,
    )  # fmt: skip
    if claim.not_checkable is not None:
        return replace(blank, kind="prose", verdict="not-checkable", message=claim.not_checkable)
    judged = [(reading, _judge_reading(claim, reading, how, memory)) for reading in understand(claim)]
    untold = not claim.inferred or not is_in_doubt(claim, _assemble(blank, judged), [reading for reading, _ in judged])
    with roads.heard_by():  # what is said of repairs is not said of the claim
        judged = _mended(judged, claim.settings, how, memory, untold=untold)
    result = _assemble(blank, judged)
    asked = ((how.sizes,) if how.sizes else ()) + claim.settings.small
    result = replace(
        result,
        notes=(
            *claim.remarks,
            *(told(dict(claim.settings.macros), (claim.statement, claim.given_text)) if claim.settings.macros else ()),
            *result.notes,
            *(contradicted([reading for reading, _ in judged], asked) if asked else ()),
        ),
    )
    return resting_on_inference(claim, result, [reading for reading, _ in judged]) if claim.inferred else result


def _judge_reading(claim: Claim, reading: Reading, how: How, memory: Memory | None) -> list[LinkFinding]:
    found, known = [], Known(claim, how)
    for k, link in enumerate(reading.links, 1):
        parts = [*([f"link{k}"] if len(reading.links) > 1 else []), *([reading.name] if reading.name else [])]
        content = [claim.id, parts, link.wording, claim.given_text, plain(asdict(claim.settings)), how.told]
        path = certificate_path(how.certificates, claim.id, parts, content)
        exhibit = Exhibit(claim.id, link.wording, claim.given_in(reading.name), path, claim.settings.texts)
        found.append(_judge_link(link, claim.settings, exhibit, how, known, memory))
    return found


def _judge_link(
    link: Link, settings: Settings, exhibit: Exhibit, how: How, known: Known, memory: Memory | None
) -> LinkFinding:
    """Judge one relation in all readings that its text allows."""
    if link.typed is None:
        assert link.failure is not None
        return LinkFinding(link.statement, "", _without_problem(link.failure))
    understood = getattr(link.typed, "understood", "") or link.statement
    understood = with_conditions(understood, link.conditions) if link.conditions else understood
    if len(link.typed.readings) > 1:
        return _several(link, link.typed, understood, settings, exhibit, how, known, memory)
    finding = judge_problem(link.typed.problem, settings, exhibit, how, known, memory)
    return LinkFinding(link.statement, understood, finding)


def _several(
    link: Link,
    typed: Typed,
    understood: str,
    settings: Settings,
    exhibit: Exhibit,
    how: How,
    known: Known,
    memory: Memory | None,
) -> LinkFinding:
    """A text that can be read in several ways: judge each, compare."""
    found: list[tuple[str, Finding]] = []
    for number, (name, read) in enumerate(typed.readings):
        place = replace(exhibit, path=exhibit.path.with_name(f"{exhibit.path.stem}.{number}.json"))
        if isinstance(read, Problem):
            found.append((name, judge_problem(read, settings, place, how, known, memory)))
        else:
            found.append((name, _without_problem(read)))
        if typed.nested and _settles(found):
            break
    if typed.nested:  # Nobody assumes more than can be met.
        found = [found[0], *(f for f in found[1:] if f[1].decision.verdict != "vacuous")]
    readings = tuple((name, f.decision.verdict) for name, f in found)
    if typed.layouts:
        finding, mended = _in_other_layouts(link, typed, found)
        return LinkFinding(link.statement, understood, finding, readings, mended)
    verdict = combine_readings([v for _, v in readings])
    fitting = [f for _, f in found if f.decision.verdict == verdict]
    chosen = next((f for f in fitting if f.decision.domain), fitting[0] if fitting else None)  # it holds where all readings do
    if len(set(readings)) > 1 and verdict == "refuted" and chosen is not None:
        chosen = replace(chosen, decision=replace(chosen.decision, message=f"false in every reading: {_told(found)}"))
    if verdict == "holds" and chosen is not None:
        strength = weakest([(f.decision.verdict, f.decision.strength) for _, f in found], verdict)
        chosen = replace(chosen, decision=replace(chosen.decision, strength=strength))
    if chosen is None:
        evidence = tuple(e for _, f in found for e in f.evidence)
        example = next((f.counterexample for _, f in found if f.counterexample), None)
        message = f"the text can be read in several ways: {_told(found)}"
        chosen = Finding(Decision("ambiguous", "", message), _kind(found), evidence, example)
    return LinkFinding(link.statement, understood, chosen, readings)


def _without_problem(read: DeriveError) -> Finding:
    """The finding of a text, or of one of its readings, that has no type or is not supported."""
    verdict = "ill-typed" if isinstance(read, ShapeProblem) else "undecided"
    outcome, strength = ("disagree", "proved") if verdict == "ill-typed" else ("none", "")
    evidence = Evidence("shapes", outcome, "all sizes", {"why": str(read)})
    return Finding(Decision(verdict, strength, str(read)), "", (evidence,))


def _in_other_layouts(link: Link, typed: Typed, found: Sequence[tuple[str, Finding]]) -> tuple[Finding, Mended | None]:
    """A claim without a type in the layout in force is false there; one in which it holds is the repair."""
    from proofs.judging.mend import Mended, layout_repair

    mended = None
    for layout in dict.fromkeys(typed.layouts):
        within = [f.decision for (_, f), own in zip(found[1:], typed.layouts, strict=True) if own == layout]
        if mended is None and combine_readings([d.verdict for d in within]) == "holds":
            strength = weakest([(d.verdict, d.strength) for d in within], "holds")
            mended = Mended(repair=layout_repair(link, layout, strength))
    evidence = tuple(e for _, f in found for e in f.evidence)
    message = f"the sizes do not match in the layout in force: {_told(found)}"
    return Finding(Decision("refuted", "proved", message), _kind(found), evidence), mended


def _told(found: Sequence[tuple[str, Finding]]) -> str:
    """The readings with their verdicts, and what is said of those that are not supported."""
    return "; ".join(f"{name}: {f.decision.verdict}" for name, f in found)


def _kind(found: Sequence[tuple[str, Finding]]) -> str:
    return next((f.kind for _, f in found if f.kind), "")


def _settles(found: Sequence[tuple[str, Finding]]) -> bool:
    """Whether the first of nested readings settles a claim: what does not fail there does not fail where more is assumed."""
    return found[0][1].decision.verdict not in ("refuted", "needs-hypothesis")


def judge_problem(
    problem: Problem,
    settings: Settings,
    exhibit: Exhibit | None,
    how: How,
    known: Known | None = None,
    memory: Memory | None = None,
) -> Finding:
    """Judge one typed problem; without an exhibit nothing is certified (used to verify repairs)."""
    if memory is None:
        return _judged(problem, settings, exhibit, how, known)[0]
    key = key_of(problem, settings, how, known, exhibit is None)
    kept: tuple[Finding, Refutation | None] | None = memory.values.get(key)
    recalled = None if kept is None else _recalled(kept[0], kept[1], exhibit)
    if recalled is not None:
        return recalled
    finding, refutation = _judged(problem, settings, exhibit, how, known)
    if refutation is None or refutation.accepted:
        memory.put(key, (finding, refutation))
    return finding


def _recalled(finding: Finding, refutation: Refutation | None, exhibit: Exhibit | None) -> Finding | None:
    """What was found of the same problem, with a certificate for this claim; None if that is not accepted."""
    evidence = tuple(replace(e, seconds=0.0) for e in finding.evidence)
    if finding.counterexample is None or refutation is None or exhibit is None:
        return replace(finding, evidence=evidence)
    again = certified_again(refutation, exhibit)
    if not again.accepted:
        return None
    evidence = tuple(again.evidence if e.road == "certificate" else e for e in evidence)
    return replace(finding, evidence=evidence, counterexample=again.counterexample)


def _is_of_one_number(problem: Problem) -> bool:
    """Whether a problem is an order between functions of one number: engines show it, and no rules."""
    goal, names = problem.goal, [shape.is_scalar for _, shape in problem.variables]
    return names == [True] and not problem.functions and isinstance(goal, Rel) and goal.op in ("<=", "<", ">=", ">")


def _is_of_limits(problem: Problem) -> bool:
    """Whether norms or functions are differentiated, integrated or tend in a problem, whose goal may say so itself."""
    words = operators(problem)
    if isinstance(problem.goal, Rel) and problem.goal.op in ORDERS:
        return True
    return not words.isdisjoint(LIMITING) and not words.isdisjoint(("norm", "map"))


def _judged(
    problem: Problem, settings: Settings, exhibit: Exhibit | None, how: How, known: Known | None
) -> tuple[Finding, Refutation | None]:
    problem = with_even_powers(problem) if _is_of_limits(problem) else problem
    resolved = roads.with_values(problem)
    form, kind = roads.form_of(resolved), roads.kind_of(problem)
    empty = None if how.proof_only else _said("derive.vacuity", "vacuous", problem, False)
    shown = Object(problem) if empty is None and (exhibit is not None or _is_of_one_number(problem)) else None
    hearing = Hearing(resolved, form, settings, how, known, written=problem, empty=empty is not None, shown=shown)
    hearing.hear()
    if how.proof_only:
        if not any(e.outcome == "agree" for e in hearing.evidence):
            return Finding(Decision("undecided", "", "nothing was proved"), kind, tuple(hearing.evidence)), None
        empty = _said("derive.vacuity", "vacuous", problem, False)
    refutation, failed = _refuted(resolved, hearing.points, exhibit)
    if refutation is None or not refutation.accepted:
        points = hearing.points
        hearing.go_on()
        if hearing.points != points:
            refutation, failed = _refuted(resolved, hearing.points, exhibit)
    is_refuted = refutation is not None and refutation.accepted
    if exhibit is not None and hearing.points and not is_refuted:
        if points := hearing.look_again(rejected=refutation is not None):
            refutation, failed = _refuted(resolved, points, exhibit)
            is_refuted = refutation is not None and refutation.accepted
    if exhibit is not None and (points := hearing.look_in_other_order()):
        refutation, failed = _refuted(resolved, points, exhibit)
        is_refuted = refutation is not None and refutation.accepted
    if is_refuted:
        hearing.cross_examine()
    evidence = [*hearing.evidence, *failed]
    if refutation is not None:
        evidence.append(refutation.evidence)
    proved, words = any(e.outcome == "agree" for e in evidence), operators(problem)
    facts = Facts(
        form=form,
        evidence=evidence,
        certificate=None if refutation is None else refutation.said,
        rejection="" if refutation is None else refutation.reason,
        vacuous=_said("derive.vacuity", "vacuous", problem, True) if is_refuted else empty,
        sufficient=any(roads.is_sufficient(e) for e in evidence),
        effort=how.effort,
        doubtful=_said("derive.exact.certification.denominators", "doubtful_quotient", problem) if "hpow" in words else None,
        asymmetric=_said("numeric.evaluation.spectra", "asymmetric", problem) if "eig" in words else None,
        free_entries=by_all_entries(problem),
        one_sided=_said("derive.vacuity.one_sided", "one_sided", problem) if proved and not isinstance(problem.goal, Rel) else None,
        jump=_said("derive.index.forced_jumps", "forced_jump", problem) if proved and words.intersection(DERIVATIVES) else None,
        instances=bool(problem.functions),
    )
    example = None if refutation is None else refutation.counterexample
    decision = located(
        problem,
        decide(facts),
        again=lambda why: decide(replace(facts, vacuous=why)),
        holds=lambda told: judge_problem(told, settings, None, how.for_proofs()).decision.verdict == "holds",
        seed=how.seed,
        evidence=evidence,
        witnessed=lambda: shown is not None and shown.accepted,
        total=lambda: shown is not None and shown.is_total,
        resolved=resolved,
    )
    if shown is not None:
        decision, verified = graded(shown, decision)
        evidence += [e for e in verified if all(e.road != known.road for known in evidence)]
    told = [
        note for note in resolved.notes if note not in problem.notes
    ]  # of the family that refutes an order of growth
    if decision.verdict == "refuted" and told and not decision.message:
        decision = replace(decision, message="; ".join(told))
    return Finding(decision, kind, tuple(evidence), example, tuple(hearing.points)), refutation


def _refuted(
    problem: Problem, points: Sequence[Point], exhibit: Exhibit | None
) -> tuple[Refutation | None, tuple[Evidence, ...]]:
    """What certifying the points led to, and evidence that it could not be done."""
    if exhibit is None or not points:
        return None, ()
    try:
        return refute(problem, points, exhibit), ()
    except DeriveError as reason:
        return None, (Evidence("certificate", "none", "", {"reason": str(reason)}),)


def _said(module: str, name: str, problem: Problem, *details: bool) -> str | None:
    """What a check has to say of a problem, None where it has nothing to say or cannot be asked."""
    try:
        return door(module, name)(problem, *details)
    except DeriveError:
        return None


def _mended(judged: Judged, settings: Settings, how: How, memory: Memory | None, *, untold: bool = True) -> Judged:
    """Look for what would mend each false link; one repair is told, if any: that of the link which leads (see `_assemble`)."""
    from proofs.judging.mend import MENDED, mend

    verdict = combine_readings([_over_links(links)[0] for _, links in judged])
    after: list[tuple[Reading, list[LinkFinding]]] = []
    for reading, links in judged:
        mended = []
        for link, found in zip(reading.links, links, strict=True):
            leads = found.verdict == verdict or (verdict == "ambiguous" and not (after or mended))
            in_force = not found.readings or (link.typed is not None and link.typed.layouts)
            if in_force and found.mended is None:
                if found.finding.decision.verdict in MENDED:
                    one = mend(link, reading, settings, found.finding, how, telling=leads and untold, memory=memory)
                    found = replace(found, mended=one)
            mended.append(found)
            untold = untold and not (leads and found.verdict == verdict)
        after.append((reading, mended))
    return after


# Putting the result together.


def _assemble(blank: ClaimResult, judged: Judged) -> ClaimResult:
    readings = [(reading.name, *_over_links(links)) for reading, links in judged]
    verdict = combine_readings([v for _, v, _ in readings])
    strength = weakest([(v, s) for _, v, s in readings], verdict)
    links = judged[0][1] if len(judged) == 1 else [link for _, group in judged for link in group]
    leading = next((link for link in links if link.verdict == verdict), links[0])
    named: list[Json] = [{"name": str(n), "verdict": v} for n, v, _ in readings] if len(readings) > 1 else []
    named += [{"name": n, "verdict": v} for link in links for n, v in link.readings]
    example = leading.finding.counterexample or next(
        (k.finding.counterexample for k in links if k.finding.counterexample), None
    )
    return replace(
        blank,
        kind=next((link.finding.kind for link in links if link.finding.kind), "identity"),
        understood=_understood(judged, links),
        verdict=verdict,
        strength=strength,
        links=tuple(_link_json(link) for link in links) if len(links) > 1 else (),
        evidence=tuple(
            evidence_json(e, k if len(links) > 1 else None)
            for k, link in enumerate(links, 1)
            for e in link.finding.evidence
        ),
        counterexample=renumbered(plain(example)),
        hypothesis=leading.mended.hypothesis if leading.mended else _missing(leading),
        domain=_domain(verdict, links),
        partial=verdict == "holds" and any(link.finding.decision.partial for link in links),
        repair=leading.mended.repair if leading.mended else None,
        readings=tuple(named),
        message=_message(verdict, leading, readings),
        hypotheses=assumed([reading for reading, _ in judged]),
        notes=remarks([reading for reading, _ in judged], [e for link in links for e in link.finding.evidence]),
    )


def _understood(judged: Judged, links: Sequence[LinkFinding]) -> str:
    """The statements as they were understood, then the definitions that they rest on."""
    formulas = [link.understood for link in links if link.understood]
    told = [text for reading, _ in judged for text in definitions(reading)] if formulas else []
    return " \\\\ ".join(dict.fromkeys([*formulas, *told]))


def _over_links(links: Sequence[LinkFinding]) -> tuple[str, str]:
    verdict = worst([link.verdict for link in links])
    return verdict, weakest([(link.verdict, link.finding.decision.strength) for link in links], verdict)


def _missing(link: LinkFinding) -> str | None:
    """What a link needs for its conclusion to have a value."""
    decision = link.finding.decision
    return decision.domain if decision.verdict == "needs-hypothesis" else None


def _domain(verdict: str, links: Sequence[LinkFinding]) -> str:
    """Where a claim that holds has a value: where all of its links have one."""
    found = [d.domain for d in (link.finding.decision for link in links) if d.domain] if verdict == "holds" else []
    return str(renumbered(", ".join(dict.fromkeys(found))))


def _link_json(link: LinkFinding) -> Json:
    decision = link.finding.decision
    domain = str(renumbered(decision.domain)) if link.verdict == "holds" else ""
    return {"statement": link.statement, "verdict": link.verdict, "strength": decision.strength, "domain": domain}


def evidence_json(evidence: Evidence, link: int | None = None) -> Json:
    """Return one piece of evidence as it stands in the JSON; of several links it says which."""
    data: dict[str, Any] = {k: v for k, v in asdict(evidence).items() if k != "proof"}
    data["detail"] = {**data["detail"], "proof": evidence.proof} | ({"link": link} if link else {})
    data["seconds"] = round(evidence.seconds, 6)
    return renumbered(plain(data))


def _message(verdict: str, leading: LinkFinding, readings: Sequence[tuple[str | None, str, str]]) -> str:
    if verdict == "ambiguous" and len(readings) > 1:
        return "the readings differ: " + "; ".join(f"{name}: {v}" for name, v, _ in readings)
    if verdict == "refuted" and len({v for _, v, _ in readings}) > 1:
        return "false in every reading: " + "; ".join(f"{name}: {v}" for name, v, _ in readings)
    if leading.mended is not None and leading.mended.message:
        return leading.mended.message
    return str(renumbered(leading.finding.decision.message))


__all__ = ["Finding", "LinkFinding", "Point", "evidence_json", "judge", "judge_problem"]
