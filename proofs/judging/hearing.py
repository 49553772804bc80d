"""Asks the roads about one problem, cheapest first, and stops early only where that is allowed.

A proof that exists is found in milliseconds; seconds go into what has none. At the quickest effort the roads that prove are
therefore asked briefly at first, and in full only where no input speaks against the claim, or where an inequality is refuted
for certain: a proof beside a certificate is a defect of the checker, and has to be seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from derive.bounds.words import has_bounds_words
from derive.core import Problem
from derive.errors import DeriveError, NotSupported
from derive.evidence import Evidence, Point
from proofs.judging import roads
from proofs.judging.asked_sizes import core_sizes
from proofs.judging.lemmas import Known
from proofs.judging.roads import Heard, Road, listen
from proofs.judging.strength import VERIFIER, Object
from proofs.reading.options import How
from proofs.reading.paper import Settings


@dataclass(slots=True)
class Hearing:
    """What the roads say of one problem.

    Attributes:
        problem: The claim.
        form: ``identity``, ``bound`` or ``asymptotic``.
        settings: Those of the paper file.
        how: How the claim is judged.
        known: The lemmas of the claim.
        heard: What was said so far.
        sizes: The tuples of small sizes that are looked at.
        waiting: Roads that were asked briefly or not yet, and what they said.
        written: The claim with its limits and suprema, where ``problem`` has values in their place.
        empty: It is shown that the claim says nothing: what is heard can only contradict that.
        shown: The proof object of the claim, None if none is asked for.

    """

    problem: Problem
    form: str
    settings: Settings
    how: How
    known: Known | None = None
    heard: list[Heard] = field(default_factory=list)
    sizes: list[dict[str, int]] = field(default_factory=list)
    waiting: list[tuple[str, Road, Sequence[Heard]]] = field(default_factory=list)
    written: Problem | None = None
    empty: bool = False
    shown: Object | None = None

    @property
    def evidence(self) -> list[Evidence]:
        """What each road said, in the order of asking."""
        return [h.evidence for h in self.heard]

    @property
    def points(self) -> list[Point]:
        """Inputs at which the claim may fail, to be certified."""
        return [point for h in self.heard for point in h.points]

    def hear(self) -> None:
        """Ask the roads that can say something."""
        self._choose_sizes()
        self._prove()
        if self.how.proof_only and not roads.is_proved(self.heard):
            if self.form == "identity" and self.sizes:
                self._ask("exact", roads.exact_proof)
            return
        if self._is_shown():
            self._look_at_full_sizes()
            return
        # No single point speaks for or against an order of growth or a limit.
        if self.sizes and self.form != "asymptotic":
            self._look_at_points()
        elif self.form == "identity":
            self._show()

    def go_on(self) -> None:
        """Ask in full what was asked briefly, up to a proof: where nothing speaks against a claim, or not for certain."""
        waiting, self.waiting = self.waiting, []
        if self._is_brief():
            return
        for name, road, brief in waiting:
            if roads.is_proved(self.heard):
                break
            found = list(listen(name, road, self.problem, self.how, self.sizes))
            place = self.heard.index(brief[0]) if brief else len(self.heard)
            self.heard[place : place + len(brief)] = found
        if waiting and self.form == "bound":
            self._show()
            seen = [h for h in self.heard if h.evidence.road == "search" and not h.evidence.detail.get("full")]
            if self._agreeing():  # points are of no use beside a proof: they can only refute an inequality
                self.heard = [h for h in self.heard if h.evidence.road != "exact" or h.evidence.outcome != "none"]
            elif seen:
                self.heard = [h for h in self.heard if h not in seen]
                self._search(self.how.effort)

    def cross_examine(self) -> None:
        """Ask in full what was asked briefly of a refuted inequality: a proof beside a certificate is a defect to be shown."""
        waiting, self.waiting = self.waiting, []
        for name, road, brief in waiting if self.form == "bound" else ():
            found = list(listen(name, road, self.problem, self.how, self.sizes))
            place = self.heard.index(brief[0]) if brief else len(self.heard)
            self.heard[place : place + len(brief)] = found
            if roads.is_proved(found):
                break

    def look_again(self, *, rejected: bool) -> list[Point]:
        """Look at points of other sizes; return those that are new.

        They are sizes at which all that is given beside the claim can be met, or smaller ones where a certificate was rejected.
        """
        before = self.points
        sizes = roads.sizes_beside(self.problem) if self.problem.aside else []
        if rejected and not sizes:
            sizes = [s for s in roads.modest_sizes(self.problem) if roads.is_small(self.problem, s)]
        if any(s not in self.sizes for s in sizes):
            self.sizes = sizes
            self._ask("exact", roads.exact_road)
            if self.form == "bound" and self.points == before:
                self._search(self.how.effort)
        return [point for point in self.points if point not in before]

    def look_in_other_order(self) -> list[Point]:
        """Draw once more with the names in the opposite order, where nothing speaks for or against a claim.

        Which point is drawn, and which size is the larger one, depends on the order of names: what one order misses, another may meet.
        """
        if self.form == "asymptotic" or self.empty or not self.sizes or self._agreeing() or self.points:
            return []
        told = self.problem
        turned = replace(told, variables=told.variables[::-1], functions=told.functions[::-1], sizes=told.sizes[::-1])
        other = Hearing(turned, self.form, self.settings, self.how)
        other._choose_sizes()
        other._look_at_points()
        if other.points:
            self.heard += other.heard
        return other.points

    def _choose_sizes(self) -> None:
        asked = ((self.how.sizes,) if self.how.sizes else ()) + self.settings.small
        wanted: list[Mapping[str, int]] = [core_sizes(s) for s in asked]
        try:
            chosen = roads.small_sizes(self.problem, wanted)
            self.sizes = [s for s in chosen if roads.is_small(self.problem, s)]
            if not self.sizes and not asked:
                self.sizes = [s for s in roads.modest_sizes(self.problem)[1:3] if roads.is_small(self.problem, s)]
            if not self.sizes:
                raise NotSupported(f"too large to be computed entry by entry: {chosen or 'no sizes'}")
        except DeriveError as reason:
            self.heard.append(Heard(Evidence("exact", "none", "", {"reason": str(reason)})))

    def _prove(self) -> None:
        """Ask the roads that prove for all sizes."""
        if self.form == "identity":
            self._ask_to_prove("index form", roads.index_road)
            if self.how.proof_only:
                self._show()
        if self.form != "identity" or (has_bounds_words(self.problem) and "index form" not in self._agreeing()):
            self._ask_to_prove("norm rules", roads.rules_road)
            if self.written not in (None, self.problem) and "norm rules" not in self._agreeing():
                self._ask_to_prove("norm rules", partial(roads.rules_as_written, self.written), briefly=False)
            if self.known is not None and "norm rules" not in self._agreeing():
                self._ask_to_prove("norm rules", partial(roads.rules_with_lemmas, self.known))
            if self.form == "bound" and (self.problem.functions or not self.waiting):  # points of functions are dear
                self._show()
        for name, road in roads.FURTHER.items():
            if not roads.is_proved(self.heard):
                self._ask(name, road)

    def _show(self) -> None:
        """Ask the engines whose proof objects the verifier accepts, where no road that is trusted has a proof."""
        if self.shown is not None and not roads.is_proved(self.heard):
            self._ask(VERIFIER, partial(roads.object_road, self.shown))

    def _ask_to_prove(self, name: str, road: Road, *, briefly: bool = True) -> None:
        """Ask a road in full, or else briefly if at all where points are looked at too."""
        if self.how.proof_only or self.how.effort != "quick" or self.form == "asymptotic" or not self.sizes:
            self._ask(name, road)
            return
        found = list(listen(name, road, self.problem, self.how.for_proofs(), self.sizes)) if briefly else []
        self.heard.extend(found)
        if not any(h.evidence.outcome == "agree" for h in found):
            self.waiting.append((name, road, found))

    def _look_at_points(self) -> None:
        if self.form == "identity":
            self._look_at_equation()
        else:
            self._look_at_bound()
        self._look_at_full_sizes()

    def _look_at_full_sizes(self) -> None:
        if self.how.full and self.settings.full:
            self._look_at_full_size([core_sizes(self.settings.full)])

    def _look_at_full_size(self, sizes: list[dict[str, int]]) -> None:
        if self.form == "identity":
            self.heard.extend(listen("autograd", roads.full_road, self.problem, self.how, sizes))
        elif not self._speaks_against():  # nothing of this size refutes, and nothing more is to be shown
            self.heard.extend(listen("search", roads.full_search_road, self.problem, self.how, sizes))

    def _look_at_equation(self) -> None:
        self._ask("exact", roads.exact_beside_a_proof if roads.is_proved(self.heard) else roads.exact_road)
        if not self._speaks_against():  # a search for an object of what is false is long and in vain
            self._show()
            if self._is_shown():
                return
            self.go_on()
        if roads.may_suffice(self.heard):
            self._ask("exact", roads.exact_at_sufficient_sizes)
        if not roads.is_proved(self.heard) and not self._speaks_against():
            self._ask("exact", roads.exact_at_tiny_sizes)
        if self._has_settled():
            return
        self._compare_numerically()
        if not self._speaks_against() and not self._agreeing():
            self._search(self.how.effort)

    def _look_at_bound(self) -> None:
        if not self._agreeing():  # at single points an inequality can only be refuted
            self._ask("exact", roads.exact_road)
        if self._speaks_against():
            return
        self._search("token" if self._agreeing() or self.waiting or self._is_brief() else self.how.effort)
        if not self._speaks_against():
            self.go_on()

    def _search(self, effort: str) -> None:
        how = replace(self.how, effort=effort)
        self.heard.extend(listen("search", roads.search_road, self.problem, how, self.sizes))

    def _compare_numerically(self) -> None:
        backed = roads.is_proved(self.heard) and len(self._agreeing()) > 1 and self.how.effort != "deep"
        kept = roads.entries_kept()
        self._ask("sympy", partial(roads.sympy_beside_a_proof if backed else roads.sympy_road, kept=kept))
        self._ask("autograd", partial(roads.autograd_beside_a_proof if backed else roads.autograd_road, kept=kept))

    def _ask(self, name: str, road: Road) -> None:
        self.heard.extend(listen(name, road, self.problem, self.how, self.sizes))

    def _agreeing(self) -> set[str]:
        return {e.road for e in self.evidence if e.outcome == "agree"}

    def _speaks_against(self) -> bool:
        """Whether a road saw an input at which the claim may fail."""
        return bool(self.points)

    def _is_brief(self) -> bool:
        """Whether little is asked of a claim that says nothing."""
        return self.empty and self.how.effort == "quick"

    def _is_shown(self) -> bool:
        """Whether points are of no use at quick and in ad-hoc checks: the independent verifier accepts a proof of all sizes."""
        if self.shown is None or not (self.how.lean or self.how.effort == "quick"):
            return False
        at_jumps = not any("off jumps" in e.detail for e in self.evidence)
        return at_jumps and roads.is_proved(self.heard) and self.shown.is_total

    def _has_settled(self) -> bool:
        """Quick and ad-hoc checks end when a proof for all sizes and a second road agree, or an exact point differs."""
        if not (self.how.lean or self.how.effort == "quick"):
            return False
        return (roads.is_proved(self.heard) and len(self._agreeing()) > 1) or self._speaks_against()


__all__ = ["Hearing"]
