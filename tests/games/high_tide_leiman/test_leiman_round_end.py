"""High Tide (Leiman), from the ledger: how a round ends and who wins it (L-E1 – L-E5, L-R1, L-R2)."""

from __future__ import annotations

from random import Random

import pytest
from leiman_boards import (
    GAME,
    LETTER,
    READINGS,
    RIVAL,
    SEAT,
    START,
    Stacks,
    after,
    at,
    legal_moves,
    piles,
    swapped,
    tops,
    turn_and_stacks,
    verdict,
)

import strandline as sl
from strandline.engine.errors import BadMove, BadOptions, BadPosition


def wins_when_blue_is_stuck(stacks: Stacks, **options: str) -> str:
    """Who wins where blue is to move and cannot? With the colours swapped it must be the other one."""
    winners = []
    for turn, board in (("blue", stacks), ("pink", swapped(stacks))):
        match = at(turn, board, options, length="round")
        assert match.over, f"{turn} can still move: {match.legal()}"
        assert sorted(match.scores()) == [0, 1]
        winners.append("blue" if match.scores()[0] else "pink")
    assert winners[1] == RIVAL[winners[0]]
    return winners[0]


# L-E1


def test_the_round_ends_when_the_player_to_move_cannot() -> None:
    """L-E1: pink could still climb c3, but it is blue's turn."""
    board = piles(c3="10B", c4="9P")
    assert at("pink", board).legal() == ["c4-c3"]
    assert at("blue", board, length="round").over


def test_the_round_goes_on_while_the_player_to_move_can() -> None:
    """L-E1: blue has no tile on top and no neutral one, but it is pink's turn."""
    match = at("pink", piles(c3="10P", c4="9P"), length="round")
    assert not match.over
    assert match.scores() == [0, 0]


def test_the_round_ends_after_the_move_that_leaves_the_other_stuck() -> None:
    """L-E1, L-E2: pink climbs c3; below it lies another pink tile, and blue has nothing left to move."""
    match = at("pink", piles(c3="10B", c4="NNNNNBPPP"), length="round")
    match.play("c4-c3")
    assert match.over
    assert match.scores() == [0, 1]


def test_the_round_goes_on_after_a_move_that_frees_a_tile() -> None:
    """L-E1: the same move, but a blue tile comes to light and can climb after it."""
    match = at("pink", piles(c3="10B", c4="NNNNNPPBP"), length="round")
    match.play("c4-c3")
    assert match.turn == SEAT["blue"]
    assert match.legal() == ["c4-c3"]


@pytest.mark.parametrize(
    ("board", "held_by"),
    [
        (piles(c3="10B", c4="9P"), "L-T4"),  # nothing next to it is high enough
        (piles(c3="10P", c4="9P"), "L-T1"),  # not a tile of blue's in sight
        (piles(c2="9P", c3="1B", c4="9P"), "L-T5"),  # the only blue tile holds the others together
        (piles(c2="9P", c3="1N", c4="9P"), "L-T5"),  # the same with a neutral one
        (piles(c3="2B", c4="2P", d3="2P", d2="2P", c2="3P", b2="8P"), "L-T3"),  # one free side is not enough
        (piles(c3="BBBBBBBNNNNNPPPPPPP"), "L-T1"),  # a single stack
    ],
)
def test_a_player_is_stuck_for_whatever_reason(board: Stacks, held_by: str) -> None:
    """L-E1, L-T1, L-T3, L-T4, L-T5."""
    for turn, stacks in (("blue", board), ("pink", swapped(board))):
        assert at(turn, stacks, length="round").over, held_by


def test_a_movable_neutral_tile_keeps_both_players_going() -> None:
    """L-E1, L-T1: neither has an own tile that moves."""
    board = piles(c2="9B", c3="1N", c4="7P", d4="2N")
    for turn in RIVAL:
        assert at(turn, board).legal() == ["d4-c4"]


def test_the_readings_decide_who_is_stuck() -> None:
    """L-E1, L-T3: blue's tile on level 2 has lower neighbours on two sides that are apart, and nothing else moves."""
    board = piles(c3="2B", c4="1P", d3="2P", d2="1P", c2="2P", b2="9P", b3="2P")
    assert at("blue", board, length="round").over
    assert not at("blue", board, length="round", free_sides="any").over
    assert at("blue", board, length="round", free_sides="any", contact="ground").over
    board = piles(c3="2B", c4="1P", d3="1P", d2="2P", c2="2P", b2="9P", b3="2P")
    assert not at("blue", board, length="round").over
    assert at("blue", board, length="round", contact="ground").over


# L-E2


