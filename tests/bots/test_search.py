"""What the search must do in every game: be fair, repeatable and limited, and stop at once."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from functools import cache
from itertools import count

import pytest

import contrada as library
from contrada import games
from contrada.bots import search_player
from contrada.bots.player import Limits
from contrada.bots.search import Tree
from contrada.bots.search_player import POOL, UNLIMITED, Report, SearchPlayer, _children
from contrada.errors import OptionError
from contrada.games.contract import Game, Position

FEW = Limits(iterations=150)
HIDDEN = [name for name in games.NAMES if games.definition(name).facts.hidden]
SETTINGS = [
    (name, seats)
    for name in games.NAMES
    for seats in sorted(set(games.definition(name).facts.seats))
]


@cache
def game(name: str) -> Game:
    return library.game(name)


def middle(name: str, seats: int | None = None, seed: int = 0, share: float = 0.4) -> Position:
    """Return a position from the middle of a random game, with a choice to make."""
    chance = random.Random(seed)
    line = [game(name).start(seats, seed)]
    while not line[-1].is_over:
        line.append(line[-1].play(chance.choice(line[-1].legal())))
    rest = line[int(len(line) * share) :]
    return next(position for position in rest if len(position.legal()) > 1)


def player(name: str, seed: int = 1, **settings: object) -> SearchPlayer:
    return SearchPlayer(game(name), seed, pool=60_000, **settings)  # type: ignore[arg-type]


def facts(report: Report) -> object:
    """Return what a report says, except the time."""
    return report.alternatives, report.values, report.iterations, report.nodes


@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_it_never_sees_what_its_seat_may_not(name: str, seats: int) -> None:
    """Scramble the hidden parts: with the same random numbers nothing changes."""
    for seed in range(4):
        here = middle(name, seats, seed, share=0.2 * seed + 0.1)
        assert here.to_move is not None
        scrambled = [here.reimagine(here.to_move, seed=other) for other in (5, 6)]
        if game(name).facts.hidden:
            assert scrambled[0] != scrambled[1]
        found = {repr(facts(player(name).consider(each, FEW))) for each in (here, *scrambled)}
        assert len(found) == 1


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("plain", [False, True])
def test_a_seed_and_a_number_of_iterations_fix_everything(name: str, plain: bool) -> None:
    make = SearchPlayer.plain if plain else SearchPlayer
    here = middle(name)
    found = [make(game(name), seed, pool=60_000).consider(here, FEW) for seed in (1, 1, 2)]
    assert facts(found[0]) == facts(found[1])
    assert facts(found[0]) != facts(found[2])


@pytest.mark.parametrize("name", games.NAMES)
def test_whole_games_are_repeatable_and_legal(name: str) -> None:
    def play(seed: int) -> list[str]:
        position = game(name).start(seed=seed)
        seats = [player(name, seat, iterations=12) for seat in range(position.seats)]
        while position.to_move is not None:
            seen = position.reimagine(position.to_move, len(position.moves()))
            position = position.play(seats[position.to_move].choose(seen))
        return position.moves()

    assert play(3) == play(3)


@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_reports_add_up(name: str, seats: int) -> None:
    here = middle(name, seats)
    report = player(name).consider(here, FEW)
    assert report.iterations == FEW.iterations
    assert report.seat == here.to_move
    assert sorted(a.decision for a in report.alternatives) == here.legal()
    visits = [alternative.visits for alternative in report.alternatives]
    assert sum(visits) == report.iterations
    assert visits == sorted(visits, reverse=True)
    assert len(report.values) == seats
    assert sum(report.values) == pytest.approx(1)
    assert all(0 <= alternative.value <= 1 for alternative in report.alternatives)
    # The unlikeliest decisions may not have been looked at.
    assert 0 < sum(alternative.prior for alternative in report.alternatives) < 1.0001
    assert report.line[0] == report.decision
    assert report.rate > 0


@pytest.mark.parametrize("name", [n for n in games.NAMES if n not in HIDDEN])
def test_the_principal_line_can_be_played(name: str) -> None:
    here = middle(name)
    report = player(name).consider(here, Limits(iterations=2000))
    assert len(report.line) > 2
    for decision in report.line:
        here = here.play(decision)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_full_pool_plays_on(name: str) -> None:
    here = middle(name)
    small = SearchPlayer(game(name), 1, pool=game(name).facts.decisions + 1)
    report = small.consider(here, Limits(iterations=3000))
    assert report.iterations == 3000
    assert report.nodes <= game(name).facts.decisions + 1
    large = SearchPlayer(game(name), 1).consider(here, Limits(iterations=3000))
    assert large.nodes > report.nodes
    likely = [alternative.decision for alternative in large.alternatives]
    assert likely.index(report.decision) < max(len(likely) // 2, 3)


def test_a_pool_too_small_is_refused() -> None:
    with pytest.raises(OptionError, match="node for every decision"):
        SearchPlayer(game("urbino"), pool=100)


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(OptionError, match="no setting 'depth'"):
        SearchPlayer(game("urbino"), depth=3)


@pytest.mark.parametrize("bad", [{"seconds": 0.0}, {"iterations": -1}, {"nodes": 0}])
def test_limits_are_more_than_nothing(bad: dict[str, float]) -> None:
    with pytest.raises(OptionError, match="more than 0"):
        Limits(**bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", games.NAMES)
def test_nodes_can_be_limited(name: str) -> None:
    report = player(name).consider(middle(name), Limits(nodes=5000))
    assert 5000 <= report.nodes <= 5000 + game(name).facts.decisions


@pytest.mark.parametrize("name", games.NAMES)
def test_it_ends_when_its_time_is_over(name: str) -> None:
    report = player(name).consider(middle(name), Limits(seconds=0.05))
    assert report.iterations > 1
    assert report.seconds >= 0.05


def test_it_stops_when_asked_and_another_thread_can_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """This thread runs while the other never leaves compiled code, so the GIL must be free."""
    monkeypatch.setattr(search_player, "FIRST_SLICE", UNLIMITED)
    searching = SearchPlayer(game("urbino"), 1, pool=POOL)
    here, found = middle("urbino"), []
    searching._prepare(here, here.to_move or 0)
    iterations = searching._threads[0].tree.counts[2:3]
    thread = threading.Thread(target=lambda: found.append(searching.consider(here, Limits())))
    thread.start()
    while not iterations[0]:
        time.sleep(0)
    searching.stop()
    thread.join()
    assert found[0].iterations > 0


def test_whoever_is_stopped_begins_nothing_else_until_it_begins_anew() -> None:
    searching, here = player("urbino"), middle("urbino")
    searching.stop()
    assert searching.consider(here, FEW).iterations == 0
    assert searching.choose(here) in here.legal()
    searching.begin_anew()
    assert searching.consider(here, FEW).iterations == FEW.iterations


def test_a_turn_uses_all_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last decision of a turn has all that is left; whoever begins anew, the whole."""
    searching, given = player("urbino", iterations=1000, first=0.6), list[Limits]()
    consider = searching.consider

    def noting(position: Position, limits: Limits) -> Report:
        given.append(limits)
        return consider(position, limits)

    monkeypatch.setattr(searching, "consider", noting)
    here = middle("urbino")
    while not here.turn_begins:
        here = here.play(here.legal()[0])
    after = here.play(searching.choose(here))
    assert (after.to_move, after.turn_begins) == (here.to_move, False)
    searching.choose(after)
    searching.begin_anew()
    searching.choose(after)
    assert [each.iterations for each in given] == [600, 400, 1000]


