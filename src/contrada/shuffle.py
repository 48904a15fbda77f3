"""Verifiable shuffles: the table shows a hash of the seed before the game, the seed after it.

The commitment is the SHA-256, in hexadecimal, of the text `contrada SALT SEED`. Without the salt,
people could try seeds until one matches.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import re
import secrets

from contrada.errors import OptionError
from contrada.games.contract import check_seed
from contrada.kernel import chance

SALT_BYTES = 16
LONGEST_SALT = 200
LONGEST_SEED = len(str(chance.MOST_SEED))  # digits


def fresh() -> tuple[int, str]:
    """Draw an unpredictable seed and a salt."""
    return fresh_seed(), secrets.token_hex(SALT_BYTES)


def fresh_seed() -> int:
    """Draw an unpredictable seed."""
    return secrets.randbelow(chance.MOST_SEED + 1)


@functools.lru_cache(4096)  # the server asks for it on every move of a table
def commitment(seed: int, salt: str) -> str:
    """Return the commitment to show before the game."""
    if not re.fullmatch(rf"[!-~]{{1,{LONGEST_SALT}}}", salt):
        raise OptionError(
            "a salt is a word of letters and digits; the table shows it when the game ends"
        )
    return hashlib.sha256(f"contrada {salt} {check_seed(seed)}".encode()).hexdigest()


def matches(promised: str, seed: int, salt: str) -> bool:
    """Whether a seed and a salt match a commitment."""
    if not re.fullmatch("[0-9a-fA-F]{64}", promised):
        raise OptionError(
            "a commitment is 64 digits 0-9 a-f; the table shows it when the game starts"
        )
    return hmac.compare_digest(promised.lower(), commitment(seed, salt))
