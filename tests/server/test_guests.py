"""Guests: names, tokens, and what is stored about them."""

from __future__ import annotations

import hashlib
import hmac
import inspect
import re
from typing import Any

import pytest

from contrada.server import times
from contrada.server.people.identity import (
    NAMES,
    create_guest,
    guest_with_token,
    renew_link,
    sign_in,
)
from contrada.server.people.repository import GuestRepository, Token, TokenKind
from contrada.server.wire.guests import Identity
from contrada.server.wire.lookalikes import looks
from contrada.server.wire.names import clean_name, told_apart
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import LONGEST_NAME

pytestmark = pytest.mark.anyio


class InMemory:
    """The part of the repository that these tests need, in memory."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.tokens: dict[str, Token] = {}

    async def add(self, guest: str, name: str, token_hash: str, device: str = "") -> None:
        self.names[guest] = name
        await self.add_device(guest, token_hash, device)

    async def add_device(self, guest: str, token_hash: str, device: str = "") -> None:
        self._keep(guest, token_hash, "device", device)

    async def renew_link(self, guest: str, token_hash: str) -> None:
        self._keep(guest, token_hash, "link", "")

    def _keep(self, guest: str, token_hash: str, kind: TokenKind, device: str) -> None:
        now = times.now()
        token = Token(token_hash, guest, self.names[guest], kind, device, now, now)
        self.tokens[token_hash] = token

    async def with_token(self, token_hash: str) -> Token | None:
        return self.tokens.get(token_hash)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ada", "Ada"),
        ("  Ada \n L. ", "Ada L."),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("Ж" * LONGEST_NAME, "Ж" * LONGEST_NAME),
        ("<b>&amp;", "<b>&amp;"),
        ("Ａｄａ\u3000Ｌ.", "Ada L."),
        ("Зоя", "Зоя"),
        ("Ада-Лу", "Ада-Лу"),
        ("Zoe\u0308", "Zoë"),
        ("❤\ufe0f", "❤"),
        ("^_^", "^_^"),
        ("李一", "李一"),
        ("אבג", "אבג"),
    ],
)
def test_names(name: str, expected: str) -> None:
    assert clean_name(name) == expected


INVISIBLE = [
    "\u3164",
    "\u2800",
    "\u115f",
    "\u1160",
    "\uffa0",
    "\u2800 \u2800",
    "\ufffc",
    "\U0001d159",
]
HALF_INVISIBLE = ["Ada\u3164", "\u115fAda", "A\u034fda", "A\u17b4da"]
DASHES = ["—", "-", "– —", "―", "ー", "一", "\u0335", "...", "_", "−−"]


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\n", "\u200b\u200b", "\x00", "x" * (LONGEST_NAME + 1)),
        *INVISIBLE,
        *HALF_INVISIBLE,
        *DASHES,
        "\ufdfa" * 3,  # longer than it seems
    ],
)
def test_no_names(name: str) -> None:
    with pytest.raises(Refused) as wrong:
        clean_name(name)
    assert wrong.value.reason == "message"


ALIKE = [
    ("Ada", "ada"),
    ("Ada", "Аdа"),  # Cyrillic
    ("Ada", "ΑDΑ"),  # Greek
    ("Bruno", "Вrunо"),
    ("Анна", "Aннa"),
    ("Ilaria", "llaria"),
    ("ILARIA", "ilaria"),
    ("Bill", "BiII"),
    ("Marco", "rnarco"),
    ("Otto", "0tto"),
    ("Sara", "Ѕаrа"),
    ("O'Neil", "O’Neil"),
    ("Ada", "ᴀda"),
]
DIFFERENT = [("Lia", "Ila"), ("Ada", "Ida"), ("Ada", "Ada L."), ("Zoe", "Zoë"), ("Анна", "Анка")]


@pytest.mark.parametrize(("one", "other"), [*ALIKE, *DIFFERENT])
def test_names_that_look_alike(one: str, other: str) -> None:
    assert bool(looks(one) & looks(other)) == ((one, other) in ALIKE)


def test_given_names_do_not_look_alike() -> None:
    keys = [key for name in NAMES for key in looks(name)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("name", "others", "expected"),
    [
        ("Ada", [], "Ada"),
        ("Ada", ["Bruno"], "Ada"),
        ("Ada", ["Ada"], "Ada (2)"),
        ("Аdа", ["Ada"], "Аdа (2)"),
        ("ada", ["Ada", "Ada (2)"], "ada (3)"),
        ("x" * LONGEST_NAME, ["x" * LONGEST_NAME], "x" * (LONGEST_NAME - 4) + " (2)"),
    ],
)
def test_told_apart(name: str, others: list[str], expected: str) -> None:
    assert told_apart(name, others) == expected


def test_given_names_are_names() -> None:
    assert len(set(NAMES)) == len(NAMES) > 40
    assert [clean_name(name) for name in NAMES] == NAMES


async def test_a_token_is_long_and_only_its_hash_is_kept() -> None:
    guests = InMemory()
    guest, token = await create_guest(guests, "Ada")  # type: ignore[arg-type]
    assert re.fullmatch("[A-Za-z0-9_-]{43}", token)  # 256 bits
    assert re.fullmatch("[A-Za-z0-9_-]{12}", guest.id)  # public, but nobody comes across it
    assert token not in repr(vars(guests))
    assert [*guests.tokens] == [hashlib.sha256(token.encode()).hexdigest()]
    assert await guest_with_token(guests, token) == guest == Identity(guest.id, "Ada")  # type: ignore[arg-type]


async def test_tokens_are_all_different() -> None:
    guests = InMemory()
    made = [await create_guest(guests, None) for _ in range(100)]  # type: ignore[arg-type]
    assert len({token for _, token in made}) == len({guest.id for guest, _ in made}) == 100
    assert {guest.name for guest, _ in made} <= set(NAMES)


async def test_a_link_signs_devices_in_and_is_none() -> None:
    guests: Any = InMemory()
    guest, token = await create_guest(guests, "Ada")
    link = await renew_link(guests, guest)
    assert await guest_with_token(guests, link) is None
    tokens = {token}
    for shown in (link, link, token):
        found = await sign_in(guests, shown)
        assert found is not None
        assert found[0] == await guest_with_token(guests, found[1]) == guest
        tokens.add(found[1])
    assert len(tokens) == 4
    assert await sign_in(guests, "nobody") is None


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
