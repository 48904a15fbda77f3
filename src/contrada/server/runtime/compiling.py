"""Compiles a game in its own process: `python -m contrada.server.runtime.compiling GAME`.

Compiling keeps the interpreter busy for half a minute, and a server has to answer meanwhile. What
was compiled is left in the cache. Only one process compiles a game: another one that wants to do so
waits for it there, and finds it done.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from asyncio.subprocess import DEVNULL, PIPE

from contrada import games
from contrada.bots import search_player

POLITE = 5  # people who already play come first
NO_REASON = "it ended without saying why"


class CompilationError(Exception):
    """A game could not be compiled."""


def command(name: str) -> list[str]:
    """Return the command that compiles a game."""
    return [sys.executable, "-m", __name__, name]


async def compile_game(name: str) -> None:
    """Compile a game in a process that ends when this is cancelled or when ours ends."""
    # In its own session, so that Ctrl-C reaches only the server, which ends it without a traceback.
    process = await asyncio.create_subprocess_exec(
        *command(name), stdin=PIPE, stdout=DEVNULL, stderr=PIPE, start_new_session=True
    )
    assert process.stderr is not None
    try:
        said = (await process.stderr.read()).decode(errors="replace").strip()
        status = await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if status:
        raise CompilationError(said or f"{NO_REASON}, status {status}")


def main(name: str) -> None:
    """Compile a game and the search for it."""
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITE)
    search_player.load(games.definition(name))


def _end_with_the_server() -> None:
    """Wait for the end of our input, because a killed server cannot end us in any other way."""
    os.read(sys.stdin.fileno(), 1)  # unbuffered, or Python could not end while we wait here
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1])
