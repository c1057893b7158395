"""The tree of a search, and the loop that grows it: rules over rows, compiled once for each game.

Monte Carlo tree search (PUCT) for any number of seats, with chance. A simulation descends the tree, every seat choosing
what is good for itself, and chance by its weights; then it rolls out, each move the best of a few candidates; some
rounds later the position is evaluated, and its reward for each seat is backpropagated.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from strandline.engine.chance import below
from strandline.engine.contract import CHANCE, NOBODY, OVER, evaluate, features, moves, places, play, sample
from strandline.engine.network import Network, strength
from strandline.engine.row import Row, int32, int64
from strandline.engine.rule import long_rule, rule

if TYPE_CHECKING:
    from strandline.engine.chance import Random
    from strandline.engine.row import Array, Table

REWARD_UNIT = 1 << 20  # the reward of a victory: sums of integers are the same in every order and on every machine
PRIOR_UNIT = 1_000_000  # the priors of all moves of a position together
NO_NODE = 0  # the first of the pool is never used
REAL, TRIAL = 0, 1  # the position that a simulation has come to, and one for trying a move out
MAX_DEPTH = 256  # no simulation goes further down the tree


class Node(Row):
    """What is known of a move, or of an outcome of chance, in the position where it can be made."""

    move: int = int32
    next: int = int32  # the next one in the same position, or NO_NODE
    first: int = int32  # the first one in the position after it, or NO_NODE where the tree ends
    visits: int = int32
    prior: int = int32  # how promising it looks at first sight


class Tree(Row):
    """How far the tree has grown."""

    root: int = int64
    used: int = int64  # nodes of the pool
    simulations: int = int64


class Settings(Row):
    """How to search. Those that a game does better with are in its `evaluate.py`, as SEARCH."""

    exploration: int = int32  # thousandths: how much a move of high prior is favoured while it has few visits
    urgency: int = (
        int32  # first-play urgency, in thousandths: a move never tried is taken to be so much better than its position
    )
    prior_weight: int = int32  # hundredths: how much priors depend on `evaluate`; 0: all moves have the same
    expand_after: int = int32  # visits after which a node is expanded
    candidates: int = int32  # of a rollout: the best of so many random moves is made, by `evaluate`; 1: any move
    horizon: int = (
        int32  # how often must the turn have come round to the first mover before a position is valued? 0: never
    )
    until_chance: int = int32  # 1: it is also valued where chance sets in
    scale: int = int32  # a lead of this much by `evaluate` is valued as 85 in 100 victories
    margin: int = int32  # thousandths: how much of a final result is the lead; the rest are places
    merged: int = int32  # 1: all outcomes of chance lead to one node, which averages over them
    learned: int = int32  # 1: the network values where simulations end; 2: moves tried out too; 3: for the mover alone


@long_rule
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
    network: Network,
    active: Array,
    count: int,
) -> None:
    """Run so many simulations: each begins from the next row of `roots`, and after the last again from the first."""
    seats = total.shape[1]
    worth = np.zeros(len(into), np.int64)
    listed = np.zeros(len(into), np.int64)
    path = np.zeros(MAX_DEPTH, np.int64)
    value = np.zeros(seats, np.int64)
    rank = np.zeros(seats, np.int64)
    hidden = np.zeros(len(network.bias), np.int32)
    for number in range(count):
        work[REAL] = roots[number % len(roots)]
        tree.simulations += 1
        varying = len(roots) > 1 or settings.merged > 0
        length = descend(
            work, nodes, total, won, tree, settings, random, into, worth, listed, path, value, varying,
            network, active, hidden,
        )  # fmt: skip
        over = work[REAL].turn == OVER
        if over:
            places(work[REAL], rank)
        backpropagate(nodes, total, won, settings, path, length, value, rank, over)


@long_rule
def descend(
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
    network: Network,
    active: Array,
    hidden: Array,
) -> int:
    """Descend the tree and roll out, until the position is evaluated for every seat; how many nodes were passed?

    Every rule of the game is called from one place only, because it is compiled into this loop: a second call of `play`
    would take the compiler several seconds more. So moves are tried out where they are made.
    """
    node = int(tree.root)
    path[0] = node
    first, mover = NOBODY, NOBODY
    length, rounds, after, valued = 1, 0, 0, False
    while not valued:
        turn = int(work[REAL].turn)
        move, legal, tries = 0, 0, 0
        if turn == CHANCE:
            move = int(sample(work[REAL], random))
            node = chance_child(nodes, total, won, tree, node, 0 if settings.merged > 0 else move)
        else:
            mover = turn
            first = turn if first == NOBODY else first
            if node == NO_NODE or varying or nodes[node].first == NO_NODE:
                legal = moves(work[REAL], into)
                tries = trials_at(nodes, settings, random, node, into, legal)
        for attempt in range(tries + 1):
            where = TRIAL if attempt < tries else REAL
            if where == TRIAL:
                work[TRIAL] = work[REAL]
                move = int(into[attempt])
            else:
                if node != NO_NODE and turn != CHANCE:
                    mark = tree.simulations * MAX_DEPTH + length if legal > 0 else 0  # 0: the node has all its moves
                    if mark > 0:
                        expand(nodes, total, won, tree, settings, node, into, worth, listed, legal, tries, mark)
                    node = select(nodes, total, settings, node, turn, listed, mark)
                if node != NO_NODE:
                    if turn != CHANCE:
                        move = int(nodes[node].move)
                    path[length] = node
                    length += 1
                    if length == MAX_DEPTH or not may_descend(nodes, tree, settings, node, len(into)):
                        node = NO_NODE
                elif turn != CHANCE:
                    move = int(into[argmax(worth, tries) if tries > 0 else below(random, legal)])
            play(work[where], move)
            if where == REAL:
                after = int(work[REAL].turn)
                round_ends = after == first and after != mover
                rounds += round_ends
                valued = after == OVER or (node == NO_NODE and at_horizon(settings, after, round_ends, rounds))
            learned = settings.learned > (where == TRIAL) and (where == TRIAL or after != OVER)
            alone = where == TRIAL and settings.learned > 2
            for seat in range(len(value)):
                if learned and (valued or where == TRIAL) and (seat == turn or not alone):
                    value[seat] = strength(network, active, features(work[where], seat, active), hidden)
                elif (valued and (after != OVER or settings.margin > 0)) or (where == TRIAL and seat == turn):
                    value[seat] = evaluate(work[where], seat)
            if where == TRIAL:
                worth[attempt] = lead(value, turn) if learned and not alone else value[turn]
    return length


@rule
def at_horizon(settings: Settings, after: int, round_ends: bool, rounds: int) -> bool:
    """Beyond the tree, is it time to value the position: after so many rounds, or where chance sets in?"""
    if settings.horizon == 0:
        return True
    return bool((round_ends and rounds >= settings.horizon) or (after == CHANCE and settings.until_chance > 0))


@rule
def lead(value: Array, seat: int) -> int:
    """By how much does a seat lead the strongest of the others?"""
    best = -(1 << 62)
    for other in range(len(value)):
        if other != seat:
            best = max(best, int(value[other]))
    return int(value[seat]) - best


@rule
def backpropagate(
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
    """Add what came of a simulation to all nodes that it passed."""
    victories = 0.0
    for seat in range(len(value)):
        victories += win_share(value, rank, settings, seat, over)
    for seat in range(len(value)):
        part = reward(value, rank, settings, seat, over)
        wins = int(REWARD_UNIT * win_share(value, rank, settings, seat, over) / victories + 0.5)
        for step in range(length):
            total[path[step], seat] += part
            won[path[step], seat] += wins
    for step in range(length):
        nodes[path[step]].visits += 1


@rule
def chance_child(nodes: Table, total: Any, won: Any, tree: Tree, node: int, move: int) -> int:
    """Find the node of an outcome of chance, or add one while there is room."""
    if node == NO_NODE:
        return NO_NODE
    child = int(nodes[node].first)
    while child != NO_NODE and nodes[child].move != move:
        child = int(nodes[child].next)
    if child != NO_NODE or tree.used == len(nodes):
        return child
    return add_node(nodes, total, won, tree, node, move, PRIOR_UNIT)


@rule
def trials_at(nodes: Table, settings: Settings, random: Random, node: int, into: Array, legal: int) -> int:
    """How many moves are tried out, from the front: all to expand a node, random candidates in a rollout, or none?"""
    if node != NO_NODE:
        return legal if legal > 1 and settings.prior_weight > 0 and nodes[node].first == NO_NODE else 0
    if legal == 1 or settings.candidates == 1:
        return 0
    tries = min(int(settings.candidates), legal)
    for index in range(tries):
        other = index + below(random, legal - index)
        into[index], into[other] = into[other], into[index]
    return tries


@rule
def argmax(worth: Array, tries: int) -> int:
    """Which of the moves that were tried out looks best?"""
    best = 0
    for index in range(1, tries):
        if worth[index] > worth[best]:
            best = index
    return best


@rule
def add_node(nodes: Table, total: Any, won: Any, tree: Tree, node: int, move: int, prior: int) -> int:
    """Take a node from the pool, for a move in the position after another node."""
    child = int(tree.used)
    tree.used += 1
    nodes[child].move = move
    nodes[child].next = nodes[node].first
    nodes[child].first = NO_NODE
    nodes[child].visits = 0
    nodes[child].prior = prior
    nodes[node].first = child
    for seat in range(total.shape[1]):
        total[child, seat] = won[child, seat] = 0
    return child


@rule
def expand(
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
    while child != NO_NODE:
        if listed[nodes[child].move] == -mark:
            listed[nodes[child].move] = mark
        child = int(nodes[child].next)
    best = worth[argmax(worth, tries)]
    weights = 0.0
    for index in range(tries):
        weights += unscaled_prior(settings, best - worth[index])
    for index in range(legal - 1, -1, -1):  # backwards, because the last to be added is the first to be found
        if listed[into[index]] == -mark and tree.used < len(nodes):
            listed[into[index]] = mark
            prior = unscaled_prior(settings, best - worth[index]) / weights if tries > 0 else 1.0 / legal
            add_node(nodes, total, won, tree, node, int(into[index]), int(PRIOR_UNIT * prior))


@rule
def unscaled_prior(settings: Settings, behind: int) -> float:
    """Give the prior of a move that looks so much worse than the best, compared with that one's."""
    far = 1.0 + settings.prior_weight / 100 * behind / settings.scale
    return 1.0 / (far * far)


