"""Features of decisions: reasons for and against each of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbania.evaluate.means import (
    Means,
    best_of_suit,
    cards_for_renewal,
    cards_taken,
    hire_made_payable,
    means_of,
    project_share,
    renewal_made_payable,
)
from contrada.games.urbania.evaluate.prospects import (
    IN_COINS,
    Table,
    free_places,
    hires_to_the_end,
    lead,
    project_gain_by_hiring,
    project_gain_by_renewing,
    prospect_of,
    prospects_in_hand,
    turns_kept,
    turns_to_come,
)
from contrada.games.urbania.rules.decisions import (
    DECLINE,
    DRAW_PILE,
    DRAW_POOL,
    DRAW_PROJECT,
    HIRE,
    PAY,
    PAY_SUBSIDY,
    RENEW,
    SUBMIT,
    SWEEP,
)
from contrada.games.urbania.rules.end_phase import DEAR, NEAR_RENEWAL
from contrada.games.urbania.rules.payments import price, worth
from contrada.games.urbania.rules.projects import fee
from contrada.games.urbania.rules.state import (
    CARD_COINS,
    CARD_RAINBOW_COINS,
    CARD_RAINBOW_WORKERS,
    CARD_SUIT,
    CARD_WORKERS,
    DISTRICT,
    FROM_HAND,
    HIRING,
    ICON,
    KINDS,
    NOBODY,
    RESIDENTIAL,
    TILE_CARD,
    TILE_POINTS,
    TILE_WORKERS,
    district_spaces,
    renewed,
    type_at,
)
from contrada.kernel import sets
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.boards import count, minus
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

CHOICES = (
    "draws a project",
    "a project is wanted",
    "draws from the pile",
    "draws from the pool",
    "workers on the card",
    "coins on the card",
    "rainbow signs on the card",
    "renewal the card makes payable",
    "hire the card makes payable",
    "draws a resource too late",
    "draws into a poor hand",
    "sweeps",
    "declines",
    "renews",
    "points at once",
    "own projects gain",
    "own income gains",
    "income of others gains",
    "card icon",
    "cards it takes",
    "hires",
    "value of the specialist",
    "income won",
    "income denied",
    "submits",
    "prospect of the project",
    "prospect while time runs out",
    "worse than another project in hand",
    "starts the end phase",
    "starts the end phase ahead",
    "worth of the card paid",
    "surplus paid",
    "rainbow sign paid",
    "coins kept on the table",
    "workers lost with coins",
    "suit needed elsewhere",
    "pays the contract",
)
(
    DRAWS_PROJECT,
    PROJECT_WANTED,
    DRAWS_PILE,
    DRAWS_POOL,
    CARD_SHOWS_WORKERS,
    CARD_SHOWS_COINS,
    CARD_SHOWS_RAINBOW,
    OPENS_RENEWAL,
    OPENS_HIRE,
    TOO_LATE,
    POOR_HAND,
    SWEEPS,
    DECLINES,
    RENEWS,
    POINTS_AT_ONCE,
    OWN_PROJECTS,
    OWN_INCOME,
    OTHERS_INCOME,
    CARD_ICON,
    CARDS_TAKEN,
    HIRES,
    VALUE,
    INCOME_WON,
    INCOME_DENIED,
    SUBMITS,
    PROSPECT,
    PROSPECT_IN_HASTE,
    WORSE_PROJECT,
    STARTS_END,
    STARTS_END_AHEAD,
    WORTH_PAID,
    SURPLUS,
    RAINBOW_PAID,
    COINS_KEPT,
    WORKERS_LOST,
    NEEDED_ELSEWHERE,
    PAYS_CONTRACT,
) = constants(*range(len(CHOICES)))


@compiled
def write_draw(state: State, me: Means, source: int, row: Table) -> None:
    """Write the features of drawing a card from a source."""
    if source == DRAW_PROJECT:
        places = min(float(free_places(state, me.seat)), me.later)
        in_hand = sets.size_of(state.project_hands[me.seat])
        row[DRAWS_PROJECT] = 1.0
        row[PROJECT_WANTED] = max(0.0, places - in_hand) / 3
        return
    row[TOO_LATE] = max(0.0, 1.0 - me.later / 3)
    row[POOR_HAND] = me.poverty
    if source == DRAW_PILE:
        row[DRAWS_PILE] = 1.0
        return
    row[DRAWS_POOL] = 1.0
    write_pool_card(state, me, whole(state.pool[source - DRAW_POOL]), row)


@compiled
def write_pool_card(state: State, me: Means, kind: int, row: Table) -> None:
    """Write what a card from the pool could be used for."""
    row[CARD_SHOWS_WORKERS] = CARD_WORKERS[kind] / 3
    row[CARD_SHOWS_COINS] = CARD_COINS[kind] / 3
    row[CARD_SHOWS_RAINBOW] = float(CARD_RAINBOW_WORKERS[kind] + CARD_RAINBOW_COINS[kind])
    if me.later >= 1.0:
        row[OPENS_RENEWAL] = renewal_made_payable(state, me, kind) / 10
        row[OPENS_HIRE] = hire_made_payable(state, me, kind) / 20


@compiled
def write_renewal(state: State, me: Means, space: int, row: Table) -> None:
    """Write the features of renewing a building."""
    tile, kind, district = whole(state.tiles[space]), type_at(state, space), DISTRICT[space]
    own = project_gain_by_renewing(state.submitted[me.seat], kind, district)
    in_hand = project_gain_by_renewing(state.project_hands[me.seat], kind, district)
    row[RENEWS] = 1.0
    row[POINTS_AT_ONCE] = TILE_POINTS[tile] / 7
    row[OWN_PROJECTS] = project_share(state, me, own, in_hand) / 6
    if kind != RESIDENTIAL and whole(state.holders[kind]) != NOBODY:
        mine = whole(state.holders[kind]) == me.seat
        kept = turns_kept(state, whole(state.specialists[kind]), me.turns)
        row[OWN_INCOME if mine else OTHERS_INCOME] = kept / 5
    row[CARD_ICON] = int(TILE_CARD[tile])
    row[CARDS_TAKEN] = cards_for_renewal(state, me, kind, TILE_WORKERS[tile]) / 3
    undeveloped = count(minus(district_spaces(district), renewed(state)))
    write_end(state, me, undeveloped == NEAR_RENEWAL + 1, row)


@compiled
def write_hire(state: State, me: Means, specialist: int, row: Table) -> None:
    """Write the features of hiring a specialist."""
    value, holder = price(state, specialist, IN_COINS), whole(state.holders[specialist])
    income = whole(state.buildings[specialist])
    own = project_gain_by_hiring(state.submitted[me.seat], specialist)
    in_hand = project_gain_by_hiring(state.project_hands[me.seat], specialist)
    row[HIRES] = 1.0
    row[VALUE] = value / 5
    row[POINTS_AT_ONCE] = income / 7
    row[INCOME_WON] = income * turns_kept(state, value + 1, me.turns) / 20
    if holder != NOBODY:
        theirs = turns_to_come(state, holder, me.ahead.rounds)
        row[INCOME_DENIED] = income * turns_kept(state, value, theirs) / 20
    row[OWN_PROJECTS] = project_share(state, me, own, in_hand) / 6
    row[CARD_ICON] = int(ICON[value + 1])
    row[CARDS_TAKEN] = cards_taken(state, specialist, ONE, value) / 3
    write_end(state, me, value + 1 == DEAR and hires_to_the_end(state) == 1, row)


@compiled
def write_end(state: State, me: Means, starts: bool, row: Table) -> None:
    """Write whether a decision starts the end phase, and how far ahead the seat is then."""
    if starts and state.end_turns == 0:
        row[STARTS_END] = 1.0
        row[STARTS_END_AHEAD] = lead(state, me.seat) / 20


@compiled
def write_submission(state: State, me: Means, project: int, row: Table) -> None:
    """Write the features of submitting a project."""
    prospect = prospect_of(state, project, me.ahead)
    best = prospects_in_hand(state, me.seat, ONE, me.ahead)
    row[SUBMITS] = 1.0
    row[PROSPECT] = (prospect - fee(state, me.seat)) / 30
    row[PROSPECT_IN_HASTE] = row[PROSPECT] * max(0.0, 1.0 - me.later / 6)
    row[WORSE_PROJECT] = (best - prospect) / 10


@compiled
def write_payment(state: State, me: Means, source: int, kind: int, row: Table) -> None:
    """Write what the next card of a payment is worth here, and what the seat gives up with it."""
    coins = bool(state.due == HIRING)
    value = worth(kind, whole(state.colour), coins)
    missing = price(state, whole(state.target), coins) - whole(state.paid_worth)
    row[WORTH_PAID] = value / 3
    row[SURPLUS] = max(ZERO, value - missing) / 3
    suit = CARD_SUIT[kind]
    if coins:
        row[RAINBOW_PAID] = CARD_RAINBOW_COINS[kind]
        if source == FROM_HAND:
            row[WORKERS_LOST] = (CARD_WORKERS[kind] + CARD_RAINBOW_WORKERS[kind]) / 3
            row[NEEDED_ELSEWHERE] = best_of_suit(state, me, suit) / 10
    else:
        row[RAINBOW_PAID] = CARD_RAINBOW_WORKERS[kind]
        row[COINS_KEPT] = (CARD_COINS[kind] + CARD_RAINBOW_COINS[kind]) / 3
        row[NEEDED_ELSEWHERE] = best_of_suit(state, me, suit) / 10


@compiled
def write_decision(state: State, me: Means, decision: int, row: Table) -> None:
    """Write the features of one decision."""
    if decision < SWEEP:
        write_draw(state, me, decision, row)
    elif decision == SWEEP:
        row[SWEEPS] = 1.0
        row[TOO_LATE] = max(0.0, 1.0 - me.later / 3)
    elif decision == DECLINE:
        row[DECLINES] = 1.0
    elif decision < HIRE:
        write_renewal(state, me, decision - RENEW, row)
    elif decision < SUBMIT:
        write_hire(state, me, decision - HIRE, row)
    elif decision < PAY:
        write_submission(state, me, decision - SUBMIT, row)
    elif decision == PAY_SUBSIDY:
        row[PAYS_CONTRACT] = 1.0
    else:
        source, kind = divmod(decision - PAY, KINDS)
        write_payment(state, me, source, kind, row)


@compiled
def choices(state: State, decisions: npt.NDArray[np.int64], size: int, table: Table) -> None:
    """Write features of the first `size` decisions, all legal: `table[index, feature]`."""
    me = means_of(state)
    for index in range(size):
        row = table[index]
        for column in range(len(CHOICES)):
            row[column] = 0.0
        write_decision(state, me, decisions[index], row)
