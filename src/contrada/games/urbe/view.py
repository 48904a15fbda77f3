"""What a seat of Urbe may know, as plain data: not others' decrees, the pile or the box."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np

from contrada.games.components import label
from contrada.games.contract import ScoreLine
from contrada.games.plain import plain
from contrada.games.urbe import rules
from contrada.games.urbe.components import SIDES
from contrada.games.urbe.notation import (
    CARD_TEXTS,
    COLOURS,
    DECREES,
    DUE,
    GUILDS,
    LOCATIONS,
    OUR_COMPONENTS,
    RENAMED,
    SQUARES,
    TILES,
    USEFUL,
    USEFUL_EIGHT,
    cell_name,
    view_text,
)
from contrada.games.urbe.view_types import (
    Bridge,
    Card,
    CardInUse,
    Cell,
    Character,
    Decree,
    Due,
    Half,
    HeldCard,
    KeptUseful,
    Named,
    OpenCell,
    Phase,
    Place,
    Player,
    Power,
    Progress,
    Side,
    Tile,
    UrbeView,
    Useful,
    Watchtower,
)
from contrada.kernel.operations import State
from contrada.kernel.sets import members

SEAT_NAMES = ("First", "Second", "Third", "Fourth")
COMPONENTS = label(rules.COMPONENTS, OUR_COMPONENTS)
LETTERS = "".join(colour[0].upper() for colour in COLOURS)  # in a decree's grid
_DUE = cast("tuple[Due, ...]", DUE)
PHASES: tuple[Phase, ...] = (
    *("characters", "characters"),
    *("mark", "mark"),
    *("take", "take", "take", "take"),
    *("place", "place"),
    "over",
)  # by what is due


class Seen(NamedTuple):
    """A state as plain numbers, and what the rules say its parts are worth."""

    table: Any
    worths: list[list[int]]  # [seat][location]: of the tile there
    points: list[list[int]]  # [seat]: of the character, of the useful character
    met: list[list[int]]  # [seat][decree]: the first placement that is met, or NOTHING

    @property
    def is_over(self) -> bool:
        """Whether all decrees are shown."""
        return bool(self.table.due == rules.OVER)


def _with_worths(state: State) -> Seen:
    worths = np.empty((rules.MOST_SEATS, int(rules.LOCATIONS)), np.int64)
    points = np.empty((rules.MOST_SEATS, 2), np.int64)
    met = np.empty((rules.MOST_SEATS, rules.DECREES_EACH), np.int64)
    rules.write_sheet_parts(state, worths, points, met)
    return Seen(plain(state), worths.tolist(), points.tolist(), met.tolist())


def view(state: State, seat: int | None) -> UrbeView:
    """Return the position as a seat, or everyone, may know it."""
    seen = _with_worths(state)
    table = seen.table
    size = int(rules.MARKET_SIZE[table.seats - 2])
    players = [_player(seen, each, seat) for each in range(table.seats)]
    return {
        "game": "urbe",
        "options": {"useful_eight": USEFUL_EIGHT[table.eight], "components": COMPONENTS},
        "seats": table.seats,
        "seat": seat,
        "seat_names": list(SEAT_NAMES[: table.seats]),
        "round": table.round_number,
        "rounds": int(rules.ROUNDS[table.seats - 2]),
        "first": table.first,
        "to_move": None if table.to_move == rules.NOBODY else table.to_move,
        "due": _DUE[table.due],
        "phase": PHASES[table.due],
        "order": _order(table),
        "goes": _goes(table),
        "colours": list(COLOURS),
        "guilds": list(GUILDS),
        "market": [_place(table, place) for place in range(size)],
        "target": None if table.target == rules.NOTHING else table.target + 1,
        "card": _card_in_use(table),
        "pile_size": table.pile_size,
        "discards_size": sum(table.discards),
        "box_size": table.box.bit_count(),
        "fountains_left": [
            {"vp": points, "left": left}
            for points, left in zip(_FOUNTAINS, table.fountains_left, strict=True)
        ],
        "players": players,
        "scores": [player["points"] for player in players],
        "text": view_text(table, seat),
    }


_FOUNTAINS = rules.FOUNTAIN_VP.tolist()
_SIDE_VP = rules.SIDE_VP.tolist()
_SQUARES = [tuple(map(cell_name, members(cells))) for cells in rules.SQUARE_CELLS]
_CELLS = [cell_name(cell) for cell in range(rules.CELLS)]


def named(key: str, name: str) -> Named:
    """Return a name, and whether it comes from another file."""
    return {"name": name, "renamed": True} if key in RENAMED else {"name": name}


_TILES: list[Tile] = [
    {
        "id": tile.id,
        **named(f"tile.{tile.id}", tile.name),
        "colour": (*COLOURS, "grey")[tile.colour],
        "vp": tile.vp,
        "guilds": [GUILDS[guild] for guild in tile.icons],
        "power": cast("Power | None", tile.power or None),
    }
    for tile in TILES
]


def _tile_there(number: int) -> Tile | None:
    return None if number < 0 else _tile(number)


def _tile(number: int) -> Tile:
    tile = _TILES[number]
    return {**tile, "guilds": list(tile["guilds"])}


def _order(table: State) -> list[int]:
    """List the seats in the order of this phase."""
    phase = PHASES[table.due]
    if phase == "over":
        return []
    if phase == "characters":
        return list(range(table.seats))  # URBE-SETUP-7
    return order_in(table, phase)


def order_in(table: State, phase: Phase) -> list[int]:
    """List the seats in the order of a phase; Herald's owner marks first and takes last."""
    order = [(table.first + place) % table.seats for place in range(table.seats)]
    if phase == "place":
        return order
    if table.herald != rules.NOBODY:  # URBE-GREY-HERALD
        others = [seat for seat in order if seat != table.herald]
        order = [table.herald, *others] if phase == "mark" else [*others, table.herald]
    return order * int(rules.MEEPLES[table.seats - 2])


