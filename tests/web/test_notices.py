"""Turn notices: asked for at the right moment, and settings that say what is true.

The browser's own part, `PushManager`, would ask a server on the internet for an address, and a
browser without a screen allows no notices. Here both answer at once, with an address that nothing
is ever sent to; everything else is real.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Locator, expect

from tests.server.receivers import encoded
from tests.web.checks import (
    axe_finds_nothing,
    fits_everywhere,
    fits_the_screen,
)
from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.serving import table_of

DAYS = {"kind": "turn", "hours": 48}
QUESTION = "Shall we tell you when it’s your turn?"
BROWSER = """
window.asked = 0;
window.refused = false;
const permission = () => (window.refused ? "denied" : window.asked ? "granted" : "default");
Object.defineProperty(Notification, "permission", { get: permission });
Notification.requestPermission = async () => (window.asked++, Notification.permission);
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  window.key = applicationServerKey.length;
  return { toJSON: () => (SUBSCRIPTION) };
};
"""


def subscription(name: str) -> dict[str, Any]:
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    p256dh = encoded(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    keys = {"p256dh": p256dh, "auth": encoded(b"sixteen bytes..!")}
    return {"endpoint": f"https://1.1.1.1/{name}", "keys": keys}


@pytest.fixture
def anna(somebody: Somebody) -> Person:
    """Somebody whose browser allows notices."""
    found = somebody("Anna", service_workers="allow")
    found.altered_page.add_init_script(
        BROWSER.replace("SUBSCRIPTION", json.dumps(subscription("anna")))
    )
    return found


def question(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name=QUESTION)


def choice(person: Person, name: str) -> Locator:
    return person.page.get_by_role("switch", name=name)


def asked(person: Person) -> int:
    """Return how often the browser itself has asked."""
    found: int = person.page.evaluate("window.asked")
    return found


def test_asked_after_the_first_move_of_a_game_over_days(
    anna: Person, bruno: Person, player: Players
) -> None:
    table = table_of("urbino", [player(anna), player(bruno)], clock=DAYS)
    anna.opens_table(table)
    expect(question(anna)).to_have_count(0)
    anna.places_architect("e5")
    expect(question(anna)).to_contain_text("One notice a turn, on this device, nothing else.")
    assert asked(anna) == 0
    anna.resizes_to(PHONE)
    axe_finds_nothing(anna)
    fits_everywhere(anna)
    anna.presses("Yes, tell me")
    anna.sees("We’ll tell you here when it’s your turn.")
    expect(question(anna)).to_have_count(0)
    assert asked(anna) == 1
    assert anna.page.evaluate("window.key") == 65  # the whole public key of the server

    anna.opens("/me?notices")
    expect(choice(anna, "On this device")).to_be_checked()
    choice(anna, "On this device").click(force=True)
    expect(choice(anna, "On this device")).not_to_be_checked()

    # Refused and then allowed in the browser's settings: nothing more has to be pressed.
    for refused in (True, False):
        changed = f"[window.asked, window.refused] = [1, {json.dumps(refused)}]"
        anna.page.evaluate(f"{changed}; dispatchEvent(new Event('focus'))")
        anna.sees("switches itself on") if refused else anna.does_not_see("switches itself on")
    expect(choice(anna, "On this device")).to_be_checked()
    choice(anna, "On this device").click(force=True)
    expect(choice(anna, "On this device")).not_to_be_checked()

    choice(anna, "Not at night").click(force=True)
    expect(anna.page.get_by_label("From", exact=True)).to_have_value("22")
    choice(anna, "To a chat room or a program").click(force=True)
    address = anna.page.get_by_label("Address", exact=True)
    address.fill("https://discord.com/api/webhooks/1/x")
    expect(anna.page.get_by_label("Format")).to_have_value("discord")
    address.fill("https://127.0.0.1/x")
    anna.forgives("422")
    anna.page.get_by_role("region", name="Tell me when it’s my turn").get_by_role(
        "button", name="Save"
    ).click()
    anna.sees("That address can’t be used.")
    expect(choice(anna, "By mail")).to_have_count(0)  # this server sends none
    fits_the_screen(anna)
    axe_finds_nothing(anna)

    # Who says no is not asked again.
    bruno.opens_table(table)
    bruno.places_architect("c3")
    expect(question(bruno)).to_contain_text("there are other ways")  # his browser allows none
    bruno.presses("Not now")
    anna.opens_table(table)
    anna.builds("house", "c5")
    bruno.builds("house", "e3")
    anna.waits_for_turn()
    for person in (anna, bruno):
        expect(question(person)).to_have_count(0)


def test_a_broken_link_in_a_mail_says_so(ada: Person) -> None:
    ada.forgives("404")
    ada.opens("/mail#stop=abc.def")
    ada.sees("This link doesn’t work.")
    expect(ada.page).to_have_url(f"{ada.server.url}/mail")
