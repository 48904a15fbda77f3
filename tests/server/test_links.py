"""What links say before they are opened: tags in the page's head, and a picture of the position."""

from __future__ import annotations

import io
import re
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import msgspec
import pytest
from PIL import Image
from starlette.requests import Request

import contrada
from contrada import games
from contrada.games.contract import Position
from contrada.server.http import page
from contrada.server.links import card, preview
from contrada.server.links.boards import studied_line
from contrada.server.links.gallery import MOST_KEPT, Gallery
from contrada.server.links.places import at_place
from contrada.server.links.preview import Preview, Speaker, language_of, tags
from contrada.server.runtime.limits import RateLimit
from contrada.server.settings import Settings
from contrada.server.tables import bots
from contrada.server.titles import bot_in, title_in
from contrada.server.wire.answers import StoredSeat, StoredSummary
from contrada.server.wire.clocks import GameClock, TurnClock
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import NOBODY
from tests.server.people import Company
from tests.server.serving import PATIENCE, InThread, http

WEB = Path(__file__).parents[2] / "web" / "src" / "games"
HIDDEN = [name for name in games.NAMES if games.definition(name).facts.hidden]
ADA, BRUNO = StoredSeat("person", "Ada", None, "a"), StoredSeat("person", "Bruno", None, "b")
OPEN, BOT = StoredSeat("open", "", None), StoredSeat("bot", "", 4)
TABLE = StoredSummary(
    id="k3J",
    game="urbino",
    options={},
    status="open",
    listed=False,
    host="Ada",
    clock=GameClock(10, 5),
    created=1,
    changed=7,
    to_move=None,
    turn=0,
    places=None,
    scores=None,
    seats=[ADA, OPEN],
)


