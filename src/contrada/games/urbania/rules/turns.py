"""The course of a turn: its two actions, decision by decision, and the end of the game."""

from __future__ import annotations

from contrada.games.urbania.rules.end_phase import watch_for_the_end
from contrada.games.urbania.rules.hiring import hire
from contrada.games.urbania.rules.legality import some_action_is_possible
from contrada.games.urbania.rules.payments import price
from contrada.games.urbania.rules.piles import draw, some_source_is_open, sweep
from contrada.games.urbania.rules.renewing import renew
from contrada.games.urbania.rules.scoring import score_projects, score_specialists
from contrada.games.urbania.rules.state import (
    ACTION,
    CARD,
    DRAWING,
    HIRING,
    ICON,
    NO_COLOUR,
    NOBODY,
    NOTHING,
    OVER,
    TILE_CARD,
)
from contrada.kernel.bits import whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State

# --- From action to action -----------------------------------------------------------------------


@compiled
def end_game(state: State) -> None:
    """Leave nothing to do, and score the submitted projects (URBANIA-END-3)."""
    state.due = OVER
    state.to_move = NOBODY
    state.actions_left = 0
    state.end_turns = 0
    state.acted = 0
    state.idle_turns = 0
    score_projects(state)


@compiled
def end_turn(state: State) -> None:
    """Score, then pass the turn or end the game (URBANIA-END-2, -5)."""
    score_specialists(state)
    state.idle_turns = 0 if state.acted else state.idle_turns + 1
    last = state.end_turns == 1
    if state.end_turns > 0:
        state.end_turns -= 1
    if last or state.idle_turns == state.seats:
        end_game(state)
        return
    state.to_move = (state.to_move + 1) % state.seats
    state.actions_left = 2
    state.acted = 0


@compiled
def begin_action(state: State) -> None:
    """Let the seat act, or lose the action, the turn and perhaps the game (URBANIA-TURN-2)."""
    while state.due != OVER:
        state.due = ACTION
        if state.actions_left == 0:
            end_turn(state)
        elif some_action_is_possible(state):
            state.acted = 1
            return
        else:
            state.actions_left -= 1


@compiled
def end_action(state: State) -> None:
    """Go on with the next action or the next seat."""
    state.actions_left -= 1
    begin_action(state)


@compiled
def finish_with_icon(state: State, icon: bool) -> None:
    """End the action, or offer a card first (URBANIA-RENEW-8, HIRE-4, DRAW-6)."""
    if icon and some_source_is_open(state):
        state.due = CARD
    else:
        end_action(state)


# --- Decisions carried out -----------------------------------------------------------------------


@compiled
def draw_and_go_on(state: State, source: int) -> None:
    """Draw a card, then go on with the draw action or after the card icon."""
    icon = state.due == CARD
    draw(state, source)
    if icon:
        end_action(state)
        return
    if state.due == ACTION:
        state.cards_due = 2
    state.cards_due -= 1
    state.swept = 0
    if whole(state.cards_due) > 0 and some_source_is_open(state):
        state.due = DRAWING
    else:
        state.cards_due = 0
        end_action(state)


@compiled
def sweep_and_go_on(state: State) -> None:
    """Sweep the pool; a card must be drawn next (URBANIA-DRAW-2, -3)."""
    sweep(state)
    if state.due == ACTION:
        state.cards_due = 2
    state.due = DRAWING
    state.swept = 1


@compiled
def complete_payment(state: State) -> None:
    """Renew or hire as soon as the payment is enough; a surplus is lost (URBANIA-RENEW-4)."""
    target = whole(state.target)
    coins = state.due == HIRING
    if state.paid_worth < price(state, target, coins):
        return
    state.colour = NO_COLOUR
    state.paid_worth = 0
    state.last_rank = 0
    state.target = NOTHING
    if coins:
        hire(state, target)
        icon = ICON[state.specialists[target]]
    else:
        renew(state, target)
        icon = TILE_CARD[state.tiles[target]]
    watch_for_the_end(state)
    finish_with_icon(state, icon)
