"""The page: its files, and the document that every address of its router gets.

The document says in its head what the address leads to, for programs that show previews of links.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse

from contrada import games, lessons
from contrada import server as package
from contrada.server.db.errors import StoreError
from contrada.server.http.dependencies import services_of
from contrada.server.links.boards import studied_line
from contrada.server.links.places import LONGEST, PLACE
from contrada.server.links.preview import PageOfTable, Preview, Speaker, language_of, tags
from contrada.server.settings import Settings
from contrada.server.tables.summaries import read_summary
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import LONGEST_ID

PAGE = Path(package.__file__).parent / "page"
SITE = Path(package.__file__).parent / "site"  # the docs, if they have been built: `make docs`
FOREVER = "public, max-age=31536000, immutable"
# What `web/src/router.ts` calls a table, a replay, a study, a free board, a lesson and a puzzle.
# What follows a replay or a study is a place in the game.
TABLE = re.compile(rf"t/([A-Za-z0-9_-]{{1,{LONGEST_ID}}})(?:/(replay|study)(?:/(.*))?)?/?")
FREE = re.compile(r"study/([a-z0-9_]{1,40})(?:/([0-9-]{1,2000}))?/?")
LEARN = re.compile(r"learn/([a-z0-9_]{1,40})(?:/(second|[1-9][0-9]{0,2}))?/?")
HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
OWN_TAGS = re.compile(r"<title>.*?</title>\s*<meta name=\"description\"[^>]*>", re.DOTALL)
router = APIRouter()


@router.api_route("/api/{_rest:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def no_such_address(request: Request, _rest: str) -> None:
    """Answer 404 as JSON, because these paths never belong to the page."""
    if request.method == "HEAD":
        raise HTTPException(405)
    raise Refused("missing", "There is nothing at this address")


@router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def a_file(request: Request, path: str) -> Response:
    """Serve a file of the page, or the page itself for any path that its router knows."""
    if path.partition("/")[0] == "docs" and has_site():
        return _of_site(path)
    file = _file_in(PAGE, path) if path else None
    if file:
        hashed = path.startswith("assets/")
        headers = {"Cache-Control": FOREVER if hashed else "no-cache"}
        return FileResponse(file, headers=headers)
    last = path.rpartition("/")[2]
    if path.startswith("assets/") or "." in last:
        raise Refused("missing", "There is nothing at this address")
    index = PAGE / "index.html"
    if not index.is_file():
        raise Refused("missing", "The page has not been built: make page")
    return await _document(request, path, _text_of(index, index.stat().st_mtime_ns))


def has_site() -> bool:
    """Whether the docs have been built, so that they are offered and the page links to them."""
    return (SITE / "index.html").is_file()


def _of_site(path: str) -> Response:
    """Answer with a file of the docs; links in them are relative to `/docs/`."""
    if path == "docs":
        return RedirectResponse("/docs/", 308)
    inside = path.removeprefix("docs/") or "index.html"
    file = _file_in(SITE, inside) or _file_in(SITE, f"{inside.rstrip('/')}/index.html")
    if file is None:
        raise Refused("missing", "There is nothing at this address")
    return FileResponse(file, headers={"Cache-Control": "no-cache"})


def _file_in(folder: Path, path: str) -> Path | None:
    """Return the file that a path leads to inside a folder."""
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # no file can have such a name
        return None


@lru_cache(1)
def _text_of(index: Path, _changed: int) -> str:
    return index.read_text(encoding="utf-8")


# --- Previews of links ---------------------------------------------------------------------------


async def _document(request: Request, path: str, text: str) -> Response:
    """Answer with the page, whose head says what this address leads to."""
    language = language_of(request.headers.get("accept-language", ""))
    preview = await _preview(request, path, Speaker(language))
    said = tags(preview, origin_of(request), f"/{path}", language)
    if has_site():  # the foot of the page looks for this
        said += '\n    <meta name="contrada-docs" content="/docs/" />'
    document = OWN_TAGS.sub(lambda _: said, text, count=1)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return Response(document, media_type="text/html", headers=headers)


async def _preview(request: Request, path: str, speaker: Speaker) -> Preview:
    """Return the preview of an address; the general one if there is nothing, or nobody can tell."""
    learn = LEARN.fullmatch(path)
    if learn and learn[1] in games.NAMES:
        return _preview_of_learning(learn[1], learn[2], speaker)
    free = FREE.fullmatch(path)
    if free and free[1] in games.NAMES:
        shown = studied_line(free[1], free[2] or "", request.query_params)
        return speaker.of_board(free[1], shown)
    table = TABLE.fullmatch(path)
    if table:
        page: PageOfTable = table[2] or "table"  # type: ignore[assignment]
        try:
            await request.app.state.let_in(request, "GET", f"/api/tables/{table[1]}")
            found = await services_of(request).store.summary(table[1])
        except (Refused, StoreError):  # the page opens all the same, and says what is wrong
            found = None
        summary = read_summary(found) if found else None
        if summary and summary.game in games.NAMES:  # or it is of another version
            place = (table[3] or "").rstrip("/")
            is_place = len(place) <= LONGEST and PLACE.fullmatch(place)
            return speaker.of_table(summary, page, place if is_place else "")
    return speaker.of_page()


def _preview_of_learning(game: str, what: str | None, speaker: Speaker) -> Preview:
    """Return the preview of the first lesson of a game, the second one, or a puzzle."""
    taught = lessons.lessons(game)
    if what is None:
        return speaker.of_lesson(game, second=False)
    if what == "second" and taught.ideas:
        return speaker.of_lesson(game, second=True)
    if what != "second" and lessons.puzzle(game, int(what)):
        return speaker.of_puzzle(game, int(what))
    return speaker.of_page()


def origin_of(request: Request) -> str:
    """Return the address of this server for the world.

    It is the one that the host has named, or else the one that was asked for. If only other origins
    are named, as behind a proxy that does not pass the name on, it is the first of those.
    """
    settings: Settings = request.app.state.settings
    if settings.public_url:
        return settings.public_url
    host = request.headers.get("host", "")
    own = f"{request.url.scheme}://{host}" if HOST.fullmatch(host) else ""
    return own if own in settings.origins or not settings.origins else settings.origins[0]
