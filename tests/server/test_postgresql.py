"""Tables in PostgreSQL: refused in a sentence where it cannot be, one move for a ply, on again after an outage."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from house import House, Page, house, run, until
from keeping import InDatabase
from postgres import SECRET, WRITTEN, Postgres, free_port, postgres
from serving import Elsewhere, Guest

from strandline.server import health, nodes, postgresql_store
from strandline.server.archive import backup
from strandline.server.database import BadDatabase
from strandline.server.postgresql import MIGRATIONS, open_postgresql
from strandline.server.postgresql_store import PostgresqlStore
from strandline.server.store import StoreFailed, Taken, insert_log, insert_match, insert_visit
from strandline.server.stores import address_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conftest import Program

    from strandline.server.store import Job

SERVE = ("serve", "--no-browser", "--port", "0", "--store")


def refused(program: Program, *arguments: str, **environment: str) -> str:
    """Try to start a server; what is the one line that it says?"""
    done = program.strand(*arguments, STRANDLINE_RULES="python", **environment)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "s3cret" not in done.stderr
    return done.stderr


# Starting


def test_a_database_that_cannot_be_reached_is_one_sentence(program: Program) -> None:
    port = free_port()
    says = refused(program, *SERVE, f"postgresql://ann:{WRITTEN}@127.0.0.1:{port}/tables")
    assert says.startswith(f"The database postgresql://ann@127.0.0.1:{port}/tables cannot be used: connection")
    assert "Connection refused" in says


def test_a_newer_database_is_one_sentence(program: Program) -> None:
    there = InDatabase()
    open_postgresql(there.where).close()  # type: ignore[arg-type]
    there.sql("UPDATE strandline SET version = 99")
    says = refused(program, "--lang", "de", *SERVE, there.address)
    assert f"stammt von einer neueren Fassung dieses Programms (Aufbau 99, hier bekannt bis {len(MIGRATIONS)})" in says
    assert there.sql("SELECT version FROM strandline") == [(99,)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((f"postgresql://ann:{SECRET}/x:y@host/tables",), "The address of the database cannot be read; it looks like"),
        ((f"postgresql://ann:{SECRET}@host/tables",), "The address of the database cannot be read; it looks like"),
        ((f"mysql://ann:{WRITTEN}@host/tables",), "--store wants the address of a database, such as postgresql://"),
        ((f"postgresql://ann:{WRITTEN}@host/tables", "--data", "here"), "give --data or --store, not both."),
    ],
)
def test_an_address_that_makes_no_sense_is_one_sentence(
    program: Program, arguments: tuple[str, ...], says: str
) -> None:
    assert says in refused(program, *SERVE, *arguments)


def test_without_the_driver_one_is_told_what_to_install(program: Program) -> None:
    hidden = program.home / "hidden" / "psycopg"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ImportError('not here')")
    says = refused(program, *SERVE, "postgresql://host/tables", PYTHONPATH=f"{hidden.parent}:{source()}")
    assert says == "This needs the package psycopg, which is not installed; install strandline[postgresql].\n"


def source() -> Path:
    from pathlib import Path

    import strandline

    return Path(strandline.__file__).parents[1]


def test_a_database_of_somebody_else_is_left_alone() -> None:
    there = InDatabase()
    there.sql("CREATE TABLE log (mine text)")
    with pytest.raises(BadDatabase, match="holds tables that are not of this program"):
        open_postgresql(there.where)  # type: ignore[arg-type]
    assert there.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(1,)]


def test_a_database_of_the_first_version_is_copied_as_it_is_and_goes_on(tmp_path: Path) -> None:
    """It has no changes of seats and no leases; a copy leaves it alone, a server brings it up to date."""
    there = InDatabase()

    async def play(house: House) -> dict[str, Any]:
        made = await house.create("me", "open")
        table = await house.room.table(made["id"])
        assert table.seating == 0
        return made

    async def go_on(house: House, made: dict[str, Any]) -> None:
        table = await house.room.table(made["id"])
        await table.sit(made["invites"]["1"], "Bob", "salt")
        assert table.playable
        assert there.sql("SELECT match, number FROM seatings") == [(made["id"], 1)]

    async def test() -> None:
        async with house(there) as made:
            table = await play(made)
        for name in ("seatings", "leases", "reviews", "branches"):
            there.sql(f"DROP TABLE {name}")
        there.sql("UPDATE strandline SET version = 1")
        assert backup(there.address, tmp_path / "copy.sqlite").tables == 1
        assert there.sql("SELECT version, to_regclass('seatings') FROM strandline") == [(1, None)]
        async with house(there) as made:
            await go_on(made, table)
        assert there.sql("SELECT version FROM strandline") == [(len(MIGRATIONS),)]

    asyncio.run(test())


def test_a_database_in_another_encoding_is_refused() -> None:
    where = address_of(postgres().database("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"))
    with pytest.raises(BadDatabase, match="is encoded in LATIN1; make one in UTF8"):
        open_postgresql(where)


def test_a_wrong_password_is_not_told() -> None:
    where = address_of(postgres().address("postgres").replace(WRITTEN, "wr0ng"))
    with pytest.raises(BadDatabase, match="password authentication failed") as refused:
        open_postgresql(where)
    assert "wr0ng" not in str(refused.value)


# Two servers


@pytest.fixture
def two() -> Iterator[tuple[PostgresqlStore, PostgresqlStore]]:
    there = InDatabase()
    stores = PostgresqlStore(address_of(there.address)), PostgresqlStore(address_of(there.address))
    yield stores
    for store in stores:
        store.close()
    assert there.sql("SELECT * FROM writers") == []


def test_two_servers_never_both_keep_a_ply(
    two: tuple[PostgresqlStore, PostgresqlStore], caplog: pytest.LogCaptureFixture
) -> None:
    """However their batches lie across each other: 30 tables, 6 plies each, both try all, in opposite orders."""

    async def one(store: PostgresqlStore, table: int, ply: int, move: int) -> bool:
        try:
            await store.write(*insert_log(f"table {table}", ply, [move]), insert_visit(f"table {table}", 0, "begun"))
        except StoreFailed as refused:
            return refused.key != "store.taken"
        return True

    async def test() -> None:
        for ply in range(6):
            tables = list(range(30))
            tries = [one(two[0], table, ply, 1) for table in tables]
            tries += [one(two[1], table, ply, 2) for table in reversed(tables)]
            outcomes = await asyncio.gather(*tries)
            assert [a + b for a, b in zip(outcomes[:30], reversed(outcomes[30:]), strict=True)] == [1] * 30

    asyncio.run(test())
    assert all(message.startswith("store.taken: duplicate key") for message in caplog.messages)


def test_whom_a_deadlock_threw_out_tries_again_and_hears_what_became_of_it(
    two: tuple[PostgresqlStore, PostgresqlStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not what had become of it before."""
    one_by_one = PostgresqlStore._one_by_one
    thrown: list[int] = []

    def deadlocked(store: PostgresqlStore, connection: Any, jobs: list[Job], outcomes: list[Any]) -> None:
        if not thrown:
            thrown.append(len(jobs))
            outcomes[0] = StoreFailed("store.taken")
            raise psycopg.errors.DeadlockDetected
        one_by_one(store, connection, jobs, outcomes)

    async def test() -> None:
        await two[0].write(*insert_log("table", 0, [1]))
        monkeypatch.setattr(PostgresqlStore, "_one_by_one", deadlocked)
        writes = [two[1].write(*insert_log("other", 0, [1])), two[1].write(*insert_log("table", 0, [1]))]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), Taken]
        assert thrown == [2]

    asyncio.run(test())


