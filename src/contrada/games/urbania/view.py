"""What a seat of Urbania may know, as plain data: no other hand, no pile, no face-down project."""

from __future__ import annotations

from collections import Counter

import numpy as np

from contrada.games.components import label
from contrada.games.contract import ScoreLine
from contrada.games.plain import plain
from contrada.games.urbania import rules
from contrada.games.urbania.components import DISTRICTS, OURS, PAIR, read
from contrada.games.urbania.notation import (
    CARDS,
    COLOURS,
    PROJECTS,
    SPECIALISTS,
    TYPES,
    payment,
    space_name,
    view_text,
)
from contrada.games.urbania.view_types import (
    Card,
    Cards,
    Counted,
    Due,
    KindOfProject,
    Memory,
    Paying,
    Payment,
    Place,
    Player,
    Project,
    Row,
    Source,
    Space,
    TileKind,
    UrbaniaView,
)
from contrada.kernel import records
from contrada.kernel.operations import State
from contrada.kernel.sets import members

SEAT_NAMES = ("First", "Second", "Third", "Fourth", "Fifth")
COMPONENTS = label(rules.COMPONENTS, read(OURS))
DUE: tuple[Due, ...] = ("action", "draw", "renew", "hire", "card", "over")
KINDS_OF_PROJECTS: tuple[KindOfProject, ...] = ("neighbourhood", "building", "single", "pair")
SOURCES: tuple[Source, ...] = ("hand", "table")


def view(state: State, seat: int | None) -> UrbaniaView:
    """Return the position as a seat or a spectator may know it."""
    table = plain(state)
    spaces = [_space(table, space) for space in range(rules.SPACES)]
    undeveloped = Counter(each["district"] for each in spaces if not each["renewed"])
    return {
        "game": "urbania",
        "options": {
            "subsidy": bool(table.subsidy),
            "italian_politics": bool(table.politics),
            "components": COMPONENTS,
        },
        "seats": table.seats,
        "seat": seat,
        "seat_names": list(SEAT_NAMES[: table.seats]),
        "start_seat": table.starter,
        "to_move": None if table.to_move == rules.NOBODY else table.to_move,
        "due": DUE[table.due],
        "actions_left": table.actions_left,
        "cards_due": table.cards_due,
        "end_turns": table.end_turns,
        "types": list(TYPES),
        "colours": list(COLOURS),
        "spaces": spaces,
        "undeveloped": {name: undeveloped[name] for name in DISTRICTS},
        "track": [_track(table, specialist) for specialist in range(rules.SUITS)],
        "card_icons": list(rules.COMPONENTS.card_icons),
        "pool": [None if kind < 0 else _CARDS[kind].copy() for kind in table.pool],
        "pool_workers": int(rules.workers_showing(state)),
        "may_sweep": bool(rules.may_sweep(state)),
        "pile_size": table.pile_size,
        "memory": _memory(table, seat),
        "project_pile_size": table.project_pile_size,
        "discards": _cards(table.discards),
        "discards_size": sum(table.discards),
        "payment": _payment(state, table, seat),
        "players": [_player(state, table, each, seat) for each in range(table.seats)],
        "scores": table.points[: table.seats],
        "text": view_text(table, seat),
    }


def _card(kind: int) -> Card:
    card = rules.COMPONENTS.cards[kind]
    return {
        "suit": TYPES[card.suit],
        "colour": COLOURS[card.suit],
        "workers": card.workers,
        "rainbow_workers": card.rainbow_workers,
        "coins": card.coins,
        "rainbow_coins": card.rainbow_coins,
        "text": CARDS[kind],
    }


_CARDS = [_card(kind) for kind in range(rules.KINDS)]
_TILES: list[TileKind] = [
    {"type": TYPES[tile.type], "workers": tile.workers, "points": tile.points, "card": tile.card}
    for tile in rules.TILE_KINDS
]
_SPACES: list[Place] = [
    {"space": space_name(space), "district": (*DISTRICTS, "centre")[district]}
    for space, district in enumerate(rules.DISTRICT.tolist())
]


def _space(table: State, space: int) -> Space:
    tile: TileKind = _TILES[table.tiles[space]]
    return {**_SPACES[space], **tile, "renewed": rules.is_renewed(table, space)}


def _track(table: State, specialist: int) -> Row:
    holder = table.holders[specialist]
    return {
        "type": TYPES[specialist],
        "colour": COLOURS[specialist],
        "buildings": table.buildings[specialist],
        "specialist": SPECIALISTS[specialist],
        "value": table.specialists[specialist],
        "holder": None if holder == rules.NOBODY else holder,
    }


def _cards(counts: list[int]) -> list[Cards]:
    return [{**_CARDS[kind], "count": count} for kind, count in enumerate(counts) if count]


def _memory(table: State, viewer: int | None) -> Memory | None:
    if not (table.pile_size and any(map(any, table.left))):
        return None
    in_pile = _in_pile(table, viewer)
    return {
        "in_pile": _counted(in_pile),
        "drawn": sum(in_pile) - table.pile_size,
        "left": _counted([sum(counts) for counts in zip(*table.left, strict=True)]),
        "left_with": [sum(counts) for counts in table.left[: table.seats]],
        "own": None if viewer is None else _counted(table.left[viewer]),
        "unsure": [_counted(counts) for counts in table.unsure[: table.seats]],
    }


