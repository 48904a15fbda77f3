"""The compiled rules of Urbe compared with their plain-Python twin, and what is always true."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, product

import numpy as np
import pytest

from contrada.games import contract
from contrada.games.contract import Definition, Game, Position
from contrada.games.urbe import DEFINITION, components, rules
from contrada.kernel.operations import State
from tests.oracles.urbe import DECREES, Grid, Urbe, forms, is_met

SEAT_COUNTS = (2, 3, 4)
EIGHT: tuple[bool | str, ...] = (False, "beside", "instead")
SETTINGS = list(product(SEAT_COUNTS, EIGHT))
ALL_TILES = list(range(rules.TILES))


@pytest.fixture(scope="module")
def definition() -> Definition:
    contract.load(DEFINITION)
    return DEFINITION


# --- The twin ------------------------------------------------------------------------------------

WITH_NONE = {
    int(rules.NO_ARCHBISHOP): "archbishop none",
    int(rules.NO_SECOND): "second none",
    int(rules.NO_TREASURER): "treasurer none",
    int(rules.NO_SWAP): "swap none",
    int(rules.KEEP): "keep",
}
KINDS = (
    (rules.SWAP, "swap"),
    (rules.PLACE, "place"),
    (rules.USE_TREASURER, "treasurer"),
    (rules.SECOND, "second"),
    (rules.SPEND, "spend"),
    (rules.GUILD_ICONS, "guilds"),
    (rules.FLAGS, "flags"),
    (rules.MEEPLE, "meeple"),
    (rules.ARCHBISHOP, "archbishop"),
    (rules.MARK, "mark"),
    (rules.KEEP_USEFUL, "keep"),
    (rules.SIDE, "side"),
)


def in_words(decision: int) -> str:
    """Write a decision as the twin does."""
    if decision in WITH_NONE:
        return WITH_NONE[decision]
    number, word = next((decision - int(low), word) for low, word in KINDS if decision >= low)
    if word == "side":
        return f"side {'AB'[number]}"
    if word == "swap":
        return "swap {} {}".format(*rules.PAIR_CELLS[number])
    if word == "place":
        slot, location = divmod(number, int(rules.LOCATIONS))
        return f"place {slot} {location_in_words(location)}"
    return f"{word} {number}"


def location_in_words(location: int) -> str:
    for low, word in ((rules.OUTSIDE, "outside"), (rules.BORDER, "border")):
        if location >= low:
            return f"{word} {location - int(low)}"
    return f"cell {location}"


def members(bits: int) -> list[int]:
    return [number for number in range(64) if int(bits) >> number & 1]


def without_gaps(tiles: Iterable[int]) -> list[int | None]:
    """Write tiles as the twin does: None for an empty place."""
    return [None if tile < 0 else int(tile) for tile in tiles]


def tiles_at(state: State, seat: int, low: int, size: int) -> dict[int, int]:
    tiles = state.cities[seat, low : low + size]
    return {place: int(tile) for place, tile in enumerate(tiles) if tile >= 0}


def check_table(position: Position, twin: Urbe) -> None:
    """Compare the market, the piles and the fountains."""
    state = position.state
    market = len(twin.market)
    assert without_gaps(state.market) == twin.market + [None] * (components.MOST_MARKET - market)
    assert [int(tile) for tile in state.pile[: state.pile_size]] == twin.pile
    assert set(state.pile[state.pile_size :].tolist()) <= {-1}
    assert set(state.discards.nonzero()[0].tolist()) == twin.discards
    assert [rules.FIRST_GREY + grey for grey in members(state.box)] == twin.box
    assert members(state.archbishop_mark) == ([] if twin.archbishop is None else [twin.archbishop])
    left = [rules.FOUNTAIN_VP[kind] for kind in (1, 0) for _ in range(state.fountains_left[kind])]
    if state.round_number > 0:
        assert left == twin.fountain_supply
    assert (state.round_number, state.first) == (twin.round, twin.first_player)


def check_seat(position: Position, twin: Urbe, seat: int) -> None:
    """Compare what a seat has, and its points."""
    state, city = position.state, twin.cities[seat]
    assert members(state.cards[seat]) == twin.cards[seat]
    assert members(state.meeples[seat]) == twin.meeples(seat)
    assert [int(tile) for tile in state.waiting[seat] if tile >= 0] == twin.hands[seat]
    assert state.waiting_size[seat] == len(twin.hands[seat])
    assert state.guilds[seat] == twin.guilds[seat]
    assert [int(decree) for decree in state.decrees[seat] if decree >= 0] == sorted(
        twin.decrees[seat]
    )
    assert without_gaps(state.useful[seat : seat + 1]) == [twin.useful[seat]]
    assert bool(state.power_used[seat]) == twin.useful_spent[seat]
    assert without_gaps(state.cities[seat, : rules.CELLS]) == city.cells
    assert tiles_at(state, seat, int(rules.BORDER), rules.BORDERS) == city.bridges
    assert tiles_at(state, seat, int(rules.OUTSIDE), rules.OUTSIDES) == city.towers
    assert members(state.placed[seat]) == [
        location for location, tile in enumerate(state.cities[seat]) if tile >= 0
    ]
    squares = [row * 4 + column for row in range(3) for column in range(3)]
    assert [int(vp) for vp in state.fountains[seat]] == [
        city.fountains.get(square, 0) for square in squares
    ]


def check_points(position: Position, twin: Urbe, seat: int) -> None:
    """Each part of the score."""
    state, sheet = position.state, twin.score_sheet(seat)
    assert rules.tile_points(state, seat) == sheet.tiles
    assert rules.character_points(state, seat) == sheet.character
    assert rules.decree_points(state, seat) == sum(sheet.decrees.values())
    assert rules.fountain_points(state, seat) == sheet.fountains
    assert rules.useful_points(state, seat) == sheet.useful
    assert rules.score(state, seat) == sheet.total


def choose_as_collector(choose: random.Random, position: Position, texts: list[str]) -> str:
    """Choose at random, but mostly grey tiles, so that their powers come up often.

    Also decline often: among many choices that would be rare.
    """
    passing = [text for text in texts if text == "keep" or text.endswith(" none")]
    if passing and choose.random() < 0.5:
        return passing[0]
    grey = {
        f"{word} {place}"
        for place, tile in enumerate(position.state.market)
        if tile >= rules.FIRST_GREY
        for word in ("mark", "archbishop", "meeple")
    }
    wanted = [text for text in texts if text in grey]
    return choose.choice(wanted if wanted and choose.random() < 0.8 else texts)


def play_beside_twin(game: Game, seats: int, seed: int, *, collect: bool) -> set[str]:
    """Play a random game on both sides; return the kinds of decisions made."""
    choose = random.Random(seed)
    position, twin = game.start(seats, seed), Urbe(seats, seed, game.options["useful_eight"])
    kinds = set()
    while not position.is_over:
        choices = {in_words(decision): decision for decision in position.legal()}
        assert sorted(choices) == sorted(twin.decisions())
        assert position.to_move == twin.to_move
        check_table(position, twin)
        for seat in range(seats):
            check_seat(position, twin, seat)
        texts = sorted(choices)
        text = choose_as_collector(choose, position, texts) if collect else choose.choice(texts)
        kinds.add(re.sub(r"\d+", "#", text))
        go = twin.round, twin.phase, len(twin.waiting)
        position = position.play(choices[text])
        twin.play(text)
        assert position.turn_begins == ((twin.round, twin.phase, len(twin.waiting)) != go)
    assert twin.to_move is None
    check_table(position, twin)
    for seat in range(seats):
        check_seat(position, twin, seat)
        check_points(position, twin, seat)
    assert list(position.scores()) == twin.scores()
    outcome = position.outcome()
    assert outcome is not None
    assert list(outcome.places) == twin.places()
    return kinds


WITH_SIDES = {"side A", "side B"}
EVERYWHERE = {
    *("mark #", "archbishop #", "flags #", "guilds #", "spend #"),
    *("second #", "second none", "place # cell #", "place # border #", "place # outside #", "keep"),
}
WITH_EIGHT = {"keep #", "treasurer #", "treasurer none", "swap # #", "swap none"}


@pytest.mark.parametrize(("seats", "eight"), SETTINGS)
def test_games_agree_with_the_twin(definition: Definition, seats: int, eight: bool | str) -> None:
    game = Game(definition, useful_eight=eight)
    kinds = set()
    first = 70 if seats == 2 else 0  # from here on every kind of decision comes up
    for seed in range(first, first + 80 // seats):
        kinds |= play_beside_twin(game, seats, seed, collect=seed % 4 > 0)
    wanted = EVERYWHERE | (WITH_EIGHT if eight else set())
    assert wanted - kinds == set()
    assert kinds & WITH_SIDES == (set() if eight == "instead" else WITH_SIDES)
    assert ("meeple #" in kinds) == (seats == 2)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(1, 8))
@pytest.mark.parametrize(("seats", "eight"), SETTINGS)
def test_many_games_agree_with_the_twin(
    definition: Definition, seats: int, eight: bool | str, batch: int
) -> None:
    """Twenty-four games for each of nine settings and seven batches: 1,512 in all."""
    game = Game(definition, useful_eight=eight)
    for number in range(24):
        play_beside_twin(game, seats, 1000 * batch + number, collect=number % 4 > 0)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("eight", ["beside", "instead"])
def test_a_short_game_agrees_with_the_twin(definition: Definition, eight: str) -> None:
    play_beside_twin(Game(definition, useful_eight=eight), 2, 3, collect=True)


# --- What always holds ---------------------------------------------------------------------------


def positions(definition: Definition, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game in each setting."""
    for seats, eight in SETTINGS:
        choose = random.Random(seed)
        position = Game(definition, useful_eight=eight).start(seats, seed)
        yield position
        while not position.is_over:
            decisions = {in_words(decision): decision for decision in position.legal()}
            text = choose_as_collector(choose, position, sorted(decisions))
            position = position.play(decisions[text])
            yield position


