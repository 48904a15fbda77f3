"""Rebuilding a table: the effect of each event in the log."""

from __future__ import annotations

import msgspec
import pytest

import contrada
from contrada import shuffle
from contrada.server.tables.commands import check_play
from contrada.server.tables.table import STAND_IN, Seat, _with_last
from contrada.server.tables.views import summary
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
    SeatData,
    Started,
    Stood,
    Stopped,
    Undone,
    Withdrawn,
    read_events,
    write_events,
)
from contrada.server.wire.snapshots import ChatLine, Result
from tests.server.sessions import BEGUN, SALT, Session, message


def kinds(session: Session) -> list[str]:
    return [seat.kind for seat in session.table.seats]


def test_every_event_is_known_and_survives_the_log() -> None:
    events: list[AnyEvent] = [
        Made("urbino", {}, [SeatData("open")], listed=True, host="a", host_name=""),
        Sat(0, "ada", "Ada"),
        Stood(0),
        Kept(0, "ada", "Ada", 5),
        Freed(0),
        Given(0, 4),
        Closed(),
        Started(str(2**128 - 1), SALT, [1, 0]),
        Played(0, [1, 2]),
        Reopened(0),
        Resumed(0),
        Undone(0),
        Asked(0, "draw"),
        Answered(1, "draw", yes=False),
        Withdrawn(0, "draw"),
        Resigned(0),
        Claimed(0, 1),
        Stopped(),
        Ended(),
        Said("ada", "Ada", "“€” \N{CASTLE}"),
        Muted("ada", muted=True),
        Renamed("ada", "Ada L."),
        Named(1, "ada", "Bruno"),
        Forgotten("ada"),
        Rematched("table"),
    ]
    assert {type(event) for event in events} == set(AnyEvent.__args__)
    assert read_events(write_events(events)) == events


def test_an_unknown_event_is_no_event() -> None:
    with pytest.raises(msgspec.ValidationError):
        read_events('[{"kind":"danced"}]')
    with pytest.raises(TypeError):
        Session().table._take_in("danced", 0)


def test_made() -> None:
    session = Session("urbino", "ada open bot3 kept-bruno", seed=None)
    table = session.table
    assert table.seats == [
        Seat("person", "Ada", "ada"),
        Seat("open"),
        Seat("bot", "Alberti", level=3),
        Seat("kept", "Bruno", "bruno"),
    ]
    assert (table.status, table.seq, table.ply, table.created) == ("open", 1, 0, BEGUN)
    assert (table.position, table.to_move, table.commitment) == (None, None, None)
    assert table.names() == ("Ada", "Seat 2", "Alberti (bot 3)", "Bruno")


@pytest.mark.parametrize(
    ("stored", "options"),
    [
        ({}, {"useful_eight": False}),
        ({"useful_eight": False}, {"useful_eight": False}),
        ({"useful_eight": True}, {"useful_eight": "beside"}),
        ({"useful_eight": "instead"}, {"useful_eight": "instead"}),
    ],
)
def test_an_old_log_says_its_options_as_they_are_called_now(
    stored: dict[str, bool | str], options: dict[str, bool | str]
) -> None:
    session = Session("urbe", "ada bruno", seed=None)
    session.add(msgspec.structs.replace(session.table.made, options=stored))
    assert session.table.made.options == {**options, "components": "ours"}
    session.start(7)
    assert session.table.position == contrada.game("urbe", **options).start(2, 7)


def test_sat_and_stood() -> None:
    session = Session(seats="ada open", seed=None)
    session.add(Sat(1, "bruno", "Bruno"))
    assert session.table.seats[1] == Seat("person", "Bruno", "bruno")
    assert session.table.seat_of("bruno") == 1
    session.add(Stood(1))
    assert session.table.seats[1] == Seat("open")
    assert session.table.seat_of("bruno") is None
    assert session.table.seat_of(None) is None


def test_started() -> None:
    session = Session(seats="ada bruno", seed=None)
    session.add(Started("7", SALT, [1, 0]))
    table = session.table
    assert [seat.name for seat in table.seats] == ["Bruno", "Ada"]
    assert (table.status, table.to_move) == ("playing", 0)
    assert table.commitment == shuffle.commitment(7, SALT)
    assert table.position == table.game.start(2, 7)


@pytest.mark.parametrize("game", ["urtown", "urbania", "urbe"])
def test_an_old_log_shows_what_it_always_showed(game: str) -> None:
    """Its seed is a number, and deals as it did before shuffles were secret."""
    (old,) = read_events(f'[{{"kind":"started","seed":7,"salt":"{SALT}","order":[0,1]}}]')
    session = Session(game, seats="ada bruno", seed=None)
    session.add(old)
    table = session.table
    assert table.position == table.game.start_fast(2, 7) != table.game.start(2, 7)
    assert table.commitment == shuffle.commitment(7, SALT)


