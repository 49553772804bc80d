"""Kept results: served only where they are whole, of this very claim, and agree with themselves and their certificates."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from proofs.auditing.auditor import audit
from proofs.auditing.ledger import Ledger, key_of
from proofs.reading.options import AuditOptions, How
from proofs.reading.paper import Block, Claim, Settings
from proofs.results.consistency import inconsistency
from proofs.results.schema import ClaimResult, digest

CLAIM = Claim("c", "title", 3, "p.md", "p. 1", given=((Block("a", 1),),), math=(Block("A = A", 5),))
PROOF = {"road": "index form", "outcome": "agree", "scope": "all sizes", "detail": {"proof": True}, "seconds": 0.0}
VERIFIED = {**PROOF, "road": "verifier"}
CERTIFICATE = {"road": "certificate", "outcome": "disagree", "scope": "", "detail": {"file": "c.json"}, "seconds": 0.0}
EXAMPLE = {"sizes": {}, "inputs": {}, "lhs": "0", "rhs": "1", "certificate": "c.json"}


def result(verdict="holds", **rest):
    whole = ClaimResult(
        "c", "title", "p. 1", "identity", "A = A", "A = A", verdict, "proved", evidence=(PROOF, VERIFIED)
    )
    return replace(whole, **rest)


def test_ledger_keeps_and_returns(tmp_path):
    ledger = Ledger(tmp_path)
    assert ledger.get(CLAIM, How()) is None
    ledger.put(CLAIM, How(), result())
    assert ledger.get(CLAIM, How()) == result()


def test_ledger_takes_titles_from_the_file_of_today(tmp_path):
    ledger = Ledger(tmp_path)
    ledger.put(CLAIM, How(), result())
    changed = replace(CLAIM, title="new", expect="refuted", line=99)
    found = ledger.get(changed, How())
    assert (found.title, found.expect) == ("new", "refuted")


@pytest.mark.parametrize(
    ("claim", "how"),
    [
        (replace(CLAIM, math=(Block("A = B", 5),)), How()),
        (replace(CLAIM, given=((Block("b", 1),),)), How()),
        (replace(CLAIM, given=((), (Block("a", 1),))), How()),
        (replace(CLAIM, settings=Settings(layout="gradient")), How()),
        (CLAIM, How(seed=1)),
        (CLAIM, How(effort="deep")),
    ],
)
def test_ledger_keys_depend_on_all_that_matters(claim, how):
    assert key_of(claim, how) != key_of(CLAIM, How())


def uses_of(*edges):
    """A claim `top` and the claims that it uses: (claim, what it uses), the last ones first."""
    found = {}
    for name, *uses in edges:
        found[name] = replace(CLAIM, id=name, uses=tuple(uses), lemmas=tuple(found[u] for u in uses))
    return found["top"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((("m",), ("j", "m"), ("top", "j")), (("j",), ("m", "j"), ("top", "m"))),
        ((("m",), ("j", "m"), ("top", "j")), (("m",), ("j", "m"), ("top", "j", "m"))),
        ((("m",), ("j", "m"), ("top", "j")), (("m",), ("j",), ("top", "j"))),
        ((("m",), ("j", "m"), ("k",), ("top", "j", "k")), (("m",), ("j",), ("k", "m"), ("top", "j", "k"))),
    ],
)
def test_the_key_depends_on_which_claim_uses_which(one, other):
    assert key_of(uses_of(*one), How()) == key_of(uses_of(*one), How())
    assert key_of(uses_of(*one), How()) != key_of(uses_of(*other), How())
    assert uses_of(*one) != replace(uses_of(*other), uses=uses_of(*one).uses)


def test_ledger_never_keeps_errors(tmp_path):
    ledger = Ledger(tmp_path)
    ledger.put(CLAIM, How(), result(verdict="error"))
    assert ledger.get(CLAIM, How()) is None


def test_a_damaged_ledger_is_ignored(tmp_path):
    ledger = Ledger(tmp_path)
    ledger.put(CLAIM, How(), result())
    (file,) = tmp_path.rglob("*.json")
    for text in ("", "{", "[]", '{"id": 1}'):
        file.write_text(text)
        assert ledger.get(CLAIM, How()) is None


REFUTED = {"strength": "certified", "evidence": (CERTIFICATE,), "counterexample": EXAMPLE}


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (result(), ""),
        (result("refuted", **REFUTED), ""),
        (result("undecided", strength="", evidence=()), ""),
        (result("holds", **{**REFUTED, "strength": "proved"}), "a counterexample is certified"),
        (result(evidence=(PROOF,)), "no proof object"),
        (result(strength="cited", evidence=(PROOF,)), "no proof object"),
        (result(strength="by rules", evidence=(PROOF,)), ""),
        (result(evidence=(PROOF, CERTIFICATE)), "a counterexample is certified"),
        (result("undecided", counterexample=EXAMPLE), "a counterexample is certified"),
        (result(evidence=()), "nothing proves it"),
        (result(strength="certified"), "its strength"),
        (result(evidence=({**PROOF, "scope": "n=2"},)), "not for all sizes"),
        (result(evidence=({**PROOF, "detail": {"proof": False}},)), "nothing proves it"),
        (result(evidence=(VERIFIED, {**PROOF, "outcome": "disagree"})), "a road disagrees"),
        (result(links=({"verdict": "holds"}, {"verdict": "refuted"})), "links or readings"),
        (result("refuted"), "no certificate"),
        (result("refuted", **{**REFUTED, "counterexample": {**EXAMPLE, "certificate": "d.json"}}), "not among"),
        (result("needs-hypothesis"), "none is named"),
        (result("ambiguous"), "no readings"),
        (result("true"), "no verdict"),
    ],
)
def test_a_result_agrees_with_itself(kept, words):
    assert words in inconsistency(kept) and bool(inconsistency(kept)) == bool(words)


PAPER = r"""# S
```math given
A, B \in \mathbb{R}^{n \times n}
```
## c1: false
```math
A B = B A
```
## c2: true
```math
(A B)^\top = B^\top A^\top
```
"""


class Place:
    """A paper in a folder of its own, audited again and again."""

    def __init__(self, folder):
        self.paper, self.folder = folder / "p.md", folder
        self.paper.write_text(PAPER)
        self.options = AuditOptions(
            how=How(effort="quick", certificates=folder / "c"), jobs=1, ledger=folder / "ledger"
        )

    def verdicts(self):
        self.claims = {c.id: c for c in audit(self.paper, self.options).claims}
        return {name: c.verdict for name, c in self.claims.items()}

    def kept(self):
        return {json.loads(f.read_text())["result"]["id"]: f for f in (self.folder / "ledger").rglob("*.json")}

    def edit(self, claim_id, signed, **changes):
        """Change the kept result of a claim, and its digest with it if so wanted."""
        file = self.kept()[claim_id]
        data = json.loads(file.read_text())
        data["result"] |= changes
        file.write_text(json.dumps({**data, "digest": digest(data) if signed else data["digest"]}))


@pytest.fixture
def place(tmp_path):
    one = Place(tmp_path)
    assert one.verdicts() == {"c1": "refuted", "c2": "holds"}
    return one


@pytest.fixture(scope="module")
def judged_once(tmp_path_factory):
    one = Place(tmp_path_factory.mktemp("judged"))
    assert one.verdicts() == {"c1": "refuted", "c2": "holds"}
    return one


@pytest.fixture
def copied(judged_once, tmp_path):
    """A copy of a place; its certificates lie where they were made."""
    shutil.copytree(judged_once.folder, tmp_path, dirs_exist_ok=True)
    return Place(tmp_path)


TRUTH = {"c1": "refuted", "c2": "holds"}


def test_what_nobody_touched_is_not_judged_again(place, monkeypatch):
    before = place.claims
    monkeypatch.setattr("proofs.auditing.auditor.judge_claim", None)
    assert place.verdicts() == TRUTH and place.claims == before


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize(
    ("claim_id", "changes"),
    [
        ("c1", {"verdict": "holds", "strength": "proved"}),
        ("c1", {"verdict": "not-refuted", "strength": ""}),
        ("c1", {"verdict": "undecided", "strength": "", "counterexample": None}),
        ("c2", {"verdict": "refuted", "strength": "certified"}),
        ("c2", {"verdict": "needs-hypothesis", "strength": ""}),
        ("c2", {"statement": "A = 2 A"}),
    ],
)
def test_an_edited_result_is_judged_again(copied, claim_id, changes, signed):
    copied.edit(claim_id, signed, **changes)
    assert copied.verdicts() == TRUTH
    assert not copied.claims["c2"].counterexample


def test_an_edit_that_agrees_with_itself_is_noticed_by_the_digest(copied):
    data = json.loads(copied.kept()["c2"].read_text())["result"]
    proof = [{**data["evidence"][0], "outcome": "agree", "scope": "all sizes", "detail": {"proof": True}}]
    copied.edit("c1", False, verdict="holds", strength="proved", evidence=proof, counterexample=None, repair=None)
    assert copied.verdicts() == TRUTH


@pytest.mark.parametrize("signed", [False, True])
def test_the_evidence_of_another_claim_refutes_nothing(copied, signed):
    one = json.loads(copied.kept()["c1"].read_text())
    pasted = {key: one["result"][key] for key in ("verdict", "strength", "evidence", "counterexample")}
    copied.edit("c2", signed, **pasted)
    assert copied.verdicts() == TRUTH


def test_a_forged_list_of_certificates_must_still_name_the_claim(place):
    """Digest and certificates in order, but the certificate speaks of another claim."""
    one, file = json.loads(place.kept()["c1"].read_text()), place.kept()["c2"]
    two = json.loads(file.read_text())
    pasted = {key: one["result"][key] for key in ("verdict", "strength", "evidence", "counterexample")}
    data = {**two, "certificates": one["certificates"], "result": two["result"] | pasted}
    file.write_text(json.dumps({**data, "digest": digest(data)}))
    assert place.verdicts() == TRUTH


def test_files_that_are_exchanged_are_judged_again(place):
    one, two = place.kept()["c1"], place.kept()["c2"]
    texts = one.read_text(), two.read_text()
    one.write_text(texts[1])
    two.write_text(texts[0])
    assert place.verdicts() == TRUTH


def test_another_certificate_of_the_same_name_is_not_served(place):
    certificate = Path(place.claims["c1"].counterexample["certificate"])
    whole = certificate.read_text()
    place.paper.write_text(PAPER.replace("A B = B A", "A = 2 A"))
    assert place.verdicts() == TRUTH
    other = Path(place.claims["c1"].counterexample["certificate"])
    assert other != certificate and certificate.read_text() == whole
    certificate.write_text(other.read_text())  # as if one name had served both
    place.paper.write_text(PAPER)
    assert place.verdicts() == TRUTH
    assert Path(place.claims["c1"].counterexample["certificate"]).read_text() == whole


def test_a_certificate_that_is_gone_is_made_again(place):
    certificate = Path(place.claims["c1"].counterexample["certificate"])
    certificate.unlink()
    assert place.verdicts() == TRUTH and certificate.is_file()


def test_certificates_follow_to_the_folder_that_is_asked_for(place, monkeypatch):
    monkeypatch.setattr("proofs.auditing.auditor.judge_claim", None)
    new = place.folder / "new"
    old = Path(place.claims["c1"].counterexample["certificate"])
    place.options = replace(place.options, how=How(effort="quick", certificates=new))
    assert place.verdicts() == TRUTH
    found = place.claims["c1"]
    files = [e["detail"]["file"] for e in found.evidence if e["road"] == "certificate"]
    assert files == [found.counterexample["certificate"]] == [str(new / "p" / old.name)]
    assert (new / "p" / old.name).read_text() == old.read_text()
    assert [path.name for path in (new / "p").iterdir()] == [old.name]


def test_links_readings_and_long_ids_have_certificates_of_their_own(tmp_path):
    """`c.link1` is the first link of `c` and may also be the id of a claim."""
    long = "x" * 300
    claims = {"c": "2 = 3 = 4", "c.link1": "5 = 6", long: "7 = 8", long + "y": "8 = 9"}
    paper = tmp_path / "p.md"
    paper.write_text("".join(f"## {name}: a claim\n```math\n{claim}\n```\n" for name, claim in claims.items()))
    options = AuditOptions(how=How(effort="quick", certificates=tmp_path / "c"), jobs=1, ledger=None)
    found = audit(paper, options).claims
    assert [c.verdict for c in found] == ["refuted"] * 4
    files = [e["detail"]["file"] for c in found for e in c.evidence if e["road"] == "certificate"]
    said = [json.loads(Path(file).read_text())["claim"] for file in files]
    assert said == ["2 = 3", "3 = 4", "5 = 6", "7 = 8", "8 = 9"]


RESTING = r"""```math given
A \in \mathbb{R}^{n \times n}, X \in \mathbb{R}^{m \times n}
```
## j: push through
%s
```math
X (I + X^\top X)^{-1} = (I + X X^\top)^{-1} X
```
## m: other
%s
```math
A = A
```
## top: bound
uses: %s
```math
\|X (I + X^\top X)^{-1}\|_2 \le \|(I + X X^\top)^{-1} X\|_2
```
"""


def test_a_bound_that_lost_its_lemma_is_judged_again(place):
    place.paper.write_text(RESTING % ("uses: m", "", "j"))
    assert place.verdicts()["top"] == "holds"
    place.paper.write_text(RESTING % ("", "uses: j", "m"))
    kept = place.verdicts()
    place.options = replace(place.options, fresh=True)
    assert kept == place.verdicts() == {"j": "holds", "m": "holds", "top": "not-refuted"}
