"""Teaching a network generation by generation: play, learn from what came of it, play better."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from math import cos, pi
from typing import TYPE_CHECKING, Any

import torch

from learn.play import room_of, self_play
from learn.searched import Way, searched_play
from learn.train import Model, surprise, targets, train
from strandline.bots.search import weights_for
from strandline.engine.errors import BadOptions
from strandline.engine.network import load, no_network, save
from strandline.research.graphics import toolkit

if TYPE_CHECKING:
    from pathlib import Path

    from learn.play import Positions
    from strandline.engine.game import Game

WIDTH = 32
FIRST_RATE, LAST_RATE = 0.004, 0.0002
SHARE = 0.6  # of the positions of a generation that are learned from: neighbours tell much the same
KEPT = 0.7  # of the mean of the weights, by generation, once it begins
BARE = 3  # generations that learn from how matches ended alone: what they think on the way is worth nothing yet
UNSETTLED = 10  # generations before the mean of the weights begins
OPENINGS = 2  # moves by lot at the beginning of every match of every other generation


@dataclass(frozen=True)
class Plan:
    """How a network is taught."""

    seats: int
    generations: int
    matches: int  # of a generation
    trace: float  # the λ of TD(λ)
    seed: int
    slips: int = 20  # one move in so many is by lot
    alone: int = 0  # 1: moves are chosen by the mover's strength alone
    options: Any = None  # of the game; those it has by itself, if nothing is said
    begin: Path | None = None  # the file of a network that was taught something alike
    chances: int = 0  # 1: positions after chance are learned from as well
    batch: int = 4096  # positions of one step of learning
    first_rate: float = FIRST_RATE
    search: int = 0  # simulations by which moves are chosen and positions valued; 0: one move deep
    processes: int = 1  # that search at the same time

    def rate(self, generation: int) -> float:
        """Give the rate of learning: ever less, along a cosine."""
        return LAST_RATE + (self.first_rate - LAST_RATE) * (1 + cos(pi * generation / self.generations)) / 2


def self_play_of_a_gpu() -> Any:
    """Load self-play on a GPU, which asks for more than the extra `learn`, and for a GPU."""
    if not torch.cuda.is_available():
        raise BadOptions("batch.no_cuda")
    toolkit()
    from learn.graphics import self_play_on_cuda

    return self_play_on_cuda


class Lessons:
    """A network that is being taught; what it has learned is kept in a folder, and gone on with from there."""

    def __init__(self, game: Game, plan: Plan, folder: Path, device: str) -> None:
        start = game.start(plan.seats, plan.options or game.options())
        torch.manual_seed(plan.seed)
        self.game, self.plan, self.device = game, plan, device
        self.self_play = self_play if device == "cpu" else self_play_of_a_gpu()
        self.model = Model(room_of(game).FEATURES, WIDTH).to(self.device)
        if plan.begin is not None:
            self.model.begin_with(load(plan.begin))
        self.mean = deepcopy(self.model)
        self.optimiser = torch.optim.Adam(self.model.parameters())
        self.generation = 0
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / f"{game.slug}-{weights_for(game, start)}.npz"
        self.checkpoint = self.file.with_suffix(".pt")
        if self.checkpoint.exists():
            self.restore()

    def restore(self) -> None:
        """Go on where the last run stopped."""
        kept = torch.load(self.checkpoint, map_location=self.device)
        self.generation = kept["generations"]
        self.model.load_state_dict(kept["model"])
        self.mean.load_state_dict(kept["mean"])
        self.optimiser.load_state_dict(kept["optimiser"])

    def keep(self) -> None:
        """Write down what is needed to go on, and the network so far."""
        parts = {"model": self.model, "mean": self.mean, "optimiser": self.optimiser}
        state = {name: part.state_dict() for name, part in parts.items()}
        beside = self.checkpoint.with_suffix(".new")
        torch.save({**state, "generations": self.generation}, beside)
        beside.replace(self.checkpoint)
        save(self.file, self.mean.quantised())

    def teach(self) -> str:
        """Teach one generation; how did it go?"""
        seed = self.plan.seed * 1_000_000 + self.generation
        played = self.play(seed)
        active, count = torch.as_tensor(played.features), len(played.match)
        drawn = torch.Generator(active.device).manual_seed(seed)
        order = torch.randperm(count, generator=drawn, device=active.device)[: int(SHARE * count)]
        bare = self.generation < BARE and not self.searches
        wanted = targets(played, 1.0 if bare else self.plan.trace, self.searches)
        rate = self.plan.rate(self.generation)
        loss = train(self.model, self.optimiser, active, wanted, rate, order, self.plan.batch)
        with torch.no_grad():
            for mean, latest in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(latest, 1 - KEPT if self.generation > UNSETTLED else 1)
        foretold = f"{surprise(played):.4f}" if self.learned else "–"
        self.generation += 1
        self.keep()
        points = float(torch.as_tensor(played.points).float().mean())
        return f"{self.generation:4}: {points:.2f} points, surprise {foretold}, loss {loss:.4f}"

    @property
    def learned(self) -> bool:
        """Has anything been learned yet, so that the network can be asked?"""
        return self.generation > 0 or self.plan.begin is not None

    @property
    def searches(self) -> bool:
        """Do searches choose the moves of the next generation? Without anything learned they cannot."""
        return self.plan.search > 0 and self.learned

    def play(self, seed: int) -> Positions:
        """Play the matches of a generation: a first from nothing by `evaluate`, others by what was learned so far."""
        plan, openings = self.plan, OPENINGS * (self.generation % 2)
        network = self.model.quantised() if self.learned else no_network()
        if self.searches:
            way = Way(self.game.slug, plan.seats, plan.options, network, plan.search, plan.slips, openings)
            return searched_play(way, plan.matches, seed, plan.processes)
        return self.self_play(
            self.game, plan.seats, plan.matches, network, self.learned, seed, plan.slips, openings, plan.options,
            plan.alone, plan.chances,
        )  # fmt: skip
