"""The site of the docs: what its build refuses, and that all pages are in it.

The build itself checks links, entries and policy, so `make docs` is the test of those. `make test`
runs it, if anything has changed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.site import build
from docs.site.build import OUT, ROOT, SITE, SiteError

import contrada
from tests.docs.test_docs import PAGES

TOKENS = ROOT / "web" / "src" / "styles" / "tokens.css"
built = pytest.mark.skipif(not (OUT / "index.html").is_file(), reason="make docs builds it")


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A site of two pages that link to each other."""
    (tmp_path / "a.html").write_text('<h1 id="top">A</h1><a href="sub/b.html#end">b</a>')
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.html").write_text(
        '<p id="end"><a href="../a.html">a</a> <a href="#end">'
    )
    build.check_links(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ('<a href="c.html">', "a.html links to c.html"),
        ('<a href="sub/b.html#start">', "a.html links to sub/b.html#start"),
        ('<a href="#bottom">', "a.html links to #bottom"),
        ('<img src="pictures/none.png">', "a.html links to pictures/none.png"),
        ('<source srcset="none.png 2x">', "a.html links to none.png"),
        ("<script>let it = 1</script>", "a.html contains <script>"),
        ("<style>p {}</style>", "a.html contains <style>"),
        ('<p style="color: red">', 'a.html contains <p style="color: red">'),
        ('<p onclick="go()">', 'a.html contains <p onclick="go()">'),
    ],
)
def test_a_page_with_a_fault_is_refused(made: Path, page: str, said: str) -> None:
    (made / "a.html").write_text(page)
    with pytest.raises(SiteError, match=re.escape(said)):
        build.check_links(made)


def test_what_a_theme_writes_into_a_page_is_moved_out(made: Path) -> None:
    (made / "_static").mkdir()
    page = made / "sub" / "b.html"
    page.write_text(
        "<head><style>p { top: 0 }</style></head>"
        '<p style="left: 0" id="end"><script>let it = 1</script></p>'
    )
    build._move_out(page, made)
    build.check_links(made)
    moved = "".join(file.read_text() for file in (made / "_static").iterdir())
    assert "p { top: 0 }" in moved
    assert "{ left: 0 }" in moved
    assert "let it = 1" in moved


def test_every_public_name_is_found() -> None:
    names = set(build.public_names())
    assert {f"contrada.{name}" for name in contrada.__all__} <= names
    wanted = ("contrada.Position.play", "contrada.lab.arena.play", "contrada.record.Record.game")
    assert set(wanted) <= names
    assert not [name for name in names if "._" in name]


def test_modules_of_examples_are_public() -> None:
    found = build._imported()
    assert {"contrada", "contrada.bots.player", "contrada.lab.arena", "contrada.record"} <= found
    assert "contrada.games.frames" in found, "only notebooks import it"


def test_colours_are_those_of_the_page() -> None:
    """Each colour of the site is one of the page's, in the same theme."""
    tokens, sheet = TOKENS.read_text(), (SITE / "static" / "contrada.css").read_text()
    light, dark = tokens.split(':root[data-theme="dark"]')
    ours, ours_by_night = sheet.split('body[data-theme="dark"]')
    for known, used in ((light, ours), (dark, ours_by_night)):
        colours = set(re.findall(r"#[0-9a-fA-F]{6}\b", used))
        assert colours
        assert {each.lower() for each in colours} <= {
            each.lower() for each in re.findall(r"#[0-9a-fA-F]{6}\b", known)
        }
    blocks = [re.sub(r"\s", "", block) for block in re.findall(r"\{([^{}]*#14181d[^{}]*)\}", sheet)]
    assert len(blocks) == 2
    assert blocks[0] == blocks[1], "dark by choice, and dark like the device"


@built
def test_a_name_without_an_entry_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    build.check_reference(OUT)
    monkeypatch.setattr(build, "public_names", lambda: iter(["contrada.nothing"]))
    with pytest.raises(SiteError, match=r"contrada\.nothing has no entry"):
        build.check_reference(OUT)


@built
def test_every_page_is_on_the_site() -> None:
    for page, place in build.pages().items():
        assert (OUT / place).with_suffix(".html").is_file(), f"{page} is missing: run make docs"
    assert set(PAGES) <= set(build.pages())
