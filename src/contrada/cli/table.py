"""A table in the terminal: who sits there, what they type, and how the game is kept."""

from __future__ import annotations

import itertools
import os
import random
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_state_path
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from contrada import games, record
from contrada.bots.player import Bot, Limits
from contrada.bots.search_player import SearchPlayer
from contrada.cli import hint as hints
from contrada.cli import opponents, screen, thinking
from contrada.errors import ContradaError, IllegalDecision, NotationError, OptionError
from contrada.games import components
from contrada.games.contract import Facts, Game, Position

LAST = "last"
MOST_TURNS = 100_000
HINT = Limits(seconds=1.0)
QUIT = ("quit", "exit", "q")
FORGET_SCROLLED = "\x1b[3J"  # to a terminal; clearing the screen leaves what scrolled away


@dataclass
class Table:
    """One game being played at this terminal."""

    position: Position
    people: frozenset[int]  # the seats that type
    bots: Mapping[int, Bot]  # who plays the others
    console: Console = field(default_factory=lambda: Console(highlight=False))
    drawn: Position | None = None  # what the player sees above the prompt
    kept: Position | None = None  # what a closed terminal would leave behind
    handing_over: bool = False  # the player at the screen is not the one to move
    dealing: random.Random = field(default_factory=random.Random)  # what bots may not see
    adviser: SearchPlayer | None = None  # who gives hints, once asked

    @property
    def facts(self) -> Facts:
        """What there is to know about the game."""
        return self.position.game.facts

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called."""
        return self.facts.seat_names[seat]

    def names(self) -> list[str]:
        """Return who sits where, for the record."""
        return [
            self.seat_name(seat)
            + (opponents.mark(self.bots[seat].name) if seat in self.bots else "")
            for seat in range(self.position.seats)
        ]

    @property
    def viewer(self) -> int | None:
        """The seat whose eyes the picture is for; None is what everyone may see."""
        if self.position.to_move in self.people:
            return self.position.to_move
        return next(iter(self.people)) if len(self.people) == 1 else None

    def say(self, sentence: str, style: str = "", *, unbroken: bool = False) -> None:
        """Print a sentence with no mark-up in it; unbroken if somebody may want to copy it."""
        self.console.print(Text(sentence, style=style), soft_wrap=unbroken)


def people_at(facts: Facts, text: str, seats: int) -> frozenset[int]:
    """Read whose turns are typed here."""
    if text.lower() in ("both", "all"):
        return frozenset(range(seats))
    if text.lower() == "none":
        return frozenset()
    return frozenset({screen.seat_number(facts, text, seats, besides=", all or none")})


def new(
    game: Game, seats: int | None, seat: str | None, seed: int | None, against: Sequence[str] = ()
) -> Table:
    """Set up a new game; the first seat is the player's if none is asked for."""
    start = game.start(seats, random.randrange(2**31) if seed is None else seed)
    people = people_at(game.facts, "0" if seat is None else seat, start.seats)
    asked = opponents.seated(_others(start, people), against)
    bots = opponents.made(game, asked, seed)
    return Table(start, people, bots, dealing=random.Random(seed))


def resumed(path: Path, name: str | None, seat: str | None, against: Sequence[str] = ()) -> Table:
    """Go on with a saved game; who played before plays again, unless others are asked for."""
    found = load(path, name)
    people, bots = _who_played(found, seat, against)
    table = Table(found.position, people, bots)
    _keep(table)
    return table


def _others(position: Position, people: frozenset[int]) -> list[int]:
    return [seat for seat in range(position.seats) if seat not in people]


def _who_played(
    found: record.Record, seat: str | None = None, against: Sequence[str] = ()
) -> tuple[frozenset[int], dict[int, Bot]]:
    """Return who types and who else plays, as far as a record tells and nothing else is asked."""
    known = {place: opponents.found_in(name) for place, name in enumerate(found.names)}
    if seat is None:
        people = frozenset(place for place, text in known.items() if text is None)
    else:
        people = people_at(found.game.facts, seat, found.position.seats)
    others = _others(found.position, people)
    asked = opponents.seated(others, against)
    if not against:
        met = next(filter(None, known.values()), opponents.USUAL)
        asked = {place: known[place] or met for place in others}
    return people, opponents.made(found.game, asked, None)


# --- Playing -------------------------------------------------------------------------------------