@pytest.mark.parametrize("highest_stack", ["board", "own"])
def test_most_own_tiles_visible_wins(highest_stack: str) -> None:
    """L-E2: blue shows two tiles and pink one, though pink has the highest stack and moved last."""
    board = piles(b2="5B", c3="1B", c4="13P")
    assert wins_when_blue_is_stuck(board, highest_stack=highest_stack) == "blue"


@pytest.mark.parametrize("highest_stack", ["board", "own"])
def test_the_player_who_shows_fewer_loses(highest_stack: str) -> None:
    """L-E2: blue shows one tile and pink two, though blue has the highest stack."""
    board = piles(b2="13B", c3="1P", c4="5P")
    assert wins_when_blue_is_stuck(board, highest_stack=highest_stack) == "pink"


def test_covered_tiles_do_not_count() -> None:
    """L-E2: six blue tiles in one stack show one; two pink ones side by side show two."""
    assert wins_when_blue_is_stuck(piles(c3="NNNPPPPPBBBBBBB", c4="NP", d4="NP")) == "pink"


def test_neutral_tiles_count_for_nobody() -> None:
    """L-E2: three neutral tiles are visible, one blue and no pink one."""
    assert wins_when_blue_is_stuck(piles(c3="1N", b2="5N", c4="6B", d2="7N")) == "blue"


def test_one_visible_tile_more_is_enough_with_many_tiles() -> None:
    """L-E2: three against two, and two against three."""
    assert wins_when_blue_is_stuck(piles(c3="1B", b2="4B", c4="5P", d2="3B", d4="6P")) == "blue"
    assert wins_when_blue_is_stuck(piles(c3="1P", b2="4B", c4="5P", d2="3P", d4="6B")) == "pink"


# L-E3


@pytest.mark.parametrize("highest_stack", ["board", "own"])
def test_a_tie_goes_to_the_player_on_the_highest_stack(highest_stack: str) -> None:
    """L-E3: one tile each; blue is higher and wins although pink moved last."""
    assert wins_when_blue_is_stuck(piles(c3="10B", c4="9P"), highest_stack=highest_stack) == "blue"
    assert wins_when_blue_is_stuck(piles(c3="16B", c4="3P"), highest_stack=highest_stack) == "blue"
    assert wins_when_blue_is_stuck(piles(c2="8B", c3="1N", c4="10P"), highest_stack=highest_stack) == "pink"


@pytest.mark.parametrize("highest_stack", ["board", "own"])
def test_a_player_who_alone_tops_several_highest_stacks_wins_the_tie(highest_stack: str) -> None:
    """L-E3: two blue stacks of seven, pink ones of one and four."""
    board = piles(c3="1P", b2="7B", d2="7B", c4="4P")
    assert wins_when_blue_is_stuck(board, highest_stack=highest_stack) == "blue"


@pytest.mark.parametrize("highest_stack", ["board", "own"])
def test_a_neutral_stack_as_high_takes_nothing_away(highest_stack: str) -> None:
    """L-E3: blue and a neutral tile top the highest stacks; exactly one player does, so blue wins."""
    board = piles(c2="8B", c3="3P", c4="8N")
    assert wins_when_blue_is_stuck(board, highest_stack=highest_stack) == "blue"


def test_nobody_controls_a_highest_stack_with_a_neutral_top() -> None:
    """L-E3, L-E4: by the board's highest stack nobody wins, so the last mover does; by the own ones blue does."""
    board = piles(c2="6B", c3="3P", c4="10N")
    assert wins_when_blue_is_stuck(board) == "pink"
    assert wins_when_blue_is_stuck(board, highest_stack="board") == "pink"
    assert wins_when_blue_is_stuck(board, highest_stack="own") == "blue"


def test_several_neutral_highest_stacks_belong_to_nobody_either() -> None:
    """L-E3, L-E4: two neutral stacks of seven above blue's of four and pink's of one."""
    board = piles(c3="1P", b2="7N", d2="7N", c4="4B")
    assert wins_when_blue_is_stuck(board) == "pink"
    assert wins_when_blue_is_stuck(board, highest_stack="own") == "blue"


def test_own_highest_stacks_are_compared_and_not_lower_ones() -> None:
    """L-E3, `own`: blue's five and one beat pink's three and three; the board's highest is neutral."""
    board = piles(c3="1B", b2="5B", c4="3P", d4="3P", d2="7N")
    assert tops(board) == {"B": 2, "P": 2, "N": 1}
    assert wins_when_blue_is_stuck(board, highest_stack="board") == "pink"
    assert wins_when_blue_is_stuck(board, highest_stack="own") == "blue"


# L-E4


@pytest.mark.parametrize("highest_stack", ["board", "own"])
def test_if_both_top_a_highest_stack_the_last_mover_wins(highest_stack: str) -> None:
    """L-E4: nine against nine, and pink moved last."""
    board = piles(c2="9B", c3="1N", c4="9P")
    assert wins_when_blue_is_stuck(board, highest_stack=highest_stack) == "pink"