def _goes(table: State) -> int:
    """Count the turns of this phase that are over; the seat to move comes next in the order."""
    if PHASES[table.due] == "characters":
        return int(table.to_move)
    return 0 if table.due == rules.OVER else int(table.step)


def _place(table: State, place: int) -> Place:
    marks = [seat for seat in range(table.seats) if table.meeples[seat] >> place & 1]
    return {
        "place": place + 1,
        "tile": _tile_there(table.market[place]),
        "meeple": marks[0] if marks else None,
        "archbishop": table.archbishop if table.archbishop_mark >> place & 1 else None,
    }


def _player(seen: Seen, seat: int, viewer: int | None) -> Player:
    table = seen.table
    guild, side = table.guilds[seat], table.sides[seat]
    left = members(table.cards[seat])
    shown = seat == viewer or seen.is_over
    size = sum(number >= 0 for number in table.decrees[seat])
    sheet = _sheet(seen, seat, shown=shown)
    public = sheet if shown == seen.is_over else _sheet(seen, seat, shown=seen.is_over)
    return {
        "seat": seat,
        "name": SEAT_NAMES[seat],
        "guild": GUILDS[guild],
        "colour": COLOURS[guild],
        "side": SIDES[side] if side >= 0 else None,
        "character": _character(guild, side),
        "sides": _sides(table, guild),
        "useful": _useful(table, seat),
        "drawn": [_useful_data(each) for each in table.drawn[seat] if each >= 0],
        "cards": [_held(table, seat, card) for card in left],
        "cards_played": len(CARD_TEXTS[guild]) - len(left),
        "meeples": [place + 1 for place in members(table.meeples[seat])],
        "has_archbishop": table.archbishop == seat,
        "is_herald": table.herald == seat,
        "waiting": [_tile(tile) for tile in table.waiting[seat][: table.waiting_size[seat]]],
        "city": [_cell(seen, seat, cell) for cell in range(rules.CELLS)],
        "bridges": _bridges(table, seat),
        "watchtowers": _watchtowers(table, seat),
        "fountains": [
            {"square": SQUARES[square], "vp": points}
            for square, points in enumerate(table.fountains[seat])
            if points
        ],
        "decrees": [_decree(seen, seat, which) for which in range(size)] if shown else None,
        "decrees_size": size,
        "points": sum(line.points for line in public),
        "sheet": [line.data() for line in sheet],
    }


def _sides(table: State, guild: int) -> list[Side]:
    """List the sides of a guild's character, if characters of guilds are played (URBE-EIGHT-3)."""
    if table.eight == rules.INSTEAD:
        return []
    return [{"side": each, **_character_data(guild, i)} for i, each in enumerate(SIDES)]


def _character(guild: int, side: int) -> Character | None:
    return None if side < 0 else _character_data(guild, side)


def _character_data(guild: int, side: int) -> Character:
    chosen = rules.COMPONENTS.characters[guild][side]
    name = named(f"character.{GUILDS[guild]}.{SIDES[side]}", chosen.name)
    return {**name, "vp": chosen.vp, "counts": list(chosen.counts)}


def _useful_data(number: int) -> Useful:
    useful = USEFUL[number]
    name = named(f"useful.{useful.id}", useful.name)
    return {"id": useful.id, **name, "text": useful.text, "vp": useful.vp}


