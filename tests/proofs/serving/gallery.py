"""The pictures of docs/gallery.md, taken of the page that `derive serve` shows: ``python -m tests.proofs.serving.gallery [NAME ...]``.

Needs Chromium, and Pillow to reduce the colors.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
import threading
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from proofs.commands.parser import module_of
from proofs.commands.serve import PORT

DOCS = Path(__file__).resolve().parents[3] / "docs"
WIDTH, MARGIN, COLORS = 900, 14, 128
SHOWN = "document.querySelector('[role=tabpanel]:not([hidden])')"
READY = f"{SHOWN}.querySelector('.state').textContent.startsWith('answered') && [...{SHOWN}.querySelectorAll('.preview')].every(e => e.firstElementChild)"
# From the verdict down to what nobody reads in a picture: code to copy, the theorems of a proof, else evidence by road.
CROP = f"""(output => {{
  const last = [...output.querySelectorAll('h4')].find(e => ['To copy', 'Theorems that it rests on'].includes(e.textContent))
    || output.querySelector(':scope > details.fold:not([open])');
  const top = output.getBoundingClientRect().top;
  return [top + scrollY, last.getBoundingClientRect().top - top];
}})({SHOWN}.querySelector('.output'))"""


class Entry(NamedTuple):
    """One entry of the gallery."""

    title: str
    sentence: str
    command: str
    link: str
    picture: str


def entries() -> list[Entry]:
    """Return what stands in docs/gallery.md."""
    pattern = r"^## (.+)\n\n(.+)\n\n    \$ (derive .+)\n\n\[.+\]\((.+)\)\n\n!\[.+\]\((.+)\)$"
    return [Entry(*found) for found in re.findall(pattern, (DOCS / "gallery.md").read_text(encoding="utf-8"), re.M)]


def asked(command: str) -> tuple[str, dict[str, str]]:
    """Return what the page asks the server for the same: the tab and the texts of the request."""
    _, name, *rest = shlex.split(command)
    parser = argparse.ArgumentParser()
    module_of(name).add_arguments(parser)
    options = parser.parse_args(rest)
    if name == "check":
        return name, {"claim": options.latex, "given": options.given}
    return "derive", {"expression": options.latex, "given": options.given, "wrt": ", ".join(options.wrt), "order": name}


def link(kind: str, fields: dict[str, str]) -> str:
    """Return the address that the page of `derive serve` has when this is typed."""
    return f"http://127.0.0.1:{PORT}/#{kind}?{urlencode(fields)}"


def linked(address: str) -> tuple[str, dict[str, str]]:
    """Return what an address holds."""
    kind, _, query = urlsplit(address).fragment.partition("?")
    return kind, dict(parse_qsl(query, strict_parsing=True))


def main(names: list[str]) -> None:
    """Take the pictures, all of them or those named."""
    from PIL import Image

    from proofs.serving.server import serving
    from tests.headless import Browser

    with serving(jobs=1) as server, Browser() as browser:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for entry in entries():
            if names and Path(entry.picture).stem not in names:
                continue
            browser.visit("about:blank")
            browser.visit(f"{server.url}#{urlsplit(entry.link).fragment}", width=WIDTH)
            browser.wait(READY)
            top, height = browser.evaluate(CROP)
            target = DOCS / entry.picture
            browser.screenshot(target, (0, top - MARGIN, WIDTH, height + MARGIN))
            with Image.open(target) as image:
                image.convert("RGB").quantize(COLORS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(target, optimize=True)
            print(f"{target.name}: {height:.0f} pixels high, {target.stat().st_size} bytes")
        server.shutdown()


if __name__ == "__main__":
    main(sys.argv[1:])
