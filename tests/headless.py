"""Drives a headless Chromium through its debugging pipe: no driver, no network port, no dependency."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

from proofs.report.pdf import chromium

SECONDS = 120.0


def needs_chromium(missing: str) -> pytest.MarkDecorator:
    """Return the mark of a module whose tests open pages; where there is no browser they are skipped, and that is said aloud."""
    if chromium() is None:
        warnings.warn(missing, stacklevel=2)
    return pytest.mark.skipif(chromium() is None, reason=missing)


class Browser:
    """One headless Chromium; a context manager."""

    def __init__(self) -> None:
        path = chromium()
        assert path is not None
        self.folder = tempfile.mkdtemp(prefix="report-browser-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        command = [
            path,
            "--headless=new",
            "--disable-gpu",
            "--hide-scrollbars",
            "--no-first-run",
            "--disable-dev-shm-usage",
        ]
        command += ["--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe"]
        command += [f"--user-data-dir={self.folder}", *(["--no-sandbox"] if os.geteuid() == 0 else [])]

        def pipes() -> None:  # Chromium reads file descriptor 3 and writes 4
            spare = [os.dup(to_browser), os.dup(from_browser)]
            os.dup2(spare[0], 3, inheritable=True)
            os.dup2(spare[1], 4, inheritable=True)

        self.process = subprocess.Popen(
            command, close_fds=False, preexec_fn=pipes, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.count = 0
        self.height = 0
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session: str | None = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command of the protocol and return its result; what happens meanwhile is kept in `events`."""
        self.count += 1
        message: dict[str, Any] = {"id": self.count, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self.count:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.events.append(answer)

    def _receive(self) -> dict[str, Any]:
        end = time.monotonic() + SECONDS
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read_end], [], [], max(0.0, end - time.monotonic()))
            chunk = os.read(self.read_end, 1 << 16) if ready else b""
            assert chunk, "the browser does not answer"
            self.buffer += chunk
        text, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(text)

    def open(self, page: Path, *, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        """Open a file and wait until it is loaded, fonts included."""
        self.visit(page.resolve().as_uri(), width=width, height=height, dark=dark)

    def visit(self, url: str, *, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        """Open an address and wait until it is loaded, fonts included."""
        self.events.clear()
        self.height = height
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Page.navigate", url=url)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self._receive())
        self.evaluate("document.fonts.ready.then(() => document.fonts.size)")

    def evaluate(self, expression: str) -> Any:
        """Return the JSON value of a script of ours (the page's own policy does not bind it)."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def wait(self, expression: str, seconds: float = SECONDS) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"!!({expression})"):
            assert time.monotonic() < end, f"this does not come true: {expression}"
            time.sleep(0.02)

    def screenshot(self, target: Path, clip: tuple[float, float, float, float] | None = None) -> None:
        """Save the whole page, or a part (x, y, width, height), as PNG."""
        beyond = clip is None or clip[1] + clip[3] > self.height
        if beyond:  # what is not in view is drawn when it comes into view: all of it is wanted here
            self.evaluate("document.querySelectorAll('.claim, .block, li').forEach(e => { e.style.contentVisibility = 'visible' })")
        options: dict[str, Any] = {"format": "png", "captureBeyondViewport": beyond}
        if clip is None:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            clip = (0, 0, size["width"], min(size["height"], 12_000))
        options["clip"] = {**dict(zip(("x", "y", "width", "height"), clip, strict=True)), "scale": 1}
        target.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", **options)["data"]))
