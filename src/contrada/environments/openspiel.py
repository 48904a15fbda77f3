"""The games for OpenSpiel; needs `pip install contrada[openspiel]`.

After importing this module, `pyspiel.load_game("contrada_urtown(players=3)")` works, and likewise
for every game and its options. An action is a decision.

Chance is explicit. A state holds an order of the piles, but what follows never depends on it: after
a decision that reveals something there are chance nodes, and their outcomes deal anew what nobody
knows. So planners that clone a state cannot see what will be drawn. They do see what others hold;
those that must not, use `resample_from_infostate`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel
from open_spiel.python.algorithms.mcts import Evaluator

from contrada import games
from contrada.environments.rewards import rewards
from contrada.errors import OptionError
from contrada.games.contract import Facts, Game, Option, Position

PREFIX = "contrada_"
PLAYERS = "players"
OUTCOMES = 256  # of a chance node, all equally likely
NODES_TO_DEAL = 4  # chance nodes at the start of a game
NODES_TO_REVEAL = 2  # chance nodes after a decision that reveals something


class Line:
    """The decisions that led to a position, as an immutable chain, and how seats saw them."""

    def __init__(self, before: Line | None, position: Position, decision: int | None) -> None:
        """Add a decision in a position to a line; without one, begin a line."""
        self._before = before
        self._position = position
        self._decision = decision
        self._told: dict[int, str] = {}

    def __deepcopy__(self, _memo: dict[int, Any]) -> Line:
        """Return the line itself, because it never changes."""
        return self

    def told(self, seat: int) -> str:
        """Return all that a seat has been told, one decision a line."""
        if seat not in self._told:
            earlier = self._before.told(seat) if self._before else ""
            self._told[seat] = f"{earlier}{self._own(seat)}\n"
        return self._told[seat]

    def _own(self, seat: int) -> str:
        if self._decision is None:
            return written(self._position.view(seat))
        return written(self._position.account(self._decision, seat))


def written(what: Mapping[str, Any]) -> str:
    """Return what a seat may know as JSON, equal if and only if it is the same."""
    return json.dumps(what, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def seed_of(outcomes: list[int], moment: int) -> int:
    """Return the seed of a deal from the outcomes of its chance nodes, in a moment of the game."""
    text = " ".join(map(str, [moment, *outcomes]))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 2


class SpielState(pyspiel.State):  # type: ignore[misc] # untyped
    """A state of a game; OpenSpiel makes it with `game.new_initial_state()`."""

    def __init__(self, spiel_game: pyspiel.Game, game: Game, seats: int) -> None:
        """Begin before the deal."""
        super().__init__(spiel_game)
        self.seats = seats
        self.position = game.start(seats)  # of no importance until it has been dealt
        self._line: Line | None = None
        self._decided: int | None = None  # the decision whose outcome is still open
        self._outcomes: list[int] = []  # of the chance nodes of this deal
        self._nodes_left = NODES_TO_DEAL if game.facts.chance else 0
        self._seen: dict[int | None, str] = {}  # what has been asked for in this state
        if not self._nodes_left:
            self._line = Line(None, self.position, None)

    # The names below are OpenSpiel's.

    def current_player(self) -> int:
        """Return who decides: a seat, chance, or nobody at the end."""
        if self._nodes_left:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, _player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node."""
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        self._seen = {}
        if self._nodes_left:
            self._outcomes = [*self._outcomes, action]
            self._nodes_left -= 1
            if not self._nodes_left:
                self._deal(seed_of(self._outcomes, len(self.history())))
            return
        after = self.position.play_one(action)
        if self.position.game.facts.chance and after.revealed:
            self._decided, self._outcomes, self._nodes_left = action, [], NODES_TO_REVEAL
        else:
            self._go_on(self.position, action)

    def _deal(self, seed: int) -> None:
        """Deal the game, or what the latest decision reveals."""
        if self._decided is None:
            self.position = self.position.game.start(self.seats, seed)
            self._line = Line(None, self.position, None)
        else:
            self._go_on(self.position.redeal(seed), self._decided)
            self._decided = None

    def _go_on(self, before: Position, decision: int) -> None:
        self._line = Line(self._line, before, decision)
        after = before.play_one(decision)
        self.position = after.game.restore(bytes(after), self.seats)  # without its history

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.position.decision_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self._nodes_left and self.position.is_over

    def returns(self) -> list[float]:
        """Return the rewards, which add up to zero; all are 0 before the end."""
        return rewards(self.position) if self.is_terminal() else [0.0] * self.seats

    def __str__(self) -> str:
        """Show what everyone may see."""
        if self._line is None:
            return "not dealt yet"
        waiting = "" if self._decided is None else "\nsomething is about to be revealed"
        return self.position.terminal() + waiting

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """Return a state that looks the same to a player, with the hidden parts dealt anew.

        It keeps the history, so it can be played on, but not be written down and read again.
        """
        found: SpielState = self.clone()
        seed = int(probability_sampler() * 2**53)
        found.position = self.position.reimagine(player_id, seed)
        found._seen = {}
        return found

    def information(self, player: int) -> str:
        """Return all that a player has been told, and what it sees now."""
        if self._line is None:
            return "not dealt yet"
        return self._line.told(player) + self.seen(player)

    def seen(self, player: int | None) -> str:
        """Return what a player, or everyone, may know now."""
        if player not in self._seen:
            self._seen[player] = self._looked(player)
        return self._seen[player]

    def _looked(self, player: int | None) -> str:
        if self._line is None:
            return "not dealt yet"
        decided = []
        if self._decided is not None:
            notation = self.position.game.definition.notation
            decided = [notation.turn_as_seen(self.position.state, [self._decided], player)]
        return "\n".join([written(self.position.view(player)), *decided])


