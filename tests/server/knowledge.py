"""What somebody may know about a table, worked out from its log without the sending code.

Nothing here uses `views`, `live` or the registry, so a leak there shows up as a difference.
"""

from __future__ import annotations

import itertools
import json
from functools import cache
from typing import Any, Union

import msgspec

from contrada import replay
from contrada.games.contract import Position
from contrada.kernel import chance
from contrada.server.tables.table import Table
from contrada.server.wire import encoding, typescript
from contrada.server.wire.events import Started, read_events
from tests.server.people import Data, Somebody
from tests.server.stored import Entry

PUBLIC = {"ply", "game", "options", "status", "listed", "host", "seats", "clock", "to_move"}
PUBLIC |= {
    "can",
    "asks",
    "declined",
    "reopened",
    "chat",
    "muted",
    "result",
    "rematch",
    "hints",
    "host_name",
    "random_seats",
}  # no part of these is hidden
FACE = PUBLIC | {"you", "seed", "view", "legal", "then", "log", "sheet", "hands"}
PRESENCE = {"type", "table", "online", "abandoned_at", "watchers"}
SUMMARY = {"id", "game", "options", "status", "listed", "host", "clock", "created", "changed"}
SUMMARY |= {"hints", "seats", "you", "to_move", "turn", "began", "until", "places", "scores"}
SUMMARY |= {"rematch"}
ADVICE = {"seat", "values", "iterations", "seconds", "choices"}
CHOICE = {"decision", "does", "rest", "then", "text", "value", "share", "certain", "turns", "line"}
MAY_HAVE = {
    "hello": {"type", "guest", "version", "now", "games", "paused"},
    "time": {"type", "now", "paused"},
    "clock": {"type", "table", "clock"},
    "games": {"type", "states"},
    "snapshot": FACE | PRESENCE | {"id", "seq"},
    "delta": {"type", "table", "seq", "since", "set", "view", "log_from", "log", "chat"},
    "presence": PRESENCE,
    "done": {"type", "id", "table"},
    "pong": {"type", "id"},
    "refused": {
        *("type", "id", "table", "reason", "sentence", "rule", "case", "values", "squares"),
        *("decision", "game"),
    },
    "preview": {
        *("type", "id", "table", "ply", "decisions", "view", "to_move", "ends_turn", "reveals"),
        *("legal", "then", "outlook"),
    },
    "hint": {"type", "id", "table", "ply", "advice"},
    "home": {
        *("type", "id", "open", "playing", "yours"),
        *("open_next", "playing_next", "yours_next"),
    },
    "running": {"type", "id", "tables"},
    "closing": {"type"},
}


FROM_SERVER = msgspec.json.Decoder(Union[typescript.FROM_SERVER])  # noqa: UP007


class Leak(AssertionError):
    """Somebody was told something they may not know."""


def wired(document: Any) -> Any:
    """Return something as it arrives at the other end of the wire."""
    return json.loads(encoding.encode(document))


@cache
def _line(start: Position, decisions: tuple[int, ...], seat: int | None, ply: int) -> Data:
    """Return a line of the log; most are needed again and again."""
    found: Data = wired(replay.log_line(start, decisions, seat, ply))
    return found


def _log(table: Table, seat: int | None) -> list[Data]:
    plies = itertools.accumulate(len(turn.decisions) for turn in table.turns)
    return [
        _line(turn.start, tuple(turn.decisions), seat, ply)
        for turn, ply in zip(table.turns, plies, strict=True)
    ]


def expected_face(table: Table, seat: int | None) -> Data:
    """Return what may be known about the hidden parts; the rest is public."""
    position, seed = table.position, table.seed
    if position is None or seed is None:
        return dict.fromkeys(("seed", "view", "legal", "then", "sheet", "hands")) | {"log": []}
    over = table.status == "over"
    mine = seat is not None and table.to_move == seat
    hidden = position.game.facts.hidden
    seats = range(position.seats)
    found: Data = {
        "view": position.view(seat),
        "legal": position.legal() if mine else None,
        "then": position.then() if mine else None,
        "seed": {
            "commitment": table.commitment,
            "salt": seed.salt if over else None,
            "seed": str(seed.seed) if over else None,
        },
        "hands": [position.view(each) for each in seats] if over and hidden else None,
        "sheet": [[line.data() for line in lines] for lines in position.score_sheet()]
        if over
        else None,
    }
    return {**wired(found), "log": _log(table, seat)}


def check_state(table: Table, seat: int | None, *states: Data) -> None:
    """A table as a seat has it is what that seat may know at that moment, and no more."""
    expected = expected_face(table, seat)
    for state in states:
        if state["you"] != seat:
            raise Leak(f"somebody at seat {seat} is taken for seat {state['you']}")
        for key, value in expected.items():
            if state[key] != value:
                raise Leak(f"{key} at {table.seq} is not what seat {seat} may know")


def keys_of(seed: int) -> list[str]:
    """Return what a leak of a game's generator would contain: parts of its key, in any form."""
    generator = chance.secret(seed)
    key = chance.key_of(generator)
    return [key.hex()[:16], key.hex()[-16:], *map(str, generator[chance.KEY :].tolist())]


