"""The tree of a search, and the loop that grows it: rules over rows, compiled once for each game.

Monte Carlo tree search for any number of seats, with chance. A simulation goes down the tree of what was thought about
before, every seat choosing what is good for itself, and chance as it falls; then it plays on, each move the best of a
few at first sight; some rounds later the position is valued, and its worth to each seat is noted all the way back.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.engine.chance import below
from strandline.engine.contract import CHANCE, NOBODY, OVER, evaluate, moves, places, play, sample
from strandline.engine.row import Row, int32, int64
from strandline.engine.rule import rule

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.row import Array, Table

ONE = 1 << 20  # a victory, in the unit of results: sums of integers are the same in every order and on every machine
SURE = 1_000_000  # the priors of all moves of a position together
NOTHING = 0  # no node: the first of the pool is never used
REAL, TRIAL = 0, 1  # the position that a simulation has come to, and one for trying a move out
DEEPEST = 256  # no simulation goes further down the tree


class Node(Row):
    """What is known of a move, or of an outcome of chance, in the position where it can be made."""

    move: int = int32
    next: int = int32  # the next one in the same position, or NOTHING
    first: int = int32  # the first one in the position after it, or NOTHING where the tree ends
    visits: int = int32
    prior: int = int32  # how promising it looks at first sight


class Tree(Row):
    """How far the tree has grown."""

    root: int = int64
    used: int = int64  # nodes of the pool
    simulations: int = int64


class Settings(Row):
    """How to search. Those that a game does better with are in its `evaluate.py`, as SEARCH."""

    exploration: int = int32  # thousandths: how much a promising move is favoured while it has been tried little
    hope: int = int32  # thousandths: how much better than the position is a move taken to be that was never tried?
    trust: int = int32  # hundredths: how much what is promising depends on `evaluate`; 0: all moves are alike
    ripe: int = int32  # visits after which the tree grows beyond a node
    looks: int = int32  # beyond the tree, the best of so many moves is made, by `evaluate`; 1: any move
    horizon: int = int32  # how often must the turn have come round to the first mover before a position is valued?
    until_chance: int = int32  # 1: it is also valued where chance sets in
    scale: int = int32  # a lead of this much by `evaluate` is valued as 85 in 100 victories
    margin: int = int32  # thousandths: how much of a final result is the lead; the rest are places


@rule
def simulate(
    roots: Table,
    work: Table,
    nodes: Table,
    total: Any,
    won: Any,
    tree: Tree,
    settings: Settings,
    random: Random,
    into: Array,
    count: int,
) -> None:
    """Run so many simulations: each begins from the next row of `roots`, and after the last again from the first."""
    seats = total.shape[1]
    worth = np.zeros(len(into), np.int64)
    listed = np.zeros(len(into), np.int64)
    path = np.zeros(DEEPEST, np.int64)
    value = np.zeros(seats, np.int64)
    rank = np.zeros(seats, np.int64)
    for number in range(count):
        work[REAL] = roots[number % len(roots)]
        tree.simulations += 1
        varying = len(roots) > 1
        length = play_on(work, nodes, total, won, tree, settings, random, into, worth, listed, path, value, varying)
        over = work[REAL].turn == OVER
        if over:
            places(work[REAL], rank)
        note(nodes, total, won, settings, path, length, value, rank, over)


@rule
def play_on(
    work: Table,
    nodes: Table,
    total: Any,
    won: Any,
    tree: Tree,
    settings: Settings,
    random: Random,
    into: Array,
    worth: Array,
    listed: Array,
    path: Array,
    value: Array,
    varying: bool,
) -> int:
    """Play down the tree and beyond, until the position is valued for every seat: how many nodes were passed?

    Every rule of the game is called from one place only, because it is compiled into this loop: a second call of `play`
    would take the compiler several seconds more. So moves are tried out where they are made.
    """
    node = int(tree.root)
    path[0] = node
    length = 1
    first, mover, rounds = NOBODY, NOBODY, 0
    after, valued = 0, False
    while not valued:
        turn = int(work[REAL].turn)
        move, legal, tries = 0, 0, 0
        if turn == CHANCE:
            move = int(sample(work[REAL], random))
            node = outcome(nodes, total, won, tree, node, move)
        else:
            mover = turn
            first = turn if first == NOBODY else first
            if node == NOTHING or varying or nodes[node].first == NOTHING:
                legal = moves(work[REAL], into)
                tries = how_many_tries(nodes, settings, random, node, into, legal)
        for attempt in range(tries + 1):
            where = TRIAL if attempt < tries else REAL
            if where == TRIAL:
                work[TRIAL] = work[REAL]
                move = int(into[attempt])
            else:
                if node != NOTHING and turn != CHANCE:
                    mark = tree.simulations * DEEPEST + length if legal > 0 else 0  # 0: the node has all its moves
                    if mark > 0:
                        grow(nodes, total, won, tree, settings, node, into, worth, listed, legal, tries, mark)
                    node = select(nodes, total, settings, node, turn, listed, mark)
                if node != NOTHING:
                    move = int(nodes[node].move)
                    path[length] = node
                    length += 1
                    if length == DEEPEST or not goes_on(nodes, tree, settings, node, len(into)):
                        node = NOTHING
                elif turn != CHANCE:
                    move = int(into[best_of(worth, tries) if tries > 0 else below(random, legal)])
            play(work[where], move)
            if where == REAL:
                after = int(work[REAL].turn)
                round_ends = after == first and after != mover
                rounds += round_ends
                valued = after == OVER or (node == NOTHING and is_far(settings, after, round_ends, rounds))
            for seat in range(len(value)):
                if (valued and (after != OVER or settings.margin > 0)) or (where == TRIAL and seat == turn):
                    value[seat] = evaluate(work[where], seat)
            if where == TRIAL:
                worth[attempt] = value[turn]
    return length


@rule
def is_far(settings: Settings, after: int, round_ends: bool, rounds: int) -> bool:
    """Beyond the tree, is it time to value the position: after so many rounds, or where chance sets in?"""
    return bool((round_ends and rounds >= settings.horizon) or (after == CHANCE and settings.until_chance > 0))


@rule
def note(
    nodes: Table,
    total: Any,
    won: Any,
    settings: Settings,
    path: Array,
    length: int,
    value: Array,
    rank: Array,
    over: bool,
) -> None:
    """Note what came of a simulation at all nodes that it passed."""
    victories = 0.0
    for seat in range(len(value)):
        victories += victory(value, rank, settings, seat, over)
    for seat in range(len(value)):
        part = result(value, rank, settings, seat, over)
        wins = int(ONE * victory(value, rank, settings, seat, over) / victories + 0.5)
        for step in range(length):
            total[path[step], seat] += part
            won[path[step], seat] += wins
    for step in range(length):
        nodes[path[step]].visits += 1


@rule
def outcome(nodes: Table, total: Any, won: Any, tree: Tree, node: int, move: int) -> int:
    """Find the node of an outcome of chance, or add one while there is room."""
    if node == NOTHING:
        return NOTHING
    child = int(nodes[node].first)
    while child != NOTHING and nodes[child].move != move:
        child = int(nodes[child].next)
    if child != NOTHING or tree.used == len(nodes):
        return child
    return add(nodes, total, won, tree, node, move, SURE)


@rule
def how_many_tries(nodes: Table, settings: Settings, random: Random, node: int, into: Array, legal: int) -> int:
    """How many moves are tried out, from the front: all where the tree grows, some drawn by lot beyond it, or none?"""
    if node != NOTHING:
        return legal if legal > 1 and settings.trust > 0 and nodes[node].first == NOTHING else 0
    if legal == 1 or settings.looks == 1:
        return 0
    tries = min(int(settings.looks), legal)
    for index in range(tries):
        other = index + below(random, legal - index)
        into[index], into[other] = into[other], into[index]
    return tries


@rule
def best_of(worth: Array, tries: int) -> int:
    """Which of the moves that were tried out looks best?"""
    best = 0
    for index in range(1, tries):
        if worth[index] > worth[best]:
            best = index
    return best


@rule
def add(nodes: Table, total: Any, won: Any, tree: Tree, node: int, move: int, prior: int) -> int:
    """Take a node from the pool, for a move in the position after another node."""
    child = int(tree.used)
    tree.used += 1
    nodes[child].move = move
    nodes[child].next = nodes[node].first
    nodes[child].first = NOTHING
    nodes[child].visits = 0
    nodes[child].prior = prior
    nodes[node].first = child
    for seat in range(total.shape[1]):
        total[child, seat] = won[child, seat] = 0
    return child


@rule
def grow(
    nodes: Table,
    total: Any,
    won: Any,
    tree: Tree,
    settings: Settings,
    node: int,
    into: Array,
    worth: Array,
    listed: Array,
    legal: int,
    tries: int,
    mark: int,
) -> None:
    """Add the legal moves that a node lacks: all at first, later those that are legal by this deal only; mark all."""
    for index in range(legal):
        listed[into[index]] = -mark
    child = int(nodes[node].first)
    while child != NOTHING:
        if listed[nodes[child].move] == -mark:
            listed[nodes[child].move] = mark
        child = int(nodes[child].next)
    best = worth[best_of(worth, tries)]
    weights = 0.0
    for index in range(tries):
        weights += weight_of(settings, best - worth[index])
    for index in range(legal - 1, -1, -1):  # backwards, because the last to be added is the first to be found
        if listed[into[index]] == -mark and tree.used < len(nodes):
            listed[into[index]] = mark
            prior = weight_of(settings, best - worth[index]) / weights if tries > 0 else 1.0 / legal
            add(nodes, total, won, tree, node, int(into[index]), int(SURE * prior))


@rule
def weight_of(settings: Settings, behind: int) -> float:
    """How promising is a move that looks so much worse than the best, compared with that?"""
    far = 1.0 + settings.trust / 100 * behind / settings.scale
    return 1.0 / (far * far)


@rule
def select(nodes: Table, total: Any, settings: Settings, node: int, seat: int, listed: Array, mark: int) -> int:
    """Choose the move that has gone best for the seat, or was tried too little for what it promises (PUCT)."""
    visits = int(nodes[node].visits)
    reach = settings.exploration / 1000 / SURE * sqrt(visits + 1)
    unknown = settings.hope / 1000 + (total[node, seat] / (visits * ONE) if visits > 0 else 0.5)
    best, highest = NOTHING, -1e9
    child = int(nodes[node].first)
    while child != NOTHING:
        if mark == 0 or listed[nodes[child].move] == mark:
            visits = int(nodes[child].visits)
            mean = total[child, seat] / (visits * ONE) if visits > 0 else unknown
            promise = mean + reach * nodes[child].prior / (visits + 1)
            if promise > highest:
                best, highest = child, promise
        child = int(nodes[child].next)
    return best


@rule
def goes_on(nodes: Table, tree: Tree, settings: Settings, node: int, most: int) -> bool:
    """Does the tree go on beyond this node, or is it time to grow, and room for as many moves as there can be?"""
    if nodes[node].first != NOTHING:
        return True
    return bool(nodes[node].visits >= settings.ripe and tree.used + most <= len(nodes))


@rule
def result(value: Array, rank: Array, settings: Settings, seat: int, over: bool) -> int:
    """What part of the others does the seat leave behind, by its lead, or when the match is over by its place?"""
    leads = places_won = 0.0
    for other in range(len(value)):
        if other != seat:
            leads += by_lead_of(value, settings, seat, other)
            places_won += by_place_of(rank, seat, other)
    by_lead = settings.margin / 1000 if over else 1.0
    part = (by_lead * leads + (1.0 - by_lead) * places_won) / max(len(value) - 1, 1)
    return int(ONE * part + 0.5)


@rule
def victory(value: Array, rank: Array, settings: Settings, seat: int, over: bool) -> float:
    """How likely does the seat leave all others behind, compared with other seats?"""
    all_behind = 1.0
    for other in range(len(value)):
        if other != seat:
            all_behind *= by_place_of(rank, seat, other) if over else by_lead_of(value, settings, seat, other)
    return all_behind


@rule
def by_lead_of(value: Array, settings: Settings, seat: int, other: int) -> float:
    """How likely does a seat leave another one behind that it leads by so much?"""
    lead = (value[seat] - value[other]) / settings.scale
    return 0.5 + 0.5 * lead / sqrt(1.0 + lead * lead)


@rule
def by_place_of(rank: Array, seat: int, other: int) -> float:
    """Has it left the other one behind? A shared place is half of that."""
    return 0.5 * (rank[seat] < rank[other]) + 0.5 * (rank[seat] <= rank[other])
