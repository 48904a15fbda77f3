"""Who knows what: decrees, pile and box in views, in `reimagine` and in `revealed`."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest

from contrada import Position
from contrada.games.contract import View
from contrada.games.urbe import rules
from tests.contract.evenness import FAR, Counts, deviations, unevenness, unevenness_of_outcomes
from tests.games.urbe.positions import (
    CATHEDRAL,
    CHOOSING_MEEPLE,
    DEAR_MARKET,
    DECREES,
    EMPTY_CITY,
    FIELDS,
    GREY_USED,
    KEEPING,
    MARKING,
    MASON,
    NAME,
    OUTSIDE_NAMES,
    OUTSIDES,
    OVER,
    PAYING,
    SEAT_COUNTS,
    SECOND,
    SENDING,
    SIDE,
    SIDE_LAST,
    SOME,
    TILE_IDS,
    TREASURER,
    USEFUL_FIRST,
    USEFUL_INSTEAD,
    USEFUL_LAST,
    VARIANTS,
    WITH_MASON,
    at_market,
    laid,
    parts_of,
    position,
    random_game,
)

NOBODY = None
STARTING = [f"S{number:02}" for number in range(1, 11)]
ADVANCED = [f"A{number:02}" for number in range(1, 21)]


def at(**table: Any) -> Position:
    return position(at_market(**table))


def codes(part: str) -> list[str]:
    """Split tiles or decrees of one place."""
    return [] if part == "-" else part.split(",")


def by_seat(part: str) -> list[list[str]]:
    return [codes(of_seat) for of_seat in part.split("/")]


def unknown(size: int) -> str:
    return f"?{size}" if size else "-"


def grey(tiles: Iterable[str]) -> list[str]:
    return [tile for tile in tiles if tile[0] == "X"]


# --- Views ---------------------------------------------------------------------------------------

# position, seat, decrees, pile and box in the text of its view
VIEW_TEXTS = [
    pytest.param(SOME, 0, "S01,A01,A02/?3/?3", "?31", "?6", id="First"),
    pytest.param(SOME, 2, "?3/?3/S03,A05,A06", "?31", "?6", id="Third"),
    pytest.param(SOME, NOBODY, "?3/?3/?3", "?31", "?6", id="spectator"),
    pytest.param(SIDE, 0, "-/-/-", "?67", "?6", id="URBE-SETUP-7 before decrees are dealt"),
    pytest.param(
        USEFUL_FIRST, NOBODY, "-/-/-", "?67", "?6", id="URBE-EIGHT-1 the drawn are public"
    ),
    pytest.param(CHOOSING_MEEPLE, 1, "?3/S02,A03,A04", "?54", "?10", id="two seats"),
    pytest.param(
        *(OVER, NOBODY, "S01,A01,A02/S02,A03,A04/S03,A05,A06", "?4", "?6"),
        id="URBE-SETUP-5 secret until the end",
    ),
    pytest.param(
        at_market(seats=4, round_number=7, pile_size=0),
        *(3, "?3/?3/?3/S04,A07,A08", "-", "?4"),
        id="no pile",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("text", "seat", "decrees", "pile", "box"), VIEW_TEXTS)
def test_a_views_text_hides_what_is_hidden(
    text: str, seat: int | None, decrees: str, pile: str, box: str
) -> None:
    hidden = {"decrees": decrees, "pile": pile, "box": box, "random": "?"}
    expected = parts_of(text) | hidden
    assert position(text).view(seat)["text"] == " ".join(expected.values())


def values(data: Any, key: str) -> Iterator[Any]:
    """Yield everything stored under a key, anywhere in the data."""
    if isinstance(data, dict):
        for name, inner in data.items():
            if name == key:
                yield inner
            yield from values(inner, key)
    elif isinstance(data, list):
        for inner in data:
            yield from values(inner, key)


def check_secrets(seen: Position, view: View, part: Mapping[str, str]) -> None:
    """A view has the decrees that the seat may know, and no trace of the others."""
    written = json.dumps(view)
    known = [
        decree
        for owner, held in enumerate(by_seat(part["decrees"]))
        for decree in held
        if owner == view["seat"] or seen.is_over
    ]
    for id_, decree in DECREES.items():
        assert (f'"{id_}"' in written) == (id_ in known)
        assert (f'"{decree["name"]}"' in written) == (id_ in known)
        assert (id_ in view["text"]) == (id_ in known)
    assert list(values(view, "grid")) == [list(DECREES[decree]["grid"]) for decree in known]
    lines = [line for player in view["players"] for line in player["sheet"]]
    assert sum(line["what"] == "decree" for line in lines) == len(known)
    assert part["random"] not in written
    for tile in codes(part["pile"]) + codes(part["box"]):
        assert tile not in written
        assert f'"{NAME[tile]}"' not in written


def ids(tiles: Iterable[Mapping[str, Any] | None]) -> list[str]:
    return ["-" if tile is None else tile["id"] for tile in tiles]


def check_player(player: View, part: Mapping[str, str]) -> None:
    """A player's part of a view has everything public."""
    number = player["seat"]
    guild, side, useful = part["characters"].split("/")[number].split(":")
    assert (player["guild"], player["side"] or "-") == (guild, side)
    kept, drawn = player["useful"], "+".join(ids(player["drawn"])) or "-"
    assert (kept["id"] + "!" * kept["used"] if kept else drawn) == useful
    cards = [str(card["card"]) for card in player["cards"]]
    assert ("".join(cards) or "-") == part["cards"].split("/")[number]
    assert player["cards_played"] == 8 - len(cards)
    assert ids(player["waiting"]) == by_seat(part["waiting"])[number]
    assert laid_in(player) == by_seat(part["cities"])[number]
    fountains = [f"{each['square']}={each['vp']}" for each in player["fountains"]]
    assert fountains == by_seat(part["fountains"])[number]
    assert player["has_archbishop"] == (part["archbishop"] == str(number))
    assert player["is_herald"] == ("X13" in part["cities"].split("/")[number])
    market = part["market"].split("/")
    assert player["meeples"] == [
        place for place, tile in enumerate(market, 1) if tile.endswith(f"@{number}")
    ]


