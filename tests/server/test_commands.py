"""What may happen at a table: for each message, what follows or why it is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import contrada
from contrada import shuffle
from contrada.server.tables import budgets, commands, setup
from contrada.server.tables.commands import (
    KEPT_FOR,
    Actor,
    announce_rematch,
    decide,
    new_id,
    rematch_of,
    start,
)
from contrada.server.tables.table import Question
from contrada.server.wire import messages
from contrada.server.wire.clocks import GameClock
from contrada.server.wire.events import (
    Answered,
    AnyEvent,
    Asked,
    Claimed,
    Closed,
    Forgotten,
    Given,
    Kept,
    Muted,
    Named,
    Played,
    Renamed,
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
from contrada.server.wire.refusals import Refused
from contrada.server.wire.requests import NewTable, SeatWish
from contrada.server.wire.snapshots import Declined
from tests.contract import checks
from tests.server.knowledge import wired
from tests.server.sessions import BEGUN, Session, message

# --- States by name ------------------------------------------------------------------------------


def waiting() -> Session:
    """Ada waits for another player."""
    return Session(seats="ada open", seed=None)


def waiting_with_bruno() -> Session:
    """Ada and Bruno wait for a third player."""
    return Session("urtown", "ada bruno open", seed=None)


def kept() -> Session:
    """A rematch, with a seat reserved for Bruno."""
    return Session(seats="ada kept-bruno", seed=None)


def begun() -> Session:
    """Ada has to place the first architect."""
    return Session()


def mid_turn() -> Session:
    """Bruno has repositioned an architect and has to build."""
    session = Session()
    for _ in range(3):
        session.play_turn()
    session.play()
    return session


def with_bot() -> Session:
    """Ada plays against a bot."""
    return Session(seats="ada bot1")


def after_a_turn() -> Session:
    """Ada has placed an architect."""
    session = Session()
    session.play_turn()
    return session


def asked_for_takeback() -> Session:
    """Ada has asked to take back a turn."""
    session = after_a_turn()
    session.say("ada", message("ask", session.table, what="takeback"))
    return session


def asked_for_draw() -> Session:
    """Ada offers a draw."""
    session = begun()
    session.say("ada", message("ask", session.table, what="draw"))
    return session


def out_of_time() -> Session:
    """Ada has run out of time."""
    session = Session(clock=GameClock(1))
    session.now += 60_000
    return session


def paused() -> Session:
    """Ada and Bruno have agreed to a pause."""
    session = Session(clock=GameClock(1))
    session.say("ada", message("ask", session.table, what="pause"))
    session.say("bruno", message("answer", session.table, what="pause", yes=True))
    return session


def left_and_out_of_time() -> Session:
    """A bot plays on for somebody who has run out of time."""
    session = Session("urtown", "ada bruno carla", clock=GameClock(1))
    mover = session.table.to_move
    assert mover is not None
    other = next(seat for n, seat in enumerate(session.table.seats) if n != mover)
    session.say(str(other.guest), message("claim", session.table), after=60_000)
    return session


def abandoned() -> Session:
    """Bruno has been away for a long time."""
    session = begun()
    session.abandoned = {1}
    return session


def given_away() -> Session:
    """A bot has Bruno's seat."""
    session = abandoned()
    session.say("ada", message("give", session.table, seat=1, level=1))
    return session


def over() -> Session:
    """Ada has resigned."""
    session = begun()
    session.say("ada", message("resign", session.table))
    return session


def rematched() -> Session:
    """There is a rematch."""
    session = over()
    for who in ("ada", "bruno"):
        session.say(who, message("rematch", session.table))
    session.add(*announce_rematch(session.table).events)
    return session


def muted() -> Session:
    """Bruno is muted."""
    session = begun()
    session.say("ada", message("mute", session.table, guest="bruno", muted=True))
    return session


def silent_and_gone() -> Session:
    """Bruno was muted and has stood up."""
    session = waiting_with_bruno()
    session.say("ada", message("mute", session.table, guest="bruno", muted=True))
    session.say("bruno", message("stand", session.table))
    return session


def closed() -> Session:
    """Ada has closed the table, though Bruno had sat down."""
    session = waiting_with_bruno()
    session.say("ada", message("close", session.table))
    return session


def ada_is_silent() -> Session:
    """The host can be muted too."""
    session = Session(host="zeno")
    session.say("zeno", message("mute", session.table, guest="ada", muted=True))
    return session


State = Callable[[], Session]

