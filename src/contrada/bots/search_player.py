"""A bot that uses the tree search of `search.py`, with limits, memory and reports."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from contrada.bots import nets, network, search
from contrada.bots.nets import Taught
from contrada.bots.network import NO_NET
from contrada.bots.player import Limits
from contrada.bots.search import Settings, Tree, Weights, Work
from contrada.bots.weights import NO_WEIGHTS, fitted
from contrada.errors import OptionError
from contrada.games import contract
from contrada.games.contract import Definition, Game, Position
from contrada.kernel import chance, jit, operations
from contrada.kernel.records import with_attributes

POOL = 1_000_000  # nodes, 56 bytes each
SLICE = 0.004  # seconds between two checks of the clock
FIRST_SLICE = 32  # iterations
DECIDED = 0.97  # expected result that counts as decided
AT_LEAST = 0.125  # share of its time that a hasty search uses even in a decided game
FOR_POINTS = 0.25  # share of its limits that a search of a decided game keeps for points
SAME = 0.01  # a difference of expected results that does not matter in a decided game
OFTEN = 16  # visits after which an expected result is believed
POOL_FOR_POINTS = 50_000  # nodes
BELIEVED = 4  # times fewer visits than the most visited decision make a value doubtful
TRIED = 3  # decisions that are checked for whether they keep a certain win
PROVED_WITHIN = 2000  # iterations of that check
FIRST_DECISION = 0.7  # share of the turn's remaining limits for a decision that does not end it
ENDS_LOOKED_AT = 3  # decisions that are tried, to see whether each of them ends the turn
UNLIMITED = 2**62
LINES = 5  # alternatives reported with their continuation
EVERY = 1e6  # width without priors: consider every decision
THINKING = Limits(seconds=1.0)

_ready: dict[str, dict[str, Callable[..., Any]]] = {}


def sources(definition: Definition) -> list[Path]:
    """Return all source files of a game's compiled search."""
    own = definition.evaluation.sources if definition.evaluation else ()
    shared = [Path(search.__file__), Path(network.__file__)]
    return [*contract.observation_sources(definition), *shared, *own]


def bundle(definition: Definition) -> str:
    """Return the name of a game's compiled search in the cache."""
    return f"{definition.facts.name}-search"


def all_entry_points(definition: Definition) -> dict[str, jit.EntryPoint]:
    """Return every compiled function of a game's search that Python calls."""
    evaluation: dict[str, jit.EntryPoint] = {}
    if definition.evaluation:
        functions = definition.evaluation.functions
        evaluation = operations.evaluation_entry_points(definition.state, functions)
    # Compile what the search calls first, each function by itself.
    return evaluation | search.entry_points(definition.state)


def load(definition: Definition, progress: jit.Progress | None = None) -> dict[str, Any]:
    """Compile the search for a game or load it from the cache, once per process."""
    name = definition.facts.name
    if name not in _ready:
        contract.load(definition)
        entry_points = all_entry_points(definition)
        _ready[name] = jit.load(bundle(definition), sources(definition), entry_points, progress)
    return _ready[name]


def is_compiled(definition: Definition) -> bool:
    """Whether the compiled rules and search are in the cache."""
    rules = jit.is_cached(definition.facts.name, contract.compiled_sources(definition))
    return rules and jit.is_cached(bundle(definition), sources(definition))


@dataclass(frozen=True)
class Alternative:
    """A decision that was searched."""

    decision: int
    visits: int
    value: float  # expected result for the seat to move, from 0 to 1
    prior: float
    proof: float | None  # the result, if it is certain
    line: tuple[int, ...]  # the expected continuation, starting with this decision


@dataclass(frozen=True)
class Report:
    """The result of a search."""

    seat: int
    alternatives: tuple[Alternative, ...]  # best first
    values: tuple[float, ...]  # expected result of each seat
    iterations: int
    nodes: int
    seconds: float

    @property
    def decision(self) -> int:
        """The best decision."""
        return self.alternatives[0].decision

    @property
    def line(self) -> tuple[int, ...]:
        """The expected continuation."""
        return self.alternatives[0].line

    @property
    def rate(self) -> float:
        """Iterations per second."""
        return self.iterations / self.seconds if self.seconds else 0.0


class Explored(NamedTuple):
    """A position that a search has looked at."""

    line: tuple[int, ...]  # the decisions that lead to it
    seat: int  # that took the last of them
    value: float  # expected result for that seat


class _Thread(NamedTuple):
    """The data of one search thread."""

    tree: Tree
    work: Work
    units: network.Units
    generator: Any


