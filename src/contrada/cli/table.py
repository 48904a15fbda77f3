"""A table in the terminal: who plays, what they can type, and how the game is saved."""

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

from contrada import games, record, shuffle
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
FORGET_SCROLLED = "\x1b[3J"  # clears the scrollback, which clearing the screen leaves alone


@dataclass
class Table:
    """A game being played in this terminal."""

    position: Position
    people: frozenset[int]  # seats played by people
    bots: Mapping[int, Bot]  # who plays the other seats
    console: Console = field(default_factory=lambda: Console(highlight=False))
    drawn: Position | None = None  # the position on the screen
    kept: Position | None = None  # the position in the saved file
    handing_over: bool = False  # waiting for the next player to come to the screen
    dealing: random.Random = field(default_factory=random.Random)  # deals what bots may not see
    adviser: SearchPlayer | None = None  # gives hints; made when first asked

    @property
    def facts(self) -> Facts:
        """Facts about the game."""
        return self.position.game.facts

    def seat_name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.facts.seat_names[seat]

    def names(self) -> list[str]:
        """Return the players' names for the record."""
        return [
            self.seat_name(seat)
            + (opponents.mark(self.bots[seat].name) if seat in self.bots else "")
            for seat in range(self.position.seats)
        ]

    @property
    def viewer(self) -> int | None:
        """The seat the picture is drawn for; None shows only what everyone may see."""
        if self.position.to_move in self.people:
            return self.position.to_move
        return next(iter(self.people)) if len(self.people) == 1 else None

    def say(self, sentence: str, style: str = "", *, unbroken: bool = False) -> None:
        """Print plain text; `unbroken` keeps it on one line, so that it can be copied."""
        self.console.print(Text(sentence, style=style), soft_wrap=unbroken)


def people_at(facts: Facts, text: str, seats: int) -> frozenset[int]:
    """Parse `--seat`: which seats are played by people."""
    if text.lower() in ("both", "all"):
        return frozenset(range(seats))
    if text.lower() == "none":
        return frozenset()
    return frozenset({screen.seat_number(facts, text, seats, besides=", all or none")})


def new(
    game: Game, seats: int | None, seat: str | None, seed: int | None, against: Sequence[str] = ()
) -> Table:
    """Set up a new game; the player gets the first seat by default."""
    start = game.start(seats, shuffle.fresh_seed() if seed is None else seed)
    people = people_at(game.facts, "0" if seat is None else seat, start.seats)
    asked = opponents.seated(_others(start, people), against)
    bots = opponents.made(game, asked, seed)
    return Table(start, people, bots, dealing=random.Random(seed))


def resumed(path: Path, name: str | None, seat: str | None, against: Sequence[str] = ()) -> Table:
    """Continue a saved game with the same players, unless others are asked for."""
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
    """Return the people and the bots of a record, unless the arguments ask for others."""
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
    """Play until the game is over or the player leaves."""
    _offer_completion(table)
    table.say(f"{table.facts.title}. {_who_plays(table)} Type 'help' for the commands.\n")
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
        return "You play all seats."
    if len(names) == 1:
        (name,) = names
        return f"You play {mine} against {name}." if mine else f"{name} plays all seats."
    others = [f"{table.seat_name(seat)} is {bot.name}" for seat, bot in table.bots.items()]
    return f"{f'You play {mine}. ' if mine else ''}{', '.join(others)}."


def _ask(table: Table) -> str:
    """Show the position if it has changed, and read a line."""
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
        table.say(line, unbroken=True)  # piped input is not echoed by a terminal
    return line


def _hand_over(table: Table, seat: int) -> None:
    """Wait for the next player before showing what only they may see."""
    before = table.drawn
    if table.facts.hidden and len(table.people) > 1 and (not before or before.to_move != seat):
        table.handing_over = True
        _wipe(table)
        _read_line(table, f"{table.seat_name(seat)}, come to the screen and press Enter. ")
        _wipe(table)
        table.handing_over = False


def _wipe(table: Table) -> None:
    """Clear the screen, the scrollback, and the history of the arrow keys."""
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
    """Let an opponent play its turn; if interrupted, what it has played so far stays."""
    seat, before = table.position.to_move, table.position
    assert seat is not None
    try:
        with thinking.showing(table.console, f"{_short_name(table.bots[seat])} is thinking…"):
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
        # Deal anew what the bot may not see, so that it cannot look.
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
        table.say(f"The game is saved in {last(table.facts.name)}", unbroken=True)


