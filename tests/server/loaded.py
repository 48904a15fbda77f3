"""Import this to load everything that takes long, once, before servers are forked."""

from __future__ import annotations

import gc

from contrada import games
from contrada.bots import search_player
from tests.server import launch

__all__ = ["launch"]

for name in ("urbino", "urtown"):  # the others when somebody plays them
    search_player.load(games.definition(name))
gc.freeze()  # a server collects when it starts; all of this stays
