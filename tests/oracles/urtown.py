"""Urtown in plain Python, the twin that tests and benchmarks compare with.

It follows the rule page `urtown.md`; the ids in the comments are that page's, without
their `URTOWN-`. It trusts its callers: nothing here refuses an illegal move, and the
deal is theirs too. It sees every rack; who may know what is not its business.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterable, Sequence

ROWS, COLUMNS = "ABCDEFGHI", "123456789"
SQUARES = tuple(row + column for row in ROWS for column in COLUMNS)  # BOARD-1
SYMBOLS = (  # BOARD-2, in the order of the boxes
    *("man", "ring", "woman"),
    *("lamp", "skyline", "saxophone"),
    *("car", "cards", "champagne"),
)
MONEY = "$"
TILES: tuple[str, ...] = (*COLUMNS, *ROWS, *SYMBOLS, MONEY)  # TILES-1
RACK = 5  # SETUP-1

WHOLE, SINGLETONS = "whole", "singletons"  # how to read CAPTURE-3
URTOWN, BLOCKERS = "urtown", "blockers"  # how to score

Move = tuple[int, str, str]  # colour, tile, square
SKIP: Move = (-1, "", "")


def _neighbours(square: str) -> tuple[str, ...]:
    row, column = ROWS.index(square[0]), COLUMNS.index(square[1])
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(ROWS[r] + COLUMNS[c] for r, c in steps if 0 <= r < 9 and 0 <= c < 9)


def symbol_of(square: str) -> str:
    """The symbol printed on the square: that of its 3x3 box (BOARD-2)."""
    return SYMBOLS[ROWS.index(square[0]) // 3 * 3 + COLUMNS.index(square[1]) // 3]


def fits(tile: str, square: str) -> bool:
    """PLACE-1."""
    return tile in (square[0], square[1], symbol_of(square), MONEY)


NEIGHBOURS = {square: _neighbours(square) for square in SQUARES}
FITTING = {tile: tuple(s for s in SQUARES if fits(tile, s)) for tile in TILES}


def joined_groups(squares: Iterable[str]) -> list[frozenset[str]]:
    """The groups of squares joined horizontally or vertically (GROUP-1)."""
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


class Urtown:
    """A position and what may be done in it.

    `deals` holds, for each colour, its 28 tiles in the order they are drawn. A finished
    colour's four tiles stay on its rack, except with two seats: then they leave the rack
    for `set_aside`.
    """

    def __init__(
        self,
        seats: int,
        first: int,
        deals: Sequence[Sequence[str]],
        capture: str = WHOLE,
        scoring: str = URTOWN,
    ) -> None:
        self.seats = seats
        self.capture = capture
        self.scoring = scoring
        # DUO-1: with two seats each has two colours
        self.colours_of = ((0, 1), (2, 3)) if seats == 2 else tuple((s,) for s in range(seats))
        self.owner = [seat for seat, colours in enumerate(self.colours_of) for _ in colours]
        self.board: dict[str, tuple[int, str]] = {}
        self.racks = [list(deal[:RACK]) for deal in deals]
        self.piles = [list(deal[RACK:]) for deal in deals]
        self.captured: list[list[tuple[int, str]]] = [[] for _ in range(seats)]
        self.placed = [0 for _ in deals]
        self.finished = [False for _ in deals]
        self.set_aside: list[list[str]] = [[] for _ in deals]
        self.shown: list[set[str]] = [set() for _ in deals]
        self.to_move: int | None = first

    def copy(self) -> Urtown:
        twin = copy.copy(self)
        twin.board = dict(self.board)
        twin.racks = [list(rack) for rack in self.racks]
        twin.piles = [list(pile) for pile in self.piles]
        twin.captured = [list(tiles) for tiles in self.captured]
        twin.placed = list(self.placed)
        twin.finished = list(self.finished)
        twin.set_aside = [list(tiles) for tiles in self.set_aside]
        twin.shown = [set(tiles) for tiles in self.shown]
        return twin

    # Where a tile may be placed

    def same_colour_beside(self, square: str) -> list[str]:
        """The neighbours of the tile here that have its colour."""
        board, colour = self.board, self.board[square][0]
        return [n for n in NEIGHBOURS[square] if n in board and board[n][0] == colour]

    def splits_its_group(self, square: str, beside: list[str]) -> bool:
        """Would a capture of the tile here leave those `beside` it in several groups?
        (CAPTURE-1)"""
        if len(beside) < 2:
            return False  # CAPTURE-2, and the end of a group likewise
        apart = set(beside[1:])  # not yet found joined to the first
        reached = {square, beside[0]}  # the tile itself joins nothing any more
        to_walk = [beside[0]]
        while to_walk:
            for near in self.same_colour_beside(to_walk.pop()):
                if near not in reached:
                    reached.add(near)
                    to_walk.append(near)
                    apart.discard(near)
                    if not apart:
                        return False
        return True

    def may_be_captured(self, square: str) -> bool:
        """Whether an opponent may capture the tile here."""
        beside = self.same_colour_beside(square)
        if self.capture == SINGLETONS and beside:  # CAPTURE-3
            return False
        return not self.splits_its_group(square, beside)

    def is_open(self, square: str, seat: int) -> bool:
        """May `seat` place a tile here, if it has one that fits? (PLACE-2, PLACE-3, DUO-3)"""
        if square not in self.board:
            return True
        return self.owner[self.board[square][0]] != seat and self.may_be_captured(square)

    # Turns

    def unfinished(self, seat: int) -> list[int]:
        """The colours that `seat` still plays."""
        return [colour for colour in self.colours_of[seat] if not self.finished[colour]]

    def can_place(self, seat: int) -> bool:
        return any(
            self.is_open(square, seat)
            for colour in self.unfinished(seat)
            for tile in self.racks[colour]
            for square in FITTING[tile]
        )

    def moves(self) -> list[Move]:
        if self.to_move is None:
            return []
        seat = self.to_move
        open_squares = {square for square in SQUARES if self.is_open(square, seat)}
        moves = [
            (colour, tile, square)
            for colour in self.unfinished(seat)
            for tile in self.racks[colour]  # PLACE-4
            for square in FITTING[tile]
            if square in open_squares
        ]
        return moves or [SKIP]  # SKIP-1

    def play(self, move: Move) -> None:
        if move == SKIP:
            self._show_racks()
        else:
            self._place(*move)
        self._pass_the_turn()

    def _show_racks(self) -> None:
        """SKIP-2."""
        assert self.to_move is not None
        for colour in self.unfinished(self.to_move):
            self.shown[colour].update(self.racks[colour])

    def _place(self, colour: int, tile: str, square: str) -> None:
        if square in self.board:
            self.captured[self.owner[colour]].append(self.board[square])  # CAPTURE-4
        self.board[square] = (colour, tile)
        self.racks[colour].remove(tile)
        self.shown[colour].discard(tile)
        self.placed[colour] += 1
        if self.piles[colour]:
            self.racks[colour].append(self.piles[colour].pop(0))  # DRAW-1, DUO-2
        else:
            self._finish(colour)

    def _finish(self, colour: int) -> None:
        """END-1."""
        self.finished[colour] = True
        if self.seats == 2:  # DUO-2
            self.set_aside[colour], self.racks[colour] = self.racks[colour], []
            self.shown[colour].clear()  # they are on no rack any more

    def _pass_the_turn(self) -> None:
        """To the next seat with an unfinished colour, be it the same one (END-2); to
        nobody once all have finished or none can place (END-1, SKIP-1, DUO-4)."""
        assert self.to_move is not None
        clockwise = [(self.to_move + step) % self.seats for step in range(1, self.seats + 1)]
        playing = [seat for seat in clockwise if self.unfinished(seat)]
        self.to_move = playing[0] if any(map(self.can_place, playing)) else None

    # Scoring

    def groups(self, colour: int) -> list[frozenset[str]]:
        return joined_groups(s for s, (other, _) in self.board.items() if other == colour)

    def most_captured(self, seat: int) -> int:
        """How many `seat` captured of the one colour it captured most; an opponent's two
        colours count together (BLOCKERS-1)."""
        by_opponent = Counter(self.owner[colour] for colour, _ in self.captured[seat])
        return max(by_opponent.values(), default=0)

    def score(self, seat: int) -> int:
        """Lower is better (SCORE-1, DUO-4, BLOCKERS-1)."""
        groups = sum(len(self.groups(colour)) for colour in self.colours_of[seat])
        return groups + self.most_captured(seat) if self.scoring == BLOCKERS else groups

    def scores(self) -> list[int]:
        return [self.score(seat) for seat in range(self.seats)]

    def places(self) -> list[int]:
        """Per seat, 1 is first; equals share a place (SCORE-2, SCORE-4)."""
        results = list(zip(self.scores(), map(len, self.captured), strict=True))
        return [1 + sum(better < own for better in results) for own in results]


def playout(game: Urtown, rng: random.Random) -> int:
    """Play uniformly random moves to the end; return how many."""
    moves = 0
    while game.to_move is not None:
        game.play(rng.choice(game.moves()))
        moves += 1
    return moves
