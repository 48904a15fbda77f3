"""Builds the site: gathers the pages of the project, runs Sphinx, and checks what came out.

Run it as `python -m docs.site.build`, or `make docs`. The pages are those in `docs/`, and what is
named in `BESIDE`. Their links lead to the same places on the site as in the project.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import posixpath
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cached_property
from html.parser import HTMLParser
from os.path import relpath
from pathlib import Path
from types import FunctionType
from urllib.parse import unquote, urlsplit

from sphinx.cmd.build import build_main
from sphinx.util.inventory import InventoryFile

import contrada

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SITE = DOCS / "site"
REFERENCE = DOCS / "reference"
OUT = ROOT / "src" / "contrada" / "server" / "site"
# Pages outside of `docs/`, and those whose place on the site is another.
BESIDE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "bench/results.md": "results.md",
    "docs/site/index.md": "index.md",
    "README.md": "index.md",  # what leads to it leads to the start of the site
}
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(\]\()([^)\s]+)(\))|\b((?:src|srcset|href)=\")([^\"]+)(\")")


class SiteError(Exception):
    """The site is not as it should be."""


# --- Gathering -----------------------------------------------------------------------------------


def pages() -> dict[Path, str]:
    """Return the pages of the project, each with its place on the site."""
    found = {path: path.relative_to(DOCS).as_posix() for path in sorted(DOCS.rglob("*.md"))}
    return found | {ROOT / name: place for name, place in BESIDE.items()}


def gather(stage: Path) -> None:
    """Write all pages where Sphinx reads them, with links to their places on the site."""
    known = pages()
    for page, place in known.items():
        if page != ROOT / "README.md":
            target = stage / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_relinked(page, known, stage), encoding="utf-8")
    decisions = stage / "decisions" / "README.md"  # it lists the others, which go nowhere else
    with decisions.open("a", encoding="utf-8") as file:
        file.write("\n```{toctree}\n:hidden:\n:glob:\n\n[0-9]*\n```\n")
    shutil.copytree(SITE / "static", stage / "static")
    shutil.copy(ROOT / "web" / "public" / "icon.svg", stage / "static")
    shutil.copy(SITE / "conf.py", stage)


def _relinked(page: Path, known: dict[Path, str], stage: Path) -> str:
    """Return the text of a page with its links changed, except inside code."""
    text = page.read_text(encoding="utf-8")
    here = Path(known[page]).parent

    def changed(found: re.Match[str]) -> str:
        before, link, after = (part for part in found.groups() if part is not None)
        # Sphinx knows links and pictures in Markdown; what is in HTML stays as it is.
        beside = stage if before == "](" else stage / "extra"
        return f"{before}{_place(page, link, here, known, beside)}{after}"

    pieces, end = [], 0
    for code in FENCE.finditer(text):
        pieces += [LINK.sub(changed, text[end : code.start()]), code.group()]
        end = code.end()
    return "".join([*pieces, LINK.sub(changed, text[end:])])


def _place(page: Path, link: str, here: Path, known: dict[Path, str], beside: Path) -> str:
    """Return where a link of a page leads on the site; copy what is not a page."""
    if re.match(r"[a-z]+:|#|/", link):
        return link
    path, mark, heading = link.partition("#")
    target = (page.parent / path).resolve()
    if target in known:
        return relpath(known[target], here) + mark + heading
    if not target.is_file():
        raise SiteError(f"{page.relative_to(ROOT)} links to {link}, which is not a file")
    if target.is_relative_to(DOCS):
        place = target.relative_to(DOCS)
    else:  # a source, to be read in the browser
        place = Path("files", f"{target.relative_to(ROOT)}.txt")
    (beside / place).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(target, beside / place)
    return relpath(place, here)


# --- Building ------------------------------------------------------------------------------------


def build(out: Path) -> None:
    """Build the site, and raise `SiteError` if anything is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        stage, made = Path(folder, "stage"), Path(folder, "made")
        (stage / "extra").mkdir(parents=True)
        gather(stage)
        # A warning is an error: a link without a target, an entry without a name, a page alone.
        wrong = build_main(["-qEW", "--keep-going", "-n", "-b", "html", str(stage), str(made)])
        if wrong:
            raise SiteError("Sphinx was not content with the pages; its warnings are above")
        for unneeded in (".buildinfo", ".doctrees", "_sources"):
            path = made / unneeded
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        for map_of_sources in made.rglob("*.map"):
            map_of_sources.unlink()
        for page in made.rglob("*.html"):
            _move_out(page, made)
        check_links(made)
        check_reference(made)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(made, out)