# --- What is followed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "who", "kind", "fields", "events"),
    [
        (begun, "ada", "play", {"decisions": [0]}, [Played(0, [0])]),
        (mid_turn, "bruno", "undo", {}, [Undone(1)]),
        (after_a_turn, "ada", "ask", {"what": "takeback"}, [Asked(0, "takeback")]),
        (begun, "bruno", "ask", {"what": "draw"}, [Asked(1, "draw")]),
        (
            asked_for_takeback,
            "bruno",
            "answer",
            {"what": "takeback", "yes": True},
            [Answered(1, "takeback", yes=True)],
        ),
        (
            asked_for_takeback,
            "ada",
            "withdraw",
            {"what": "takeback"},
            [Withdrawn(0, "takeback")],
        ),
        (
            asked_for_draw,
            "bruno",
            "answer",
            {"what": "draw", "yes": False},
            [Answered(1, "draw", yes=False)],
        ),
        (begun, "bruno", "resign", {}, [Resigned(1)]),
        (out_of_time, "bruno", "claim", {}, [Claimed(0, 1)]),
        (out_of_time, "bruno", "ask", {"what": "pause"}, [Asked(1, "pause")]),
        (paused, "bruno", "resume", {}, [Resumed(1)]),
        (waiting_with_bruno, "bruno", "stand", {}, [Stood(1)]),
        (waiting, "zeno", "keep", {"seat": 1}, [Kept(1, "zeno", "Zeno", BEGUN + KEPT_FOR)]),
        (waiting_with_bruno, "ada", "close", {}, [Closed()]),
        (given_away, "bruno", "sit", {"seat": 1}, [Sat(1, "bruno", "Bruno")]),
        (abandoned, "ada", "give", {"seat": 1, "level": 8}, [Given(1, 8)]),
        (
            begun,
            "zeno",
            "chat",
            {"text": " a\n\tb\x1b[31m "},
            [Said("zeno", "Zeno", "a b [31m")],
        ),
        (
            begun,
            "ada",
            "mute",
            {"guest": "bruno", "muted": True},
            [Muted("bruno", muted=True)],
        ),
        (
            silent_and_gone,
            "ada",
            "mute",
            {"guest": "bruno", "muted": False},
            [Muted("bruno", muted=False)],
        ),
        (over, "bruno", "chat", {"text": "Thanks"}, [Said("bruno", "Bruno", "Thanks")]),
    ],
)
def test_followed(
    state: State, who: str, kind: str, fields: dict[str, Any], events: list[AnyEvent]
) -> None:
    session = state()
    assert session.say(who, message(kind, session.table, **fields)) == events


@pytest.mark.parametrize(
    ("state", "who", "kind", "fields", "first"),
    [
        (waiting, "bruno", "sit", {"seat": 1}, Sat(1, "bruno", "Bruno")),
        (kept, "bruno", "sit", {"seat": 1}, Sat(1, "bruno", "Bruno")),
        (waiting, "ada", "give", {"seat": 1, "level": 3}, Given(1, 3)),
        (kept, "ada", "give", {"seat": 1, "level": 3}, Given(1, 3)),
    ],
)
def test_the_last_seat_starts_the_game(
    state: State, who: str, kind: str, fields: dict[str, Any], first: AnyEvent
) -> None:
    session = state()
    filled, started = session.say(who, message(kind, session.table, **fields))
    assert filled == first
    assert isinstance(started, Started)
    assert started.order == [0, 1]
    assert session.table.status == "playing"


def test_a_seat_that_is_not_the_last_starts_nothing() -> None:
    session = Session("urtown", "ada open open", seed=None)
    assert session.say("bruno", message("sit", session.table, seat=2)) == [Sat(2, "bruno", "Bruno")]
    assert session.table.status == "open"


@pytest.mark.parametrize(
    ("state", "who", "seat"),
    [
        (waiting, "ada", 0),
        (waiting_with_bruno, "bruno", 1),
        (begun, "bruno", 1),
        (over, "bruno", 1),
    ],
)
def test_who_sits_there_already_is_done(state: State, who: str, seat: int) -> None:
    """The answer to the first `sit` was lost, so it is sent again."""
    session = state()
    session.table.budgets.sittings[who] = budgets.SITTINGS
    assert session.say(who, message("sit", session.table, seat=seat)) == []


def test_who_sits_elsewhere_since_the_seats_were_shuffled_is_done() -> None:
    for _ in range(20):
        session = Session(seats="ada open", seed=None, random_seats=True)
        for _ in range(2):
            session.say("bruno", message("sit", session.table, seat=1))
        with pytest.raises(Refused, match="That seat is taken"):
            session.say("zeno", message("sit", session.table, seat=1))


