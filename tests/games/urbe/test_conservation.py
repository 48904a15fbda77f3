"""Nothing is lost and nothing appears: tiles, coins, decrees and fountains, always."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise, product

import numpy as np
import pytest

import contrada
from contrada import Position
from contrada.games.urbe import rules
from contrada.kernel.operations import State

NOTHING = -1
EIGHT: tuple[bool | str, ...] = (False, "beside", "instead")
SETTINGS = list(product((2, 3, 4), EIGHT))
TILES, FIRST_GREY = 82, 68  # URBE-TILE-1
GREY_USED, PLACES = {2: 4, 3: 8, 4: 10}, {2: 9, 3: 9, 4: 12}  # by seats
ROUNDS, MEEPLES = {2: 4, 3: 8, 4: 8}, {2: 2, 3: 1, 4: 1}
SQUARES = [
    {row * 4 + column + step for step in (0, 1, 4, 5)}
    for row, column in product(range(3), repeat=2)
]
WAREHOUSES, CHURCHES = {78, 79}, {74, 75}
BRIDGES, WATCHTOWERS = {72, 73}, {76, 77}
HERALD, CATHEDRAL = 80, 81
CENTRE = {5, 6, 9, 10}
TREASURER, MASON = 6, 7

# --- What must hold ------------------------------------------------------------------------------


def members(word: int) -> list[int]:
    assert int(word) >= 0
    return [number for number in range(64) if int(word) >> number & 1]


def laid(state: State, seat: int) -> dict[int, int]:
    """Return the tiles of a city by location."""
    city = state.cities[seat].tolist()
    return {location: tile for location, tile in enumerate(city) if tile != NOTHING}


def taken_back(state: State) -> list[int]:
    """Return how many meeples each seat has taken back in this round."""
    seats = int(state.seats)
    if state.due < rules.CHOOSING_MEEPLE:
        return [0] * seats
    return [MEEPLES[seats] - len(members(state.meeples[seat])) for seat in range(seats)]


def check_tiles(state: State) -> None:
    """URBE-TILE-1, URBE-SETUP-1: 82 tiles, each in one place, with the right number in the box."""
    size, seats = int(state.pile_size), int(state.seats)
    assert 0 <= size <= TILES
    assert (state.pile[size:] == NOTHING).all()
    assert set(state.discards.tolist()) <= {0, 1}
    box = [FIRST_GREY + number for number in members(state.box)]
    assert len(box) == 14 - GREY_USED[seats]
    lying = [*state.market, *state.waiting.flat, *state.cities.flat]
    everywhere = [int(tile) for tile in lying if tile != NOTHING]
    everywhere += [*state.pile[:size].tolist(), *state.discards.nonzero()[0].tolist(), *box]
    assert sorted(everywhere) == list(range(TILES))


def check_market(state: State) -> None:
    """URBE-SETUP-2, URBE-MARKET-2: as many places as the seats need, one meeple to a tile."""
    seats, places = int(state.seats), PLACES[int(state.seats)]
    assert (state.market[places:] == NOTHING).all()
    marks = [place for seat in range(seats) for place in members(state.meeples[seat])]
    marks += members(state.archbishop_mark)
    assert len(set(marks)) == len(marks)
    assert all(state.market[place] != NOTHING for place in marks)
    assert all(len(members(word)) <= MEEPLES[seats] for word in state.meeples[:seats])
    if state.due in (rules.MARKING, rules.SENDING_ARCHBISHOP) or state.round_number == 0:
        assert (state.market[:places] != NOTHING).all()
    if state.due >= rules.PLACING:
        assert marks == []
    if state.due == rules.OVER:
        assert (state.market == NOTHING).all()


def check_waiting(state: State) -> None:
    """URBE-GREY-WAREHOUSE, GREY-1: only warehouses wait longer than a round."""
    for seat, tiles in enumerate(state.waiting.tolist()):
        size = int(state.waiting_size[seat])
        assert 0 <= size <= 8
        assert NOTHING not in tiles[:size]
        assert set(tiles[size:]) <= {NOTHING}
        placed = state.due == rules.OVER or (
            state.due >= rules.PLACING
            and (seat - int(state.first)) % int(state.seats) < int(state.step)
        )
        if placed or state.due <= rules.SENDING_ARCHBISHOP:
            assert set(tiles[:size]) <= WAREHOUSES


def check_decrees(state: State) -> None:
    """URBE-DECREE-1, URBE-SETUP-5, -6: 30 of them; the undealt ones are the fountains."""
    seats = int(state.seats)
    held = state.decrees[:seats].tolist()
    if state.round_number == 0:
        assert (state.decrees == NOTHING).all()
    else:
        assert all(0 <= one < 10 <= two < three < 30 for one, two, three in held)
        assert len({decree for each in held for decree in each}) == 3 * seats
    earned = Counter(state.fountains.flat)
    left = state.fountains_left.tolist()
    assert set(earned) <= {0, 1, 3}
    assert min(left) >= 0
    assert [earned[3] + left[0], earned[1] + left[1]] == [10 - seats, 20 - 2 * seats]
    assert 3 * seats + earned[3] + earned[1] + sum(left) == 30
    assert left[0] == 0 or earned[1] == 0, "URBE-FOUNTAIN-1: the most valuable ones go first"


def check_coins(state: State) -> None:
    """URBE-COIN-1, URBE-TAKE-1: eight cards each; every meeple taken back cost one."""
    seats = int(state.seats)
    past = max(int(state.round_number) - 1, 0) * MEEPLES[seats]
    for seat, back in enumerate(taken_back(state)):
        assert len(members(state.cards[seat])) == 8 - past - back
        assert set(members(state.cards[seat])) <= set(range(8))
    if state.due == rules.OVER:
        assert not state.cards.any()
        assert state.round_number == ROUNDS[seats]


def check_cities(state: State) -> None:
    """URBE-PLACE-1: every tile is where its kind may be, and touches another one."""
    for seat in range(state.seats):
        tiles = laid(state, seat)
        assert members(state.placed[seat]) == sorted(tiles)
        cells = {location for location in tiles if location < 16}
        towers = {location - 40 for location in tiles if location >= 40}
        for location, tile in tiles.items():
            kind = 1 if tile in BRIDGES else 2 if tile in WATCHTOWERS else 0
            assert kind == (location >= 16) + (location >= 40)
            assert tile not in CHURCHES or location not in CENTRE
            assert len(tiles) == 1 or touches(location, cells, towers)
        assert are_joined(cells)
        full = {number for number, square in enumerate(SQUARES) if square <= cells}
        with_fountain = set(state.fountains[seat].nonzero()[0].tolist())
        assert with_fountain <= full
        assert with_fountain == full or not state.fountains_left.any()  # URBE-FOUNTAIN-2


def neighbours(cell: int) -> set[int]:
    row, column = divmod(cell, 4)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {4 * r + c for r, c in around if r in range(4) and c in range(4)}


def beside(tower: int) -> int:
    """Return the cell next to a place outside."""
    side, along = divmod(tower, 4)
    return (along, 4 * along + 3, 12 + along, 4 * along)[side]


def touches(location: int, cells: set[int], towers: set[int]) -> bool:
    """Whether a tile of a city touches another one; a bridge needs two."""
    if location < 16:
        return bool(neighbours(location) & cells) or location in map(beside, towers)
    if location >= 40:
        return beside(location - 40) in cells
    border = location - 16
    first = border // 3 * 4 + border % 3 if border < 12 else border - 12
    return {first, first + (1 if border < 12 else 4)} <= cells


def are_joined(cells: set[int]) -> bool:
    """Whether all cells are connected."""
    reached, new = set[int](), set(list(cells)[:1])
    while new:
        reached |= new
        new = {next_one for cell in new for next_one in neighbours(cell) & cells} - reached
    return reached == cells


def check_characters(state: State) -> None:
    """URBE-SETUP-7, URBE-EIGHT-1, -3: a guild, a side and one of two useful characters each.

    There is no side if the useful character replaces the guild's own.
    """
    seats = int(state.seats)
    assert len(set(state.guilds[:seats].tolist()) & set(range(4))) == seats
    chosen = state.due > rules.CHOOSING_USEFUL
    if state.eight == rules.INSTEAD:
        assert set(state.sides.tolist()) == {NOTHING}
    else:
        assert set(state.sides[:seats].tolist()) <= ({0, 1} if chosen else {NOTHING, 0, 1})
    useful = state.useful[:seats][state.useful[:seats] != NOTHING].tolist()
    drawn = state.drawn[state.drawn != NOTHING].tolist()
    assert len(set(useful + drawn)) == len(useful) + len(drawn)
    assert set(useful + drawn) <= set(range(8))
    if state.eight == rules.WITHOUT:
        assert useful + drawn == []
    elif chosen:
        assert (len(useful), drawn) == (seats, [])
    for seat, used in enumerate(state.power_used.tolist()):
        assert used == 0 or (used == 1 and state.useful[seat] in (TREASURER, MASON))


def check_owners(state: State) -> None:
    """URBE-GREY-HERALD, URBE-GREY-CATHEDRAL: the owner of the tile; the Archbishop only once."""
    owners = {tile: seat for seat in range(state.seats) for tile in laid(state, seat).values()}
    assert state.herald == owners.get(HERALD, NOTHING)
    assert state.archbishop in (NOTHING, owners.get(CATHEDRAL, NOTHING))
    assert state.archbishop != NOTHING or state.archbishop_mark == 0
    assert len(members(state.archbishop_mark)) <= 1


def check_unused(state: State) -> None:
    """Unused fields are empty, so that equal positions have equal bytes."""
    seats = int(state.seats)
    for counted in (
        *(state.placed, state.cards, state.meeples, state.waiting_size, state.power_used),
        state.fountains,
    ):
        assert not counted[seats:].any()
    for named in (
        *(state.guilds, state.sides, state.drawn, state.useful, state.decrees, state.waiting),
        state.cities,
    ):
        assert (named[seats:] == NOTHING).all()
    if state.due != rules.PAYING:
        assert state.target == NOTHING
    if state.due not in (rules.TAKING_SECOND, rules.USING_TREASURER):
        assert (state.card, state.half) == (NOTHING, NOTHING)
    taking = rules.CHOOSING_MEEPLE <= state.due <= rules.USING_TREASURER
    assert 0 <= state.tiles_taken <= (3 if taking else 0)
    assert 0 <= state.step < (seats * MEEPLES[seats] if state.due < rules.PLACING else seats)
    assert state.step == 0 or rules.MARKING <= state.due <= rules.SWAPPING
    assert (state.to_move == NOTHING) == (state.due == rules.OVER)
    assert NOTHING <= state.to_move < seats
    assert (state.round_number == 0) == (state.due <= rules.CHOOSING_USEFUL)
    assert 0 <= state.round_number <= ROUNDS[seats]
    assert state.begins in (0, 1)


CHECKS: tuple[Callable[[State], None], ...] = (
    *(check_tiles, check_market, check_waiting, check_decrees, check_coins, check_cities),
    *(check_characters, check_owners, check_unused),
)


def check(state: State) -> None:
    for each in CHECKS:
        each(state)


def check_step(before: State, after: State) -> None:
    """What is settled stays, cities grow, and every payment costs one coin card."""
    for name in ("seats", "eight", "guilds", "box"):
        assert np.array_equal(after[name], before[name]), name
    if before.round_number:
        for name in ("sides", "useful", "decrees"):
            assert np.array_equal(after[name], before[name]), name
        assert after.random[0] == before.random[0] or after.round_number > before.round_number
    assert (before.power_used <= after.power_used).all()
    assert (before.placed & ~after.placed == 0).all()
    spent = sum(len(members(cards)) for cards in before.cards & ~after.cards)
    assert not (after.cards & ~before.cards).any()
    assert spent == (1 if before.due == rules.PAYING else 0)
    kept = before.fountains > 0
    assert (after.fountains[kept] == before.fountains[kept]).all()
    assert (after.fountains_left <= before.fountains_left).all()
    turns = int(after.round_number) - int(before.round_number)
    assert turns in (0, 1)
    if turns and before.round_number:
        assert after.first == (before.first + 1) % before.seats  # URBE-ROUND-1
    else:
        assert after.first == before.first


# --- Games ---------------------------------------------------------------------------------------

Choice = Callable[[State, list[int], random.Random], int]


def anything(state: State, legal: list[int], choose: random.Random) -> int:
    return choose.choice(legal)


def build(state: State, legal: list[int], choose: random.Random) -> int:
    """Take as much as possible and place it close together, so that cities fill up."""
    passing = {rules.NO_ARCHBISHOP, rules.NO_SECOND, rules.NO_TREASURER, rules.KEEP}
    taking = [decision for decision in legal if decision not in passing]
    return taking[0] if state.due == rules.PLACING else choose.choice(taking)


def hoard_grey(state: State, legal: list[int], choose: random.Random) -> int:
    """Mark and take grey tiles, keep warehouses, send the Archbishop, swap."""
    if rules.KEEP in legal and choose.random() < 0.7:
        return int(rules.KEEP)
    grey = [
        decision
        for start in (rules.MARK, rules.ARCHBISHOP, rules.MEEPLE)
        for decision in legal
        if 0 <= decision - start < 12 and state.market[decision - start] >= FIRST_GREY
    ]
    return choose.choice(grey or legal)


def decline(state: State, legal: list[int], choose: random.Random) -> int:
    """Take no second tile and give up cards, so that tiles are left and cities stay small."""
    passing = {rules.NO_ARCHBISHOP, rules.NO_SECOND, rules.NO_TREASURER, rules.KEEP, rules.NO_SWAP}
    return choose.choice([decision for decision in legal if decision in passing] or legal)


# What games of such players lead to, so that the checks have seen it.
PLAYERS: dict[Choice, set[str]] = {
    anything: {"second", "bridge", "watchtower", "fountain", "herald", "rebuilt pile"},
    build: {"fountain of 1", "full city", "unplaced tile discarded", "treasurer"},
    hoard_grey: {"archbishop sent", "archbishop's tile", "warehouse kept", "swap", "church"},
    decline: {"left in the market", "small city"},
}


def situations(before: State, after: State) -> set[str]:
    """Name the rare situations in a position."""
    tiles = {tile for seat in range(after.seats) for tile in laid(after, seat).values()}
    new_round = after.round_number > before.round_number > 0
    met = {
        "second": before.due == rules.TAKING_SECOND and before.market.sum() != after.market.sum(),
        "bridge": tiles & BRIDGES,
        "watchtower": tiles & WATCHTOWERS,
        "church": tiles & CHURCHES,
        "herald": after.herald != NOTHING,
        "fountain": after.fountains.any(),
        "fountain of 1": (after.fountains == 1).any(),
        "full city": any(int(word) & 0xFFFF == 0xFFFF for word in after.placed),
        "small city": after.due == rules.OVER and after.seats > 2 and len(tiles) <= 8 * after.seats,
        "rebuilt pile": new_round and after.pile_size > before.pile_size,
        "archbishop sent": after.archbishop_mark,
        "archbishop's tile": after.archbishop == NOTHING != before.archbishop,
        "warehouse kept": new_round and after.waiting_size.any(),
        "unplaced tile discarded": after.round_number == before.round_number
        and (after.discards > before.discards).any(),
        "treasurer": ((after.power_used == 1) & (after.useful == TREASURER)).any(),
        "swap": ((after.power_used == 1) & (after.useful == MASON)).any(),
        "left in the market": before.due == rules.PAYING and (before.market == after.market).all(),
    }
    return {name for name, is_met in met.items() if is_met}


def play(start: Position, player: Choice, seed: int, most: int = 1000) -> Iterator[Position]:
    """Play to the end, or this many decisions; yield every position."""
    choose = random.Random(seed)
    yield start
    for _ in range(most):
        if start.is_over:
            return
        start = start.play(player(start.state, start.legal(), choose))
        yield start


def payments(line: list[Position]) -> Counter[int]:
    """Count how often each seat has paid."""
    return Counter(before.to_move or 0 for before in line[:-1] if before.state.due == rules.PAYING)


SEED = 1


@pytest.mark.parametrize("player", PLAYERS, ids=[player.__name__ for player in PLAYERS])
def test_through_games(player: Choice) -> None:
    """Two to four seats, all variants, after every decision."""
    met: set[str] = set()
    for seed, (seats, eight) in enumerate(SETTINGS, SEED):
        start = contrada.game("urbe", useful_eight=eight).start_fast(seats, seed)
        line = list(play(start, player, seed))
        for seen in line:
            check(seen.state)
        for before, after in pairwise(line):
            check_step(before.state, after.state)
            met |= situations(before.state, after.state)
        assert line[-1].is_over
        assert len(line) - 1 <= start.game.facts.longest_game
        assert payments(line) == dict.fromkeys(range(seats), 8)
    assert PLAYERS[player] <= met, f"not met: {PLAYERS[player] - met}"


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("seats", "eight"), SETTINGS)
def test_through_the_beginning_of_a_game(seats: int, eight: bool | str) -> None:
    start = contrada.game("urbe", useful_eight=eight).start(seats, seed=3)
    for before, after in pairwise(play(start, hoard_grey, seed=3, most=30)):
        check(after.state)
        check_step(before.state, after.state)


def test_reimagined_positions_lose_nothing() -> None:
    start = contrada.game("urbe", useful_eight="beside").start(4, seed=2)
    for place, seen in enumerate(play(start, anything, seed=2)):
        if place % 5 == 0 or seen.is_over:
            for seat in range(4):
                check(seen.reimagine(seat, seed=place).state)


# --- The checks can fail -------------------------------------------------------------------------


def put(name: str, value: int, *where: int | slice) -> Callable[[State], None]:
    """Return a function that puts a value into a field."""

    def change(state: State) -> None:
        if where:
            state[name][where] = value
        else:
            state[name] = value

    return change


def add(name: str, value: int, *where: int) -> Callable[[State], None]:
    def change(state: State) -> None:
        state[name][where] += value

    return change


def first_filled(state: State) -> int:
    return members(state.placed[0])[0]


def move_a_tile(state: State) -> None:
    """Move a tile away from the others."""
    start = first_filled(state)
    cells = {cell for cell in members(state.placed[0]) if cell < 16}
    far = next(cell for cell in range(16) if not ({cell} | neighbours(cell)) & cells)
    state.cities[0, far], state.cities[0, start] = state.cities[0, start], NOTHING
    state.placed[0] += (1 << far) - (1 << start)


def lift_a_tile(state: State) -> None:
    state.placed[0] -= 1 << first_filled(state)


def discard_too(state: State) -> None:
    """Discard a tile that is still in a city."""
    state.discards[state.cities[0, first_filled(state)]] = 1


def forget_the_top_tile(state: State) -> None:
    state.pile_size -= 1  # which is left lying there


def box_one_more(state: State) -> None:
    state.box |= 1 << next(number for number in range(14) if not int(state.box) >> number & 1)


def let_a_tile_wait(state: State) -> None:
    """Keep a coloured tile of the pile as if it were a warehouse."""
    state.pile_size -= 1
    coloured = int(state.pile[state.pile_size])
    state.pile[state.pile_size] = NOTHING
    state.waiting[0, 0], state.waiting_size[0] = coloured, 1


def take_from_the_market(state: State) -> None:
    state.discards[state.market[4]] = 1
    state.market[4] = NOTHING


def pay_twice(state: State) -> None:
    state.cards[0] &= int(state.cards[0]) - 1


def earn_from_nowhere(state: State) -> None:
    """Take a fountain for a square that is not full."""
    empty = next(number for number in range(9) if not state.fountains[0, number])
    state.fountains[0, empty] = 3
    state.fountains_left[0] -= 1


def deal_twice(state: State) -> None:
    state.decrees[1] = state.decrees[0]


DAMAGE: dict[str, Callable[[State], None]] = {
    "a tile twice": discard_too,
    "a tile lost": put("market", NOTHING, 2),
    "a tile behind the pile": forget_the_top_tile,
    "a tile above the pile": put("pile", 3, 81),
    "a tile too many in the box": box_one_more,
    "a tile counted twice in the discards": put("discards", 2, 0),
    "a gap in the market": take_from_the_market,
    "a coloured tile kept": let_a_tile_wait,
    "a tile waits but is not counted": put("waiting", 3, 1, 5),
    "a tile counted that does not wait": put("waiting_size", 1, 1),
    "a place that the market does not have": put("meeples", 1 << 9, 0),
    "two meeples on a tile": put("meeples", 1, slice(0, 2)),
    "a meeple too many": put("meeples", 0b11, 0),
    "a tile that touches nothing": move_a_tile,
    "a tile that is not known to be placed": lift_a_tile,
    "a decree twice": deal_twice,
    "a decree missing": put("decrees", NOTHING, 2, 1),
    "decrees out of order": put("decrees", 30, 0, 2),
    "a fountain too many": add("fountains_left", 1, 0),
    "a fountain too few": add("fountains_left", -1, 1),
    "a fountain from nowhere": earn_from_nowhere,
    "a coin too few": pay_twice,
    "a coin too many": put("cards", 0xFF, 1),
    "a ninth coin": put("cards", 1 << 8, 2),
    "a guild twice": put("guilds", 1, slice(0, 3)),
    "a seat without side": put("sides", NOTHING, 1),
    "a useful character without the option": put("useful", 3, 1),
    "a power used that is none": put("power_used", 1, 1),
    "Herald's House of nobody": put("herald", 2),
    "the Archbishop without Cathedral": put("archbishop", 2),
    "the Archbishop on the market, of nobody": put("archbishop_mark", 1),
    "a seat that does not play has a coin": put("cards", 1, 3),
    "a seat that does not play has a tile": put("cities", 3, 3, 3),
    "a seat that does not play has a decree": put("decrees", 9, 3, 0),
    "a target without payment": put("target", 4),
    "a card without payment": put("card", 4),
    "a half without payment": put("half", 0),
    "tiles taken while marking": put("tiles_taken", 1),
    "a step too far": put("step", 3),
    "nobody to move": put("to_move", NOTHING),
    "a seat to move that does not play": put("to_move", 3),
    "a round too many": put("round_number", 9),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_the_checks_can_fail(damage: Callable[[State], None]) -> None:
    line = play(contrada.game("urbe").start(3, seed=4), anything, seed=4)
    seen = next(seen for seen in line if seen.state.round_number == 3)
    states = np.zeros(1, rules.STATE).view(np.recarray)
    states[0] = seen.state
    check(states[0])
    damage(states[0])
    with pytest.raises(AssertionError):
        check(states[0])


def test_a_position_is_small() -> None:
    assert rules.STATE.itemsize <= 2048
    assert len(bytes(contrada.game("urbe").start(4))) == rules.STATE.itemsize
