"""How Urbe is written: turns as a log that people can read, and a one-line text for positions.

Turns: `side B Goldsmith` and `keep Almoner` choose characters; `mark 5 Fish Hall` puts a meeple on
place 5 of the market, `archbishop 7 Rope Walk` the white one or `no archbishop`. `take Fish Hall by
the flags of purple+blue/wheel` (or by the guilds) pays with a part of a card; `meeple 5 Fish Hall`
says which meeple, with two. `second 3 Windmill` and `treasurer 3 Windmill` take more, or `no
second`, `no treasurer`. `take River Castle for` a card pays for a grey tile, `leave Fish Hall for`
one when no card can pay. `place Fish Hall on B2`, a bridge on `A1-B1`, a watchtower `above B1`;
`keep` ends placing, `swap A1 B2` is the Mason's, or `no swap`. Commas stand between decisions.

Positions: see docs/notation/urbe.md; every part of the table has its place on the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from contrada.errors import NotationError, quoted
from contrada.games.plain import plain
from contrada.games.texts import (
    Grammar,
    check_setting,
    check_written,
    fields,
    one_of,
    random_word,
    read_number,
    split,
)
from contrada.games.urbe import rules
from contrada.games.urbe.components import ADVANCED, CARDS, SIDES, STARTING, Coin
from contrada.kernel import records
from contrada.kernel.operations import State
from contrada.kernel.sets import members

COLOURS = rules.COMPONENTS.colours
GUILDS = rules.COMPONENTS.guilds
TILES = rules.COMPONENTS.tiles
DECREES = rules.COMPONENTS.decrees
USEFUL = rules.COMPONENTS.useful
COLUMNS, ROWS = "ABCD", "1234"
NOTHING = "-"
VARIANTS = ("plain", "useful_eight")

separator = "|"
implied: frozenset[int] = frozenset()


def cell_name(cell: int) -> str:
    """Write a cell: 0 is A1, 3 is D1, 15 is D4."""
    row, column = divmod(int(cell), 4)
    return COLUMNS[column] + ROWS[row]


def _border_name(border: int) -> str:
    first, second = (cell for cell in range(16) if int(rules.BORDER_CELLS[border]) >> cell & 1)
    return f"{cell_name(first)}-{cell_name(second)}"


def _outside_name(place: int) -> str:
    side = ("above", "right of", "below", "left of")[place // 4]
    return f"{side} {cell_name(rules.OUTSIDE_CELL[place])}"


LOCATIONS = (
    *map(cell_name, range(rules.CELLS)),
    *map(_border_name, range(rules.BORDERS)),
    *map(_outside_name, range(rules.OUTSIDES)),
)
_OUTSIDE = int(rules.OUTSIDE)


def card_text(coin: Coin) -> str:
    """Write a coin card: its flags, then its guilds, `purple+blue/wheel`."""
    flags = "+".join(COLOURS[flag] for flag in coin.flags)
    return f"{flags}/{'+'.join(GUILDS[guild] for guild in coin.guilds)}"


# By guild, then by card.
CARD_TEXTS = tuple(tuple(map(card_text, coins)) for coins in rules.COMPONENTS.coins)
SQUARES = tuple(
    cell_name((int(cells) & -int(cells)).bit_length() - 1) for cells in rules.SQUARE_CELLS
)  # named by their top left cell


# --- Turns ---------------------------------------------------------------------------------------


def decision_text(state: State, decision: int) -> str:
    """Write one decision."""
    if decision < rules.MARK:
        return _character_text(state, decision)
    if decision < rules.FLAGS:
        return _marking_text(state, decision)
    if decision < rules.PLACE:
        return _taking_text(state, decision)
    return _placing_text(state, decision)


def _character_text(state: State, decision: int) -> str:
    if decision < rules.KEEP_USEFUL:
        side = decision - int(rules.SIDE)
        guild = int(state.guilds[max(int(state.to_move), 0)])
        return f"side {SIDES[side]} {rules.COMPONENTS.characters[guild][side].name}"
    return f"keep {USEFUL[decision - int(rules.KEEP_USEFUL)].name}"


def tile_at(state: State, place: int) -> str:
    """Name the tile at a place of the market."""
    tile = int(state.market[place])
    return TILES[tile].name if tile >= 0 else NOTHING


def _on_market(state: State, word: str, place: int) -> str:
    return f"{word} {place + 1} {tile_at(state, place)}"


def _marking_text(state: State, decision: int) -> str:
    if decision < rules.ARCHBISHOP:
        return _on_market(state, "mark", decision - int(rules.MARK))
    if decision == rules.NO_ARCHBISHOP:
        return "no archbishop"
    if decision < rules.MEEPLE:
        return _on_market(state, "archbishop", decision - int(rules.ARCHBISHOP))
    return _on_market(state, "meeple", decision - int(rules.MEEPLE))


def _taking_text(state: State, decision: int) -> str:
    if decision < rules.SECOND:
        return _paying_text(state, decision)
    if decision == rules.NO_SECOND:
        return "no second"
    if decision < rules.USE_TREASURER:
        return _on_market(state, "second", decision - int(rules.SECOND))
    if decision == rules.NO_TREASURER:
        return "no treasurer"
    return _on_market(state, "treasurer", decision - int(rules.USE_TREASURER))


def _paying_text(state: State, decision: int) -> str:
    part, number = divmod(decision - int(rules.FLAGS), CARDS)
    card = CARD_TEXTS[int(state.guilds[max(int(state.to_move), 0)])][number]
    target = int(state.target)
    tile = tile_at(state, target) if target >= 0 else NOTHING
    if decision < rules.SPEND:
        return f"take {tile} by the {('flags', 'guilds')[part]} of {card}"
    grey = target >= 0 and TILES[int(state.market[target])].power
    return f"{'take' if grey else 'leave'} {tile} for {card}"


def _placing_text(state: State, decision: int) -> str:
    if decision == rules.KEEP:
        return "keep"
    if decision == rules.NO_SWAP:
        return "no swap"
    if decision > rules.KEEP:
        one, other = rules.PAIR_CELLS[decision - int(rules.SWAP)]
        return f"swap {cell_name(one)} {cell_name(other)}"
    slot, location = divmod(decision - int(rules.PLACE), int(rules.LOCATIONS))
    tile = int(state.waiting[max(int(state.to_move), 0), slot])
    # A slot without a tile is only ever written in a refusal.
    name = TILES[tile].name if tile >= 0 else f"slot {slot + 1}"
    where = LOCATIONS[location] if location >= _OUTSIDE else f"on {LOCATIONS[location]}"
    return f"place {name} {where}"


def turn_text(state: State, decisions: Sequence[int]) -> str:
    """Write the decisions of a turn, or of its beginning or rest."""
    return GRAMMAR.write(state, decisions)


def turn_as_seen(state: State, decisions: Sequence[int], _seat: int | None) -> str:
    """Write a turn as a seat sees it: all see it whole."""
    return turn_text(state, decisions)


def _opening(_state: State, first: bool) -> str:
    return "" if first else ", "


def _fountains_text(before: State, _decision: int, after: State) -> str:
    """Write the fountains that a tile has earned."""
    earned = after.fountains[after.fountains != before.fountains].tolist()
    if not earned:
        return ""
    return f" with fountain{'s' if len(earned) > 1 else ''} {'+'.join(map(str, earned))}"


def turn_squares(state: State, decisions: Sequence[int]) -> list[str]:
    """Name what a turn touches: places as `market 5`, locations with the seat, `0:B2`."""
    here, touched = records.copy(state), []
    for decision in decisions:
        touched += _touched(here[0], decision)
        rules.apply(here[0], decision)
    return touched


def _touched(state: State, decision: int) -> list[str]:
    seat = int(state.to_move)
    for start, end in (
        (rules.MARK, rules.ARCHBISHOP),
        (rules.ARCHBISHOP, rules.NO_ARCHBISHOP),
        (rules.SECOND, rules.NO_SECOND),
        (rules.USE_TREASURER, rules.NO_TREASURER),
    ):
        if start <= decision < end:
            return [f"market {decision - int(start) + 1}"]
    if rules.FLAGS <= decision < rules.SECOND:
        return [f"market {int(state.target) + 1}"]
    if rules.PLACE <= decision < rules.KEEP:
        return [f"{seat}:{LOCATIONS[(decision - int(rules.PLACE)) % int(rules.LOCATIONS)]}"]
    if rules.SWAP <= decision < rules.NO_SWAP:
        pair = rules.PAIR_CELLS[decision - int(rules.SWAP)]
        return [f"{seat}:{cell_name(cell)}" for cell in pair]
    return []


# --- Reading turns -------------------------------------------------------------------------------


_TILE = one_of([*(tile.name for tile in TILES), NOTHING])
_CARD = one_of(card for cards in CARD_TEXTS for card in cards)
_SIDE_NAMES = one_of(side.name for sides in rules.COMPONENTS.characters for side in sides)
_NONE = {
    "no archbishop": int(rules.NO_ARCHBISHOP),
    "no second": int(rules.NO_SECOND),
    "no treasurer": int(rules.NO_TREASURER),
    "no swap": int(rules.NO_SWAP),
    "keep": int(rules.KEEP),
}
_ON_MARKET = {
    "mark": int(rules.MARK),
    "archbishop": int(rules.ARCHBISHOP),
    "meeple": int(rules.MEEPLE),
    "second": int(rules.SECOND),
    "treasurer": int(rules.USE_TREASURER),
}
_TOKEN = re.compile(
    rf"side (?P<side>[{''.join(SIDES)}]) (?:{_SIDE_NAMES})"
    rf"|keep (?P<useful>{one_of(useful.name for useful in USEFUL)})"
    rf"|(?P<word>{'|'.join(_ON_MARKET)}) (?P<place>[1-9]|1[0-2]) (?:{_TILE})"
    rf"|(?P<verb>take|leave) (?:{_TILE}) (?P<how>by the flags of|by the guilds of|for) "
    rf"(?P<card>{_CARD})"
    rf"|place (?P<tile>{_TILE}) (?:on )?(?P<location>{one_of(LOCATIONS)})"
    rf"|swap (?P<one>[A-D][1-4]) (?P<other>[A-D][1-4])"
    rf"|(?P<none>{one_of(_NONE)})"
)


def read_turn(state: State, text: str) -> list[int]:
    """Read a decision or a turn."""
    return GRAMMAR.read(state, text)


def _decision(state: State, found: re.Match[str]) -> int:
    """Return the number of a decision."""
    if found["side"]:
        return int(rules.SIDE) + SIDES.index(found["side"])
    if found["useful"]:
        return int(rules.KEEP_USEFUL) + [each.name for each in USEFUL].index(found["useful"])
    if found["word"]:
        return _ON_MARKET[found["word"]] + int(found["place"]) - 1
    if found["card"]:
        return _read_payment(state, found)
    if found["tile"]:
        return _read_placing(state, found)
    if found["one"]:
        return _read_swap(found)
    return _NONE[found["none"]]


GRAMMAR = Grammar(
    title="Urbe",
    example="for instance mark 5 Fish Hall, or place Fish Hall on B2",
    rules=rules,
    token=_TOKEN,
    ends=re.compile("$|,| with "),
    number=_decision,
    text=decision_text,
    opening=_opening,
    closing=_fountains_text,
)


def _read_payment(state: State, found: re.Match[str]) -> int:
    cards = CARD_TEXTS[int(state.guilds[max(int(state.to_move), 0)])]
    if found["card"] not in cards:
        raise NotationError(
            f"{found['card']!r} is no card of this seat; it has or had {', '.join(cards)}"
        )
    start = {"by the flags of": rules.FLAGS, "by the guilds of": rules.GUILD_ICONS}
    return int(start.get(found["how"], rules.SPEND)) + cards.index(found["card"])


def _read_placing(state: State, found: re.Match[str]) -> int:
    seat = max(int(state.to_move), 0)
    waiting = [TILES[tile].name for tile in state.waiting[seat, : state.waiting_size[seat]]]
    if found["tile"] not in waiting:
        raise NotationError(
            f"{found['tile']!r} is not waiting to be placed; there is: "
            f"{', '.join(waiting) or 'nothing'}"
        )
    slot = waiting.index(found["tile"])
    where = LOCATIONS.index(found["location"])
    return int(rules.PLACE) + slot * int(rules.LOCATIONS) + where


def _read_swap(found: re.Match[str]) -> int:
    pair = [_read_cell(found["one"]), _read_cell(found["other"])]
    pairs: list[list[int]] = rules.PAIR_CELLS.tolist()
    if pair not in pairs:
        raise NotationError(f"{found[0]!r} must name two different cells, the upper left one first")
    return int(rules.SWAP) + pairs.index(pair)


def _read_cell(name: str) -> int:
    return ROWS.index(name[1]) * 4 + COLUMNS.index(name[0])


# --- Writing positions ---------------------------------------------------------------------------

DUE = (
    "side",
    "useful",
    "mark",
    "archbishop",
    "meeple",
    "pay",
    "second",
    "treasurer",
    "place",
    "swap",
    "over",
)
PARTS = "fg"  # of a card: flags, guilds


def position_text(state: State) -> str:
    """Write a position on one line, with everything that is hidden."""
    state = plain(state)
    return _text(
        state,
        decrees=[_decrees_text(state, seat) for seat in range(state.seats)],
        pile=_ids(state.pile[: state.pile_size][::-1]),
        box=_ids(int(rules.FIRST_GREY) + tile for tile in members(state.box)),
        random=f"{state.random[0]:016x}",
    )


def view_text(state: State, seat: int | None) -> str:
    """Write what a seat, or everyone, may know of a plain state; `?3` are three unknown ones."""
    seats, over = range(state.seats), state.due == rules.OVER
    unknown = f"?{rules.DECREES_EACH}" if state.round_number else NOTHING
    return _text(
        state,
        decrees=[_decrees_text(state, s) if over or s == seat else unknown for s in seats],
        pile=f"?{state.pile_size}" if state.pile_size else NOTHING,
        box=f"?{len(members(state.box))}" if state.box else NOTHING,
        random="?",
    )


def _text(state: State, *, decrees: list[str], pile: str, box: str, random: str) -> str:
    seats = range(state.seats)
    return " ".join(
        (
            str(state.seats),
            f"{state.round_number}/{state.first}/{state.step}",
            NOTHING if state.to_move == rules.NOBODY else str(state.to_move),
            _due_text(state),
            "/".join(_market_text(state, place) for place in range(_market_size(state))),
            "/".join(_seat_text(state, seat) for seat in seats),
            "/".join(_cards_text(state, seat) for seat in seats),
            "/".join(decrees),
            "/".join(_ids(state.waiting[seat][: state.waiting_size[seat]]) for seat in seats),
            "/".join(_city_text(state, seat) for seat in seats),
            "/".join(_fountains_of(state, seat) for seat in seats),
            NOTHING if state.archbishop == rules.NOBODY else str(state.archbishop),
            pile,
            _ids(tile for tile, discarded in enumerate(state.discards) if discarded),
            box,
            random,
            VARIANTS[state.eight],
        )
    )


def _ids(tiles: Iterable[int]) -> str:
    return ",".join(TILES[tile].id for tile in tiles) or NOTHING


def _market_size(state: State) -> int:
    return int(rules.MARKET_SIZE[state.seats - 2])


def _due_text(state: State) -> str:
    """Write what is due, with what has been settled in this go."""
    word, due = DUE[state.due], int(state.due)
    if due == rules.PAYING:
        return f"{word}:{int(state.target) + 1}:{state.tiles_taken}"
    if due == rules.CHOOSING_MEEPLE:
        return f"{word}:{state.tiles_taken}"
    if due in (rules.TAKING_SECOND, rules.USING_TREASURER):
        return f"{word}:{int(state.card) + 1}{PARTS[state.part]}:{state.tiles_taken}"
    if due in (rules.PLACING, rules.SWAPPING) and not state.begins:
        return f"{word}+"
    return word


def _market_text(state: State, place: int) -> str:
    tile = state.market[place]
    marks = [f"@{seat}" for seat in range(state.seats) if state.meeples[seat] >> place & 1]
    if state.archbishop_mark >> place & 1:
        marks.append("@a")
    return (TILES[tile].id if tile >= 0 else NOTHING) + "".join(marks)


def _seat_text(state: State, seat: int) -> str:
    """Write a seat's guild, side and useful character, or those to choose from; `!` is used."""
    side, useful = state.sides[seat], state.useful[seat]
    drawn = [USEFUL[each].id for each in state.drawn[seat] if each >= 0]
    kept = USEFUL[useful].id + ("!" if state.power_used[seat] else "") if useful >= 0 else NOTHING
    return ":".join(
        (
            GUILDS[state.guilds[seat]],
            SIDES[side] if side >= 0 else NOTHING,
            "+".join(drawn) or kept,
        )
    )