def _useful(table: State, seat: int) -> KeptUseful | None:
    if table.useful[seat] == rules.NOTHING:
        return None
    return {**_useful_data(table.useful[seat]), "used": bool(table.power_used[seat])}


def _card_in_use(table: State) -> CardInUse | None:
    """Return the card with one half used and the other not, and which half was used."""
    if table.card == rules.NOTHING:
        return None
    guild = table.guilds[table.to_move]
    return {**_card(guild, table.card), "paid_by": _HALF_NAMES[table.half]}


def _card(guild: int, card: int) -> Card:
    coin = rules.COMPONENTS.coins[guild][card]
    return {
        "card": card + 1,
        "flags": [COLOURS[flag] for flag in coin.flags],
        "guilds": [GUILDS[icon] for icon in coin.guilds],
        "text": CARD_TEXTS[guild][card],
    }


_HALF_NAMES: tuple[Half, ...] = ("flags", "guilds")
_HALVES: dict[Half, int] = {"flags": int(rules.BY_FLAGS), "guilds": int(rules.BY_GUILDS)}
PAYS = rules.PAYS.tolist()  # a view asks for much of it, one by one


def _held(table: State, seat: int, card: int) -> HeldCard:
    """Return a card with the places that each half could take a tile from (URBE-TAKE-1).

    Tiles that others have marked cannot be taken.
    """
    guild = table.guilds[seat]
    others = [table.meeples[each] for each in range(table.seats) if each != seat]
    if table.archbishop != seat:
        others.append(table.archbishop_mark)
    places = [
        place
        for place in range(int(rules.MARKET_SIZE[table.seats - 2]))
        if table.market[place] >= 0 and not any(marked >> place & 1 for marked in others)
    ]
    pays: dict[Half, list[int]] = {
        half: [p + 1 for p in places if PAYS[number][guild][table.market[p]] >> card & 1]
        for half, number in _HALVES.items()
    }
    return {**_card(guild, card), "pays": pays}


def _cell(seen: Seen, seat: int, cell: int) -> Cell:
    tile = seen.table.cities[seat][cell]
    worth = seen.worths[seat][cell] if tile >= 0 else None
    return {"cell": _CELLS[cell], "tile": _tile_there(tile), "worth": worth}


def _bridges(table: State, seat: int) -> list[Bridge]:
    laid = _laid(table, seat, int(rules.BORDER), int(rules.OUTSIDE))
    return [{"border": border, "tile": tile} for border, tile in laid]


def _watchtowers(table: State, seat: int) -> list[Watchtower]:
    laid = _laid(table, seat, int(rules.OUTSIDE), int(rules.LOCATIONS))
    return [{"outside": outside, "tile": tile} for outside, tile in laid]


def _laid(table: State, seat: int, start: int, end: int) -> list[tuple[str, Tile]]:
    return [
        (LOCATIONS[location], _tile(table.cities[seat][location]))
        for location in members(table.placed[seat])
        if start <= location < end
    ]


def _cells_meeting(seen: Seen, seat: int, which: int) -> list[str]:
    """Return the cells of a city that fulfil a decree; none if it is not fulfilled."""
    placement = seen.met[seat][which]
    if placement == rules.NOTHING:
        return []
    return [_CELLS[cell] for cell in rules.cells_of_placement(placement)]


def _decree(seen: Seen, seat: int, which: int) -> Decree:
    decree = DECREES[seen.table.decrees[seat][which]]
    cells = _cells_meeting(seen, seat, which)
    return {
        "id": decree.id,
        **named(f"decree.{decree.id}", decree.name),
        "vp": decree.vp,
        "grid": ["".join("." if c is None else LETTERS[c] for c in row) for row in decree.grid],
        "pile": "starting" if decree.starting else "advanced",
        "met": bool(cells),
        "cells": cells,
        **progress(seen.table, seat, seen.table.decrees[seat][which]),
    }


def _needed(placement: int) -> list[tuple[int, int]]:
    """List the cells that a placement of a decree needs, each with its colour."""
    return [
        (cell, colour)
        for cell in range(rules.CELLS)
        for colour in range(len(COLOURS))
        if placement >> rules.CELLS * colour + cell & 1
    ]


NEEDS = [
    [_needed(int(placement)) for placement in rules.PLACEMENTS[start:end]]
    for start, end in pairwise(rules.DECREE_FROM.tolist())
]  # [decree]: its placements


