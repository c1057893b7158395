"""Whole matches in a real browser: live, by keyboard, hot seat, against bots, through a crash, by phone, in German."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from catalogue import folder_of_tests
from playwright.sync_api import Page, expect
from serving import GAME, PATIENCE, Guest, Server
from visiting import THOUGHT, Visit

import strandline as sl

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


pytest_plugins = ("visitors",)


def count_of(page: Page) -> int:
    """How many moves has the shown position?"""
    return int(page.locator("#slider").get_attribute("max") or 0)


def my_turn(page: Page) -> bool:
    return page.locator("#board .selectable").count() > 0


def over(page: Page) -> bool:
    return page.locator("main.over").count() > 0


def wait_for_turn(page: Page) -> None:
    """Wait until this page can move, or the match is over."""
    page.wait_for_function(
        """() => {
            return document.querySelector('#board .selectable, main.over');
        }"""
    )


def click_a_move(page: Page) -> None:
    """Click the first thing that lights up, then the first place that it can go to."""
    before = count_of(page)
    page.locator("#board .selectable").first.locator(".halo").click(force=True)
    page.locator("#board .selectable").first.locator(".halo").click(force=True)
    page.wait_for_function("before => Number(document.querySelector('#slider').max) > before", arg=before)


def play_by_clicks(page: Page) -> None:
    while True:
        wait_for_turn(page)
        if over(page):
            return
        click_a_move(page)


def test_from_the_lobby_to_the_end_against_a_bot(visit: Any) -> None:
    page = visit().page
    page.goto("/")
    page.locator(f"#{GAME} button[value=quick]").click()
    page.locator("#guided button[value=alone]").click()
    page.wait_for_url(re.compile(r"/t/[\w-]+"))
    play_by_clicks(page)
    expect(page.locator(".status")).to_contain_text("wins the match")
    expect(page.locator("#rematch")).to_be_visible()
    page.goto("/")
    expect(page.locator("#tables")).to_contain_text("High Tide")


def test_two_people_far_apart_and_a_spectator(visit: Any, server: Server) -> None:
    made = server.create("me", "open", length="round")
    ann, bob, watcher = (visit().page for _ in range(3))
    ann.goto(f"/t/{made['id']}#{made['key']}")
    expect(ann.locator("#invite-1 input")).to_have_value(re.compile(made["invites"]["1"]))
    bob.goto(f"/t/{made['id']}#i.{made['invites']['1']}")
    bob.locator("#who").fill("Bob <b>bold</b>")
    bob.locator("#take").click()
    watcher.goto(f"/t/{made['id']}")
    expect(ann.locator("#seats")).to_contain_text("Bob <b>bold</b>")
    for page in (ann, bob):
        page.wait_for_function("() => Number(document.querySelector('#slider').max) >= 18")
    while not over(ann):
        mover, other = (ann, bob) if my_turn(ann) else (bob, ann)
        wait_for_turn(mover)
        if over(mover):
            break
        click_a_move(mover)
        expect(other.locator("#slider")).to_have_attribute("max", str(count_of(mover)))
        ann.wait_for_timeout(50)
    for page in (ann, bob, watcher):
        expect(page.locator(".status")).to_contain_text("wins the match")
    expect(watcher.locator("#undo")).to_be_hidden()
    assert "key" not in bob.url
    assert made["key"] not in watcher.content()


CUT = """then => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const lose = text.includes('"sit"') && !window.lost;
        if (!lose || then !== "before") send.call(this, text);
        if (!lose) return;
        window.lost = true;
        this.onmessage = null; // whatever is answered, nobody hears it
        if (then !== "reload") this.close();
    };
}"""


HOLD = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (text.includes('"sit"')) window.held = () => send.call(this, text);
        else send.call(this, text);
    };
}"""


@pytest.mark.parametrize("then", ["before", "after", "reload", "lobby"])
def test_a_line_that_is_lost_while_sitting_down_never_loses_the_seat(visit: Any, server: Server, then: str) -> None:
    made = server.create("me", "open", length="round")
    bob = visit().page
    bob.goto(f"/t/{made['id']}#i.{made['invites']['1']}")
    expect(bob.locator("#take")).to_be_visible()
    bob.evaluate(CUT, "reload" if then == "lobby" else then)
    bob.locator("#who").fill("Bob")
    bob.locator("#take").click()
    bob.wait_for_function("() => window.lost")
    if then == "reload":
        bob.reload()
    elif then == "lobby":
        bob.goto("/")
        bob.locator("#tables a").first.click()
    expect(bob.locator("#seats")).to_contain_text("Pink · you")
    expect(bob.locator("#sit")).to_be_hidden()
    bob.wait_for_function("() => Number(document.querySelector('#slider').max) >= 18")
    assert "#" not in bob.url, "a secret that is kept stands in no address bar"
    key = bob.locator("#own input").input_value().partition("#")[2]
    assert Guest(server, made["id"], key).state["you"]["seats"] == [1], "and its own link opens it"