def _cards_text(state: State, seat: int) -> str:
    return "".join(str(card + 1) for card in members(state.cards[seat])) or NOTHING


def _decrees_text(state: State, seat: int) -> str:
    return ",".join(DECREES[each].id for each in state.decrees[seat] if each >= 0) or NOTHING


_OUTSIDE_SIGNS = "^>v<"


def _location_code(location: int) -> str:
    """Write a location in a position: B2, A1-B1, and ^B >2 vB <2 outside."""
    if location < _OUTSIDE:
        return LOCATIONS[location]
    side, along = divmod(location - _OUTSIDE, 4)
    return _OUTSIDE_SIGNS[side] + (COLUMNS if side % 2 == 0 else ROWS)[along]


LOCATION_CODES = tuple(map(_location_code, range(int(rules.LOCATIONS))))


def _city_text(state: State, seat: int) -> str:
    laid = [
        f"{LOCATION_CODES[location]}={TILES[state.cities[seat][location]].id}"
        for location in members(state.placed[seat])
    ]
    return ",".join(laid) or NOTHING


def _fountains_of(state: State, seat: int) -> str:
    earned = [
        f"{SQUARES[square]}={points}"
        for square, points in enumerate(state.fountains[seat])
        if points
    ]
    return ",".join(earned) or NOTHING


