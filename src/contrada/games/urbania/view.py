"""What a seat of Urbania may know, as plain data: no other hand, no pile, no face-down project."""

from __future__ import annotations

from collections import Counter
from typing import Any

from contrada.games.components import label
from contrada.games.contract import ScoreLine
from contrada.games.urbania import rules
from contrada.games.urbania.components import DISTRICTS, OURS, PAIR, read
from contrada.games.urbania.notation import (
    CARDS,
    COLOURS,
    PROJECTS,
    SPECIALISTS,
    TYPES,
    is_renewed,
    payment,
    projects_of,
    space_name,
    type_at,
    view_text,
)
from contrada.kernel.operations import State

SEAT_NAMES = ("First", "Second", "Third", "Fourth", "Fifth")
COMPONENTS = label(rules.COMPONENTS, read(OURS))
DUE = ("action", "draw", "renew", "hire", "card", "over")
KINDS_OF_PROJECTS = ("neighbourhood", "building", "single", "pair")
SOURCES = ("hand", "table")


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the position as a seat, or everyone, may know it."""
    spaces = [_space(state, space) for space in range(rules.SPACES)]
    undeveloped = Counter(each["district"] for each in spaces if not each["renewed"])
    return {
        "game": "urbania",
        "options": {
            "subsidy": bool(state.subsidy),
            "italian_politics": bool(state.politics),
            "components": COMPONENTS,
        },
        "seats": int(state.seats),
        "seat": seat,
        "seat_names": list(SEAT_NAMES[: state.seats]),
        "start_seat": int(state.starter),
        "to_move": None if state.to_move == rules.NOBODY else int(state.to_move),
        "due": DUE[state.due],
        "actions_left": int(state.actions_left),
        "cards_due": int(state.cards_due),
        "end_turns": int(state.end_turns),
        "types": list(TYPES),
        "colours": list(COLOURS),
        "spaces": spaces,
        "undeveloped": {name: undeveloped[name] for name in DISTRICTS},
        "track": [_track(state, specialist) for specialist in range(rules.SUITS)],
        "card_icons": list(rules.COMPONENTS.card_icons),
        "pool": [None if kind < 0 else _card(kind) for kind in state.pool.tolist()],
        "pool_workers": int(rules.workers_showing(state)),
        "may_sweep": bool(rules.may_sweep(state)),
        "pile_size": int(state.pile_size),
        "project_pile_size": int(state.project_pile_size),
        "discards": _cards(state.discards),
        "discards_size": int(state.discards.sum()),
        "payment": _payment(state),
        "players": [_player(state, each, seat) for each in range(state.seats)],
        "scores": [int(points) for points in state.points[: state.seats]],
        "text": view_text(state, seat),
    }


def _space(state: State, space: int) -> dict[str, Any]:
    tile = rules.TILE_KINDS[state.tiles[space]]
    return {
        "space": space_name(space),
        "district": (*DISTRICTS, "centre")[rules.DISTRICT[space]],
        "type": type_at(state, space),
        "workers": tile.workers,
        "points": tile.points,
        "card": tile.card,
        "renewed": is_renewed(state, space),
    }


def _track(state: State, specialist: int) -> dict[str, Any]:
    holder = int(state.holders[specialist])
    return {
        "type": TYPES[specialist],
        "colour": COLOURS[specialist],
        "buildings": int(state.buildings[specialist]),
        "specialist": SPECIALISTS[specialist],
        "value": int(state.specialists[specialist]),
        "holder": None if holder == rules.NOBODY else holder,
    }


def _card(kind: int) -> dict[str, Any]:
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


def _cards(counts: Any) -> list[dict[str, Any]]:
    return [{**_card(kind), "count": count} for kind, count in enumerate(counts.tolist()) if count]


def _payment(state: State) -> dict[str, Any] | None:
    if state.due not in (rules.RENEWING, rules.HIRING):
        return None
    coins, target = bool(state.due == rules.HIRING), int(state.target)
    return {
        "what": DUE[state.due],
        "target": SPECIALISTS[target] if coins else space_name(target),
        "price": int(rules.price(state, target, coins)),
        "paid": int(state.paid_worth),
        "cards": [{**_card(kind), "from": SOURCES[source]} for source, kind in payment(state)],
    }


def _player(state: State, seat: int, viewer: int | None) -> dict[str, Any]:
    own, over = seat == viewer, state.due == rules.OVER
    in_hand, submitted = projects_of(state.project_hands[seat]), projects_of(state.submitted[seat])
    return {
        "seat": seat,
        "name": SEAT_NAMES[seat],
        "points": int(state.points[seat]),
        "from_projects": int(state.from_projects[seat]),
        "sheet": [line.data() for line in score_sheet(state, seat, viewer)],
        "hand_size": int(state.hands[seat].sum()),
        "hand": _cards(state.hands[seat]) if own else None,
        "known": _cards(state.known[seat]),
        "table": _cards(state.tables[seat]),
        "project_hand_size": len(in_hand),
        "projects": [_project(state, each) for each in in_hand] if own else None,
        "submitted_size": len(submitted),
        "submitted": [_project(state, each) for each in submitted] if own or over else None,
        "contract": bool(state.contracts[seat]) if state.subsidy else None,
    }


def _project(state: State, number: int) -> dict[str, Any]:
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
    """Explain the points of a seat; projects count at the end, when all see them."""
    over = state.due == rules.OVER
    scored = projects_of(state.submitted[seat]) if over else []
    return [
        ScoreLine("buildings", "renewed buildings", int(state.from_buildings[seat])),
        ScoreLine("specialists", "specialists", int(state.from_specialists[seat])),
        ScoreLine("fees", "fees for submitting", -int(state.fees[seat])),
        *(
            ScoreLine("project", PROJECTS[each], int(rules.value_of(state, each)))
            for each in scored
        ),
    ]


def traits(state: State, seat: int) -> dict[str, str]:
    """Name what sets a seat apart: its place in the turn order."""
    return {"turn order": SEAT_NAMES[(seat - int(state.starter)) % int(state.seats)]}