@pytest.mark.parametrize("highest_stack", ["board", "own"])
def test_two_highest_stacks_of_one_player_do_not_outweigh_one_of_the_other(highest_stack: str) -> None:
    """L-E3, L-E4: both players top a highest stack, so nobody controls it."""
    board = piles(c3="1P", b2="6B", d2="6B", c4="6P")
    assert wins_when_blue_is_stuck(board, highest_stack=highest_stack) == "pink"


@pytest.mark.parametrize("highest_stack", ["board", "own"])
def test_both_players_and_a_neutral_tile_on_the_highest_stacks(highest_stack: str) -> None:
    """L-E4: three stacks of six, one of each kind."""
    board = piles(c3="1N", b2="6B", c4="6P", d2="6N")
    assert wins_when_blue_is_stuck(board, highest_stack=highest_stack) == "pink"


@pytest.mark.parametrize("highest_stack", ["board", "own"])
def test_equal_own_stacks_below_a_neutral_one_leave_it_to_the_last_mover(highest_stack: str) -> None:
    """L-E4: five against five under a neutral eight."""
    board = piles(c3="1N", b2="5B", c4="5P", d2="8N")
    assert wins_when_blue_is_stuck(board, highest_stack=highest_stack) == "pink"


@pytest.mark.parametrize("highest_stack", ["board", "own"])
def test_nothing_but_neutral_tiles_visible(highest_stack: str) -> None:
    """L-E4: no tile of either player, so no stack of either."""
    board = piles(c2="9N", c3="1N", c4="9N")
    assert wins_when_blue_is_stuck(board, highest_stack=highest_stack) == "pink"


@pytest.mark.parametrize("turn", ["blue", "pink"])
def test_the_same_board_is_won_by_whoever_moved_last(turn: str) -> None:
    """L-E4: a neutral tile climbs the highest stack, the other player is stuck, one tile each is visible."""
    match = at(turn, piles(c2="8B", c3="1P", c4="9N", d4="1N"), length="round")
    match.play("d4-c4")
    assert match.over
    assert match.scores()[SEAT[turn]] == 1


@pytest.mark.parametrize("turn", ["blue", "pink"])
def test_a_last_move_that_draws_level_wins(turn: str) -> None:
    """L-E4: it makes the stacks equally high, nine against nine."""
    board = piles(c2="9B", c3="1N", c4="8N", d4="1P")
    match = at(turn, board if turn == "pink" else swapped(board), length="round")
    match.play("d4-c4")
    assert match.over
    assert match.scores()[SEAT[turn]] == 1


# L-E5


@pytest.mark.parametrize("winner", ["blue", "pink"])
def test_the_winner_of_a_round_takes_one_stone(winner: str) -> None:
    """L-E5: the loser keeps what there was, and the next round begins."""
    board = piles(c3="10B", c4="9P")
    for blue in range(2):
        for pink in range(2):
            match = at(winner, board if winner == "blue" else swapped(board), stones=(blue, pink))
            stones = {"blue": blue + (winner == "blue"), "pink": pink + (winner == "pink")}
            assert match.position()["stones"] == stones
            assert match.scores() == [stones["blue"], stones["pink"]]
            assert match.turn == sl.CHANCE
            assert not match.over


@pytest.mark.parametrize("winner", ["blue", "pink"])
@pytest.mark.parametrize("other", [0, 1, 2])
def test_the_third_stone_wins_the_match(winner: str, other: int) -> None:
    """L-E5: with three stones it is over, whatever the other has."""
    board = piles(c3="10B", c4="9P")
    stones = (2, other) if winner == "blue" else (other, 2)
    match = at(winner, board if winner == "blue" else swapped(board), stones=stones)
    assert match.over
    assert match.scores()[SEAT[winner]] == 3
    assert match.scores()[SEAT[RIVAL[winner]]] == other
    assert match.places()[SEAT[winner]] == 1
    assert match.places()[SEAT[RIVAL[winner]]] == 2


def test_two_stones_do_not_win_the_match() -> None:
    """L-E5: not even against none."""
    assert not at("blue", piles(c3="10B", c4="9P"), stones=(1, 0)).over
    assert not at("blue", START, stones=(2, 2)).over


def test_nobody_moves_after_the_end() -> None:
    """L-E5: no move, no draw."""
    match = at("blue", piles(c3="10B", c4="9P"), stones=(2, 2))
    assert match.over
    assert match.turn == sl.OVER
    assert match.legal() == []
    assert match.legal_numbers() == []
    for move in ("c4-c3", "c3-c4", "a1-b1", "b2=blue", "first=pink"):
        refused = match.why(move)
        assert refused is not None
        assert refused.rule == "L-E5"
        assert refused.sentence("en") != refused.sentence("de")
        with pytest.raises(sl.IllegalMove):
            match.play(move)
    with pytest.raises(BadMove):
        match.play("c4-c3", seat=1)


