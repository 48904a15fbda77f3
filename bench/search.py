"""How fast the search is on one thread, and what it spends its time on: rules, evaluation, itself.

Iterations a second are measured, in processor time, from an empty tree on. The shares are an
estimate for a stretch of iterations in trees that have grown for a while:

- Calls are counted exactly: the same stretch runs uncompiled in another process, where every
  operation of the game is watched, and a sample of what each was called with is kept. (Rounding
  differs a little there; `same_walks` says how many stretches came out the same to the last draw.)
- Costs are estimated: a compiled loop calls one operation on the sample again and again, the state
  copied to the same place before each call, and what the copying alone takes is subtracted. So
  memory is warm, calls come in another order than in the search, and what the compiler or the
  processor does across calls in the search is missed. Operations called once an iteration have
  small samples, which the processor learns to foresee: their costs are rather too low.
- The share of the search itself (walking, selecting, growing, sorting, weighing features, drawing
  random numbers) is what calls times costs leave of the time that the compiled search takes for
  as many iterations from there on (timed over more of them than are counted). It bears all errors
  and is rather too high: in searches that grow no tree, all playouts, 79 and 82 % were found for
  the rules of two games, where nine tenths or more are likely. From run to run shares move by ten
  points on a busy machine.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import from_dtype, typeof, types

import contrada
from contrada.bots import search, search_player
from contrada.bots.network import Net, Units, new_units
from contrada.bots.search import CURRENT, ROOT, Settings, Weights, Work
from contrada.bots.search_player import POOL, UNLIMITED, SearchPlayer
from contrada.games import NAMES, contract
from contrada.games.contract import Definition, Game, Position
from contrada.kernel import chance, jit, operations
from contrada.kernel.jit import EntryPoint, constants
from contrada.kernel.operations import (
    apply,
    choices,
    features,
    legal,
    reimagine,
    standing,
    to_move,
)
from contrada.kernel.records import with_attributes

RULES = ("copy", "to_move", "legal", "apply", "reimagine", "standing")
EVALUATION = ("features", "choices")
OPERATIONS = (*RULES, *EVALUATION)
COPY, TO_MOVE, LEGAL, APPLY, REIMAGINE, STANDING, FEATURES, CHOICES = constants(*range(8))

SEED = 1
POSITIONS = 3
GROWN = 5000  # iterations before a stretch
STRETCH = {"fitted": 200, "plain": 15}  # iterations; uncompiled, whole playouts take long
TIMED = 1000  # iterations from the same point on; a processor would learn a few by heart
SAMPLE = 4000  # calls kept of each operation; likewise
REPEATS = 7  # of which the fastest counts, because others use the machine, too
LOOP = 0.01  # seconds of processor time for a repeat of a loop, at least
SLICE = 500  # iterations between looks at the clock
COUNTING = "--count"  # what the other process is started with


# --- One search ----------------------------------------------------------------------------------


class Stretch(NamedTuple):
    """The state of a search, from which it can be continued again and again."""

    seat: int
    nodes: Any  # those in use
    arrays: list[Any]  # all the others


@dataclass
class Search:
    """A search on one thread, with its buffers."""

    run: Callable[..., int]
    weights: Weights
    net: Net
    units: Units
    settings: Settings
    tree: search.Tree
    work: Work
    generator: chance.Generator

    def go(self, seat: int, iterations: int) -> int:
        """Run this many iterations, or fewer if the result is proved; return how many."""
        known = (self.weights, self.net, self.units)
        room = (self.tree, self.work, *known, self.settings, self.generator)
        return self.run(
            *room, seat, iterations, UNLIMITED, UNLIMITED, np.zeros(1, np.int64)
        )  # fmt: skip

    def _arrays(self) -> list[Any]:
        return [*self.tree[1:], *self.work, self.generator]

    def snapshot(self, seat: int) -> Stretch:
        """Return a copy of the state of the search."""
        used = int(self.tree.counts[0])
        return Stretch(seat, self.tree.nodes[:used].copy(), [a.copy() for a in self._arrays()])

    def restore(self, stretch: Stretch) -> None:
        """Return to an earlier state of the search."""
        self.tree.nodes[: len(stretch.nodes)] = stretch.nodes
        for array, kept in zip(self._arrays(), stretch.arrays, strict=True):
            array[...] = kept

    def trace(self) -> tuple[int, int]:
        """Return a value that is the same for two runs only if they did the same."""
        return int(self.tree.counts[0]), int(self.generator[0])


def new_work(definition: Definition, seats: int) -> Work:
    """Create the buffers of a search, or of a loop that calls the same operations."""
    facts, evaluation = definition.facts, definition.evaluation
    seen, chosen = (evaluation.features, evaluation.choices) if evaluation else ((), ())
    shape = len(facts.measures), len(seen), len(chosen)
    states = np.zeros(2, with_attributes(definition.state))
    return search.new_work(states, seats, facts.decisions, facts.longest_game, shape)


def new_search(
    definition: Definition,
    seats: int,
    run: Callable[..., int],
    known: tuple[Weights, Net],
    settings: Settings,
) -> Search:
    """Make a search with an empty tree, allocating its memory before anything is timed."""
    tree = search.new_tree(POOL, seats, sharing=settings.sharing)
    tree.nodes.fill(np.zeros(1, search.NODE)[0])
    generator = chance.fast(SEED)
    units = new_units(known[1], contract.observation_size(definition.facts))
    return Search(run, *known, units, settings, tree, new_work(definition, seats), generator)


def middle_of_a_game(game: Game, seed: int) -> Position:
    """Play a random game; return the position halfway through its real decisions."""
    chooser = random.Random(seed)
    position = game.start(game.facts.seats[0], seed)
    real = []
    while not position.is_over:
        decisions = position.legal()
        if len(decisions) > 1:
            real.append(position)
        position = position.play(chooser.choice(decisions))
    return real[len(real) // 2]


# --- Calls, counted in a process of its own ------------------------------------------------------


class Calls(NamedTuple):
    """A sample of the arguments that an operation was called with."""

    states: Any
    numbers: npt.NDArray[np.int64]  # the decision or the seat
    decisions: npt.NDArray[np.int64]  # [call, index]
    sizes: npt.NDArray[np.int64]
    generator: chance.Generator


class Watch:
    """Counts the calls of each operation, and keeps a random sample of them."""

    def __init__(self, definition: Definition) -> None:
        self._dtype = definition.state
        self._width = definition.facts.decisions
        self._chance = random.Random(SEED)
        self.counts: Counter[str] = Counter()
        self.kept: dict[str, Calls] = {}

    def watched(self, functions: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
        """Wrap functions so that their calls are counted."""

        def watch(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
            def call(state: Any, *arguments: Any) -> Any:
                self.note(name, state, arguments)
                return function(state, *arguments)

            return call

        return {
            name: watch(name, function) if name in OPERATIONS else function
            for name, function in functions.items()
        }

    def note(self, name: str, state: Any, arguments: tuple[Any, ...] = ()) -> None:
        """Count a call, and keep it in the sample with equal probability for every call."""
        place = self.counts[name]
        self.counts[name] += 1
        if place >= SAMPLE:
            place = self._chance.randrange(place + 1)
        if place < SAMPLE:
            calls = self.kept.get(name) or self._room(name)
            calls.states[place] = state
            if name in ("apply", "reimagine"):
                calls.numbers[place] = arguments[0]
            if name == "choices":
                decisions, size, _ = arguments
                calls.decisions[place, :size] = decisions[:size]
                calls.sizes[place] = size

    def _room(self, name: str) -> Calls:
        width = self._width if name == "choices" else 1
        self.kept[name] = Calls(
            np.zeros(SAMPLE, self._dtype),
            np.zeros(SAMPLE, np.int64),
            np.zeros((SAMPLE, width), np.int64),
            np.zeros(SAMPLE, np.int64),
            chance.fast(SEED),
        )
        return self.kept[name]

    def take(self) -> tuple[dict[str, int], dict[str, Calls]]:
        """Return the calls so far, and start again."""
        kept = {}
        for name, calls in self.kept.items():
            *arrays, generator = calls
            states, numbers, decisions, sizes = (each[: self.counts[name]] for each in arrays)
            kept[name] = Calls(states, numbers, decisions, sizes, generator)
        seen = dict(self.counts), kept
        self.counts, self.kept = Counter(), {}
        return seen


@dataclass
class Job:
    """Searches of one kind whose calls are to be counted."""

    name: str
    seats: int
    known: tuple[Weights, Net]
    settings: Settings
    iterations: int
    stretches: list[Stretch]


@dataclass
class Counted:
    """The result of a job."""

    iterations: list[int]  # done in each stretch
    counts: dict[str, int]
    kept: dict[str, Calls]
    traces: list[tuple[int, int]]


def count_calls(jobs: list[Job]) -> list[Counted]:
    """Run stretches of one game in a process that compiles nothing."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, __file__, COUNTING]
    done = subprocess.run(
        command, input=pickle.dumps(jobs), env=environment, check=True, stdout=subprocess.PIPE
    )
    return pickle.loads(done.stdout)  # type: ignore[no-any-return]


