"""Positions for the tests of Urbania, described by what matters in them.

A test describes a table briefly, `arranged(hands=["h3"], tiles={"D2": "h34+"})`: cards, tiles and
projects by their codes in a position's text. Everything else is put where it does no harm: cards
into the pile, residential tiles into the centre so that markers are at 0, and around it the tiles
that need most workers. `in_city` sets up a whole city instead, `CITY`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import contrada
from contrada import Game, Position

SEAT_COUNTS = (2, 3, 4, 5)
OPTIONS: dict[str, dict[str, bool]] = {
    "plain": {},
    "subsidy": {"subsidy": True},
    "italian_politics": {"subsidy": True, "italian_politics": True},
}

# What is in the box, from the rule page.
SUITS = "fbhcsp"
TYPES = ("factory", "bank", "hospital", "business", "school", "park")
COLOURS = ("brown", "gray", "red", "pink", "beige", "green")
SPECIALISTS = (
    "CEO",
    "Banker",
    "Doctor",
    "Small Business Owner",
    "School Superintendent",
    "Parks Director",
)
FACES = ["3", "3", "2+$1", "2+$1", "1+$2", "1+$2", "$3", "$3", "R+$1", "1+R$1"]
COMMERCIAL = ["22+", "23", "34+", "35", "46+", "47"]
RESIDENTIAL = ["22"] * 3 + ["21+"] * 2 + ["34"] * 3 + ["33+"] * 2 + ["46"] * 2 + ["45+"]
DECK = [suit + face for suit in SUITS for face in FACES]
KINDS = list(dict.fromkeys(DECK))
TILES = [suit + face for suit in SUITS for face in COMMERCIAL] + [
    "r" + face for face in RESIDENTIAL
]
PAIRS = [one + other for one, other in combinations(SUITS.upper(), 2)]
PROJECTS = ["NW", "NE", "SW", "SE", *SUITS, *SUITS.upper(), *PAIRS]

ROWS = (
    "NW NW NW NW NE NE NE",
    "NW NW NW NW NE NE NE",
    "NW NW NW C  NE NE NE",
    "SW SW C  C  C  NE NE",
    "SW SW SW C  SE SE SE",
    "SW SW SW SE SE SE SE",
    "SW SW SW SE SE SE SE",
)
SPACES = [column + row for row in "1234567" for column in "ABCDEFG"]
DISTRICT = dict(zip(SPACES, " ".join(ROWS).split(), strict=True))
CENTRE = [space for space in SPACES if DISTRICT[space] == "C"]
FRINGE = ["D2", "C3", "E3", "B4", "F4", "C5", "E5", "D6"]  # what touches the centre

PARTS = (
    "board seats starter to_move due end specialists points contracts hands projects submitted "
    "tables pool pile project_pile discards random variant"
)
FIELDS = PARTS.split()


def urbania(variant: str = "plain") -> Game:
    return contrada.game("urbania", **OPTIONS[variant])


def position(text: str) -> Position:
    """Read a position; its last word is the variant."""
    return urbania(text.rpartition(" ")[2]).position(text)


def parts_of(text: str) -> dict[str, str]:
    """Return the parts of a position's text by name."""
    return dict(zip(FIELDS, text.split(" "), strict=True))


def fields(seen: Position) -> dict[str, str]:
    """Return the parts of a position's text, points added up, and only the cards of the pile."""
    part = parts_of(seen.text)
    return part | {
        "points": "/".join(map(str, seen.scores())),
        "pile": part["pile"].partition("(")[0],
    }


def choices(seen: Position) -> list[str]:
    """Return the legal decisions as text."""
    return [seen.decision_text(decision) for decision in seen.legal()]


def renewable(seen: Position) -> set[str]:
    """Return the spaces whose building may be renewed now."""
    found = (re.fullmatch(r"renew (\w\d) \w+", text) for text in choices(seen))
    return {each[1] for each in found if each}


def hireable(seen: Position) -> list[str]:
    """Return the specialists that may be hired now."""
    found = (re.fullmatch(r"hire (.*) from \d", text) for text in choices(seen))
    return [each[1] for each in found if each]


