"""The position in the terminal: what all choose from, the tile in hand, the beaches side by side, the players."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from strandline.games.day_at_the_beach.beach import SIDES, name_of
from strandline.games.day_at_the_beach.drawing.layout import beach_of, bounds, middle_of, open_cells, ripe_corners
from strandline.games.day_at_the_beach.land import (
    EMPTY,
    NOWHERE,
    X,
    Y,
    brings_water,
    meets,
    set_points,
    sets_points,
    total,
    umbrella_points,
    umbrellas_of,
    water_points,
)
from strandline.games.day_at_the_beach.rules import CHOOSE_UMBRELLA, COVER, TAKE, TURN_UP, takeable
from strandline.games.day_at_the_beach.signs import (
    ARROW,
    CORNER_AT,
    HIGH,
    IN_LINE,
    NEW_ARROW,
    QUARTER_SIGN,
    SAND_GROUNDS,
    SEAT_STYLE,
    TOUCHED,
    WIDE,
    Canvas,
    colour_letter,
    element_letter,
    element_style,
    put_needs,
    put_shown,
    put_tile,
    put_umbrella,
    umbrella_signs,
    umbrella_style,
)
from strandline.games.day_at_the_beach.spoken import called, name, points_named, turn_named, waiting
from strandline.games.day_at_the_beach.tiles import (
    COLOUR,
    COLOURS,
    COLUMNS,
    DISPLAY,
    DISTINCT,
    ELEMENTS,
    FIRST_KIND,
    PLACE_NAME,
    PLACES,
    ROUNDS,
    ROWS,
    SAND,
    UMBRELLA,
    WATER,
)

if TYPE_CHECKING:
    from strandline.engine.texts import Texts
    from strandline.games.day_at_the_beach.rules import State

MOVER, FREE, MET, UNMET, BRINGS, OPEN, RIPE, ASKED = "▶▸✓–≈·+?"
READY = "bold #3b2a14 on #ffdf6b"  # a pattern that waits for an umbrella
SCREEN, GAP = 100, 3
LABEL = 4  # what stands before the rows of a beach, or of the grid
STEP = WIDE + 3  # from place to place in the grid
OFFERS = LABEL + STEP * COLUMNS + 18
WATERS = OFFERS + 26  # where the open umbrellas and waters begin
OWNER = 29  # the least width of a beach, for what is written above it
OWNED, FIGURE, SET = 17, 10, 8  # columns in the table of players


def board(state: State, texts: Texts, last: int) -> Text:
    """Show the position; what the last move has changed among the open tiles is marked, and each beach's newest."""
    lines = [*market(state, texts, last), *hand(state, texts), Text()]
    for band in bands([beach(state, seat, texts) for seat in range(state.seats)]):
        lines += [*side_by_side(band), Text()]
    lines += [*players(state, texts), *legend(texts), Text(turn_named(state, texts), "bold")]
    drawn = Text("\n").join(lines)
    drawn.no_wrap = True
    return drawn


def bands(beaches: list[list[Text]]) -> list[list[list[Text]]]:
    """Put as many beaches beside each other as the screen can hold."""
    found: list[list[list[Text]]] = []
    left = 0
    for lines in beaches:
        if len(lines[0]) > left:
            found.append([])
            left = SCREEN
        found[-1].append(lines)
        left -= len(lines[0]) + GAP
    return found


def side_by_side(beaches: list[list[Text]]) -> list[Text]:
    """Put beaches beside each other, line by line."""
    height = max(map(len, beaches))
    filled = [[*lines, *[Text(" " * len(lines[0]))] * (height - len(lines))] for lines in beaches]
    return [Text(" " * GAP).join(row) for row in zip(*filled, strict=True)]


def mark(touched: bool) -> str:
    """Point at what the last move has changed."""
    return TOUCHED if touched else " "


def chip(seat: int) -> Text:
    """Show a player's number."""
    return Text.assemble((f" {seat + 1} ", SEAT_STYLE[seat]))


# What all choose from


def market(state: State, texts: Texts, last: int) -> list[Text]:
    """Show the round, the grid with the next sand tile, and beside it the open umbrellas and waters."""
    canvas = Canvas(SCREEN, max(1 + HIGH * ROWS, 2 + DISPLAY))
    rounds = texts.say("board.round", round=int(state.round) + 1, rounds=int(ROUNDS[state.seats]))
    grid(canvas, state, texts, last)
    umbrellas(canvas, state, texts, last)
    waters(canvas, state, texts, last)
    return [Text(rounds, "bold"), *canvas.lines()]


