"""Urbania in plain Python, the twin that tests and benchmarks compare with.

It follows the rule page `urbania.md`; the ids in the comments are that page's, without
their `URBANIA-`. It trusts its callers: nothing here refuses an illegal decision. It sees
every card; who may know what is not its business.
"""

from __future__ import annotations

import copy
import dataclasses
import random
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from tests.oracles.chance import Chance

COMPONENTS = Path(__file__).parents[2] / "src/contrada/games/urbania/components.toml"

CENTRE, DISTRICTS = "C", ("NW", "NE", "SW", "SE")
ROWS = (  # BOARD-2, row 0 is north
    "NW NW NW NW NE NE NE",
    "NW NW NW NW NE NE NE",
    "NW NW NW C  NE NE NE",
    "SW SW C  C  C  NE NE",
    "SW SW SW C  SE SE SE",
    "SW SW SW SE SE SE SE",
    "SW SW SW SE SE SE SE",
)
MAP = [name for row in ROWS for name in row.split()]
SIDE = len(ROWS)
SPACES = range(SIDE * SIDE)

HAND_AT_START = 5  # SETUP-3
POOL = range(5)
MOST_ICONS_TO_SWEEP = 3  # DRAW-2
LAST_VALUE = 9  # TRACK-2
MOST_SUBMITTED = 3  # SUBMIT-1
FEW_UNDEVELOPED = 2  # END-1
HIGH_VALUE, MANY_SPECIALISTS = 5, 3  # END-1

HAND, TABLE, SUBSIDY = range(3)  # where a payment comes from, in the order of naming


class Tile(NamedTuple):
    type: int
    workers: int
    points: int
    card: bool


class Card(NamedTuple):
    suit: int
    workers: int
    rainbow_workers: int
    coins: int
    rainbow_coins: int

    @property
    def worker_icons(self) -> int:
        return self.workers + self.rainbow_workers  # DRAW-3

    @property
    def has_coins(self) -> bool:
        return self.coins + self.rainbow_coins > 0


class Project(NamedTuple):
    """What a project counts (END-3): a district's or a type's renewed buildings, or the
    values of specialists; and the points for each of them."""

    points: int
    district: str = ""
    building: int | None = None
    specialists: tuple[int, ...] = ()


def _tiles(components: dict[str, Any]) -> list[Tile]:
    types: list[str] = components["types"]
    return [
        Tile(types.index(name), face["workers"], face["points"], face.get("card", False))
        for group in components["tiles"]
        for name in group["types"]
        for face in group["faces"]
        for _ in range(face.get("count", 1))
    ]


def _cards(components: dict[str, Any], suits: Iterable[int]) -> list[Card]:
    icons = Card._fields[1:]
    faces = [[face.get(icon, 0) for icon in icons] for face in components["cards"]]
    return [Card(suit, *face) for suit in suits for face in faces]


def _deck(components: dict[str, Any], suits: Iterable[int]) -> list[int]:
    counts = [face.get("count", 1) for _ in suits for face in components["cards"]]
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _projects(points: dict[str, int], suits: Iterable[int]) -> list[Project]:
    return [
        *(Project(points["neighbourhood"], district=name) for name in DISTRICTS),
        *(Project(points["building"], building=suit) for suit in suits),
        *(Project(points["single"], specialists=(suit,)) for suit in suits),
        *(Project(points["pair"], specialists=pair) for pair in combinations(suits, 2)),
    ]


def _neighbours(space: int) -> tuple[int, ...]:
    row, column = divmod(space, SIDE)
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * SIDE + c for r, c in steps if 0 <= r < SIDE and 0 <= c < SIDE)


_COMPONENTS = tomllib.loads(COMPONENTS.read_text("utf-8"))
RESIDENTIAL = len(_COMPONENTS["types"]) - 1
SUITS = range(RESIDENTIAL)  # a suit is also its building type and its specialist
TILES = _tiles(_COMPONENTS)  # TILES-1
CARDS = _cards(_COMPONENTS, SUITS)  # each kind once
DECK = _deck(_COMPONENTS, SUITS)  # CARDS-1, kinds in rising order
PROJECTS = _projects(_COMPONENTS["projects"], SUITS)
CARD_ICONS: list[int] = _COMPONENTS["track"]["card_icons"]

assert not any(card.workers and card.rainbow_workers for card in CARDS)  # `Payment` relies on it

# What a card of a kind gives in a colour, its rainbow icons included (RENEW-2, HIRE-3).
WORKERS = [[c.workers * (c.suit == suit) + c.rainbow_workers for c in CARDS] for suit in SUITS]
COINS = [[c.coins * (c.suit == suit) + c.rainbow_coins for c in CARDS] for suit in SUITS]