def check_decrees(player: View, seen: Position, seat: int | None, held: list[str]) -> None:
    """A player's part of a view has decrees and their points for the owner, and at the end."""
    assert player["decrees_size"] == len(held)
    assert player["points"] == seen.scores()[player["seat"]]
    points = sum(line["points"] for line in player["sheet"])
    if player["seat"] == seat or seen.is_over:
        assert ids(player["decrees"]) == held
        assert points == rules.score(seen.state, player["seat"])
    else:
        assert player["decrees"] is None
        assert points == player["points"]


def laid_in(player: View) -> list[str]:
    """Write a city of a view as in a position."""
    tiles = {each["cell"]: each["tile"] for each in player["city"] if each["tile"]}
    tiles |= {each["border"]: each["tile"] for each in player["bridges"]}
    outside = dict(zip(OUTSIDE_NAMES, OUTSIDES, strict=True))
    tiles |= {outside[each["outside"]]: each["tile"] for each in player["watchtowers"]}
    return [f"{where}={tile['id']}" for where, tile in tiles.items()]


def check_table(view: View, part: Mapping[str, str]) -> None:
    """The market is public; of pile, discards and box only the sizes are."""
    market = [
        ids([place["tile"]])[0]
        + (f"@{place['meeple']}" if place["meeple"] is not None else "")
        + ("@a" if place["archbishop"] is not None else "")
        for place in view["market"]
    ]
    assert "/".join(market) == part["market"]
    assert f"{view['round']}/{view['first']}" == part["round"].rpartition("/")[0]
    assert part["to_move"] == ("-" if view["to_move"] is None else str(view["to_move"]))
    assert view["due"] == part["due"].partition(":")[0].strip("+")
    for name in ("pile", "discards", "box"):
        assert view[f"{name}_size"] == len(codes(part[name]))
    seats = view["seats"]
    earned = [int(each[-1]) for held in by_seat(part["fountains"]) for each in held]
    assert view["fountains_left"] == [
        {"vp": 3, "left": 10 - seats - earned.count(3)},
        {"vp": 1, "left": 20 - 2 * seats - earned.count(1)},
    ]
    assert view["scores"] == [player["points"] for player in view["players"]]


def check_view(seen: Position, seat: int | None) -> None:
    view, part = seen.view(seat), parts_of(seen.text)
    assert view["seat"] == seat
    check_secrets(seen, view, part)
    check_table(view, part)
    for player, held in zip(view["players"], by_seat(part["decrees"]), strict=True):
        check_player(player, part)
        check_decrees(player, seen, seat, held)


