"""Every benchmark: ``python -m tests.benchmarks [NAME ...] [--quick]``.

Each runs in its own process with one thread and writes ``results/NAME.json`` with the machine. Without names all run
but the slow ones, which are named in the help. A library that is not installed is a row of the table that says so.
``python -m tests.benchmarks.readme`` then writes the figures into the README.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

from tests.benchmarks.measure import RESULTS, ROOT, THREADS, clock, machine

FAST = {
    "operators": "J v, J^T u and H v against autograd and other libraries",
    "norms": "spectral norms against scipy and other libraries",
    "scaling": "exponents of cost over L and d against the forward pass",
    "proofs": "proofs for all sizes against SymPy entry by entry and tensorgrad",
    "inspect": "attention heads of a model: all bounds, and products against torch.func and curvlinops",
    "tampering": "certificates that were tampered with",
}
SLOW = {
    "audits": "whole audits, cold: time and memory",
    "planted": "planted false bounds, found and certified",
    "mutation": "mutants of true claims",
    "serving": "the page of derive serve: first verdict, many requests at once, hostile ones",
    "certificates": "claims of every engine as proof objects, beside cvxpy, PEPit, SymPy and NumPy",
    "sources": "LaTeX sources of a folder against the table that was counted by hand",
    "thesis": "a source of 250 to 2,000 displays: seconds until judging starts",
    "proofs_verified": "proof objects of a fixed list of equations, by kind, and the time of the verifier",
}
MODULES = {name: f"tests.benchmarks.bench_{name}" for name in FAST}
LIMIT = 600  # seconds per benchmark


def alone(name: str, quick: bool, out: Path) -> None:
    """Measure one benchmark in this process, write and print it."""
    module = importlib.import_module(MODULES[name])
    before, start = machine(), clock()
    result = module.measure(quick)
    seconds = round(clock() - start, 1)
    report = {"benchmark": name, "quick": quick, "machine": before, "processor_seconds": seconds, **result}
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"## {name}: {FAST[name]} ({seconds} s, load {before['load'][0]})\n\n{module.report(result)}\n", flush=True)


def run(name: str, quick: bool, out: Path) -> bool:
    """Measure one benchmark in its own process; say whether it ended well."""
    environment = {**os.environ, **dict.fromkeys(THREADS, "1")}
    if name in SLOW:
        command = [sys.executable, "-m", f"tests.benchmarks.{name}"]
    else:
        command = [sys.executable, "-m", "tests.benchmarks", name, "--alone", "--out", str(out)]
        command += ["--quick"] if quick else []
    try:
        code = subprocess.run(
            command, cwd=ROOT, env=environment, check=False, timeout=None if name in SLOW else LIMIT
        ).returncode
    except subprocess.TimeoutExpired:
        print(f"{name}: stopped after {LIMIT} s", file=sys.stderr)
        return False
    if code:
        print(f"{name}: ended with exit code {code}", file=sys.stderr)
    return code == 0


def main() -> int:
    listed = "\n".join(f"  {n:10} {what}{' (slow)' if n in SLOW else ''}" for n, what in {**FAST, **SLOW}.items())
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks",
        description=__doc__,
        epilog=f"benchmarks:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which; all that are not slow if none is named")
    parser.add_argument("--quick", action="store_true", help="smaller sizes and fewer repeats, two minutes in all")
    parser.add_argument("--out", type=Path, help="folder of the JSON files (results, or results/quick with --quick)")
    parser.add_argument("--alone", action="store_true", help="in this process, with its threads")
    options = parser.parse_args()
    names = options.names or list(FAST)
    out = (options.out or (RESULTS / "quick" if options.quick else RESULTS)).resolve()
    unknown = [n for n in names if n not in FAST and n not in SLOW]
    if unknown:
        parser.error(f"unknown benchmark {unknown[0]!r}; there are {', '.join({**FAST, **SLOW})}")
    if options.alone:
        for name in names:
            if name in SLOW:
                parser.error(f"{name} has its own command: python -m tests.benchmarks.{name}")
            alone(name, options.quick, out)
        return 0
    return 0 if all([run(name, options.quick, out) for name in names]) else 1


if __name__ == "__main__":
    sys.exit(main())