NEIGHBOURS = [_neighbours(space) for space in SPACES]
CENTRE_SPACES = [space for space in SPACES if MAP[space] == CENTRE]
OTHER_SPACES = [space for space in SPACES if MAP[space] != CENTRE]
SPACES_OF = {name: {space for space in SPACES if MAP[space] == name} for name in DISTRICTS}


# A card named in a payment: minus what it gives, where it comes from, its kind. Payments are
# named in rising order of these (RENEW-5).
Named = tuple[int, int, int]


@dataclasses.dataclass
class Payment:
    """A renewal or a hire that is being paid for."""

    hires: bool
    goal: int  # the space, or the specialist
    need: int  # workers or coins still missing
    colours: tuple[int, ...]  # several only for residential, until a card fixes one
    named: list[Named] = dataclasses.field(default_factory=list)

    def copy(self) -> Payment:
        return dataclasses.replace(self, named=list(self.named))

    def gives(self, kind: int, colour: int) -> int:
        return (COINS if self.hires else WORKERS)[colour][kind]

    def name(self, source: int, kind: int) -> None:
        if len(self.colours) > 1 and source == HAND and CARDS[kind].workers:
            self.colours = (CARDS[kind].suit,)  # RENEW-3
        worth = 1 if source == SUBSIDY else self.gives(kind, self.colours[0])
        self.named.append((-worth, source, kind))
        self.need -= worth

    def cards(self) -> list[int]:
        return [kind for _, source, kind in self.named if source != SUBSIDY]


def pay_text(source: int, kind: int) -> str:
    return {HAND: f"pay {kind}", TABLE: f"pay {kind} table", SUBSIDY: "pay subsidy"}[source]


def take_away(cards: Counter[int], kind: int) -> None:
    cards[kind] -= 1
    if not cards[kind]:
        del cards[kind]


