"""What notices and mails say, in the languages of the page.

They are made of what lists show about a table, so they cannot tell anything that is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, get_args

from contrada.server.settings import SECOND
from contrada.server.titles import bot_in, title_in
from contrada.server.wire.answers import StoredSummary
from contrada.server.wire.clocks import TurnClock

Language = Literal["en", "it", "ru"]
LANGUAGES = get_args(Language)
Unit = Literal["days", "hours", "minutes"]
MINUTE = 60 * SECOND
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
PER: dict[Unit, int] = {"days": DAY, "hours": HOUR, "minutes": MINUTE}


class Words(NamedTuple):
    """The sentences of a language."""

    language: Language
    turn: str  # game, people
    also: str  # between the last two of a list
    left: dict[Unit, tuple[str, ...]]  # in each form that a number asks for
    form: Callable[[int], int]  # which form a number asks for
    no_clock: str
    bot: str
    test_title: str
    test_text: str
    confirm_subject: str
    confirm: str  # link; no name, which a stranger may have chosen
    digest_subject: tuple[str, ...]
    digest: str  # before the tables
    stop: str  # link


def _one_or_more(number: int) -> int:
    return int(number != 1)


def _russian(number: int) -> int:
    tens, ones = number % 100, number % 10
    if ones == 1 and tens != 11:
        return 0
    return 1 if ones in (2, 3, 4) and tens not in (12, 13, 14) else 2


WORDS: dict[Language, Words] = {
    "en": Words(
        language="en",
        turn="Your turn: {game} with {people}",
        also=" and ",
        left={
            "days": ("{n} day left.", "{n} days left."),
            "hours": ("{n} hour left.", "{n} hours left."),
            "minutes": ("{n} minute left.", "{n} minutes left."),
        },
        form=_one_or_more,
        no_clock="Take your time: there is no clock.",
        bot="the computer",
        test_title="A test from Contrada",
        test_text="This is where you will be told when it is your turn.",
        confirm_subject="Contrada: is this your address?",
        confirm="Hello,\n\nsomebody, probably you, wants Contrada to write to this address when it "
        "is their turn: at most one mail a day. If it was you, open this link:\n\n{link}\n\n"
        "If not, do nothing, and you will get no more mail from us.",
        digest_subject=("Contrada: your turn at {n} table", "Contrada: your turn at {n} tables"),
        digest="Hello,\n\nit is your turn:",
        stop="You get at most one such mail a day. One press stops them:\n{link}",
    ),
    "it": Words(
        language="it",
        turn="Tocca a te: {game} con {people}",
        also=" e ",
        left={
            "days": ("Resta {n} giorno.", "Restano {n} giorni."),
            "hours": ("Resta {n} ora.", "Restano {n} ore."),
            "minutes": ("Resta {n} minuto.", "Restano {n} minuti."),
        },
        form=_one_or_more,
        no_clock="Con calma: non c’è orologio.",
        bot="il computer",
        test_title="Una prova da Contrada",
        test_text="Qui ti avviseremo quando tocca a te.",
        confirm_subject="Contrada: questo indirizzo è tuo?",
        confirm="Ciao,\n\nqualcuno, probabilmente tu, vuole che Contrada scriva a questo "
        "indirizzo quando è il suo turno: al massimo una e-mail al giorno. Se sei tu, apri questo "
        "link:\n\n{link}\n\nAltrimenti non fare nulla: non riceverai altre e-mail da noi.",
        digest_subject=("Contrada: tocca a te a {n} tavolo", "Contrada: tocca a te a {n} tavoli"),
        digest="Ciao,\n\ntocca a te:",
        stop="Ricevi al massimo una e-mail così al giorno. Per non riceverne più basta un clic:\n"
        "{link}",
    ),
    "ru": Words(
        language="ru",
        turn="Ваш ход: {game}. За столом: {people}",
        also=" и ",
        left={
            "days": ("Остался {n} день.", "Осталось {n} дня.", "Осталось {n} дней."),
            "hours": ("Остался {n} час.", "Осталось {n} часа.", "Осталось {n} часов."),
            "minutes": ("Осталась {n} минута.", "Осталось {n} минуты.", "Осталось {n} минут."),
        },
        form=_russian,
        no_clock="Не спешите: часов нет.",
        bot="компьютер",
        test_title="Проверка от Contrada",
        test_text="Сюда придёт сообщение, когда наступит ваш ход.",
        confirm_subject="Contrada: это ваш адрес?",
        confirm="Здравствуйте!\n\nКто-то, вероятно вы, хочет получать на этот адрес письма "
        "от Contrada, когда наступает его ход: не больше одного в день. Если это вы, откройте "
        "ссылку:\n\n{link}\n\nЕсли нет, ничего не делайте: больше мы не напишем.",
        digest_subject=(
            "Contrada: ваш ход за {n} столом",
            "Contrada: ваш ход за {n} столами",
            "Contrada: ваш ход за {n} столами",
        ),
        digest="Здравствуйте!\n\nВаш ход:",
        stop="Такие письма приходят не чаще раза в день. Отказаться можно одним нажатием:\n{link}",
    ),
}


def words_of(language: str) -> Words:
    """Return the words of a language; a language that we no longer have is English."""
    return WORDS.get(language, WORDS["en"])  # type: ignore[call-overload,no-any-return]


def title(words: Words, table: StoredSummary, guest: str) -> str:
    """Say whose turn it is, and at which game with whom."""
    people = _listed(_others(words, table, guest), words.also)
    return words.turn.format(game=title_in(words.language, table.game), people=people)


def time_left(words: Words, table: StoredSummary, began: int, at: int) -> str:
    """Say how long a guest has; pauses may make that longer."""
    if table.clock is None:
        return words.no_clock
    if not isinstance(table.clock, TurnClock):
        return ""
    left = max(0, began + round(table.clock.hours * HOUR) - at)
    unit: Unit = "minutes"
    if round(left / HOUR) >= 2:
        unit = "days" if round(left / HOUR) >= 48 else "hours"
    number = round(left / PER[unit])
    return words.left[unit][words.form(number)].format(n=number)


def _others(words: Words, table: StoredSummary, guest: str) -> list[str]:
    names = [
        (bot_in(words.language, seat.name) or words.bot) if seat.kind == "bot" else seat.name
        for seat in table.seats
        if seat.guest != guest or seat.kind == "bot"
    ]
    return list(dict.fromkeys(filter(None, names)))


def _listed(names: Sequence[str], also: str) -> str:
    *first, last = names or ["—"]
    return f"{', '.join(first)}{also}{last}" if first else last


def is_awaited(table: StoredSummary, guest: str) -> bool:
    """Whether somebody else plays at the table: a bot waits without minding."""
    return any(seat.kind == "person" and seat.guest not in (guest, None) for seat in table.seats)
