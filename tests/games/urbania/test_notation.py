"""Urbania in text: decisions, turns and positions, there and back; and bad text."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import contrada
from contrada import NotationError, Position
from contrada.errors import ContradaError, IllegalDecision
from contrada.games.contract import Game
from contrada.games.urbania import notation, rules

# --- Positions from a few words ------------------------------------------------------------------

SUITS = "fbhcsp"
FACES = {"3": 2, "2+$1": 2, "1+$2": 2, "$3": 2, "R+$1": 1, "1+R$1": 1}  # copies in a suit
DECK = Counter({suit + face: copies for suit in SUITS for face, copies in FACES.items()})
KINDS = list(DECK)
PAIRS = ["".join(pair) for pair in combinations(SUITS.upper(), 2)]
PROJECTS = ["NW", "NE", "SW", "SE", *SUITS, *SUITS.upper(), *PAIRS]
ALL_PROJECTS = " ".join(PROJECTS)
UNHIRED = "1-/1-/1-/1-/1-/1-"
VARIANTS: dict[str, dict[str, bool]] = {
    "plain": {},
    "subsidy": {"subsidy": True},
    "italian_politics": {"subsidy": True, "italian_politics": True},
}
# Around the centre, from north, by rows: D2 p23; C3 r22, E3 h34+; B4 b22+, F4 c35; C5 s34+,
# E5 r21+; D6 f35. The centre is F22+, R22 B23 C23, R34.
CITY = (
    "c34+h46+b35p22+h23r34c22+/c47f34+p47p23s47p35r21+/h35f47r22F22+h34+b34+h47/"
    "r33+b22+R22B23C23c35r22/r33+p46+s34+R34r21+b46+b47/s22+r46r45+f35f23s35f46+/"
    "s23s46+r34p34+h22+r46c46+"
)
# Nine of the eleven buildings in the north-west are renewed; A1 and B1 are not (URBANIA-END-1).
NEARLY_DONE = CITY.replace("b35p22+", "B35P22+").replace("c47f34+p47p23", "C47F34+P47P23")
NEARLY_DONE = NEARLY_DONE.replace("h35f47r22", "H35F47R22")


def urbania(variant: str = "plain") -> Game:
    return contrada.game("urbania", **VARIANTS[variant])


def position(text: str) -> Position:
    """Read a position with the options that its text names."""
    return urbania(text.rsplit(" ", 1)[-1]).position(text)


def in_order(cards: list[str]) -> str:
    """Write cards in the order of kinds, of each kind those taken openly first."""
    ordered = sorted(cards, key=lambda card: (KINDS.index(card.strip("!")), "!" not in card))
    return ",".join(ordered) or "-"


def projects_text(seats: int, projects: Mapping[int, str]) -> str:
    by_seat = (sorted(projects.get(seat, "").split(), key=PROJECTS.index) for seat in range(seats))
    return "/".join(",".join(codes) or "-" for codes in by_seat)


def table_text(
    *,
    board: str = CITY,
    seats: int = 3,
    start: int = 0,
    to_move: int | None = 0,
    due: str = "2",
    end: str = "0/0",
    specialists: str = UNHIRED,
    points: str = "",
    contracts: str = "",
    hands: Mapping[int, str] | None = None,
    projects: Mapping[int, str] | None = None,
    submitted: Mapping[int, str] | None = None,
    tables: Mapping[int, str] | None = None,
    pool: str = "f3 b3 h3 c3 s3",
    pile: str = "",
    project_pile: str | None = None,
    discards: str = "",
    rest: str = "pile",
    random: str = "0123456789abcdef",
    variant: str = "plain",
) -> str:
    """Write a position; cards not named go under the pile, or to the `rest`: discards or a seat.

    Cards are written with spaces between, `!` marks one taken openly, a pile's next card is first.
    Projects not named are in the project pile.
    """
    deck = DECK.copy()

    def take(cards: str) -> list[str]:
        deck.subtract(card.strip("@!") for card in cards.split())
        return cards.split()

    in_hands = [take((hands or {}).get(seat, "")) for seat in range(seats)]
    on_tables = [take((tables or {}).get(seat, "")) for seat in range(seats)]
    in_pool, in_pile, discarded = take(pool), take(pile), take(discards)
    take(" ".join(re.findall(r"(?<=\[).*(?=\])", due)).replace(",", " "))
    assert min(deck.values()) >= 0, "more cards than there are"
    where = {"pile": in_pile, "discards": discarded, **dict(zip("01234", in_hands, strict=False))}
    where[rest] += deck.elements()
    given = " ".join((*(projects or {}).values(), *(submitted or {}).values())).split()
    if project_pile is None:
        project_pile = ",".join(code for code in PROJECTS if code not in given) or "-"
    nothing_yet = "/".join(["0(0)" if to_move is None else "0"] * seats)
    active = "-" if variant == "plain" else "/".join(["active"] * seats)
    return " ".join(
        (
            board,
            str(seats),
            str(start),
            "-" if to_move is None else str(to_move),
            "-" if to_move is None else due,
            end,
            specialists,
            points or nothing_yet,
            contracts or active,
            "/".join(map(in_order, in_hands)),
            projects_text(seats, projects or {}),
            projects_text(seats, submitted or {}),
            "/".join(map(in_order, on_tables)),
            "/".join((in_pool + ["-"] * 5)[:5]),
            ",".join(in_pile) or "-",
            project_pile,
            in_order(discarded),
            random,
            variant,
        )
    )


# --- Names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "name"), [(0, "A1"), (6, "G1"), (7, "A2"), (24, "D4"), (42, "A7"), (48, "G7")]
)
def test_names_of_spaces(space: int, name: str) -> None:
    """URBANIA-BOARD-1."""
    assert notation.space_name(space) == name
    assert notation.read_space(name) == space


def test_everything_has_a_name_of_its_own() -> None:
    """URBANIA-TILES-1, URBANIA-CARDS-1."""
    assert len({notation.space_name(space) for space in range(49)}) == 49
    assert list(notation.CARD_CODES) == KINDS
    assert list(notation.PROJECT_CODES) == PROJECTS
    assert len(set(notation.CARDS)) == 36
    assert len(set(notation.PROJECTS)) == 31
    assert len(set(notation.TILE_CODES)) == 42
    assert notation.CARDS[12:18] == (
        *("red 3", "red 2+$1", "red 1+$2", "red $3", "red R+$1", "red 1+R$1"),
    )
    assert [notation.PROJECTS[number] for number in (0, 4, 12, 16, 30)] == [
        *("NW", "factory", "Doctor", "CEO + Banker", "School Superintendent + Parks Director"),
    ]


# --- Decisions and turns -------------------------------------------------------------------------


def renew(name: str) -> int:
    return int(rules.RENEW) + "1234567".index(name[1]) * 7 + "ABCDEFG".index(name[0])


def hire(letter: str) -> int:
    return int(rules.HIRE) + SUITS.upper().index(letter)


def submit(code: str) -> int:
    return int(rules.SUBMIT) + PROJECTS.index(code)


def pay(code: str) -> int:
    start = rules.PAY_TABLE if code.startswith("@") else rules.PAY
    return int(start) + KINDS.index(code.strip("@"))


def pool(place: int) -> int:
    return int(rules.DRAW_POOL) + place - 1


PROJECT, PILE, SWEEP = int(rules.DRAW_PROJECT), int(rules.DRAW_PILE), int(rules.SWEEP)
NO_CARD, SUBSIDY = int(rules.DECLINE), int(rules.PAY_SUBSIDY)

HAND = "h3 h2+$1 cR+$1 b$3 f1+R$1 c2+$1 c1+$2"
OPEN = table_text(hands={0: HAND}, tables={0: "p1+$2"}, points="25/0/0", projects={0: "H NW FB"})
SWEEPABLE = table_text(pool="f$3 b2+$1 h$3 c1+$2 s$3")
SECOND_CARD = table_text(due="2:draw1", pool="f$3 b2+$1 h$3 c1+$2 s$3")
SWEPT = table_text(due="2:draw2s", pool="f$3 b2+$1 h$3 c1+$2 s$3")
SWEPT_LATER = table_text(due="1:draw1s")
RENEWING = table_text(hands={0: HAND}, due="2:E3[]")
HALF_PAID = table_text(hands={0: "cR+$1 f3"}, due="2:E3[h2+$1]")
HALF_PAID_LATE = table_text(hands={0: "c1+$2 hR+$1"}, due="1:F4[c2+$1]")
HIRING = table_text(
    hands={0: "p1+$2 f3"}, tables={0: "p1+$2"}, specialists="1-/1-/1-/1-/1-/31", due="1:P[]"
)
HALF_HIRED = table_text(
    tables={0: "p1+$2"}, specialists="1-/1-/1-/1-/1-/31", due="2:P[p1+$2]", start=2
)
ICON = table_text(hands={0: "f$3"}, due="1:card", pool="f$3 b2+$1 h$3 c1+$2 s$3")
ICON_EARLY = table_text(hands={0: "f$3"}, due="2:card", projects={0: "NW"})
CONTRACT = table_text(
    hands={0: "h2+$1 c2+$1 b$3"}, specialists="1-/41/1-/1-/1-/1-", variant="subsidy"
)
CONTRACT_RENEWING = table_text(hands={0: "f3"}, due="2:E3[h2+$1]", variant="italian_politics")
GAP = table_text(pool="f3 b3 h3 c3", rest="0")
SEATED_LATER = table_text(seats=5, start=3, to_move=4, hands={4: "h3"})

# position, text, decision
DECISIONS = [
    (OPEN, "draw project", PROJECT),
    (OPEN, "draw pile", PILE),
    (OPEN, "draw pool 1 [brown 3]", pool(1)),
    (OPEN, "draw pool 5 [beige 3]", pool(5)),
    (OPEN, "renew C3 residential", renew("C3")),
    (OPEN, "renew E3 hospital", renew("E3")),
    (OPEN, "renew F4 business", renew("F4")),
    (OPEN, "hire CEO from 1", hire("F")),
    (OPEN, "hire Small Business Owner from 1", hire("C")),
    (OPEN, "hire Parks Director from 1", hire("P")),
    (OPEN, "submit NW -2", submit("NW")),
    (OPEN, "submit Doctor -2", submit("H")),
    (OPEN, "submit CEO + Banker -2", submit("FB")),
    (SWEEPABLE, "draw sweep", SWEEP),
    (SECOND_CARD, "project", PROJECT),
    (SECOND_CARD, "pile", PILE),
    (SECOND_CARD, "pool 2 [gray 2+$1]", pool(2)),
    (SECOND_CARD, "sweep", SWEEP),
    (SWEPT, "pool 1 [brown $3]", pool(1)),
    (RENEWING, "red 3", pay("h3")),
    (RENEWING, "red 2+$1", pay("h2+$1")),
    (HALF_PAID, "pink R+$1", pay("cR+$1")),
    (HIRING, "green 1+$2", pay("p1+$2")),
    (HALF_HIRED, "table green 1+$2", pay("@p1+$2")),
    (ICON, "draw project", PROJECT),
    (ICON, "draw pool 2 [gray 2+$1]", pool(2)),
    (ICON, "no card", NO_CARD),
    (CONTRACT, "hire Banker from 4", hire("B")),
    (CONTRACT_RENEWING, "subsidy", SUBSIDY),
    (SEATED_LATER, "renew E3 hospital", renew("E3")),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("text", "words", "decision"), DECISIONS)
def test_decisions(text: str, words: str, decision: int) -> None:
    seen = position(text)
    assert seen.decision_text(decision) == words
    assert seen.read(words) == [decision]
    assert decision in seen.legal()
    assert seen.play(words) == seen.play(decision)


def test_every_kind_of_decision_is_written_above() -> None:
    kinds = {
        next(name for name in reversed(STARTS) if decision >= STARTS[name])
        for _, _, decision in DECISIONS
    }
    assert kinds == set(STARTS)


STARTS = {
    "project": 0,
    "pile": 1,
    "pool": 2,
    "sweep": 7,
    "decline": 8,
    "renew": 9,
    "hire": 58,
    "submit": 64,
    "pay": 95,
    "pay from the table": 131,
    "subsidy": 167,
}

# position, turn, decisions, spaces
TURNS = [
    (OPEN, "draw pile, pile; draw project, project", [1, 1, 0, 0], ""),
    (OPEN, "draw pool 3 [red 3], project; draw pile, pile", [pool(3), 0, 1, 1], ""),
    # The first card for the pool comes from the pile: brown 3 is the first kind of all.
    (
        *(OPEN, "draw pool 3 [red 3], pool 3 [brown 3]; submit NW -2"),
        *([pool(3), pool(3), submit("NW")], ""),
    ),
    (OPEN, "submit NW -2; submit Doctor -2", [submit("NW"), submit("H")], ""),
    (
        table_text(points="30/0/0", projects={0: "NW FB"}),
        *("submit CEO + Banker -3; submit NW -2", [submit("FB"), submit("NW")], ""),
    ),
    (
        table_text(points="9/0/0", projects={0: "s"}),
        *("submit school; draw pile, pile", [submit("s"), 1, 1], ""),
    ),
    (
        *(OPEN, "renew E3 hospital [red 2+$1, pink R+$1] +4, no card; draw pile, pile"),
        *([renew("E3"), pay("h2+$1"), pay("cR+$1"), NO_CARD, 1, 1], "E3"),
    ),
    (
        OPEN,
        "renew E3 hospital [red 3] +4, draw pool 4 [pink 3]; renew C3 residential [pink 3] +2",
        [renew("E3"), pay("h3"), pool(4), renew("C3"), pay("c3")],
        "E3 C3",
    ),
    (
        *(OPEN, "renew F4 business [pink 2+$1, pink 1+$2] +5; hire Banker from 1 [gray $3]"),
        *([renew("F4"), pay("c2+$1"), pay("c1+$2"), hire("B"), pay("b$3")], "F4"),
    ),
    (
        *(OPEN, "hire Parks Director from 1 [table green 1+$2]; hire CEO from 1 [brown 1+R$1]"),
        *([hire("P"), pay("@p1+$2"), hire("F"), pay("f1+R$1")], ""),
    ),
    (
        *(OPEN, "draw pile, project; renew E5 residential [pink 1+$2, pink R+$1] +1, draw project"),
        *([1, 0, renew("E5"), pay("c1+$2"), pay("cR+$1"), 0], "E5"),
    ),
    (
        *(SWEEPABLE, "draw sweep, pile, pile; draw project, project"),
        *([SWEEP, 1, 1, 0, 0], ""),
    ),
    (
        *(SWEEPABLE, "draw project, sweep, project; draw project, project"),
        *([0, SWEEP, 0, 0, 0], ""),
    ),
    (
        *(CONTRACT, "renew E3 hospital [red 2+$1, subsidy] +4, no card; draw pile, pile"),
        *([renew("E3"), pay("h2+$1"), SUBSIDY, NO_CARD, 1, 1], "E3"),
    ),
    (
        *(CONTRACT, "hire Banker from 4 [gray $3, subsidy]; draw pile, pile"),
        *([hire("B"), pay("b$3"), SUBSIDY, 1, 1], ""),
    ),
    (
        table_text(
            hands={0: "p1+$2"}, tables={0: "p1+$2"}, specialists="1-/1-/1-/1-/1-/31", to_move=0
        ),
        "hire Parks Director from 3 [green 1+$2, table green 1+$2], draw project; draw pile, pile",
        [hire("P"), pay("p1+$2"), pay("@p1+$2"), 0, 1, 1],
        "",
    ),
    # Rests of turns that are under way.
    (SECOND_CARD, "pile; draw pile, project", [1, 1, 0], ""),
    (SECOND_CARD, "sweep, pile; draw pile, project", [SWEEP, 1, 1, 0], ""),
    (SWEPT, "project, project; draw project, project", [0, 0, 0, 0], ""),
    (SWEPT_LATER, "project", [0], ""),
    (RENEWING, "[red 3] +4, no card; draw pile, project", [pay("h3"), NO_CARD, 1, 0], "E3"),
    (
        *(RENEWING, "[red 2+$1, pink R+$1] +4, draw project; draw pile, pile"),
        *([pay("h2+$1"), pay("cR+$1"), 0, 1, 1], "E3"),
    ),
    (HALF_PAID, "pink R+$1] +4, no card; draw pile, project", [pay("cR+$1"), NO_CARD, 1, 0], "E3"),
    (HALF_PAID_LATE, "pink 1+$2] +5", [pay("c1+$2")], "F4"),
    (HALF_PAID_LATE, "red R+$1] +5", [pay("hR+$1")], "F4"),
    (HIRING, "[green 1+$2, table green 1+$2], no card", [pay("p1+$2"), pay("@p1+$2"), 8], ""),
    (
        *(HALF_HIRED, "table green 1+$2], no card; draw project, project"),
        *([pay("@p1+$2"), NO_CARD, 0, 0], ""),
    ),
    (ICON, "no card", [NO_CARD], ""),
    (ICON, "draw pool 2 [gray 2+$1]", [pool(2)], ""),
    (ICON_EARLY, "no card; submit NW", [NO_CARD, submit("NW")], ""),
    (ICON_EARLY, "draw pile; submit NW", [1, submit("NW")], ""),
    (
        *(CONTRACT_RENEWING, "subsidy] +4, no card; draw project, project"),
        *([SUBSIDY, NO_CARD, 0, 0], "E3"),
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("text", "turn", "decisions", "spaces"), TURNS)
def test_turns(text: str, turn: str, decisions: list[int], spaces: str) -> None:
    start = position(text)
    assert start.read(turn) == decisions
    reached = start.play(turn)
    assert reached.turn_begins
    assert reached.moves() == [turn]
    assert " ".join(reached.last_squares()) == spaces
    for decision in decisions:
        start = start.play(decision)
    assert (start, start.moves()) == (reached, [turn])


@pytest.mark.parametrize(("text", "turn", "decisions", "spaces"), TURNS)
def test_beginnings_and_rests_of_turns(
    text: str, turn: str, decisions: list[int], spaces: str
) -> None:
    """A turn may be written up to any decision, and from there on; together they are the turn."""
    start = position(text)
    for size in range(1, len(decisions)):
        beginning = notation.turn_text(start.state, decisions[:size])
        assert turn.startswith(beginning)
        assert start.read(beginning) == decisions[:size]
        middle = start.play(beginning)
        rest = notation.turn_text(middle.state, decisions[size:])
        assert turn.endswith(rest)
        assert turn[len(beginning) : -len(rest)] in {", ", "; ", " "}
        assert middle.read(rest) == decisions[size:]


def test_all_turns_of_a_position() -> None:
    """Nothing more can be decided than what is written here."""
    seen = position(
        table_text(hands={0: "h2+$1 hR+$1 c3"}, due="1", pool="f3 f3 b3 b3 c3", projects={0: "SE"})
    )
    drawn = [
        *("project", "pile", "pool 1 [brown 3]", "pool 2 [brown 3]", "pool 3 [gray 3]"),
        *("pool 4 [gray 3]", "pool 5 [pink 3]"),
    ]
    draws = [f"draw {source}" for source in drawn]
    cheap = ("pink 3", "red 2+$1")
    assert seen.turns() == [
        *draws,
        *(f"renew C3 residential [{card}] +2" for card in sorted(cheap, reverse=True)),
        *(f"renew E3 hospital [red 2+$1, red R+$1] +4, {card}" for card in [*draws, "no card"]),
        *("renew F4 business [pink 3] +5",),
        *(
            f"renew E5 residential [{paid}] +1, {card}"
            for paid in sorted(cheap, reverse=True)
            for card in [*draws, "no card"]
        ),
        *(f"hire Doctor from 1 [{card}]" for card in ("red 2+$1", "red R+$1")),
        "submit SE",
    ]


# position, text, the whole sentence
EXAMPLE = "for instance draw pile, project; renew B2 park [green 3] +3"
BAD_TURNS = [
    (OPEN, "", f"'' is no turn of Urbania; expected {EXAMPLE}"),
    (OPEN, "pass", f"'pass' is no turn of Urbania; expected {EXAMPLE}"),
    (OPEN, " draw pile", f"' draw pile' is no turn of Urbania; expected {EXAMPLE}"),
    (OPEN, "Draw pile", f"'Draw pile' is no turn of Urbania; expected {EXAMPLE}"),
    (OPEN, "hire banker from 1", "'hire banker from 1' is no turn of Urbania"),
    (OPEN, "submit doctor -2", "'submit doctor -2' is no turn of Urbania"),
    (OPEN, "submit nw -2", "'submit nw -2' is no turn of Urbania"),
    (OPEN, "renew e3 hospital", "'renew e3 hospital' is no turn of Urbania"),
    (OPEN, "renew E8 hospital", "'renew E8 hospital' is no turn of Urbania"),
    (OPEN, "renew H3 hospital", "'renew H3 hospital' is no turn of Urbania"),
    (OPEN, "renew E3 Hospital", "'renew E3 Hospital' is no turn of Urbania"),
    (OPEN, "renew E3", "'renew E3' is no turn of Urbania"),
    (OPEN, "draw pool 6 [brown 3]", "'draw pool 6 [brown 3]' is no turn of Urbania"),
    (OPEN, "draw pool 0 [brown 3]", "'draw pool 0 [brown 3]' is no turn of Urbania"),
    (OPEN, "draw pool 1", "'draw pool 1' is no turn of Urbania"),
    (OPEN, "draw  pile", "'draw  pile' is no turn of Urbania"),
    (OPEN, "[red 3] +4", "'[red 3] +4' is no turn of Urbania"),
    (OPEN, "x" * 1000, "xxx…' is no turn of Urbania"),
    # Named otherwise than it is.
    (OPEN, "pile", "'pile' is to be written 'draw pile' here"),
    (OPEN, "pile, pile; draw pile, pile", "'pile' is to be written 'draw pile' here"),
    (OPEN, "draw pile, draw pile", "'draw pile' is to be written 'pile' here"),
    (SECOND_CARD, "draw pile", "'draw pile' is to be written 'pile' here"),
    (SECOND_CARD, "draw sweep", "'draw sweep' is to be written 'sweep' here"),
    (ICON, "pile", "'pile' is to be written 'draw pile' here"),
    (
        *(OPEN, "renew E3 park [red 3] +4, no card"),
        "'renew E3 park' is to be written 'renew E3 hospital' here",
    ),
    (OPEN, "renew E3 park", "'renew E3 park' is to be written 'renew E3 hospital' here"),
    (
        *(OPEN, "hire Banker from 2 [gray $3]"),
        "'hire Banker from 2' is to be written 'hire Banker from 1' here",
    ),
    (CONTRACT, "hire Banker from 3", "is to be written 'hire Banker from 4' here"),
    (OPEN, "hire Banker from ١", "is to be written 'hire Banker from 1' here"),
    (
        *(OPEN, "draw pool 1 [red 3], pile"),
        "'draw pool 1 [red 3]' is to be written 'draw pool 1 [brown 3]' here",
    ),
    (OPEN, "draw pool 1 []", "'draw pool 1 []' is to be written 'draw pool 1 [brown 3]' here"),
    (GAP, "draw pool 5 [beige 3]", "is to be written 'draw pool 5 [-]' here"),
    (OPEN, "submit Doctor", "'submit Doctor' is to be written 'submit Doctor -2' here"),
    (OPEN, "submit Doctor -1", "'submit Doctor -1' is to be written 'submit Doctor -2' here"),
    (OPEN, "submit Doctor -02", "'submit Doctor -02' is to be written 'submit Doctor -2' here"),
    (ICON_EARLY, "no card; submit NW -0", "'submit NW -0' is to be written 'submit NW' here"),
    (
        table_text(points="30/0/0", projects={0: "NW FB"}),
        *("submit CEO + Banker -3; submit NW -3", "is to be written 'submit NW -2' here"),
    ),
    (OPEN, "submit Doctor -2 + CEO", "after 'submit Doctor -2': expected '; '"),
    (OPEN, "submit Banker + CEO -2", "'submit Banker' is to be written 'submit Banker -2' here"),
    # Brackets, points and what stands between.
    (
        *(OPEN, "renew E3 hospital red 3] +4"),
        "cannot be read after 'renew E3 hospital': expected ' ['",
    ),
    (OPEN, "renew E3 hospital[red 3] +4", "after 'renew E3 hospital': expected ' ['"),
    (OPEN, "renew E3 hospital [", f"after 'renew E3 hospital [': expected a decision, {EXAMPLE}"),
    (OPEN, "renew E3 hospital [red 3", "after 'renew E3 hospital [red 3': expected '] +4'"),
    (OPEN, "renew E3 hospital [red 3]", "after 'renew E3 hospital [red 3': expected '] +4'"),
    (OPEN, "renew E3 hospital [red 3] +5", "after 'renew E3 hospital [red 3': expected '] +4'"),
    (OPEN, "renew E3 hospital [red 3] 4", "after 'renew E3 hospital [red 3': expected '] +4'"),
    (OPEN, "renew E3 hospital [red 2+$1] +4", "[red 2+$1': expected ', '"),
    (OPEN, "renew E3 hospital [red 2+$1; pink R+$1] +4", "[red 2+$1': expected ', '"),
    (OPEN, "renew E3 hospital [red 4] +4", "after 'renew E3 hospital [': expected a decision"),
    (OPEN, "renew E3 hospital [Red 3] +4", "after 'renew E3 hospital [': expected a decision"),
    (OPEN, "renew E3 hospital [h3] +4", "after 'renew E3 hospital [': expected a decision"),
    (OPEN, "renew E3 hospital [blue 3] +4", "after 'renew E3 hospital [': expected a decision"),
    (
        *(OPEN, "renew E3 hospital [red 3, pink R+$1] +4"),
        "after 'renew E3 hospital [red 3': expected '] +4'",
    ),
    (OPEN, "hire Banker from 1 [gray $3", "after 'hire Banker from 1 [gray $3': expected ']'"),
    (OPEN, "hire Banker from 1 [gray $3] +2", "from 1 [gray $3]': expected '; '"),
    (RENEWING, "red 3] +4", "'red 3] +4' is no turn of Urbania"),
    (RENEWING, " [red 3] +4", "' [red 3] +4' is no turn of Urbania"),
    (RENEWING, "[red 3] +3", "'[red 3] +3' cannot be read after '[red 3': expected '] +4'"),
    (HALF_PAID, "[pink R+$1] +4", "'[pink R+$1] +4' is no turn of Urbania"),
    (HALF_PAID, ", pink R+$1] +4", "', pink R+$1] +4' is no turn of Urbania"),
    (HALF_PAID, "pink R+$1]", "'pink R+$1]' cannot be read after 'pink R+$1': expected '] +4'"),
    # Two actions, and the end of a turn.
    (OPEN, "draw pile; draw pile", "after 'draw pile': expected ', '"),
    (OPEN, "draw pile,pile", "after 'draw pile': expected ', '"),
    (OPEN, "draw pile ", "'draw pile ' cannot be read after 'draw pile': expected ', '"),
    (OPEN, "draw pile\n", "after 'draw pile': expected ', '"),
    (OPEN, "draw pile, pile, draw pile", "after 'draw pile, pile': expected '; '"),
    (OPEN, "draw pile, pile;draw pile", "after 'draw pile, pile': expected '; '"),
    (OPEN, "draw pile, pile | draw pile", "after 'draw pile, pile': expected '; '"),
    (OPEN, "draw pile, pile; ", f"after 'draw pile, pile; ': expected a decision, {EXAMPLE}"),
    (OPEN, "draw pile, pile; pile", "'pile' is to be written 'draw pile' here"),
    (OPEN, "renew E3 hospital [red 3] +4; draw pile", "[red 3] +4': expected ', '"),
    (OPEN, "renew E3 hospital [red 3] +4, pile", "'pile' is to be written 'draw pile' here"),
    (OPEN, "renew E3 hospital [red 3] +4, No card", "[red 3] +4, ': expected a decision"),
    (OPEN, "renew F4 business [pink 2+$1, pink 1+$2] +5, no card", "+5': expected '; '"),
    (
        *(OPEN, "draw pile, pile; draw pile, pile; draw pile"),
        "'draw pile, pile; draw pile, pile; draw pile' goes on after the end of the turn",
    ),
    (OPEN, "draw pile, pile; draw pile, pile ", "pile, pile ' goes on after the end of the turn"),
    (OPEN, "submit NW -2; submit Doctor -2\n", r"-2\n' goes on after the end of the turn"),
    (HALF_PAID_LATE, "pink 1+$2] +5; draw pile", "goes on after the end of the turn"),
    (ICON, "no card; draw pile", "'no card; draw pile' goes on after the end of the turn"),
]


@pytest.mark.parametrize(("text", "turn", "fragment"), BAD_TURNS)
def test_text_that_is_no_turn(text: str, turn: str, fragment: str) -> None:
    start = position(text)
    for refuse in (start.read, start.play, start.why_not):
        with pytest.raises(NotationError) as caught:
            refuse(turn)
        assert fragment in str(caught.value)
        assert len(str(caught.value)) < 250


# position, text, the decisions before the one that is written otherwise
READ_BEFORE = [
    (OPEN, "pile", ()),
    (OPEN, "draw pile, draw pile", (PILE,)),
    (OPEN, "draw pool 1 [brown 3], pool 1 [red 3]", (pool(1),)),
    (OPEN, "renew E3 hospital [red 3] +4, pile", (renew("E3"), pay("h3"))),
    (OPEN, "submit NW -2; submit Doctor", (submit("NW"),)),
]


@pytest.mark.parametrize(("text", "turn", "read"), READ_BEFORE)
def test_what_was_read_before(text: str, turn: str, read: tuple[int, ...]) -> None:
    with pytest.raises(NotationError, match="is to be written") as caught:
        position(text).read(turn)
    assert caught.value.read == read


# What can be read but not be done is for the rules: position, text, decisions read, rule.
REFUSED = [
    (OPEN, "no card", [NO_CARD], "URBANIA-DRAW-6"),
    (OPEN, "red 3", [pay("h3")], "URBANIA-TURN-1"),
    (OPEN, "renew A1 business", [renew("A1")], "URBANIA-RENEW-1"),
    (OPEN, "renew A1 business, and so on", [renew("A1")], "URBANIA-RENEW-1"),
    (OPEN, "submit SW -2; draw pile", [submit("SW")], "URBANIA-SUBMIT-1"),
    (OPEN, "renew E3 hospital [brown 3] +4", [renew("E3"), pay("f3")], "URBANIA-RENEW-2"),
    (
        *(OPEN, "renew E3 hospital [pink R+$1, red 2+$1] +4"),
        *([renew("E3"), pay("cR+$1")], "URBANIA-RENEW-5"),
    ),
    (
        OPEN,
        "renew E3 hospital [red 2+$1, subsidy] +4",
        [27, pay("h2+$1"), 167],
        "URBANIA-SUBSIDY-1",
    ),
    (GAP, "draw pool 5 [-]", [pool(5)], "URBANIA-DRAW-5"),
    (OPEN, "draw sweep", [SWEEP], "URBANIA-DRAW-2"),
]


@pytest.mark.parametrize(("text", "turn", "decisions", "rule"), REFUSED)
def test_turns_that_the_rules_refuse(text: str, turn: str, decisions: list[int], rule: str) -> None:
    start = position(text)
    assert start.read(turn) == decisions
    refused = start.why_not(turn)
    assert refused is not None
    assert refused.rule == rule


@pytest.mark.parametrize("decision", [-1, rules.DECISIONS])
def test_numbers_that_are_no_decision(decision: int) -> None:
    with pytest.raises(NotationError, match=f"from 0 to 167, not {decision}"):
        urbania().start().play(decision)


def test_a_line_of_turns() -> None:
    """Turns have commas and semicolons in them, so a bar stands between two."""
    end = random_game("plain", 2, seed=3)[-1]
    assert urbania().read_line(" | ".join(end.moves())) == end.moves()
    assert len(end.moves()) > 10
    assert not any("|" in move for move in end.moves())


# --- Positions -----------------------------------------------------------------------------------

# Seat 0 is in the middle of everything; 1 is the start seat.
SOME = table_text(
    start=1,
    due="1:E3[h2+$1]",
    specialists="32/1-/20/1-/1-/41",
    points="10+4-2/3/0",
    contracts="used/active/active",
    hands={0: "cR+$1! f3 f3!", 1: "b3"},
    projects={0: "NW FB", 2: "p"},
    submitted={1: "H CS"},
    tables={0: "f1+$2", 2: "p$3 p$3"},
    discards="s3 s2+$1",
    pool="f2+$1 b3 h3 c3 s3",
    variant="subsidy",
)
ENDING = table_text(board=NEARLY_DONE, end="5/0", start=1, to_move=2)
OVER = table_text(
    board=NEARLY_DONE,
    to_move=None,
    points="4(36)/10+4-2(0)/0+15(15)",
    submitted={0: "NW", 2: "H"},
    specialists="1-/1-/32/1-/1-/1-",
)
NO_SOURCE: dict[str, Any] = {"pool": "", "project_pile": "-", "projects": {0: ALL_PROJECTS}}
LAST_ACTIONS = table_text(**NO_SOURCE, rest="0", hands={1: "f$3"}, to_move=1, end="0/1")

GOOD = {
    "start": table_text(),
    "some": SOME,
    "ending": ENDING,
    "over": OVER,
    "idle turns": LAST_ACTIONS,
    "swept": SWEPT,
    "second card, swept": SWEPT_LATER,
    "second card": SECOND_CARD,
    "icon": ICON,
    "begun payment": RENEWING,
    "payment": HALF_PAID,
    "hire": HIRING,
    "hire from the table": table_text(
        hands={0: "p2+$1"}, specialists="1-/1-/1-/1-/1-/61", due="2:P[p$3,@p1+$2]"
    ),
    "rainbow payment without a colour": table_text(hands={0: "b1+$2"}, due="1:E5[fR+$1]"),
    "contracts": CONTRACT_RENEWING,
    "pool with a gap": GAP,
    "no cards to draw, but projects": table_text(pool="", rest="2"),
    "no projects": table_text(projects={1: ALL_PROJECTS}),
    "rest discarded": table_text(pile="f$3", rest="discards"),
    "five seats": SEATED_LATER,
    "last turn": table_text(board=NEARLY_DONE, end="1/0", to_move=2),
    "specialists start the end": table_text(specialists="50/51/92/1-/1-/1-", end="6/0"),
    "highest word": table_text(random="f" * 16),
}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_positions_there_and_back(text: str) -> None:
    assert position(text).text == text
    assert eval_again(position(text)) == position(text)


def eval_again(seen: Position) -> Position:
    """Read the call that a position shows as itself."""
    found = re.fullmatch(
        r"contrada\.game\('urbania', subsidy=(\w+), italian_politics=(\w+), components='ours'\)"
        r"\.position\('(.+)'\)",
        repr(seen),
    )
    assert found
    subsidy, politics = (word == "True" for word in found.groups()[:2])
    game = contrada.game("urbania", subsidy=subsidy, italian_politics=politics)
    return game.position(found[3])


def test_a_gap_anywhere_in_the_pool() -> None:
    """URBANIA-DRAW-5: a place stays empty where the card was."""
    text = changed(" f3/b3/h3/c3/s3 ", " f3/-/h3/c3/- ", table_text(rest="1"))
    text = changed(",s3,s2", ",s3,s3,s2", changed(",b3,b2", ",b3,b3,b2", text))
    cards = position(text).view()["pool"]
    assert [place for place, card in enumerate(cards) if card is None] == [1, 4]
    assert position(text).text == text


def test_what_a_position_says() -> None:
    view = position(SOME).view(0)
    assert (view["start_seat"], view["to_move"], view["actions_left"]) == (1, 0, 1)
    assert [space["space"] for space in view["spaces"] if space["renewed"]] == [
        *("D3", "C4", "D4", "E4", "D5"),
    ]
    assert view["spaces"][18] == {
        "space": "E3",
        "district": "NE",
        "type": "hospital",
        "workers": 3,
        "points": 4,
        "card": True,
        "renewed": False,
    }
    assert [(each["value"], each["holder"], each["buildings"]) for each in view["track"]] == [
        *((3, 2, 1), (1, None, 1), (2, 0, 0), (1, None, 1), (1, None, 0), (4, 1, 0)),
    ]
    assert view["scores"] == [12, 3, 0]
    own, *others = view["players"]
    assert [(card["text"], card["count"]) for card in own["hand"]] == [
        *(("brown 3", 2), ("pink R+$1", 1)),
    ]
    assert [card["text"] for card in own["known"]] == ["brown 3", "pink R+$1"]
    assert [project["name"] for project in own["projects"]] == ["NW", "CEO + Banker"]
    assert [card["text"] for card in own["table"]] == ["brown 1+$2"]
    assert [player["contract"] for player in view["players"]] == [False, True, True]
    assert [player["submitted_size"] for player in others] == [2, 0]
    assert [(card["text"], card["count"]) for card in others[1]["table"]] == [("green $3", 2)]
    assert [card["text"] for card in view["discards"]] == ["beige 3", "beige 2+$1"]
    assert view["payment"]["cards"][0]["text"] == "red 2+$1"
    assert (view["payment"]["target"], view["payment"]["price"], view["payment"]["paid"]) == (
        *("E3", 3, 2),
    )


def test_the_next_card_of_a_pile_comes_first() -> None:
    """URBANIA-DRAW-1."""
    seen = position(table_text(pile="p$3 h1+R$1", pool="f3 b3 h3 c3 s3"))
    after = seen.play("draw pile, pool 2 [gray 3]; draw project, project")
    fields = after.text.split(" ")
    assert fields[9] == "b3!,p$3/-/-"
    assert fields[13] == "f3/h1+R$1/h3/c3/s3"
    assert fields[14].startswith("f3,f2+$1,")
    assert fields[10] == "NW,NE/-/-"
    assert fields[15].startswith("SW,SE,f,b")


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_seats_are_taken_from_the_text(seats: int) -> None:
    start = urbania().start(seats, seed=1)
    assert notation.position_seats(start.text) == seats
    again = urbania().position(start.text)
    assert (again.seats, again) == (seats, start)
    assert urbania().position(start.text, seats) == start
    other = 2 if seats > 2 else 3
    with pytest.raises(NotationError) as caught:
        urbania().position(start.text, other)
    assert str(caught.value) == (
        f"the position is for '{seats}' 'plain', but the game is set up for {other} plain"
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_of_another_variant(variant: str) -> None:
    text = urbania(variant).start(4, seed=1).text
    assert text.endswith(f" {variant}")
    for other in set(VARIANTS) - {variant}:
        with pytest.raises(NotationError) as caught:
            urbania(other).position(text)
        assert str(caught.value) == (
            f"the position is for '4' '{variant}', but the game is set up for 4 {other}"
        )


def changed(old: str, new: str, text: str = SOME) -> str:
    """Return a position's text with one thing changed."""
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