def test_generator_and_refusals_agree(definition: Definition) -> None:
    for position in islice(positions(definition, seed=1), 0, None, 3):
        rule_of = [rules.refusal(position.state, d) for d in range(rules.DECISIONS)]
        permitted = [d for d, rule in enumerate(rule_of) if rule == rules.PERMITTED]
        assert permitted == position.legal()
        assert max(rule_of) < len(rules.RULE_IDS)


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_refusals_of_a_short_game(definition: Definition) -> None:
    position = Game(definition, useful_eight="beside").start(2, 8)
    choose = random.Random(8)
    while position.state.round_number < 2:
        rule_of = [rules.refusal(position.state, d) for d in range(rules.DECISIONS)]
        assert [d for d, rule in enumerate(rule_of) if rule == rules.PERMITTED] == position.legal()
        position = position.play(choose.choice(position.legal()))


def tiles_in_sight(state: State) -> list[int]:
    """Return all tiles that are neither in the pile nor in the box."""
    lying = [*state.market, *state.waiting.flat, *state.cities.flat, *state.discards.nonzero()[0]]
    return [int(tile) for tile in lying if tile >= 0]


def unseen_tiles(state: State) -> list[int]:
    boxed = [int(rules.FIRST_GREY) + grey for grey in members(state.box)]
    return [*boxed, *(int(tile) for tile in state.pile[: state.pile_size])]