def test_a_rematch_has_a_name_of_its_own() -> None:
    session = over()
    for who, event in (("bruno", Asked(1, "rematch")), ("ada", Answered(0, "rematch", yes=True))):
        assert not session.table.is_rematch_agreed
        assert session.say(who, message("rematch", session.table)) == [event]
    assert session.table.is_rematch_agreed
    session.add(*announce_rematch(session.table).events)
    assert session.table.rematch not in (None, session.table.id)
    assert (session.table.questions, announce_rematch(session.table).events) == ([], [])
    for who in ("ada", "bruno"):  # sent again, because the answer was lost
        assert session.say(who, message("rematch", session.table)) == []


@pytest.mark.parametrize("seats", ["ada bot1", "ada bruno@ada"])
def test_a_rematch_needs_nobody_elses_consent_if_nobody_else_plays(seats: str) -> None:
    session = Session(seats=seats)
    session.say("ada", message("resign", session.table))
    session.say("ada", message("rematch", session.table))
    assert session.table.is_rematch_agreed


def test_a_rematch_that_is_declined_is_told_and_can_be_offered_by_the_other() -> None:
    session = over()
    session.say("bruno", message("rematch", session.table))
    session.say("ada", message("answer", session.table, what="rematch", yes=False))
    assert session.table.declined == [Declined("rematch", 1, 0)]
    with pytest.raises(Refused, match="do not want a rematch"):
        session.say("bruno", message("rematch", session.table))
    assert session.say("ada", message("rematch", session.table)) == [Asked(0, "rematch")]


def test_a_rematch_can_be_withdrawn_until_everyone_has_agreed() -> None:
    session = over()
    session.say("bruno", message("rematch", session.table))
    session.say("bruno", message("withdraw", session.table, what="rematch"))
    assert (session.table.questions, session.table.declined) == ([], [])
    for who in ("bruno", "ada"):
        session.say(who, message("rematch", session.table))
    with pytest.raises(Refused, match="Everyone has agreed"):
        session.say("bruno", message("withdraw", session.table, what="rematch"))


def test_a_declined_draw_is_told_until_the_one_who_offered_has_played_a_turn() -> None:
    session = begun()
    session.say("ada", message("ask", session.table, what="draw"))
    session.say("bruno", message("answer", session.table, what="draw", yes=False))
    assert session.table.declined == [Declined("draw", 0, 1)]
    with pytest.raises(Refused, match="play a turn first"):
        session.say("ada", message("ask", session.table, what="draw"))
    session.play_turn()
    assert session.table.declined == []
    session.say("ada", message("ask", session.table, what="draw"))
    session.play_turn()  # Bruno plays on instead of answering
    assert (session.table.questions, session.table.declined) == ([], [Declined("draw", 0, 1)])


def test_an_offer_stands_while_the_one_who_made_it_plays() -> None:
    session = begun()
    session.say("ada", message("ask", session.table, what="draw"))
    session.play_turn()
    assert [each.what for each in session.table.questions] == ["draw"]
    session.say("bruno", message("answer", session.table, what="draw", yes=True))
    assert session.table.status == "over"


def test_people_at_a_screen_are_named() -> None:
    session = Session(seats="ada bruno@ada")
    assert session.say("ada", message("name", session.table, seat=1, name=" Dino ")) == [
        Named(1, "ada", "Dino")
    ]
    assert [seat.name for seat in session.table.seats] == ["Ada", "Dino"]
    session.say("ada", message("name", session.table, seat=1, name="ADA"))
    assert session.table.seats[1].name == "ADA (2)"


# --- What is refused -----------------------------------------------------------------------------

NOT_BEGUN = "The game has not begun yet"
OVER = "The game is over"
SEATED = "Only those who sit at the table may do that"
AT_PLY: list[tuple[str, dict[str, Any]]] = [
    ("play", {"decisions": [0]}),
    ("undo", {}),
    ("ask", {"what": "draw"}),
    ("answer", {"what": "draw", "yes": True}),
    ("withdraw", {"what": "draw"}),
    ("resign", {}),
    ("claim", {}),
]


