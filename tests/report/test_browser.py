"""Reports in a real browser: no script but ours runs, no request leaves, links resolve, nothing is clipped.

Needs Debian's ``chromium`` (``apt-get install chromium``). Screenshots stay in ``build/screenshots``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from headless import Browser, needs_chromium
from reports import claim, hostile, result, road, toy

from proofs.report import write_report

MISSING = "NO REPORT WAS OPENED IN A BROWSER: chromium is not installed (apt-get install chromium)"
SCREENSHOTS = Path(__file__).resolve().parents[2] / "build" / "screenshots"
WIDTHS = {"phone": 390, "desktop": 1280}

pytestmark = needs_chromium(MISSING)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    return {make.__name__: write_report(make(folder), folder / make.__name__)[0] for make in (toy, hostile)}

CLIPPED = """[...document.querySelectorAll('.formula, .clip, .graph, td')].filter(e => e.scrollWidth > e.clientWidth + 2)
  .map(e => e.textContent)"""
SHOWN = "[...document.querySelectorAll('%s')].filter(e => e.getClientRects().length).map(e => e.id || e.querySelector('b').textContent)"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["toy", "hostile"])
def test_it_opens(browser: Browser, pages: dict[str, Path], name: str, width: str, dark: bool) -> None:
    browser.open(pages[name], width=WIDTHS[width], dark=dark)
    assert browser.evaluate("Object.keys(document.body.dataset).length") == 0
    assert browser.evaluate("document.scripts.length") == 1  # the search, by its hash
    sent = [e["params"]["request"]["url"] for e in browser.events if e.get("method") == "Network.requestWillBeSent"]
    assert [url for url in sent if not url.startswith(("data:", pages[name].resolve().as_uri()))] == []
    assert [e for e in browser.events if e.get("method") == "Page.javascriptDialogOpening"] == []
    broken = "[...document.querySelectorAll('a[href]')].filter(a => !document.getElementById(a.getAttribute('href').slice(1)))"
    assert browser.evaluate(f"{broken}.length") == 0
    assert browser.evaluate("document.documentElement.scrollWidth") <= WIDTHS[width]
    if name == "toy":
        assert browser.evaluate(CLIPPED) == []
    background = browser.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") != dark
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    browser.screenshot(SCREENSHOTS / f"{name}-{width}-{'dark' if dark else 'light'}.png")


def test_mathematics_has_boxes_and_the_embedded_font(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["toy"])
    browser.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    sizes = browser.evaluate(
        "[...document.querySelectorAll('math')].map(m => m.getBoundingClientRect()).map(r => [r.width, r.height])"
    )
    assert len(sizes) > 20 and all(w > 1 and h > 1 for w, h in sizes)
    assert browser.evaluate("document.fonts.check('16px \"Derive Report Math\"', 'A')")
    # a fence grows with what it holds only if the font has a MATH table
    tall = browser.evaluate(
        "Math.max(...[...document.querySelectorAll('mo[stretchy]')].map(m => m.getBoundingClientRect().height))"
    )
    assert tall > 30


def test_a_page_that_does_run_scripts_or_load_images_is_noticed(browser: Browser, tmp_path: Path) -> None:
    """The checks above can fail: the same observations on a page without a policy."""
    page = tmp_path / "bad.html"
    page.write_text("<body><script>document.body.dataset.ran='1'</script><img src='http://127.0.0.1:9/x.png'></body>")
    browser.open(page)
    assert browser.evaluate("Object.keys(document.body.dataset).length") == 1
    sent = [e["params"]["request"]["url"] for e in browser.events if e.get("method") == "Network.requestWillBeSent"]
    assert "http://127.0.0.1:9/x.png" in sent


def test_the_policy_stops_what_escaping_would_miss(browser: Browser, pages: dict[str, Path], tmp_path: Path) -> None:
    """Even markup that got into the page would be dead."""
    page = tmp_path / "injected.html"
    evil = "<script>document.body.dataset.ran='1'</script><img src='http://127.0.0.1:9/x.png' onerror=\"document.body.dataset.ran='1'\">"
    page.write_text(pages["toy"].read_text(encoding="utf-8").replace("<main>", "<main>" + evil), encoding="utf-8")
    browser.open(page)
    assert browser.evaluate("Object.keys(document.body.dataset).length") == 0
    finished = [e for e in browser.events if e.get("method") == "Network.responseReceived" and "127.0.0.1" in str(e)]
    assert finished == []


def test_verdicts_are_chosen_and_claims_are_searched(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["toy"], width=WIDTHS["desktop"])
    lines, claims = SHOWN % "#all > li", SHOWN % "section.claim"
    assert len(browser.evaluate(lines)) == len(browser.evaluate(claims)) == 6
    browser.evaluate("document.getElementById('show-refuted').click()")
    assert browser.evaluate(lines) == ["swapped", "chain"]
    assert browser.evaluate(claims) == ["claim-swapped", "claim-chain"]
    browser.evaluate("document.getElementById('show-all').click()")
    search = "(b => { b.value = '%s'; b.dispatchEvent(new Event('input')) })(document.querySelector('#find input'))"
    browser.evaluate(search % "derivative of a PRODUCT")
    assert browser.evaluate(lines) == ["product"] and browser.evaluate(claims) == ["claim-product"]
    browser.evaluate(search % "nothing has this")
    assert browser.evaluate(lines) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_the_contents_stay_in_view(browser: Browser, pages: dict[str, Path], width: str) -> None:
    browser.open(pages["toy"], width=WIDTHS[width])
    browser.evaluate("window.scrollTo(0, 2500)")
    assert browser.evaluate("scrollY") > 1000
    top, bottom = browser.evaluate("(r => [r.top, r.bottom])(document.querySelector('aside').getBoundingClientRect())")
    assert top == 0 and bottom > 20


def test_a_wide_formula_is_broken_and_a_wide_graph_fits(browser: Browser, tmp_path: Path) -> None:
    long = "x = " + " + ".join(rf"\mathbf{{A}}_{{{k}}} \mathbf{{B}}" for k in range(60))
    claims = [claim("wide", "holds", long)]
    claims += [claim(f"a-rather-long-name-{k}", "holds", uses=["wide", f"a-rather-long-name-{k - 1}"]) for k in range(40)]
    (path,) = write_report(result("wide.md", claims), tmp_path)
    for width in WIDTHS.values():
        browser.open(path, width=width)
        assert browser.evaluate("document.documentElement.scrollWidth") <= width
        assert browser.evaluate(CLIPPED) == []
    # the same sum in one piece does not fit, and is noticed
    browser.evaluate("(e => { e.style.whiteSpace = 'nowrap'; e.querySelectorAll('wbr').forEach(w => w.remove()) })(document.querySelector('.formula .line'))")
    assert len(browser.evaluate(CLIPPED)) == 1


def test_keyboard_reaches_links_and_folds(browser: Browser, pages: dict[str, Path]) -> None:
    browser.open(pages["toy"])
    assert browser.evaluate("[...document.querySelectorAll('a[href], summary')].every(e => e.tabIndex >= 0)")
    assert browser.evaluate(
        "[...document.querySelectorAll('svg')].every(s => s.querySelector('title').textContent && s.querySelector('desc').textContent)"
    )


def test_pdf_is_printed(pages: dict[str, Path], tmp_path: Path) -> None:
    from proofs.report.pdf import write_pdf

    made = write_pdf(tmp_path / "toy", None, pages["toy"])
    assert made is not None and made.read_bytes().startswith(b"%PDF") and made.stat().st_size > 20_000


def test_a_report_of_four_hundred_claims(browser: Browser, tmp_path: Path) -> None:
    """Small pages, no sideways scrolling on a phone, nothing drawn before it is looked at."""
    claims = []
    for k in range(400):
        verdict = "refuted" if k % 5 == 0 else "holds"
        source = rf"\mathbf{{A}}_{{{k}}} \otimes \mathbf{{B}} = " + " + ".join(rf"\frac{{\partial x_{{{j}}}}}{{\partial y}}" for j in range(12))
        claims.append(claim(f"claim-{k}", verdict, source, understood=source, title="a claim with a title", uses=[f"claim-{k // 2}"] if k % 8 == 0 else []))
        claims[-1]["evidence"] = [road("exact", "agree", "m=2, n=3", reason="r" * 4000)]
    (path,) = write_report(result("large.md", claims), tmp_path)
    files = [path, *sorted((tmp_path / "large.pages").iterdir())]
    assert len(files) > 2 and all(file.stat().st_size < 3_000_000 for file in files)
    for width in WIDTHS.values():
        for file in files[:2]:
            browser.open(file, width=width)
            assert browser.evaluate("document.documentElement.scrollWidth") <= width
    browser.open(files[1], width=WIDTHS["desktop"])
    drawn = "[...document.querySelectorAll('section.claim h3')].filter(e => e.checkVisibility({contentVisibilityAuto: true})).length"
    assert 0 < browser.evaluate(drawn) < 20 < browser.evaluate("document.querySelectorAll('section.claim').length")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    browser.screenshot(SCREENSHOTS / "large-desktop-light.png", (0, 0, WIDTHS["desktop"], 900))