@pytest.mark.parametrize("seats", SEAT_COUNTS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_views_through_a_random_game(seats: int, variant: str) -> None:
    line = random_game(variant, seats, seed=19)
    assert len(line) > 60
    seats_and_nobody = [NOBODY, *range(seats)]
    for number, seen in enumerate(line[::7]):
        check_view(seen, seats_and_nobody[number % len(seats_and_nobody)])
    for seen, seat in product(line[-2:], seats_and_nobody):
        check_view(seen, seat)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("text", [SOME, USEFUL_LAST, USEFUL_INSTEAD, SENDING, TREASURER, OVER])
def test_views_of_a_few_positions(text: str) -> None:
    for seat in (NOBODY, 0, 1, 2):
        check_view(position(text), seat)


def dealt_otherwise(seen: Position, seat: int | None, choose: random.Random) -> str:
    """Rewrite the position with everything the seat cannot see in another order."""
    part = parts_of(seen.text)
    if part["decrees"][0] != "-" and not seen.is_over:
        held = by_seat(part["decrees"])
        own = [] if seat is None else held[seat]
        starting = choose.sample([each for each in STARTING if each not in own], 10 - bool(own))
        advanced = choose.sample([each for each in ADVANCED if each not in own], 20 - 2 * bool(own))
        for owner in range(seen.seats):
            if owner != seat:
                held[owner] = [starting.pop(), *sorted([advanced.pop(), advanced.pop()])]
        part["decrees"] = "/".join(map(",".join, held))
    pile, box = codes(part["pile"]), codes(part["box"])
    if not is_rebuilt(seen):
        unseen = choose.sample(grey(pile + box), len(grey(pile + box)))
        pile = [tile for tile in pile if tile[0] != "X"] + unseen[len(box) :]
        box = sorted(unseen[: len(box)])
    part["pile"] = ",".join(choose.sample(pile, len(pile))) or "-"
    part["box"] = ",".join(box)
    part["random"] = f"{choose.getrandbits(64):016x}"
    return " ".join(part.values())


def is_rebuilt(seen: Position) -> bool:
    """URBE-ROUND-1: whether more tiles have been dealt than there were in the first pile."""
    view = seen.view()
    return bool(view["round"] * len(view["market"]) > 68 + GREY_USED[seen.seats])


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_views_do_not_depend_on_what_is_hidden(seats: int) -> None:
    """Exactly the same JSON, whatever others hold and whatever order the pile is in."""
    choose, compared = random.Random(seats), 0
    line = random_game("useful_eight", seats, seed=19)
    for place, seen in enumerate([*line[::17], line[-1]]):
        for seat in (NOBODY, place % seats):
            other = position(dealt_otherwise(seen, seat, choose))
            assert json.dumps(other.view(seat)) == json.dumps(seen.view(seat))
            compared += other != seen
    assert compared > 10


# --- Points --------------------------------------------------------------------------------------

# Court Street (PPPP, 6 VP) is met, Court Quarter (PPP/PP., 9 VP) too, Harbour Quarter is not.
PURPLE_CITY = {0: laid("A1 B1 C1 D1 A2 B2", "P02"), 1: "A1=B01"}
MET: dict[str, Any] = {
    "cities": PURPLE_CITY,
    "sides": "AAB",
    "useful": ["chancellor", "treasurer", "almoner"],
}


def test_public_points_are_without_decrees_and_chancellor() -> None:
    """URBE-SCORE-1, URBE-EIGHT-2: 6 tiles of 2 x 1 and 4 x 2 VP, six times +2, a fountain of 3."""
    seen = at(round_number=5, **MET)
    open_to_all, all_points = 10 + 12 + 3, 10 + 12 + 3 + (6 + 9) + 2 * 3
    assert seen.scores()[0] == open_to_all
    for seat in (NOBODY, 0, 1, 2):
        view = seen.view(seat)
        assert view["scores"][0] == view["players"][0]["points"] == open_to_all
        lines = [line["what"] for line in view["players"][0]["sheet"]]
        secret = ["decree"] * 3 + ["useful"] if seat == 0 else []
        assert lines == ["tile"] * 6 + ["character", "fountain", *secret]
        sheet = seen.score_sheet(seat)[0]
        assert sum(line.points for line in sheet) == (all_points if seat == 0 else open_to_all)
    own = seen.view(0)["players"][0]["decrees"]
    assert [(each["id"], each["met"]) for each in own] == [
        *(("S01", True), ("A01", True), ("A02", False)),
    ]


def test_points_of_other_useful_characters_are_public() -> None:
    """URBE-EIGHT-2: only the Chancellor depends on decrees."""
    seen = at(round_number=5, **MET | {"useful": ["surveyor", "treasurer", "almoner"]})
    assert seen.view()["scores"][0] == 10 + 12 + 3 + 1  # a full row


def test_all_points_are_public_at_the_end() -> None:
    end = at(round_number=8, due="over", **MET)
    for seat in (NOBODY, 0, 1):
        view = end.view(seat)
        assert view["scores"] == list(end.scores())
        assert view["scores"][0] == 10 + 12 + 3 + (6 + 9) + 2 * 3
        assert [len(player["decrees"]) for player in view["players"]] == [3, 3, 3]
        for player in view["players"]:
            assert sum(line["points"] for line in player["sheet"]) == player["points"]


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_decrees_lie_open_at_the_end(seats: int) -> None:
    """URBE-SETUP-5."""
    *_, last, end = random_game("useful_eight", seats, seed=19)
    for seat in (NOBODY, *range(seats)):
        for before, after in zip(
            last.view(seat)["players"], end.view(seat)["players"], strict=True
        ):
            assert (before["decrees"] is None) == (before["seat"] != seat)
            assert ids(after["decrees"]) == by_seat(parts_of(end.text)["decrees"])[after["seat"]]
            assert [each["met"] for each in after["decrees"]] == [
                line["points"] > 0 for line in after["sheet"] if line["what"] == "decree"
            ]


# --- Dealing the unseen anew ---------------------------------------------------------------------

HIDDEN = ("decrees", "pile", "box", "random")


def check_reimagined(seen: Position, seat: int, seed: int) -> Position:
    """Nothing is lost, and what the seat knows stays the same."""
    other = seen.reimagine(seat, seed)
    old, new = parts_of(seen.text), parts_of(other.text)
    assert {name: old[name] for name in FIELDS if name not in HIDDEN} == {
        name: new[name] for name in FIELDS if name not in HIDDEN
    }
    assert by_seat(new["decrees"])[seat] == by_seat(old["decrees"])[seat]
    tiles = codes(old["pile"]) + codes(old["box"])
    assert sorted(codes(new["pile"]) + codes(new["box"])) == sorted(tiles)
    if is_rebuilt(seen):
        assert new["box"] == old["box"]
    if seen.is_over or old["decrees"][0] == "-":
        assert new["decrees"] == old["decrees"]
    assert new["random"] != old["random"]
    assert other.legal() == seen.legal()
    return other


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_a_seat_cannot_tell_positions_apart(seats: int) -> None:
    line = random_game([*VARIANTS][seats % 3], seats, seed=19)
    changed: Counter[str] = Counter()
    for place, seen in enumerate([*line[::13], line[-1]]):
        for seat in {place % seats, seen.to_move or 0}:
            old, new = parts_of(seen.text), parts_of(check_reimagined(seen, seat, seed=seats).text)
            changed.update(name for name in HIDDEN if old[name] != new[name])
    assert set(changed) == set(HIDDEN)


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_reimagining_uses_nothing_that_is_hidden(seats: int) -> None:
    """From positions that the seat cannot tell apart, the same seed deals the same."""
    for place, seen in enumerate(random_game("plain", seats, seed=19)[::7]):
        for seat in {place % seats, seen.to_move or 0}:
            otherwise = dealt_otherwise(seen, seat, random.Random(place))
            wanted = seen.reimagine(seat, seed=place)
            assert position(otherwise).reimagine(seat, seed=place) == wanted


def test_before_decrees_are_dealt() -> None:
    """URBE-SETUP-7: only pile, box and random word change, even while characters are chosen."""
    for text in (SIDE, SIDE_LAST, USEFUL_FIRST, USEFUL_LAST):
        found: Counter[str] = Counter()
        for seed in range(3):
            other = check_reimagined(position(text), seat=seed, seed=seed)
            old, new = parts_of(text), parts_of(other.text)
            found.update(name for name in FIELDS if old[name] != new[name])
        assert found == {"pile": 3, "box": 3, "random": 3}


def test_at_the_end_decrees_stay() -> None:
    """URBE-SETUP-5: everyone has seen them; nobody has seen the pile and the box."""
    end, found = at(round_number=8, due="over", pile="X05 B01"), Counter[str]()
    for seed in range(4):
        new = parts_of(check_reimagined(end, seat=0, seed=seed).text)
        found.update(name for name in FIELDS if parts_of(end.text)[name] != new[name])
    assert set(found) == {"pile", "box", "random"}
    assert found["random"] == 4


# Four seats: 78 tiles are in play, and 12 are dealt in a round. So the seventh market runs short.
LATE = [
    pytest.param(6, False, id="six tiles of the first pile are left"),
    pytest.param(7, True, id="the pile has been rebuilt"),
    pytest.param(8, True, id="the last round"),
]


@pytest.mark.parametrize(("round_number", "known"), LATE)
def test_the_box_is_known_once_the_pile_has_been_rebuilt(round_number: int, known: bool) -> None:
    """URBE-ROUND-1: then every tile that is not in the box has been seen."""
    seen = at(seats=4, round_number=round_number, pile="X05 X06 G16 B04 Y02 G03", pile_size=6)
    check_reimagined(seen, seat=1, seed=1)
    others = reimagined(seen, seat=1, deals=20)
    assert ({int(other.state.box) for other in others} == {int(seen.state.box)}) == known
    piles = set(map(pile_of, others))
    assert len(piles) > 15
    assert {len(grey(pile)) for pile in piles} == {2}
    assert (len({tuple(sorted(pile)) for pile in piles}) == 1) == known


def test_the_box_through_a_game_of_four() -> None:
    """It is known once every tile outside it has been seen, and not before."""
    line = random_game("plain", 4, seed=10)
    in_sight: set[str] = set()
    known = []
    for seen in line:
        seen_by_all = seen.view()["text"]
        in_sight |= {tile for tile in TILE_IDS if tile in seen_by_all}
        boxes = {int(seen.reimagine(0, seed).state.box) for seed in range(4)}
        known.append(boxes == {int(seen.state.box)})
        assert known[-1] == (len(in_sight) == 68 + GREY_USED[4])
    assert known == sorted(known)
    assert 20 < sum(known) < 80


# --- Evenly --------------------------------------------------------------------------------------

DEALS = 1500


def pile_of(seen: Position) -> tuple[str, ...]:
    """Return the pile, next tile first; writing whole positions would take too long."""
    return tuple(TILE_IDS[tile] for tile in seen.state.pile[: seen.state.pile_size][::-1])


def reimagined(seen: Position, seat: int, deals: int = DEALS) -> list[Position]:
    return [seen.reimagine(seat, seed) for seed in range(deals)]


def count_decrees(deals: Iterable[Position], seat: int) -> Counts:
    """Count decrees by column: those of each other seat, and the fountains."""
    counts = np.zeros((30, 5))
    for other in deals:
        held = np.delete(other.state.decrees[: other.seats], seat, axis=0)
        fountains = np.ones(30)
        fountains[other.state.decrees[: other.seats]] = 0
        counts[:, 4] += fountains
        for column, decrees in enumerate(held):
            counts[decrees, column] += 1
    return counts


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_unseen_decrees_are_dealt_evenly(seats: int) -> None:
    """URBE-SETUP-5: one starting, two advanced ones to each other seat; the rest are fountains."""
    seen = at(seats=seats, round_number=3)
    counts = count_decrees(reimagined(seen, seat=1), seat=1)
    assert counts[[1, 12, 13]].sum() == 0  # one's own: S02, A03, A04
    starting, advanced = counts[:10], counts[10:]
    assert starting.sum(axis=0)[: seats - 1].tolist() == [DEALS] * (seats - 1)
    assert advanced.sum(axis=0)[: seats - 1].tolist() == [2 * DEALS] * (seats - 1)
    assert (starting.sum(), advanced.sum()) == (9 * DEALS, 18 * DEALS)
    assert abs(unevenness(starting, DEALS)) < FAR
    assert abs(unevenness(advanced, DEALS)) < FAR


def test_decrees_are_dealt_evenly_together() -> None:
    """Pairs: two starting ones, two advanced ones of a seat, and one of each."""
    deals = [other.state.decrees[1:3].tolist() for other in reimagined(at(), seat=0)]
    starting, advanced = range(1, 10), range(12, 30)
    two_starting = [(one[0], other[0]) for one, other in deals]
    assert abs(unevenness_of_outcomes(two_starting, permutations(starting, 2))) < FAR
    two_advanced = [(one[1], one[2]) for one, _ in deals]
    assert abs(unevenness_of_outcomes(two_advanced, combinations(advanced, 2))) < FAR
    # Decrees are held in order, so take the lower and the higher one in turns.
    both = [(one[0], one[1 + place % 2]) for place, (one, _) in enumerate(deals)]
    assert abs(unevenness_of_outcomes(both, product(starting, advanced))) < FAR


def count_tiles(deals: Iterable[Position]) -> Counts:
    """Count tiles by column: the places of the pile from the bottom, and finally the box."""
    counts = np.zeros((82, 83))
    for other in deals:
        size = int(other.state.pile_size)
        counts[other.state.pile[:size], np.arange(size)] += 1
        counts[68:, 82] += int(other.state.box) >> np.arange(14) & 1
    return counts


@pytest.mark.parametrize(("seats", "round_number"), [(2, 1), (3, 4), (4, 2), (3, 0)])
def test_unseen_tiles_are_dealt_evenly(seats: int, round_number: int) -> None:
    """URBE-SETUP-1, -2: each tile at each place of the pile, and each grey one in the box."""
    text = SIDE if round_number == 0 else at_market(seats=seats, round_number=round_number)
    seen = position(text)
    part = parts_of(text)
    counts = count_tiles(reimagined(seen, seat=0))
    unseen = codes(part["pile"]) + codes(part["box"])
    assert counts.sum() == len(unseen) * DEALS
    assert counts[[TILE_IDS.index(tile) for tile in TILE_IDS if tile not in unseen]].sum() == 0
    assert counts[:, 82].sum() == counts[68:, 82].sum() == len(codes(part["box"])) * DEALS
    assert abs(unevenness(counts[:68], DEALS)) < FAR
    # Of grey tiles few are in the pile: look at its halves.
    half = len(codes(part["pile"])) // 2
    columns = [counts[68:, :half].sum(1), counts[68:, half:82].sum(1), counts[68:, 82]]
    assert abs(unevenness(np.array(columns).T, DEALS)) < FAR
    # A grey tile that is in the pile is nowhere more often than elsewhere.
    at_places = counts[68:, : len(codes(part["pile"]))].sum(axis=0)
    even = np.full(len(at_places), at_places.mean())
    assert abs(deviations(at_places, even, len(even) - 1)) < FAR


def test_which_grey_tiles_are_boxed_is_even_together() -> None:
    """Two seats, ten in the box, and two of twelve unseen ones in the pile: 66 pairs."""
    seen = at(seats=2, cities=["A1=X03"], round_number=2, pile="X05 X06")
    part = parts_of(seen.text)
    unseen = grey(codes(part["pile"]) + codes(part["box"]))
    assert (len(unseen), len(codes(part["box"]))) == (12, 10)
    piles = [grey(pile_of(other)) for other in reimagined(seen, seat=1, deals=800)]
    found = [tuple(sorted(pile)) for pile in piles]
    assert abs(unevenness_of_outcomes(found, combinations(sorted(unseen), 2))) < FAR


def small_pile() -> tuple[Position, list[str], list[str]]:
    """The last round of three: four tiles in the pile, one of them grey; and the unseen ones."""
    seen = at(round_number=8, pile="Y03 X11 G05 B06")
    part = parts_of(seen.text)
    unseen = grey(codes(part["pile"]) + codes(part["box"]))
    assert (len(codes(part["pile"])), len(unseen)) == (4, 7)
    return seen, ["Y03", "G05", "B06"], unseen


def test_pile_and_box_are_dealt_evenly_together() -> None:
    """Every order of the pile with every grey tile in it: 7 x 24."""
    seen, coloured, unseen = small_pile()
    found = [pile_of(other) for other in reimagined(seen, seat=2)]
    possible = [order for tile in unseen for order in permutations([*coloured, tile])]
    assert len(possible) == 168
    assert abs(unevenness_of_outcomes(found, possible)) < FAR


def test_a_rebuilt_pile_is_dealt_evenly() -> None:
    """URBE-ROUND-1: every order of the same tiles, grey ones too."""
    seen = at(seats=4, round_number=8, pile="Y03 X05 G05 X06", pile_size=4)
    found = [pile_of(other) for other in reimagined(seen, seat=2, deals=500)]
    possible = permutations(["Y03", "X05", "G05", "X06"])
    assert abs(unevenness_of_outcomes(found, possible)) < FAR


# --- The word that shuffles ----------------------------------------------------------------------


def test_how_decrees_will_be_dealt_is_dealt_anew() -> None:
    """URBE-SETUP-7: while sides are chosen nobody knows, and all starting ones are as likely."""
    others = reimagined(position(SIDE_LAST), seat=0, deals=600)
    assert len({int(other.state.random[0]) for other in others}) == 600
    dealt = [other.play(0).state.decrees[0].tolist() for other in others]  # side A
    assert abs(unevenness_of_outcomes([each[0] for each in dealt], range(10))) < FAR
    lower_and_higher = [each[1 + place % 2] for place, each in enumerate(dealt)]
    assert abs(unevenness_of_outcomes(lower_and_higher, range(10, 30))) < FAR


def test_how_a_pile_will_be_rebuilt_is_dealt_anew() -> None:
    """URBE-ROUND-1: only the random word says what comes into the next market."""
    table: dict[str, Any] = {"seats": 4, "round_number": 6, "first": 1, "step": 3}
    seen = at(**table, due="place", gone="1 2", waiting=["B11"], pile_size=0)
    others = reimagined(seen, seat=0, deals=400)
    placing = seen.read("place Fish Hall on A1")[0]
    markets = [tuple(other.play(placing).state.market.tolist()) for other in others]
    assert len(set(markets)) == 400
    first = [TILE_IDS[market[0]] for market in markets]
    possible = [*codes(parts_of(seen.text)["discards"]), *parts_of(seen.text)["market"].split("/")]
    assert abs(unevenness_of_outcomes(first, set(possible) - {"-"})) < FAR


def test_the_word_does_not_depend_on_the_real_one() -> None:
    one, other = at(seed=0), at(seed=2**64 - 1)
    assert one.reimagine(0, seed=5) == other.reimagine(0, seed=5)
    assert one.reimagine(0, seed=5) != one.reimagine(0, seed=6)
    assert parts_of(one.reimagine(0, seed=5).text)["random"] not in {"0" * 16, "f" * 16}


# --- What a decision reveals ---------------------------------------------------------------------

LAST_SEAT: dict[str, Any] = {"round_number": 3, "first": 1, "step": 2, "gone": "1 2 3"}
LAST_TO_TAKE = at_market(
    **LAST_SEAT | {"gone": "1 2"}, marks="5@0", due="pay:5:0", waiting={1: "P12"}
)
NOTHING_TO_PLACE = at_market(
    round_number=4,
    first=1,
    step=2,
    market=DEAR_MARKET,
    marks="1@0",
    due="pay:1:0",
    cards=["23457"],
)
NOTHING_PAID = at_market(
    round_number=8, first=1, step=2, market=DEAR_MARKET, marks="1@0", due="pay:1:0", cards=["2"]
)
LAST_TILE = at_market(**LAST_SEAT, due="place", waiting=["B11"])
LAST_BUT_ONE = at_market(**LAST_SEAT | {"step": 1}, due="place", waiting={2: "B11", 0: "P12"})
KEEP_LAST = at_market(**LAST_SEAT, due="place", waiting=["X11"], cities=["A1=P02"])
MASON_LAST = at_market(
    **LAST_SEAT,
    due="place",
    waiting=["B11"],
    cities=["A1=P02"],
    **WITH_MASON,
)
END: dict[str, Any] = {"round_number": 8, "first": 1, "step": 2, "gone": "1 2 3"}

# position, decisions, whether the last of them reveals something
REVEALING = [
    pytest.param(SIDE, "side A Chamberlain", False, id="a side"),
    pytest.param(SIDE_LAST, "side A Stallholder", True, id="the last side: decrees are dealt"),
    pytest.param(
        at_market(
            round_number=0,
            due="side",
            to_move=2,
            sides="AB-",
            useful=["keeper+mason", "almoner+painter", "surveyor+treasurer"],
        ),
        *("side A Stallholder", False),
        id="the last side, useful characters come next",
    ),
    pytest.param(USEFUL_FIRST, "keep Mason", False, id="a useful character"),
    pytest.param(USEFUL_LAST, "keep Surveyor", True, id="the last useful character"),
    pytest.param(MARKING, "mark 2 Fish Hall", False, id="mark"),
    pytest.param(at_market(step=2, marks="1@0 2@1"), "mark 3 Windmill", False, id="the last mark"),
    pytest.param(SENDING, "archbishop 5 River Castle", False, id="archbishop"),
    pytest.param(SENDING, "no archbishop", False, id="no archbishop"),
    pytest.param(CHOOSING_MEEPLE, "meeple 5 River Castle", False, id="meeple"),
    pytest.param(
        *(PAYING, "take Fish Hall by the flags of purple+blue/wheel", False), id="payment"
    ),
    pytest.param(SECOND, "second 3 Windmill", False, id="second"),
    pytest.param(SECOND, "no second", False, id="no second"),
    pytest.param(TREASURER, "treasurer 7 Rope Walk", False, id="treasurer"),
    pytest.param(
        *(LAST_TO_TAKE, "take River Castle for yellow/boat+fox", False), id="the last take"
    ),
    pytest.param(
        *(NOTHING_TO_PLACE, "take Seal Cutter by the guilds of green/crown+boat", False),
        id="the last take, nothing else is to be placed",
    ),
    pytest.param(
        at_market(
            round_number=7,
            first=1,
            step=2,
            market=DEAR_MARKET,
            marks="1@0",
            due="pay:1:0",
            cards=["27"],
        ),
        *("leave Seal Cutter for blue/crown+wheel", True),
        id="the last take, and nobody has anything to place",
    ),
    pytest.param(
        *(NOTHING_PAID, "leave Seal Cutter for blue/crown+wheel", True), id="so the game ends"
    ),
    pytest.param(EMPTY_CITY, "place Fish Hall on A1", False, id="place"),
    pytest.param(LAST_BUT_ONE, "place Fish Hall on A1", False, id="place, not yet the last"),
    pytest.param(LAST_TILE, "place Fish Hall on A1", True, id="the last tile: a new market"),
    pytest.param(KEEPING, "keep", True, id="keep, nobody else has anything to place"),
    pytest.param(KEEP_LAST, "keep", True, id="keep, the last"),
    pytest.param(MASON, "place Fish Hall on B2 with fountain 3", False, id="a fountain"),
    pytest.param(MASON_LAST, "place Fish Hall on B1", False, id="the last tile, but a swap is due"),
    pytest.param(MASON_LAST, "place Fish Hall on B1, swap A1 B1", True, id="the last swap"),
    pytest.param(MASON_LAST, "place Fish Hall on B1, no swap", True, id="no swap, the last"),
    pytest.param(
        *(at_market(**END, due="place", waiting=["B11"]), "place Fish Hall on A1", True),
        id="the end",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("text", "turn", "reveals"), REVEALING)
def test_what_reveals(text: str, turn: str, reveals: bool) -> None:
    """If a decision reveals nothing, everyone sees the same, whatever is hidden; and vice versa."""
    start = position(text)
    after = start.play(turn)
    assert not start.revealed
    assert after.revealed == reveals
    shown = set()
    for seat, seed in product(range(start.seats), range(4)):
        then = start.reimagine(seat, seed).play(turn)
        assert then.revealed == reveals
        if json.dumps(then.view(seat)) != json.dumps(after.view(seat)):
            shown.add(seat)
    assert shown == (set(range(start.seats)) if reveals else set())


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_what_reveals_through_a_random_game(seats: int) -> None:
    """Dealing decrees, every new market, and the end; nothing else."""
    line = random_game("useful_eight", seats, seed=19)
    rounds = [parts_of(seen.text)["round"].partition("/")[0] for seen in line]
    for place in range(1, len(line)):
        new_round = rounds[place] != rounds[place - 1]
        assert line[place].revealed == (new_round or line[place].is_over)
    assert not line[0].revealed
    assert sum(seen.revealed for seen in line) == int(rounds[-1]) + 1


# --- Turns as others see them --------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_all_see_all_turns(seats: int) -> None:
    """Nothing is done in secret, and no decree is named."""
    end = random_game("useful_eight", seats, seed=19)[-1]
    for seat in (NOBODY, *range(seats)):
        assert end.moves_as_seen(seat) == end.moves()
    log = " | ".join(end.moves())
    assert not any(decree["name"] in log for decree in DECREES.values())


def test_the_archbishop_is_public() -> None:
    """URBE-GREY-CATHEDRAL."""
    seen = at(round_number=3, **CATHEDRAL).play("mark 2 Fish Hall")
    after = seen.play("archbishop 5 River Castle")
    for seat in (NOBODY, 0, 1):
        assert after.view(seat)["market"][4]["archbishop"] == 0
        assert after.view(seat)["players"][0]["has_archbishop"]
        assert after.view(seat)["market"][1]["meeple"] == 0
