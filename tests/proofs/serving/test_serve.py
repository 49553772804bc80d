"""The server of the page, by real requests: what it answers, and what it refuses and survives."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from proofs.auditing.workers import Job, Outcome
from proofs.serving import desk, requests, tasks
from proofs.serving import server as serving_module
from proofs.serving.desk import Busy, Desk, Gone
from proofs.serving.guard import Guard, is_loopback
from proofs.serving.server import HEADERS, Server

SHAPES = r"A \in \mathbb{R}^{m \times n}, B \in \mathbb{R}^{n \times p}"


def request(server: Server, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", server.guard.port, timeout=60)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, data, dict(answer.getheaders())


def ask(server: Server, kind: str, asked: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The last event of each kind."""
    status, data, _ = request(server, "POST", f"/api/{kind}", json.dumps(asked).encode(), Content_Type="application/json")
    assert status == 200, data
    return {event["event"]: event for event in map(json.loads, data.splitlines())}


def is_up(server: Server) -> bool:
    return ask(server, "preview", {"text": "A"})["preview"]["shown"][0]["html"] != ""


# What it answers.


def test_an_identity_holds_with_its_proof(server: Server) -> None:
    events = ask(server, "check", {"claim": r"(A B)^\top = B^\top A^\top", "given": SHAPES})
    assert list(events) == ["understood", "road", "verdict", "proof", "done"]
    assert {"road", "outcome", "scope"} <= events["road"].keys()
    assert (events["verdict"]["verdict"], events["verdict"]["strength"]) == ("holds", "proved")
    assert "<math" in events["understood"]["html"] and "Accepted by the independent verifier" in events["proof"]["html"]


def test_a_slip_is_refuted_and_its_repair_holds(server: Server) -> None:
    given = r"W \in \mathbb{R}^{m \times n}"
    found = ask(server, "check", {"claim": r"\frac{\partial W^\top}{\partial W} = K_{m,n}", "given": given})
    assert found["verdict"]["verdict"] == "refuted" and "proof" not in found
    assert "Counterexample, exact" in found["verdict"]["html"]
    assert str(server.service.folder) not in found["verdict"]["html"]  # no folder of this machine
    assert ask(server, "check", {"claim": found["verdict"]["repair"], "given": given})["verdict"]["verdict"] == "holds"


def test_a_derivative_with_its_steps_and_code(server: Server) -> None:
    found = ask(server, "derive", {"expression": r"\|A x\|^2", "given": r"A \in \mathbb{R}^{m \times n}, x \in \mathbb{R}^n", "wrt": "x", "order": "gradient"})
    assert found["derivative"]["verdict"] == "holds" and found["derivative"]["shape"] == "n × 1"
    assert found["derivative"]["code"][0] == {"name": "LaTeX", "text": r"2 A^{\top} A x"}
    assert "derivation" in found["derivative"]["html"]
    code = {one["name"].split(",")[1].strip() if "," in one["name"] else one["name"]: one["text"] for one in found["code"]["code"]}
    assert code["command"].startswith("derive gradient '") and "torch" in code
    exec(code["NumPy"], scope := {"__name__": "copied"})
    scope["self_test"]()


def test_declarations_are_inferred(server: Server) -> None:
    found = ask(server, "guess", {"text": r"\|A x - b\|^2", "wrt": "x"})["guess"]
    assert r"A \in \mathbb{R}^{m \times n}" in found["given"] and found["names"] == ["x", "A", "b"]


def test_flaws_name_their_place(server: Server) -> None:
    assert ask(server, "check", {"claim": r"A + \frac{A", "given": SHAPES})["flaws"]["flaws"][0] | {"message": ""} == {"part": "claim", "line": 1, "column": 10, "message": ""}
    assert ask(server, "check", {"claim": "A = A", "given": "A"})["flaws"]["flaws"][0]["part"] == "given"
    assert ask(server, "derive", {"expression": "A", "given": SHAPES, "wrt": "z"})["flaws"]["flaws"][0]["part"] == "by"


def test_a_paper_is_judged_claim_by_claim(server: Server) -> None:
    examples = json.loads(server.files["/examples.json"][1])
    status, data, _ = request(server, "POST", "/api/paper", json.dumps({"name": "a.md", "text": examples["paper"][0]["text"]}).encode(), Content_Type="application/json")
    events = [json.loads(line) for line in data.splitlines()]
    assert status == 200
    assert [e["event"] for e in events] == ["paper", *["claim"] * 4, "report", "done"]
    verdicts = {events[0]["claims"][e["number"]]["id"]: e["verdict"] for e in events if e["event"] == "claim"}
    assert verdicts == {"product": "holds", "bound": "holds", "square": "ill-typed", "transpose": "refuted"}
    assert len(json.loads(events[-2]["json"])["papers"][0]["claims"]) == 4 and events[-2]["html"].startswith("<!DOCTYPE html>")


