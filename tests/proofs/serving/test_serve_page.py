"""The page in a real browser, as somebody uses it: by typing, by clicks, by keys, by a link and by dropping a file.

Needs Debian's ``chromium`` (``apt-get install chromium``). Screenshots stay in ``build/screenshots``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from headless import Browser, needs_chromium

from proofs.serving.server import Server

MISSING = "THE PAGE OF derive serve WAS NOT OPENED IN A BROWSER: chromium is not installed (apt-get install chromium)"
SCREENSHOTS = Path(__file__).resolve().parents[3] / "build" / "screenshots"

pytestmark = needs_chromium(MISSING)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as opened:
        yield opened


def visit(browser: Browser, server: Server, address: str = "", **size: Any) -> None:
    browser.visit("about:blank")  # the next address differs from this one perhaps in what follows #
    browser.visit(server.url + address, **size)
    browser.wait("document.body.dataset.ready !== undefined")


def type_into(browser: Browser, field: str, text: str) -> None:
    browser.evaluate(f"(f => {{ f.value = ''; f.focus() }})(document.querySelector({json.dumps(field)}))")
    browser.call("Input.insertText", text=text)


def key(browser: Browser, name: str, modifiers: int = 0) -> None:
    browser.call("Input.dispatchKeyEvent", type="rawKeyDown", key=name, modifiers=modifiers)
    browser.call("Input.dispatchKeyEvent", type="keyUp", key=name, modifiers=modifiers)


def test_a_visit(browser: Browser, server: Server) -> None:
    visit(browser, server, width=1280)
    # It opens with an example: the Jacobian of softmax.
    browser.wait("document.querySelector('#derive .answer math') && document.querySelectorAll('#derive .copyable').length >= 3")
    assert "diag" in browser.evaluate("document.querySelector('#derive .answer').textContent")
    # Another expression: its preview, its declarations inferred, its derivative.
    browser.evaluate("document.querySelector('#d-given').value = ''; document.querySelector('[value=gradient]').click()")
    type_into(browser, "#d-expression", r"\|A x\|^2")
    browser.wait(r"document.querySelector('#d-given').value.includes('A \\in')")
    browser.wait(r"document.querySelector('#derive .copyable code')?.textContent == '2 A^{\\top} A x'")
    browser.wait("document.querySelector('#derive .preview math msup')")
    # What cannot be read says where.
    type_into(browser, "#d-expression", r"\|A x\|^2 + \frac{")
    browser.wait("document.querySelector('#derive .preview .error') && document.querySelector('#derive .output .flaws button')")
    # A slip is refuted; its repair is taken and holds; back leads to the slip.
    key(browser, "2", modifiers=1)
    browser.wait("!document.querySelector('#check').hidden")
    type_into(browser, "#c-claim", r"\frac{\partial W^\top}{\partial W} = K_{m,n}")
    type_into(browser, "#c-given", r"W \in \mathbb{R}^{m \times n}")
    browser.wait("document.querySelector('#check .verdict .v-refuted') && document.querySelector('#check .panel.bad math')")
    link = browser.evaluate("location.hash")
    assert link.startswith("#check?claim=")
    browser.evaluate("document.querySelector('#check .take').click()")
    browser.wait("document.querySelector('#check .verdict .v-holds') && document.querySelector('#check .output table.steps')")
    assert browser.evaluate("document.querySelector('#c-claim').value").endswith("K_{n, m}")
    browser.evaluate("history.back()")
    browser.wait("document.querySelector('#check .verdict .v-refuted')")
    assert browser.evaluate("document.querySelector('#c-claim').value").endswith("K_{m,n}")
    # A check that takes long, as the only worker is taken, is stopped by a key.
    with server.service.desk.lease(lambda: False):
        type_into(browser, "#c-claim", "3 W = W + 2 W")
        browser.wait("document.querySelector('#check .state.running') && location.hash.includes('3+W')")
        key(browser, "Escape")
        browser.wait("document.querySelector('#check .state').textContent == 'stopped' && document.querySelector('#check .stop').hidden")
    # A paper is dropped.
    paper = json.loads(server.files["/examples.json"][1])["paper"][0]["text"]
    browser.evaluate(
        f"(t => {{ t.items.add(new File([{json.dumps(paper)}], 'mine.md')); "
        "document.dispatchEvent(new DragEvent('drop', {dataTransfer: t, bubbles: true, cancelable: true})) })(new DataTransfer())"
    )
    browser.wait("document.querySelectorAll('#paper .downloads a').length == 3")
    assert browser.evaluate("[...document.querySelectorAll('#paper .claims > li')].map(e => e.dataset.verdict)") == ["holds", "holds", "ill-typed", "refuted"]
    browser.evaluate("document.querySelector('#paper .tally input').click()")
    assert browser.evaluate("[...document.querySelectorAll('#paper .claims > li')].filter(e => e.getClientRects().length).length") == 2
    # The link leads back to what was typed.
    sent = [e["params"]["request"]["url"] for e in browser.events if e.get("method") == "Network.requestWillBeSent"]
    bad = [e for e in browser.events if e.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]
    assert sent and [url for url in sent if not url.startswith((server.url, "blob:"))] == [] and bad == []
    visit(browser, server, link)
    browser.wait("document.querySelector('#check .verdict .v-refuted')")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_fits(browser: Browser, server: Server, width: int, dark: bool) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    visit(browser, server, width=width, dark=dark)
    assert (browser.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)") != dark
    for name, answer in (("derive", ".answer"), ("check", ".panel"), ("paper", ".panel")):
        browser.evaluate(f"document.getElementById('tab-{name}').click(); document.querySelector('#{name} .examples button').click()")
        browser.wait(f"document.querySelector('#{name} .output {answer} math')")
        assert browser.evaluate("document.documentElement.scrollWidth") <= width
        browser.screenshot(SCREENSHOTS / f"serve-{name}-{width}-{'dark' if dark else 'light'}.png")
    assert browser.evaluate("[...document.querySelectorAll('button, input, textarea, select, summary')].every(e => e.tabIndex >= 0 || e.role == 'tab')")


def test_markup_that_got_into_the_page_is_dead(browser: Browser, server: Server) -> None:
    """The policy holds where escaping fails, and what is typed is never markup."""
    visit(browser, server, "#check?" + "claim=%3Cimg+src%3Dx+onerror%3D%22document.body.dataset.ran%3D1%22%3E+%3D+A")
    browser.wait("document.querySelector('#check .flaws, #check .verdict')")
    assert browser.evaluate("document.querySelectorAll('#check .output img, #check .preview img').length") == 0
    refused = browser.evaluate("(() => { try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"document.body.dataset.ran=1\">') } catch (e) { return e.name } })()")
    assert refused == "TypeError"
    browser.evaluate("document.body.append(markup('<img src=http://127.0.0.1:9/x.png onerror=document.body.dataset.ran=1><script>document.body.dataset.ran=2</script>'))")
    browser.evaluate("new Promise(done => setTimeout(done, 200))")
    assert browser.evaluate("document.body.dataset.ran") is None
    finished = [e for e in browser.events if e.get("method") == "Network.responseReceived" and ":9/" in str(e)]
    assert finished == []