START = table_text()
NO_CARDS = table_text(**NO_SOURCE, rest="0", to_move=1)
FOUR = table_text(submitted={1: "NW NE SW SE"})

# text, part of the sentence
BAD = [
    ("", "has 1 parts; a position of Urbania has 19: board, seats, start seat"),
    (CITY, "has 1 parts"),
    (f"{SOME} ", "has 20 parts"),
    (changed(" 3 1", "  3 1"), "has 20 parts"),
    (changed(" subsidy", ""), "has 18 parts"),
    # Seats and variant.
    (changed(" 3 1 0 ", " 6 1 0 "), "the position is for '6' 'subsidy', but the game is set up"),
    (changed(" 3 1 0 ", " 03 1 0 "), "the position is for '03' 'subsidy'"),
    (changed(" 3 1 0 ", " 4 1 0 "), "contracts are 4 parts with / between"),
    (changed(" 3 0 0 ", " 2 0 0 ", START), "hands are 2 parts with / between"),
    (changed(" plain", " plane", START), "the position is for '3' 'plane'"),
    (f"{SOME}\n", "the position is for '3' 'subsidy\\n'"),
    # The board.
    (changed("s22+r46", "s22+/r46"), "the rows of the board are 7 parts with / between"),
    (changed("c34+h46+", "c34+"), "a row of the board is seven tiles such as f23 or H34+"),
    (changed("c34+h46+", "c34+h46+x"), "a row of the board is seven tiles"),
    (changed("c34+h46+", "c34+h06+"), "a row of the board is seven tiles"),
    (changed("c34+h46+", "c34+h47+"), "there is no tile 'h47+', as on B1"),
    (changed("c34+h46+", "c34+h48"), "there is no tile 'h48', as on B1"),
    (changed("c34+h46+", "c34+x46+"), "there is no tile 'x46+', as on B1"),
    (changed("c34+h46+", "c34+c34+"), "the board must have each of the 49 tiles once"),
    (changed("r46c46+", "r34c46+"), "the board must have each of the 49 tiles once"),
    (changed("B23", "b23"), "the five tiles of the centre are renewed in every position"),
    (changed("R34", "r34"), "the five tiles of the centre are renewed in every position"),
    (changed("c34+h46+", "C34+h46+"), "A1 is renewed but not joined to the centre"),
    (changed("p35r21+", "p35R21+"), "G2 is renewed but not joined to the centre"),
    # G3 and A4 are neighbours in the text only.
    (
        changed("h34+b34+h47/r33+", "H34+B34+H47/R33+"),
        "A4 is renewed but not joined to the centre",
    ),
    (
        changed("h47/r33+b22+", "H47/R33+B22+"),
        "G3 is renewed but not joined to the centre",
    ),
    # Specialists and contracts.
    (changed("32/1-/", "32/"), "specialists are 6 parts with / between"),
    (changed("32/1-/", "32/10/"), "a specialist is a value and a seat, as in 30, or 1- before"),
    (changed("32/1-/", "3-/1-/"), "before the first hire, not '3-'"),
    (changed("32/1-/", "33/1-/"), "a specialist is a value and a seat, as in 30, or 1- before"),
    (changed("32/1-/", "02/1-/"), "not '02'"),
    (changed("32/1-/", "102/1-/"), "not '102'"),
    (changed("32/1-/", "/1-/"), "not ''"),
    (changed("used/", ""), "contracts are 3 parts with / between"),
    (changed("used/", "late/"), "a contract is used or active, not 'late'"),
    (changed("used/active/active", "active"), "contracts are 3 parts with / between"),
    (
        changed(" - -/-/- ", " used/used/used -/-/- ", START),
        "without the subsidy there are no contracts, not 'used/used/used'",
    ),
    # Cards.
    (changed("/b3/- ", "/- "), "hands are 3 parts with / between"),
    (changed("/b3/- ", "/b4/- "), "a hand cannot have 'b4'"),
    (changed("/b3/- ", "/?1/- "), "a hand cannot have '?1'"),
    (changed("/b3/- ", "// "), "a hand cannot have ''"),
    (changed("/b3/- ", "/b3!!/- "), "a hand cannot have 'b3!'"),
    (changed("/b3/- ", "/-/- "), "there are 1 cards 'b3', not 2"),
    (changed("/b3/- ", "/b3,b3/- "), "there are 3 cards 'b3', not 2"),
    (changed("/b3/- ", "/h$3/- "), "there are 1 cards 'b3', not 2"),
    (changed("f1+$2/-/p", "f1+$2/p"), "tables are 3 parts with / between"),
    (changed("f1+$2/-/p", "F1+$2/-/p"), "a table cannot have 'F1+$2'"),
    (changed("f1+$2/-/p", "-/-/p"), "there are 1 cards 'f1+$2', not 2"),
    (changed("f2+$1/b3/h3", "f2+$1/b3,h3"), "places of the pool are 5 parts with / between"),
    (changed("f2+$1/b3/h3", "f2+$1/b3/x3"), "the pool cannot have 'x3'"),
    (changed("f2+$1/b3/h3", "-/b3/h3"), "there are 1 cards 'f2+$1', not 2"),
    (changed(" s3,s2+$1 ", " s3,s9 "), "the discards cannot have 's9'"),
    (changed(" s3,s2+$1 ", " s2+$1 "), "there are 1 cards 's3', not 2"),
    (changed(" s3,s2+$1 ", " s2+$1,s3 "), "the position is to be written 'c34+"),
    (changed(",p1+R$1 ", ",p1+$R1 "), "the resource pile cannot have 'p1+$R1'"),
    (changed(",p1+R$1 ", " "), "there are 0 cards 'p1+R$1', not 1"),
    (changed(",p1+R$1 ", f",p1+R$1{',f3' * 60} "), "a pile has at most 60 cards, not"),
    (changed("f3!,f3", "f3,f3!"), "the position is to be written 'c34+"),
    (changed("f3!,f3,cR+$1!", "cR+$1!,f3!,f3"), "the position is to be written 'c34+"),
    (
        changed(" f3/b3/", " -/b3/", START).replace(" f3,", " f3,f3,"),
        "a place of the pool is empty only while the pile is",
    ),
    (
        table_text(rest="0", pile="", discards="p3"),
        "the discards are shuffled into a new pile as soon as it is empty",
    ),
    # Projects.
    (changed("NW,FB/-/p", "NW,FB/p"), "projects are 3 parts with / between"),
    (changed("NW,FB/-/p", "NW,BF/-/p"), "projects cannot have 'BF'"),
    (changed("NW,FB/-/p", "NW,NW,FB/-/p"), "each of the 31 projects must be in one place"),
    (changed("NW,FB/-/p", "NW/-/p"), "each of the 31 projects must be in one place"),
    (changed("NW,FB/-/p", "NW,FB/NW/p"), "each of the 31 projects must be in one place"),
    (changed("NW,FB/-/p", "NW,FB/H/p"), "each of the 31 projects must be in one place"),
    (changed("NW,FB/-/p", "NW,FB/NE/p"), "each of the 31 projects must be in one place"),
    (changed("NW,FB/-/p", "FB,NW/-/p"), "the position is to be written 'c34+"),
    (changed("-/H,CS/-", "-/H,CS"), "submitted projects are 3 parts with / between"),
    (changed("-/H,CS/-", "-/H,H/-"), "each of the 31 projects must be in one place"),
    (FOUR, "a seat submits three projects at most, not 4"),
    (changed(",SP ", ",SX ", START), "the project pile cannot have 'SX'"),
    (changed(",SP ", " ", START), "each of the 31 projects must be in one place"),
    (changed(",SP ", ",SP,SP ", START), "a pile has at most 31 cards, not 32"),
    # The random number.
    (changed("0123456789abcdef", "0123456789abcdeg"), "the random number is 16 digits 0-9 a-f"),
    (changed("0123456789abcdef", "0123456789ABCDEF"), "the random number is 16 digits 0-9 a-f"),
    (changed("0123456789abcdef", "0123456789abcde"), "the random number is 16 digits 0-9 a-f"),
    (changed("0123456789abcdef", "0x23456789abcdef"), "the random number is 16 digits 0-9 a-f"),
    (changed("0123456789abcdef", "?"), "the random number is 16 digits 0-9 a-f, not '?'"),
    # The course of the game.
    (changed(" 3 1 0 ", " 3 3 0 "), "the start seat is a number from 0 to 2, not '3'"),
    (changed(" 3 1 0 ", " 3 x 0 "), "the start seat is a number from 0 to 2, not 'x'"),
    (changed(" 3 1 0 ", " 3 01 0 "), "the position is to be written 'c34+"),
    (changed(" 3 1 0 ", " 3 1 3 "), "the seat to move is a number from 0 to 2, not '3'"),
    (changed(" 3 1 0 ", " 3 1 ٠ "), "the seat to move is a number from 0 to 2, not '٠'"),
    (changed(" 3 1 0 ", " 3 1 - "), "nobody is to move if, and only if, nothing is due"),
    (changed(" 2 0/0 ", " - 0/0 ", START), "nobody is to move if, and only if, nothing is due"),
    (changed(" - - ", " 0 2 ", OVER), "without fees, as in 12+8-1, not '4(36)'"),
    (changed(" 2 0/0 ", " 2 0 ", START), "turns to the end, idle turns are 2 parts"),
    (changed(" 2 0/0 ", " 2 0/3 ", START), "the number of idle turns is a number from 0 to 2"),
    (
        changed(" 2 0/0 ", " 2 7/0 ", START),
        "the number of turns to the end is a number from 0 to 6",
    ),
    (changed(" 2 0/0 ", " 2 3/0 ", START), "there are 0 turns to the end here, not 3"),
    (changed(" 2 5/0 ", " 2 0/0 ", ENDING), "there are 2 or 5 turns to the end here, not 0"),
    (changed(" 2 5/0 ", " 2 4/0 ", ENDING), "there are 2 or 5 turns to the end here, not 4"),
    (changed(" 10+4-2/3/0 ", " 12/3 "), "points are 3 parts with / between"),
    (changed("+4-2/3/0 ", "+4-2/-3/0 "), "specialists without fees, as in 12+8-1, not '-3'"),
    (changed("+4-2/3/0 ", "+4-2/3(3)/0 "), "without fees, as in 12+8-1, not '3(3)'"),
    (changed("+4-2/3/0 ", "+4-2//0 "), "without fees, as in 12+8-1, not ''"),
    (changed("+4-2/3/0 ", "+4-2/10000/0 "), "without fees, as in 12+8-1, not '10000'"),
    (changed("+4-2/3/0 ", "-2+4/3/0 "), "without fees, as in 12+8-1, not '10-2+4'"),
    (changed("+4-2/3/0 ", "+4-٢/3/0 "), "without fees, as in 12+8-1, not '10+4-٢'"),
    (changed("+4-2/3/0 ", "+4-15/3/0 "), "fees never cost more points than a seat has"),
    (changed("+4-2/3/0 ", "+04-2/3/0 "), "the position is to be written 'c34+"),
    (changed("+4-2/3/0 ", "+4-0/3/0 "), "the position is to be written 'c34+"),
    (changed("+4-2/3/0 ", "+4-2/3+0/0 "), "the position is to be written 'c34+"),
    (changed(" 4(36)/", " 4(32)/", OVER), "the projects of seat 0 are worth 36"),
    (changed("-2(0)/", "-2(5)/", OVER), "the projects of seat 1 are worth 0"),
    (changed("15(15)", "15(18)", OVER), "the projects of seat 2 are worth 15"),
    (changed(" 4(36)/", " 4/", OVER), "without fees, as in 12+8-1(20), not '4'"),
    (changed(" 4(36)/", " 4(36/", OVER), "without fees, as in 12+8-1(20), not '4(36'"),
    (changed(" 4(36)/", " 4-5(36)/", OVER), "fees never cost more points than a seat has"),
    # What is due.
    (changed(" 2 0/0 ", " 3 0/0 ", START), "what is due is the number of actions and what is"),
    (changed(" 2 0/0 ", " 0 0/0 ", START), "what is due is the number of actions and what is"),
    (changed(" 2 0/0 ", " 2:draw 0/0 ", START), "what is due is the number of actions"),
    (changed(" 2 0/0 ", " 2:draw3 0/0 ", START), "what is due is the number of actions"),
    (changed(" 2 0/0 ", " 2:draw2 0/0 ", START), "a draw has begun with a sweep only"),
    (changed(" 2 0/0 ", " 2:cards 0/0 ", START), "what is due is the number of actions"),
    (changed("[h2+$1]", "[h2+$1"), "what is due is the number of actions and what is under way"),
    (changed("[h2+$1]", "[h4]"), "a payment cannot have 'h4'"),
    (changed("[h2+$1]", "[h2+$1,]"), "a payment cannot have ''"),
    (changed("[h2+$1]", "[]"), "there are 1 cards 'h2+$1', not 2"),
    (changed("[h2+$1]", "[@h2+$1]"), "the payment for E3 cannot have come to this"),
    (changed(":E3[", ":D4["), "the payment for D4 cannot have come to this"),
    (changed(":E3[", ":A1["), "the payment for A1 cannot have come to this"),
    (changed(":E3[", ":F4["), "the payment for F4 cannot have come to this"),
    (changed(":E3[", ":H["), "the payment for H cannot have come to this"),
    (changed(":E3[", ":H3["), "there is no 'H3' to pay for"),
    (changed(":E3[", ":R["), "there is no 'R' to pay for"),
    (changed(":E3[", ":Z["), "there is no 'Z' to pay for"),
    (table_text(due="2:E3[h3]"), "the payment for E3 would be complete"),
    (table_text(due="2:E3[h2+$1]"), "the payment for E3 cannot have come to this"),
    (table_text(due="2:E3[h2+$1,h2+$1]"), "the payment for E3 would be complete"),
    (table_text(due="2:E3[h1+$2]", hands={0: "h2+$1"}), "E3 cannot have come to this"),
    (table_text(due="2:F[fR+$1]"), "the payment for F would be complete"),
    (table_text(due="2:F[@f1+$2]", specialists="21/1-/1-/1-/1-/1-"), "would be complete"),
    (
        table_text(due="2:F[]", hands={0: "f$3"}, specialists="20/1-/1-/1-/1-/1-"),
        "the payment for F cannot have come to this",
    ),
    (NO_CARDS, "the seat to move cannot act, so it would have lost its actions"),
    (changed(" 1 2 0/0 ", " 1 1:card 0/0 ", NO_CARDS), "there is no card to draw"),
    (changed(" 1 2 0/0 ", " 1 1:draw1 0/0 ", NO_CARDS), "there is no card to draw"),
]