class Head(HTMLParser):
    """The title and the tags of a document."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.others: list[str] = []
        self._in_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        name = known.get("name") or known.get("property")
        self._in_title = tag == "title"
        if tag == "meta" and name:
            assert name not in self.found or name == "theme-color", f"{name} is there twice"
            self.found[name] = known.get("content") or ""
        else:
            self.others.append(tag)

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.found["title"] = data
            self._in_title = False


def said(language: str = "en", where: preview.PageOfTable = "table", **changed: Any) -> Preview:
    return Speaker(language).of_table(msgspec.structs.replace(TABLE, **changed), where)


# --- Titles --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "title", "description"),
    [
        (
            said(),
            "Ada invites you to Urbino",
            "10 min each, plus 5 s after every move. Press to sit down; no account needed.",
        ),
        (
            said(host=NOBODY, clock=None),
            "You’re invited to Urbino",
            "No clock. Press to sit down; no account needed.",
        ),
        (
            said(host="Guest (2)"),  # it would not say who that is
            "You’re invited to Urbino",
            "10 min each, plus 5 s after every move. Press to sit down; no account needed.",
        ),
        (
            said("it", clock=TurnClock(48)),
            "Ada ti invita a giocare a Urbino",
            "2 g per ogni turno. Premi per sederti, senza registrarti.",
        ),
        (
            said("ru", clock=GameClock(3)),
            "Ada приглашает вас в игру «Урбино»",
            "3 мин каждому. Нажмите, чтобы сесть; без регистрации.",
        ),
        (
            said(status="playing", seats=[ADA, BRUNO], turn=12),
            "Urbino: Ada – Bruno",
            "Turn 12. Press to watch the game.",
        ),
        (
            said(status="over", seats=[ADA, BOT], scores=[20, 13]),
            "Urbino: Ada – Computer (4), 20 : 13",
            "The game is over. Press to see the board and the result.",
        ),
        (
            said(status="over", seats=[ADA, BRUNO]),  # somebody has resigned
            "Urbino: Ada – Bruno",
            "The game is over. Press to see the board and the result.",
        ),
        (
            said("ru", status="playing", seats=[ADA, StoredSeat("bot", "Laurana", 4)], turn=2),
            "Урбино: Ada – Лаурана",
            "Ход 2. Нажмите, чтобы смотреть партию.",
        ),
        (
            said(where="replay", status="over", seats=[ADA, BRUNO]),
            "Replay: Ada – Bruno, Urbino",
            "Press to see the game turn by turn.",
        ),
        (
            said(where="study", status="over", seats=[ADA, BRUNO]),
            "Study: Ada – Bruno, Urbino",
            "Press to see where the game was decided, and try other moves.",
        ),
        (
            said(status="closed", seats=[OPEN, OPEN]),
            "Urbino: this table has been closed",
            "Nobody can sit down here any more.",
        ),
        (
            Speaker("en").of_puzzle("urbino", 3),
            "Urbino, puzzle 3",
            "One move is clearly best. Can you find it?",
        ),
        (
            Speaker("en").of_board("urbe", None),
            "Urbe: free board",
            "Press to play on from this position, for all seats and without a clock.",
        ),
        (
            Speaker("it").of_lesson("urbino", second=False),
            "Urbino: prima lezione",
            "Cinque minuti su un tavoliere vero, e poi sai giocare.",
        ),
        (
            Speaker("en").of_lesson("urbino", second=True),
            "Urbino: playing well",
            "You know the rules. A few positions, each with a choice, show how to play well.",
        ),
    ],
    ids=lambda each: each.title if isinstance(each, Preview) else "",
)
def test_a_link_says_what_it_leads_to(found: Preview, title: str, description: str) -> None:
    assert (found.title, found.description) == (title, description)


def test_all_languages_say_the_same_things() -> None:
    words = tomllib.loads((Path(preview.__file__).parent / "words.toml").read_text("utf-8"))
    assert set(words) == set(preview.LOCALES)
    english = words["en"]
    for language, texts in words.items():
        assert set(texts) == set(english), language
        for key, text in texts.items():
            assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key]))
            assert "'" not in text, f"a straight apostrophe in {language}: {key}"


@pytest.mark.parametrize("language", preview.LOCALES)
@pytest.mark.parametrize("game", games.NAMES)
def test_games_are_called_as_in_the_page(game: str, language: str) -> None:
    words = (WEB / game / f"about.{language}.ts").read_text("utf-8")
    (title,) = re.findall(r'^  title: "(.+)",$', words, re.MULTILINE)
    assert title_in(language, game) == title
    assert Speaker(language).of_puzzle(game, 1).title.startswith(f"{title}, ")


@pytest.mark.parametrize("language", preview.LOCALES)
def test_bots_are_called_as_in_the_page(language: str) -> None:
    words = (WEB.parent / "catalogue" / f"words.{language}.ts").read_text("utf-8")
    called = dict(re.findall(r'^  "bot\.(\w+)": "(.+)",$', words, re.MULTILINE))
    assert {name.lower(): bot_in(language, name) for name in bots.NAMES} == called


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("de, ru;q=0.5, en;q=0.4", "ru"),
        ("en;q=0.1, ru;q=x, it;q=0.2", "it"),
        ("*", "en"),
        (";;q=,,=" * 100, "en"),
    ],
)
def test_the_language_is_the_one_liked_best(accepted: str, language: str) -> None:
    assert language_of(accepted) == language


def test_a_name_cannot_add_to_the_page() -> None:
    wicked = '"/><script>alert(1)</script>'
    head = Head(tags(said(host=wicked), "https://a.example", "/t/k3J", "en"))
    assert head.found["og:title"] == f"{wicked} invites you to Urbino" == head.found["title"]
    assert head.others == ["title"]


# --- Addresses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "origins", "origin"),
    [
        ("localhost:8000", ("https://b", "public"), "https://public.example.org"),
        ("localhost:8000", (), "http://localhost:8000"),
        ("[::1]:8000", (), "http://[::1]:8000"),
        ("games.example.org", ("http://games.example.org",), "http://games.example.org"),
        ("127.0.0.1:8000", ("https://games.example.org", "https://b"), "https://games.example.org"),
        ('"><script>', (), ""),
        ("", (), ""),
    ],
)
def test_the_address_is_the_one_asked_for_or_the_origin(
    host: str, origins: tuple[str, ...], origin: str
) -> None:
    public = "https://public.example.org" if "public" in origins else ""
    settings = Settings(origins=origins, public_url=public)
    app = SimpleNamespace(state=SimpleNamespace(settings=settings))
    scope = {"type": "http", "scheme": "http", "path": "/", "query_string": b"", "app": app}
    request = Request({**scope, "headers": [(b"host", host.encode())]})
    assert page.origin_of(request) == origin


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("t/k3J", ("k3J", None, None)),
        ("t/k3J/", ("k3J", None, None)),
        ("t/k3J/replay", ("k3J", "replay", None)),
        ("t/k3J/study", ("k3J", "study", None)),
        ("t/k3J/study/12/4-5", ("k3J", "study", "12/4-5")),
        ("t/k3J/studying", None),
        ("t/k3J/other", None),
        (f"t/{'x' * 41}", None),
        ("t/k<3", None),
    ],
)
def test_pages_of_a_table_are_known(path: str, found: tuple[str | None, ...] | None) -> None:
    matched = page.TABLE.fullmatch(path)
    assert (matched.groups() if matched else None) == found


# --- Pictures ------------------------------------------------------------------------------------


def midway(game: str) -> Position:
    """Return a position in the middle of a game, without the moves that led to it."""
    position = contrada.game(game).start(seed=5)
    for step in range(40):
        legal = position.legal()
        position = position.play_one(legal[step % len(legal)])
    return position.game.position(position.text)


@pytest.mark.parametrize("game", HIDDEN)
def test_the_picture_is_the_same_in_every_world_that_looks_the_same(game: str) -> None:
    position = midway(game)
    others = [position.reimagine(seat, seed) for seat in (0, 1) for seed in range(5)]
    assert any(bytes(other) != bytes(position) for other in others)
    assert {card.svg(other) for other in others} == {card.svg(position)}


@pytest.mark.anyio
async def test_a_picture_is_drawn_once_and_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Position] = []

    def draw(position: Position) -> bytes:
        drawn.append(position)
        return b"png"

    monkeypatch.setattr(card, "png", draw)
    gallery, here = Gallery(RateLimit(0.001, 3)), contrada.game("urbino").start()
    for name in ("a", "b", "a", "c", "a"):
        assert await gallery.picture(name, here, "somewhere") == b"png"
    assert len(drawn) == 3
    with pytest.raises(Refused, match="too much at once"):
        await gallery.picture("d", here, "somewhere")
    for number in range(MOST_KEPT):
        await gallery.picture(str(number), here, f"address {number}")
    drawn.clear()
    await gallery.picture("a", here, "elsewhere")
    assert len(drawn) == 1, "it had to make room"


# --- Over HTTP -----------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_previews_of_a_table_and_a_puzzle(few: Company, on_sqlite: InThread) -> None:
    ada, bruno = await few.person("Ada <b>"), await few.person("Bruno")
    table = await ada.make("urtown", "me open", clock={"kind": "turn", "hours": 48})
    async with httpx2.AsyncClient(base_url=http(on_sqlite), timeout=PATIENCE) as client:

        async def head_of(path: str, **headers: str) -> dict[str, str]:
            answer = await client.get(path, headers=headers)
            assert answer.status_code == 200
            assert "Accept-Language" in answer.headers["vary"]
            assert answer.headers["cache-control"] == "no-cache"
            return Head(answer.text).found

        async def picture_at(path: str) -> httpx2.Response:
            answer = await client.get(path)
            assert answer.headers["content-type"] == "image/png"
            with Image.open(io.BytesIO(answer.content)) as image:
                assert image.size == (card.WIDTH, card.HEIGHT)
            return answer

        head = await head_of(f"/t/{table}")
        assert head["og:title"] == "Ada <b> invites you to Urtown" == head["twitter:title"]
        assert head["twitter:card"] == "summary_large_image"
        assert head["og:url"] == f"{http(on_sqlite)}/t/{table}"
        assert (head["og:image:width"], head["og:image:height"]) == ("1200", "630")
        assert head["og:image:alt"] == "The board of Urtown as everyone sees it"
        assert head["viewport"], "the rest of the page is as it was"
        italian = await head_of(f"/t/{table}", **{"Accept-Language": "it"})
        assert italian["og:locale"] == "it_IT"
        assert italian["og:title"] == "Ada <b> ti invita a giocare a Urtown"
        before = head["og:image"]
        await picture_at(before)

        await bruno.do("sit", table=table, seat=1)
        head = await head_of(f"/t/{table}")
        assert head["og:title"] == "Urtown: Ada <b> – Bruno"
        assert head["og:image"] != before, "networks keep pictures by their address"
        first = await picture_at(head["og:image"])
        known = {"If-None-Match": first.headers["etag"]}
        again = await client.get(head["og:image"], headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert first.headers["cache-control"] == "public, max-age=60"

        shown = set()
        for path, title in (
            ("/learn/urbino/1", "Urbino, puzzle 1"),
            ("/learn/urbino", "Urbino: first lesson"),
            ("/learn/urbino/second?table=k3J", "Urbino: playing well"),
            ("/study/urbino/40-20", "Urbino: free board"),
        ):
            head = await head_of(path)
            assert head["og:title"] == title
            shown.add((await picture_at(head["og:image"])).content)
        assert len(shown) == 3, "the first lesson shows an example of the game"

        unknown = [await head_of(path) for path in ("/t/nothing", "/learn/urbino/999", "/rules")]
        for path, other in zip(("/t/nothing", "/learn/urbino/999", "/rules"), unknown, strict=True):
            assert other.pop("og:url") == http(on_sqlite) + path
            assert other == unknown[0], "there is nothing to tell them apart"
        assert unknown[0]["og:title"] == "Contrada"
        for path in ("/api/tables/nothing/picture.png", "/api/lessons/urbino/999/picture.png"):
            assert (await client.get(path)).status_code == 404


# --- Places within a game ------------------------------------------------------------------------


GAME = "e5 c3 1d4 c3-a1,1e1"


@pytest.mark.parametrize(
    ("place", "turns"),
    [
        ("0", ""),
        ("2", "e5 c3"),
        ("3", "e5 c3 1d4"),
        ("2-1", "e5 c3 black"),  # Black has named who builds first, and not built yet
        ("2-9", "e5 c3 black"),
        ("99", GAME),
        ("first", GAME),
    ],
)
def test_a_place_names_a_position(place: str, turns: str) -> None:
    start = contrada.game("urbino").start()
    end = start
    for turn in GAME.split():
        end = end.play(turn)
    expected = start
    for turn in turns.split():
        expected = expected.play(turn)
    assert at_place(end, place).text == expected.text


def test_a_place_may_be_in_a_line_that_was_tried() -> None:
    start = contrada.game("urbino").start()
    end = start.play("e5").play("c3").play("1d4")
    first, second = start.read("g7")[0], start.play("g7").read("a1")[0]
    tried = start.play("g7").play("a1")
    assert at_place(end, f"0/{first}-{second}").text == tried.text
    assert at_place(end, f"0/{first}-{first}").text == start.play("g7").text  # as far as it goes


def test_the_preview_of_a_study_shows_its_place() -> None:
    over = msgspec.structs.replace(TABLE, status="over", seats=[ADA, BRUNO], scores=[3, 2])
    speaker = Speaker("en")
    assert (speaker.of_table(over, "study", "8/12-45").picture or "").endswith("&place=8/12-45")
    running = msgspec.structs.replace(over, status="playing")
    assert "place" not in (speaker.of_table(running, "study", "8/12-45").picture or "")


# --- Free boards ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "line", "wanted", "source"),
    [
        ("urbino", "", {}, {"kind": "start", "seed": "0"}),
        ("urbe", "12-45", {"seats": "3", "seed": "7"}, {"kind": "start", "seats": 3, "seed": "7"}),
        ("urbe", "", {"seats": "3"}, None),  # it is dealt anew each time
        ("urbe", "", {"seed": "-1"}, None),
        ("urbino", "1-", {"monuments": "true"}, {"options": {"monuments": True}}),
        ("urbino", "", {"monuments": "perhaps"}, {"options": {}}),
        ("urbino", "", {"position": "9/8 w"}, {"kind": "position", "text": "9/8 w"}),
        ("urbino", "", {"position": ""}, None),
    ],
)
def test_the_address_of_a_free_board_is_read(
    game: str, line: str, wanted: dict[str, str], source: dict[str, Any] | None
) -> None:
    found = studied_line(game, line, wanted)
    if source is None or found is None:
        assert (found, source) == (None, None)
        return
    said = msgspec.to_builtins(found)
    assert source.items() <= {"options": {}, **said["source"]}.items()
    assert said.get("decisions", []) == ([12, 45] if line == "12-45" else [])
