"""Identity: guests need no sign-up. A token identifies them, and only its hash is stored."""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets

from contrada.server.people.repository import GuestRepository
from contrada.server.wire.guests import Identity, clean_name
from contrada.server.wire.values import LONGEST_TOKEN

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


async def create_guest(guests: GuestRepository, name: str | None) -> tuple[Identity, str]:
    """Create a guest; return it with its token."""
    chosen = clean_name(name) if name else random.SystemRandom().choice(NAMES)
    guest = Identity(secrets.token_urlsafe(9), chosen)
    token = secrets.token_urlsafe(32)
    await guests.add(guest.id, guest.name, _hash(token))
    return guest, token


async def create_token(guests: GuestRepository, guest: Identity) -> str:
    """Create another token for the same guest, for another device."""
    token = secrets.token_urlsafe(32)
    await guests.add_token(guest.id, _hash(token))
    return token


async def guest_with_token(guests: GuestRepository, token: str | None) -> Identity | None:
    """Return the guest that a token belongs to, if any."""
    if not token or len(token) > LONGEST_TOKEN:
        return None
    wanted = _hash(token)
    found = await guests.with_token(wanted)
    if found is None:
        return None
    guest, name, stored = found
    # Looked up by hash, which says nothing about the token; then compared in constant time.
    return Identity(guest, name) if hmac.compare_digest(stored, wanted) else None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
