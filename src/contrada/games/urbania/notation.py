"""How Urbania is written: turns as a log that people can read, and a one-line text for positions.

Turns: two actions with a semicolon between them. `draw project, pool 3 [red 2+$1]` draws from the
project pile and from place 3 of the pool; `pile` is the resource pile, `sweep` deals a new pool.
`renew E4 hospital [red 2+$1, pink R+$1] +4` renews a building, with the cards that pay and the
points; `hire Banker from 2 [gray $3]` hires at that value, `table` marks a card from the table,
`subsidy` the contract. `submit Doctor -2` submits a project, with its fee. After an action a card
icon adds `, draw pile` or `, no card`. Cards: workers, `R` a rainbow one, coins `$2`, rainbow
coins `R$1`.

Positions: see docs/notation/urbania.md; every part of the table has its place on the line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from contrada.errors import NotationError, quoted
from contrada.games.plain import plain
from contrada.games.texts import (
    Grammar,
    check_setting,
    check_written,
    fields,
    one_of,
    random_word,
    read_number,
    split,
)
from contrada.games.urbania import rules
from contrada.games.urbania.components import (
    BUILDING,
    DISTRICTS,
    NEIGHBOURHOOD,
    PAIR,
    Card,
    Project,
)
from contrada.kernel.operations import State
from contrada.kernel.sets import members

TYPES = rules.COMPONENTS.types
COLOURS = rules.COMPONENTS.colours
SPECIALISTS = rules.COMPONENTS.specialists
COLUMNS, ROWS = "ABCDEFG", "1234567"
LETTERS = "fbhcspr"  # of the types in a position: business is c, as in commerce
DIGITS = "0123456789abcdefghijk"  # of a tile's points
NOTHING = "-"
NO_CARD = "no card"
CONTRACTS = ("used", "active")
VARIANTS = ("plain", "subsidy", "italian_politics")

separator = "|"
implied: frozenset[int] = frozenset()


def space_name(space: int) -> str:
    """Write a space: 0 is A1 in the north-west, 6 is G1, 48 is G7."""
    row, column = divmod(int(space), 7)
    return COLUMNS[column] + ROWS[row]


def read_space(name: str) -> int:
    """Read a space that is known to be written as one."""
    return ROWS.index(name[1]) * 7 + COLUMNS.index(name[0])


def face_text(card: Card) -> str:
    """Write what a card shows: `2+$1`, `R+$1`, `1+R$1`, `3`, `$3`."""
    rainbow = f"{card.rainbow_workers if card.rainbow_workers > 1 else ''}R"
    signs = (
        (card.workers, str(card.workers)),
        (card.rainbow_workers, rainbow),
        (card.coins, f"${card.coins}"),
        (card.rainbow_coins, f"R${card.rainbow_coins}"),
    )
    return "+".join(sign for count, sign in signs if count)


def project_name(project: Project) -> str:
    """Name a project by what it looks at."""
    if project.kind == NEIGHBOURHOOD:
        return DISTRICTS[project.first]
    if project.kind == BUILDING:
        return TYPES[project.first]
    if project.kind == PAIR:
        return f"{SPECIALISTS[project.first]} + {SPECIALISTS[project.second]}"
    return SPECIALISTS[project.first]


def _project_code(project: Project) -> str:
    """Write a project in a position: NW, f a building type, F a specialist, FB a pair."""
    if project.kind == NEIGHBOURHOOD:
        return DISTRICTS[project.first]
    if project.kind == BUILDING:
        return LETTERS[project.first]
    if project.kind == PAIR:
        return (LETTERS[project.first] + LETTERS[project.second]).upper()
    return LETTERS[project.first].upper()


CARDS = tuple(f"{COLOURS[card.suit]} {face_text(card)}" for card in rules.COMPONENTS.cards)
PROJECTS = tuple(map(project_name, rules.COMPONENTS.projects))
CARD_CODES = tuple(LETTERS[card.suit] + face_text(card) for card in rules.COMPONENTS.cards)
PROJECT_CODES = tuple(map(_project_code, rules.COMPONENTS.projects))
TILE_CODES = tuple(
    f"{LETTERS[tile.type]}{tile.workers}{DIGITS[tile.points]}{'+' if tile.card else ''}"
    for tile in rules.TILE_KINDS
)


# --- Turns ---------------------------------------------------------------------------------------


def decision_text(state: State, decision: int) -> str:
    """Write one decision."""
    if decision <= rules.SWEEP:
        drawn = _source_text(state, decision)
        return drawn if state.due == rules.DRAWING else f"draw {drawn}"
    if decision == rules.DECLINE:
        return NO_CARD
    if decision < rules.HIRE:
        space = decision - int(rules.RENEW)
        return f"renew {space_name(space)} {type_at(state, space)}"
    if decision < rules.SUBMIT:
        specialist = decision - int(rules.HIRE)
        return f"hire {SPECIALISTS[specialist]} from {state.specialists[specialist]}"
    if decision < rules.PAY:
        return f"submit {PROJECTS[decision - int(rules.SUBMIT)]}{_fee_text(state)}"
    if decision == rules.PAY_SUBSIDY:
        return "subsidy"
    source, kind = divmod(decision - int(rules.PAY), rules.KINDS)
    return f"table {CARDS[kind]}" if source == rules.FROM_TABLE else CARDS[kind]


def type_at(state: State, space: int) -> str:
    """Name the type of the building on a space."""
    return TYPES[int(rules.TILE_TYPE[state.tiles[space]])]


def _source_text(state: State, decision: int) -> str:
    if decision == rules.SWEEP:
        return "sweep"
    if decision < rules.DRAW_POOL:
        return ("project", "pile")[decision]
    place = decision - int(rules.DRAW_POOL)
    kind = int(state.pool[place])
    return f"pool {place + 1} [{NOTHING if kind == rules.NOTHING else CARDS[kind]}]"


def _fee_text(state: State) -> str:
    """Write what submitting costs the seat to move (URBANIA-SUBMIT-2)."""
    fee = 0 if state.to_move == rules.NOBODY else int(state.points[state.to_move]) // 10
    return f" -{fee}" if fee else ""


def turn_text(state: State, decisions: Sequence[int]) -> str:
    """Write the decisions of a turn, or of its beginning or rest."""
    return GRAMMAR.write(state, decisions)


def turn_as_seen(state: State, decisions: Sequence[int], seat: int | None) -> str:
    """Write a turn as a seat sees it: which project another submits is not to be seen."""
    own = bool(state.to_move == seat)
    return "".join(GRAMMAR.parts(state, decisions, decision_text if own else _public_text))


def _public_text(state: State, decision: int) -> str:
    if rules.SUBMIT <= decision < rules.PAY:
        return f"submit a project{_fee_text(state)}"
    return decision_text(state, decision)


def _opening(state: State, first: bool) -> str:
    """Return what stands between a decision and the one before it, or before the first."""
    if state.due in (rules.RENEWING, rules.HIRING) and state.paid_worth == 0:
        return "[" if first else " ["
    if first:
        return ""
    return "; " if state.due == rules.ACTION else ", "


def _closing(state: State, decision: int, _after: State) -> str:
    """Return what stands after the card that completes a payment: the points of a building."""
    coins = bool(state.due == rules.HIRING)
    if decision < rules.PAY or not (coins or state.due == rules.RENEWING):
        return ""
    value = 1
    if decision != rules.PAY_SUBSIDY:
        kind = (decision - int(rules.PAY)) % rules.KINDS
        value = rules.worth(kind, int(state.colour), coins)
    target = int(state.target)
    if state.paid_worth + value < rules.price(state, target, coins):
        return ""
    return "]" if coins else f"] +{rules.TILE_POINTS[state.tiles[target]]}"


def turn_squares(state: State, decisions: Sequence[int]) -> list[str]:
    """Name the spaces whose building a turn renews."""
    if state.due == rules.RENEWING:  # a turn whose beginning is not known
        return [space_name(state.target)]
    spaces = [d - int(rules.RENEW) for d in decisions if rules.RENEW <= d < rules.HIRE]
    return [space_name(space) for space in spaces]


# --- Reading turns -------------------------------------------------------------------------------


_TOKEN = re.compile(
    rf"(?:draw )?(?P<source>project|pile|sweep|pool (?P<place>[1-5]) \[[^\]]*\])"
    rf"|(?P<decline>{NO_CARD})"
    rf"|renew (?P<space>[A-G][1-7]) (?:{one_of(TYPES)})"
    rf"|hire (?P<specialist>{one_of(SPECIALISTS)}) from \d"
    rf"|submit (?P<project>{one_of(PROJECTS)})(?: -\d+)?"
    rf"|(?P<table>table )?(?P<card>{one_of(CARDS)})"
    rf"|(?P<subsidy>subsidy)"
)


def read_turn(state: State, text: str) -> list[int]:
    """Read a decision or a turn."""
    return GRAMMAR.read(state, text)


def _decision(_state: State, found: re.Match[str]) -> int:
    """Return the number of a decision."""
    if found["place"]:
        return int(rules.DRAW_POOL) + int(found["place"]) - 1
    if found["source"]:
        source = {"project": rules.DRAW_PROJECT, "pile": rules.DRAW_PILE, "sweep": rules.SWEEP}
        return int(source[found["source"]])
    if found["space"]:
        return int(rules.RENEW) + read_space(found["space"])
    if found["specialist"]:
        return int(rules.HIRE) + SPECIALISTS.index(found["specialist"])
    if found["project"]:
        return int(rules.SUBMIT) + PROJECTS.index(found["project"])
    if found["card"]:
        start = rules.PAY_TABLE if found["table"] else rules.PAY
        return int(start) + CARDS.index(found["card"])
    return int(rules.PAY_SUBSIDY if found["subsidy"] else rules.DECLINE)


GRAMMAR = Grammar(
    title="Urbania",
    example="for instance draw pile, project; renew B2 park [green 3] +3",
    rules=rules,
    token=_TOKEN,
    ends=re.compile(r"$|[,;\]]| \["),
    number=_decision,
    text=decision_text,
    opening=_opening,
    closing=_closing,
)


# --- Writing positions ---------------------------------------------------------------------------


def position_text(state: State) -> str:
    """Write a position on one line, with everything that is hidden."""
    state = plain(state)
    seats = range(state.seats)
    return _text(
        state,
        hands=[_hand_text(state, seat) for seat in seats],
        projects=[_projects_text(state.project_hands[seat]) for seat in seats],
        submitted=[_projects_text(state.submitted[seat]) for seat in seats],
        pile=_codes(CARD_CODES, state.pile[: state.pile_size][::-1]),
        project_pile=_codes(PROJECT_CODES, state.project_pile[: state.project_pile_size][::-1]),
        random=f"{state.random[0]:016x}",
    )


def view_text(state: State, seat: int | None) -> str:
    """Write what a seat, or everyone, may know of a plain state; `?3` are three unknown cards."""
    seats = range(state.seats)
    over = state.due == rules.OVER
    return _text(
        state,
        hands=[_hand_text(state, s) if s == seat else _known_text(state, s) for s in seats],
        projects=[_seen(state.project_hands[s], seen=s == seat) for s in seats],
        submitted=[_seen(state.submitted[s], seen=s == seat or over) for s in seats],
        pile=_unknown(state.pile_size),
        project_pile=_unknown(state.project_pile_size),
        random="?",
    )


def _text(
    state: State,
    *,
    hands: list[str],
    projects: list[str],
    submitted: list[str],
    pile: str,
    project_pile: str,
    random: str,
) -> str:
    seats = range(state.seats)
    return " ".join(
        (
            _board_text(state),
            str(state.seats),
            str(state.starter),
            NOTHING if state.to_move == rules.NOBODY else str(state.to_move),
            _due_text(state),
            f"{state.end_turns}/{state.idle_turns}",
            "/".join(_specialist_text(state, each) for each in range(rules.SUITS)),
            "/".join(_points_text(state, seat) for seat in seats),
            "/".join(CONTRACTS[state.contracts[seat]] for seat in seats)
            if state.subsidy
            else NOTHING,
            "/".join(hands),
            "/".join(projects),
            "/".join(submitted),
            "/".join(_cards_text(state.tables[seat]) for seat in seats),
            "/".join(NOTHING if kind < 0 else CARD_CODES[kind] for kind in state.pool),
            pile,
            project_pile,
            _cards_text(state.discards),
            random,
            VARIANTS[state.subsidy + state.politics],
        )
    )


def _board_text(state: State) -> str:
    cells = [
        TILE_CODES[tile].capitalize() if is_renewed(state, space) else TILE_CODES[tile]
        for space, tile in enumerate(state.tiles)
    ]
    return "/".join("".join(cells[row * 7 : row * 7 + 7]) for row in range(7))


def is_renewed(state: State, space: int) -> bool:
    """Whether the building on a space is renewed."""
    return bool(int(state.renewed[space // 64]) >> space % 64 & 1)


def _due_text(state: State) -> str:
    left = str(state.actions_left)
    if state.due == rules.OVER:
        return NOTHING
    if state.due == rules.DRAWING:
        return f"{left}:draw{state.cards_due}{'s' if state.swept else ''}"
    if state.due == rules.CARD:
        return f"{left}:card"
    if state.due == rules.RENEWING:
        return f"{left}:{space_name(state.target)}[{_payment_text(state)}]"
    if state.due == rules.HIRING:
        return f"{left}:{LETTERS[state.target].upper()}[{_payment_text(state)}]"
    return left


def payment(state: State) -> list[tuple[int, int]]:
    """Return source and kind of the cards of the payment under way, in the order they were paid."""
    coins, colour = bool(state.due == rules.HIRING), int(state.colour)
    paid = [
        (source, kind)
        for source in (int(rules.FROM_HAND), int(rules.FROM_TABLE))
        for kind in range(rules.KINDS)
        for _ in range(state.paid[source][kind])
    ]
    return sorted(
        paid, key=lambda card: rules.rank(card[0], card[1], rules.worth(card[1], colour, coins))
    )


def _payment_text(state: State) -> str:
    marks = ("", "@")
    return ",".join(marks[source] + CARD_CODES[kind] for source, kind in payment(state))


def _specialist_text(state: State, specialist: int) -> str:
    holder = state.holders[specialist]
    return f"{state.specialists[specialist]}{NOTHING if holder == rules.NOBODY else holder}"


def _points_text(state: State, seat: int) -> str:
    """Write points from buildings, specialists, fees, and projects in the end: 12+8-1(20)."""
    specialists, fees = int(state.from_specialists[seat]), int(state.fees[seat])
    points = f"{state.from_buildings[seat]}"
    points += f"+{specialists}" if specialists else ""
    points += f"-{fees}" if fees else ""
    return f"{points}({state.from_projects[seat]})" if state.due == rules.OVER else points


def _codes(codes: Sequence[str], items: Iterable[int]) -> str:
    return ",".join(codes[item] for item in items) or NOTHING


def _cards_text(counts: Sequence[int]) -> str:
    return _codes(CARD_CODES, elements(counts))


def _hand_text(state: State, seat: int) -> str:
    """Write a hand; `!` marks a card that all saw being taken."""
    cards = [
        CARD_CODES[kind] + ("!" if number < known else "")
        for kind, (held, known) in enumerate(zip(state.hands[seat], state.known[seat], strict=True))
        for number in range(held)
    ]
    return ",".join(cards) or NOTHING


def _known_text(state: State, seat: int) -> str:
    hidden = sum(state.hands[seat]) - sum(state.known[seat])
    known = [f"{CARD_CODES[kind]}!" for kind in elements(state.known[seat])]
    return ",".join([*known, *([f"?{hidden}"] if hidden else [])]) or NOTHING


def elements(counts: Sequence[int]) -> list[int]:
    """Return each kind as many times as it is counted."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _projects_text(word: int) -> str:
    return _codes(PROJECT_CODES, members(word))


