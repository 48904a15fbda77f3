"""What may happen at a table: checks a message, and returns the change that follows from it.

`registry` stores the change before it tells anyone.
"""

from __future__ import annotations

import base64
import hashlib
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch

from contrada import shuffle
from contrada.errors import ContradaError, IllegalDecision
from contrada.games.contract import Position
from contrada.server.settings import SECOND
from contrada.server.tables.naming import name_at_seat, name_in_chat
from contrada.server.tables.table import Change, Question, Seat, Table
from contrada.server.wire import messages, values
from contrada.server.wire.events import (
    Answered,
    AnyEvent,
    Asked,
    Claimed,
    Closed,
    Forgotten,
    Freed,
    Given,
    Kept,
    Made,
    Muted,
    Named,
    Played,
    Rematched,
    Renamed,
    Reopened,
    Resigned,
    Resumed,
    Said,
    Sat,
    SeatData,
    Started,
    Stood,
    Undone,
    Withdrawn,
)
from contrada.server.wire.guests import Identity, one_line
from contrada.server.wire.names import clean_name, told_apart
from contrada.server.wire.refusals import Refused
from contrada.server.wire.snapshots import PreviewAnswer

# These could go on for ever.
ASIDE = messages.Undo | messages.Ask | messages.Answer | messages.Withdraw | messages.Resume
NOT_SEATED = "Only those who sit at the table may do that"
AFTER_THE_GAME = "A rematch comes after the game"
CLOSED = "The host has closed this table"
KEPT_FOR = 10 * 60 * SECOND  # a lesson takes about five minutes


@dataclass(frozen=True)
class Actor:
    """The sender of a message, its time, and the seats that the sender may give away."""

    id: str
    name: str
    at: int = 0
    may_give: Callable[[int], bool] = lambda _seat: False  # is that seat abandoned, and theirs


def decide(table: Table, actor: Actor, message: messages.TableCommand) -> Change:
    """Return the change that a message leads to; raise `Refused` to say why there is none."""
    if isinstance(message, messages.AtPly):
        seat = _check_moment_of(message, table, actor.id)
        if isinstance(message, messages.Play):
            return check_play(table, seat, message.decisions)
        if isinstance(message, ASIDE):
            table.budgets.check_aside(seat)
    if isinstance(message, messages.Sit) and _has_sat(table, actor, message.seat):
        return Change([])  # sent again, because the answer was lost
    return Change(_events(message, table, actor))


def _check_moment_of(message: messages.AtPly, table: Table, guest: str) -> int:
    if isinstance(message, messages.Answer | messages.Withdraw) and message.what == "rematch":
        if table.status != "over":
            raise _not_now(AFTER_THE_GAME)
        return _check_ply(table, guest, message.ply)
    return check_moment(table, guest, message.ply)


def check_moment(table: Table, guest: str | None, ply: int) -> int:
    """Return the sender's seat, if the message is about the current ply of a game."""
    if table.status != "playing":
        raise _not_now(_why_not_playing(table))
    return _check_ply(table, guest, ply)


def _check_ply(table: Table, guest: str | None, ply: int) -> int:
    seat = table.seat_of(guest)
    if seat is None:
        raise Refused("seat", NOT_SEATED)
    if ply != table.ply:
        raise Refused("stale", "Something else has happened at the table meanwhile")
    return seat


def _why_not_playing(table: Table) -> str:
    if table.status == "closed":
        return CLOSED
    if table.status == "open":
        return "The game has not begun yet"
    if table.end is not None and table.end.why == "stopped":
        return (
            "The game cannot go on: it was dealt by an older version of Contrada, "
            "whose shuffles could be worked out"
        )
    return "The game is over"


def check_turn(table: Table, guest: str | None, ply: int) -> tuple[Position, int]:
    """Return the position and the sender's seat, if it is their turn at this ply."""
    seat = check_moment(table, guest, ply)
    return _check_to_move(table, seat), seat


def check_seat(table: Table, guest: str | None, ply: int) -> tuple[Position, int]:
    """Return the position and the sender's seat at this ply, whoever's turn it is."""
    seat = check_moment(table, guest, ply)
    assert table.position is not None  # a game is being played
    return table.position, seat


def _check_to_move(table: Table, seat: int) -> Position:
    if table.position is None or table.to_move != seat:
        raise Refused("turn", "It is not your turn")
    return table.position


def _not_now(sentence: str) -> Refused:
    return Refused("now", sentence)


def _seat(table: Table, actor: Actor) -> int:
    seat = table.seat_of(actor.id)
    if seat is None:
        raise Refused("seat", NOT_SEATED)
    return seat