@pytest.mark.parametrize(("kind", "fields"), AT_PLY, ids=str)
@pytest.mark.parametrize(
    ("state", "who", "later", "reason", "sentence"),
    [
        (waiting, "ada", 0, "now", NOT_BEGUN),
        (over, "bruno", 0, "now", OVER),
        (begun, "zeno", 0, "seat", SEATED),
        (given_away, "bruno", 0, "seat", SEATED),
        (begun, "bruno", 1, "stale", "Something else has happened at the table meanwhile"),
        (after_a_turn, "bruno", -1, "stale", "Something else has happened at the table meanwhile"),
    ],
)
def test_messages_for_one_moment(
    kind: str,
    fields: dict[str, Any],
    state: State,
    who: str,
    later: int,
    reason: str,
    sentence: str,
) -> None:
    session = state()
    ply = session.table.ply + later
    with pytest.raises(Refused) as wrong:
        session.say(who, message(kind, session.table, ply=ply, **fields))
    assert (wrong.value.reason, wrong.value.sentence) == (reason, sentence)


DRAW, TAKEBACK, REMATCH = {"what": "draw"}, {"what": "takeback"}, {"what": "rematch"}
NOT_ASKED_BY_YOU = "Only the one who asked can withdraw that"
NOT_BESIDE = "You can name only people at your own screen"
NO_TURN = "There is no turn of yours to take back, or it has been asked already"
NO_DRAW = (
    "A draw can be offered once at a time, by one of two persons to the other; "
    "if it is declined, play a turn first"
)
NO_UNDO = "Nothing of this turn can be taken back: what was revealed stays known"
NO_NUMBER = "Seats here are 0 to 1"
ABANDONED = "Only the host gives a seat away, once it has been abandoned a while"


