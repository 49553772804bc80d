"""What the index form says of a claim as it is written."""

from derive.index import prove
from proofs.api import ad_hoc_claim
from proofs.judging.understand import understand
from proofs.reading.paper import Settings


def outcome(given: str, claim: str, *more: str) -> str:
    """Return the outcome of the index form for a claim with one reading and one link, under all that is given."""
    (reading,) = understand(ad_hoc_claim(claim, r", \quad ".join(g for g in (given, *more) if g), Settings()))
    (link,) = reading.links
    assert link.typed is not None, link.message
    return prove(link.typed.problem).outcome
