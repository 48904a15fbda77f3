"""Analyses of finished games: every decision is judged by what its seat could see.

An analysis runs only while someone asks about its progress. A finished one is stored; one that
has paused is only kept in memory, until others need the space. Processes on one database share the
analyses to be made. One process makes each; if it dies, another one takes over.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field, replace

import msgspec

from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.errors import ContradaError
from contrada.lab import analysis
from contrada.lab.analysis import Decided, Judgement
from contrada.record import Record, loads, record_of
from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.db.jobs import Job
from contrada.server.db.store import Store
from contrada.server.runtime.limits import RateLimit, Share
from contrada.server.runtime.readiness import Readiness, game_named_in
from contrada.server.runtime.tasks import log_failure
from contrada.server.search import advice
from contrada.server.search.pool import ADVISER, SearchPool
from contrada.server.search.queue import Kind, Wish
from contrada.server.settings import SECOND
from contrada.server.wire import study
from contrada.server.wire.encoding import encode, encoded_once
from contrada.server.wire.refusals import Refused

FOR_ALL = 60.0  # seconds to search all decisions of a game, if they are neither few nor many
SHORTEST, LONGEST = 0.1, 0.5  # seconds for one of them
ALONE = 60.0  # it pauses after this many seconds without a request
KEEP_EVERY = 3.0  # seconds between updates for other processes
MOST_AT_WORK = 20
_judgements: msgspec.json.Decoder[list[Judgement]] = msgspec.json.Decoder(list[Judgement])


@dataclass
class Work:
    """An analysis that this process is running."""

    id: str
    share: Share  # of the person who first asked for it
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
        given_away, accuracy = (
            [None if n is None else round(n, advice.DIGITS) for n in numbers]
            for numbers in (found.given_away(), found.accuracy())
        )
        told = study.Analysis(
            judgements=self.told,
            course=[(each.number, advice.rounded(each.values)) for each in found.course()],
            turning_points=found.turning_indices(),
            given_away=given_away,
            accuracy=accuracy,
        )
        return encode(
            study.Progress(self.id, len(self.judgements), len(self.decided), is_over, told)
        )


class Analyses:
    """All analyses: the running ones and the stored ones."""

    def __init__(
        self,
        store: Store,
        readiness: Readiness,
        pool: SearchPool,
        at_once: int,
        *,
        thinks: bool = True,
    ) -> None:
        """Start with none; set how many decisions are judged at once."""
        self._store, self._jobs, self._readiness = store, store.jobs, readiness
        self._pool, self._thinks, self._is_shared = pool, thinks, store.is_shared
        self._works: dict[str, Work] = {}
        self._taking: dict[str, asyncio.Task[None]] = {}
        self._turns = asyncio.Semaphore(at_once)

    async def close(self) -> None:
        """Stop all work; analyses can be requested again."""
        works = [work.task for work in self._works.values() if work.task]
        tasks = [*works, *self._taking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- What people ask for ---

    async def begin(self, share: Share, found: str, record: Record, rate: RateLimit) -> bytes:
        """Return the results so far, and start the analysis if nobody has."""
        known = await self.known(found)
        if known is not None:
            return known
        self._make_room()
        rate.consume(share.who)
        work = await asyncio.to_thread(_begun, found, share, record)
        if self._is_shared:
            await self._keep(work)
            document = record_of(record.position).document()  # without names
            await self._jobs.add(found, share.guest, await asyncio.to_thread(_packed, document))
            if not await self._is_ours(found):
                return work.progress(is_over=False)
        self._works.setdefault(found, work)
        return self._go_on(self._works[found])

    async def known(self, found: str) -> bytes | None:
        """Return the results so far, and note that somebody asks for them."""
        work = self._works.get(found)
        if work and work.task:
            return self._go_on(work)
        kept = await self._store.analysis(found)
        if kept and kept.is_over:  # another process may have continued where this one paused
            self._works.pop(found, None)
        elif not self._is_shared:
            return self._go_on(work) if work else None
        elif kept is None:
            return None
        elif not await self._jobs.touch(found):  # given up, or finished since we looked
            kept = await self._store.analysis(found)
            if kept is None or not kept.is_over:
                return None
        elif await self._is_ours(found):
            if work:
                return self._go_on(work)
            self.offered(found)
        return await asyncio.to_thread(zlib.decompress, kept.document)

    async def _is_ours(self, found: str) -> bool:
        """Whether this process makes an analysis; if it does not think, it offers the job."""
        if self._thinks:
            return await self._jobs.claim(found) is not None
        if await self._jobs.is_free(found):
            await self._jobs.offer(found)
        return False

    def _make_room(self) -> None:
        """Make room for another analysis, or refuse; paused ones go first."""
        for found, work in list(self._works.items()):
            if work.task is None:
                del self._works[found]
        if len(self._works) >= MOST_AT_WORK:
            raise Refused("busy", "Too many games are being analysed; try again in a while")

    # --- What other processes leave to us ---

    def offered(self, found: str) -> None:
        """Handle the news that an analysis is to be made."""
        work = self._works.get(found)
        if not (work and work.task) and found not in self._taking:
            task = asyncio.create_task(self._take(found))
            self._taking[found] = task
            task.add_done_callback(lambda _: self._taking.pop(found, None))
            task.add_done_callback(log_failure)

    async def find_left_alone(self) -> None:
        """Find analyses that no process is making, because one may have died."""
        if self._is_shared:
            asked = times.now() - int(ALONE * SECOND)
            for found in await self._jobs.left_alone(asked):
                self.offered(found)

    async def _take(self, found: str) -> None:
        """Continue an analysis that no other process is making."""
        if len(self._works) >= MOST_AT_WORK:
            return
        job = await self._jobs.claim(found)
        if job is None:
            return
        try:
            document = json.loads(await asyncio.to_thread(zlib.decompress, job.record))
            await self._readiness.need(game_named_in(document))
            work = await asyncio.to_thread(_resumed, job)
        except (Refused, ContradaError):  # not possible here; perhaps elsewhere
            await self._jobs.release(found)
            return
        self._works[found] = work
        self._go_on(work)

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
            if self._is_shared:
                await self._jobs.remove(work.id)
        elif self._is_shared:
            await self._keep(work)
            await self._jobs.release(work.id)

    async def _keep_telling(self, work: Work) -> None:
        while self._is_shared:
            with suppress(StoreError):  # already logged
                await self._keep(work)
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
        judged = list(work.judgements)
        document = await asyncio.to_thread(zlib.compress, told)
        await self._store.keep_analysis(work.id, document, is_over=is_over)
        if self._is_shared and work.task and not is_over:
            asked = await self._jobs.renew(work.id, await asyncio.to_thread(_packed, judged))
            if asked is None:  # another process has it now, or has finished it
                work.asked = -ALONE
            else:
                since = (times.now() - asked) / SECOND  # through any process
                work.asked = max(work.asked, time.monotonic() - since)


def _done(work: Work, task: asyncio.Task[None]) -> None:
    work.task = None  # the next request lets it try again, if it has failed
    log_failure(task)


def _begun(found: str, share: Share, record: Record) -> Work:
    return Work(found, share, record, analysis.decided(record))


def _packed(document: object) -> bytes:
    return zlib.compress(encode(document))


def _resumed(job: Job) -> Work:
    """Return an analysis as far as another process was with it."""
    record = loads(zlib.decompress(job.record).decode())
    share = Share(job.guest or job.id, "")
    work = _begun(job.id, share, record)
    if job.judged:
        work.judgements = _judgements.decode(zlib.decompress(job.judged))
        pairs = zip(work.decided, work.judgements, strict=False)
        work.told = [encoded_once(_told(*pair)) for pair in pairs]
    return work


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
