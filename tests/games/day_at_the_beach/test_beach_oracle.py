"""A Day at the Beach against the ledger told a second time: whole matches at every table, question by question."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest
from beach_boards import GAME, PLACES, REACH, READINGS, ROUNDS, SEATS, SHARE, chances, check_components, mover
from beach_table import Question, Table, carefully, in_the_middle

import strandline as sl
from strandline.bots import BOTS
from strandline.engine.chance import seeded

if TYPE_CHECKING:
    from collections.abc import Callable

    Chooser = Callable[[Table, Question, sl.Match], str]


def beside(table: Table, match: sl.Match, choose: Chooser, *, documents: int) -> Counter[str]:
    """Play a match at the real table and at the plain one, and compare; what came up how often?"""
    story = table.match()
    question = next(story)
    asked: Counter[str] = Counter()
    while True:
        compare(match, table, question)
        if asked.total() % documents == 0 or question.who == "over":
            compare_document(match, table, question)
            compare_refusals(match, table, question)
        asked["chance" if question.who == "chance" else question.step] += 1
        if question.who == "over":
            return asked
        chosen = choose(table, question, match)
        match.play(chosen)
        question = story.send(chosen)


def by_weight(random: Random, weights: dict[str, int]) -> str:
    """Draw one of the answers."""
    return random.choices(list(weights), list(weights.values()))[0]


def careful(random: Random, *, patient: bool = False) -> Chooser:
    """Choose as chance would, or as a player who wants umbrellas, most of the time."""

    def choose(table: Table, question: Question, match: sl.Match) -> str:
        if question.who == "chance" or random.random() < 0.05:
            return by_weight(random, question.answers)
        return by_weight(random, carefully(table, question, patient=patient))

    return choose


def greedy(random: Random) -> Chooser:
    """Choose as chance would, or as the bot of that name."""
    dice = seeded(random.randint(0, 2**40))

    def choose(table: Table, question: Question, match: sl.Match) -> str:
        if question.who == "chance":
            return by_weight(random, question.answers)
        return match.game.spelled[BOTS["greedy"](match.game, match.view(match.turn), dice)]

    return choose


def compare(match: sl.Match, table: Table, question: Question) -> None:
    """Do both tables look the same, and is the same asked of the same player?"""
    document = table.document(question)
    assert (mover(match), sorted(match.legal())) == (question.who, sorted(question.answers)), document
    assert question.answers or question.who == "over"
    if question.who == "chance":
        total = sum(question.answers.values())
        assert chances(match) == {move: Fraction(weight, total) for move, weight in question.answers.items()}
    position = match.position()
    assert position == document
    for mine, other in zip(position["players"], document["players"], strict=True):
        assert [list(mine[key].items()) for key in mine] == [list(other[key].items()) for key in mine]
    if question.step in {"", "take"}:
        assert match.sheet() == table.sheet(), document
        assert match.places() == table.places(), document
    check_components(match)


def compare_document(match: sl.Match, table: Table, question: Question) -> None:
    """Does the plain table's own document give the very same position?"""
    document = table.document(question)
    again = sl.at(GAME, document, chance="by hand")
    assert again.state.tobytes() == match.state.tobytes(), (document, again.state, match.state)


def compare_refusals(match: sl.Match, table: Table, question: Question) -> None:
    """Is every move that cannot be made refused for the same reason?"""
    rules = match.game.rules
    for number, move in enumerate(match.game.spelled):
        found = rules.REFUSALS[rules.refusal(match.state, number)]
        assert found == table.against(question, move), (move, table.document(question))


def check_the_end(table: Table, asked: Counter[str]) -> None:
    """Was everything laid, and nothing too far out (B-R1, B-R2, B-T7, B-W1)?"""
    assert asked["take"] == len(PLACES) * ROUNDS[table.seats]
    assert asked["lay"] == asked["take"] + asked["water"]
    for beach in table.beaches:
        sorts = Counter(tile.sort for tile in beach.tiles.values())
        colours = {umbrella.split("/")[0] for umbrella in beach.umbrellas.values()}
        assert sorts == Counter(entrance=1, sand=SHARE[table.seats], water=len(colours))
        assert max(abs(east) + abs(north) for east, north in beach.tiles) <= REACH[table.seats]


