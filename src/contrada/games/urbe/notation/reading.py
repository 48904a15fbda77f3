"""Reads positions from one line; the rules decide whether they are possible."""

from __future__ import annotations

import re

from contrada.errors import NotationError, quoted
from contrada.games.texts import (
    check_setting,
    check_written,
    fields,
    read_generator,
    read_number,
    split,
)
from contrada.games.urbe import rules
from contrada.games.urbe.components import ADVANCED, SIDES, STARTING
from contrada.games.urbe.notation.names import DECREES, GUILDS, NOTHING, SQUARES, TILES, USEFUL
from contrada.games.urbe.notation.positions import (
    DUE,
    HALVES,
    LOCATION_CODES,
    VARIANTS,
    market_size,
    position_text,
)
from contrada.games.urbe.rules import consistency
from contrada.kernel.operations import State
from contrada.kernel.sets import members

_FIELDS = (
    "seats",
    "round, first player and step",
    "seat to move",
    "what is due",
    "market",
    "characters",
    "cards",
    "decrees",
    "tiles to be placed",
    "cities",
    "fountains",
    "seat with the Archbishop",
    "pile",
    "discards",
    "box",
    "random numbers",
    "variant",
)
_IDS = {tile.id: number for number, tile in enumerate(TILES)}
_TILE_NAMES = [tile.name for tile in TILES]
_DECREE_IDS = {decree.id: number for number, decree in enumerate(DECREES)}
_USEFUL_IDS = {useful.id: number for number, useful in enumerate(USEFUL)}


def position_seats(text: str) -> int | None:
    """Return the number of seats in a position's text."""
    found = re.match(r"([2-4]) ", text)
    return int(found[1]) if found else None


def read_position(state: State, text: str) -> None:
    """Read a position into a state that has been set up with the wanted seats and options."""
    part = fields(text, _FIELDS, "Urbe")
    check_setting((part["seats"], part["variant"]), (str(state.seats), VARIANTS[state.eight]))
    rules.clear(state)
    _read_round(state, part["round, first player and step"])
    _read_characters(state, part["characters"])
    _read_tiles(state, part)
    _read_decrees(state, part["decrees"])
    _read_fountains(state, part["fountains"])
    _read_cards(state, part["cards"])
    state.random[:] = read_generator(part["random numbers"])
    _read_archbishop(state, part["seat with the Archbishop"])
    _read_due(state, part["seat to move"], part["what is due"])
    check_written(position_text(state), text)


def _listed(text: str, known: dict[str, int], what: str) -> list[int]:
    if text == NOTHING:
        return []
    for each in text.split(","):
        if each not in known:
            raise NotationError(f"{what} cannot have {quoted(each)}")
    return [known[each] for each in text.split(",")]


def _read_round(state: State, text: str) -> None:
    number, first, step = split(text, 3, "round, first player and step")
    seats = int(state.seats)
    state.round_number = read_number(number, int(rules.ROUNDS[seats - 2]), "the round")
    state.first = read_number(first, seats - 1, "the first player")
    most = max(seats, seats * int(rules.MEEPLES[seats - 2]))
    state.step = read_number(step, most - 1, "the step")


def _read_characters(state: State, text: str) -> None:
    for seat, words in enumerate(split(text, int(state.seats), "characters")):
        guild, side, useful = (*words.split(":"), "", "", "")[:3]
        if guild not in GUILDS or side not in (*SIDES, NOTHING) or words.count(":") != 2:
            raise NotationError(
                f"a seat is its guild, side and useful character, as in {GUILDS[0]}:A:-, not "
                f"{quoted(words)}"
            )
        state.guilds[seat] = GUILDS.index(guild)
        state.sides[seat] = SIDES.index(side) if side != NOTHING else rules.NOT_YET
        _read_useful(state, seat, useful)
    consistency.check_characters(state)


def _read_useful(state: State, seat: int, text: str) -> None:
    if text == NOTHING:
        return
    names = text.removesuffix("!").split("+")
    found = _listed(",".join(names), _USEFUL_IDS, "useful characters")
    acts = found == [rules.TREASURER] or found == [rules.MASON]
    in_order = 1 <= len(found) <= 2 and found == sorted(set(found))
    if state.eight == rules.WITHOUT or not in_order or (text.endswith("!") and not acts):
        raise NotationError(f"seat {seat} cannot have the useful characters {quoted(text)}")
    if len(found) == 2:
        state.drawn[seat] = found
    else:
        state.useful[seat] = found[0]
        state.power_used[seat] = text.endswith("!")


