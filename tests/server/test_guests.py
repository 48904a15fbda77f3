"""Guests: names, tokens, and what is stored about them."""

from __future__ import annotations

import hashlib
import hmac
import inspect
import re

import pytest

from contrada.server.people.identity import (
    NAMES,
    create_guest,
    create_token,
    guest_with_token,
)
from contrada.server.people.repository import GuestRepository
from contrada.server.wire.guests import Identity, clean_name
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import LONGEST_NAME

pytestmark = pytest.mark.anyio


class InMemory:
    """The part of the repository that these tests need, in memory."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.tokens: dict[str, str] = {}

    async def add(self, guest: str, name: str, token_hash: str) -> None:
        self.names[guest] = name
        self.tokens[token_hash] = guest

    async def add_token(self, guest: str, token_hash: str) -> None:
        self.tokens[token_hash] = guest

    async def with_token(self, token_hash: str) -> tuple[str, str, str] | None:
        guest = self.tokens.get(token_hash)
        return (guest, self.names[guest], token_hash) if guest else None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ada", "Ada"),
        ("  Ada \n L. ", "Ada L."),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("Ж" * LONGEST_NAME, "Ж" * LONGEST_NAME),
        ("<b>&amp;", "<b>&amp;"),
    ],
)
def test_names(name: str, expected: str) -> None:
    assert clean_name(name) == expected


@pytest.mark.parametrize("name", ["", " ", "\n", "\u200b\u200b", "\x00", "x" * (LONGEST_NAME + 1)])
def test_no_names(name: str) -> None:
    with pytest.raises(Refused) as wrong:
        clean_name(name)
    assert wrong.value.reason == "message"


def test_given_names_are_names() -> None:
    assert len(set(NAMES)) == len(NAMES) > 40
    assert [clean_name(name) for name in NAMES] == NAMES


async def test_a_token_is_long_and_only_its_hash_is_kept() -> None:
    guests = InMemory()
    guest, token = await create_guest(guests, "Ada")  # type: ignore[arg-type]
    assert re.fullmatch("[A-Za-z0-9_-]{43}", token)  # 256 bits
    assert re.fullmatch("[A-Za-z0-9_-]{12}", guest.id)  # public, but nobody comes across it
    assert token not in repr(vars(guests))
    assert guests.tokens == {hashlib.sha256(token.encode()).hexdigest(): guest.id}
    assert await guest_with_token(guests, token) == guest == Identity(guest.id, "Ada")  # type: ignore[arg-type]


async def test_tokens_are_all_different() -> None:
    guests = InMemory()
    made = [await create_guest(guests, None) for _ in range(100)]  # type: ignore[arg-type]
    assert len({token for _, token in made}) == len({guest.id for guest, _ in made}) == 100
    assert {guest.name for guest, _ in made} <= set(NAMES)


async def test_a_further_token_is_for_the_same_guest() -> None:
    guests = InMemory()
    guest, token = await create_guest(guests, "Ada")  # type: ignore[arg-type]
    further = await create_token(guests, guest)  # type: ignore[arg-type]
    assert further != token
    for each in (token, further):
        assert await guest_with_token(guests, each) == guest  # type: ignore[arg-type]


@pytest.mark.parametrize("token", [None, "", "x", "é", "\udcff", "\x00", "x" * 101, "x" * 10**6])
async def test_nobody_has_these(token: str | None) -> None:
    guests = InMemory()
    await create_guest(guests, "Ada")  # type: ignore[arg-type]
    assert await guest_with_token(guests, token) is None  # type: ignore[arg-type]


async def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared, evenly = [], hmac.compare_digest

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return evenly(one, other)

    monkeypatch.setattr("contrada.server.people.identity.hmac.compare_digest", compare)
    guests = InMemory()
    guest, token = await create_guest(guests, "Ada")  # type: ignore[arg-type]
    assert await guest_with_token(guests, token) == guest  # type: ignore[arg-type]
    wanted = hashlib.sha256(token.encode()).hexdigest()
    assert compared == [(wanted, wanted)]


def test_the_repository_looks_tokens_up_by_hash_only() -> None:
    assert list(inspect.signature(GuestRepository.with_token).parameters) == ["self", "token_hash"]
