"""The rules of the house: imports point one way, the command starts light, and the files speak of the project alone."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = ("torch", "sympy", "numpy", "scipy", "matplotlib", "flint", "cma", "opt_einsum")
FORBIDDEN = {"derive": {"numeric", "proofs", "torch"}, "numeric": {"proofs"}, "proofs": set()}
DOORS = {"derive/api.py"}  # `derive.check` hands over to `proofs`, when it is called
LAYERS = {
    "derive/language": (
        "lexing", "tree", "parsing", "terms", "scope", "relations", "printing", "matrices", "functions", "derivatives",
        "indices", "formulas", "declarations", "statements", "problems",
    ),
    "derive/bounds": (
        "forms", "facts", "quantities", "matrices", "rules", "comparison", "matching", "inequalities", "optimization",
        "rewriting",
    ),
    "derive/index": ("terms", "atoms", "elaboration", "normalization", "rewriting", "conditions", "sequences"),
    "derive/exact": ("rings", "evaluation", "certification", "points", "decision"),
    "numeric": ("evaluation", "programs", "autograd", "search", "models"),
    "proofs": ("reading", "importing", "results", "proving", "judging", "auditing", "report", "inspecting", "serving", "editing", "commands"),
}  # fmt: skip
# Modules beside the sub-packages that any of them may import; the others stand above all.
SHARED = {"numeric": {"device", "linear_map", "norms"}, "proofs": {"doors", "extras", "files", "recheck", "usage", "verify", "version"}}
# Imports that point up, inside functions: a hypothesis may be a whole statement.
UPWARD = {
    "derive/language": {
        ("declarations", "problems"), ("declarations", "statements"), ("indices", "declarations"), ("scope", "declarations"),
        ("scope", "indices"), ("scope", "printing"), ("terms", "formulas"), ("terms", "printing"),
    },
    "derive/bounds": set(),
    "derive/index": set(),
    "derive/exact": set(),
    "numeric": set(),
    "proofs": {
        ("commands", "api"), ("commands", "derivatives"), ("commands", "wording"), ("serving", "api"), ("serving", "derivatives"),
    },
}  # fmt: skip
# How many files import one another in a circle, what is imported inside functions and for types included. A figure may only shrink.
CIRCLES = {
    "derive/bounds": 0, "derive/vacuity": 0, "derive/limits": 0, "derive/index": 0, "derive/exact": 0, "derive/theorems": 0, "derive/definedness": 2, "derive/repair": 7,
    "derive/sympy_road": 3, "derive/language": 154, "numeric": 2, "proofs": 22,
}  # fmt: skip
OPEN = {"report"}  # its door is `proofs.report.write_report`
MAX_LINES = 600
LIMITS = {"proofs/recheck.py": 535, "proofs/verify.py": 2185}  # a mathematician reads it in one sitting


def sources(*packages: str) -> Iterator[Path]:
    for package in packages:
        yield from (ROOT / package).rglob("*.py")


def imported(path: Path) -> set[str]:
    """The top-level packages that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.parametrize("package", FORBIDDEN)
def test_imports_point_one_way(package: str) -> None:
    found = {str(p.relative_to(ROOT)): imported(p) & FORBIDDEN[package] for p in sources(package)}
    wrong = {name: bad for name, bad in found.items() if bad and name not in DOORS}
    assert wrong == {}


def upward(root: str) -> dict[bool, set[tuple[str, str]]]:
    """The pairs of which the lower, a sub-package, imports the higher, a sub-package or a module above all: at the head of a module (True), inside a function (False)."""
    layers, found = LAYERS[root], {True: set(), False: set()}

    def visit(node: ast.AST, own: str, head: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            if isinstance(child, ast.ImportFrom) and (child.module or "").startswith(root.replace("/", ".") + "."):
                other = child.module.split(".")[root.count("/") + 1]
                above = other not in layers or layers.index(other) > layers.index(own)
                if above and other not in SHARED.get(root, ()):
                    found[head].add((own, other))
            visit(child, own, head and not isinstance(child, ast.FunctionDef))

    for path in (ROOT / root).glob("*/*.py"):
        visit(ast.parse(path.read_text(encoding="utf-8")), path.parent.name, True)
    return found


@pytest.mark.parametrize("root", LAYERS)
def test_imports_between_sub_packages_point_down(root: str) -> None:
    assert {p.name for p in (ROOT / root).iterdir() if (p / "__init__.py").exists()} == set(LAYERS[root])
    found = upward(root)
    assert found[True] == set()
    assert found[False] == UPWARD[root]


@pytest.mark.parametrize("root", LAYERS)
def test_sub_packages_say_what_lives_in_them_and_import_nothing(root: str) -> None:
    for path in (ROOT / root).glob("*/__init__.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), path
        assert len(tree.body) == 1 or path.parent.name in OPEN, path


@pytest.mark.parametrize("root", LAYERS)
def test_tests_stand_in_the_folders_of_the_sub_packages_that_they_test(root: str) -> None:
    folders = {path.parent.name for path in (ROOT / "tests" / Path(root).name).glob("*/test_*.py")}
    assert folders <= set(LAYERS[root])


def imports_of(root: str) -> dict[str, set[str]]:
    """The modules of a package that each of its modules imports, anywhere in it: inside functions and for types as well."""
    paths = {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in sources(root)}
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        nodes = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.ImportFrom)]
        pairs = [(n.module or "", alias.name) for n in nodes for alias in n.names]
        named = {f"{module}.{part}" if f"{module}.{part}" in paths else module for module, part in pairs}
        found[name] = (named & paths.keys()) - {name}
    return found


