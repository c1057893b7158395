"""The position in the terminal: the market, the beaches two by two from the ocean down to the trees, the players."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from strandline.games.maui.components import BOX, FRAMES, HEIGHT
from strandline.games.maui.notation.names import IN_A_TURN, LETTERS, SEAT_NAMES, SPACE_NAMES
from strandline.games.maui.rules import tables
from strandline.games.maui.rules.score import crab_points
from strandline.games.maui.rules.tables import COLUMNS, EMPTY, PATTERNS, PEARLS, PLACES, TOKEN, Move
from strandline.games.maui.rules.turn import laid_by

from . import names
from .names import ICON, PRINTED, all_points, own_patterns, pattern_in_words, points_in_words, turn_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.engine.texts import Texts
    from strandline.games.maui.rules import State

SEAT_STYLE = ("bold white on #b23636", "bold white on #2f8045", "bold white on #6a4320", "bold white on #2f6fb5")
PATTERN_STYLE = (
    *("bold #3b2a14 on #f4b92f", "bold white on #235f88", "bold #12364a on #a5dce4"),
    *("bold #2a1500 on #e2692a", "bold white on #b03a6c", "bold white on #4f7d3a"),
)
SAND, PLANKS, SEA, TREES = "#3b2a14 on #ead2a4", "#3b2a14 on #c9a878", "white on #1d6f8a", "white on #3f7a45"
CRAB_STYLE = "bold white on #8c2323"
PEARL, HIDDEN = ("○", "●", "◇", "◆"), "?"
MOVER, NEXT, TOUCHED, TURNED = "▶", "▼", "›", "↕"
Cell = tuple[str, str]  # what is written, and its style
CELL = 3
STEPS = dict(enumerate(BOX.beach.rows, start=1))  # by row of the play area
STEP = min(2, len(tables.POINTS) - 1)  # of the example in the legend
LABEL = 6  # of a row of a beach: its number and its steps
BEACH = LABEL + CELL * (COLUMNS + 1)
GAP = "   "
AREA, SPACE = 10, 7  # in the market: what stands before a row, and a tile
SEAT = 6  # in the table of players
WIDE, NARROW = (10, 8), (7, 7)  # there: a track, and each of the other things
SMALL = 80  # columns of a small terminal


def board(state: State, texts: Texts, last: int) -> Text:
    """Show the position; what the last move has changed is marked."""
    points = all_points(state)
    lines = [Text(" · ").join(title_parts(state, texts)), *market(state, texts, last), Text()]
    for left in range(0, state.seats, 2):
        pair = range(left, min(left + 2, state.seats))
        beaches = [beach(state, seat, rows_used(state, pair), points[seat], texts, last) for seat in pair]
        lines += [Text(GAP).join(row) for row in zip(*beaches, strict=True)]
    lines += [Text(), *players(state, points, texts, WIDE), *legend(state, texts)]
    lines += [] if state.turn >= 0 else [styled(turn_in_words(state, texts), "bold")]
    drawn = Text("\n").join(lines)
    drawn.no_wrap = True
    return drawn


def compact(state: State, texts: Texts, last: int, seats: Sequence[int]) -> Text:
    """Show the same in 80 columns: the beaches of these seats one below the other, the market beside the first."""
    points = all_points(state)
    lines = [*folded(title_parts(state, texts, narrow=True), " · ")]
    for number, seat in enumerate(seats):
        rows = rows_used(state, range(seat, seat + 1))
        if state.hand == EMPTY and len(seats) < state.seats and rows[-1] == tables.ROWS + 1 and not under(state, seat):
            rows = rows[:-1]  # nothing lies among the trees, and nothing can be laid there now
        shown = beach(state, seat, rows, points[seat], texts, last)
        beside = [] if number else beside_beach(state, texts, last)
        filled = zip_longest(shown, beside, fillvalue=Text())
        lines += [Text(GAP).join((left or Text(" " * BEACH), right)) if right else left for left, right in filled]
    lines += players(state, points, texts, NARROW)
    if len(seats) == state.seats or not any(state.laid.tolist()):  # at the beginning, and whenever all is shown
        lines += [line for part in legend_parts(state, texts) for line in folded(part, "  ")]
    drawn = Text("\n").join(lines)
    drawn.no_wrap = True
    return drawn


def beside_beach(state: State, texts: Texts, last: int) -> list[Text]:
    """Show the market, and below it the tile in hand."""
    rows = [part for row in range(2) for part in market_row(state, row, texts, last)]
    return [*rows, hand_line(state, texts)] if state.hand != EMPTY else rows


def under(state: State, seat: int) -> bool:
    """Does something of a player lie among the trees?"""
    return any(row + HEIGHT - 1 > tables.ROWS for row in state.top.tolist()[seat][1 : int(state.laid[seat]) + 1])


def folded(parts: Sequence[Text], between: str) -> list[Text]:
    """Put parts beside each other, as many as a line of a small terminal can hold."""
    lines: list[Text] = []
    for part in parts:
        if lines and len(lines[-1]) + len(between) + len(part) <= SMALL:
            lines[-1].append(between).append_text(part)
        else:
            lines.append(part.copy())
    return lines


def hand_line(state: State, texts: Texts) -> Text:
    """Show the tile in hand in a line, from the ocean to the trees."""
    line = styled(*chip(state.mover)).append(f" {texts.say('board.hand')} ", "bold")
    for pattern in own_patterns(state, state.mover, state.hand):
        line.append(*pattern_cell(pattern))
    return line


def styled(text: str, style: str) -> Text:
    """Write in a style that ends with the text."""
    return Text().append(text, style)


def chip(seat: int) -> Cell:
    """Show a player's letter."""
    return SEAT_NAMES[seat].center(CELL), SEAT_STYLE[seat]


