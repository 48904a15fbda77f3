"""What a game provides (`Definition`), and the `Game` and `Position` that all other code uses."""

from __future__ import annotations

import base64
import hashlib
import itertools
import operator
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from contrada.errors import (
    ContradaError,
    IllegalDecision,
    NotationError,
    OptionError,
    RecordError,
)
from contrada.games import frames, preview, showing, tensors
from contrada.games.tensors import Field, Tensor, starts
from contrada.kernel import chance, drivers, jit, operations, records
from contrada.kernel.operations import State
from contrada.kernel.refusals import PERMITTED

# What a seat, or a spectator, may know of a position. Each game adds its own fields in `view`.
View = Annotated[Mapping[str, Any], "view"]
# The parts of a decision; `does` is always one of them.
Parts = Annotated[Mapping[str, str | int | None], "parts"]
# A decision and its effects, as a seat or a spectator saw them.
Account = Annotated[Mapping[str, Any], "account"]
# What could come of a position, for a seat. Each game says what; it costs too much for every view.
Outlook = Annotated[Mapping[str, Any], "outlook"]
# A `ScoreLine` as a JSON object.
ScoreData = Annotated[dict[str, Any], "score line"]


@dataclass(frozen=True)
class Option:
    """A variant that players can choose before the game."""

    name: str
    values: tuple[bool | str, ...]
    about: str
    needs: str = ""  # another option that must be on to choose anything but the default

    @property
    def default(self) -> bool | str:
        """The default value, which is the first."""
        return self.values[0]


@dataclass(frozen=True)
class Measure:
    """One column of the standing: its name, and whether fewer is better."""

    name: str
    fewest: bool = False


@dataclass(frozen=True)
class Facts:
    """Facts about a game: its seats, options and limits."""

    name: str
    title: str
    seats: tuple[int, int]  # minimum and maximum
    seat_names: tuple[str, ...]
    options: tuple[Option, ...]
    decisions: int  # every decision is a number below this
    longest_turn: int  # maximum number of decisions in a turn
    longest_game: int  # maximum number of decisions in a game
    longest_game_because: str
    hidden: bool  # seats do not see everything
    chance: bool  # the seed matters
    measures: tuple[Measure, ...]  # compared in this order at the end; the first is the score
    observation: tuple[Field, ...] = ()  # what `Position.observe` tells, in this order

    @property
    def uncertain(self) -> bool:
        """Whether anything is hidden or random."""
        return self.hidden or self.chance


class Notation(Protocol):
    """How a game is written; each game's module `notation` has these."""

    separator: str
    """Separates turns on a line; the text of a turn never contains it."""

    implied: frozenset[int]
    """Decisions that the text of a turn leaves out because the rest implies them."""

    def decision_text(self, state: State, decision: int) -> str:
        """Write one decision."""

    def turn_text(self, state: State, decisions: Sequence[int]) -> str:
        """Write the decisions of a turn, or of a part of one, starting from `state`."""

    def turn_as_seen(self, state: State, decisions: Sequence[int], seat: int | None) -> str:
        """Write them as a seat or a spectator sees them; this text is not read back."""

    def turn_squares(self, state: State, decisions: Sequence[int]) -> list[str]:
        """Return the squares these decisions touch, to mark in pictures."""

    def read_turn(self, state: State, text: str) -> list[int]:
        """Read a decision or a turn, legal or not; raise `NotationError` if it is neither."""

    def position_text(self, state: State) -> str:
        """Write a position on one line."""

    def position_seats(self, text: str) -> int | None:
        """Return the number of seats if the text of a position gives it."""

    def read_position(self, state: State, text: str) -> None:
        """Read a position into `state`, in which a game with the wanted options is set up."""


class Explain(Protocol):
    """Why the rules refuse a decision; each game's module `explain` has this."""

    def explain(self, state: State, decision: int, rule: int) -> IllegalDecision:
        """Turn the rule number from `refusal` into an error with a sentence and squares."""


