"""High Tide (Henn) against the ledger told a second time: random matches at every table, question by question."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from henn_boards import (
    BAYWATCH,
    BEACHES,
    COINS,
    EVERYTHING,
    EXPANSIONS,
    GAME,
    PHASES,
    PLAYERS,
    SHARK,
    TILES,
    WATER,
    alert,
    bag,
    check_components,
    coins,
    counts,
    hand,
    holder,
    line,
    mover,
    name_of,
    opened,
    phase,
    pile,
    pool,
    purse,
    rental,
    row,
    standing,
    surfer,
    track,
    waves,
    weights,
)
from henn_layout import document, in_the_middle
from henn_table import Question, Table, in_order

import strandline as sl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from henn_table import Story

SEATS = (3, 4, 5, 6)
every_expansion = pytest.mark.parametrize("options", EXPANSIONS, ids=name_of)


def beside(table: Table, random: Random, match: sl.Match, *, documents: int) -> Counter[str]:
    """Play a match at random, at the real table and at the plain one, and compare; how often was each phase asked?"""
    story = table.match()
    question = next(story)
    asked: Counter[str] = Counter()
    while True:
        compare(match, table, question)
        check_components(match)
        if asked.total() % documents == 0 or question.phase == "over":
            compare_document(match, table, question)
        asked[question.phase] += 1
        if question.who == "over":
            return asked
        chosen = choose(table, question, random)
        asked[chosen.split("=")[0].split()[0] if question.who != "chance" else "chance"] += 1
        match.play(chosen)
        question = story.send(chosen)


def choose(table: Table, question: Question, random: Random) -> str:
    """Choose an answer at random, chance by its weights; tiles are used often, and two dice brought to one beach."""
    answers = list(question.answers)
    if question.who == "chance":
        return random.choices(answers, list(question.answers.values()))[0]
    if "pass" in answers and random.random() < 0.5:
        return "pass"
    word = random.choice(sorted({answer.split()[0] for answer in answers}))
    favoured = [answer for answer in answers if answer.split()[0] == word]
    if word == "colour":
        left, right = (dice.split("=")[0] for dice in table.counts)
        favoured += [answer for answer in answers if answer in {f"colour left {right}", f"colour right {left}"}] * 9
    return random.choice(favoured)


def compare(match: sl.Match, table: Table, question: Question) -> None:
    """Do both tables look the same, and is the same asked of the same player?"""
    asked = (phase(match), mover(match), sorted(match.legal()))
    assert asked == (question.phase, question.who, sorted(question.answers)), document(table, question)
    if question.who == "chance":
        found, wanted = weights(match), question.answers
        assert all(found[key] * sum(wanted.values()) == wanted[key] * sum(found.values()) for key in wanted)
    state = row(match)
    seen: dict[str, Any] = {
        "round": state.round,
        "pile": pile(match) if question.phase != "towels" else table.pile,
        "track": track(match),
        "rental": rental(match),
        "still": bool(state.still),
        "bag": bag(match),
        "pool": pool(match),
        "hand": hand(match),
        "open": opened(match),
        "chairs": {where: chairs for where, chairs in standing(match).items() if 0 < where[1] < WATER},
        "water": {beach: line(match, beach, WATER) for beach in BEACHES},
        "waves": {beach: waves(match, beach) for beach in BEACHES},
        "sheet": match.sheet(),
        "places": match.places(),
    }
    wanted_now: dict[str, Any] = {
        "round": table.round,
        "pile": table.pile,
        "track": table.track,
        "rental": table.rental if table.rental_stands() else "off",
        "still": table.still,
        "bag": dict(table.bag),
        "pool": sorted(table.pool),
        "hand": table.hand,
        "open": table.open,
        "chairs": {(b, space): found for b in BEACHES for space, found in table.sand[b].items() if found},
        "water": {beach: sorted(table.water[beach], key=PLAYERS.index) for beach in BEACHES},
        "waves": {beach: (table.large[beach], table.small[beach]) for beach in BEACHES},
        "sheet": table.sheet(),
        "places": table.places(),
    }
    assert seen == wanted_now, document(table, question)
    if question.phase in {"hand", "order", "coin"}:
        assert counts(match) == table.counts
    compare_expansions(match, table, question)


def compare_expansions(match: sl.Match, table: Table, question: Question) -> None:
    """Are coins, surfers, sharks and tiles in the same places?"""
    if table.options["coins"] and question.phase not in {"towels", "coins"}:
        assert {beach: coins(match, beach) for beach in BEACHES} == table.coins
        assert {player: purse(match, player) for player in table.players} == table.taken
    if table.options["surfer"] != "off" and question.phase not in {"towels", "coins", "surfers"}:
        assert {player: surfer(match, player) for player in table.players} == table.surfers
    if table.options["shark"]:
        assert alert(match) == (table.alert or "none")
        left = [value for value, count in enumerate(row(match).sharks.tolist()) for _ in range(count)]
        assert left == sorted(table.sharks)
    if table.options["baywatch"]:
        assert {tile: holder(match, tile) for tile in TILES} == {tile: table.tiles.get(tile, "stack") for tile in TILES}


def compare_document(match: sl.Match, table: Table, question: Question) -> None:
    """Do the plain table's own document, and the real table's, give the very same position?"""
    for written in (document(table, question), match.position()):
        again = sl.at(GAME, written, chance="by hand")
        assert again.state.tobytes() == match.state.tobytes(), (written, again.position())


@every_expansion
@pytest.mark.parametrize("turned", [0, 1])
def test_a_match_from_the_set_up_follows_the_ledger(turned: int, options: Mapping[str, Any]) -> None:
    """H-S1 to H-S9, H-T1 to H-T13, H-E1 to H-E8 and all expansions, H-K5, H-B22: asked, moved and scored the same."""
    seats = SEATS[(EXPANSIONS.index({**options}) // 2 + 3 * turned) % 4]
    random = Random(f"{seats} {name_of(options)}")
    edition = random.choice(("german", "english"))
    chosen = {**options, "edition": edition}
    if options["surfer"] != "off":
        chosen["surfer"] = random.choice(("face-up", "face-down"))
    match = sl.new(GAME, seats=seats, options=chosen, chance="by hand")
    asked = beside(Table(seats, chosen), random, match, documents=9)
    assert asked["over"] == 1
    assert asked["towels"] == seats - 1
    assert asked["coins"] == 42 * options["coins"]
    assert asked["surfers"] == (0 if options["surfer"] == "off" else seats)


@pytest.mark.parametrize("seed", range(60))
def test_later_rounds_with_many_tiles_follow_the_ledger(seed: int) -> None:
    """H-B1 to H-B28, H-C6, H-C7, H-U4, H-K4: tiles are held, chairs stand near the water, and some in it."""
    random = Random(seed)
    seats = SEATS[seed % 4]
    options = {
        "coins": seed % 3 > 0,
        "shark": random.random() < 0.5,
        "surfer": random.choice(("off", "face-up", "face-down")),
        "baywatch": True,
        "edition": random.choice(("german", "english")),
    }
    begun = ("round", "turns")[seed % 5 > 1]
    table = in_the_middle(seats, options, random, begun)
    start = document(table, Question("head-start" if begun == "round" else "jump", "", {}))
    del start["turn"]
    match = sl.at(GAME, start, chance="by hand")
    beside(table, random, match, documents=3)


def hand_to_end(table: Table, player: str) -> Story:
    """Tell a turn from the hand to the towel."""
    yield from table.use_the_hand(player)
    yield from table.move_both(player)


@pytest.mark.parametrize("held", ["back", "plus-minus", "colour"])
def test_two_dice_on_one_beach_follow_the_ledger(held: str) -> None:
    """H-B16, H-B14, H-B15, H-C3, H-C6, H-T12: from any space, near the bar and near the water, coins between."""
    asked: Counter[str] = Counter()
    for seed in range(120):
        random = Random(f"{held} {seed}")
        table = in_the_middle(3, COINS | BAYWATCH, random, "turns")
        player, beaches = table.pile[0], ("orange", "purple" if held == "colour" else "orange")
        for beach in beaches:
            near = [*range(min(6, table.dry(beach) + 1)), *range(max(0, table.dry(beach) - 6), table.dry(beach) + 1)]
            table.water[beach] = [other for other in table.water[beach] if other != player]
            table.stand(player, beach, random.choice(near))
        table.hand = in_order(f"{beach}={random.randint(1, 6)}" for beach in beaches)
        table.counts, table.rental, table.tiles = list(table.hand), 5, {held: player}
        story = hand_to_end(table, player)
        question: Question | None = next(story)
        match = sl.at(GAME, document(table, Question("hand", player, {})), chance="by hand")
        while question:
            asked[question.phase] += 1
            assert (phase(match), sorted(match.legal())) == (question.phase, sorted(question.answers))
            chosen = choose(table, question, random)
            match.play(chosen)
            try:
                question = story.send(chosen)
            except StopIteration:
                question = None
        assert {where: chairs for where, chairs in standing(match).items() if 0 < where[1] < WATER} == {
            (b, space): found for b in BEACHES for space, found in table.sand[b].items() if found
        }
        assert {name: purse(match, name) for name in table.players} == table.taken
        assert pool(match) == sorted([*table.pool, *table.hand]) or opened(match)[1] == table.hand
    assert asked["hand"] >= 120
    assert asked["order"] > 10
    assert asked["coin"] > 20


def test_random_matches_ask_everything() -> None:
    """H-B3 to H-B12: the comparison above would be worth little if some question never came up."""
    asked: Counter[str] = Counter()
    for seed in range(80):
        random = Random(seed + 1000)
        seats = SEATS[seed % 4]
        options = EVERYTHING | {"surfer": "face-down"}
        table = in_the_middle(seats, options, random)
        story = table.match()
        question = next(story)
        while question.who != "over":
            asked[question.phase] += 1
            chosen = choose(table, question, random)
            if question.who != "chance":
                asked[chosen.split()[0]] += 1
            question = story.send(chosen)
    wanted = {*PHASES} - {"towels", "coins", "surfers", "reveal", "alert", "over"}
    words = {"rental", "adjust", "swap", "tile", "colour", "back", "jump", "start", "pool", "reroll", "coin", "pass"}
    assert min(asked[word] for word in wanted | words) >= 3, asked


@pytest.mark.parametrize("seats", SEATS)
def test_before_a_turn_at_most_two_pairs_lie_there_and_only_the_last_player_must_take_one(seats: int) -> None:
    """H-T14, H-T6: without the Rental tile; and every number of pairs up to two comes up, as does case III."""
    found: Counter[str] = Counter()
    seed = 0
    while found["1 pairs"] < 5 or found["2 pairs"] < 5 or found["case III"] < 2:
        random = Random(seed)
        match = sl.new(GAME, seats=seats, seed=seed)
        while not match.over:
            if phase(match) == "choose":
                pairs = sum("=" in cell for cell in track(match))
                assert 1 <= pairs <= 2
                found[f"{pairs} pairs"] += 1
                if "roll" not in match.legal():
                    assert len(pile(match)) == 1
                    assert pairs == 2
                    found["case III"] += 1
            favoured = [move for move in match.legal() if move in {"decline", "roll"}]
            match.play(random.choice(favoured + match.legal()))
        seed += 1


def test_the_edition_changes_nothing_without_sharks_and_baywatch() -> None:
    """H-K6: the same seed and choices give the same match."""
    for seed in range(4):
        matches = [
            sl.new(GAME, seats=SEATS[seed], seed=seed, options={"surfer": "face-up", "coins": True, "edition": edition})
            for edition in ("german", "english")
        ]
        random = Random(seed)
        while not matches[0].over:
            assert matches[0].legal() == matches[1].legal()
            move = random.choice(matches[0].legal())
            for match in matches:
                match.play(move)
        german, english = (match.position() for match in matches)
        assert german.pop("options") != english.pop("options")
        assert german == english


def test_random_scores_stay_within_their_bounds() -> None:
    """H-E6, H-C4, H-U2, H-B2: at most 31 points; at most 26 decisions at once; two to six rounds."""
    most = 0
    for seed in range(12):
        random = Random(seed)
        match = sl.new(GAME, seats=SEATS[seed % 4], seed=seed, options=EVERYTHING)
        while not match.over:
            most = max(most, len(match.legal()))
            match.play(random.choice(match.legal()))
        assert max(match.scores()) <= 31
        assert 1 <= row(match).round <= 6
        assert all(line["points"] == sum(line.values()) - line["points"] for line in match.sheet())
    assert most <= 26


def test_an_alert_is_never_on_the_same_beach_twice_running() -> None:
    """H-K1."""
    for seed in range(6):
        match = sl.new(GAME, seats=3, seed=seed, options=SHARK)
        random = Random(seed)
        while not match.over:
            match.play(random.choice(match.legal()))
        alerts = [match.game.spelled[move] for move in match.played if "alert=" in match.game.spelled[move]]
        assert len(alerts) == row(match).round
        assert all(one != other for one, other in pairwise(alerts))


def test_every_order_of_the_towels_is_as_likely() -> None:
    """H-S7: each towel that is left has the same chance to come next."""
    for seats in SEATS:
        match = sl.new(GAME, seats=seats, chance="by hand")
        left = list(PLAYERS[:seats])
        while phase(match) == "towels":
            found = weights(match)
            assert {move: Fraction(weight, sum(found.values())) for move, weight in found.items()} == {
                f"towel={player}": Fraction(1, len(left)) for player in left
            }
            match.play(f"towel={left.pop()}")
        assert len(left) == 1
        assert pile(match) == [*PLAYERS[1:seats][::-1], "red"]