# --- Reading positions ---------------------------------------------------------------------------

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
    "random number",
    "variant",
)
_IDS = {tile.id: number for number, tile in enumerate(TILES)}
_DECREE_IDS = {decree.id: number for number, decree in enumerate(DECREES)}
_USEFUL_IDS = {useful.id: number for number, useful in enumerate(USEFUL)}


def position_seats(text: str) -> int | None:
    """Return for how many seats a position's text says it is."""
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
    state.random[0] = random_word(part["random number"])
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
    if len(set(state.guilds[: state.seats].tolist())) != state.seats:
        raise NotationError("every seat has a guild of its own")
    out = [each for each in (*state.useful, *state.drawn.ravel()) if each >= 0]
    if len(set(out)) != len(out):
        raise NotationError("each useful character is drawn once")


def _read_useful(state: State, seat: int, text: str) -> None:
    if text == NOTHING:
        return
    names = text.removesuffix("!").split("+")
    found = _listed(",".join(names), _USEFUL_IDS, "useful characters")
    acts = found == [rules.TREASURER] or found == [rules.MASON]
    in_order = 1 <= len(found) <= 2 and found == sorted(set(found))
    if not state.eight or not in_order or (text.endswith("!") and not acts):
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
    if sorted(every) != list(range(rules.TILES)):
        raise NotationError(f"each of the {rules.TILES} tiles must be in one place")
    boxed = rules.GREY_TILES - int(rules.GREY_USED[seats - 2])
    if len(box) != boxed or any(tile < rules.FIRST_GREY for tile in box):
        raise NotationError(f"the box has {boxed} grey tiles, not {quoted(part['box'])}")
    state.pile[: len(pile)] = pile[::-1]
    state.pile_size = len(pile)
    state.discards[discards] = 1
    state.box = sum(1 << tile - int(rules.FIRST_GREY) for tile in set(box))