@pytest.mark.parametrize(
    ("text", "fragment"), BAD, ids=[f"{place}: {row[1]}" for place, row in enumerate(BAD)]
)
def test_text_that_is_no_position(text: str, fragment: str) -> None:
    game = urbania("subsidy" if "active" in text else "plain")
    with pytest.raises(NotationError) as caught:
        game.position(text)
    assert fragment in str(caught.value)
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize("payment", ["[-]", "[@-]", "[h2+$1,-]"])
def test_a_payment_of_no_card(payment: str) -> None:
    """A dash is no card, and says so as everything else does."""
    with pytest.raises(NotationError):
        position(changed("[h2+$1]", payment))


@pytest.mark.parametrize("turns", ["3/0", "0/1", "6/2"])
def test_no_turns_are_to_come_once_a_game_is_over(turns: str) -> None:
    """URBANIA-END-2, URBANIA-END-5: equal positions have equal texts."""
    with pytest.raises(NotationError):
        position(changed(" 0/0 ", f" {turns} ", OVER))


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_text_of_a_view_is_no_position(seats: int) -> None:
    """Who pastes what a seat sees is told so."""
    start = urbania().start(seats, seed=1)
    for seat in (None, 0):
        with pytest.raises(NotationError, match=r"a hand cannot have '\?5'"):
            urbania().position(start.view(seat)["text"])


