"""The conversation: between people at a table, plain, limited, and kept nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from house import House, Page, run, until

from strandline.server.conversation import spoken
from strandline.server.limits import TALK_AT_ONCE, TALK_LENGTH, TALK_LINES

if TYPE_CHECKING:
    from pathlib import Path

BOB = "the-key-that-bob-has-made"


async def company(there: House) -> tuple[str, Page, Page, Page]:
    """A table with Ann, Bob and somebody who looks on."""
    made = await there.create("me", "open")
    await (await there.room.table(made["id"])).sit(made["invites"]["1"], "Bob", "pepper", BOB)
    pages = [
        Page(there.app, made["id"], key, language="de" if key is None else "en") for key in (made["key"], BOB, None)
    ]
    await until(lambda: all(page.frames for page in pages))
    return made["id"], pages[0], pages[1], pages[2]


def lines(page: Page) -> list[tuple[str, str, bool]]:
    talk = [frame for frame in page.frames if frame["is"] == "talk"]
    return [(line["name"], line["text"], line["own"]) for frame in talk for line in frame["lines"]]


async def answer(page: Page, number: int, **message: Any) -> dict[str, Any]:
    page.say(n=number, **message)
    await until(lambda: any(frame.get("n") == number for frame in page.frames))
    return next(frame for frame in page.frames if frame.get("n") == number)


async def leave(*pages: Page) -> None:
    for page in pages:
        await page.close()


def test_people_talk_and_others_read(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        table, ann, bob, watcher = await company(there)
        assert (await answer(ann, 1, do="talk", text=" <b>Hello</b>\nBob "))["ok"]
        await until(lambda: all(lines(page) for page in (ann, bob, watcher)))
        assert lines(ann) == [("Ann", "<b>Hello</b> Bob", True)]
        assert lines(bob) == lines(watcher) == [("Ann", "<b>Hello</b> Bob", False)]
        refused = await answer(watcher, 1, do="talk", text="Ich auch")
        assert refused["says"].startswith("Nur wer hier spielt")
        late = Page(there.app, table, BOB)
        await until(lambda: bool(lines(late)))
        assert late.frames[0]["anew"]
        record = (await there.client.get(f"/t/{table}/record")).text
        assert "Hello" not in record
        await leave(ann, bob, watcher, late)

    run(test, tmp_path)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Hello" not in kept


def test_what_is_said_is_short_and_not_too_often(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        _, ann, bob, watcher = await company(there)
        assert (await answer(ann, 1, do="talk", text="x" * (TALK_LENGTH + 1)))["says"].startswith("That is too long")
        for number, text in enumerate(("", " \u202e\u0007 ", 7, None), 2):
            assert not (await answer(ann, number, do="talk", text=text))["ok"]
        for number in range(TALK_AT_ONCE):
            assert (await answer(ann, 10 + number, do="talk", text="x" * TALK_LENGTH))["ok"]
        assert (await answer(ann, 30, do="talk", text="more"))["says"].startswith("You have said a lot")
        assert (await answer(bob, 1, do="talk", text="my turn"))["ok"], "everybody has their own allowance"
        await leave(ann, bob, watcher)

    run(test, tmp_path)


def test_only_the_last_lines_are_remembered(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        identity, *pages = await company(there)
        table = await there.room.table(identity)
        for number in range(TALK_LINES + 20):
            table.conversation._allowances._spent.clear()
            table.hear(table.conversation.line(0, {"en": "Ann", "de": "Ann"}, f"line {number}"))
        late = Page(there.app, identity)
        await until(lambda: bool(lines(late)))
        assert [text for _, text, _ in lines(late)] == [f"line {number}" for number in range(20, TALK_LINES + 20)]
        await leave(*pages, late)

    run(test, tmp_path)


def test_where_nobody_else_plays_there_is_no_conversation(tmp_path: Path) -> None:
    async def test(there: House) -> None:
        for other in ("greedy", "here"):
            made = await there.create("me", other)
            ann = Page(there.app, made["id"], made["key"])
            await until(lambda ann=ann: bool(ann.frames))  # type: ignore[misc]
            assert "talking" not in ann.frames[0]["you"]["applies"]
            assert (await answer(ann, 1, do="talk", text="Hello"))["says"].startswith("Only those who play here")
            await ann.close()

    run(test, tmp_path)


def test_what_cannot_be_printed_or_turns_the_line_is_left_out() -> None:
    assert spoken("a\u202eb\u2066c\x00\x1b[31m\td\u2028e\ufeff") == "abc[31m d e"
