"""Urbino in plain Python, the twin that tests and benchmarks compare with.

It follows the rule page `urbino.md`; the ids in the comments are that page's, without
their `URBINO-`. It trusts its callers: nothing here refuses an illegal decision.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

BLACK, WHITE = 0, 1
SEAT_NAMES = ("black", "white")

HOUSE, PALACE, TOWER = "house", "palace", "tower"
KINDS = (HOUSE, PALACE, TOWER)
POINTS = {HOUSE: 1, PALACE: 2, TOWER: 3}  # SCORE-1
DIGITS = {HOUSE: "1", PALACE: "2", TOWER: "3"}
KIND_OF_DIGIT = {digit: kind for kind, digit in DIGITS.items()}
STOCK = {HOUSE: 18, PALACE: 6, TOWER: 3}  # SETUP-1

TOWN_WALL = (HOUSE, HOUSE, HOUSE)
DUCAL_PALACE = (PALACE, HOUSE, PALACE)
CATHEDRAL = (TOWER, PALACE, TOWER)
MONUMENTS = (CATHEDRAL, DUCAL_PALACE, TOWN_WALL)  # MONUMENT-1, dearest first

COLUMNS, ROWS = "abcdefghi", "123456789"
SQUARES = tuple(column + row for column in COLUMNS for row in ROWS)
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))

Block = frozenset[str]
Sites = dict[str, list[str]]  # square -> the kinds that may stand there
Reposition = tuple[str, str]  # from, to


def _ray(square: str, step: tuple[int, int]) -> tuple[str, ...]:
    """The squares from `square` (not included) to the edge, nearest first."""
    column, row = COLUMNS.index(square[0]) + step[0], ROWS.index(square[1]) + step[1]
    squares = []
    while 0 <= column < 9 and 0 <= row < 9:
        squares.append(COLUMNS[column] + ROWS[row])
        column, row = column + step[0], row + step[1]
    return tuple(squares)


def _rays(square: str, steps: Iterable[tuple[int, int]]) -> tuple[tuple[str, ...], ...]:
    return tuple(ray for step in steps if (ray := _ray(square, step)))


RAYS = {square: _rays(square, STRAIGHT + DIAGONAL) for square in SQUARES}
NEIGHBOURS = {s: tuple(ray[0] for ray in _rays(s, STRAIGHT)) for s in SQUARES}
# Every three squares in a row, horizontally or vertically.
TRIPLES = tuple(
    (square, *ray[:2])
    for square in SQUARES
    for ray in _rays(square, ((1, 0), (0, 1)))
    if len(ray) >= 2
)
# For two squares in one line: what lies behind either, seen from the other (LOT-2).
# Their own squares need no entry: no architect sees the square it stands on.
_BEHIND = {
    (square, ray[i]): frozenset(ray[i + 1 :])
    for square in SQUARES
    for ray in RAYS[square]
    for i in range(len(ray))
}
BEHIND_EITHER = {(a, b): behind | _BEHIND[b, a] for (a, b), behind in _BEHIND.items()}
NOTHING: frozenset[str] = frozenset()


class District(NamedTuple):
    """A district as it scores now; `scorer` is the seat that gets its points."""

    squares: frozenset[str]
    points: tuple[int, int]
    scorer: int | None


class Tally(NamedTuple):
    """What counts, in the order it is compared (SCORE-4, SCORE-6, MONUMENT-4, -5)."""

    points: int = 0
    cathedrals: int = 0
    ducal_palaces: int = 0
    town_walls: int = 0
    towers: int = 0
    palaces: int = 0
    houses: int = 0


def total(tallies: Iterable[Tally]) -> Tally:
    return Tally(*(sum(column) for column in zip(Tally(), *tallies, strict=True)))


def ahead(black: Tally, white: Tally) -> int | None:
    if black == white:
        return None
    return BLACK if black > white else WHITE


def joined_groups(squares: Iterable[str]) -> list[frozenset[str]]:
    """The groups of squares joined horizontally or vertically (DISTRICT-1)."""
    left = dict.fromkeys(squares)
    groups = []
    while left:
        first, _ = left.popitem()
        group = [first]
        for square in group:  # grows while it is walked
            for neighbour in NEIGHBOURS[square]:
                if neighbour in left:
                    del left[neighbour]
                    group.append(neighbour)
        groups.append(frozenset(group))
    return groups


class Blocks:
    """The blocks that the buildings form, and which of them share a district."""

    def __init__(self, buildings: dict[str, tuple[int, str]]) -> None:
        self.block_of: dict[str, Block] = {}  # DISTRICT-2
        for seat in (BLACK, WHITE):
            own = (square for square, (owner, _) in buildings.items() if owner == seat)
            for block in joined_groups(own):
                self.block_of.update(dict.fromkeys(block, block))
        # square -> the blocks of its whole district, Black's and White's
        self.in_district: dict[str, tuple[set[Block], set[Block]]] = {}
        for district in joined_groups(buildings):
            blocks: tuple[set[Block], set[Block]] = (set(), set())
            for square in district:
                blocks[buildings[square][0]].add(self.block_of[square])
            self.in_district.update(dict.fromkeys(district, blocks))

    def splits_a_colour(self, square: str, seat: int) -> bool:
        """Whether `seat`, building here, would leave a colour in two blocks (DISTRICT-3)."""
        touched = [n for n in NEIGHBOURS[square] if n in self.block_of]
        own: set[Block] = set()
        rival: set[Block] = set()
        for neighbour in touched:
            blocks = self.in_district[neighbour]
            own |= blocks[seat]
            rival |= blocks[1 - seat]
        # The new building joins only the own blocks that it touches.
        return len(rival) > 1 or not own.issubset(self.block_of[n] for n in touched)


class Urbino:
    """A position and what may be done in it.

    The step of the game follows from the position: fewer than two architects, one is
    to be placed; `building`, a building is due; two architects and no building yet,
    Black names who builds first; otherwise `to_move` has an ordinary turn.
    """

    def __init__(self, monuments: bool = False) -> None:
        self.monuments = monuments
        self.buildings: dict[str, tuple[int, str]] = {}
        self.architects: list[str] = []
        self.supply: list[dict[str, int]] = [dict(STOCK), dict(STOCK)]
        self.to_move: int | None = BLACK
        self.building = False
        self.skips = 0  # in a row

    def copy(self) -> Urbino:
        twin = Urbino(self.monuments)
        twin.buildings = dict(self.buildings)
        twin.architects = list(self.architects)
        twin.supply = [dict(supply) for supply in self.supply]
        twin.to_move = self.to_move
        twin.building = self.building
        twin.skips = self.skips
        return twin

    # Where a building may stand

    def view(self, square: str) -> list[str]:
        """What an architect alone would see from here (LOT-1)."""
        seen = []
        for ray in RAYS[square]:
            for distant in ray:
                if distant in self.buildings:
                    break
                seen.append(distant)
        return seen

    def has_twin(self, square: str, kind: str) -> bool:
        """TWIN-1, TWIN-2, TWIN-3."""
        return kind != HOUSE and any(
            neighbour in self.buildings and self.buildings[neighbour][1] == kind
            for neighbour in NEIGHBOURS[square]
        )

    def sites(self, squares: Iterable[str]) -> Sites:
        """Those of `squares` that can take a building of the seat to move, as far as
        districts, twins and supply go: the architects do not matter here."""
        assert self.to_move is not None
        seat, supply = self.to_move, self.supply[self.to_move]
        kinds = [kind for kind in KINDS if supply[kind]]  # SUPPLY-1
        blocks = Blocks(self.buildings)
        sites = {}
        for square in squares:
            if square in self.buildings or blocks.splits_a_colour(square, seat):
                continue
            fitting = [kind for kind in kinds if not self.has_twin(square, kind)]
            if fitting:
                sites[square] = fitting
        return sites

    def lots(self) -> list[str]:
        """The building lots where the architects stand now (LOT-3, LOT-4)."""
        one, other = self.architects
        hidden = BEHIND_EITHER.get((one, other), NOTHING)
        seen = set(self.view(other)) - hidden
        return [square for square in self.view(one) if square in seen]

    def sites_in_sight(self) -> Sites:
        return self.sites(self.lots())

    def arrangements(self, sites: Sites) -> Iterator[tuple[Reposition | None, set[str]]]:
        """Each way to leave (None) or reposition the architects, with the lots among
        `sites` that it opens, where there are any (TURN-1, TURN-3)."""
        # Buildings alone limit these views, so one set serves every arrangement.
        # The square an architect leaves needs no care either (TURN-4).
        views = {
            square: set(self.view(square)).intersection(sites)
            for square in SQUARES
            if square not in self.buildings
        }
        one, other = self.architects
        hidden = BEHIND_EITHER.get((one, other), NOTHING)
        if lots := (views[one] & views[other]) - hidden:
            yield None, lots
        for source, staying in ((one, other), (other, one)):
            from_staying = views[staying]
            for target, from_target in views.items():
                if target in (source, staying):
                    continue
                lots = from_staying & from_target
                if (staying, target) in BEHIND_EITHER:
                    lots -= BEHIND_EITHER[staying, target]
                if lots:
                    yield (source, target), lots

    # Full turns

    def is_naming(self) -> bool:
        """SETUP-4."""
        return len(self.architects) == 2 and not self.buildings and not self.building

    def free_for_architect(self) -> list[str]:
        """SETUP-2, SETUP-3."""
        return [square for square in SQUARES if square not in self.architects]

    def turns(self) -> list[str]:
        if self.to_move is None:
            return []
        if len(self.architects) < 2:
            return self.free_for_architect()
        if self.building:
            return self.builds()
        if self.is_naming():
            return [*self.builds(), "pass"]
        sites = self.sites(SQUARES)
        builds = {
            square: [DIGITS[kind] + square for kind in kinds] for square, kinds in sites.items()
        }
        turns = []
        for reposition, lots in self.arrangements(sites):
            start = f"{reposition[0]}-{reposition[1]}," if reposition else ""
            # sorted: the order must not change from one run of Python to the next
            turns += [start + build for lot in sorted(lots) for build in builds[lot]]
        return turns or ["pass"]  # TURN-5

    def count_turns(self) -> int:
        if self.to_move is None:
            return 0
        if len(self.architects) < 2:
            return len(SQUARES) - len(self.architects)
        if self.building or self.is_naming():
            builds = sum(map(len, self.sites_in_sight().values()))
            return builds + 1 if self.is_naming() else builds
        sites = self.sites(SQUARES)
        choices = {square: len(kinds) for square, kinds in sites.items()}
        count = sum(choices[lot] for _, lots in self.arrangements(sites) for lot in lots)
        return count or 1  # TURN-5

    def play(self, turn: str) -> None:
        if len(self.architects) < 2:
            self.place(turn)
        elif self.building:
            self.build(turn)
        elif turn == "pass":
            self.place("white" if self.is_naming() else "skip")
        elif self.is_naming():
            self.place("black")
            self.build(turn)
        else:
            reposition, _, build = turn.rpartition(",")
            self.place(reposition or "stay")
            self.build(build)

    # The same in two steps

    def placements(self) -> list[str]:
        if self.to_move is None:
            return []
        if len(self.architects) < 2:
            return self.free_for_architect()
        if self.building:
            return ["stay"]  # SETUP-5
        if self.is_naming():
            return list(SEAT_NAMES)
        placements = [
            f"{reposition[0]}-{reposition[1]}" if reposition else "stay"
            for reposition, _ in self.arrangements(self.sites(SQUARES))
        ]
        return placements or ["skip"]

    def place(self, placement: str) -> None:
        if len(self.architects) < 2:
            self.architects.append(placement)
            self._pass_the_turn()
        elif placement in SEAT_NAMES:
            self.to_move = SEAT_NAMES.index(placement)
            self.building = True
        elif placement == "skip":
            self.skips += 1
            self._pass_the_turn()
        else:
            if placement != "stay":
                source, target = placement.split("-")
                self.architects[self.architects.index(source)] = target
            self.building = True

    def builds(self) -> list[str]:
        return [
            DIGITS[kind] + square
            for square, kinds in self.sites_in_sight().items()
            for kind in kinds
        ]

    def build(self, text: str) -> None:
        assert self.to_move is not None
        kind, square = KIND_OF_DIGIT[text[0]], text[1:]
        self.buildings[square] = (self.to_move, kind)
        self.supply[self.to_move][kind] -= 1
        self.building = False
        self.skips = 0  # TURN-6
        self._pass_the_turn()

    def _pass_the_turn(self) -> None:
        assert self.to_move is not None
        self.to_move = None if self.skips == 2 else 1 - self.to_move  # TURN-7

    # Scoring

    def dearest_monument(self, block: set[str]) -> tuple[str, ...] | None:
        """MONUMENT-2, MONUMENT-3; nothing if the game is played without monuments."""
        if not self.monuments:
            return None
        found = {
            tuple(self.buildings[square][1] for square in triple)
            for triple in TRIPLES
            if block.issuperset(triple)
        }
        return next((monument for monument in MONUMENTS if monument in found), None)

    def tally(self, district: frozenset[str], seat: int) -> Tally:
        block = {square for square in district if self.buildings[square][0] == seat}
        kinds = [self.buildings[square][1] for square in block]
        monument = self.dearest_monument(block)
        # A monument scores twice: once more what its three buildings score plainly.
        twice = monument or ()
        return Tally(
            points=sum(POINTS[kind] for kind in (*kinds, *twice)),
            cathedrals=int(monument == CATHEDRAL),
            ducal_palaces=int(monument == DUCAL_PALACE),
            town_walls=int(monument == TOWN_WALL),
            towers=kinds.count(TOWER),
            palaces=kinds.count(PALACE),
            houses=kinds.count(HOUSE),
        )

    def districts(self) -> list[District]:
        return [self._scored(squares) for squares in joined_groups(self.buildings)]

    def _scored(self, squares: frozenset[str]) -> District:
        black, white = self.tally(squares, BLACK), self.tally(squares, WHITE)
        both = black.points and white.points  # SCORE-2
        scorer = ahead(black, white) if both else None  # SCORE-3, SCORE-4, MONUMENT-4
        return District(squares, (black.points, white.points), scorer)

    def scored(self, seat: int) -> Tally:
        """Everything that `seat` scores, over all districts (SCORE-5)."""
        won = (district for district in self.districts() if district.scorer == seat)
        return total(self.tally(district.squares, seat) for district in won)

    def scores(self) -> list[int]:
        return [self.scored(BLACK).points, self.scored(WHITE).points]

    def winner(self) -> int | None:
        """SCORE-5, SCORE-6, MONUMENT-5."""
        return ahead(self.scored(BLACK), self.scored(WHITE))


def playout_by_turns(game: Urbino, rng: random.Random) -> int:
    """Play uniformly random full turns to the end; return how many."""
    turns = 0
    while game.to_move is not None:
        game.play(rng.choice(game.turns()))
        turns += 1
    return turns


def playout_by_steps(game: Urbino, rng: random.Random) -> int:
    """Play uniformly random steps to the end; return how many."""
    steps = 0
    while game.to_move is not None:
        if game.building:
            game.build(rng.choice(game.builds()))
        else:
            game.place(rng.choice(game.placements()))
        steps += 1
    return steps


def perft(game: Urbino, depth: int) -> int:
    """The number of sequences of `depth` full turns from here."""
    if depth == 0:
        return 1
    if depth == 1:
        return game.count_turns()
    count = 0
    for turn in game.turns():
        after = game.copy()
        after.play(turn)
        count += perft(after, depth - 1)
    return count
