"""All parts that tell guests of their turns, wired together."""

from __future__ import annotations

from contrada.server.db.store import Store
from contrada.server.notices import courier, digests, turns
from contrada.server.notices.channels import ChannelRepository
from contrada.server.notices.courier import Courier
from contrada.server.notices.digests import Digests
from contrada.server.notices.mail import read_mailer
from contrada.server.notices.outbox import Outbox
from contrada.server.notices.push import PushKey
from contrada.server.notices.sender import Sender
from contrada.server.notices.subscriptions import Subscriptions
from contrada.server.notices.tokens import MailTokens
from contrada.server.notices.turns import Turns
from contrada.server.runtime.limits import RateLimit
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.settings import Settings
from contrada.server.tables.presence import Presence
from contrada.server.tables.registry import TableRegistry


class Notices:
    """Turns go into the outbox, the courier delivers them, and digests tell of what waits."""

    def __init__(
        self, registry: TableRegistry, presence: Presence, store: Store, settings: Settings
    ) -> None:
        self._store, self._presence, self._settings = store, presence, settings
        self._channels = ChannelRepository(store.database)
        self._outbox = Outbox(store.database, store.cluster.process)
        self._mailer = read_mailer(settings)
        self.turns = Turns(registry, self._outbox)
        self._sender = Sender(settings)
        rate = RateLimit(*settings.limits.notices)
        self._courier = Courier(presence, self._outbox, self._channels, self._sender, rate)
        self.subscriptions = Subscriptions(self._channels, self._sender, self._mailer, settings)

    async def start(self, tasks: BackgroundTasks) -> None:
        """Read the keys, which the first server makes, and start telling."""
        database = self._store.database
        self._sender.key = await PushKey.shared(database)
        self.subscriptions.tokens = tokens = await MailTokens.shared(database)
        tasks.repeat(turns.PAUSE, self.turns.put_notices)
        tasks.repeat(turns.LOOK_AGAIN, self.turns.find_missed)
        tasks.repeat(courier.LOOK, self._courier.look)
        if self._mailer:
            known = (self._store, self._presence, self._channels, self._mailer, tokens)
            tasks.repeat(digests.LOOK, Digests(*known, self._settings).look)

    async def tidy(self) -> None:
        """Forget the notices of turns that are over."""
        await self._outbox.tidy()

    async def close(self) -> None:
        """Let notices on their way arrive."""
        await self._courier.close()