@pytest.mark.parametrize("stones", [(3, 0), (0, 3), (3, 2), (3, 3), (4, 0), (-1, 0)])
def test_a_player_with_three_stones_has_nothing_left_to_play_for(stones: tuple[int, int]) -> None:
    """L-E5: no position in play has a player with three stones."""
    with pytest.raises(BadPosition):
        at("blue", START, stones=stones)


def play_a_match(seed: int, **options: str) -> list[tuple[int, int]]:
    """Play a random match and note the stones after every round; check each round by the ledger told again."""
    random = Random(seed)
    match = sl.new(GAME, seed=seed, options=options)
    course = [(0, 0)]
    while not match.over:
        turn, stacks = turn_and_stacks(match)
        move = random.choice(match.legal())
        match.play(move)
        blue, pink = match.scores()
        if (blue, pink) != course[-1]:
            final = after(stacks, move)
            assert not legal_moves(final, RIVAL[turn], match.position()["options"])
            winner, _ = verdict(final, turn, match.position()["options"]["highest_stack"])
            gained = {"blue": blue - course[-1][0], "pink": pink - course[-1][1]}
            assert gained == {winner: 1, RIVAL[winner]: 0}
            course.append((blue, pink))
    assert match.places() == ([1, 2] if course[-1][0] > course[-1][1] else [2, 1])
    return course


def test_matches_end_three_to_nothing_and_three_to_two_and_all_between() -> None:
    """L-E5, L-S3: stone by stone, until somebody has three."""
    seen = set()
    for seed in range(100):
        course = play_a_match(seed)
        assert max(course[-1]) == 3
        assert all(max(stones) < 3 for stones in course[:-1])
        seen.add(course[-1])
        if seen == {(3, 0), (3, 1), (3, 2), (0, 3), (1, 3), (2, 3)}:
            return
    pytest.fail(f"only {seen} came up")


# L-R1


@pytest.mark.parametrize("seed", range(5))
def test_a_single_round_is_a_match_of_one_stone(seed: int) -> None:
    """L-R1."""
    course = play_a_match(seed, length="round")
    assert course in ([(0, 0), (1, 0)], [(0, 0), (0, 1)])


def test_in_a_single_round_nobody_begins_with_a_stone() -> None:
    """L-R1, L-E5: one stone wins, so a position with one is over."""
    for stones in ((1, 0), (0, 1)):
        with pytest.raises(BadPosition):
            at("blue", START, stones=stones, length="round")


def test_the_length_is_a_match_unless_chosen() -> None:
    """L-R1: three stones by default, one by option, nothing else."""
    board = piles(c3="10B", c4="9P")
    assert not at("blue", board).over
    assert not at("blue", board, length="match").over
    assert at("blue", board, length="round").over
    for value in ("two rounds", "", "Round"):
        with pytest.raises(BadOptions):
            sl.new(GAME, options={"length": value})


# L-R2


@pytest.mark.parametrize("turn", ["blue", "pink"])
def test_a_position_without_a_move_ends_the_round_at_once(turn: str) -> None:
    """L-R2: nothing is played for it, the other player counts as the last mover, and the loser begins the next."""
    board = piles(c2="9B", c3="1N", c4="9P")
    match = at(turn, board)
    assert match.played == ()
    assert match.turn == sl.CHANCE
    assert match.position()["stones"] == {turn: 0, RIVAL[turn]: 1}
    while match.turn == sl.CHANCE:
        match.play(match.legal()[0])
    assert match.turn == SEAT[turn]


def test_by_seed_the_next_round_is_laid_at_once() -> None:
    """L-R2, L-S2: where chance is settled by the seed, the position that comes back is the next round's."""
    match = at("blue", piles(c2="9B", c3="1N", c4="9P"), chance="by seed")
    turn, stacks = turn_and_stacks(match)
    assert turn == "blue"
    assert set(map(len, stacks.values())) == {1}
    assert len(stacks) == 19
    assert match.scores() == [0, 1]


@pytest.mark.parametrize("readings", READINGS)
def test_a_position_with_a_move_is_played_on(readings: dict[str, str]) -> None:
    """L-R2: only a player who cannot move ends the round."""
    for turn in RIVAL:
        match = at(turn, piles(c3="10N", c4=f"9{LETTER[turn]}"), readings)
        assert match.turn == SEAT[turn]
        assert match.legal() == ["c4-c3"]
        assert match.scores() == [0, 0]
