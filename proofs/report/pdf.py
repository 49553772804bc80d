"""PDF: of the LaTeX document by latexmk where it is installed, else of the HTML page by a headless Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SECONDS = 300.0
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def write_pdf(stem: Path, tex: Path | None, html: Path | None) -> Path | None:
    """Write ``stem.pdf`` with the tool that is installed; None if there is none or nothing to print."""
    target = stem.with_name(f"{stem.name}.pdf")
    if tex is not None and shutil.which("latexmk") and _by_latexmk(tex, target):
        return target
    return target if html is not None and _by_chromium(html, target) else None


def _by_latexmk(tex: Path, target: Path) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        # shell escape stays off: the document holds formulas of others
        command = [
            "latexmk",
            "-pdf",
            "-interaction=nonstopmode",
            "-no-shell-escape",
            f"-outdir={folder}",
            str(tex.resolve()),
        ]
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False, cwd=folder)
        made = Path(folder) / f"{tex.stem}.pdf"
        if done.returncode == 0 and made.exists():
            shutil.copyfile(made, target)
            return True
    return False


def chromium() -> str | None:
    """Return the path of a Chromium, if one is installed."""
    return next((found for name in CHROMIUM if (found := shutil.which(name))), None)


def _by_chromium(html: Path, target: Path) -> bool:
    browser = chromium()
    if browser is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        command = [browser, "--headless=new", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={folder}"]
        command += ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        command += [f"--print-to-pdf={target.resolve()}", html.resolve().as_uri()]
        try:
            done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0 and target.exists()
