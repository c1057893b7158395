"""Tables of High Tide (Henn) as documents, and tables laid as they could be in the middle of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from henn_boards import BEACHES, LENGTH, SHARKS, TILES, WATER
from henn_table import Table, colour, in_order

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from henn_table import Question


def document(table: Table, question: Question) -> dict[str, Any]:
    """Write the position as a document, with everything in it."""
    position: dict[str, Any] = {
        "seats": table.seats,
        "options": table.options,
        "phase": question.phase,
        "turn": question.who,
        "round": table.round,
        "pile": table.pile,
        "track": table.track,
        "rental": table.rental if table.rental_stands() else "off",
        "pool": table.pool,
        "waves": {b: {"large": table.large[b], "small": table.small[b]} for b in BEACHES},
        "chairs": {
            beach: {str(number): chairs for number, chairs in table.sand[beach].items() if chairs}
            | ({"water": table.water[beach]} if table.water[beach] else {})
            for beach in BEACHES
        },
    }
    baywatch, coins = table.options["baywatch"], table.options["coins"]
    if table.hand:
        position["hand"] = table.hand
        position |= {"from": table.source} if table.source else {}
        position |= {"bonus": table.bonus} if question.phase in {"hand", "reroll"} else {}
        if baywatch and question.phase in {"hand", "order", "coin"}:
            position["counts"] = table.counts
        if baywatch and question.phase == "hand":
            position["stage"] = table.stage
        position |= {"back": table.back} if table.back else {}
        position |= {"first": table.first, "moved": table.moved} if table.moved else {}
    if table.rolling:
        position["rolling"] = "both" if len(table.rolling) == 2 else table.rolling[0]
    if table.stake:
        position["beach"] = table.stake
    if coins:
        position["coins"] = {beach: lying for beach, lying in table.coins.items() if lying}
        position["taken"] = table.taken
    if table.options["surfer"] != "off":
        position["surfers"] = table.surfers
    if table.options["shark"]:
        position |= {"sharks": table.sharks} | ({"alert": table.alert} if table.alert else {})
    if baywatch:
        position |= {"tiles": table.tiles, "still": table.still}
        if table.open[0]:
            position["open"] = {"player": table.open[0], "dice": table.open[1]}
        if table.saved:
            position["saved"] = table.saved
    return position


def in_the_middle(seats: int, options: Mapping[str, Any], random: Random, begun: str = "round") -> Table:
    """Lay a table as it could be in a later round, tiles given out, chairs near the water or (after a turn) in it."""
    table = Table(seats, options)
    table.begun = begun
    table.round = random.randint(2, 6)
    table.pile = random.sample(table.players, seats)
    for size in (table.large, table.small):
        size.update(random.choices(BEACHES, k=table.round - 1))
    for beach in BEACHES:
        for player in random.sample(table.players, seats):
            reach = random.choice((0, 4, 9, LENGTH))
            there = random.randint(max(0, table.dry(beach) - reach), table.dry(beach))
            wet = begun == "turns" and random.random() < 0.3
            table.stand(player, beach, WATER if wet else there)
    if begun == "turns":
        first, dice = table.pile.pop(0), in_order(["black=6", "white=5"])
        table.track = [first]
        table.bag.subtract(map(colour, dice))
        if table.options["baywatch"]:
            table.open = (first, dice)
        else:
            table.pool = dice
    if options.get("coins"):
        lay_coins(table, random)
    if options.get("surfer", "off") != "off":
        table.surfers = dict(zip(table.players, random.sample(BEACHES, seats), strict=True))
    if options.get("shark"):
        table.alert = random.choice(BEACHES)
        table.sharks = sorted(random.sample(SHARKS, 8 - table.round))
    if options.get("baywatch"):
        *given, shown = random.sample(TILES, table.round)
        rich = random.sample(table.players, 2)
        table.tiles = {tile: random.choice(rich) for tile in given} | {shown: "face-up"}
    return table


def lay_coins(table: Table, random: Random) -> None:
    """Lay all coins, and let players take some of them."""
    table.coins = {beach: random.sample(range(1, 9), 8) for beach in BEACHES}
    for player in table.players:
        for beach in random.sample(BEACHES, random.randint(0, 2)):
            lying = table.coins[beach]
            number = random.choice([number for number in range(8) if lying[number]])
            table.taken[player][beach], lying[number] = lying[number], 0
    for beach in BEACHES:
        table.flood(beach)
