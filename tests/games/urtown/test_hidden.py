"""Who knows what: racks and piles in views, in `reimagine`, and at the end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from contrada import ContradaError, Position, record
from tests.contract.evenness import FAR, unevenness, unevenness_of_outcomes
from tests.games.urtown.positions import (
    BLOCKED,
    NAME_OF,
    SEAT_COUNTS,
    SETTINGS,
    SPIRALS,
    WALLED_IN,
    at,
    clustering_turn,
    in_order,
    play_out,
    random_turn,
    urtown,
)

NOBODY = None
SIGN_OF = {name: sign for sign, name in NAME_OF.items()}
RACKS, PILES, SHOWN = 3, 4, 6  # where they are in a position's text


def hands(seen: Position) -> list[tuple[str, str, str]]:
    """Return rack, pile and shown tiles of each colour as they really are."""
    fields = seen.text.split(" ")
    parts = (fields[field].replace("-", "").split("/") for field in (RACKS, PILES, SHOWN))
    return list(zip(*parts, strict=True))


def signs(tiles: Iterable[str]) -> str:
    return in_order(SIGN_OF[tile] for tile in tiles)


# --- Views ---------------------------------------------------------------------------------------

THREE = {"racks": {"red": "12345", "blue": "6789A", "yellow": "BCDEF"}}
TWO = {"racks": {"red": "12345", "blue": "6789A", "yellow": "BCDEF", "green": "GHI1$"}}
HIDDEN, PILE = "?????", "?" * 23

# table, seat, racks and piles in the text of its view
VIEW_TEXTS = [
    pytest.param(THREE, 0, f"12345/{HIDDEN}/{HIDDEN}", f"{PILE}/{PILE}/{PILE}", id="First"),
    pytest.param(THREE, 2, f"{HIDDEN}/{HIDDEN}/BCDEF", f"{PILE}/{PILE}/{PILE}", id="Third"),
    pytest.param(
        THREE, NOBODY, f"{HIDDEN}/{HIDDEN}/{HIDDEN}", f"{PILE}/{PILE}/{PILE}", id="spectator"
    ),
    pytest.param(
        TWO | {"seats": 2},
        *(1, f"{HIDDEN}/{HIDDEN}/BCDEF/1GHI$", f"{PILE}/{PILE}/{PILE}/{PILE}"),
        id="URTOWN-DUO-1 both racks of the same seat",
    ),
    pytest.param(
        THREE | {"shown": {"blue": "68"}},
        *(0, f"12345/68???/{HIDDEN}", f"{PILE}/{PILE}/{PILE}"),
        id="URTOWN-SKIP-2 what a skip has shown",
    ),
    pytest.param(
        THREE | {"shown": {"blue": "68"}},
        *(1, f"{HIDDEN}/6789A/{HIDDEN}", f"{PILE}/{PILE}/{PILE}"),
        id="URTOWN-SKIP-2 shown by oneself",
    ),
    pytest.param(
        THREE | {"placed": {"blue": 20, "yellow": 23}},
        *(NOBODY, f"{HIDDEN}/{HIDDEN}/BCDEF", f"{PILE}/???/-"),
        id="an empty pile gives the rack away",
    ),
    pytest.param(
        {"racks": {"red": "1234"}, "placed": {"red": 24}, "to_move": 1},
        *(NOBODY, f"1234/{HIDDEN}/{HIDDEN}", f"-/{PILE}/{PILE}"),
        id="URTOWN-END-1 the four unused",
    ),
    pytest.param(
        {"racks": {"red": "1234"}, "placed": {"red": 24}, "seats": 2},
        *(NOBODY, f"1234/{HIDDEN}/{HIDDEN}/{HIDDEN}", f"-/{PILE}/{PILE}/{PILE}"),
        id="URTOWN-DUO-2 the four set aside",
    ),
    pytest.param(
        {**WALLED_IN, "racks": {"red": BLOCKED, "blue": "5678", "yellow": "5678"}}
        | {"placed": {"blue": 24, "yellow": 24}, "to_move": None},
        *(NOBODY, "12mlc/5678/5678", f"{'?' * 14}/-/-"),
        id="URTOWN-SKIP-1 over: racks are shown, a pile stays face down",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("table", "seat", "racks", "piles"), VIEW_TEXTS)
def test_a_views_text_hides_tiles(
    table: dict[str, Any], seat: int | None, racks: str, piles: str
) -> None:
    seen = at(**table)
    fields = seen.text.split(" ")
    fields[RACKS], fields[PILES] = racks, piles
    assert seen.view(seat)["text"] == " ".join(fields)


def check_view(seen: Position, seat: int | None) -> None:
    """A view has the sizes, the seat's own rack, and the others' tiles only as sets."""
    view = seen.view(seat)
    for colour, (rack, pile, shown) in zip(view["colours"], hands(seen), strict=True):
        set_aside = rack if colour["finished"] and seen.seats == 2 else ""
        in_hand = "" if set_aside else rack
        knows = colour["owner"] == seat or pile == "" or seen.is_over or shown == rack
        assert (colour["rack"] is None) == (not knows)
        assert signs(colour["rack"] or ()) == (in_hand if knows else "")
        assert (colour["rack_size"], colour["pile_size"]) == (len(in_hand), len(pile))
        assert signs(colour["shown"]) == shown
        assert signs(colour["set_aside"]) == set_aside
        known = rack if knows else shown
        assert signs(colour["unseen"]) == in_order(set(rack + pile) - set(known))


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_views_through_a_random_game(seats: int) -> None:
    line = play_out(urtown(**SETTINGS[seats - 2]).start(seats, seed=5), random_turn, seed=5)
    assert len(line) > 70
    for seen in [*line[::2], *line[-4:]]:
        for seat in (NOBODY, *range(seats)):
            check_view(seen, seat)


def test_views_through_skips() -> None:
    """URTOWN-SKIP-2: some tiles of a rack are known, some are not."""
    racks = {"red": BLOCKED, "blue": "9", "yellow": "4"}
    seen = at(**WALLED_IN, racks=racks, piles={"red": "5"})
    for turn in ("skip", "9 A9", "4 xI4", "car xI3"):
        seen = seen.play(turn)
        for seat in (NOBODY, 0, 1, 2):
            check_view(seen, seat)
    assert [shown for _, _, shown in hands(seen)] == ["12ml", "", ""]


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_racks_lie_open_at_the_end(seats: int) -> None:
    *_, end = play_out(urtown().start(seats, seed=6), random_turn, seed=6)
    for seat in (NOBODY, *range(seats)):
        for colour, (rack, pile, _) in zip(end.view(seat)["colours"], hands(end), strict=True):
            assert signs(colour["set_aside"] if seats == 2 else colour["rack"]) == rack
            assert (len(rack), pile, colour["unseen"]) == (4, "", [])


# --- Dealing the unseen anew ---------------------------------------------------------------------


def check_reimagined(seen: Position, seat: int, seed: int) -> Position:
    """Nothing is lost, and what was shown stays."""
    other = seen.reimagine(seat, seed)
    for (rack, pile, shown), (old_rack, old_pile, old_shown) in zip(
        hands(other), hands(seen), strict=True
    ):
        assert (len(rack), len(pile), shown) == (len(old_rack), len(old_pile), old_shown)
        assert set(rack + pile) == set(old_rack + old_pile)
        assert set(shown) <= set(rack)
    return other


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_a_seat_cannot_tell_positions_apart(seats: int) -> None:
    line = play_out(urtown().start(seats, seed=7), random_turn, seed=7)
    different = 0
    for seen in [*line[::9], line[-1]]:
        for seat in range(seats):
            different += check_reimagined(seen, seat, seed=len(line)) != seen
    assert different > 20
    assert check_reimagined(line[-1], 0, seed=1) == line[-1]


def test_a_seat_cannot_tell_positions_with_skips_apart() -> None:
    """URTOWN-SKIP-2: shown tiles stay where they are."""
    line = play_out(urtown(capture="singletons").start_fast(2, seed=6), clustering_turn, seed=6)
    with_shown = [seen for seen in line if any(shown for _, _, shown in hands(seen))]
    assert with_shown
    for seen in line[-12:]:
        for seat, seed in product(range(2), range(3)):
            check_reimagined(seen, seat, seed)


def test_at_the_end_only_piles_are_dealt_anew() -> None:
    """URTOWN-SKIP-1: nobody can place, so racks are open and piles were never looked at."""
    table = {"racks": {"red": BLOCKED}, "placed": {"blue": 24, "yellow": 24}, "to_move": None}
    end = at(**WALLED_IN, **table)
    piles = set()
    for seed in range(20):
        other = check_reimagined(end, seed % 3, seed)
        assert [rack for rack, _, _ in hands(other)] == [rack for rack, _, _ in hands(end)]
        piles.add(hands(other)[0][1])
    assert len(piles) == 20


# --- Evenly --------------------------------------------------------------------------------------

Deal = tuple[str, str]  # unseen tiles of a rack, a pile in its order
DEALS = 2000


def unevenness_of_deals(deals: Sequence[Deal]) -> float:
    """Measure whether each tile is equally often in each place: rack, top of the pile, ..."""
    tiles = [*deals[0][0], *deals[0][1]]
    counts = np.zeros((len(tiles), 1 + len(deals[0][1])))
    for rack, pile in deals:
        for place, sign in (*enumerate(pile, 1), *((0, sign) for sign in rack)):
            counts[tiles.index(sign), place] += 1
    return unevenness(counts, len(deals))


def reimagined_hands(seen: Position, seat: int, deals: int = DEALS) -> list[list[Deal]]:
    """Return, for each deal and colour, the rack tiles that were not shown, and the pile."""
    return [
        [
            ("".join(sign for sign in rack if sign not in shown), pile)
            for rack, pile, shown in hands(seen.reimagine(seat, seed))
        ]
        for seed in range(deals)
    ]


def test_unseen_tiles_are_dealt_evenly() -> None:
    """Each unseen tile is equally likely in each unseen place; shown tiles and the rack stay."""
    seen = at(placed={"red": 15, "blue": 14, "yellow": 18}, shown={"blue": "12"})
    rack, pile, _ = hands(seen)[0]
    deals = reimagined_hands(seen, seat=0)
    assert [(len(rack), len(pile)) for rack, pile in deals[0]] == [(5, 8), (3, 9), (5, 5)]
    assert {own for (own, _), _, _ in deals} == {rack}
    assert {in_order(own) for (_, own), _, _ in deals} == {in_order(pile)}
    assert all(set("12").isdisjoint(rack + pile) for _, (rack, pile), _ in deals)
    measured = [
        unevenness_of_deals([("", pile) for (_, pile), _, _ in deals]),
        unevenness_of_deals([blue for _, blue, _ in deals]),
        unevenness_of_deals([yellow for _, _, yellow in deals]),
    ]
    assert [value for value in measured if abs(value) > FAR] == []


def test_colours_are_dealt_independently() -> None:
    """The next tiles of two opponents' piles: every pair is equally likely."""
    seen = at(placed={"blue": 22, "yellow": 22})
    unseen = [rack + pile for rack, pile, _ in hands(seen)[1:]]
    assert [len(tiles) for tiles in unseen] == [6, 6]
    found = [(blue[1], yellow[1]) for _, blue, yellow in reimagined_hands(seen, seat=0)]
    assert abs(unevenness_of_outcomes(found, product(*unseen))) < FAR


