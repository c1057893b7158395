"""The position in the terminal: the beaches from the sea down to the bar, the dice beside them, the players below."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from strandline.engine.contract import NOBODY
from strandline.games.high_tide_henn.components import COLOURS, TILES
from strandline.games.high_tide_henn.notation import path
from strandline.games.high_tide_henn.rules import tables
from strandline.games.high_tide_henn.rules.score import points
from strandline.games.high_tide_henn.rules.state import mover, usable
from strandline.games.high_tide_henn.rules.tables import BAR, BEACHES, EMPTY, LEFT, WATER, Move

from .names import standing_on, tile_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from strandline.engine.texts import Texts
    from strandline.games.high_tide_henn.rules.state import State

PLAYER_STYLE = (
    *("bold white on #b23030", "bold white on #6f4a2b", "bold white on #2f7a40"),
    *("bold #2a1d0c on #bfa064", "bold #3a1021 on #e58fb0", "bold white on #2f6fb5"),
)
BEACH_STYLE = (
    *("bold white on #2b2b33", "bold white on #7a4fa3", "bold white on #2f6fb5"),
    *("bold #2a1500 on #e07b2e", "bold #3b2a14 on #efc02d", "bold #2b2b33 on #fafafa"),
)
SAND, PLANKS, SEA = "#3b2a14 on #ead2a4", "#3b2a14 on #c9a878", "white on #1d6f8a"
FIN, FOAM, MOVER, TOUCHED, SURFING = "◢", "≈", "▶", "›", "~"
LABEL = 6  # what a row is called
COLUMN = 9  # of a beach: six chairs and a coin
SMALL = 80  # columns of a small terminal
NAME, SHARED, STRIP = 8, 6, 3  # there: the name of a beach, the bar that all may stand at, a space
MORE, OPEN = "+", "·"
FEW = 4  # players whose towels are named as such there


def board(state: State, texts: Texts, last: int) -> Text:
    """Show the position; what the last move pointed at on the dice track is marked."""
    rows = [
        header(state, texts),
        beach_row(state, WATER, texts),
        *(beach_row(state, space, texts) for space in range(tables.LENGTH, BAR, -1)),
        beach_row(state, BAR, texts),
    ]
    lines = []
    for row, beside in zip_longest(rows, side(state, texts, last), fillvalue=Text()):
        row.pad_right(LABEL + BEACHES * (COLUMN + 1) + 2 - len(row))
        lines.append(row.append_text(beside))
    lines += [*supply(state, texts), Text(), *players(state, texts)]
    lines += [] if state.turn >= 0 else [Text(texts.turn(state.turn))]
    drawn = Text("\n").join(lines)
    drawn.no_wrap = True
    return drawn


def compact(state: State, texts: Texts, last: int, seats: Sequence[int]) -> Text:
    """Show the same in 80 columns: every beach as a strip from the bar to the sea, players and dice below."""
    heading = Text(texts.say("board.round", round=state.round, rounds=tables.ROUNDS), "bold")
    numbers = "".join(f"{space:<{STRIP}}" for space in range(1, tables.LENGTH + 1))
    lines = [heading.append(" " * (NAME + SHARED - len(heading))).append(numbers, "dim not bold")]
    lines += [strip(state, beach, texts) for beach in range(BEACHES)]
    head = Text(" " * LABEL)
    for beach in range(BEACHES):
        name = texts.say(f"colour.{COLOURS[beach]}")
        head.append(" ").append(name.center(COLUMN), BEACH_STYLE[beach])
    lines += [head, *players(state, texts, below=True), *supply(state, texts)]
    around = packed(side_parts(state, texts, last))
    explained = packed([around[-1], *legend(state, texts)])
    lines += [*around[:-1], *(explained if len(seats) == state.seats else explained[:1])]  # as far as there is room
    drawn = Text("\n").join(lines)
    drawn.no_wrap = True
    return drawn


def strip(state: State, beach: int, texts: Texts) -> Text:
    """Show a beach in a line: the bar, the spaces with chairs, coins or waves, the sea."""
    fin = FIN if beach == state.alert else " "
    line = Text().append(f"{texts.say(f'colour.{COLOURS[beach]}'):<{NAME - 1}}{fin}", BEACH_STYLE[beach])
    for space in range(BAR, tables.LENGTH + 1):
        line.append_text(strip_cell(state, beach, space, SHARED if space == BAR else STRIP, texts))
    for seat in standing_on(state, beach, WATER):
        line.append_text(chip(seat, texts))
    return line


def strip_cell(state: State, beach: int, space: int, width: int, texts: Texts) -> Text:
    """Show the chairs on a space, with a sign that there are more; else its coin."""
    wet = space > max(int(state.dry[beach]), BAR)
    shown = Text(style=SEA if wet else PLANKS if space == BAR else SAND)
    seats = standing_on(state, beach, space)
    for seat in seats if len(seats) <= width else seats[: width - 1]:
        shown.append_text(chip(seat, texts))
    if len(seats) > width:
        shown.append(MORE)
    coin = int(state.coin[beach, space - 1]) if BAR < space <= tables.COIN_SPACES else 0
    if coin and not seats:
        shown.append(f"({coin})")
    return shown.append((FOAM if wet else OPEN if space != BAR else " ") * (width - len(shown)))


def packed(parts: Iterable[Text]) -> list[Text]:
    """Put parts beside each other, as many as a line of a small terminal can hold."""
    lines: list[Text] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= SMALL:
            lines[-1].append("   ").append_text(part)
        else:
            lines.append(Text().append_text(part))
    return lines


def side_parts(state: State, texts: Texts, last: int) -> list[Text]:
    """Give what stands beside the beaches in a large terminal, each title in a line with what belongs to it."""
    touched = path(last) if last >= Move.ROLL else ()
    short = state.seats > FEW
    spaces = [track_row(state, space, touched, texts, short=short) for space in range(usable(state))]
    parts = [Text().append(texts.say("board.track"), "bold").append_text(spaces[0]), *spaces[1:]]
    others = (pile(state, texts), hand(state, texts), open_dice(state, texts), tiles_of_round(state, texts))
    for lines in others:
        for line in lines:
            if not line.plain.startswith(" "):
                parts.append(Text().append_text(line))
            else:
                parts[-1].append(" ").append_text(line[blanks(line) :])
    return [*parts, *tiles_of_seats(state, texts)]


def tiles_of_seats(state: State, texts: Texts) -> list[Text]:
    """Show who has which Baywatch tiles."""
    holders = state.tile.tolist()
    owned = {seat: [tile for tile, holder in enumerate(holders) if holder == seat] for seat in range(state.seats)}
    return [
        Text().append_text(chip(seat, texts)).append(" " + ", ".join(tile_in_words(tile, texts) for tile in tiles))
        for seat, tiles in owned.items()
        if tiles
    ]


def blanks(line: Text) -> int:
    """With how many blanks does a line begin?"""
    return len(line.plain) - len(line.plain.lstrip(" "))


def row_of(label: str | Text, column: Callable[[int], Text]) -> Text:
    """Put a row together from its label and a column for each beach."""
    row = Text(" " * (LABEL - len(label)))
    row.append_text(label if isinstance(label, Text) else Text(label, "dim"))
    for beach in range(BEACHES):
        row.append(" ").append_text(column(beach))
    return row


# Beaches


def header(state: State, texts: Texts) -> Text:
    """Name the beaches; a fin marks the shark alert."""

    def column(beach: int) -> Text:
        alert = f" {FIN}" if beach == state.alert else ""
        return Text(f"{texts.say(f'colour.{COLOURS[beach]}')}{alert}".center(COLUMN), BEACH_STYLE[beach])

    return row_of("", column)


def beach_row(state: State, space: int, texts: Texts) -> Text:
    """Show one space of every beach."""
    label = {WATER: texts.say("board.sea"), BAR: texts.say("board.bar")}.get(space, str(space))
    return row_of(label, lambda beach: cell(state, beach, space, texts))


def cell(state: State, beach: int, space: int, texts: Texts) -> Text:
    """Show the chairs on a space from left to right, and its coin."""
    wet = space > max(int(state.dry[beach]), BAR)
    shown = Text(style=SEA if wet else PLANKS if space == BAR else SAND)
    for seat in standing_on(state, beach, space):
        shown.append_text(chip(seat, texts))
    coin = int(state.coin[beach, space - 1]) if BAR < space <= tables.COIN_SPACES else 0
    value = f"({coin})" if coin else ""
    return shown.append((FOAM if wet else " ") * (COLUMN - len(shown) - len(value)) + value)


def chip(seat: int, texts: Texts) -> Text:
    """Show a player's letter."""
    return Text(texts.say(f"letter.{seat}"), PLAYER_STYLE[texts.wears(seat)])


