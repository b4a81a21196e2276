"""People in a real browser: two of them make a third, with a keyboard alone; and the admin window under the strict policy."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tables.actions.devices import revoke_tablet
from tables.models import StaffChange
from tables.models import Tablet as Device
from tables.policy import Role
from tests.browser.conftest import Tablet
from tests.cast import PASSWORD, PINS
from tests.house import ADA, INES, make_house

pytestmark = pytest.mark.browser

SMALLEST_TARGET = 48


def sign_in(page: Page, badge: str, password: str = PASSWORD) -> None:
    """Sign in as a person."""
    page.goto("/login/")
    page.fill("[name=badge]", badge)
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "login" not in url)


def test_ops_1_4_two_people_in_two_browsers_make_a_third(
    own_database: str, new_context: Callable[..., BrowserContext]
) -> None:
    """Ada asks with the keyboard alone, an error stands at its field and keeps what she typed; Ines confirms."""
    make_house()
    ada, ines = new_context().new_page(), new_context().new_page()
    sign_in(ada, ADA)
    ada.get_by_role("link", name="New person").press("Enter")
    expect(ada.locator("[name=badge]")).to_be_focused()
    for text in ("2009", "Nora", "L-9"):
        ada.keyboard.type(text)
        ada.keyboard.press("Tab")
    ada.keyboard.press("Tab")
    ada.keyboard.press("Space")
    for _role in range(4):
        ada.keyboard.press("Tab")
    for text in ("111111", "quite another password", PASSWORD):
        ada.keyboard.type(text)
        ada.keyboard.press("Tab")
    ada.keyboard.press("Enter")
    expect(ada.locator("[data-wrong] [name=pin]")).to_be_visible()
    assert ada.input_value("[name=name]") == "Nora"
    assert ada.is_checked("[name=roles][value=floor]")
    assert ada.input_value("[name=password]") == ""
    ada.fill("[name=pin]", "940275")
    ada.fill("[name=password]", "quite another password")
    ada.fill("[name=signature]", PASSWORD)
    ada.press("[name=signature]", "Enter")
    expect(ada.get_by_role("status")).to_contain_text("Asked for")
    expect(ada.get_by_role("button", name="Withdraw")).to_be_visible()
    assert ada.get_by_role("button", name="Confirm").count() == 0
    sign_in(ines, INES)
    ines.goto("/people/")
    ines.get_by_role("button", name="Confirm").click()
    expect(ines.get_by_role("status")).to_contain_text("Confirmed")
    assert StaffChange.objects.get(badge="2009").state == "confirmed"
    sign_in(new_context().new_page(), "2009", "quite another password")


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800)])
def test_interfaces_4_targets_are_large_enough(
    own_database: str, new_context: Callable[..., BrowserContext], size: tuple[int, int]
) -> None:
    """Every button and field, on each of the pages; nothing is wider than the screen."""
    house = make_house()
    house.hire("9002", Role.ADMIN)
    house.ask_person("2009", "floor", by="9002")
    page = new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    sign_in(page, ADA)
    for address in ("/people/", "/people/new/", "/people/badges/9002/"):
        page.goto(address)
        small = page.evaluate(
            """least => [...document.querySelectorAll('main button, main .button, main select, main label:has([type=checkbox]),'
               + 'main input:not([type=hidden], [type=checkbox])')]
               .filter(found => found.getBoundingClientRect().height < least).map(found => found.outerHTML)""",
            SMALLEST_TARGET,
        )
        assert small == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), address


def test_ops_1_5_the_admin_is_looked_at_under_the_strict_policy(own_database: str, page: Page) -> None:
    """Lists and rows show, and nothing there can be pressed to change them."""
    make_house()
    sign_in(page, ADA)
    page.goto("/admin/")
    page.get_by_role("link", name="Role grants").click()
    page.locator("#result_list tbody a").first.click()
    expect(page.get_by_text("Granted at")).to_be_visible()
    assert page.locator("#content [type=submit]").count() == 0


def test_ops_1_2_a_dealer_takes_over_with_one_request_and_a_stolen_tablet_says_so(
    tablet: Tablet, page_errors: list[str]
) -> None:
    """From the press on "Change dealer" to the next name at the top, typing included, the page waits for one answer alone.

    The three seconds of the paragraph are then the dealer's own; then the tablet is revoked in use.
    """
    tablet.open()
    sent: list[str] = []
    tablet.page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    tablet.page.locator(".top-floor").click()
    tablet.find("[data-aside='tap-in']").click()
    tablet.keys("1002", "Enter", PINS["1002"])
    expect(tablet.page.locator(".top-dealer")).to_contain_text("Dora")
    asked = [each for each in sent if "/static/" not in each and "/live/" not in each]
    assert [each.split(" ")[0] + " " + each.rsplit("/", 2)[1] for each in asked] == ["POST tap-in"]
    revoke_tablet(tablet_id=Device.objects.get().pk, stamp=tablet.cast.stamp("frank"))
    tablet.page.wait_for_url("**/enrol/")
    expect(tablet.page.get_by_text("it was revoked")).to_be_visible()
    page_errors.clear()
