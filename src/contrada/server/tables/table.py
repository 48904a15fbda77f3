"""A table, rebuilt from its log: what has happened, and the current state.

Nothing here sends or stores anything; `commands` says what may happen next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import NamedTuple

import msgspec

from contrada import games, shuffle
from contrada.games.contract import Position
from contrada.server.tables import bots
from contrada.server.tables.budgets import Budgets
from contrada.server.tables.clock import Clock
from contrada.server.times import Pause
from contrada.server.wire import snapshots, values
from contrada.server.wire.events import (
    Answered,
    AnyEvent,
    Asked,
    Claimed,
    Closed,
    Ended,
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
    Started,
    Stood,
    Stopped,
    Undone,
    Withdrawn,
)
from contrada.server.wire.snapshots import ChatLine, Declined, Out, Result, Why
from contrada.server.wire.values import NOBODY, Status

STAND_IN = 4  # the level of the bot that takes over in a game of three or more


@dataclass
class Seat:
    """A seat, and who has it."""

    kind: values.SeatKind
    name: str = ""
    guest: str | None = None  # of a bot: whose seat it was, who may take it back
    level: int | None = None
    out: Out | None = None
    here: bool = False  # another person at the guest's screen, with their own name
    until: int | None = None  # how long it is kept for somebody who learns the game
    # When they last did something: programs may play without watching.
    acted: int = field(default=0, compare=False)

    @property
    def is_person(self) -> bool:
        """Whether a person sits here who can answer questions."""
        return self.kind == "person" and self.out is None


@dataclass
class Turn:
    """A turn of the game, finished or not."""

    start: Position
    seat: int
    decisions: list[int] = field(default_factory=list)
    done: bool = False
    reached: list[Position] = field(default_factory=list)  # after each decision


@dataclass
class Question:
    """A question that a player has put to the others."""

    what: values.QuestionKind
    seat: int
    yes: set[int] = field(default_factory=set)


class Change(NamedTuple):
    """A checked change: events, and the positions that their decisions lead to."""

    events: list[AnyEvent]
    positions: tuple[Position, ...] = ()  # one for each decision, each from the one before


class Table:
    """One table and its game."""

    def __init__(
        self,
        table_id: str,
        pauses: Sequence[Pause] = (),
        days_off: Callable[[str], Sequence[Pause]] = lambda _guest: (),
    ) -> None:
        """Start empty; the log fills in the rest."""
        self.id = table_id
        self.seq = 0  # entries of the log so far
        self.ply = 0  # decisions and takings back so far
        self.changed = 0
        self.created = 0
        self.status: Status = "open"
        self.seats: list[Seat] = []
        self.position: Position | None = None
        self.to_move: int | None = None  # the seat that decides next; none before and after
        self.turn_began = 0  # when; taking back a decision of the turn does not begin it anew
        self.turns: list[Turn] = []
        self.clock: Clock | None = None
        self.questions: list[Question] = []
        self.declined: list[Declined] = []  # told to those who asked
        self.chat: list[ChatLine] = []
        self.muted: set[str] = set()
        self.end: Result | None = None
        self.rematch: str | None = None
        self.reopened: snapshots.Reopened | None = None  # why the table is open again
        self.seed: Started | None = None
        self.commitment: str | None = None  # the fingerprint of the shuffle, once there is a seed
        self.forgotten = 0  # how many of those who were here
        self.left: set[str] = set()  # guests who gave their seat back, or lost it, before the start
        self.budgets = Budgets()
        self._pauses, self._days_off = pauses, days_off
        self._reached: Iterator[Position] = iter(())  # by decisions that are checked already
        self.made: Made

    # --- What has happened ---

    def apply(
        self, seq: int, at: int, events: list[AnyEvent], positions: Sequence[Position] = ()
    ) -> None:
        """Apply an entry of the log.

        Decisions are played by the rules, unless the resulting positions are known: those of a
        `Change` that was checked a moment ago.
        """
        self.seq, self._reached = seq, iter(positions)
        if not all(isinstance(event, Forgotten) for event in events):
            self.changed = at  # being erased does not move an old game to the top of lists
        for event in events:
            _handler(type(event))(self, event, at)

    @singledispatchmethod
    def _take_in(self, event: AnyEvent, _at: int) -> None:
        raise TypeError(event)

    @_take_in.register
    def _(self, event: Made, at: int) -> None:
        self.game = games.game(event.game, **event.options)
        # An old log may lack an option, or call its value by a former name.
        self.made = msgspec.structs.replace(event, options=dict(self.game.options))
        self.created = at
        self.seats = [
            Seat(seat.kind, seat.name, seat.guest, seat.level, here=seat.here, acted=at)
            for seat in event.seats
        ]
        self._name_bots()

    @_take_in.register
    def _(self, event: Sat, at: int) -> None:
        if self.status == "open":
            self.budgets.sittings[event.guest] += 1
        seat = self.seats[event.seat]
        name = seat.name if seat.here else event.name
        seat.kind, seat.name, seat.guest, seat.level = "person", name, event.guest, None
        seat.until, seat.acted = None, at

    @_take_in.register
    def _(self, event: Stood, _at: int) -> None:
        self._empty(event.seat)

    @_take_in.register
    def _(self, event: Kept, _at: int) -> None:
        self.budgets.keepings.add(event.guest)
        self.seats[event.seat] = Seat("kept", event.name, event.guest, until=event.until)

    @_take_in.register
    def _(self, event: Freed, _at: int) -> None:
        self._empty(event.seat)

    def _empty(self, number: int) -> None:
        guest = self.seats[number].guest
        self.left |= {guest} if guest else set()
        self.seats[number] = Seat("open")

    @_take_in.register
    def _(self, event: Given, _at: int) -> None:
        if self.status == "open":
            self._empty(event.seat)
        seat = self.seats[event.seat]
        seat.kind, seat.level = "bot", event.level
        self._name_bots()
        self.questions.clear()  # the people asked may not be there to answer

    @_take_in.register
    def _(self, _event: Closed, _at: int) -> None:
        self.status = "closed"
        for number, seat in enumerate(self.seats):
            if seat.guest:  # the table leaves their lists
                self._empty(number)

    @_take_in.register
    def _(self, event: Started, at: int) -> None:
        self.seats = [self.seats[old] for old in event.order]
        self.seed = event
        self.commitment = shuffle.commitment(int(event.seed), event.salt)
        self.status, self.turn_began, self.reopened = "playing", at, None
        self.position = self._dealt(event)
        if self.made.clock:
            self.clock = Clock(
                self.made.clock,
                len(self.seats),
                self._pauses,
                first_move_within=self.made.first_move_within,
                days_off=self._days_off_of,
            )
        self._after_change(at)

    def _days_off_of(self, number: int) -> Sequence[Pause]:
        seat = self.seats[number]
        return self._days_off(seat.guest) if seat.kind == "person" and seat.guest else ()

    def _dealt(self, event: Started) -> Position:
        """Return the first position; logs from before secret shuffles are dealt differently."""
        seats, seed = len(self.seats), int(event.seed)
        if self.game.facts.chance and not event.is_secret:
            return self.game.start_fast(seats, seed)
        return self.game.start(seats, seed)

    @_take_in.register
    def _(self, event: Played, at: int) -> None:
        self.seats[event.seat].acted = at
        if self.clock:  # the time used is counted before the increment of a finished turn
            if self.seats[event.seat].kind == "person":  # a bot's move ends no pause
                self.clock.resume()
            self.clock.start(event.seat, at)
        for decision in event.decisions:
            self._play(event.seat, decision)
        self.ply += len(event.decisions)
        if self.turns[-1].done:
            self.turn_began = at
        self._let_offers_lapse(event.seat)
        self._after_change(at)

    def _play(self, seat: int, decision: int) -> None:
        assert self.position is not None
        before = self.position
        if before.turn_begins or not self.turns:
            self.turns.append(Turn(before, seat))
        after = next(self._reached, None)
        self.position = before.play_one(decision) if after is None else after
        assert self.position.before is before
        turn = self.turns[-1]
        turn.decisions.append(decision)
        turn.reached.append(self.position)
        turn.done = self.position.turn_begins or self.position.is_over
        if turn.done and self.clock:
            self.clock.finish_turn(seat)

    @_take_in.register
    def _(self, event: Reopened, _at: int) -> None:
        who = self.seats[event.seat]
        self.reopened = snapshots.Reopened(event.seat, who.name, who.guest)
        for number in self._screen(event.seat):
            self._empty(number)
        self.status, self.position, self.to_move = "open", None, None
        self.seed = self.commitment = self.clock = None
        self.turns, self.questions = [], []
        self.ply += 1  # what was meant for the game comes too late

    @_take_in.register
    def _(self, event: Resumed, at: int) -> None:
        assert self.clock is not None
        self.budgets.asides[event.seat] += 1
        for seat in self.seats:
            seat.acted = at  # nobody was expected to be here during the pause
        self._resume()
        self.clock.run(self.to_move, at)

    def _resume(self) -> None:
        if self.clock:
            self.clock.resume()

    @_take_in.register
    def _(self, event: Undone, at: int) -> None:
        assert self.position is not None
        self._resume()
        self.budgets.asides[event.seat] += 1
        self._let_offers_lapse(event.seat)
        self.position = self.position.before
        self.turns[-1].decisions.pop()
        self.turns[-1].reached.pop()
        if not self.turns[-1].decisions:
            self.turns.pop()
        self.ply += 1
        self._after_change(at)

    @_take_in.register
    def _(self, event: Asked, at: int) -> None:
        self.budgets.asides[event.seat] += 1
        self.questions.append(Question(event.what, event.seat))
        self._follow(self.questions[-1], at)

    @_take_in.register
    def _(self, event: Answered, at: int) -> None:
        self.budgets.asides[event.seat] += 1
        question = self.question(event.what)
        if question is None:
            return
        if not event.yes:
            self._decline(question, event.seat)
            return
        question.yes.add(event.seat)
        self._follow(question, at)

    def _decline(self, question: Question, by: int) -> None:
        """End a question; in old logs, the one who asked withdraws it this way."""
        self.questions.remove(question)
        if by not in self._screen(question.seat):
            self.declined.append(Declined(question.what, question.seat, by))

    def _let_offers_lapse(self, seat: int) -> None:
        """End the offers that a seat leaves unanswered by playing on.

        A turn can be taken back until the next decision, whoever makes it. Other offers stand
        until somebody who was asked has played a whole turn.
        """
        is_done = bool(self.turns) and self.turns[-1].done
        for question in self.questions[:]:
            if question.what == "takeback" or (is_done and seat in self.asked(question)):
                self._decline(question, seat)
        if is_done:
            self.declined = [each for each in self.declined if each.seat != seat]

    @_take_in.register
    def _(self, event: Withdrawn, _at: int) -> None:
        self.budgets.asides[event.seat] += 1
        question = self.question(event.what)
        if question is not None:
            self.questions.remove(question)

    @_take_in.register
    def _(self, event: Resigned, at: int) -> None:
        self._leave_game(event.seat, "resigned", at)

    @_take_in.register
    def _(self, event: Claimed, at: int) -> None:
        self._leave_game(event.seat, "time", at)

    @_take_in.register
    def _(self, _event: Stopped, at: int) -> None:
        self._break_off("stopped", at)

    @_take_in.register
    def _(self, _event: Ended, at: int) -> None:
        self._break_off("ended", at)

    def _break_off(self, why: Why, at: int) -> None:
        """End the game without a winner."""
        assert self.position is not None
        self._finish(_shared(len(self.seats), self.position.scores(), why), at)

    @_take_in.register
    def _(self, event: Said, at: int) -> None:
        seat = self.seat_of(event.guest)
        self.budgets.said[event.guest] += 1
        self.chat.append(ChatLine(event.guest, event.name, seat, event.text, at))

    @_take_in.register
    def _(self, event: Muted, _at: int) -> None:
        self.budgets.mutings += 1
        (self.muted.add if event.muted else self.muted.discard)(event.guest)

    @_take_in.register
    def _(self, event: Renamed, _at: int) -> None:
        for seat in self.seats:
            if seat.guest == event.guest and not seat.here:
                seat.name = event.name
        if self.made.host == event.guest:
            self.made = msgspec.structs.replace(self.made, host_name=event.name)

    @_take_in.register
    def _(self, event: Named, _at: int) -> None:
        self.budgets.asides[event.seat] += 1
        self.seats[event.seat].name = event.name

    @_take_in.register
    def _(self, event: Forgotten, _at: int) -> None:
        for number, seat in enumerate(self.seats):
            if seat.guest == event.guest and seat.kind == "kept":
                self.seats[number] = Seat("open")
            elif seat.guest == event.guest:
                seat.guest, seat.name = None, "" if seat.kind == "bot" else NOBODY
        if self.reopened and self.reopened.guest == event.guest:
            self.reopened = snapshots.Reopened(self.reopened.seat, NOBODY, None)
        self._name_bots()
        self.questions = [each for each in self.questions if self.seats[each.seat].guest]
        self.chat = [line for line in self.chat if line.guest != event.guest]
        del self.budgets.said[event.guest]
        self.budgets.keepings.discard(event.guest)
        self.muted.discard(event.guest)
        self.forgotten += 1
        if self.made.host == event.guest:
            self._find_host()

    def _find_host(self) -> None:
        """Make someone who sits here the host; a table without people is not listed."""
        heir = next((seat for seat in self.seats if seat.kind == "person" and seat.guest), None)
        self.made = msgspec.structs.replace(
            self.made,
            host=(heir and heir.guest) or "",
            host_name=heir.name if heir else NOBODY,
            listed=self.made.listed and (heir is not None or self.status != "open"),
        )

    @_take_in.register
    def _(self, event: Rematched, _at: int) -> None:
        self.rematch = event.table
        self.questions.clear()
        self.declined.clear()

    def _follow(self, question: Question, at: int) -> None:
        """Do what was asked once everyone asked has agreed; bots always agree.

        A rematch is another table, which is made before this one names it.
        """
        if not self._is_agreed(question) or question.what == "rematch":
            return
        self.questions.clear()
        if question.what == "draw":
            assert self.position is not None
            self._finish(_shared(len(self.seats), self.position.scores(), "draw"), at)
            return
        if question.what == "pause":
            if self.clock:
                self.clock.pause(at)
            return
        self._take_back(question.seat, at)

    def _take_back(self, seat: int, at: int) -> None:
        """Take a seat's latest turn back, and what followed."""
        index = self._latest_turn(seat)
        assert index is not None
        self.position = self.turns[index].start
        del self.turns[index:]
        if self.clock:
            self.clock.resume()
            self.clock.begin_turns_anew(at)
        self.ply, self.turn_began = self.ply + 1, at
        self._after_change(at)

    def asked(self, question: Question) -> set[int]:
        """Return the seats that a question goes to: people at other screens.

        Somebody who resigned has left the game, but may want another.
        """
        if question.what != "rematch":
            return self._others_than(question.seat)
        persons = {
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "person" and seat.guest is not None
        }
        return persons - self._screen(question.seat)

    def _others_than(self, number: int) -> set[int]:
        """Return the seats of people at other screens than a seat's."""
        persons = {
            number
            for number, seat in enumerate(self.seats)
            if seat.is_person and seat.guest is not None
        }
        return persons - self._screen(number)

    def _is_agreed(self, question: Question) -> bool:
        return self.asked(question) <= question.yes

    @property
    def is_rematch_agreed(self) -> bool:
        """Whether everyone wants a rematch, whose table may have yet to be made."""
        question = self.question("rematch")
        return question is not None and self._is_agreed(question)

    def to_answer(self, question: Question, seat: int) -> set[int]:
        """Return the seats at a seat's screen that have yet to answer."""
        return (self.asked(question) - question.yes) & self._screen(seat)

    def _screen(self, number: int) -> set[int]:
        """Return the seats of those who share a screen with a seat, itself included."""
        return {number, *self.seats_of(self.seats[number].guest)}

    def _leave_game(self, number: int, why: Out, at: int) -> None:
        """Let a seat lose; with three or more seats a bot plays on for it."""
        seat = self.seats[number]
        seat.out = why
        self.ply += 1
        self.questions.clear()
        staying = [n for n, other in enumerate(self.seats) if other.out is None]
        assert self.position is not None
        if len(staying) == 1:
            places = tuple(1 if n in staying else 2 for n in range(len(self.seats)))
            results = tuple(1.0 if n in staying else 0.0 for n in range(len(self.seats)))
            self._finish(Result(places, results, self.position.scores(), None, why, number), at)
            return
        seat.kind, seat.level = "bot", STAND_IN
        if self.clock:
            self.clock.resume()
            self.clock.run(None, at)
            self.clock.forgive(number)
            self.clock.start_all()  # the table cannot be opened again without them
        self._after_change(at)

    def _after_change(self, at: int) -> None:
        """Start the right clock, and end the game if it is over."""
        assert self.position is not None
        self.to_move = self.position.to_move
        outcome = self.position.outcome() if self.to_move is None else None
        if outcome:
            gone = [seat.out is not None for seat in self.seats]
            places = _with_last(outcome.places, gone)
            first = places.count(1)
            results = tuple(1 / first if place == 1 else 0.0 for place in places)
            decided = outcome.decided_by if places == outcome.places else None
            self._finish(Result(places, results, outcome.scores, decided, "rules"), at)
        elif self.clock:
            self.clock.run(self.to_move, at)

    def _finish(self, end: Result, at: int) -> None:
        self.end, self.status, self.to_move = end, "over", None
        self.questions.clear()
        self.declined.clear()
        if self.clock:
            self.clock.run(None, at)

    # --- Questions about the table ---

    @property
    def bot_to_move(self) -> Seat | None:
        """The bot that is to decide, if one is."""
        if self.to_move is None or self.seats[self.to_move].kind != "bot":
            return None
        return self.seats[self.to_move]

    @property
    def turn_number(self) -> int:
        """The number of the current turn, or of the last one; 0 before the game."""
        begins = self.status == "playing" and (not self.turns or self.turns[-1].done)
        return len(self.turns) + begins

    @property
    def first_move_by(self) -> int | None:
        """Until when the seat to move has to make its first move, lest the table opens again.

        None if it has made it, or if nobody at another screen waits for it.
        """
        seat = self.to_move
        if self.clock is None or seat is None or not self.seats[seat].is_person:
            return None
        return self.clock.first_move_by() if self._others_than(seat) else None

    @property
    def deadline(self) -> int | None:
        """When something happens by itself: a first move is too late, a seat is kept no longer."""
        kept = [seat.until for seat in self.seats if seat.until is not None]
        return min(kept, default=None) if self.status == "open" else self.first_move_by

    @property
    def mover(self) -> str | None:
        """The guest who is to decide, unless it is a bot."""
        seat = None if self.to_move is None else self.seats[self.to_move]
        return seat.guest if seat and seat.kind == "person" else None

    def seat_of(self, guest: str | None) -> int | None:
        """Return a guest's seat; of several at one screen, the one to move or that moved last."""
        seats = self.seats_of(guest)
        if len(seats) < 2:
            return seats[0] if seats else None
        if self.to_move in seats:
            return self.to_move
        return next((turn.seat for turn in reversed(self.turns) if turn.seat in seats), seats[0])

    def seats_of(self, guest: str | None) -> list[int]:
        """Return all seats that are played at a guest's screen."""
        if guest is None:
            return []
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.guest == guest and seat.kind == "person"
        ]

    def question(self, what: str) -> Question | None:
        """Return a question that is still open."""
        return next((question for question in self.questions if question.what == what), None)

    def may_undo(self, seat: int | None) -> bool:
        """Whether a seat's latest decision belongs to its current turn and has revealed nothing."""
        position = self.position
        return (
            seat is not None
            and position is not None
            and self.to_move == seat
            and not position.turn_begins
            and position.before is not None
            and not position.revealed
        )

    def may_take_back(self, seat: int | None) -> bool:
        """Whether a seat has played a turn that could be taken back."""
        return (
            seat is not None
            and self.status == "playing"
            and (not self.questions or self.question("takeback") is None)
            and self._has_played(seat)
        )

    def may_ask_for_draw(self, seat: int | None) -> bool:
        """Whether a seat may offer a draw: to one other person."""
        return (
            seat is not None
            and self.status == "playing"
            and len(self.seats) == 2
            and (not self.questions or self.question("draw") is None)
            and all(other.is_person for other in self.seats)
            and not self._was_declined("draw", seat)
        )

    def may_ask_for_pause(self, seat: int | None) -> bool:
        """Whether a seat may ask for a pause: if there are clocks to stop."""
        return (
            seat is not None
            and self.clock is not None
            and not self.clock.paused
            and self.question("pause") is None
        )

    def may_want_rematch(self, seat: int | None) -> bool:
        """Whether a seat may offer a rematch, or accept one."""
        return (
            seat is not None
            and self.status == "over"
            and self.rematch is None
            and not self._was_declined("rematch", seat)
        )

    def _was_declined(self, what: str, seat: int) -> bool:
        return bool(self.declined) and any(
            each.what == what and each.seat == seat for each in self.declined
        )

    def may_hint(self, seat: int | None) -> bool:
        """Whether a seat may ask for hints: if they are allowed and all others are bots."""
        return (
            seat is not None
            and self.made.hints
            and self.to_move == seat
            and _are_bots_but(self.seats, seat)
        )

    def knows(self, guest: str) -> bool:
        """Whether a guest sits here, is the host, or has said something."""
        return self.belongs_to(guest) or any(line.guest == guest for line in self.chat)

    def belongs_to(self, guest: str) -> bool:
        """Whether a guest sits here or is the host, so that their name is shown."""
        return guest == self.made.host or any(seat.guest == guest for seat in self.seats)

    def _has_played(self, seat: int) -> bool:
        latest = self.turns[-len(self.seats) :]  # mostly one of them is this seat's
        return any(turn.seat == seat for turn in latest) or self._latest_turn(seat) is not None

    def _latest_turn(self, seat: int) -> int | None:
        screen = self._screen(seat)
        for index in range(len(self.turns) - 1, -1, -1):
            if self.turns[index].seat in screen:
                return index
        return None

    def names(self) -> tuple[str, ...]:
        """Return the names of the seats for a record; bots with their level."""
        return tuple(
            bots.recorded(seat.name, seat.level)
            if seat.kind == "bot" and seat.guest is None
            else seat.name or f"Seat {number + 1}"
            for number, seat in enumerate(self.seats)
        )

    def _name_bots(self) -> None:
        """Give each bot a name of its own; one that plays on for a person keeps theirs."""
        for seat in self.seats:
            if seat.kind == "bot" and not seat.name:
                seat.name = bots.free_name(self.id, [other.name for other in self.seats])


_handler = Table.__dict__["_take_in"].dispatcher.dispatch  # a bound method is slow to make


def _are_bots_but(seats: Sequence[Seat], one: int) -> bool:
    """Whether bots have all other seats, and nobody else can return to one of them."""
    others = [seat for number, seat in enumerate(seats) if number != one]
    return all(seat.kind == "bot" and seat.guest is None for seat in others)


def _shared(seats: int, scores: tuple[int, ...], why: Why) -> Result:
    return Result((1,) * seats, (1 / seats,) * seats, scores, None, why)


def _with_last(places: tuple[int, ...], gone: list[bool]) -> tuple[int, ...]:
    """Rank those who left the game behind all others."""
    rows = list(zip(gone, places, strict=True))
    return tuple(1 + sum(other < row for other in rows) for row in rows)
