"""Positions for the tests of Urbania, from what matters in them.

A test describes a table sparsely, `arranged(hands=["h3"], tiles={"D2": "h34+"})`: cards, tiles and
projects by their codes in a position's text. What it does not care about is put where it does no
harm: cards into the pile, residential tiles into the centre so that markers stand at 0, and around
it the tiles that need most workers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

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


def fields(seen: Position) -> dict[str, str]:
    """Return the parts of a position's text; of the points, which it splits, the sums."""
    points = "/".join(map(str, seen.scores()))
    return dict(zip(FIELDS, seen.text.split(" "), strict=True)) | {"points": points}


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
    """Return the spaces that share an edge with one."""
    column, row = ord(space[0]), int(space[1])
    beside = {(column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)}
    return {chr(c) + str(r) for c, r in beside} & set(SPACES)


# --- Sparse tables -------------------------------------------------------------------------------


def arranged(
    *,
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
    hands: Sequence[str] = (),
    tables: Sequence[str] = (),
    pool: str = "",
    pile: str = "",
    discards: str = "",
    rest: str = "pile",
    projects: Sequence[str] = (),
    submitted: Sequence[str] = (),
    project_pile: str = "",
    rest_of_projects: str = "project_pile",
    seed: int = 0,
    variant: str = "plain",
) -> Position:
    """Set up a table.

    Codes are separated by spaces; seats that are not named have nothing. `renewed` names spaces
    besides the centre, `specialists` those that were hired with value and seat, `F30 B51`. `rest`
    says where all other cards go: the pile (under the cards named for it), `discards`, or the
    `hand` of the last seat, so that no resource is left to draw; `rest_of_projects` likewise.
    """
    paid = re.findall(r"[^\[\],@]+", due.partition("[")[2])
    left = without(DECK, [*spread(*hands, *tables, pool, pile, discards), *paid])
    in_pool = pool.split() if pool else [left.pop(0) for _ in range(5)]
    spare = {"hand": "", "pile": "", "discards": "", rest: " ".join(left)}
    unnamed = without(PROJECTS, spread(*projects, *submitted, project_pile))
    spare_projects = {"hand": "", "project_pile": "", rest_of_projects: " ".join(unnamed)}
    over = to_move is None
    parts = {
        "board": board_text(tiles or {}, [*CENTRE, *renewed.split()]),
        "seats": str(seats),
        "starter": str(starter),
        "to_move": "-" if over else str(to_move),
        "due": "-" if over else due,
        "end": f"{end}/{idle}",
        "specialists": specialists_text(specialists.split()),
        "points": "/".join(str(row) for row in [*points, *["0(0)" if over else 0] * seats][:seats]),
        "contracts": "-" if variant == "plain" else contracts or "/".join(["active"] * seats),
        "hands": each_seat(hands, seats, DECK, spare["hand"]),
        "projects": each_seat(projects, seats, PROJECTS, spare_projects["hand"]),
        "submitted": each_seat(submitted, seats, PROJECTS),
        "tables": each_seat(tables, seats, DECK),
        "pool": "/".join(in_pool),
        "pile": listed(spread(pile, spare["pile"])),
        "project_pile": listed(spread(project_pile, spare_projects["project_pile"])),
        "discards": listed(in_order(spread(discards, spare["discards"]), DECK)),
        "random": f"{seed:016x}",
        "variant": variant,
    }
    return position(" ".join(parts[field] for field in FIELDS))


def spread(*cards: str) -> list[str]:
    return " ".join(cards).replace("-", "").split()


def without(items: Sequence[str], taken: Sequence[str]) -> list[str]:
    left = list(items)
    for item in taken:
        left.remove(item)
    return left


def in_order(items: Sequence[str], box: Sequence[str]) -> list[str]:
    return sorted(items, key=box.index)


def listed(items: Sequence[str]) -> str:
    return ",".join(items) or "-"


def each_seat(cards: Sequence[str], seats: int, box: Sequence[str], for_the_last: str = "") -> str:
    held = [*map(spread, cards), *([] for _ in range(seats - len(cards)))]
    held[-1] = [*held[-1], *for_the_last.split()]
    return "/".join(listed(in_order(items, box)) for items in held)


def specialists_text(hired: Sequence[str]) -> str:
    found = {each[0]: each[1:] for each in hired}
    return "/".join(found.get(letter, "1-") for letter in SUITS.upper())


def board_text(tiles: Mapping[str, str], renewed: Sequence[str]) -> str:
    """Write the city: tiles that are not named are residential in the centre, else dear inside."""
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


# --- Payments ------------------------------------------------------------------------------------


class Card(NamedTuple):
    """A card that somebody could pay, read from its code; `@` lies on the table."""

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
    """Return every set of cards that pays and can spare none (URBANIA-RENEW-5), by brute force."""
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
    """Yield every way to name the cards of the payment that is due, by the decisions offered."""
    for decision in seen.legal():
        named, reached = seen.decision_text(decision), seen.play(decision)
        if "[" in fields(reached)["due"]:
            yield from ([named, *rest] for rest in offered_payments(reached))
        else:
            yield [named]


def with_any_payment(seen: Position) -> Position:
    """Complete the payment that is due with the first card offered each time."""
    while "[" in fields(seen)["due"]:
        seen = seen.play(seen.legal()[0])
    return seen


def code_of(named: str) -> str:
    """Return the code of a card as a turn names it, `table gray $3`."""
    for colour, suit in zip(COLOURS, SUITS, strict=True):
        named = named.replace(f"{colour} ", suit)
    return named.replace("table ", "@")


# --- Games ---------------------------------------------------------------------------------------


def play_out(start: Position, seed: int) -> list[Position]:
    """Play to the end at random; return all positions."""
    choose = random.Random(seed)
    line = [start]
    while not line[-1].is_over:
        assert len(line) <= start.game.facts.longest_game
        line.append(line[-1].play(choose.choice(line[-1].legal())))
    return line