def sit_down(table: Table) -> None:
    """Ask and answer until the game is over or the player leaves."""
    _offer_completion(table)
    table.say(f"{table.facts.title}. {_who_plays(table)} Type 'help' for what you can do.\n")
    try:
        while not table.position.is_over:
            if table.position.to_move not in table.people:
                _let_opponent_play(table)
            elif not _obey(table, _ask(table)):
                _say_goodbye(table)
                return
    except (EOFError, KeyboardInterrupt):
        table.say("")
        _say_goodbye(table)
        return
    _say_result(table)


def _who_plays(table: Table) -> str:
    mine = " and ".join(table.seat_name(seat) for seat in sorted(table.people))
    names = {bot.name for bot in table.bots.values()}
    if not names:
        return "All seats are played here."
    if len(names) == 1:
        (name,) = names
        return f"You play {mine} against {name}." if mine else f"{name} plays all seats."
    others = [f"{table.seat_name(seat)} is {bot.name}" for seat, bot in table.bots.items()]
    return f"{f'You play {mine}. ' if mine else ''}{', '.join(others)}."


def _ask(table: Table) -> str:
    """Show the position if it is a new one, and read a line."""
    seat = table.position.to_move
    assert seat is not None
    if table.position is not table.drawn:
        _hand_over(table, seat)
        _draw(table)
        table.say(screen.hint(table.position), style="dim")
    return _read_line(table, screen.prompt(table.position, seat))


def _read_line(table: Table, prompt: str) -> str:
    if sys.stdin is None:
        raise EOFError
    line = input(prompt).strip()
    if not sys.stdin.isatty():
        table.say(line, unbroken=True)  # nobody has seen it typed
    return line


def _hand_over(table: Table, seat: int) -> None:
    """Let the next player come to the terminal before showing what only they may see."""
    before = table.drawn
    if table.facts.hidden and len(table.people) > 1 and (not before or before.to_move != seat):
        table.handing_over = True
        _wipe(table)
        _read_line(table, f"{table.seat_name(seat)}, come to the screen and press Enter. ")
        _wipe(table)
        table.handing_over = False


def _wipe(table: Table) -> None:
    """Clear the screen, what has scrolled away from it, and what the arrow keys remember."""
    table.console.clear()
    if table.console.is_terminal:
        table.console.file.write(FORGET_SCROLLED)
    if readline := sys.modules.get("readline"):
        readline.clear_history()


def _draw(table: Table, *show: str) -> None:
    table.drawn = table.position
    table.console.print(screen.picture(table.position, table.viewer, show), soft_wrap=True)
    table.say("")


def _let_opponent_play(table: Table) -> None:
    """Let an opponent play until its turn is over; what is played of it when interrupted stays."""
    seat, before = table.position.to_move, table.position
    assert seat is not None
    try:
        with thinking.showing(table.console, f"{_short_name(table.bots[seat])} thinks…"):
            _play_for(table, seat)
    finally:
        if table.position is not before:
            _keep(table)
    told = table.position.moves_as_seen(table.viewer)[-1]
    table.say(f"{table.seat_name(seat)} plays {told}", style="bold")


def _short_name(bot: Bot) -> str:
    return bot.name.partition(" (")[0]


def _play_for(table: Table, seat: int) -> None:
    while table.position.to_move == seat:
        # What it may not see is dealt anew before it looks.
        seen = table.position.reimagine(seat, table.dealing.getrandbits(62))
        table.position = table.position.play(table.bots[seat].choose(seen, Limits()))
        if table.position.turn_begins:
            break


def _say_result(table: Table) -> None:
    outcome = table.position.outcome()
    assert outcome is not None
    table.say("")
    _draw(table, *screen.extras(table.position))
    winners = " and ".join(table.seat_name(seat) for seat in outcome.winners)
    scores = ", ".join(
        f"{table.seat_name(seat)} {score}" for seat, score in enumerate(outcome.scores)
    )
    how = f"wins by {outcome.decided_by}" if outcome.decided_by else "share the win"
    table.say(f"{winners} {how}: {scores}.", style="bold")
    if table.kept is table.position:
        table.say(f"The game is kept in {last(table.facts.name)}", unbroken=True)


# --- What the player types -----------------------------------------------------------------------


def _obey(table: Table, line: str) -> bool:
    """Carry out one line; return whether to go on. What can be read as a turn is one."""
    word, _, rest = line.partition(" ")
    commands = _commands(table)
    turn = _spelling(table.position, line)
    try:
        if turn is not None:
            _play(table, turn)
        elif word.lower() in QUIT:
            return False
        elif word.lower() in commands:
            commands[word.lower()].carry_out(table, rest.strip())
        elif line:
            raise _not_understood(table.position, line)
    except ContradaError as wrong:
        table.say(screen.printable(str(wrong)), style="red")
    return True


