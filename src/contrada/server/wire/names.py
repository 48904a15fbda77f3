"""Names: which ones people may have, and what tells them apart at a table.

Names are prepared as PRECIS does for nicknames (RFC 8266).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from precis_i18n import get_profile

from contrada.server.wire.guests import one_line
from contrada.server.wire.lookalikes import looks
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import LONGEST_NAME, NOBODY, UNNAMED

_SHOWN = get_profile("NicknameCasePreserved")
_BLANK = "\u2800\ufffc\U0001d159"  # PRECIS takes these for symbols, but nothing is drawn
_SELECTORS = [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]  # choose how emoji are drawn
_PREPARED = {**str.maketrans(_BLANK, "   "), **dict.fromkeys(_SELECTORS)}
# A dash is the name of people who have been erased. These characters look like one.
_DASHES = "-‐‑‒–—―⁃−─━ーー一ㅡᅳ⸺⸻﹘﹣－_‾¯~∼〜～·・.․…"
_ACCENTS = ("Mn", "Me", "Mc")


def clean_name(name: str) -> str:
    """Return a name that can be seen and fits on a line, or refuse it."""
    prepared = one_line(name.translate(_PREPARED))
    try:
        cleaned = _SHOWN.enforce(prepared) if prepared else ""
    except UnicodeEncodeError as wrong:
        odd = ord(wrong.object[wrong.start])
        raise Refused("message", f"A name cannot have the character U+{odd:04X}") from None
    if not 1 <= len(cleaned) <= LONGEST_NAME:
        raise Refused("message", f"A name has 1 to {LONGEST_NAME} characters that can be seen")
    if all(mark in _DASHES or mark == " " or _is_accent(mark) for mark in cleaned):
        raise Refused("message", "A name is more than dashes, dots and accents")
    return cleaned


def _is_accent(mark: str) -> bool:
    return unicodedata.category(mark) in _ACCENTS


def is_given(name: str) -> bool:
    """Whether a name says who somebody is."""
    return name != NOBODY and re.sub(r" \(\d+\)$", "", name) not in UNNAMED


def told_apart(name: str, others: Iterable[str]) -> str:
    """Return a name for a table where others have these names: the same, or `Ada (2)`."""
    taken = frozenset[str]().union(*map(looks, others))
    shown, number = name, 1
    while looks(shown) & taken:
        number += 1
        mark = f" ({number})"
        shown = f"{name[: LONGEST_NAME - len(mark)].rstrip()}{mark}"
    return shown