class Picture(Protocol):
    """How a view is drawn; each game's module `picture` has these."""

    svg: Callable[..., str]
    """Draw a view as SVG; `last` names the squares of the latest turn."""

    terminal: Callable[..., str]
    """Draw a view as text, likewise."""

    sentence: Callable[..., str]
    """Describe a view in a sentence; after a colon it says what the seat to move has to do."""

    styles: tuple[tuple[str, str], ...]
    """Patterns of marks in the text picture, each with its Rich style."""


@dataclass(frozen=True)
class ForeignGame:
    """A game read from a foreign format, to be replayed by our rules."""

    options: Mapping[str, bool | str]
    turns: list[str]
    turn_counts: list[int] | None = None  # number of legal turns at each ply, if the file has it
    scores: list[int] | None = None
    title: str = ""


class ForeignFormat(Protocol):
    """A foreign format for games, with one JSON object per game."""

    def read(self, document: Mapping[str, Any]) -> ForeignGame:
        """Return what is needed to replay a game."""

    def write(self, position: Position, title: str) -> dict[str, Any]:
        """Return the JSON object of the game that led to a position."""


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score sheet: what it is for, its points, and its squares."""

    what: str  # the kind of line, in one word
    name: str  # in English
    points: int
    squares: tuple[str, ...] = ()
    goal: bool = False  # a goal: it scores only if it is fulfilled
    id: str = ""  # which one of its kind, if it has a name; the page translates it

    def data(self) -> ScoreData:
        """Return the line as a JSON object."""
        return {**vars(self), "squares": list(self.squares)}


@dataclass(frozen=True)
class Evaluation:
    """Features of positions (for each seat) and of decisions, for the search.

    The functions only compute features. Their weights are fitted from games and stored as data.
    """

    features: tuple[str, ...]  # names of the columns that `functions["features"]` writes
    choices: tuple[str, ...]  # names of the columns that `functions["choices"]` writes
    functions: Mapping[str, Callable[..., Any]]  # see `kernel.operations`
    weights: Path  # JSON file with the fitted weights and how they were fitted
    sources: tuple[Path, ...]  # files whose change asks for compiling anew


@dataclass(frozen=True)
class Observation:
    """How a game writes observations; their fields are in its facts."""

    observe: Callable[..., None]  # see `kernel.operations`
    sources: tuple[Path, ...]  # files whose change asks for compiling anew
    symmetric: bool = False  # everything square can be turned and mirrored, and means the same


class UciNotation(Protocol):
    """How engines that speak the Universal Chess Interface write a game."""

    def variant(self, state: State) -> str:
        """Return what engines call the variant."""

    def fen(self, state: State) -> str:
        """Write a position."""

    def read_move(self, state: State, move: str) -> list[int]:
        """Read a move as decisions, whether or not the rules allow them."""


@dataclass(frozen=True)
class Definition:
    """Everything that a game provides. No other code knows its rules."""

    facts: Facts
    state: np.dtype[Any]
    rules: Mapping[str, Callable[..., Any]]  # see `kernel.operations`
    notation: Notation
    explain: Explain
    view: Callable[[State, int | None], View]
    """What a seat or a spectator may know; always contains `scores`, as in `Position.scores`."""
    score_sheet: Callable[[State, int, int | None], list[ScoreLine]]
    """The score of a seat line by line, as another seat or a spectator may know it."""
    picture: Picture
    parts: Callable[[int], Parts]
    """The parts of a decision, the same in every position; always contains `does`."""
    account: Callable[[State, int, int | None], dict[str, Any]]
    """The parts and effects of a legal decision, as a seat or a spectator saw them."""
    traits: Callable[[State, int], Mapping[str, str]] = lambda _state, _seat: {}
    """What distinguishes a seat besides its number, by kind, for balance reports."""
    outlook: Callable[[State, int], Outlook | None] = lambda _state, _seat: None
    """What could come of what lies open, for a seat; None if there is nothing to say."""
    entry_points: Mapping[str, jit.EntryPoint] = field(default_factory=dict)  # additional ones
    foreign_formats: Mapping[str, ForeignFormat] = field(default_factory=dict)
    sources: tuple[Path, ...] = ()  # files whose change asks for compiling anew
    evaluation: Evaluation | None = None
    observation: Observation | None = None
    secret: tuple[str, ...] = ()
    """The fields of the state that hold what somebody may not see."""
    piles: tuple[tuple[str, str], ...] = ()
    """Fields with piles whose order nobody knows, one or a row of them, and with their sizes."""
    undealt: tuple[str, ...] = ()
    """Fields that `reimagine` deals in the same way for every seat, because nobody knows them."""
    uci: UciNotation | None = None
    """How engines write the game; None if there are none."""


class Outcome(NamedTuple):
    """The result of a game."""

    places: tuple[int, ...]  # 1 for the winner; tied seats share a place
    results: tuple[float, ...]  # 1 for a win; winners who tie share it equally
    scores: tuple[int, ...]
    decided_by: str | None  # the measure that separated first and second; None for a shared win

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, alone or together."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Observed(Mapping[str, Tensor]):
    """What a seat may know of a position: one flat tensor, and its fields by name."""

    def __init__(self, fields: Sequence[Field], tensor: Tensor) -> None:
        """Name the parts of a tensor."""
        self.tensor = tensor
        bounds = itertools.pairwise(starts(fields))
        self._fields = {
            field.name: tensor[start:end].reshape(field.shape)
            for field, (start, end) in zip(fields, bounds, strict=True)
        }

    def __getitem__(self, name: str) -> Tensor:
        """Return a field by its name."""
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        """Go through the names of the fields."""
        return iter(self._fields)

    def __len__(self) -> int:
        """Count the fields."""
        return len(self._fields)


def observation_size(facts: Facts) -> int:
    """Return how many numbers an observation has."""
    return starts(facts.observation)[-1]


class Playouts(NamedTuple):
    """The results of many random games, one row per game."""

    results: npt.NDArray[np.float64]  # [game, seat]
    scores: npt.NDArray[np.int64]  # [game, seat]
    lengths: npt.NDArray[np.int64]  # in decisions, or in turns if played by turns

    def to_frame(self, library: str | None = None) -> Any:
        """Return a data frame of pandas or polars with a row for each game."""
        seats = range(self.results.shape[1])
        return frames.frame(
            {
                **{f"result_{seat}": self.results[:, seat] for seat in seats},
                **{f"score_{seat}": self.scores[:, seat] for seat in seats},
                "length": self.lengths,
            },
            library,
        )


KERNEL = Path(jit.__file__).parent


def compiled_sources(definition: Definition) -> list[Path]:
    """Return all source files of a game's compiled code."""
    return [*definition.sources, *KERNEL.glob("*.py")]


