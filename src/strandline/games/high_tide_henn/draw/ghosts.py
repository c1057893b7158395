"""What a choice would bring, drawn as ghosts: where the own chairs would stand, and what the score would be then."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.elements import ghost, number, tag, text
from strandline.games.high_tide_henn.components import PLAYERS
from strandline.games.high_tide_henn.notation import path
from strandline.games.high_tide_henn.rules.preview import COLUMNS, LINES, Column, preview
from strandline.games.high_tide_henn.rules.score import points, score_beaches
from strandline.games.high_tide_henn.rules.tables import BEACHES, LEFT, RIGHT, Phase, Tile

from . import layout
from .ground import slot
from .layout import Shore, Track, among
from .shapes import CHAIR, CHAIR_WIDTH, box, die, shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.games.high_tide_henn.rules.state import State

Place = tuple[int, int]  # of a chair: its space, and its rank there


def previews(state: State, shore: Shore, places: Track, written: Callable[[int, int], str]) -> str:
    """Draw what each choice would bring, for an arrangement that writes a score over what it is now."""
    if state.turn < 0:
        return ""
    now = points(state)[state.turn]
    return moved_chairs(state, shore, lambda after: written(now, after)) + moved_things(state, places)


# Chairs


def moved_chairs(state: State, shore: Shore, written: Callable[[int], str]) -> str:
    """Draw for each choice where the player's chairs would stand, the ways there, and the score then."""
    seat = state.turn
    into = np.zeros((LINES, COLUMNS), np.int64)
    lines = into[: preview(state, into)].tolist()
    spaces, ranks = [tuple(chairs[: state.seats]) for chairs in state.chair.tolist()], state.rank.tolist()
    starts = [(spaces[beach][seat], ranks[beach][seat]) for beach in range(BEACHES)]
    worth = np.zeros((BEACHES, state.seats), np.int64)
    score_beaches(state, worth)
    now = worth[:, seat].tolist()
    drawn = []
    for line in lines:
        goals = zip(line[Column.SPACE : Column.RANK], line[Column.RANK : Column.WORTH], strict=True)
        ways = [
            way(
                beach,
                seat,
                int(state.colour[seat]),
                spaces[beach],
                start,
                goal,
                line[Column.WORTH + beach] - now[beach],
                shore,
            )
            for beach, (start, goal) in enumerate(zip(starts, goals, strict=True))
            if start != goal
        ]
        drawn.append(ghost(path(line[Column.MOVE]), *ways, written(line[Column.POINTS])))
    return "".join(drawn)


@lru_cache(maxsize=5000)
def way(
    beach: int, seat: int, colour: int, spaces: tuple[int, ...], start: Place, goal: Place, gain: int, shore: Shore
) -> str:
    """Draw a chair where it would stand, how it would get there (both by space and rank), and what that would bring."""
    (x1, y1, small), (x2, y2, scale) = (
        shore.chair_at(beach, space, *among(spaces, seat, space, rank)) for space, rank in (start, goal)
    )
    line = f"M{number(x1)} {number(y1 - CHAIR * small / 2)}L{number(x2)} {number(y2 - CHAIR * scale / 2)}"
    lines = tag("path", d=line, class_=f"way under{shore.look}") + tag("path", d=line, class_=f"way{shore.look}")
    chair = shape(f"chair-{PLAYERS[colour]}", "ghostly", x2, y2, scale) + shape("outline", "dashed", x2, y2, scale)
    x, y = min(x2 + CHAIR_WIDTH * scale / 2, shore.end - 34), max(y2 - CHAIR * scale, 8)
    return lines + shape("spot", "spot", x2, y2, shore.size) + chair + flag(x, y, gain)


def flag(x: float, y: float, gain: int) -> str:
    """Write on a flag what a chair would bring more or less than now."""
    rise = "more" if gain > 0 else "less" if gain < 0 else "equal"
    words = text(f"{gain:+d}".replace("-", "−"), x=x + 14, y=y + 9, class_="flag-text")
    return box(x - 4, y - 7, 36, 22, 11, f"gain {rise}") + words


@lru_cache(maxsize=5000)
def pill(seat: int, panels: layout.Panels, before: int, after: int) -> str:
    """Write what the score would be, over what it is."""
    x, y = panels.score_x, panels.line(seat) - 10
    rise = "more" if after > before else "less" if after < before else "equal"
    words = text(f"{before} → {after}", x=x - 48, y=y + 8, class_="pill-text")
    return box(x - 104, y - 19, 112, 38, 19, f"pill {rise}") + words


# Dice, the rental, the towel


def moved_things(state: State, places: Track) -> str:
    """Draw where a choice would put something else than a chair."""
    seat, drawn = state.turn, ""
    if state.phase == Phase.ROLLED:
        dice = laid_dice(state, places)
        drawn += ghost(("decline",), dice)
        drawn += ghost(("tile-swap",), dice) if state.tile[Tile.SWAP] == seat else ""
    if state.tile[Tile.RENTAL] == seat and state.phase in {Phase.CHOOSE, Phase.ROLLED}:
        x, y, scale = places.rental_at(state.rental + 1)
        drawn += ghost(("tile-rental",), shape("rental", "", x, y, scale))
    if state.phase == Phase.JUMP:
        x, y, scale = places.folded_at(0, state.turns)
        drawn += ghost(
            ("tile-jump",), shape(f"folded-{PLAYERS[state.colour[seat]]}", "", x, y - layout.FOLDED / 3 * scale, scale)
        )
    return drawn


def laid_dice(state: State, places: Track) -> str:
    """Draw the dice in hand where they would lie on the track."""
    lying = (places.die_at(state.filled, side) for side in (LEFT, RIGHT))
    dice = (die(code, *at, places.scale) for code, at in zip(state.hand.tolist(), lying, strict=True))
    return slot(state.filled, places, "slot") + "".join(dice)
