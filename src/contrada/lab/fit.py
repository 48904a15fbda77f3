"""Fits the weights of a game's features from self-play.

In each round the search plays against itself with the weights found so far. Then both sets of
weights are fitted again: those for positions to the results of the games, those for decisions to
how often the search visited them. The first round has no weights and plays at random.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import contrada.games as all_games
from contrada.bots.player import Limits
from contrada.bots.search import Weights
from contrada.bots.search_player import Report, SearchPlayer, load
from contrada.bots.weights import NO_WEIGHTS, Fitted, fitted
from contrada.errors import OptionError
from contrada.games.contract import Evaluation, Game, Position, every_choice
from contrada.lab import processes

Reals = npt.NDArray[np.float64]
POSITIONS = 16  # positions of each game to learn from
DECISIONS = 10  # decisions of each game to learn from
THOROUGH = 0.2  # share of decisions with a full search, which are learnt from
BRIEF = 8  # how many times shorter the other searches are
CURIOUS = 0.25  # share of decisions drawn at random by visits, so that games differ
RIDGE = 0.1  # penalty that pulls weights towards 0
NEWTON_STEPS = 30
HELD_BACK = 8  # one game in this many is held back to measure the loss


class Task(NamedTuple):
    """A game to play and learn from."""

    game: str
    options: dict[str, bool | str]
    seats: int
    seed: int
    iterations: int  # of a full search; 0 plays at random
    weights: Weights
    settings: dict[str, Any]


class Lesson(NamedTuple):
    """The training data of one game; rows are grouped by position."""

    positions: Reals  # [row: a seat in a position, feature early then late]
    results: Reals  # [row]
    seats: int
    decisions: Reals  # [row: a legal decision, feature]
    visits: Reals  # [row]: share of visits
    sizes: list[int]  # number of rows of each choice


@dataclass
class Progress:
    """The result of a round."""

    round: int
    games: int
    positions: int
    value_loss: float  # cross-entropy on games held back
    value_loss_even: float  # likewise, of a uniform prediction
    choice_loss: float
    choice_loss_even: float
    fitted: Fitted = field(repr=False)


# --- Self-play -----------------------------------------------------------------------------------


def play(task: Task) -> Lesson:
    """Play a game against itself and return its training data."""
    game = all_games.game(task.game, **task.options)
    evaluation, compiled = game.definition.evaluation, load(game.definition)
    assert evaluation is not None
    chance = random.Random(task.seed)
    position = game.start_fast(task.seats, chance.getrandbits(62))
    player = SearchPlayer(
        game, chance.getrandbits(62), pool=100_000, weights=task.weights, **task.settings
    )
    seen: list[Position] = []
    choices: list[tuple[Position, Report]] = []
    while not position.is_over:
        seen.append(position)
        decision = _decide(task, player, position, chance, choices)
        position = position.play(decision)
    outcome = position.outcome()
    assert outcome is not None
    kept = chance.sample(seen, min(POSITIONS, len(seen)))
    rows = np.concatenate([value_rows(each, evaluation, compiled) for each in kept])
    learnt = chance.sample(choices, min(DECISIONS, len(choices)))
    tables = [choice_rows(each, evaluation, compiled) for each, _ in learnt]
    shares = [visit_shares(each, report) for each, report in learnt]
    return Lesson(
        rows,
        np.tile(outcome.results, len(kept)),
        task.seats,
        np.concatenate([np.zeros((0, len(evaluation.choices))), *tables]),
        np.concatenate([np.zeros(0), *shares]),
        [len(share) for share in shares],
    )


def _decide(
    task: Task,
    player: SearchPlayer,
    position: Position,
    chance: random.Random,
    choices: list[tuple[Position, Report]],
) -> int:
    legal = position.legal()
    if len(legal) == 1 or not task.iterations:
        return chance.choice(legal)
    assert position.to_move is not None
    known = position.reimagine(position.to_move, chance.getrandbits(62))
    thorough = chance.random() < THOROUGH
    iterations = task.iterations if thorough else max(task.iterations // BRIEF, 1)
    report = player.consider(known, Limits(iterations=iterations))
    if thorough:
        choices.append((position, report))
    if chance.random() < CURIOUS:
        weights = [alternative.visits + 1e-9 for alternative in report.alternatives]
        return chance.choices([a.decision for a in report.alternatives], weights)[0]
    return report.decision


def value_rows(position: Position, evaluation: Evaluation, compiled: dict[str, Any]) -> Reals:
    """Return a row for each seat: its features times 1 - stage, then times stage."""
    table = np.zeros((position.seats, len(evaluation.features)))
    stage = compiled["features"](position.state, table)
    return np.concatenate([table * (1 - stage), table * stage], axis=1)


def choice_rows(position: Position, evaluation: Evaluation, compiled: dict[str, Any]) -> Reals:
    """Return a row of features for each legal decision."""
    legal = np.array(position.legal(), np.int64)
    table = np.zeros((len(legal), len(evaluation.choices)))
    compiled["choices"](position.state, legal, len(legal), table)
    return table


def visit_shares(position: Position, report: Report) -> Reals:
    """Return each legal decision's share of the visits."""
    visits = {each.decision: each.visits for each in report.alternatives}
    spread = np.array([visits.get(decision, 0) for decision in position.legal()], np.float64)
    shares: Reals = spread / max(spread.sum(), 1.0)
    return shares


