"""Results of earlier audits, keyed by everything a verdict depends on. Data only: nothing rendered is kept.

One file per result, written atomically: two audits at once, or one that is killed, leave whole files only. A file names
its key and carries a digest of all it says and of the certificates it rests on, so that one that was edited or mixed up
with another is noticed and the claim is judged again. (It is no signature: whoever can write here can also forge.)
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from proofs.doors import door
from proofs.reading.options import How
from proofs.reading.paper import Claim
from proofs.results.consistency import certificates_of, inconsistency
from proofs.results.schema import ClaimResult, Json, claim_from_json, claim_to_json, digest, write_json
from proofs.version import source_hash


def key_of(claim: Claim, how: How) -> str:
    """Return the key of a claim's result: its formulas, scope and settings, what it rests on, the options and the checker."""
    text = json.dumps([claim.content, how.told, source_hash()], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Ledger:
    """Cached results in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"

    def get(self, claim: Claim, how: How) -> ClaimResult | None:
        """Return the cached result of a claim, if there is one that is whole and whose certificates are still accepted."""
        key = key_of(claim, how)
        try:
            data = json.loads(self._path(key).read_text(encoding="utf-8"))
            if not _is_whole(data, key):
                return None
            result = claim_from_json(data["result"])
            if (result.id, result.statement) != (claim.id, claim.statement) or inconsistency(result):
                return None
            if not _certify(data["certificates"], result, claim):
                return None
            result = _brought(data["result"], result, how.certificates)
        except (OSError, ValueError, TypeError, AttributeError, KeyError):
            return None
        return replace(
            result,
            title=claim.title,
            where=claim.where,
            uses=claim.uses,
            expect=claim.expect,
            relation=claim.relation,
            paper=claim.printed,
        )

    def put(self, claim: Claim, how: How, result: ClaimResult) -> None:
        """Keep a result; errors are not kept, for a crash or a timeout may not happen again."""
        if result.verdict == "error":
            return
        key = key_of(claim, how)
        try:
            certificates = {file: _content_hash(Path(file)) for file in certificates_of(result)}
        except OSError:  # a certificate that cannot be read now would not be accepted later
            return
        data: Json = {"key": key, "certificates": certificates, "result": claim_to_json(result)}
        write_json({**data, "digest": digest(data)}, self._path(key))


def _is_whole(data: Json, key: str) -> bool:
    """Whether a kept file is the one of this key, as it was written."""
    return data["key"] == key and data["digest"] == digest(data)


def _content_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _certify(known: Mapping[str, str], result: ClaimResult, claim: Claim) -> bool:
    """Re-check every certificate that a result rests on: the same file as then, of this claim, and accepted."""
    files = certificates_of(result)
    return set(known) == set(files) and all(
        _content_hash(Path(file)) == known[file]
        and _speaks_of(Path(file), claim)
        and door("proofs.recheck", "recheck")(Path(file)).accepted
        for file in files
    )


def _speaks_of(path: Path, claim: Claim) -> bool:
    """Whether a certificate names this claim and what it is given."""
    data = json.loads(path.read_text(encoding="utf-8"))
    given = [[text] if text else [] for text in map(claim.given_in, claim.readings())]
    return data["claim_id"] == claim.id and data["given"] in given


def _brought(data: Json, result: ClaimResult, folder: Path) -> ClaimResult:
    """Return a kept result; certificates that lie elsewhere are copied to the folder that is asked for."""
    moves = {old: str(folder / Path(old).name) for old in certificates_of(result)}
    for old, new in moves.items():
        if old != new:
            folder.mkdir(parents=True, exist_ok=True)
            whole = Path(shutil.copyfile(old, f"{new}.{os.getpid()}"))
            whole.replace(new)  # another audit sees the whole file or none
    return claim_from_json(_renamed(data, moves))


def _renamed(data: Any, names: Mapping[str, str]) -> Any:
    if isinstance(data, dict):
        return {key: _renamed(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [_renamed(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data
