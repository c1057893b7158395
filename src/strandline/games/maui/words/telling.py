"""Moves in words: what a move does, what follows from it by itself, and the moments at which everybody stops."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from strandline.engine.contract import Moment
from strandline.games.maui.components import FRAMES, HEIGHT
from strandline.games.maui.notation.names import SEAT_NAMES, SPACE_NAMES
from strandline.games.maui.rules import tables
from strandline.games.maui.rules.beach import covered_kind, fits_edge, forfeit, icon_row, outside, shown
from strandline.games.maui.rules.legal import top_of, variant_of
from strandline.games.maui.rules.score import lowest, points, score, standing
from strandline.games.maui.rules.state import anyone_full, in_first_half, movable, token_steps
from strandline.games.maui.rules.tables import CRAB, EMPTY, IN_HAND, PEARLS, Move, Phase

from . import names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State


def tell(before: State, move: int, after: State, texts: Texts) -> str:
    """Tell what a move does, and what follows by itself."""
    if move >= Move.FIRST:
        return " ".join(first_in_words(before, move - Move.FIRST, texts))
    return " ".join([*move_in_words(before, move, after, texts), *end_in_words(before, after, texts)])


def move_in_words(state: State, move: int, after: State, texts: Texts) -> list[str]:
    """Tell the move itself."""
    if move < Move.TAKE:
        return [taken_dollars_in_words(state, move - Move.DOLLARS, texts)]
    if move < Move.SPARE:
        return [take_in_words(state, move - Move.TAKE, texts)]
    if move < Move.LAY:
        return spare_in_words(state, move - Move.SPARE, texts)
    if move < Move.STEP:
        return lay_in_words(state, move, after, texts)
    if move < Move.TILE:
        return step_in_words(state, move - Move.STEP, after, texts)
    if move < Move.UMBRELLA:
        return [drawn_tile_in_words(state, move - Move.TILE, texts)]
    if move < Move.CRAB:
        return [dealt_umbrella_in_words(state, move - Move.UMBRELLA, texts)]
    return [crab_in_words(state, move - Move.CRAB, texts)]


# Chance


def drawn_tile_in_words(state: State, tile: int, texts: Texts) -> str:
    """Tell where a tile from the bag goes (M-S11, M-T2)."""
    if state.phase == Phase.DOCKS:
        seen = names.own_tile_in_words(state, state.dealt, tile, texts)
        return texts.say("log.dock", seat=texts.seat(state.dealt), tile=seen)
    key = "log.market" if state.phase == Phase.MARKET else "log.refill"
    return texts.say(key, space=SPACE_NAMES[state.market.tolist().index(EMPTY)], tile=names.tile_in_words(tile, texts))


def dealt_umbrella_in_words(state: State, kind: int, texts: Texts) -> str:
    """Tell which umbrella token lies on which icon (M-S6)."""
    seat, icon = divmod(state.dealt, len(tables.ICONS))
    column, token = int(tables.ICONS[icon]), names.umbrella_in_words(kind, texts)
    row = icon_row(state, column)
    return texts.say("log.umbrella", seat=texts.seat(seat), token=token, column=column, row=row)


def crab_in_words(state: State, kind: int, texts: Texts) -> str:
    """Tell what the crab costs, and which pattern it lies on now (M-C2)."""
    column, pattern = crab_place(state)
    return texts.say(
        "log.crab",
        pattern=names.pattern_in_words(pattern, texts),
        column=column,
        points=names.points_in_words(int(tables.CRAB_COST[kind]), texts),
    )


def crab_place(state: State) -> tuple[int, int]:
    """Give the column of the crab that is being turned up, and the pattern that covers it."""
    column = int(state.laid[state.mover])
    spot = icon_row(state, column) - int(state.top[state.mover, column])
    return column, shown(state, state.mover, column, spot)


def first_in_words(state: State, seat: int, texts: Texts) -> list[str]:
    """Tell who begins the match, or the second half of it (M-S8, M-L2)."""
    if state.phase != Phase.HALFTIME:
        return [texts.say("log.first", seat=texts.seat(seat))]
    last = [other for other in range(state.seats) if lowest(state, other)]
    key = "end.lowest" if len(last) == 1 else "end.drawn"
    told = texts.say(key, seat=texts.seat(seat), seats=texts.seats(last))
    return [told, texts.say("end.turned")]


# A turn


def taken_dollars_in_words(state: State, area: int, texts: Texts) -> str:
    """Tell how many dollars are taken (M-T10)."""
    taken = int(state.area[area])
    return texts.say(
        "log.dollars",
        seat=texts.seat(state.mover),
        dollars=names.dollars_in_words(taken, texts),
        area=area + 1,
        total=taken + int(state.dollars[state.mover]),
    )


def take_in_words(state: State, space: int, texts: Texts) -> str:
    """Tell which tile is taken, and what it costs (M-T1)."""
    cost = int(tables.COST[space])
    return texts.say(
        "log.take" if cost else "log.free",
        seat=texts.seat(state.mover),
        space=SPACE_NAMES[space],
        tile=names.tile_in_words(int(state.market[space]), texts),
        dollars=names.dollars_in_words(cost, texts),
        area=space // tables.PLACES + 1,
    )


def spare_in_words(state: State, space: int, texts: Texts) -> list[str]:
    """Tell the spare towel, and which token leaves for it (M-T11, M-T21)."""
    seat = state.mover
    column = int(state.laid[seat]) + 1
    told = texts.say(
        "log.spare",
        seat=texts.seat(seat),
        space=SPACE_NAMES[space],
        tile=names.own_tile_in_words(state, seat, int(state.market[space]), texts),
        column=column,
    )
    kind = int(state.umbrella[seat, column])
    return [told] if kind == EMPTY else [told, texts.say("log.leaves", token=names.umbrella_in_words(kind, texts))]


def lay_in_words(state: State, move: int, after: State, texts: Texts) -> list[str]:
    """Tell where the tile goes, what it covers, what it costs and what it brings (M-T3 to M-T9)."""
    seat, top = state.mover, top_of(move)
    kind = covered_kind(state, top)
    told = [laid_tile_in_words(state, variant_of(move), top, texts), *covered_in_words(state, kind, after, texts)]
    if out := outside(top):
        told.append(texts.say("log.outside", count=out))
    if after.phase == Phase.STEP:
        return told
    told += matches_in_words(state, after, token_track(state, kind), texts)
    return [*told, total_in_words(points(after, seat) - points(state, seat), texts)]


def laid_tile_in_words(state: State, variant: int, top: int, texts: Texts) -> str:
    """Tell the tile, its column and rows, and the towel tokens on it."""
    patterns = names.own_patterns(state, state.mover, state.hand)
    tokens = [
        names.lying_token_in_words(token, patterns[spot], texts)
        for token, spot in enumerate(tables.SPOT[variant].tolist())
        if spot != EMPTY
    ]
    return texts.say(
        "log.lay_with" if tokens else "log.lay",
        seat=texts.seat(state.mover),
        tile=names.own_tile_in_words(state, state.mover, state.hand, texts),
        column=int(state.laid[state.mover]) + 1,
        first=top,
        last=top + HEIGHT - 1,
        tokens=texts.listed(tokens) if tokens else "",
    )


def covered_in_words(state: State, covered: int, after: State, texts: Texts) -> list[str]:
    """Tell what becomes of the token in the column (M-T8, M-T19)."""
    kind = int(state.umbrella[state.mover, state.laid[state.mover] + 1])
    if kind == EMPTY:
        return []
    facts: dict[str, object] = {"token": names.umbrella_in_words(kind, texts)}
    key = "covers"
    if covered == EMPTY:
        key = "uncovered"
    elif kind < len(PEARLS):
        key, facts["count"] = "pearl", int(after.pearls[state.mover, kind])
    elif kind < CRAB:
        track = token_track(state, kind)
        key = "chooses" if after.phase == Phase.STEP else "ignored" if track == EMPTY else "moves"
        facts["steps"] = steps_in_words(track, int(token_steps(state, state.mover, track)), texts)
    return [texts.say(f"log.{key}", **facts)]


def token_track(state: State, kind: int) -> int:
    """Give the track on which a scoring token moves by itself, because the other is at its end, or EMPTY (M-T19)."""
    tracks = tables.TRACKS[kind - len(PEARLS)].tolist() if len(PEARLS) <= kind < CRAB else []
    return next((track for track in tracks if movable(state, state.mover, track)), EMPTY)


def step_in_words(state: State, track: int, after: State, texts: Texts) -> list[str]:
    """Tell the step of a scoring token and then what the tile brings (M-T8, M-T24)."""
    seat = state.mover
    told = [
        texts.say(
            "log.step", seat=texts.seat(seat), steps=steps_in_words(track, int(token_steps(state, seat, track)), texts)
        )
    ]
    told += matches_in_words(state, after, track, texts)
    lost = forfeit(int(state.top[seat, state.laid[seat]]))
    return [*told, total_in_words(points(after, seat) - points(state, seat) - lost, texts)]


# Matches, markers, frames


def matched_tracks(state: State, after: State) -> list[int]:
    """List the tracks that the tile just laid matches, each once (M-T4)."""
    seat, column = state.mover, int(after.laid[state.mover])
    patterns = [shown(after, seat, column, spot) for spot in range(HEIGHT)]
    top = int(after.top[seat, column])
    return sorted({pattern for spot, pattern in enumerate(patterns) if fits_edge(state, top + spot, pattern)})


def matches_in_words(state: State, after: State, stepped: int, texts: Texts) -> list[str]:
    """Tell how far the matches move each marker, the step of a scoring token left out, and frames (M-T5, M-T6)."""
    before, now = state.marker.tolist()[state.mover], after.marker.tolist()[state.mover]
    if stepped != EMPTY:
        before[stepped] += int(token_steps(state, state.mover, stepped))
    steps = [steps_in_words(track, now[track] - before[track], texts) for track in matched_tracks(state, after)]
    before = state.marker.tolist()[state.mover]
    told = [texts.say("log.matches", steps=", ".join(steps))]
    for token in range(FRAMES):
        track = int(tables.FRAME_TRACK[token])
        if before[track] < tables.FRAME_STEP[token] <= now[track]:
            taken = after.towel[state.mover, token] == IN_HAND
            facts = {"seat": texts.seat(state.mover), "pattern": names.pattern_in_words(track, texts)}
            key = "log.frame" if taken else "log.frame_empty"
            told.append(texts.say(key, token=names.token_in_words(token, texts), **facts))
    return told


def steps_in_words(track: int, count: int, texts: Texts) -> str:
    """Say how far a marker goes."""
    if track == EMPTY:
        return ""
    pattern = names.pattern_in_words(track, texts)
    return texts.say("steps", pattern=pattern, count=count) if count else texts.say("log.at_end", pattern=pattern)


def total_in_words(count: int, texts: Texts) -> str:
    """Tell the points that a tile brings or costs in all."""
    return texts.say("log.brings", count=count) if count >= 0 else texts.say("log.costs", count=-count)


# The end of a round


def end_in_words(state: State, after: State, texts: Texts) -> list[str]:
    """Tell that a beach is full, and that the match or its first half is over (M-E1)."""
    told = []
    if anyone_full(after) and not anyone_full(state):
        key = "end.full_half" if in_first_half(after) else "end.full"
        told.append(texts.say(key, seat=texts.seat(state.mover)))
    if after.phase == Phase.HALFTIME:
        told.append(texts.say("end.half", points=names.all_points_in_words(after, texts)))
    if after.phase == Phase.OVER:
        told += [texts.say("end.over", points=names.all_points_in_words(after, texts)), *tie_in_words(after, texts)]
    return told


def tie_in_words(state: State, texts: Texts) -> list[str]:
    """Tell by what a match is won in which several have the most points (M-E3)."""
    scored, laid, dollars = names.all_points(state), state.laid.tolist(), state.dollars.tolist()
    level = [seat for seat in range(state.seats) if scored[seat] == max(scored)]
    if len(level) == 1:
        return []
    fewest = [seat for seat in level if laid[seat] == min(laid[seat] for seat in level)]
    richest = [seat for seat in fewest if dollars[seat] == max(dollars[seat] for seat in fewest)]
    winner = max(level, key=lambda seat: standing(state, seat))
    key, equal = ("tiles", level) if len(fewest) == 1 else ("dollars", fewest)
    key, equal = (key, equal) if len(richest) == 1 else ("order", richest)
    return [texts.say(f"end.{key}", seats=texts.seats(equal), seat=texts.seat(winner))]


# Moments


def moment(before: State, move: int, after: State, texts: Texts) -> Moment | None:
    """Tell what everybody stops to see; where several things come together, the weightiest gives the title."""
    found = list(moments(before, move, after, texts))
    if not found:
        return None
    first, *others = found
    more = chain.from_iterable((f"{other.title}.", *other.lines) for other in others)
    targets = chain.from_iterable(one.targets for one in found)
    return Moment(first.title, (*first.lines, *more), tuple(dict.fromkeys(targets)))


def moments(before: State, move: int, after: State, texts: Texts) -> Iterator[Moment]:
    """Find what is worth a moment, the weightiest first: ends, crabs, spare towels, what is reached."""
    if move >= Move.FIRST:
        if before.phase == Phase.HALFTIME:
            yield Moment(texts.say("moment.second"), tuple(first_in_words(before, move - Move.FIRST, texts)))
        return
    yield from end_moments(before, after, texts)
    if move >= Move.CRAB:
        yield crab_moment(before, move - Move.CRAB, texts)
    elif Move.SPARE <= move < Move.LAY:
        tile = int(before.market[move - Move.SPARE])
        told = (texts.say("moment.spare_why"), *spare_in_words(before, move - Move.SPARE, texts)[1:])
        yield Moment(texts.say("moment.spare", seat=texts.seat(before.mover)), told, (f"tile.{tile}",))
    elif Move.LAY <= move < Move.TILE:
        yield from reached_moments(before, after, texts)


def end_moments(before: State, after: State, texts: Texts) -> Iterator[Moment]:
    """Tell the final scoring, the end of the first half, or that the last round has begun (M-E1, M-E2, M-L2)."""
    if after.phase == Phase.OVER:
        yield final_scoring(after, texts)
    elif after.phase == Phase.HALFTIME:
        ranked = sorted(enumerate(names.all_points(after)), key=lambda scored: -scored[1])
        lines = [
            texts.say("moment.so_far", seat=texts.seat(seat), points=names.points_in_words(count, texts))
            for seat, count in ranked
        ]
        yield Moment(texts.say("moment.half"), tuple(lines))
    elif anyone_full(after) and not anyone_full(before):
        seat = before.mover
        left = [(seat + 1 + turn) % after.seats for turn in range((after.first - seat - 1) % after.seats)]
        if left:  # else nothing is left but to refill the market
            key = "moment.last_half" if in_first_half(after) else "moment.last"
            line = texts.say("moment.once_more", seats=texts.seats(left))
            yield Moment(texts.say(key, seat=texts.seat(seat)), (line,))


def final_scoring(state: State, texts: Texts) -> Moment:
    """Tell who has won, and what the points of everybody are made of (M-E2, M-E3)."""
    sheet = np.zeros((state.seats, len(tables.SHEET)), np.int64)
    score(state, sheet)
    ranked = sorted(range(state.seats), key=lambda seat: -standing(state, seat))
    lines = [sheet_in_words(seat, sheet.tolist()[seat], texts) for seat in ranked]
    scored = names.points_in_words(int(sheet[ranked[0], 0]), texts)
    title = texts.say("moment.over", seat=texts.seat(ranked[0]), points=scored)
    return Moment(title, (*lines, *tie_in_words(state, texts)))


def sheet_in_words(seat: int, sheet: list[int], texts: Texts) -> str:
    """Tell the points of a player, and what they are made of (M-E2)."""
    parts = [
        f"{texts.say(f'sheet.{line}')} {count}".replace("-", "−")
        for line, count in zip(tables.SHEET, sheet, strict=True)
        if count and line not in {"points", "tiles"}
    ]
    scored = names.points_in_words(sheet[0], texts)
    return texts.say("moment.line", seat=texts.seat(seat), points=scored, sheet=", ".join(parts) or "0")


def crab_moment(state: State, kind: int, texts: Texts) -> Moment:
    """Tell what a crab costs, and what it lies on (M-C2, M-C4)."""
    cost = names.points_in_words(int(tables.CRAB_COST[kind]), texts)
    column, pattern = crab_place(state)
    line = texts.say("moment.crab_on", pattern=names.pattern_in_words(pattern, texts), column=column)
    title = texts.say("moment.crab", seat=texts.seat(state.mover), points=cost)
    return Moment(title, (line,), (f"tile.{state.tile[state.mover, column]}", f"crabs.{SEAT_NAMES[state.mover]}"))


def reached_moments(before: State, after: State, texts: Texts) -> Iterator[Moment]:
    """Tell what a tile or a step reaches: towel tokens, ends of tracks, all pearls of a colour; and penalties."""
    yield from token_moments(before, after, texts)
    yield from track_moments(before, after, texts)
    yield from pearl_moments(before, after, texts)
    seat = before.mover
    out = int(after.penalties[seat]) - int(before.penalties[seat])
    if out > 1:
        cost = names.points_in_words(int(after.forfeited[seat]) - int(before.forfeited[seat]), texts)
        title = texts.say("moment.outside", seat=texts.seat(seat), count=out, points=cost)
        yield Moment(title, (), (f"tile.{after.tile[seat, after.laid[seat]]}",))


def token_moments(before: State, after: State, texts: Texts) -> Iterator[Moment]:
    """Tell who gets a towel token (M-T6)."""
    for token, track in enumerate(tables.FRAME_TRACK.tolist()):
        if after.frame[token] < before.frame[token]:
            token_name, pattern = names.token_in_words(token, texts), names.pattern_in_words(track, texts)
            title = texts.say("moment.token", seat=texts.seat(before.mover), token=token_name)
            line = texts.say("moment.frame", pattern=pattern, left=int(after.frame[token]))
            yield Moment(title, (line,), (f"track.{tables.PATTERNS[track]}",))


def track_moments(before: State, after: State, texts: Texts) -> Iterator[Moment]:
    """Tell who is the first at the end of a track (M-T5)."""
    last = int(tables.LAST_STEP[after.extended])
    worth = names.points_in_words(int(tables.POINTS[last]), texts)
    steps = zip(*before.marker.tolist(), strict=True), zip(*after.marker.tolist(), strict=True)
    for track, (was, now) in enumerate(zip(*steps, strict=True)):
        if last in now and last not in was:
            facts = {"seat": texts.seat(before.mover), "pattern": names.pattern_in_words(track, texts)}
            title = texts.say("moment.track_end", points=worth, **facts)
            yield Moment(title, (), (f"track.{tables.PATTERNS[track]}",))


def pearl_moments(before: State, after: State, texts: Texts) -> Iterator[Moment]:
    """Tell who has all pearls of a colour (M-E2)."""
    seat = before.mover
    for kind, colour in enumerate(PEARLS):
        if before.pearls[seat, kind] < after.pearls[seat, kind] == tables.IN_SET[kind]:
            worth = names.points_in_words(int(tables.PEARL_POINTS[tables.IN_SET[kind]]), texts)
            facts = {"seat": texts.seat(seat), "colour": names.colour_in_words(colour, texts)}
            title = texts.say("moment.pearls", points=worth, **facts)
            yield Moment(title, (), (f"pearl.{SEAT_NAMES[seat]}.{colour}",))