def count_here(jobs: list[Job]) -> Iterator[Counted]:
    """Run stretches of one game, uncompiled, watching its operations."""
    np.seterr(over="ignore")  # random numbers wrap around as intended
    vars(operations)["from_dtype"] = cache(from_dtype)  # asked in every call, and slow
    definition = contrada.games.definition(jobs[0].name)
    watch = Watch(definition)
    evaluation = definition.evaluation
    if evaluation:
        evaluation = replace(evaluation, functions=watch.watched(evaluation.functions))
    contract.load(replace(definition, rules=watch.watched(definition.rules), evaluation=evaluation))
    for job in jobs:
        iterations: list[int] = []
        traces = []
        walk = new_search(definition, job.seats, search.search, job.known, job.settings)
        for stretch in job.stretches:
            walk.restore(stretch)
            done = walk.go(stretch.seat, job.iterations)
            for _ in range(done):
                watch.note("copy", walk.work.states[ROOT])
            iterations.append(done)
            traces.append(walk.trace())
        yield Counted(iterations, *watch.take(), traces)


# --- Costs, in compiled loops --------------------------------------------------------------------


def call_again(kind: int, calls: Calls, work: Work, passes: int) -> float:
    """Copy each state and call an operation on the copy; return a checksum of the results."""
    total = 0.0
    for _ in range(passes):
        for index in range(len(calls.states)):
            work.states[CURRENT] = calls.states[index]
            state = work.states[CURRENT]
            if kind == TO_MOVE:
                total += to_move(state)
            elif kind == LEGAL:
                total += legal(state, work.decisions)
            elif kind == APPLY:
                apply(state, calls.numbers[index])
            elif kind == REIMAGINE:
                reimagine(state, calls.numbers[index], calls.generator)
            elif kind == STANDING:
                standing(state, work.rows)
            elif kind == FEATURES:
                total += features(state, work.seen)
            elif kind == CHOICES:
                choices(state, calls.decisions[index], calls.sizes[index], work.chosen)
    return total