def test_stopped() -> None:
    session = Session("urtown", seats="ada bruno")
    assert session.table.position is not None
    session.add(Stopped())
    table = session.table
    assert (table.status, table.to_move) == ("over", None)
    assert table.end is not None
    assert (table.end.why, table.end.seat, table.end.decided_by) == ("stopped", None, None)
    assert summary(table).places is None


def test_given_before_and_during_the_game() -> None:
    before = Session(seats="ada kept-bruno", seed=None)
    before.add(Given(1, 2))
    assert before.table.seats[1] == Seat("bot", "Alberti", level=2)
    during = Session()
    during.add(Given(1, 2))
    assert during.table.seats[1] == Seat("bot", "Bruno", "bruno", 2)
    assert during.table.seat_of("bruno") is None
    during.add(Sat(1, "bruno", "Bruno"))
    assert during.table.seats[1] == Seat("person", "Bruno", "bruno")


def test_a_bot_does_not_answer_for_whom_it_stands_in() -> None:
    """Otherwise the host could offer a draw, give away the other's seat and get it."""
    session = Session()
    session.add(Asked(0, "draw"))
    session.add(Given(1, 2))
    assert (session.table.questions, session.table.status) == ([], "playing")


def test_played_decision_by_decision() -> None:
    session = Session()
    for _ in range(3):
        session.play_turn()
    table = session.table
    assert (table.ply, len(table.turns), table.to_move) == (4, 3, 1)
    session.play()
    assert (table.ply, len(table.turns), table.turns[-1].done) == (5, 4, False)
    session.play()
    assert (table.ply, len(table.turns), table.turns[-1].done) == (6, 4, True)
    assert table.position is not None
    assert [turn.decisions for turn in table.turns] == [
        decisions for _, decisions in table.position.turns_played()
    ]


def test_undone() -> None:
    session = Session()
    for _ in range(3):
        session.play_turn()
    table, start = session.table, session.table.position
    session.play()
    session.add(Undone(1))
    assert (table.position, table.ply, len(table.turns), table.to_move) == (start, 6, 3, 1)


@pytest.mark.parametrize("turns", [1, 2, 4, 5])
def test_a_turn_taken_back_brings_back_its_start(turns: int) -> None:
    session = Session()
    for _ in range(turns - 1):
        session.play_turn()
    before, seat = session.table.position, session.table.to_move
    session.play_turn()
    plies = session.table.ply
    session.add(Asked(int(seat or 0), "takeback"))
    assert session.table.questions[0].what == "takeback"
    session.add(Answered(1 - int(seat or 0), "takeback", yes=True))
    table = session.table
    assert (table.position, table.to_move) == (before, seat)
    assert (table.ply, len(table.turns), table.questions) == (plies + 1, turns - 1, [])


def test_a_turn_is_taken_back_with_what_followed_it() -> None:
    session = Session()
    start = session.table.position
    session.play_turn()
    session.play_turn()
    session.add(Asked(0, "takeback"))
    session.add(Answered(1, "takeback", yes=True))
    assert (session.table.position, session.table.turns) == (start, [])


def test_bots_have_nothing_against_taking_back() -> None:
    session = Session(seats="ada bot1")
    start = session.table.position
    session.play_turn()
    session.play_turn()
    session.add(Asked(0, "takeback"))
    assert session.table.position == start
    assert session.table.questions == []


def test_all_who_are_asked_have_to_agree() -> None:
    session = Session("urtown", "ada bruno carla bot1")
    mover = session.table.to_move
    assert mover is not None
    session.play_turn()
    session.add(Asked(mover, "takeback"))
    asked = session.table.asked(session.table.questions[0])
    assert asked == {0, 1, 2} - {mover}
    *first, last = sorted(asked)
    for number in first:
        session.add(Answered(number, "takeback", yes=True))
    assert session.table.questions[0].yes == set(first)
    session.add(Answered(last, "takeback", yes=False))
    assert session.table.questions == []
    assert len(session.table.turns) == 1


def test_a_decision_answers_every_question() -> None:
    session = Session()
    session.play_turn()
    session.add(Asked(0, "takeback"), Asked(0, "draw"))
    session.play()
    assert session.table.questions == []
    session.add(Answered(1, "draw", yes=True))  # too late, and no harm
    assert session.table.status == "playing"


