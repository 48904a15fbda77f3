"""What a puzzle is about, as far as a program can tell: its themes."""

from __future__ import annotations

from contrada.games.contract import Position
from contrada.lab.puzzles.finding import Found, Line

OPENING, ENDGAME = 1 / 3, 4 / 5  # parts of a game
WINS = 0.95  # expected result that is as good as a win
LOST = 0.3  # what every other decision leads to, if only one saves the game
HIDDEN = 8  # rank before searching from which a decision does not catch the eye
CONSEQUENCES = ("gains", "takes", "gives", "quiet")
MOMENTS = ("opening", "middle", "endgame")
GENERAL = (*CONSEQUENCES, *MOMENTS, "wins", "saves", "hidden")


def themes(found: Found, part: float) -> tuple[str, ...]:
    """Return the themes of a puzzle: what is done, what comes of it, and when.

    `part` says how much of its game had been played.
    """
    position, last = found.position, _before_last(found.position, found.best)
    told = [str(position.game.parts()[found.best[-1]]["does"])]
    if last.account(found.best[-1], position.to_move).get("captures"):
        told = ["captures"]
    told.append(_consequence(position, found.best))
    told.append(_moment(part))
    if found.value >= WINS:
        told.append("wins")
    elif found.rival_value < LOST:
        told.append("saves")
    if found.place > HIDDEN:
        told.append("hidden")
    return tuple(told)


def _before_last(position: Position, line: Line) -> Position:
    for decision in line[:-1]:
        position = position.play_one(decision)
    return position


def _consequence(position: Position, line: Line) -> str:
    """Return what the decisions change at once: more points, or fewer for others."""
    seat = position.to_move
    assert seat is not None
    after = _before_last(position, line).play_one(line[-1])
    changes = [
        then[0] - now[0] for now, then in zip(position.standing(), after.standing(), strict=True)
    ]
    if changes[seat] > 0:
        return "gains"
    if any(change < 0 for other, change in enumerate(changes) if other != seat):
        return "takes"
    return "gives" if changes[seat] < 0 else "quiet"


def _moment(part: float) -> str:
    if part < OPENING:
        return "opening"
    return "middle" if part < ENDGAME else "endgame"
