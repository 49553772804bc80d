"""Every name that is asked for through a door exists where it is looked for."""

import ast
import importlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOORS = {"door", "_said"}


def asked():
    """The (file, module, name) of every call of a door with two literal words."""
    for package in ("derive", "numeric", "proofs"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DOORS:
                    words = [a.value for a in node.args[:2] if isinstance(a, ast.Constant)]
                    if len(words) == 2:
                        yield (path.name, *words)


def test_what_is_behind_a_door_exists():
    found = sorted(set(asked()))
    assert len(found) > 20
    missing = [one for one in found if not callable(getattr(importlib.import_module(one[1]), one[2], None))]
    assert not missing
