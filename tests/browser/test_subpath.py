"""In a real browser, by TLS and under a path: every link that a page shows or follows stays there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalogue import folder_of_tests
from nginx import NAME, ORIGIN, Nginx
from playwright.sync_api import expect, sync_playwright
from serving import GAME, Guest
from visiting import CHROMIUM, FLAGS, Visit

if TYPE_CHECKING:
    from pathlib import Path


def test_from_the_lobby_to_the_rematch(tmp_path: Path) -> None:
    server = Nginx(tmp_path)
    flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1:{server.secure}"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        visits = [Visit(browser, server, ignore_https_errors=True) for _ in range(2)]
        page, bob = (visit.page for visit in visits)
        outside: list[str] = []
        for one in (page, bob):
            one.on("request", lambda asked: outside.append(asked.url) if not asked.url.startswith(ORIGIN) else None)

        page.goto(f"{ORIGIN}/")
        page.locator(f"#{GAME} .choose").click()
        page.locator(f"#{GAME} .seat select").nth(1).select_option("open")
        page.locator(f"#{GAME} select[name=length]").select_option('"round"')
        page.locator(f"#{GAME} button[value=chosen]").click()
        page.wait_for_url(re.compile(rf"{ORIGIN}/t/[\w-]+"))
        page.wait_for_function("() => document.querySelector('#own input').value.includes('#')")
        table, key = page.locator("#own input").input_value().removeprefix(f"{ORIGIN}/t/").split("#")
        expect(page.locator("#offline")).to_be_hidden()
        invitation = page.locator("#invite-1 input").input_value()
        assert invitation.startswith(f"{ORIGIN}/t/{table}#i.")

        bob.goto(invitation)
        bob.locator("#take").click()
        page.wait_for_function("() => Number(document.querySelector('#slider').max) >= 18")
        bob.wait_for_function("() => !location.hash && document.querySelector('#own input').value.includes('#')")
        own = bob.locator("#own input").input_value()
        guests = [Guest(server, table, key), Guest(server, table, own.partition("#")[2])]
        while not guests[0].state["all"]["over"]:
            mover = next(guest for guest in guests if guest.my_turn)
            assert mover.play()["ok"]
            for guest in guests:
                guest.wait(mover.ply)
        expect(page.locator(".status")).to_contain_text("wins the match")
        assert page.locator("#watch input").input_value() == f"{ORIGIN}/t/{table}"
        assert page.locator("#own input").input_value() == f"{ORIGIN}/t/{table}#{key}"
        for file in ("svg", "png"):
            address = page.locator(f"#{file}").evaluate("link => link.href")
            assert address.startswith(f"{ORIGIN}/t/{table}/picture.{file}?at=")
        page.locator("#rematch").click()
        page.wait_for_url(lambda url: url.startswith(f"{ORIGIN}/t/") and table not in url)
        expect(bob.locator("#next")).to_be_visible()
        assert bob.locator("#next").evaluate("link => link.href").partition("#")[0] == page.url.partition("#")[0]

        page.goto(f"{ORIGIN}/")
        expect(page.locator("#running")).to_contain_text("High Tide")
        page.locator("#record").set_input_files(folder_of_tests(GAME) / "cases" / "three-two.strand")
        page.wait_for_url(re.compile(rf"{ORIGIN}/t/[\w-]+$"))
        page.locator(".languages a[lang=de]").click()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        assert outside == []
        for visit in visits:
            visit.close()
        browser.close()
    assert server.stop() == 0
    assert "Traceback" not in server.log
