"""First moves start clocks, and a table without one is open again; players can agree to a pause."""

from __future__ import annotations

import pytest

from contrada.server.tables.clock import MINUTE
from contrada.server.tables.commands import lapse
from contrada.server.tables.views import clock_of
from contrada.server.wire.clocks import ClockSetting, GameClock, TurnClock
from contrada.server.wire.events import Forgotten, Given, Reopened, Resigned
from contrada.server.wire.refusals import Refused
from tests.server.conftest import Pair
from tests.server.people import Company, until_clock_runs
from tests.server.serving import InThread, Time
from tests.server.sessions import BEGUN, Session, message
from tests.server.stored import check_told, log_of, rebuilt

anyio = pytest.mark.anyio
TEN = GameClock(10, 5)
OVER_THE_WIRE = {"kind": "game", "minutes": 10, "increment": 5}


def begun(seats: str = "ada bruno", game: str = "urbino", clock: ClockSetting = TEN) -> Session:
    return Session(game, seats, clock=clock, first_move_within=MINUTE)


def left(session: Session) -> list[int]:
    """Return the seconds each seat has left now."""
    clock = session.table.clock
    assert clock is not None
    return [clock.left_at(seat, session.now) // 1000 for seat in range(len(clock.left))]


def due(session: Session) -> bool:
    """Whether the table would be opened again now, as it is and as its log has it."""
    found = {bool(lapse(each, session.now).events) for each in (session.table, session.again())}
    assert len(found) == 1
    return found.pop()


# --- Clocks --------------------------------------------------------------------------------------


def test_a_clock_starts_with_the_first_move_of_its_seat() -> None:
    session = begun()
    session.play_turn(after=20_000)
    assert left(session) == [605, 600]  # the increment comes as always
    session.play_turn(after=30_000)
    assert left(session) == [605, 605]
    while session.table.to_move != 0:
        session.play_turn()
    before = left(session)
    session.now += 10_000
    assert left(session) == [before[0] - 10, before[1]]
    assert session.table.first_move_by is None


def test_the_first_decision_counts_not_the_whole_turn() -> None:
    """Otherwise somebody could begin a turn and never end it."""
    session = begun(game="urbania")
    while session.table.turns == [] or session.table.turns[-1].done:
        session.play()
    seat = session.table.turns[-1].seat
    assert session.table.clock is not None
    assert session.table.clock.running == seat


def test_older_tables_keep_their_clocks() -> None:
    """Their logs say nothing of first moves: every clock runs from the start."""
    session = Session(clock=TEN)
    assert "first_move_within" not in session.log[0][2]
    session.now += 2 * MINUTE
    assert left(session) == [480, 600]
    assert not due(session)


@pytest.mark.parametrize(
    ("session", "expected"),
    [
        (begun(), True),
        (begun("ada bruno carla", "urtown"), True),
        (begun("ada bot1"), False),  # nobody waits
        (begun("ada bruno@ada"), False),  # nor here
        (begun("bot1 ada"), False),
        (Session(), False),  # no clock
        (Session(clock=TurnClock(1)), False),
    ],
    ids=["two", "three", "bot", "screen", "bot first", "none", "turn"],
)
def test_who_has_a_minute(session: Session, expected: bool) -> None:
    session.now += MINUTE - 1
    assert not due(session)
    session.now += 1
    assert due(session) is expected


def test_against_bots_the_clock_waits_without_end() -> None:
    session = begun("ada bot1")
    session.now += 60 * MINUTE
    assert left(session) == [600, 600]


def test_a_pause_of_the_server_does_not_count() -> None:
    """What decision 0026 promises holds for the minute too."""
    pauses = ((BEGUN + 1000, BEGUN + 1000 + MINUTE),)
    session = Session(clock=TEN, first_move_within=MINUTE, pauses=pauses)
    assert session.table.first_move_by == BEGUN + 2 * MINUTE


def test_once_somebody_has_resigned_all_clocks_run() -> None:
    session = begun("ada bruno carla", "urtown")
    mover = session.table.to_move
    assert mover is not None
    session.add(Resigned((mover + 1) % 3))
    session.now += 2 * MINUTE
    assert not due(session)
    assert left(session)[mover] == 480


# --- The table is open again ---------------------------------------------------------------------


def reopened(seats: str = "ada bruno carla", game: str = "urtown") -> Session:
    """Everyone but the last has moved."""
    session = begun(seats, game)
    while session.table.to_move != len(session.table.seats) - 1:
        session.play_turn()
    change = lapse(session.table, session.now + MINUTE)
    session.add(*change.events, after=MINUTE)
    return session


def test_the_others_keep_their_seats_and_nobody_loses() -> None:
    session = reopened()
    table = session.table
    assert table.status == "open"
    assert [seat.kind for seat in table.seats] == ["person", "person", "open"]
    assert table.reopened is not None
    assert (table.reopened.seat, table.reopened.name) == (2, "Carla")
    assert (table.position, table.to_move, table.clock, table.turns) == (None, None, None, [])
    assert table.end is None
    assert "carla" in table.left
    again = session.again()
    assert (again.status, again.seats, again.reopened) == (
        table.status,
        table.seats,
        table.reopened,
    )


def test_whoever_sits_down_begins_another_game() -> None:
    session = reopened()
    ply = session.table.ply
    session.say("dora", message("sit", session.table, seat=2))
    table = session.table
    assert (table.status, table.to_move, table.reopened) == ("playing", 0, None)
    assert clock_of(table).first_move_by == session.now + MINUTE  # type: ignore[union-attr]
    assert table.ply == ply
    with pytest.raises(Refused, match="meanwhile"):  # meant for the game before
        session.say("ada", message("play", table, ply=0, decisions=[0]))


def test_one_who_did_not_come_may_come_again() -> None:
    session = reopened()
    session.say("carla", message("sit", session.table, seat=2))
    assert session.table.status == "playing"


def test_a_bot_that_stands_in_is_not_turned_out() -> None:
    session = begun()
    session.add(Given(0, 3))
    session.now += 2 * MINUTE
    assert not due(session)


def test_an_erased_guest_is_not_named() -> None:
    session = reopened()
    session.add(Forgotten("carla"))
    assert session.table.reopened is not None
    assert (session.table.reopened.name, session.table.reopened.guest) == ("—", None)


def test_the_event_frees_everyone_at_that_screen() -> None:
    session = begun("ada bruno@ada carla", "urtown")
    session.add(Reopened(0))
    assert [seat.kind for seat in session.table.seats] == ["open", "open", "person"]


@anyio
async def test_a_table_is_open_again_for_everyone(
    server: InThread, company: Company, time: Time
) -> None:
    table, (ada, bruno) = await company.table(clock=OVER_THE_WIRE, listed=True)
    await ada.play(table, 40)
    await bruno.sees(table, lambda t: t["ply"] == 1)
    time.pass_by(MINUTE)
    theirs = await ada.sees(table, lambda t: t["status"] == "open")
    assert theirs["you"] == 0
    assert theirs["reopened"] == {"seat": 1, "name": "Bruno", "guest": bruno.id}
    assert (theirs["view"], theirs["log"], theirs["to_move"]) == (None, [], None)
    gone = await bruno.sees(table, lambda t: t["status"] == "open")
    assert gone["you"] is None
    assert "sit" in gone["can"]
    lobby = (await ada.get("/api/tables"))["open"]
    assert table in [each["id"] for each in lobby]
    await bruno.do("sit", table=table, seat=1)
    again = await ada.sees(table, lambda t: t["status"] == "playing")
    assert again["legal"]
    assert again["reopened"] is None
    check_told(server.settings.database, table, ada, bruno)


@anyio
async def test_two_processes_open_a_table_once(pair: Pair, time: Time) -> None:
    first, second = pair
    async with Company(first) as company:
        ada, bruno = await company.person("Ada", first), await company.person("Bruno", second)
        table = await ada.make("urbino", "me open", clock=OVER_THE_WIRE)
        for each in (ada, bruno):
            await each.watch(table)
        await bruno.do("sit", table=table, seat=1)
        for each in (ada, bruno):
            await each.sees(table, lambda t: t["status"] == "playing")
        time.pass_by(MINUTE)
        for each in (ada, bruno):
            await each.sees(table, lambda t: t["status"] == "open")
        told = [events for _, _, events in log_of(first.settings.database, table)]
        assert sum("reopened" in events for events in told) == 1


@anyio
async def test_a_first_move_in_the_last_moment_counts(few: Company, time: Time) -> None:
    table, (ada, bruno) = await few.table(clock=OVER_THE_WIRE)
    time.pass_by(MINUTE - 20_000)
    await ada.play(table, 40)
    state = await bruno.sees(table, lambda t: t["ply"] == 1)
    assert state["clock"]["first_move_by"] == state["clock"]["at"] + MINUTE
    assert state["status"] == "playing"


# --- Pauses by agreement -------------------------------------------------------------------------


def asked(session: Session) -> Session:
    """Ada and Bruno have moved, and Ada asks for a pause."""
    for _ in range(4):
        session.play_turn()
    session.say("ada", message("ask", session.table, what="pause"))
    return session


def paused(session: Session | None = None) -> Session:
    found = asked(session or begun())
    found.say("bruno", message("answer", found.table, what="pause", yes=True))
    return found


def test_a_pause_stops_both_clocks() -> None:
    session = paused()
    before = left(session)
    assert clock_of(session.table).paused  # type: ignore[union-attr]
    session.now += 60 * MINUTE
    assert left(session) == before
    with pytest.raises(Refused):
        session.say("ada", message("claim", session.table))


def test_asking_alone_stops_nothing() -> None:
    session = asked(begun())
    mover = session.table.to_move
    assert mover is not None
    before = left(session)[mover]
    session.now += 10_000
    assert left(session)[mover] == before - 10
    session.say("bruno", message("answer", session.table, what="pause", yes=False))
    assert not session.table.questions


@pytest.mark.parametrize("who", ["ada", "bruno"])
def test_either_lets_the_clocks_run_again(who: str) -> None:
    session = paused()
    mover, before = session.table.to_move, left(session)
    session.say(who, message("resume", session.table), after=30 * MINUTE)
    session.now += 10_000
    assert mover is not None
    assert left(session)[mover] == before[mover] - 10
    assert left(session)[1 - mover] == before[1 - mover]
    with pytest.raises(Refused, match="no pause"):
        session.say(who, message("resume", session.table))


def test_a_move_ends_the_pause() -> None:
    session = paused()
    mover, before = session.table.to_move, left(session)
    assert mover is not None
    session.play_turn(after=30 * MINUTE)
    assert left(session)[mover] == before[mover] + 5
    session.now += 10_000
    assert left(session)[1 - mover] == before[1 - mover] - 10


def test_a_pause_survives_the_log() -> None:
    session = paused()
    again = session.again()
    assert clock_of(again) == clock_of(session.table)
    session.say("ada", message("resume", session.table), after=5000)
    assert clock_of(session.again()) == clock_of(session.table)


def test_against_bots_a_pause_begins_at_once_and_they_do_not_end_it() -> None:
    session = begun("ada bot1")
    for _ in range(4):
        session.play_turn()
    while session.table.to_move != 1:
        session.play_turn()
    session.say("ada", message("ask", session.table, what="pause"))
    assert clock_of(session.table).paused  # type: ignore[union-attr]
    before = left(session)
    while session.table.to_move == 1:
        session.play_turn(after=MINUTE)
    assert clock_of(session.table).paused  # type: ignore[union-attr]
    assert left(session)[0] == before[0]


def test_without_a_clock_there_is_nothing_to_pause() -> None:
    session = Session()
    with pytest.raises(Refused, match="no clock"):
        session.say("ada", message("ask", session.table, what="pause"))


def test_during_a_pause_no_first_move_is_awaited() -> None:
    session = begun()
    session.say("ada", message("ask", session.table, what="pause"))
    session.say("bruno", message("answer", session.table, what="pause", yes=True))
    session.now += 5 * MINUTE
    assert not due(session)


@anyio
async def test_a_pause_over_the_wire(on_sqlite: InThread, few: Company, time: Time) -> None:
    """Nobody's seat is given away meanwhile, and everyone is told when it ends."""
    table, (ada, bruno) = await few.table(clock=OVER_THE_WIRE)
    await until_clock_runs(table, [ada, bruno])
    assert "pause" in ada.tables[table]["can"]
    await ada.at_ply("ask", table, what="pause")
    await bruno.sees(table, lambda t: t["asks"])
    await bruno.at_ply("answer", table, what="pause", yes=True)
    state = await ada.sees(table, lambda t: t["clock"]["paused"])
    assert state["clock"]["running"] is None
    assert "resume" in state["can"]
    await bruno.disconnect()
    await ada.sees(table, lambda t: t["online"] == [True, False])
    time.pass_by(60 * MINUTE)
    assert (await ada.refused("give", table=table, seat=1, level=1))["reason"] == "now"
    await ada.at_ply("resume", table)
    after = await ada.sees(table, lambda t: not t["clock"]["paused"])
    assert after["clock"]["running"] == 1
    assert after["clock"]["left"] == state["clock"]["left"]
    assert (await ada.refused("give", table=table, seat=1, level=1))["reason"] == "now"
    found = rebuilt(on_sqlite.settings.database, table).clock
    assert found is not None
    assert found.left == after["clock"]["left"]
