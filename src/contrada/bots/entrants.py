"""Reads the text that names a bot, such as `random`, `5` or `file.py:Class`, and makes it."""

from __future__ import annotations

import hashlib
import inspect
import os
import pkgutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

from contrada.bots.player import Bot
from contrada.bots.random_player import RandomPlayer
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import Game

RANDOM, PLAIN, SEARCH, FROZEN, UCI = "random", "plain", "search", "search-0.1", "uci"
KNOWN = (
    f"{RANDOM}, the number of a level, {PLAIN}, {SEARCH}, {FROZEN}, the last three also with "
    f"settings as in {SEARCH}:NAME=VALUE,…, an engine as {UCI}:PATH, or your own as file.py:Class "
    "or module:Class"
)
LONGEST = 200  # characters of a quoted error; some fill pages
WORDS: dict[str, bool] = {"true": True, "yes": True, "false": False, "no": False}

Setting = bool | int | float | str
Make = Callable[[Game, int], Bot]


class BotError(ContradaError):
    """A bot fails or breaks the rules; the sentence says which bot, where and how."""


@dataclass(frozen=True)
class Entrant:
    """A bot that can play: the text that names it, its display name, and how to make one."""

    text: str
    name: str
    build: Make = field(repr=False, compare=False)
    mark: str = ""  # hash of its file, so that a changed bot is not taken for the old one

    def make(self, game: Game, seed: int) -> Bot:
        """Return a new bot for one game; with the same seed it plays the same way again."""
        try:
            return self.build(game, seed)
        except ContradaError:
            raise
        except Exception as wrong:
            raise BotError(f"bot {self.text!r} cannot be made: {described(wrong)}") from wrong


def entrant(text: str) -> Entrant:
    """Parse the text that names a bot; raise `OptionError` if there is no such bot."""
    head, colon, rest = text.partition(":")
    if text == RANDOM:
        return Entrant(text, text, lambda _game, seed: RandomPlayer(seed))
    if text.isdecimal():
        return _level(text)
    if head == UCI:
        return _engine(text, rest)
    if head in (PLAIN, SEARCH, FROZEN):
        return _search(text, head, _settings(text, rest) if colon else {})
    if head == RANDOM or head.isdecimal():
        raise OptionError(f"bot {text!r}: {head} takes no settings")
    return _own(text)


def described(wrong: BaseException) -> str:
    """Describe an exception in a few words."""
    words = " ".join(str(wrong).split())
    words = words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
    return f"{type(wrong).__name__}: {words}" if words else type(wrong).__name__


# --- Built-in bots -------------------------------------------------------------------------------


def _level(text: str) -> Entrant:
    from contrada.bots import levels  # noqa: PLC0415 - slow to import, and not always needed

    found = levels.level(int(text))
    number = found.number
    return Entrant(
        str(number),
        f"{found.name} ({number})",
        lambda game, seed: levels.player(number, game, seed),
    )


def _search(text: str, head: str, settings: Mapping[str, Any]) -> Entrant:
    from contrada.bots.search_player import SearchPlayer  # noqa: PLC0415 - slow to import

    make: Callable[..., Bot] = SearchPlayer.plain if head == PLAIN else SearchPlayer
    if head == FROZEN:
        from contrada.bots.frozen.player import FrozenPlayer  # noqa: PLC0415 - slow to import

        make = FrozenPlayer
    return Entrant(text, text, lambda game, seed: make(game, seed, **settings))


def _engine(text: str, path: str) -> Entrant:
    from contrada.bots.uci import Engine, program  # noqa: PLC0415 - not always needed

    found = program(path)
    return Entrant(text, found.stem, lambda game, _seed: Engine(game, found), _mark(found))


def _settings(text: str, pairs: str) -> dict[str, Setting]:
    settings: dict[str, Setting] = {}
    for pair in pairs.split(","):
        name, equals, value = pair.partition("=")
        if not (equals and name.isidentifier() and value) or name in settings:
            raise OptionError(
                f"bot {text!r}: write settings as NAME=VALUE,NAME=VALUE, each once, not {pair!r}"
            )
        settings[name] = _value(value)
    return settings


def _value(text: str) -> Setting:
    """Read a number or a yes/no word; anything else is text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return WORDS.get(text.lower(), text)


# --- Your own bots -------------------------------------------------------------------------------


def _own(text: str) -> Entrant:
    place, _, name = text.rpartition(":")
    if not (place and name.isidentifier()):
        raise OptionError(f"there is no bot {text!r}; known: {KNOWN}")
    if place.endswith(".py"):
        module, mark = _module_in_file(text, Path(place)), _mark(Path(place))
    else:
        module, mark = _module(text, place), ""
    kind = _class(text, place, module, name)
    _check_choose(text, kind)
    called = getattr(kind, "name", None)
    return Entrant(text, called if isinstance(called, str) else name, _maker(text, kind), mark)


def _module_in_file(text: str, path: Path) -> ModuleType:
    if not path.is_file():
        raise OptionError(f"bot {text!r}: there is no file {path}")
    spec = util.spec_from_file_location(f"contrada_bot_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their module there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as wrong:
        raise OptionError(f"bot {text!r}: {path} cannot be loaded: {described(wrong)}") from wrong
    return module


def _mark(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8]


def _module(text: str, name: str) -> ModuleType:
    """Import a module from Python's path or, after that, the current directory."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    missing = f"bot {text!r}: there is no module {name!r}"
    if not all(part.isidentifier() for part in name.split(".")):
        raise OptionError(f"{missing}; a file must end in .py" if os.sep in name else missing)
    try:
        found: ModuleType = pkgutil.resolve_name(f"{name}:")
    except ModuleNotFoundError as wrong:
        if wrong.name and (name == wrong.name or name.startswith(f"{wrong.name}.")):
            raise OptionError(missing) from None
        raise OptionError(f"bot {text!r}: {name} cannot be loaded: {described(wrong)}") from wrong
    except (Exception, SystemExit) as wrong:
        raise OptionError(f"bot {text!r}: {name} cannot be loaded: {described(wrong)}") from wrong
    return found


def _class(text: str, place: str, module: ModuleType, name: str) -> type[Any]:
    found = getattr(module, name, None)
    if inspect.isclass(found):
        return found
    own = [
        each
        for each, kind in vars(module).items()
        if inspect.isclass(kind) and kind.__module__ == module.__name__
    ]
    raise OptionError(
        f"bot {text!r}: {place} has no class {name!r}; it has: {', '.join(own) or 'none'}"
    )


def _check_choose(text: str, kind: type[Any]) -> None:
    choose = getattr(kind, "choose", None)
    if not callable(choose):
        raise OptionError(f"bot {text!r} has no method choose(self, position, limits)")
    if not _takes(choose, None, None, None):
        raise OptionError(
            f"bot {text!r}: choose must take (self, position, limits), not "
            f"{inspect.signature(choose)}"
        )


def _maker(text: str, kind: type[Any]) -> Make:
    """Return a function that makes a bot, with a seed if its class takes one."""
    if _takes(kind, seed=0):
        return lambda _game, seed: kind(seed=seed)
    if _takes(kind):
        return lambda _game, _seed: kind()
    raise OptionError(
        f"bot {text!r} must be made by {kind.__name__}(seed=N) or {kind.__name__}(), but it takes "
        f"{inspect.signature(kind)}"
    )


def _takes(function: Callable[..., Any], *arguments: object, **named: object) -> bool:
    try:
        inspect.signature(function).bind(*arguments, **named)
    except TypeError:
        return False
    return True
