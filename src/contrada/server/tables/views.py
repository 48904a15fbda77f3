"""What each kind of onlooker may know of a table: the last step before anything is sent.

A face is a snapshot without what differs from connection to connection. Everyone with the same
viewpoint gets the same face, so it is worked out and encoded once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from contrada import replay
from contrada.games.contract import Position, View
from contrada.server import times
from contrada.server.tables.clock import Clock
from contrada.server.tables.table import Seat, Table, Turn

Face = dict[str, Any]
LATEST_CHAT = 200  # lines that a snapshot has
# Where there is neither a table nor anybody else, nobody is to move, and nothing is over.
NEUTRAL: Face = {
    "listed": False,
    "hints": False,
    "host": "",
    "clock": None,
    "seed": None,
    "legal": None,
    "then": None,
    "asks": [],
    "chat": [],
    "muted": [],
    "result": None,
    "sheet": None,
    "hands": None,
    "rematch": None,
}


class Viewpoint(NamedTuple):
    """Whose eyes: a seat's or, without one, everyone's; and whether it is the host's."""

    seat: int | None
    host: bool = False


@dataclass
class _Known:
    """What has been worked out for a seat, to be used again while it holds."""

    position: Position | None = None
    view: View | None = None
    lines: list[tuple[Turn, list[int], dict[str, Any]]] = field(default_factory=list)


class Faces:
    """The faces of one table."""

    def __init__(self, table: Table) -> None:
        """Know nothing yet."""
        self._table = table
        self._known: dict[int | None, _Known] = {}

    def face(self, viewpoint: Viewpoint) -> Face:
        """Return what somebody with this viewpoint may know now."""
        table, seat = self._table, viewpoint.seat
        over = table.status == "over"
        mine = seat is not None and table.to_move == seat
        position = table.position
        return {
            **NEUTRAL,
            "ply": table.ply,
            "game": table.made.game,
            "options": table.made.options,
            "status": table.status,
            "listed": table.made.listed,
            "hints": table.made.hints,
            "host": table.made.host,
            "you": seat,
            "seats": [seat_data(each) for each in table.seats],
            "clock": _clock(table),
            "seed": _seed(table),
            "view": self.view(seat),
            "to_move": table.to_move,
            **(choices_of(position) if position and mine else {}),
            "log": self._log(seat),
            "can": _can(table, viewpoint),
            "asks": [
                {"what": question.what, "seat": question.seat, "yes": sorted(question.yes)}
                for question in table.questions
            ],
            "chat": list(table.chat),
            "muted": sorted(table.muted),
            "result": table.end.data() if table.end else None,
            **(shown_at_the_end(position) if position and over else {}),
            "rematch": table.rematch,
        }

    def view(self, seat: int | None) -> View | None:
        """Return the position as a seat may see it, worked out once for each position."""
        position = self._table.position
        if position is None:
            return None
        known = self._known.setdefault(self._eyes(seat), _Known())
        if known.position is not position:
            known.position, known.view = position, position.view(self._eyes(seat))
        return known.view

    def _eyes(self, seat: int | None) -> int | None:
        """Where nothing is hidden all see with the same eyes."""
        return seat if self._table.game.facts.hidden else None

    def _log(self, seat: int | None) -> list[dict[str, Any]]:
        known = self._known.setdefault(self._eyes(seat), _Known())
        turns, lines = self._table.turns, known.lines
        while lines and not _holds(lines, turns):
            lines.pop()
        ply = lines[-1][2]["ply"] if lines else 0
        for turn in turns[len(lines) :]:
            ply += len(turn.decisions)
            line = replay.log_line(turn.start, turn.decisions, self._eyes(seat), ply).data()
            lines.append((turn, [*turn.decisions], line))
        return [line for _, _, line in lines]


def _holds(lines: list[tuple[Turn, list[int], dict[str, Any]]], turns: list[Turn]) -> bool:
    """Whether the latest of these lines still tells what happened; those before it do, then."""
    turn, decisions, _ = lines[-1]
    return (
        len(lines) <= len(turns)
        and turns[len(lines) - 1] is turn
        and turn.decisions == decisions  # one may have been taken instead of another
    )


def seat_data(seat: Seat) -> dict[str, Any]:
    """Return who sits somewhere, for the wire."""
    return {
        "kind": seat.kind,
        "name": seat.name,
        "guest": seat.guest,
        "level": seat.level,
        "out": seat.out,
    }