def _read_tiles(state: State, part: dict[str, str]) -> None:
    """Read market, cities, pile, discards and box: each tile is in one place."""
    seats = int(state.seats)
    every = _read_market(state, part["market"])
    for seat, tiles in enumerate(split(part["tiles to be placed"], seats, "tiles to be placed")):
        found = _listed(tiles, _IDS, "the tiles to be placed")
        if len(found) > rules.SLOTS:
            raise NotationError(f"at most {rules.SLOTS} tiles wait to be placed, not {len(found)}")
        state.waiting[seat, : len(found)] = found
        state.waiting_size[seat] = len(found)
        every += found
    for seat, city in enumerate(split(part["cities"], seats, "cities")):
        every += _read_city(state, seat, city)
    pile = _listed(part["pile"], _IDS, "the pile")
    discards = _listed(part["discards"], _IDS, "the discards")
    box = _listed(part["box"], _IDS, "the box")
    every += [*pile, *discards, *box]
    consistency.check_tiles(every)
    consistency.check_box(state, box, part["box"])
    state.pile[: len(pile)] = pile[::-1]
    state.pile_size = len(pile)
    state.discards[discards] = 1
    state.box = sum(1 << tile - int(rules.FIRST_GREY) for tile in set(box))


_PLACE = re.compile(r"(?P<tile>[^@]+)(?P<marks>(?:@[0-3a])*)")


def _read_market(state: State, text: str) -> list[int]:
    tiles = []
    for place, words in enumerate(split(text, market_size(state), "places of the market")):
        found = _PLACE.fullmatch(words)
        if not found:
            raise NotationError(f"a place of the market is a tile and a mark, not {quoted(words)}")
        here = _listed(found["tile"], _IDS, "the market")
        marks = found["marks"].split("@")[1:]
        if len(here) > 1 or len(marks) > len(here):
            raise NotationError(f"a place has one tile, with one mark at most, not {quoted(words)}")
        state.market[place] = here[0] if here else rules.NOTHING
        tiles += here
        for mark in marks:
            _read_mark(state, place, mark)
    consistency.check_marks(state)
    return tiles


def _read_mark(state: State, place: int, mark: str) -> None:
    if mark == "a":
        state.archbishop_mark = int(state.archbishop_mark) | 1 << place
    elif int(mark) < state.seats:
        state.meeples[int(mark)] = int(state.meeples[int(mark)]) | 1 << place
    else:
        raise NotationError(f"there is no seat {mark}")


def _read_city(state: State, seat: int, text: str) -> list[int]:
    """Place the tiles of a city, if the rules allow it."""
    laid: dict[int, int] = {}
    for words in [] if text == NOTHING else text.split(","):
        where, equals, tile = words.partition("=")
        if not equals or where not in LOCATION_CODES or tile not in _IDS:
            raise NotationError(f"a city is locations and tiles, as in B2=P01, not {quoted(words)}")
        location = LOCATION_CODES.index(where)
        if location in laid:
            raise NotationError(f"there are two tiles on {where}")
        laid[location] = _IDS[tile]
    consistency.check_city(laid, seat, _TILE_NAMES, LOCATION_CODES)
    for location, number in laid.items():
        state.cities[seat, location] = number
        state.placed[seat] = int(state.placed[seat]) | 1 << location
        if rules.TILE_POWER[number] == rules.HERALD:
            state.herald = seat
    return list(laid.values())


def _read_decrees(state: State, text: str) -> None:
    every: list[int] = []
    for seat, words in enumerate(split(text, int(state.seats), "decrees")):
        found = _listed(words, _DECREE_IDS, "decrees")
        kinds = [DECREES[decree].starting for decree in found]
        dealt = [True, False, False] if state.round_number else []
        if kinds != dealt or found != sorted(found):
            raise NotationError(
                "a seat has one starting and two advanced decrees in order, none before the first "
                f"round, not {quoted(words)}"
            )
        state.decrees[seat, : len(found)] = found
        every += found
    if len(set(every)) != len(every):
        raise NotationError("each decree is dealt once")