def _seen(word: int, *, seen: bool) -> str:
    return _projects_text(word) if seen else _unknown(len(members(word)))


def _unknown(size: int) -> str:
    return f"?{size}" if size else NOTHING


# --- Reading positions ---------------------------------------------------------------------------

_PARTS = (
    "board",
    "seats",
    "start seat",
    "seat to move",
    "what is due",
    "turns to the end and idle turns",
    "specialists",
    "points",
    "contracts",
    "hands",
    "projects",
    "submitted projects",
    "cards on the table",
    "pool",
    "resource pile",
    "project pile",
    "discards",
    "random number",
    "variant",
)
_TILE = re.compile(r"[A-Za-z][1-9][0-9a-k]\+?")
_POINTS = re.compile(
    r"(?P<own>\d{1,4})(?:\+(?P<specialists>\d{1,4}))?(?:-(?P<fees>\d{1,4}))?"
    r"(?:\((?P<projects>\d{1,4})\))?",
    re.ASCII,
)
_DUE = re.compile(
    r"(?P<left>[12])"
    r"(?::(?:draw(?P<cards>[12])(?P<swept>s?)|(?P<card>card)|(?P<target>[A-Z][1-7]?)\[(?P<paid>.*)\]))?"
)


def position_seats(text: str) -> int | None:
    """Return for how many seats a position's text says it is."""
    found = re.match(r"\S+ ([2-5]) ", text)
    return int(found[1]) if found else None