def _clock(table: Table) -> dict[str, Any] | None:
    """Return the clock, before the start with what everyone will have."""
    if table.clock is None and table.made.clock:
        return Clock(table.made.clock, len(table.seats), ()).data()
    return table.clock.data() if table.clock else None


def _seed(table: Table) -> dict[str, Any] | None:
    """Return the hash of the seed, and the seed itself only when nothing depends on it any more."""
    if table.seed is None:
        return None
    over = table.status == "over"
    return {
        "commitment": table.commitment,
        "salt": table.seed.salt if over else None,
        "seed": str(table.seed.seed) if over else None,  # a browser's numbers are too short for it
    }


def choices_of(position: Position) -> Face:
    """Return what whoever is to move may decide."""
    return {"legal": position.legal(), "then": position.then()}


def shown_at_the_end(position: Position) -> Face:
    """Return what nobody may know before: every line of every seat's score, and all hands."""
    sheet = [[line.data() for line in lines] for lines in position.score_sheet()]
    return {"sheet": sheet, "hands": _hands(position)}


def _hands(position: Position) -> list[View] | None:
    """Return what each seat sees, if that is not the same for all."""
    if not position.game.facts.hidden:
        return None
    return [position.view(seat) for seat in range(position.seats)]


def _can(table: Table, viewpoint: Viewpoint) -> list[str]:
    """List what somebody may try now; what depends on the time is for the client to see."""
    seat, playing = viewpoint.seat, table.status == "playing"
    seated = seat is not None
    possible = {
        "play": playing and seated and table.to_move == seat,
        "undo": table.may_undo(seat),
        "takeback": table.may_take_back(seat),
        "draw": table.may_ask_for_draw(seat),
        "answer": seat is not None and any(table.to_answer(q, seat) for q in table.questions),
        "resign": playing and seated,
        "claim": playing and seated and table.clock is not None and table.to_move != seat,
        "sit": not seated and any(each.kind in ("open", "kept") for each in table.seats),
        "stand": seated and table.status == "open",
        "give": table.status != "over" and (viewpoint.host or seated),
        "rematch": table.status == "over" and seated,
        "chat": True,
        "mute": viewpoint.host,
        "hint": table.may_hint(seat),
    }
    return [action for action, may in possible.items() if may]


def snapshot(table: Table, face: Face) -> Face:
    """Return a face as the first thing that somebody hears of a table."""
    found = {"type": "snapshot", "table": table.id, "seq": table.seq, **face}
    found["chat"] = face["chat"][-LATEST_CHAT:]
    if found["clock"]:
        found["clock"] = {**found["clock"], "now": times.now()}
    return found


def delta(table: Table, since: int, old: Face, new: Face) -> Face:
    """Return what has changed from one face to a later one."""
    found: Face = {"type": "delta", "table": table.id, "seq": table.seq}
    if table.seq != since + 1:
        found["since"] = since
    whole = ("view", "log", "chat")
    found["set"] = {
        key: value for key, value in new.items() if key not in whole and value != old[key]
    }
    if old["view"] is None or new["view"] is None:
        if new["view"] is not None:
            found["set"]["view"] = new["view"]
    elif new["view"] is not old["view"]:
        found["view"] = replay.changed(old["view"], new["view"])
    if new["log"] != old["log"]:
        kept = _common(old["log"], new["log"])
        found["log_from"], found["log"] = kept, new["log"][kept:]
    if len(new["chat"]) != len(old["chat"]):
        found["chat"] = new["chat"][len(old["chat"]) :]
    return found


def _common(old: list[Any], new: list[Any]) -> int:
    """Count the lines that two logs have in common at the beginning."""
    pairs = zip(old, new, strict=False)
    return next((k for k, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))


def summary(table: Table) -> dict[str, Any]:
    """Return what lists of tables say of it; `you` is added for whoever asks."""
    end = table.end
    return {
        "id": table.id,
        "game": table.made.game,
        "options": table.made.options,
        "status": table.status,
        "listed": table.made.listed,
        "hints": table.made.hints,
        "host": table.made.host_name,
        "clock": table.made.clock,
        "created": table.created,
        "changed": table.changed,
        "seats": [
            {"kind": seat.kind, "name": seat.name, "level": seat.level, "guest": seat.guest}
            for seat in table.seats
        ],
        "to_move": table.to_move,
        "turn": len(table.turns),
        "places": end.places if end else None,
        "scores": end.scores if end else None,
    }
