"""Maui against the ledger told a second time: random matches at every table, question by question."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from maui_boards import GAME, SET_UP, VARIANTS, chances, check_components, mover, now, row
from maui_table import Question, Table, in_the_middle

import strandline as sl

SEATS = (2, 3, 4)


def beside(table: Table, random: Random, match: sl.Match, *, documents: int) -> Counter[str]:
    """Play a match at random, at the real table and at the plain one, and compare; what came up how often?"""
    story = table.match()
    question = next(story)
    asked: Counter[str] = Counter()
    while True:
        compare(match, table, question)
        if asked.total() % documents == 0 or question.phase in {"over", "halftime"}:
            compare_document(match, table, question)
            compare_refusals(match, table, question)
        asked[question.phase] += 1
        if question.who == "over":
            return asked
        chosen = choose(question, random)
        if question.who != "chance":
            asked.update(word.split("@")[0] for word in chosen.split())
        match.play(chosen)
        question = story.send(chosen)


def choose(question: Question, random: Random) -> str:
    """Choose as chance would, or among a player's moves: rather a spare towel, a token, or the edge of the beach."""
    answers = list(question.answers)
    if question.phase == "lay" and random.random() < 0.4:
        return random.choice((answers[0], answers[-1]))
    rare = [move for move in answers if move.startswith("spare")]
    if rare and random.random() < 0.5:
        return random.choice(rare)
    return random.choices(answers, list(question.answers.values()))[0]


def compare(match: sl.Match, table: Table, question: Question) -> None:
    """Do both tables look the same, and is the same asked of the same player?"""
    document = table.document(question)
    assert (now(match), mover(match), match.legal()) == (question.phase, question.who, list(question.answers)), document
    if question.who == "chance":
        total = sum(question.answers.values())
        assert chances(match) == {move: Fraction(weight, total) for move, weight in question.answers.items()}
    assert match.position() == document
    assert match.sheet() == table.sheet(), document
    if table.first:
        assert match.places() == table.places(), document
    check_components(match)


def compare_document(match: sl.Match, table: Table, question: Question) -> None:
    """Does the plain table's own document give the very same position?"""
    document = table.document(question)
    again = sl.at(GAME, document, chance="by hand")
    assert again.state.tobytes() == match.state.tobytes(), (document, again.state, match.state)


def compare_refusals(match: sl.Match, table: Table, question: Question) -> None:
    """Is every move that cannot be made refused for the same reason?"""
    for number, move in enumerate(match.game.spelled):
        refused = match.why(number)
        wanted = table.against(question, move)
        found = refused.rule if refused else ""
        absent = move.startswith("first=") and move[-1] not in table.names
        assert found == wanted or (absent and found == "M-S8"), (move, found, wanted, table.document(question))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("across", [False, True])
def test_a_match_from_the_set_up_follows_the_ledger(seats: int, variant: str, across: bool) -> None:
    """M-S1 to M-S12, M-T1 to M-T24, M-E1 to M-E4, M-C1 to M-C8, M-L1 to M-L9, M-R1: asked, moved, scored the same."""
    random = Random(f"{seats} {variant} {across}")
    options = {"variant": variant, "across": across, "first": random.choice(("A", "drawn"))}
    match = sl.new(GAME, seats=seats, options=options, chance="by hand")
    asked = beside(Table(seats, options), random, match, documents=14)
    halves = 2 if variant == "long" else 1
    assert (asked["over"], asked["market"], asked["docks"]) == (1, 6 * halves, seats * halves)
    assert asked["umbrellas"] == (0 if variant == "crabs" else 8 * seats)
    assert asked["first"] == (options["first"] == "drawn")
    assert asked["halftime"] == halves - 1


@pytest.mark.parametrize("seed", range(48))
def test_the_rest_of_a_match_follows_the_ledger(seed: int) -> None:
    """M-T4 to M-T24, M-E1 to M-E4, M-C1 to M-C8, M-R1: little money, tiles at the edges, tokens in hand."""
    random = Random(seed)
    options = {"variant": VARIANTS[seed % 3], "across": random.random() < 0.3, "first": random.choice(("A", "drawn"))}
    table = in_the_middle(SEATS[seed % 4 % 3], options, random)
    match = sl.at(GAME, table.document(Question("turn", table.player, {})), chance="by hand")
    beside(table, random, match, documents=14)


def test_random_matches_ask_everything() -> None:
    """M-T8, M-T9, M-T11, M-T12, M-C2: the comparison above would be worth little if some question never came up."""
    asked: Counter[str] = Counter()
    for seed in range(72):
        random = Random(seed)
        options = {
            "variant": VARIANTS[seed % 3],
            "across": random.random() < 0.3,
            "first": random.choice(("A", "drawn")),
        }
        table = in_the_middle(SEATS[seed % 4 % 3], options, random)
        story = table.match()
        question = next(story)
        while question.who != "over":
            kinds = {move.split()[0] for move in question.answers}
            asked[question.phase] += 1
            asked["spare or token"] += kinds == {"spare", "take"}
            asked["only spare"] += kinds == {"spare"}
            chosen = choose(question, random)
            asked.update(word.split("@")[0] for word in chosen.split() if "@" in word or word == "spare")
            asked["two tokens"] += chosen.count("@") == 2
            question = story.send(chosen)
    wanted = {"turn", "refill", "lay", "step", "crab", "halftime", "spare", "pale_blue", "orange", "two tokens"}
    assert min(asked[word] for word in wanted | {"only spare", "spare or token"}) >= 3, asked


def test_dollar_turns_are_bounded_and_a_turn_always_has_a_decision() -> None:
    """M-T23: whoever takes dollars whenever possible ends too; 2 + paid takes at most, 12 and 23 decisions at most."""
    for seed in range(12):
        random = Random(seed)
        match = sl.new(GAME, seats=SEATS[seed % 3], seed=seed, options={"variant": VARIANTS[seed // 3 % 3]})
        counted: Counter[str] = Counter()
        while not match.over:
            moves = match.legal()
            assert moves
            assert len(moves) <= (12 if now(match) == "turn" else 23)
            dollars = [move for move in moves if move.startswith("dollars")]
            dear = [move for move in moves if move.startswith("take") and not move.endswith("-1")]
            chosen = random.choice(dollars or dear or moves)
            counted["dollars"] += chosen in dollars
            counted["paid"] += chosen in dear
            match.play(chosen)
        assert 2 < counted["dollars"] <= 2 + counted["paid"]


def test_a_seed_gives_the_same_match_and_every_table_comes_to_an_end() -> None:
    """M-S11, M-T23: chance is settled by the seed; in a match of n players no more than 12 n tiles are laid."""
    for seed in range(9):
        options: dict[str, Any] = {"variant": VARIANTS[seed % 3], "across": seed % 2 == 1}
        one, other = (sl.new(GAME, seats=SEATS[seed // 3], seed=seed, options=options) for _ in range(2))
        random = Random(seed)
        while not one.over:
            assert one.state.tobytes() == other.state.tobytes()
            assert now(one) not in SET_UP
            move = random.choice(one.legal())
            one.play(move)
            other.play(move)
        assert max(row(one).laid) == 12
        assert sorted(one.places()) == list(range(1, one.seats + 1))