class Moments:
    """A table at each entry of its log."""

    def __init__(self, table_id: str, entries: list[Entry]) -> None:
        self.secrets: list[str] = []
        self._entries, self._table = entries, Table(table_id)
        for _, _, text in entries:
            for event in read_events(text):
                if isinstance(event, Started):
                    self.secrets += [str(event.seed), event.salt, *keys_of(int(event.seed))]

    def check(self, people: list[Somebody]) -> int:
        """Check everything that people were sent, by socket and HTTP; return how much it was."""
        told: dict[int, list[tuple[str | None, Data]]] = {}
        checked = 0
        for who in people:
            for state in self._states(who):
                told.setdefault(state["seq"], []).append((who.id or None, state))
                checked += 1
        over_at = None
        for seq, at, text in self._entries:
            self._table.apply(seq, at, read_events(text))
            for seat, states in self._by_seat(told.get(seq, [])).items():
                check_state(self._table, seat, *states)
            if self._table.status == "over" and over_at is None:
                over_at = seq
        for who in people:
            self._check_texts(who, over_at or len(self._entries) + 1)
        return checked

    def _by_seat(self, told: list[tuple[str | None, Data]]) -> dict[int | None, list[Data]]:
        """People without a seat may all know the same."""
        found: dict[int | None, list[Data]] = {}
        for guest, state in told:
            found.setdefault(self._table.seat_of(guest), []).append(state)
        return found

    def _states(self, who: Somebody) -> list[Data]:
        asked = [json.loads(text) for path, text in who.answered if self._is_snapshot(path, text)]
        return [state for state in [*who.history, *asked] if state["table"] == self._table.id]

    def _is_snapshot(self, path: str, text: str) -> bool:
        return f"/{self._table.id}" in path and text.startswith('{"type":"snapshot"')

    def _check_texts(self, who: Somebody, over_at: int) -> None:
        """No field is unknown, and nothing gives the shuffle away."""
        seq = 0
        for text in who.heard:
            message = json.loads(text)
            check_fields(message)
            assert wired(FROM_SERVER.decode(text)) == message, "not as it is described"
            if message.get("table") == self._table.id and "seq" in message:
                seq = message["seq"]
            self._check_secrets(text, seq >= over_at)
        for _, text in who.answered:
            found = json.loads(text) if text.startswith("{") else {}
            if found.get("type") in MAY_HAVE:
                check_fields(found)
            is_over = found.get("status") == "over" or "contrada" in found or seq >= over_at
            self._check_secrets(text, is_over)

    def _check_secrets(self, text: str, is_over: bool) -> None:
        for secret in self.secrets:
            if secret in text and not is_over:
                raise Leak("the shuffle is given away")


def check_fields(message: Data) -> None:
    """A message has only fields that docs/protocol.md describes."""
    unknown = message.keys() - MAY_HAVE[message["type"]]
    if message["type"] == "delta":
        unknown |= message["set"].keys() - FACE
    for name in ("open", "playing", "yours", "tables"):
        for summary in message.get(name) or ():
            unknown |= summary.keys() - SUMMARY
            for seat in summary["seats"]:
                unknown |= seat.keys() - {"kind", "name", "level"}
    if message["type"] == "hint":
        unknown |= message["advice"].keys() - ADVICE
        unknown |= {key for each in message["advice"]["choices"] for key in each.keys() - CHOICE}
    if unknown:
        raise Leak(f"nobody knows of {sorted(unknown)}")


@cache
def _replay(position: Position, seat: int | None) -> Data:
    """Return a whole game as seen; a replay of part of it is the beginning of this."""
    found: Data = wired(replay.replay_of(position, [], seat))
    return found


def check_replay(table: Table, text: str, seat: int | None) -> None:
    """A replay shows the game so far as a seat, or everyone, has seen it."""
    found = json.loads(text)
    assert table.position is not None
    whole = _replay(table.position, seat)
    steps = whole["steps"][: len(found["steps"])]
    is_whole = len(steps) == len(whole["steps"])
    result = wired(table.end) if table.end and is_whole else None
    if found != {**whole, "seats": found["seats"], "steps": steps, "result": result}:
        raise Leak(f"the replay for seat {seat} shows something else")


def check_advice(position: Position, advice: Data, seat: int) -> None:
    """Advice says nothing that depends on what the others were dealt."""
    if advice["seat"] != seat or position.to_move != seat:
        raise Leak(f"advice for seat {seat} is about seat {advice['seat']}")
    for deal in range(3):
        other = position.reimagine(seat, 3000 + deal)
        for choice in advice["choices"]:
            account = wired(other.account(choice["decision"], seat))
            if any(account.get(key) != value for key, value in choice["does"].items()):
                raise Leak("what a choice does depends on what is hidden")
            if choice["text"] != other.decision_text(choice["decision"]):
                raise Leak("the text of a choice depends on what is hidden")
            check_line(other, choice)


def check_line(here: Position, choice: Data) -> None:
    """The seat's own part of the continuation is legal whatever the others were dealt."""
    seat = here.to_move
    for number, decision in enumerate(choice["line"]):
        if number and here.revealed:
            raise Leak("a line goes on after something has come to light")
        if here.to_move != seat:
            return
        if here.why_not(decision):
            raise Leak("a line depends on what is hidden")
        here = here.play_one(decision)
    if choice["turns"] != here.moves():
        raise Leak("the turns of a line depend on what is hidden")


def check_preview(position: Position, answer: Data, seat: int) -> None:
    """A preview is the same whatever the others were dealt."""
    for deal in range(3):
        other = position.reimagine(seat, 1000 + deal).preview(answer["decisions"], seat)
        for key in ("view", "to_move", "ends_turn", "reveals", "legal", "then"):
            if answer[key] != wired(getattr(other, key)):
                raise Leak(f"{key} of a preview depends on what is hidden")


def check_refusal(position: Position, answer: Data, seat: int) -> None:
    """A refusal by the rules is the same whatever the others were dealt."""
    for deal in range(3):
        why = position.reimagine(seat, 2000 + deal).why_not(answer["decision"])
        said = [answer[each] for each in ("rule", "case", "values", "sentence")]
        if why is None or said != wired([why.rule, why.case, why.values, why.sentence]):
            raise Leak("a refusal depends on what is hidden")
