"""A Day at the Beach: what a decision would bring, as drawings and words ask for it, against really deciding so."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import beach_boards as boards
import pytest
from beach_boards import CORNERS, ELEMENTS, GAME, PLACES, at, cell_at, covered, row, single
from beach_table import Beach, Cell, Question, Table, carefully, corner_of, in_the_middle, pattern_name

import strandline as sl
from strandline.games.day_at_the_beach.notation.names import CELL_NAME, SIDES
from strandline.games.day_at_the_beach.rules import preview
from strandline.games.day_at_the_beach.rules.tables import NOTHING, NOWHERE, Move

Promise = dict[tuple[str, str], int]
"""By cell and corner: the open umbrellas that would lie face up, in bits."""


def after(match: sl.Match, state: Any, move: str) -> Any:
    """Give the position after a move, as soon as a player decides again."""
    state = match.game.after(state, match.game.notation.parse(move))
    into = match.game.buffer()
    while state.turn == sl.CHANCE:
        match.game.rules.moves(state, into)
        state = match.game.after(state, into[0])
    return state


def sheet_of(match: sl.Match, state: Any, seat: int) -> dict[str, int]:
    """Read the score sheet of a player in any position."""
    return match.sheet(state)[seat]


def face_up(match: sl.Match, state: Any, place: int) -> bool:
    """Choose an open umbrella: does it lie face up?"""
    seat = int(state.seat)
    chosen: Any = match.game.after(state, Move.UMBRELLA + place)
    return bool(chosen.up[seat, chosen.placed[seat] - 1])


def faces(match: sl.Match, state: Any, pattern: str) -> int:
    """Cover a pattern that is complete, and try every open umbrella on it; which lie face up, in bits?"""
    if state.due == Move.COVER:
        state = after(match, state, f"cover {pattern}")
    assert (int(state.due), CELL_NAME[state.covering]) == (Move.UMBRELLA, pattern)
    lying = [place for place, umbrella in enumerate(state.umbrella_open.tolist()) if umbrella >= 0]
    return sum(1 << place for place in lying if face_up(match, state, place))


def laid(match: sl.Match, state: Any, move: str) -> tuple[int, Promise]:
    """Lay the tile in hand: what does the water gain, which corners are complete, which umbrellas would lie face up?"""
    seat, (cell, _) = int(state.seat), move.split()
    moved = after(match, state, move)
    gain = sheet_of(match, moved, seat)["water"] - sheet_of(match, state, seat)["water"]
    waiting = {CELL_NAME[point] for point in (*moved.waiting.tolist()[: moved.waits], moved.covering) if point > 0}
    corners = {corner: pattern_name(corner_of(cell_at(cell), corner)) for corner in CORNERS}
    return gain, {(cell, k): faces(match, moved, name) for k, name in corners.items() if name in waiting}


def layings(state: Any) -> dict[str, tuple[int, Promise]]:
    """Ask the preview for the ways to lay the tile in hand."""
    found = {}
    for cell, turn, gain, *met in preview.layings(state):
        promise = {(CELL_NAME[cell], k): bits for k, bits in zip(CORNERS, met, strict=True) if bits != NOTHING}
        found[f"{CELL_NAME[cell]} {SIDES[turn]}"] = gain, promise
    return found


def check_lay(match: sl.Match, table: Table, question: Question) -> None:
    """B-T2 to B-T4, B-T8, B-U1, B-U2, B-E2: every way to lay the tile in hand, and no other."""
    asked = layings(match.state)
    assert set(asked) == set(question.answers)
    if any(table.decks["umbrella"].open):
        for move, (gain, promise) in asked.items():
            assert (gain, promise) == laid(match, match.state, move), move


def check_take(match: sl.Match, question: Question) -> None:
    """B-T1, B-U2: which tiles may be taken, and where each could complete a pattern with an umbrella face up."""
    free = preview.free_places(row(match)).tolist()
    assert {f"take {place}" for place, may in zip(PLACES, free, strict=True) if may} == set(question.answers)
    asked: dict[str, Promise] = {move: {} for move in question.answers}
    for place, cell, corner, bits in preview.takings(row(match)):
        asked[f"take {PLACES[place]}"][CELL_NAME[cell], CORNERS[corner]] = bits
    for move, promise in asked.items():
        ways = layings(after(match, match.state, move)).values()
        assert promise == {spot: bits for _, met in ways for spot, bits in met.items() if bits}, move


def check_quarters(match: sl.Match, table: Table) -> None:
    """B-U1: a quarter is missing where three others meet at a corner of a free cell."""
    state = row(match)
    for seat, beach in enumerate(table.beaches):
        cells = [CELL_NAME[cell] for cell in state.open[seat].tolist()[: state.opens[seat]]]
        wanted = [(cell, k) for cell in cells for k in CORNERS if quarters_at(beach, cell_at(cell), k) == 3]
        asked = preview.missing_quarters(state, seat).tolist()
        assert [(CELL_NAME[cell], CORNERS[corner]) for cell, corner in asked] == wanted


def quarters_at(beach: Beach, cell: Cell, corner: str) -> int:
    """How many tiles show a quarter at this corner of a free cell?"""
    point = corner_of(cell, corner)
    return sum(point == corner_of(where, k) for where, tile in beach.tiles.items() for k in tile.quarters())


def check_umbrellas(match: sl.Match, table: Table, question: Question) -> None:
    """B-U2, B-U3, B-W1: how each open umbrella would lie, what it lacks, whether water comes."""
    assert table.covering is not None
    state, had = row(match), table.beach.found(table.covering)
    asked = preview.open_umbrellas(state, state.seat, state.covering).tolist()
    for place, (water, up, *lacks) in enumerate(asked):
        move, umbrella = f"umbrella {place + 1}", table.decks["umbrella"].open[place]
        if move not in question.answers:
            assert not any(asked[place])
            continue
        needs = Counter(umbrella.split("/")[1].split("+"))
        assert lacks == [(needs - had)[element] for element in ELEMENTS]
        assert up == face_up(match, state, place) == (not any(lacks))
        assert water == (after(match, state, move).due == Move.WATER)


def check_cover(match: sl.Match, question: Question) -> None:
    """B-U2: how each open umbrella would lie on each pattern that waits."""
    state = row(match)
    for move in question.answers:
        pattern = move.removeprefix("cover ")
        asked = preview.open_umbrellas(state, state.seat, CELL_NAME.index(pattern)).tolist()
        assert sum(up << place for place, (_, up, *_) in enumerate(asked)) == faces(match, state, pattern)


def check_waters(match: sl.Match, question: Question) -> None:
    """B-W1, B-E2: what each open water would gain on every free cell, turned in the best way."""
    asked: dict[str, dict[str, int]] = {move: {} for move in question.answers}
    for place, cell, gain in preview.waters(row(match)):
        asked[f"water {place + 1}"][CELL_NAME[cell]] = gain
    for move, gains in asked.items():
        best: dict[str, int] = {}
        state = after(match, match.state, move)
        for way in layings(state):
            there = way.split()[0]
            best[there] = max(laid(match, state, way)[0], best.get(there, 0))
        assert gains == {cell: gain for cell, gain in best.items() if gain}


def check_lines(match: sl.Match, table: Table) -> None:
    """B-E2, B-E5, B-E6: which tiles lie in the line of each water, and what it scores."""
    for seat, beach in enumerate(table.beaches):
        cells = [cell_at(CELL_NAME[cell]) for cell in row(match).cell[seat].tolist()[: row(match).laid[seat]]]
        lines = preview.water_lines(row(match), seat).tolist()
        assert [cells[slot] for slot, *_ in lines] == list(beach.waters())
        for slot, points, *in_line in lines:
            wanted = set(beach.line(cells[slot], table.options["water_line"]))
            assert {cells[other] for other, lies in enumerate(in_line) if lies} == wanted
            shown = beach.tiles[cells[slot]].kind.split("+")
            assert points == sum(element in shown for cell in wanted for element in beach.tiles[cell].elements())


def check(match: sl.Match, table: Table, question: Question) -> None:
    """Compare what the preview says of a position with what comes of its moves; nothing is moved by asking."""
    before = match.state.tobytes()
    check_quarters(match, table)
    check_lines(match, table)
    if question.step == "lay":
        check_lay(match, table, question)
    elif question.step == "take":
        check_take(match, question)
    elif question.step == "cover":
        check_cover(match, question)
    elif question.step == "umbrella":
        check_umbrellas(match, table, question)
    else:
        check_waters(match, question)
    assert match.state.tobytes() == before


@pytest.mark.parametrize("seed", range(36))
def test_the_preview_says_what_comes_of_every_move(seed: int) -> None:
    """B-T1, B-T2, B-T4, B-U1, B-U2, B-W1, B-E2, B-E6: at every table, with every option, step by step."""
    random = Random(seed)
    table = in_the_middle(2 + seed % 4, boards.OPTIONS[seed % 6], random)
    match = sl.at(GAME, table.document(Question("take", table.seat + 1, {})), chance="by hand")
    story = table.match()
    question = next(story)
    for _ in range(30):
        if question.who == "over":
            break
        if question.who != "chance":
            check(match, table, question)
        weights = question.answers if question.who == "chance" else carefully(table, question, patient=seed % 3 == 0)
        chosen = random.choices(list(weights), list(weights.values()))[0]
        match.play(chosen)
        question = story.send(chosen)


def test_of_several_patterns_each_is_compared_with_the_open_umbrellas() -> None:
    """B-U2, B-U3: four of them wait, and umbrellas lie face up on some."""
    for number in range(5):
        match = at(5, round=5, grid={}, p1=boards.strip(number), umbrellas={"open": boards.of_colours(number)[:3]})
        while match.turn == sl.CHANCE:
            match.play(match.legal()[0])
        question = Question("cover", 1, dict.fromkeys(match.legal(), 1))
        assert len(question.answers) == 4
        check_cover(match, question)


def test_without_a_pattern_nothing_would_lie_face_up() -> None:
    """B-U2, B-W1: what an umbrella brings can be asked before there is a pattern for it."""
    match = at(p1=covered())
    state = row(match)
    for umbrella, (water, up, *lacks) in zip(
        match.position()["umbrellas"]["open"], preview.open_umbrellas(state, 0, NOWHERE).tolist(), strict=True
    ):
        colour, needs = umbrella.split("/")
        assert (water, up) == (colour != "green", 0)
        assert lacks == [Counter(needs.split("+"))[element] for element in ELEMENTS]


def test_a_gap_that_is_closed_brings_all_that_lies_behind_it() -> None:
    """B-E2, B-E5: the line of a water tile goes on where the new tile lies, whatever it is."""
    around = {"n2e1": single(4), "n3e1": single(5), "n3": single(6)}
    behind = boards.SINGLES[6].split("/")[0].split("+")
    match = at(hand="sand crab/nw+ne+se", round=3, p1=covered(s1=f"water {'+'.join(behind)} south", **around))
    gains = {move.split()[0]: gain for move, (gain, _) in layings(row(match)).items()}
    assert gains["n2"] == len(behind) == 3
    assert gains["n4"] == gains["w1"] == 0


def test_the_cells_before_the_waves_are_open_sea() -> None:
    """B-T3: those beside land, where somebody might want to lay a tile; a cell that lies apart needs no words."""
    match = at(p1=covered(n2="water palm+castle+ball east"))
    assert [CELL_NAME[cell] for cell in preview.open_sea(row(match), 0).tolist()] == ["n2e1"]
    assert preview.open_sea(row(match), 1).tolist() == []
    match = at(p1=covered(n2="water palm+castle+ball north"))
    assert preview.open_sea(row(match), 0).tolist() == []
    match = at(hand="sand palm/nw+ne+se", p1=covered(n2="water palm+castle+ball east"))
    assert 'data-target="n2e1"' in match.svg(seat=0), "it can be asked why"
    assert match.why("n2e1 north") is not None


def test_an_umbrella_scores_its_points_and_what_its_set_grows_by() -> None:
    """B-E1, B-E3: face down the set alone; an empty place brings nothing."""
    offer = boards.market("green/palm+palm", "red/palm+ball", deck=[])
    match = at(umbrellas=offer, p1=covered())
    assert preview.umbrella_gains(row(match), 0).tolist() == [[4, 8], [0, 3], [0, 0]]
    assert preview.umbrella_gains(row(match), 1).tolist() == [[0, 4], [0, 3], [0, 0]]