def _in_pile(table: State, viewer: int | None) -> list[int]:
    """Count by kind the cards that can be in the pile, as far as a seat knows."""
    others = [seat for seat in range(table.seats) if seat != viewer]
    counts = Counter(table.pile[: table.pile_size])
    found = []
    for kind in range(rules.KINDS):
        unseen = counts[kind] + sum(table.hands[o][kind] - table.known[o][kind] for o in others)
        from_pile = unseen + sum(table.unsure[o][kind] - table.left[o][kind] for o in others)
        found.append(min(unseen, from_pile))
    return found


def _counted(counts: list[int]) -> Counted:
    return {CARDS[kind]: count for kind, count in enumerate(counts) if count}


def _payment(state: State, table: State, seat: int | None) -> Payment | None:
    if table.due not in (rules.RENEWING, rules.HIRING):
        return None
    coins, target = bool(table.due == rules.HIRING), table.target
    return {
        "what": "hire" if coins else "renew",
        "target": SPECIALISTS[target] if coins else space_name(target),
        "price": int(rules.price(state, target, coins)),
        "paid": table.paid_worth,
        "cards": [{**_CARDS[kind], "from": SOURCES[source]} for source, kind in payment(table)],
        "ways": ways(state) if seat == table.to_move else None,  # they tell of the hand
    }


def ways(state: State) -> list[list[Paying]]:
    """List all ways to complete the payment, each in the order of paying."""
    found: list[list[Paying]] = []
    room = np.empty(rules.DECISIONS, np.int64)
    for decision in room[: rules.legal(state, room)].tolist():
        after = records.copy(state)[0]
        rules.apply(after, decision)
        following: list[list[Paying]] = [[]] if after.target == rules.NOTHING else ways(after)
        found += [[_paying(state, decision), *rest] for rest in following]
    return found


def _paying(state: State, decision: int) -> Paying:
    """Return what one card, or the contract, adds to a payment."""
    if decision == rules.PAY_SUBSIDY:
        return {"from": "contract", "card": None, "worth": 1}
    source, kind = divmod(decision - int(rules.PAY), rules.KINDS)
    worth = rules.worth(kind, int(state.colour), bool(state.due == rules.HIRING))
    return {"from": SOURCES[source], "card": CARDS[kind], "worth": int(worth)}


def _player(state: State, table: State, seat: int, viewer: int | None) -> Player:
    own, over = seat == viewer, table.due == rules.OVER
    in_hand, submitted = members(table.project_hands[seat]), members(table.submitted[seat])
    return {
        "seat": seat,
        "name": SEAT_NAMES[seat],
        "points": table.points[seat],
        "from_projects": table.from_projects[seat],
        "sheet": [line.data() for line in _sheet(state, table, seat)],
        "hand_size": sum(table.hands[seat]),
        "hand": _cards(table.hands[seat]) if own else None,
        "known": _cards(table.known[seat]),
        "table": _cards(table.tables[seat]),
        "project_hand_size": len(in_hand),
        "projects": [_project(state, each) for each in in_hand] if own else None,
        "submitted_size": len(submitted),
        "submitted": [_project(state, each) for each in submitted] if own or over else None,
        "contract": bool(table.contracts[seat]) if table.subsidy else None,
    }


def _project(state: State, number: int) -> Project:
    project = rules.COMPONENTS.projects[number]
    names = (DISTRICTS, TYPES, SPECIALISTS, SPECIALISTS)[project.kind]
    looks_at = (project.first, project.second) if project.kind == PAIR else (project.first,)
    return {
        "name": PROJECTS[number],
        "kind": KINDS_OF_PROJECTS[project.kind],
        "factor": project.points,
        "worth": int(rules.value_of(state, number)),
        "of": [names[each] for each in looks_at],
    }


def score_sheet(state: State, seat: int, _viewer: int | None) -> list[ScoreLine]:
    """Explain the points of a seat; projects count at the end, when everyone sees them."""
    return _sheet(state, plain(state), seat)


def _sheet(state: State, table: State, seat: int) -> list[ScoreLine]:
    scored = members(table.submitted[seat]) if table.due == rules.OVER else []
    return [
        ScoreLine("buildings", "renewed buildings", table.from_buildings[seat]),
        ScoreLine("specialists", "specialists", table.from_specialists[seat]),
        ScoreLine("fees", "fees for submitting", -table.fees[seat]),
        *(
            ScoreLine(
                "project", PROJECTS[each], int(rules.value_of(state, each)), id=PROJECTS[each]
            )
            for each in scored
        ),
    ]


def traits(state: State, seat: int) -> dict[str, str]:
    """Return what sets seats apart: the place in the turn order."""
    return {"turn order": SEAT_NAMES[(seat - int(state.starter)) % int(state.seats)]}