def test_a_draw() -> None:
    session = Session()
    session.add(Asked(1, "draw"), Answered(0, "draw", yes=True))
    end = session.table.end
    assert end is not None
    assert end == Result((1, 1), (0.5, 0.5), (0, 0), None, "draw")
    assert (session.table.status, session.table.to_move) == ("over", None)


@pytest.mark.parametrize("seat", [0, 1])
def test_resigning_with_two_seats_ends_the_game(seat: int) -> None:
    session = Session()
    session.add(Resigned(seat))
    end = session.table.end
    assert end is not None
    assert end.places == ((2, 1) if seat == 0 else (1, 2))
    assert end.results == ((0.0, 1.0) if seat == 0 else (1.0, 0.0))
    assert (end.why, end.seat, session.table.ply) == ("resigned", seat, 1)


def test_with_three_seats_a_bot_plays_on_and_who_resigned_is_last() -> None:
    session = Session("urtown", "ada bruno carla")
    session.add(Resigned(1))
    assert session.table.seats[1] == Seat("bot", "Bruno", "bruno", STAND_IN, "resigned")
    assert session.table.status == "playing"
    while session.table.end is None:
        session.play()
    end, outcome = session.table.end, session.table.position.outcome()  # type: ignore[union-attr]
    assert end is not None
    assert outcome is not None
    assert (end.places[1], end.why, end.results[1]) == (3, "rules", 0.0)
    assert abs(sum(end.results) - 1) < 1e-9
    assert end.scores == outcome.scores


