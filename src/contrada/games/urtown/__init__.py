"""Urtown, sold in English as Uptown: two to five seats, hidden racks."""

from contrada.games.contract import Definition, Facts, Measure, Option
from contrada.games.urtown import explain, notation, picture, rules
from contrada.games.urtown.account import account, parts
from contrada.games.urtown.evaluate import EVALUATION
from contrada.games.urtown.observation import FIELDS, OBSERVATION
from contrada.games.urtown.view import SEAT_NAMES, score_sheet, view
from contrada.kernel.jit import package_sources
from contrada.kernel.operations import OPTIONAL, REQUIRED

FACTS = Facts(
    name="urtown",
    title="Urtown",
    seats=(2, 5),
    seat_names=SEAT_NAMES,
    options=(
        Option("capture", notation.CAPTURES, "which tiles may be captured: URTOWN-CAPTURE-3"),
        Option("scoring", notation.SCORINGS, "how the end is scored: URTOWN-BLOCKERS-1"),
    ),
    decisions=rules.DECISIONS,
    longest_turn=1,
    longest_game=rules.PLACEMENTS * rules.MOST_COLOURS * rules.MOST_SEATS,
    longest_game_because=(
        "At most five colours place 24 tiles each. A skip changes nothing on the board, and the "
        "game ends as soon as nobody can place a tile. So each other seat skips at most once "
        "before a placement: five decisions for each of 120 placements."
    ),
    hidden=True,
    chance=True,
    measures=(Measure("score", fewest=True), Measure("captured tiles", fewest=True)),
    observation=FIELDS,
)

DEFINITION = Definition(
    facts=FACTS,
    state=rules.STATE,
    rules={name: getattr(rules, name) for name in (*REQUIRED, *OPTIONAL)},
    notation=notation,
    explain=explain,
    view=view,
    score_sheet=score_sheet,
    picture=picture,
    parts=parts,
    account=account,
    entry_points=rules.ENTRY_POINTS,
    sources=package_sources(rules.__file__),
    evaluation=EVALUATION,
    observation=OBSERVATION,
    secret=("racks", "piles"),
    piles=(("piles", "pile_sizes"),),
)
