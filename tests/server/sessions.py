"""Tables without a server: described in words, and changed like the registry, without storing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from contrada import games
from contrada.server.tables.commands import Actor, announce_rematch, decide
from contrada.server.tables.table import Table
from contrada.server.times import Pause
from contrada.server.wire import clocks, messages
from contrada.server.wire.events import (
    AnyEvent,
    Made,
    Muted,
    Played,
    Renamed,
    SeatData,
    Started,
    read_events,
    write_events,
)
from contrada.server.wire.messages import TableCommand

BEGUN = 1_800_000_000_000  # milliseconds; some day in 2027
SALT = "00112233445566778899aabbccddeeff"


def seat(word: str) -> SeatData:
    """Read a seat: open, bot4, kept-ada, or the name of a person, which is also their id.

    bruno@ada is somebody called Bruno at Ada's screen.
    """
    if word == "open":
        return SeatData("open")
    if word.startswith("bot"):
        return SeatData("bot", level=int(word[3:]))
    if word.startswith("kept-"):
        return SeatData("kept", word[5:].title(), word[5:])
    name, _, screen = word.partition("@")
    return SeatData("person", name.title(), screen or name, here=bool(screen))


class Session:
    """A table and its time."""

    def __init__(
        self,
        game: str = "urbino",
        seats: str = "ada bruno",
        *,
        seed: int | None = 1,
        pauses: tuple[Pause, ...] = (),
        **more: Any,
    ) -> None:
        self.now = BEGUN
        self.table = Table("table", pauses)
        self.log: list[tuple[int, int, str]] = []
        self.abandoned: set[int] = set()
        found = [seat(word) for word in seats.split()]
        options = dict(games.game(game).options)
        made = {"host": "ada", "host_name": "Ada", "listed": False, **more}
        self.add(Made(game=game, options=options, seats=found, **made))
        if seed is not None and not any(each.kind in ("open", "kept") for each in found):
            self.start(seed)

    def start(self, seed: int = 1) -> None:
        self.add(Started(str(seed), SALT, list(range(len(self.table.seats)))))

    def add(self, *events: AnyEvent, after: int = 0) -> None:
        """Add events some milliseconds later, through the log as it is stored."""
        self.now += after
        text = write_events(list(events))
        self.log.append((self.table.seq + 1, self.now, text))
        self.table.apply(self.table.seq + 1, self.now, read_events(text))

    def say(self, who: str, message: TableCommand, after: int = 0) -> list[AnyEvent]:
        """Send a message that must be accepted, or raise `Refused`."""
        self.now += after
        actor = Actor(who, who.title(), self.now, lambda number: number in self.abandoned)
        events = decide(self.table, actor, message).events
        self.add(*events)
        return events

    def play(self, *decisions: int, after: int = 0) -> None:
        """Let the seat to move make decisions; by default the first legal one."""
        assert self.table.to_move is not None
        assert self.table.position is not None
        chosen = list(decisions) or self.table.position.legal()[:1]
        self.add(Played(self.table.to_move, chosen), after=after)

    def play_turn(self, after: int = 0) -> int:
        """Let the seat to move play a turn of first legal decisions; return the seat."""
        seat, turns = self.table.to_move, len(self.table.turns)
        assert seat is not None
        begun = turns
        while self.table.status == "playing":
            self.play(after=after)
            after = 0
            if len(self.table.turns) > begun and self.table.turns[-1].done:
                break
        return seat

    def again(self) -> Table:
        """Return the table rebuilt from its log."""
        table = Table("table")
        for seq, at, events in self.log:
            table.apply(seq, at, read_events(events))
        return table


def message(type: str, table: Table, **fields: Any) -> TableCommand:
    """Make a message about a table at its current ply."""
    kinds: dict[str, Callable[..., TableCommand]] = {
        kind.__struct_config__.tag: kind for kind in messages.TableCommand.__args__
    }
    kind = kinds[type]
    if issubclass(kind, messages.AtPly):  # type: ignore[arg-type]
        fields = {"ply": table.ply, **fields}
    return kind(table=table.id, **fields)


def random_session(game: str, seats: int, seed: int) -> Iterator[Session]:
    """Play a whole random game, with undo, takeback, chat and so on; yield after each entry."""
    choose = random.Random(seed)
    names = ["ada", "bruno", "carla", "dino", "elio"][: seats - 1]
    clock = choose.choice([None, clocks.GameClock(1, 5), clocks.TurnClock(1)])
    session = Session(game, " ".join([*names, "open"]), clock=clock)
    yield session
    session.say("zeno", message("sit", session.table, seat=seats - 1))
    yield session
    while session.table.status == "playing":
        session.now += choose.randrange(2000)
        _do_something(session, choose)
        yield session
    session.say("ada", message("chat", session.table, text="Well played"))
    yield session
    for who in dict.fromkeys(seat.guest for seat in session.table.seats if seat.kind == "person"):
        session.say(str(who), message("rematch", session.table))
        yield session
    session.add(*announce_rematch(session.table).events)
    yield session


def _do_something(session: Session, choose: random.Random) -> None:
    table = session.table
    mover = table.to_move
    assert mover is not None
    assert table.position is not None
    who = table.seats[mover].guest
    asked = table.questions[0] if table.questions else None
    roll = choose.random()
    if asked and table.asked(asked) - asked.yes:
        number = min(table.asked(asked) - asked.yes)
        yes = choose.random() < (0.8 if asked.what == "takeback" else 0.0)
        reply = message("answer", table, what=asked.what, yes=yes)
        session.say(str(table.seats[number].guest), reply)
    elif roll < 0.1 and table.may_undo(mover):
        session.say(str(who), message("undo", table))
    elif roll < 0.12 and table.may_take_back(mover):
        session.say(str(who), message("ask", table, what="takeback"))
    elif roll < 0.13 and table.may_ask_for_draw(mover):
        session.say(str(who), message("ask", table, what="draw"))
    elif roll < 0.16:
        session.say("zeno", message("chat", table, text=f"At {session.now}"))
    elif roll < 0.17:
        session.add(Renamed("ada", choose.choice(["Ada", "Ada L."])))
    elif roll < 0.18:
        muted = choose.random() < 0.5
        session.add(Muted("someone", muted))
    else:
        session.play(choose.choice(table.position.legal()))
