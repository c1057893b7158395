"""Maui: what the page says for the game: what to do, what binds, answers as buttons, moments, refusals."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import pytest
from catalogue import folder_of_tests
from maui_boards import CRAB, GAME, LONG, VARIANTS, at, dealt, ending, listed, new, now, play, player, refill, strip

import strandline as sl

if TYPE_CHECKING:
    from collections.abc import Callable

LANGUAGES = ("en", "de")
FREE = [["yfo", "yfp", "ybf"], ["ybo", "ybp", "yof"]]  # every one fits
NONE = [["yfo", "yfp", "yof"], ["opf", "pof", "ypf"]]  # no pale blue anywhere
TOKENS: dict[str, Any] = {"tokens": ["pale_blue"], "markers": {"yellow": 5}}


def said(match: sl.Match, language: str = "en") -> tuple[str, str]:
    """The headline and the line below it, as the seat to move sees the position."""
    texts, view = match.game.texts(language), match.view(match.turn)
    return match.game.words.prompt(view, texts), match.game.words.note(view, texts)


def rich(dollars: int, areas: tuple[int, int] = (0, 0), **words: Any) -> sl.Match:
    """A has so many dollars, and every tile fits."""
    left = 4 - dollars - sum(areas)
    return at(market=FREE, areas=list(areas), A={"dollars": dollars, "dock": "yfb", **words}, B={"dollars": left})


def stuck(areas: tuple[int, int] = (0, 0), **words: Any) -> sl.Match:
    """Of A's last tile only pale blue can be met, and no tile has any."""
    lying = {**ending("bfo@7", avoid=listed(NONE)), "dollars": 0, **words}
    return at(market=NONE, areas=list(areas), A=lying, B={"dollars": 4 - sum(areas)})


def laying(hand: str = "yop", towel: str = "yfb@3", **words: Any) -> sl.Match:
    """A has a tile in hand."""
    return at(now="lay", hand=hand, A={**ending(towel, avoid=hand), **words})


def stepping(**words: Any) -> sl.Match:
    """A's tile has covered a scoring token."""
    lying = {"dock": "yfb", "beach": ["fyo@4", "oyf@4"], "umbrellas": {"2": "orange+pink"}}
    return at(now="step", A={**lying, **words})


# What to do


DECISIONS: dict[str, tuple[Callable[[], sl.Match], str, str]] = {
    "turn 0": (lambda: rich(0, (1, 0)), "Take a free towel, or all dollars of one area", "You have 0 dollars."),
    "turn 1": (
        lambda: rich(1, (1, 0)),
        "Take a towel for 0 or 1 dollar, or all dollars of one area",
        "You have 1 dollar.",
    ),
    "turn 2": (
        lambda: rich(3, (1, 0)),
        "Take a towel for 0–2 dollars, or all dollars of one area",
        "You have 3 dollars.",
    ),
    "tiles 0": (lambda: rich(0), "Take a free towel", "You have 0 dollars. The areas are empty."),
    "tiles 1": (lambda: rich(1), "Take a towel for 0 or 1 dollar", "You have 1 dollar. The areas are empty."),
    "tiles 2": (
        lambda: rich(2, **TOKENS),
        "Take a towel for 0–2 dollars",
        "You have 2 dollars. The areas are empty. A towel token can replace a pattern.",
    ),
    "dollars": (
        lambda: stuck((1, 0)),
        "Take all dollars of one area",
        "You have 0 dollars. No towel that you can pay matches.",
    ),
    "spare": (
        lambda: stuck(),
        "Take any towel as a spare: it scores nothing",
        "You have 0 dollars. No towel that you can pay matches, and the areas are empty.",
    ),
    "either": (
        lambda: stuck(**TOKENS),
        "Take a towel to lay with a token, or any as a spare",
        "You have 0 dollars. Without a token no towel that you can pay matches.",
    ),
    "lay": (lambda: laying(), "Choose a row for the towel: each shows what it brings", "It can meet yellow on row 3."),
    "lay, token": (
        lambda: laying(**TOKENS),
        "Choose a row for the towel, or first use a towel token",
        "It can meet yellow on row 3.",
    ),
    "lay, only with a token": (
        lambda: laying("fop", "bfo@7", **TOKENS),
        "Put a towel token on the towel, then choose its row",
        "Without a towel token it fits nowhere.",
    ),
    "step": (lambda: stepping(), "Move one marker a step: orange or pink", "After that the towel itself scores."),
}


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_decision_says_what_to_do_and_what_binds(decision: str) -> None:
    position, prompt, note = DECISIONS[decision]
    match = position()
    assert said(match) == (prompt, note)
    german, below = said(match, "de")
    assert german != prompt
    assert below != note
    assert max(len(prompt), len(german)) < 66


