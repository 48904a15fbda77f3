"""The house as a server knows it: its rules in force, who is restrained, and the announcement.

All of it is in memory, because every request asks. The database has it too; when something there
changes, all processes read it again.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Iterable

import msgspec
from msgspec.structs import asdict, replace
from prometheus_client import Counter
from sqlalchemy import Connection

from contrada import games
from contrada.server import times
from contrada.server.db.shared_values import read_value, remove_value, shared_value, write_value
from contrada.server.db.store import Store
from contrada.server.house.hosts import Hosts
from contrada.server.house.opening import Kept, keep, kept
from contrada.server.house.repository import HouseRepository, Restrained
from contrada.server.house.settings import checked, is_password
from contrada.server.people.tokens import hash_of
from contrada.server.runtime.connections import Connection as Socket
from contrada.server.runtime.connections import Connections
from contrada.server.runtime.limits import RateLimits
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.settings import SECOND, Settings
from contrada.server.wire.encoding import encode
from contrada.server.wire.guests import Identity
from contrada.server.wire.house import Announcement, House, HouseSettings, LimitSettings
from contrada.server.wire.refusals import Refused
from contrada.server.wire.requests import Newcomer
from contrada.server.wire.values import Options

REPORTED = Counter("contrada_reports", "Reports of players to the host")
ANNOUNCEMENT, KEY = "announcement", "network key"
HOUR, MINUTE = 3600 * SECOND, 60
NOT_ADMITTED = {
    "invited": "Only people with an invitation may come in here",
    "password": "Only people who know the password may come in here",
}


class TheHouse:
    """What holds in the house now."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        limits: RateLimits,
        connections: Connections,
        tasks: BackgroundTasks,
    ) -> None:
        """Start open to everyone; `load` reads what the host has decided."""
        self._database, self._settings = store.database, settings
        self._limits, self._connections, self._tasks = limits, connections, tasks
        self.repository = HouseRepository(store.database)
        self.hosts = Hosts(store.database, self.repository)
        self.rules = HouseSettings()
        self._restrained: list[Restrained] = []
        self._announcement: Announcement | None = None
        self._key = b""
        self._loading = asyncio.Lock()  # or older rules could come after newer ones

    # --- What holds ---

    async def start(self) -> None:
        """Read what the host has decided."""
        key = await shared_value(self._database, KEY, lambda: secrets.token_hex(32))
        self._key = bytes.fromhex(key)
        await self._read()

    def changed_elsewhere(self) -> None:
        """Handle the news that a host has done something through another process."""
        self._tasks.start(self.load())

    async def load(self) -> None:
        """Read everything again, carry out what is new, and tell everybody."""
        before = encode(self.told)
        await self._read()
        self._send_away()
        if encode(self.told) != before:
            self._connections.broadcast(self.told)

    async def _read(self) -> None:
        async with self._loading:
            restrained = await self.repository.restraints()
            rules, announcement = await self._database.read(_rules_and_announcement)
            self._restrained, self.rules = restrained, rules
            self._announcement = announcement
            self._limits.change(self._settings.limits, asdict(rules.limits))

    @property
    def told(self) -> House:
        """What everyone may know."""
        club, settings = self.rules.club, self._settings
        return House(
            name=club.name,
            contact=club.contact,
            colour=club.colour,
            languages=list(club.languages),
            welcome={str(language): text for language, text in club.welcome.items()},
            who=self.rules.admission.who,
            games=self.offered,
            keeping=self.rules.keeping,
            announcement=self.announcement,
            backups=settings.backups_kept if settings.backup_to else 0,
            backup_hours=max(1, round(settings.backup_every / HOUR)),
            mails=bool(settings.smtp),
        )

    @property
    def rules_without_password(self) -> HouseSettings:
        """The rules as the host may see them."""
        return replace(self.rules, admission=replace(self.rules.admission, password=""))

    async def change_rules(self, wanted: HouseSettings) -> None:
        """Put other rules into force; an empty password leaves the old one."""
        admission = wanted.admission
        if not admission.password:
            admission = replace(admission, password=self.rules.admission.password)
        wanted = await asyncio.to_thread(checked, replace(wanted, admission=admission))
        changed = sorted(
            name
            for name in wanted.__struct_fields__
            if getattr(wanted, name) != getattr(self.rules, name)
        )

        def work(connection: Connection) -> None:
            keep(connection, Kept(wanted, kept(connection).text))

        await self._database.do(work)
        await self.repository.note("changed_settings", parts=changed)
        await self.load()

    # --- Games ---

    @property
    def offered(self) -> list[str]:
        """The games that new tables can be made of."""
        wanted = self.rules.games.offered
        return [name for name in games.NAMES if wanted is None or name in wanted]

    def offered_values(
        self, game: str, option: str, values: Iterable[bool | str]
    ) -> list[bool | str]:
        """Return which values of an option are offered, in the usual order."""
        wanted = self.rules.games.options.get(game, {}).get(option)
        return [value for value in values if wanted is None or value in wanted]

    def check_offered(self, game: str, options: Options) -> Options:
        """Return options for a new table, completed; refuse what is not offered here."""
        if game not in self.offered:
            raise Refused("message", "This game is not offered here")
        complete = dict(options)
        for each in games.definition(game).facts.options:
            values = self.offered_values(game, each.name, each.values)
            chosen = complete.setdefault(each.name, values[0])
            if chosen in each.values and chosen not in values:  # the game refuses all others
                raise Refused("message", f"The option {each.name!r} is not offered like that here")
        return complete

    # --- Who may come in ---

    @property
    def is_closed(self) -> bool:
        """Whether strangers may not come in."""
        return self.rules.admission.who != "everyone"

    @property
    def may_restrain(self) -> bool:
        """Whether anybody is restrained, so that it matters who is asking."""
        return bool(self._restrained)

    def check_admitted(self, guest: Identity | None) -> None:
        """Refuse strangers if the house is closed to them."""
        if guest is None and self.is_closed:
            raise Refused("admission", NOT_ADMITTED[self.rules.admission.who])

    async def admit(self, newcomer: Newcomer, address: str) -> None:
        """Refuse a newcomer without what is needed to come in."""
        if not self.is_closed:
            return
        self._limits.tries.consume(address)
        if not await self._knows_the_word(newcomer):
            raise Refused("admission", NOT_ADMITTED[self.rules.admission.who])
        self._limits.tries.refund(address)

    async def _knows_the_word(self, newcomer: Newcomer) -> bool:
        stored = self.rules.admission.password
        if newcomer.password and self.rules.admission.who == "password":
            return await asyncio.to_thread(is_password, newcomer.password, stored)
        if newcomer.invitation:
            return await self.repository.use_invitation(hash_of(newcomer.invitation))
        return False

    # --- Restraints ---

    def network_of(self, address: str) -> str:
        """Return the keyed hash of where somebody is; empty if nobody wants to know."""
        if not address or not self.rules.keeping.networks:
            return ""
        return self._hash(address)

    async def networks_of(self, guest: str) -> list[str]:
        """Return from where a guest has come lately, as hashes; here and now included."""
        stored = await self.repository.networks_of(guest)
        here = {
            self._hash(each.address)
            for each in self._connections.all()
            if each.guest and each.guest.id == guest
        }
        return sorted({*stored, *here})

    def _hash(self, address: str) -> str:
        return hmac.new(self._key, address.encode(), hashlib.sha256).hexdigest()

    def check_restraints(self, address: str, guest: Identity | None) -> None:
        """Refuse whoever is kept out."""
        if not self._restrained:
            return
        network = self._hash(address)
        for each in self._restrained:
            is_meant = each.network == network if each.network else guest and guest.id == each.guest
            if each.kind == "ban" and is_meant and each.holds:
                raise _banned(each)

    def report_came(self) -> None:
        """Note that a player has reported something."""
        REPORTED.inc()

    def is_restrained(self, guest: str, kind: str) -> bool:
        """Whether a guest is kept out, or kept quiet."""
        return any(
            each.kind == kind and each.guest == guest and not each.network and each.holds
            for each in self._restrained
        )

    def check_speaking(self, guest: str) -> None:
        """Refuse whoever is kept quiet everywhere."""
        if self._restrained and self.is_restrained(guest, "mute"):
            raise Refused("muted", "The host of this server has asked you to be quiet")

    def _send_away(self) -> None:
        """Close the sockets of those who may no longer be here."""
        for socket in self._connections.all():
            refused = self.why_not(socket)
            if refused:
                socket.send(refused.answer(None))
                socket.close()

    def why_not(self, socket: Socket) -> Refused | None:
        """Return why somebody may not be here."""
        try:
            self.check_restraints(socket.address, socket.guest)
            if not socket.is_host:
                self.check_admitted(socket.guest)
        except Refused as refused:
            return refused
        return None

    # --- Announcements ---

    @property
    def announcement(self) -> Announcement | None:
        """What the host tells everybody now."""
        found = self._announcement
        is_over = found is None or (found.until is not None and found.until <= times.now())
        return None if is_over else found

    async def announce(self, found: Announcement | None) -> None:
        """Tell everybody something, or withdraw it."""

        def work(connection: Connection) -> None:
            if found is None:
                remove_value(connection, ANNOUNCEMENT)
            else:
                write_value(connection, ANNOUNCEMENT, encode(found).decode())

        await self._database.do(work)
        if found is None:
            await self.repository.note("withdrew")
        else:
            await self.repository.note("announced", text=found.text, until=found.until)
        await self.load()

    # --- Limits ---

    @property
    def usual_limits(self) -> dict[str, int]:
        """What everyone may do a minute unless the host decides otherwise."""
        limits = self._settings.limits
        return {
            name: round(getattr(limits, name)[0] * MINUTE)
            for name in LimitSettings.__struct_fields__
        }


def _banned(found: Restrained) -> Refused:
    until = "" if found.until is None else str(found.until)
    values: dict[str, str | int | list[str]] = {"until": until, "why": found.why}
    return Refused("banned", "The host of this server does not let you in", values=values)


def _rules_and_announcement(connection: Connection) -> tuple[HouseSettings, Announcement | None]:
    text = read_value(connection, ANNOUNCEMENT)
    announcement = msgspec.json.decode(text, type=Announcement) if text else None
    return kept(connection).settings, announcement