_PLACE = re.compile(r"(?P<tile>[^@]+)(?P<marks>(?:@[0-3a])*)")


def _read_market(state: State, text: str) -> list[int]:
    tiles = []
    for place, words in enumerate(split(text, _market_size(state), "places of the market")):
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
    return tiles


def _read_mark(state: State, place: int, mark: str) -> None:
    if mark == "a":
        if state.archbishop_mark:
            raise NotationError("there is one Archbishop")
        state.archbishop_mark = 1 << place
        return
    if int(mark) >= state.seats:
        raise NotationError(f"there is no seat {mark}")
    state.meeples[int(mark)] = int(state.meeples[int(mark)]) | 1 << place
    if len(members(state.meeples[int(mark)])) > rules.MEEPLES[state.seats - 2]:
        raise NotationError(f"seat {mark} has too many meeples on the market")


def _read_city(state: State, seat: int, text: str) -> list[int]:
    """Lay the tiles of a city as the rules would have let them come."""
    laid: dict[int, int] = {}
    for words in [] if text == NOTHING else text.split(","):
        where, equals, tile = words.partition("=")
        if not equals or where not in LOCATION_CODES or tile not in _IDS:
            raise NotationError(f"a city is locations and tiles, as in B2=P01, not {quoted(words)}")
        location = LOCATION_CODES.index(where)
        if location in laid:
            raise NotationError(f"two tiles lie on {where}")
        laid[location] = _IDS[tile]
    _check_city(laid, seat)
    for location, number in laid.items():
        state.cities[seat, location] = number
        state.placed[seat] = int(state.placed[seat]) | 1 << location
        if TILES[number].power == "herald":
            state.herald = seat
    return list(laid.values())


