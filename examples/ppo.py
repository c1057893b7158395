"""PPO with masks, by self-play, on single rounds of High Tide (Leiman): `python examples/ppo.py`, in NumPy alone.

`sl.Batch` is the environment: it says what the seat to move sees and may do in hundreds of rounds at once. One network
plays both seats; what a position is worth to one of them is what it costs the other.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # such small matrices wait for threads longer than they take

import numpy as np

import strandline as sl

Numbers = np.ndarray[Any, np.dtype[Any]]

GAME, ROUND = "high-tide-leiman", {"length": "round"}
CLIP = 0.2  # how far the probability of a move may go from what it was when it was played
TRACE = 0.9  # λ of the advantages: how far they look beyond what the network expects
ENTROPY = 0.004  # what it is worth not to be sure too soon
EPOCHS, PART = 3, 1024  # how often each decision is learnt from, and how many at a time
NEVER = np.float32(-1e9)  # in place of the logit of a move that is not legal
RIVALS = ("random", "greedy", "paddler", "swimmer", "surfer", "lifeguard", "tide")


class Network:
    """Two hidden layers; the outputs are a logit for each move, and last what the position is worth."""

    def __init__(self, inputs: int, actions: int, hidden: int, random: np.random.Generator) -> None:
        sizes = [inputs, hidden, hidden, actions + 1]
        self.weights: list[Numbers] = [
            (random.normal(size=(into, out)) * (2 / into) ** 0.5).astype("f4") for into, out in pairwise(sizes)
        ]
        self.weights[-1] *= np.float32(0.01)  # at first all moves are equally likely
        self.weights += [np.zeros(size, "f4") for size in sizes[1:]]  # the biases
        self.means = [np.zeros_like(it) for it in self.weights]
        self.squares = [np.zeros_like(it) for it in self.weights]
        self.steps = 0

    def layers(self, seen: Numbers) -> list[Numbers]:
        """Give the inputs, what each hidden layer makes of them, and the outputs."""
        found = [seen]
        for at in range(3):
            found.append(found[-1] @ self.weights[at] + self.weights[3 + at])
            if at < 2:
                np.maximum(found[-1], 0, out=found[-1])
        return found

    def judge(self, seen: Numbers, legal: Numbers) -> tuple[Numbers, Numbers]:
        """Give the logarithm of each move's probability, and the value."""
        outputs = self.layers(seen)[-1]
        return log_softmax(outputs[:, :-1], legal), outputs[:, -1]

    def gradient(self, layers: list[Numbers], slope: Numbers) -> list[Numbers]:
        """Carry the slope of the loss over the outputs back to every weight and bias."""
        weights: list[Numbers] = []
        biases: list[Numbers] = []
        for at in (2, 1, 0):
            weights.insert(0, layers[at].T @ slope)
            biases.insert(0, slope.sum(axis=0))
            if at:
                slope = (slope @ self.weights[at].T) * (layers[at] > 0)
        return weights + biases

    def descend(self, gradient: list[Numbers], rate: float) -> None:
        """Take a step of Adam, of a gradient that is cut off at length 0.5."""
        self.steps += 1
        short = np.float32(min(1, 0.5 / (1e-9 + sum(float((it * it).sum()) for it in gradient) ** 0.5)))
        rate *= (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for weight, slope, mean, square in zip(self.weights, gradient, self.means, self.squares, strict=True):
            mean[:] += np.float32(0.1) * (short * slope - mean)
            square[:] += np.float32(0.001) * ((short * slope) ** 2 - square)
            weight[:] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


def log_softmax(logits: Numbers, legal: Numbers) -> Numbers:
    """Turn logits into logarithms of probabilities, of legal moves only."""
    masked: Numbers = np.where(legal, logits, NEVER)
    masked -= masked.max(axis=1, keepdims=True)
    masked -= np.log(np.exp(masked).sum(axis=1, keepdims=True))
    return masked


def drawn(likely: Numbers, random: np.random.Generator) -> Numbers:
    """Draw a move in every match (the highest of logarithms with Gumbel noise is such a draw)."""
    moves: Numbers = (likely + np.asarray(random.gumbel(size=likely.shape), "f4")).argmax(axis=1)
    return moves


@dataclass
class Played:
    """Decisions, [step, match] or as one long list: what was seen and done, and how it turned out."""

    seen: Numbers
    legal: Numbers
    move: Numbers
    likely: Numbers  # the logarithm of the probability with which the move was drawn
    ahead: Numbers  # how much better it turned out than was expected
    worth: Numbers  # what the position turned out to be worth

    def part(self, which: Numbers) -> Played:
        """Take some of the decisions, from a list of them."""
        return Played(*(value[which] for value in vars(self).values()))


def play(network: Network, batch: sl.Batch, steps: int, random: np.random.Generator) -> Played:
    """Let the network play both seats for so many steps, and work out what each decision was worth."""
    noted = []
    everybody = np.arange(len(batch))
    for _ in range(steps):
        seen, legal, seat = batch.observe(), batch.legal(), batch.turn
        likely, value = network.judge(seen, legal)
        move = drawn(likely, random)
        batch.step(move)
        # Who moves next? If it is the other one, what is good for them is bad for this seat.
        onward = np.where(batch.over, 0, np.where(batch.turn == seat, 1, -1)).astype("f4")
        noted.append((seen, legal, move, likely[everybody, move], value, batch.rewards[everybody, seat], onward))
    seen, legal, move, chosen, value, reward, onward = map(np.stack, zip(*noted, strict=True))
    ahead = np.zeros_like(value)
    following, gained = network.judge(batch.observe(), batch.legal())[1], np.zeros(len(batch), "f4")
    for at in reversed(range(steps)):
        surprise = reward[at] + onward[at] * following - value[at]
        ahead[at] = gained = surprise + np.float32(TRACE) * onward[at] * gained
        following = value[at]
    long = [it.reshape(-1, *it.shape[2:]) for it in (seen, legal, move, chosen, ahead, ahead + value)]
    return Played(*long)


def loss(network: Network, part: Played) -> tuple[float, list[Numbers]]:
    """Give PPO's loss over some decisions, and its gradient."""
    count, rows = len(part.move), np.arange(len(part.move))
    layers = network.layers(part.seen)
    likely, wrong = log_softmax(layers[-1][:, :-1], part.legal), layers[-1][:, -1] - part.worth
    chance = np.exp(likely)
    ratio = np.exp(likely[rows, part.move] - part.likely)
    better, cut = ratio * part.ahead, np.clip(ratio, 1 - CLIP, 1 + CLIP) * part.ahead
    entropy = -(chance * likely).sum(axis=1)
    total = -np.minimum(better, cut) + 0.5 * wrong**2 - ENTROPY * entropy
    pull = np.where(better <= cut, better, 0)[:, None]  # nothing pulls any further where it was cut off
    slope = np.empty_like(layers[-1])
    slope[:, :-1] = pull * chance + ENTROPY * chance * (likely + entropy[:, None])
    slope[rows, part.move] -= pull[:, 0]
    slope[:, -1] = wrong
    return float(total.mean()), network.gradient(layers, slope / np.float32(count))


def learn(network: Network, played: Played, rate: float, random: np.random.Generator) -> None:
    """Learn from what was played, some decisions at a time."""
    spread = played.ahead.std() + 1e-8
    played.ahead = ((played.ahead - played.ahead.mean()) / spread).astype("f4")
    for _ in range(EPOCHS):
        order = random.permutation(len(played.move))
        for at in range(0, len(order), PART):
            network.descend(loss(network, played.part(order[at : at + PART]))[1], rate)


def train(
    updates: int, *, matches: int = 512, steps: int = 32, hidden: int = 128, rate: float = 1e-3, seed: int = 0
) -> Network:
    """Learn from nothing, by playing against oneself; the rate goes down to 0."""
    random = np.random.default_rng(seed)
    batch = sl.Batch(GAME, matches, options=ROUND, seed=seed, restart=True)
    network = Network(batch.observation.size, batch.actions, hidden, random)
    for update in range(updates):
        learn(network, play(network, batch, steps, random), rate * (1 - update / updates), random)
    return network


def won(network: Network, rival: str, rounds: int, seed: int = 1) -> float:
    """Play rounds against a bot by the likeliest move, every other one from the other seat: what share is won?"""
    batch = sl.Batch(GAME, rounds, options=ROUND, seed=seed)
    own = np.arange(rounds) % 2
    while not batch.over.all():
        theirs = batch.choose(rival) if rival in RIVALS[:2] else asked(batch, rival, batch.turn == 1 - own)
        likely, _ = network.judge(batch.observe(), batch.legal())
        batch.step(np.where(batch.turn == own, likely.argmax(axis=1), theirs))
    return float((batch.places()[np.arange(rounds), own] == 1).mean())


def asked(batch: sl.Batch, bot: str, which: Numbers) -> Numbers:
    """Let a bot choose in these matches, one by one."""
    moves = np.full(len(batch), -1)
    for at in np.flatnonzero(which).tolist():
        moves[at] = batch.game.parse(sl.choose(batch.match(at), bot, seed=at))
    return moves


def main() -> None:
    """Learn, and tell the share of rounds that are won against each level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=300, help="of 16,384 decisions each")
    parser.add_argument("--rounds", type=int, default=1000, help="against each level")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if min(given.updates, given.rounds) < 1 or given.seed < 0:
        parser.error("updates and rounds must be 1 or more, and the seed 0 or more.")
    begun = time.perf_counter()
    network = train(given.updates, seed=given.seed)
    seconds, processor = time.perf_counter() - begun, time.process_time()
    print(f"{given.updates} updates in {seconds:.0f} s, {processor:.0f} of a processor; rounds won of {given.rounds}:")
    for rival in RIVALS:
        share = won(network, rival, given.rounds)
        either_way = 1.96 * (share * (1 - share) / given.rounds) ** 0.5
        print(f"{rival:10} {share:6.1%} ± {either_way:.1%}")


if __name__ == "__main__":
    main()
