"""Who knows what: hands, piles and projects in views, in `reimagine` and in `revealed`."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from contrada import Position
from contrada.games.urbania import rules
from tests.contract.evenness import FAR, Counts, unevenness, unevenness_of_outcomes
from tests.games.urbania.positions import (
    ALL_PROJECTS,
    DECK,
    FIELDS,
    KINDS,
    NEARLY_DONE,
    NO_POOL,
    OPTIONS,
    PROJECTS,
    SEAT_COUNTS,
    SUITS,
    in_city,
    in_order,
    listed,
    parts_of,
    position,
    random_game,
    urbania,
)
from tests.oracles.urbania_memory import Witness

NOBODY = None
NAMES = {"f": "brown", "b": "gray", "h": "red", "c": "pink", "s": "beige", "p": "green"}


def at(**table: Any) -> Position:
    return position(in_city(**table))


def cards_text(cards: Sequence[str]) -> str:
    return listed(in_order(cards, DECK))


def codes(part: str) -> list[str]:
    """Split the cards or projects of one place; cards left in hands follow the pile in brackets."""
    cards = part.partition("(")[0]
    return [] if cards == "-" else cards.split(",")


def by_seat(part: str) -> list[list[str]]:
    return [codes(of_seat) for of_seat in part.split("/")]


def unknown(size: int) -> str:
    return f"?{size}" if size else "-"


def card_name(code: str) -> str:
    return f"{NAMES[code[0]]} {code[1:].strip('!')}"


# --- Views ---------------------------------------------------------------------------------------

TABLE = {
    "hands": {0: "f3 f3! h$3", 1: "b3! b2+$1", 2: "p3"},
    "projects": {0: "NW FB", 1: "s"},
    "submitted": {0: "H", 1: "SE CP"},
    "tables": {2: "p$3"},
    "discards": "s3",
    "pool": "f2+$1 b3 h3 c3 s3",
}

# table, seat, hands, projects, submitted in the text of its view
VIEW_TEXTS = [
    pytest.param(TABLE, 0, "f3!,f3,h$3/b3!,?1/?1", "NW,FB/?1/-", "H/?2/-", id="First"),
    pytest.param(TABLE, 1, "f3!,?2/b3!,b2+$1/?1", "?2/s/-", "?1/SE,CP/-", id="Second"),
    pytest.param(TABLE, 2, "f3!,?2/b3!,?1/p3", "?2/?1/-", "?1/?2/-", id="Third"),
    pytest.param(TABLE, NOBODY, "f3!,?2/b3!,?1/?1", "?2/?1/-", "?1/?2/-", id="spectator"),
    pytest.param(
        TABLE | {"to_move": None, "points": ["0(5)", "31(6)", "0(0)"]},
        *(2, "f3!,?2/b3!,?1/p3", "?2/?1/-", "H/SE,CP/-"),
        id="URBANIA-END-3 submitted projects lie open at the end, those in hand do not",
    ),
    pytest.param(
        TABLE | {"hands": {0: "cR+$1! f3", 1: "b$3"}, "due": "2:E3[h2+$1]"},
        *(1, "cR+$1!,?1/b$3/-", "?2/s/-", "?1/SE,CP/-"),
        id="a payment under way",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("table", "seat", "hands", "projects", "submitted"), VIEW_TEXTS)
def test_a_views_text_hides_cards(
    table: dict[str, Any], seat: int | None, hands: str, projects: str, submitted: str
) -> None:
    seen = at(**table)
    expected = parts_of(seen.text) | {"hands": hands, "projects": projects, "submitted": submitted}
    expected |= {"random": "?", "project_pile": "?25"}
    expected["pile"] = unknown(len(codes(parts_of(seen.text)["pile"])))
    assert seen.view(seat)["text"] == " ".join(expected.values())


def card_texts(cards: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names in a list of cards of a view, each as often as it counts."""
    return [card["text"] for card in cards for _ in range(card["count"])]


def check_player(player: Mapping[str, Any], part: Mapping[str, str], seat: int | None) -> None:
    """A player's part of a view has sizes and open cards; hidden cards only for the owner."""
    number = player["seat"]
    hand = by_seat(part["hands"])[number]
    known = [card for card in hand if card.endswith("!")]
    own, over = number == seat, part["to_move"] == "-"
    assert player["hand_size"] == len(hand)
    lines = [line["what"] for line in player["sheet"]]
    submitted = len(by_seat(part["submitted"])[number])
    assert lines.count("project") == (submitted if over else 0)
    assert sum(line["points"] for line in player["sheet"]) == player["points"]
    assert card_texts(player["known"]) == list(map(card_name, known))
    assert card_texts(player["table"]) == list(map(card_name, by_seat(part["tables"])[number]))
    if own:
        assert card_texts(player["hand"]) == list(map(card_name, hand))
    else:
        assert player["hand"] is None
    for key, size, place, open_to_all in (
        ("projects", "project_hand_size", "projects", False),
        ("submitted", "submitted_size", "submitted", over),
    ):
        projects = by_seat(part[place])[number]
        assert player[size] == len(projects)
        assert (player[key] is None) == (not (own or open_to_all))
        if player[key] is not None:
            assert len(player[key]) == len(projects)
            assert [each["kind"] for each in player[key]] == list(map(kind_of_project, projects))


def kind_of_project(code: str) -> str:
    if code in {"NW", "NE", "SW", "SE"}:
        return "neighbourhood"
    return "building" if code.islower() else ("single", "pair")[len(code) - 1]


def check_view(seen: Position, seat: int | None) -> None:
    """A view has everything public, and only the sizes of what is hidden."""
    view, part = seen.view(seat), parts_of(seen.text)
    for player in view["players"]:
        check_player(player, part, seat)
    assert [card and card["text"] for card in view["pool"]] == [
        None if code == "-" else card_name(code) for code in part["pool"].split("/")
    ]
    discards = codes(part["discards"])
    assert card_texts(view["discards"]) == list(map(card_name, discards))
    assert view["discards_size"] == len(discards)
    assert view["pile_size"] == len(codes(part["pile"]))
    assert view["project_pile_size"] == len(codes(part["project_pile"]))
    assert [
        f"{each['value']}{'-' if each['holder'] is None else each['holder']}"
        for each in view["track"]
    ] == part["specialists"].split("/")
    renewed = [tile for tile in part["board"] if tile.isupper()]
    assert [each["buildings"] for each in view["track"]] == [
        renewed.count(suit) for suit in SUITS.upper()
    ]
    assert [player["points"] for player in view["players"]] == [
        sum(map(int, re.findall(r"-?\d+", points))) for points in part["points"].split("/")
    ]
    assert view["scores"] == [player["points"] for player in view["players"]]
    assert part["random"] not in json.dumps(view)