def _check_number(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise Refused("message", f"Seats here are 0 to {len(table.seats) - 1}")


@singledispatch
def _events(message: messages.TableCommand, _table: Table, _actor: Actor) -> list[AnyEvent]:
    raise TypeError(message)


# --- In the game ---------------------------------------------------------------------------------


def check_play(table: Table, seat: int, decisions: list[int]) -> Change:
    """Check a seat's decisions against the rules, and return them with the resulting positions.

    The rules are asked only here: the table takes these positions over.
    """
    position, reached = _check_to_move(table, seat), list[Position]()
    for index, decision in enumerate(decisions):
        if index and position.revealed:  # otherwise a player could try out what would be revealed
            raise _not_now("Something comes to light before the last of these; see it first")
        if position.to_move != seat:
            raise Refused("turn", "Your turn ends before the last of these decisions")
        try:
            position = position.play_one(decision)
        except IllegalDecision as wrong:
            raise rule_refusal(wrong, decision) from None
        except ContradaError as wrong:
            raise Refused("message", str(wrong)) from None
        reached.append(position)
    return Change([Played(seat, decisions)], tuple(reached))


def rule_refusal(wrong: IllegalDecision, decision: int) -> Refused:
    """Return a refusal of the rules for the wire."""
    return Refused(
        "rule",
        wrong.sentence,
        rule=wrong.rule,
        case=wrong.case,
        values=wrong.values,
        squares=list(wrong.squares),
        decision=decision,
    )


def preview_of(position: Position, seat: int, message: messages.Preview) -> PreviewAnswer:
    """Return where decisions would lead, as far as the seat can know, for the wire."""
    try:
        found = position.preview(message.decisions, seat)
    except IllegalDecision as wrong:
        raise rule_refusal(wrong, message.decisions[wrong.index]) from None
    except ContradaError as wrong:
        raise Refused("message", str(wrong)) from None
    return PreviewAnswer(
        id=message.id,
        table=message.table,
        ply=message.ply,
        decisions=message.decisions,
        view=found.view,
        to_move=found.to_move,
        ends_turn=found.ends_turn,
        reveals=found.reveals,
        legal=found.legal,
        then=found.then,
        outlook=found.outlook,
    )


@_events.register
def _(_message: messages.Undo, table: Table, actor: Actor) -> list[AnyEvent]:
    seat = _seat(table, actor)
    if not table.may_undo(seat):
        raise _not_now("Nothing of this turn can be taken back: what was revealed stays known")
    return [Undone(seat)]


@_events.register
def _(message: messages.Ask, table: Table, actor: Actor) -> list[AnyEvent]:
    seat = _seat(table, actor)
    if message.what == "takeback" and not table.may_take_back(seat):
        raise _not_now("There is no turn of yours to take back, or it has been asked already")
    if message.what == "draw" and not table.may_ask_for_draw(seat):
        raise _not_now(
            "A draw can be offered once at a time, by one of two persons to the other; "
            "if it is declined, play a turn first"
        )
    if message.what == "pause" and not table.may_ask_for_pause(seat):
        raise _not_now("There is no clock to pause, or it has been asked already")
    return [Asked(seat, message.what)]


@_events.register
def _(message: messages.Answer, table: Table, actor: Actor) -> list[AnyEvent]:
    seat, question = _seat(table, actor), _question(table, message.what)
    answering = table.to_answer(question, seat)  # of several at one screen all at once
    if not answering:
        raise _not_now("Nobody has asked you that")
    return [Answered(each, message.what, message.yes) for each in sorted(answering)]


def _question(table: Table, what: values.QuestionKind) -> Question:
    question = table.question(what)
    if question is None:
        raise _not_now("Nobody has asked that")
    return question


@_events.register
def _(message: messages.Withdraw, table: Table, actor: Actor) -> list[AnyEvent]:
    question = _question(table, message.what)
    if question.seat not in table.seats_of(actor.id):
        raise _not_now("Only the one who asked can withdraw that")
    if message.what == "rematch" and table.is_rematch_agreed:
        raise _not_now("Everyone has agreed already")
    return [Withdrawn(question.seat, message.what)]


@_events.register
def _(_message: messages.Resign, table: Table, actor: Actor) -> list[AnyEvent]:
    return [Resigned(_seat(table, actor))]


@_events.register
def _(_message: messages.Claim, table: Table, actor: Actor) -> list[AnyEvent]:
    seat, clock = _seat(table, actor), table.clock
    if clock is None or clock.running is None or not clock.has_run_out(actor.at):
        raise _not_now("There is time left on the clock")
    if clock.running == seat:
        raise _not_now("It is your own clock that has run out")
    if table.seats[clock.running].out:
        raise _not_now("A bot plays on for somebody who has left; its clock does not count")
    return [Claimed(clock.running, seat)]


@_events.register
def _(_message: messages.Resume, table: Table, actor: Actor) -> list[AnyEvent]:
    if table.clock is None or not table.clock.paused:
        raise _not_now("There is no pause to end")
    return [Resumed(_seat(table, actor))]


def lapse(table: Table, at: int) -> Change:
    """Return the change that a deadline brings; nothing if there is still time."""
    if table.deadline is None or at < table.deadline:
        return Change([])
    if table.status == "playing" and table.to_move is not None:
        return Change([Reopened(table.to_move)])
    kept = enumerate(table.seats)
    return Change([Freed(n) for n, seat in kept if seat.until is not None and seat.until <= at])


# --- At the table --------------------------------------------------------------------------------


@_events.register
def _(message: messages.Sit, table: Table, actor: Actor) -> list[AnyEvent]:
    _check_number(table, message.seat)
    if table.seats_of(actor.id) and table.seats[message.seat].guest != actor.id:
        raise _not_now("You have a seat at this table already")
    if table.status == "closed":
        raise _not_now(CLOSED)
    if table.status == "over" or not _is_free_for(table, table.seats[message.seat], actor):
        raise _not_now("That seat is taken")
    if table.status == "open":
        table.budgets.check_sitting(actor.id)
    name = name_at_seat(table, actor.id, actor.name)
    return _filling(table, message.seat, Sat(message.seat, actor.id, name))


@_events.register
def _(message: messages.Keep, table: Table, actor: Actor) -> list[AnyEvent]:
    _check_number(table, message.seat)
    seat = table.seats[message.seat]
    if seat.kind == "kept" and seat.guest == actor.id:
        return []  # sent again, because the answer was lost
    if table.status != "open" or seat.kind != "open":
        raise _not_now("That seat is taken")
    if any(each.guest == actor.id for each in table.seats):
        raise _not_now("You have a seat at this table already")
    table.budgets.check_keeping(actor.id)
    name = name_at_seat(table, actor.id, actor.name)
    return [Kept(message.seat, actor.id, name, actor.at + KEPT_FOR)]


def _has_sat(table: Table, actor: Actor, number: int) -> bool:
    """Whether a guest sits where they asked to, perhaps under another number since the start."""
    numbers = {number}
    if table.seed and number in table.seed.order:
        numbers.add(table.seed.order.index(number))
    return not numbers.isdisjoint(table.seats_of(actor.id))


def _is_free_for(table: Table, seat: Seat, actor: Actor) -> bool:
    """Whether a guest may take a seat: an open one, or their own that a bot or nobody holds."""
    is_theirs = seat.guest == actor.id and seat.kind in ("kept", "bot") and seat.out is None
    return is_theirs or (seat.kind == "open" and table.status == "open")


def _filling(table: Table, filled: int, event: AnyEvent) -> list[AnyEvent]:
    """Add the start of the game if the last seat is filled."""
    empty = {n for n, seat in enumerate(table.seats) if seat.kind in ("open", "kept")}
    if table.status == "open" and empty <= {filled}:
        return [event, start(len(table.seats), random_seats=table.made.random_seats)]
    return [event]


@_events.register
def _(_message: messages.Stand, table: Table, actor: Actor) -> list[AnyEvent]:
    seat = _seat(table, actor)
    if table.status != "open":
        raise _not_now("The game has begun; you can resign, or let the others wait")
    return [Stood(seat)]


@_events.register
def _(message: messages.Give, table: Table, actor: Actor) -> list[AnyEvent]:
    _check_number(table, message.seat)
    seat, given = table.seats[message.seat], Given(message.seat, message.level)
    if table.status == "closed":
        raise _not_now(CLOSED)
    if table.status == "over" or seat.kind == "bot":
        raise _not_now("That seat needs no bot")
    if table.status == "playing":
        if not actor.may_give(message.seat):
            raise _not_now("Only the host gives a seat away, once it has been abandoned a while")
        return [given]
    if seat.kind == "person":
        raise _not_now("Somebody sits there")
    if actor.id != table.made.host:
        raise Refused("host", "Only the host gives seats to bots")
    return _filling(table, message.seat, given)


@_events.register
def _(_message: messages.Close, table: Table, actor: Actor) -> list[AnyEvent]:
    if actor.id != table.made.host:
        raise Refused("host", "Only the host closes the table")
    if table.status == "closed":
        return []  # sent again, because the answer was lost
    if table.status != "open":
        raise _not_now("The game has begun; you can resign")
    return [Closed()]


@_events.register
def _(_message: messages.Rematch, table: Table, actor: Actor) -> list[AnyEvent]:
    """Offer a rematch, or accept it; nothing is left to do for somebody who has done so."""
    seat = _seat(table, actor)
    if table.status != "over":
        raise _not_now(AFTER_THE_GAME)
    if table.rematch is not None:
        return []
    question = table.question("rematch")
    if question is not None:
        return [Answered(each, "rematch", True) for each in sorted(table.to_answer(question, seat))]
    if not table.may_want_rematch(seat):
        raise _not_now("The others do not want a rematch now")
    return [Asked(seat, "rematch")]


@_events.register
def _(message: messages.NameSeat, table: Table, actor: Actor) -> list[AnyEvent]:
    _check_number(table, message.seat)
    seat = table.seats[message.seat]
    if seat.guest != actor.id or not seat.here:
        raise Refused("seat", "You can name only people at your own screen")
    table.budgets.check_aside(message.seat)
    others = [each.name for each in table.seats if each is not seat and each.name]
    name = told_apart(clean_name(message.name), others)
    return [Named(message.seat, actor.id, name)] if name != seat.name else []


@_events.register
def _(message: messages.Chat, table: Table, actor: Actor) -> list[AnyEvent]:
    if actor.id in table.muted:
        raise Refused("muted", "The host has asked you to be quiet")
    table.budgets.check_saying(actor.id, table.belongs_to)
    text = one_line(message.text)
    if not text:
        raise Refused("message", "There is nothing in it that can be seen")
    return [Said(actor.id, name_in_chat(table, actor.id, actor.name), text)]


@_events.register
def _(message: messages.Mute, table: Table, actor: Actor) -> list[AnyEvent]:
    if actor.id != table.made.host:
        raise Refused("host", "Only the host may silence somebody")
    if not table.knows(message.guest) and message.guest not in table.muted:
        raise _not_now("They neither sit at this table nor have said anything here")
    table.budgets.check_muting()
    return [Muted(message.guest, message.muted)]


# --- Renaming and erasing ------------------------------------------------------------------------


def rename(table: Table, guest: Identity) -> Change:
    """Return the change when a guest takes another name."""
    if not table.belongs_to(guest.id):
        raise _not_now("They have left this table")
    return Change([Renamed(guest.id, name_at_seat(table, guest.id, guest.name))])


def forget(table: Table, guest: str) -> Change:
    """Return the change when a guest is erased: they lose their seat."""
    if not table.knows(guest):
        raise _not_now("Nobody knows them here")
    seats, events = table.seats_of(guest), list[AnyEvent]()
    if table.status == "playing":
        staying = sum(seat.out is None for seat in table.seats)
        events += [Resigned(seat) for seat in seats[: staying - 1]]  # then it is over
    if table.status == "open":
        events += [Stood(seat) for seat in seats]
    return Change([*events, Forgotten(guest)])


# --- New games -----------------------------------------------------------------------------------


def new_id() -> str:
    """Return an id for a table that nobody can guess."""
    return secrets.token_urlsafe(12)


def next_id(table: Table) -> str:
    """Return the id of the rematch: always the same one, however many people ask at once.

    Only people who may see this table after the game can compute it.
    """
    assert table.seed is not None
    text = f"after {table.id} {table.seed.salt} {table.seed.seed}"
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:12]).decode()