def test_nothing_is_lost(definition: Definition) -> None:
    for position in positions(definition, seed=2):
        state, seats = position.state, position.seats
        assert sorted(tiles_in_sight(state) + unseen_tiles(state)) == ALL_TILES
        earned = np.count_nonzero(state.fountains)
        assert earned + sum(state.fountains_left) == rules.DECREES - 3 * seats
        played = 8 * seats - sum(len(members(cards)) for cards in state.cards)
        assert (played == 8 * seats) >= position.is_over


def test_a_position_is_small_and_has_no_gaps() -> None:
    fields = rules.STATE.fields
    assert fields is not None
    assert sum(kind.itemsize for kind, *_ in fields.values()) == rules.STATE.itemsize <= 2048


def test_what_a_decision_reveals(definition: Definition) -> None:
    """Decrees once characters are chosen, every new market, and everything at the end."""
    for position in positions(definition, seed=3):
        if position.before is not None:
            before, after = position.before.state, position.state
            shown = (
                before.decrees.tolist() != after.decrees.tolist()
                or before.pile_size != after.pile_size
                or position.is_over
            )
            assert rules.revealed(before, after) == shown


# --- Decrees and other points --------------------------------------------------------------------


def random_city(choose: random.Random) -> list[int | None]:
    """Return tiles on cells: of few colours, and some grey ones."""
    some = choose.sample(range(4), choose.randint(1, 4))
    tiles = [tile for tile in range(rules.FIRST_GREY) if rules.TILE_COLOUR[tile] in some]
    grey = choose.sample(range(rules.FIRST_GREY, rules.TILES), choose.randint(0, 6))
    grey = [tile for tile in grey if rules.TILE_POWER[tile] not in (rules.BRIDGE, rules.WATCHTOWER)]
    city: list[int | None] = [*choose.sample(choose.sample(tiles, 17) + grey, 16)]
    for cell in choose.sample(range(16), choose.randint(0, 10)):
        city[cell] = None
    return city


