"""Fair shuffles: what is promised before a game can be checked after it."""

from __future__ import annotations

import hashlib
import re

import pytest

from contrada import OptionError, shuffle
from contrada.kernel import chance

SALT = "00112233445566778899aabbccddeeff"


def test_the_promise_is_a_hash_that_anybody_can_work_out() -> None:
    expected = hashlib.sha256(f"contrada {SALT} 42".encode()).hexdigest()
    assert shuffle.commitment(42, SALT) == expected
    assert shuffle.matches(expected, 42, SALT)
    assert shuffle.matches(expected.upper(), 42, SALT)


@pytest.mark.parametrize(("seed", "salt"), [(43, SALT), (42, SALT[::-1]), (4, "2" + SALT)])
def test_another_seed_or_salt_does_not_match(seed: int, salt: str) -> None:
    assert not shuffle.matches(shuffle.commitment(42, SALT), seed, salt)


def test_seeds_and_salts_are_fresh() -> None:
    drawn = [shuffle.fresh() for _ in range(100)]
    assert len({seed for seed, _ in drawn}) == len({salt for _, salt in drawn}) == 100
    assert all(0 <= seed <= chance.MOST_SEED for seed, _ in drawn)
    assert all(re.fullmatch("[0-9a-f]{32}", salt) for _, salt in drawn)
    assert max(seed for seed, _ in drawn) > chance.MOST_SEED // 2


@pytest.mark.parametrize(
    ("promised", "seed", "salt", "wrong"),
    [
        ("0" * 63, 1, SALT, "commitment"),
        ("g" * 64, 1, SALT, "commitment"),
        ("é" * 64, 1, SALT, "commitment"),
        ("0" * 64, -1, SALT, "seed"),
        ("0" * 64, chance.MOST_SEED + 1, SALT, "seed"),
        ("0" * 64, 1, "", "salt"),
        ("0" * 64, 1, "two words", "salt"),
        ("0" * 64, 1, "x" * 201, "salt"),
    ],
)
def test_what_cannot_have_been_promised(promised: str, seed: int, salt: str, wrong: str) -> None:
    with pytest.raises(OptionError, match=wrong):
        shuffle.matches(promised, seed, salt)
