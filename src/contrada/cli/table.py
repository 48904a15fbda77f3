"""A table in the terminal: board, prompt, opponent, undo, save and resume."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_state_path
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from contrada import games, record
from contrada.bots.random_player import RandomPlayer
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import Facts, Position

LAST = "last"
HELP = """\
  e5, 1d4, h1-i7,1g5 …   play a decision or a whole turn, as listed by 'moves'
  moves                  what may be played now        turns      all full turns
  why TEXT               why something may not be played
  districts              the board with what scores    board      the board again
  undo                   take back your last turn
  save FILE              write a record                resume FILE   go on with one
  quit                   leave; the game is kept, 'contrada play --resume last' goes on"""


@dataclass
class Table:
    """One game being played at this terminal."""

    position: Position
    people: frozenset[int]  # the seats that type; the others are the opponent's
    opponent: RandomPlayer
    console: Console = field(default_factory=lambda: Console(highlight=False))

    @property
    def facts(self) -> Facts:
        """What there is to know about the game."""
        return self.position.game.facts

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called."""
        return self.facts.seat_names[seat]

    def names(self) -> list[str]:
        """Return who sits where, for the record."""
        opponent = self.opponent.name
        return [
            self.seat_name(seat) if seat in self.people else f"{self.seat_name(seat)} ({opponent})"
            for seat in range(self.position.seats)
        ]


def play(
    name: str,
    options: dict[str, bool | str],
    seat: str,
    seed: int | None,
    resume: Path | None,
) -> None:
    """Play a game to its end, or until the player leaves."""
    if resume and (options or seed is not None):
        raise OptionError("a saved game has its options and seed already; leave them out")
    if resume:
        start = _load(resume, name)
    else:
        chosen = random.randrange(2**31) if seed is None else seed
        start = games.game(name, **options).start(seed=chosen)
    people = read_seat(start.game.facts, seat, start.seats)
    sit_down(Table(start, people, RandomPlayer(seed)))


def read_seat(facts: Facts, text: str, seats: int) -> frozenset[int]:
    """Read whose turns are typed here."""
    names = {name.lower(): index for index, name in enumerate(facts.seat_names[:seats])}
    names |= {str(index): index for index in range(seats)}
    if text.lower() in ("both", "all"):
        return frozenset(range(seats))
    if text.lower() == "none":
        return frozenset()
    if text.lower() not in names:
        raise OptionError(f"there is no seat {text!r}; expected {', '.join(names)}, both or none")
    return frozenset({names[text.lower()]})


def sit_down(table: Table) -> None:
    """Ask and answer until the game is over or the player leaves."""
    table.console.print(f"{table.facts.title}. Type 'help' for what you can do.\n")
    _draw(table)
    while not table.position.is_over:
        if table.position.to_move not in table.people:
            _let_opponent_play(table)
            continue
        try:
            line = input(_prompt(table)).strip()
        except (EOFError, KeyboardInterrupt):
            line = "quit"
            table.console.print()
        if line and not _obey(table, line):
            return
    _say_result(table)


def _prompt(table: Table) -> str:
    seat = table.position.to_move
    assert seat is not None
    more = "" if table.position.turn_begins else ", and now"
    return f"{table.seat_name(seat)}{more}> "


def _obey(table: Table, line: str) -> bool:
    """Carry out one line; return whether to go on."""
    word, _, rest = line.partition(" ")
    if word in ("quit", "exit", "q"):
        _keep(table)
        return False
    commands = {
        "help": lambda: table.console.print(HELP, markup=False),
        "?": lambda: table.console.print(HELP, markup=False),
        "moves": lambda: _list(table, _choices(table.position)),
        "turns": lambda: _list(table, table.position.turns()),
        "board": lambda: _draw(table),
        "districts": lambda: _draw(table, districts=True),
        "why": lambda: _explain(table, rest.strip()),
        "undo": lambda: _undo(table),
        "save": lambda: _save(table, rest.strip()),
        "resume": lambda: _resume(table, rest.strip()),
    }
    try:
        if word in commands:
            commands[word]()
        else:
            _play(table, line.lower())
    except ContradaError as wrong:
        table.console.print(Text(str(wrong), style="red"))
    return True


def _play(table: Table, text: str) -> None:
    table.position = table.position.play(text)
    _remember(table)
    _draw(table)


def _let_opponent_play(table: Table) -> None:
    """Let the opponent play until a person is to move or its turn is over."""
    seat = table.position.to_move
    while True:
        table.position = table.position.play(table.opponent.choose(table.position))
        if table.position.turn_begins or table.position.is_over:
            break
    assert seat is not None
    _remember(table)
    table.console.print(f"{table.seat_name(seat)} plays {table.position.moves()[-1]}\n")
    _draw(table)


def _draw(table: Table, *, districts: bool = False) -> None:
    picture = table.position.terminal(lots=True, districts=districts)
    table.console.print(picture, markup=False)
    table.console.print()


def _choices(position: Position) -> list[str]:
    return [position.decision_text(decision) for decision in position.legal()]


def _list(table: Table, texts: list[str]) -> None:
    table.console.print(Columns(texts, padding=(0, 2)))


def _explain(table: Table, text: str) -> None:
    refused = table.position.why_not(text.lower())
    if refused is None:
        table.console.print(f"{text} may be played.", markup=False)
    else:
        pointing = f" Look at {', '.join(refused.squares)}." if refused.squares else ""
        table.console.print(Text(f"{refused}.{pointing}"))


def _undo(table: Table) -> None:
    """Go back to the start of the latest turn of a person, the opponents' since then included."""
    earlier = table.position.before
    while earlier and not (earlier.turn_begins and earlier.to_move in table.people):
        earlier = earlier.before
    if earlier is None:
        raise OptionError("there is nothing to take back")
    table.position = earlier
    _remember(table)
    _draw(table)


def _save(table: Table, file: str) -> None:
    if not file:
        raise OptionError("save needs the name of a file, for instance: save game.json")
    _write(table, Path(file))
    table.console.print(f"Saved to {file}", markup=False)


def _write(table: Table, path: Path) -> None:
    record.write(path, [record.record_of(table.position, table.names())])


def _resume(table: Table, file: str) -> None:
    if not file:
        raise OptionError("resume needs the name of a file, for instance: resume game.json")
    table.position = _load(Path(file), table.position.game.name)
    _draw(table)


def _load(path: Path, name: str) -> Position:
    path = _last(name) if str(path) == LAST else path
    found = next(record.read(path)).position
    if found.game.name != name:
        raise OptionError(f"{path} holds a game of {found.game.facts.title}, not of {name}")
    return found


def _last(name: str) -> Path:
    return user_state_path("contrada") / f"last-{name}.json"


def _remember(table: Table) -> None:
    """Keep the game after every turn, so that a closed terminal loses nothing."""
    path = _last(table.position.game.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(table, path)
    except (OSError, ContradaError):
        pass  # no place to keep it; the player can still save by hand


def _keep(table: Table) -> None:
    table.console.print("The game is kept: contrada play --resume last")


def _say_result(table: Table) -> None:
    outcome = table.position.outcome()
    assert outcome is not None
    scores = ", ".join(
        f"{table.seat_name(seat)} {score}" for seat, score in enumerate(outcome.scores)
    )
    if len(outcome.winners) > 1:
        table.console.print(f"A draw: {scores}.")
        return
    table.console.print(
        f"{table.seat_name(outcome.winners[0])} wins: {scores} (decided by {outcome.decided_by})."
    )
