"""Which games can be played: compiled ones are loaded, the others are compiled first.

Only people who want such a game wait for it. A cached game is loaded within a
moment, so they simply wait; compiling takes about half a minute, so they are told to come back.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

import structlog

from contrada import games
from contrada.bots import search_player
from contrada.server.runtime import compiling
from contrada.server.runtime.tasks import log_failure
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import GameState

Listener = Callable[[str, GameState], object]
AT_ONCE = max(1, os.cpu_count() or 1)  # games compiled at the same time
log = structlog.get_logger()


class NotReady(Refused):
    """The game cannot be played on this server yet, or not at all."""


class Readiness:
    """All games, and the state of each."""

    def __init__(self) -> None:
        self.states: dict[str, GameState] = dict.fromkeys(games.NAMES, "waiting")
        self.listeners: list[Listener] = []
        self.openers: list[Callable[[str], Awaitable[None]]] = []  # before a game can be played
        self._queue: list[str] = []  # to be compiled, in this order
        self._workers: set[asyncio.Task[None]] = set()
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._one_by_one = asyncio.Lock()

    async def start(self, names: Iterable[str]) -> None:
        """Start preparing these games; the others are prepared on demand."""
        wanted = set(names)
        cold = await asyncio.to_thread(_not_compiled)
        for name in games.NAMES:
            if name not in cold:
                self._set(name, "loading")
        for name in wanted - cold:
            self._load(name)
        self._queue = sorted(wanted & cold, key=_size)
        self._work()

    async def close(self) -> None:
        """Stop preparing, and end running compilations."""
        self._queue.clear()
        tasks = [*self._workers, *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- Requests for games ---

    async def need(self, name: str) -> None:
        """Wait until a game is loaded; raise `NotReady` if it has to be compiled first.

        An unknown name passes: the caller that reads it will refuse it.
        """
        if self.states.get(name) == "loading":
            await asyncio.shield(self._load(name))
        match self.states.get(name):
            case "waiting" | "compiling":
                self._hasten(name)
                raise _not_yet(name)
            case "failed":
                raise _not_here(name)

    def _hasten(self, name: str) -> None:
        """Move a game that someone waits for to the front."""
        if self.states[name] == "waiting":
            self._queue = [name, *(other for other in self._queue if other != name)]
            self._work()

    # --- Preparing ---

    def _work(self) -> None:
        """Compile games from the queue, a few at once."""
        for _ in range(min(len(self._queue), AT_ONCE - len(self._workers))):
            task = asyncio.create_task(self._compile_one_after_another())
            self._workers.add(task)
            task.add_done_callback(self._workers.discard)
            task.add_done_callback(log_failure)

    async def _compile_one_after_another(self) -> None:
        while self._queue:
            await self._compile(self._queue.pop(0))

    async def _compile(self, name: str) -> None:
        self._set(name, "compiling")
        try:
            await compiling.compile_game(name)
        except Exception as wrong:
            log.exception("game not compiled", game=name, error=str(wrong))
            self._set(name, "failed")
            return
        self._set(name, "loading")
        self._load(name)

    def _load(self, name: str) -> asyncio.Task[None]:
        """Load a game from the cache, once."""
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(self._take_from_cache(name))
        return self._loading[name]

    async def _take_from_cache(self, name: str) -> None:
        try:
            async with self._one_by_one:
                await asyncio.to_thread(_load, name)
            for opener in self.openers:
                await opener(name)
        except Exception:
            log.exception("game not loaded", game=name)
            self._set(name, "failed")
        else:
            self._set(name, "ready")

    def _set(self, name: str, state: GameState) -> None:
        self.states[name] = state
        log.info("game", game=name, state=state)
        for listener in self.listeners:
            listener(name, state)


def game_named_in(document: Mapping[str, Any]) -> str:
    """Return the game that a document names, or nothing."""
    name = document.get("game")
    return name if isinstance(name, str) else ""


def _load(name: str) -> None:
    """Load rules and search, including modules that are imported lazily."""
    games.game(name).start().view()
    search_player.load(games.definition(name))


def _not_compiled() -> set[str]:
    return {name for name in games.NAMES if not search_player.is_compiled(games.definition(name))}


def _size(name: str) -> int:
    """Estimate how long a game takes to compile, so that the quickest comes first."""
    return sum(path.stat().st_size for path in search_player.sources(games.definition(name)))


def _not_yet(name: str) -> NotReady:
    title = games.definition(name).facts.title
    sentence = f"{title} is still being prepared; it takes about half a minute"
    return NotReady("preparing", sentence, game=name)


def _not_here(name: str) -> NotReady:
    title = games.definition(name).facts.title
    return NotReady("busy", f"{title} could not be prepared; the server's log says why", game=name)