# Beside the beaches


def side(state: State, texts: Texts, last: int) -> list[Text]:
    """Show the round, the dice track, the pile, the dice and the tiles of the round."""
    touched = path(last) if last >= Move.ROLL else ()
    lines = titled(texts.say("board.round", round=state.round, rounds=tables.ROUNDS))
    lines += titled(
        texts.say("board.track"), *(track_row(state, space, touched, texts) for space in range(usable(state)))
    )
    lines += [*pile(state, texts), *hand(state, texts), *open_dice(state, texts)]
    return [*lines, *tiles_of_round(state, texts), *legend(state, texts)]


def titled(title: str, *content: Text) -> list[Text]:
    """Put a title over what belongs to it."""
    return [Text(title, "bold"), *content]


def track_row(state: State, space: int, touched: tuple[str, ...], texts: Texts, *, short: bool = False) -> Text:
    """Show one space of the dice track; in short, a towel by its owner's name alone."""
    line = Text(f"{TOUCHED if f'track-{space + 1}' in touched else ' '}{space + 1} ")
    if state.towel[space] != NOBODY:
        seat = int(state.towel[space])
        towel = texts.seat(seat) if short else texts.say("board.towel", seat=texts.seat(seat))
        return line.append_text(chip(seat, texts)).append(f" {towel}")
    if state.pair[space, LEFT] != EMPTY:
        line.append_text(dice(state.pair.tolist()[space], texts))
        line.stylize(target(f"track-{space + 1}"), 1)
        again = int(tables.REROLLS[space])
        return line.append(f" {texts.say('board.again', count=again)}", "dim") if again else line
    if space + 1 == state.rental:
        return line.append(texts.say("board.rental"))
    return line.append(texts.say("board.closed"), "dim") if space + 1 > state.rental else line


