"""What a search may know: no more than its seat, and it plays by whatever the others may have."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING, Any

import forest
import pytest
from catalogue import complaint_about
from forest import FOREST, SECRETIVE, start
from searching import FACE_DOWN, HENN, by_move

import strandline as sl
from strandline.bots import BOTS, levels
from strandline.bots.advice import advise
from strandline.bots.search import BATCH, Search
from strandline.engine.chance import seeded
from strandline.engine.row import to_bytes

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("part", [BATCH, 50, 1])
def test_a_reply_counts_only_in_deals_where_it_is_legal(part: int) -> None:
    """The rival wins by the second move in one deal of four, however the simulations are handed out."""
    made = Search(SECRETIVE, start("secret"))
    dice = seeded(1)
    for _ in range(1200 // part):
        made.run(dice, part)
    assert by_move(made)[1].chance == pytest.approx(0.75, abs=0.05)
    assert made.move_stats()[0].move == 1


def test_where_nothing_is_secret_all_simulations_begin_from_one_position() -> None:
    assert len(Search(FOREST, start("secret", forest.RARE))._deals(seeded(1), 50)) == 1
    assert len(Search(SECRETIVE, start("secret", forest.RARE))._deals(seeded(1), 50)) == 1
    deals = Search(SECRETIVE, start("secret"))._deals(seeded(1), 400)
    assert 60 < sum(deal.secret == forest.RARE for deal in deals) < 140
    assert {deal.secret for deal in deals} == {forest.RARE, forest.COMMON}


def test_who_knows_the_secret_plays_by_it() -> None:
    for secret, best in ((forest.RARE, 0), (forest.COMMON, 1)):
        made = Search(SECRETIVE, start("secret", secret))
        made.run(seeded(1), 300)
        assert made.move_stats()[0].move == best


def dealt_otherwise(match: sl.Match, seat: int) -> sl.Match:
    """Let all others have other surfers: those of the next one each, and the last one that nobody had."""
    document: dict[str, Any] = match.position()
    others = [player for number, player in enumerate(document["surfers"]) if number != seat]
    had = [document["surfers"][player] for player in others]
    beaches = ("black", "purple", "blue", "orange", "yellow", "white")
    spare = [beach for beach in beaches if beach not in document["surfers"].values()]
    new = dict(zip(others, [*had[1:], *(spare or had)[:1]], strict=True))
    other = sl.at(HENN, document | {"surfers": document["surfers"] | new}, chance="by hand")
    assert to_bytes(other.state) != to_bytes(match.state)
    return other


@pytest.fixture
def little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all levels think as little as a test has time for."""
    little = {"surfer": 20, "lifeguard": 30, "tide": 40}
    monkeypatch.setattr(levels, "THINKING", little)
    monkeypatch.setattr(levels, "MIN_SIMULATIONS", 2)
    monkeypatch.setattr(sl.game(HENN).evaluate, "THINKING", little, raising=False)


def choices(bot: str, positions: list[tuple[int, sl.Match]]) -> list[Any]:
    """Let a bot choose in one position after the other, as it would in a match."""
    levels.CACHE.thinkers.clear()
    if bot == "advise":
        return [advise(match.game, match.view(seat), seeded(index)) for index, (seat, match) in enumerate(positions)]
    return [BOTS[bot](match.game, match.view(seat), seeded(index)) for index, (seat, match) in enumerate(positions)]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.usefixtures("little_thought")
def test_every_bot_chooses_the_same_however_the_others_were_dealt(seats: int) -> None:
    """At decisions one after the other, so that what is kept from one to the next is the same as well."""
    match = sl.new(HENN, seats=seats, seed=seats, options=FACE_DOWN)
    one: list[tuple[int, sl.Match]] = []
    while len(one) < 6:
        if len(match.legal()) > 1:
            one.append((match.turn, sl.at(HENN, match.position(), chance="by hand")))
        match.play(BOTS["greedy"](match.game, match.view(match.turn), seeded(len(match.played))))
    other = [(seat, dealt_otherwise(position, seat)) for seat, position in one]
    for bot in (*BOTS, "advise"):
        assert choices(bot, one) == choices(bot, other), bot


def test_the_search_deals_again_what_a_seat_cannot_see() -> None:
    """Every simulation begins from a deal that the seat takes to be possible, the truth no more often than others."""
    match = sl.new(HENN, seats=4, seed=5, options=FACE_DOWN)
    seat = match.turn
    state: Any = match.state
    mine = state.surfer[seat]
    deals = Search(match.game, match.view(seat))._deals(seeded(1), 900)
    assert all(len(set(deal.surfer.tolist()[:4])) == 4 for deal in deals)
    assert {int(deal.surfer[seat]) for deal in deals} == {mine}
    counted = Counter(tuple(deal.surfer.tolist()[:4]) for deal in deals)
    assert len(counted) == 5 * 4 * 3
    assert max(counted.values()) < 15 + 5 * sqrt(15)


def test_a_game_with_secrets_that_cannot_be_dealt_again_is_refused(tmp_path: Path) -> None:
    complaint = complaint_about(tmp_path / "half_secret", "view.py", "hide = knows = print\n")
    assert "view has no redeal" in complaint