class Urbania:
    """A position and what may be done in it.

    A card named for a payment leaves the hand or the table at once and lies in `payment`
    until that is complete. An action counts among `actions_left` until it is complete.
    """

    def __init__(
        self, seats: int, seed: int, subsidy: bool = False, italian_politics: bool = False
    ) -> None:
        assert subsidy or not italian_politics
        self.seats = seats
        self.italian_politics = italian_politics
        self.chance = Chance(seed)
        self.start_player = self.chance.below(seats)  # SETUP-4
        self._lay_tiles()
        self._deal_resources()
        self.project_pile = list(range(len(PROJECTS)))
        self.chance.shuffle(self.project_pile)
        self.project_hands: list[set[int]] = [set() for _ in range(seats)]
        self.submitted: list[list[int]] = [[] for _ in range(seats)]
        self.specialist_markers = [1 for _ in SUITS]  # TRACK-1
        self.holders: list[int | None] = [None for _ in SUITS]
        self.points = [0] * seats  # without projects
        self.project_points = [0] * seats  # once the game has ended
        self.contract = [subsidy] * seats  # SUBSIDY-1
        self.to_move: int | None = self.start_player
        self.actions_left = 2  # TURN-1
        self.acted = False  # this turn
        self.to_draw = 0  # cards of the action or the icon that is being carried out
        self.from_icon = False
        self.swept = False  # since the last card
        self.payment: Payment | None = None
        self.lost_turns = 0  # in a row
        self.end_turns_left: int | None = None

    def _lay_tiles(self) -> None:
        """SETUP-1, SETUP-2."""
        order = list(range(len(TILES)))
        self.chance.shuffle(order)
        self.tiles = [0 for _ in SPACES]
        for space, tile in zip(CENTRE_SPACES + OTHER_SPACES, order, strict=True):
            self.tiles[space] = tile
        self.renewed = set(CENTRE_SPACES)
        centre = Counter(TILES[self.tiles[space]].type for space in CENTRE_SPACES)
        self.building_markers = [centre[suit] for suit in SUITS]

    def _deal_resources(self) -> None:
        """SETUP-3."""
        self.pile = list(DECK)
        self.chance.shuffle(self.pile)
        self.discards: Counter[int] = Counter()
        self.hands: list[Counter[int]] = [Counter() for _ in range(self.seats)]
        self.tables: list[Counter[int]] = [Counter() for _ in range(self.seats)]
        for step in range(self.seats):
            hand = self.hands[(self.start_player + step) % self.seats]
            hand.update(self._top_card() for _ in range(HAND_AT_START))
        self.pool: list[int | None] = [None for _ in POOL]
        self._fill_pool()

    def copy(self) -> Urbania:
        twin = copy.copy(self)
        twin.chance = copy.copy(self.chance)
        twin.tiles = list(self.tiles)
        twin.renewed = set(self.renewed)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.tables = [table.copy() for table in self.tables]
        twin.pool = list(self.pool)
        twin.pile = list(self.pile)
        twin.discards = self.discards.copy()
        twin.project_pile = list(self.project_pile)
        twin.project_hands = [set(hand) for hand in self.project_hands]
        twin.submitted = [list(projects) for projects in self.submitted]
        twin.building_markers = list(self.building_markers)
        twin.specialist_markers = list(self.specialist_markers)
        twin.holders = list(self.holders)
        twin.points = list(self.points)
        twin.project_points = list(self.project_points)
        twin.contract = list(self.contract)
        twin.payment = self.payment.copy() if self.payment else None
        return twin

    @property
    def player(self) -> int:
        """The seat whose turn it is."""
        assert self.to_move is not None
        return self.to_move

    # What may be decided

    def decisions(self) -> list[str]:
        if self.to_move is None:
            return []
        if self.payment:
            return self._payments(self.payment)
        if self.from_icon:
            return [*self._draws(), "decline"]  # DRAW-6
        draws = [*self._draws(), *(["sweep"] if self.may_sweep() else [])]
        if self.to_draw:
            return draws
        return [
            *draws,
            *("renew {} {}".format(*divmod(space, SIDE)) for space in self._renewals()),
            *(f"hire {specialist}" for specialist in self._hires()),
            *(f"submit {project}" for project in self._submissions()),
        ]

    def can_act(self) -> bool:
        """TURN-2."""
        return (
            self.a_source_is_open()
            or any(True for _ in self._renewals())
            or any(True for _ in self._hires())
            or bool(self._submissions())
        )

    def a_source_is_open(self) -> bool:
        """DRAW-5."""
        return bool(self.project_pile or self.pile) or any(c is not None for c in self.pool)

    def _draws(self) -> list[str]:
        """DRAW-1."""
        return [
            *(["project"] if self.project_pile else []),
            *(["pile"] if self.pile else []),
            *(f"pool {place + 1}" for place in POOL if self.pool[place] is not None),
        ]

    def may_sweep(self) -> bool:
        """DRAW-2, DRAW-3. The swept cards are dealt again if no others are left: there
        always is a card to draw afterwards."""
        shown = [CARDS[kind].worker_icons for kind in self.pool if kind is not None]
        whole = len(shown) == len(POOL)
        return whole and not self.swept and sum(shown) <= MOST_ICONS_TO_SWEEP

    def _renewals(self) -> Iterator[int]:
        """Undeveloped buildings that touch a renewed one and can be paid for (RENEW-1)."""
        workers = self.workers(self.player)
        most_workers = max(workers)  # RENEW-3: of one single colour
        for space in SPACES:
            if space in self.renewed or self.renewed.isdisjoint(NEIGHBOURS[space]):
                continue
            tile = TILES[self.tiles[space]]
            given = most_workers if tile.type == RESIDENTIAL else workers[tile.type]
            if self.suffices(given, tile.workers):
                yield space

    def _hires(self) -> Iterator[int]:
        """Specialists that can be hired and paid for (HIRE-1, HIRE-2, TRACK-2)."""
        coins = self.coins(self.player)
        for specialist, value in enumerate(self.specialist_markers):
            open_to_hire = self.holders[specialist] != self.player and value < LAST_VALUE
            if open_to_hire and self.suffices(coins[specialist], value):
                yield specialist

    def _submissions(self) -> list[int]:
        """SUBMIT-1."""
        full = len(self.submitted[self.player]) == MOST_SUBMITTED
        return [] if full else sorted(self.project_hands[self.player])

    def workers(self, seat: int) -> list[int]:
        """All workers in the hand, for each colour; cards on the table give none (RENEW-2)."""
        own, rainbow = [0 for _ in SUITS], 0
        for kind, number in self.hands[seat].items():
            card = CARDS[kind]
            own[card.suit] += number * card.workers
            rainbow += number * card.rainbow_workers
        return [workers + rainbow for workers in own]

    def coins(self, seat: int) -> list[int]:
        """All coins in the hand and on the table, for each colour (HIRE-3)."""
        own, rainbow = [0 for _ in SUITS], 0
        for cards in (self.hands[seat], self.tables[seat]):
            for kind, number in cards.items():
                card = CARDS[kind]
                own[card.suit] += number * card.coins
                rainbow += number * card.rainbow_coins
        return [coins + rainbow for coins in own]

    def suffices(self, given: int, need: int) -> bool:
        """Whether cards that give this much pay for it, with the contract if necessary."""
        if self.contract[self.player] and given:  # SUBSIDY-1: a card beside it
            given += 1
        return given >= need

    def _payments(self, payment: Payment) -> list[str]:
        """What may be named next: no more than was named last, and only if it can complete
        the payment together with what may come after it (RENEW-5)."""
        last = payment.named[-1:]
        texts: dict[str, None] = {}  # a rainbow worker may serve in several colours
        for colour in payment.colours:
            left = 0
            for minus_worth, source, kind, number in sorted(self._purse(payment, colour))[::-1]:
                if last and (minus_worth, source, kind) < last[0]:
                    break
                left -= minus_worth * number
                if left >= payment.need and (last or source != SUBSIDY):  # SUBSIDY-1
                    texts[pay_text(source, kind)] = None
        return list(texts)

    def _purse(self, payment: Payment, colour: int) -> list[tuple[int, int, int, int]]:
        """All that may be named in this colour, with how many there are of each."""
        piles = [(HAND, self.hands[self.player])]
        if payment.hires:
            piles.append((TABLE, self.tables[self.player]))
        purse = [
            (-payment.gives(kind, colour), source, kind, number)
            for source, cards in piles
            for kind, number in cards.items()
            if payment.gives(kind, colour)
        ]
        return [*purse, (-1, SUBSIDY, 0, 1)] if self.contract[self.player] else purse

    # Turns

    def play(self, decision: str) -> None:
        word, *rest = decision.split()
        match word:
            case "project" | "pile" | "pool":
                self._draw(word, *rest)
            case "sweep":
                self._sweep()
            case "decline":
                self._end_action()
            case "renew":
                self._begin_renewal(int(rest[0]) * SIDE + int(rest[1]))
            case "hire":
                self._begin_hire(int(rest[0]))
            case "pay":
                self._pay(*rest)
            case "submit":
                self._submit(int(rest[0]))

    def _end_action(self) -> None:
        self.acted = True
        self.to_draw = 0
        self.from_icon = self.swept = False
        self.actions_left -= 1
        while self.to_move is not None:
            if not self.actions_left:
                self._end_turn()
            elif self.can_act():
                break
            else:
                self.actions_left -= 1  # lost (TURN-2)

    def _end_turn(self) -> None:
        for specialist, holder in enumerate(self.holders):
            if holder == self.player:  # SPECIALIST-1
                self.points[self.player] += self.building_markers[specialist]
        self.lost_turns = 0 if self.acted else self.lost_turns + 1
        if self.end_turns_left is not None:
            self.end_turns_left -= 1
        if self.end_turns_left == 0 or self.lost_turns == self.seats:  # END-2, END-5
            self._end_game()
        else:
            self.to_move = (self.player + 1) % self.seats  # SETUP-4
            self.actions_left = 2
            self.acted = False

    def _check_for_the_end_phase(self) -> None:
        """END-1, END-2."""
        high = sum(value >= HIGH_VALUE for value in self.specialist_markers)
        if self.end_turns_left is None and (
            high >= MANY_SPECIALISTS
            or any(len(spaces - self.renewed) <= FEW_UNDEVELOPED for spaces in SPACES_OF.values())
        ):
            played = (self.player - self.start_player) % self.seats  # turns of this round
            self.end_turns_left = self.seats - played + self.seats

    # Draw

    def _begin_draw(self) -> None:
        """A draw action is two cards; a card from an icon begins nothing."""
        if not self.to_draw:
            self.to_draw = 2

    def _draw(self, source: str, place: str = "") -> None:
        """DRAW-1, DRAW-6."""
        self._begin_draw()
        if source == "project":
            self.project_hands[self.player].add(self.project_pile.pop())
        elif source == "pile":
            self.hands[self.player][self._top_card()] += 1
        else:
            self._take_from_pool(int(place) - 1)
        self.to_draw -= 1
        self.swept = False
        if not self.to_draw or not self.a_source_is_open():  # DRAW-5
            self._end_action()

    def _take_from_pool(self, place: int) -> None:
        kind = self.pool[place]
        assert kind is not None
        self.hands[self.player][kind] += 1
        self.pool[place] = None
        self._fill_pool()

    def _sweep(self) -> None:
        """DRAW-2, DRAW-3."""
        self._begin_draw()
        self.swept = True
        swept = [kind for kind in self.pool if kind is not None]
        self.pool = [None for _ in POOL]
        self._discard(swept)

    def _top_card(self) -> int:
        kind = self.pile.pop()
        self._rebuild_empty_pile()
        return kind

    def _rebuild_empty_pile(self) -> None:
        """DRAW-4."""
        if not self.pile and self.discards:
            self.pile = sorted(self.discards.elements())
            self.discards.clear()
            self.chance.shuffle(self.pile)

    def _discard(self, kinds: Iterable[int]) -> None:
        """Discard cards together; they may open an empty pile again (DRAW-4, DRAW-5)."""
        self.discards.update(kinds)
        self._rebuild_empty_pile()
        self._fill_pool()

    def _fill_pool(self) -> None:
        for place in POOL:
            if self.pool[place] is None and self.pile:
                self.pool[place] = self._top_card()

    def _draw_from_icon(self) -> None:
        """RENEW-8, HIRE-4, DRAW-6."""
        if self.a_source_is_open():
            self.to_draw = 1
            self.from_icon = True
        else:
            self._end_action()

    # Renew, hire

    def _begin_renewal(self, space: int) -> None:
        tile = TILES[self.tiles[space]]
        colours = tuple(SUITS) if tile.type == RESIDENTIAL else (tile.type,)
        self.payment = Payment(False, space, tile.workers, colours)

    def _begin_hire(self, specialist: int) -> None:
        value = self.specialist_markers[specialist]
        self.payment = Payment(True, specialist, value, (specialist,))

    def _pay(self, card: str, table: str = "") -> None:
        """`card` is a kind or "subsidy"."""
        payment = self.payment
        assert payment is not None
        if card == "subsidy":
            self.contract[self.player] = False  # SUBSIDY-1, SUBSIDY-2
            payment.name(SUBSIDY, 0)
        else:
            kind = int(card)
            take_away((self.tables if table else self.hands)[self.player], kind)
            payment.name(TABLE if table else HAND, kind)
        if payment.need <= 0:  # RENEW-4, RENEW-5
            self.payment = None
            if payment.hires:
                self._hire(payment.goal, payment.cards())
            else:
                self._renew(payment.goal, payment.cards())

    def _renew(self, space: int, paid: list[int]) -> None:
        tile = TILES[self.tiles[space]]
        self.points[self.player] += tile.points  # RENEW-6
        if tile.type != RESIDENTIAL:
            self.building_markers[tile.type] += 1
        self.renewed.add(space)
        self._check_for_the_end_phase()
        self.tables[self.player].update(kind for kind in paid if CARDS[kind].has_coins)  # RENEW-7
        self._discard(kind for kind in paid if not CARDS[kind].has_coins)
        if tile.card:
            self._draw_from_icon()
        else:
            self._end_action()

    def _hire(self, specialist: int, paid: list[int]) -> None:
        self._discard(paid)  # HIRE-3
        former = self.holders[specialist]
        if former is not None and self.italian_politics:
            self.contract[former] = True  # SUBSIDY-2
        self.holders[specialist] = self.player  # HIRE-4
        self.specialist_markers[specialist] += 1
        self._check_for_the_end_phase()
        if self.specialist_markers[specialist] in CARD_ICONS:
            self._draw_from_icon()
        else:
            self._end_action()

    # Submit

    def _submit(self, project: int) -> None:
        """SUBMIT-1, SUBMIT-2."""
        self.project_hands[self.player].remove(project)
        self.submitted[self.player] = sorted([*self.submitted[self.player], project])
        self.points[self.player] -= self.points[self.player] // 10
        self._end_action()

    # The end

    def _end_game(self) -> None:
        self.project_points = [sum(map(self.worth, projects)) for projects in self.submitted]
        self.to_move = None

    def worth(self, project: int) -> int:
        """END-3."""
        points, district, building, specialists = PROJECTS[project]
        if district:
            return points * len(SPACES_OF[district] & self.renewed)
        if building is not None:
            return points * self.building_markers[building]
        return points * sum(self.specialist_markers[specialist] for specialist in specialists)

    def scores(self) -> list[int]:
        return [own + more for own, more in zip(self.points, self.project_points, strict=True)]

    def places(self) -> list[int]:
        """Return each seat's place; 1 is first, and equal seats share a place (END-4, END-6)."""
        results = list(zip(self.scores(), self.project_points, strict=True))
        return [1 + sum(better > own for better in results) for own in results]


def playout(game: Urbania, rng: random.Random) -> int:
    """Play uniformly random decisions to the end; return how many."""
    decisions = 0
    while game.to_move is not None:
        game.play(rng.choice(game.decisions()))
        decisions += 1
    return decisions
