"""What a game provides (`Definition`), and the `Game` and `Position` that everyone else uses."""

from __future__ import annotations

import itertools
import operator
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from contrada.errors import ContradaError, IllegalDecision, NotationError, OptionError
from contrada.games import preview
from contrada.kernel import chance, drivers, jit, operations, records
from contrada.kernel.operations import State
from contrada.kernel.refusals import PERMITTED

# A position as somebody may know it. Every game says more of its own in `view`.
View = Annotated[Mapping[str, Any], "view"]
# What a decision is made of; `does` is always there.
Parts = Annotated[Mapping[str, str | int | None], "parts"]
# A decision as somebody has seen it: its parts, and what came of them.
Account = Annotated[Mapping[str, Any], "account"]
# A `ScoreLine` as data for JSON.
ScoreData = Annotated[dict[str, Any], "score line"]


@dataclass(frozen=True)
class Option:
    """A choice agreed before the game."""

    name: str
    values: tuple[bool | str, ...]
    about: str
    needs: str = ""  # another option, without which only the default may be chosen

    @property
    def default(self) -> bool | str:
        """The value that holds if nobody says otherwise: the first."""
        return self.values[0]


@dataclass(frozen=True)
class Measure:
    """One column of a standing: what is compared, and whether fewer is better."""

    name: str
    fewest: bool = False


@dataclass(frozen=True)
class Facts:
    """What there is to know about a game before playing it."""

    name: str
    title: str
    seats: tuple[int, int]  # fewest, most
    seat_names: tuple[str, ...]
    options: tuple[Option, ...]
    decisions: int  # every decision is a number below this
    longest_turn: int  # decisions in one turn, at most
    longest_game: int  # decisions in one game, at most
    longest_game_because: str
    hidden: bool  # seats do not see everything
    chance: bool  # the seed matters
    measures: tuple[Measure, ...]  # compared in this order at the end; the first is the score

    @property
    def uncertain(self) -> bool:
        """Whether a seat may be surprised: by what it does not see, or by chance."""
        return self.hidden or self.chance


class Notation(Protocol):
    """How a game is written; a module `notation` of a game has these."""

    separator: str
    """What stands between two turns in a line of them; no turn's text contains it."""

    implied: frozenset[int]
    """Decisions that a turn's text leaves out because the rest of it says as much."""

    def decision_text(self, state: State, decision: int) -> str:
        """Write one decision."""

    def turn_text(self, state: State, decisions: Sequence[int]) -> str:
        """Write the decisions of a turn, or of its beginning or rest, taken from `state` on."""

    def turn_as_seen(self, state: State, decisions: Sequence[int], seat: int | None) -> str:
        """Write them as a seat, or everyone, sees them; nobody reads this back."""

    def turn_squares(self, state: State, decisions: Sequence[int]) -> list[str]:
        """Name the squares these decisions touch, for pictures."""

    def read_turn(self, state: State, text: str) -> list[int]:
        """Read a decision or a turn, allowed or not; what has no number is refused at once."""

    def position_text(self, state: State) -> str:
        """Write a position on one line."""

    def position_seats(self, text: str) -> int | None:
        """Return for how many seats a position is, if its text says so."""

    def read_position(self, state: State, text: str) -> None:
        """Read a position into `state`, which a game with the wanted options has been set up in."""


class Explain(Protocol):
    """Why the rules refuse a decision; a module `explain` of a game has this."""

    def explain(self, state: State, decision: int, rule: int) -> IllegalDecision:
        """Put into words what `refusal` answered, with the squares to point at."""


class Picture(Protocol):
    """How a view is drawn; a module `picture` of a game has these."""

    svg: Callable[..., str]
    """Draw a view for screen and print; `last` names the squares of the latest turn."""

    terminal: Callable[..., str]
    """Draw a view with characters, likewise."""

    sentence: Callable[..., str]
    """Say how a view stands; what comes after a colon is what the seat to move has to do."""

    styles: tuple[tuple[str, str], ...]
    """Patterns of marks in it, each with the Rich style that a coloured terminal gives them."""


@dataclass(frozen=True)
class ForeignGame:
    """A game read from somebody else's format, to be replayed by our rules."""

    options: Mapping[str, bool | str]
    turns: list[str]
    turn_counts: list[int] | None = None  # legal turns before each one, if the file has them
    scores: list[int] | None = None
    title: str = ""


