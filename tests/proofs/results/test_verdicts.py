"""The verdict logic on made-up evidence: every rule of the contract, and above all what must not be called `holds`."""

import itertools

import pytest

from derive.evidence import Evidence
from proofs.reading.paper import VERDICTS
from proofs.results.verdicts import (
    CONTRADICTION,
    REJECTED,
    Facts,
    as_expected,
    combine_readings,
    decide,
    weakest,
    worst,
)


def said(road, outcome="agree", scope="m=2, n=3", proof=False, **detail):
    return Evidence(road, outcome, scope, detail, 0.0, proof)


INDEX = said("index form", scope="all sizes", proof=True)
INDEX_NONE = said("index form", "none", "all sizes", residual=["A"])
RULES = said("norm rules", scope="all sizes", proof=True)
EXACT = said("exact", proof=True)
SCREEN = said("exact")
EXACT_AGAINST = said("exact", "disagree", proof=True)
AUTOGRAD = said("autograd")
AUTOGRAD_AGAINST = said("autograd", "disagree")
SYMPY = said("sympy", proof=True)
CRASH = said("sympy", "none", "", crash="TypeError: x")


def search(ratio, evaluations=100):
    return said("search", "none", "n=2", best_ratio=ratio, evaluations=evaluations)


def verdict(*evidence, form="identity", **facts):
    return decide(Facts(form, evidence, **facts))


def test_a_proof_of_a_road_is_its_word_until_an_object_shows_it():
    decision = verdict(INDEX, SCREEN)
    assert (decision.verdict, decision.strength, decision.message) == ("holds", "by rules", "")


def test_a_lone_proof_says_that_it_is_alone():
    decision = verdict(INDEX, said("exact", "none", ""))
    assert decision.verdict == "holds"
    assert "only the index form road" in decision.message


def test_small_sizes_alone_prove_nothing():
    decision = verdict(INDEX_NONE, EXACT, AUTOGRAD, SYMPY)
    assert decision.verdict == "undecided"
    assert "equal at m=2, n=3" in decision.message


def test_sufficient_sizes_prove_exactly():
    assert verdict(INDEX_NONE, EXACT, AUTOGRAD, sufficient=True).strength == "exact"


def test_a_random_screen_is_no_proof_even_at_sufficient_sizes():
    assert verdict(INDEX_NONE, SCREEN, AUTOGRAD, sufficient=True).verdict == "undecided"


@pytest.mark.parametrize("against", [EXACT_AGAINST, AUTOGRAD_AGAINST, said("sympy", "disagree")])
def test_a_road_against_a_proof_is_a_contradiction(against):
    decision = verdict(INDEX, SCREEN, against)
    assert decision.verdict == "error"
    assert decision.message.startswith(CONTRADICTION)
    assert decision.is_alarm


def test_different_sizes_are_no_contradiction():
    at_three = said("autograd", "disagree", "n=3")
    assert verdict(INDEX_NONE, said("exact", scope="n=2; n=4", proof=True), at_three).verdict == "undecided"
    assert verdict(INDEX_NONE, said("exact", scope="n=2; n=3", proof=True), at_three).is_alarm


def test_floating_point_alone_refutes_nothing():
    decision = verdict(INDEX_NONE, AUTOGRAD_AGAINST)
    assert decision.verdict == "undecided"
    assert "autograd differs" in decision.message


def test_an_accepted_certificate_refutes():
    assert verdict(INDEX_NONE, EXACT_AGAINST, certificate="accepted").verdict == "refuted"


@pytest.mark.parametrize("proof", [INDEX, RULES])
def test_a_certificate_against_a_proof_is_a_contradiction(proof):
    decision = verdict(proof, certificate="accepted")
    assert decision.is_alarm and CONTRADICTION in decision.message


def test_a_contradiction_names_both_evidences():
    """The rules of the proof, and where the counterexample is: both are shown to who reports it."""
    rules = said("norm rules", scope="all sizes", proof=True, rules=[{"rule": "unsound", "statement": "a <= b"}])
    shown = said("certificate", "disagree", "m=4, n=5", True, lhs="7/2", rhs="3")
    decision = verdict(rules, shown, form="bound", certificate="accepted")
    assert decision.is_alarm
    assert decision.message == (
        f"{CONTRADICTION} norm rules proves the claim (all sizes by unsound), but a certified counterexample exists"
        " (m=4, n=5: lhs = 7/2, rhs = 3)"
    )


@pytest.mark.parametrize(
    ("scope", "proof", "instances", "expected"),
    [
        ("m=4, n=5; m=2, n=3", True, False, "error"),  # true and false at the same sizes
        ("m=2, n=3; m=5, n=4", True, False, "refuted"),  # it may be true at some sizes and false at others
        ("m=4, n=5", False, False, "refuted"),  # a screen is no proof
        ("m=4, n=5", True, True, "refuted"),  # true of some functions and false of others
    ],
)
def test_a_certificate_against_a_proof_at_its_sizes(scope, proof, instances, expected):
    shown = said("certificate", "disagree", "m=4, n=5", True, lhs="1", rhs="2")
    agreeing = said("exact", scope=scope, proof=proof)
    assert verdict(INDEX_NONE, agreeing, shown, certificate="accepted", instances=instances).verdict == expected