def _check_city(laid: dict[int, int], seat: int) -> None:
    """Every tile lies where its kind may, and the tiles can have come one after the other."""
    for location, tile in laid.items():
        kind = (location >= rules.CELLS) + (location >= _OUTSIDE)
        wanted = {"bridge": 1, "watchtower": 2}.get(TILES[tile].power, 0)
        in_centre = location < rules.CELLS and int(rules.CENTRE) >> location & 1
        if kind != wanted or (TILES[tile].power == "church" and in_centre):
            raise NotationError(
                f"{TILES[tile].name} cannot be on {LOCATION_CODES[location]} of seat {seat}"
            )
    cells = sum(1 << location for location in laid if location < rules.CELLS)
    for location in laid:
        if rules.CELLS <= location < _OUTSIDE:
            needed = int(rules.BORDER_CELLS[location - rules.CELLS])
            if needed & ~cells:
                raise NotationError(f"a bridge of seat {seat} joins no two tiles")
    _check_joined(cells, [location - _OUTSIDE for location in laid if location >= _OUTSIDE], seat)


def _check_joined(cells: int, towers: list[int], seat: int) -> None:
    beside = sum({1 << int(rules.OUTSIDE_CELL[tower]) for tower in towers})
    if beside & ~cells and (cells or len(towers) > 1):
        raise NotationError(f"a watchtower of seat {seat} touches no tile")
    reached, grown = 0, cells & -cells
    while grown != reached:
        reached = grown
        sideways = (reached << 1 & 0xEEEE) | (reached >> 1 & 0x7777)
        grown = reached | (sideways | reached << 4 | reached >> 4) & cells
    if reached != cells:
        raise NotationError(f"the city of seat {seat} falls into parts")


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
    """Read who has which fountain; the dear ones go first, for squares that are full."""
    values: list[int] = []
    full = 0
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
        placed = int(state.placed[seat])
        full += sum(int(cells) & ~placed == 0 for cells in rules.SQUARE_CELLS)
    supply = _supply(state)
    if sorted(values, reverse=True) != supply[: min(full, len(supply))]:
        raise NotationError(f"the {full} full squares have earned {supply[:full]}, not {values}")
    dear = min(len(values), STARTING - int(state.seats))  # they go first
    state.fountains_left[0] = STARTING - state.seats - dear
    state.fountains_left[1] = ADVANCED - 2 * state.seats - (len(values) - dear)