class SearchPlayer:
    """Searches up to its limits and takes the most visited decision.

    It keeps its tree within a turn. It knows only what its seat may see, and deals the rest anew in
    every iteration. With one thread, a seed and a limit of iterations its choice is reproducible.
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
        net: Taught | str | bool | None = None,
        hasty: bool = False,
        slip: float = 0.0,
        first: float = FIRST_DECISION,
        **settings: Any,
    ) -> None:
        """Create a bot. `seconds` and `iterations` are its limits if `choose` is given none.

        `weights` may be the name of a file with fitted weights, and `net` that of a network. With
        other weights than the game's own, its network is not used. A `hasty` bot stops as soon as
        more search cannot change this decision (though it might help the next one of the turn),
        and thinks only briefly once the game is decided. `slip` is the probability of overlooking
        the best decision. A decision may use the share `first` of what is left for the turn, and
        the last one all of it.
        """
        if pool < game.facts.decisions + 1 or threads < 1:
            raise OptionError("a search needs at least one thread, and a node for every decision")
        found = fitted(game.definition, Path(weights) if isinstance(weights, str) else None)
        self.name = name
        self.game = game
        self.thinking = Limits(seconds, iterations) if seconds or iterations else THINKING
        self.weights = weights if isinstance(weights, Weights) else found.weights
        self._taught = _network(game.definition, net, own=weights is None)
        self.net, suited = NO_NET, found.search
        if self._taught is not None:
            self.weights = Weights(self._taught.early, self._taught.late, self.weights.choice)
            self.net = nets.net_of(game.facts, self._taught)
            suited = suited | self._taught.search
        self.settings = settled(game, self.weights, suited | settings)
        self._compiled = load(game.definition)
        self._pool = pool
        self._hasty = hasty
        self._slip = slip
        self._first = first
        self._seeds = random.Random(seed)
        self._threads: list[_Thread] = []
        self._number = threads
        self._stop = np.zeros(1, np.int64)
        self._expected: Position | None = None  # the position after its latest choice
        self._left = self.thinking
        self._spare = 0.0  # share of the time to keep for points if the game is decided
        self._counting: SearchPlayer | None = None  # for points, once it has been needed

    @classmethod
    def plain(cls, game: Game, seed: int | None = None, **settings: Any) -> SearchPlayer:
        """Create a bot without an evaluation: even priors, random playouts to the end."""
        return cls(game, seed, **{"name": "plain", "weights": NO_WEIGHTS, **settings})

    def stop(self) -> None:
        """Stop this search, and any later one, from any thread; `begin_anew` undoes it."""
        self._stop[0] = 1

    def begin_anew(self) -> None:
        """Forget the current turn and any request to stop, so that the bot can be reused."""
        self._stop[0] = 0
        self._expected = None

    def reseed(self, seed: int) -> None:
        """Reset the random numbers to this seed; the tree is kept."""
        self._seeds = random.Random(seed)
        self._threads = [
            thread._replace(generator=chance.fast(self._seeds.getrandbits(62)))
            for thread in self._threads
        ]

    def choose(self, position: Position, limits: Limits | None = None) -> int:
        """Return the decision that seems best."""
        (decision, *others) = position.legal()
        if others:
            share = self._share(position, limits or Limits())
            self._spare = FOR_POINTS
            try:
                report = self.consider(position, share)
            finally:
                self._spare = 0.0
            report = self._prefer_points(position, report, share)
            decision = self._notice(report)
            self._left = _rest(self._left, report)
            # After a forced decision the tree stays where it is, so it cannot be reused.
            self._expected = position.play(decision)
        return decision

    def _prefer_points(self, position: Position, report: Report, limits: Limits) -> Report:
        """Put the decision with most points first among those with the same, decided result."""
        kept = [each for each in report.alternatives if _may_keep_the_result(each, report)]
        if len(kept) < 2 or not _is_certain(report) or self._stop[0]:
            return report
        begun = time.perf_counter()
        found = self._adviser(points=True).consider(position, _for_points(limits, report))
        worth = {each.decision: _by_value(each, found) for each in found.alternatives}
        kept.sort(key=lambda each: worth[each.decision], reverse=True)
        best = next((each for each in kept[:TRIED] if self._keeps(position, each, report)), None)
        if best is None:
            return report
        others = [each for each in report.alternatives if each is not best]
        spent = report.seconds + time.perf_counter() - begun
        return replace(report, alternatives=(best, *others), seconds=spent)

    def _keeps(self, position: Position, alternative: Alternative, report: Report) -> bool:
        """Whether a decision keeps a certain win, if there is one."""
        if report.alternatives[0].proof != 1 or alternative.proof == 1:
            return True
        after = position.play(alternative.decision)
        outcome = after.outcome()
        if outcome is not None:
            return outcome.winners == (report.seat,)
        reply = self._adviser(points=False).consider(after, Limits(iterations=PROVED_WITHIN))
        return reply.alternatives[0].proof == (1 if after.to_move == report.seat else 0)

    def _adviser(self, *, points: bool) -> SearchPlayer:
        """Return a search with a tree of its own, which counts points or proves results."""
        if self._counting is None:
            pool = max(POOL_FOR_POINTS, self.game.facts.decisions + 1)
            seed = self._seeds.getrandbits(62)
            net = self._taught or False
            self._counting = SearchPlayer(self.game, seed, pool=pool, weights=self.weights, net=net)
            self._counting._stop = self._stop  # noqa: SLF001 - whoever stops one stops both
        usual = self.settings
        counting = usual._replace(points=True, proving=False, sharpness=0.0)
        self._counting.settings = counting if points else usual
        return self._counting

    def _notice(self, report: Report) -> int:
        """Return the best decision that it does not overlook, or a random one."""
        for alternative in report.alternatives:
            if self._slip == 0.0 or self._seeds.random() >= self._slip:
                return alternative.decision
        return self._seeds.choice(report.alternatives).decision

    def _share(self, position: Position, limits: Limits) -> Limits:
        """Return this decision's share of the turn's remaining limits."""
        expected = self._expected
        if position.turn_begins or expected is None or expected.to_move != position.to_move:
            self._left = limits if any(vars(limits).values()) else self.thinking
        if self.game.facts.longest_turn == 1 or _ends_the_turn(position):
            return self._left
        return Limits(*(_part(value, self._first) for value in vars(self._left).values()))

    def _goes_on(self, position: Position) -> bool:
        """Whether this is the position after its latest choice."""
        expected, seat = self._expected, position.to_move
        if expected is None or seat is None or expected.to_move != seat:
            return False
        # With the same random numbers, positions that look the same to a seat become equal.
        return expected.reimagine(seat) == position.reimagine(seat)

    def consider(self, position: Position, limits: Limits) -> Report:
        """Search a position that has a legal decision."""
        begun = time.perf_counter()
        seat = position.to_move
        assert seat is not None
        done = self._search(position, seat, limits, begun)
        return self._report(position, seat, done, time.perf_counter() - begun)

    def foresee(self, position: Position, observer: int, limits: Limits) -> tuple[float, ...]:
        """Return the expected result of each seat, from what the observer knows.

        The game must not be over. Another seat than the observer may be to move.
        """
        self._search(position, observer, limits, time.perf_counter())
        proofs = [int(t.tree.nodes["proof"][int(t.tree.counts[1])]) for t in self._threads]
        if max(proofs) != search.UNPROVED:
            sure = float(search.RESULT_OF[max(proofs)])
            return (sure, 1 - sure) if observer == 0 else (1 - sure, sure)
        return self._values()

    def explored(self, visits: int) -> Iterator[Explored]:
        """Yield the positions that the latest search visited at least this often."""
        tree = self._threads[0].tree
        waiting: list[tuple[int, tuple[int, ...]]] = [(int(tree.counts[1]), ())]
        known: set[int] = set()  # several ways may lead to a position
        while waiting:
            parent, line = waiting.pop()
            for child in _children(tree, parent):
                node, there = tree.nodes[child], int(tree.nodes["same"][child])
                often = int(tree.nodes["visits"][there])
                if often < visits or there in known:
                    continue
                known.add(there)
                decisions, same = (*line, int(node["decision"])), tree.nodes[there]
                proof = int(same["proof"])
                value = search.RESULT_OF[proof] if proof else float(same["total"]) / often
                yield Explored(decisions, int(same["seat"]), float(value))
                waiting.append((there, decisions))

    def _search(self, position: Position, observer: int, limits: Limits, begun: float) -> int:
        """Search with all threads; return the number of iterations."""
        self._prepare(position, observer)
        if self._number == 1:
            return self._run(self._threads[0], observer, limits, begun)
        with ThreadPoolExecutor(self._number) as pool:
            arguments = (observer, limits, begun)
            runs = [pool.submit(self._run, thread, *arguments) for thread in self._threads]
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
        units = network.new_units(self.net, contract.observation_size(facts))
        return _Thread(tree, work, units, chance.fast(self._seeds.getrandbits(62)))

    def _descend(self, thread: _Thread) -> bool:
        """Make the node of its latest decision the root; return False if that is not worth it."""
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
        enough = AT_LEAST if self._hasty else 1 - self._spare
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
                self.net,
                thread.units,
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
                if so_far >= 1 or (so_far > enough and _is_decided(thread, seat)):
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
        """Return the mean result of each seat, over all iterations from the root."""
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
    """What one or more trees have found out about a decision at the root."""

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
        """Sort key: certain wins, then by visits, certain losses last."""
        certain = {int(search.WON): 1, int(search.LOST): -1}.get(self.proof, 0)
        mean = self.total / self.visits if self.visits else 0.0
        return certain, self.visits, mean, self.prior


def _is_certain(report: Report) -> bool:
    """Whether no decision is likely to change the result."""
    best = report.alternatives[0]
    if best.proof is not None or best.value > DECIDED:
        return True
    return all(each.value < 1 - DECIDED for each in report.alternatives)


def _may_keep_the_result(alternative: Alternative, report: Report) -> bool:
    """Whether a decision seems to lead to the same result as the best one."""
    best = report.alternatives[0]
    if best.proof is not None:
        return alternative.proof == best.proof or (best.proof == 1 and alternative.proof is None)
    often = alternative.visits >= min(OFTEN, best.visits)
    return often and alternative.value >= best.value - SAME


def _for_points(limits: Limits, report: Report) -> Limits:
    """Return what a search may spend on points after the search for the result."""
    rest = _rest(limits, report)
    seconds, iterations = limits.seconds, limits.iterations
    return Limits(
        None if seconds is None else max(rest.seconds or 0.0, seconds * FOR_POINTS / 4),
        iterations,  # a number of iterations is there to be repeatable, not to save time
        limits.nodes,
    )


def _by_value(alternative: Alternative, report: Report) -> tuple[bool, float]:
    """Sort key: by value, if it was visited about as often as the others."""
    most = max(each.visits for each in report.alternatives)
    return alternative.visits * BELIEVED >= most, alternative.value


def _is_decided(thread: _Thread, seat: int) -> bool:
    """Whether a seat is almost certain to win or to lose."""
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
    """Yield what a tree has found out about each decision of a seat at its root."""
    children = _children(tree, int(tree.counts[1]))
    nodes = tree.nodes[children]
    there = tree.nodes[nodes["same"]]  # the nodes of the positions that the decisions lead to
    taken, means = nodes["taken"], there["total"] / np.maximum(there["visits"], 1)
    columns = (nodes["decision"], taken, taken * means, nodes["prior"], there["proof"])
    rows = zip(*(column.tolist() for column in columns), children, strict=True)
    return (_Tally(*row) for row, who in zip(rows, nodes["seat"], strict=True) if who == seat)


def _line(tree: Tree, node: int) -> list[int]:
    """Return the most visited decisions after a node."""
    line: list[int] = []
    while children := _children(tree, node):
        taken = tree.nodes["taken"][children]
        if not taken.any():
            break
        node = children[int(taken.argmax())]
        line.append(int(tree.nodes["decision"][node]))
    return line


def _network(
    definition: Definition, net: Taught | str | bool | None, *, own: bool
) -> Taught | None:
    """Return the network that was asked for, or the game's own."""
    if isinstance(net, Taught):
        return net
    if isinstance(net, str):
        return nets.load(definition, Path(net))
    path = nets.shipped(definition) if (own if net is None else net) else None
    return nets.load(definition, path) if path else None


def settled(game: Game, weights: Weights, wanted: dict[str, Any]) -> Settings:
    """Return the settings of a search, with defaults that depend on the game."""
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


def _ends_the_turn(position: Position) -> bool:
    """Whether every decision ends the turn, as far as a few of them can tell."""
    legal = position.legal()
    some = legal[:: max(len(legal) // ENDS_LOOKED_AT, 1)]
    ends = (position.play(decision) for decision in some)
    return all(end.is_over or end.turn_begins for end in ends)


def _part(value: float | None, share: float) -> Any:
    if isinstance(value, int):
        return max(int(value * share), 1)
    return None if value is None else value * share


def _rest(limits: Limits, report: Report) -> Limits:
    """Return what remains of a turn's limits after a decision."""
    seconds, iterations = limits.seconds, limits.iterations
    return Limits(
        None if seconds is None else max(seconds - report.seconds, 1e-3),
        None if iterations is None else max(iterations - report.iterations, 1),
        limits.nodes,
    )