def read_position(state: State, text: str) -> None:
    """Read a position into a state that has been set up with the wanted seats and options."""
    part = fields(text, _PARTS, "Urbania")
    check_setting(
        (part["seats"], part["variant"]),
        (str(state.seats), VARIANTS[state.subsidy + state.politics]),
    )
    _read_board(state, part["board"])
    _read_specialists(state, part["specialists"])
    _read_contracts(state, part["contracts"])
    _read_cards(state, part)
    _read_projects(state, part)
    state.random[0] = random_word(part["random number"])
    _read_course(state, part)
    check_written(position_text(state), text)


def _read_board(state: State, board: str) -> None:
    rows = [_TILE.findall(row) for row in split(board, 7, "the rows of the board")]
    if "/".join(map("".join, rows)) != board or any(len(row) != 7 for row in rows):
        raise NotationError(
            f"a row of the board is seven tiles such as f23 or H34+: {quoted(board)}"
        )
    renewed = 0
    for space, code in enumerate(code for row in rows for code in row):
        if code.lower() not in TILE_CODES:
            raise NotationError(f"there is no tile {code!r}, as on {space_name(space)}")
        state.tiles[space] = TILE_CODES.index(code.lower())
        renewed |= code[0].isupper() << space
    if Counter(state.tiles.tolist()) != Counter(rules.TILES.tolist()):
        raise NotationError("the board must have each of the 49 tiles once")
    _check_renewed(renewed)
    state.renewed[0], state.renewed[1] = renewed, 0
    types = [rules.TILE_TYPE[tile] for tile in state.tiles]
    for kind in range(rules.SUITS):
        state.buildings[kind] = sum(
            here == kind and is_renewed(state, space) for space, here in enumerate(types)
        )