@cache
def hoarding_game(seats: int, seed: int) -> list[Position]:
    """Draw as long as possible, otherwise act randomly, until the piles are empty."""
    choose = random.Random(seed)
    line = [urbania().start(seats, seed)]
    while not line[-1].is_over:
        legal = line[-1].legal()
        draws = [decision for decision in legal if decision < 7]
        line.append(line[-1].play(choose.choice(draws or legal)))
    return line


def busy_game(seats: int, seed: int) -> list[Position]:
    """Draw from the pile and pay as often as possible, so that the pile is soon rebuilt."""
    choose = random.Random(seed)
    line = [urbania().start_fast(seats, seed)]
    while not line[-1].is_over:
        legal = line[-1].legal()
        busy = [d for d in legal if d == rules.DRAW_PILE or d > rules.DECLINE]
        line.append(line[-1].play(choose.choice(busy or legal)))
    return line


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_views_through_a_random_game(seats: int) -> None:
    line = random_game(list(OPTIONS)[seats % 3], seats, seed=5)
    assert len(line) > 60
    for seen in [*line[::13], *line[-3:]]:
        for seat in (NOBODY, *range(seats)):
            check_view(seen, seat)


@pytest.mark.parametrize("seats", [2, 5])
def test_views_through_a_game_of_hoarders(seats: int) -> None:
    """URBANIA-DRAW-5: with empty piles and empty places in the pool."""
    line = hoarding_game(seats, seed=1)
    assert any("-" in parts_of(seen.text)["pool"] for seen in line)
    for seen in [*line[::17], *line[-3:]]:
        for seat in (NOBODY, *range(seats)):
            check_view(seen, seat)


def dealt_otherwise(seen: Position, seat: int | None, choose: random.Random) -> str:
    """Rewrite the position with everything the seat cannot see in another order."""
    part = parts_of(seen.text)
    hands, pile = by_seat(part["hands"]), codes(part["pile"])
    others = [number for number in range(seen.seats) if number != seat]
    # Cards of a kind that is known to be in hands stay where they are: `test_hands_are_dealt_from…`
    known = re.split("[,/:)]", part["pile"].partition("(")[2])
    fixed = [card for card in DECK if card in known] + [f"{card}!" for card in DECK]
    places_of_cards = [*(hands[number] for number in others), pile]
    deck = [card for place in places_of_cards for card in place if card not in fixed]
    choose.shuffle(deck)
    for cards in places_of_cards:
        cards[:] = [card if card in fixed else deck.pop() for card in cards]
    places = [by_seat(part["projects"]), by_seat(part["submitted"])][: 1 if seen.is_over else 2]
    project_pile = codes(part["project_pile"])
    projects = [c for place in places for number in others for c in place[number]] + project_pile
    choose.shuffle(projects)
    for place, number in product(places, others):
        dealt = [projects.pop() for _ in place[number]]
        place[number] = sorted(dealt, key=PROJECTS.index)
    part["hands"] = "/".join(map(cards_text, hands))
    part["pile"] = (",".join(pile) or "-") + part["pile"][len(part["pile"].partition("(")[0]) :]
    for name, place in zip(("projects", "submitted"), places, strict=False):
        part[name] = "/".join(",".join(of_seat) or "-" for of_seat in place)
    part["project_pile"] = ",".join(projects) or "-"
    part["random"] = f"{choose.getrandbits(64):016x}"
    return " ".join(part.values())


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_views_do_not_depend_on_what_is_hidden(seats: int) -> None:
    """Exactly the same JSON, whatever others hold and whatever order the piles are in."""
    choose, compared = random.Random(seats), 0
    for seen in random_game("plain", seats, seed=6)[::23]:
        paying = seen.view()["payment"] is not None
        for seat in (NOBODY, *range(seats)):
            if paying and seen.to_move != seat:
                continue  # other hands might not do for the payment
            other = position(dealt_otherwise(seen, seat, choose))
            assert json.dumps(other.view(seat)) == json.dumps(seen.view(seat))
            compared += other != seen
    assert compared > 10


def test_submitted_projects_lie_open_at_the_end() -> None:
    """URBANIA-END-3."""
    *_, last, end = random_game("plain", 3, seed=8)
    assert any(player["submitted_size"] for player in end.view()["players"])
    for seat in (NOBODY, 0, 1, 2):
        for before, after in zip(
            last.view(seat)["players"], end.view(seat)["players"], strict=True
        ):
            own = after["seat"] == seat
            assert (before["submitted"] is None) == (not own)
            worth = [project["worth"] for project in after["submitted"]]
            assert (len(worth), sum(worth)) == (after["submitted_size"], after["from_projects"])
            assert (after["projects"] is None) == (not own)
            assert (after["hand"] is None) == (not own)


# --- Cards taken openly --------------------------------------------------------------------------

