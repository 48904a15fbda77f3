"""A table in a notebook: you play in the widget, bots answer, and Python sees the position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from contrada import games
from contrada.bots import levels
from contrada.bots.player import Bot, Limits, answered
from contrada.errors import ContradaError, IllegalDecision, OptionError
from contrada.games.contract import Game, Position
from contrada.notebooks.widget import Board

SECRET_BITS = 128
YOU = "You"


class GameTable(Board):
    """A game to play in, with bots of a level in the other seats, or alone for all seats."""

    def __init__(
        self,
        position: Position,
        *,
        seat: int | None,
        bots: Mapping[int, Bot],
        chance: random.Random,
        limits: Limits | None = None,
    ) -> None:
        """Go on from a position; you decide for all seats that no bot holds."""
        names = _names(position.seats, seat, bots)
        self._seat, self._bots = seat, bots
        self._unseen, self._limits = chance, limits or Limits()
        super().__init__(position, names, self._eyes(position))
        game = position.game
        self._decisions = {
            "game": game.name,
            "parts": [dict(each) for each in game.parts()],
            "implied": game.implied,
        }
        self.on_msg(self._told)
        self._let_bots_play()
        self._tell()

    def _eyes(self, position: Position) -> int | None:
        """Return who looks: you, or whoever is to move if you play for all."""
        return position.to_move if self._seat is None else self._seat

    def play(self, decision: int | str) -> None:
        """Play a decision or a turn from Python, and let the bots answer."""
        self._check_turn()
        self._take(self._position.play(decision))

    def undo(self) -> None:
        """Take the latest decision back, if it is yours and has revealed nothing."""
        if not self._can_undo():
            raise OptionError("the latest decision cannot be taken back")
        assert self._position.before is not None
        self._position = self._position.before
        self._tell()

    def _check_turn(self) -> None:
        if self._position.is_over:
            raise OptionError("the game is over")

    def _take(self, after: Position) -> None:
        self._position = after
        self._tell()
        self._let_bots_play()

    def _let_bots_play(self) -> None:
        """Let the bots decide up to your turn, showing each of their turns as it ends."""
        while (seat := self._position.to_move) in self._bots and seat is not None:
            bot = self._bots[seat]
            self._position = answered(self._position, bot, self._unseen, self._limits)
            if self._position.turn_begins or self._position.is_over:
                self._tell()

    def _can_undo(self) -> bool:
        here, before = self._position, self._position.before
        if before is None or here.revealed or before.to_move in self._bots:
            return False
        return before.to_move == here.to_move or self._seat is None

    # --- What the widget is told ---

    def _tell(self) -> None:
        """Show the position, and what you may decide in it."""
        replay = self._seen(self._eyes(self._position))
        with self.hold_sync():
            self.set_trait("_replay", replay)
            self.set_trait("_turn", self._open_turn())
            self.step = len(replay["steps"]) - 1

    def _open_turn(self) -> dict[str, Any] | None:
        here = self._position
        if here.is_over or here.to_move in self._bots:
            return None
        legal = here.legal()
        return {
            "ply": len(here.history()) - 1,
            "seat": here.to_move,
            "legal": legal,
            "then": {str(each): after for each, after in here.then(legal).items()},
            "undo": self._can_undo(),
        }

    # --- What the widget asks ---

    def _told(self, _widget: object, message: Mapping[str, Any], _buffers: object) -> None:
        """Do what somebody wants who looked at the present position."""
        if self._turn is None or message["ply"] != self._turn["ply"]:
            return
        decisions = [int(each) for each in message["decisions"]]
        try:
            if message["type"] == "undo":
                self.undo()
            elif message["type"] == "look":
                with suppress(ContradaError):  # such as a payment of which a part reveals something
                    self._look(decisions)
            else:  # what was tried may have become legal; then it is simply played
                self._decide(decisions)
        except ContradaError as wrong:
            self.send(_refusal(wrong))

    def _decide(self, decisions: list[int]) -> None:
        here, seat = self._position, self._position.to_move
        for index, decision in enumerate(decisions):
            if here.to_move != seat:
                raise OptionError("your turn ends before the last of these decisions")
            here = here.play_one(decision, index)
        self._take(here)

    def _look(self, decisions: list[int]) -> None:
        here = self._position
        assert here.to_move is not None
        found = here.preview(decisions, here.to_move)
        ply = self._turn["ply"]
        self.send({"type": "preview", "ply": ply, "decisions": decisions, "view": found.view})


def _names(seats: int, you: int | None, bots: Mapping[int, Bot]) -> tuple[str, ...]:
    """Name the seats: you, the bots with numbers if several are alike, or nobody if you are all."""
    alike = Counter(bot.name for bot in bots.values())
    met: Counter[str] = Counter()
    names = []
    for seat in range(seats):
        name = bots[seat].name if seat in bots else YOU if seat == you else ""
        met[name] += 1
        names.append(f"{name} {met[name]}" if alike[name] > 1 else name)
    return tuple(names)


def _refusal(wrong: ContradaError) -> dict[str, Any]:
    """Return why something was refused, as `<contrada-board>` wants to know it."""
    said: dict[str, Any] = {"type": "refused", "sentence": str(wrong)}
    if isinstance(wrong, IllegalDecision):
        about = {"rule": wrong.rule, "case": wrong.case, "values": wrong.values}
        said |= {**about, "sentence": wrong.sentence, "squares": list(wrong.squares)}
    return said


def play(
    game: str | Game | Position,
    level: int | None = 3,
    *,
    seat: int | None = 0,
    seats: int | None = None,
    seed: int | None = None,
    **options: bool | str,
) -> GameTable:
    """Return a widget to play in, against bots of a level, from the start or from a position.

    With `level=None`, or `seat=None`, you play for all seats. `table.position` is the position at
    any time, with its history.
    """
    chance: random.Random = random.SystemRandom() if seed is None else random.Random(seed)
    start = _started(game, seats, chance, options)
    if seat is not None and not 0 <= seat < start.seats:
        raise OptionError(f"there is no seat {seat}; seats are 0 to {start.seats - 1}")
    alone = level is None or seat is None
    bots = {
        each: levels.player(
            level, start.game, chance.getrandbits(62), name=levels.level(level).name
        )
        for each in range(start.seats)
        if level is not None and seat not in (None, each)
    }
    return GameTable(start, seat=None if alone else seat, bots=bots, chance=chance)


def _started(
    game: str | Game | Position,
    seats: int | None,
    chance: random.Random,
    options: Mapping[str, bool | str],
) -> Position:
    if not isinstance(game, str) and options:
        raise OptionError(f"options are for a game that is named, not for {game!r}")
    if isinstance(game, Position):
        if seats not in (None, game.seats):
            raise OptionError(f"the position has {game.seats} seats, not {seats}")
        return game
    chosen = games.game(game, **options) if isinstance(game, str) else game
    return chosen.start(seats, seed=chance.getrandbits(SECRET_BITS))