# --- All of it through games ---------------------------------------------------------------------


@cache
def random_game(variant: str, seats: int, seed: int) -> list[Position]:
    """Play at random; return all positions."""
    choose = random.Random(seed)
    line = [urbania(variant).start(seats, seed)]
    while not line[-1].is_over:
        line.append(line[-1].play(choose.choice(line[-1].legal())))
    return line


@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("variant", VARIANTS)
def test_texts_read_back_through_a_random_game(seats: int, variant: str) -> None:
    line = random_game(variant, seats, seed=4)
    for reached in line[::7]:
        texts = [reached.decision_text(decision) for decision in reached.legal()]
        assert [reached.read(text) for text in texts] == [[number] for number in reached.legal()]
        assert len(set(texts)) == len(texts)
        assert urbania(variant).position(reached.text) == reached
    again = urbania(variant).start(seats, seed=4)
    for move in line[-1].moves():
        again = again.play(move)
    assert again == line[-1]


# --- Any text ------------------------------------------------------------------------------------

QUICK, SOAK = 1, 80
AMOUNTS = [pytest.param(QUICK, id="quick"), pytest.param(SOAK, id="soak", marks=pytest.mark.soak)]
ANYTHING = st.characters(exclude_categories=())


def hold(check: Callable[..., None], examples: int, *strategies: st.SearchStrategy[Any]) -> None:
    """Try a check on examples: the same ones in every quick run, new ones in every soak."""
    amount = settings(
        max_examples=examples,
        derandomize=examples <= 150,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    amount(given(*strategies)(check))()


@cache
def texts_of_positions() -> list[str]:
    games = [random_game(variant, 5 - place, seed=9) for place, variant in enumerate(VARIANTS)]
    return [*GOOD.values(), *(seen.text for line in games for seen in line[::5])]


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """Exchange words, or delete, insert, replace or exchange a few characters."""
    marks = [
        mark for mark in re.split(r"([ ,/;\[\]])" if draw(st.booleans()) else "", text) if mark
    ]
    for _ in range(draw(st.integers(1, 3))):
        at, other = draw(st.integers(0, len(marks))), draw(st.integers(0, len(marks)))
        change = draw(st.sampled_from(["delete", "insert", "replace", "swap"]))
        if change == "swap":
            if max(at, other) < len(marks):
                marks[at], marks[other] = marks[other], marks[at]
            continue
        new = (
            []
            if change == "delete"
            else [draw(st.sampled_from([*marks, *"-/,!@0123+$"]) | ANYTHING)]
        )
        marks[at : at + (change != "insert")] = new
    return "".join(marks)


def check_position(text: str) -> None:
    """Whatever is accepted is written back the same, and can be played on from."""
    game = urbania(next((name for name in VARIANTS if text.endswith(f" {name}")), "plain"))
    try:
        seen = game.position(text)
    except ContradaError:
        return
    assert seen.text == text
    assert seen.is_over == (not seen.legal()) == (seen.outcome() is not None)
    for seat in (None, 0):
        assert json.loads(json.dumps(seen.view(seat))) == seen.view(seat)
    for decision in seen.legal()[-2:]:
        after = seen.play(decision)
        assert game.position(after.text) == after


@pytest.mark.parametrize("scale", AMOUNTS)
def test_mutated_positions(scale: int) -> None:
    texts = st.sampled_from(texts_of_positions()).flatmap(
        lambda text: st.just(text) | mutated(text)
    )
    hold(check_position, 150 * scale, texts)


@pytest.mark.parametrize("scale", AMOUNTS)
def test_any_text_as_a_position(scale: int) -> None:
    hold(check_position, 80 * scale, st.text(ANYTHING, max_size=60))


def played(start: Position, turn: str) -> Position | IllegalDecision | NotationError:
    """Play it; return what comes out, if it is one of these three."""
    try:
        return start.play(turn)
    except (IllegalDecision, NotationError) as refused:
        return refused


def check_turn(text: str, turn: str) -> None:
    """What is accepted is the text of a decision or of a turn, and nothing else."""
    start = position(text)
    after = played(start, turn)
    if isinstance(after, NotationError):
        return
    decisions = start.read(turn)
    written = notation.turn_text(start.state, decisions)
    if isinstance(after, Position):
        assert after.moves() == [written]
        assert turn == written or [turn] == [start.decision_text(each) for each in decisions]
    else:
        *steps, last = decisions
        for step in steps:
            start = start.play(step)
        assert last not in start.legal()
        assert start.decision_text(last) in turn


@cache
def texts_of_turns() -> list[tuple[str, str]]:
    """Positions at the beginning and in the middle of turns, with turns and decisions of them."""
    pairs = [(text, turn) for text, turn, *_ in TURNS] + [
        (text, turn) for text, turn, _ in DECISIONS
    ]
    for place, variant in enumerate(VARIANTS):
        for seen in random_game(variant, 5 - place, seed=9)[::23]:
            turns = [*islice(seen._turns(), 0, 40, 8), *([number] for number in seen.legal())]
            pairs += [(seen.text, notation.turn_text(seen.state, turn)) for turn in turns]
    return pairs


@pytest.mark.parametrize("scale", AMOUNTS)
def test_mutated_turns(scale: int) -> None:
    pairs = st.sampled_from(texts_of_turns())
    own = pairs.flatmap(lambda pair: st.tuples(st.just(pair[0]), mutated(pair[1])))
    of_another = st.tuples(pairs, pairs).map(lambda two: (two[0][0], two[1][1]))
    hold(lambda pair: check_turn(*pair), 150 * scale, pairs | own | of_another)


@pytest.mark.parametrize("scale", AMOUNTS)
def test_any_text_as_a_turn(scale: int) -> None:
    texts = st.sampled_from([OPEN, RENEWING, HALF_PAID, ICON, SWEPT, OVER])
    hold(check_turn, 80 * scale, texts, st.text(ANYTHING, max_size=40))


def test_what_is_refused_and_misspelt_plays_nothing_of_it() -> None:
    """Only what was read before counts as read, and trying never raises."""
    start = urbania().start(2, seed=4)
    after, wrong = start.attempt("draw pile, subsidyX")
    assert isinstance(wrong, NotationError)
    assert wrong.read == (start.read("draw pile")[0],)
    assert after == start.play("draw pile")
