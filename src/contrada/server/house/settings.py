"""The settings of the house: read from one TOML file, checked, and written as one."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
import tomllib
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from contrada import games
from contrada.errors import OptionError
from contrada.server.wire.house import HouseSettings

LARGEST = 1 << 16  # bytes of a file
LEAST_CONTRAST = 4.5  # of WCAG, for text
GROUND = "#FAF8F4"  # of the page by day; `web/src/house/colours.ts` lightens the colour by night
SCRYPT = "scrypt"
HARDNESS = {"n": 1 << 14, "r": 8, "p": 1}
SECTION = re.compile(r"\s*\[\s*([\w.\-\s\"]+?)\s*\]")
HEAD = """\
# The settings of this house, for `contrada serve --settings FILE`.
# docs/hosting.md explains each of them.
"""


class HouseSettingsError(OptionError):
    """A mistake in settings: where it is, and the sentence that says so."""

    def __init__(self, path: tuple[str, ...], sentence: str) -> None:
        super().__init__(f"{'.'.join(path)}: {sentence}" if path else sentence)
        self.path = path


# --- Reading -------------------------------------------------------------------------------------


def read_file(file: Path) -> tuple[HouseSettings, str]:
    """Read and check a file; return its settings, and the hash of its text."""
    try:
        content = file.read_bytes()
    except OSError as wrong:
        raise OptionError(f"--settings: {file} cannot be read: {wrong.strerror}") from None
    if len(content) > LARGEST:
        raise OptionError(f"--settings: {file} is too large; expected at most {LARGEST} bytes")
    try:
        text = content.decode()
        return read_text(text), hashlib.sha256(content).hexdigest()
    except UnicodeDecodeError:
        raise OptionError(f"--settings: {file} is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as wrong:
        raise OptionError(f"--settings: {file} is no TOML: {wrong}") from None
    except HouseSettingsError as wrong:
        line = _line_of(text, wrong.path)
        raise OptionError(
            f"--settings: {file}{f', line {line}' if line else ''}: {wrong}"
        ) from None


def read_text(text: str) -> HouseSettings:
    """Read and check settings in TOML."""
    return checked(_converted(tomllib.loads(text)))


def _converted(document: Any) -> HouseSettings:
    try:
        return msgspec.convert(document, HouseSettings)
    except msgspec.ValidationError as wrong:
        what, _, where = str(wrong).partition(" - at `$")
        path = re.findall(r"\.([\w-]+)", where)
        unknown = re.fullmatch(r"Object contains unknown field `(.+)`", what)
        if unknown:
            path.append(unknown[1])
            what = "there is no such setting"
        raise HouseSettingsError(tuple(path), _lower(what)) from None


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def checked(found: HouseSettings) -> HouseSettings:
    """Return settings that make sense together, with the password hashed; refuse others."""
    _check_games(found)
    _check_colour(found.club.colour)
    if found.club.name != " ".join(found.club.name.split()):
        raise HouseSettingsError(("club", "name"), "expected one line without double spaces")
    for language in found.club.welcome:
        if language not in found.club.languages:
            raise HouseSettingsError(
                ("club", "welcome", language), "this language is not among club.languages"
            )
    if len({*found.club.languages}) != len(found.club.languages):
        raise HouseSettingsError(("club", "languages"), "each language can be named once")
    admission = found.admission
    if admission.who == "password" and not admission.password:
        raise HouseSettingsError(
            ("admission", "password"), "a password is needed if people come in with one"
        )
    if admission.password and not is_hashed(admission.password):
        admission = replace(admission, password=hashed(admission.password))
    return replace(found, admission=admission)


def _check_games(found: HouseSettings) -> None:
    if found.games.offered is not None and not found.games.offered:
        raise HouseSettingsError(("games", "offered"), "name at least one game")
    for game, options in found.games.options.items():
        known = {each.name: each for each in games.definition(game).facts.options}
        for name, values in options.items():
            path = ("games", "options", game, name)
            if name not in known:
                expected = ", ".join(known) or "none at all"
                raise HouseSettingsError(path, f"there is no such option; there are: {expected}")
            wrong = [value for value in values if value not in known[name].values]
            if wrong:
                expected = ", ".join(json.dumps(value) for value in known[name].values)
                raise HouseSettingsError(
                    path, f"{json.dumps(wrong[0])} is no value of it; expected some of {expected}"
                )


def _check_colour(colour: str) -> None:
    if not colour:
        return
    contrast = contrast_of(colour, GROUND)
    if contrast < LEAST_CONTRAST:
        raise HouseSettingsError(
            ("club", "colour"),
            f"{colour} is too light to be read: its contrast is {contrast:.1f}, and "
            f"{LEAST_CONTRAST} is needed; choose a darker one",
        )


def contrast_of(one: str, other: str) -> float:
    """Return the contrast of two colours, as WCAG defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _line_of(text: str, path: tuple[str, ...]) -> int | None:
    """Return the number of the line that a setting stands on; of its section if it is missing."""
    section: tuple[str, ...] = ()
    best: tuple[int, int | None] = (0, None)
    for number, line in enumerate(text.splitlines(), 1):
        head = SECTION.match(line)
        if head:
            section = tuple(part.strip(' "') for part in head[1].split("."))
            here = section
        else:
            key = re.match(r'\s*"?([\w.-]+?)"?\s*=', line)
            here = (*section, *key[1].split(".")) if key else ()
        if here and path[: len(here)] == here and len(here) > best[0]:
            best = len(here), number
    return best[1]


# --- Passwords -----------------------------------------------------------------------------------


def hashed(password: str) -> str:
    """Return a password as it is stored."""
    salt = secrets.token_bytes(16)
    return "$".join((SCRYPT, _text(salt), _text(_derived(password, salt))))


def is_hashed(password: str) -> bool:
    """Whether that is how a password is stored."""
    return bool(re.fullmatch(rf"{SCRYPT}\$[\w-]{{22}}\$[\w-]{{43}}", password))


def is_password(password: str, stored: str) -> bool:
    """Whether somebody knows the password; takes a tenth of a second on purpose."""
    if not is_hashed(stored):
        return False
    _, salt, wanted = stored.split("$")
    return hmac.compare_digest(_text(_derived(password, _bytes(salt))), wanted)


def _derived(password: str, salt: bytes) -> bytes:
    content = password.strip().encode("utf-8", "surrogatepass")
    return hashlib.scrypt(content, salt=salt, dklen=32, **HARDNESS)


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# --- Writing -------------------------------------------------------------------------------------


def as_toml(found: HouseSettings) -> str:
    """Write settings as a file; the password stays a hash, which can be read back."""
    document = msgspec.to_builtins(found)
    return HEAD + "".join(_section((name,), document[name]) for name in document)


def _section(path: tuple[str, ...], fields: dict[str, Any]) -> str:
    plain = {key: value for key, value in fields.items() if not isinstance(value, dict)}
    lines = [f"{key} = {_value(value)}" for key, value in plain.items() if value is not None]
    inner = [(key, value) for key, value in fields.items() if isinstance(value, dict) and value]
    head = f"\n[{'.'.join(path)}]\n" + "".join(f"{line}\n" for line in lines) if lines else ""
    return head + "".join(_section((*path, key), value) for key, value in inner)


def _value(value: Any) -> str:
    # JSON is TOML here, but for one character that TOML wants to be escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