def test_two_places_are_dealt_evenly_together() -> None:
    """A pile of two from seven unseen tiles: each of 42 orders is equally likely."""
    seen = at(placed={"blue": 21})
    rack, pile, _ = hands(seen)[1]
    found = [blue[1] for _, blue, _ in reimagined_hands(seen, seat=2)]
    orders = ["".join(pair) for pair in permutations(rack + pile, 2)]
    assert len(orders) == 42
    assert abs(unevenness_of_outcomes(found, orders)) < FAR


def test_somebody_can_place_in_every_deal() -> None:
    """URTOWN-SKIP-1: otherwise the game would be over, so violet has the 9; the rest is even."""
    racks = {"green": BLOCKED, "violet": "123m9"}
    finished = dict.fromkeys(("red", "blue", "yellow"), 24)
    table = {"placed": {**finished, "violet": 21}, "piles": {"violet": "lc"}, "to_move": 3}
    seen = at(**SPIRALS, seats=5, racks=racks, **table)
    assert seen.turns() == ["skip"]
    violet = [deal[4] for deal in reimagined_hands(seen, seat=3, deals=1000)]
    assert {"9" in rack for rack, _ in violet} == {True}
    orders = ["".join(pair) for pair in permutations("123mlc", 2)]
    assert abs(unevenness_of_outcomes([pile for _, pile in violet], orders)) < FAR


# --- Records --------------------------------------------------------------------------------


def test_a_record_with_skips_reads_back(tmp_path: Path) -> None:
    """URTOWN-SKIP-1: a skip is a turn of the record."""
    line = play_out(urtown(capture="singletons").start_fast(2, seed=6), clustering_turn, seed=6)
    written = record.record_of(line[-1])
    assert "skip" in written.document()["turns"]
    record.write(tmp_path / "games.jsonl", [written])
    [found] = record.read(tmp_path / "games.jsonl")
    assert found.position == line[-1]
    assert found.document() == written.document()


def test_a_record_with_the_older_option_is_refused() -> None:
    """URTOWN-CAPTURE-3: `literal` allowed one neighbour, so its games cannot be replayed."""
    document = record.record_of(urtown(capture="singletons").start(3, seed=1)).document()
    document["options"]["capture"] = "literal"
    with pytest.raises(ContradaError, match="must be one of 'whole', 'singletons', not 'literal'"):
        record.loads(json.dumps(document))