def _check_renewed(renewed: int) -> None:
    """Renewal starts in the centre, which is renewed, and goes on from neighbour to neighbour."""
    reached = sum(1 << space for space in range(49) if rules.DISTRICT[space] == rules.CENTRE)
    if reached & ~renewed:
        raise NotationError("the five tiles of the centre are renewed in every position")
    west, east = (sum(1 << space for space in range(49) if space % 7 == side) for side in (0, 6))
    while True:
        touching = (reached & ~west) >> 1 | (reached & ~east) << 1 | reached >> 7 | reached << 7
        grown = reached | touching & renewed
        if grown == reached:
            break
        reached = grown
    if reached != renewed:
        lonely = (renewed & ~reached & -(renewed & ~reached)).bit_length() - 1
        raise NotationError(f"{space_name(lonely)} is renewed but not joined to the centre")


def _read_specialists(state: State, text: str) -> None:
    holders = [NOTHING, *map(str, range(state.seats))]
    for specialist, part in enumerate(split(text, rules.SUITS, "specialists")):
        value, holder = part[:-1], part[-1:]
        hired = holder != NOTHING
        if value not in tuple("123456789") or holder not in holders or hired != (value != "1"):
            raise NotationError(
                f"a specialist is a value and a seat, as in 3{holders[1]}, or 1- before the first "
                f"hire, not {quoted(part)}"
            )
        state.specialists[specialist] = int(value)
        state.holders[specialist] = int(holder) if hired else rules.NOBODY


