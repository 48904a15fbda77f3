"""From text to bot: who may be entered in a contest, and how each is made."""

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

RANDOM, PLAIN, SEARCH = "random", "plain", "search"
KNOWN = (
    f"{RANDOM}, the number of a level, {PLAIN}, {SEARCH}, either also as {SEARCH}:NAME=VALUE,…, or "
    "your own as file.py:Class or module:Class"
)
LONGEST = 200  # characters of an error; compilers fill pages
WORDS: dict[str, bool] = {"true": True, "yes": True, "false": False, "no": False}

Setting = bool | int | float | str
Make = Callable[[Game, int], Bot]


class BotError(ContradaError):
    """A bot that does not do what a bot does; the text says which, where and how."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who may play: the text that names them, a name for tables, and how to make one."""

    text: str
    name: str
    build: Make = field(repr=False, compare=False)
    mark: str = ""  # of the file it comes from, so that nobody takes a changed bot for the old one

    def make(self, game: Game, seed: int) -> Bot:
        """Return a bot for one game, which plays the same way again if the seed is the same."""
        try:
            return self.build(game, seed)
        except ContradaError:
            raise
        except Exception as wrong:
            raise BotError(f"bot {self.text!r} cannot be made: {described(wrong)}") from wrong


def entrant(text: str) -> Entrant:
    """Read who is to play; `OptionError` says what is wrong with it."""
    head, colon, rest = text.partition(":")
    if text == RANDOM:
        return Entrant(text, text, lambda _game, seed: RandomPlayer(seed))
    if text.isdecimal():
        return _level(text)
    if head in (PLAIN, SEARCH):
        return _search(text, head, _settings(text, rest) if colon else {})
    if head == RANDOM or head.isdecimal():
        raise OptionError(f"bot {text!r}: {head} takes no settings")
    return _own(text)


def described(wrong: BaseException) -> str:
    """Say in a few words what somebody else's code has raised."""
    words = " ".join(str(wrong).split())
    words = words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
    return f"{type(wrong).__name__}: {words}" if words else type(wrong).__name__


# --- Ours ----------------------------------------------------------------------------------------


def _level(text: str) -> Entrant:
    from contrada.bots import levels  # noqa: PLC0415 - compiled code comes late

    found = levels.level(int(text))
    number = found.number
    return Entrant(
        str(number),
        f"{found.name} ({number})",
        lambda game, seed: levels.player(number, game, seed),
    )


def _search(text: str, head: str, settings: Mapping[str, Any]) -> Entrant:
    from contrada.bots.search_player import SearchPlayer  # noqa: PLC0415 - compiled code comes late

    make = SearchPlayer.plain if head == PLAIN else SearchPlayer
    return Entrant(text, text, lambda game, seed: make(game, seed, **settings))


def _settings(text: str, pairs: str) -> dict[str, Setting]:
    settings: dict[str, Setting] = {}
    for pair in pairs.split(","):
        name, equals, value = pair.partition("=")
        if not (equals and name.isidentifier() and value) or name in settings:
            raise OptionError(
                f"bot {text!r}: settings are written NAME=VALUE,NAME=VALUE, each once; "
                f"{pair!r} is not"
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


# --- Somebody's own ------------------------------------------------------------------------------


def _own(text: str) -> Entrant:
    place, _, name = text.rpartition(":")
    if not (place and name.isidentifier()):
        raise OptionError(f"there is no bot {text!r}; there is: {KNOWN}")
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
    sys.modules[spec.name] = module  # dataclasses look themselves up there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as wrong:
        raise OptionError(f"bot {text!r}: {path} cannot be loaded: {described(wrong)}") from wrong
    return module


def _mark(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8]


def _module(text: str, name: str) -> ModuleType:
    """Find a module where Python looks, and in the current directory after that."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    missing = f"bot {text!r}: there is no module {name!r}"
    if not all(part.isidentifier() for part in name.split(".")):
        raise OptionError(f"{missing}; a file ends in .py" if os.sep in name else missing)
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
    """Return how to make a bot of a class, with a seed if it takes one."""
    if _takes(kind, seed=0):
        return lambda _game, seed: kind(seed=seed)
    if _takes(kind):
        return lambda _game, _seed: kind()
    raise OptionError(
        f"bot {text!r} is made by {kind.__name__}(seed=N) or {kind.__name__}(), but takes "
        f"{inspect.signature(kind)}"
    )


def _takes(function: Callable[..., Any], *arguments: object, **named: object) -> bool:
    try:
        inspect.signature(function).bind(*arguments, **named)
    except TypeError:
        return False
    return True
