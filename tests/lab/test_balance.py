"""Balance reports: intervals that contain the truth often enough, and counts that are right."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

import contrada as library
from contrada.cli.main import run
from contrada.errors import OptionError
from contrada.games.contract import Game, Position
from contrada.lab import balance, chart
from contrada.lab.balance import Balance, Estimate, at_random, mean, share, study


@pytest.fixture(scope="module")
def urbe() -> Game:
    return library.game("urbe", useful_eight=True)


def finished(game: Game, seats: int, games: int, seed: int = 0) -> Balance:
    *steps, found = study(game, seats, games, seed)
    assert steps == [None] * games
    assert found is not None
    return found


def holds(sample: Callable[[random.Random], Estimate], truth: float) -> float:
    """Return how often an interval contains the truth."""
    chance = random.Random(1)
    found = [sample(chance) for _ in range(2000)]
    return sum(estimate.low <= truth <= estimate.high for estimate in found) / len(found)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    def score(chance: random.Random) -> Estimate:
        return mean([chance.gauss(7, 3) for _ in range(60)])

    def rare(chance: random.Random) -> Estimate:
        return share(sum(chance.random() < 0.03 for _ in range(300)), 300)

    assert 0.93 < holds(score, 7) < 0.97
    assert 0.92 < holds(rare, 0.03) < 0.98


def test_shares_stay_between_nothing_and_all() -> None:
    assert share(0, 50).low == 0
    assert 0 < share(0, 50).high < 0.1
    assert share(50, 50).low == pytest.approx(0.9287, abs=1e-4)
    assert share(50, 50).high == 1


def test_decisions_do_not_follow_the_deal() -> None:
    """If both came from one seed, the first player would decide what is drawn."""
    game = library.game("urbania")
    found = finished(game, 2, 3000)
    (first, second) = (t.score.mean for t in found.traits if t.kind == "seat")
    assert abs(first - second) < 6, "seats that begin equally often score alike"


def test_a_study_counts_what_the_games_came_to(urbe: Game) -> None:
    games, seats = 40, 3
    found = finished(urbe, seats, games, seed=5)
    seeds = random.Random(5)
    ends = [at_random(urbe, seats, seeds.getrandbits(62)) for _ in range(games)]
    assert all(end.is_over for end in ends)
    by_kind = {
        kind: [t for t in found.traits if t.kind == kind] for kind in balance.kinds(found.traits)
    }
    assert list(by_kind) == ["seat", "turn order", "guild", "side", "character", "useful character"]
    for traits in by_kind.values():
        assert sum(trait.seats for trait in traits) == games * seats
        wins = sum(trait.wins.mean * trait.seats for trait in traits)
        assert wins == pytest.approx(games)  # one to each game
    first = next(trait for trait in by_kind["seat"] if trait.name == "First")
    assert first.score.mean == pytest.approx(sum(end.scores()[0] for end in ends) / games)
    assert sum(goal.seats for goal in found.goals) == games * seats * 3
    assert _met(found) == sum(_decrees_met(end) for end in ends)
    points = sum(part.points.mean for part in found.parts) * games * seats
    assert points == pytest.approx(sum(sum(end.scores()) for end in ends))


def _met(found: Balance) -> int:
    return round(sum(goal.met.mean * goal.seats for goal in found.goals))


def _decrees_met(end: Position) -> int:
    lines = [line for sheet in end.score_sheet() for line in sheet if line.what == "decree"]
    return sum(line.points > 0 for line in lines)


@pytest.mark.parametrize("name", ["urbino", "urtown", "urbania"])
def test_every_game_can_be_studied(name: str) -> None:
    found = finished(library.game(name), 2, 10)
    assert found.traits[0].kind == "seat"
    assert found.goals == []
    assert found.parts


def test_what_was_seen_once_is_no_figure(urbe: Game) -> None:
    found = finished(urbe, 2, 2)
    assert min(trait.seats for trait in found.traits) >= 2
    assert all(goal.seats >= 2 for goal in found.goals)
    assert "Infinity" not in json.dumps(found.data())


def test_the_same_seed_has_the_same_games_again(urbe: Game) -> None:
    assert finished(urbe, 2, 5, seed=1) == finished(urbe, 2, 5, seed=1)
    assert finished(urbe, 2, 5, seed=1) != finished(urbe, 2, 5, seed=2)


def test_what_cannot_be_studied(urbe: Game) -> None:
    with pytest.raises(OptionError, match="2 games or more, not 1"):
        next(study(urbe, 2, 1))
    with pytest.raises(OptionError, match="no bot 'grandmaster'"):
        next(study(urbe, 2, 10, player="grandmaster"))


def test_the_chart_shows_every_row(urbe: Game) -> None:
    found = finished(urbe, 2, 10)
    drawn = chart.svg(found)
    words = {element.text for element in ET.fromstring(drawn).iter() if element.text}
    assert {trait.name for trait in found.traits} <= words
    assert {goal.name for goal in found.goals} <= words
    assert {section.title for section in chart.sections(found)} <= words
    assert "var(" not in drawn
    assert chart.svg(found, "dark") != drawn


def test_from_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def said(*arguments: str) -> str:
        with pytest.raises(SystemExit) as ended:
            run(["lab", "balance", "urbe", "-n", "20", "--seats", "2", *arguments])
        assert ended.value.code == 0
        return capsys.readouterr().out

    out = tmp_path / "chart.svg"
    told = said("--svg", str(out))
    for title in (
        "Wins by guild (fair share: 50.0 %)",
        "How often a decree is fulfilled",
        "Where points come",
    ):
        assert title in told
    assert out.read_text(encoding="utf-8").startswith("<svg")
    data = json.loads(said("--json"))
    assert (data["game"], data["seats"], data["games"]) == ("urbe", 2, 20)
    with pytest.raises(SystemExit) as ended:
        run(["lab", "balance", "urbe", "-n", "0"])
    assert ended.value.code == 2
    assert "2 games or more" in capsys.readouterr().err
