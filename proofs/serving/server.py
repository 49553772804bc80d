"""The HTTP server of the page: the standard library's, a thread for each connection, one request a connection.

It serves a few files that are read when it starts, and answers the requests of `proofs.serving.requests`. No path of a request
is ever looked up on the disk.
"""

from __future__ import annotations

import contextlib
import io
import json
import secrets
import select
import shutil
import socket
import socketserver
import tempfile
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from proofs.auditing.workers import Job
from proofs.reading.header import CHOICES
from proofs.results.schema import Json
from proofs.serving.confinement import confine
from proofs.serving.desk import Busy, Closed, Desk, Gone
from proofs.serving.guard import Guard, Refusal, is_loopback
from proofs.serving.requests import KINDS, BadRequest, Service

LONGEST_BODY = 256 << 10
LONGEST_PAPER = 8 << 20
"""Bytes of a request."""
READING = 15.0
"""Seconds in which a request must have been sent whole."""
WRITING = 30.0
"""Seconds in which a part of an answer must have been taken."""
CONNECTIONS = 256
"""Connections at a time; further ones are told to come again."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types derive",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
    "Connection": "close",
}
_KINDS = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "woff2": "font/woff2", "json": "application/json", "svg": "image/svg+xml"}


class Server(socketserver.ThreadingTCPServer):
    """Serves the page until it is shut down.

    Attributes:
        guard: Who may ask.
        service: What answers.
        files: The files of the page by their paths: kind and content.

    """

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, host: str, port: int, service: Service, *, token: str = "", names: tuple[str, ...] = ()) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler)
        self.guard = Guard(host, self.server_address[1], token, tuple(name.lower() for name in names))
        self.service = service
        self.files = page_files()
        self._slots = threading.BoundedSemaphore(CONNECTIONS)

    @property
    def url(self) -> str:
        """The address to open, with its token."""
        host = f"[{self.guard.host}]" if ":" in self.guard.host else self.guard.host
        return f"http://{host}:{self.guard.port}/" + (f"?token={self.guard.token}" if self.guard.token else "")

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread, if there is room for one."""
        if not self._slots.acquire(blocking=False):
            with contextlib.suppress(OSError):
                request.settimeout(0.2)
                request.sendall(b"HTTP/1.1 503 Busy\r\nRetry-After: 2\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, and make room again."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._slots.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that breaks is nobody's business; the server goes on."""


def page_files() -> dict[str, tuple[str, bytes]]:
    """Return the files of the page by their paths."""
    own, report = files("proofs.serving") / "page", files("proofs.report")
    font = '@font-face{font-family:"Derive Report Math";src:url(/math.woff2) format("woff2")}\n'
    found = {
        "/": ("html", (own / "index.html").read_bytes()),
        "/page.js": ("js", (own / "page.js").read_bytes()),
        "/examples.json": ("json", (own / "examples.json").read_bytes()),
        "/report.css": ("css", font.encode() + (report / "style.css").read_bytes()),
        "/page.css": ("css", (own / "page.css").read_bytes()),
        "/icon.svg": ("svg", (own / "icon.svg").read_bytes()),
        "/math.woff2": ("woff2", (report / "fonts/derive-math.woff2").read_bytes()),
        "/conventions.json": ("json", json.dumps(CHOICES).encode()),
    }
    return {path: (_KINDS[kind], data) for path, (kind, data) in found.items()}


class _Within(io.RawIOBase):
    """Reads a connection up to a time: whoever sends one byte after the other does not hold a thread for long."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self.connection, self.end = connection, time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request was not sent in time")
        self.connection.settimeout(left)
        return self.connection.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    server: Server  # type: ignore[assignment]
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "derive", ""

    def setup(self) -> None:
        super().setup()
        self.rfile = io.BufferedReader(_Within(self.connection, READING))  # type: ignore[assignment]

    def handle(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.handle_one_request()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
        """Nothing is logged: what one types is nobody's business."""

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()
        self.connection.settimeout(WRITING)
        self.close_connection = True

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        self._send(code, "application/json", json.dumps({"error": message or explain or str(code)}).encode())

    def _send(self, status: int, kind: str, data: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _refused(self, *, page: bool, token: str = "") -> bool:
        refusal: Refusal | None = self.server.guard.refused(self.headers, page=page, token=token)
        if refusal is not None:
            self.send_error(refusal.status, refusal.why)
        return refusal is not None

    def do_GET(self) -> None:
        """Send a file of the page."""
        try:
            path, query = urlsplit(self.path).path, urlsplit(self.path).query
        except ValueError:
            self.send_error(400, "this is no address")
            return
        token = (parse_qs(query).get("token") or [""])[0] if path == "/" else ""
        if self._refused(page=path == "/", token=token):
            return
        guard = self.server.guard
        if token and guard.token:
            self._send(303, "text/plain", b"", Location="/", Set_Cookie=f"{guard.cookie}={guard.token}; HttpOnly; SameSite=Strict; Path=/")
        elif (found := self.server.files.get(path)) is not None:
            self._send(200, *found)
        else:
            self.send_error(404, "there is no such file")

    do_HEAD = do_GET  # noqa: N815 - the name is the library's

    def do_POST(self) -> None:
        """Answer a request with its events, one JSON object a line."""
        kind = self.path.removeprefix("/api/")
        if self._refused(page=False):
            return
        if kind not in KINDS or self.path != f"/api/{kind}":
            self.send_error(404, f"there are /api/{', /api/'.join(KINDS)}")
            return
        try:
            asked = self._body(LONGEST_PAPER if kind == "paper" else LONGEST_BODY)
        except BadRequest as bad:
            self.send_error(400, str(bad))
            return
        if asked is not None:
            self._answer(kind, asked)

    def _body(self, longest: int) -> dict[str, Any] | None:
        if (self.headers.get("Content-Type") or "").partition(";")[0].strip().lower() != "application/json":
            self.send_error(415, "a request is of the type application/json")
            return None
        length = self.headers.get("Content-Length") or ""
        if not length.isascii() or not length.isdecimal() or "Transfer-Encoding" in self.headers:
            self.send_error(411, "a request says its length (Content-Length)")
            return None
        if len(length) > 12 or int(length) > longest:
            self.send_error(413, f"a request has at most {longest} bytes")
            return None
        data = self.rfile.read(int(length))
        if len(data) < int(length):
            raise BadRequest("the request ends too soon")
        try:
            asked = json.loads(data)
        except (ValueError, RecursionError):
            raise BadRequest("the request is not JSON") from None
        if not isinstance(asked, dict):
            raise BadRequest("a request is a JSON object")
        return asked

    def _answer(self, kind: str, asked: dict[str, Any]) -> None:
        begun = False

        def send(event: Json) -> None:
            nonlocal begun
            if not begun:
                self.send_response(200)
                self.send_header("Content-Type", "application/x-ndjson")
                self.end_headers()
                begun = True
            self.wfile.write(json.dumps(event).encode() + b"\n")

        try:
            self.server.service.answer(kind, asked, send, self._gone)
        except BadRequest as bad:
            self.send_error(400, str(bad))
        except Gone:
            pass
        except (Busy, Closed) as none:
            said = "too many requests wait; try again" if isinstance(none, Busy) else "no worker could be started"
            if begun:
                send({"event": "failure", "message": said})
            else:
                self.send_error(503, said)

    def _gone(self) -> bool:
        """Whether the client has closed the connection; it has nothing more to say."""
        poll = select.poll()
        poll.register(self.connection, select.POLLIN | select.POLLHUP | select.POLLERR)
        return bool(poll.poll(0))


@contextlib.contextmanager
def serving(
    host: str = "127.0.0.1", port: int = 0, *, jobs: int = 2, memory: int = 4096, seconds: float = 60.0, token: str = "", names: tuple[str, ...] = ()
) -> Iterator[Server]:
    """Yield a server with its workers; `Server.serve_forever` answers.

    Args:
        host: The address to listen at; any but a loopback address needs a token, which is made where none is given.
        port: Its port; 0 for any that is free.
        jobs: Workers that judge; one more is for what is shown while one types.
        memory: Megabytes that a worker may take.
        seconds: What a claim may take.
        token: What every request must show.
        names: Further names by which the machine is called.

    Raises:
        OSError: It cannot listen there.

    """
    token = token or ("" if is_loopback(host) else secrets.token_urlsafe(24))
    folder = Path(tempfile.mkdtemp(prefix="derive-serve-"))
    first, shows = (Job(confine, (memory << 20, str(folder), judges)) for judges in (True, False))
    try:
        with Desk(jobs, first) as desk, Desk(1, shows) as quick, Server(host, port, Service(desk, quick, folder, seconds), token=token, names=names) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


__all__ = ["Server", "serving"]
