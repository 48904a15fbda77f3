"""Asking for the analysis of a game, and about its progress."""

from __future__ import annotations

import base64
import hashlib

from contrada import __version__
from contrada.games.contract import Position
from contrada.record import Record
from contrada.server.runtime.limits import RateLimit, Share
from contrada.server.search.analyses import Analyses
from contrada.server.search.study import Study
from contrada.server.wire import requests
from contrada.server.wire.refusals import Refused

GONE = "There is no such analysis, or no longer: ask for it again"


class AnalysisRequests:
    """Finds the game that somebody means, and applies each person's limits."""

    def __init__(self, analyses: Analyses, study: Study, rate: RateLimit) -> None:
        self._analyses, self._study, self._rate = analyses, study, rate

    async def ask(self, share: Share, source: requests.GameSource) -> bytes:
        """Return the results so far, and start the analysis if nobody has."""
        if source.ply is not None:
            raise Refused("message", "A game is judged as a whole, so 'ply' is to be null")
        game = await self._study.game(share, source)
        found, record = _id_of(game.position), Record(game.position, game.names)
        return await self._analyses.begin(share, found, record, self._rate)

    async def look(self, found: str) -> bytes:
        """Return the results so far."""
        known = await self._analyses.known(found)
        if known is None:
            raise Refused("missing", GONE)
        return known


def _id_of(position: Position) -> str:
    """Return an id that depends on all decisions, so a game has one id wherever it comes from."""
    line = position.history()
    start = line[0]
    parts = (
        __version__,  # another version may judge better
        repr(position.game),
        position.seats,
        start.seed,
        start.text if start.seed is None else "",
    )
    text = f"{parts} {[each.decision for each in line[1:]]}"
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:18]).decode()
