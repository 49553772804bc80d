"""From evidence to a verdict: pure functions, no road is run here.

The order of the questions is the order of trust: a contradiction is a bug of the checker and beats everything; only an
accepted certificate refutes; `holds` needs a proof, nothing against it, and agreement wherever two roads can judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from derive.evidence import LOOKED_AT, Evidence
from proofs.reading.paper import VERDICTS

CONTRADICTION = "contradiction:"
REJECTED = "certificate rejected:"
_FLOATING = ("autograd", "search")
BEYOND = 1e15  # a quotient above this is one by a number that is zero up to rounding
_ALONE = "only the {} road can judge it"
BY_RULES = "by rules"
SHOWN = ("proved", "cited")
"""Strengths of claims of which the independent verifier accepted a proof object."""
STRENGTHS = (BY_RULES, "exact", "cited", "proved")
"""What a claim that holds rests on, the weakest first: the word of a road, exact values at sizes that suffice, one axiom, a proof."""
ZERO_RIGHT = "inputs where the right side is zero up to rounding, which makes lhs/rhs meaningless"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one problem when its verdict is due.

    Attributes:
        form: ``identity`` (equalities, shapes), ``bound`` (inequalities) or ``asymptotic`` (limits, orders of growth).
        evidence: What the roads said.
        certificate: ``accepted`` (by the independent checker), ``rejected``, ``open`` (it could not decide) or None.
        rejection: Why it was not accepted.
        vacuous: Why no input meets the hypotheses or the right side is always infinite, or None.
        sufficient: The exact road's sizes exceed the number of indices contracted over each of them.
        effort: The effort that was spent, for the strength of `not-refuted`.
        doubtful: A denominator that is a number and cannot be told from zero, or None.
        one_sided: What may have no value on one side of an equivalence alone, or None.
        asymmetric: A matrix that is not symmetric and whose eigenvalues are spoken of, or None.
        free_entries: What to say of a false derivative by a symmetric matrix, or None.
        jump: A derivative that is taken where what it differentiates jumps, at every input, or None.
        instances: The claim speaks of arbitrary functions: roads that compute look at some of them only.

    """

    form: str
    evidence: Sequence[Evidence]
    certificate: str | None = None
    rejection: str = ""
    vacuous: str | None = None
    sufficient: bool = False
    effort: str = "normal"
    doubtful: str | None = None
    one_sided: str | None = None
    asymmetric: str | None = None
    free_entries: str | None = None
    jump: str | None = None
    instances: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict, how strong it is, one sentence for the reader, and where it holds.

    Attributes:
        domain: Of `holds`: LaTeX of where both sides have a value, if that is not wherever the hypotheses hold. Of
            `needs-hypothesis`: what has to be added for the claim to have one.
        partial: The domain leaves out more than a null set of the points that meet the hypotheses.

    """

    verdict: str
    strength: str = ""
    message: str = ""
    domain: str = ""
    partial: bool = False

    @property
    def is_alarm(self) -> bool:
        """The checker contradicted itself, or a certificate was rejected: exit code 3."""
        return self.verdict == "error" and self.message.startswith((CONTRADICTION, REJECTED))


def decide(facts: Facts) -> Decision:
    """Return the verdict that the facts allow, `undecided` where they allow none."""
    agree = [e for e in facts.evidence if e.outcome == "agree"]
    proofs = [e for e in agree if _proves(e, facts.sufficient) and _at_jumps_too(e, agree)]
    against = [e for e in facts.evidence if e.outcome == "disagree"]
    torn = next((e for e in facts.evidence if "contradiction" in e.detail), None)
    if torn is not None:
        return _torn(torn)
    if facts.certificate == "rejected":
        return Decision("error", "", f"{REJECTED} {facts.rejection}")
    if facts.certificate == "accepted":
        return _refuted(proofs or _at_its_sizes(agree, facts), facts)
    if facts.certificate == "open":
        return _unconfirmed(proofs, facts.rejection)
    if facts.asymmetric is not None:
        said = "eigenvalues are those of symmetric matrices here, and nothing says that"
        say = r"state A = A^\top of it, or say what is meant by a norm or by singular values"
        return Decision("undecided", "", f"{said} {facts.asymmetric} is symmetric ({say})")
    clash = next(((a, d) for a in agree for d in against if _same_ground(a, d)), None)
    noise = facts.vacuous and all(e.road in _FLOATING for e in against)  # rounding finds values where there are none
    if clash is not None and not noise:
        return _contradiction(*clash)
    if facts.vacuous:
        return Decision("vacuous", "proved", facts.vacuous)
    nowhere = _nowhere(facts.evidence)
    elsewhere = {e.road for e in agree if not e.detail.get("undefined")}
    if nowhere is not None and {"sympy", "autograd"} <= elsewhere:
        return Decision("undecided", "", f"{nowhere.road} finds {nowhere.detail['nowhere']}, sympy and autograd do not")
    if nowhere is not None:
        return Decision("vacuous", "exact", f"{nowhere.detail['nowhere']} ({nowhere.scope})")
    if facts.doubtful is not None:
        return Decision("undecided", "", f"whether the denominator {facts.doubtful} is zero cannot be told")
    if facts.one_sided is not None:
        said = "may have no value on one side of the equivalence where the other side has one"
        return Decision("undecided", "", f"{facts.one_sided} {said} (add the condition under which it has)")
    if facts.jump is not None:
        return Decision(
            "undecided", "", f"whether {facts.jump} exists cannot be told: it is taken where a comparison jumps"
        )
    crash = next((e for e in facts.evidence if "crash" in e.detail), None)
    noisy = _best_ratio(facts.evidence) > 1 + 1e-6
    if proofs and not against and not noisy:
        return _holds(proofs, agree, crash)
    if crash is not None:
        return Decision("error", "", f"the {crash.road} road crashed: {crash.detail['crash']}")
    if against:
        return Decision("undecided", "", f"{_names(against)} differs, but no exact counterexample could be certified")
    return _open(facts, agree, noisy)


def _nowhere(evidence: Sequence[Evidence]) -> Evidence | None:
    """What says that no input has a value; at some sizes alone, LayerNorm at d = 1, it only says that these do not count."""
    found = next((e for e in evidence if "nowhere" in e.detail), None)
    if found is None or any(e.road == found.road and e.outcome in ("agree", "disagree") for e in evidence):
        return None
    return found


def _proves(evidence: Evidence, sufficient: bool) -> bool:
    if evidence.outcome != "agree" or not evidence.proof or evidence.road in _FLOATING:
        return False
    return evidence.scope == "all sizes" or sufficient


def _at_jumps_too(proof: Evidence, agree: Sequence[Evidence]) -> bool:
    """Whether what is proved off the jumps of signs and comparisons was also looked at where they jump."""
    looked = any(e.detail.get("thresholds") == LOOKED_AT for e in agree)
    return looked or "off jumps" not in proof.detail


def _same_ground(agree: Evidence, against: Evidence) -> bool:
    """Whether two roads speak of the same sizes: an identity may well be true at n = 2 and false at n = 3."""
    if "all sizes" in (agree.scope, against.scope):
        return True
    return bool(set(agree.scope.split("; ")) & set(against.scope.split("; ")))


def _at_its_sizes(agree: Sequence[Evidence], facts: Facts) -> list[Evidence]:
    """What proves the claim at the sizes of the certificate, if nowhere else."""
    certified = _certified(facts)
    if certified is None or facts.instances:
        return []
    return [e for e in agree if e.proof and _at_jumps_too(e, agree) and _same_ground(e, certified)]


def _certified(facts: Facts) -> Evidence | None:
    return next((e for e in facts.evidence if e.road == "certificate" and e.outcome == "disagree"), None)


def _refuted(proofs: Sequence[Evidence], facts: Facts) -> Decision:
    if proofs:
        said = f"{_told(proofs)}, but a certified counterexample exists{_example(facts)}"
        return Decision("error", "", f"{CONTRADICTION} {said}")
    if facts.vacuous:
        return Decision(
            "error", "", f"{CONTRADICTION} no input meets the hypotheses ({facts.vacuous}), but one was certified"
        )
    return Decision("refuted", "certified", facts.free_entries or "")


def _unconfirmed(proofs: Sequence[Evidence], reason: str) -> Decision:
    """A violation that the independent checker can neither confirm nor deny refutes nothing, and nothing holds."""
    if proofs:
        return Decision("error", "", f"{CONTRADICTION} {_told(proofs)}, but a violation was found ({reason})")
    return Decision("undecided", "", f"a violation was found, but it could not be rechecked: {reason}")


def _told(proofs: Sequence[Evidence]) -> str:
    """Which roads prove the claim, for which sizes and by which rules."""
    scopes = "; ".join(dict.fromkeys(e.scope for e in proofs))
    rules = dict.fromkeys(str(step["rule"]) for e in proofs for step in e.detail.get("rules", ()))
    by = f" by {', '.join(rules)}" if rules else ""
    return f"{_names(proofs)} proves the claim ({scopes}{by})"


def _example(facts: Facts) -> str:
    """Where the certified counterexample is and what it shows."""
    found = _certified(facts)
    return "" if found is None else f" ({found.scope}: lhs = {found.detail['lhs']}, rhs = {found.detail['rhs']})"


def _contradiction(agree: Evidence, against: Evidence) -> Decision:
    said = f"{agree.road} agrees ({agree.scope}), {against.road} disagrees ({against.scope})"
    return Decision("error", "", f"{CONTRADICTION} {said}")


def _torn(evidence: Evidence) -> Decision:
    """A road has two values for one side of the claim at one input."""
    c = evidence.detail["contradiction"]
    at = ", ".join(f"{name}={k}" for name, k in sorted({**c["sizes"], **c["indices"]}.items()))
    said = f"the {c['form']} form of the {c['side']} side is {c[c['form']]:.17g} {c['where']}"
    return Decision("error", "", f"{CONTRADICTION} at {at} {said}, {evidence.road} gives {c['autograd']:.17g}")


def _holds(proofs: Sequence[Evidence], agree: Sequence[Evidence], crash: Evidence | None) -> Decision:
    general = [e for e in proofs if e.scope == "all sizes"]
    notes = []
    if len({e.road for e in agree}) == 1:
        notes.append(_ALONE.format(agree[0].road))
    if crash is not None:
        notes.append(f"the {crash.road} road crashed: {crash.detail['crash']}")
    return Decision("holds", BY_RULES if general else "exact", "; ".join(notes))


def verified(decision: Decision, strength: str) -> Decision:
    """Return the decision of a claim that the independent verifier shows, too: no road judges it alone."""
    notes = [n for n in decision.message.split("; ") if re.fullmatch(_ALONE.format(".*"), n) is None]
    return replace(decision, strength=strength, message="; ".join(notes))


def _open(facts: Facts, agree: Sequence[Evidence], noisy: bool) -> Decision:
    """Neither shown nor refuted."""
    ratio = _best_ratio(facts.evidence)
    searched = [e for e in facts.evidence if e.road == "search" and e.detail.get("evaluations")]
    if noisy:
        reached = f"lhs/rhs = {ratio:.6g}" if ratio < BEYOND else ZERO_RIGHT
        return Decision("undecided", "", f"the search reached {reached}, but nothing could be certified")
    if facts.form != "identity" and (searched or agree):
        best = f", best ratio {ratio:.6g}" if ratio >= 0 else ""
        return Decision("not-refuted", f"{facts.effort}{best}", "neither proved nor certified false")
    if agree:
        return Decision("undecided", "", _samples(agree))
    tried = ", ".join(dict.fromkeys(e.road for e in facts.evidence)) or "no road"
    return Decision("undecided", "", f"nothing could be shown (tried: {tried})")


def _samples(agree: Sequence[Evidence]) -> str:
    """Where an equality was seen that nothing proves; a claim without sizes was seen at inputs only."""
    tuples = dict.fromkeys(part for e in agree for part in e.scope.split("; ") if part and part != "no sizes")
    if not tuples:
        return "equal at the inputs that were tried, but inputs alone prove nothing"
    return f"equal at {'; '.join(tuples)}, but small sizes alone prove nothing"


def _best_ratio(evidence: Iterable[Evidence]) -> float:
    ratios = [float(e.detail.get("best_ratio") or -1) for e in evidence if e.road == "search"]
    return max(ratios, default=-1.0)


def _names(evidence: Iterable[Evidence]) -> str:
    return " and ".join(dict.fromkeys(e.road for e in evidence))


# Several readings, several links.

_GRADES = ("undecided", "not-refuted", "holds")
_FALSE = ("ill-typed", "refuted", "needs-hypothesis")


def combine_readings(verdicts: Sequence[str]) -> str:
    """Return the verdict of a claim whose readings have these verdicts: one stands only if all readings give it.

    Readings that are all positive or open have the weakest of them: whether they differ is not known. A claim that is
    false in every reading, or has no type in it, is refuted.

    Examples:
        >>> combine_readings(["ill-typed", "refuted"])
        'refuted'
        >>> combine_readings(["holds", "refuted"])
        'ambiguous'
        >>> combine_readings(["holds", "undecided"])
        'undecided'

    """
    kinds = set(verdicts)
    if len(kinds) == 1 or "error" in kinds:
        return worst(verdicts)
    if kinds <= set(_GRADES):
        return worst(verdicts)
    return "refuted" if kinds <= set(_FALSE) else "ambiguous"


def worst(verdicts: Sequence[str]) -> str:
    """Return the worst of several verdicts.

    Examples:
        >>> worst(["holds", "vacuous", "not-refuted"])
        'not-refuted'

    """
    return min(verdicts, key=VERDICTS.index)


def weakest(pairs: Sequence[tuple[str, str]], verdict: str) -> str:
    """Return the strength of the combined verdict: the weakest among those that have it."""
    strengths = [strength for v, strength in pairs if v == verdict and strength]
    others = [s for s in strengths if s not in STRENGTHS]
    return others[0] if others else min(strengths, key=STRENGTHS.index, default="")


# Expectations.

_ACCEPTED = {"refuted": ("refuted", "needs-hypothesis"), "holds": ("holds", "not-refuted")}
_UNPINNED = ("holds", "not-refuted", "not-checkable", "undecided")
FAILING = ("error", "ill-typed", "refuted", "needs-hypothesis", "ambiguous", "vacuous")
"""Verdicts of claims that do not hold: what rests on them is tainted."""
OPEN = ("unread", "undecided", "not-refuted", "not-checkable")
"""Verdicts of claims that were neither shown nor found false: what rests on them says so."""


def tally(pairs: Iterable[tuple[str, str]]) -> str:
    """Return how many claims hold and how strongly, from the strengths and domains of those that do.

    Examples:
        >>> tally([("proved", ""), ("proved", "x > 0"), ("by rules", "")])
        'holds 3: 2 proved, 1 by rules; 1 on part of its domain'

    """
    found = list(pairs)
    counts = [(name, sum(strength == name for strength, _ in found)) for name in reversed(STRENGTHS)]
    told = ", ".join(f"{n} {name}" for name, n in counts if n)
    partly = sum(bool(domain) for _, domain in found)
    return f"holds {len(found)}: {told}" + (
        f"; {partly} on part of {'its' if partly == 1 else 'their'} domain" if partly else ""
    )


def as_expected(verdict: str, expect: str | None) -> bool:
    """Return whether a verdict is what the paper file pins, or one that needs no attention if nothing is pinned."""
    if verdict == "error":
        return False
    if expect is None:
        return verdict in _UNPINNED
    return verdict in _ACCEPTED.get(expect, (expect,))