def touching(space: str) -> set[str]:
    """Return the spaces that share an edge with a space."""
    column, row = ord(space[0]), int(space[1])
    beside = {(column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)}
    return {chr(c) + str(r) for c, r in beside} & set(SPACES)


# --- Sparse tables -------------------------------------------------------------------------------


BySeat = Sequence[str] | Mapping[int, str]  # of all seats from the first on, or of those named


def arranged(**table: Any) -> Position:
    """Set up a table; `table_text` explains the arguments."""
    return position(table_text(**table))


def table_text(
    *,
    board: str = "",
    tiles: Mapping[str, str] | None = None,
    renewed: str = "",
    seats: int = 2,
    starter: int = 0,
    to_move: int | None = 0,
    due: str = "2",
    end: int = 0,
    idle: int = 0,
    specialists: str = "",
    points: Sequence[int | str] = (),
    contracts: str = "",
    hands: BySeat = (),
    tables: BySeat = (),
    pool: str = "",
    pile: str = "",
    left: str = "",
    discards: str = "",
    rest: str = "pile",
    projects: BySeat = (),
    submitted: BySeat = (),
    project_pile: str = "",
    rest_of_projects: str = "project_pile",
    seed: int = 0,
    variant: str = "plain",
) -> str:
    """Write the text of a table.

    Codes are separated by spaces; `!` marks a card that was taken openly; seats that are not
    named have nothing. `renewed` names spaces outside the centre, `specialists` those who were
    hired, with value and seat, `F30 B51`; `board` is the text of a whole city instead. `left`
    gives the cards that were left in hands when the pile was rebuilt, `f3,b3/-/p3`, and after a
    colon those paid since that may have been drawn. `rest` says where all other cards go: the
    pile (under the cards named for it), `discards`, or the `hand` of the last seat, so that no
    resource is left to draw, or of another, `hand 0`; `rest_of_projects` does the same for
    projects.
    """
    held, laid = named(hands, seats), named(tables, seats)
    kept, handed_in = named(projects, seats), named(submitted, seats)
    paid = re.findall(r"[^\[\],@]+", due.partition("[")[2])
    out = spread(*held, *laid, pool, pile, discards)
    unplaced = without(DECK, [*(each.strip("!") for each in out), *paid])
    in_pool = pool.split() if pool else [unplaced.pop(0) for _ in range(5)]
    spare = {"pile": "", "discards": "", rest: " ".join(unplaced)}
    unnamed = without(PROJECTS, spread(*kept, *handed_in, project_pile))
    spare_projects = {"project_pile": "", rest_of_projects: " ".join(unnamed)}
    over = to_move is None
    parts = {
        "board": board or board_text(tiles or {}, [*CENTRE, *renewed.split()]),
        "seats": str(seats),
        "starter": str(starter),
        "to_move": "-" if over else str(to_move),
        "due": "-" if over else due,
        "end": f"{end}/{idle}",
        "specialists": specialists_text(specialists.split()),
        "points": "/".join(str(row) for row in [*points, *["0(0)" if over else 0] * seats][:seats]),
        "contracts": "-" if variant == "plain" else contracts or "/".join(["active"] * seats),
        "hands": each_seat(held, DECK, spare),
        "projects": each_seat(kept, PROJECTS, spare_projects),
        "submitted": each_seat(handed_in, PROJECTS),
        "tables": each_seat(laid, DECK),
        "pool": "/".join([*in_pool, *"-----"][:5]),
        "pile": listed(spread(pile, spare["pile"])) + (f"({left})" if left else ""),
        "project_pile": listed(spread(project_pile, spare_projects["project_pile"])),
        "discards": listed(in_order(spread(discards, spare["discards"]), DECK)),
        "random": f"{seed:016x}",
        "variant": variant,
    }
    return " ".join(parts[field] for field in FIELDS)


def named(words: BySeat, seats: int) -> list[str]:
    """Return what each seat has, in seat order."""
    found = words if isinstance(words, Mapping) else dict(enumerate(words))
    return [found.get(seat, "") for seat in range(seats)]