def test_every_decision_has_words_of_its_own() -> None:
    for language in LANGUAGES:
        prompts = [said(position(), language)[0] for position, _, _ in DECISIONS.values()]
        assert len(set(prompts)) == len(prompts)


def test_what_lies_in_the_column_is_told() -> None:
    """M-T8, M-C1."""
    pearl = at(now="lay", hand="yop", A={**ending("yfb@3", 1, avoid="yop"), "umbrellas": {"2": "white"}})
    assert said(pearl)[1] == "It can meet yellow on row 3. Row 6: a white pearl."
    crab = at(2, CRAB, now="lay", hand="yop", A={**ending("yfb@3", 1, avoid="yop"), "umbrellas": {"2": "crab"}})
    assert said(crab)[1] == "It can meet yellow on row 3. Row 4: a crab, face down."


def test_the_last_turn_is_told() -> None:
    """M-E1: somebody's beach is full."""
    for options, sentence in (({}, "Your last turn"), (LONG, "Your last turn of the first half")):
        match = at(2, options, first="A", player="B", A={"beach": strip(12)}, B={"dock": "yfb"})
        assert said(match)[1] == f"You have 1 dollar. {sentence}: Anchor's beach is full."


def test_while_chance_decides_it_is_told_what_it_settles() -> None:
    match = new()
    texts = match.game.texts("en")
    assert match.game.words.prompt(match.state, texts) == "The market is being filled."
    assert match.game.words.note(match.state, texts) == ""
    assert said(dealt())[0].startswith("Take a towel")


# Answers on buttons, and the lines of the sheet


@pytest.mark.parametrize(
    ("position", "buttons"),
    [
        (
            lambda: rich(1, (2, 1)),
            {"column": "Take this towel", "dollars.1": "2 dollars, area 1", "dollars.2": "1 dollar, area 2"},
        ),
        (lambda: rich(2), {"column": "Take this towel"}),
        (lambda: stuck((0, 1)), {"dollars.2": "1 dollar, area 2"}),
        (stuck, {"spare": "Lay it as a spare towel"}),
        (lambda: stuck(**TOKENS), {"column": "Take this towel", "spare": "Lay it as a spare towel"}),
        (stepping, {"track.orange": "Step on orange: +1 point", "track.pink": "Step on pink: +1 point"}),
        (laying, {}),
        (new, {}),
    ],
)
def test_answers_have_buttons(position: Callable[[], sl.Match], buttons: dict[str, str]) -> None:
    match = position()
    words = match.game.words
    assert words.actions(match.state, match.game.texts("en")) == buttons
    german = words.actions(match.state, match.game.texts("de"))
    assert list(german) == list(buttons)
    assert all(label != buttons[target] for target, label in german.items())
    open_now = {target for move in match.legal_numbers() for target in match.game.notation.path(move)}
    assert set(buttons) <= open_now


def test_the_sheet_has_the_lines_of_the_variant() -> None:
    """M-E2, M-C1, M-L1."""
    tables = {variant: new(2, {"variant": variant}) for variant in VARIANTS}
    lines = {variant: list(match.game.words.lines(match.state)) for variant, match in tables.items()}
    common = ["points", "tracks", "dollars", "penalties", "tiles"]
    assert lines["base"] == [*common[:2], "pearls", *common[2:]]
    assert lines["crabs"] == [*common[:4], "crabs", "tiles"]
    assert lines["long"] == [*common[:2], "pearls", *common[2:4], "crabs", "tiles"]


# Moments


def told(match: sl.Match, language: str = "en", count: int | None = None) -> tuple[str, ...]:
    """The moment of the last move or of another, its title first, if there is one; what it speaks of is drawn."""
    entry = match.standing(match.count - 1 if count is None else count)
    texts = match.game.texts(language)
    found = match.game.words.moment(entry.before, entry.move, entry.after, texts)
    if found is None:
        return ()
    drawn = "".join(match.game.draw.pieces(entry.after, texts, -1, sl.NOBODY).values())
    assert all(f'data-target="{name}"' in drawn or f'data-key="{name}"' in drawn for name in found.targets)
    return found.title, *found.lines