def target(name: str) -> Style:
    """Say what is pointed at on a piece of the drawing, for screens that have a mouse; it is never printed."""
    return Style(meta={"target": name})


def dice(values: Iterable[int], texts: Texts, targets: Iterable[str] = ()) -> Text:
    """Show dice by colour and pips."""
    shown = [Text(f"{texts.say(f'colour.{COLOURS[die // 6]}')} {die % 6 + 1}", BEACH_STYLE[die // 6]) for die in values]
    for die, name in zip(shown, targets, strict=False):
        die.stylize(target(name))
    return Text(" ").join(shown)


def pile(state: State, texts: Texts) -> list[Text]:
    """Show who plays in this round from now on."""
    seats = [seat for seat in state.order.tolist()[state.turns :] if seat != NOBODY]
    chips = Text(" ").join(chip(seat, texts) for seat in seats)
    return titled(texts.say("board.pile"), Text("   ").append_text(chips)) if seats else []


def hand(state: State, texts: Texts) -> list[Text]:
    """Show the dice in hand, and what they count as where that differs."""
    held = [die for die in state.hand.tolist() if die != EMPTY]
    worth = [die for die in state.worth.tolist() if die != EMPTY]
    if not held:
        return []
    seat = mover(state)
    title = texts.say("board.waves") if seat == NOBODY else texts.say("board.hand", seat=texts.seat(seat))
    shown = titled(title, Text("   ").append_text(dice(held, texts, ("hand-left", "hand-right"))))
    counts = Text(f"   {texts.say('board.counts')} ").append_text(dice(worth, texts))
    return [*shown, counts] if worth not in ([], held) else shown


def open_dice(state: State, texts: Texts) -> list[Text]:
    """Show the open dice and whose they are (H-B1)."""
    if state.open_seat == NOBODY:
        return []
    owner = Text(" ").append_text(chip(state.open_seat, texts)).append(" ")
    return titled(texts.say("board.open"), owner.append_text(dice(state.open.tolist(), texts)))


def tiles_of_round(state: State, texts: Texts) -> list[Text]:
    """Show the Baywatch tile to be won, and the shark tiles that are left."""
    lines = []
    for tile, holder in enumerate(state.tile.tolist()):
        if holder == tables.FACE_UP:
            lines += titled(texts.say("board.face_up"), Text(f"   {tile_in_words(tile, texts)}"))
    if state.shark:
        left = " ".join(str(value) for value, count in enumerate(state.sharks.tolist()) for _ in range(count))
        lines += titled(texts.say("board.sharks"), Text(f"   {left}"))
    return lines


def legend(state: State, texts: Texts) -> list[Text]:
    """Explain the signs of the expansions that are played."""
    signs = ((state.coins, "(7)", "coin"), (state.surfers, SURFING, "surfer"), (state.shark, FIN, "alert"))
    return [Text(f"{sign} {texts.say(f'board.{key}')}", "dim") for played, sign, key in signs if played]


# Below the beaches


def supply(state: State, texts: Texts) -> list[Text]:
    """Show the dice of each colour in the bag, and in the pool by their pips."""
    pool, bag = state.pool.tolist(), state.bag.tolist()

    def in_pool(beach: int) -> str:
        return " ".join(str(pips + 1) for pips in range(6) for _ in range(pool[6 * beach + pips]))

    in_bag = row_of(texts.say("board.bag"), lambda beach: Text(str(bag[beach]).center(COLUMN)))
    if not any(pool):
        return [in_bag]
    return [in_bag, row_of(texts.say("board.pool"), lambda beach: Text(in_pool(beach).center(COLUMN)))]


def players(state: State, texts: Texts, *, below: bool = False) -> list[Text]:
    """Show what each player has: chairs by beach with coin and surfer, points; tiles too, unless they are below."""
    scores, holders = points(state), state.tile.tolist()
    rows = []
    for seat in range(state.seats):
        label = Text(MOVER if seat == state.turn else " ").append(" ").append_text(chip(seat, texts))
        row = row_of(label, lambda beach, seat=seat: belongings(state, seat, beach, texts))  # type: ignore[misc]
        hidden = state.surfer[seat] == tables.UNKNOWN
        if below:
            row.append(f" {texts.seat(seat)} {scores[seat]}{f' {SURFING}?' if hidden else ''}")
        else:
            secret = f" {texts.say('board.hidden')}" if hidden else ""
            row.append(f"  {texts.seat(seat)} {texts.say('board.points', count=scores[seat])}{secret}")
        rows.append(row)
        rows += [] if below else [held(tile, texts) for tile in range(len(TILES)) if holders[tile] == seat]
    return rows


def belongings(state: State, seat: int, beach: int, texts: Texts) -> Text:
    """Show where a player's chair stands, the coin taken on this beach, and whether the player surfs here."""
    space, coin = int(state.chair[beach, seat]), int(state.purse[seat, beach])
    where = {WATER: texts.say("board.sea"), BAR: texts.say("board.bar")}.get(space, str(space))
    surfing = SURFING if state.surfer[seat] == beach else " "
    return Text(f"{surfing}{where.rjust(4)}{f'({coin})' if coin else ''}".ljust(COLUMN))


def held(tile: int, texts: Texts) -> Text:
    """Show a tile under its holder."""
    return Text(" " * (LABEL + BEACHES * (COLUMN + 1) + 4) + tile_in_words(tile, texts))