def _read_fountains(state: State, text: str) -> None:
    """Read who has which fountain; the most valuable went to full squares first."""
    values: list[int] = []
    for seat, words in enumerate(split(text, int(state.seats), "fountains")):
        for each in [] if words == NOTHING else words.split(","):
            square, _, points = each.partition("=")
            if square not in SQUARES or points not in map(str, rules.FOUNTAIN_VP):
                raise NotationError(f"a fountain is a square and its points, not {quoted(each)}")
            number = SQUARES.index(square)
            if int(rules.SQUARE_CELLS[number]) & ~int(state.placed[seat]):
                raise NotationError(f"the square {square} of seat {seat} is not full")
            state.fountains[seat, number] = int(points)
            values.append(int(points))
    consistency.check_fountains(state, values)
    dear = min(len(values), STARTING - int(state.seats))  # they go first
    state.fountains_left[0] = STARTING - state.seats - dear
    state.fountains_left[1] = ADVANCED - 2 * state.seats - (len(values) - dear)


def _read_cards(state: State, text: str) -> None:
    for seat, digits in enumerate(split(text, int(state.seats), "cards")):
        cards = "" if digits == NOTHING else digits
        if any(card not in "12345678" for card in cards) or len(set(cards)) != len(cards):
            raise NotationError(f"cards are different digits from 1 to 8, not {quoted(digits)}")
        state.cards[seat] = sum(1 << int(card) - 1 for card in cards)


def _read_archbishop(state: State, text: str) -> None:
    if text != NOTHING:
        last = int(state.seats) - 1
        state.archbishop = read_number(text, last, "the seat with the Archbishop")
    consistency.check_archbishop(state)


_DUE = re.compile(
    r"(?P<word>side|useful|mark|archbishop|over)"
    r"|(?P<city>place|swap)(?P<begun>\+?)"
    r"|meeple:(?P<meeple>[0-3])"
    r"|pay:(?P<target>[1-9]|1[0-2]):(?P<taken>[0-3])"
    r"|(?P<more>second|treasurer):(?P<card>[1-8])(?P<half>[fg]):(?P<sofar>[1-3])"
)


def _read_due(state: State, mover: str, text: str) -> None:
    found = _DUE.fullmatch(text)
    if not found:
        raise NotationError(
            "what is due is side, useful, mark, archbishop, meeple:0, pay:5:0, second:3f:1, "
            f"treasurer:3g:2, place, place+, swap, swap+ or over, not {quoted(text)}"
        )
    word = found["word"] or found["city"] or found["more"] or text.partition(":")[0]
    state.due = DUE.index(word)
    over = state.due == rules.OVER
    if over != (mover == NOTHING):
        raise NotationError("the seat to move is - when the game is over, and only then")
    state.to_move = rules.NOBODY if over else read_number(mover, int(state.seats) - 1, "the seat")
    state.target = int(found["target"]) - 1 if found["target"] else rules.NOTHING
    state.card = int(found["card"]) - 1 if found["card"] else rules.NOTHING
    state.half = HALVES.index(found["half"]) if found["half"] else rules.NOTHING
    if found["card"] and int(state.cards[state.to_move]) >> int(state.card) & 1:
        raise NotationError(f"card {found['card']} has been played, so it is not left")
    state.tiles_taken = int(found["meeple"] or found["taken"] or found["sofar"] or 0)
    state.begins = _begins(state, begun=bool(found["begun"]))
    consistency.check_course(state)


def _begins(state: State, *, begun: bool) -> bool:
    """Whether the next decision is the first of a turn."""
    if state.due in (rules.PLACING, rules.SWAPPING):
        return not begun
    if state.due == rules.PAYING:  # with two meeples it has been settled which
        return len(members(state.meeples[state.to_move])) == 1
    return int(state.due) in (
        rules.CHOOSING_SIDE,
        rules.CHOOSING_USEFUL,
        rules.MARKING,
        rules.CHOOSING_MEEPLE,
        rules.OVER,
    )