# --- What the player types -----------------------------------------------------------------------


def _obey(table: Table, line: str) -> bool:
    """Carry out one line; return False to quit. A line that reads as a turn is played."""
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
    """Return a turn as the notation spells it, ignoring case; None if it is no turn."""
    for spelling in (text, text.lower(), *_alike(position, text.lower())):
        try:
            position.read(spelling)
        except NotationError as wrong:
            if not wrong.read:
                continue
        except IllegalDecision:
            pass  # well formed; playing it will say why it is illegal
        return spelling
    return None


def _alike(position: Position, text: str) -> list[str]:
    """Return the choice spelt like this, or the only one that begins with these words."""
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
    """A command to type at the table."""

    usage: str
    about: str
    carry_out: Callable[[Table, str], None]


def _commands(table: Table) -> dict[str, Command]:
    """Return the commands in the order of the help; the extras depend on the game."""
    shown = [name for name in screen.extras(table.position) if name not in screen.ALWAYS_SHOWN]
    extras = [Command(name, f"show the board with its {name}", _showing(name)) for name in shown]
    ordered = (*COMMANDS[:BEFORE_EXTRAS], *extras, *COMMANDS[BEFORE_EXTRAS:])
    return {command.usage.split()[0]: command for command in ordered}


def _showing(extra: str) -> Callable[[Table, str], None]:
    return lambda table, _: _draw(table, extra)


def _help(table: Table, _: str) -> None:
    grid = Grid.grid(padding=(0, 3, 0, 2))
    rows = [*_commands(table).values(), Command("quit", "leave; the game is saved", _help)]
    for command in rows:
        grid.add_row(Text(command.usage, style="bold"), command.about)
    table.say("Type a decision or a whole turn to play it, or a command:")
    table.console.print(grid)
    if about := screen.how_turns_are_written(table.position):
        table.say(about)


def _list_moves(table: Table, start: str) -> None:
    _list(table, "moves", screen.choices(table.position), start)


def _list_turns(table: Table, start: str) -> None:
    """List the legal turns, but not endlessly: some positions have millions."""
    few = itertools.islice(table.position.each_turn(), MOST_TURNS)
    _list(table, "turns", list(few), start)