# hand of seat 0, its table, turn, and its hand afterwards
OPEN_CARDS = [
    pytest.param("", "", "draw pool 1 [brown 3]", "f3!", id="taken from the pool"),
    pytest.param("", "", "draw pile", "f$3", id="drawn from the pile"),
    pytest.param("", "", "draw project", "-", id="a project"),
    pytest.param("f3", "", "draw pool 1 [brown 3]", "f3!,f3", id="one of two is known"),
    pytest.param(
        *("f3!", "", "draw pool 1 [brown 3]", "f3!,f3!"), id="two of a kind, both taken openly"
    ),
    pytest.param(
        *("f3!", "", "draw pool 3 [red 3], pile", "f3!,f$3,h3!"), id="several kinds, and one unseen"
    ),
    pytest.param(
        *("h3! h3", "", "renew E3 hospital [red 3] +4", "h3"), id="as many as known are paid"
    ),
    pytest.param(
        *("h3! h3!", "", "renew E3 hospital [red 3] +4", "h3!"), id="one of two known is paid"
    ),
    pytest.param(
        *("h3! h2+$1 hR+$1", "", "renew E3 hospital [red 2+$1, red R+$1] +4", "h3!"),
        id="other kinds are paid",
    ),
    pytest.param(
        *("h2+$1! h2+$1", "", "renew E3 hospital [red 2+$1", "h2+$1"),
        id="at once, before the payment is complete",
    ),
    pytest.param(
        *("p1+$2! p$3", "p1+$2", "hire Parks Director from 3 [green $3]", "p1+$2!"),
        id="a hire is paid from the hand",
    ),
    pytest.param(
        *("p1+$2!", "p1+$2", "hire Parks Director from 3 [green 1+$2, table green 1+$2]", "-"),
        id="from hand and table",
    ),
    pytest.param(
        *("p2+$1!", "p$3", "hire Parks Director from 3 [table green $3]", "p2+$1!"),
        id="a card on the table is not that in the hand",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("hand", "table", "turn", "after"), OPEN_CARDS)
def test_cards_taken_openly(hand: str, table: str, turn: str, after: str) -> None:
    pool = "f3 b3 c3 c3 s3" if "h3 " in f"{hand} " or "h3!" in hand else "f3 b3 h3 c3 s3"
    seen = at(
        hands=[hand],
        tables=[table],
        pool=pool,
        pile="f$3 f$3",
        specialists="P31",
    )
    then = seen.play(turn)
    assert parts_of(then.text)["hands"].split("/")[0] == after
    for seat in (NOBODY, 1, 2):
        player = then.view(seat)["players"][0]
        assert card_texts(player["known"]) == [card_name(c) for c in codes(after) if "!" in c]
        assert player["hand_size"] == len(codes(after))
        assert player["hand"] is None


def test_what_is_paid_and_stays_is_public() -> None:
    """URBANIA-RENEW-7: cards with coins stay in front of the player, others are discarded."""
    seen = at(hands=["h2+$1 h1+$2 h3"], pool="f3 b3 c3 c3 s3")
    then = seen.play("renew E3 hospital [red 2+$1, red 1+$2] +4")
    assert card_texts(then.view(1)["players"][0]["table"]) == ["red 2+$1", "red 1+$2"]
    assert then.view()["discards"] == []
    then = seen.play("renew E3 hospital [red 3] +4")
    assert card_texts(then.view(1)["players"][0]["table"]) == []
    assert card_texts(then.view()["discards"]) == ["red 3"]
    half = seen.play("renew E3 hospital [red 2+$1")
    assert [card["text"] for card in half.view()["payment"]["cards"]] == ["red 2+$1"]
    assert half.view(1)["players"][0]["hand_size"] == 2


# --- Dealing the unseen anew ---------------------------------------------------------------------

HIDDEN = ("hands", "projects", "submitted", "pile", "project_pile", "random")


def check_reimagined(seen: Position, seat: int, seed: int) -> Position:
    """Nothing is lost, and what the seat knows stays the same."""
    other = seen.reimagine(seat, seed)
    old, new = parts_of(seen.text), parts_of(other.text)
    assert {name: old[name] for name in FIELDS if name not in HIDDEN} == {
        name: new[name] for name in FIELDS if name not in HIDDEN
    }
    for name in ("hands", "projects", "submitted"):
        was, now = by_seat(old[name]), by_seat(new[name])
        assert now[seat] == was[seat]
        assert list(map(len, now)) == list(map(len, was))
        for one, another in zip(was, now, strict=True):
            assert [c for c in one if "!" in c] == [c for c in another if "!" in c]
    for names in (("hands", "pile"), ("projects", "submitted", "project_pile")):
        assert sorted(everything(old, names)) == sorted(everything(new, names))
    assert new["random"] != old["random"]
    return other


def everything(part: Mapping[str, str], names: Iterable[str]) -> list[str]:
    places = [place for name in names for place in by_seat(part[name].partition("(")[0])]
    return [code.strip("!") for place in places for code in place]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_a_seat_cannot_tell_positions_apart(seats: int) -> None:
    line = random_game(list(OPTIONS)[seats % 3], seats, seed=7)
    different = 0
    for seen in [*line[::41], line[-1]]:
        for seat in range(seats):
            other = check_reimagined(seen, seat, seed=len(line))
            different += parts_of(other.text)["hands"] != parts_of(seen.text)["hands"]
            if seen.to_move == seat:
                assert other.legal() == seen.legal()
    assert different > 2


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_hoards_are_dealt_anew(seats: int) -> None:
    """URBANIA-DRAW-5: with empty piles and empty places in the pool."""
    line = hoarding_game(seats, seed=2)
    for seen in [*line[::23], line[-1]]:
        if seen.is_over or seen.view()["pile_size"] + seen.view()["project_pile_size"]:
            for seat in range(seats):
                check_reimagined(seen, seat, seed=seats)


@pytest.mark.parametrize("seats", [2, 4])
def test_reimagining_uses_nothing_that_is_hidden(seats: int) -> None:
    """From positions that the seat cannot tell apart, the same seed deals the same."""
    for place, seen in enumerate(random_game("subsidy", seats, seed=8)[::7]):
        for seat in range(seats):
            if seen.view()["payment"] is None:
                otherwise = dealt_otherwise(seen, seat, random.Random(place))
                wanted = seen.reimagine(seat, seed=place)
                assert position(otherwise).reimagine(seat, seed=place) == wanted


def payments(games: Iterable[Sequence[Position]]) -> list[Position]:
    """Return the positions where a seat other than 0 is paying."""
    paying = (rules.RENEWING, rules.HIRING)
    return [
        seen
        for line in games
        for seen in line
        if seen.to_move not in {0, None} and seen.state.due in paying
    ]


def test_every_payment_can_be_completed() -> None:
    """URBANIA-RENEW-5: everyone knows that a player who has begun to pay can pay."""
    choose = random.Random(1)
    games = [random_game(variant, 3, seed) for variant in OPTIONS for seed in (10, 11)]
    found = payments(games)
    assert len(found) > 50
    different = 0
    for place, seen in enumerate(choose.sample(found, 25)):
        here = check_reimagined(seen, seat=0, seed=place)
        different += parts_of(here.text)["hands"] != parts_of(seen.text)["hands"]
        while here.view()["payment"]:
            here = here.play(choose.choice(here.legal()))
    assert different > 5


def test_somebody_who_must_act_can_act() -> None:
    """URBANIA-TURN-2: with nothing to draw, everyone knows that the seat to move can act.

    Seat 1 can hire the CEO with brown $3; with pink $3 it could do nothing and would not be to
    move.
    """
    seen = at(
        hands={1: "f$3", 2: "c$3"},
        projects={0: ALL_PROJECTS},
        pool=NO_POOL,
        rest="hand 0",
        to_move=1,
        specialists="F20 C40",
    )
    assert seen.turns() == ["hire CEO from 2 [brown $3]"]
    for seed in range(20):
        assert seen.reimagine(0, seed).legal()
        check_reimagined(seen, 0, seed)


# --- Evenly --------------------------------------------------------------------------------------

DEALS = 1500


def reimagined(seen: Position, seat: int, deals: int = DEALS) -> list[Position]:
    return [seen.reimagine(seat, seed) for seed in range(deals)]


def count_cards(deals: Iterable[Position], seat: int) -> Counts:
    """Count kinds of cards by column: unknown cards of each hand, and each place of the pile."""
    counts = np.zeros((rules.KINDS, rules.MOST_SEATS + rules.CARDS))
    for other in deals:
        state = other.state
        counts[:, : rules.MOST_SEATS] += (state.hands - state.known).T
        size = int(state.pile_size)
        counts[state.pile[:size], rules.MOST_SEATS + np.arange(size)] += 1
    counts[:, seat] = 0
    return counts


def test_unseen_cards_are_dealt_evenly() -> None:
    """Each unseen card is equally likely in each unseen place; the others stay."""
    seen = at(
        hands={0: "f3 b$3 p2+$1", 1: "f3! f2+$1 h$3 s1+$2 cR+$1", 2: "h2+$1! h2+$1 p$3"},
        tables={0: "c$3", 2: "p$3"},
        pool="f1+$2 b3 h3 c3 s3",
        pile="f1+R$1 b3 b2+$1 b2+$1 h3 c3 s$3 s$3 p3 pR+$1 bR+$1 h1+R$1",
        rest="discards",
    )
    deals = reimagined(seen, seat=0)
    hands = [parts_of(other.text)["hands"] for other in deals[::50]]
    assert {hand.split("/")[0] for hand in hands} == {"f3,b$3,p2+$1"}
    assert {("f3!" in hand, "h2+$1!" in hand) for hand in hands} == {(True, True)}
    counts = count_cards(deals, seat=0)
    assert counts.sum() == DEALS * (4 + 2 + 12)
    assert (counts.sum(axis=0) > 0).sum() == 2 + 12
    assert abs(unevenness(counts, DEALS)) < FAR


@pytest.mark.parametrize("seats", [2, 5])
def test_unseen_cards_are_dealt_evenly_at_the_start(seats: int) -> None:
    start = urbania().start(seats, seed=1)
    counts = count_cards(reimagined(start, seat=1), seat=1)
    assert counts.sum() == DEALS * (60 - 5 - 5)
    assert abs(unevenness(counts, DEALS)) < FAR


def count_projects(deals: Iterable[Position], seats: int) -> Counts:
    """Count projects by column: hands, submitted ones, and each place of the pile."""
    counts = np.zeros((len(PROJECTS), 2 * seats + len(PROJECTS)))
    for other in deals:
        state = other.state
        words = np.array([*state.project_hands[:seats], *state.submitted[:seats]])
        counts[:, : 2 * seats] += words >> np.arange(len(PROJECTS))[:, None] & 1
        size = int(state.project_pile_size)
        counts[state.project_pile[:size], 2 * seats + np.arange(size)] += 1
    return counts


PROJECTS_OUT = {
    "projects": {0: "NW FB", 1: "NE", 2: "f b HC"},
    "submitted": {0: "F", 1: "s p", 2: "SE B P"},
}


def test_unseen_projects_are_dealt_evenly() -> None:
    """Among other hands, submitted projects and the pile."""
    counts = count_projects(reimagined(at(**PROJECTS_OUT), seat=0), seats=3)
    own = [PROJECTS.index(code) for code in ("NW", "FB", "F")]
    assert (counts[own][:, [0, 3]].sum(), counts[own].sum()) == (3 * DEALS, 3 * DEALS)
    counts[:, [0, 3]] = 0
    assert counts.sum() == 28 * DEALS
    assert (counts.sum(axis=0) > 0).sum() == 4 + 19
    assert abs(unevenness(counts, DEALS)) < FAR


def test_at_the_end_submitted_projects_are_no_longer_dealt() -> None:
    """URBANIA-END-3."""
    end = at(**PROJECTS_OUT, to_move=None, points=["0(5)", "0(0)", "0(10)"])
    counts = count_projects(reimagined(end, seat=0), seats=3)
    for place, submitted in enumerate(("F", "s p", "SE B P")):
        here = [PROJECTS.index(code) for code in submitted.split()]
        assert counts[here, 3 + place].tolist() == [DEALS] * len(here)
        assert counts[here].sum() == len(here) * DEALS
    counts[:, [0, 3, 4, 5]] = 0
    assert (counts.sum(axis=0) > 0).sum() == 2 + 19
    assert abs(unevenness(counts, DEALS)) < FAR


# --- Evenly among the deals that can be ----------------------------------------------------------

Cards = Sequence[str]
Deal = tuple[str, ...]  # unknown cards of each other hand, then the pile


def deal_in(seen: Position, seat: int) -> Deal:
    state = seen.state
    hidden = np.delete(state.hands - state.known, seat, axis=0)[: seen.seats - 1]
    hands = (np.repeat(KINDS, cards).tolist() for cards in hidden)
    pile = (KINDS[kind] for kind in state.pile[: state.pile_size][::-1])
    return (*map(cards_text, hands), ",".join(pile) or "-")


def all_deals(unseen: str, sizes: Sequence[int], can_be: Callable[[Cards], bool]) -> Counter[Deal]:
    """Deal the cards in every order to hands of these sizes, then the pile; keep possible deals.

    Equal cards are interchangeable, so some deals come up more often than others.
    """
    found: Counter[Deal] = Counter()
    for order in permutations(unseen.split()):
        hands, rest = list[list[str]](), list(order)
        for size in sizes:
            hands.append(rest[:size])
            del rest[:size]
        if can_be(hands[0]):
            found[(*map(cards_text, hands), ",".join(rest) or "-")] += 1
    return found


def add_up(cards: Cards, suit: str, own: Mapping[str, int], rainbow: str) -> int:
    return sum(own.get(c[1:], 0) * (c[0] == suit) + (c[1:] == rainbow) for c in cards)


def workers(suit: str, cards: Cards) -> int:
    """URBANIA-RENEW-2."""
    return add_up(cards, suit, {"3": 3, "2+$1": 2, "1+$2": 1, "1+R$1": 1}, rainbow="R+$1")


def coins(suit: str, cards: Cards) -> int:
    """URBANIA-HIRE-3."""
    return add_up(cards, suit, {"2+$1": 1, "1+$2": 2, "$3": 3, "R+$1": 1}, rainbow="1+R$1")


def without(cards: Cards, *others: str) -> list[str]:
    """Leave out cards that should have been named earlier (URBANIA-RENEW-5)."""
    return [card for card in cards if card not in others]


COST_5 = "P50"  # the Parks Director, green

# table, unseen: hand of seat 1 / hand of seat 2 / pile, what seat 1 can have
POSSIBLE = [
    pytest.param({}, "h3 f3/-/f3 b$3 p1+R$1", lambda hand: True, id="no payment"),
    pytest.param({}, "h3 f3/b$3/p1+R$1 s3", lambda hand: True, id="no payment, two others"),
    pytest.param(
        *({"due": "2:E3[]"}, "h2+$1 cR+$1/-/h3 h2+$1 b$3"),
        lambda hand: workers("h", hand) >= 3,
        id="URBANIA-RENEW-2 nothing is paid yet",
    ),
    pytest.param(
        *({"due": "2:E3[h2+$1]"}, "cR+$1 f3/-/h1+$2 b$3 p3"),
        lambda hand: workers("h", hand) >= 1,
        id="URBANIA-RENEW-2 one worker is missing",
    ),
    pytest.param(
        *({"due": "2:E3[h2+$1]"}, "cR+$1/f3/h1+$2 b$3 p3"),
        lambda hand: workers("h", hand) >= 1,
        id="URBANIA-RENEW-2 the card may be with another seat",
    ),
    pytest.param(
        *({"due": "2:E3[]", "openly": "h2+$1!"}, "cR+$1 f3/-/h1+$2 b$3 p3"),
        lambda hand: workers("h", hand) >= 1,
        id="URBANIA-RENEW-2 with a card that is known",
    ),
    pytest.param(
        # Cards are named from most to fewest, of equals brown before red.
        *({"due": "2:E3[h1+$2]"}, "hR+$1 cR+$1/-/h2+$1 fR+$1 h1+$2"),
        lambda hand: workers("h", without(hand, "h2+$1", "fR+$1")) >= 2,
        id="URBANIA-RENEW-5 what should have been named earlier",
    ),
    pytest.param(
        *({"due": "1:C3[]"}, "f2+$1 b$3/-/f1+$2 h1+$2 bR+$1"),
        lambda hand: max(workers(suit, hand) for suit in SUITS) >= 2,
        id="URBANIA-RENEW-3 no colour yet",
    ),
    pytest.param(
        *({"due": "1:C3[f1+$2]"}, "f1+R$1 b$3/-/h1+$2 hR+$1 f3"),
        lambda hand: workers("f", without(hand, "f3")) >= 1,
        id="URBANIA-RENEW-3 a colour is shown",
    ),
    pytest.param(
        *({"due": "1:C3[fR+$1]"}, "h1+$2 b$3/-/f1+$2 h2+$1 s1+R$1"),
        lambda hand: max(workers(s, without(hand, "f1+$2", "h2+$1")) for s in SUITS) >= 1,
        id="URBANIA-RENEW-3 a rainbow worker shows no colour",
    ),
    pytest.param(
        *({"due": "2:P[p1+$2]", "specialists": COST_5}, "p2+$1 p1+$2/-/p$3 pR+$1 s1+R$1"),
        lambda hand: coins("p", without(hand, "p$3")) >= 3,
        id="URBANIA-HIRE-3",
    ),
    pytest.param(
        {"due": "2:P[p1+$2]", "specialists": COST_5, "tables": {1: "p1+$2"}},
        *("p2+$1 f3/-/p$3 f1+$2 s1+R$1", lambda hand: coins("p", without(hand, "p$3")) >= 1),
        id="URBANIA-HIRE-3 with the table",
    ),
    pytest.param(
        *({"due": "2:E3[]", "variant": "subsidy"}, "h2+$1 f3/-/h1+$2 cR+$1 b$3"),
        lambda hand: workers("h", hand) >= 2,
        id="URBANIA-SUBSIDY-1",
    ),
    pytest.param(
        {"due": "2:E3[]", "variant": "subsidy", "contracts": "active/used/active"},
        *("h2+$1 cR+$1/-/h3 f3 b$3", lambda hand: workers("h", hand) >= 3),
        id="URBANIA-SUBSIDY-1 used already",
    ),
]


def with_few_unseen(table: Mapping[str, Any], unseen: str) -> tuple[Position, list[int]]:
    """Return a position where seat 1 moves and seat 0 does not know a few cards; the sizes."""
    first, second, pile = (part.replace("-", "") for part in unseen.split("/"))
    given = {name: value for name, value in table.items() if name != "openly"}
    hands = {0: "c3", 1: f"{table.get('openly', '')} {first}", 2: second}
    given |= {"hands": hands, "pile": pile, "pool": "c$3 b3 b3 c3 s3", "rest": "discards"}
    seen = at(to_move=1, **given)
    return seen, [len(first.split()), len(second.split())]


@pytest.mark.parametrize(("table", "unseen", "can_be"), POSSIBLE)
def test_what_can_be_is_dealt_evenly(
    table: dict[str, Any], unseen: str, can_be: Callable[[Cards], bool]
) -> None:
    """Every deal where the payment can be completed, each with the right probability."""
    seen, sizes = with_few_unseen(table, unseen)
    cards = unseen.replace("/-/", " ").replace("/", " ")
    weights = all_deals(cards, sizes, can_be)
    everything_else = len(all_deals(cards, sizes, lambda hand: True)) - len(weights)
    assert (everything_else > 0) == ("due" in table)
    deals = round(9 * weights.total() / min(weights.values()))
    found = [deal_in(other, seat=0) for other in reimagined(seen, seat=0, deals=deals)]
    assert abs(unevenness_of_outcomes(found, weights)) < FAR


def test_who_pays_knows_its_own_hand() -> None:
    """A seat's own payment says nothing about what others hold."""
    seen, _ = with_few_unseen({"due": "2:E3[h2+$1]"}, "cR+$1/h1+$2/f3 b$3 p3")
    weights = all_deals("c3 h1+$2 f3 b$3 p3", [1, 1], lambda hand: True)
    found = [deal_in(other, seat=1) for other in reimagined(seen, seat=1, deals=1000)]
    assert abs(unevenness_of_outcomes(found, weights)) < FAR


# --- Cards left in hands once the discards have become the pile ----------------------------------

LEFT_POOL = "f1+$2 b3 b3 c3 s3"
LAST_CARD = {
    "hands": {0: "f3 h3", 1: "b$3 c3!", 2: "p$3"},
    "pool": LEFT_POOL,
    "pile": "p3",
    "rest": "discards",
}
REBUILT = {
    "hands": {0: "h3 f$3 b2+$1", 1: "b$3 c2+$1", 2: "p$3"},
    "pool": LEFT_POOL,
    "left": "f$3,h3/b$3/p$3",
}

# table, turns, what was left in each hand when the pile was rebuilt: paid ones: after a colon
LEFT = [
    pytest.param(LAST_CARD, "draw project", "", id="the pile is not empty yet"),
    pytest.param(LAST_CARD, "draw pile", "f3,h3,p3/b$3/p$3", id="the last card of the pile"),
    pytest.param(*(LAST_CARD, "draw pool 4 [pink 3]", "f3,h3/b$3/p$3"), id="it goes to the pool"),
    pytest.param(
        *(LAST_CARD, "draw pile, pile", "f3,h3,p3/b$3/p$3"), id="one more from the new pile"
    ),
    pytest.param(
        *(LAST_CARD | {"rest": "hand 2"}, "draw pile", ""), id="no discards, so no pile to speak of"
    ),
    pytest.param(
        *(LAST_CARD, "draw pile, project; renew E3 hospital [red 3] +4", "f3,p3/b$3/p$3"),
        id="a hand of such cards only pays one",
    ),
    pytest.param(
        *(LAST_CARD, "draw pile, pile; renew E3 hospital [red 3] +4", "f3,h3,p3/b$3/p$3:h3/-/-"),
        id="it may be the other one of its kind",
    ),
    pytest.param(
        LAST_CARD | {"pool": "f1+$2 b3 h3 c3 s3"},
        *("draw pile, pile; renew E3 hospital [red 3] +4", "f3,p3/b$3/p$3"),
        id="the other one of its kind lies open",
    ),
    pytest.param(
        LAST_CARD | {"hands": {0: "f3 h3", 1: "b$3", 2: "h3"}},
        *("draw pile, pile; renew E3 hospital [red 3] +4", "f3,p3/b$3/h3"),
        id="both of its kind are such cards",
    ),
    pytest.param(
        LAST_CARD | {"hands": {0: "f3 h3!", 1: "b$3", 2: "p$3"}},
        *("draw pile, pile; renew E3 hospital [red 3] +4", "f3,p3/b$3/p$3"),
        id="a card taken openly was never one",
    ),
    pytest.param(
        LAST_CARD | {"hands": {0: "h3!", 1: "h3"}, "pile": "f3 p3"},
        *("draw project, pool 4 [pink 3]", ""),
        id="the pile has one card more",
    ),
    pytest.param(
        REBUILT | {"left": "-/b$3/p$3", "hands": {0: "h3 b$3", 1: "b$3", 2: "p$3"}},
        *("hire Banker from 1 [gray $3]", "-/b$3/p$3"),
        id="this hand has none of them",
    ),
    pytest.param(
        REBUILT | {"left": "b$3/-/p$3", "hands": {0: "h3 b$3", 1: "b$3", 2: "p$3"}},
        *("hire Banker from 1 [gray $3]", "b$3/-/p$3:b$3/-/-"),
        id="this hand may have one of them",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("table", "turns", "left"), LEFT)
def test_what_is_left_in_hands(table: dict[str, Any], turns: str, left: str) -> None:
    """Everyone knows what is in a new pile, and so what is still in hands."""
    after = at(**table).play(turns)
    assert parts_of(after.text)["pile"].partition("(")[2].strip(")") == left
    assert position(after.text) == after
    for seat in (NOBODY, 0, 1, 2):
        size = int(after.state.pile_size)
        shown = unknown(size) + (f"({left_as_seen(left, seat)})" if left else "")
        assert parts_of(after.view(seat)["text"])["pile"] == shown


def left_as_seen(left: str, seat: int | None) -> str:
    rows, *unsure = left.split(":")
    hands = by_seat(rows)
    own = [
        cards_text(hand) if number == seat else unknown(len(hand))
        for number, hand in enumerate(hands)
    ]
    return ":".join([cards_text([card for hand in hands for card in hand]), "/".join(own), *unsure])


def hands_by_brute_force(seen: Position, seat: int) -> set[Deal]:
    """Deal all unseen cards in every way that agrees with what a seat remembers."""
    part = parts_of(seen.text)
    left, paid = (
        by_seat(rows) for rows in f"{part['pile'][:-1]}:-/-/-".split("(")[1].split(":")[:2]
    )
    others = [number for number in range(seen.seats) if number != seat]
    hands = [by_seat(part["hands"])[number] for number in others]
    had = [[*hand, *paid[number]] for hand, number in zip(hands, others, strict=True)]
    kept = [card for number in others for card in left[number]]
    drawn = without_each([*codes(part["pile"]), *had[0], *had[1]], kept)
    one, other = (len(left[number]) for number in others)
    missing = len(had[0]) - one
    found = set()
    for before in set(permutations(kept)):
        for since in set(permutations(drawn, missing + len(had[1]) - other)):
            dealt = [[*before[:one], *since[:missing]], [*before[one:], *since[missing:]]]
            pairs = list(zip(dealt, (paid[number] for number in others), strict=True))
            if all(not Counter(gone) - Counter(hand) for hand, gone in pairs):
                found.add(tuple(cards_text(without_each(hand, gone)) for hand, gone in pairs))
    return found


def without_each(cards: Sequence[str], taken: Sequence[str]) -> list[str]:
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return rest


OTHERS = "h3 h2+$1 s$3"
# hands, pile, what was left in each hand, what lies open
DEALT_AGAIN = [
    pytest.param(
        {0: "f3", 1: "b$3 c2+$1", 2: "p$3"},
        *(OTHERS, "f3/b$3,c2+$1/p$3", ""),
        id="nobody has drawn since",
    ),
    pytest.param(
        {0: "f3", 1: "b$3 c2+$1", 2: "p$3"}, OTHERS, "f3/b$3/p$3", "", id="one other has drawn"
    ),
    pytest.param(
        {0: "f3 h$3", 1: "b$3", 2: "p$3"}, OTHERS, "f3/b$3/p$3", "", id="the seat itself has drawn"
    ),
    pytest.param(
        {0: "f3 h$3", 1: "b$3", 2: "p$3 f3"},
        *(OTHERS, "f3/b$3/p$3", ""),
        id="of its own there is another",
    ),
    pytest.param(
        {0: "h$3", 1: "b$3 c2+$1", 2: "p$3"},
        *("h3 f3 s$3", "-/f3,b$3/p$3:-/f3/-", "f3"),
        id="what was paid may have been left or drawn",
    ),
    pytest.param(
        {0: "h$3", 1: "b$3 c2+$1", 2: "p$3 s3"},
        *(OTHERS, "-/f3,b$3/f3:-/f3/f3", "f3 f3"),
        id="two have paid the same",
    ),
    pytest.param(
        {0: "f3", 1: "b$3 c2+$1", 2: "p$3 s3"},
        *(OTHERS, "f3/b$3,h1+$2/p$3:-/h1+$2/-", "h1+$2"),
        id="the only one of its kind was left",
    ),
]


@pytest.mark.parametrize(("hands", "pile", "left", "open_cards"), DEALT_AGAIN)
def test_hands_are_dealt_from_cards_that_can_be_in_hands(
    hands: dict[int, str], pile: str, left: str, open_cards: str
) -> None:
    """Every possible deal comes up, and no other."""
    tables = {0: open_cards}
    seen = at(hands=hands, pile=pile, left=left, tables=tables, pool=LEFT_POOL, rest="discards")
    found = {deal_in(other, 0)[:-1] for other in reimagined(seen, 0, deals=1500)}
    assert found == hands_by_brute_force(seen, 0)
    for other in reimagined(seen, 0, deals=20):
        assert position(other.text) == other  # its text tells what is known, and reading checks it


def test_cards_left_in_hands_are_dealt_evenly() -> None:
    """Each goes to any hand that has one, each other card to the pile or a hand that drew."""
    seen = at(
        hands={0: "f3", 1: "b$3 c2+$1", 2: "p$3 s1+$2"},
        pile="h3 h2+$1 s$3",
        left="f3/b$3/s1+$2,p$3",
        pool=LEFT_POOL,
        rest="discards",
    )
    weights: Counter[Deal] = Counter()
    for first, second, third in permutations(["b$3", "p$3", "s1+$2"]):
        for drawn, *pile in permutations(["c2+$1", "h3", "h2+$1", "s$3"]):
            hands = cards_text([first, drawn]), cards_text([second, third])
            weights[(*hands, ",".join(pile))] += 1
    found = [deal_in(other, seat=0) for other in reimagined(seen, seat=0, deals=9 * len(weights))]
    assert abs(unevenness_of_outcomes(found, weights)) < FAR


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_deals_agree_with_perfect_memory(seats: int) -> None:
    """No seat imagines what somebody with perfect memory could rule out."""
    doubted = 0
    for line in (busy_game(seats, seed=3), hoarding_game(seats, seed=2)):
        witness = Witness()
        for number, seen in enumerate(line):
            witness.watch(seen)
            if "(" in parts_of(seen.text)["pile"]:
                doubted += bool(seen.state.unsure.any())
                assert position(seen.text) == seen
                seat = number % seats
                assert witness.believes(seen, seat)
                assert witness.believes(seen.reimagine(seat, seed=number), seat)
    assert doubted > 10


DRAWN_BY_TWO = REBUILT | {"pile": "h2+$1 s$3", "rest": "discards"}
# table, seat, cards known to be in the pile, how many of them others have drawn
IN_PILE = [
    pytest.param(DRAWN_BY_TWO, 0, "h2+$1,c2+$1,s$3", 1, id="the second seat has drawn one"),
    pytest.param(DRAWN_BY_TWO, 1, "b2+$1,h2+$1,s$3", 1, id="the first has"),
    pytest.param(DRAWN_BY_TWO, NOBODY, "b2+$1,h2+$1,c2+$1,s$3", 2, id="a spectator"),
    pytest.param(
        DRAWN_BY_TWO
        | {"hands": {0: "h3", 1: "b$3 c2+$1", 2: "p$3"}, "discards": "f$3"}
        | {"left": "f$3,h3/b$3/p$3:f$3/-/-"},
        *(1, "h2+$1,s$3", 0),
        id="what was paid is not there",
    ),
    pytest.param({}, 0, None, None, id="before the first reshuffle"),
]


@pytest.mark.parametrize(("table", "seat", "cards", "drawn"), IN_PILE)
def test_what_is_known_to_be_in_the_pile(
    table: dict[str, Any], seat: int | None, cards: str | None, drawn: int | None
) -> None:
    memory = at(**table).view(seat)["memory"]
    if cards is None:
        assert memory is None
        return
    found = [*Counter(memory["in_pile"]).elements()]
    assert found == [card_name(code) for code in cards.split(",")]
    assert memory["drawn"] == drawn
    assert (memory["own"] is None) == (seat is NOBODY)
    assert sum(memory["left"].values()) == sum(memory["left_with"])


# --- The word that shuffles ----------------------------------------------------------------------


def test_how_a_pile_will_be_rebuilt_is_dealt_anew() -> None:
    """URBANIA-DRAW-4: nothing else is unseen here, yet the new pile comes in every order."""
    few = "f$3 b$3 h$3 p$3"
    seen = at(hands=["f3"], pile="f3", discards=few, rest="hand 0", pool="b3 b3 h3 c3 s3")
    others = reimagined(seen, seat=0, deals=300)
    assert len({int(other.state.random[0]) for other in others}) == 300
    assert len({deal_in(other, seat=0) for other in others}) == 1
    piles = [deal_in(other.play(int(rules.DRAW_PILE)), seat=0)[-1] for other in others]
    orders = Counter(map(",".join, permutations(few.split())))
    assert abs(unevenness_of_outcomes(piles, orders)) < FAR


def test_the_word_does_not_depend_on_the_real_one() -> None:
    one, other = at(seed=0), at(seed=2**64 - 1)
    assert one.reimagine(0, seed=5) == other.reimagine(0, seed=5)
    assert one.reimagine(0, seed=5) != one.reimagine(0, seed=6)


# --- What a decision reveals ---------------------------------------------------------------------

LOW = "f$3 b2+$1 h$3 c1+$2 s$3"  # may be swept
ALL_BUT = {"rest": "hand 2", "projects": {2: ALL_PROJECTS}}  # no piles
SHORT = {"pool": "f3 b3 h3 c3", "rest": "hand 2"}  # an empty pile, and a gap in the pool
LAST_TURN = {"board": NEARLY_DONE, "to_move": 2, "end": 1}

# table, decisions, whether the last of them reveals something
REVEALING = [
    pytest.param({}, "draw project", True, id="project"),
    pytest.param({}, "draw pile", True, id="pile"),
    pytest.param({}, "draw pool 1 [brown 3]", True, id="pool"),
    pytest.param(
        *({"pile": "f3"}, "draw pool 1 [brown 3]", True), id="pool, replaced by an equal card"
    ),
    pytest.param({"due": "2:draw1"}, "pile", True, id="second card"),
    pytest.param({"due": "2:card"}, "draw pile", True, id="card for an icon"),
    pytest.param({"pool": LOW}, "draw sweep", True, id="sweep"),
    pytest.param({"pool": LOW, "due": "1:draw1"}, "sweep", True, id="sweep before the second card"),
    pytest.param(
        {"pool": LOW, "pile": LOW},
        *("draw sweep", True),
        id="sweep, an equal pool comes",
    ),
    pytest.param(
        *({"pool": LOW, "rest": "hand 2"}, "draw sweep", True), id="sweep, the same cards come back"
    ),
    pytest.param(
        *(ALL_BUT, "draw pool 3 [red 3]", False), id="pool, nothing is left to replace it"
    ),
    pytest.param(
        ALL_BUT | {"due": "1"}, "draw pool 3 [red 3], pool 1 [brown 3]", False, id="twice"
    ),
    pytest.param({"hands": ["h3"]}, "renew E3 hospital", False, id="renew"),
    pytest.param({"hands": ["h2+$1 h1+$2"]}, "renew E3 hospital [red 2+$1", False, id="pay"),
    pytest.param({"hands": ["h3"]}, "renew E3 hospital [red 3] +4", False, id="renewed"),
    pytest.param({"hands": ["p3"]}, "renew D2 park [green 3] +3", False, id="renewed, no icon"),
    pytest.param({"hands": ["p$3"]}, "hire Parks Director from 1", False, id="hire"),
    pytest.param(*({"hands": ["p$3"]}, "hire Parks Director from 1 [green $3]", False), id="hired"),
    pytest.param({"projects": ["NW"]}, "submit NW", False, id="submit"),
    pytest.param({"due": "2:card"}, "no card", False, id="decline"),
    pytest.param({"due": "1:card"}, "no card", False, id="decline, end of the turn"),
    pytest.param(
        {"hands": {0: "h2+$1", 1: ""}, "variant": "subsidy"},
        *("renew E3 hospital [red 2+$1, subsidy] +4", False),
        id="subsidy",
    ),
    # URBANIA-DRAW-4, -5: what is paid comes to an empty pile and from there into the pool.
    pytest.param(
        *(SHORT | {"hands": ["h3"]}, "renew E3 hospital [red 3] +4", True),
        id="a payment fills the pool",
    ),
    pytest.param(
        *(SHORT | {"hands": ["p$3"]}, "hire Parks Director from 1 [green $3]", True),
        id="a hire fills the pool",
    ),
    pytest.param(
        SHORT | {"hands": ["h2+$1 h1+$2"]},
        *("renew E3 hospital [red 2+$1, red 1+$2] +4", False),
        id="a payment that stays on the table",
    ),
    pytest.param(
        *({"rest": "hand 2", "hands": ["p$3"]}, "hire Parks Director from 1 [green $3]", False),
        id="a hire rebuilds the pile below a full pool",
    ),
    pytest.param(
        *(LAST_TURN | {"due": "1", "projects": {2: "NW"}}, "submit NW", True), id="the end"
    ),
    pytest.param(LAST_TURN | {"due": "1:card"}, "no card", True, id="the end, by declining"),
    pytest.param(LAST_TURN | {"projects": {2: "NW"}}, "submit NW", False, id="not yet the end"),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("table", "turn", "reveals"), REVEALING)
def test_what_reveals(table: dict[str, Any], turn: str, reveals: bool) -> None:
    start = at(**table)
    after = start.play(turn)
    assert not start.revealed
    assert after.revealed == reveals
    if not reveals:  # so the seat sees the same happen, whatever is hidden from it
        for seat in range(start.seats):
            other = start.reimagine(seat, seed=seat)
            if other.why_not(turn) is None:
                assert other.play(turn).view(seat) == after.view(seat)


def test_rests_of_turns_end_where_something_is_revealed() -> None:
    seen = at(hands=["h3 p$3"], projects=["NW"], pool="f3 b3 c3 c3 s3", due="2:E3[]")
    draws = [
        *("draw project", "draw pile", "draw pool 1 [brown 3]", "draw pool 2 [gray 3]"),
        *("draw pool 3 [pink 3]", "draw pool 4 [pink 3]", "draw pool 5 [beige 3]"),
    ]
    second = [*draws, "hire Parks Director from 1 [green $3]", "submit NW"]
    assert seen.turns() == [
        *(f"[red 3] +4, {draw}" for draw in draws),
        *(f"[red 3] +4, no card; {action}" for action in second),
    ]


# --- Turns as others see them --------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_which_project_is_submitted_is_not_to_be_seen() -> None:
    """URBANIA-SUBMIT-1: face down; URBANIA-SUBMIT-2: the fee is public."""
    seen = at(
        seats=2,
        points=[25, 0],
        hands=["h3"],
        projects={0: "NW H", 1: "FB s"},
        pool="f3 b3 c3 c3 s3",
    )
    first = "submit NW -2; submit Doctor -2"
    second = "draw pool 3 [pink 3], pile; submit CEO + Banker"
    third = "renew E3 hospital [red 3] +4, draw project; draw pile, pile"
    for turn in (first, second, third, "submit school"):
        seen = seen.play(turn)
    face_down = "submit a project -2; submit a project -2"
    middle = "draw pool 3 [pink 3], pile; submit a project"
    assert seen.moves() == [first, second, third, "submit school"]
    assert seen.moves_as_seen(0) == [first, middle, third, "submit a project"]
    assert seen.moves_as_seen(1) == [face_down, second, third, "submit school"]
    assert seen.moves_as_seen() == [face_down, middle, third, "submit a project"]


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_moves_as_seen_through_a_random_game(seats: int) -> None:
    """Only the names of others' projects differ from what was played, even at the end."""
    end = random_game("italian_politics", seats, seed=13)[-1]
    movers = [start.to_move for start, _ in end.turns_played()]
    submitted = 0
    for seat in (NOBODY, *range(seats)):
        seen = zip(end.moves(), end.moves_as_seen(seat), movers, strict=True)
        for played, shown, mover in seen:
            actions = played.split("; ")
            if mover != seat:
                submitted += played.count("submit ")
                actions = [FACE_DOWN.sub(r"submit a project\1", action) for action in actions]
            assert shown == "; ".join(actions)
    assert submitted


FACE_DOWN = re.compile(r"^submit .*?( -\d+)?$")
