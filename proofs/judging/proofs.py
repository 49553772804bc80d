"""Proof objects of the claims of a file: what each of their relations says, put to `proofs.proving`."""

from __future__ import annotations

from derive.even_powers import with_even_powers
from proofs.judging.understand import understand
from proofs.proving.objects import Found, proof_of
from proofs.reading.paper import Claim
from proofs.version import checker_version


def objects_of(claim: Claim) -> list[Found]:
    """Return what was found for every relation of a claim, in the order of its text.

    A relation that can be read in several ways has no object: it would be one of a reading, not of the text.

    Raises:
        BadPaper: A formula cannot be read or a name is not declared.

    """
    found = []
    for reading in understand(claim):
        for link in reading.links:
            if link.typed is None or len(link.typed.readings) > 1:
                found.append(Found(None, "it has no type, or can be read in several ways"))
                continue
            found.append(
                proof_of(
                    with_even_powers(link.typed.problem),
                    claim_id=claim.id,
                    claim=link.wording,
                    given=(claim.given_in(reading.name),),
                    settings=claim.settings.texts,
                    checker=checker_version(),
                )
            )
    return found


__all__ = ["objects_of"]
