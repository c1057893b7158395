"""Training in PyTorch: from positions and how their matches ended to the weights of a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

from strandline.engine.network import CEILING, SECOND_UNIT, STRENGTH_UNIT, UNIT, Network
from strandline.engine.rule import long_rule

if TYPE_CHECKING:
    from learn.play import Positions

MARGIN = 10.0  # points: a lead by this many at the end counts as 85 in 100 victories …
BY_POINTS = 0.5  # … in this part of a target, the rest of which are places


class Model(nn.Module):  # type: ignore[misc]
    """The network in floating point: as in `engine/network.py`, a sum of rows, a ceiling, a weighted sum."""

    def __init__(self, features: int, width: int) -> None:
        super().__init__()
        self.first = nn.EmbeddingBag(features + 1, width, mode="sum", padding_idx=features)
        self.bias = nn.Parameter(torch.full((width,), 0.5))
        self.second = nn.Parameter(torch.randn(width) * 0.3)
        with torch.no_grad():
            self.first.weight.normal_(0, 0.05)
            self.first.weight[:, 0] = 0
            self.first.weight[features] = 0
            self.bias[0] = 0
            self.second[0] = 1
        self.register_buffer("untaught", self.first.weight.detach().clone(), persistent=False)

    def begin_with(self, network: Network) -> None:
        """Take over the weights of a network that was taught something alike."""
        with torch.no_grad():
            self.first.weight[:-1] = torch.from_numpy(network.first / UNIT)
            self.bias[:] = torch.from_numpy(network.bias / UNIT)
            self.second[:] = torch.from_numpy(network.second / SECOND_UNIT)

    def forward(self, active: Any) -> Any:
        """Reckon strengths, one for each list of features."""
        hidden = self.first(active) + self.bias
        passed = torch.cat((hidden[:, :1], hidden[:, 1:].clamp(0, CEILING / UNIT)), 1)
        return passed @ self.second

    def quantised(self) -> Network:
        """Round the weights to whole numbers; features that no match has shown weigh nothing."""
        shown = (self.first.weight != self.untaught).any(1, keepdim=True)
        first = ((self.first.weight * shown)[:-1].detach().cpu().numpy() * UNIT).round().clip(-32767, 32767)
        bias = (self.bias.detach().cpu().numpy() * UNIT).round()
        second = (self.second.detach().cpu().numpy() * SECOND_UNIT).round()
        return Network(first.astype(np.int16), bias.astype(np.int32), second.astype(np.int32))


def squash(lead: Any) -> Any:
    """How likely does a seat leave another one behind, by its lead in strength? As the search has it."""
    return 0.5 + 0.5 * lead / (1 + lead * lead) ** 0.5


def pairs_of(seats: int) -> tuple[list[int], list[int]]:
    """List all pairs of seats: the first ones, and the second ones."""
    pairs = [(one, other) for one in range(seats) for other in range(one)]
    return [one for one, _ in pairs], [other for _, other in pairs]


def final_targets(positions: Positions, by_points: float = BY_POINTS) -> Any:
    """Give for every match and pair of seats how far the first left the second behind: by place and by points."""
    place, points = (torch.as_tensor(part) for part in (positions.place, positions.points))
    ones, others = pairs_of(place.shape[1])
    ahead = (place[:, others] - place[:, ones]).sign() * 0.5 + 0.5
    lead = (points[:, ones] - points[:, others]) / MARGIN
    return ((1 - by_points) * ahead + by_points * squash(lead)).float()


def foretold(positions: Positions) -> Any:
    """Give for every position and pair of seats how likely the first leaves the second behind, by who played."""
    stood = torch.as_tensor(positions.stood)
    ones, others = pairs_of(stood.shape[1])
    return squash((stood[:, ones] - stood[:, others]) / STRENGTH_UNIT).float()


def targets(positions: Positions, trace: float, searched: bool = False) -> Any:
    """Give for every position and pair of seats how likely the first leaves the second behind: TD(λ), λ = `trace`.

    At the end of a match it is known; before, it is a mean of that and of what was thought of the positions between.
    What a search thought of a position itself, which has looked ahead, counts there as well.
    """
    match = torch.as_tensor(positions.match)
    found, thought = final_targets(positions)[match.long()].contiguous(), foretold(positions)
    if searched:
        blend_searched(match.numpy(), thought.numpy(), found.numpy(), trace)
    elif found.is_cuda:
        from learn.graphics import blend_on_cuda

        blend_on_cuda(match, thought, found, trace)
    else:
        blend(match.numpy(), thought.numpy(), found.numpy(), trace)
    return found


@long_rule
def blend(match: Any, thought: Any, found: Any, trace: float) -> None:
    """Blend, from the end of each match to its beginning, what came of it with what was thought on the way."""
    for index in range(len(match) - 2, -1, -1):
        if match[index] == match[index + 1]:
            for pair in range(found.shape[1]):
                found[index, pair] = (1 - trace) * thought[index + 1, pair] + trace * found[index + 1, pair]


@long_rule
def blend_searched(match: Any, thought: Any, found: Any, trace: float) -> None:
    """Blend as `blend` does, but with what was thought of each position itself."""
    for index in range(len(match) - 1, -1, -1):
        last = index + 1 == len(match) or match[index] != match[index + 1]
        for pair in range(found.shape[1]):
            came = found[index, pair] if last else found[index + 1, pair]
            found[index, pair] = (1 - trace) * thought[index, pair] + trace * came


def surprise(positions: Positions) -> float:
    """Measure how badly matches were foretold while they were played: the mean log loss of who leaves whom behind."""
    ahead = final_targets(positions, 0)[torch.as_tensor(positions.match).long()]
    return float(nn.functional.binary_cross_entropy(foretold(positions).clamp(1e-4, 1 - 1e-4), ahead))


def train(model: Model, optimiser: Any, active: Any, wanted: Any, rate: float, order: Any, batch: int) -> float:
    """Fit a model to targets, once through the positions of `order`, so many at a time; the mean loss."""
    ones, others = pairs_of(active.shape[1])
    device = model.bias.device
    for group in optimiser.param_groups:
        group["lr"] = rate
    losses = []
    batch = max(min(batch, len(order)), 1)
    for start in range(0, len(order) - batch + 1, batch):
        chosen = order[start : start + batch]
        strengths = model(active[chosen].int().to(device).flatten(0, 1)).view(batch, -1)
        likely = squash(strengths[:, ones] - strengths[:, others]).clamp(1e-4, 1 - 1e-4)
        loss = nn.functional.binary_cross_entropy(likely, wanted[chosen].to(device))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.detach())
    return float(torch.stack(losses).mean()) if losses else float("nan")