def load_loop(definition: Definition) -> Callable[..., float]:
    """Compile the loop for a game, or take it from the cache."""
    work = typeof(new_work(definition, 1))
    numbers, table = np.zeros(1, np.int64), np.zeros((1, 1), np.int64)
    states = np.zeros(1, definition.state)
    calls = typeof(Calls(states, numbers, table, numbers, chance.fast(SEED)))
    signature = types.float64(types.int64, calls, work, types.int64)
    sources = [*search_player.sources(definition), Path(__file__)]
    entry_points = {"call_again": EntryPoint(call_again, signature)}
    return jit.load(f"bench-search-{definition.facts.name}", sources, entry_points)["call_again"]


def fastest(work: Callable[[], object], prepare: Callable[[], object] = lambda: None) -> float:
    """Return the seconds of processor time that the fastest repeat took."""
    spent = []
    for _ in range(REPEATS):
        prepare()
        begun = time.thread_time()
        work()
        spent.append(time.thread_time() - begun)
    return min(spent)


def cost(loop: Callable[..., float], kind: int, calls: Calls, work: Work) -> float:
    """Return the seconds that one call takes, without the copying before it."""
    passes, begun = 1, time.thread_time()
    while True:
        loop(kind, calls, work, passes)
        now = time.thread_time()
        if now - begun >= LOOP:
            break
        passes, begun = 2 * passes, now
    alone = fastest(lambda: loop(COPY, calls, work, passes))
    both = fastest(lambda: loop(kind, calls, work, passes)) if kind != COPY else 2 * alone
    return max(both - alone, 0.0) / (passes * len(calls.states))


# --- Figures -------------------------------------------------------------------------------------


@dataclass
class Figures:
    """What is printed about one search of one game."""

    game: str
    search: str
    seats: int
    iterations_per_second: float
    stretch_iterations_per_second: float
    same_walks: str
    rules: float
    evaluation: float
    itself: float
    shares: dict[str, float]
    calls_per_iteration: dict[str, float]
    nanoseconds_per_call: dict[str, float]


@dataclass
class Grown:
    """A search of one kind, its rate, and the stretches to look into."""

    walk: Search
    rate: float
    job: Job