@rule
def select(nodes: Table, total: Any, settings: Settings, node: int, seat: int, listed: Array, mark: int) -> int:
    """Choose the move that has gone best for the seat, or was tried too little for what it promises (PUCT)."""
    visits = int(nodes[node].visits)
    reach = settings.exploration / 1000 / PRIOR_UNIT * sqrt(visits + 1)
    unknown = settings.urgency / 1000 + (total[node, seat] / (visits * REWARD_UNIT) if visits > 0 else 0.5)
    best, highest = NO_NODE, -1e9
    child = int(nodes[node].first)
    while child != NO_NODE:
        if mark == 0 or listed[nodes[child].move] == mark:
            visits = int(nodes[child].visits)
            mean = total[child, seat] / (visits * REWARD_UNIT) if visits > 0 else unknown
            promise = mean + reach * nodes[child].prior / (visits + 1)
            if promise > highest:
                best, highest = child, promise
        child = int(nodes[child].next)
    return best


@rule
def may_descend(nodes: Table, tree: Tree, settings: Settings, node: int, most: int) -> bool:
    """Is this node expanded, or is it time to expand it, with room for as many moves as there can be?"""
    if nodes[node].first != NO_NODE:
        return True
    return bool(nodes[node].visits >= settings.expand_after and tree.used + most <= len(nodes))