def _move_out(page: Path, made: Path) -> None:
    """Move scripts and styles out of a page: our server lets no page run what is inside it."""
    text = page.read_text(encoding="utf-8")

    def kept(content: str, kind: str) -> str:
        name = f"{hashlib.sha256(content.encode()).hexdigest()[:8]}.{kind}"
        (made / "_static" / name).write_text(content.strip() + "\n", encoding="utf-8")
        return relpath(made / "_static" / name, page.parent)

    def marked(found: re.Match[str]) -> str:
        """Name a style, so that a rule can give it back."""
        name = hashlib.sha256(found[1].encode()).hexdigest()[:8]
        rules.add(f'[data-style="{name}"] {{ {found[1]} }}')
        return f' data-style="{name}"'

    rules = set[str]()
    text = re.sub(r' style="([^"]*)"', marked, text)
    text = re.sub(
        r"<script>(.*?)</script>",
        lambda found: f'<script src="{kept(found[1], "js")}"></script>',
        text,
        flags=re.DOTALL,
    )
    text = re.sub(
        r"<style>(.*?)</style>",
        lambda found: f'<link rel="stylesheet" href="{kept(found[1], "css")}">',
        text,
        flags=re.DOTALL,
    )
    if rules:
        sheet = f'<link rel="stylesheet" href="{kept(chr(10).join(sorted(rules)), "css")}">'
        text = text.replace("</head>", f"{sheet}</head>", 1)
    page.write_text(text, encoding="utf-8")


# --- Checking ------------------------------------------------------------------------------------


class _Page(HTMLParser):
    """The anchors and the links of a page, and what is inside it that must not be."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors, self.links, self.inside = set[str](), list[str](), list[str]()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.anchors |= {known[name] for name in ("id", "name") if name in known}
        self.links += [known[name] for name in ("href", "src") if name in known]
        self.links += [each.split()[0] for each in known.get("srcset", "").split(",") if each]
        inline = [name for name in known if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in known) or inline:
            self.inside.append(self.get_starttag_text() or tag)


def check_links(made: Path) -> None:
    """Check that every link of the site leads to something in it, and that the policy holds."""
    found = {path: _Page(path) for path in sorted(made.rglob("*.html"))}
    wrong = []
    for path, page in found.items():
        wrong += [f"{path.relative_to(made)} contains {each}" for each in page.inside]
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            is_there = target.is_file() and (
                not parts.fragment
                or target.suffix != ".html"
                or unquote(parts.fragment) in found[target].anchors
            )
            if not is_there:
                wrong.append(f"{path.relative_to(made)} links to {link}")
    if wrong:
        raise SiteError("\n".join(wrong))


def check_reference(made: Path) -> None:
    """Check that every public name has an entry."""
    with (made / "objects.inv").open("rb") as file:
        described = {
            name
            for kind, entries in InventoryFile.load(file, "", posixpath.join).items()
            if kind.startswith("py:")
            for name in entries
        }
    missing = [f"{name} has no entry" for name in public_names() if name not in described]
    missing += [f"examples import {name}, which has no page" for name in _imported() - described]
    if missing:
        raise SiteError("\n".join(sorted(missing)))


def public_names() -> Iterator[str]:
    """Yield the names that the reference must describe.

    They are those that `contrada` offers, and those that the modules in `docs/reference/` define,
    with the methods of classes. A leading underscore makes a name private.
    """
    for name in contrada.__all__:
        yield f"contrada.{name}"
        yield from _members(f"contrada.{name}", getattr(contrada, name))
    offered = [getattr(contrada, name) for name in contrada.__all__]
    text = "".join(path.read_text(encoding="utf-8") for path in REFERENCE.glob("*.md"))
    for name in re.findall(r"automodule:: (contrada\.[\w.]+)", text):
        module = importlib.import_module(name)
        for each, thing in vars(module).items():
            is_own = getattr(thing, "__module__", None) == name
            if is_own and callable(thing) and each[0] != "_" and thing not in offered:
                yield f"{name}.{each}"
                yield from _members(f"{name}.{each}", thing)


def _members(name: str, thing: object) -> Iterator[str]:
    if isinstance(thing, type):
        for each, member in vars(thing).items():
            kinds = (FunctionType, property, classmethod, staticmethod, cached_property)
            if isinstance(member, kinds) and each[0] != "_":
                yield f"{name}.{each}"


def _imported() -> set[str]:
    """Return the modules of ours that examples in the docs and the notebooks import."""
    text = "".join([*(path.read_text(encoding="utf-8") for path in pages()), *_cells()])
    found = set(re.findall(r"^>>> import (contrada[\w.]*)", text, re.MULTILINE))
    for module, names in re.findall(r"^>>> from (contrada[\w.]*) import (.*)$", text, re.MULTILINE):
        for name in names.split(" as ")[0].split(", "):
            whole = f"{module}.{name}"
            found.add(whole if _is_module(whole) else module)
    return found


def _cells() -> Iterator[str]:
    """Yield the code of the notebooks, each line as in an example."""
    for notebook in sorted((DOCS / "notebooks").glob("*.ipynb")):
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield "".join(f"\n>>> {line.rstrip()}" for line in cell["source"])


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


if __name__ == "__main__":
    try:
        build(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT)
    except SiteError as wrong:
        sys.exit(str(wrong))
