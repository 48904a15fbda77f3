"""Looking for puzzles: what stands out is checked, graded, and written for others to read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from contrada import games, lessons
from contrada.cli.main import run
from contrada.games.contract import Position
from contrada.lab.processes import Doing
from contrada.lab.puzzles import finding, grading, quarry
from contrada.lab.puzzles.finding import Found
from contrada.lab.puzzles.quarry import Entry, Plan, Quarry, QuarryError
from contrada.lab.puzzles.themes import GENERAL, themes

TINY = Plan("urbino", seats=2, seed=6, iterations=100)  # its first game has a puzzle


def told(name: str, which: str) -> tuple[Position, lessons.Puzzle]:
    """Return a puzzle that has words of its own, and its position."""
    taught = lessons.lessons(name)
    puzzle = next(each for each in taught.puzzles if each.id == which)
    return taught.game.position(puzzle.position), puzzle


def entry(number: int, level: int = 3) -> Entry:
    return Entry(
        f"2-{number}-9", level, 0, ["a"], 0.9, "b", 0.5, ["mark", "quiet"], 9, f"position {number}"
    )


def test_what_was_found_is_found_again() -> None:
    position, puzzle = told("urbino", "last")
    found = finding.clearly_best(position, iterations=400)
    assert found is not None
    assert list(found.best) == position.read(puzzle.best[0])
    assert found.margin >= finding.MARGIN


def test_an_even_choice_is_no_puzzle() -> None:
    assert finding.clearly_best(games.game("urbino").start(), iterations=200) is None


def test_what_a_longer_look_finds_is_no_puzzle_at_a_glance() -> None:
    """What looked best in the game must still be best with ten times the thought."""
    position, puzzle = told("urbino", "last")
    glance = finding.considered(position, puzzle.seat, 400, seed=0)
    wrong = tuple(sorted(glance, key=lambda each: each.decision == glance[0].decision))
    assert finding.clearly_best(position, wrong, iterations=400) is None


def test_a_game_is_played_again_from_its_seed() -> None:
    game = games.game("urbino")
    first, again, other = (
        [each.position.decision for each in finding.played(game, 2, seed, iterations=8)]
        for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_puzzle_says_what_is_done_and_what_comes_of_it() -> None:
    position, puzzle = told("urtown", "money")
    best = tuple(position.read(puzzle.best[0]))
    rival = tuple(position.read(puzzle.rival))
    found = Found(position, best, 0.62, rival, 0.2, place=20)
    assert themes(found, part=0.5) == ("captures", "gains", "middle", "saves", "hidden")
    assert {*themes(found, part=0.9)} - {"captures"} <= {*GENERAL}
    assert "endgame" in themes(found, part=0.9)


def test_a_level_is_as_high_as_it_takes() -> None:
    position, puzzle = told("urbino", "last")
    best = tuple(position.read(puzzle.best[0]))
    found = grading.grade(position, best)
    assert 1 <= found <= 8
    assert found == grading.grade(position, best)
    assert grading.grade(position, (position.legal()[0],)) == 8  # nobody plays that


# --- The folder ----------------------------------------------------------------------------------


def gone_through(plan: Plan, folder: Path, games_: int) -> Quarry:
    found = Quarry(games.game(plan.game), plan, folder)
    for step in found.run(games_):
        assert isinstance(step, list | Doing)
    return found


def test_a_search_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = gone_through(TINY, tmp_path / "whole", 2)
    gone_through(TINY, tmp_path / "parts", 1)
    book = tmp_path / "parts" / "games.jsonl"
    book.write_text(book.read_text(encoding="utf-8") + '{"game": 2, "puz', encoding="utf-8")
    parts = gone_through(TINY, tmp_path / "parts", 2)
    assert parts.games == whole.games
    assert [*parts.games] == [1, 2]
    assert whole.entries
    assert Quarry(games.game("urbino"), TINY, tmp_path / "parts").entries == whole.entries
    for each in whole.entries:
        position = games.game("urbino").position(each.position)
        assert position.to_move == each.seat
        for text in (*each.best, each.rival):
            position.play(text)


def test_another_search_does_not_go_on_here(tmp_path: Path) -> None:
    gone_through(TINY, tmp_path, 1)
    other = Plan("urbino", seats=2, seed=7, iterations=100)
    with pytest.raises(QuarryError, match=r"its seed is 6, not 7"):
        Quarry(games.game("urbino"), other, tmp_path)


def test_the_command_lists_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone_through(TINY, tmp_path, 1)
    out = tmp_path / "puzzles.jsonl"
    options = ["--seed", "6", "--iterations", "100", "--games", "1", "--out", str(out), "--json"]
    with pytest.raises(SystemExit, match=r"^0$"):
        run(["lab", "puzzles", "urbino", "--folder", str(tmp_path), *options])
    found = json.loads(capsys.readouterr().out)
    assert found
    assert [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] == found


# --- The file of a game --------------------------------------------------------------------------


def test_new_puzzles_come_after_those_that_people_know(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    assert quarry.added(path, [entry(1, level=5), entry(2, level=4)], most=9) == 2
    known = path.read_text(encoding="utf-8")
    assert [json.loads(line)["level"] for line in known.splitlines()] == [4, 5]
    again = [entry(1, level=5), entry(3, level=1), entry(4, level=2), entry(5, level=2)]
    assert quarry.added(path, again, most=4) == 2
    new = path.read_text(encoding="utf-8").removeprefix(known).splitlines()
    assert [json.loads(line)["id"] for line in new] == ["2-3-9", "2-4-9"]
    assert quarry.added(path, again, most=4) == 0


def test_a_choice_of_puzzles_has_all_levels(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    many = [entry(number, level=1 + (number > 10)) for number in range(1, 13)]
    assert quarry.added(path, many, most=4) == 4
    chosen = [json.loads(line)["level"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert chosen == [1, 1, 2, 2]
