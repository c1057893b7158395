"""What a choice would bring, drawn as ghosts: where the own chairs would stand, and what the score would be then."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.contract import NOBODY, OVER
from strandline.engine.elements import number, tag, text
from strandline.engine.row import copy_of
from strandline.games.high_tide_henn.components import COLOURS, PLAYERS
from strandline.games.high_tide_henn.drawing.ground import slot
from strandline.games.high_tide_henn.drawing.layout import (
    FOLDED,
    Panels,
    chair_at,
    chair_width,
    die_on_track,
    panels_of,
    pile_at,
    rental_at,
    track_scale,
)
from strandline.games.high_tide_henn.drawing.shapes import CHAIR, die, shape
from strandline.games.high_tide_henn.score import SHEET, score
from strandline.games.high_tide_henn.state import (
    ADJUST_TILE,
    AT_COIN,
    BACK_TILE,
    BAR,
    BEFORE_TURN,
    CHOOSE,
    COLOUR_TILE,
    DICE,
    EMPTY,
    HEAD_START,
    IN_HAND,
    IN_ORDER,
    LEFT,
    OPEN,
    RENTAL_TILE,
    RIGHT,
    ROLLED,
    SECOND_HAND,
    SWAP_TILE,
    WATER,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

Steps = tuple[tuple[int, int], ...]  # which chairs would move, by beach, and how far
Chairs = tuple[tuple[int, int], ...]  # space and rank of each player's chair on one beach
SIDES = ("left", "right")
CHANGES = {-1: "minus", 0: "same", 1: "plus"}


def ghosts(state: State, points: int) -> str:
    """Draw what each choice of the player would bring, who has so many points now."""
    if state.turn < 0:
        return ""
    drawn = [ghost(path, moved(state, steps, points)) for path, steps in chair_choices(state)]
    return "".join(drawn + [ghost(path, content) for path, content in other_choices(state, points)])


def ghost(path: str, content: str) -> str:
    """Draw something that shows only while this path is pointed at."""
    return f'<g class="ghost" data-ghost="{path}">{content}</g>'


# Choices that move chairs


def chair_choices(state: State) -> Iterator[tuple[str, Steps]]:
    """Walk over the choices that move chairs: what is pointed at, and how far each chair goes."""
    phase, seat = state.phase, state.turn
    if phase == CHOOSE or (phase == ROLLED and state.tile[SWAP_TILE] == seat):
        prefix = "" if phase == CHOOSE else "tile-swap|"
        for space, dice in enumerate(state.pair.tolist(), 1):
            if dice[LEFT] != EMPTY:
                yield f"{prefix}track-{space}", steps_by(*dice)
    if phase == ROLLED:
        yield "accept", steps_by(*state.hand.tolist())
    elif phase == IN_HAND:
        yield from hand_choices(state, seat, state.worth.tolist())
    elif phase == IN_ORDER:
        steps = [(beach, -far if state.back == side else far) for side, (beach, far) in enumerate(both(state))]
        yield from zip(("hand-left", "hand-right"), (tuple(steps), tuple(reversed(steps))), strict=True)
    elif phase == HEAD_START:
        for beach, colour in enumerate(COLOURS):
            for far in (1, 2):
                yield f"step-{colour}-{far}", ((beach, far),)
    elif phase == SECOND_HAND:
        for code in (code for code in range(DICE) if state.pool[code]):
            yield f"pool-{COLOURS[code // 6]}-{code % 6 + 1}", steps_by(code)


def both(state: State) -> Steps:
    """How far would the dice in hand move which chairs?"""
    return steps_by(*state.worth.tolist())


def steps_by(*dice: int) -> Steps:
    """How far do these dice move which chairs?"""
    return tuple((code // 6, code % 6 + 1) for code in dice)


def hand_choices(state: State, seat: int, worth: list[int]) -> Iterator[tuple[str, Steps]]:
    """Walk over what can be done with the dice in hand (H-B5, H-B8, H-B9)."""
    steps = steps_by(*worth)
    yield "move", steps
    for side, name in enumerate(SIDES):
        (beach, far), other = steps[side], steps[1 - side]
        if state.tile[BACK_TILE] == seat:
            yield f"tile-back|hand-{name}", ((beach, -far), other)
        if state.tile[COLOUR_TILE] == seat:
            for changed, colour in enumerate(COLOURS):
                yield f"tile-colour|hand-{name}|beach-{colour}", ((changed, far), other)
    if state.tile[ADJUST_TILE] == seat:
        (one, left), (two, right) = steps
        for more, word in CHANGES.items():
            for most, last in CHANGES.items():
                yield f"tile-plus-minus|left-{word}|right-{last}", ((one, left + more), (two, right + most))


def moved(state: State, steps: Steps, points: int) -> str:
    """Draw where the chairs of the player would stand, the ways there, and the score then."""
    seat, seats = state.turn, state.seats
    drawn, after = [], points
    for beach in dict.fromkeys(beach for beach, _ in steps):
        chairs = chairs_of(state, beach)
        gone = chairs
        for far in (far for other, far in steps if other == beach):
            gone = carried(gone, seat, far, int(state.dry[beach]))
        surfer = surfer_of(state, beach)
        after += points_on(gone, surfer, seats)[seat] - points_on(chairs, surfer, seats)[seat]
        drawn.append(way(beach, seat, seats, chairs[seat], gone[seat]))
    return "".join(drawn) + pill(seat, panels_of(state), points, after)


def chairs_of(state: State, beach: int) -> Chairs:
    """Read where the chairs of a beach stand."""
    return tuple(zip(state.chair.tolist()[beach], state.rank.tolist()[beach], strict=True))


def carried(chairs: Chairs, seat: int, far: int, dry: int) -> Chairs:
    """Move a chair in thought: it comes to stand to the right of all others (H-T11), or in the water (H-T12)."""
    start = chairs[seat][0]
    goal = max(start + far, BAR)
    if start == WATER or goal > dry:
        goal = WATER
    rank = sum(space == goal for other, (space, _) in enumerate(chairs) if other != seat)
    return (*chairs[:seat], (goal, rank), *chairs[seat + 1 :])


def surfer_of(state: State, beach: int) -> int:
    """Whose surfer can everybody see on this beach? EMPTY if nobody's."""
    if state.surfers != OPEN and state.turn != OVER:
        return EMPTY
    return next((seat for seat in range(state.seats) if state.surfer[seat] == beach), EMPTY)