def pattern_cell(pattern: int) -> Cell:
    """Show a pattern by its letter."""
    return LETTERS[pattern].center(CELL), PATTERN_STYLE[pattern]


def token_cell(token: int) -> Cell:
    """Show a towel token by its letter in brackets."""
    return f"({LETTERS[TOKEN[token]]})", PATTERN_STYLE[TOKEN[token]]


def title_parts(state: State, texts: Texts, *, narrow: bool = False) -> list[Text]:
    """Name the half or side that is played, the tiles in the bag, the tokens on the frames."""
    parts = [Text(texts.say("board.narrow.bag" if narrow else "board.bag", count=sum(state.bag.tolist())))]
    if state.extended or state.crab_side:
        key = f"board.half.{state.crab_side}" if state.extended else "board.crabs"
        parts.insert(0, styled(texts.say(key), "bold"))
    for token in range(FRAMES):
        pattern = pattern_in_words(int(tables.FRAME_TRACK[token]), texts)
        key = "board.narrow.frame" if narrow and token else "board.frame"
        frame = Text(texts.say(key, pattern=pattern, step=int(tables.FRAME_STEP[token])))
        parts.append(frame.append(" ").append(*token_cell(token)).append(f" ×{state.frame[token]}"))
    return parts


# The market


def market(state: State, texts: Texts, last: int) -> list[Text]:
    """Show both rows of the market side by side, and the tile in hand beside them."""
    rows = [market_row(state, row, texts, last) for row in range(2)]
    return [Text(GAP).join(parts) for parts in zip(*rows, hand(state, texts), strict=True)]


def market_row(state: State, row: int, texts: Texts, last: int) -> list[Text]:
    """Show a row of the market: the dollars in its area; names, costs and tiles, each from ocean to trees."""
    tiles = list(enumerate(state.market.tolist()))[row * PLACES : (row + 1) * PLACES]
    area = f"{mark(last == Move.DOLLARS + row)}{texts.say('board.area', area=row + 1)}"
    labels = styled(area.ljust(AREA), "bold")
    costs = Text(f" {texts.say('board.cost', cost=int(state.area[row]))}".ljust(AREA))
    for space, tile in tiles:
        new = Move.TILE <= last < Move.UMBRELLA and tile == last - Move.TILE
        labels.append(f"{mark(new)}{SPACE_NAMES[space]}".ljust(SPACE), "bold")
        cost = texts.say("board.cost", cost=int(tables.COST[space])) if tables.COST[space] else texts.say("board.free")
        costs.append(f" {cost}".ljust(SPACE))
    patterns = [Text(" " * AREA) for _ in range(HEIGHT)]
    for spot, line in enumerate(patterns):
        for _, tile in tiles:
            cell = ("·".center(CELL), "") if tile == EMPTY else pattern_cell(PRINTED[0][tile][spot])
            line.append(" ").append(*cell).append(" " * (SPACE - CELL - 1))
    for line in (labels, costs):
        line.stylize(target(f"dollars.{row + 1}"), 1, AREA - 1)
    for line in (labels, costs, *patterns):
        for number, (space, _) in enumerate(tiles):
            start = AREA + SPACE * number + 1
            line.stylize(target(f"market.{SPACE_NAMES[space]}"), start, start + CELL)
    return [labels, costs, *patterns]


def target(name: str) -> Style:
    """Say what is pointed at on a piece of the drawing, for screens that have a mouse; it is never printed."""
    return Style(meta={"target": name})


def mark(touched: bool) -> str:
    """Point at what the last move has changed."""
    return TOUCHED if touched else " "


