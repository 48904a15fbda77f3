"""The arena: who plays whom, what bots are told, and a log that survives everything."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import contrada as library
from contrada.bots.entrants import BotError
from contrada.bots.player import Limits
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import Game
from contrada.lab import arena
from contrada.lab.arena import ArenaError, Contest, Played
from contrada.lab.pieces import EngineError
from tests.cli import toy
from tests.lab import bots

HERE = "tests.lab.bots"
WITNESS = f"{HERE}:Witness"


@pytest.fixture(scope="module")
def urbino() -> Game:
    return library.game("urbino")


@pytest.fixture(autouse=True)
def nothing_witnessed() -> None:
    bots.Witness.made.clear()
    bots.Witness.shown.clear()


def timeless(games: list[Played]) -> list[Played]:
    """Leave out what does not depend on the seed, and the order in which games finish."""
    plain = [replace(game, seconds=()) for game in games]
    return sorted(plain, key=lambda game: game.fixture)


def toys(number: int = 2, games: int = 6, seed: int = 0) -> Contest:
    return arena.contest(toy.game(), ["random"] * number, games=games, seed=seed)


# --- Who meets whom ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "seats", "combinations"),
    [
        (2, 2, [(0, 1)]),
        (3, 2, [(0, 1), (0, 2), (1, 2)]),
        (3, 3, [(0, 1, 2)]),
        (4, 3, [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]),
        (2, 3, [(0, 1, 0), (1, 0, 1)]),  # each has the odd seat
        (2, 4, [(0, 1, 0, 1)]),
        (3, 4, [(0, 1, 2, 0), (1, 2, 0, 1), (2, 0, 1, 2)]),
    ],
)
def test_who_meets_whom(number: int, seats: int, combinations: list[tuple[int, ...]]) -> None:
    game = library.game("urbania")
    made = arena.contest(game, ["random"] * number, games=seats, seats=seats)
    assert made.combinations == combinations
    sat = Counter(
        (seat, bot) for fixture in made.fixtures() for seat, bot in enumerate(fixture.seats)
    )
    assert len(set(sat.values())) == 1, "every bot has every seat equally often"
    assert len(sat) == number * seats
    assert len(made) == sum(sat.values()) // seats == len(list(made.fixtures()))


def test_games_are_rounded_up_to_whole_rounds() -> None:
    assert [toys(3, games).games for games in (1, 3, 4)] == [3, 3, 6]


def test_every_deal_is_played_with_every_rotation() -> None:
    made = toys(4, 9)
    played = list(arena.play(made))
    deals = {(game.round, game.deal) for game in played}
    assert len(deals) == made.rounds == 3, "all combinations share the deals"
    for number, deal in deals:
        for combination, seats in enumerate(made.combinations):
            own = [g for g in played if (g.deal, g.combination) == (deal, combination)]
            turned = [seats[turn:] + seats[:turn] for turn in range(3)]
            assert [game.seats for game in own] == turned
            assert {game.round for game in own} == {number}


def test_names_are_unique() -> None:
    game = toy.game()
    entered = ["random", WITNESS, "random", "random", WITNESS]
    names = arena.contest(game, entered).names
    assert names == ["random", "Witness", "random 2", "random 3", "Witness 2"]


# --- What bots are told --------------------------------------------------------------------------


def test_seeds_have_nothing_to_do_with_each_other() -> None:
    made = arena.contest(toy.game(), [WITNESS] * 3, games=30)
    assert bots.Witness.made == [0, 0, 0], "each is tried once"
    played = list(arena.play(made))
    seeds = bots.Witness.made[3:]
    assert len(set(seeds)) == len(seeds) == 90, "a fresh bot for every seat of every game"
    assert not {game.deal for game in played} & set(seeds)


def test_bots_see_what_their_seat_may_see() -> None:
    made = arena.contest(toy.game(), [WITNESS] * 3, games=60)
    list(arena.play(made))
    right = Counter[bool]()
    for number, (seat, seen, _) in enumerate(bots.Witness.shown):
        truth = toy.game().start(3, made.deal(number // 9)).state.cards
        assert seen.state.cards[seat] == truth[seat]
        assert seen.before is None
        assert seen.seed is None
        right[bool((seen.state.cards == truth).all())] += 1
    assert 0.3 < right[True] / right.total() < 0.7, "two unknown cards, so half are right"


def test_nobody_is_asked_what_is_forced() -> None:
    game = library.game("urbe")
    (played,) = list(arena.play(arena.contest(game, [WITNESS] * 2, games=2)))[:1]
    asked = [seen for _, seen, _ in bots.Witness.shown]
    assert all(len(seen.legal()) > 1 for seen in asked)
    assert sum(played.turns) < played.decisions


def test_limits_are_passed_on() -> None:
    limits = Limits(seconds=0.5, iterations=10)
    list(arena.play(arena.contest(toy.game(), [WITNESS] * 3, games=3, limits=limits)))
    assert {given for _, _, given in bots.Witness.shown} == {limits}


@pytest.mark.parametrize("name", library.NAMES)
def test_every_game_has_its_arena(name: str) -> None:
    greedy = f"{Path(__file__).parents[2] / 'examples' / 'greedy_bot.py'}:Greedy"
    made = arena.contest(library.game(name), [greedy, "random"], games=2)
    played = list(arena.play(made))
    assert [game.seats for game in played] == [(0, 1), (1, 0)]
    assert all(sum(game.results) == 1 for game in played)
    assert all(min(game.turns) > 0 < min(game.seconds) for game in played)


# --- The same again ------------------------------------------------------------------------------


def test_workers_make_no_difference(urbino: Game) -> None:
    made = arena.contest(urbino, ["random", f"{HERE}:First", "random"], games=4, seed=3)
    alone, together = (list(arena.play(made, workers=number)) for number in (1, 2))
    assert timeless(alone) == timeless(together)
    assert len(alone) == 12


def test_the_seed_decides() -> None:
    first, again, other = (timeless(list(arena.play(toys(seed=seed)))) for seed in (1, 1, 2))
    assert first == again != other


# --- Bots that fail ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Raises", "it raised ZeroDivisionError: nothing to divide by"),
        ("Text", r"""it returned "'e5'", which is not a decision"""),
        ("Truth", "it returned 1, which is not legal"),
        ("OutOfRange", "it returned 1000000, which is not legal: a decision of Urbino is a number"),
    ],
)
def test_a_bot_that_fails_is_named(bot: str, said: str, urbino: Game) -> None:
    made = arena.contest(urbino, [f"{HERE}:{bot}", f"{HERE}:{bot}"], games=4)
    with pytest.raises(BotError, match=said) as failed:
        list(arena.play(made))
    assert f"bot '{bot}" in str(failed.value)
    assert "in round 0, rotation 0" in str(failed.value)
    assert f"(deal seed {made.deal(0)}), at decision 0:" in str(failed.value)


def test_a_bot_that_fails_in_a_worker_is_named(urbino: Game) -> None:
    made = arena.contest(urbino, [f"{HERE}:Raises", f"{HERE}:Raises"], games=4)
    with pytest.raises(BotError, match="it raised ZeroDivisionError: nothing to divide by") as said:
        list(arena.play(made, workers=2))
    assert "bot 'Raises" in str(said.value)
    assert "in round 0, rotation " in str(said.value)
    assert f"(deal seed {made.deal(0)}), at decision 0:" in str(said.value)


def test_a_refused_decision_is_explained(urbino: Game) -> None:
    made = arena.contest(urbino, [f"{HERE}:Illegal", "random"], games=2)
    with pytest.raises(BotError, match=r"which is not legal: .*\(URBINO-[A-Z]+-\d+\)"):
        list(arena.play(made))


def test_a_worker_that_dies_is_noticed(urbino: Game) -> None:
    made = arena.contest(urbino, [f"{HERE}:Quits", "random"], games=4)
    with pytest.raises(EngineError, match="a worker process ended unexpectedly, with status 3"):
        list(arena.play(made, workers=2))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: arena.contest(toy.game(), ["random"]), "2 bots or more, not 1"),
        (lambda: arena.contest(toy.game(), ["random"] * 2, games=0), "1 game or more, not 0"),
        (lambda: arena.contest(toy.game(), ["random"] * 2, seats=2), "3 seats, not 2"),
        (lambda: arena.contest(toy.game(), ["random"] * 2, seed=-1), "a seed is a number from 0"),
        (lambda: arena.contest(toy.game(), ["random", "chess"]), "no bot 'chess'"),
        (lambda: list(arena.play(toys(), workers=0)), "1 worker or more, not 0"),
    ],
)
def test_what_is_no_contest(make: Callable[[], object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        make()


# --- The log -------------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "arena.jsonl"


def test_the_log_has_the_settings_and_every_game(log: Path) -> None:
    made = toys()
    played = list(arena.play(made, log=log))
    header, *rows = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    assert header == {"format": "contrada arena", "version": 1, **made.settings()}
    assert [tuple(row["scores"]) for row in rows] == [game.scores for game in played]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_contest_goes_on(workers: int, log: Path, urbino: Game) -> None:
    made = arena.contest(urbino, ["random", "random"], games=8)
    interrupted = arena.play(made, workers=workers, log=log)
    some = [next(interrupted) for _ in range(3)]
    interrupted.close()
    kept = log.read_bytes()
    assert kept.count(b"\n") == 4
    with log.open("ab") as file:
        file.write(b'{"round": 3, "combi')  # a crash in the middle of a line
    played = list(arena.play(made, workers=workers, log=log))
    assert log.read_bytes().startswith(kept)
    assert log.read_bytes().count(b"\n") == 9
    assert sorted(played[:3], key=lambda game: game.fixture) == sorted(
        some, key=lambda game: game.fixture
    )
    assert list(map(json.loads, log.read_text(encoding="utf-8").splitlines()[4:])), "whole lines"
    assert timeless(played) == timeless(list(arena.play(made)))


def test_what_is_in_the_log_is_not_played_again(log: Path) -> None:
    made = arena.contest(toy.game(), [WITNESS] * 3, games=6)
    first = list(arena.play(made, log=log))
    bots.Witness.shown.clear()
    assert list(arena.play(made, log=log)) == first
    assert bots.Witness.shown == []


def test_more_games_go_on_from_the_log(log: Path) -> None:
    few = list(arena.play(toys(games=6), log=log))
    many = list(arena.play(toys(games=12), log=log))
    assert many[: len(few)] == few
    assert len(many) == 2 * len(few)
    assert list(arena.play(toys(games=6), log=log)) == few, "further ones are left aside"


def test_the_log_of_another_contest_is_refused(log: Path) -> None:
    list(arena.play(toys(seed=1), log=log))
    kept = log.read_bytes()
    with pytest.raises(ArenaError, match="another contest: its seed is 1, not 2"):
        list(arena.play(toys(seed=2), log=log))
    with pytest.raises(ArenaError, match=r'its bots is \["random", "random"\], not'):
        list(arena.play(toys(3, seed=1), log=log))
    assert log.read_bytes() == kept


@pytest.mark.parametrize(
    "content", [b"my diary", b"my diary\n", b'{"format": "diary"}\n', b"[]\n", b"\xff\xfe\n"]
)
def test_no_other_file_is_touched(content: bytes, log: Path) -> None:
    log.write_bytes(content)
    with pytest.raises(ArenaError, match="is not a log of the arena"):
        list(arena.play(toys(), log=log))
    assert log.read_bytes() == content


@pytest.mark.parametrize("kept", [0, 1, 20])
def test_a_log_torn_in_its_first_line_begins_anew(kept: int, log: Path) -> None:
    played = list(arena.play(toys(), log=log))
    log.write_bytes(log.read_bytes()[:kept])
    again = list(arena.play(toys(), log=log))
    assert timeless(again) == timeless(played)


@pytest.mark.parametrize(
    "change",
    [
        lambda row: "nonsense",
        lambda row: json.dumps({**row, "deal": 1}),
        lambda row: json.dumps({**row, "seats": [0, 0, 0]}),
        lambda row: json.dumps({"round": 0}),
    ],
)
def test_a_changed_log_is_refused(change: Callable[[object], str], log: Path) -> None:
    list(arena.play(toys(), log=log))
    lines = log.read_text(encoding="utf-8").splitlines()
    lines[2] = change(json.loads(lines[2]))
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(ArenaError, match="line 3, is not a game of this contest"):
        list(arena.play(toys(), log=log))


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ContradaError, match="No such file or directory"):
        list(arena.play(toys(), log=tmp_path / "missing" / "arena.jsonl"))
    with pytest.raises(ContradaError, match="Is a directory"):
        list(arena.play(toys(), log=tmp_path))
