"""Urbino by Dieter Stein: two seats, perfect information."""

from contrada.games.contract import Definition, Facts, Measure, Option
from contrada.games.urbino import abstractplay, explain, notation, picture, rules
from contrada.games.urbino.account import account, parts
from contrada.games.urbino.evaluate import EVALUATION
from contrada.games.urbino.notation import uci
from contrada.games.urbino.observation import FIELDS, OBSERVATION
from contrada.games.urbino.view import score_sheet, view
from contrada.kernel.jit import package_sources
from contrada.kernel.operations import OPTIONAL, REQUIRED

FACTS = Facts(
    name="urbino",
    title="Urbino",
    seats=(2, 2),
    seat_names=("Black", "White"),
    options=(Option("monuments", (False, True), "three buildings in a line can count double"),),
    decisions=rules.DECISIONS,
    longest_turn=2,
    longest_game=4 + 3 * (rules.BUILDINGS - 1) + 2,
    longest_game_because=(
        "Two architects, naming who builds first and the first building are four decisions. Each "
        "of the other 53 buildings takes two, and at most one skip comes between two buildings, "
        "because a second one in a row ends the game. Two skips end it."
    ),
    hidden=False,
    chance=False,
    measures=tuple(
        Measure(name)
        for name in (
            "points",
            "scored cathedrals",
            "scored ducal palaces",
            "scored town walls",
            "scored towers",
            "scored palaces",
            "scored houses",
        )
    ),
    observation=FIELDS,
)

DEFINITION = Definition(
    facts=FACTS,
    state=rules.STATE,
    rules={name: getattr(rules, name) for name in (*REQUIRED, *OPTIONAL)},
    notation=notation,
    uci=uci,
    explain=explain,
    view=view,
    score_sheet=score_sheet,
    picture=picture,
    parts=parts,
    account=account,
    entry_points=rules.ENTRY_POINTS,
    foreign_formats={"abstractplay": abstractplay},
    sources=package_sources(rules.__file__),
    evaluation=EVALUATION,
    observation=OBSERVATION,
)
