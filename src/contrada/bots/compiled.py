"""Which games are compiled, where, and for which processor."""

from __future__ import annotations

from pathlib import Path

from llvmlite import binding

from contrada import games
from contrada.bots import search_player
from contrada.kernel import jit


def folder() -> Path:
    """Return the folder where compiled games are kept."""
    return jit.cache_root()


def processor() -> str:
    """Return what the compiler calls this machine's processor; compiled games are only for it."""
    return str(binding.get_host_cpu_name())


def missing() -> list[str]:
    """Return the games that have yet to be compiled here."""
    return [name for name in games.NAMES if not search_player.is_compiled(games.definition(name))]
