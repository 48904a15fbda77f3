"""The games as tools for assistants (Model Context Protocol); needs `pip install contrada[mcp]`.

An assistant starts a game against bots of a level, looks at it, lists what is legal, plays, and
asks why something is not legal. It has one seat and is told only what that seat may know.
"""

from __future__ import annotations

import functools
import json
import random
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import ParamSpec

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from contrada import games
from contrada.bots import levels
from contrada.bots.player import Limits, answered
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import Facts, Game, Position

MOST_TABLES = 100  # when there are more, the oldest is put away
SECRET_BITS = 128
ABOUT = (
    "Board games about building a city, played by exact rules against bots. Begin with list_games, "
    "then start. A turn may have several decisions: play them one by one, or write the whole turn. "
    "Each answer ends with your legal decisions, as `number: text`; play takes either."
)
Told = ParamSpec("Told")


class Table:
    """A game of an assistant against bots, which play up to its next turn."""

    def __init__(
        self, game: Game, seats: int | None, seat: int, level: int, chance: random.Random
    ) -> None:
        """Deal, and let the bots before the seat play."""
        self.position = game.start(seats, seed=chance.getrandbits(SECRET_BITS))
        if not 0 <= seat < self.position.seats:
            raise OptionError(f"there is no seat {seat}; seats are 0 to {self.position.seats - 1}")
        self.seat = seat
        self._unseen = chance
        self._bots = [
            levels.player(level, game, chance.getrandbits(62)) for _ in range(self.position.seats)
        ]
        self._told = 0  # how many of the turns the assistant has been told about
        self._let_bots_play()

    def _let_bots_play(self) -> None:
        while self.position.to_move not in (None, self.seat):
            assert self.position.to_move is not None
            bot = self._bots[self.position.to_move]
            self.position = answered(self.position, bot, self._unseen, Limits())

    def play(self, decision: int | str) -> str:
        """Play a decision or a whole turn; return what happened and what the seat sees now.

        A turn is played whole or not at all, but what has been revealed stays played.
        """
        after, wrong = self._tried(decision)
        if wrong and not after.revealed_since(self.position):
            raise wrong
        self.position = after
        self._let_bots_play()
        stopped = f"Only a part of this was played: {wrong}\n" if wrong else ""
        return stopped + self.news()

    def why_not(self, decision: int | str) -> str:
        """Say whether a decision or a turn is legal, and which rule refuses it if not."""
        after, wrong = self._tried(decision)
        last = after if wrong else after.before
        if last and last.revealed_since(self.position):
            raise OptionError(
                "this turn reveals something hidden, so nobody can say what is legal after that"
            )
        refused = self.position.why_not(decision)
        if refused is None:
            return "It is legal."
        squares = f" Look at {', '.join(refused.squares)}." if refused.squares else ""
        return f"{refused}.{squares}"

    def _tried(self, decision: int | str) -> tuple[Position, ContradaError | None]:
        """Play as far as the rules allow, and only for this seat."""
        self._check_turn()
        after, wrong = self.position.attempt(decision)
        here = after.before if after is not self.position else None
        while here and here is not self.position:
            if here.to_move != self.seat:
                raise OptionError("your turn ends before the last of these decisions")
            here = here.before
        return after, wrong

    def _check_turn(self) -> None:
        if self.position.is_over:
            raise OptionError("the game is over")

    def news(self) -> str:
        """Return the turns since the last time, as the seat saw them, and the position."""
        turns = list(self._turns())
        fresh, self._told = turns[self._told :], len(turns)
        return "\n".join([*fresh, self.look()])

    def _turns(self) -> list[str]:
        names = self.position.game.facts.seat_names
        played = self.position.turns_played()
        texts = self.position.moves_as_seen(self.seat)
        return [
            f"{'You' if start.to_move == self.seat else names[start.to_move or 0]} played: {text}"
            for (start, _), text in zip(played, texts, strict=True)
        ]

    def look(self) -> str:
        """Return what the seat may know, with its legal decisions."""
        return self.position.observe_text(self.seat) + self._result()

    def _result(self) -> str:
        outcome = self.position.outcome()
        if outcome is None:
            return ""
        place = outcome.places[self.seat]
        return f"\nThe game is over. Scores by seat: {outcome.scores}. You came in place {place}."

    def legal(self) -> str:
        """List the legal decisions, one a line."""
        self._check_turn()
        here = self.position
        return "\n".join(f"{each}: {here.decision_text(each)}" for each in here.legal())


