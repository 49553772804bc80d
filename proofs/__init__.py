"""Paper files, their audit, reports and the command line.

``proofs.audit(path)`` audits a paper file from Python and returns an object that displays itself.

The packages, from the bottom up; each imports only what stands above it in this list:

* `reading`: the paper file as data, and the options of an audit.
* `importing`: skeleton paper files of LaTeX sources.
* `results`: verdicts, the result and its JSON, and what is made of it.
* `judging`: from the text of a claim to its verdict.
* `auditing`: whole files: worker processes, kept results.
* `report`: pages of derivation reports.
* `serving`: the local page of `derive serve`.
* `editing`: the language server of `derive lsp`.
* `commands`: one module per command.

`papers` holds the papers that are shipped. Beside the packages stand the doors that users name (`api`, `cli`, `derivatives`,
`plugin`, `recheck`, `replay`, `wording`) and what all packages share (`doors`, `files`, `usage`, `version`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from proofs.auditing.auditor import audit as audit

__all__ = ["audit"]


def __getattr__(name: str) -> Any:
    if name == "audit":  # on demand: importing the package must stay cheap
        from proofs.api import audit

        return audit
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