def grid(canvas: Canvas, state: State, texts: Texts, last: int) -> None:
    """Show the grid; a sign stands before every tile that may be taken (B-T1)."""
    for column in range(COLUMNS):
        canvas.put(LABEL + STEP * column + 1, 0, PLACE_NAME[column][0])
    turned_up = last - TURN_UP if TURN_UP <= last < TURN_UP + FIRST_KIND[WATER] else EMPTY
    touched = last - TAKE if TAKE <= last < COVER else state.laid_out - 1 if turned_up != EMPTY else EMPTY
    for place in range(PLACES):
        x, y, tile = LABEL + STEP * (place % COLUMNS), 1 + HIGH * (place // COLUMNS), int(state.grid[place])
        if place % COLUMNS == 0:
            canvas.put(1, y, PLACE_NAME[place][1])
        if tile != EMPTY:
            put_tile(canvas, x, y, tile, 0, texts, shade=place % COLUMNS + place // COLUMNS)
            canvas.put(x - 1, y, FREE if state.laid_out == PLACES and takeable(state, place) else " ", "bold")
        else:
            canvas.put(x + 1, y, OPEN * 2, "dim")
        canvas.put(x - 1, y + 1, mark(place == touched and state.top[SAND] != turned_up))
    x, top = LABEL + STEP * COLUMNS + 2, int(state.top[SAND])
    canvas.put(x, 0, deck(state, SAND, "sand", texts), "bold")
    if top != EMPTY:
        canvas.put(x - 1, 1, mark(top == turned_up))
        put_tile(canvas, x, 1, top, 0, texts)


def deck(state: State, number: int, key: str, texts: Texts) -> str:
    """Head the tiles of a deck with how many of it are unseen."""
    return texts.say(f"board.{key}", count=int(state.unseen[number]))


def umbrellas(canvas: Canvas, state: State, texts: Texts, last: int) -> None:
    """Show the open umbrellas and the next; to whoever chooses also how they would lie, and whether water comes."""
    canvas.put(OFFERS, 0, deck(state, UMBRELLA, "umbrellas", texts), "bold")
    new = last - TURN_UP - int(FIRST_KIND[UMBRELLA])
    shown = offered(state.umbrella_open.tolist(), int(state.top[UMBRELLA]), texts)
    for row, (label, umbrella) in enumerate(shown, start=1):
        canvas.put(OFFERS, row, f"{mark(umbrella == new != EMPTY)}{label}")
        if umbrella == EMPTY:
            continue
        x = OFFERS + 1 + len(shown[-1][0]) + 1
        style = umbrella_style(int(COLOUR[umbrella]), up=True)
        canvas.put(x, row, f" {umbrella_signs(umbrella, texts, up=True)} ", style)
        put_needs(canvas, x + WIDE + 1, row, umbrella, texts)
        if state.due == CHOOSE_UMBRELLA and state.covering != NOWHERE and row < len(shown):
            met = MET if meets(state, state.seat, state.covering, umbrella) else UNMET
            water = BRINGS if brings_water(state, state.seat, umbrella) else ""
            canvas.put(x + WIDE + IN_LINE + 2, row, f"{met}{water}", "bold")


def waters(canvas: Canvas, state: State, texts: Texts, last: int) -> None:
    """Show the open waters and the next."""
    canvas.put(WATERS, 0, deck(state, WATER, "waters", texts), "bold")
    shown = offered(state.water_open.tolist(), int(state.top[WATER]), texts)
    for row, (label, water) in enumerate(shown, start=1):
        canvas.put(WATERS, row, f"{mark(water == last - TURN_UP and water != EMPTY)}{label}")
        if water != EMPTY:
            put_shown(canvas, WATERS + 1 + len(shown[-1][0]) + 1, row, water, texts)


def offered(tiles: list[int], top: int, texts: Texts) -> list[tuple[str, int]]:
    """Number the open tiles, and name the top of the deck."""
    return [*((str(place), tile) for place, tile in enumerate(tiles, start=1)), (texts.say("board.next"), top)]


def hand(state: State, texts: Texts) -> list[Text]:
    """Show the tile in hand in every turn that looks different, each with its name in the notation (B-T8)."""
    if state.hand == EMPTY:
        return []
    canvas = Canvas(SCREEN, HIGH)
    head = texts.say("board.hand", seat=name(state.seat, texts))
    canvas.put(1, 0, head, "bold")
    x = len(head) + 4
    for turn, side in enumerate(SIDES):
        if DISTINCT[state.hand, turn]:
            put_tile(canvas, x, 0, int(state.hand), turn, texts)
            canvas.put(x + WIDE + 1, 0, side)
            x += WIDE + len(side) + 4
    return [Text(), *canvas.lines()]


# Beaches


def beach(state: State, seat: int, texts: Texts) -> list[Text]:
    """Show a beach under its owner's name, rows and columns named so that both names together name the cell."""
    laid = beach_of(state, seat)
    mine = seat == state.seat
    cells = open_cells(state, seat) if mine else ()
    west, north, east, south = bounds([cell for cell, *_ in laid] + list(cells), 0)
    canvas = Canvas(max(LABEL + WIDE * (east - west + 1), OWNER), 1 + HIGH * (south - north + 1))
    for x in range(west, east + 1):
        canvas.put(LABEL + WIDE * (x - west), 0, name_of(x, 0).center(WIDE) if x else "", "bold")
    for y in range(north, south + 1):
        canvas.put(0, 1 + HIGH * (y - north), name_of(0, y) if y else "", "bold")
    at = Corner(west, north)
    for slot, (cell, tile, side) in enumerate(laid):
        put_tile(canvas, *at.cell(cell), tile, side, texts, shade=int(X[cell] + Y[cell]), new=slot == len(laid) - 1 > 0)
    for cell in cells:
        x, y = at.cell(cell)
        canvas.put(x + 1, y, OPEN * 2, "dim")
    for cell, corner in ripe_corners(laid, cells):
        x, y = at.cell(cell)
        right, down = CORNER_AT[corner]
        canvas.put(x + right, y + down, RIPE, READY)
    for index in range(state.placed[seat]):
        umbrella, point = int(state.umbrella[seat, index]), int(state.point[seat, index])
        put_umbrella(canvas, *at.point(point), umbrella, texts, up=bool(state.up[seat, index]))
    if mine:
        patterns(canvas, state, at)
    return [owner(state, seat, len(canvas.rows[0]), texts), *canvas.lines()]


def patterns(canvas: Canvas, state: State, at: Corner) -> None:
    """Light up the patterns that wait for an umbrella; the one being covered has question marks."""
    for point in waiting(state):
        x, y = at.point(point)
        canvas.put(x - 1, y - 1, QUARTER_SIGN[2:], READY)
        canvas.put(x - 1, y, QUARTER_SIGN[1::-1], READY)
    if state.covering != NOWHERE:
        x, y = at.point(state.covering)
        canvas.put(x - 1, y - 1, ASKED * 2, READY)
        canvas.put(x - 1, y, ASKED * 2, READY)


class Corner(NamedTuple):
    """The cell in the north-west corner of what is shown of a beach."""

    west: int
    north: int

    def cell(self, cell: int) -> tuple[int, int]:
        """Where on the canvas does a cell begin?"""
        return LABEL + WIDE * (int(X[cell]) - self.west), 1 + HIGH * (int(Y[cell]) - self.north)

    def point(self, point: int) -> tuple[int, int]:
        """Where on the canvas do the four cells of a pattern meet?"""
        x, y = middle_of(point)
        return LABEL + WIDE * (int(x) // 100 - self.west), 1 + HIGH * (int(y) // 100 - self.north)


def owner(state: State, seat: int, width: int, texts: Texts) -> Text:
    """Show whose beach it is, and the points."""
    line = Text(f"{MOVER if seat == state.seat else ' '} ").append_text(chip(seat))
    line.append(f" {name(seat, texts)}", "bold").append(f"  {points_named(int(total(state, seat)), texts)}")
    line.pad_right(width - len(line))
    return line


# Players


def players(state: State, texts: Texts) -> list[Text]:
    """Show for each player where the points come from, and the sets."""
    head = Text(" " * OWNED)
    for key in ("points", "umbrellas", "water", "sets", "placed"):
        head.append(texts.say(f"board.table.{key}").rjust(FIGURE), "bold")
    for colour in range(len(COLOURS)):
        head.append(called("colour", COLOURS[colour], texts).rjust(SET), "bold")
    return [head, *(player(state, seat, texts) for seat in range(state.seats))]


def player(state: State, seat: int, texts: Texts) -> Text:
    """Show the points of a player by their sources, and the umbrellas of each colour with what their set is worth."""
    line = Text("  ").append_text(chip(seat)).append(f" {name(seat, texts)}".ljust(OWNED - 5))
    parts = [int(count(state, seat)) for count in (umbrella_points, water_points, sets_points)]
    for figure in (sum(parts), *parts, int(state.placed[seat])):
        line.append(str(figure).rjust(FIGURE))
    for colour in range(len(COLOURS)):
        count = int(umbrellas_of(state, seat, colour))
        worth = f" (+{set_points(count)})" if set_points(count) else ""
        line.append(f"{count or OPEN}{worth}".rjust(SET))
    return line


def legend(texts: Texts) -> list[Text]:
    """Explain letters and signs."""
    elements = [
        explained(
            element_letter(number, texts), element_style(number, SAND_GROUNDS[0]), called("element", element, texts)
        )
        for number, element in enumerate(ELEMENTS)
    ]
    colours = [
        explained(colour_letter(number, texts), umbrella_style(number, up=True), called("colour", colour, texts))
        for number, colour in enumerate(COLOURS)
    ]
    signs = [(QUARTER_SIGN[0], "quarter"), (RIPE, "ripe"), (OPEN, "open"), (ARROW[0], "side"), (FREE, "free")]
    more = [(TOUCHED, "new"), (NEW_ARROW[0], "new_water"), (MET, "met"), (UNMET, "unmet"), (BRINGS, "brings")]
    told = [
        Text("  ".join(f"{sign} {texts.say(f'board.{key}')}" for sign, key in line), "dim") for line in (signs, more)
    ]
    return [Text("  ").join(elements), Text("  ").join(colours), *told]


def explained(letter: str, style: str, word: str) -> Text:
    """Explain a letter."""
    return Text.assemble((f" {letter} ", style)).append(f" {word}", "dim")
