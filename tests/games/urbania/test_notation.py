"""Urbania in text: decisions, turns and positions, written and read back; and bad text."""

from __future__ import annotations

import pytest

from contrada import NotationError
from tests.contract import texts
from tests.games.urbania.positions import (
    CITY,
    CONTRACT,
    CONTRACT_RENEWING,
    ENDING,
    GAP,
    HALF_HIRED,
    HALF_PAID,
    HALF_PAID_LATE,
    HIRING,
    ICON,
    ICON_EARLY,
    KINDS,
    NO_SOURCE,
    OPEN,
    OVER,
    PROJECTS,
    RENEWING,
    SEATED_LATER,
    SECOND_CARD,
    SOME,
    SPACES,
    SUITS,
    SWEEPABLE,
    SWEPT,
    SWEPT_LATER,
    in_city,
    position,
    urbania,
)

# --- Names ---------------------------------------------------------------------------------------


def named(does: str, what: str) -> list[object]:
    every = urbania().parts()
    return [parts[what] for parts in every if parts["does"] == does and what in parts]


def test_names() -> None:
    """URBANIA-BOARD-1, URBANIA-TILES-1, URBANIA-CARDS-1."""
    assert named("renew", "space") == SPACES
    cards, projects = named("pay", "card")[: len(KINDS)], named("submit", "project")
    assert cards[12:18] == ["red 3", "red 2+$1", "red 1+$2", "red $3", "red R+$1", "red 1+R$1"]
    assert [projects[number] for number in (0, 4, 12, 16, 30)] == [
        *("NW", "factory", "Doctor", "CEO + Banker", "School Superintendent + Parks Director"),
    ]


# --- Decisions and turns -------------------------------------------------------------------------


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


def renew(name: str) -> int:
    return STARTS["renew"] + SPACES.index(name)


def hire(letter: str) -> int:
    return STARTS["hire"] + SUITS.upper().index(letter)


def submit(code: str) -> int:
    return STARTS["submit"] + PROJECTS.index(code)


def pay(code: str) -> int:
    start = STARTS["pay from the table" if code.startswith("@") else "pay"]
    return start + KINDS.index(code.strip("@"))


def pool(place: int) -> int:
    return STARTS["pool"] + place - 1


PROJECT, PILE = STARTS["project"], STARTS["pile"]
SWEEP, NO_CARD, SUBSIDY = STARTS["sweep"], STARTS["decline"], STARTS["subsidy"]


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
    texts.check_decision(position(text), words, decision)