def test_an_ordinary_turn_is_no_moment() -> None:
    match = dealt()
    for move in ("dollars 1", "dollars 2", "take 1-1"):
        assert told(play(match, move)) == ()
    assert told(refill(match)) == ()
    assert told(play(laying(), "lay 3")) == ()
    assert told(play(laying("yop", "yfb@1"), "lay 1")) == (), "a step of 3 is none"
    one_outside = play(laying("fyo", "yfb@1"), "lay 0")
    assert player(one_outside, "A")["beach"][-1] == "fyo@0"
    assert told(one_outside) == ()


def test_the_set_up_has_no_moment() -> None:
    match = new()
    while now(match) != "turn":
        match.play(match.legal()[0])
        assert told(match) == ()


def test_penalties_of_two_patterns_are_a_moment() -> None:
    """M-T7."""
    match = play(laying("foy", "yfb@1"), "lay -1")
    assert told(match) == ("Anchor has 2 patterns off the sand: −2 points",)
    assert told(match, "de") == ("Anker hat 2 Muster neben dem Sand: −2 Punkte",)


@pytest.mark.parametrize(("seats", "left"), [(2, 0), (3, 1)])
def test_a_towel_token_is_a_moment(seats: int, left: int) -> None:
    """M-T6: whoever reaches the frame; nobody stops where it is empty (M-T18)."""
    words = {**ending("yfb@1", avoid="yop"), "markers": {"yellow": 4}}
    match = play(at(seats, now="lay", hand="yop", A=words), "lay 1")
    frame = f"The frame on the yellow track is reached. Tokens left in it: {left}."
    assert told(match) == ("Anchor gets a pale blue towel token", frame)
    owner = {"tokens": ["pale_blue"], "markers": {"yellow": 5}}
    assert told(play(at(2, now="lay", hand="yop", A=words, B=owner), "lay 1")) == ()


def test_who_is_first_at_the_end_of_a_track_is_a_moment() -> None:
    """M-T5: not who comes later."""
    words = {**ending("yfb@1", avoid="yop"), "markers": {"yellow": 9}}
    match = play(at(now="lay", hand="yop", A=words), "lay 1")
    assert told(match) == ("Anchor is first at the end of the yellow track: 22 points",)
    assert told(match, "de") == ("Anker steht zuerst am Ende der Leiste gelb: 22 Punkte",)
    assert told(play(at(now="lay", hand="yop", A=words, B={"markers": {"yellow": 10}}), "lay 1")) == ()


def test_all_pearls_of_a_colour_are_a_moment() -> None:
    """M-T8, M-E2."""
    words = {**ending("yfb@4", 1, avoid="yop"), "umbrellas": {"2": "white"}}
    for before, moment in ((2, ("Anchor has every white pearl: 9 points",)), (1, ())):
        match = at(now="lay", hand="yop", A={**words, "pearls": {"white": before}})
        assert told(play(match, "lay 4")) == moment


def test_a_step_can_be_a_moment() -> None:
    """M-T8: the scoring token moves a marker to the end."""
    match = stepping(markers={"pink": 9})
    assert told(play(match, "step pink")) == ("Anchor is first at the end of the pink track: 22 points",)


def test_a_spare_towel_is_a_moment() -> None:
    """M-T11, M-T21."""
    why = "Nothing that could be paid matched; it scores nothing."
    assert told(play(stuck(), "spare 1-1")) == ("Anchor lays a spare towel", why)
    covering = stuck(umbrellas={"3": "white"})
    assert told(play(covering, "spare 1-1"))[1:] == (why, "This leaves the game: a white pearl.")


def test_a_crab_is_a_moment() -> None:
    """M-C2, M-C4: when it is turned up, not when it is covered."""
    words = {**ending("yfb@3", 1, avoid="yop"), "umbrellas": {"2": "crab"}}
    match = play(at(2, CRAB, now="lay", hand="yop", A=words), "lay 3")
    assert told(match) == ()
    place = "It lies on orange in column 2, where nothing can match any more."
    assert told(play(match, "crab=4")) == ("Anchor finds a crab: −4 points", place)


def full(options: Any, seats: int = 3, first: str = "A", **words: Any) -> sl.Match:
    """A has the last tile of the beach in hand."""
    lying = {**ending("yfb@3", 11, avoid="yop"), **words}
    return at(seats, options, first=first, player="A", now="lay", hand="yop", A=lying)