def grow(game: Game, player: SearchPlayer, positions: list[Position], seconds: float) -> Grown:
    """Search each position for this long; keep the state of each search after a while."""
    definition, seats = game.definition, positions[0].seats
    ready = search_player.load(definition)
    known = (player.weights, player.net)
    walk = new_search(definition, seats, ready["search"], known, player.settings)
    stretches, done, spent = [], 0, 0.0
    for position in positions:
        seat = position.to_move
        assert seat is not None
        walk.generator[0] = SEED
        walk.work.states[ROOT] = position.state
        ready["begin"](walk.tree, seat)
        begun = time.thread_time()
        done += walk.go(seat, GROWN)
        spent += time.thread_time() - begun
        stretches.append(walk.snapshot(seat))
        more = 1
        while more and spent < seconds * len(stretches):
            begun = time.thread_time()
            more = walk.go(seat, SLICE)
            done += more
            spent += time.thread_time() - begun
    iterations = STRETCH[player.name]
    job = Job(game.name, seats, known, player.settings, iterations, stretches)
    return Grown(walk, done / spent, job)


def seconds_an_iteration(walk: Search, stretch: Stretch) -> float:
    """Return the seconds that an iteration takes from there."""
    done = 0

    def go() -> None:
        nonlocal done
        done = walk.go(stretch.seat, TIMED)

    return fastest(go, lambda: walk.restore(stretch)) / max(done, 1)


def figures(game: Game, kind: str, grown: Grown, counted: Counted) -> Figures:
    """Combine counts, costs and times."""
    walk, job = grown.walk, grown.job
    loop, work = load_loop(game.definition), new_work(game.definition, job.seats)
    spent, same = 0.0, 0
    for stretch, done, trace in zip(job.stretches, counted.iterations, counted.traces, strict=True):
        spent += seconds_an_iteration(walk, stretch) * done
        walk.restore(stretch)
        walk.go(stretch.seat, job.iterations)
        same += walk.trace() == trace
    costs = {
        name: cost(loop, OPERATIONS.index(name), calls, work)
        for name, calls in counted.kept.items()
    }
    shares = {name: counted.counts.get(name, 0) * costs.get(name, 0) / spent for name in OPERATIONS}
    rules, evaluation = (sum(shares[name] for name in part) for part in (RULES, EVALUATION))
    return Figures(
        game.name,
        kind,
        job.seats,
        grown.rate,
        sum(counted.iterations) / spent,
        f"{same} of {len(job.stretches)}",
        rules,
        evaluation,
        1 - rules - evaluation,
        shares,
        {name: count / sum(counted.iterations) for name, count in counted.counts.items()},
        {name: 1e9 * seconds for name, seconds in costs.items()},
    )


def measure(name: str, seconds: float) -> list[Figures]:
    """Measure both searches of one game, with the fewest seats."""
    game = contrada.game(name)
    positions = [middle_of_a_game(game, SEED + number) for number in range(POSITIONS)]
    players = {
        "fitted": SearchPlayer(game, SEED, name="fitted"),
        "plain": SearchPlayer.plain(game, SEED),
    }
    grown = {kind: grow(game, player, positions, seconds) for kind, player in players.items()}
    counted = count_calls([each.job for each in grown.values()])
    return [
        figures(game, kind, grown[kind], calls) for kind, calls in zip(grown, counted, strict=True)
    ]


def report(rows: list[Figures]) -> None:
    """Print the figures as a table."""
    parts = ("rules", "eval.", "search")
    heads = "".join(f"{head:>7}" for head in parts) + "  |"
    heads += "".join(f"{head:>10}" for head in OPERATIONS)
    print(f"{'game':<9}{'search':<8}{'iter./s':>9}{'stretch':>9}{'same':>8}{heads}   (% of time)")
    for row in rows:
        figures_of = "".join(f"{100 * x:>7.1f}" for x in (row.rules, row.evaluation, row.itself))
        figures_of += "  |" + "".join(f"{100 * row.shares[name]:>10.1f}" for name in OPERATIONS)
        print(
            f"{row.game:<9}{row.search:<8}{row.iterations_per_second:>9,.0f}"
            f"{row.stretch_iterations_per_second:>9,.0f}{row.same_walks:>8}{figures_of}"
        )


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--json", action="store_true")
    options.add_argument("--seconds", type=float, default=0.3, help="for each position's rate")
    options.add_argument(COUNTING, action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.count:
        sys.stdout.buffer.write(pickle.dumps(list(count_here(pickle.load(sys.stdin.buffer)))))
        return
    rows = [row for name in NAMES for row in measure(name, chosen.seconds)]
    if chosen.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        report(rows)


if __name__ == "__main__":
    main()
