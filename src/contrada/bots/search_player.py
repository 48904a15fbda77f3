"""The opponent that searches: the tree search of `search.py` with limits, memory and reports."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from contrada.bots import search
from contrada.bots.player import Limits
from contrada.bots.search import Settings, Tree, Weights, Work
from contrada.bots.weights import NO_WEIGHTS, fitted
from contrada.errors import OptionError
from contrada.games import contract
from contrada.games.contract import Definition, Game, Position
from contrada.kernel import chance, jit, operations
from contrada.kernel.records import with_attributes

POOL = 1_000_000  # nodes, 56 bytes each
SLICE = 0.004  # seconds between looks at the clock
FIRST_SLICE = 32  # iterations
DECIDED = 0.97  # a result to expect that is as good as certain
AT_LEAST = 0.125  # part of its time that a hasty search takes even so
FIRST_DECISION = 0.7  # part of what is left for a turn that one of its decisions may take
UNLIMITED = 2**62
LINES = 5  # alternatives whose continuation is told
EVERY = 1e6  # decisions: where none looks likelier, none is left out
THINKING = Limits(seconds=1.0)

_ready: dict[str, dict[str, Callable[..., Any]]] = {}


def sources(definition: Definition) -> list[Path]:
    """Name all files that the compiled search of a game is made from."""
    own = definition.evaluation.sources if definition.evaluation else ()
    return [*contract.compiled_sources(definition), Path(search.__file__), *own]


def bundle(definition: Definition) -> str:
    """Return the name that the compiled search of a game is kept under."""
    return f"{definition.facts.name}-search"


def all_entry_points(definition: Definition) -> dict[str, jit.EntryPoint]:
    """Return every function of a game's search that Python calls."""
    evaluation: dict[str, jit.EntryPoint] = {}
    if definition.evaluation:
        functions = definition.evaluation.functions
        evaluation = operations.evaluation_entry_points(definition.state, functions)
    # What the search calls is compiled first, each on its own.
    return evaluation | search.entry_points(definition.state)


def load(definition: Definition, progress: jit.Progress | None = None) -> dict[str, Any]:
    """Compile the search for a game, or take it from the cache, once a process."""
    name = definition.facts.name
    if name not in _ready:
        contract.load(definition)
        entry_points = all_entry_points(definition)
        _ready[name] = jit.load(bundle(definition), sources(definition), entry_points, progress)
    return _ready[name]


def is_compiled(definition: Definition) -> bool:
    """Whether `load` will find rules and search compiled in the cache."""
    rules = jit.is_cached(definition.facts.name, contract.compiled_sources(definition))
    return rules and jit.is_cached(bundle(definition), sources(definition))


@dataclass(frozen=True)
class Alternative:
    """A decision that was looked at."""

    decision: int
    visits: int
    value: float  # result to expect for the seat that decides, 0 to 1
    prior: float
    proof: float | None  # the result, if it is certain
    line: tuple[int, ...]  # what is expected to follow, this decision first


@dataclass(frozen=True)
class Report:
    """What a search came to."""

    seat: int
    alternatives: tuple[Alternative, ...]  # the best first
    values: tuple[float, ...]  # result to expect for each seat
    iterations: int
    nodes: int
    seconds: float

    @property
    def decision(self) -> int:
        """The best decision."""
        return self.alternatives[0].decision

    @property
    def line(self) -> tuple[int, ...]:
        """What is expected to be played."""
        return self.alternatives[0].line

    @property
    def rate(self) -> float:
        """Iterations a second."""
        return self.iterations / self.seconds if self.seconds else 0.0


class _Thread(NamedTuple):
    """What one thread searches with."""

    tree: Tree
    work: Work
    generator: Any


