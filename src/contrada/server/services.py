"""Assembles the parts of a running server, and connects those that listen to each other."""

from __future__ import annotations

import asyncio

from contrada import games
from contrada.server import lobby
from contrada.server.admin.schedule import ScheduledBackups
from contrada.server.db.notify import Topic
from contrada.server.db.store import Store
from contrada.server.dispatch import Dispatcher
from contrada.server.house.clearing import Clearing
from contrada.server.house.etiquette import Etiquette
from contrada.server.house.house import TheHouse
from contrada.server.house.looking import Looking
from contrada.server.links.gallery import Gallery
from contrada.server.lobby import Lobby
from contrada.server.notices.notices import Notices
from contrada.server.people.days_off import DaysOff
from contrada.server.people.devices import Devices
from contrada.server.people.erasure import Erasure
from contrada.server.people.names import Names
from contrada.server.people.repository import GuestRepository
from contrada.server.runtime.connections import Connections
from contrada.server.runtime.garbage import GarbageCollector
from contrada.server.runtime.limits import AdmissionControl, RateLimits
from contrada.server.runtime.readiness import Readiness
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.search.asking import AnalysisRequests
from contrada.server.search.fair_play import FairPlay
from contrada.server.search.hints import Hints
from contrada.server.search.positions import Sources
from contrada.server.search.study import Study
from contrada.server.search.thinking import Thinking
from contrada.server.settings import Settings
from contrada.server.tables.answers import Answers
from contrada.server.tables.deadlines import Deadlines
from contrada.server.tables.maker import TableMaker
from contrada.server.tables.presence import Presence
from contrada.server.tables.previews import Previews
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.rematch import Rematcher
from contrada.server.tables.timekeeper import TICK, Timekeeper
from contrada.server.wire.answers import GameStates
from contrada.server.wire.values import GameState

BEAT = 5.0  # seconds between heartbeats
LEFT_OVER = 60.0  # seconds between clean-ups of unused and unfinished things


