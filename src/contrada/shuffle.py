"""Fair shuffles: a seed is promised by its hash before the game and shown after it.

The promise is the SHA-256, in hexadecimal, of the text `contrada SALT SEED`. The salt keeps people
from trying seeds until one fits.
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


def fresh() -> tuple[int, str]:
    """Draw a seed that nobody can guess, and a salt."""
    return secrets.randbelow(chance.MOST_SEED + 1), secrets.token_hex(SALT_BYTES)


@functools.lru_cache(4096)  # a server asks with each move of a table
def commitment(seed: int, salt: str) -> str:
    """Return what is shown before the game."""
    if not re.fullmatch(rf"[!-~]{{1,{LONGEST_SALT}}}", salt):
        raise OptionError("a salt is a word of letters and digits, as a table shows it at the end")
    return hashlib.sha256(f"contrada {salt} {check_seed(seed)}".encode()).hexdigest()


def matches(promised: str, seed: int, salt: str) -> bool:
    """Whether a seed and a salt are those that were promised."""
    if not re.fullmatch("[0-9a-fA-F]{64}", promised):
        raise OptionError("a commitment is 64 digits 0-9 a-f, as a table shows it at the start")
    return hmac.compare_digest(promised.lower(), commitment(seed, salt))