def _spelling(position: Position, text: str) -> str | None:
    """Return a turn as the notation writes it, small and capital letters aside; None if none."""
    for spelling in (text, text.lower(), *_alike(position, text.lower())):
        try:
            position.read(spelling)
        except NotationError as wrong:
            if not wrong.read:
                continue
        except IllegalDecision:
            pass  # well written, and refused when played
        return spelling
    return None


def _alike(position: Position, text: str) -> list[str]:
    """Return the choice that is written so, or the only one that begins with these words."""
    choices = screen.choices(position)
    same = [choice for choice in choices if choice.lower() == text]
    longer = [choice for choice in choices if choice.lower().startswith(f"{text} ")]
    return same or (longer if text and len(longer) == 1 else [])


def _not_understood(position: Position, line: str) -> NotationError:
    try:
        position.read(line)
    except NotationError as wrong:
        return NotationError(f"{wrong}; 'help' lists the commands")
    raise AssertionError


class Command(NamedTuple):
    """Something to type that is no turn."""

    usage: str
    about: str
    carry_out: Callable[[Table, str], None]


def _commands(table: Table) -> dict[str, Command]:
    """Return the commands in the order to show them; each picture can show other extras."""
    shown = [name for name in screen.extras(table.position) if name not in screen.ALWAYS_SHOWN]
    extras = [Command(name, f"the board with its {name}", _showing(name)) for name in shown]
    ordered = (*COMMANDS[:BEFORE_EXTRAS], *extras, *COMMANDS[BEFORE_EXTRAS:])
    return {command.usage.split()[0]: command for command in ordered}


def _showing(extra: str) -> Callable[[Table, str], None]:
    return lambda table, _: _draw(table, extra)


def _help(table: Table, _: str) -> None:
    grid = Grid.grid(padding=(0, 3, 0, 2))
    rows = [*_commands(table).values(), Command("quit", "leave; the game is kept", _help)]
    for command in rows:
        grid.add_row(Text(command.usage, style="bold"), command.about)
    table.say("Type a decision or a whole turn to play it, or one of these:")
    table.console.print(grid)
    if about := screen.how_turns_are_written(table.position):
        table.say(about)


def _list_moves(table: Table, start: str) -> None:
    _list(table, "moves", screen.choices(table.position), start)


def _list_turns(table: Table, start: str) -> None:
    """List turns, as far as anybody waits for them: some positions have millions."""
    few = itertools.islice(table.position.each_turn(), MOST_TURNS)
    _list(table, "turns", list(few), start)