class Services:
    """All parts of a server; those that routes need are public."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.limits = RateLimits(settings.limits)
        self.tasks, self.readiness = BackgroundTasks(), Readiness()
        self.connections = Connections(settings.limits.sockets)
        self.replaying = asyncio.Lock()  # one record at a time, so that no move has to wait
        self._garbage, self._backups = GarbageCollector(), ScheduledBackups(settings)
        self._add_tables()
        self._add_people()
        self._add_house()
        self._add_search()
        self.lobby = Lobby(store)
        self.gallery = Gallery(self.limits.pictures)
        self.dispatcher = Dispatcher(
            self.registry,
            self.presence,
            Rematcher(self.registry, self.maker),
            Previews(self.registry, self.limits.previews),
            self._hints,
            self.lobby,
            self.limits.chat,
            self.etiquette.check,
        )
        self._subscribe()

    def _add_tables(self) -> None:
        patience, watched = self.settings.abandoned_after, self.settings.limits.watched
        self.registry = TableRegistry(self.store, self.readiness, self.tasks, patience)
        self.presence = Presence(self.registry, self.store, self.tasks, watched)
        first_move = self.settings.first_move_within
        self.maker = TableMaker(self.registry, self.readiness, self.limits.tables, first_move)
        prepared, rate = self.store.prepared, self.limits.previews
        self.answers = Answers(self.registry, prepared, self.tasks, rate)
        self.deadlines = Deadlines(self.registry, self.tasks)
        known = (self.store, self.registry, self.connections, self.tasks)
        self.timekeeper = Timekeeper(*known)

    def _add_people(self) -> None:
        self.guests = GuestRepository(self.store.database)
        known = (self.registry, self.store, self.guests, self.connections, self.tasks)
        self.names, self.erasure = Names(*known), Erasure(*known)
        self.days_off = DaysOff(self.registry, self.store, self.tasks, self.settings.days_off)
        self.devices = Devices(self.guests, self.connections, self.tasks)
        self.notices = Notices(self.registry, self.presence, self.store, self.settings)

    def _add_house(self) -> None:
        known = (self.limits, self.connections, self.tasks)
        self.house = TheHouse(self.store, self.settings, *known)
        self.looking = Looking(self.store.database)
        self.etiquette = Etiquette(self.house, self.registry)
        self._clearing = Clearing(self.registry, self.store, self.erasure, self.house)

    def _add_search(self) -> None:
        admission, settings = AdmissionControl(self.limits.searches), self.settings
        self.thinking = Thinking(
            *(self.registry, self.store, self.readiness, self.tasks),
            searches=settings.searches,
            thinks=settings.thinks,
        )
        self.pool, self.bots = self.thinking.pool, self.thinking.bots
        self.analyses = self.thinking.analyses
        self._hints = Hints(self.registry, self.pool, admission)
        sources = Sources(self.registry, self.readiness, self.limits.replays)
        self.fair_play = FairPlay(self.registry, self.store, self.tasks)
        self.study = Study(sources, self.pool, admission, self.limits.studies, self.fair_play)
        rate = self.limits.analyses
        self.analysis_requests = AnalysisRequests(self.analyses, self.study, rate)

    def _subscribe(self) -> None:
        """Subscribe the parts to each other's changes and to news from other processes."""
        self.readiness.listeners.append(self._tell_of_game)
        self.readiness.openers.append(self.timekeeper.open)
        self.presence.on_watch += [self.bots.table_watched]
        self.registry.on_load += [self.deadlines.table_changed]
        self.registry.on_change += [
            self.lobby.table_changed,
            self.fair_play.table_changed,
            self.deadlines.table_changed,
            self.answers.table_changed,
            self.notices.turns.table_changed,
        ]
        self.thinking.subscribe()
        self.registry.on_change_elsewhere += [self.lobby.table_changed_elsewhere]
        listener = self.store.listener
        listener.on(Topic.TABLE, self.registry.was_written)
        listener.on(Topic.IN_PLAY, self.fair_play.heard)
        listener.on(Topic.ANSWERS, self.answers.heard)
        listener.on(Topic.PRESENCE, self.presence.changed_elsewhere)
        listener.on(Topic.NAME, self.names.changed_elsewhere)
        listener.on(Topic.ERASURE, self.connections.close_all_of)
        listener.on(Topic.TIME, self.timekeeper.follow)
        listener.on(Topic.PAUSE, self.timekeeper.pauses_changed)
        listener.on(Topic.DAYS_OFF, self.days_off.changed_elsewhere)
        listener.on(Topic.DEVICE, self.devices.signed_out)
        listener.on(Topic.HOUSE, self.house.changed_elsewhere)
        listener.on_lost(self.timekeeper.pauses_changed)
        listener.on_lost(lambda: self.tasks.start(self._catch_up()))

    async def _catch_up(self) -> None:
        """Read what others did while we could not hear of it."""
        await self.store.interests.state_again()
        parts = (
            *(self.registry, self.presence, self.names, self.devices, self.days_off),
            *(self.lobby, self.fair_play),
        )
        self.answers.catch_up()
        await self.house.load()
        for part in parts:
            part.catch_up()
        await self.thinking.catch_up()

    def _tell_of_game(self, game: str, state: GameState) -> None:
        self.connections.broadcast(GameStates({game: state}))

    async def start(self) -> None:
        """Start preparing games, listening to other processes, and playing for bots."""
        await self.house.start()
        await self.readiness.start(self.settings.games or games.NAMES)
        await self.fair_play.start()
        self.store.listener.start()
        self.tasks.repeat(TICK, self.timekeeper.tick)
        self.tasks.repeat(TICK, self.deadlines.tick)
        self.tasks.repeat(BEAT, self.presence.beat)
        self.tasks.repeat(lobby.PAUSE, self.lobby.tell_news)
        await self.thinking.start(BEAT)
        await self.notices.start(self.tasks)
        self.tasks.repeat(BEAT, self.answers.find_due)
        self.tasks.repeat(LEFT_OVER, self._tidy)
        self.tasks.repeat(LEFT_OVER, self._backups.look)
        self.tasks.repeat(LEFT_OVER, self.erasure.resume)
        self.tasks.repeat(LEFT_OVER, self.fair_play.work_out)
        self.tasks.repeat(LEFT_OVER, self._clearing.look)

    async def _tidy(self) -> None:
        self.registry.unload_idle()
        await self.store.interests.tidy()
        await self.store.cluster.remove_dead()
        await self.notices.tidy()
        await self.store.prepared.tidy()
        self._garbage.run(is_quiet=self.registry.is_quiet)

    async def close(self) -> None:
        """Stop preparing games and thinking, and store pending writes."""
        await self.notices.close()
        await self.analyses.close()
        await self.readiness.close()
        await self.thinking.close()
        await self.tasks.close()  # last: the others may still start tasks
        await self.store.close()
        self.timekeeper.release()