# --- Fitting -------------------------------------------------------------------------------------


def likelihoods(rows: Reals, starts: npt.NDArray[np.int64], weights: Reals) -> Reals:
    """Return the softmax of the scores of the rows, within each group."""
    scores = rows @ weights
    scores -= np.repeat(np.maximum.reduceat(scores, starts), _sizes(starts, len(rows)))
    worth = np.exp(scores)
    shares: Reals = worth / np.repeat(np.add.reduceat(worth, starts), _sizes(starts, len(rows)))
    return shares


def _sizes(starts: npt.NDArray[np.int64], rows: int) -> npt.NDArray[np.int64]:
    return np.diff(np.append(starts, rows))


def loss(rows: Reals, targets: Reals, sizes: Sequence[int], weights: Reals) -> float:
    """Return the mean cross-entropy of the targets, per group."""
    if not sizes:
        return math.nan
    shares = likelihoods(rows, _starts(sizes), weights)
    return float(-(targets * np.log(shares + 1e-12)).sum() / len(sizes))


def _starts(sizes: Sequence[int]) -> npt.NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)


def softmax_fit(rows: Reals, targets: Reals, sizes: Sequence[int], ridge: float = RIDGE) -> Reals:
    """Return the maximum-likelihood weights (Newton's method, with a ridge penalty)."""
    starts, width = _starts(sizes), rows.shape[1]
    groups = np.repeat(np.arange(len(sizes)), sizes)
    weights = np.zeros(width)
    totals = np.add.reduceat(targets, starts)[groups]  # 1, or 0 if a search visited nothing
    best = _penalised(rows, targets, starts, weights, ridge)
    for _ in range(NEWTON_STEPS):
        shares = likelihoods(rows, starts, weights) * totals
        gradient = rows.T @ (targets - shares) - ridge * weights
        means = np.add.reduceat(rows * shares[:, None], starts)
        curve = (rows * shares[:, None]).T @ rows - means.T @ means + ridge * np.eye(width)
        step = np.linalg.solve(curve, gradient)
        while (tried := _penalised(rows, targets, starts, weights + step, ridge)) < best:
            step /= 2
            if np.abs(step).max() < 1e-6:
                return weights
        weights, gained, best = weights + step, tried - best, tried
        if gained < 1e-6 * abs(best):
            break
    return weights


def _penalised(
    rows: Reals, targets: Reals, starts: npt.NDArray[np.int64], weights: Reals, ridge: float
) -> float:
    shares = likelihoods(rows, starts, weights)
    return float((targets * np.log(shares + 1e-12)).sum() - ridge / 2 * weights @ weights)


class _Pile(NamedTuple):
    """The rows of many games together."""

    rows: Reals
    targets: Reals
    sizes: list[int]