class Game:
    """A game with its options."""

    def __init__(self, definition: Definition, /, **options: bool | str) -> None:
        """Check the options and fill in the defaults."""
        self.definition = definition
        self.facts = definition.facts
        self.options = MappingProxyType(_settle(self.facts, options))

    @property
    def name(self) -> str:
        """The game's name in code, records and addresses."""
        return self.facts.name

    def __repr__(self) -> str:
        """Show the call that makes this game."""
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"contrada.game({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        """Games are equal if their names and options are."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash((self.name, tuple(self.options.values())))

    def __copy__(self) -> Game:
        """Return the game itself, because it never changes."""
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game:
        """Return the game itself, because it never changes."""
        return self

    def start(self, seats: int | None = None, seed: int = 0) -> Position:
        """Return the first position. It depends only on the options, the seats and the seed.

        Nobody can work out the seed, or what is hidden, from what they see of the game.
        """
        seats, seed = self.check_seats(seats), check_seed(seed)
        return Position(self, self._dealt(seats, chance.secret(seed)), seats, seed=seed)

    def start_fast(self, seats: int | None = None, seed: int = 0) -> Position:
        """Return a first position dealt by the fast stream, as in playouts.

        What is hidden can be worked out from what lies open, so never play for real from here. The
        position has no seed: `start` deals something else for it.
        """
        seats, seed = self.check_seats(seats), check_seed(seed)
        return Position(self, self._dealt(seats, chance.fast(seed)), seats)

    def _dealt(self, seats: int, generator: chance.Generator) -> Any:
        states = self._states(1)
        self.definition.rules["start"](states[0], seats, self.option_vector, generator)
        return states

    def position(self, text: str, seats: int | None = None) -> Position:
        """Read a position from its text; raise `NotationError` if that fails."""
        seats = self.check_seats(seats or self.definition.notation.position_seats(text))
        states = self._dealt(seats, chance.fast(0))
        self.definition.notation.read_position(states[0], text)
        return Position(self, states, seats)

    def restore(self, state: bytes, seats: int, seed: int | None = None) -> Position:
        """Return a position from the bytes of its state, as `bytes(position)` gives them."""
        size = self.definition.state.itemsize
        if len(state) != size:
            raise RecordError(f"a state of {self.facts.title} has {size} bytes, not {len(state)}")
        states = np.ndarray(1, self._states(0).dtype, bytearray(state))
        return Position(self, states, self.check_seats(seats), seed=seed)

    def playouts(
        self, games: int, *, seed: int = 0, seats: int | None = None, by: str = "decision"
    ) -> Playouts:
        """Play random games without leaving compiled code.

        `by="decision"` picks a random legal decision each time, `by="turn"` a random whole turn.
        """
        seats, seed = self.check_seats(seats), check_seed(seed)
        loop = self.entry_points.get(f"playouts_by_{by}")
        if loop is None:
            raise OptionError(f"{self.facts.title} has no playouts by {by!r}")
        if games < 0:
            raise OptionError(f"the number of playouts must be 0 or more, not {games}")
        played = Playouts(
            np.empty((games, seats), np.float64),
            np.empty((games, seats), np.int64),
            np.empty(games, np.int64),
        )
        rows = np.empty((seats, len(self.facts.measures)), np.int64)
        room = np.empty(self.facts.decisions, np.int64)
        generator, deal = chance.fast(seed), chance.fast(0)
        loop(self._states(1), self.option_vector, generator, deal, room, rows, *played)
        if self.facts.measures[0].fewest:
            np.negative(played.scores, out=played.scores)
        return played

    def parts(self) -> list[Parts]:
        """Return the parts of every decision; they are the same in every position."""
        return self._parts

    @cached_property
    def _parts(self) -> list[Parts]:
        return [self.definition.parts(decision) for decision in range(self.facts.decisions)]

    @cached_property
    def implied(self) -> list[int]:
        """The decisions that the text of a turn may leave out, in rising order."""
        return sorted(self.definition.notation.implied)

    def read_line(self, text: str) -> list[str]:
        """Split a line of turns into turns."""
        turns = text.split(self.definition.notation.separator)
        return [turn.strip() for turn in turns if turn.strip()]

    def check_seats(self, seats: int | None) -> int:
        """Return the number of seats, by default the minimum; fail if it is out of range."""
        fewest, most = self.facts.seats
        if seats is None:
            return fewest
        if not fewest <= seats <= most:
            allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            raise OptionError(f"{self.facts.title} has {allowed} seats, not {seats}")
        return seats

    @property
    def entry_points(self) -> dict[str, Callable[..., Any]]:
        """The compiled functions to call from Python: rules, and loops over whole games."""
        load(self.definition)
        return _loaded[self.name]

    @cached_property
    def option_vector(self) -> npt.NDArray[np.int64]:
        """The index of each option's value, for compiled rules."""
        chosen = [option.values.index(self.options[option.name]) for option in self.facts.options]
        return np.array(chosen, np.int64)

    @cached_property
    def public_mask(self) -> npt.NDArray[np.uint8]:
        """A mask for the bytes of a state: 0 where they belong to a secret field, otherwise 255."""
        mask = np.full(self.definition.state.itemsize, 255, np.uint8)
        for name in self.definition.secret:
            kind, offset = self.definition.state.fields[name][:2]  # type: ignore[index]
            mask[offset : offset + kind.itemsize] = 0
        return mask

    def _states(self, size: int) -> Any:
        return np.zeros(size, records.with_attributes(self.definition.state))