@pytest.mark.parametrize(
    ("state", "who", "kind", "fields", "reason", "sentence"),
    [
        (begun, "bruno", "play", {"decisions": [0]}, "turn", "It is not your turn"),
        (
            begun,
            "ada",
            "play",
            {"decisions": [0, 1]},
            "turn",
            "Your turn ends before the last of these decisions",
        ),
        (
            begun,
            "ada",
            "play",
            {"decisions": [2**20]},
            "message",
            "a decision of Urbino is a number from 0 to 489, not 1048576",
        ),
        (begun, "ada", "undo", {}, "now", NO_UNDO),
        (after_a_turn, "ada", "undo", {}, "now", NO_UNDO),
        (mid_turn, "ada", "undo", {}, "now", NO_UNDO),
        (begun, "ada", "ask", TAKEBACK, "now", NO_TURN),
        (after_a_turn, "bruno", "ask", TAKEBACK, "now", NO_TURN),
        (asked_for_takeback, "ada", "ask", TAKEBACK, "now", NO_TURN),
        (asked_for_draw, "bruno", "ask", DRAW, "now", NO_DRAW),
        (with_bot, "ada", "ask", DRAW, "now", NO_DRAW),
        (begun, "ada", "answer", {**DRAW, "yes": True}, "now", "Nobody has asked that"),
        (
            asked_for_draw,
            "bruno",
            "answer",
            {**TAKEBACK, "yes": True},
            "now",
            "Nobody has asked that",
        ),
        (
            asked_for_draw,
            "ada",
            "answer",
            {**DRAW, "yes": True},
            "now",
            "Nobody has asked you that",
        ),
        (begun, "bruno", "claim", {}, "now", "There is time left on the clock"),
        (out_of_time, "ada", "claim", {}, "now", "It is your own clock that has run out"),
        (waiting, "zeno", "sit", {"seat": 2}, "message", NO_NUMBER),
        (waiting, "zeno", "sit", {"seat": 0}, "now", "That seat is taken"),
        (waiting, "ada", "sit", {"seat": 1}, "now", "You have a seat at this table already"),
        (kept, "zeno", "sit", {"seat": 1}, "now", "That seat is taken"),
        (begun, "zeno", "sit", {"seat": 1}, "now", "That seat is taken"),
        (given_away, "zeno", "sit", {"seat": 1}, "now", "That seat is taken"),
        (with_bot, "zeno", "sit", {"seat": 1}, "now", "That seat is taken"),
        (over, "zeno", "sit", {"seat": 1}, "now", "That seat is taken"),
        (waiting, "zeno", "stand", {}, "seat", SEATED),
        (waiting, "ada", "keep", {"seat": 1}, "now", "You have a seat at this table already"),
        (kept, "zeno", "keep", {"seat": 1}, "now", "That seat is taken"),
        (waiting, "zeno", "close", {}, "host", "Only the host closes the table"),
        (begun, "ada", "close", {}, "now", "The game has begun; you can resign"),
        (closed, "zeno", "sit", {"seat": 1}, "now", "The host has closed this table"),
        (closed, "ada", "give", {"seat": 1, "level": 1}, "now", "The host has closed this table"),
        (closed, "ada", "resign", {}, "now", "The host has closed this table"),
        (
            begun,
            "ada",
            "stand",
            {},
            "now",
            "The game has begun; you can resign, or let the others wait",
        ),
        (waiting, "ada", "give", {"seat": 2, "level": 1}, "message", NO_NUMBER),
        (
            waiting,
            "zeno",
            "give",
            {"seat": 1, "level": 1},
            "host",
            "Only the host gives seats to bots",
        ),
        (waiting, "ada", "give", {"seat": 0, "level": 1}, "now", "Somebody sits there"),
        (with_bot, "ada", "give", {"seat": 1, "level": 1}, "now", "That seat needs no bot"),
        (over, "ada", "give", {"seat": 1, "level": 1}, "now", "That seat needs no bot"),
        (begun, "ada", "give", {"seat": 1, "level": 1}, "now", ABANDONED),
        (begun, "ada", "rematch", {}, "now", "A rematch comes after the game"),
        (waiting, "ada", "rematch", {}, "now", "A rematch comes after the game"),
        (over, "zeno", "rematch", {}, "seat", SEATED),
        (rematched, "bruno", "withdraw", REMATCH, "now", "Nobody has asked that"),
        (begun, "bruno", "withdraw", REMATCH, "now", "A rematch comes after the game"),
        (
            asked_for_draw,
            "bruno",
            "withdraw",
            DRAW,
            "now",
            "Only the one who asked can withdraw that",
        ),
        (begun, "ada", "name", {"seat": 1, "name": "X"}, "seat", NOT_BESIDE),
        (begun, "ada", "name", {"seat": 0, "name": "X"}, "seat", NOT_BESIDE),
        (waiting, "ada", "name", {"seat": 2, "name": "X"}, "message", NO_NUMBER),
        (
            begun,
            "ada",
            "ask",
            {"what": "pause"},
            "now",
            "There is no clock to pause, or it has been asked already",
        ),
        (begun, "ada", "resume", {}, "now", "There is no pause to end"),
        (muted, "bruno", "chat", {"text": "But"}, "muted", "The host has asked you to be quiet"),
        (
            ada_is_silent,
            "ada",
            "chat",
            {"text": "But"},
            "muted",
            "The host has asked you to be quiet",
        ),
        (
            begun,
            "ada",
            "chat",
            {"text": " \u200b\x00\n"},
            "message",
            "There is nothing in it that can be seen",
        ),
        (
            begun,
            "bruno",
            "mute",
            {"guest": "ada", "muted": True},
            "host",
            "Only the host may silence somebody",
        ),
        (
            begun,
            "ada",
            "mute",
            {"guest": "x", "muted": True},
            "now",
            "They neither sit at this table nor have said anything here",
        ),
    ],
)
def test_refused(
    state: State, who: str, kind: str, fields: dict[str, Any], reason: str, sentence: str
) -> None:
    session = state()
    entries = len(session.log)
    with pytest.raises(Refused) as wrong:
        session.say(who, message(kind, session.table, **fields))
    assert (wrong.value.reason, wrong.value.sentence) == (reason, sentence)
    assert len(session.log) == entries


def test_every_message_is_followed_somewhere_and_refused_somewhere() -> None:
    tags = Counter(kind.__struct_config__.tag for kind in messages.TableCommand.__args__)
    for test in (test_followed, test_refused, test_the_last_seat_starts_the_game):
        for mark in test.pytestmark:
            tags.update(row[2] for row in mark.args[1])
    tags.update(["rematch", "resign"])  # test_a_rematch_has_a_name_of_its_own, AT_PLY
    assert min(tags.values()) >= 3, tags


def test_a_bots_clock_does_not_count_once_somebody_left() -> None:
    session = left_and_out_of_time()
    claimer = next(seat for seat in session.table.seats if seat.kind == "person")
    with pytest.raises(Refused, match="its clock does not count"):
        session.say(str(claimer.guest), message("claim", session.table))


def test_the_rules_refuse_with_rule_squares_and_decision() -> None:
    session = begun()
    session.play(0)
    with pytest.raises(Refused) as wrong:
        session.say("bruno", message("play", session.table, decisions=[0]))
    position = session.table.position
    assert position is not None
    why = position.why_not(0)
    assert why is not None
    assert wired(wrong.value.answer(7, "table")) == {
        "type": "refused",
        "id": 7,
        "table": "table",
        "reason": "rule",
        "sentence": why.sentence,
        "rule": why.rule,
        "case": why.case,
        "values": why.values,
        "squares": list(why.squares),
        "decision": 0,
    }


