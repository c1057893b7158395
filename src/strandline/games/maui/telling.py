"""Moves in words: what a move does, and what follows from it by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strandline.games.maui.beach import covers, icon_row, outside, shown, worn
from strandline.games.maui.components import FRAMES, HEIGHT
from strandline.games.maui.names import SPACE_NAMES
from strandline.games.maui.points import lowest, points
from strandline.games.maui.rules import anyone_full, movable
from strandline.games.maui.spoken import (
    as_seen,
    called,
    dollars_named,
    listed,
    name,
    players_named,
    points_counted,
    points_named,
    points_of,
    seen_named,
    tile_named,
    token_named,
    umbrella_named,
)
from strandline.games.maui.tables import (
    COST,
    CRAB,
    CRAB_COST,
    DOCKS,
    DOLLARS,
    DRAW,
    EMPTY,
    FINISHED,
    FIRST,
    FIRST_TOP,
    FRAME_STEP,
    FRAME_TRACK,
    HALFTIME,
    ICON_ROW,
    ICONS,
    IN_HAND,
    LAY,
    MARKET,
    PATTERNS,
    PEARLS,
    PENALTY,
    PLACES,
    REVEALED,
    SPARE,
    SPOT,
    STEP,
    STEPPING,
    TAKE,
    TRACKS,
    UMBRELLA,
)

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State


def tell(state: State, move: int, after: State, texts: Texts) -> str:
    """Tell what a move does, and what follows by itself."""
    if UMBRELLA <= move < REVEALED:
        return umbrella_told(state, move - UMBRELLA, texts)
    if move >= FIRST:
        return " ".join(first_told(state, move - FIRST, texts))
    return " ".join([*move_told(state, after, move, texts), *end_told(state, after, texts)])


def move_told(state: State, after: State, move: int, texts: Texts) -> list[str]:
    """Tell the move itself."""
    if move < TAKE:
        return [dollars_told(state, move - DOLLARS, texts)]
    if move < SPARE:
        return [take_told(state, move - TAKE, texts)]
    if move < LAY:
        return spare_told(state, move - SPARE, texts)
    if move < STEP:
        return lay_told(state, after, (move - LAY) % len(SPOT), (move - LAY) // len(SPOT) + FIRST_TOP, texts)
    if move < DRAW:
        return step_told(state, after, move - STEP, texts)
    return [draw_told(state, move - DRAW, texts) if move < UMBRELLA else crab_told(state, move - REVEALED, texts)]


# Chance


def draw_told(state: State, tile: int, texts: Texts) -> str:
    """Tell where a tile from the bag goes (M-S11, M-T2)."""
    if state.phase == DOCKS:
        seen = seen_named(state, state.dealt, tile, texts)
        return texts.say("log.dock", seat=name(state.dealt, texts), tile=seen)
    key = "log.market" if state.phase == MARKET else "log.refill"
    return texts.say(key, space=SPACE_NAMES[state.market.tolist().index(EMPTY)], tile=tile_named(tile, texts))


def umbrella_told(state: State, kind: int, texts: Texts) -> str:
    """Tell which umbrella token lies on which icon (M-S6)."""
    seat, icon = divmod(state.dealt, len(ICONS))
    column = int(ICONS[icon])
    row = int(ICON_ROW[0, column])
    return texts.say("log.umbrella", seat=name(seat, texts), token=umbrella_named(kind, texts), column=column, row=row)


def crab_told(state: State, kind: int, texts: Texts) -> str:
    """Tell what the crab costs, and which pattern it lies on now (M-C2)."""
    column = int(state.laid[state.mover])
    spot = icon_row(state, column) - int(state.top[state.mover, column])
    return texts.say(
        "log.crab",
        pattern=called(shown(state, state.mover, column, spot), texts),
        column=column,
        points=points_counted(int(CRAB_COST[kind]), texts),
    )


def first_told(state: State, seat: int, texts: Texts) -> list[str]:
    """Tell who begins the match, or the second half of it (M-S8, M-L2)."""
    if state.phase != HALFTIME:
        return [texts.say("log.first", seat=name(seat, texts))]
    last = [other for other in range(state.seats) if lowest(state, other)]
    key = "end.lowest" if len(last) == 1 else "end.drawn"
    told = texts.say(key, seat=name(seat, texts), seats=players_named(last, texts))
    return [told, texts.say("end.turned")]


# A turn


def dollars_told(state: State, area: int, texts: Texts) -> str:
    """Tell how many dollars are taken (M-T10)."""
    taken = int(state.area[area])
    return texts.say(
        "log.dollars",
        seat=name(state.mover, texts),
        dollars=dollars_named(taken, texts),
        area=area + 1,
        total=taken + int(state.dollars[state.mover]),
    )


def take_told(state: State, space: int, texts: Texts) -> str:
    """Tell which tile is taken, and what it costs (M-T1)."""
    cost = int(COST[space])
    return texts.say(
        "log.take" if cost else "log.free",
        seat=name(state.mover, texts),
        space=SPACE_NAMES[space],
        tile=tile_named(int(state.market[space]), texts),
        dollars=dollars_named(cost, texts),
        area=space // PLACES + 1,
    )


def spare_told(state: State, space: int, texts: Texts) -> list[str]:
    """Tell the spare towel, and which token leaves for it (M-T11, M-T21)."""
    seat = state.mover
    column = int(state.laid[seat]) + 1
    told = texts.say(
        "log.spare",
        seat=name(seat, texts),
        space=SPACE_NAMES[space],
        tile=seen_named(state, seat, int(state.market[space]), texts),
        column=column,
    )
    kind = int(state.umbrella[seat, column])
    return [told] if kind == EMPTY else [told, texts.say("log.leaves", token=umbrella_named(kind, texts))]


def lay_told(state: State, after: State, variant: int, top: int, texts: Texts) -> list[str]:
    """Tell where the tile goes, what it covers, what it costs and what it brings (M-T3 to M-T9)."""
    seat = state.mover
    column = int(state.laid[seat]) + 1
    told = [placed_told(state, variant, top, texts), *covered_told(state, after, column, top, texts)]
    if out := outside(top):
        told.append(texts.say("log.outside", count=out))
    if after.phase == STEPPING:
        return told
    patterns = [worn(state, state.hand, variant, spot) for spot in range(HEIGHT)]
    told += scored_told(state, after, matched(state, patterns, top), token_track(state, column, top), texts)
    return [*told, total_told(points(after, seat) - points(state, seat), texts)]


def placed_told(state: State, variant: int, top: int, texts: Texts) -> str:
    """Tell the tile, its column and rows, and the towel tokens on it."""
    patterns = as_seen(state, state.mover, state.hand)
    tokens = [
        texts.say("log.token", token=token_named(token, texts), under=called(patterns[spot], texts))
        for token, spot in enumerate(SPOT[variant].tolist())
        if spot != EMPTY
    ]
    return texts.say(
        "log.lay_with" if tokens else "log.lay",
        seat=name(state.mover, texts),
        tile=seen_named(state, state.mover, state.hand, texts),
        column=int(state.laid[state.mover]) + 1,
        first=top,
        last=top + HEIGHT - 1,
        tokens=listed(tokens, texts) if tokens else "",
    )


def covered_told(state: State, after: State, column: int, top: int, texts: Texts) -> list[str]:
    """Tell what becomes of the token in the column (M-T8, M-T19)."""
    seat, kind = state.mover, int(state.umbrella[state.mover, column])
    if kind == EMPTY:
        return []
    facts: dict[str, object] = {"token": umbrella_named(kind, texts)}
    key = "covers"
    if not covers(state, column, top):
        key = "uncovered"
    elif kind < len(PEARLS):
        key, facts["count"] = "pearl", int(after.pearls[seat, kind])
    elif kind < CRAB:
        track = token_track(state, column, top)
        key = "chooses" if after.phase == STEPPING else "ignored" if track == EMPTY else "moves"
        facts["steps"] = steps_named(track, 1, texts)
    return [texts.say(f"log.{key}", **facts)]


def token_track(state: State, column: int, top: int) -> int:
    """Which track does a scoring token move by itself, because the other one is at its end (M-T19)?"""
    kind = int(state.umbrella[state.mover, column])
    if not len(PEARLS) <= kind < CRAB or not covers(state, column, top):
        return EMPTY
    for track in TRACKS[kind - len(PEARLS)].tolist():
        if movable(state, state.mover, track):
            return int(track)
    return EMPTY


def step_told(state: State, after: State, track: int, texts: Texts) -> list[str]:
    """Tell the step of a scoring token and then what the tile brings (M-T8, M-T24)."""
    seat = state.mover
    column = int(state.laid[seat])
    top = int(state.top[seat, column])
    patterns = [shown(state, seat, column, spot) for spot in range(HEIGHT)]
    told = [texts.say("log.step", seat=name(seat, texts), steps=steps_named(track, 1, texts))]
    told += scored_told(state, after, matched(state, patterns, top), track, texts)
    gained = points(after, seat) - points(state, seat) - PENALTY * outside(top)
    return [*told, total_told(gained, texts)]


# Matches, markers, frames


def matched(state: State, patterns: list[int], top: int) -> list[int]:
    """Which tracks are matched by these patterns from this row on, each once (M-T4)?"""
    edge = state.edge.tolist()[state.mover]
    found = [pattern for spot, pattern in enumerate(patterns) if edge[top + spot - FIRST_TOP] == pattern]
    return sorted(set(found))


def scored_told(state: State, after: State, tracks: list[int], stepped: int, texts: Texts) -> list[str]:
    """Tell how far the matches move each marker, the step of a scoring token left out, and frames (M-T5, M-T6)."""
    before, now = state.marker.tolist()[state.mover], after.marker.tolist()[state.mover]
    steps = [steps_named(track, now[track] - before[track] - (track == stepped), texts) for track in tracks]
    told = [texts.say("log.matches", steps=", ".join(steps))]
    for token in range(FRAMES):
        track = int(FRAME_TRACK[token])
        if before[track] < FRAME_STEP[token] <= now[track]:
            taken = after.towel[state.mover, token] == IN_HAND
            facts = {"seat": name(state.mover, texts), "pattern": called(track, texts)}
            key = "log.frame" if taken else "log.frame_empty"
            told.append(texts.say(key, token=token_named(token, texts), **facts))
    return told


def steps_named(track: int, count: int, texts: Texts) -> str:
    """Say how far a marker goes."""
    if track == EMPTY:
        return ""
    pattern = texts.say(f"short.{PATTERNS[track]}")
    return texts.say("steps", pattern=pattern, count=count) if count else texts.say("log.at_end", pattern=pattern)


def total_told(count: int, texts: Texts) -> str:
    """Tell the points that a tile brings or costs in all."""
    return texts.say("log.brings", count=count) if count >= 0 else texts.say("log.costs", count=-count)


# The end of a round


def end_told(state: State, after: State, texts: Texts) -> list[str]:
    """Tell that a beach is full, and that the match or its first half is over (M-E1)."""
    told = []
    if anyone_full(after) and not anyone_full(state):
        half = after.extended and not after.crab_side
        told.append(texts.say("end.full_half" if half else "end.full", seat=name(state.mover, texts)))
    if after.phase == HALFTIME:
        told.append(texts.say("end.half", points=points_named(after, texts)))
    if after.phase == FINISHED:
        told += [texts.say("end.over", points=points_named(after, texts)), *tie_told(after, texts)]
    return told


def tie_told(state: State, texts: Texts) -> list[str]:
    """Tell by what a match is won in which several have the most points (M-E3)."""
    scored, laid, dollars = points_of(state), state.laid.tolist(), state.dollars.tolist()
    level = [seat for seat in range(state.seats) if scored[seat] == max(scored)]
    if len(level) == 1:
        return []
    fewest = [seat for seat in level if laid[seat] == min(laid[seat] for seat in level)]
    richest = [seat for seat in fewest if dollars[seat] == max(dollars[seat] for seat in fewest)]
    winner = max(richest, key=lambda seat: (seat - state.first) % state.seats)
    key, equal = ("tiles", level) if len(fewest) == 1 else ("dollars", fewest)
    key, equal = (key, equal) if len(richest) == 1 else ("order", richest)
    return [texts.say(f"end.{key}", seats=players_named(equal, texts), seat=name(winner, texts))]