@pytest.mark.parametrize("seats", SEATS)
def test_a_match_of_greedy_players_follows_the_ledger(seats: int) -> None:
    """B-S1 to B-S6, B-R1 to B-R6, B-T1 to B-T8, B-U1 to B-U4, B-W1 to B-W4, B-E1 to B-E6: asked and scored the same."""
    options = {"first": "drawn", "water_line": READINGS[seats % 3]}
    table = Table(seats, options)
    match = sl.new(GAME, seats=seats, options=options, chance="by hand")
    asked = beside(table, match, greedy(Random(seats)), documents=37)
    check_the_end(table, asked)
    assert asked["umbrella"] >= 3 * seats
    assert asked["water"] >= 2 * seats
    assert min(match.scores()) >= 10


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_of_careful_players_follows_the_ledger(seats: int, reading: str) -> None:
    """B-S1 to B-S6, B-R1 to B-R6, B-T1 to B-T8, B-U1 to B-U4, B-W1 to B-W4, B-E1 to B-E6: asked and scored the same."""
    random = Random(f"{seats} {reading}")
    options = {"water_line": reading, "first": random.choice(("drawn", "first_seat"))}
    seats += seats == 2 and reading == "line"
    table = Table(seats, options)
    match = sl.new(GAME, seats=seats, options=options, chance="by hand")
    check_the_end(table, beside(table, match, careful(random), documents=37))


@pytest.mark.parametrize("seed", range(36))
def test_the_rest_of_a_match_follows_the_ledger(seed: int) -> None:
    """B-R7, B-S5, B-U2, B-U5, B-W2: patterns lack one tile, and often few umbrellas are left."""
    table, random = middle(seed)
    document = table.document(Question("take", table.seat + 1, {}))
    match = sl.at(GAME, document, chance="by hand")
    beside(table, match, careful(random, patient=seed % 2 == 0), documents=29)


def middle(seed: int) -> tuple[Table, Random]:
    """Make a table in the middle of a match."""
    random = Random(seed)
    options = {"water_line": READINGS[seed % 3], "first": random.choice(("drawn", "first_seat"))}
    return in_the_middle(SEATS[seed // 2 % 4], options, random), random


def test_those_matches_ask_everything() -> None:
    """B-R5, B-S5, B-U2, B-U5, B-W2: the comparison above would be worth little if some question never came up."""
    asked: Counter[str] = Counter()
    for seed in range(36):
        table, random = middle(seed)
        story, question = (story := table.match()), next(story)
        while question.who != "over":
            asked["chance" if question.who == "chance" else question.step] += 1
            asked["three wait"] += question.step == "cover" and len(table.waiting) > 2
            asked["few umbrellas"] += question.step == "umbrella" and not all(table.decks["umbrella"].open)
            waiting = set(table.waiting)
            is_water = table.hand is not None and table.hand.sort == "water"
            seat = table.seat
            weights = question.answers
            if question.who != "chance" and random.random() >= 0.05:
                weights = carefully(table, question, patient=seed % 2 == 0)
            question = story.send(by_weight(random, weights))
            asked["water completes"] += is_water and seat == table.seat and bool(set(table.waiting) - waiting)
            asked["gives nothing"] += bool(table.beaches[seat].bare()) and not any(table.decks["umbrella"].open)
    wanted = {"take", "lay", "cover", "umbrella", "water", "chance"}
    wanted |= {"few umbrellas", "water completes", "gives nothing"}
    assert min(asked[word] for word in wanted) >= 3, asked


def test_random_players_hardly_complete_a_pattern() -> None:
    """B-U1, B-R1: but every match comes to its end, with the same tiles laid."""
    placed = 0
    for seed in range(8):
        seats = SEATS[seed % 4]
        random = Random(seed)
        match = sl.new(GAME, seats=seats, seed=seed)
        while not match.over:
            match.play(random.choice(match.legal_numbers()))
        placed += sum(line["placed"] for line in match.sheet())
        check_components(match)
    assert placed < 28


def test_a_greedy_player_beats_random_ones() -> None:
    """B-E1, B-E4: it knows what is worth something."""
    for seed in range(2):
        match = sl.new(GAME, seats=3, seed=seed)
        dice = seeded(seed)
        while not match.over:
            bot = "greedy" if match.turn == seed else "random"
            match.play(BOTS[bot](match.game, match.view(match.turn), dice))
        assert match.places()[seed] == 1
        assert match.scores()[seed] > 20


def test_a_seed_gives_the_same_match() -> None:
    """B-S4: chance is settled by the seed."""
    for seed in range(4):
        one, other = (sl.new(GAME, seats=SEATS[seed], seed=seed) for _ in range(2))
        random = Random(seed)
        while not one.over:
            assert one.state.tobytes() == other.state.tobytes()
            move = random.choice(one.legal())
            one.play(move)
            other.play(move)
        assert one.record() == other.record()