class SearchPlayer:
    """Searches for as long as it may, and takes the decision that it has visited most.

    It remembers the tree within a turn. It is told only what its seat may see, and deals the rest
    anew in every iteration. One thread, a seed and a limit of iterations fix what it does.
    """

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        *,
        name: str = "search",
        seconds: float | None = None,
        iterations: int | None = None,
        pool: int = POOL,
        threads: int = 1,
        weights: Weights | str | None = None,
        hasty: bool = False,
        slip: float = 0.0,
        **settings: Any,
    ) -> None:
        """Take the limits of a turn if `choose` is given none, and settings of the search.

        `weights` may name a file of fitted ones. `hasty` stops as soon as more search could not
        change this choice, though it might help the next one of the turn, and thinks for a short
        time only where the game is as good as decided; `slip` is how likely it overlooks a decision
        that it should have taken.
        """
        if pool < game.facts.decisions + 1 or threads < 1:
            raise OptionError("a search needs a thread, and a node for every decision there is")
        found = fitted(game.definition, Path(weights) if isinstance(weights, str) else None)
        self.name = name
        self.game = game
        self.thinking = Limits(seconds, iterations) if seconds or iterations else THINKING
        self.weights = weights if isinstance(weights, Weights) else found.weights
        self.settings = settled(game, self.weights, found.search | settings)
        self._compiled = load(game.definition)
        self._pool = pool
        self._hasty = hasty
        self._slip = slip
        self._seeds = random.Random(seed)
        self._threads: list[_Thread] = []
        self._number = threads
        self._stop = np.zeros(1, np.int64)
        self._expected: Position | None = None  # where its latest choice has led
        self._left = self.thinking

    @classmethod
    def plain(cls, game: Game, seed: int | None = None, **settings: Any) -> SearchPlayer:
        """Make one that knows the rules only: even priors, random playouts to the end."""
        return cls(game, seed, **{"name": "plain", "weights": NO_WEIGHTS, **settings})

    def stop(self) -> None:
        """Ask it to end now, and what it begins next; may be called from another thread."""
        self._stop[0] = 1

    def begin_anew(self) -> None:
        """Be as new for whoever uses it next: nothing spent of a turn, and no longer stopped."""
        self._stop[0] = 0
        self._expected = None

    def reseed(self, seed: int) -> None:
        """Take the luck of what comes next from this seed; what was found before is kept."""
        self._seeds = random.Random(seed)
        self._threads = [
            thread._replace(generator=chance.generator(self._seeds.getrandbits(62)))
            for thread in self._threads
        ]

    def choose(self, position: Position, limits: Limits | None = None) -> int:
        """Return the decision that looks best."""
        (decision, *others) = position.legal()
        if others:
            report = self.consider(position, self._share(position, limits or Limits()))
            decision = self._notice(report)
            self._left = _rest(self._left, report)
            # A forced decision leaves the tree where it is, so nothing goes on from there.
            self._expected = position.play(decision)
        return decision

    def _notice(self, report: Report) -> int:
        """Return the best decision that is not overlooked, or any if all are."""
        for alternative in report.alternatives:
            if self._slip == 0.0 or self._seeds.random() >= self._slip:
                return alternative.decision
        return self._seeds.choice(report.alternatives).decision

    def _share(self, position: Position, limits: Limits) -> Limits:
        """Return what this decision may take of what the turn has left."""
        expected = self._expected
        if position.turn_begins or expected is None or expected.to_move != position.to_move:
            self._left = limits if any(vars(limits).values()) else self.thinking
        if self.game.facts.longest_turn == 1:
            return self._left
        return Limits(*(_part(value) for value in vars(self._left).values()))

    def _goes_on(self, position: Position) -> bool:
        """Whether this is the position that its latest choice led to."""
        expected, seat = self._expected, position.to_move
        if expected is None or seat is None or expected.to_move != seat:
            return False
        # Dealt anew by the same random numbers, what a seat cannot tell apart is the same.
        return expected.reimagine(seat) == position.reimagine(seat)

    def consider(self, position: Position, limits: Limits) -> Report:
        """Search a position, which has a legal decision, and report what was found."""
        begun = time.perf_counter()
        seat = position.to_move
        assert seat is not None
        done = self._search(position, seat, limits, begun)
        return self._report(position, seat, done, time.perf_counter() - begun)

    def foresee(self, position: Position, observer: int, limits: Limits) -> tuple[float, ...]:
        """Return what each seat may expect, by what one seat knows; the game goes on.

        Another seat may be the one to decide.
        """
        self._search(position, observer, limits, time.perf_counter())
        proofs = [int(t.tree.nodes["proof"][int(t.tree.counts[1])]) for t in self._threads]
        if max(proofs) != search.UNPROVED:
            sure = float(search.RESULT_OF[max(proofs)])
            return (sure, 1 - sure) if observer == 0 else (1 - sure, sure)
        return self._values()

    def _search(self, position: Position, observer: int, limits: Limits, begun: float) -> int:
        """Search with all threads; return how many iterations they did."""
        self._prepare(position, observer)
        if self._number == 1:
            return self._run(self._threads[0], observer, limits, begun)
        with ThreadPoolExecutor(self._number) as pool:
            runs = [pool.submit(self._run, t, observer, limits, begun) for t in self._threads]
            return sum(run.result() for run in runs)

    # --- Searching ---

    def _prepare(self, position: Position, seat: int) -> None:
        if not self._threads or len(self._threads[0].tree.sums) != position.seats:
            self._threads = [self._new_thread(position.seats) for _ in range(self._number)]
            self._expected = None
        goes_on = self._goes_on(position)
        for thread in self._threads:
            thread.work.states[search.ROOT] = position.state
            if not (goes_on and self._descend(thread)):
                self._compiled["begin"](thread.tree, seat)

    def _new_thread(self, seats: int) -> _Thread:
        facts, definition = self.game.facts, self.game.definition
        evaluation = definition.evaluation
        shape = (
            len(facts.measures),
            len(evaluation.features) if evaluation else 0,
            len(evaluation.choices) if evaluation else 0,
        )
        states = np.zeros(2, with_attributes(definition.state))
        tree = search.new_tree(self._pool, seats, sharing=self.settings.sharing)
        work = search.new_work(states, seats, facts.decisions, facts.longest_game, shape)
        return _Thread(tree, work, chance.generator(self._seeds.getrandbits(62)))

    def _descend(self, thread: _Thread) -> bool:
        """Make the node of its own latest decision the root; return whether that is worth it."""
        nodes, counts, sums, _ = thread.tree
        assert self._expected is not None
        decision = self._expected.decision
        children = _children(thread.tree, int(counts[1]))
        same = [child for child in children if nodes["decision"][child] == decision]
        if not same or counts[0] > len(nodes) // 2:
            return False
        counts[1], counts[2], sums[:] = nodes["same"][same[0]], 0, 0.0
        return True

    def _run(self, thread: _Thread, seat: int, limits: Limits, begun: float) -> int:
        """Search in short slices until a limit is reached."""
        done: int = 0
        size: int = FIRST_SLICE
        most: int = limits.iterations or UNLIMITED
        nodes = limits.nodes or UNLIMITED
        while True:
            left = most - done
            now = time.perf_counter()
            if limits.seconds is not None and done:
                rate = done / (now - begun)
                left = min(left, int(rate * (begun + limits.seconds - now)))
            count = self._compiled["search"](
                thread.tree,
                thread.work,
                self.weights,
                self.settings,
                thread.generator,
                seat,
                min(size, most - done),
                left if self._hasty else UNLIMITED,
                nodes,
                self._stop,
            )
            done += int(count)
            spent = time.perf_counter() - now
            if count < size or done >= most:
                return done
            if limits.seconds is not None:
                so_far = (now + spent - begun) / limits.seconds
                if so_far >= 1 or (self._hasty and so_far > AT_LEAST and _is_decided(thread, seat)):
                    return done
            size = max(FIRST_SLICE, int(size * min(2.0, SLICE / max(spent, 1e-9))))

    # --- Reporting ---

    def _report(self, position: Position, seat: int, done: int, seconds: float) -> Report:
        found = {decision: _Tally() for decision in position.legal()}
        for thread in self._threads:
            for tally in _tallies(thread.tree, seat):
                if tally.decision in found:
                    found[tally.decision] = found[tally.decision].with_more(tally)
        ranked = sorted(found.items(), key=lambda item: item[1].rank, reverse=True)
        return Report(
            seat,
            tuple(
                self._alternative(decision, tally, told=place < LINES)
                for place, (decision, tally) in enumerate(ranked)
            ),
            self._values(),
            done,
            sum(int(thread.tree.counts[0]) for thread in self._threads),
            seconds,
        )

    def _values(self) -> tuple[float, ...]:
        """Return the result to expect for each seat, over all iterations from the root."""
        number = sum(int(thread.tree.counts[2]) for thread in self._threads)
        sums = np.sum([thread.tree.sums for thread in self._threads], axis=0)
        return tuple(float(value) for value in sums / max(number, 1))

    def _alternative(self, decision: int, tally: _Tally, *, told: bool) -> Alternative:
        proof = float(search.RESULT_OF[tally.proof]) if tally.proof else None
        value = tally.total / tally.visits if tally.visits else 0.0
        line = _line(self._threads[0].tree, tally.node) if told and tally.visits else []
        return Alternative(
            decision,
            tally.visits,
            value if proof is None else proof,
            tally.prior / self._number,
            proof,
            (decision, *line),
        )