def test_whoever_is_too_late_to_sit_down_is_told_and_can_watch(visit: Any, server: Server) -> None:
    made = server.create("me", "open", length="round")
    bob = visit().page
    bob.goto(f"/t/{made['id']}#i.{made['invites']['1']}")
    expect(bob.locator("#take")).to_be_visible()
    bob.evaluate(HOLD)
    bob.locator("#take").click()
    Guest(server, made["id"]).ask(do="sit", invite=made["invites"]["1"], name="Eve")
    expect(bob.locator("#seats")).to_contain_text("Eve")
    expect(bob.locator("#inviter")).to_have_text("This seat is taken by Eve. Watch?")
    expect(bob.locator("#take")).to_be_hidden()
    bob.evaluate("window.held()")
    expect(bob.locator("#sit_says")).to_contain_text("used up or wrong")
    bob.goto("/")
    bob.locator("#tables a").first.click()
    bob.locator("#look_on").click()
    expect(bob.locator("#seats")).to_contain_text("Eve")
    expect(bob.locator("#board")).to_be_visible()
    expect(bob.locator("#offline")).to_be_hidden()


def press_a_move(page: Page) -> None:
    """Make a move with the keyboard alone: arrows to something that lights up, Enter, arrows, Enter."""
    before = count_of(page)
    for _ in range(2):
        walk_to_selectable(page)
        page.keyboard.press("Enter")
    page.wait_for_function("before => Number(document.querySelector('#slider').max) > before", arg=before)


TOWARDS = """() => {
    const place = (element) => {
        const box = (element.querySelector(".halo") ?? element).getBoundingClientRect();  // not what it shows elsewhere
        return [box.x + box.width / 2, box.bottom];
    };
    const here = place(document.activeElement);
    const ways = [...document.querySelectorAll("#board .selectable")].map((target) => {
        const [x, y] = place(target);
        return [x - here[0], y - here[1]];
    });
    return ways.sort((one, other) => Math.hypot(...one) - Math.hypot(...other))[0];
}"""


ARROWS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}


def walk_to_selectable(page: Page) -> None:
    """Walk over the board with the arrow keys to something selectable; where a way leads back, try another."""
    focused, been = "document.activeElement.dataset.target", set()
    for _ in range(60):
        if page.evaluate("document.activeElement.classList.contains('selectable')"):
            return
        been.add(page.evaluate(focused))
        dx, dy = page.evaluate(TOWARDS)
        for arrow in sorted(ARROWS, key=lambda arrow: -dx * ARROWS[arrow][0] - dy * ARROWS[arrow][1]):
            page.keyboard.press(arrow)
            if page.evaluate(focused) not in been:
                break
    raise AssertionError("the arrow keys do not reach a target that lights up")


def test_a_whole_match_by_keyboard_alone(visit: Any, server: Server) -> None:
    made = server.create("me", "greedy", length="round")
    page = visit().page
    page.goto(f"/t/{made['id']}#{made['key']}")
    while True:
        wait_for_turn(page)
        if over(page):
            break
        for _ in range(60):
            if page.evaluate("!!document.activeElement.closest('#board')"):
                break
            page.keyboard.press("Tab")
        press_a_move(page)
    expect(page.locator("#told")).not_to_be_empty()


def test_hot_seat_and_the_command_box(visit: Any, server: Server) -> None:
    made = server.create("me", "here", length="round")
    page = visit().page
    page.goto(f"/t/{made['id']}#{made['key']}")
    guest = Guest(server, made["id"], made["key"])
    guest.wait(18)
    wait_for_turn(page)
    page.locator("#text").fill("?")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text(guest.state["you"]["moves"][0][1])
    page.locator("#text").fill("why c3-c4")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("L-T3")
    while not over(page):
        before = count_of(page)
        page.locator("#text").fill(guest.state["you"]["moves"][0][1])
        page.keyboard.press("Enter")
        page.wait_for_function("before => Number(document.querySelector('#slider').max) > before", arg=before)
        guest.wait(guest.ply + 1)
        if guest.state["all"]["over"]:
            expect(page.locator(".status")).to_contain_text("wins the match")