def _list(table: Table, word: str, texts: list[str], start: str) -> None:
    chosen = [text for text in texts if text.lower().startswith(start.lower())]
    if not chosen:
        raise OptionError(f"nothing that may be played begins with {start!r}")
    if len(chosen) > screen.MANY:
        example = chosen[len(chosen) // 2].partition(",")[0]
        more = " or more" if len(texts) == MOST_TURNS else ""
        many = f"{len(chosen):,}{more}, too many to list"
        table.say(f"{many}; say how they begin: {word} {example}")
    else:
        table.console.print(screen.listing(chosen))


def _explain(table: Table, text: str) -> None:
    if not text:
        example = screen.choices(table.position)[0]
        raise OptionError(f"why needs something to play, for instance: why {example}")
    spelling = _spelling(table.position, text) or text
    after, wrong = table.position.attempt(spelling)
    last = after if wrong else after.before
    if last and _shows_something(table.position, last):
        raise OptionError("what comes after something hidden is shown cannot be told beforehand")
    refused = table.position.why_not(spelling)
    if refused is None:
        table.say(screen.printable(f"{text} may be played."))
    else:
        pointing = f" Look at {' and '.join(refused.squares)}." if refused.squares else ""
        table.say(f"{refused}.{pointing}")


def _hint(table: Table, _: str) -> None:
    """Show the best few decisions, by what the seat to move may see."""
    if table.adviser is None:
        thinking.prepare(table.position.game)
        table.adviser = SearchPlayer(table.position.game)
    with thinking.showing(table.console, "Looking ahead…"):
        found = hints.given(table.adviser, table.position, HINT, table.dealing.getrandbits(62))
    table.console.print(hints.shown(found, table.position, hints.FEWER))


def _play(table: Table, turn: str) -> None:
    """Play a turn, all or nothing; but what it has shown on the way stays played."""
    after, wrong = table.position.attempt(turn)
    if wrong and not _shows_something(table.position, after):
        raise wrong
    table.position = after
    _keep(table)
    if wrong:
        raise wrong


def _shows_something(before: Position, after: Position) -> bool:
    """Whether one of the decisions that lead from one position to the other does."""
    here: Position | None = after
    while here and here is not before:
        if here.revealed:
            return True
        here = here.before
    return False


def _undo(table: Table, _: str) -> None:
    """Go back to the start of the latest turn of a person, the opponents' since then included.

    Only as far as a decision that has shown something: that cannot be unseen.
    """
    position, earlier = table.position, None
    while position.before and not position.revealed:
        position = position.before
        if position.to_move in table.people:
            earlier = position
            if position.turn_begins:
                break
    if earlier is None:
        shown = "what the latest decision has shown cannot be forgotten, so nothing is taken back"
        raise OptionError(shown if position.revealed else "there is nothing to take back")
    table.position = earlier
    _keep(table)


def _save(table: Table, file: str) -> None:
    if not file:
        raise OptionError("save needs the name of a file, for instance: save game.json")
    _write(table, _path(file))
    table.say(screen.printable(f"Saved to {file}"), unbroken=True)


def _resume(table: Table, file: str) -> None:
    if not file:
        raise OptionError("resume needs the name of a file, for instance: resume game.json")
    found = load(_path(file), table.facts.name)
    people, bots = _who_played(found)
    table.position, table.people, table.bots, table.adviser = found.position, people, bots, None
    _keep(table)
    table.say(_who_plays(table))


def _path(file: str) -> Path:
    return Path(os.path.expanduser(file))  # noqa: PTH111 - Path's own raises for unknown users


COMMANDS = (
    Command("moves [START]", "what may be played now, or what of it begins so", _list_moves),
    Command("turns [START]", "the whole turns that may be played, likewise", _list_turns),
    Command("why TEXT", "why something may not be played", _explain),
    Command("hint", "what a strong player would think of now", _hint),
    Command("board", "the board again", lambda table, _: _draw(table)),
    Command("undo", "take back your latest turn, unless it has shown something", _undo),
    Command("save FILE", "write the game to a file", _save),
    Command("resume FILE", f"go on with a saved game; '{LAST}' is the latest", _resume),
    Command("help", "this page", _help),
)
BEFORE_EXTRAS = 5  # what a picture can show is listed after the board


def _offer_completion(table: Table) -> None:
    """Let the Tab key complete what is typed, and the arrow keys go back to it."""
    if sys.stdin is None or not (sys.stdin.isatty() and table.console.is_terminal):
        return
    try:
        import readline  # noqa: PLC0415 - it changes how the terminal behaves, and not all have it
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        if table.handing_over:
            return None
        words = [*_commands(table), *QUIT[:1], *screen.choices(table.position)]
        return [*(word for word in words if word.startswith(text)), None][state]

    readline.set_completer_delims("")  # a turn may have spaces in it
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


# --- Keeping the game ----------------------------------------------------------------------------


def last(name: str) -> Path:
    """Where the latest game is kept while it is played."""
    return user_state_path("contrada") / f"last-{name}.json"


def load(path: Path, name: str | None) -> record.Record:
    """Read the one game of a file; `last` is the latest played, of the named game if any."""
    if str(path) == LAST:
        path = _latest([name] if name else list(games.NAMES))
    reader = record.read(path)
    found = next(reader)
    if next(reader, None) is not None:
        raise OptionError(f"{path} holds several games; expected one to go on with")
    if name and found.game.name != name:
        raise OptionError(f"{path} holds a game of {found.game.name}, not of {name}")
    return found


def _latest(names: list[str]) -> Path:
    kept = [path for path in map(last, names) if path.is_file()]
    if not kept:
        raise OptionError(f"no game of {screen.either(names)} has been kept yet")
    return max(kept, key=lambda path: path.stat().st_mtime)


def _keep(table: Table) -> None:
    """Keep the game after every turn, so that a closed terminal loses nothing."""
    path = last(table.facts.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(table, path)
        table.kept = table.position
    except (OSError, ContradaError):
        pass  # no place to keep it; the player is told when leaving, and can save by hand


def _write(table: Table, path: Path) -> None:
    record.write(path, [record.record_of(table.position, table.names())])


def _say_goodbye(table: Table) -> None:
    if not table.position.turns_played():
        table.say("Nothing was played, so nothing is kept. Goodbye.")
    elif table.kept is table.position:
        files = "".join(f" --components {shlex.quote(str(f))}" for f in components.named())
        go_on = f"contrada play {table.facts.name} --resume {LAST}{files}"
        table.say(screen.printable(f"The game is kept; to go on: {go_on}"), unbroken=bool(files))
    else:
        where = last(table.facts.name)
        table.say(f"The game could not be kept in {where}.", style="red", unbroken=True)