def progress(table: State, seat: int, decree: int) -> Progress:
    """Return how near a decree is: the placement where fewest tiles are missing and none is wrong.

    `missing` is None if every placement has a wrong tile.
    """
    city = table.cities[seat]
    best: tuple[list[str], list[OpenCell]] | None = None
    for needed in NEEDS[decree]:
        empty = [(cell, colour) for cell, colour in needed if city[cell] < 0]
        if best is not None and len(empty) >= len(best[1]):
            continue
        if all(city[cell] < 0 or suits(city[cell], colour) for cell, colour in needed):
            right = [_CELLS[cell] for cell, _ in needed if city[cell] >= 0]
            best = right, [{"cell": _CELLS[cell], "colour": COLOURS[each]} for cell, each in empty]
    if best is None:
        return {"missing": None, "right": [], "open": []}
    return {"missing": len(best[1]), "right": best[0], "open": best[1]}


def suits(tile: int, colour: int) -> bool:
    """Whether a tile counts as this colour for decrees (URBE-GREY-TOWNHALL)."""
    return TILES[tile].power == "townhall" or TILES[tile].colour == colour


# --- The score sheet -----------------------------------------------------------------------------


def score_sheet(state: State, seat: int, viewer: int | None) -> list[ScoreLine]:
    """Explain the points of a seat (URBE-SCORE-1), as far as a viewer may know them."""
    seen = _with_worths(state)
    return _sheet(seen, seat, shown=seat == viewer or seen.is_over)


def _sheet(seen: Seen, seat: int, *, shown: bool) -> list[ScoreLine]:
    """Write the lines of a seat; those about its decrees only if these are shown."""
    return [
        *_tile_lines(seen, seat),
        *_character_lines(seen, seat),
        *_fountain_lines(seen.table, seat),
        *(_decree_lines(seen, seat) if shown else []),
        *_useful_lines(seen, seat, shown=shown),
    ]


def _known(what: str, which: str) -> str:
    """Return the id by which pages name something in a sheet; none if another file has named it."""
    return "" if f"{what}.{which}" in RENAMED else which


def _tile_lines(seen: Seen, seat: int) -> list[ScoreLine]:
    city, worths = seen.table.cities[seat], seen.worths[seat]
    return [
        ScoreLine(
            "tile",
            TILES[city[location]].name,
            worths[location],
            (LOCATIONS[location],),
            id=_known("tile", TILES[city[location]].id),
        )
        for location in members(seen.table.placed[seat])
    ]


def _character_lines(seen: Seen, seat: int) -> list[ScoreLine]:
    guild, side = seen.table.guilds[seat], seen.table.sides[seat]
    if side < 0:
        return []
    city, gives = seen.table.cities[seat], _SIDE_VP[guild][side]
    cells = [cell for cell in range(rules.CELLS) if city[cell] >= 0 and gives[city[cell]]]
    name = rules.COMPONENTS.characters[guild][side].name
    where = tuple(_CELLS[cell] for cell in cells)
    which = _known("character", f"{GUILDS[guild]}.{SIDES[side]}")
    return [ScoreLine("character", name, seen.points[seat][0], where, id=which)]


def _fountain_lines(table: State, seat: int) -> list[ScoreLine]:
    return [
        ScoreLine("fountain", f"Fountain of {points}", points, _SQUARES[square])
        for square, points in enumerate(table.fountains[seat])
        if points
    ]


def _decree_lines(seen: Seen, seat: int) -> list[ScoreLine]:
    lines = []
    for which, number in enumerate(seen.table.decrees[seat]):
        if number >= 0:
            decree, cells = DECREES[number], tuple(_cells_meeting(seen, seat, which))
            points, known = decree.vp if cells else 0, _known("decree", decree.id)
            lines.append(ScoreLine("decree", decree.name, points, cells, goal=True, id=known))
    return lines


def _useful_lines(seen: Seen, seat: int, *, shown: bool) -> list[ScoreLine]:
    """Explain the useful character; the Chancellor counts decrees, which are secret."""
    useful = seen.table.useful[seat]
    if useful < 0 or (useful == rules.CHANCELLOR and not shown):
        return []
    known = _known("useful", USEFUL[useful].id)
    return [ScoreLine("useful", USEFUL[useful].name, seen.points[seat][1], id=known)]


def traits(state: State, seat: int) -> dict[str, str]:
    """Return what sets a seat apart: guild, side, useful character, place in the turn order."""
    guild, side, useful = (int(word[seat]) for word in (state.guilds, state.sides, state.useful))
    began = (int(state.first) - max(int(state.round_number) - 1, 0)) % int(state.seats)
    found = {"turn order": SEAT_NAMES[(seat - began) % int(state.seats)], "guild": GUILDS[guild]}
    if side >= 0:
        name = rules.COMPONENTS.characters[guild][side].name
        found |= {"side": SIDES[side], "character": f"{name} ({GUILDS[guild]} {SIDES[side]})"}
    if useful >= 0:
        found["useful character"] = USEFUL[useful].name
    return found