class ForeignFormat(Protocol):
    """Somebody else's way to write down games, one JSON object each."""

    def read(self, document: Mapping[str, Any]) -> ForeignGame:
        """Take from a JSON object what is needed to replay it."""

    def write(self, position: Position, title: str) -> dict[str, Any]:
        """Make the JSON object of the game that led to a position."""


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score sheet: what brings how many points, and where to see it."""

    what: str  # the kind of thing, in one word
    name: str
    points: int
    squares: tuple[str, ...] = ()
    goal: bool = False  # something to be met, or worth nothing

    def data(self) -> ScoreData:
        """Return it as data for JSON."""
        return {**vars(self), "squares": list(self.squares)}


@dataclass(frozen=True)
class Evaluation:
    """What a player of the game looks at: of a position for each seat, and of a decision.

    The functions only look; how much each feature matters is fitted from games and kept as data.
    """

    features: tuple[str, ...]  # what `functions["features"]` writes, column by column
    choices: tuple[str, ...]  # what `functions["choices"]` writes, likewise
    functions: Mapping[str, Callable[..., Any]]  # see `kernel.operations`
    weights: Path  # the fitted weights and how they were made, as JSON
    sources: tuple[Path, ...]  # files whose change asks for compiling anew


@dataclass(frozen=True)
class Definition:
    """Everything a game provides. Nothing else in the project knows its rules."""

    facts: Facts
    state: np.dtype[Any]
    rules: Mapping[str, Callable[..., Any]]  # see `kernel.operations`
    notation: Notation
    explain: Explain
    view: Callable[[State, int | None], View]
    """What a seat, or everyone, may know; `scores` is always there, as `Position.scores` has it."""
    score_sheet: Callable[[State, int, int | None], list[ScoreLine]]
    """The score of a seat line by line, as another one, or everyone, may know it."""
    picture: Picture
    parts: Callable[[int], Parts]
    """What a decision is made of, in words that no position changes; `does` is always there."""
    account: Callable[[State, int, int | None], dict[str, Any]]
    """The same with what a legal decision did there, as a seat, or everyone, has seen it."""
    traits: Callable[[State, int], Mapping[str, str]] = lambda _state, _seat: {}
    """What sets a seat apart besides its number, kind by kind, for studies of who wins."""
    entry_points: Mapping[str, jit.EntryPoint] = field(default_factory=dict)  # further ones
    foreign_formats: Mapping[str, ForeignFormat] = field(default_factory=dict)
    sources: tuple[Path, ...] = ()  # files whose change asks for compiling anew
    evaluation: Evaluation | None = None


class Outcome(NamedTuple):
    """How a game ended."""

    places: tuple[int, ...]  # 1 for the winner; equal seats share a place
    results: tuple[float, ...]  # 1 for a win, equal parts of it for a shared one
    scores: tuple[int, ...]
    decided_by: str | None  # the measure that told first from second; None if the win is shared

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, alone or together."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Playouts(NamedTuple):
    """What many random games came to, one row a game."""

    results: npt.NDArray[np.float64]  # [game, seat]
    scores: npt.NDArray[np.int64]  # [game, seat]
    lengths: npt.NDArray[np.int64]  # decisions, or turns if played by turns


KERNEL = Path(jit.__file__).parent


def compiled_sources(definition: Definition) -> list[Path]:
    """Name all files that the compiled code of a game is made from."""
    return [*definition.sources, *KERNEL.glob("*.py")]


class Game:
    """A game with its options settled."""

    def __init__(self, definition: Definition, /, **options: bool | str) -> None:
        """Settle the options; those not given take their default."""
        self.definition = definition
        self.facts = definition.facts
        self.options = MappingProxyType(_settle(self.facts, options))

    @property
    def name(self) -> str:
        """The name it is called by in code, records and addresses."""
        return self.facts.name

    def __repr__(self) -> str:
        """Show the call that makes this game."""
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"contrada.game({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        """Two games are equal if name and options are."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash((self.name, tuple(self.options.values())))

    def start(self, seats: int | None = None, seed: int = 0) -> Position:
        """Set up a game. The same options, seats and seed always give the same position."""
        seats, seed = self.check_seats(seats), check_seed(seed)
        states = self._states(1)
        self.definition.rules["start"](states[0], seats, self._option_vector, seed)
        return Position(self, states, seats, seed=seed)

    def position(self, text: str, seats: int | None = None) -> Position:
        """Read a position from its text; `NotationError` says what is wrong with it."""
        seats = self.check_seats(seats or self.definition.notation.position_seats(text))
        states = self._states(1)
        self.definition.rules["start"](states[0], seats, self._option_vector, 0)
        self.definition.notation.read_position(states[0], text)
        return Position(self, states, seats)

    def playouts(
        self, games: int, *, seed: int = 0, seats: int | None = None, by: str = "decision"
    ) -> Playouts:
        """Play random games without leaving compiled code.

        `by="decision"` chooses uniformly at each decision, `by="turn"` among full turns.
        """
        seats, seed = self.check_seats(seats), check_seed(seed)
        loop = self.entry_points.get(f"playouts_by_{by}")
        if loop is None:
            raise OptionError(f"{self.facts.title} has no playouts by {by!r}")
        if games < 0:
            raise OptionError(f"playouts are 0 games or more, not {games}")
        played = Playouts(
            np.empty((games, seats), np.float64),
            np.empty((games, seats), np.int64),
            np.empty(games, np.int64),
        )
        rows = np.empty((seats, len(self.facts.measures)), np.int64)
        room = np.empty(self.facts.decisions, np.int64)
        loop(self._states(1), self._option_vector, chance.generator(seed), room, rows, *played)
        if self.facts.measures[0].fewest:
            np.negative(played.scores, out=played.scores)
        return played

    def parts(self) -> list[Parts]:
        """Return what each decision is made of, whatever the position."""
        return self._parts

    @cached_property
    def _parts(self) -> list[Parts]:
        return [self.definition.parts(decision) for decision in range(self.facts.decisions)]

    @property
    def implied(self) -> list[int]:
        """The decisions that go without saying, in rising order."""
        return sorted(self.definition.notation.implied)

    def read_line(self, text: str) -> list[str]:
        """Split a line of turns into turns."""
        turns = text.split(self.definition.notation.separator)
        return [turn.strip() for turn in turns if turn.strip()]

    def check_seats(self, seats: int | None) -> int:
        """Return the number of seats to play with, the fewest if none is given."""
        fewest, most = self.facts.seats
        if seats is None:
            return fewest
        if not fewest <= seats <= most:
            allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            raise OptionError(f"{self.facts.title} has {allowed} seats, not {seats}")
        return seats

    @property
    def entry_points(self) -> dict[str, Callable[..., Any]]:
        """The compiled functions that Python may call: rules, and loops over whole games."""
        load(self.definition)
        return _loaded[self.name]

    @cached_property
    def _option_vector(self) -> npt.NDArray[np.int64]:
        chosen = [option.values.index(self.options[option.name]) for option in self.facts.options]
        return np.array(chosen, np.int64)

    def _states(self, size: int) -> Any:
        return np.zeros(size, records.with_attributes(self.definition.state))