def test_threads_share_the_work() -> None:
    here = middle("urtown")
    both = SearchPlayer(game("urtown"), 1, threads=2)
    report = both.consider(here, Limits(iterations=300))
    assert report.iterations == 600
    assert sum(alternative.visits for alternative in report.alternatives) == 600


def test_it_remembers_the_tree_within_a_turn() -> None:
    """The search for the second decision starts with what the first one found."""
    searching = player("urbino", iterations=1000)
    here = middle("urbino", share=0.5)
    while not here.turn_begins:
        here = here.play(here.legal()[0])
    after = here.play(searching.choose(here))
    assert not after.turn_begins
    searching.choose(after)
    tree = searching._threads[0].tree
    assert int(tree.nodes[int(tree.counts[1])]["visits"]) > int(tree.counts[2])
    # Somebody else's position is no continuation.
    searching.choose(middle("urbino", seed=9))
    assert int(tree.counts[1]) == 0


def test_what_it_explored_can_be_told() -> None:
    here, searching = middle("urbino", share=0.5), player("urbino")
    report = searching.consider(here, Limits(iterations=600))
    found = {each.line: each for each in searching.explored(8)}
    often = {each.decision: each for each in report.alternatives if each.visits >= 8}
    assert {line[0] for line in found if len(line) == 1} == set(often)
    for decision, alternative in often.items():
        assert found[decision,].value == pytest.approx(alternative.value)
    assert max(map(len, found)) > 1
    ends = []
    for line, each in found.items():
        there = here
        for decision in line:
            assert there.to_move == each.seat or decision != line[-1]
            there = there.play(decision)
        assert 0 <= each.value <= 1
        ends.append(there.text)
    assert len(set(ends)) == len(ends)