class _Tally(NamedTuple):
    """What a tree, or several, have found out about a decision at the root."""

    decision: int = -1
    visits: int = 0
    total: float = 0.0
    prior: float = 0.0
    proof: int = 0
    node: int = -1  # in the first tree that has one

    def with_more(self, other: _Tally) -> _Tally:
        """Add what another tree has found out."""
        return _Tally(
            other.decision,
            self.visits + other.visits,
            self.total + other.total,
            self.prior + other.prior,
            max(self.proof, other.proof),
            other.node if self.node < 0 else self.node,
        )

    @property
    def rank(self) -> tuple[float, ...]:
        """What is surely won comes first, then the most visited, what is surely lost last."""
        certain = {int(search.WON): 1, int(search.LOST): -1}.get(self.proof, 0)
        mean = self.total / self.visits if self.visits else 0.0
        return certain, self.visits, mean, self.prior


def _is_decided(thread: _Thread, seat: int) -> bool:
    """Whether a seat is all but sure to win, or to lose."""
    sums, iterations = thread.tree.sums, int(thread.tree.counts[2])
    mean = float(sums[seat]) / max(iterations, 1)
    return mean > DECIDED or mean < 1 - DECIDED


def _children(tree: Tree, parent: int) -> list[int]:
    siblings, found = tree.nodes["sibling"], []
    child = int(tree.nodes["child"][tree.nodes["same"][parent]])
    while child != search.NO_NODE:
        found.append(child)
        child = int(siblings[child])
    return found