def check_seed(seed: int) -> int:
    """Return a seed that is one."""
    if type(seed) is bool or not 0 <= operator.index(seed) <= chance.MOST_SEED:
        raise OptionError(f"a seed is a number from 0 to {chance.MOST_SEED}, not {seed}")
    return operator.index(seed)


def _settle(facts: Facts, given: Mapping[str, bool | str]) -> dict[str, bool | str]:
    options = {option.name: option for option in facts.options}
    for name, value in given.items():
        if name not in options:
            known = ", ".join(options) or "none"
            raise OptionError(f"{facts.title} has no option {name!r}; it has: {known}")
        values = options[name].values
        # `True == 1` must not let a number pass for a choice.
        if not any(value is choice or value == choice == str(value) for choice in values):
            choices = ", ".join(repr(choice) for choice in values)
            raise OptionError(
                f"option {name!r} of {facts.title} is one of {choices}, not {value!r}: "
                f"{options[name].about}"
            )
    settled = {name: given.get(name, option.default) for name, option in options.items()}
    for option in facts.options:
        if not _is_permitted(option, settled, options):
            raise OptionError(f"option {option.name!r} of {facts.title} needs {option.needs!r}")
    return settled


def _is_permitted(
    option: Option, settled: Mapping[str, bool | str], options: Mapping[str, Option]
) -> bool:
    chosen = settled[option.name] != option.default
    return not (option.needs and chosen) or settled[option.needs] != options[option.needs].default


def every_choice(facts: Facts) -> list[dict[str, bool | str]]:
    """Return every combination of options that may be played."""
    options = {option.name: option for option in facts.options}
    values = itertools.product(*(option.values for option in facts.options))
    choices = [dict(zip(options, chosen, strict=True)) for chosen in values]
    return [
        choice
        for choice in choices
        if all(_is_permitted(option, choice, options) for option in facts.options)
    ]


