"""What each kind of onlooker is shown; deltas lead from one snapshot to the next."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from msgspec import UNSET

import contrada
from contrada.server.tables import views
from contrada.server.tables.commands import announce_rematch
from contrada.server.tables.summaries import read_summary, summary_for
from contrada.server.tables.views import (
    LATEST_CHAT,
    SnapshotCache,
    Viewpoint,
    delta,
    snapshot,
    summary,
)
from contrada.server.wire import clocks, encoding, events
from contrada.server.wire.answers import RematchNews
from contrada.server.wire.guests import Identity
from contrada.server.wire.snapshots import Presence, Seed, SharedSnapshot
from tests.server.knowledge import wired
from tests.server.people import applied, lasting
from tests.server.sessions import BEGUN, SALT, Session, message, random_session

NOBODY_THERE = Presence("table", online=[], abandoned_at=[], watchers=0)
GAMES = [*((name, 2) for name in contrada.NAMES), ("urtown", 5), ("urbe", 4)]


def viewpoints(seats: int) -> list[Viewpoint]:
    """Return every kind of onlooker; Ada, in the first seat, is the host."""
    return [Viewpoint(None), Viewpoint(0, host=True), Viewpoint(seats - 1)]


@pytest.mark.parametrize("afresh_every", [150, pytest.param(50, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_deltas_lead_from_snapshot_to_snapshot(name: str, seats: int, afresh_every: int) -> None:
    """Each viewpoint follows every delta, or several at once; the log is the same.

    Cached results are right: a table rebuilt from the log agrees.
    """
    choose = random.Random(7)
    eyes = viewpoints(seats)
    told: dict[Viewpoint, tuple[int, SharedSnapshot]] = {}
    held: dict[Viewpoint, dict[str, Any]] = {}
    known: SnapshotCache | None = None
    for step, session in enumerate(random_session(name, seats, seed=seats)):
        known = known or SnapshotCache(session.table)
        is_last = session.table.rematch is not None
        is_due = step % afresh_every == afresh_every - 1 or is_last
        afresh = SnapshotCache(session.again()) if is_due else None
        for eye in eyes:
            if eye not in held:
                told[eye] = session.table.seq, known.shared(eye)
                held[eye] = wired(snapshot(session.table, told[eye][1], NOBODY_THERE))
            elif is_last or choose.random() < 0.4:
                since, old = told[eye]
                new = known.shared(eye)
                change = delta(session.table, since, old, new)
                assert (change.since is not UNSET) == (session.table.seq != since + 1)
                told[eye] = session.table.seq, new
                held[eye] = applied(held[eye], wired(change))
            else:
                continue
            whole = wired(snapshot(session.table, told[eye][1], NOBODY_THERE))
            assert lasting(held[eye]) == lasting(whole)
            if afresh:
                assert wired(afresh.shared(eye)) == wired(told[eye][1])
    assert all(table["status"] == "over" for table in held.values())


@pytest.mark.parametrize("every", [100, pytest.param(40, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", contrada.NAMES)
def test_a_snapshot_is_what_the_position_lets_a_seat_see(name: str, every: int) -> None:
    for step, session in enumerate(random_session(name, 2, seed=3)):
        table, position = session.table, session.table.position
        if (step % every and table.status == "playing") or position is None:
            continue
        known = SnapshotCache(table)
        for eye in viewpoints(2):
            shared = known.shared(eye)
            mine = eye.seat is not None and eye.seat == table.to_move
            assert shared.view == position.view(eye.seat)
            assert shared.legal == (position.legal() if mine else None)
            assert shared.then == (position.then() if mine else None)
            assert [line["text"] for line in shared.log] == position.moves_as_seen(eye.seat)
            shown = shared.seed
            over = table.status == "over"
            assert shown is not None
            assert shown.commitment == table.commitment
            assert (shown.seed, shown.salt) == (("1", SALT) if over else (None, None)) or over


def test_the_log_tells_what_happened_though_nobody_looked_meanwhile() -> None:
    """One decision was undone and another made: the log is as long as before, but different."""
    session = Session("urbania")
    known, eye = SnapshotCache(session.table), Viewpoint(None)
    while True:  # until somebody has a choice within a turn that reveals nothing
        here = session.table.position
        assert here is not None
        options = [d for d in here.legal() if not here.play(d).revealed]
        options = [d for d in options if here.play(d).to_move == here.to_move]
        options = [d for d in options if not here.play(d).turn_begins]
        if not here.turn_begins and len(options) > 1:
            break
        session.play()
    first, second, *_ = options
    session.play(first)
    known.shared(eye)
    who = str(session.table.seats[session.table.to_move or 0].guest)
    session.say(who, message("undo", session.table))
    session.play(second)
    assert known.shared(eye) == SnapshotCache(session.again()).shared(eye)


def test_where_nothing_is_hidden_all_look_with_the_same_eyes() -> None:
    session = Session()
    known = SnapshotCache(session.table)
    assert known.shared(Viewpoint(None)).view is known.shared(Viewpoint(1)).view


def test_what_looks_the_same_to_all_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session, encoded = Session(), list[Any]()

    def encode(part: Any) -> Any:
        encoded.append(part)
        return encoding.encoded_once(part)

    monkeypatch.setattr(views, "encoded_once", encode)
    known, eyes = SnapshotCache(session.table), viewpoints(2)
    before = {eye: known.shared(eye) for eye in eyes}
    since = session.table.seq
    session.play()
    differences = views.Differences(session.table, since)
    told = [wired(differences.between(before[eye], known.shared(eye))) for eye in eyes]
    assert len(encoded) == 2  # the view and the log, for three kinds of onlooker
    assert all(each["view"] == told[0]["view"] for each in told)
    assert all(each["log"] == told[0]["log"] for each in told)


def test_what_all_have_in_common_is_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session, compared = Session(), list[Any]()
    changes = views._changes

    def count(names: Any, old: Any, new: Any) -> dict[str, Any]:
        compared.append(names)
        return changes(names, old, new)

    monkeypatch.setattr(views, "_changes", count)
    known, eyes = SnapshotCache(session.table), viewpoints(2)
    before = {eye: known.shared(eye) for eye in eyes}
    since = session.table.seq
    session.play()
    differences = views.Differences(session.table, since)
    told = [differences.between(before[eye], known.shared(eye)).set for eye in eyes]
    assert compared.count(views.COMMON) == 1
    assert compared.count(views.OWN) == len(eyes)
    assert all(each["ply"] == 1 for each in told)
    assert len([each for each in told if each.get("legal")]) == 1  # of the seat to move


def test_fields_that_may_differ_between_viewpoints_are_compared_for_each() -> None:
    known = SnapshotCache(Session().table)
    first, *others = [known.shared(eye) for eye in viewpoints(2)]
    for name in (*views.COMMON, "chat"):
        assert all(getattr(other, name) is getattr(first, name) for other in others), name
    fields = first.__struct_fields__
    assert sorted([*views.COMMON, *views.OWN, *views.TOLD_APART]) == sorted(fields)


def can(session: Session, seat: int | None, *, host: bool = False) -> set[str]:
    return set(SnapshotCache(session.table).shared(Viewpoint(seat, host)).can)


@pytest.mark.parametrize(
    ("seats", "seat", "host", "expected"),
    [
        ("ada open", 0, True, "stand give chat close mute"),
        ("ada open", None, False, "sit keep chat"),
        ("ada open", None, True, "sit keep give chat close mute"),
        ("ada kept-bruno", None, False, "sit chat"),
        ("ada bruno", 0, True, "play draw resign give chat mute"),
        ("ada bruno", 1, False, "draw resign give chat"),
        ("ada bruno", None, False, "chat"),
        ("ada bot1", 0, True, "play resign give chat mute"),
    ],
)
def test_what_one_can_do(seats: str, seat: int | None, host: bool, expected: str) -> None:
    assert can(Session(seats=seats), seat, host=host) == set(expected.split())


def test_what_one_can_do_changes() -> None:
    session = Session(clock=clocks.GameClock(1))
    assert "claim" in can(session, 1)
    assert "claim" not in can(session, 0)
    session.play_turn()
    assert {"takeback", "claim"} <= can(session, 0)
    session.say("ada", message("ask", session.table, what="takeback"))
    assert "takeback" not in can(session, 0) | can(session, 1)
    assert "answer" in can(session, 1)
    assert "answer" not in can(session, 0) | can(session, None)
    session.say("bruno", message("answer", session.table, what="takeback", yes=True))
    for _ in range(3):
        session.play_turn()
    session.play()
    assert "undo" in can(session, 1)
    assert "undo" not in can(session, 0)
    session.say("ada", message("resign", session.table))
    assert can(session, 0, host=True) == {"rematch", "chat", "mute"}
    assert can(session, None) == {"chat"}


def test_one_can_answer_for_ones_screen_and_not_oneself() -> None:
    session = Session("urtown", "carla bruno@ada ada")
    mover = session.play_turn()
    asker, other = ("carla", 1) if mover == 0 else ("ada", 0)
    session.say(asker, message("ask", session.table, what="takeback"))
    screens = {0: {0}, 1: {1, 2}, 2: {1, 2}}
    for seat in range(3):
        assert ("answer" in can(session, seat)) == (seat in screens[other])
    answering = 3 - other if other else 0
    session.add(events.Answered(answering, "takeback", yes=True))  # as older logs have it
    assert all(("answer" in can(session, seat)) == (other == 1 and seat > 0) for seat in range(3))


def test_hands_seed_and_sheet_come_at_the_end() -> None:
    session = Session("urtown")
    shared = SnapshotCache(session.table).shared(Viewpoint(None))
    assert (shared.hands, shared.sheet, shared.result) == (None, None, None)
    assert shared.seed == Seed(str(session.table.commitment), None, None)
    session.say("ada", message("resign", session.table))
    shared = SnapshotCache(session.table).shared(Viewpoint(None))
    position = session.table.position
    assert position is not None
    assert shared.hands == [position.view(0), position.view(1)]
    assert shared.seed == Seed(str(session.table.commitment), SALT, "1")
    assert shared.sheet is not None
    assert shared.result is not None
    assert (len(shared.sheet), shared.result.why) == (2, "resigned")


def points(sheet: list[dict[str, Any]]) -> int:
    return sum(line["points"] for line in sheet)


def nearly_over(game: str, seed: int) -> Session:
    """Let two play randomly until one decision is left."""
    choose = random.Random(seed)
    position, decisions = contrada.game(game).start(2, seed), []
    while not position.is_over:
        decisions.append(choose.choice(position.legal()))
        position = position.play_one(decisions[-1])
    session = Session(game, seed=seed)
    for decision in decisions[:-1]:
        session.play(decision)
    return session


def has_secret_points(player: dict[str, Any]) -> bool:
    """Whether a seat of Urbe has fulfilled a decree, or one of Urbania has submitted a project."""
    projects = player.get("submitted", [])
    return points(player["sheet"]) > player["points"] or any(each["worth"] for each in projects)


@pytest.mark.parametrize("ends", ["resign", "draw"])
@pytest.mark.parametrize(("game", "seed"), [("urbe", 40), ("urbania", 2)])
def test_a_game_that_ends_early_counts_what_all_know(game: str, seed: int, ends: str) -> None:
    """Secrets count when the rules end the game, and this one does not get there."""
    session = nearly_over(game, seed)
    cache = SnapshotCache(session.table)
    before = [wired(cache.shared(Viewpoint(seat)))["view"] for seat in (None, 0, 1)]
    if ends == "resign":
        session.say("ada", message("resign", session.table))
    else:
        session.say("ada", message("ask", session.table, what="draw"))
        session.say("bruno", message("answer", session.table, what="draw", yes=True))
    shared = wired(cache.shared(Viewpoint(None)))
    assert shared["result"]["why"] == ("resigned" if ends == "resign" else "draw")
    scores = list(shared["result"]["scores"])
    assert scores == [points(sheet) for sheet in shared["sheet"]] == shared["view"]["scores"]
    assert summary(session.table).scores is None, "they have not decided the game"
    assert all(view["scores"] == scores for view in before), "the score jumped"
    assert session.again().end == session.table.end
    assert any(has_secret_points(shared["hands"][seat]["players"][seat]) for seat in (0, 1))


def test_a_snapshot_has_the_latest_chat_and_the_time() -> None:
    session = Session(clock=clocks.GameClock(1))
    for number in range(LATEST_CHAT + 5):
        session.add(events.Said("ada", "Ada", str(number)))
    shared = SnapshotCache(session.table).shared(Viewpoint(None))
    shown = snapshot(session.table, shared, NOBODY_THERE)
    assert [line.text for line in shown.chat] == [str(n) for n in range(5, LATEST_CHAT + 5)]
    assert wired(shown)["clock"]["now"] > BEGUN - 10**12
    assert "now" not in wired(shared)["clock"]


def test_a_delta_is_small() -> None:
    session = Session()
    known, eye = SnapshotCache(session.table), Viewpoint(None)
    before = known.shared(eye)
    session.add(events.Said("ada", "Ada", "Hello"))
    change = delta(session.table, session.table.seq - 1, before, known.shared(eye))
    assert set(wired(change)) == {"type", "table", "seq", "set", "chat"}
    assert change.set == {}
    before = known.shared(eye)
    session.play(0)
    change = delta(session.table, session.table.seq - 1, before, known.shared(eye))
    assert set(wired(change)) == {"type", "table", "seq", "set", "view", "log_from", "log"}
    assert set(change.set) == {"ply", "to_move"}
    assert (change.log_from, len(wired(change)["log"])) == (0, 1)


# --- Summaries -----------------------------------------------------------------------------------


def test_a_summary_as_the_protocol_shows_it() -> None:
    session = Session(seats="ada open", seed=None, listed=True)
    assert wired(summary_for(summary(session.table), Identity("ada", "Ada"), ())) == {
        "id": "table",
        "game": "urbino",
        "options": {"monuments": False},
        "status": "open",
        "listed": True,
        "hints": False,
        "host": "Ada",
        "clock": None,
        "created": BEGUN,
        "changed": BEGUN,
        "seats": [
            {"kind": "person", "name": "Ada", "level": None},
            {"kind": "open", "name": "", "level": None},
        ],
        "you": 0,
        "to_move": None,
        "turn": 0,
        "began": None,
        "until": None,
        "places": None,
        "scores": None,
        "rematch": None,
    }


def test_a_summary_says_until_when_one_may_think_whatever_was_paused_since() -> None:
    day = 24 * 3_600_000
    session = Session(clock=clocks.TurnClock(24))
    stored = summary(session.table)
    assert (stored.began, session.table.to_move) == (BEGUN, 0)
    found = [
        summary_for(stored, None, pauses).until
        for pauses in ([], [(BEGUN - 5, BEGUN)], [(BEGUN + 10, BEGUN + 1010)])
    ]
    assert found == [BEGUN + day, BEGUN + day, BEGUN + day + 1000]
    session.say("ada", message("resign", session.table))
    over = summary_for(summary(session.table), None, [])
    assert (over.began, over.until) == (None, None)


@pytest.mark.parametrize(
    ("guest", "you"),
    [(None, None), (Identity("zeno", "Zeno"), None), (Identity("bruno", "Bruno"), 1)],
)
def test_a_summary_says_where_one_sits_and_not_who_the_others_are(
    guest: Identity | None, you: int | None
) -> None:
    session = Session(clock=clocks.TurnClock(24))
    session.say("ada", message("resign", session.table))
    stored = read_summary(encoding.encode(summary(session.table)))
    found = wired(summary_for(stored, guest, ()))
    assert found["you"] == you
    assert '"guest"' not in json.dumps(found)
    assert found["clock"] == {"kind": "turn", "hours": 24}
    # Points of a game that somebody gave up say nothing about who has won.
    assert (found["status"], found["places"], found["scores"]) == ("over", [2, 1], None)


def test_a_summary_of_another_version() -> None:
    stored = wired(summary(Session(hints=True).table))
    assert read_summary(json.dumps({**stored, "more": "than this version knows"})).hints
    del stored["hints"]
    assert not read_summary(json.dumps(stored)).hints


def test_a_summary_tells_what_was_said_about_a_rematch() -> None:
    session = Session()
    session.say("ada", message("resign", session.table))
    found = [summary(session.table).rematch]
    for who, kind, more in (
        ("bruno", "rematch", {}),
        ("ada", "answer", {"what": "rematch", "yes": False}),
        ("ada", "rematch", {}),
        ("bruno", "rematch", {}),
    ):
        session.say(who, message(kind, session.table, **more))
        found.append(summary(session.table).rematch)
    session.add(*announce_rematch(session.table).events)
    found.append(summary(session.table).rematch)
    assert found == [
        None,
        RematchNews([1], [], None),
        RematchNews([], [1], None),
        RematchNews([0], [1], None),
        RematchNews([0, 1], [1], None),
        RematchNews([], [], session.table.rematch),
    ]
    assert read_summary(encoding.encode(summary(session.table))).rematch == found[-1]


@pytest.mark.parametrize("name", contrada.NAMES)
def test_a_summary_tells_no_score_before_the_end(name: str) -> None:
    for step, session in enumerate(random_session(name, 2, seed=5)):
        found = summary(session.table)
        over = session.table.status == "over"
        assert (found.places is not None) == over
        assert found.scores is None or over
        if step > 30:
            break


def test_common_lines() -> None:
    assert views._common([], [1]) == 0
    assert views._common([1, 2], [1, 2, 3]) == 2
    assert views._common([1, 2, 3], [1, 4, 3]) == 1
    assert views._common([1, 2], [1]) == 1