def hand(state: State, texts: Texts) -> list[Text]:
    """Show the tile in hand as its owner sees it."""
    lines = [Text() for _ in range(HEIGHT + 2)]
    if state.hand != EMPTY:
        lines[0] = styled(*chip(state.mover)).append(f" {texts.say('board.hand')}", "bold")
        for spot, pattern in enumerate(own_patterns(state, state.mover, state.hand)):
            lines[2 + spot] = styled(*pattern_cell(pattern))
    return lines


# Beaches


def rows_used(state: State, seats: range) -> range:
    """Give the rows of the play area, one of the sea, one of the trees, and more where tiles lie further out."""
    laid, top = state.laid.tolist(), state.top.tolist()
    tops = [row for seat in seats for row in top[seat][1 : laid[seat] + 1]]
    return range(min(0, *tops, 0), max(tables.ROWS + 1, *(row + HEIGHT - 1 for row in tops), 0) + 1)


def beach(state: State, seat: int, rows: range, points: int, texts: Texts, last: int) -> list[Text]:
    """Show these rows of a beach under its owner's name."""
    cells = {**icon_cells(state, seat), **tile_cells(state, seat)}
    drawn = [owner(state, seat, points, texts), columns(state, seat, texts, last)]
    for row in rows:
        line = Text(f"{row:>2} +{STEPS[row]}".ljust(LABEL) if row in STEPS else f"{row:>2}".ljust(LABEL))
        for column in range(COLUMNS + 1):
            line.append(*cells.get((column, row), (" " * CELL, ground(column, row))))
        if seat == state.mover and state.hand != EMPTY:
            start = LABEL + CELL * (int(state.laid[seat]) + 1)
            for begin, end in ((0, LABEL - 1), (start, start + CELL)):
                line.stylize(target(f"row.{row}"), begin, end)
        drawn.append(line)
    return drawn


def ground(column: int, row: int) -> str:
    """Choose the colours of the sea, the trees, the dock or the sand."""
    if row not in STEPS:
        return SEA if row < 1 else TREES
    return SAND if column else PLANKS


def icon_cells(state: State, seat: int) -> dict[tuple[int, int], Cell]:
    """Show the umbrella tokens and crabs that still lie there."""
    icons = zip(ICON[state.crab_side], state.umbrella.tolist()[seat], strict=True)
    return {
        (column, row): (sign_of(kind).center(CELL), SAND) for column, (row, kind) in enumerate(icons) if kind != EMPTY
    }


def sign_of(kind: int) -> str:
    """Give the sign of an umbrella token or a crab face down."""
    if kind < len(PEARLS):
        return PEARL[kind]
    if kind == tables.CRAB:
        return HIDDEN
    return "/".join(LETTERS[track] for track in tables.TRACKS[kind - len(PEARLS)])


def tile_cells(state: State, seat: int) -> dict[tuple[int, int], Cell]:
    """Show the tiles: patterns by their letters, towel tokens in brackets, what is inactive with what it costs."""
    top, crab, icon = state.top.tolist()[seat], state.crab.tolist()[seat], ICON[state.crab_side]
    cells = {}
    for column, tile in enumerate(state.tile.tolist()[seat]):
        if tile == EMPTY:
            break
        for spot, pattern in enumerate(own_patterns(state, seat, tile)):
            row = top[column] + spot
            cells[column, row] = pattern_cell(pattern)
            if row not in STEPS:
                penalty = tables.PENALTY if row < 1 else tables.TREE_PENALTY
                cells[column, row] = (f"{LETTERS[pattern]}-{penalty}", f"bold {ground(column, row)}")
            elif crab[column] and row == icon[column]:
                cells[column, row] = (f"{LETTERS[pattern]}-{crab[column]}", CRAB_STYLE)
    for token, column in enumerate(state.towel.tolist()[seat]):
        if column > 0:
            cells[column, top[column] + int(state.spot[seat, token])] = token_cell(token)
    return cells


def owner(state: State, seat: int, points: int, texts: Texts) -> Text:
    """Show whose beach it is, the points, who sits across, who begins, and the towel tokens in hand."""
    line = Text(f"{MOVER if seat == state.mover and state.phase in IN_A_TURN else ' '} ").append(*chip(seat))
    line.append(f" {texts.seat(seat)}", "bold").append(f"  {points_in_words(points, texts)}")
    if state.turned[seat]:
        line.append(f" {TURNED}")
    if seat == state.first:
        line.append(f"  {texts.say('board.begins')}")
    for token in range(FRAMES):
        if state.towel[seat, token] == tables.IN_HAND:
            line.append("  ").append(*token_cell(token))
    line.pad_right(BEACH - len(line))
    return line