def spread(*cards: str) -> list[str]:
    return " ".join(cards).replace("-", "").split()


def without(items: Sequence[str], taken: Sequence[str]) -> list[str]:
    left = list(items)
    for item in taken:
        left.remove(item)
    return left


def in_order(items: Sequence[str], box: Sequence[str]) -> list[str]:
    """Sort cards or projects as in the box; of each kind, those taken openly come first."""
    return sorted(items, key=lambda item: (box.index(item.strip("!")), "!" not in item))


def listed(items: Sequence[str]) -> str:
    return ",".join(items) or "-"


def each_seat(
    words: Sequence[str], box: Sequence[str], spare: Mapping[str, str] | None = None
) -> str:
    held = [spread(each) for each in words]
    for place, items in (spare or {}).items():
        if place.startswith("hand"):
            held[int(place.removeprefix("hand") or -1)] += items.split()
    return "/".join(listed(in_order(items, box)) for items in held)


def specialists_text(hired: Sequence[str]) -> str:
    found = {each[0]: each[1:] for each in hired}
    return "/".join(found.get(letter, "1-") for letter in SUITS.upper())


def board_text(tiles: Mapping[str, str], renewed: Sequence[str]) -> str:
    """Write the city; other tiles are residential in the centre, and expensive elsewhere."""
    at = dict(tiles)
    left = without(TILES, list(at.values()))
    inside = [space for space in CENTRE if space not in at]
    cheap = [tile for tile in left if tile[0] == "r"][: len(inside)]
    at |= dict(zip(inside, cheap, strict=False))
    left = sorted(without(left, cheap), key=lambda tile: -int(tile[1]))
    others = sorted((space for space in SPACES if space not in at), key=from_the_middle)
    at |= dict(zip(others, left, strict=True))
    cells = [at[space].capitalize() if space in renewed else at[space] for space in SPACES]
    return "/".join("".join(cells[row : row + 7]) for row in range(0, 49, 7))


def from_the_middle(space: str) -> int:
    return abs(ord(space[0]) - ord("D")) + abs(int(space[1]) - 4)


# --- A whole town --------------------------------------------------------------------------------

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
SEED = 0x0123456789ABCDEF
NO_POOL, SWEPT_POOL = "- - - - -", "f$3 b2+$1 h$3 c1+$2 s$3"  # none; one that may be swept


def in_city(**table: Any) -> str:
    """Write a table of three seats in `CITY`, with workers in the pool."""
    usual = {"board": CITY, "seats": 3, "pool": "f3 b3 h3 c3 s3", "seed": SEED}
    return table_text(**{**usual, **table})


# --- Payments ------------------------------------------------------------------------------------


class Card(NamedTuple):
    """A card that somebody could pay with, read from its code; `@` means on the table."""

    code: str
    suit: str
    workers: int
    rainbow_workers: int
    coins: int
    rainbow_coins: int

    def worth(self, suit: str, *, coins: bool) -> int:
        own, rainbow = (
            (self.coins, self.rainbow_coins) if coins else (self.workers, self.rainbow_workers)
        )
        return rainbow + own * (suit == self.suit)


def card(code: str) -> Card:
    suit, *signs = re.findall(r"[a-z]|R?\$\d|R|\d", code)
    count = {re.sub(r"\d", "", sign) or "#": int(re.sub(r"\D", "", sign) or 1) for sign in signs}
    return Card(code, suit, *(count.get(sign, 0) for sign in ("#", "R", "$", "R$")))


SUBSIDY = Card("subsidy", "", 0, 1, 0, 1)


def suffices(paid: Sequence[Card], suits: str, wanted: int, *, coins: bool) -> bool:
    """Whether cards pay in one of these suits (URBANIA-RENEW-2, RENEW-3, HIRE-3, SUBSIDY-1)."""
    if all(each is SUBSIDY for each in paid) or (not coins and any("@" in c.code for c in paid)):
        return False
    worths = ([each.worth(suit, coins=coins) for each in paid] for suit in suits)
    return any(0 not in worth and sum(worth) >= wanted for worth in worths)