def _tallies(tree: Tree, seat: int) -> Iterator[_Tally]:
    """Return what a tree has found out about each decision of a seat at its root."""
    children = _children(tree, int(tree.counts[1]))
    nodes = tree.nodes[children]
    there = tree.nodes[nodes["same"]]  # what is known of where each decision leads
    taken, means = nodes["taken"], there["total"] / np.maximum(there["visits"], 1)
    columns = (nodes["decision"], taken, taken * means, nodes["prior"], there["proof"])
    rows = zip(*(column.tolist() for column in columns), children, strict=True)
    return (_Tally(*row) for row, who in zip(rows, nodes["seat"], strict=True) if who == seat)


def _line(tree: Tree, node: int) -> list[int]:
    """Return the decisions visited most after a node."""
    line: list[int] = []
    while children := _children(tree, node):
        taken = tree.nodes["taken"][children]
        if not taken.any():
            break
        node = children[int(taken.argmax())]
        line.append(int(tree.nodes["decision"][node]))
    return line


def settled(game: Game, weights: Weights, wanted: dict[str, Any]) -> Settings:
    """Return the settings of a search; what the game decides is not to be set."""
    unknown = set(wanted) - set(Settings._fields)
    if unknown:
        known = ", ".join(Settings._fields)
        raise OptionError(f"a search has no setting {min(unknown)!r}; it has: {known}")
    facts = game.facts
    defaults = Settings(
        evaluated=len(weights.early) > 0,
        sharpness=1.0 if len(weights.choice) else 0.0,
        width=Settings().width if len(weights.choice) else EVERY,
        hidden=facts.uncertain,
        proving=not facts.uncertain and facts.seats == (2, 2),
        sharing=not facts.uncertain,
    )
    kinds = {key: type(value) for key, value in defaults._asdict().items()}
    return defaults._replace(**{key: kinds[key](value) for key, value in wanted.items()})


def _part(value: float | None) -> Any:
    if isinstance(value, int):
        return max(int(value * FIRST_DECISION), 1)
    return None if value is None else value * FIRST_DECISION


def _rest(limits: Limits, report: Report) -> Limits:
    """Return what a decision has left of the limits of a turn."""
    seconds, iterations = limits.seconds, limits.iterations
    return Limits(
        None if seconds is None else max(seconds - report.seconds, 1e-3),
        None if iterations is None else max(iterations - report.iterations, 1),
        limits.nodes,
    )