def _read_contracts(state: State, text: str) -> None:
    if not state.subsidy:
        if text != NOTHING:
            raise NotationError(f"without the subsidy there are no contracts, not {quoted(text)}")
        return
    for seat, part in enumerate(split(text, int(state.seats), "contracts")):
        if part not in CONTRACTS:
            raise NotationError(f"a contract is {' or '.join(CONTRACTS)}, not {quoted(part)}")
        state.contracts[seat] = CONTRACTS.index(part)


def _read_codes(text: str, codes: Sequence[str], what: str) -> list[int]:
    if text == NOTHING:
        return []
    for code in text.split(","):
        if code not in codes:
            raise NotationError(f"{what} cannot have {quoted(code)}")
    return [codes.index(code) for code in text.split(",")]


def _read_cards(state: State, part: dict[str, str]) -> None:
    """Read hands, tables, pool, pile and discards; with the payment they are the whole deck."""
    seats = int(state.seats)
    for counts in (state.hands, state.known, state.tables, state.discards):
        counts[...] = 0
    for seat, hand in enumerate(split(part["hands"], seats, "hands")):
        np.add.at(state.hands[seat], _read_codes(hand.replace("!", ""), CARD_CODES, "a hand"), 1)
        open_cards = ",".join(re.findall(r"([^,]*)!", hand)) or NOTHING
        np.add.at(state.known[seat], _read_codes(open_cards, CARD_CODES, "a hand"), 1)
    for seat, cards in enumerate(split(part["cards on the table"], seats, "tables")):
        np.add.at(state.tables[seat], _read_codes(cards, CARD_CODES, "a table"), 1)
    np.add.at(state.discards, _read_codes(part["discards"], CARD_CODES, "the discards"), 1)
    for place, card in enumerate(split(part["pool"], rules.POOL, "places of the pool")):
        found = _read_codes(card, CARD_CODES, "the pool")
        state.pool[place] = found[0] if len(found) == 1 else rules.NOTHING
    _fill(state.pile, _read_codes(part["resource pile"], CARD_CODES, "the resource pile"))
    state.pile_size = sum(state.pile != rules.NOTHING)
    _check_deck(state, [kind for _, kind in _read_payment(part["what is due"])])