def test_what_is_not_allowed_says_why_with_a_link_to_the_rule(visit: Any, server: Server) -> None:
    made = server.create("me", "greedy", first="blue")
    page = visit().page
    page.goto(f"/t/{made['id']}#{made['key']}")
    wait_for_turn(page)
    before = count_of(page)
    page.locator('#board [data-target="c3"] .halo').click(force=True)
    expect(page.locator("#message")).to_contain_text("L-T3")
    link = page.locator("#message a").first
    assert (link.get_attribute("href") or "").endswith(f"/rules/{GAME}#L-T3")
    assert count_of(page) == before, "nothing was played"
    page.goto(f"/rules/{GAME}#L-T3")
    expect(page.locator("#L-T3")).to_be_visible()


def test_undo_and_hint(visit: Any, server: Server) -> None:
    made = server.create("me", "greedy", first="blue")
    page = visit().page
    page.goto(f"/t/{made['id']}#{made['key']}")
    wait_for_turn(page)
    start = count_of(page)
    page.locator("#hint").click()
    expect(page.locator("#message")).to_contain_text("Blue moves", timeout=THOUGHT)
    click_a_move(page)
    wait_for_turn(page)
    page.locator("#undo").click()
    page.wait_for_function("start => Number(document.querySelector('#slider').max) === start", arg=start)
    expect(page.locator("#log")).to_contain_text("taken back")


def test_the_server_is_killed_in_mid_match_and_nothing_is_lost(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    made = server.create("me", "here", length="round")
    visit = Visit(browser, server)
    page = visit.page
    page.goto(f"/t/{made['id']}#{made['key']}")
    for _ in range(3):
        wait_for_turn(page)
        click_a_move(page)
    before = count_of(page)
    server.kill()
    expect(page.locator("#offline")).to_be_visible()
    page.locator("#board .selectable").first.locator(".halo").click(force=True)
    page.locator("#board .selectable").first.locator(".halo").click(force=True)
    server.start()
    page.wait_for_function("before => Number(document.querySelector('#slider').max) === before + 1", arg=before)
    expect(page.locator("#offline")).to_be_hidden()
    play_by_clicks(page)
    expect(page.locator(".status")).to_contain_text("wins the match")
    visit.context.close()
    server.stop()


def test_on_a_phone(visit: Any, server: Server) -> None:
    made = server.create("me", "greedy", length="round")
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).page
    page.goto(f"/t/{made['id']}#{made['key']}")
    wait_for_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"
    board = page.locator("#board").bounding_box()
    assert board is not None
    assert board["y"] < 200, "the board comes first"
    page.locator("#board .selectable").first.locator(".halo").tap(force=True)
    page.locator("#board .selectable").first.locator(".halo").tap(force=True)
    play_by_clicks(page)


def test_in_german_by_the_browsers_language(visit: Any) -> None:
    page = visit(locale="de-DE").page
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator(f"#{GAME} button[value=quick]").click()
    page.locator("#guided button[value=alone]").click()
    page.wait_for_url(re.compile(r"/t/[\w-]+"))
    wait_for_turn(page)
    page.locator("#hint").click()
    expect(page.locator("#message")).to_contain_text("zieht von", timeout=THOUGHT)
    assert "to move" not in page.locator("main").inner_text()