def in_circles(imports: dict[str, set[str]]) -> set[str]:
    """The modules from which imports lead back to them."""

    def reached(start: str) -> set[str]:
        seen, waiting = set[str](), [*imports[start]]
        while waiting:
            if (name := waiting.pop()) not in seen:
                seen.add(name)
                waiting += imports[name]
        return seen

    return {name for name in imports if name in reached(name)}


def test_circles_are_seen() -> None:
    assert in_circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == {"b", "c"}


@pytest.mark.parametrize("root", CIRCLES)
def test_no_more_modules_import_one_another(root: str) -> None:
    found = in_circles(imports_of(root))
    assert len(found) <= CIRCLES[root], sorted(found)


ROADS = {
    "index": {"exact", "sympy_road", "bounds", "repair"},
    "exact": {"index", "sympy_road", "bounds", "repair"},
    "sympy_road": {"language", "index", "exact", "bounds", "repair"},
    "bounds": {"exact", "sympy_road", "repair", "vacuity", "limits"},
    "vacuity": {"exact", "sympy_road", "repair", "limits"},
    "limits": {"exact", "sympy_road", "repair"},
    "language": {"exact", "sympy_road", "repair"},
}


@pytest.mark.parametrize("package", ROADS)
def test_roads_do_not_lean_on_each_other(package: str) -> None:
    """Of the language they take the printing alone."""
    for path in sources(f"derive/{package}"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("derive."):
                other, *inner = node.module.split(".")[1:]
                assert other not in ROADS[package], path
                assert other != "language" or package == "language" or inner[0] == "printing", path


@pytest.mark.parametrize("document", ["README.md", "docs/architecture.md", "docs/certificates.md", "docs/proofs.md", "proofs/README.md"])
def test_files_that_documents_name_exist(document: str) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    text = (ROOT / document).read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w./]+\.(?:py|md|json|toml))`", text))
    assert [name for name in sorted(named) if not any(f"/{path}".endswith(f"/{name}") for path in tracked)] == []


def test_recheck_imports_the_standard_library_only() -> None:
    assert imported(ROOT / "proofs" / "recheck.py") <= sys.stdlib_module_names


def test_verify_imports_the_standard_library_only() -> None:
    assert imported(ROOT / "proofs" / "verify.py") <= sys.stdlib_module_names  # and loads a copy of recheck.py


def test_there_is_one_class_of_fractions() -> None:
    apart = {ROOT / "derive" / "fraction.py", ROOT / "proofs" / "recheck.py", ROOT / "proofs" / "verify.py"}
    files = [
        path for root in ("derive", "numeric", "proofs") for path in (ROOT / root).rglob("*.py") if path not in apart
    ]
    assert files
    assert [path for path in files if "fractions" in imported(path)] == []


@pytest.mark.parametrize("arguments", [["--help"], ["audit", "--help"], ["recheck", "--help"]])
def test_help_is_light(arguments: list[str]) -> None:
    code = (
        "import sys, contextlib\n"
        "from proofs.cli import main\n"
        "with contextlib.suppress(SystemExit):\n"
        f"    main({arguments!r})\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stderr.strip().splitlines()[-1] == "[]", run.stderr
    assert "derive" in run.stdout


def test_modules_can_be_read_in_one_sitting() -> None:
    long = {
        str(p.relative_to(ROOT)) for p in sources("derive", "numeric", "proofs")
        if len(p.read_text(encoding="utf-8").splitlines()) > LIMITS.get(str(p.relative_to(ROOT)), MAX_LINES)
    }  # fmt: skip
    assert not long, f"split these by concept: {sorted(long)}"


def test_files_speak_of_the_project_alone() -> None:
    """No path of a machine, no name of a tool that wrote a file."""
    words = re.compile(r"(?<![\w/])/(?:work|tmp|home|root)/\w+|\b(?:Claude|Anthropic|ChatGPT|Copilot|OpenAI)\b")
    kinds = ("*.py", "*.md", "*.toml", "*.yml", "*.yaml", "*.json", "Makefile")
    folders = [ROOT / name for name in ("derive", "numeric", "proofs", "docs", "tests")]
    files = [p for folder in folders for kind in kinds for p in folder.rglob(kind)]
    files += [p for p in ROOT.iterdir() if p.is_file() and p.suffix in (".md", ".toml")]
    found = {}
    for path in files:
        if path == Path(__file__).resolve() or "__pycache__" in path.parts:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if match := words.search(text):
            found[str(path.relative_to(ROOT))] = match[0]
    assert found == {}


def test_no_file_keeps_the_marks_of_a_merge():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    marks = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)
    texts = (ROOT / name for name in tracked if name.endswith((".py", ".md", ".toml", ".json", ".yaml")))
    assert not [path for path in texts if marks.search(path.read_text(encoding="utf-8"))]


def test_names_of_test_modules_are_unique() -> None:
    """Without packages pytest takes modules of one name for one another."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