@pytest.mark.parametrize("name", games.NAMES)
def test_a_single_iteration_takes_what_looks_likeliest(name: str) -> None:
    here = middle(name)
    (first, *_) = player(name).consider(here, Limits(iterations=1)).alternatives
    assert first.visits == 1
    thorough = player(name).consider(here, Limits(iterations=500)).alternatives
    assert first.prior == pytest.approx(max(other.prior for other in thorough), rel=0.05)


def test_slips_take_the_next_best() -> None:
    here = middle("urtown")
    best = player("urtown").consider(here, FEW).alternatives
    careless = SearchPlayer(game("urtown"), 1, pool=60_000, iterations=150, slip=0.5)
    taken = [[a.decision for a in best].index(careless.choose(here, FEW)) for _ in range(40)]
    assert len(set(taken)) > 2
    assert sorted(taken)[20] <= 6


def test_after_a_forced_decision_the_tree_begins_anew() -> None:
    """The root of the tree is still where the latest choice was made."""
    position, forced, seen = game("urbania").start_fast(2, 3), False, 0
    players = [player("urbania", seat, iterations=40) for seat in range(2)]
    while position.to_move is not None and seen < 3:
        chooser = players[position.to_move]
        choices = len(position.legal())
        decision = chooser.choose(position)
        if choices > 1 and forced:
            assert int(chooser._threads[0].tree.counts[1]) == 0
            seen += 1
        position = position.play(decision)
        forced = choices == 1 and not position.turn_begins
    assert seen == 3


def leads_to(tree: Tree, root: Position, most: int) -> Iterator[tuple[int, int, Position]]:
    """Walk a tree; yield each node, the node it shares, and the position."""
    waiting = [(int(tree.counts[1]), root)]
    for node, here in waiting:
        for child in _children(tree, node):
            same, taken = (int(tree.nodes[name][child]) for name in ("same", "taken"))
            if taken:
                there = here.play(int(tree.nodes["decision"][child]))
                yield child, same, there
                if same == child and len(waiting) < most:
                    waiting.append((child, there))


def test_ways_to_the_same_position_share_a_node() -> None:
    searching, here = player("urbino"), middle("urbino")
    searching.consider(here, Limits(iterations=4000))
    positions: dict[int, Position] = {}
    shared: list[tuple[int, Position]] = []
    for child, same, there in leads_to(searching._threads[0].tree, here, most=1500):
        if same == child:
            positions[child] = there
        else:
            shared.append((same, there))
    known = [(positions[same], there) for same, there in shared if same in positions]
    assert len(known) > 100
    assert all(one == other and one.to_move == other.to_move for one, other in known)
    alone = {bytes(position) for position in positions.values()}
    assert len(alone) == len(positions), "two nodes stand for one position"


@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_is_shared_where_something_is_hidden(name: str) -> None:
    """Positions that look alike in one deal may differ in the next."""
    searching = player(name)
    searching.consider(middle(name), Limits(iterations=1000))
    nodes = searching._threads[0].tree.nodes
    used = int(searching._threads[0].tree.counts[0])
    assert nodes["same"][:used].tolist() == list(range(used))


class Clock:
    """Each reading advances it by a slice of a search, however busy the machine is."""

    def __init__(self) -> None:
        self._looks = count()

    def perf_counter(self) -> float:
        return next(self._looks) * search_player.SLICE


def test_whoever_is_in_haste_does_not_ponder_a_decided_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One side of Urtown is lost long before the end."""
    here, limits = lopsided(), Limits(seconds=0.4)
    monkeypatch.setattr(search_player, "time", Clock())
    hasty, patient = (player("urtown", hasty=hasty) for hasty in (True, False))
    assert hasty.consider(here, limits).seconds < 0.4
    assert patient.consider(here, limits).seconds >= 0.4


def lopsided() -> Position:
    """Let a search play a random player until the result is clear, with much of the game left."""
    here, chance, ours = game("urtown").start_fast(2, 1), random.Random(1), player("urtown", 1)
    while here.to_move is not None:
        report = ours.consider(here, Limits(iterations=200))
        if max(report.values) > 0.99 and len(here.legal()) > 1:
            return here
        here = here.play(report.decision if here.to_move else chance.choice(here.legal()))
    raise AssertionError("the game is over")