def _fill(pile: Any, items: list[int]) -> None:
    """Lay out a pile; its next card, first in the text, is the last one."""
    if len(items) > len(pile):
        raise NotationError(f"a pile has at most {len(pile)} cards, not {len(items)}")
    pile[:] = rules.NOTHING
    pile[: len(items)] = items[::-1]


def _check_deck(state: State, paid: list[int]) -> None:
    in_pool = [kind for kind in state.pool.tolist() if kind != rules.NOTHING]
    counts = state.hands.sum(0) + state.tables.sum(0) + state.discards
    for kind in (*state.pile[: state.pile_size].tolist(), *in_pool, *paid):
        counts[kind] += 1
    wrong = np.flatnonzero(counts != rules.COPIES)
    if wrong.size:
        kind = int(wrong[0])
        raise NotationError(
            f"there are {counts[kind]} cards {CARD_CODES[kind]!r}, not {rules.COPIES[kind]}"
        )
    if state.pile_size == 0 and state.discards.any():
        raise NotationError("the discards are shuffled into a new pile as soon as it is empty")
    if len(in_pool) < rules.POOL and state.pile_size:
        raise NotationError("a place of the pool is empty only while the pile is")


def _read_projects(state: State, part: dict[str, str]) -> None:
    seats = int(state.seats)
    every = _read_codes(part["project pile"], PROJECT_CODES, "the project pile")
    _fill(state.project_pile, every)
    state.project_pile_size = len(every)
    for field, target in (
        ("projects", state.project_hands),
        ("submitted projects", state.submitted),
    ):
        for seat, cards in enumerate(split(part[field], seats, field)):
            found = _read_codes(cards, PROJECT_CODES, field)
            target[seat] = sum(1 << project for project in set(found))
            every += found
            if field != "projects" and len(found) > rules.MOST_SUBMITTED:
                raise NotationError(f"a seat submits three projects at most, not {len(found)}")
    if sorted(every) != list(range(rules.PROJECTS)):
        raise NotationError(f"each of the {rules.PROJECTS} projects must be in one place")