def test_all_decisions_or_none() -> None:
    """The second of two is refused, so the first is not played either."""
    session = Session()
    for _ in range(3):
        session.play_turn()
    position = session.table.position
    assert position is not None
    first = position.legal()[0]
    after = position.play_one(first)
    second = next(d for d in range(session.table.game.facts.decisions) if after.why_not(d))
    with pytest.raises(Refused) as wrong:
        session.say("bruno", message("play", session.table, decisions=[first, second]))
    assert wrong.value.answer(None).decision == second
    assert session.table.position is position


@pytest.mark.parametrize(
    "game", [name for name in contrada.NAMES if contrada.game(name).facts.hidden]
)
def test_nobody_tries_out_what_a_decision_would_reveal(game: str) -> None:
    """Otherwise players could see what they would draw, and then change their mind."""
    facts = contrada.game(game).facts
    tried = 0
    for seed in range(3):
        session = Session(game, seed=seed)
        for position in checks.random_game(session.table.game, 2, seed)[1:]:
            before, decision = position.before, position.decision
            assert before is not None
            assert decision is not None
            if position.revealed and position.to_move == before.to_move and tried < 20:
                tried += 1
                for further in range(facts.decisions):
                    with pytest.raises(Refused) as wrong:
                        commands.check_play(session.table, before.to_move or 0, [decision, further])
                    assert wrong.value.reason == "now", "the answer depends on what is revealed"
            session.play(decision)
    assert tried or facts.longest_turn == 1


# --- Budgets -------------------------------------------------------------------------------------


def test_a_stranger_who_comes_and_goes_keeps_nobody_from_the_table() -> None:
    """Sitting and standing once filled the log until nobody could do anything."""
    session = Session("urtown", "ada open open", seed=None)

    def come_and_go() -> None:
        for _ in range(19_999):
            session.say("zeno", message("sit", session.table, seat=1))
            session.say("zeno", message("stand", session.table))

    with pytest.raises(Refused) as wrong:
        come_and_go()
    assert wrong.value.reason == "limit"
    assert session.table.seq < 100
    session.say("ada", message("chat", session.table, text="Who is this?"))
    session.say("ada", message("mute", session.table, guest="ada", muted=False))
    session.say("bruno", message("sit", session.table, seat=1))
    session.say("ada", message("give", session.table, seat=2, level=1))
    assert session.table.status == "playing"


def test_a_table_with_a_very_long_log_can_still_be_joined() -> None:
    for kind, who, fields in (
        ("sit", "bruno", {"seat": 1}),
        ("give", "ada", {"seat": 1, "level": 1}),
        ("chat", "bruno", {"text": "May I?"}),
        ("stand", "ada", {}),
    ):
        session = Session("urtown", "ada open open", seed=None)
        session.table.seq = 1_000_000
        session.say(who, message(kind, session.table, **fields))


def test_nobody_takes_back_for_ever_and_everybody_plays_on() -> None:
    session = mid_turn()
    seat = session.table.seat_of("bruno")
    assert seat is not None
    session.table.budgets.asides[seat] = budgets.ASIDES
    for kind, fields in AT_PLY:
        if kind in ("undo", "ask", "answer"):
            with pytest.raises(Refused) as wrong:
                session.say("bruno", message(kind, session.table, **fields))
            assert wrong.value.reason == "limit"
    while session.table.status == "playing":
        mover = session.table.seats[session.table.to_move or 0].guest
        assert session.table.position is not None
        decision = session.table.position.legal()[0]
        session.say(str(mover), message("play", session.table, decisions=[decision]))
    assert session.table.end is not None
    assert session.table.end.why == "rules"


def test_whoever_takes_back_for_ever_does_so_alone() -> None:
    session = mid_turn()
    bruno = session.table.seat_of("bruno")
    assert bruno is not None
    session.table.budgets.asides[1 - bruno] = budgets.ASIDES
    session.say("bruno", message("undo", session.table))
    assert session.table.budgets.asides[bruno] == 1


def test_each_has_said_enough_at_some_point() -> None:
    session = begun()
    for who, most in (
        ("zeno", budgets.SAID_BY_ONLOOKER),
        ("ada", budgets.SAID),
        ("bruno", budgets.SAID),
    ):
        for _ in range(most):
            session.say(who, message("chat", session.table, text="And"))
        with pytest.raises(Refused) as wrong:
            session.say(who, message("chat", session.table, text="And"))
        assert wrong.value.reason == "limit"
    session.say("yara", message("chat", session.table, text="Hello"))