def _positions(lessons: Sequence[Lesson]) -> _Pile:
    return _Pile(
        np.concatenate([lesson.positions for lesson in lessons]),
        np.concatenate([lesson.results for lesson in lessons]),
        [lesson.seats for lesson in lessons for _ in range(len(lesson.positions) // lesson.seats)],
    )


def _choices(lessons: Sequence[Lesson]) -> _Pile:
    return _Pile(
        np.concatenate([lesson.decisions for lesson in lessons]),
        np.concatenate([lesson.visits for lesson in lessons]),
        [size for lesson in lessons for size in lesson.sizes],
    )


def learn(lessons: Sequence[Lesson]) -> tuple[Weights, tuple[float, float, float, float]]:
    """Fit both sets of weights; return them and the losses on the games held back."""
    kept = [lesson for index, lesson in enumerate(lessons) if index % HELD_BACK]
    judges = lessons[::HELD_BACK]
    value = softmax_fit(*_positions(kept))
    early, late = np.split(value, 2)
    choice = np.zeros(kept[0].decisions.shape[1])
    if any(lesson.sizes for lesson in kept):
        choice = softmax_fit(*_choices(kept))
    losses = (
        loss(*_positions(judges), value),
        loss(*_positions(judges), np.zeros_like(value)),
        loss(*_choices(judges), choice),
        loss(*_choices(judges), np.zeros_like(choice)),
    )
    return Weights(early.copy(), late.copy(), choice), losses


# --- Rounds --------------------------------------------------------------------------------------


def tasks(
    game: Game, number: int, seed: int, iterations: int, weights: Weights, settings: dict[str, Any]
) -> list[Task]:
    """Plan the games of a round: half of them with the minimum of seats, and some with options."""
    chance = random.Random(seed)
    fewest, most = game.facts.seats
    choices = every_choice(game.facts)
    planned = []
    for index in range(number):
        seats = fewest if index % 2 else chance.randint(fewest, most)
        options = choices[0] if index % 3 else chance.choice(choices)
        one = chance.getrandbits(62)
        planned.append(Task(game.name, options, seats, one, iterations, weights, settings))
    return planned


def rounds(
    game: Game,
    plan: Sequence[tuple[int, int]],
    seed: int = 0,
    workers: int = 1,
    begin: Weights = NO_WEIGHTS,
) -> Iterator[Progress | None]:
    """Play and fit, round by round; yield None after each game, and a report after each round.

    `plan` gives the number of games and of iterations per decision, for each round. With 0
    iterations a round plays at random, and decisions are not fitted.
    """
    if game.definition.evaluation is None:
        raise OptionError(f"{game.facts.title} has no features to fit")
    settings = {k: v for k, v in fitted(game.definition).search.items() if k != "evaluated"}
    weights, history = begin, []
    lessons: list[Lesson] = []
    for number, (games, iterations) in enumerate(plan):
        # Keep the games of all rounds that searched: fitted to the latest round alone, weights
        # swing between styles. Drop random games once there are better ones.
        if number and not plan[number - 1][1]:
            lessons = []
        planned = tasks(game, games, seed + number, iterations, weights, settings)
        for lesson in processes.mapped(play, planned, workers):
            lessons.append(lesson)
            yield None
        weights, losses = learn(lessons)
        if not iterations:
            weights = weights._replace(choice=np.zeros(0))
        history.append({"games": games, "iterations": iterations, **_named(losses)})
        made = {"by": "contrada lab fit", "seed": seed, "rounds": history}
        found = Fitted(
            weights, fitted(game.definition).search, fitted(game.definition).levels, made
        )
        yield Progress(
            number, games, sum(len(x.results) // x.seats for x in lessons), *losses, found
        )


def _named(losses: tuple[float, float, float, float]) -> dict[str, float]:
    names = ("value_loss", "value_loss_even", "choice_loss", "choice_loss_even")
    return {n: round(x, 4) for n, x in zip(names, losses, strict=True) if not math.isnan(x)}