def _read_course(state: State, part: dict[str, str]) -> None:
    """Read whose turn it is and how far it has come, and check that the rules lead there."""
    seats = int(state.seats)
    state.starter = read_number(part["start seat"], seats - 1, "the start seat")
    end, idle = split(part["turns to the end and idle turns"], 2, "turns to the end, idle turns")
    state.end_turns = read_number(end, 2 * seats, "the number of turns to the end")
    state.idle_turns = read_number(idle, seats - 1, "the number of idle turns")
    over = part["seat to move"] == NOTHING
    if over != (part["what is due"] == NOTHING):
        raise NotationError("nobody is to move if, and only if, nothing is due")
    for seat, points in enumerate(split(part["points"], seats, "points")):
        _read_points(state, seat, points, over=over)
    if over:
        _read_end(state)
        return
    state.to_move = read_number(part["seat to move"], seats - 1, "the seat to move")
    state.acted = 1
    _check_end_turns(state)
    _read_due(state, part["what is due"])


def _read_points(state: State, seat: int, text: str, *, over: bool) -> None:
    found = _POINTS.fullmatch(text)
    if not found or over != (found["projects"] is not None):
        expected = "12+8-1(20)" if over else "12+8-1"
        raise NotationError(
            f"points are from buildings and specialists without fees, as in {expected}, not "
            f"{quoted(text)}"
        )
    parts = {name: int(number or 0) for name, number in found.groupdict().items()}
    state.from_buildings[seat], state.from_specialists[seat] = parts["own"], parts["specialists"]
    state.fees[seat], state.from_projects[seat] = parts["fees"], parts["projects"]
    total = parts["own"] + parts["specialists"] - parts["fees"] + parts["projects"]
    if total < parts["projects"]:
        raise NotationError(f"fees never cost more points than a seat has, as in {quoted(text)}")
    state.points[seat] = total