def test_the_language_can_be_switched(visit: Any) -> None:
    page = visit().page
    page.goto("/?lang=de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_a_finished_match_is_stepped_through(visit: Any, server: Server) -> None:
    text = (folder_of_tests(GAME) / "cases" / "three-two.strand").read_text(encoding="utf-8")
    table = httpx.post(f"{server.url}/records", content=text.encode(), timeout=PATIENCE).json()["id"]
    page = visit().page
    page.goto(f"/t/{table}")
    expect(page.locator(".status")).to_contain_text("wins the match")
    page.locator("#first").click()
    expect(page.locator("#now")).to_be_visible()
    page.locator("#forward").click()
    page.locator("#forward").click()
    expect(page.locator("#where")).to_contain_text("2")
    page.locator("#last").click()
    expect(page.locator("#now")).to_be_hidden()


def test_what_is_pressed_before_the_first_answer_waits_for_it(visit: Any, server: Server) -> None:
    text = (folder_of_tests(GAME) / "cases" / "three-two.strand").read_text(encoding="utf-8")
    table = httpx.post(f"{server.url}/records", content=text.encode(), timeout=PATIENCE).json()["id"]
    page, held, slow = visit().page, [], True

    def hold(route: Any) -> None:
        route.connect_to_server().on_message(
            lambda message: held.append((route, message)) if slow else route.send(message)
        )

    page.route_web_socket("**/*", hold)
    page.goto(f"/t/{table}")
    page.locator("#first").click()
    page.locator("#forward").click()
    page.keyboard.press("ArrowRight")
    page.locator("#board [data-target]").first.dispatch_event("click")
    expect(page.locator("#now")).to_be_hidden()
    while not held:
        page.wait_for_timeout(10)
    slow = False
    for route, message in held:
        route.send(message)
    expect(page.locator("#where")).to_contain_text("2 / 150")
    page.locator("#back").click()
    expect(page.locator("#where")).to_contain_text("1 / 150")


def test_a_long_log_shows_its_end_and_says_where_the_rest_is(visit: Any, server: Server) -> None:
    match = sl.new(GAME, seed=1)
    move = match.legal_numbers()[0]
    for _ in range(300):
        match.play(move)
        match.undo()
    match.play(move)
    table = httpx.post(f"{server.url}/records", content=match.record().encode(), timeout=30).json()["id"]
    page = visit().page
    page.goto(f"/t/{table}")
    lines = page.locator("#log li")
    expect(lines).to_have_count(401)
    expect(lines.first).to_have_text(f"{match.ply - 400} earlier entries: the record has them.")
    expect(page.locator("#log li.undone")).to_have_count(199)
    page.locator("#back").click()
    expect(page.locator("#where")).to_have_text(f"{match.count - 1} / {match.count}")
    expect(page.locator("#log li.here")).to_have_count(0)
    page.locator("#last").click()
    expect(page.locator("#where")).to_have_text(f"{match.count} / {match.count}")


def test_moves_made_offline_are_kept_and_sent(visit: Any, server: Server) -> None:
    made = server.create("me", "here", length="round")
    opened = visit()
    page = opened.page
    page.goto(f"/t/{made['id']}#{made['key']}")
    wait_for_turn(page)
    before = count_of(page)
    opened.context.set_offline(True)
    page.wait_for_timeout(200)
    page.locator("#board .selectable").first.locator(".halo").click(force=True)
    page.locator("#board .selectable").first.locator(".halo").click(force=True)
    opened.context.set_offline(False)
    page.wait_for_function("before => Number(document.querySelector('#slider').max) === before + 1", arg=before)
    page.wait_for_timeout(300)
    assert count_of(page) == before + 1, "played once, not twice"
    opened.complaints.clear()  # the browser itself complains of the lost connection


def test_the_client_is_small_and_all_our_own(visit: Any, server: Server) -> None:
    from pathlib import Path

    import strandline

    static = Path(strandline.__file__).parent / "server" / "static"
    sizes = {path.name: path.stat().st_size for path in static.glob("*.js")}
    review, lobby, analysis = (sizes.pop(f"{name}.js") for name in ("review", "lobby", "analysis"))
    later = [sizes.pop(f"{name}.js") for name in ("learn", "course", "progress", "guided", "coach", "help")]
    puzzles = [sizes.pop(f"{name}.js") for name in ("puzzle", "puzzles", "standing")]
    assert sum(sizes.values()) < 60_000, "what the page of a table loads at first"
    assert lobby < 4_000, "what the lobby has beside it"
    assert review < 12_000, "what is loaded only when a review is opened"
    assert analysis < 20_000, "what the analysis board has beside the board"
    assert max(puzzles) < 10_000, "what pages of puzzles have beside the board"
    assert max(later) < 9_000, "what lessons, a coach and help load, when they are asked for"
    page = visit().page
    page.goto("/", wait_until="networkidle")
    sent = "performance.getEntries().map(({ name, transferSize }) => [name, transferSize ?? 0])"
    loaded: dict[str, int] = {name: size for name, size in page.evaluate(sent) if size}
    assert len(loaded) > 4
    assert all(url.startswith(server.url) for url in loaded)
    assert sum(loaded.values()) < 100_000, loaded


def test_the_board_is_visible_at_once(visit: Any, server: Server) -> None:
    """The board is in the page itself: it is drawn before any script has run."""
    made = server.create("me", "greedy")
    page = visit(java_script_enabled=False).page
    page.goto(f"/t/{made['id']}")
    assert page.locator('#board [data-target="c3"]').is_visible()