def test_many_at_once_are_all_answered_and_none_is_mixed_up(server: Server) -> None:
    found: dict[int, str] = {}

    def one(number: int) -> None:
        claim = f"{number} A + A = {number + 1 + number % 2} A"
        found[number] = ask(server, "check", {"claim": claim, "given": SHAPES})["verdict"]["verdict"]

    threads = [threading.Thread(target=one, args=(number,)) for number in range(1, 21)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: "refuted" if number % 2 else "holds" for number in range(1, 21)}


def test_a_request_that_goes_away_frees_its_worker(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def job(call: Any, arguments: tuple[Any, ...]) -> Job:
        return Job(time.sleep, (300,)) if call is tasks.judged else Job(call, arguments)

    assert ask(server, "check", {"claim": "A = A", "given": SHAPES})["verdict"]["verdict"] == "holds"  # the worker is there
    before = server.service.desk.started
    with monkeypatch.context() as patched:
        patched.setattr(requests, "Job", job)
        patched.setattr(desk, "GRACE", 0.1)
        body = json.dumps({"claim": "A + A = 2 A", "given": SHAPES}).encode()
        head = f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{server.guard.port}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.guard.port)) as client:
            client.sendall(head.encode() + body)
            said = b""
            while b"understood" not in said:
                said += client.recv(65536)
        end = time.monotonic() + 60
        while server.service.desk.started == before:  # what is not nearly done is ended
            assert time.monotonic() < end
            time.sleep(0.02)
    assert ask(server, "check", {"claim": "2 A = A + A", "given": SHAPES})["verdict"]["verdict"] == "holds"


# What it refuses.

JSON = {"Content_Type": "application/json"}


@pytest.mark.parametrize(
    ("status", "body", "headers"),
    [
        (400, b"{", JSON),
        (400, b"[1]", JSON),
        (400, b"[" * 200_000, JSON),
        (400, b'{"claim": 1}', JSON),
        (400, b'{"claim": "A", "file": "/etc/passwd"}', JSON),
        (400, b'{"claim": "A", "effort": "deep"}', JSON),
        (400, b'{"claim": "A", "conventions": {"layout": "none"}}', JSON),
        (413, b"{}" + b" " * 300_000, JSON),
        (415, b"{}", {"Content_Type": "text/plain"}),
        (411, b"{}", JSON | {"Transfer_Encoding": "chunked"}),
        (403, b"{}", JSON | {"Origin": "http://example.org"}),
        (403, b"{}", JSON | {"Origin": "null"}),
        (403, b"{}", JSON | {"Sec_Fetch_Site": "cross-site"}),
        (421, b"{}", JSON | {"Host": "example.org"}),
    ],
)  # fmt: skip
def test_bad_requests_are_refused(server: Server, status: int, body: bytes, headers: dict[str, str]) -> None:
    try:
        found = request(server, "POST", "/api/check", body, **headers)
    except (ConnectionError, http.client.RemoteDisconnected):
        found = (413, b"", {})  # refused before all of it was sent
    assert found[0] == status
    assert is_up(server)


@pytest.mark.parametrize("path", ["/../../../../etc/passwd", "//etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/page.py", "/.git/config", "/api/check", "http://[", "/\x7f"])
def test_no_path_leads_to_a_file(server: Server, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.guard.port)) as client:
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.guard.port}\r\n\r\n".encode())
        answer = b"".join(iter(lambda: client.recv(65536), b""))
    assert answer.split()[1] in (b"404", b"400") and b"root:" not in answer


def test_deep_and_long_formulas_cost_their_own_answer(server: Server) -> None:
    for text in ("{" * 50_000, r"\frac{" * 16_000, "A^" * 40_000, "x+" * 45_000 + "x", "\ud800\x00\u202e"):
        found = ask(server, "check", {"claim": text, "given": SHAPES})
        assert {"flaws", "failure"} & set(found), text[:20]
    assert "too long" in ask(server, "preview", {"text": "A" * 5000})["preview"]["shown"][0]["error"]
    assert is_up(server)


def test_a_slow_client_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_module, "READING", 0.3)
    with socket.create_connection(("127.0.0.1", server.guard.port), timeout=30) as client:
        client.sendall(b"POST /api/check HTTP/1.1\r\n")
        try:
            for _ in range(100):
                client.sendall(b"X")
                time.sleep(0.05)
            pytest.fail("a request may take as long as it likes")
        except ConnectionError:
            pass
    assert is_up(server)