@lru_cache(maxsize=20_000)
def points_on(chairs: Chairs, surfer: int, seats: int) -> list[int]:
    """What does one beach bring each player, by the rules? All other chairs are put into the water."""
    alone = State()
    alone.seats, alone.surfers, alone.saved = seats, OPEN, NOBODY
    alone.chair[:], alone.surfer[:] = WATER, EMPTY
    if surfer != EMPTY:
        alone.surfer[surfer] = 0
    for seat, (space, rank) in enumerate(chairs):
        alone.chair[0, seat], alone.rank[0, seat] = space, rank
    return totals(alone)


def totals(state: State) -> list[int]:
    """What would each player have if the match ended here?"""
    sheet = np.zeros((state.seats, len(SHEET)), np.int64)
    score(state, sheet)
    points: list[int] = sheet[:, 0].tolist()
    return points


@lru_cache(maxsize=5000)
def way(beach: int, seat: int, seats: int, start: tuple[int, int], goal: tuple[int, int]) -> str:
    """Draw a chair where it would stand, and how it would get there."""
    if start == goal:
        return ""
    (x1, y1), (x2, y2) = (
        chair_at(beach, space, rank if BAR < space < WATER else seat, seats) for space, rank in (start, goal)
    )
    path = f"M{number(x1)} {number(y1 - CHAIR / 2)}L{number(x2)} {number(y2 - CHAIR / 2)}"
    lines = tag("path", d=path, class_="way under") + tag("path", d=path, class_="way")
    return (
        lines
        + shape("spot", "spot", x2, y2)
        + shape(f"chair{chair_width(seats):.0f}-{PLAYERS[seat]}", "ghostly", x2, y2)
    )


@lru_cache(maxsize=5000)
def pill(seat: int, panels: Panels, before: int, after: int) -> str:
    """Write what the score would be, over what it is."""
    x, y = panels.score_x, panels.line(seat) - 10
    rise = "more" if after > before else "less" if after < before else "equal"
    box = tag("rect", x=x - 104, y=y - 19, width=112, height=38, rx=19, class_=f"pill {rise}")
    return box + text(f"{before} → {after}", x=x - 48, y=y + 8, class_="pill-text")


# Other choices


def other_choices(state: State, points: int) -> Iterator[tuple[str, str]]:
    """Walk over the choices that move something else: what is pointed at, and what would be seen."""
    seat, seats = state.turn, state.seats
    if state.phase == ROLLED:
        dice = laid(state)
        yield "decline", dice
        if state.tile[SWAP_TILE] == seat:
            yield "tile-swap", dice
    if state.tile[RENTAL_TILE] == seat and state.phase in {CHOOSE, ROLLED}:
        x, y, scale = rental_at(state.rental + 1, seats)
        yield "tile-rental", shape("rental", "", x, y, scale)
    if state.phase == BEFORE_TURN:
        x, y = pile_at(0)
        yield "tile-jump", shape(f"folded-{PLAYERS[seat]}", "", x, y - FOLDED / 3)
    if state.phase == AT_COIN:
        after = copy_of(state)
        after.purse[seat, state.beach] = state.coin[state.beach, state.chair[state.beach, seat] - 1]
        yield "coin", pill(seat, panels_of(state), points, totals(after)[seat])


def laid(state: State) -> str:
    """Draw the dice in hand where they would lie on the track."""
    seats = state.seats
    places = (die_on_track(state.filled, side, seats) for side in (LEFT, RIGHT))
    dice = (die(code, *place, track_scale(seats)) for code, place in zip(state.hand.tolist(), places, strict=True))
    return slot(state.filled, seats, "slot") + "".join(dice)
