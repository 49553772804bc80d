"""What an audit looks like on a terminal: a table of verdicts, what to look at, and a summary with all counts."""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from collections import Counter
from typing import IO

from proofs.reading.paper import VERDICTS
from proofs.results.fidelity import as_words, comparison, held
from proofs.results.schema import Audit, ClaimResult, Json
from proofs.results.verdicts import tally

GLYPHS = {
    "holds": "✓",
    "not-refuted": "~",
    "refuted": "✗",
    "ill-typed": "⊥",
    "vacuous": "∅",
    "needs-hypothesis": "±",
    "ambiguous": "?",
    "undecided": "…",
    "unread": "¿",
    "not-checkable": "–",
    "error": "!",
}
_COLORS = {
    "holds": "32",
    "not-refuted": "36",
    "refuted": "31",
    "ill-typed": "31",
    "vacuous": "33",
    "needs-hypothesis": "33",
    "ambiguous": "35",
    "undecided": "33",
    "unread": "33",
    "not-checkable": "2",
    "error": "1;31",
}

MOST_NAMES = 12
"""Claims that are named in one line."""
FEW_NAMES = 3
"""Claims that are named beside a title."""


def wants_color(stream: IO[str]) -> bool:
    """Return whether colors are welcome: a terminal, and neither NO_COLOR nor a dumb terminal."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def clean(text: str) -> str:
    """Return text without control characters and direction marks, on one line."""
    kept = (c if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") else " " for c in text)
    return re.sub(r" +", " ", "".join(kept)).strip()


def _paint(text: str, code: str, color: bool) -> str:
    return f"\033[{code}m{text}\033[0m" if color else text


def verdict_word(claim: ClaimResult) -> str:
    """Return the verdict, its strength, and where the claim has a value if that is not everywhere."""
    return _word(claim) + where_words(claim)


def where_words(claim: ClaimResult) -> str:
    """Return the words that say where a claim that holds has a value, none if that is wherever its hypotheses hold."""
    return f" where {clean(claim.domain)}" if claim.domain else ""


def _word(claim: ClaimResult) -> str:
    apart = as_words(claim)
    return f"{claim.verdict}{apart} ({claim.strength})" if claim.verdict == "holds" and claim.strength else claim.verdict


def table(audit: Audit, *, color: bool = False, verbose: int = 0, quiet: bool = False, width: int = 0) -> str:
    """Return the table of an audit with details of what needs attention and the summary."""
    width = width or max(80, shutil.get_terminal_size((120, 24)).columns)
    lines: list[str] = []
    for paper in audit.papers:
        shown = [c for c in paper.claims if not quiet or not c.as_expected]
        if shown or not quiet:
            lines += [_paint(clean(paper.paper), "1", color)]
            lines += [line for c in shown for line in _claim(c, paper.claims, color, verbose, width)]
            lines += [""]
    return "\n".join([*lines, summary(audit)])


def _claim(claim: ClaimResult, beside: tuple[ClaimResult, ...], color: bool, verbose: int, width: int) -> list[str]:
    indent = min(max((len(c.id) for c in beside), default=0), 32)
    word = f"{GLYPHS[claim.verdict]} {_word(claim)}"
    mark = " " if claim.as_expected else "!"
    tail, ground = clean(claim.title), ""
    if claim.tainted_by:
        ground += f"  [rests on {_few(claim.tainted_by)}]"
    if claim.unjudged:
        ground += f"  [rests on {_few(claim.unjudged)}, not judged here]"
    room = max(20, width - indent - 24 - len(ground))  # a title is cut, what a claim rests on is not
    tail = (tail if len(tail) <= room else tail[: room - 1] + "…") + ground
    where = where_words(claim)  # never cut
    head = f"{mark} {_paint(word.ljust(18), _COLORS[claim.verdict], color)} {claim.id.ljust(indent)} {where}  {tail}"
    attention = (
        verbose or not claim.as_expected or claim.verdict in ("refuted", "ill-typed", "needs-hypothesis", "error")
    )
    attention = attention or claim.corrected is not None or bool(_needless(claim))
    return [head.rstrip(), *(("      " + line for line in details(claim, verbose)) if attention else ())]


def _few(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - FEW_NAMES} more" if len(names) > FEW_NAMES else ""
    return ", ".join(map(clean, names[:FEW_NAMES])) + more


def ground(claim: ClaimResult, verbose: int = 0) -> list[str]:
    """Return the lines that say which claims below this one do not hold or were not judged; with `verbose` not shown."""
    lines: list[str] = []
    if claim.tainted_by:
        lines.append(f"rests on what does not hold: {clean(', '.join(claim.tainted_by))}")
    if claim.unjudged:
        lines.append(f"rests on what was not judged here: {clean(', '.join(claim.unjudged))}")
    if verbose and claim.unshown:
        lines.append(not_shown(claim))
    return lines


def not_shown(claim: ClaimResult) -> str:
    """Return the words for a claim that rests on some that were neither shown nor found false."""
    return f"rests on {_claims(len(claim.unshown))} that {_was(claim)} not shown: {clean(', '.join(claim.unshown))}"


def _was(claim: ClaimResult) -> str:
    return "was" if len(claim.unshown) == 1 else "were"


def details(claim: ClaimResult, verbose: int = 0) -> list[str]:
    """Return the lines below a claim: why, counterexample, repair; with `verbose` everything."""
    lines: list[str] = []
    if claim.expect is not None and not claim.as_expected:
        lines.append(f"expected: {claim.expect}")
    if claim.message:
        lines.append(clean(claim.message))
    lines += [*_corrected(claim), *_added(claim, verbose)]
    lines += ground(claim, verbose)
    if len(claim.links) > 1:
        lines += [f"link: {clean(str(k['statement']))}: {k['verdict']}" for k in claim.links]
    if claim.counterexample:
        lines += _counterexample(claim)
    if claim.repair:
        lines.append(f"repair: {clean(str(claim.repair['statement']))}  ({clean(str(claim.repair['edit']))})")
        rescued = int(claim.repair.get("rescues") or 0)
        if rescued:
            lines.append(
                f"the repair rescues {rescued} claim{' that rests' if rescued == 1 else 's that rest'} on this one alone"
            )
    if verbose:
        lines.extend([f"understood: {clean(claim.understood)}"] if claim.understood else [])
        lines += [f"under: {clean(one)}" for one in claim.hypotheses]
        lines += [f"note: {clean(one)}" for one in claim.notes]
        lines += [f"as printed: {clean(claim.paper)}"] if claim.paper else []
        lines += [f"flag: {clean(one)}" for one in claim.flags]
        lines += [f"reading {r['name']}: {r['verdict']}" for r in claim.readings]
        for e in claim.evidence:
            lines.append(f"{e['road']}: {e['outcome']} ({e['scope'] or 'nothing tried'}, {e['seconds']:.3f} s)")
            if verbose > 1 or "crash" in e["detail"]:
                lines += [f"  {k}: {clean(str(v))[:300]}" for k, v in e["detail"].items()]
    return lines


def _corrected(claim: ClaimResult) -> list[str]:
    """The corrected form of a claim that is judged as printed, with its own verdict."""
    form = claim.corrected
    if form is None:
        return []
    strength = f" ({form['strength']})" if form["verdict"] == "holds" and form["strength"] else ""
    return [f"corrected: {clean(form['statement'])}: {form['verdict']}{strength}"]


def _needless(claim: ClaimResult) -> list[Json]:
    return [line for line in (claim.added or {}).get("lines", ()) if line["needed"] is False]


def _added(claim: ClaimResult, verbose: int) -> list[str]:
    """Hypotheses that the paper does not state: those that are not needed, with `verbose` all of them."""
    found = (claim.added or {}).get("lines", ()) if verbose else _needless(claim)
    marks = {False: ", not needed", True: ", needed", None: ""}
    return [f"added{marks[k['needed']]}: {clean(k['latex'])} ({clean(k['why'])})" for k in found]


def _counterexample(claim: ClaimResult) -> list[str]:
    example = claim.counterexample or {}
    sizes = ", ".join(f"{k} = {v}" for k, v in example["sizes"].items())
    inputs = ", ".join(f"{re.sub('^d ', 'd', k)} = {_matrix(v)}" for k, v in example["inputs"].items())
    at = "; ".join(clean(part) for part in (sizes, inputs) if part)
    return [f"at {at}" if at else "for every input", f"left {clean(example['lhs'])}, right {clean(example['rhs'])}"]


def _matrix(value: object) -> str:
    if not isinstance(value, (list, tuple)):
        return str(value)
    text = "[" + "; ".join(" ".join(map(str, row)) for row in value) + "]"
    return text if len(text) <= 160 else text[:159] + "…"


def describe(claim: ClaimResult) -> str:
    """Return one claim with everything that is known of it, as text."""
    return "\n".join([f"{GLYPHS[claim.verdict]} {verdict_word(claim)}: {clean(claim.statement)}", *details(claim, 1)])


def summary(audit: Audit) -> str:
    """Return the last lines: how many claims were read, how many have which verdict, and what was not checked."""
    claims = audit.claims
    counts = Counter(c.verdict for c in claims)
    parts = [
        part
        for v in reversed(VERDICTS)
        if counts[v] and v not in ("not-checkable", "unread")
        for part in (held(claims) if v == "holds" else [f"{counts[v]} {v}"])
    ]
    seconds = sum(c.seconds for c in claims)
    left = counts["not-checkable"] + counts["undecided"] + counts["unread"] + audit.read - len(claims)
    words = [f"{counts['not-checkable']} not checkable", f"{counts['undecided']} undecided"]
    words += [f"{counts['unread']} unread"] if counts["unread"] else []
    if audit.read > len(claims):
        words.append(f"{audit.read - len(claims)} not selected or not reached")
    judged = f"{len(claims) - counts['unread']} judged: {', '.join(parts) or 'none'}  ({seconds:.1f} s of work)"
    lines = [f"{_claims(audit.read)} read, {judged}"]
    if counts["unread"]:
        lines = [f"{_claims(audit.read)}: {counts['unread']} could not be read, {judged}", *causes(audit)]
    if counts["holds"]:
        own, apart = ([(c.strength, c.domain) for c in claims if c.verdict == "holds" and c.is_apart is one] for one in (False, True))
        lines += [tally(own)] if own else []
        lines += [f"apart from the papers' claims: {tally(apart)}"] if apart else []
    lines += comparison(claims)
    lines.append(f"not checked: {left}" + (f" ({', '.join(words)})" if left else ""))
    unexpected = [c for c in claims if not c.as_expected]
    if unexpected:
        lines.append(
            f"not as expected: {', '.join(c.id for c in unexpected[:MOST_NAMES])}"
            + (" ..." if len(unexpected) > MOST_NAMES else "")
        )
    if audit.interrupted:
        lines.append("interrupted: what was done is kept" + _missing(audit))
    return "\n".join(lines)


def _missing(audit: Audit) -> str:
    """Name the claims that were selected and have no verdict."""
    names = [f"{clean(p.paper)}: {one}" for p in audit.papers for one in p.missing]
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"; not judged: {', '.join(names[:MOST_NAMES])}{more}" if names else ""


def causes(audit: Audit) -> list[str]:
    """Return why claims could not be read, each cause once with how many it concerns, the most frequent first."""
    found: dict[str, list[str]] = {}
    for claim in audit.claims:
        if claim.verdict == "unread":
            for cause in dict.fromkeys(re.sub(r"^[^ ]*:\d+(:\d+)?: ", "", one) for one in claim.message.split("\n")):
                found.setdefault(clean(cause), []).append(claim.id)
    ordered = sorted(found.items(), key=lambda pair: -len(pair[1]))
    lines = [f"  {_claims(len(ids))}: {cause}  ({_few(tuple(ids))})" for cause, ids in ordered[:MOST_NAMES]]
    return lines + ([f"  and {len(ordered) - MOST_NAMES} other causes"] if len(ordered) > MOST_NAMES else [])


def _claims(n: int) -> str:
    return "1 claim" if n == 1 else f"{n} claims"