def build_decree(city: list[int | None], grid: Grid, choose: random.Random) -> None:
    """Recolour some tiles so that a decree is fulfilled, perhaps except for one cell."""
    form = choose.choice(list(forms(grid)))
    top, left = choose.randint(0, 4 - len(form)), choose.randint(0, 4 - len(form[0]))
    for row, letters in enumerate(form, top):
        for column, letter in enumerate(letters, left):
            if letter != "." and choose.random() < 0.95:
                city[row * 4 + column] = "PBYG".index(letter) * 17 + row * 4 + column


def with_city(game: Game, city: list[int | None]) -> Position:
    """Return a position whose first seat has these tiles on cells."""
    states = game.start(2)._copy()
    for cell, tile in enumerate(city):
        if tile is not None:
            states[0].cities[0, cell] = tile
            states[0].placed[0] |= 1 << cell
    return Position(game, states, 2)


def check_cells(grid: Grid, colours: list[str | None], cells: list[int]) -> None:
    """They have the colours that the decree needs; town halls stand in for any colour."""
    wanted = Counter(letter for row in grid for letter in row if letter != ".")
    found = Counter(colours[cell] for cell in cells)
    assert len(cells) == wanted.total()
    assert all(found[letter] <= wanted[letter] for letter in "PBYG")
    assert found[None] == 0


def test_decrees_are_met_as_brute_force_says(definition: Definition) -> None:
    game, choose, met = Game(definition), random.Random(1), Counter[bool]()
    for _ in range(8):
        for decree, (_, _, grid) in enumerate(DECREES):
            twin = Urbe(2, 0)
            twin.cities[0].cells = random_city(choose)
            build_decree(twin.cities[0].cells, grid, choose)
            position, colours = with_city(game, twin.cities[0].cells), twin.cities[0].colours()
            for other, (_, _, other_grid) in enumerate(DECREES):
                cells = rules.cells_meeting(position.state, 0, other)
                assert bool(cells) == is_met(other_grid, colours)
                if cells:
                    check_cells(other_grid, colours, cells)
            met[bool(rules.cells_meeting(position.state, 0, decree))] += 1
    assert min(met[True], met[False]) > 20