def test_texts_read_no_file(server: Server, tmp_path: Path) -> None:
    secret = tmp_path / "secret.tex"
    secret.write_text(r"\begin{equation} \mathrm{secret} = 1 \end{equation}")
    (tmp_path / "secret.md").write_text("## known: a claim\n```math\n1 = 1\n```\n")
    source = rf"\begin{{document}} \input{{{secret}}} \begin{{equation}} 1 + 1 = 2 \end{{equation}} \end{{document}}"
    status, data, _ = request(server, "POST", "/api/paper", json.dumps({"name": "a.tex", "text": source}).encode(), **JSON)
    assert status == 200 and b"the file is not read" in data and b"mathrm{secret}" not in data
    with server.service.desk.lease(lambda: False) as worker:
        assert isinstance(worker.call(Job(Path.exists, (Path(__file__),)), 20), bool)  # the program's own files are there
        refused = [worker.call(Job(open, (str(path), "rb")), 20) for path in (secret, "/etc/hostname")]
        refused.append(worker.call(Job(open, (str(Path(__file__).with_name("made.txt")), "w")), 20))
    assert all(isinstance(one, Outcome) and "does not open" in one.failure for one in refused), refused
    assert secret.read_bytes() and not Path(__file__).with_name("made.txt").exists()


def test_memory_and_time_are_limited(server: Server) -> None:
    with server.service.desk.lease(lambda: False) as worker:
        assert worker.call(Job(bytearray, (6 << 30,)), 20).failure == "out of memory"
        assert worker.call(Job(len, ("ab",)), 20) == 2  # and goes on
    with server.service.quick.lease(lambda: False) as worker:
        assert worker.call(Job(time.sleep, (60,)), 0.2).failure == "timeout: not done after 0.2 s"
        assert "ended" in worker.call(Job(len, ("ab",)), 20).failure
    assert is_up(server)  # by another process


def test_requests_that_wait_too_many_or_in_vain_are_told() -> None:
    empty = Desk(1, Job(len, ("",)), longest=0)  # it has no process
    with pytest.raises(Busy), empty.lease(lambda: False):
        pass
    empty.longest = 1
    with pytest.raises(Gone), empty.lease(lambda: True):
        pass


def test_the_page_may_load_nothing_from_elsewhere(server: Server) -> None:
    for path, (kind, data) in server.files.items():
        status, body, headers = request(server, "GET", path)
        assert (status, body, headers["Content-Type"]) == (200, data, kind)
        assert {name: headers[name] for name in HEADERS} == HEADERS
        assert b"http://" not in data.replace(b"http://www.w3.org/", b"") and b"https://" not in data, path
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy and "*" not in policy


# Who may ask.


def headers(**values: str) -> Message:
    message = Message()
    for name, value in values.items():
        message[name.replace("_", "-")] = value
    return message


def test_who_has_the_token_may_ask(server: Server) -> None:
    with Server("127.0.0.1", 0, server.service, token="correct-horse") as guarded:
        threading.Thread(target=guarded.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        assert guarded.url.endswith("/?token=correct-horse")
        for wrong in ({}, {"Authorization": "Bearer correct-hors"}, {"Cookie": f"{guarded.guard.cookie}=x"}, {"Cookie": "derive-1=correct-horse"}):
            assert request(guarded, "POST", "/api/preview", b"{}", **JSON, **wrong)[0] == 401
            assert request(guarded, "GET", "/?token=wrong", **wrong)[0] == 401
        status, _, found = request(guarded, "GET", "/?token=correct-horse")
        assert status == 303 and found["Location"] == "/" and "HttpOnly; SameSite=Strict" in found["Set-Cookie"]
        cookie = found["Set-Cookie"].partition(";")[0]
        assert request(guarded, "GET", "/", Cookie=cookie)[0] == 200
        assert request(guarded, "POST", "/api/preview", b'{"text": "A"}', **JSON, Authorization="Bearer correct-horse")[0] == 200
        guarded.shutdown()


def test_names_and_origins() -> None:
    local, open_ = Guard("127.0.0.1", 80), Guard("0.0.0.0", 8765, "secret-token", ("box.lan",))
    for host in ("127.0.0.1", "localhost", "127.0.0.1:80", "[::1]:80", "LOCALHOST"):
        assert local.refused(headers(Host=host), page=False) is None, host
    for host in ("127.0.0.1:81", "10.0.0.1", "evil.example", "localhost.evil.example", "", "127.0.0.1@evil.example"):
        assert local.refused(headers(Host=host), page=False).status == 421, host
    for host in ("10.0.0.1:8765", "box.lan:8765"):
        assert open_.refused(headers(Host=host), page=False, token="secret-token") is None
        assert open_.refused(headers(Host=host), page=False).status == 401
    assert open_.refused(headers(Host="evil.example:8765"), page=False, token="secret-token").status == 421
    assert local.refused(headers(Host="localhost", Origin="http://localhost"), page=False) is None
    assert local.refused(headers(Host="localhost", Origin="https://localhost"), page=False).status == 403
    assert local.refused(headers(Host="localhost", Sec_Fetch_Site="cross-site"), page=True) is None  # a link to the page
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "127.3.2.1", "0.0.0.0", "::", "box.lan")] == [True] * 4 + [False] * 3