_loaded: dict[str, dict[str, Callable[..., Any]]] = {}
_loading = threading.Lock()


def load(definition: Definition, progress: jit.Progress | None = None) -> None:
    """Compile a game's rules, or take them from the cache, once a process."""
    name = definition.facts.name
    if name in _loaded:  # whoever plays this game does not wait until another one is loaded
        return
    with _loading:
        if name in _loaded:
            return
        evaluation = definition.evaluation.functions if definition.evaluation else None
        operations.register(definition.state, definition.rules, evaluation)
        entry_points = all_entry_points(definition)
        _loaded[name] = jit.load(name, compiled_sources(definition), entry_points, progress)


def all_entry_points(definition: Definition) -> dict[str, jit.EntryPoint]:
    """Return every function of a game that Python calls."""
    return {
        **operations.entry_points(definition.state, definition.rules),
        **definition.entry_points,
        **drivers.entry_points(definition.state, definition.rules),
    }


class Position:
    """A position of a game. It never changes: playing gives another one."""

    def __init__(
        self,
        game: Game,
        states: Any,
        seats: int,
        *,
        seed: int | None = None,
        before: Position | None = None,
        decision: int | None = None,
    ) -> None:
        """Wrap a state; positions come from `Game.start`, `Game.position` and `play`."""
        states.flags.writeable = False
        self.game = game
        self.seats = seats
        self.before = before  # the position that `decision` was taken in
        self.decision = decision
        self.seed: int | None = before.seed if before else seed
        self._states = states
        self._rules = game.definition.rules
        self._notation = game.definition.notation
        self._decisions = game.facts.decisions

    @cached_property
    def state(self) -> State:
        """The record that compiled rules work on. Never change it."""
        return self._states[0]  # type: ignore[no-any-return]

    @cached_property
    def to_move(self) -> int | None:
        """The seat that decides next; None when the game is over."""
        seat = int(self._rules["to_move"](self.state))
        return seat if seat >= 0 else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move is None

    @cached_property
    def turn_begins(self) -> bool:
        """Whether the next decision is the first of a turn."""
        return bool(self._rules["turn_begins"](self.state))

    def legal(self) -> list[int]:
        """Return the legal decisions in rising order; none when the game is over."""
        room = np.empty(self.game.facts.decisions, np.int64)
        size = self._rules["legal"](self.state, room)
        return room[:size].tolist()  # type: ignore[no-any-return]

    def decision_text(self, decision: int) -> str:
        """Write a decision of this position."""
        return self._notation.decision_text(self.state, self._check_range(decision))

    @property
    def revealed(self) -> bool:
        """Whether the decision that led here has shown somebody what was hidden.

        What is seen cannot be forgotten, so nothing may be taken back past such a decision.
        """
        return self.before is not None and bool(
            self._rules["revealed"](self.before.state, self.state)
        )

    def turns(self) -> list[str]:
        """Return every full turn as text; in the middle of a turn, every rest of it.

        A turn that reveals something ends there: what comes next depends on what it was.
        """
        return list(self.each_turn())

    def each_turn(self) -> Iterator[str]:
        """Yield every full turn as text, one after the other."""
        return (self._notation.turn_text(self.state, turn) for turn in self._turns())

    def count_turns(self) -> int:
        """Count the full turns."""
        if "count_turns" in self._rules and self.turn_begins:
            return int(self._rules["count_turns"](self.state))
        return sum(1 for _ in self._turns())

    def _turns(self) -> Iterator[list[int]]:
        return self._turns_from(self._states)

    def _turns_from(self, states: Any) -> Iterator[list[int]]:
        """Walk over bare states: a position has thousands of turns."""
        room = np.empty(self.game.facts.decisions, np.int64)
        size = self._rules["legal"](states[0], room)
        for decision in room[:size].tolist():
            after = records.copy(states)
            self._rules["apply"](after[0], decision)
            if self._rules["turn_begins"](after[0]) or self._rules["revealed"](states[0], after[0]):
                yield [decision]
            else:
                yield from ([decision, *rest] for rest in self._turns_from(after))

    def then(self) -> dict[int, list[int]]:
        """Return what may follow each legal decision that goes without saying."""
        implied = self._notation.implied
        return {step: self._after(step).legal() for step in self.legal() if step in implied}

    def preview(self, decisions: Sequence[int], seat: int) -> preview.Preview:
        """Return where decisions of a seat would lead, as far as that seat can know it.

        `IllegalDecision.index` tells which of them the rules refuse.
        """
        return preview.preview(self, decisions, seat)

    def account(self, decision: int, seat: int | None = None) -> dict[str, Any]:
        """Tell what a decision does here, as a seat, or everyone, sees it when it is taken."""
        if seat is not None:
            self._check_seat(seat)
        refused = self._refusal(self._check_range(decision))
        if refused:
            raise refused
        return self.game.definition.account(self.state, decision, seat)

    def perft(self, depth: int) -> int:
        """Count the sequences of `depth` full turns from here, to compare rule programs."""
        if depth < 1:
            raise OptionError(f"perft counts 1 turn or more, not {depth}")
        if "perft" not in self.game.entry_points:
            raise OptionError(f"{self.game.facts.title} does not count turns")
        facts = self.game.facts
        levels = depth * facts.longest_turn + 1
        stack = self.game._states(levels)  # noqa: SLF001
        stack[0] = self._states[0]
        room = np.empty((levels, facts.decisions), np.int64)
        return int(self.game.entry_points["perft"](stack, depth, room))

    def play(self, decision: int | str) -> Position:
        """Return the position after a decision, or after a turn given as text."""
        position, wrong = self.attempt(decision)
        if wrong:
            raise wrong
        return position

    def play_one(self, decision: int, index: int = 0) -> Position:
        """Return the position after one decision, the one with this index of several."""
        refused = self._refusal(self._check_range(decision))
        if refused:
            refused.index = index
            raise refused
        return self._after(decision)

    def attempt(self, decision: int | str) -> tuple[Position, ContradaError | None]:
        """Play as far as the rules allow; return where that leads and what stood in the way."""
        position, wrong = self, None
        try:
            steps = self.read(decision)
        except NotationError as unreadable:
            steps, wrong = list(unreadable.read), unreadable
        except IllegalDecision as refused:
            return self, refused
        for step in steps:
            refused_step = position._refusal(step)
            if refused_step:
                return position, self.why_not(decision) or refused_step
            position = position._after(step)
        return position, wrong

    def read(self, decision: int | str) -> list[int]:
        """Return the decisions that a number or a text stands for, allowed or not."""
        if isinstance(decision, str):
            return self._notation.read_turn(self.state, decision)
        return [self._check_range(decision)]

    def why_not(self, decision: int | str) -> IllegalDecision | None:
        """Return why the rules refuse a decision or turn: rule, squares, sentence; None if not."""
        position = self
        try:
            *steps, last = self.read(decision)
        except IllegalDecision as refused:
            return refused
        for step in steps:
            reason = position._refusal(step)
            # What the text leaves unsaid is no answer; what it says is refused for a reason, too.
            if reason and step not in self._notation.implied:
                return reason
            position = position._after(step)
        return position._refusal(last)  # noqa: SLF001

    def _check_range(self, decision: int) -> int:
        # Compiled code would take a float for a number, and `True` for 1.
        if type(decision) is not bool and 0 <= operator.index(decision) < self._decisions:
            return operator.index(decision)
        most = self.game.facts.decisions - 1
        raise NotationError(
            f"a decision of {self.game.facts.title} is a number from 0 to {most}, not {decision}"
        )

    def _refusal(self, decision: int) -> IllegalDecision | None:
        rule = int(self._rules["refusal"](self.state, decision))
        if rule == PERMITTED:
            return None
        return self.game.definition.explain.explain(self.state, decision, rule)

    def _copy(self) -> Any:
        return records.copy(self._states)

    def _after(self, decision: int) -> Position:
        states = self._copy()
        self._rules["apply"](states[0], decision)
        return Position(self.game, states, self.seats, before=self, decision=decision)

    def play_to_the_end(self, seed: int = 0) -> Position:
        """Return where random decisions from here on lead; it does not remember the way."""
        states = self._copy()
        room = np.empty(self._decisions, np.int64)
        generator = chance.generator(check_seed(seed))
        self.game.entry_points["play_to_the_end"](states, generator, room)
        return Position(self.game, states, self.seats)

    def scores(self) -> tuple[int, ...]:
        """Return each seat's score as everyone may know it.

        What is secret counts once it is shown, by the end of the game. So this is what views show
        under `scores`, and what the lines of `score_sheet()` add up to, at any time.
        """
        sign = -1 if self.game.facts.measures[0].fewest else 1
        return tuple(sign * row[0] for row in self.standing())

    def standing(self) -> list[tuple[int, ...]]:
        """Return each seat's row of measures, the score first; the greatest row is ahead."""
        rows = np.empty((self.seats, len(self.game.facts.measures)), np.int64)
        self._rules["standing"](self.state, rows)
        return [tuple(row) for row in rows.tolist()]

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if not self.is_over:
            return None
        rows = self.standing()
        places = tuple(1 + sum(other > row for other in rows) for row in rows)
        winners = places.count(1)
        results = tuple(1 / winners if place == 1 else 0.0 for place in places)
        return Outcome(places, results, self.scores(), self._decided_by(rows))

    def _decided_by(self, rows: list[tuple[int, ...]]) -> str | None:
        best, second, *_ = sorted(rows, reverse=True)
        for measure, most, less in zip(self.game.facts.measures, best, second, strict=True):
            if most != less:
                return measure.name
        return None

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know, as data for JSON; without a seat, what everyone may."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.definition.view(self.state, seat)

    def score_sheet(self, seat: int | None = None) -> list[list[ScoreLine]]:
        """Explain each seat's score line by line, as a seat, or everyone, may know it.

        The lines that everyone may know add up to `scores()`. A seat has further lines of its own
        while they are secret.
        """
        if seat is not None:
            self._check_seat(seat)
        sheet = self.game.definition.score_sheet
        return [sheet(self.state, each, seat) for each in range(self.seats)]

    def _check_seat(self, seat: int) -> int:
        if 0 <= operator.index(seat) < self.seats:
            return operator.index(seat)
        raise OptionError(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")

    def reimagine(self, seat: int, seed: int = 0) -> Position:
        """Return a position that the seat cannot tell from this one, the unseen dealt anew."""
        states = self._copy()
        generator = chance.generator(check_seed(seed))
        self._rules["reimagine"](states[0], self._check_seat(seat), generator)
        return Position(self.game, states, self.seats)

    @property
    def text(self) -> str:
        """The position on one line; `Game.position` reads it."""
        return self._notation.position_text(self.state)

    def svg(self, seat: int | None = None, **wishes: Any) -> str:
        """Draw the position as a seat sees it; the game's `picture.svg` knows the wishes."""
        picture = self.game.definition.picture
        return picture.svg(self.view(seat), **{"last": self.last_squares(), **wishes})

    def terminal(self, seat: int | None = None, **wishes: Any) -> str:
        """Draw the position with characters."""
        picture = self.game.definition.picture
        return picture.terminal(self.view(seat), **{"last": self.last_squares(), **wishes})

    def __str__(self) -> str:
        """Draw what everyone may see."""
        return self.terminal()

    def __repr__(self) -> str:
        """Show the call that makes this position."""
        return f"{self.game!r}.position({self.text!r})"

    def __bytes__(self) -> bytes:
        """The state; equal positions have equal bytes."""
        return self._states.tobytes()  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        """Two positions of a game are equal if all that matters from now on is."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash((self.game, bytes(self)))

    def history(self) -> list[Position]:
        """Return all positions from the start of play to this one."""
        line = [self]
        while line[-1].before:
            line.append(line[-1].before)
        return line[::-1]

    def moves(self) -> list[str]:
        """Return the turns that led here, as text; the last one may be unfinished."""
        write = self._notation.turn_text
        return [write(start.state, turn) for start, turn in self.turns_played()]

    def moves_as_seen(self, seat: int | None = None) -> list[str]:
        """Return the turns that led here as a seat, or everyone, has seen them."""
        write = self._notation.turn_as_seen
        return [write(start.state, turn, seat) for start, turn in self.turns_played()]

    def last_squares(self) -> list[str]:
        """Name the squares that the latest turn touched."""
        if self.before is None:
            return []
        start, turn = self.latest_turn()
        return self._notation.turn_squares(start.state, turn)

    def latest_turn(self) -> tuple[Position, list[int]]:
        """Return where the latest turn began and its decisions, which may be unfinished."""
        here, turn = self, list[int]()
        while here.before is not None and not (turn and here.turn_begins):
            assert here.decision is not None
            turn.append(here.decision)
            here = here.before
        return here, turn[::-1]

    def turns_played(self) -> list[tuple[Position, list[int]]]:
        """Return the turns that led here: where each began, and its decisions."""
        line = self.history()
        turns: list[tuple[Position, list[int]]] = []
        for before, after in itertools.pairwise(line):
            if before.turn_begins or not turns:
                turns.append((before, []))
            assert after.decision is not None
            turns[-1][1].append(after.decision)
        return turns