def check_seed(seed: int) -> int:
    """Return the seed, or fail if it is out of range."""
    if type(seed) is bool or not 0 <= operator.index(seed) <= chance.MOST_SEED:
        raise OptionError(f"a seed is a number from 0 to {chance.MOST_SEED}, not {seed}")
    return operator.index(seed)


def read_seed(digits: str) -> int:
    """Read a seed from digits; fail if it is out of range."""
    if len(digits) > len(str(chance.MOST_SEED)):
        raise OptionError(f"a seed has at most {len(str(chance.MOST_SEED))} digits")
    return check_seed(int(digits))


def _settle(facts: Facts, given: Mapping[str, bool | str]) -> dict[str, bool | str]:
    options = {option.name: option for option in facts.options}
    for name in given:
        if name not in options:
            known = ", ".join(options) or "none"
            raise OptionError(f"{facts.title} has no option {name!r}; it has: {known}")
    given = {name: _meant(options[name], value) for name, value in given.items()}
    for name, value in given.items():
        values = options[name].values
        # Because `True == 1`, compare so that a number does not pass for a boolean.
        if not any(value is choice or value == choice == str(value) for choice in values):
            choices = ", ".join(repr(choice) for choice in values)
            raise OptionError(
                f"option {name!r} of {facts.title} must be one of {choices}, not {value!r}: "
                f"{options[name].about}"
            )
    settled = {name: given.get(name, option.default) for name, option in options.items()}
    for option in facts.options:
        if not _is_permitted(option, settled, options):
            raise OptionError(f"option {option.name!r} of {facts.title} needs {option.needs!r}")
    return settled