def telling(tool: Callable[Told, str]) -> Callable[Told, str]:
    """Let a tool tell the assistant in a sentence what was wrong with its request."""

    @functools.wraps(tool)
    def told(*arguments: Told.args, **named: Told.kwargs) -> str:
        try:
            return tool(*arguments, **named)
        except ContradaError as wrong:
            raise ToolError(str(wrong)) from wrong

    return told


class Host:
    """The tables of one assistant, and the tools to play at them."""

    def __init__(self, seed: int | None = None) -> None:
        """Deal at random, or with a seed the same way again."""
        self._chance = random.SystemRandom() if seed is None else random.Random(seed)
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._opened = 0
        self._lock = threading.Lock()  # tools run in threads

    @property
    def tools(self) -> list[Callable[..., str]]:
        """All tools; their names and docstrings are what the assistant reads."""
        return [self.list_games, self.start, self.look, self.legal, self.play, self.why_not]

    def list_games(self) -> str:
        """List the games with their seats and options, and the levels of the bots."""
        about = [_described(games.definition(name).facts) for name in games.NAMES]
        bots = [f"level {each.number}, {each.name}: {each.about}" for each in levels.LEVELS]
        return "\n".join([*about, "Bots:", *bots])

    @telling
    def start(
        self,
        game: str,
        level: int = 3,
        seats: int | None = None,
        seat: int = 0,
        options: dict[str, bool | str] | None = None,
    ) -> str:
        """Start a game and return its table number, the position and your legal decisions.

        `level` is the strength of the bots in all other seats, 1 to 8. `seats` is the number of
        players, `seat` is yours, from 0 on; seat 0 begins.
        """
        with self._lock:
            chosen = games.game(game, **(options or {}))
            table = Table(chosen, seats, seat, level, self._chance)
            self._opened += 1
            self._tables[self._opened] = table
            if len(self._tables) > MOST_TABLES:
                self._tables.popitem(last=False)
            return f"This is table {self._opened}.\n{table.news()}"

    @telling
    def look(self, table: int) -> str:
        """Show a table as your seat sees it, with your legal decisions."""
        with self._lock:
            return self._at(table).look()

    @telling
    def legal(self, table: int) -> str:
        """List your legal decisions at a table, each as `number: text`."""
        with self._lock:
            return self._at(table).legal()

    @telling
    def play(self, table: int, decision: int | str) -> str:
        """Play a decision, or a whole turn as text; return what followed, up to your next turn."""
        with self._lock:
            return self._at(table).play(decision)

    @telling
    def why_not(self, table: int, decision: int | str) -> str:
        """Say whether a decision or turn is legal, and if not, by which rule and which squares."""
        with self._lock:
            return self._at(table).why_not(decision)

    def _at(self, number: int) -> Table:
        table = self._tables.get(number)
        if table is None:
            open_now = ", ".join(map(str, self._tables)) or "none; start one"
            raise OptionError(f"there is no table {number}; open tables: {open_now}")
        return table


def _described(facts: Facts) -> str:
    fewest, most = facts.seats
    seats = f"{fewest} seats" if fewest == most else f"{fewest} to {most} seats"
    options = "".join(
        f"\n  option {option.name}: {option.about}; one of {json.dumps(option.values)}"
        for option in facts.options
    )
    return f"{facts.name}: {facts.title}, {seats}{options}"


def server(seed: int | None = None) -> MCPServer:
    """Return a server of the tools, to be run over any transport of the SDK."""
    found = MCPServer("contrada", instructions=ABOUT, log_level="WARNING")
    for tool in Host(seed).tools:
        found.add_tool(tool, structured_output=False)
    return found


def serve(seed: int | None = None) -> None:
    """Serve the tools over standard input and output until the assistant hangs up."""
    server(seed).run("stdio")