@rule
def reward(value: Array, rank: Array, settings: Settings, seat: int, over: bool) -> int:
    """What part of the others does the seat leave behind, by its lead, or when the match is over by its place?"""
    leads = places_won = 0.0
    for other in range(len(value)):
        if other != seat:
            leads += ahead_by_lead(value, settings, seat, other)
            places_won += ahead_by_place(rank, seat, other)
    by_lead = settings.margin / 1000 if over else 1.0
    part = (by_lead * leads + (1.0 - by_lead) * places_won) / max(len(value) - 1, 1)
    return int(REWARD_UNIT * part + 0.5)


@rule
def win_share(value: Array, rank: Array, settings: Settings, seat: int, over: bool) -> float:
    """How likely does the seat leave all others behind? Not normalised over the seats."""
    all_behind = 1.0
    for other in range(len(value)):
        if other != seat:
            all_behind *= ahead_by_place(rank, seat, other) if over else ahead_by_lead(value, settings, seat, other)
    return all_behind


@rule
def ahead_by_lead(value: Array, settings: Settings, seat: int, other: int) -> float:
    """How likely does a seat leave another one behind that it leads by so much?"""
    lead = (value[seat] - value[other]) / settings.scale
    return 0.5 + 0.5 * lead / sqrt(1.0 + lead * lead)


@rule
def ahead_by_place(rank: Array, seat: int, other: int) -> float:
    """Has it left the other one behind? A shared place is half of that."""
    return 0.5 * (rank[seat] < rank[other]) + 0.5 * (rank[seat] <= rank[other])
