"""The page of ``derive serve`` and the language server: ``python -m tests.benchmarks serving``.

Time to the first verdict of one-line identities on a warm server, fifty requests at once, a thousand hostile ones, after which the server must be up and small, and a
change of one claim of a paper of a hundred in an editor.
"""

from __future__ import annotations

import http.client
import json
import random
import socket
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from proofs.serving.server import Server, serving

GIVEN = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}, W \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n"
IDENTITIES = (
    r"(A B)^\top = B^\top A^\top", r"\frac{\partial W^\top}{\partial W} = K_{n,m}", r"\frac{\partial A x}{\partial x} = A",
    r"\operatorname{tr}(A B B^\top A^\top) = \|A B\|_F^2", r"x^\top A^\top A x = \|A x\|_2^2", r"\frac{\partial \|A x\|_2^2}{\partial x} = 2 x^\top A^\top A",
)  # fmt: skip


def check(server: Server, claim: str) -> tuple[str, float]:
    """Return the verdict and the seconds until it was here."""
    start = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", server.guard.port, timeout=300)
    connection.request("POST", "/api/check", json.dumps({"claim": claim, "given": GIVEN}), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    for line in answer:
        event = json.loads(line)
        if event["event"] == "verdict":
            return event["verdict"], time.perf_counter() - start
    return f"none ({answer.status})", time.perf_counter() - start


def hostile(server: Server, number: int) -> None:
    """Send something that nobody means well with, and take what comes."""
    chosen = random.Random(number)
    host = f"Host: 127.0.0.1:{server.guard.port}\r\n"
    deep = chosen.choice(("{", r"\frac{", "A^", r"\left(", "(((", r"\begin{pmatrix}", "-")) * chosen.randrange(1, 9000)
    body = json.dumps({"claim": deep, "given": GIVEN}).encode()
    post = f"POST /api/check HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
    sent = chosen.choice((
        f"{post}Content-Length: {len(body)}\r\n\r\n".encode() + body,
        f"{post}Content-Length: 99999999999\r\n\r\n".encode(),
        f"{post}Content-Length: 200\r\n\r\n".encode() + b"[" * 200,
        f"{post}Content-Length: 50000\r\n\r\n".encode() + b"{",
        f"{post}Origin: http://evil.example\r\nContent-Length: 2\r\n\r\n{{}}".encode(),
        b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        f"GET /{'../' * chosen.randrange(1, 30)}etc/passwd HTTP/1.1\r\n{host}\r\n".encode(),
        f"GET / HTTP/1.1\r\n{host}{'X: y' * 20_000}\r\n\r\n".encode(),
        bytes(chosen.randrange(256) for _ in range(chosen.randrange(1, 4000))),
        b"",
    ))  # fmt: skip
    try:
        with socket.create_connection(("127.0.0.1", server.guard.port), timeout=2) as client:
            client.sendall(sent)
            if chosen.random() < 0.5:
                assert b"root:" not in client.recv(1 << 16)
    except OSError:
        pass


def at_once(work: Any, count: int) -> float:
    """Do something as often, at the same time; return the seconds."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start


def megabytes() -> int:
    """The memory of this process, which is the server."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 >> 20


def change_of_a_paper() -> tuple[float, float]:
    """Return the seconds until an editor is told of all false claims of a paper, and of one more when one claim has changed."""
    from tests.proofs.editing.test_lsp import HEAD, Client

    def text(slip: int) -> str:
        shown = (rf"{k} \operatorname{{tr}}(A^\top A) = \|A\|_F^2 \cdot {k + (k in (5, slip))}" for k in range(2, 102))
        return HEAD + "".join(f"## c{k}: one\n```math\n{one}\n```\n" for k, one in enumerate(shown, 2))

    with tempfile.TemporaryDirectory() as folder:
        client = Client(Path(folder))
        start = time.perf_counter()
        uri = client.open("a.paper.md", text(0))
        client.diagnostics(uri, {"c5"})
        while client.request("textDocument/hover", textDocument={"uri": uri}, position={"line": 7 + 4 * 99 + 2, "character": 1})["contents"]["value"].endswith("is saved"):
            time.sleep(0.02)
        first, start = time.perf_counter() - start, time.perf_counter()
        client.change(uri, text(60), 2)
        client.notify("textDocument/didSave", textDocument={"uri": uri})
        client.diagnostics(uri, {"c5", "c60"}, 2)
        again = time.perf_counter() - start
        client.request("shutdown")
        client.notify("exit")
        client.process.wait()
    return first, again


def main() -> None:
    """Print the figures."""
    with serving(jobs=2) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        check(server, "A = A")
        first = [check(server, f"{claim} \\\\ {k} A = A \\cdot {k}") for k in (2, 3, 5) for claim in IDENTITIES]
        assert {verdict for verdict, _ in first} == {"holds"}, first
        seconds = [one for _, one in first]
        print(f"first verdict of an identity, warm: median {statistics.median(seconds):.3f} s, largest {max(seconds):.3f} s of {len(seconds)}")
        found: dict[int, tuple[str, float]] = {}
        whole = at_once(lambda k: found.update({k: check(server, f"{k} A + A = {k + 1 + k % 2} A")}), 50)
        wrong = [k for k in range(50) if found[k][0] != ("refuted" if k % 2 else "holds")]
        print(f"50 requests at once: all answered after {whole:.2f} s, the median after {statistics.median(s for _, s in found.values()):.2f} s, wrong or mixed up: {wrong}")
        before = megabytes()
        for start in range(0, 1000, 50):
            at_once(lambda k, start=start: hostile(server, start + k), 50)
        verdict, took = check(server, "7 A = A + 6 A")
        print(f"1000 hostile requests: then {verdict} after {took:.2f} s; the server has {before} -> {megabytes()} MiB, processes started: {server.service.desk.started}")
        server.shutdown()
    first, again = change_of_a_paper()
    print(f"a paper of 100 claims in an editor: all judged after {first:.1f} s with one worker, a change of one told after {again:.2f} s")


if __name__ == "__main__":
    main()