def test_points_of_cities(definition: Definition) -> None:
    game, choose = Game(definition), random.Random(2)
    for _ in range(100):
        twin = Urbe(2, 0)
        twin.cities[0].cells = random_city(choose)
        states = with_city(game, twin.cities[0].cells)._copy()
        for side, useful in product(range(2), range(rules.USEFUL)):
            states[0].sides[0] = side
            states[0].useful[0] = useful
            twin.sides[0], twin.useful[0] = "AB"[side], useful
            check_points(Position(game, states.copy(), 2), twin, 0)


# --- What is hidden ------------------------------------------------------------------------------

HIDDEN = ("random", "pile", "box", "decrees")


def check_reimagined(position: Position, seat: int, seed: int) -> None:
    old, other = position.state, position.reimagine(seat, seed)
    new = other.state
    for name in rules.STATE.names or ():
        if name not in HIDDEN:
            assert np.array_equal(new[name], old[name]), name
    assert sorted(unseen_tiles(new)) == sorted(unseen_tiles(old))
    assert len(members(new.box)) == len(members(old.box))
    assert new.decrees[seat].tolist() == old.decrees[seat].tolist()
    if position.is_over or old.round_number == 0:
        assert new.decrees.tolist() == old.decrees.tolist()
    else:
        check_decrees(new.decrees[: position.seats].tolist())
    assert other.legal() == position.legal()
    # The deal depends on what is unseen only, not on where it was.
    assert bytes(other.reimagine(seat, seed + 1)) == bytes(position.reimagine(seat, seed + 1))


def check_decrees(decrees: list[list[int]]) -> None:
    assert len({decree for each in decrees for decree in each}) == 3 * len(decrees)
    for starting, *advanced in decrees:
        assert starting < components.STARTING <= min(advanced)
        assert advanced == sorted(advanced)


def test_a_seat_cannot_tell_positions_apart(definition: Definition) -> None:
    for seed, position in enumerate(positions(definition, seed=4)):
        if seed % 5 == 0 or position.is_over:
            for seat in range(position.seats):
                check_reimagined(position, seat, seed)


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_position_reimagined(definition: Definition) -> None:
    position = Game(definition).start(3, 5)
    for _ in range(3):
        position = position.play(position.legal()[0])
    for seat in range(3):
        check_reimagined(position, seat, seed=5)


def test_every_deal_is_equally_likely(definition: Definition) -> None:
    """10 of 14 grey tiles are boxed; one of 9 starting and two of 18 advanced decrees are held."""
    position = Game(definition).start(2, 6)
    for _ in range(2):
        position = position.play(position.legal()[0])
    boxed: Counter[int] = Counter()
    held: Counter[int] = Counter()
    next_tile: Counter[int] = Counter()
    deals = 4000
    for seed in range(deals):
        state = position.reimagine(0, seed).state
        boxed.update(members(state.box))
        held.update(state.decrees[1].tolist())
        next_tile[int(state.pile[state.pile_size - 1])] += 1
    unseen_grey = [tile for tile in unseen_tiles(position.state) if tile >= rules.FIRST_GREY]
    assert len(boxed) == len(unseen_grey)
    for times in boxed.values():
        assert abs(times / deals - 10 / len(unseen_grey)) < 0.04
    assert len(held) == rules.DECREES - 3
    for decree, times in held.items():
        assert abs(times / deals - (1 / 9 if decree < components.STARTING else 2 / 18)) < 0.03
    assert len(next_tile) == len(unseen_tiles(position.state))


def test_the_box_is_known_once_the_pile_has_run_out(definition: Definition) -> None:
    last = max(
        (position for position in positions(definition, seed=7) if position.seats == 4),
        key=lambda position: int(position.state.round_number),
    )
    assert last.state.round_number == 7 + 1
    assert last.reimagine(0, 1).state.box == last.state.box
    assert last.reimagine(0, 1).state.pile.tolist() != last.state.pile.tolist()
