"""Who somebody is: guests without sign-up, known by a token that only its hash is kept of."""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from dataclasses import dataclass

from contrada.server.people.repository import Guestbook
from contrada.server.tables.commands import one_line
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import LONGEST_NAME, LONGEST_TOKEN

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


@dataclass(frozen=True)
class Identity:
    """A guest as the server knows it."""

    id: str
    name: str


def clean_name(name: str) -> str:
    """Return a name that fits on a line, or refuse it."""
    cleaned = one_line(name)
    if not 1 <= len(cleaned) <= LONGEST_NAME:
        raise Refused("message", f"A name has 1 to {LONGEST_NAME} characters that can be seen")
    return cleaned


async def welcome(book: Guestbook, name: str | None) -> tuple[Identity, str]:
    """Make a guest; return it and its token."""
    chosen = clean_name(name) if name else random.SystemRandom().choice(NAMES)
    guest = Identity(secrets.token_urlsafe(9), chosen)
    token = secrets.token_urlsafe(32)
    await book.add(guest.id, guest.name, _hash(token))
    return guest, token


async def further_token(book: Guestbook, guest: Identity) -> str:
    """Make another token for the same guest, for another device."""
    token = secrets.token_urlsafe(32)
    await book.add_token(guest.id, _hash(token))
    return token


async def who_has(book: Guestbook, token: str | None) -> Identity | None:
    """Return the guest with a token."""
    if not token or len(token) > LONGEST_TOKEN:
        return None
    wanted = _hash(token)
    found = await book.with_token(wanted)
    if found is None:
        return None
    guest, name, stored = found
    # The look-up goes by hash, which tells nothing of the token; compared once more, evenly.
    return Identity(guest, name) if hmac.compare_digest(stored, wanted) else None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
