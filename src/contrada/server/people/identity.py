"""Identity: guests need no sign-up. A token identifies them, and only its hash is stored."""

from __future__ import annotations

import hmac
import random
import secrets
from contextlib import suppress

from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.people.repository import GuestRepository, Token
from contrada.server.people.tokens import fresh_token, hash_of
from contrada.server.settings import SECOND
from contrada.server.wire.guests import Identity
from contrada.server.wire.names import clean_name
from contrada.server.wire.values import LONGEST_TOKEN

USED_AGAIN = 3600 * SECOND  # how often the use of a token is noted
NAMES = [
    "Ada",
    "Aldo",
    "Alma",
    "Anna",
    "Beppe",
    "Bice",
    "Bruno",
    "Carla",
    "Chiara",
    "Cino",
    "Dario",
    "Diana",
    "Dino",
    "Elena",
    "Elio",
    "Emma",
    "Enea",
    "Ezio",
    "Fabia",
    "Flora",
    "Furio",
    "Gaia",
    "Gino",
    "Ida",
    "Ilaria",
    "Irma",
    "Italo",
    "Lea",
    "Lia",
    "Livia",
    "Luca",
    "Lucio",
    "Mara",
    "Marta",
    "Mina",
    "Mirco",
    "Nadia",
    "Nello",
    "Nina",
    "Nora",
    "Olga",
    "Orso",
    "Pia",
    "Piero",
    "Rita",
    "Rocco",
    "Rosa",
    "Sara",
    "Silvio",
    "Teo",
    "Tullio",
    "Ugo",
    "Vera",
    "Vito",
    "Zeno",
]


async def create_guest(
    guests: GuestRepository, name: str | None, device: str = ""
) -> tuple[Identity, str]:
    """Create a guest; return it with the token of the device that asks for it."""
    chosen = clean_name(name) if name else random.SystemRandom().choice(NAMES)
    guest = Identity(secrets.token_urlsafe(9), chosen)
    token = fresh_token()
    await guests.add(guest.id, guest.name, hash_of(token), device)
    return guest, token


async def renew_link(guests: GuestRepository, guest: Identity) -> str:
    """Create the token of a guest's personal link; an older link stops working."""
    token = fresh_token()
    await guests.renew_link(guest.id, hash_of(token))
    return token


async def sign_in(
    guests: GuestRepository, token: str, device: str = ""
) -> tuple[Identity, str] | None:
    """Sign a device in with the token of a link or of another device; return its own token."""
    found = await _stored(guests, token)
    if found is None:
        return None
    own = fresh_token()
    await guests.add_device(found.guest, hash_of(own), device)
    return Identity(found.guest, found.name), own


async def guest_with_token(
    guests: GuestRepository, token: str | None, network: str = ""
) -> Identity | None:
    """Return the guest who is signed in with a token, if any; a link has to be opened first.

    `network` is the hash of where they come from, if somebody wants to know.
    """
    found = await _stored(guests, token)
    if found is None or found.kind == "link":
        return None
    if found.used < times.now() - USED_AGAIN or (network and found.network != network):
        with suppress(StoreError):  # no reason to turn anybody away
            await guests.note_use(found.hash, network)
    return Identity(found.guest, found.name)


async def _stored(guests: GuestRepository, token: str | None) -> Token | None:
    if not token or len(token) > LONGEST_TOKEN:
        return None
    wanted = hash_of(token)
    found = await guests.with_token(wanted)
    # Looked up by hash, which says nothing about the token; then compared in constant time.
    return found if found and hmac.compare_digest(found.hash, wanted) else None