def _meant(option: Option, value: bool | str) -> bool | str:
    """Take `true` for the first way to play with an option that can be off.

    Options that were a yes or no when a game was recorded may have more values now.
    """
    can_be_off = option.default is False
    return option.values[1] if can_be_off and value is True else value


def _is_permitted(
    option: Option, settled: Mapping[str, bool | str], options: Mapping[str, Option]
) -> bool:
    chosen = settled[option.name] != option.default
    return not (option.needs and chosen) or settled[option.needs] != options[option.needs].default


def every_choice(facts: Facts) -> list[dict[str, bool | str]]:
    """Return every valid combination of options."""
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
    """Compile a game's rules or load them from the cache, once per process."""
    name = definition.facts.name
    if name in _loaded:  # do not wait for another game that is being loaded
        return
    with _loading:
        if name in _loaded:
            return
        operations.register(definition.state, definition.rules, _more_operations(definition))
        entry_points = all_entry_points(definition)
        _loaded[name] = jit.load(name, compiled_sources(definition), entry_points, progress)


def _more_operations(definition: Definition) -> dict[str, Callable[..., Any]]:
    """Return the optional operations that a game provides beside its rules."""
    more = dict(definition.evaluation.functions) if definition.evaluation else {}
    return more | ({"observe": definition.observation.observe} if definition.observation else {})


def observation_sources(definition: Definition) -> list[Path]:
    """Return all source files of a game's compiled observations."""
    own = definition.observation.sources if definition.observation else ()
    return [*compiled_sources(definition), Path(tensors.__file__), *own]


def load_observation(definition: Definition) -> Callable[..., None]:
    """Compile how a game writes observations or load it from the cache, once per process.

    Playing needs no observations, so they have a cache of their own.
    """
    name = f"{definition.facts.name}-observation"
    if definition.observation is None:
        raise OptionError(f"{definition.facts.title} has no observations")
    load(definition)
    with _loading:
        if name not in _loaded:
            observe = definition.observation.observe
            entry_points = operations.observation_entry_points(definition.state, observe)
            _loaded[name] = jit.load(name, observation_sources(definition), entry_points)
    return _loaded[name]["observe"]


def all_entry_points(definition: Definition) -> dict[str, jit.EntryPoint]:
    """Return every compiled function of a game that Python calls."""
    return {
        **operations.entry_points(definition.state, definition.rules),
        **definition.entry_points,
        **drivers.entry_points(definition.state, definition.rules),
    }