def test_onlookers_leave_the_players_something_to_say() -> None:
    session = begun()
    for number in range(budgets.SAID_BY_ONLOOKERS):
        who = f"zeno{number % 25}"
        session.say(who, message("chat", session.table, text="And"))
    with pytest.raises(Refused) as wrong:
        session.say("yara", message("chat", session.table, text="And"))
    assert wrong.value.reason == "limit"
    for who in ("ada", "bruno"):
        session.say(who, message("chat", session.table, text="Well"))
    session.add(Forgotten("zeno1"))  # with all that they said
    session.say("yara", message("chat", session.table, text="And"))


def test_a_host_does_not_mute_for_ever() -> None:
    session = begun()

    def mute_and_unmute() -> None:
        for number in range(19_999):
            session.say("ada", message("mute", session.table, guest="bruno", muted=number % 2 == 0))

    with pytest.raises(Refused) as wrong:
        mute_and_unmute()
    assert wrong.value.reason == "limit"


# --- Several at one screen -----------------------------------------------------------------------


def beside_carla() -> Session:
    """Ada and Bruno at one screen, and Carla, who played the latest turn."""
    session = Session("urtown", "carla bruno@ada ada")
    while session.play_turn() != 0:
        pass
    return session


def test_those_at_one_screen_answer_together() -> None:
    session = beside_carla()
    before = len(session.table.turns)
    session.say("carla", message("ask", session.table, what="takeback"))
    answer = message("answer", session.table, what="takeback", yes=True)
    assert session.say("ada", answer) == [
        Answered(1, "takeback", yes=True),
        Answered(2, "takeback", yes=True),
    ]
    assert (session.table.questions, len(session.table.turns)) == ([], before - 1)


def test_one_no_of_those_at_one_screen_is_enough() -> None:
    session = beside_carla()
    before = len(session.table.turns)
    session.say("carla", message("ask", session.table, what="takeback"))
    session.say("ada", message("answer", session.table, what="takeback", yes=False))
    assert (session.table.questions, len(session.table.turns)) == ([], before)


@pytest.mark.parametrize("first", [1, 2])
def test_whoever_has_two_seats_takes_both_back_from_bots(first: int) -> None:
    session = beside_carla()
    session.abandoned = {1, 2}
    for seat in (1, 2):
        session.say("carla", message("give", session.table, seat=seat, level=1))
    for seat in (first, 3 - first):
        session.say("ada", message("sit", session.table, seat=seat))
    assert session.table.names() == ("Carla", "Bruno", "Ada")
    assert session.table.seats_of("ada") == [1, 2]
    assert session.say("ada", message("sit", session.table, seat=first)) == []


# --- Other names ---------------------------------------------------------------------------------


def test_another_name_is_for_those_whose_name_is_shown() -> None:
    session = waiting_with_bruno()
    bruno, zeno = Identity("bruno", "Bruno B."), Identity("zeno", "Zeno Z.")
    renamed = [Renamed("bruno", "Bruno B.")]
    assert commands.rename(session.table, bruno).events == renamed
    session.say("bruno", message("stand", session.table))
    session.say("ada", message("stand", session.table))
    for who in (bruno, zeno):
        with pytest.raises(Refused):
            commands.rename(session.table, who)
    assert commands.rename(session.table, Identity("ada", "Ada L."))  # she is the host


def named(session: Session) -> list[str]:
    return [seat.name for seat in session.table.seats]


def say_as(session: Session, who: str, name: str, kind: str, **fields: Any) -> None:
    """Let somebody do something under any name."""
    session.add(
        *decide(session.table, Actor(who, name), message(kind, session.table, **fields)).events
    )


@pytest.mark.parametrize("name", ["Ada", "ada", "Аdа", "ΑDΑ"])
def test_nobody_passes_for_somebody_else_at_the_table(name: str) -> None:
    """Whoever comes later is told apart, and kept from nothing."""
    session = Session("urtown", "ada open open", seed=None)
    say_as(session, "zeno", name, "sit", seat=1)
    assert named(session) == ["Ada", f"{name} (2)", ""]
    say_as(session, "zeno", name, "chat", text="It is me")
    say_as(session, "yara", name, "chat", text="No, me")
    say_as(session, "ada", "Ada", "chat", text="Me")
    assert [line.name for line in session.table.chat] == [f"{name} (2)", f"{name} (3)", "Ada"]
    say_as(session, "yara", name, "sit", seat=2)
    assert named(session) == ["Ada", f"{name} (2)", f"{name} (3)"]
    session.add(*commands.rename(session.table, Identity("zeno", "Zeno")).events)
    session.add(*commands.rename(session.table, Identity("ada", "Zeno")).events)
    assert named(session) == ["Zeno (2)", "Zeno", f"{name} (3)"]
    session.add(*commands.rename(session.table, Identity("ada", "Ada")).events)
    assert named(session) == ["Ada", "Zeno", f"{name} (3)"]


