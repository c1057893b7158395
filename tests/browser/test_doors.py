"""Seats and links in a real browser: invitations, codes, lost players, taking back among people, the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from serving import Guest, Server
from test_browser import click_a_move, my_turn
from visiting import still

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest_plugins = ("visitors",)

BOB = "the-key-that-bob-has-made"
PHONE = {"width": 390, "height": 844}


def sit(server: Server, made: dict[str, Any], name: str = "Bob", key: str = BOB) -> None:
    assert Guest(server, made["id"]).ask(do="sit", invite=made["invites"]["1"], name=name, key=key, salt="s")["ok"]


def two_pages(visit: Any, server: Server) -> tuple[Page, Page, dict[str, Any]]:
    made = server.create("me", "open", first="blue")
    sit(server, made)
    ann, bob = visit().page, visit().page
    ann.goto(f"/t/{made['id']}#{made['key']}")
    bob.goto(f"/t/{made['id']}#{BOB}")
    for page in (ann, bob):
        expect(page.locator("#seats")).to_contain_text("Bob")
        page.wait_for_function("() => document.querySelector('#main').classList.contains('seated')")
    return ann, bob, made


def violations(page: Page) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    still(page)
    return [one["id"] for one in Axe().run(page).response["violations"]]


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}, PHONE, {"width": 844, "height": 390}])
def test_an_invitation_says_what_awaits_and_leads_to_the_seat(visit: Any, server: Server, viewport: Any) -> None:
    made = server.create("me", "open", "open", "surfer", game="high-tide-henn", name="Olga")
    page = visit(viewport=viewport).page
    page.goto(f"/t/{made['id']}#i.{made['invites']['2']}")
    door = page.locator("#invitation")
    for told in ("Olga invites you to", "High Tide (Henn)", "30–45 minutes", "4 players", "bot Surfer", "free seat"):
        expect(door).to_contain_text(told)
    expect(page.locator("#board")).to_be_hidden()
    expect(door.get_by_role("link", name="Rules")).to_have_attribute("href", "/rules/high-tide-henn")
    for pressed in (page.locator("#take"), page.locator("#look_on"), page.locator("#who")):
        box = pressed.bounding_box()
        assert box is not None
        assert box["height"] >= 40
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"
    assert violations(page) == []
    page.locator("#who").fill("Mia")
    page.keyboard.press("Enter")
    expect(page.locator("#seats")).to_contain_text("Mia")
    expect(door).to_be_hidden()
    assert "#" not in page.url


def test_an_invitation_speaks_german(visit: Any, server: Server) -> None:
    made = server.create("me", "open", name="Olga")
    page = visit(locale="de-DE").page
    page.goto(f"/t/{made['id']}#i.{made['invites']['1']}")
    expect(page.locator("#inviter")).to_have_text("Olga lädt dich ein zu")
    expect(page.locator("#take")).to_have_text("Platz nehmen als Pink")


def test_a_used_invitation_says_who_has_the_seat_and_offers_to_watch(visit: Any, server: Server) -> None:
    made = server.create("me", "open")
    sit(server, made)
    page = visit().page
    page.goto(f"/t/{made['id']}#i.{made['invites']['1']}")
    expect(page.locator("#inviter")).to_have_text("This seat is taken by Bob. Watch?")
    expect(page.locator("#take")).to_be_hidden()
    expect(page.locator("#invited_more")).to_contain_text("Ask Ann for a new link")
    assert violations(page) == []
    page.locator("#look_on").click()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".status")).to_contain_text("You are watching")


def test_links_are_drawn_as_codes_and_no_address_shows_a_secret(visit: Any, server: Server) -> None:
    made = server.create("me", "open")
    page = visit().page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    page.goto(f"/t/{made['id']}#{made['key']}")
    page.get_by_text("Links to this table").click()
    for row in ("#invite-1", "#own", "#watch"):
        button = page.locator(f"{row} .qr")
        button.click()
        expect(page.locator(f"{row} .code")).to_be_visible()
        assert str(page.locator(f"{row} .code path").get_attribute("d")).startswith("M4 4h7v1h-7z")
        expect(button).to_have_attribute("aria-expanded", "true")
    assert violations(page) == []
    page.locator("#own .qr").click()
    expect(page.locator("#own .code")).to_be_hidden()
    assert not any(made["key"] in url or made["invites"]["1"] in url for url in asked)


def test_a_lost_player_is_let_back_in(visit: Any, server: Server) -> None:
    ann, bob, made = two_pages(visit, server)
    expect(bob.locator("#lost")).to_be_hidden()
    ann.get_by_text("Somebody has lost their seat").click()
    ann.get_by_role("button", name="New link for Bob").click()
    link = ann.locator("#invite-1 input")
    expect(link).to_be_focused()
    expect(bob.locator("#reopened")).to_be_visible()
    assert violations(bob) == []
    bob.locator("#stay").click()
    expect(bob.locator("#reopened")).to_be_hidden()
    expect(ann.locator("#invite-1")).to_be_hidden()
    ann.get_by_role("button", name="New link for Bob").click()
    expect(link).to_be_focused()
    other = visit().page
    other.goto(link.input_value())
    expect(other.locator("#inviter")).to_have_text("Ann lets you back in to")
    expect(other.locator("#who")).to_have_value("Bob")
    other.locator("#take").click()
    expect(other.locator("#seats")).to_contain_text("Bob Pink · you")
    expect(ann.locator("#message")).to_contain_text("came by the new link")
    bob.wait_for_function("() => !document.querySelector('#main').classList.contains('seated')")
    bob.reload()
    expect(bob.locator("#offline")).to_contain_text("no longer")
    bob.locator("#offline button").click()
    expect(bob.locator("#offline")).to_be_hidden()
    expect(bob.locator(".status")).to_contain_text("You are watching")
    assert Guest(server, made["id"], made["key"]).state["you"]["seats"] == [0]


def test_taking_back_asks_the_other_person(visit: Any, server: Server) -> None:
    ann, bob, _ = two_pages(visit, server)
    mover, other = (ann, bob) if my_turn(ann) else (bob, ann)
    click_a_move(mover)
    before = mover.locator("#slider").get_attribute("max")
    mover.locator("#undo").click()
    expect(mover.locator("#asked")).to_contain_text("asked: ")
    expect(mover.locator("#undo")).to_be_disabled()
    expect(other.locator("#asked")).to_contain_text("would like to take back a move")
    assert violations(other) == []
    other.locator("#decline").click()
    expect(mover.locator("#message")).to_contain_text("somebody said no")
    expect(mover.locator("#asked")).to_be_hidden()
    click_a_move(other)
    other.locator("#undo").click()
    mover.locator("#allow").click()
    expect(other.locator("#slider")).to_have_attribute("max", str(before))
    expect(mover.locator("#asked")).to_be_hidden()


def test_people_talk_and_a_browser_mutes_it(visit: Any, server: Server) -> None:
    ann, bob, made = two_pages(visit, server)
    watcher = visit(viewport=PHONE).page
    watcher.goto(f"/t/{made['id']}")
    ann.locator("#talk summary").click()
    ann.locator("#saying").fill("<img src=x onerror=alert(1)> Hello")
    ann.keyboard.press("Enter")
    for page in (ann, bob, watcher):
        expect(page.locator("#lines li")).to_have_text("Ann <img src=x onerror=alert(1)> Hello")
    expect(ann.locator("#saying")).to_have_value("")
    expect(ann.locator("#lines .own")).to_have_count(1)
    expect(bob.locator("#unread")).to_have_text("1 new")
    expect(bob.locator("#message")).to_have_text("Ann: “<img src=x onerror=alert(1)> Hello”")
    bob.locator("#talk summary").click()
    expect(bob.locator("#unread")).to_be_hidden()
    assert violations(bob) == []
    watcher.locator("#talk summary").click()
    expect(watcher.locator("#lines")).to_be_visible()
    expect(watcher.locator("#speak")).to_be_hidden()
    bob.locator("#mute").click()
    expect(bob.locator("#unmute")).to_be_focused()
    ann.locator("#saying").fill("Are you there?")
    ann.keyboard.press("Enter")
    expect(watcher.locator("#lines li")).to_have_count(2)
    expect(bob.locator("#lines")).to_be_hidden()
    expect(bob.locator("#message")).not_to_contain_text("Are you there")
    bob.reload()
    bob.locator("#talk summary").click()
    expect(bob.locator("#lines")).to_be_hidden()
    bob.locator("#unmute").click()
    expect(bob.locator("#lines li")).to_have_count(2)


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1000, 900)], ids=str)
def test_the_conversation_stands_below_the_people_and_moves_no_board(
    visit: Any, server: Server, size: tuple[int, int]
) -> None:
    made = server.create("me", "open", first="blue")
    sit(server, made)
    page = visit(viewport={"width": size[0], "height": size[1]}).page
    page.goto(f"/t/{made['id']}#{made['key']}")
    expect(page.locator("#talk")).to_be_visible()
    top = {name: page.locator(name).bounding_box()["y"] for name in ("#board", ".people", "#talk")}
    assert top["#board"] < 160
    assert top[".people"] < top["#talk"]
    page.locator("#talk summary").click()
    page.evaluate("() => scrollTo(0, 0)")
    assert page.locator("#board").bounding_box()["y"] == top["#board"]


def test_where_only_bots_play_there_is_no_conversation(visit: Any, server: Server) -> None:
    made = server.create("me", "greedy", first="blue")
    page = visit().page
    page.goto(f"/t/{made['id']}#{made['key']}")
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator("#talk")).to_be_hidden()
    expect(page.locator("#lost")).to_be_hidden()