class Position:
    """A position of a game. It never changes: playing returns a new one."""

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
        self.before = before  # the previous position, in which `decision` was taken
        self.decision = decision
        self.seed: int | None = before.seed if before else seed
        self._states = states
        self._rules = game.definition.rules
        self._notation = game.definition.notation
        self._decisions = game.facts.decisions

    @cached_property
    def state(self) -> State:
        """The NumPy record that the compiled rules work on. Do not change it."""
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
        """Return the legal decisions in rising order; empty when the game is over."""
        room = np.empty(self.game.facts.decisions, np.int64)
        size = self._rules["legal"](self.state, room)
        return room[:size].tolist()  # type: ignore[no-any-return]

    def decision_text(self, decision: int) -> str:
        """Return a decision as text."""
        return self._notation.decision_text(self.state, self._check_range(decision))

    @cached_property
    def revealed(self) -> bool:
        """Whether the decision that led here revealed something hidden.

        Such a decision cannot be undone, because nobody can unsee what it showed.
        """
        if self.before is None or not self.game.facts.uncertain:
            return False
        return bool(self._rules["revealed"](self.before.state, self.state))

    def revealed_since(self, before: Position) -> bool:
        """Whether a decision between an earlier position and this one revealed something hidden."""
        here: Position | None = self
        while here and here is not before:
            if here.revealed:
                return True
            here = here.before
        return False

    def turns(self) -> list[str]:
        """Return every legal turn as text; in the middle of a turn, every way to finish it.

        A turn that reveals something is cut off there: the rest depends on what is revealed.
        """
        return list(self.each_turn())

    def each_turn(self) -> Iterator[str]:
        """Yield every legal turn as text, one by one."""
        return (self._notation.turn_text(self.state, turn) for turn in self._turns())

    def count_turns(self) -> int:
        """Count the legal turns."""
        if "count_turns" in self._rules and self.turn_begins:
            return int(self._rules["count_turns"](self.state))
        return sum(1 for _ in self._turns())

    def _turns(self) -> Iterator[list[int]]:
        return self._turns_from(self._states)

    def _turns_from(self, states: Any) -> Iterator[list[int]]:
        """Yield turns using bare states, for speed: a position may have thousands of turns."""
        room = np.empty(self.game.facts.decisions, np.int64)
        size = self._rules["legal"](states[0], room)
        for decision in room[:size].tolist():
            after = records.copy(states)
            self._rules["apply"](after[0], decision)
            if self._rules["turn_begins"](after[0]) or self._rules["revealed"](states[0], after[0]):
                yield [decision]
            else:
                yield from ([decision, *rest] for rest in self._turns_from(after))

    def then(self, legal: Collection[int] | None = None) -> dict[int, list[int]]:
        """Return the legal decisions after each implied decision that is legal here.

        `legal` saves asking for the legal decisions here once more.
        """
        here = self.legal() if legal is None else legal
        return {step: self._after(step).legal() for step in self.game.implied if step in here}

    def preview(self, decisions: Sequence[int], seat: int) -> preview.Preview:
        """Return what the seat can know about the effect of its decisions.

        If one is illegal, `IllegalDecision.index` says which.
        """
        return preview.preview(self, decisions, seat)

    def outlook(self, seat: int) -> Outlook | None:
        """Return what could come of what lies open, from what the seat knows.

        It is None in games and phases that have nothing to say.
        """
        return self.game.definition.outlook(self.state, self._check_seat(seat))

    def account(self, decision: int, seat: int | None = None) -> dict[str, Any]:
        """Return a decision's parts and effects here, as a seat or a spectator sees them."""
        if seat is not None:
            self._check_seat(seat)
        refused = self._refusal(self._check_range(decision))
        if refused:
            raise refused
        return self.game.definition.account(self.state, decision, seat)

    def last_account(self, seat: int | None = None) -> dict[str, Any]:
        """Return the parts and effects of the decision that led here, as a seat saw them."""
        before, decision = self.before, self.decision
        if before is None or decision is None:
            raise OptionError("no decision has led to this position")
        return self.game.definition.account(before.state, decision, seat)

    def perft(self, depth: int) -> int:
        """Count the sequences of `depth` turns from here, to compare implementations."""
        if depth < 1:
            raise OptionError(f"perft needs a depth of 1 turn or more, not {depth}")
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
        """Return the position after one decision; `index` goes into the error if it is illegal."""
        refused = self._refusal(self._check_range(decision))
        if refused:
            refused.index = index
            raise refused
        return self._after(decision)

    def attempt(self, decision: int | str) -> tuple[Position, ContradaError | None]:
        """Play as far as the rules allow; return the position reached and the error, if any."""
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
        """Return the decisions that a number or a text stands for, legal or not."""
        if isinstance(decision, str):
            return self._notation.read_turn(self.state, decision)
        return [self._check_range(decision)]

    def why_not(self, decision: int | str) -> IllegalDecision | None:
        """Return why a decision or turn is illegal: rule, squares, sentence; None if legal."""
        position = self
        try:
            *steps, last = self.read(decision)
        except IllegalDecision as refused:
            return refused
        for step in steps:
            reason = position._refusal(step)
            # Do not answer with a decision that the text leaves out: one that it names fails, too.
            if reason and step not in self._notation.implied:
                return reason
            position = position._after(step)
        return position._refusal(last)  # noqa: SLF001

    def _check_range(self, decision: int) -> int:
        # Compiled code would accept a float or `True` as a number.
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
        """Play random decisions to the end; the result has no history."""
        states = self._copy()
        room = np.empty(self._decisions, np.int64)
        generator = chance.fast(check_seed(seed))
        self.game.entry_points["play_to_the_end"](states, generator, room)
        return Position(self.game, states, self.seats)

    def scores(self) -> tuple[int, ...]:
        """Return each seat's public score.

        Secret points count once they are shown, at the latest when the game ends. This is also what
        views have as `scores`, and what the lines of `score_sheet()` add up to.
        """
        sign = -1 if self.game.facts.measures[0].fewest else 1
        return tuple(sign * row[0] for row in self.standing())

    def standing(self) -> list[tuple[int, ...]]:
        """Return each seat's row of measures, the score first; the greatest row leads."""
        rows = np.empty((self.seats, len(self.game.facts.measures)), np.int64)
        self._rules["standing"](self.state, rows)
        return [tuple(row) for row in rows.tolist()]

    def outcome(self) -> Outcome | None:
        """Return the result, or None if the game is not over."""
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
        """Return what a seat may know, as a JSON object; without a seat, what everyone may."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.definition.view(self.state, seat)

    def observe(self, seat: int) -> Observed:
        """Return what a seat may know as numbers; `Facts.observation` describes the fields."""
        tensor = np.zeros(observation_size(self.game.facts), np.int16)
        load_observation(self.game.definition)(self.state, self._check_seat(seat), tensor)
        return Observed(self.game.facts.observation, tensor)

    def observe_text(self, seat: int) -> str:
        """Return what a seat may know as text, with its legal decisions if it is to move.

        This is for language models, and for everyone else who reads.
        """
        view = self.view(seat)
        picture = self.game.definition.picture
        names = self.game.facts.seat_names
        lines = [
            f"{self._called()}. You are {names[seat]}, seat {seat} of {self.seats}.",
            picture.terminal(view),
            picture.sentence(view),
        ]
        if self.to_move == seat:
            lines.append("Your legal decisions:")
            lines += [f"{each}: {self.decision_text(each)}" for each in self.legal()]
        return "\n".join(lines)

    def _called(self) -> str:
        """Return the title of the game, with the options that are not as usual."""
        unusual = [
            option.name.replace("_", " ") + ("" if chosen is True else f" {chosen}")
            for option in self.game.facts.options
            if (chosen := self.game.options[option.name]) != option.default
        ]
        return " with ".join(filter(None, [self.game.facts.title, ", ".join(unusual)]))

    @cached_property
    def public_key(self) -> str:
        """A key for what everyone may see: equal for positions that differ only in secrets."""
        seen = bytes(self)
        if self.game.definition.secret:
            seen = (np.frombuffer(seen, np.uint8) & self.game.public_mask).tobytes()
        found = hashlib.blake2b(seen, digest_size=9, person=self.game.name.encode()[:16])
        return base64.urlsafe_b64encode(found.digest()).decode()

    def score_sheet(self, seat: int | None = None) -> list[list[ScoreLine]]:
        """Return each seat's score line by line, as a seat or a spectator may know it.

        The public lines add up to `scores()`. A seat also sees its own secret lines.
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
        """Return a position that looks the same to the seat, with the hidden parts dealt anew."""
        states = self._copy()
        generator = chance.fast(check_seed(seed))
        self._rules["reimagine"](states[0], self._check_seat(seat), generator)
        return Position(self.game, states, self.seats)

    def redeal(self, seed: int = 0) -> Position:
        """Return the position with only that dealt anew which no seat knows: the order of piles.

        The result does not depend on how it was dealt here.
        """
        definition, states = self.game.definition, self._copy()
        for name in definition.undealt:
            states[name] = self.reimagine(0, seed)._states[name]  # noqa: SLF001
        order = np.random.default_rng(seed)
        for pile, size in definition.piles:
            rows = states[pile].reshape(-1, states[pile].shape[-1])
            for row, length in zip(rows, states[size].reshape(-1), strict=True):
                row[:length] = order.permutation(np.sort(row[:length]))
        return Position(self.game, states, self.seats)

    @property
    def text(self) -> str:
        """The position as one line of text; `Game.position` reads it."""
        return self._notation.position_text(self.state)

    def svg(self, seat: int | None = None, **wishes: Any) -> str:
        """Draw the position as a seat sees it; options are passed to the game's `picture.svg`."""
        picture = self.game.definition.picture
        return picture.svg(self.view(seat), **{"last": self.last_squares(), **wishes})

    def terminal(self, seat: int | None = None, **wishes: Any) -> str:
        """Draw the position as text."""
        picture = self.game.definition.picture
        return picture.terminal(self.view(seat), **{"last": self.last_squares(), **wishes})

    def _repr_svg_(self) -> str:
        """Draw what everyone may see; notebooks call this."""
        return self.svg()

    def _repr_html_(self) -> str:
        """Draw what everyone may see in the colours of the page; notebooks call this."""
        return showing.block(showing.picture(self.svg(theme="light"), self.svg(theme="dark")))

    def __str__(self) -> str:
        """Draw what everyone may see, as text."""
        return self.terminal()

    def __repr__(self) -> str:
        """Show the call that makes this position."""
        return f"{self.game!r}.position({self.text!r})"

    def __bytes__(self) -> bytes:
        """Return the state; equal positions have equal bytes."""
        return self._states.tobytes()  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        """Positions are equal if their games and states are; the history does not matter."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash((self.game, bytes(self)))

    def __copy__(self) -> Position:
        """Return the position itself, because it never changes."""
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Position:
        """Return the position itself, because it never changes."""
        return self

    def history(self) -> list[Position]:
        """Return all positions from the start of the game to this one."""
        line = [self]
        while line[-1].before:
            line.append(line[-1].before)
        return line[::-1]

    def moves(self) -> list[str]:
        """Return the turns that led here, as text; the last one may be unfinished."""
        write = self._notation.turn_text
        return [write(start.state, turn) for start, turn in self.turns_played()]

    def moves_as_seen(self, seat: int | None = None) -> list[str]:
        """Return the turns that led here, as a seat or a spectator saw them."""
        write = self._notation.turn_as_seen
        return [write(start.state, turn, seat) for start, turn in self.turns_played()]

    def last_squares(self) -> list[str]:
        """Return the squares that the latest turn touched."""
        if self.before is None:
            return []
        start, turn = self.latest_turn()
        return self._notation.turn_squares(start.state, turn)

    def latest_turn(self) -> tuple[Position, list[int]]:
        """Return the position where the latest turn began, and its decisions so far."""
        here, turn = self, list[int]()
        while here.before is not None and not (turn and here.turn_begins):
            assert here.decision is not None
            turn.append(here.decision)
            here = here.before
        return here, turn[::-1]

    def turns_played(self) -> list[tuple[Position, list[int]]]:
        """Return the turns that led here, each as its first position and its decisions."""
        line = self.history()
        turns: list[tuple[Position, list[int]]] = []
        for before, after in itertools.pairwise(line):
            if before.turn_begins or not turns:
                turns.append((before, []))
            assert after.decision is not None
            turns[-1][1].append(after.decision)
        return turns