def _supply(state: State) -> list[int]:
    """Return the points of all fountains, the most valuable first (URBE-SETUP-6)."""
    dear, cheap = map(int, rules.FOUNTAIN_VP)
    seats = int(state.seats)
    return [dear] * (STARTING - seats) + [cheap] * (ADVANCED - 2 * seats)


def _read_cards(state: State, text: str) -> None:
    for seat, digits in enumerate(split(text, int(state.seats), "cards")):
        cards = "" if digits == NOTHING else digits
        if any(card not in "12345678" for card in cards) or len(set(cards)) != len(cards):
            raise NotationError(f"cards are different digits from 1 to 8, not {quoted(digits)}")
        state.cards[seat] = sum(1 << int(card) - 1 for card in cards)


def _read_archbishop(state: State, text: str) -> None:
    if text == NOTHING:
        if state.archbishop_mark:
            raise NotationError("the Archbishop marks a tile for the seat that has him")
        return
    seat = read_number(text, int(state.seats) - 1, "the seat with the Archbishop")
    laid = [TILES[int(state.cities[seat, cell])].power for cell in members(state.placed[seat])]
    if "cathedral" not in laid:
        raise NotationError(f"seat {seat} has no Cathedral, so it has no Archbishop")
    state.archbishop = seat


_DUE = re.compile(
    r"(?P<word>side|useful|mark|archbishop|over)"
    r"|(?P<city>place|swap)(?P<begun>\+?)"
    r"|meeple:(?P<meeple>[0-3])"
    r"|pay:(?P<target>[1-9]|1[0-2]):(?P<taken>[0-3])"
    r"|(?P<more>second|treasurer):(?P<card>[1-8])(?P<part>[fg]):(?P<sofar>[1-3])"
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
        raise NotationError("nobody is to move if, and only if, the game is over")
    state.to_move = rules.NOBODY if over else read_number(mover, int(state.seats) - 1, "the seat")
    state.target = int(found["target"]) - 1 if found["target"] else rules.NOTHING
    state.card = int(found["card"]) - 1 if found["card"] else rules.NOTHING
    state.part = PARTS.index(found["part"]) if found["part"] else rules.NOTHING
    if found["card"] and int(state.cards[state.to_move]) >> int(state.card) & 1:
        raise NotationError(f"card {found['card']} has been played, so it is not left")
    state.tiles_taken = int(found["meeple"] or found["taken"] or found["sofar"] or 0)
    state.begins = _begins(state, begun=bool(found["begun"]))
    _check_course(state)


def _begins(state: State, *, begun: bool) -> bool:
    """Whether the next decision is the first of a go."""
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


def _check_course(state: State) -> None:
    """Check that the rules lead here: whose go it is, and that there is something to choose."""
    seats, due = int(state.seats), int(state.due)
    choosing = due in (rules.CHOOSING_SIDE, rules.CHOOSING_USEFUL)
    if choosing != (state.round_number == 0):
        raise NotationError("characters are chosen before the first round, and only then")
    _check_characters(state, choosing=choosing)
    _check_meeples(state)
    step = int(state.step)
    if choosing or due == rules.OVER:
        _check_pause(state, choosing=choosing)
        _check_table(state)
        return
    if due <= rules.SENDING_ARCHBISHOP:
        wanted = rules.marking_seat(state, step)
    elif due < rules.PLACING:
        wanted = rules.taking_seat(state, step)
    else:
        wanted = rules.in_turn(state, step)
    if state.to_move != wanted or (due >= rules.PLACING and step >= seats):
        raise NotationError(f"at step {step} it cannot be the turn of seat {state.to_move}")
    _check_table(state)
    _check_archbishop(state)
    _check_choices(state)


def _check_pause(state: State, *, choosing: bool) -> None:
    """Before the first round and after the last no go of a round is under way."""
    if state.step:
        raise NotationError(f"there is no step {state.step} before the first round or at the end")
    if not choosing and state.round_number != rules.ROUNDS[state.seats - 2]:
        raise NotationError("the game is over after the last round only")
    if state.due == rules.CHOOSING_USEFUL and not state.eight:
        raise NotationError("useful characters are chosen with the Useful Eight only")


def _check_choices(state: State) -> None:
    """There is something to choose: a tile that can be placed, a swap of the Mason's, and so on."""
    due = int(state.due)
    room = np.empty(rules.DECISIONS, np.int64)
    size = rules.legal(state, room)
    mason = state.useful[state.to_move] == rules.MASON and not state.power_used[state.to_move]
    if (
        size == 0
        or (size == 1 and due in _ASKED_ONLY_IF)
        or (due == rules.PLACING and room[0] == rules.KEEP)
        or (due == rules.SWAPPING and not mason)
    ):
        raise NotationError("there is nothing to choose here, so it would not be asked")


def _check_table(state: State) -> None:
    """Check how many tiles lie in the market, wait and have come to each seat."""
    due, seats = int(state.due), range(state.seats)
    gaps = state.market[: _market_size(state)].tolist().count(int(rules.NOTHING))
    if (gaps and due <= rules.SENDING_ARCHBISHOP) or (
        due == rules.OVER and gaps < _market_size(state)
    ):
        raise NotationError("the market is full while tiles are marked, and empty in the end")
    for seat in seats:
        waiting = [TILES[tile].power for tile in state.waiting[seat, : state.waiting_size[seat]]]
        placing = rules.CHOOSING_MEEPLE <= due <= rules.SWAPPING
        past = (seat - int(state.first)) % int(state.seats) < state.step
        has_placed = (due == rules.SWAPPING and seat == state.to_move) or (
            due >= rules.PLACING and past
        )
        if (has_placed or not placing) and any(power != "warehouse" for power in waiting):
            raise NotationError(f"only warehouses wait now, but seat {seat} has other tiles")
        _check_taken(state, seat, len(waiting))
        _check_waiting(state, seat, sum(power != "warehouse" for power in waiting))
    most = int(state.waiting_size[state.to_move]) if state.to_move >= 0 else 0
    if due in (rules.CHOOSING_MEEPLE, rules.PAYING):
        most = min(most, 1)  # the Archbishop's
    elif due in (rules.TAKING_SECOND, rules.USING_TREASURER):
        most = min(most, rules.MOST_TILES - 1)  # or there would be no other
    if due == rules.TAKING_SECOND and not _archbishop_was_here(state):
        most = min(most, 1)  # only he can have brought one before
    if state.tiles_taken > most:
        raise NotationError(f"{state.tiles_taken} tiles cannot have been taken in this turn")


def _check_taken(state: State, seat: int, waiting: int) -> None:
    """A seat takes two tiles a card at most, and one more by each power."""
    played = CARDS - len(members(state.cards[seat]))
    laid = [TILES[int(state.cities[seat, where])].power for where in members(state.placed[seat])]
    by_archbishop = "cathedral" in laid and state.archbishop != seat  # he has been sent
    by_treasurer = state.useful[seat] == rules.TREASURER and state.power_used[seat]
    most = 2 * played + bool(by_archbishop) + bool(by_treasurer)
    if len(laid) + waiting > most:
        raise NotationError(f"seat {seat} has {len(laid) + waiting} tiles; {most} are possible")


def _archbishop_was_here(state: State) -> bool:
    """Whether the seat to move has had the Archbishop and has sent him."""
    seat = int(state.to_move)
    laid = [TILES[int(state.cities[seat, where])].power for where in members(state.placed[seat])]
    return "cathedral" in laid and state.archbishop != seat


def _check_waiting(state: State, seat: int, tiles: int) -> None:
    """What waits besides warehouses has been taken in this round."""
    due = int(state.due)
    takes = int(rules.MEEPLES[state.seats - 2]) if due >= rules.PLACING else 0
    if rules.CHOOSING_MEEPLE <= due < rules.PLACING:
        takes = sum(rules.taking_seat(state, past) == seat for past in range(state.step))
    under_way = int(state.tiles_taken) if seat == state.to_move else 0
    gaps = state.market[: _market_size(state)].tolist().count(int(rules.NOTHING))
    if tiles > min(rules.MOST_TILES * takes + under_way, gaps):
        raise NotationError(f"seat {seat} cannot have taken {tiles} tiles in this round")


def _check_archbishop(state: State) -> None:
    """He is sent right after his owner's meeple, and gone when the owner first takes back."""
    due, owner = int(state.due), int(state.archbishop)
    if due == rules.SENDING_ARCHBISHOP and (owner != state.to_move or state.archbishop_mark):
        raise NotationError(f"seat {state.to_move} has no Archbishop to send")
    if not state.archbishop_mark:
        return
    marks = len(members(state.meeples[owner]))
    marking = due in (rules.MARKING, rules.SENDING_ARCHBISHOP) and marks
    taking = rules.CHOOSING_MEEPLE <= due < rules.PLACING and state.to_move != owner
    if not marking and not (taking and marks == rules.MEEPLES[state.seats - 2]):
        raise NotationError("the Archbishop is not on the market here")


_ASKED_ONLY_IF = (
    int(rules.SENDING_ARCHBISHOP),
    int(rules.CHOOSING_MEEPLE),
    int(rules.TAKING_SECOND),
    int(rules.USING_TREASURER),
    int(rules.SWAPPING),
)


def _check_characters(state: State, *, choosing: bool) -> None:
    """Sides are chosen in seat order, then useful characters; after that all have theirs."""
    seats, mover = range(state.seats), int(state.to_move)
    useful_time = state.due == rules.CHOOSING_USEFUL
    for seat in seats:
        has_side = not choosing or useful_time or seat < mover
        has_useful = bool(state.eight) and (not choosing or (useful_time and seat < mover))
        has_drawn = bool(state.eight) and not has_useful
        found = (state.sides[seat] >= 0, state.useful[seat] >= 0, state.drawn[seat, 0] >= 0)
        if found != (has_side, has_useful, has_drawn):
            raise NotationError(f"the characters of seat {seat} do not fit what is due")


def _check_meeples(state: State) -> None:
    """Meeples are on the market from marking on until they are taken back, one a step."""
    seats, due, step = int(state.seats), int(state.due), int(state.step)
    steps = seats * int(rules.MEEPLES[seats - 2])
    wanted = [0] * seats
    if due in (rules.MARKING, rules.SENDING_ARCHBISHOP):
        for past in range(step + (due == rules.SENDING_ARCHBISHOP)):
            wanted[rules.marking_seat(state, past)] += 1
    elif rules.CHOOSING_MEEPLE <= due < rules.PLACING:
        taken = due in (rules.TAKING_SECOND, rules.USING_TREASURER)
        for coming in range(step + taken, steps):
            wanted[rules.taking_seat(state, coming)] += 1
    found = [len(members(state.meeples[seat])) for seat in range(seats)]
    if found != wanted:
        raise NotationError(f"the seats have {wanted} meeples on the market here, not {found}")
    if due == rules.PAYING and not int(state.meeples[state.to_move]) >> int(state.target) & 1:
        raise NotationError(f"seat {state.to_move} has no meeple on place {int(state.target) + 1}")
    _check_cards(state, steps)


def _check_cards(state: State, steps: int) -> None:
    """Each meeple that was taken back has cost a card."""
    seats, due = int(state.seats), int(state.due)
    rounds = max(int(state.round_number) - 1, 0)
    played = [rounds * (steps // seats)] * seats
    taken = due in (rules.TAKING_SECOND, rules.USING_TREASURER)
    past = int(state.step) + taken if rules.CHOOSING_MEEPLE <= due < rules.PLACING else 0
    if due >= rules.PLACING:
        past = steps
    for step in range(past):
        played[rules.taking_seat(state, step)] += 1
    found = [CARDS - len(members(state.cards[seat])) for seat in range(seats)]
    if found != played:
        raise NotationError(f"the seats have played {played} cards here, not {found}")