def start(seats: int, *, random_seats: bool) -> Started:
    """Return the start of a game: a fresh seed, with the seats in order or shuffled."""
    order = list(range(seats))
    if random_seats:
        random.SystemRandom().shuffle(order)
    seed, salt = shuffle.fresh()
    return Started(str(seed), salt, order)


def announce_rematch(table: Table) -> Change:
    """Return the change when the table of the rematch exists, unless it is known."""
    return Change([] if table.rematch else [Rematched(next_id(table))])


def rematch_of(table: Table) -> Made:
    """Return the table of the rematch: the same people, each one seat further.

    The one who offered it is the host. Nobody's choice of moment changes anything in it.
    """
    made, question = table.made, table.question("rematch")
    assert question is not None
    host = table.seats[question.seat].guest
    assert host is not None
    rotated = [table.seats[-1], *table.seats[:-1]]
    here = {seat.guest for seat in table.seats if seat.kind == "person"}
    return Made(
        game=made.game,
        options=made.options,
        seats=[_again(seat, seat.guest in here) for seat in rotated],
        listed=False,
        host=host,
        host_name=next(seat.name for seat in _own_first(table.seats) if seat.guest == host),
        clock=made.clock,
        hints=made.hints,
    )


def _own_first(seats: list[Seat]) -> list[Seat]:
    """Return the seats of people themselves before those of others at their screens."""
    return sorted(seats, key=lambda seat: seat.here)


def _again(seat: Seat, is_here: bool) -> SeatData:
    """Seat people and bots again; reserve the seat of a person who has left it to a bot."""
    if seat.guest is None:
        bot = SeatData("bot", seat.name, level=seat.level)
        return bot if seat.kind == "bot" else SeatData("open")
    kind: values.SeatKind = "person" if is_here else "kept"
    return SeatData(kind, seat.name, seat.guest, here=seat.here)
