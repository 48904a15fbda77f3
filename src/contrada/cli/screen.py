"""What a player sees in the terminal: the picture in colour, the grouped choices, the prompt.

Nothing here knows a particular game: it all comes from the game's facts, picture and notation.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from contrada.errors import OptionError
from contrada.games.contract import Facts, Position

# Pictures are plain characters that read well without colour. Each game colours its own marks;
# these are common to all: the frame, and the > < around the latest turn.
FRAME = (r"^ *\+(?:-+\+)+", "dim")
LATEST, LATEST_STYLE = re.compile(r">[^<>|\n]{1,9}<"), "bold yellow"
ALWAYS_SHOWN = frozenset({"lots"})
FEW = 8  # choices that fit in a sentence
MANY = 300  # the most turns to list at once
_ENDS_ON_SQUARE = re.compile(r"(.*?)([A-Za-z]\d{1,2})")


def printable(sentence: str) -> str:
    """Escape control characters: names of files and players may contain anything."""
    return "".join(
        mark if mark.isprintable() else mark.encode("unicode_escape").decode() for mark in sentence
    )


# --- The picture ---------------------------------------------------------------------------------


def coloured(picture: str, styles: Iterable[tuple[str, str]]) -> Text:
    """Colour a text picture; the console drops the colours if it is not a terminal."""
    text = Text(picture, no_wrap=True)
    for pattern, style in (*styles, FRAME):
        text.highlight_regex(re.compile(pattern, re.MULTILINE), style)
    for found in LATEST.finditer(picture):
        text.stylize(LATEST_STYLE, found.start(), found.start() + 1)
        text.stylize(LATEST_STYLE, found.end() - 1, found.end())
    return text


def extras(position: Position) -> list[str]:
    """Name what a game's terminal picture can show on request: its options that are off."""
    wishes = inspect.signature(position.game.definition.picture.terminal).parameters.values()
    return [wish.name for wish in wishes if wish.default is False]


def picture(position: Position, seat: int | None, show: Iterable[str] = ()) -> Text:
    """Draw a position as a seat sees it, with these extras and those always shown."""
    known = extras(position)
    wishes = {name: True for name in known if name in ALWAYS_SHOWN or name in show}
    styles = position.game.definition.picture.styles
    return coloured(position.terminal(seat, **wishes), styles)


# --- Seats ---------------------------------------------------------------------------------------


def seat_number(facts: Facts, text: str, seats: int, *, besides: str = "") -> int:
    """Parse a seat's name or number; `besides` names what else is allowed, for the error."""
    names = facts.seat_names[:seats]
    for number, name in enumerate(names):
        if text.lower() in (name.lower(), str(number)):
            return number
    known = ", ".join(f"{name} ({number})" for number, name in enumerate(names))
    raise OptionError(f"there is no seat {text!r}; expected {known}{besides}")


def prompt(position: Position, seat: int) -> str:
    """Return the prompt: whose turn it is and, if the game's picture says so, what is due."""
    name = position.game.facts.seat_names[seat]
    sentence = position.game.definition.picture.sentence(position.view(seat))
    due = sentence.partition(": ")[2].partition(".")[0]
    return f"{name}, {due}> " if due else f"{name}> "


# --- Choices -------------------------------------------------------------------------------------


def choices(position: Position) -> list[str]:
    """Return the legal decisions as text."""
    return [position.decision_text(decision) for decision in position.legal()]


def grouped(texts: Iterable[str]) -> dict[str, list[str]]:
    """Group texts that differ only in their last square by what comes before it.

    `1a1 1b2 stay` becomes `1: a1 b2` and `stay: stay`.
    """
    groups: dict[str, list[str]] = {}
    for text in texts:
        found = _ENDS_ON_SQUARE.fullmatch(text)
        start, end = found.groups() if found else (text, text)
        groups.setdefault(start, []).append(end)
    return groups


def listing(texts: Sequence[str]) -> RenderableType:
    """Lay out choices, one group per row: the common start, then the squares."""
    groups = grouped(texts)
    words = [start for start, ends in groups.items() if ends == [start]]
    rows = [(start, ends) for start, ends in groups.items() if ends != [start]]
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for start, ends in rows:
        grid.add_row(Text(f"{start}…" if start else ""), Text(" ".join(ends)))
    return Group(Text("  ".join(words), style="bold"), grid) if words else grid


def hint(position: Position) -> str:
    """Say what you can play now, with a few examples."""
    texts = choices(position)
    if len(texts) <= FEW:
        return f"You can play {either(texts)}. Type 'help' for more."
    examples = [_middle(start, ends) for start, ends in grouped(texts).items()][:3]
    turn = _example_turn(position)
    whole = f", or a whole turn: {turn}" if turn not in texts else ""
    first = f"For example, you can play {either(examples)}{whole}."
    return f"{first}\nType 'moves' to list all {len(texts)} choices, 'help' for more."


def either(texts: Sequence[str]) -> str:
    """Join texts as `a, b or c`."""
    *most, last = texts
    return f"{', '.join(most)} or {last}" if most else last


def _middle(start: str, ends: list[str]) -> str:
    return start if ends == [start] else start + ends[len(ends) // 2]


def _example_turn(position: Position) -> str:
    """Return a legal turn as an example, cut off where it would reveal something hidden."""
    while True:
        legal = position.legal()
        position = position.play(legal[len(legal) // 2])
        if position.turn_begins or position.is_over or position.revealed:
            return position.moves()[-1]


def how_turns_are_written(position: Position) -> str:
    """Return what the game's notation says about turns, on one line; may be empty."""
    about = inspect.getdoc(position.game.definition.notation) or ""
    paragraphs = [" ".join(part.split()) for part in about.split("\n\n")]
    return next((part for part in paragraphs if part.startswith("Turns:")), "")
