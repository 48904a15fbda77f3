"""Devices: where a guest is signed in, and how to sign them out."""

from __future__ import annotations

from contrada.server.people.repository import GuestRepository, Token
from contrada.server.runtime.connections import Connections
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.wire.answers import Device
from contrada.server.wire.refusals import Refused

SHOWN = 16  # characters of a hash, as the id of a device
# Words in a User-Agent header, the most telling first, and what people call the browser or system.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chromium/": "Chromium",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def name_of(user_agent: str) -> str:
    """Return what people call a device, such as `Firefox, Android`; empty for a program."""
    found = [
        next((name for word, name in names.items() if word in user_agent), "")
        for names in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, found))


class Devices:
    """Lists the devices of guests, and signs them out in all processes."""

    def __init__(
        self, guests: GuestRepository, connections: Connections, tasks: BackgroundTasks
    ) -> None:
        self._guests, self._connections, self._tasks = guests, connections, tasks

    async def of(self, guest: str, here: str = "") -> list[Device]:
        """Return where a guest is signed in, the latest used first; `here`: the hash of a token."""
        return [
            Device(
                id=each.hash[:SHOWN],
                kind=each.kind,
                name=each.device,
                created=each.created,
                used=each.used,
                here=each.hash == here,
            )
            for each in await self._guests.tokens_of(guest)
        ]

    async def names_of(self, guest: str) -> dict[str, str]:
        """Return what a guest's devices are called, by the hashes of their tokens."""
        return {each.hash: each.device for each in await self._guests.tokens_of(guest)}

    async def sign_out(self, token_hash: str, *, unless_link: bool = False) -> None:
        """Sign out the device with this token, if there is one.

        An older token may also be a personal link; then it is still needed.
        """
        found = await self._guests.with_token(token_hash)
        if found and not (unless_link and found.kind != "device"):
            await self._remove(found.guest, [found])

    async def sign_out_one(self, guest: str, device: str) -> None:
        """Sign out one of a guest's devices, or end their link; `device` is its id."""
        tokens = await self._guests.tokens_of(guest)
        found = [each for each in tokens if each.hash[:SHOWN] == device]
        if not found:
            raise Refused("missing", "You are not signed in on such a device")
        await self._remove(guest, found)

    async def sign_out_others(self, guest: str, here: str) -> None:
        """Sign a guest out everywhere but here, and end their link."""
        tokens = await self._guests.tokens_of(guest)
        await self._remove(guest, [each for each in tokens if each.hash != here])

    async def _remove(self, guest: str, tokens: list[Token]) -> None:
        hashes = [each.hash for each in tokens]
        await self._guests.remove_devices(guest, hashes)
        for each in hashes:
            self.signed_out(each)

    def signed_out(self, token_hash: str) -> None:
        """Close the sockets of a device that is signed out."""
        self._connections.close_device(token_hash)

    def catch_up(self) -> None:
        """Find out who has been signed out meanwhile."""
        self._tasks.start(self._catch_up())

    async def _catch_up(self) -> None:
        for each in await self._guests.missing(self._connections.devices()):
            self.signed_out(each)
