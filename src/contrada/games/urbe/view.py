"""What a seat of Urbe may know, as plain data: no decree of others, no pile, no box."""

from __future__ import annotations

from typing import Any

from contrada.games.components import label
from contrada.games.contract import ScoreLine
from contrada.games.urbe import rules
from contrada.games.urbe.components import OURS, SIDES, read
from contrada.games.urbe.notation import (
    CARD_TEXTS,
    COLOURS,
    DECREES,
    DUE,
    GUILDS,
    LOCATIONS,
    SQUARES,
    TILES,
    USEFUL,
    cell_name,
    members,
    view_text,
)
from contrada.kernel.operations import State

SEAT_NAMES = ("First", "Second", "Third", "Fourth")
COMPONENTS = label(rules.COMPONENTS, read(OURS))
LETTERS = "".join(colour[0].upper() for colour in COLOURS)  # in a decree's grid
PHASES = (
    *["characters"] * 2,
    *["mark"] * 2,
    *["take"] * 4,
    *["place"] * 2,
    "over",
)  # by what is due


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the position as a seat, or everyone, may know it."""
    size = int(rules.MARKET_SIZE[state.seats - 2])
    players = [_player(state, each, seat) for each in range(state.seats)]
    return {
        "game": "urbe",
        "options": {"useful_eight": bool(state.eight), "components": COMPONENTS},
        "seats": int(state.seats),
        "seat": seat,
        "seat_names": list(SEAT_NAMES[: state.seats]),
        "round": int(state.round_number),
        "rounds": int(rules.ROUNDS[state.seats - 2]),
        "first": int(state.first),
        "to_move": None if state.to_move == rules.NOBODY else int(state.to_move),
        "due": DUE[state.due],
        "phase": PHASES[state.due],
        "colours": list(COLOURS),
        "guilds": list(GUILDS),
        "market": [_place(state, place) for place in range(size)],
        "target": None if state.target == rules.NOTHING else int(state.target) + 1,
        "card": _card_in_use(state),
        "pile_size": int(state.pile_size),
        "discards_size": int(state.discards.sum()),
        "box_size": len(members(state.box)),
        "fountains_left": [
            {"vp": int(points), "left": int(left)}
            for points, left in zip(rules.FOUNTAIN_VP, state.fountains_left, strict=True)
        ],
        "players": players,
        "scores": [player["points"] for player in players],
        "text": view_text(state, seat),
    }


def _tile(number: int) -> dict[str, Any] | None:
    if number < 0:
        return None
    tile = TILES[number]
    return {
        "id": tile.id,
        "name": tile.name,
        "colour": (*COLOURS, "grey")[tile.colour],
        "vp": tile.vp,
        "guilds": [GUILDS[guild] for guild in tile.icons],
        "power": tile.power or None,
    }


def _place(state: State, place: int) -> dict[str, Any]:
    marks = [seat for seat in range(state.seats) if int(state.meeples[seat]) >> place & 1]
    archbishop = int(state.archbishop_mark) >> place & 1
    return {
        "place": place + 1,
        "tile": _tile(int(state.market[place])),
        "meeple": marks[0] if marks else None,
        "archbishop": int(state.archbishop) if archbishop else None,
    }


def _player(state: State, seat: int, viewer: int | None) -> dict[str, Any]:
    guild, side = int(state.guilds[seat]), int(state.sides[seat])
    left = members(state.cards[seat])
    seen = seat == viewer or state.due == rules.OVER
    dealt = [number for number in state.decrees[seat].tolist() if number >= 0]
    sheet = score_sheet(state, seat, viewer)
    return {
        "seat": seat,
        "name": SEAT_NAMES[seat],
        "guild": GUILDS[guild],
        "colour": COLOURS[guild],
        "side": SIDES[side] if side >= 0 else None,
        "character": _character(guild, side),
        "useful": _useful(state, seat),
        "drawn": [_useful_data(each) for each in state.drawn[seat].tolist() if each >= 0],
        "cards": [_card(guild, card) for card in left],
        "cards_played": len(CARD_TEXTS[guild]) - len(left),
        "meeples": [place + 1 for place in members(state.meeples[seat])],
        "has_archbishop": bool(state.archbishop == seat),
        "is_herald": bool(state.herald == seat),
        "waiting": [_tile(tile) for tile in state.waiting[seat, : state.waiting_size[seat]]],
        "city": [_cell(state, seat, cell) for cell in range(rules.CELLS)],
        "bridges": _laid(state, seat, "border", int(rules.BORDER), int(rules.OUTSIDE)),
        "watchtowers": _laid(state, seat, "outside", int(rules.OUTSIDE), int(rules.LOCATIONS)),
        "fountains": [
            {"square": SQUARES[square], "vp": points}
            for square, points in enumerate(state.fountains[seat].tolist())
            if points
        ],
        "decrees": [_decree(state, seat, number) for number in dealt] if seen else None,
        "decrees_size": len(dealt),
        "points": sum(line.points for line in score_sheet(state, seat, None)),
        "sheet": [line.data() for line in sheet],
    }


def _is_over(state: State) -> bool:
    return bool(state.due == rules.OVER)


def _character(guild: int, side: int) -> dict[str, Any] | None:
    if side < 0:
        return None
    chosen = rules.COMPONENTS.characters[guild][side]
    return {"name": chosen.name, "vp": chosen.vp, "counts": list(chosen.counts)}


def _useful_data(number: int) -> dict[str, Any]:
    useful = USEFUL[number]
    return {"id": useful.id, "name": useful.name, "text": useful.text, "vp": useful.vp}


def _useful(state: State, seat: int) -> dict[str, Any] | None:
    if state.useful[seat] == rules.NOTHING:
        return None
    return {**_useful_data(int(state.useful[seat])), "used": bool(state.power_used[seat])}


def _card_in_use(state: State) -> dict[str, Any] | None:
    """Return the card of which a part has paid and the other may, with the part that has."""
    if state.card == rules.NOTHING:
        return None
    guild = int(state.guilds[state.to_move])
    return {**_card(guild, int(state.card)), "paid_by": ("flags", "guilds")[state.part]}


def _card(guild: int, card: int) -> dict[str, Any]:
    coin = rules.COMPONENTS.coins[guild][card]
    return {
        "card": card + 1,
        "flags": [COLOURS[flag] for flag in coin.flags],
        "guilds": [GUILDS[icon] for icon in coin.guilds],
        "text": CARD_TEXTS[guild][card],
    }


def _cell(state: State, seat: int, cell: int) -> dict[str, Any]:
    tile = int(state.cities[seat, cell])
    worth = int(rules.tile_worth(state, seat, cell)) if tile >= 0 else None
    return {"cell": cell_name(cell), "tile": _tile(tile), "worth": worth}


def _laid(state: State, seat: int, key: str, start: int, end: int) -> list[dict[str, Any]]:
    return [
        {key: LOCATIONS[location], "tile": _tile(int(state.cities[seat, location]))}
        for location in members(state.placed[seat])
        if start <= location < end
    ]


def _decree(state: State, seat: int, number: int) -> dict[str, Any]:
    decree = DECREES[number]
    cells = rules.cells_meeting(state, seat, number)
    return {
        "id": decree.id,
        "name": decree.name,
        "vp": decree.vp,
        "grid": ["".join("." if c is None else LETTERS[c] for c in row) for row in decree.grid],
        "pile": "starting" if decree.starting else "advanced",
        "met": bool(cells),
        "cells": [cell_name(cell) for cell in cells],
    }


# --- The score sheet -----------------------------------------------------------------------------


def score_sheet(state: State, seat: int, viewer: int | None) -> list[ScoreLine]:
    """Explain the points of a seat (URBE-SCORE-1), as far as somebody may know them."""
    seen = seat == viewer or _is_over(state)
    return [
        *_tile_lines(state, seat),
        *_character_lines(state, seat),
        *_fountain_lines(state, seat),
        *(_decree_lines(state, seat) if seen else []),
        *_useful_lines(state, seat, seen=seen),
    ]


def _tile_lines(state: State, seat: int) -> list[ScoreLine]:
    return [
        ScoreLine(
            "tile",
            TILES[int(state.cities[seat, location])].name,
            int(rules.tile_worth(state, seat, location)),
            (LOCATIONS[location],),
        )
        for location in members(state.placed[seat])
    ]


def _character_lines(state: State, seat: int) -> list[ScoreLine]:
    guild, side = int(state.guilds[seat]), int(state.sides[seat])
    if side < 0:
        return []
    cells = [
        cell
        for cell in range(rules.CELLS)
        if (tile := int(state.cities[seat, cell])) >= 0 and rules.SIDE_VP[guild, side, tile]
    ]
    points = int(rules.character_points(state, seat))
    name = rules.COMPONENTS.characters[guild][side].name
    return [ScoreLine("character", name, points, tuple(map(cell_name, cells)))]


def _fountain_lines(state: State, seat: int) -> list[ScoreLine]:
    return [
        ScoreLine("fountain", f"Fountain of {points}", points, _square(square))
        for square, points in enumerate(state.fountains[seat].tolist())
        if points
    ]


def _square(square: int) -> tuple[str, ...]:
    return tuple(map(cell_name, members(rules.SQUARE_CELLS[square])))


def _decree_lines(state: State, seat: int) -> list[ScoreLine]:
    lines = []
    for number in state.decrees[seat].tolist():
        if number >= 0:
            cells = rules.cells_meeting(state, seat, number)
            points = DECREES[number].vp if cells else 0
            name = DECREES[number].name
            where = tuple(map(cell_name, cells))
            lines.append(ScoreLine("decree", name, points, where, goal=True))
    return lines


def _useful_lines(state: State, seat: int, *, seen: bool) -> list[ScoreLine]:
    """Explain the useful character; the Chancellor counts decrees, which are secret."""
    useful = int(state.useful[seat])
    if useful < 0 or (useful == rules.CHANCELLOR and not seen):
        return []
    points = int(rules.useful_points(state, seat))
    return [ScoreLine("useful", USEFUL[useful].name, points)]


def traits(state: State, seat: int) -> dict[str, str]:
    """Name what sets a seat apart: guild, side, useful character, place in the turn order."""
    guild, side, useful = (int(word[seat]) for word in (state.guilds, state.sides, state.useful))
    began = (int(state.first) - max(int(state.round_number) - 1, 0)) % int(state.seats)
    found = {"turn order": SEAT_NAMES[(seat - began) % int(state.seats)], "guild": GUILDS[guild]}
    if side >= 0:
        name = rules.COMPONENTS.characters[guild][side].name
        found |= {"side": SIDES[side], "character": f"{name} ({GUILDS[guild]} {SIDES[side]})"}
    if useful >= 0:
        found["useful character"] = USEFUL[useful].name
    return found
