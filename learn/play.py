"""Self-play in compiled loops: matches one move deep by a network, with the features of all that was reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from strandline.bots.tree import lead
from strandline.engine.chance import begin, below
from strandline.engine.contract import CHANCE, OVER, evaluate, features, moves, play, rank, sample, score
from strandline.engine.network import strength
from strandline.engine.playout import fresh, random_table
from strandline.engine.rule import long_rule

if TYPE_CHECKING:
    from strandline.engine.contract import Learned
    from strandline.engine.game import Game
    from strandline.engine.network import Network

CERTAIN = 1 << 40  # the lead of whoever has won
POSITIONS = 60  # of a match and seat that there is room for


@long_rule
def play_and_note(
    states: Any, work: Any, into: Any, random: Any, seed: int, first: int, network: Any, learned: int, slips: int,
    openings: int, alone: int, chances: int, active: Any, hidden: Any, value: Any, noted: Any, counts: Any, match: Any,
    stood: Any, placed: Any, sheet: Any, points: Any, place: Any,
) -> int:  # fmt: skip
    """Play every row to its end and note the features of each seat after every move; how many positions?

    A move in `slips` is any move, and all of the first `openings`; else it is the best by the network, or where it has
    not learned anything by `evaluate`. With `alone` the mover's own strength decides, not the lead: that takes less
    time, because nobody looks at the others. With `chances` positions after chance are noted as well, once a move has
    been made.
    """
    at = 0
    seats = stood.shape[1]
    for index in range(len(states)):
        begin(random[0], seed, first + index)
        made = 0
        while states[index].turn != OVER:
            turn = int(states[index].turn)
            chosen, count, tries = 0, 0, 0
            if turn != CHANCE:
                count = moves(states[index], into)
                if made < openings or below(random[0], slips) == 0:
                    chosen = below(random[0], count)
                elif count > 1:
                    tries = count
            highest = -(1 << 62)
            for attempt in range(tries):
                work[0] = states[index]
                play(work[0], int(into[attempt]))
                if work[0].turn == OVER:
                    score(work[0], sheet)
                    rank(work[0], sheet, placed)
                    worth = CERTAIN * (1 - int(placed[turn]))
                elif learned:
                    for seat in range(seats):
                        if seat == turn or alone == 0:
                            value[seat] = strength(network, active, features(work[0], seat, active), hidden)
                    worth = lead(value, turn) if alone == 0 else value[turn]
                else:
                    worth = evaluate(work[0], turn)
                if worth > highest:
                    highest, chosen = worth, attempt
            play(states[index], int(sample(states[index], random[0])) if turn == CHANCE else int(into[chosen]))
            made += turn != CHANCE
            wanted = turn != CHANCE or (chances > 0 and made > 0)
            if wanted and states[index].turn != OVER and at < len(match):
                for seat in range(seats):
                    listed = features(states[index], seat, active)
                    for feature in range(listed):
                        noted[at, seat, feature] = active[feature]
                    counts[at, seat] = listed
                    if learned:
                        stood[at, seat] = strength(network, active, listed, hidden)
                match[at] = index
                at += 1
        score(states[index], sheet)
        rank(states[index], sheet, placed)
        for seat in range(seats):
            place[index, seat] = placed[seat]
            points[index, seat] = sheet[seat, 0]
    return at


class Positions(NamedTuple):
    """Positions of many matches, and how these ended."""

    features: Any  # int16[position, seat, most]: the features of each seat; the number of features stands for none
    match: Any  # int32[position]
    stood: Any  # int32[position, seat]: how strong the seats stood by the network that played
    points: Any  # int32[match, seat]
    place: Any  # int8[match, seat]


def room_of(game: Game) -> Learned:
    """Give what says how positions of a game are shown to a network."""
    if game.network is None:
        raise SystemExit(f"{game.slug} has no room `network`: nothing says what a network is shown of it.")
    return game.network


def self_play(
    game: Game, seats: int, count: int, network: Network, learned: bool, seed: int, slips: int = 20, openings: int = 0,
    options: Any = None, alone: int = 0, chances: int = 0,
) -> Positions:  # fmt: skip
    """Play so many matches by a network against itself."""
    room = room_of(game)
    states = fresh(game.start(seats, options or game.options()), count)
    most = count * POSITIONS * seats + 1000
    noted = np.full((most, seats, room.MOST), room.FEATURES, np.int16)
    counts = np.zeros((most, seats), np.int16)
    match = np.zeros(most, np.int32)
    stood = np.zeros((most, seats), np.int32)
    points = np.zeros((count, seats), np.int32)
    place = np.zeros((count, seats), np.int8)
    positions = play_and_note(
        states, fresh(states[0], 1), game.buffer(), random_table(), seed, 0, network, int(learned), slips, openings,
        alone, chances, np.zeros(room.ROOM, np.int32), np.zeros(len(network.bias), np.int32), np.zeros(seats, np.int64),
        noted, counts, match, stood, np.zeros(seats, np.int64), np.zeros((seats, len(game.rules.SHEET)), np.int64),
        points, place,
    )  # fmt: skip
    longest = int(counts[:positions].max(initial=1))
    return Positions(noted[:positions, :, :longest], match[:positions], stood[:positions], points, place)