def test_every_kind_of_decision_is_written_above() -> None:
    kinds = {
        next(name for name in reversed(STARTS) if decision >= STARTS[name])
        for _, _, decision in DECISIONS
    }
    assert kinds == set(STARTS)


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
        in_city(points=[30], projects=["NW FB"]),
        *("submit CEO + Banker -3; submit NW -2", [submit("FB"), submit("NW")], ""),
    ),
    (
        in_city(points=[9], projects=["s"]),
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
        in_city(hands=["p1+$2"], tables=["p1+$2"], specialists="P31", to_move=0),
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
    texts.check_turn(position(text), turn, decisions, spaces)


def test_all_turns_of_a_position() -> None:
    """These are all the decisions there are."""
    seen = position(
        in_city(hands=["h2+$1 hR+$1 c3"], due="1", pool="f3 f3 b3 b3 c3", projects=["SE"])
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
    (OPEN, "", f"'' is not a turn of Urbania; expected {EXAMPLE}"),
    (OPEN, "pass", f"'pass' is not a turn of Urbania; expected {EXAMPLE}"),
    (OPEN, " draw pile", f"' draw pile' is not a turn of Urbania; expected {EXAMPLE}"),
    (OPEN, "Draw pile", f"'Draw pile' is not a turn of Urbania; expected {EXAMPLE}"),
    (OPEN, "hire banker from 1", "'hire banker from 1' is not a turn of Urbania"),
    (OPEN, "submit doctor -2", "'submit doctor -2' is not a turn of Urbania"),
    (OPEN, "submit nw -2", "'submit nw -2' is not a turn of Urbania"),
    (OPEN, "renew e3 hospital", "'renew e3 hospital' is not a turn of Urbania"),
    (OPEN, "renew E8 hospital", "'renew E8 hospital' is not a turn of Urbania"),
    (OPEN, "renew H3 hospital", "'renew H3 hospital' is not a turn of Urbania"),
    (OPEN, "renew E3 Hospital", "'renew E3 Hospital' is not a turn of Urbania"),
    (OPEN, "renew E3", "'renew E3' is not a turn of Urbania"),
    (OPEN, "draw pool 6 [brown 3]", "'draw pool 6 [brown 3]' is not a turn of Urbania"),
    (OPEN, "draw pool 0 [brown 3]", "'draw pool 0 [brown 3]' is not a turn of Urbania"),
    (OPEN, "draw pool 1", "'draw pool 1' is not a turn of Urbania"),
    (OPEN, "draw  pile", "'draw  pile' is not a turn of Urbania"),
    (OPEN, "[red 3] +4", "'[red 3] +4' is not a turn of Urbania"),
    (OPEN, "x" * 1000, "xxx…' is not a turn of Urbania"),
    # Named otherwise than it is.
    (OPEN, "pile", "'pile' must be written 'draw pile' here"),
    (OPEN, "pile, pile; draw pile, pile", "'pile' must be written 'draw pile' here"),
    (OPEN, "draw pile, draw pile", "'draw pile' must be written 'pile' here"),
    (SECOND_CARD, "draw pile", "'draw pile' must be written 'pile' here"),
    (SECOND_CARD, "draw sweep", "'draw sweep' must be written 'sweep' here"),
    (ICON, "pile", "'pile' must be written 'draw pile' here"),
    (
        *(OPEN, "renew E3 park [red 3] +4, no card"),
        "'renew E3 park' must be written 'renew E3 hospital' here",
    ),
    (OPEN, "renew E3 park", "'renew E3 park' must be written 'renew E3 hospital' here"),
    (
        *(OPEN, "hire Banker from 2 [gray $3]"),
        "'hire Banker from 2' must be written 'hire Banker from 1' here",
    ),
    (CONTRACT, "hire Banker from 3", "must be written 'hire Banker from 4' here"),
    (OPEN, "hire Banker from ١", "must be written 'hire Banker from 1' here"),
    (
        *(OPEN, "draw pool 1 [red 3], pile"),
        "'draw pool 1 [red 3]' must be written 'draw pool 1 [brown 3]' here",
    ),
    (OPEN, "draw pool 1 []", "'draw pool 1 []' must be written 'draw pool 1 [brown 3]' here"),
    (GAP, "draw pool 5 [beige 3]", "must be written 'draw pool 5 [-]' here"),
    (OPEN, "submit Doctor", "'submit Doctor' must be written 'submit Doctor -2' here"),
    (OPEN, "submit Doctor -1", "'submit Doctor -1' must be written 'submit Doctor -2' here"),
    (OPEN, "submit Doctor -02", "'submit Doctor -02' must be written 'submit Doctor -2' here"),
    (ICON_EARLY, "no card; submit NW -0", "'submit NW -0' must be written 'submit NW' here"),
    (
        in_city(points=[30], projects=["NW FB"]),
        *("submit CEO + Banker -3; submit NW -3", "must be written 'submit NW -2' here"),
    ),
    (OPEN, "submit Doctor -2 + CEO", "after 'submit Doctor -2': expected '; '"),
    (OPEN, "submit Banker + CEO -2", "'submit Banker' must be written 'submit Banker -2' here"),
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
    (RENEWING, "red 3] +4", "'red 3] +4' is not a turn of Urbania"),
    (RENEWING, " [red 3] +4", "' [red 3] +4' is not a turn of Urbania"),
    (RENEWING, "[red 3] +3", "'[red 3] +3' cannot be read after '[red 3': expected '] +4'"),
    (HALF_PAID, "[pink R+$1] +4", "'[pink R+$1] +4' is not a turn of Urbania"),
    (HALF_PAID, ", pink R+$1] +4", "', pink R+$1] +4' is not a turn of Urbania"),
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
    (OPEN, "draw pile, pile; pile", "'pile' must be written 'draw pile' here"),
    (OPEN, "renew E3 hospital [red 3] +4; draw pile", "[red 3] +4': expected ', '"),
    (OPEN, "renew E3 hospital [red 3] +4, pile", "'pile' must be written 'draw pile' here"),
    (OPEN, "renew E3 hospital [red 3] +4, No card", "[red 3] +4, ': expected a decision"),
    (OPEN, "renew F4 business [pink 2+$1, pink 1+$2] +5, no card", "+5': expected '; '"),
    (
        *(OPEN, "draw pile, pile; draw pile, pile; draw pile"),
        "'draw pile, pile; draw pile, pile; draw pile' continues after the end of the turn",
    ),
    (OPEN, "draw pile, pile; draw pile, pile ", "pile, pile ' continues after the end of the turn"),
    (OPEN, "submit NW -2; submit Doctor -2\n", r"-2\n' continues after the end of the turn"),
    (HALF_PAID_LATE, "pink 1+$2] +5; draw pile", "continues after the end of the turn"),
    (ICON, "no card; draw pile", "'no card; draw pile' continues after the end of the turn"),
]


@pytest.mark.parametrize(("text", "turn", "fragment"), BAD_TURNS)
def test_text_that_is_no_turn(text: str, turn: str, fragment: str) -> None:
    texts.check_no_turn(position(text), turn, fragment)


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
    texts.check_read_before(position(text), turn, read)


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
    texts.check_refused_turn(position(text), turn, decisions, rule)


# --- Positions -----------------------------------------------------------------------------------


def test_a_gap_anywhere_in_the_pool() -> None:
    """URBANIA-DRAW-5: a place stays empty where the card was."""
    text = changed(" f3/b3/h3/c3/s3 ", " f3/-/h3/c3/- ", in_city(rest="hand 1"))
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
    seen = position(in_city(pile="p$3 h1+R$1", pool="f3 b3 h3 c3 s3"))
    after = seen.play("draw pile, pool 2 [gray 3]; draw project, project")
    fields = after.text.split(" ")
    assert fields[9] == "b3!,p$3/-/-"
    assert fields[13] == "f3/h1+R$1/h3/c3/s3"
    assert fields[14].startswith("f3,f2+$1,")
    assert fields[10] == "NW,NE/-/-"
    assert fields[15].startswith("SW,SE,f,b")


def changed(old: str, new: str, text: str = SOME) -> str:
    """Return a position's text with one thing changed."""
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


NO_GENERATOR = "the random numbers are 16 digits 0-9 a-f, or 64 of them"
START = in_city()
NO_CARDS = in_city(**NO_SOURCE, to_move=1)
FOUR = in_city(submitted={1: "NW NE SW SE"})

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
    (changed(" 3 1 0 ", " 4 1 0 "), "contracts must be 4 parts separated by /"),
    (changed(" 3 0 0 ", " 2 0 0 ", START), "hands must be 2 parts separated by /"),
    (changed(" plain", " plane", START), "the position is for '3' 'plane'"),
    (f"{SOME}\n", "the position is for '3' 'subsidy\\n'"),
    # The board.
    (changed("s22+r46", "s22+/r46"), "the rows of the board must be 7 parts separated by /"),
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
    (changed("32/1-/", "32/"), "specialists must be 6 parts separated by /"),
    (changed("32/1-/", "32/10/"), "a specialist is a value and a seat, as in 30, or 1- before"),
    (changed("32/1-/", "3-/1-/"), "before the first hire, not '3-'"),
    (changed("32/1-/", "33/1-/"), "a specialist is a value and a seat, as in 30, or 1- before"),
    (changed("32/1-/", "02/1-/"), "not '02'"),
    (changed("32/1-/", "102/1-/"), "not '102'"),
    (changed("32/1-/", "/1-/"), "not ''"),
    (changed("used/", ""), "contracts must be 3 parts separated by /"),
    (changed("used/", "late/"), "a contract is used or active, not 'late'"),
    (changed("used/active/active", "active"), "contracts must be 3 parts separated by /"),
    (
        changed(" - -/-/- ", " used/used/used -/-/- ", START),
        "without the subsidy there are no contracts, not 'used/used/used'",
    ),
    # Cards.
    (changed("/b3/- ", "/- "), "hands must be 3 parts separated by /"),
    (changed("/b3/- ", "/b4/- "), "a hand cannot have 'b4'"),
    (changed("/b3/- ", "/?1/- "), "a hand cannot have '?1'"),
    (changed("/b3/- ", "// "), "a hand cannot have ''"),
    (changed("/b3/- ", "/b3!!/- "), "a hand cannot have 'b3!'"),
    (changed("/b3/- ", "/-/- "), "there are 1 cards 'b3', not 2"),
    (changed("/b3/- ", "/b3,b3/- "), "there are 3 cards 'b3', not 2"),
    (changed("/b3/- ", "/h$3/- "), "there are 1 cards 'b3', not 2"),
    (changed("f1+$2/-/p", "f1+$2/p"), "tables must be 3 parts separated by /"),
    (changed("f1+$2/-/p", "F1+$2/-/p"), "a table cannot have 'F1+$2'"),
    (changed("f1+$2/-/p", "-/-/p"), "there are 1 cards 'f1+$2', not 2"),
    (changed("f2+$1/b3/h3", "f2+$1/b3,h3"), "places of the pool must be 5 parts separated by /"),
    (changed("f2+$1/b3/h3", "f2+$1/b3/x3"), "the pool cannot have 'x3'"),
    (changed("f2+$1/b3/h3", "-/b3/h3"), "there are 1 cards 'f2+$1', not 2"),
    (changed(" s3,s2+$1 ", " s3,s9 "), "the discards cannot have 's9'"),
    (changed(" s3,s2+$1 ", " s2+$1 "), "there are 1 cards 's3', not 2"),
    (changed(" s3,s2+$1 ", " s2+$1,s3 "), "the position must be written 'c34+"),
    (changed(",p1+R$1 ", ",p1+$R1 "), "the resource pile cannot have 'p1+$R1'"),
    (changed(",p1+R$1 ", " "), "there are 0 cards 'p1+R$1', not 1"),
    (changed(",p1+R$1 ", f",p1+R$1{',f3' * 60} "), "a pile has at most 60 cards, not"),
    (changed("f3!,f3", "f3,f3!"), "the position must be written 'c34+"),
    (changed("f3!,f3,cR+$1!", "cR+$1!,f3!,f3"), "the position must be written 'c34+"),
    (
        changed(" f3/b3/", " -/b3/", START).replace(" f3,", " f3,f3,"),
        "a place of the pool is empty only while the pile is",
    ),
    (
        in_city(rest="hand 0", pile="", discards="p3"),
        "the discards are shuffled into a new pile as soon as it is empty",
    ),
    # What was left in hands; the first hand is cR+$1!,f3,f3!, the second b3.
    (
        changed(",p1+R$1 ", ",p1+R$1(b3::) "),
        "what was left in hands is cards of each seat, as in (f3,b3/-/-), not",
    ),
    (changed(",p1+R$1 ", ",p1+R$1(-/b3) "), "cards left in hands must be 3 parts separated by /"),
    (changed(",p1+R$1 ", ",p1+R$1(-/x3/-) "), "what was left cannot have 'x3'"),
    (changed(",p1+R$1 ", ",p1+R$1(-/b3/-:0/-/-) "), "what was left cannot have '0'"),
    (changed(",p1+R$1 ", ",p1+R$1(-/h3/-) "), "cards left in a hand must be there"),
    (changed(",p1+R$1 ", ",p1+R$1(cR+$1/-/-) "), "not taken openly, or be paid: '(cR+$1/-/-)'"),
    (changed(",p1+R$1 ", ",p1+R$1(-/h3/-:-/h3/-) "), "cards that were paid must lie open"),
    (changed(",p1+R$1 ", ",p1+R$1(f3,f3/-/-) "), "cards left in a hand must be there"),
    (changed(",p1+R$1 ", ",p1+R$1(-/b3/- "), "left in hands is cards of each seat, as in (f3,b3/-"),
    (changed(",p1+R$1 ", ",p1+R$1(-/b3/-:-/-/-) "), "the position must be written 'c34+"),
    (changed(",p1+R$1 ", ",p1+R$1(-/-/-) "), "the position must be written 'c34+"),
    (changed(",p1+R$1 ", ",p1+R$1() "), "cards left in hands must be 3 parts separated by /"),
    # Projects.
    (changed("NW,FB/-/p", "NW,FB/p"), "projects must be 3 parts separated by /"),
    (changed("NW,FB/-/p", "NW,BF/-/p"), "projects cannot have 'BF'"),
    (changed("NW,FB/-/p", "NW,NW,FB/-/p"), "each of the 31 projects must be in one place"),
    (changed("NW,FB/-/p", "NW/-/p"), "each of the 31 projects must be in one place"),
    (changed("NW,FB/-/p", "NW,FB/NW/p"), "each of the 31 projects must be in one place"),
    (changed("NW,FB/-/p", "NW,FB/H/p"), "each of the 31 projects must be in one place"),
    (changed("NW,FB/-/p", "NW,FB/NE/p"), "each of the 31 projects must be in one place"),
    (changed("NW,FB/-/p", "FB,NW/-/p"), "the position must be written 'c34+"),
    (changed("-/H,CS/-", "-/H,CS"), "submitted projects must be 3 parts separated by /"),
    (changed("-/H,CS/-", "-/H,H/-"), "each of the 31 projects must be in one place"),
    (FOUR, "a seat submits three projects at most, not 4"),
    (changed(",SP ", ",SX ", START), "the project pile cannot have 'SX'"),
    (changed(",SP ", " ", START), "each of the 31 projects must be in one place"),
    (changed(",SP ", ",SP,SP ", START), "a pile has at most 31 cards, not 32"),
    # The random numbers.
    (changed("0123456789abcdef", "0123456789abcdeg"), NO_GENERATOR),
    (changed("0123456789abcdef", "0123456789ABCDEF"), NO_GENERATOR),
    (changed("0123456789abcdef", "0123456789abcde"), NO_GENERATOR),
    (changed("0123456789abcdef", "0x23456789abcdef"), NO_GENERATOR),
    (changed("0123456789abcdef", "?"), NO_GENERATOR),
    (changed("0123456789abcdef", "0" * 64), NO_GENERATOR),
    (changed("0123456789abcdef", "0" * 63 + ":1"), NO_GENERATOR),
    (changed("0123456789abcdef", "F" * 64 + ":1"), NO_GENERATOR),
    (changed("0123456789abcdef", "0" * 64 + ":-1"), NO_GENERATOR),
    (changed("0123456789abcdef", "0" * 64 + ":" + "9" * 16), NO_GENERATOR),
    (changed("0123456789abcdef", "0" * 64 + ":01"), "must be written"),
    # The course of the game.
    (changed(" 3 1 0 ", " 3 3 0 "), "the start seat is a number from 0 to 2, not '3'"),
    (changed(" 3 1 0 ", " 3 x 0 "), "the start seat is a number from 0 to 2, not 'x'"),
    (changed(" 3 1 0 ", " 3 01 0 "), "the position must be written 'c34+"),
    (changed(" 3 1 0 ", " 3 1 3 "), "the seat to move is a number from 0 to 2, not '3'"),
    (changed(" 3 1 0 ", " 3 1 ٠ "), "the seat to move is a number from 0 to 2, not '٠'"),
    (changed(" 3 1 0 ", " 3 1 - "), "nobody is to move if, and only if, nothing is due"),
    (changed(" 2 0/0 ", " - 0/0 ", START), "nobody is to move if, and only if, nothing is due"),
    (changed(" - - ", " 0 2 ", OVER), "without fees, as in 12+8-1, not '4(36)'"),
    (changed(" 2 0/0 ", " 2 0 ", START), "turns to the end, idle turns must be 2 parts"),
    (changed(" 2 0/0 ", " 2 0/3 ", START), "the number of idle turns is a number from 0 to 2"),
    (
        changed(" 2 0/0 ", " 2 7/0 ", START),
        "the number of turns to the end is a number from 0 to 6",
    ),
    (changed(" 2 0/0 ", " 2 3/0 ", START), "there are 0 turns to the end here, not 3"),
    (changed(" 2 5/0 ", " 2 0/0 ", ENDING), "there are 2 or 5 turns to the end here, not 0"),
    (changed(" 2 5/0 ", " 2 4/0 ", ENDING), "there are 2 or 5 turns to the end here, not 4"),
    (changed(" 10+4-2/3/0 ", " 12/3 "), "points must be 3 parts separated by /"),
    (changed("+4-2/3/0 ", "+4-2/-3/0 "), "specialists without fees, as in 12+8-1, not '-3'"),
    (changed("+4-2/3/0 ", "+4-2/3(3)/0 "), "without fees, as in 12+8-1, not '3(3)'"),
    (changed("+4-2/3/0 ", "+4-2//0 "), "without fees, as in 12+8-1, not ''"),
    (changed("+4-2/3/0 ", "+4-2/10000/0 "), "without fees, as in 12+8-1, not '10000'"),
    (changed("+4-2/3/0 ", "-2+4/3/0 "), "without fees, as in 12+8-1, not '10-2+4'"),
    (changed("+4-2/3/0 ", "+4-٢/3/0 "), "without fees, as in 12+8-1, not '10+4-٢'"),
    (changed("+4-2/3/0 ", "+4-15/3/0 "), "fees never cost more points than a seat has"),
    (changed("+4-2/3/0 ", "+04-2/3/0 "), "the position must be written 'c34+"),
    (changed("+4-2/3/0 ", "+4-0/3/0 "), "the position must be written 'c34+"),
    (changed("+4-2/3/0 ", "+4-2/3+0/0 "), "the position must be written 'c34+"),
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
    (in_city(due="2:E3[h3]"), "the payment for E3 would be complete"),
    (in_city(due="2:E3[h2+$1]"), "the payment for E3 cannot have come to this"),
    (in_city(due="2:E3[h2+$1,h2+$1]"), "the payment for E3 would be complete"),
    (in_city(due="2:E3[h1+$2]", hands=["h2+$1"]), "E3 cannot have come to this"),
    (in_city(due="2:F[fR+$1]"), "the payment for F would be complete"),
    (in_city(due="2:F[@f1+$2]", specialists="F21"), "would be complete"),
    (
        in_city(due="2:F[]", hands=["f$3"], specialists="F20"),
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
    texts.check_no_position(game, text, fragment)


@pytest.mark.parametrize("payment", ["[-]", "[@-]", "[h2+$1,-]"])
def test_a_payment_of_no_card(payment: str) -> None:
    """A dash is not a card, and gives the usual error."""
    with pytest.raises(NotationError):
        position(changed("[h2+$1]", payment))


@pytest.mark.parametrize("turns", ["3/0", "0/1", "6/2"])
def test_no_turns_are_to_come_once_a_game_is_over(turns: str) -> None:
    """URBANIA-END-2, URBANIA-END-5: equal positions have equal texts."""
    with pytest.raises(NotationError):
        position(changed(" 0/0 ", f" {turns} ", OVER))


def test_what_is_refused_and_misspelt_plays_nothing_of_it() -> None:
    """Only what comes before the mistake is read, and an attempt never raises."""
    start = urbania().start(2, seed=4)
    after, wrong = start.attempt("draw pile, subsidyX")
    assert isinstance(wrong, NotationError)
    assert wrong.read == (start.read("draw pile")[0],)
    assert after == start.play("draw pile")
