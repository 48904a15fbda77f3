"""What notices say, when they are told, and the settings of mail."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from contrada.errors import OptionError
from contrada.server.notices import texts
from contrada.server.notices.hours import next_at, quiet_until, zone_of
from contrada.server.notices.mail import SmtpServer, is_address, read_mailer, read_smtp
from contrada.server.notices.tokens import MailTokens
from contrada.server.settings import Settings, page_address
from contrada.server.wire.answers import StoredSeat, StoredSummary
from contrada.server.wire.clocks import ClockSetting, GameClock, TurnClock

HOUR = 3_600_000


def table(clock: ClockSetting | None = None, *others: StoredSeat) -> StoredSummary:
    mine = StoredSeat("person", "Zeno", None, "me")
    seats = [mine, *(others or [StoredSeat("person", "Ada", None, "a")])]
    facts: dict[str, Any] = {"id": "t", "game": "urbino", "options": {}, "status": "playing"}
    facts |= {"listed": False, "host": "Ada", "created": 0, "changed": 0, "turn": 3}
    return StoredSummary(
        **facts, seats=seats, clock=clock, to_move=0, places=None, scores=None, hints=False
    )


LEFT = [
    (48, 0, "2 days left.", "Restano 2 giorni.", "Осталось 2 дня."),
    (48, 30, "18 hours left.", "Restano 18 ore.", "Осталось 18 часов."),
    (24 * 21, 0, "21 days left.", "Restano 21 giorni.", "Остался 21 день."),
    (24 * 12, 0, "12 days left.", "Restano 12 giorni.", "Осталось 12 дней."),
    (24, 21, "3 hours left.", "Restano 3 ore.", "Осталось 3 часа."),
    (1, 0, "60 minutes left.", "Restano 60 minuti.", "Осталось 60 минут."),
    (24, 24 - 1 / 60, "1 minute left.", "Resta 1 minuto.", "Осталась 1 минута."),
    (24, 30, "0 minutes left.", "Restano 0 minuti.", "Осталось 0 минут."),
]


@pytest.mark.parametrize(("hours", "used", *texts.LANGUAGES), LEFT)
def test_how_long_somebody_has(hours: float, used: float, en: str, it: str, ru: str) -> None:
    for language, expected in zip(texts.LANGUAGES, (en, it, ru), strict=True):
        words = texts.words_of(language)
        at = 1_000 + round(used * HOUR)
        assert texts.time_left(words, table(TurnClock(hours)), 1_000, at) == expected


def test_other_clocks_and_languages() -> None:
    words = texts.words_of("en")
    assert texts.words_of("la") is words
    assert texts.time_left(words, table(), 0, 0) == "Take your time: there is no clock."
    assert texts.time_left(words, table(GameClock(10)), 0, 0) == ""


def test_who_is_named() -> None:
    bot, carla = StoredSeat("bot", "", 3, None), StoredSeat("person", "Carla {x}", None, "c")
    many = table(None, StoredSeat("person", "Ada", None, "a"), carla, bot)
    assert texts.title(texts.words_of("en"), many, "me") == (
        "Your turn: Urbino with Ada, Carla {x} and the computer"
    )
    assert texts.title(texts.words_of("it"), many, "me").endswith("Ada, Carla {x} e il computer")
    assert texts.title(texts.words_of("ru"), table(), "me") == "Ваш ход: Урбино. За столом: Ada"
    named = table(None, StoredSeat("bot", "Laurana", 3, None))
    assert texts.title(texts.words_of("ru"), named, "me") == "Ваш ход: Урбино. За столом: Лаурана"
    assert texts.is_awaited(many, "me")
    assert not texts.is_awaited(table(None, bot), "me")
    assert not texts.is_awaited(table(None, StoredSeat("person", "B", None, "me")), "me")


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


HOURS = [
    (18, "UTC", "2026-11-18 17:59", "2026-11-18 18:00"),
    (18, "UTC", "2026-11-18 18:00", "2026-11-19 18:00"),
    (18, "Europe/Rome", "2026-11-18 16:00", "2026-11-18 17:00"),
    (18, "Europe/Rome", "2026-07-18 16:30", "2026-07-19 16:00"),
    (0, "America/New_York", "2026-11-18 12:00", "2026-11-19 05:00"),
    (18, "Mars/Olympus", "2026-11-18 17:59", "2026-11-18 18:00"),
]


@pytest.mark.parametrize(("hour", "zone", "after", "expected"), HOURS)
def test_the_next_time_a_clock_shows_an_hour(
    hour: int, zone: str, after: str, expected: str
) -> None:
    assert next_at(hour, zone, moment(after)) == moment(expected)


QUIET = [
    (22, 8, "2026-11-18 23:10", "2026-11-19 08:00"),
    (22, 8, "2026-11-18 03:10", "2026-11-18 08:00"),
    (22, 8, "2026-11-18 08:00", None),
    (13, 15, "2026-11-18 14:59", "2026-11-18 15:00"),
    (13, 15, "2026-11-18 12:59", None),
    (7, 7, "2026-11-18 07:10", None),
    (None, None, "2026-11-18 03:10", None),
]


@pytest.mark.parametrize(("begins", "ends", "at", "expected"), QUIET)
def test_quiet_hours(begins: int | None, ends: int | None, at: str, expected: str | None) -> None:
    found = quiet_until(begins, ends, "UTC", moment(at))
    assert found == (moment(expected) if expected else None)
    assert zone_of("UTC")


def test_tokens_are_for_one_purpose_and_one_server() -> None:
    ours, theirs = MailTokens("a"), MailTokens("b")
    token = ours.write("stop", "channel")
    assert ours.read("stop", token) == "channel"
    wrong = [ours.read("confirm", token), theirs.read("stop", token), ours.read("stop", "x.é")]
    assert wrong == [None] * 3


# --- Settings ------------------------------------------------------------------------------------


def test_smtp_servers() -> None:
    found = read_smtp("smtp://me%40x:p%2Fq@mail.example.org")
    assert found == SmtpServer(False, "mail.example.org", 587, "me@x", "p/q")
    assert read_smtp("smtps://mail.example.org")[:3] == (True, "mail.example.org", 465)


@pytest.mark.parametrize(
    "url", ["mail.example.org", "http://x", "smtp://", "smtp://x:99999", "smtp://x/y", "smtp://[x"]
)
def test_what_is_no_smtp_server(url: str) -> None:
    with pytest.raises(OptionError, match="--smtp is no address"):
        read_smtp(url)


def test_mail_needs_a_sender_and_an_address_of_the_page() -> None:
    known: dict[str, Any] = {"database": "sqlite:///x", "smtp": "smtp://localhost"}
    assert read_mailer(Settings(database="sqlite:///x")) is None
    with pytest.raises(OptionError, match="--smtp needs --mail-from"):
        read_mailer(Settings(**known))
    with pytest.raises(OptionError, match="--smtp needs --public-url"):
        read_mailer(Settings(**known, mail_from="Us <us@example.org>"))
    page: dict[str, Any] = {"mail_from": "Us <us@example.org>", "public_url": "https://x.org"}
    assert read_mailer(Settings(**known, **page))
    assert Settings(**known, **page).contact == "mailto:us@example.org"
    assert is_address("us@example.org")


def test_addresses_of_the_page() -> None:
    assert page_address("https://games.example.org/") == "https://games.example.org"
    for wrong in (
        "games.example.org",
        "ftp://x.org",
        "https://x.org/a",
        "https://[",
        "https://u@x",
    ):
        with pytest.raises(OptionError, match="--public-url"):
            page_address(wrong)