def test_the_last_who_stays_wins() -> None:
    session = Session("urtown", "ada bruno carla")
    session.add(Resigned(1))
    session.add(Resigned(0))
    end = session.table.end
    assert end is not None
    assert (end.places, end.results) == ((2, 2, 1), (0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("places", "gone", "expected"),
    [
        ((1, 2), [False, False], (1, 2)),
        ((1, 2, 3), [True, False, False], (3, 1, 2)),
        ((1, 1, 3), [True, False, False], (3, 1, 2)),
        ((2, 2, 1), [False, False, True], (1, 1, 3)),
        ((1, 2, 3, 4), [True, False, True, False], (3, 1, 4, 2)),
    ],
)
def test_those_who_left_come_last(
    places: tuple[int, ...], gone: list[bool], expected: tuple[int, ...]
) -> None:
    assert _with_last(places, gone) == expected


def test_said_muted_renamed_rematched() -> None:
    session = Session()
    session.add(Said("bruno", "Bruno", "Good luck"), after=5)
    session.add(Said("zeno", "Zeno", "Hello"))
    assert session.table.chat == [
        ChatLine("bruno", "Bruno", 1, "Good luck", BEGUN + 5),
        ChatLine("zeno", "Zeno", None, "Hello", BEGUN + 5),
    ]
    session.add(Muted("zeno", muted=True))
    assert session.table.muted == {"zeno"}
    session.add(Muted("zeno", muted=False), Muted("zeno", muted=False))
    assert session.table.muted == set()
    session.add(Renamed("bruno", "Bruno B."))
    assert (session.table.names(), session.table.made.host_name) == (("Ada", "Bruno B."), "Ada")
    session.add(Renamed("ada", "Ada L."))
    assert session.table.made.host_name == "Ada L."
    session.add(Rematched("next"))
    assert session.table.rematch == "next"
    assert (session.table.ply, session.table.seq) == (0, 9)


def test_a_game_that_the_rules_end() -> None:
    session = Session()
    while session.table.status == "playing":
        session.play()
    table = session.table
    assert table.position is not None
    outcome = table.position.outcome()
    assert outcome is not None
    assert table.end is not None
    assert (table.end.places, table.end.scores) == (outcome.places, outcome.scores)
    assert (table.end.decided_by, table.end.why) == (outcome.decided_by, "rules")
    assert table.to_move is None


# The decisions of a game, and who may undo each: the seat whose turn goes on, if nothing that was
# hidden has come to light.
MAY_UNDO: dict[str, list[tuple[str, int | None]]] = {
    "urbino": [
        ("d4", None),
        ("e9", None),
        ("black", 0),
        ("2b6", None),
        ("e9-h9", 1),
        ("3h8", None),
        ("h9-c9", 0),
        ("1h4", None),
    ],
    "urtown": [  # each turn is one decision, and draws a tile
        ("yellow woman B7", None),
        ("blue H H4", None),
        ("green E E8", None),
    ],
    "urbania": [
        ("draw pool 2 [red 1+$2]", None),  # another card comes into the pool
        ("pool 3 [brown 2+$1]", None),
        ("draw pool 3 [gray 2+$1]", None),
        ("pool 1 [beige 2+$1]", None),
        ("hire School Superintendent from 1", 0),
        ("beige R+$1", 0),
        ("hire CEO from 1", 0),
        ("brown 1+$2", None),
        ("draw project", None),  # a card that only its seat sees
        ("pool 5 [red 1+$2]", None),
        ("hire Doctor from 1", 1),
        ("red 1+$2", None),
        ("renew F4 hospital", 0),
        ("red 3", 0),
        ("draw pool 2 [green 1+$2]", None),
    ],
    "urbe": [
        ("side A Gardener", None),
        ("side A Chamberlain", None),  # then the first market is dealt
        ("mark 6 Salt Barn", None),
        ("mark 9 Glover's Shop", None),
        ("mark 7 Chart Room", None),
        ("mark 5 Lute Maker", None),
        ("meeple 6 Salt Barn", 1),
        ("take Salt Barn by the flags of blue/crown+wheel", 1),
        ("second 8 Net Loft", None),
        ("meeple 9 Glover's Shop", 0),
        ("take Glover's Shop by the guilds of yellow/crown+fox", 0),
        ("second 2 Grain Hall", None),
        ("take Chart Room by the flags of purple+blue/wheel", None),
        ("take Lute Maker by the guilds of blue+green/wheel", 0),
        ("second 3 Forester's Lodge", None),
        ("place Chart Room on C1", 1),
        ("place Net Loft on D1", 1),
        ("place Salt Barn on C2", None),
        ("place Forester's Lodge on C1", 0),
        ("place Glover's Shop on C2", 0),
        ("place Grain Hall on D2", 0),
        ("place Lute Maker on D1", None),  # the same seat goes on, but with a new market
    ],
}


@pytest.mark.parametrize("game", MAY_UNDO)
def test_undo_only_within_the_turn_and_not_past_what_was_revealed(game: str) -> None:
    session = Session(game, seats="ada bruno", seed=None)
    session.add(Started(1, SALT, [0, 1]))  # the turns are written for the deal of an old log
    assert not any(session.table.may_undo(seat) for seat in (None, 0, 1))
    for text, expected in MAY_UNDO[game]:
        here = session.table.position
        assert here is not None
        (decision,) = [each for each in here.legal() if here.decision_text(each) == text]
        session.play(decision)
        found = [seat for seat in (None, 0, 1) if session.table.may_undo(seat)]
        assert found == [seat for seat in [expected] if seat is not None], text


def test_nothing_is_undone_after_the_end() -> None:
    session = Session()
    while session.table.status == "playing":
        session.play()
    assert not any(session.table.may_undo(seat) for seat in (None, 0, 1))


def test_kinds_of_seats_after_all_that() -> None:
    session = Session(seats="ada open", seed=None)
    session.say("bruno", message("sit", session.table, seat=1))
    assert kinds(session) == ["person", "person"]
    assert session.table.status == "playing"


@pytest.mark.parametrize("game", contrada.NAMES)
def test_a_table_that_takes_positions_over_is_the_one_in_its_log(game: str) -> None:
    """Checked decisions come with their positions; the log has only the decisions."""
    session, live = Session(game), Session(game).table
    while session.table.status == "playing" and session.table.ply < 30:
        mover, position = session.table.to_move, session.table.position
        assert mover is not None
        assert position is not None
        change = check_play(live, mover, position.legal()[-1:])
        live.apply(live.seq + 1, session.now, change.events, change.positions)
        session.add(*change.events)
        assert live.position is change.positions[-1]
        assert live.position == session.table.position
        assert [turn.decisions for turn in live.turns] == [t.decisions for t in session.table.turns]
        assert live.may_undo(mover) == session.table.may_undo(mover)


def test_bots_have_names_of_their_own() -> None:
    """Nobody at the table has the same, and a log without names is always read alike."""
    session = Session("urbania", "alberti bot2 bot2 bot2 open", seed=None)
    names = [seat.name for seat in session.table.seats[1:4]]
    assert len({"Alberti", *names}) == 4
    assert [seat.name for seat in session.again().seats[1:4]] == names
    session.add(Given(4, 2))
    assert session.table.seats[4].name not in ("", "Alberti", *names)


def test_a_seat_that_was_kept_for_somebody_who_is_forgotten_is_open() -> None:
    session = Session(seats="ada kept-bruno", seed=None)
    session.add(Forgotten("bruno"))
    assert session.table.seats[1] == Seat("open")


def test_whoever_is_forgotten_asks_for_nothing() -> None:
    session = Session()
    session.add(Resigned(0))
    session.add(Asked(0, "rematch"))
    session.add(Forgotten("ada"))
    assert session.table.questions == []