def columns(state: State, seat: int, texts: Texts, last: int) -> Text:
    """Number the columns; the one that is next is marked, and the one where something has just happened."""
    line = Text(texts.say("board.dock").rjust(LABEL + CELL - 1).ljust(LABEL + CELL))
    laid = int(state.laid[seat])
    touched = laid if seat == laid_by(state, last) else EMPTY
    for column in range(1, COLUMNS + 1):
        sign = NEXT if column == laid + 1 else mark(column == touched)
        line.append(f"{sign}{column}".ljust(CELL), "bold" if sign != " " else "")
    return line


# Players


def players(state: State, points: list[int], texts: Texts, widths: tuple[int, int]) -> list[Text]:
    """Show for each player the markers by step and points, and what else counts."""
    track_width, thing_width = widths
    header = Text(" " * SEAT)
    for track in range(len(PATTERNS)):
        name, narrow = pattern_in_words(track, texts), f"board.narrow.{PATTERNS[track]}"
        if len(name) >= track_width and narrow in texts:
            name = texts.say(narrow)
        if len(name) < track_width:
            header.append(name.center(track_width))
        else:
            header.append(" " * ((track_width - CELL) // 2)).append(*pattern_cell(track))
            header.pad_right(SEAT + track_width * (track + 1) - len(header))
    for thing in things(state, 0, points[0]):
        header.append(texts.say(f"board.{thing}")[: thing_width - 1].rjust(thing_width))
    return [header, *(player(state, seat, points[seat], widths) for seat in range(state.seats))]


def player(state: State, seat: int, points: int, widths: tuple[int, int]) -> Text:
    """Show the markers of a player and what else counts."""
    track_width, thing_width = widths
    line = Text("  ").append(*chip(seat)).append(" ")
    for step in state.marker.tolist()[seat]:
        told = f"{step:>2} ({tables.POINTS[step]})"
        line.append((told if len(told) < track_width else told.replace(" (", "(")).center(track_width))
    for thing in things(state, seat, points).values():
        line.append(thing.rjust(thing_width))
    return line


def things(state: State, seat: int, points: int) -> dict[str, str]:
    """Name what else counts, as far as it is in the game: pearls, dollars, penalties, crabs, and the sum."""
    found = {}
    if state.extended or not state.crab_side:
        pearls = zip(PEARL, state.pearls.tolist()[seat], strict=False)
        found["pearls"] = " ".join(f"{sign}{count}" for sign, count in pearls)
    found |= {"dollars": str(state.dollars[seat]), "outside": str(-int(state.forfeited[seat]))}
    if state.crab_side:
        found["crab"] = str(-int(crab_points(state, seat)))
    return found | {"points": str(points)}


def legend(state: State, texts: Texts) -> list[Text]:
    """Explain letters and signs, in two lines."""
    patterns, signs = legend_parts(state, texts)
    return [Text("  ").join(patterns), Text("   ").join(signs)]


def legend_parts(state: State, texts: Texts) -> tuple[list[Text], list[Text]]:
    """Explain letters and signs."""
    patterns = [
        styled(*pattern_cell(track)).append(f" {pattern_in_words(track, texts)}", "dim")
        for track in range(len(PATTERNS))
    ]
    patterns.append(styled(f"{STEP} ({tables.POINTS[STEP]}) {texts.say('board.legend')}", "dim"))
    if any(state.turned.tolist()):
        patterns.append(styled(f"{TURNED} {texts.say('board.turned')}", "dim"))
    scoring = sign_of(len(PEARLS))
    letter = LETTERS[TOKEN[0]]
    signs = [(scoring, "scoring"), (f"({letter})", "token")]
    signs += [(f"{letter}-{cost}", "penalty") for cost in dict.fromkeys((tables.PENALTY, tables.TREE_PENALTY))]
    if state.crab_side:
        cost = tables.CRAB_COST.tolist()[len(tables.CRAB_COST) // 2]
        signs = [(HIDDEN, "hidden"), (f"{letter}-{cost}", "turned_up"), *signs]
    told = [f"{sign} {texts.say(f'board.{key}')}" for sign, key in signs]
    if not state.crab_side:
        told = [*(f"{PEARL[kind]} {pearl_on_board(colour, texts)}" for kind, colour in enumerate(PEARLS)), *told]
    return patterns, [styled(line, "dim") for line in told]


def pearl_on_board(colour: str, texts: Texts) -> str:
    """Name the pearls of a colour in the legend."""
    key = f"board.{colour}"
    return texts.say(key) if key in texts else texts.say("board.pearl", colour=names.colour_in_words(colour, texts))