def every_payment(
    held: Sequence[Card], suits: str, wanted: int, *, coins: bool
) -> set[tuple[str, ...]]:
    """Return every set of cards that pays without a spare one (URBANIA-RENEW-5): brute force."""
    found = set()
    for size in range(1, len(held) + 1):
        for paid in combinations(held, size):
            spared = combinations(paid, size - 1)
            if suffices(paid, suits, wanted, coins=coins) and not any(
                suffices(fewer, suits, wanted, coins=coins) for fewer in spared
            ):
                found.add(tuple(sorted(each.code for each in paid)))
    return found


def offered_payments(seen: Position) -> Iterator[list[str]]:
    """Yield every way to name the cards of the payment, using the decisions offered."""
    for decision in seen.legal():
        named, reached = seen.decision_text(decision), seen.play(decision)
        if "[" in fields(reached)["due"]:
            yield from ([named, *rest] for rest in offered_payments(reached))
        else:
            yield [named]


def with_any_payment(seen: Position) -> Position:
    """Complete the payment with the first card offered each time."""
    while "[" in fields(seen)["due"]:
        seen = seen.play(seen.legal()[0])
    return seen


def code_of(named: str) -> str:
    """Return the code of a card from its text in a turn, `table gray $3`."""
    for colour, suit in zip(COLOURS, SUITS, strict=True):
        named = named.replace(f"{colour} ", suit)
    return named.replace("table ", "@")


# --- Games ---------------------------------------------------------------------------------------


def play_out(start: Position, seed: int) -> list[Position]:
    """Play randomly to the end; return all positions."""
    choose = random.Random(seed)
    line = [start]
    while not line[-1].is_over:
        assert len(line) <= start.game.facts.longest_game
        line.append(line[-1].play(choose.choice(line[-1].legal())))
    return line


@cache
def random_game(variant: str, seats: int, seed: int) -> list[Position]:
    """Play a whole random game; return all positions, for several tests to share."""
    return play_out(urbania(variant).start_fast(seats, seed), seed)


# --- Examples ------------------------------------------------------------------------------------

ALL_PROJECTS = " ".join(PROJECTS)
NO_SOURCE: dict[str, Any] = {"pool": NO_POOL, "projects": {0: ALL_PROJECTS}, "rest": "hand 0"}
HAND = "h3 h2+$1 cR+$1 b$3 f1+R$1 c2+$1 c1+$2"

OPEN = in_city(hands=[HAND], tables=["p1+$2"], points=[25], projects=["H NW FB"])
SWEEPABLE = in_city(pool=SWEPT_POOL)
SECOND_CARD = in_city(due="2:draw1", pool=SWEPT_POOL)
SWEPT = in_city(due="2:draw2s", pool=SWEPT_POOL)
SWEPT_LATER = in_city(due="1:draw1s")
RENEWING = in_city(hands=[HAND], due="2:E3[]")
HALF_PAID = in_city(hands=["cR+$1 f3"], due="2:E3[h2+$1]")
HALF_PAID_LATE = in_city(hands=["c1+$2 hR+$1"], due="1:F4[c2+$1]")
HIRING = in_city(hands=["p1+$2 f3"], tables=["p1+$2"], specialists="P31", due="1:P[]")
HALF_HIRED = in_city(tables=["p1+$2"], specialists="P31", due="2:P[p1+$2]", starter=2)
ICON = in_city(hands=["f$3"], due="1:card", pool=SWEPT_POOL)
ICON_EARLY = in_city(hands=["f$3"], due="2:card", projects=["NW"])
CONTRACT = in_city(hands=["h2+$1 c2+$1 b$3"], specialists="B41", variant="subsidy")
CONTRACT_RENEWING = in_city(hands=["f3"], due="2:E3[h2+$1]", variant="italian_politics")
GAP = in_city(pool="f3 b3 h3 c3", rest="hand 0")
SEATED_LATER = in_city(seats=5, starter=3, to_move=4, hands={4: "h3"})
# Seat 0 is in the middle of everything; 1 is the start seat.
SOME = in_city(
    starter=1,
    due="1:E3[h2+$1]",
    specialists="F32 H20 P41",
    points=["10+4-2", 3],
    contracts="used/active/active",
    hands=["cR+$1! f3 f3!", "b3"],
    projects={0: "NW FB", 2: "p"},
    submitted={1: "H CS"},
    tables={0: "f1+$2", 2: "p$3 p$3"},
    discards="s3 s2+$1",
    pool="f2+$1 b3 h3 c3 s3",
    variant="subsidy",
)
ENDING = in_city(board=NEARLY_DONE, end=5, starter=1, to_move=2)
OVER = in_city(
    board=NEARLY_DONE,
    to_move=None,
    points=["4(36)", "10+4-2(0)", "0+15(15)"],
    submitted={0: "NW", 2: "H"},
    specialists="H32",
)
LAST_ACTIONS = in_city(**NO_SOURCE, hands={1: "f$3"}, to_move=1, idle=1)

