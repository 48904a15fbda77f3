"""What must be true in every position of every game; a check raises AssertionError if not.

The checks take any `Game`, so broken toy games can show that they fail.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from numba.core.runtime import _nrt_python, rtsys

from contrada import games
from contrada.games.contract import Game, Position, every_choice
from contrada.games.preview import Preview
from tests.contract import evaluation, texts

SOME = 6  # decisions of a position


Setting = tuple[str, dict[str, bool | str], int]


def every_setting() -> list[Setting]:
    """Return every registered game with every combination of options and every seat count."""
    settings = []
    for name in games.NAMES:
        facts = games.definition(name).facts
        for options in every_choice(facts):
            fewest, most = facts.seats
            settings += [(name, options, seats) for seats in range(fewest, most + 1)]
    return settings


def some_settings() -> list[Setting]:
    """Return every seat count with the default options, and every option with the fewest seats."""
    return [setting for setting in every_setting() if _is_chosen(*setting)]


def _is_chosen(name: str, options: dict[str, bool | str], seats: int) -> bool:
    facts = games.definition(name).facts
    usual = {option.name: option.default for option in facts.options}
    return seats == facts.seats[0] or options == usual


def in_words(setting: Setting) -> str:
    name, options, seats = setting
    return "-".join([name, str(seats), *(f"{key}={value}" for key, value in options.items())])


def random_game(game: Game, seats: int, seed: int) -> list[Position]:
    """Play a random game; return all its positions.

    Many checks look at the same games, so the latest ones are kept: positions never change.
    """
    return list(_random_game(id(game.definition), game, seats, seed))


@lru_cache(maxsize=32)
def _random_game(_definition: int, game: Game, seats: int, seed: int) -> list[Position]:
    """The same; games of different definitions may have the same name."""
    choose = random.Random(seed)
    line = [game.start(seats, seed)]
    while not line[-1].is_over:
        assert len(line) <= game.facts.longest_game, "the game is longer than its facts say"
        line.append(line[-1].play(choose.choice(line[-1].legal())))
    return line


def sample(game: Game, seats: int, seeds: Iterable[int], share: float) -> Iterator[Position]:
    """Yield some positions of a few random games, including the first and the last."""
    for seed in seeds:
        choose = random.Random(seed)
        line = random_game(game, seats, seed)
        inner = [position for position in line[1:-1] if choose.random() < share]
        yield from (line[0], *inner, line[-1])


def check_playing_leaves_the_old_position(position: Position) -> None:
    before = bytes(position)
    for decision in position.legal():
        position.play(decision)
    texts.some_turns(position)
    position.scores()
    for seat in (None, *range(position.seats)):
        position.view(seat)
    for seat in range(position.seats):
        position.reimagine(seat)
    assert bytes(position) == before


def check_same_decisions_same_bytes(game: Game, seats: int, seed: int) -> None:
    line = random_game(game, seats, seed)
    again = game.start(seats, seed)
    for position in line[1:]:
        assert position.decision is not None
        again = again.play(position.decision)
        assert bytes(again) == bytes(position)


LARGEST_PICKLE = 2048  # bytes, besides the history
BYTES_A_DECISION = 2


def check_pickles(position: Position) -> None:
    """A position, with its history, is the same after a round trip, and so is its game."""
    stored = pickle.dumps(position)
    again = pickle.loads(stored)
    line = position.history()
    assert (again, hash(again)) == (position, hash(position))
    assert (again.game, hash(again.game)) == (position.game, hash(position.game))
    assert again.history() == line
    assert [each.decision for each in again.history()] == [each.decision for each in line]
    assert (again.seed, again.seats, again.text) == (position.seed, position.seats, position.text)
    assert len(stored) - BYTES_A_DECISION * len(line) <= LARGEST_PICKLE
    assert copy.deepcopy({"here": position}) == {"here": position} == {"here": copy.copy(position)}


def check_outcome(position: Position) -> None:
    outcome = position.outcome()
    assert (outcome is None) == (position.to_move is not None)
    assert (outcome is None) == bool(position.legal())
    assert len(position.scores()) == position.seats
    if outcome:
        assert abs(sum(outcome.results) - 1) < 1e-9
        assert outcome.winners
        assert min(outcome.places) == 1
        assert outcome.scores == position.scores()
        best = max(position.standing())
        shared = 1 / position.standing().count(best)
        assert list(outcome.results) == [shared * (row == best) for row in position.standing()]
        assert (outcome.decided_by is None) == (len(outcome.winners) > 1)
        assert position.turns() == []


def check_score_sheets(position: Position, seeds: Iterable[int] = ()) -> None:
    """Public lines add up to the score; only their owner sees secret lines."""
    public = position.score_sheet()
    points = [sum(line.points for line in sheet) for sheet in public]
    assert points == list(position.scores()), "the sheet does not add up to the score"
    for seat in range(position.seats):
        sheets = position.score_sheet(seat)
        known = [line for line in sheets[seat] if line in public[seat]]
        assert [*sheets[:seat], known, *sheets[seat + 1 :]] == public
        assert sheets == public or not position.is_over
        for seed in seeds:
            other = position.reimagine(seat, seed)
            assert other.score_sheet(seat) == sheets, "the sheet tells what is hidden"
            assert other.scores() == position.scores(), "the score tells what is hidden"


def check_views(position: Position, seeds: Iterable[int]) -> None:
    """What a seat sees does not depend on what it may not see."""
    public = position.view()
    for seat in range(position.seats):
        seen = position.view(seat)
        assert json.loads(json.dumps(seen)) == seen, "a view is data for JSON"
        for seed in seeds:
            other = position.reimagine(seat, seed)
            assert other.view(seat) == seen, f"seat {seat} sees what it may not see"
            assert other.view() == public, "spectators see what is hidden"
            assert other.to_move == position.to_move
            if position.to_move == seat:
                assert other.legal() == position.legal(), "choices tell what is hidden"


def check_revealed(position: Position, seed: int) -> None:
    """If a decision reveals nothing, everyone sees the same effect, whatever is hidden."""
    legal = position.legal()
    for decision in random.Random(seed).sample(legal, min(SOME, len(legal))):
        after = position.play(decision)
        if after.revealed:
            assert position.game.facts.hidden, "where nothing is hidden nothing is revealed"
            continue
        for seat in range(position.seats):
            other = position.reimagine(seat, seed)
            if other.why_not(decision):
                continue  # so the seat has learnt what the mover holds: that is the move itself
            then = other.play(decision)
            if then.is_over == after.is_over:
                assert then.view(seat) == after.view(seat), f"{decision} shows what was hidden"


def check_revealing_varies(line: Iterable[Position], seeds: Iterable[int]) -> None:
    """A decision that is said to reveal something does: what follows was not certain before."""
    revealing = [position for position in line if position.revealed]
    if not any(_varies(position, seeds) for position in revealing):
        raise AssertionError("nothing that is said to be revealed ever varies")


def _varies(after: Position, seeds: Iterable[int]) -> bool:
    before, decision = after.before, after.decision
    assert before is not None
    assert decision is not None
    return any(
        other.play(decision).view(seat) != after.view(seat)
        for seat in range(before.seats)
        for seed in seeds
        if not (other := before.reimagine(seat, seed)).why_not(decision)
    )


def check_parts(game: Game) -> None:
    """A client can build every decision from its parts, and no two decisions share them."""
    parts = game.parts()
    assert len(parts) == game.facts.decisions
    for each in parts:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", str(each["does"])), f"{each} does nothing"
        assert {type(value) for value in each.values()} <= {str, int, type(None)}
    assert len({json.dumps(each, sort_keys=True) for each in parts}) == len(parts), "made alike"
    assert game.implied == sorted(set(game.implied) & set(range(game.facts.decisions)))


def check_accounts(position: Position, seed: int) -> None:
    """A seat is told its decision completely, and others as far as they have seen it."""
    legal, mover = position.legal(), position.to_move
    for decision in random.Random(seed).sample(legal, min(SOME, len(legal))):
        parts, everyone = position.game.parts()[decision], position.account(decision)
        assert position.account(decision, mover).items() >= parts.items()
        assert json.loads(json.dumps(everyone)) == everyone
        for seat in range(position.seats):
            told = position.account(decision, seat)
            assert told.items() >= everyone.items(), "spectators are told more than a seat"
            assert told["does"] == parts["does"]


def check_accounts_hide(position: Position, seeds: Iterable[int]) -> None:
    """Decisions that look alike to a seat have the same account.

    Decisions are compared with each other, and with those in positions that the seat cannot
    tell from this one.
    """
    for viewer in (None, *range(position.seats)):
        deals = [position, *(position.reimagine(viewer or 0, seed) for seed in seeds)]
        for alike in _written_alike(deals, viewer):
            told: dict[bytes, Mapping[str, Any]] = {}
            for here, decision in alike:
                seen = msgspec.json.encode(here.play(decision).view(viewer))
                account = here.account(decision, viewer)
                assert told.setdefault(seen, account) == account, "the account tells a secret"


def _written_alike(
    deals: list[Position], viewer: int | None
) -> Iterable[list[tuple[Position, int]]]:
    """Group legal decisions by their text as a seat sees it; a group needs two or more."""
    groups: dict[str, list[tuple[Position, int]]] = {}
    for here in deals:
        write = here.game.definition.notation.turn_as_seen
        for decision in here.legal():
            groups.setdefault(write(here.state, [decision], viewer), []).append((here, decision))
    several = [group for group in groups.values() if len(group) > 1]
    # Different decisions that are written alike are few and say the most.
    several.sort(key=lambda group: len({decision for _, decision in group}), reverse=True)
    return several[:SOME]


def check_previews(position: Position, seed: int) -> None:
    """A preview says what is certain for the seat, and nothing that only others know."""
    legal, seat = position.legal(), position.to_move
    if seat is None:
        return
    other = position.reimagine(seat, seed)
    for decision in random.Random(seed).sample(legal, min(SOME, len(legal))):
        shown = position.preview([decision], seat)
        assert other.preview([decision], seat) == shown, "the preview tells what is hidden"
        _check_it_comes_true(shown, position.play(decision), seat)


def _check_it_comes_true(shown: Preview, after: Position, seat: int) -> None:
    known = after.view(seat)
    assert_agrees(shown.view, known, after.view())
    if shown.reveals:
        assert (shown.legal, shown.then) == (None, None)
        return
    assert not after.revealed, "what is revealed is not announced"
    assert shown.view == known
    assert (shown.to_move, shown.ends_turn) == (after.to_move, after.turn_begins)
    goes_on = after.to_move == seat and not after.turn_begins
    assert shown.legal == (after.legal() if goes_on else None)
    assert shown.then == (after.then() if goes_on else None)


def assert_agrees(shown: Any, *real: Any) -> None:
    """Whatever a preview says comes true, for the seat or for everyone.

    A number may be the same in all deals by accident.
    """
    if shown in real:  # then every part of it is, too
        return
    if isinstance(shown, dict):
        for key, value in shown.items():
            assert_agrees(value, *[each.get(key) for each in real if isinstance(each, dict)])
    elif isinstance(shown, list):
        alike = [each for each in real if isinstance(each, list) and len(each) == len(shown)]
        assert alike, f"{shown} was shown, {real} came"
        for index, value in enumerate(shown):
            assert_agrees(value, *[each[index] for each in alike])
    else:
        assert not isinstance(shown, str), f"{shown} was shown, {real} came"


def check_reimagining_is_blind(position: Position, seat: int, seed: int) -> None:
    """From positions that a seat cannot tell apart, the same seed deals the same."""
    wanted = position.reimagine(seat, seed)
    other = position.reimagine(seat, seed + 1000)
    assert other.reimagine(seat, seed) == wanted, "the deal depends on what is hidden"


def check_reimagining_varies(game: Game, seats: int, positions: Iterable[Position]) -> None:
    """Hidden things are really dealt again, not left as they are."""
    varied = {
        seat: any(
            bytes(position.reimagine(seat, seed)) != bytes(position)
            for position in positions
            for seed in range(3)
        )
        for seat in range(seats)
    }
    assert all(value == game.facts.hidden for value in varied.values()), varied


def check_memory_is_given_back(game: Game, positions: Iterable[Position]) -> None:
    """Compiled code frees what it allocates, whatever it is called with."""
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    for position in positions:
        seat = position.to_move
        game.start(position.seats)
        if seat is not None:
            position.reimagine(seat)
            position.play(position.legal()[-1])
            if game.definition.evaluation:
                evaluation.check_evaluation(position)
    after = rtsys.get_allocation_stats()
    assert after.alloc - before.alloc == after.free - before.free, "arrays are kept"
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free, "arrays are kept"