def test_what_cannot_be_kept_leaves_the_others_alone(
    two: tuple[PostgresqlStore, PostgresqlStore], caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        bad = insert_visit("with a \0 in it", 0, "begun")
        writes = [
            two[0].write(*insert_log("table", 0, [1])),
            two[0].write(bad),
            two[0].write(*insert_log("table", 1, [2])),
        ]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), StoreFailed, type(None)]

    asyncio.run(test())
    assert "NUL" in caplog.text


# The line is cut


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("alone", [True, False])
def test_whether_a_commit_was_kept_is_found_out_when_the_line_was_cut(
    kept: bool, alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could tell it at once; the move is played once, and whoever plays hears so."""
    there = InDatabase()
    cuts: list[int] = []
    together = PostgresqlStore._together

    def cut(store: PostgresqlStore, connection: psycopg.Connection[Any], jobs: list[Job]) -> None:
        if kept or cuts:
            together(store, connection, jobs)
        if not cuts:
            cuts.append(len(jobs))
            connection.close()
            raise psycopg.OperationalError("the line was cut")

    async def test(house: House) -> None:
        table = await house.room.table((await house.create("me", "here"))["id"])
        if alone:
            await table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0])
            there.sql("DELETE FROM writers")  # as another server does after a month in which nothing was written
        ply = table.match.ply
        monkeypatch.setattr(PostgresqlStore, "_together", cut)
        await table.play({0, 1}, ply, table.match.legal_numbers()[0])
        assert (table.match.ply, len(cuts)) == (ply + 1, 1)
        assert there.sql("SELECT count(*) FROM log") == [(ply + 1,)]
        await table.play({0, 1}, ply + 1, table.match.legal_numbers()[0])

    run(test, there)


@pytest.fixture
def failing() -> Iterator[Postgres]:
    """A database server of one's own, to be stopped."""
    running = Postgres()
    yield running
    running.remove()


def test_an_outage_refuses_moves_shows_nothing_and_ends_by_itself(
    failing: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(postgresql_store, "PATIENCE", 0.2)
    monkeypatch.setattr(postgresql_store, "AGAIN", 0.05)
    monkeypatch.setattr(health, "AT_MOST_EVERY", -1)
    monkeypatch.setattr(nodes, "BEAT", 0.05)
    monkeypatch.setattr(nodes, "LONELY", 0.1)

    async def test() -> None:
        async with house(Place(failing.database())) as there:  # type: ignore[arg-type]
            await until(lambda: there.room.nodes is not None and there.room.nodes.lonely)
            made, left = await there.create("me", "here"), await there.create("me", "here")
            page = Page(there.app, made["id"], made["key"])
            await until(lambda: bool(page.frames))
            table = await there.room.table(made["id"])
            ply = table.match.ply
            assert (await there.client.get("/health")).status_code == 200
            await asyncio.to_thread(failing.stop)
            page.say(do="play", n=1, ply=ply, move=table.match.legal_numbers()[0])
            await asyncio.sleep(0.4)
            other = await there.room.table(left["id"])
            with pytest.raises(StoreFailed, match="The move could not be kept, so it was not played"):
                await other.play({0, 1}, other.match.ply, other.match.legal_numbers()[0])
            assert page.ply == table.match.ply == ply
            assert (await there.client.get("/t/nowhere")).status_code == 503
            assert (await there.client.get("/health")).status_code == 503
            await asyncio.to_thread(failing.start)
            await until(lambda: any(frame.get("n") == 1 for frame in page.frames))
            if page.frames[-1].get("says"):  # it had been refused
                page.say(do="play", n=2, ply=ply, move=table.match.legal_numbers()[0])
            await until(lambda: page.ply > ply)
            await other.play({0, 1}, other.match.ply, other.match.legal_numbers()[0])
            assert (await there.client.get("/t/nowhere")).status_code == 404
            assert (await there.client.get("/health")).status_code == 200
            await page.close()

    asyncio.run(test())
    assert "s3cret" not in caplog.text
    assert any("answers again" in message for message in caplog.messages)


class Place:
    """A database of a server of one's own."""

    def __init__(self, address: str) -> None:
        self.where = address_of(address)


def test_a_server_that_ends_does_not_wait_for_a_database_that_is_gone(failing: Postgres) -> None:
    async def test() -> None:
        async with house(Place(failing.database())) as there:  # type: ignore[arg-type]
            table = await there.room.table((await there.create("me", "here"))["id"])
            failing.stop()
            playing = asyncio.create_task(table.play({0, 1}, table.match.ply, table.match.legal_numbers()[0]))
            await asyncio.sleep(0.1)
            before = time.monotonic()
        took.append(time.monotonic() - before)
        with pytest.raises(StoreFailed):
            await playing

    took: list[float] = []
    asyncio.run(test())
    assert took[0] < postgresql_store.PATIENCE


# A whole server


def test_a_server_goes_on_with_what_another_has_kept(tmp_path: Path) -> None:
    there = InDatabase()
    server = Elsewhere(tmp_path, there)
    assert server.process.stdout is not None
    assert server.process.stdout.readline() == f"The tables are kept in {there.where}.\n"
    made = server.create("me", "open", name="Zoë 🌊")
    bob = Guest(server, made["id"])
    assert bob.ask(do="sit", invite=made["invites"]["1"], name="Bob", salt="s", key="k" * 24)["ok"]
    ann = Guest(server, made["id"], made["key"])
    bob.wait(ann.ply)
    mover = ann if ann.my_turn else bob
    assert mover.play()["ok"]
    ply = mover.ply
    server.kill()
    server.start()
    ann = Guest(server, made["id"], made["key"])
    assert ann.ply >= ply
    assert [seat["name"] for seat in ann.state["all"]["seats"]] == ["Zoë 🌊", "Bob"]
    assert server.stop() == 0
    assert "Traceback" not in server.log
    assert "s3cret" not in server.log
    assert not (tmp_path / "data").exists()


def test_a_match_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Down to what nobody knows of it; from PostgreSQL as from SQLite."""
    from strandline.server.sqlite_store import SqliteStore
    from strandline.server.store import MATCH, RECORD, StoredMatch, StoredSeat

    seats = [StoredSeat("person", "Ann", "hash", "salt", None, "a b"), StoredSeat("open", "", "hash")]
    made = partial(StoredMatch, game="high-tide-leiman", rules=1, components="abc", options={"length": "x"}, start=None)
    matches = [
        made("one", seed="s", salts=["a"], kind=MATCH, created=1.1, visited=1.1, seats=seats, log=[5, 2**40], host="h"),
        made("two", seed=7, salts=None, kind=RECORD, created=1.2, visited=1.2, seats=seats[:1], log=[], commitment="c"),
        made("three", seed=None, salts=None, kind=RECORD, created=1 / 3, visited=1 / 3, seats=[], log=[]),
    ]

    async def test() -> None:
        for store in (SqliteStore(tmp_path / "file"), PostgresqlStore(address_of(InDatabase().address))):
            for match in matches:
                await store.write(*insert_match(match))
            assert [await store.match(match.id) for match in matches] == matches
            assert await store.match("nothing") is None
            assert await store.unvisited("set up", 1.15, 9) == ["three", "one"]
            store.close()

    asyncio.run(test())


def test_a_database_that_is_lost_while_a_store_opens_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was there a moment ago; whoever is patient waits for it, as for one that was away from the beginning."""

    def lost(store: PostgresqlStore, connection: Any) -> None:
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(PostgresqlStore, "_register", lost)
    with pytest.raises(BadDatabase, match="cannot be used: server closed the connection"):
        PostgresqlStore(address_of(InDatabase().address))