def _list(table: Table, word: str, texts: list[str], start: str) -> None:
    chosen = [text for text in texts if text.lower().startswith(start.lower())]
    if not chosen:
        raise OptionError(f"no legal choice begins with {start!r}")
    if len(chosen) > screen.MANY:
        example = chosen[len(chosen) // 2].partition(",")[0]
        more = " or more" if len(texts) == MOST_TURNS else ""
        many = f"{len(chosen):,}{more} {word} are too many to list"
        table.say(f"{many}; add how they begin: {word} {example}")
    else:
        table.console.print(screen.listing(chosen))


def _explain(table: Table, text: str) -> None:
    if not text:
        example = screen.choices(table.position)[0]
        raise OptionError(f"why needs a decision or a turn, for example: why {example}")
    spelling = _spelling(table.position, text) or text
    after, wrong = table.position.attempt(spelling)
    last = after if wrong else after.before
    if last and last.revealed_since(table.position):
        raise OptionError(
            "this turn reveals something hidden, so nobody can say what is legal after that"
        )
    refused = table.position.why_not(spelling)
    if refused is None:
        table.say(screen.printable(f"{text} is legal."))
    else:
        pointing = f" Look at {' and '.join(refused.squares)}." if refused.squares else ""
        table.say(f"{refused}.{pointing}")


def _hint(table: Table, _: str) -> None:
    """Show the best few decisions, using only what the seat to move may see."""
    if table.adviser is None:
        thinking.prepare(table.position.game)
        table.adviser = SearchPlayer(table.position.game)
    with thinking.showing(table.console, "Searching…"):
        found = hints.given(table.adviser, table.position, HINT, table.dealing.getrandbits(62))
    table.console.print(hints.shown(found, table.position, hints.FEWER))


def _play(table: Table, turn: str) -> None:
    """Play a whole turn or none of it; but decisions that have revealed something stay."""
    after, wrong = table.position.attempt(turn)
    if wrong and not after.revealed_since(table.position):
        raise wrong
    table.position = after
    _keep(table)
    if wrong:
        raise wrong


def _undo(table: Table, _: str) -> None:
    """Go back to the start of the last turn that a person played.

    Stops at a decision that has revealed something hidden, because that cannot be undone.
    """
    position, earlier = table.position, None
    while position.before and not position.revealed:
        position = position.before
        if position.to_move in table.people:
            earlier = position
            if position.turn_begins:
                break
    if earlier is None:
        shown = "the last decision revealed something hidden, so it cannot be undone"
        raise OptionError(shown if position.revealed else "there is nothing to undo")
    table.position = earlier
    _keep(table)


def _save(table: Table, file: str) -> None:
    if not file:
        raise OptionError("save needs a file name, for example: save game.json")
    _write(table, _path(file))
    table.say(screen.printable(f"Saved to {file}"), unbroken=True)


def _resume(table: Table, file: str) -> None:
    if not file:
        raise OptionError("resume needs a file name, for example: resume game.json")
    found = load(_path(file), table.facts.name)
    people, bots = _who_played(found)
    table.position, table.people, table.bots, table.adviser = found.position, people, bots, None
    _keep(table)
    table.say(_who_plays(table))


def _path(file: str) -> Path:
    return Path(os.path.expanduser(file))  # noqa: PTH111 - Path's own raises for unknown users


COMMANDS = (
    Command(
        "moves [START]", "list the legal decisions, or those that begin with START", _list_moves
    ),
    Command("turns [START]", "list the legal turns, or those that begin with START", _list_turns),
    Command("why TEXT", "explain why a decision or a turn is illegal", _explain),
    Command("hint", "show what a strong player would consider", _hint),
    Command("board", "show the board again", lambda table, _: _draw(table)),
    Command("undo", "take back your last turn, unless it revealed something hidden", _undo),
    Command("save FILE", "save the game to a file", _save),
    Command("resume FILE", f"continue a saved game; '{LAST}' is the most recent one", _resume),
    Command("help", "show this list", _help),
)
BEFORE_EXTRAS = 5  # the help lists the extras after `board`


def _offer_completion(table: Table) -> None:
    """Let Tab complete what is typed, and the arrow keys recall it."""
    if sys.stdin is None or not (sys.stdin.isatty() and table.console.is_terminal):
        return
    try:
        import readline  # noqa: PLC0415 - it changes the terminal, and some systems lack it
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        if table.handing_over:
            return None
        words = [*_commands(table), *QUIT[:1], *screen.choices(table.position)]
        return [*(word for word in words if word.startswith(text)), None][state]

    readline.set_completer_delims("")  # a turn may contain spaces
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


# --- Saving the game -----------------------------------------------------------------------------


def last(name: str) -> Path:
    """Return the file where the most recent game is saved."""
    return user_state_path("contrada") / f"last-{name}.json"


def load(path: Path, name: str | None) -> record.Record:
    """Read the only game of a file; `last` is the most recent one, of game `name` if given."""
    if str(path) == LAST:
        path = _latest([name] if name else list(games.NAMES))
    reader = record.read(path)
    found = next(reader)
    if next(reader, None) is not None:
        raise OptionError(f"{path} holds several games, and only a file with one can be continued")
    if name and found.game.name != name:
        raise OptionError(f"{path} holds a game of {found.game.name}, not of {name}")
    return found


def _latest(names: list[str]) -> Path:
    kept = [path for path in map(last, names) if path.is_file()]
    if not kept:
        raise OptionError(f"there is no saved game of {screen.either(names)} yet")
    return max(kept, key=lambda path: path.stat().st_mtime)


def _keep(table: Table) -> None:
    """Save the game after every turn, so that a closed terminal loses nothing."""
    path = last(table.facts.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(table, path)
        table.kept = table.position
    except (OSError, ContradaError):
        pass  # cannot be written; the player is told when leaving, and can use `save`


def _write(table: Table, path: Path) -> None:
    record.write(path, [record.record_of(table.position, table.names())])


def _say_goodbye(table: Table) -> None:
    if not table.position.turns_played():
        table.say("Nothing was played, so nothing was saved. Goodbye.")
    elif table.kept is table.position:
        files = "".join(f" --components {shlex.quote(str(f))}" for f in components.named())
        go_on = f"contrada play {table.facts.name} --resume {LAST}{files}"
        table.say(
            screen.printable(f"The game is saved. To continue: {go_on}"), unbroken=bool(files)
        )
    else:
        where = last(table.facts.name)
        table.say(f"The game could not be saved in {where}.", style="red", unbroken=True)