def test_the_last_round_is_a_moment() -> None:
    """M-E1: it is told who plays once more."""
    assert told(play(full({}), "lay 3")) == (
        "The last round: Anchor's beach is full",
        "One more turn for Boat and Camper.",
    )
    assert told(play(full(LONG, first="C"), "lay 3"))[1:] == ("One more turn for Boat.",)
    assert told(play(full(LONG), "lay 3"))[0] == "The last round of the first half: Anchor's beach is full"
    both = told(play(full({}, markers={"yellow": 9}), "lay 3"))
    assert both[2:] == ("Anchor is first at the end of the yellow track: 22 points.",)


def test_a_last_spare_towel_is_followed_by_the_end_alone() -> None:
    """M-E1, M-T21: the market is refilled, and the match is over."""
    lying = {**ending("bfo@7", 11, avoid=listed(NONE)), "dollars": 0}
    match = at(2, {}, first="B", player="A", market=NONE, areas=[0, 0], A=lying, B={"dollars": 4})
    assert told(play(match, "spare 1-1"))[0] == "Anchor lays a spare towel"
    assert told(refill(match))[0].startswith("The match is over: ")


def test_the_final_scoring_is_a_moment() -> None:
    """M-E2, M-E3: what the points of everybody are made of, the winner first."""
    match = play(full({}, seats=2, first="B", markers={"fish": 5}, pearls={"pink": 2}), "lay 3")
    assert told(match) == (
        "The match is over: Anchor wins with 14 points",
        "Anchor: 14 points (Tracks 8, Pearls 5, Dollars 1)",
        "Boat: 1 point (Dollars 1)",
    )
    assert told(match, "de")[0] == "Die Partie ist zu Ende: Anker gewinnt (14 Punkte)"
    tied = sl.load(folder_of_tests(GAME) / "cases" / "tie-more-dollars.strand")
    assert any("wins with more dollars." in line for line in told(tied))


def test_the_halves_of_a_long_game_are_moments() -> None:
    """M-L2, M-L3: the points so far; then who begins, and what is new."""
    match = play(full(LONG, seats=2, first="B"), "lay 3")
    assert told(match) == ("The first half is over", "Anchor: 2 points", "Boat: 1 point")
    assert told(play(match, "first=B")) == (
        "The second half: sand crabs",
        "Boat has the fewest points and begins the second half.",
        "The beaches are cleared and turned over to the side of the crabs.",
    )


@pytest.mark.parametrize("name", ["base-four-players", "crabs-two-players", "long-three-players"])
def test_moments_are_rare(name: str) -> None:
    """At most one or two in a round, and no rule's number in any."""
    match = sl.load(folder_of_tests(GAME) / "cases" / f"{name}.strand")
    found = [moment for count in range(match.count) if (moment := told(match, count=count))]
    rounds = sum(move.startswith(("take", "spare", "dollars")) for move in map(match.game.notation.spell, match.played))
    assert 3 < len(found) < 2 * rounds / match.seats
    assert not any("M-" in line for lines in found for line in lines)


# What is drawn of it


def drawn(match: sl.Match, seat: int) -> ET.Element:
    """The drawing as a seat sees it."""
    draw, texts = match.game.draw, match.game.texts("en")
    parts = draw.pieces(match.state, texts, -1, seat) | {"ghosts": draw.ghosts(match.state, texts, seat)}
    return ET.fromstring(f"<svg>{''.join(parts.values())}</svg>")


def pale(match: sl.Match, seat: int = 0) -> dict[str, str]:
    """The towels of the market that are pale, and the last sentence of what is said of each."""
    return {
        target.get("data-target", ""): target.get("aria-label", "").split(": ")[-1].split(". ", 1)[1]
        for target in drawn(match, seat).iter()
        if any("pale" in (part.get("class") or "") for part in target.findall("g"))
    }


def test_a_towel_out_of_reach_is_pale_and_says_why() -> None:
    """M-T1, M-T4: for whoever moves, while a towel is taken."""
    dear = {f"market.{row}-3": "Costs 2, you have 1." for row in (1, 2)}
    assert pale(rich(1, (1, 0))) == dear
    assert pale(rich(1, (1, 0)), seat=1) == {}
    assert pale(rich(2)) == {}
    free = {f"market.{row}-1": "No pattern of it can match." for row in (1, 2)}
    costly = {f"market.{row}-{place}": f"Costs {place - 1}, you have 0." for row in (1, 2) for place in (2, 3)}
    assert pale(stuck((1, 0))) == free | costly
    assert pale(stuck()) == {}, "any may be a spare towel"
    assert pale(laying()) == {}