def test_a_host_who_does_not_sit_there_has_a_name_too() -> None:
    session = Session("urbino", "open open", seed=None)
    say_as(session, "zeno", "Ada", "sit", seat=0)
    assert named(session) == ["Ada (2)", ""]


def test_people_at_one_screen_are_told_apart() -> None:
    here = [SeatWish("here", name="ada"), SeatWish("here", name="Ada"), SeatWish("here", name="Bo")]
    wanted = NewTable(game="urtown", seats=[*here, SeatWish("me")])
    found = setup.made(wanted, Identity("ada", "Ada"))
    assert [seat.name for seat in found.seats] == ["ada (2)", "Ada (3)", "Bo", "Ada"]


def test_the_name_of_the_forgotten_is_nobodys() -> None:
    session = Session("urtown", "ada bruno open", seed=None)
    session.add(Forgotten("bruno"))
    say_as(session, "zeno", "Zeno", "sit", seat=2)
    assert named(session)[2] == "Zeno"


# --- Beginnings ----------------------------------------------------------------------------------


def test_names_of_tables_cannot_be_guessed() -> None:
    names = {new_id() for _ in range(1000)}
    assert len(names) == 1000
    assert all(re.fullmatch("[A-Za-z0-9_-]{16}", name) for name in names)  # 96 bits


def test_a_start_is_fresh_and_in_order_unless_asked_otherwise() -> None:
    starts = [start(4, random_seats=False) for _ in range(50)]
    assert {tuple(each.order) for each in starts} == {(0, 1, 2, 3)}
    assert len({each.seed for each in starts}) == len({each.salt for each in starts}) == 50
    assert all(shuffle.commitment(int(each.seed), each.salt) for each in starts)
    orders = {tuple(start(3, random_seats=True).order) for _ in range(300)}
    assert len(orders) == 6


def test_random_seats_are_shuffled_when_the_last_sits_down() -> None:
    seen = set()
    for _ in range(40):
        session = Session(seats="ada open", seed=None, random_seats=True)
        session.say("bruno", message("sit", session.table, seat=1))
        seen.add(tuple(seat.guest for seat in session.table.seats))
    assert seen == {("ada", "bruno"), ("bruno", "ada")}


def test_a_rematch_rotates_the_seats_and_keeps_them() -> None:
    session = Session("urtown", "ada bruno bot2 carla", clock=GameClock(5), listed=True)
    session.abandoned = {3}
    session.say("ada", message("give", session.table, seat=3, level=5))
    session.say("ada", message("resign", session.table))
    session.table.questions.append(Question("rematch", 1))
    made = rematch_of(session.table)
    assert made.seats == [
        SeatData("kept", "Carla", "carla"),  # a bot stood in for her
        SeatData("kept", "Ada", "ada"),  # for her too
        SeatData("person", "Bruno", "bruno"),
        SeatData("bot", session.table.seats[2].name, level=2),
    ]
    assert made.seats[-1].name
    assert (made.game, made.options) == ("urtown", dict(session.table.game.options))
    assert (made.clock, made.listed, made.host) == (GameClock(5), False, "bruno")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada", "Ada"),
        ("  Ada \n Lovelace\t", "Ada Lovelace"),
        ("a\x00b\x1b[2Jc\x7f", "a b [2Jc"),
        ("\u202eevil\u2066", "evil"),
        ("\u200b", ""),
        ("Città Ü ж 市 \N{CASTLE}", "Città Ü ж 市 \N{CASTLE}"),
        ("<script>", "<script>"),
    ],
)
def test_one_line(text: str, expected: str) -> None:
    assert one_line(text) == expected


def test_deciding_leaves_the_table_alone() -> None:
    session = mid_turn()
    before = session.table.position, session.table.ply, list(session.table.turns)
    decide(session.table, Actor("bruno", "Bruno"), message("undo", session.table))
    assert (session.table.position, session.table.ply, session.table.turns) == (*before,)