class Observer:
    """What a player may know, as OpenSpiel asks for it: a string, and a tensor of floats."""

    def __init__(
        self, game: Game, kind: pyspiel.IIGObservationType, parameters: Mapping[str, Any] | None
    ) -> None:
        """Choose what to observe."""
        if parameters:
            raise OptionError(f"observations have no parameters, so not {dict(parameters)}")
        self._kind = kind
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._fields = game.facts.observation
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if kind.public_info and self._private and not kind.perfect_recall:
            sizes = np.cumsum([field.size for field in self._fields])
            self.tensor = np.zeros(int(sizes[-1]), np.float32)
            parts = np.split(self.tensor, sizes[:-1])
            for field, part in zip(self._fields, parts, strict=True):
                self.dict[field.name] = part.reshape(field.shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor; it is 0 before the deal."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if not state.is_chance_node():
            self.tensor[:] = state.position.observe(player).tensor

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player may know as text."""
        if not self._private:
            return state.seen(None) if self._kind.public_info else ""
        return state.information(player) if self._kind.perfect_recall else state.seen(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc] # untyped
    """A game with its players and options; `pyspiel.load_game` makes one of a class below."""

    name: str

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Read the parameters; those left out have their defaults."""
        facts, name = games.definition(self.name).facts, self.name
        given = dict(parameters or {})
        self.seats = int(given.pop(PLAYERS, facts.seats[0]))
        self.game = games.game(name, **{each: _value(facts, each, given[each]) for each in given})
        self.game.check_seats(self.seats)
        nodes = NODES_TO_DEAL + NODES_TO_REVEAL * facts.longest_game if facts.chance else 0
        info = pyspiel.GameInfo(
            num_distinct_actions=facts.decisions,
            max_chance_outcomes=OUTCOMES if facts.chance else 0,
            num_players=self.seats,
            min_utility=-1 / (self.seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=facts.longest_game,
        )
        self._chance_nodes = nodes
        super().__init__(game_type(facts), info, dict(parameters or {}))

    def new_initial_state(self) -> SpielState:
        """Return a state before the deal."""
        return SpielState(self, self.game, self.seats)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance nodes a game can have at most."""
        return self._chance_nodes

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> Observer:
        """Return an observer."""
        usual = pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.game, iig_obs_type or usual, params)


class PlayoutEvaluator(Evaluator):  # type: ignore[misc] # untyped
    """Evaluates states for OpenSpiel's searches by random games in compiled code."""

    def __init__(self, playouts: int = 1, seed: int = 0) -> None:
        """Choose how many games a state is worth."""
        self._playouts = playouts
        self._random = np.random.default_rng(seed)

    def evaluate(self, state: SpielState) -> npt.NDArray[np.float64]:
        """Return the mean rewards of random games from a state."""
        while state.is_chance_node():
            state = state.child(int(self._random.integers(OUTCOMES)))
        if state.is_terminal():
            return np.array(state.returns())
        ends = (
            state.position.redeal(int(seed)).play_to_the_end(int(seed))
            for seed in self._random.integers(2**62, size=self._playouts)
        )
        return np.mean([rewards(end) for end in ends], axis=0)  # type: ignore[no-any-return]

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Call all legal actions equally likely."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


# --- Registering ---------------------------------------------------------------------------------


def _is_flag(option: Option) -> bool:
    return all(isinstance(value, bool) for value in option.values)


def _value(facts: Facts, name: str, given: bool | str) -> bool | str:
    """Return the value of an option that a parameter means; text stands for any value."""
    option = next((option for option in facts.options if option.name == name), None)
    values = option.values if option else ()
    said = str(given).lower()
    return next((value for value in values if said in (_text(value), str(value).lower())), given)


def _text(value: bool | str) -> str:
    """Return a value as text; OpenSpiel would read "False" as a truth value again."""
    if isinstance(value, str):
        return value
    return "yes" if value else "no"


def game_type(facts: Facts) -> pyspiel.GameType:
    """Describe a game as OpenSpiel does."""
    kinds = pyspiel.GameType
    parameters: dict[str, bool | int | str] = {PLAYERS: facts.seats[0]}
    for option in facts.options:
        parameters[option.name] = option.default if _is_flag(option) else _text(option.default)
    return kinds(
        short_name=f"{PREFIX}{facts.name}",
        long_name=facts.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else kinds.ChanceMode.DETERMINISTIC
        ),
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if facts.hidden
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=facts.seats[1],
        min_num_players=facts.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


for _name in games.NAMES:
    pyspiel.register_game(
        game_type(games.definition(_name).facts),
        type(_name.capitalize(), (SpielGame,), {"name": _name}),
    )