def test_every_row_carries_its_sum() -> None:
    """M-T5, M-T7: points and penalties, on the row and beside the towel that would lie there."""
    match = laying("foy", "yfb@1")
    rows = {
        target.get("data-target"): [text.text for text in target.iter("text")]
        for target in drawn(match, 0).iter()
        if (target.get("data-target") or "").startswith("row.") and list(target.iter("text"))
    }
    assert rows == {"row.-1": ["+3", "−2"], "row.2": ["+2"]}
    flags = {
        ghost.get("data-ghost"): [text.text for text in ghost.iter("text") if text.get("class") == "on-flag"]
        for ghost in drawn(match, 0).iter()
        if ghost.get("data-ghost")
    }
    assert flags == {"row.-1": ["+3 −2"], "row.2": ["+2"]}


def test_in_the_last_column_the_sum_stands_before_the_towel() -> None:
    ghosts = [ghost for ghost in drawn(full({}), 0).iter() if ghost.get("data-ghost")]
    flags = [part for ghost in ghosts for part in ghost.iter("rect") if "flag" in (part.get("class") or "")]
    assert flags
    assert all(float(flag.get("x", 0)) < 800 for flag in flags)


# Refusals


def pointed(match: sl.Match, *targets: str) -> str:
    """Which rule is named to whoever points at this: of all that forbid a move from there, the last."""
    game = match.game
    going_on = [move for move, path in enumerate(game.paths) if path[: len(targets)] == targets]
    refusals = [match.why(move) for move in going_on]
    assert all(refusals)
    return max((refused.rule for refused in refusals if refused), key=game.rules.REFUSALS.index)


def test_the_price_is_named_before_anything_else() -> None:
    """M-R1, M-T1: whether or not it would match, and although it can be no spare towel either (M-T11)."""
    assert pointed(rich(1, (1, 0)), "market.1-3") == "M-T1"
    assert pointed(stuck((1, 0)), "market.1-2") == "M-T1"
    assert pointed(stuck((1, 0)), "market.1-1") == "M-T4"
    assert pointed(laying(), "market.1-1") == "M-T13"


def test_a_token_is_refused_for_what_is_wrong_with_it() -> None:
    """M-R1, M-T16: on its own pattern; M-T15: it would hide the only match, on every row or on this one."""
    assert pointed(laying("bop", "yfo@3", **TOKENS), "token.pale_blue.1") == "M-T16"
    assert pointed(laying("fyp", "yfo@7", **TOKENS), "token.pale_blue.2") == "M-T15"
    assert pointed(laying("ypo", "yfb@7", **TOKENS), "token.pale_blue.1", "row.7") == "M-T15"


def test_refusals_are_words_for_players() -> None:
    """No notation, no name of a target, nothing that only a programmer knows."""
    game = sl.game(GAME)
    for language in LANGUAGES:
        texts = game.texts(language)
        for rule in game.rules.REFUSALS[1:]:
            sentence = texts.raw(f"refusal.{rule}")
            assert not any(sign in sentence for sign in ("{", "()", "M-", "=", "1-1", "market.", "row."))
            assert sentence.endswith(".")


def test_in_the_moment_of_a_step_the_edge_is_that_of_the_tile_just_laid() -> None:
    """M-T24, M-T4: what the next tile can match is told of the tile that lies there, before and after the step."""
    match = stepping()
    edges = []
    for _ in range(2):
        told = match.game.words.describe(match.state, match.texts("en"))
        edges.append(next(part for part in told.split(". ") if part.startswith("The tile in column")))
        match.play("step pink") if match.legal()[0].startswith("step") else None
    assert edges[0] == edges[1]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_step_is_told_as_far_as_it_goes(language: str) -> None:
    """M-T8, M-T5."""
    match = stepping(markers={"pink": 9})
    text = match.game.tell(match.state, match.number("step pink"), language)
    assert ("1 step" if language == "en" else "1 Schritt") in text


@pytest.mark.parametrize(("space", "rule"), [("1-1", "M-T4"), ("1-2", "M-T1"), ("2-3", "M-T1")])
def test_an_unpaid_tile_is_refused_by_its_price_first(space: str, rule: str) -> None:
    """M-R1, M-T1: though it matches nothing either; only where it can be paid is the match the reason."""
    tiles = [["ybo", "obp", "opb"], ["bop", "bpo", "pob"]]
    match = at(
        market=tiles, areas=[1, 2], A={"dock": "byp", "beach": ["pof@5", "fbo@7"], "dollars": 0}, B={"dollars": 1}
    )
    refused = match.why(f"take {space}")
    assert refused is not None
    assert refused.rule == rule
