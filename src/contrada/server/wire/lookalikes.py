"""Names that look alike: they differ only in case, or in characters that are drawn the same.

The characters are those of Latin, Greek, Cyrillic, Armenian and Cherokee.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from precis_i18n import get_profile

_COMPARED = get_profile("Nickname")

# Pairs of strings: characters, and the plain Latin ones that they look like.
_ALIKE = (
    # Cyrillic
    ("АВЕКМНОРСТУХІЈЅԌԚԜӀҮ", "ABEKMHOPCTYXIJSGQWlY"),
    ("аеорсухіјѕһԁԛԝӏүкгп", "aeopcyxijshdqwlykrn"),
    # Greek
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ", "ABEZHIKMNOPTYXCj"),
    ("αονρικυγχτηωϲ", "aovpikuyxtnwc"),
    # Armenian and Cherokee
    ("ՏՍՕոօսհցզյլ", "SUOnouhgqjl"),
    ("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ", "ABCDEGHJKLMPRSTVWZ"),
    # Rare Latin letters, small capitals, and signs
    ("ıɑɡɩʋ", "iagiv"),
    ("ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢ", "ABCDEGHIJKLMNOPRTUVWYZ"),
    ("’‘ʼʹ′`´", "'" * 7),
    ("‐‑‒–—―−─ー", "-" * 9),
)
_SAME_IN_ANY_SCRIPT = str.maketrans(
    "".join(drawn for drawn, _ in _ALIKE), "".join(like for _, like in _ALIKE)
)
# Within Latin: capital i, small L, one and the bar; nought and O.
_SAME_IN_LATIN = str.maketrans("I1|0", "lllO")
_SAME_TOGETHER = (("rn", "m"), ("vv", "w"), ("cl", "d"))


@lru_cache(maxsize=4096)
def looks(name: str) -> frozenset[str]:
    """Return two keys of a name; names that share one look alike."""
    in_latin = unicodedata.normalize("NFKC", name).translate(_SAME_IN_ANY_SCRIPT)
    drawn = in_latin.translate(_SAME_IN_LATIN)
    for pair, one in _SAME_TOGETHER:
        drawn = drawn.replace(pair, one)
    return frozenset((_compared(in_latin), f"{_compared(drawn)} "))


def _compared(name: str) -> str:
    try:
        return _COMPARED.enforce(name)
    except UnicodeEncodeError:  # an older name, or none
        return " ".join(name.casefold().split())
