"""A bot that asks an engine: any program that speaks the Universal Chess Interface.

How positions and moves are written is the game's business (`Definition.uci`).
"""

from __future__ import annotations

import os
import queue
import subprocess
import threading
import weakref
from pathlib import Path
from shutil import which

from contrada.bots.player import Limits
from contrada.errors import ContradaError, NotationError, OptionError
from contrada.games.contract import Game, Position

PATIENCE = 20.0  # seconds beyond its time in which an engine must answer
THINKING = Limits(seconds=1.0)


class EngineError(ContradaError):
    """An engine does not answer, or answers something that is no legal move."""


def program(path: str) -> Path:
    """Return the program at a path, or the one of this name on the search path."""
    found = which(path) if path else None
    if found is None:
        raise OptionError(f"an engine is uci:PATH, but there is no program {path!r}")
    return Path(found).resolve()


class Engine:
    """One engine playing one game; its process ends with it."""

    def __init__(self, game: Game, path: Path) -> None:
        """Start the engine and tell it the game."""
        if game.definition.uci is None:
            raise OptionError(f"no engine can be asked to play {game.facts.title}")
        self.name = path.stem
        self._game, self._written = game, game.definition.uci
        self._rest: list[int] = []  # of the turn that the engine has chosen
        self._process = subprocess.Popen(  # noqa: S603 - the user named the program
            [path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
            cwd=os.fspath(path.parent),
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()
        self._end = weakref.finalize(self, _end, self._process)
        self._say("uci")
        self._wait_for("uciok", PATIENCE)
        self._say(f"setoption name UCI_Variant value {self._written.variant(game.start().state)}")
        self._say("ucinewgame")
        self._say("isready")
        self._wait_for("readyok", PATIENCE)

    def close(self) -> None:
        """End the process."""
        self._end()

    def choose(self, position: Position, limits: Limits) -> int:
        """Return the next decision of the turn that the engine chooses."""
        legal = position.legal()
        if position.turn_begins or not any(each in legal for each in self._rest):
            self._rest = self._turn(position, limits)
        # Decisions that were forced have been taken without asking.
        decision = next((each for each in self._rest if each in legal), None)
        if decision is None:
            raise EngineError(f"{self.name} has chosen a turn that the rules refuse")
        self._rest = self._rest[self._rest.index(decision) + 1 :]
        return decision

    def _turn(self, position: Position, limits: Limits) -> list[int]:
        """Ask for a turn; return its decisions."""
        limits = limits if any(vars(limits).values()) else THINKING
        self._say(f"position fen {self._written.fen(position.state)}")
        self._say(f"go {_limit(limits)}")
        move = self._wait_for("bestmove", PATIENCE + (limits.seconds or 600.0)).split()[1]
        try:
            decisions = self._written.read_move(position.state, move)
        except NotationError as wrong:
            raise EngineError(f"{self.name} answers {move!r}: {wrong}") from wrong
        if not any(each in position.legal() for each in decisions):
            raise EngineError(f"{self.name} answers {move!r}, which is not legal: {position}")
        return decisions

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
        except (OSError, ValueError) as wrong:  # ValueError: it has been closed
            raise EngineError(f"{self.name} has ended") from wrong

    def _wait_for(self, word: str, seconds: float) -> str:
        """Return the next line that begins with a word."""
        while True:
            try:
                line = self._lines.get(timeout=seconds)
            except queue.Empty:
                raise EngineError(f"{self.name} does not say {word!r}") from None
            if not line:
                raise EngineError(f"{self.name} has ended without saying {word!r}")
            if line.split()[:1] == [word]:
                return line


def _limit(limits: Limits) -> str:
    """Write a limit for `go`; of several, the first counts."""
    if limits.seconds is not None:
        return f"movetime {max(round(1000 * limits.seconds), 1)}"
    return f"nodes {limits.iterations or limits.nodes}"


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    """Pass on what an engine says, and at its end an empty line."""
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            lines.put(line)
    lines.put("")


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()  # the listener closes the other end
