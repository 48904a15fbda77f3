"""Routes that say what can be played here: games, levels, and the parts of decisions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Response

from contrada import __version__, games
from contrada.bots.levels import LEVELS
from contrada.games.contract import Game
from contrada.server.house.house import TheHouse
from contrada.server.http.dependencies import GameInPath, TheServices, holds, json_answer, refusals
from contrada.server.wire import answers
from contrada.server.wire.values import GameState

router = APIRouter(prefix="/api/games")


@router.get("", responses=holds(answers.Games) | refusals())
async def all_games(services: TheServices) -> Response:
    """List the games and levels, and which games are ready."""
    house = services.house
    found = [_facts(name, state, house) for name, state in services.readiness.states.items()]
    return json_answer(answers.Games(__version__, found, LEVELS))


@router.get("/{game}/decisions", responses=holds(answers.Decisions) | refusals(404))
async def decisions(game: GameInPath) -> Response:
    """Return the parts of each decision of a game."""
    found = Game(games.definition(game))
    told = answers.Decisions(game, list(found.parts()), list(found.implied))
    return json_answer(told, headers={"Cache-Control": "public, max-age=3600"})


def _facts(name: str, state: GameState, house: TheHouse) -> answers.GameFacts:
    facts = games.definition(name).facts
    own: dict[str, Any] = {
        "state": state,
        "offered": name in house.offered,
        "options": tuple(
            replace(each, values=tuple(house.offered_values(name, each.name, each.values)))
            for each in facts.options
        ),
    }
    told = (each for each in answers.GameFacts.__struct_fields__ if each not in own)
    return answers.GameFacts(**own, **{each: getattr(facts, each) for each in told})
