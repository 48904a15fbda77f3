"""Analyses of finished games: every decision is judged by what its seat could see.

An analysis runs only while someone asks about its progress. A finished one is stored; one that
has paused is only kept in memory, until others need the space.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
import time
import zlib
from dataclasses import dataclass, field, replace

import structlog

from contrada import __version__
from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.lab import analysis
from contrada.lab.analysis import Decided, Judgement
from contrada.record import Record
from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.runtime.limits import RateLimit, Share
from contrada.server.runtime.tasks import log_failure
from contrada.server.search import advice
from contrada.server.search.pool import ADVISER, SearchPool
from contrada.server.search.queue import Kind, Wish
from contrada.server.search.study import Study
from contrada.server.settings import SECOND
from contrada.server.wire import requests, study
from contrada.server.wire.encoding import encode, encoded_once
from contrada.server.wire.refusals import Refused

FOR_ALL = 60.0  # seconds to search all decisions of a game, if they are neither few nor many
SHORTEST, LONGEST = 0.1, 0.5  # seconds for one of them
ALONE = 60.0  # it pauses after this many seconds without a request
KEEP_EVERY = 3.0  # seconds between updates for other processes
STALE = 15 * SECOND  # without news for this long, another process has stopped
MOST_AT_WORK = 20
GONE = "There is no such analysis, or no longer: ask for it again"
log = structlog.get_logger()


@dataclass
class Work:
    """An analysis that this process is running."""

    id: str
    share: Share  # of who asked for it first
    record: Record
    decided: list[Decided]
    judgements: list[Judgement] = field(default_factory=list)
    told: list[study.Judgement] = field(default_factory=list)  # the same, encoded once
    task: asyncio.Task[None] | None = None
    asked: float = 0.0

    @property
    def is_over(self) -> bool:
        """Whether every decision has been judged."""
        return len(self.judgements) == len(self.decided)

    @property
    def limits(self) -> Limits:
        """The time limits for one decision."""
        return Limits(min(LONGEST, max(SHORTEST, FOR_ALL / max(1, len(self.decided)))))

    def progress(self, *, is_over: bool) -> bytes:
        """Return the results so far, encoded."""
        found = analysis.gathered(self.record, self.judgements)
        if not self.is_over:  # the course does not jump to the end
            found = replace(found, results=None)
        given_away = [None if n is None else round(n, advice.DIGITS) for n in found.given_away()]
        told = study.Analysis(
            judgements=self.told,
            course=[(each.number, advice.rounded(each.values)) for each in found.course()],
            turning_points=found.turning_indices(),
            given_away=given_away,
        )
        return encode(
            study.Progress(self.id, len(self.judgements), len(self.decided), is_over, told)
        )


class Analyses:
    """All analyses: the running ones and the stored ones."""

    def __init__(
        self, store: Store, study: Study, pool: SearchPool, rate: RateLimit, at_once: int
    ) -> None:
        """Start with none; set how many decisions are judged at once."""
        self._store, self._study, self._pool, self._rate = store, study, pool, rate
        self._works: dict[str, Work] = {}
        self._turns = asyncio.Semaphore(at_once)

    async def close(self) -> None:
        """Stop all work; analyses can be requested again."""
        tasks = [work.task for work in self._works.values() if work.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def ask(self, share: Share, source: requests.GameSource) -> bytes:
        """Return the results so far, and start the analysis if nobody has."""
        if source.ply is not None:
            raise Refused("message", "A game is judged as a whole, so 'ply' is to be null")
        game = await self._study.game(share, source)
        found = _id_of(game.position)
        known = await self._known(found)
        if known is None:
            self._make_room(share.who)
            record = Record(game.position, game.names)
            work = await asyncio.to_thread(_begun, found, share, record)
            self._works.setdefault(found, work)
            known = self._go_on(self._works[found])
        return known

    async def look(self, found: str) -> bytes:
        """Return the results so far."""
        known = await self._known(found)
        if known is None:
            raise Refused("missing", GONE)
        return known

    async def _known(self, found: str) -> bytes | None:
        """Return the results so far, unless the process that was working on them has stopped."""
        work = self._works.get(found)
        if work and work.task:
            return self._go_on(work)
        kept = await self._store.analysis(found)
        if kept and kept.is_over:  # another process may have continued where this one paused
            self._works.pop(found, None)
        elif found in self._works:
            return self._go_on(self._works[found])
        elif kept is None or kept.changed <= times.now() - STALE:
            return None
        return await asyncio.to_thread(zlib.decompress, kept.document)

    def _make_room(self, who: str) -> None:
        """Make room for another analysis, or refuse; paused ones go first."""
        for found, work in list(self._works.items()):
            if work.task is None:
                del self._works[found]
        if len(self._works) >= MOST_AT_WORK:
            raise Refused("busy", "Too many games are being analysed; try again in a while")
        self._rate.consume(who)

    # --- Working ---

    def _go_on(self, work: Work) -> bytes:
        """Note that someone asked, and continue if it had paused."""
        work.asked = time.monotonic()
        if work.task is None:
            work.task = asyncio.create_task(self._work(work))
            work.task.add_done_callback(lambda task: _done(work, task))
        return work.progress(is_over=False)  # other processes know only what is stored

    async def _work(self, work: Work) -> None:
        """Judge decisions, and keep telling other processes so, even while waiting for a turn."""
        telling = asyncio.create_task(self._keep_telling(work))
        telling.add_done_callback(log_failure)
        try:
            await self._judge(work)
        finally:
            telling.cancel()
        if work.is_over:
            await self._keep(work)
            self._works.pop(work.id, None)

    async def _keep_telling(self, work: Work) -> None:
        while self._store.is_shared:
            try:
                await self._keep(work)
            except StoreError as wrong:
                log.warning("store failed", error=str(wrong))
            await asyncio.sleep(KEEP_EVERY)

    async def _judge(self, work: Work) -> None:
        game, limits = work.record.game, work.limits
        wish = Wish(work.share.who, work.share.address, Kind.STUDY)
        for each in work.decided[len(work.judgements) :]:
            if time.monotonic() - work.asked > ALONE:
                return

            def judge(
                player: SearchPlayer, each: Decided = each
            ) -> tuple[Judgement, study.Judgement]:
                return _judged(each, player, limits)

            async with self._turns:
                found, told = await self._pool.search(wish, game, ADVISER, judge)
            work.judgements.append(found)
            work.told.append(told)

    async def _keep(self, work: Work) -> None:
        is_over = work.is_over
        told = work.progress(is_over=is_over)  # of the same moment: it may continue in the meantime
        document = await asyncio.to_thread(zlib.compress, told)
        await self._store.keep_analysis(work.id, document, is_over=is_over)


def _done(work: Work, task: asyncio.Task[None]) -> None:
    work.task = None  # the next request lets it try again, if it has failed
    log_failure(task)


def _begun(found: str, share: Share, record: Record) -> Work:
    return Work(found, share, record, analysis.decided(record))


def _judged(
    decided: Decided, player: SearchPlayer, limits: Limits
) -> tuple[Judgement, study.Judgement]:
    found = analysis.judgement(decided, player, limits, secrets.randbits(62))
    return found, encoded_once(_told(decided, found))


def _told(decided: Decided, found: Judgement) -> study.Judgement:
    """Return a judgement for the wire; the played decision is described as it happened."""
    before = decided.before
    (played,) = advice.choices(before, (found.played,))
    played.does = before.account(found.played.decision, found.seat)
    return study.Judgement(
        ply=found.number,
        turn=found.ply,
        seat=found.seat,
        played=played,
        choices=advice.choices(before, found.choices),
        before=advice.rounded(found.before),
        after=advice.rounded(found.after),
        loss=round(found.loss, advice.DIGITS),
    )


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