def test_a_certificate_beats_equality_at_other_small_sizes():
    assert verdict(INDEX_NONE, EXACT, certificate="accepted").verdict == "refuted"


def test_a_rejected_certificate_is_an_alarm():
    decision = verdict(EXACT_AGAINST, certificate="rejected", rejection="hash does not match")
    assert decision.is_alarm
    assert decision.message == f"{REJECTED} hash does not match"


def test_exact_difference_without_certificate_is_undecided():
    assert verdict(EXACT_AGAINST).verdict == "undecided"


def test_bound_by_rules():
    assert verdict(RULES, search(0.9), form="bound").verdict == "holds"


def test_bound_found_tight_is_not_refuted():
    decision = verdict(search(1 - 1e-9), form="bound", effort="deep")
    assert decision.verdict == "not-refuted"
    assert decision.strength == "deep, best ratio 1"


def test_proved_bound_with_a_robust_violation_is_not_called_holds():
    assert verdict(RULES, search(1.5), form="bound").verdict == "undecided"


def test_a_violation_without_certificate_is_undecided():
    decision = verdict(search(1.5), form="bound")
    assert decision.verdict == "undecided"
    assert "1.5" in decision.message


def test_a_search_that_did_not_run_is_no_evidence():
    assert verdict(search(0.5, evaluations=0), form="bound").verdict == "undecided"
    assert verdict(form="bound").verdict == "undecided"


def test_asymptotic_statements_without_proof():
    assert verdict(AUTOGRAD, form="asymptotic").verdict == "not-refuted"
    assert verdict(INDEX_NONE, form="asymptotic").verdict == "undecided"


def test_vacuous_beats_holds_and_contradicts_a_certificate():
    assert verdict(INDEX, SCREEN, vacuous="p sums to -1").verdict == "vacuous"
    assert verdict(certificate="accepted", vacuous="p sums to -1").is_alarm


def test_a_crash_is_never_a_silent_pass():
    assert verdict(INDEX_NONE, SCREEN, CRASH).verdict == "error"
    proved = verdict(INDEX, SCREEN, CRASH)
    assert proved.verdict == "holds"
    assert "sympy road crashed" in proved.message


def test_nothing_ever_holds_without_a_proof():
    """All combinations of unproved evidence, whatever else is said."""
    pool = [INDEX_NONE, SCREEN, AUTOGRAD, search(0.5), EXACT, SYMPY, EXACT_AGAINST, AUTOGRAD_AGAINST, CRASH]
    for count in range(len(pool) + 1):
        for some in itertools.combinations(pool, count):
            for form in ("identity", "bound", "asymptotic"):
                assert verdict(*some, form=form).verdict not in ("holds", "refuted")


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["holds", "holds"], "holds"),
        (["holds", "refuted"], "ambiguous"),
        (["ill-typed", "holds"], "ambiguous"),
        (["holds", "undecided"], "undecided"),
        (["holds", "not-refuted"], "not-refuted"),
        (["refuted", "undecided"], "ambiguous"),
        (["refuted", "refuted"], "refuted"),
        (["error", "holds"], "error"),
    ],
)
def test_readings(verdicts, expected):
    assert combine_readings(verdicts) == expected


def test_worst_follows_the_order_of_the_contract():
    order = (
        "error, unread, ill-typed, refuted, needs-hypothesis, ambiguous, undecided, not-refuted, vacuous, holds".split(
            ", "
        )
    )
    assert list(VERDICTS[:-1]) == order
    for a, b in itertools.combinations(order, 2):
        assert worst([b, a]) == a


def test_the_weakest_strength_is_kept():
    pairs = [("holds", "proved"), ("holds", "exact"), ("refuted", "certified")]
    assert weakest(pairs, "holds") == "exact"
    for order in itertools.permutations(["proved", "cited", "exact", "by rules"]):
        assert weakest([("holds", strength) for strength in order], "holds") == "by rules"
    assert weakest([("holds", "proved"), ("holds", "cited")], "holds") == "cited"
    assert weakest(pairs[:1], "holds") == "proved"


@pytest.mark.parametrize("found", VERDICTS)
@pytest.mark.parametrize("expect", [None, *VERDICTS[1:]])
def test_expectations(found, expect):
    allowed = {
        None: {"holds", "not-refuted", "not-checkable", "undecided"},
        "refuted": {"refuted", "needs-hypothesis"},
        "holds": {"holds", "not-refuted"},
    }.get(expect, {expect})
    assert as_expected(found, expect) == (found in allowed and found != "error")


def test_a_quotient_by_what_is_zero_up_to_rounding_is_not_shown():
    decision = verdict(search(5e21), form="bound")
    assert decision.verdict == "undecided"
    assert "zero up to rounding" in decision.message
    assert "e+21" not in decision.message
    assert "lhs/rhs = 1.5" in verdict(search(1.5), form="bound").message
