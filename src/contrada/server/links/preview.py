"""What a link says before it is opened: the tags that messengers and networks read.

Only what the page shows to everyone with the link: names, the game, its clock and result.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlencode

from contrada.server.links.card import HEIGHT, WIDTH
from contrada.server.titles import bot_in, title_in
from contrada.server.wire.answers import StoredSeat, StoredSummary
from contrada.server.wire.clocks import ClockSetting, GameClock
from contrada.server.wire.names import is_given
from contrada.server.wire.requests import StudiedLine, encoded
from contrada.server.wire.values import NOBODY

PageOfTable = Literal["table", "replay", "study"]
LOCALES = {"en": "en_GB", "it": "it_IT", "ru": "ru_RU"}  # the first one if nothing else is wished
ICON = "/icon-512.png"
_WISH = re.compile(r"\s*([A-Za-z]{1,8})(?:-[\w-]*)?\s*(?:;\s*q=([0-9.]{1,5}))?\s*")


class Preview(NamedTuple):
    """A title in words, a sentence below it, and a picture."""

    title: str
    description: str
    picture: str | None = None  # its path; the icon of the page if there is none
    said: str = ""  # what it shows, for those who cannot see it


@cache
def _words() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))


def language_of(accepted: str) -> str:
    """Return the language that a browser likes best among ours; English if it likes none."""
    liked: list[tuple[float, str]] = []
    for wish in accepted[:200].split(","):
        found = _WISH.fullmatch(wish)
        if found and found[1].lower() in LOCALES:
            liked.append((_weight(found[2]), found[1].lower()))
    return max(liked, key=lambda each: each[0], default=(0.0, next(iter(LOCALES))))[1]


def _weight(text: str | None) -> float:
    try:
        return 1.0 if text is None else float(text)
    except ValueError:
        return 0.0


class Speaker:
    """Says what links lead to, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._words = _words()[language]

    def _say(self, key: str, **values: object) -> str:
        text: str = self._words[key]
        return text.format(**values)

    def _title_of(self, game: str) -> str:
        return title_in(self.language, game)

    def of_page(self) -> Preview:
        """Return the preview of a page that is about no particular game."""
        return Preview(self._say("title"), self._say("description"))

    def of_lesson(self, game: str, *, second: bool) -> Preview:
        """Return the preview of the first or the second lesson of a game."""
        key, about = ("second", "learn_more") if second else ("lesson", "learn")
        return self._of_learning(game, key, about, "second" if second else "1")

    def of_puzzle(self, game: str, number: int) -> Preview:
        """Return the preview of a puzzle."""
        return self._of_learning(game, "puzzle", "find", str(number), number=number)

    def _of_learning(
        self, game: str, key: str, about: str, picture: str, **values: object
    ) -> Preview:
        title = self._title_of(game)
        return Preview(
            self._say(key, game=title, **values),
            self._say(about),
            f"/api/lessons/{game}/{picture}/picture.png",
            self._say("board", game=title),
        )

    def of_board(self, game: str, shown: StudiedLine | None) -> Preview:
        """Return the preview of a free board, with the position that its address names."""
        title = self._title_of(game)
        asked = shown and urlencode({"at": encoded(shown).decode()})
        return Preview(
            self._say("free", game=title),
            self._say("see_free"),
            f"/api/study/picture.png?{asked}" if asked else None,
            self._say("board", game=title),
        )

    def of_table(self, table: StoredSummary, page: PageOfTable, place: str = "") -> Preview:
        """Return the preview of a table, its replay or its study, at a place in the game."""
        title, description = self._about_table(table, page)
        shown = f"&place={place}" if place and table.status == "over" else ""
        return Preview(
            title,
            description,
            # Networks keep pictures by their address, so another position has another address.
            f"/api/tables/{table.id}/picture.png?at={table.changed}{shown}",
            self._say("board", game=self._title_of(table.game)),
        )

    def _about_table(self, table: StoredSummary, page: PageOfTable) -> tuple[str, str]:
        game = self._title_of(table.game)
        if table.status == "closed":
            return self._say("closed", game=game), self._say("nobody")
        if table.status == "open":
            key = "invites" if is_given(table.host) else "invited"
            return self._say(key, host=table.host, game=game), self._say(
                "sit_down", clock=self._clock(table.clock)
            )
        names = " – ".join(self._names(table.seats))
        if page != "table":
            return self._say(page, names=names, game=game), self._say(f"see_{page}")
        title = self._say("playing", game=game, names=names)
        if table.status == "playing":
            return title, self._say("watch", turn=max(table.turn, 1))
        if table.scores:
            scores = " : ".join(map(str, table.scores))
            title = self._say("over", game=game, names=names, scores=scores)
        return title, self._say("ended")

    def _names(self, seats: Iterable[StoredSeat]) -> list[str]:
        return [
            self._name_of_bot(seat) if seat.kind == "bot" else seat.name or NOBODY for seat in seats
        ]

    def _name_of_bot(self, seat: StoredSeat) -> str:
        return bot_in(self.language, seat.name) or self._say("bot", level=seat.level)

    def _clock(self, clock: ClockSetting | None) -> str:
        if clock is None:
            return self._say("clock_none")
        if isinstance(clock, GameClock):
            key = "clock_game" if clock.increment else "clock_bank"
            return self._say(key, minutes=f"{clock.minutes:g}", increment=f"{clock.increment:g}")
        days, hours = divmod(clock.hours, 24)
        if hours:
            return self._say("clock_turn", hours=f"{clock.hours:g}")
        return self._say("clock_days", days=f"{days:g}")


def tags(preview: Preview, origin: str, path: str, language: str) -> str:
    """Return the tags of a preview, for the head of the page at an address."""
    picture = origin + (preview.picture or ICON)
    named = {
        "description": preview.description,
        "twitter:card": "summary_large_image" if preview.picture else "summary",
        "twitter:title": preview.title,
        "twitter:description": preview.description,
        "twitter:image": picture,
    }
    properties = {
        "og:site_name": "Contrada",
        "og:type": "website",
        "og:locale": LOCALES[language],
        "og:url": origin + path,
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": picture,
    }
    if preview.picture:
        named["twitter:image:alt"] = preview.said
        properties |= {
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": preview.said,
        }
    lines = [f"<title>{escape(preview.title)}</title>"]
    lines += [_tag("name", *each) for each in named.items()]
    lines += [_tag("property", *each) for each in properties.items()]
    return "\n    ".join(lines)


def _tag(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}" />'