EXAMPLES = {
    "start": in_city(),
    "a deal": in_city(
        hands=["f3 f2+$1 bR+$1 h$3 p1+$2", "b3 c1+R$1 c2+$1 s$3 p3", "f$3 h3 h2+$1 cR+$1 s1+$2"]
    ),
    "open": OPEN,
    "some": SOME,
    "ending": ENDING,
    "over": OVER,
    "idle turns": LAST_ACTIONS,
    "a pool to sweep": SWEEPABLE,
    "swept": SWEPT,
    "second card, swept": SWEPT_LATER,
    "second card": SECOND_CARD,
    "icon": ICON,
    "begun payment": RENEWING,
    "payment": HALF_PAID,
    "hire": HIRING,
    "hire from the table": in_city(hands=["p2+$1"], specialists="P61", due="2:P[p$3,@p1+$2]"),
    "rainbow payment without a colour": in_city(hands=["b1+$2"], due="1:E5[fR+$1]"),
    "half hired": HALF_HIRED,
    "contracts": CONTRACT_RENEWING,
    "pool with a gap": GAP,
    "no cards to draw, but projects": in_city(pool=NO_POOL, rest="hand 2"),
    "no projects": in_city(projects={1: ALL_PROJECTS}),
    "rest discarded": in_city(pile="f$3", rest="discards"),
    "cards left in hands": in_city(
        hands={0: "f3 b$3 h3!", 1: "f3 c3", 2: "p3"},
        left="f3/c3/p3",
        pool="f1+$2 b3 h3 c3 s3",
    ),
    "a card left in hands is being paid": in_city(
        hands=["cR+$1 f3"],
        due="2:E3[h2+$1]",
        left="f3,h2+$1/-/-:h2+$1/-/-",
        pool="f1+$2 b3 h3 c3 s3",
    ),
    "five seats": SEATED_LATER,
    "five, late": in_city(
        board=CITY.replace("s34+R34", "S34+R34").replace("h34+", "H34+"),
        seats=5,
        starter=3,
        to_move=1,
        points=[12, "30+8-2", 7, 21, "9+4"],
        hands=["f3! f2+$1", "b1+R$1 h$3! c3 s3 p1+$2", "f$3", "b2+$1 pR+$1", "h3"],
        tables={1: "c2+$1 s1+$2", 4: "p$3"},
        specialists="F20 B31 H42 C53 S44 P94",
        projects={0: "NW", 1: "H FB s", 3: "SE"},
        submitted={1: "B", 2: "CP f", 4: "p"},
        discards="b3 h1+$2",
    ),
    "over for five": in_city(board=NEARLY_DONE, seats=5, to_move=None, variant="subsidy"),
    "last turn": in_city(board=NEARLY_DONE, end=1, to_move=2),
    "specialists start the end": in_city(specialists="F50 B51 H92", end=6),
    "highest word": in_city(seed=2**64 - 1),
}


def is_square(seen: Position, name: str) -> bool:
    return name in SPACES
