"""The chaos bench complains about the server, not about itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from catalogue import ROOT

if TYPE_CHECKING:
    from bench.cluster.chaos import Player


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Player:
    """Somebody who was invited to a seat."""
    monkeypatch.syspath_prepend(str(ROOT))
    from bench.cluster.chaos import Cluster, Player

    world = Cluster()
    return Player(world, world.table("table"), "secret", "invitation")


def test_whoever_has_left_is_not_expected_to_be_let_in_by_a_late_answer(player: Player) -> None:
    """A seat is asked for twice; the second Yes came after the leaving, and its secret was then found to be refused."""
    player.hear({"ok": True, "n": 1, "key": "secret"})
    assert player.seen.keys == {"secret": set()}
    player.left = True
    player.seen.keys.clear()
    player.hear({"ok": True, "n": 1, "key": "secret"})
    assert not player.seen.keys
    assert not player.sent_away(4003)