def _read_end(state: State) -> None:
    if state.end_turns or state.idle_turns:
        raise NotationError("no turns are to come once the game is over")
    state.due, state.to_move = rules.OVER, rules.NOBODY
    state.actions_left = state.acted = 0
    for seat in range(state.seats):
        worth = sum(rules.value_of(state, project) for project in members(state.submitted[seat]))
        if state.from_projects[seat] != worth:
            raise NotationError(f"the projects of seat {seat} are worth {worth}")


def _check_end_turns(state: State) -> None:
    """The last turn is that of the seat before the start seat, a full round after the trigger."""
    rest = int(state.seats) - (int(state.to_move) - int(state.starter)) % int(state.seats)
    allowed = (rest, rest + int(state.seats)) if rules.end_is_near(state) else (0,)
    if state.end_turns not in allowed:
        known = " or ".join(map(str, allowed))
        raise NotationError(f"there are {known} turns to the end here, not {state.end_turns}")


def _due(text: str) -> re.Match[str]:
    found = _DUE.fullmatch(text)
    if not found:
        raise NotationError(
            "what is due is the number of actions and what is under way, as in 2, 1:draw1, 2:card, "
            f"1:B4[p3], 2:F[f$2], not {quoted(text)}"
        )
    return found


def _read_payment(text: str) -> list[tuple[int, int]]:
    """Return source and kind of the cards in a payment under way."""
    paid = _due(text)["paid"] if text != NOTHING else None
    if not paid:
        return []
    cards = paid.split(",")
    codes = [card.removeprefix("@") for card in cards]
    if NOTHING in codes:
        raise NotationError(f"a payment is cards, not {quoted(paid)}")
    kinds = [_read_codes(code, CARD_CODES, "a payment")[0] for code in codes]
    return [(int(card.startswith("@")), kind) for card, kind in zip(cards, kinds, strict=True)]


def _read_due(state: State, text: str) -> None:
    found = _due(text)
    state.actions_left = int(found["left"])
    state.due = rules.ACTION
    if found["target"]:
        _read_paying(state, found["target"], _read_payment(text))
    elif found["cards"]:
        state.due = rules.DRAWING
        state.cards_due = int(found["cards"])
        state.swept = bool(found["swept"])
        if state.cards_due == 2 and not state.swept:
            raise NotationError("before the first of two cards a draw has begun with a sweep only")
    elif found["card"]:
        state.due = rules.CARD
    elif not rules.some_action_is_possible(state):
        raise NotationError("the seat to move cannot act, so it would have lost its actions")
    if state.due in (rules.DRAWING, rules.CARD) and not rules.some_source_is_open(state):
        raise NotationError("there is no card to draw")


def _read_paying(state: State, target: str, paid: list[tuple[int, int]]) -> None:
    """Take the payment back and pay it again, by the rules."""
    seat = int(state.to_move)
    hands, known, tables = state.hands.copy(), state.known.copy(), state.tables.copy()
    for source, kind in paid:
        (state.tables if source else state.hands)[seat, kind] += 1
    start = int(rules.RENEW if len(target) > 1 else rules.HIRE)
    if target[-1].isdigit() and target[0] in COLUMNS:
        begun = start + read_space(target)
    elif len(target) == 1 and target.lower() in LETTERS[: rules.SUITS]:
        begun = start + LETTERS.index(target.lower())
    else:
        raise NotationError(f"there is no {target!r} to pay for")
    steps = [begun, *(int(rules.PAY) + source * rules.KINDS + kind for source, kind in paid)]
    for step in steps:
        if rules.refusal(state, step) != rules.PERMITTED:
            raise NotationError(f"the payment for {target} cannot have come to this")
        rules.apply(state, step)
    if state.due not in (rules.RENEWING, rules.HIRING) or state.target == rules.NOTHING:
        raise NotationError(f"the payment for {target} would be complete")
    state.hands[:], state.known[:], state.tables[:] = hands, known, tables
