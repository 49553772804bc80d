"""The defaults of ``[tool.derive]`` in the `pyproject.toml` of this folder or the nearest one above it."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proofs.reading.header import unknown
from proofs.usage import BadInput

KEYS = ("papers", "effort", "seed", "device", "jobs", "timeout", "certificates", "full", "sizes", "executor")


@dataclass(frozen=True, slots=True)
class Project:
    """What a project file says.

    Attributes:
        path: The file, or None if there is none.
        values: The table ``[tool.derive]``, as it is written.

    """

    path: Path | None = None
    values: dict[str, Any] = field(default_factory=dict)

    def label(self, key: str) -> str:
        """Return what messages call one of its keys."""
        return f"{self.path}: `{key}` in [tool.derive]"

    def papers(self) -> list[str]:
        """Return the papers it names; files and folders are named from the folder of the project file.

        Raises:
            BadInput: It is not a list of names.

        """
        named = self.values.get("papers", [])
        if not isinstance(named, list) or not all(isinstance(one, str) and one for one in named):
            raise BadInput(
                f"{self.label('papers')} is {named!r}; it must be a list of files, folders or shipped papers"
            )
        return [_from(self.path, one) for one in named]


def _from(path: Path | None, name: str) -> str:
    """Return a file or folder as seen from the working folder; any other name is that of a shipped paper."""
    folder = path.parent if path else Path.cwd()
    there = folder / name
    if Path(name).is_absolute() or folder == Path.cwd() or not there.exists():
        return name
    return os.path.relpath(there)


def project() -> Project:
    """Return what the nearest project file says.

    Raises:
        BadInput: It cannot be read, or has an unknown key.

    """
    folder = Path.cwd()
    path = next((p / "pyproject.toml" for p in (folder, *folder.parents) if (p / "pyproject.toml").is_file()), None)
    if path is None:
        return Project()
    try:
        with path.open("rb") as stream:
            table: Any = tomllib.load(stream)
    except (OSError, ValueError, RecursionError) as problem:
        raise BadInput(f"{path}: {problem}") from None
    for part in ("tool", "derive"):
        table = table.get(part, {})
        if not isinstance(table, dict):
            raise BadInput(f"{path}: `{part}` is {table!r}; [tool.derive] must be a table")
    for key in table:
        if key not in KEYS:
            raise BadInput(f"{path}: {unknown('key in [tool.derive]', key, KEYS)}")
    values = dict(table)
    if isinstance(values.get("certificates"), str) and values["certificates"]:
        values["certificates"] = os.path.relpath(path.parent / values["certificates"])
    return Project(path, values)
