"""Read at 60 cm, enlarged, turned, and by any name: what can be measured of it (LOOK 1.7, 1.8, 1.11)."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tables.actions.people.sign_in import tap_out
from tests.browser.conftest import VIEW, Tablet
from tests.browser.test_look import MEASURE
from tests.browser.test_round import HANDS, WAGERS, play_to_hands
from tests.cast import Cast

pytestmark = pytest.mark.browser

# 40 letters; one name runs from right to left.
NAMES = {
    1: "Maximiliane-Alexandra of Hohenlohe-Lange",
    2: "عبد الرحمن بن محمد العلوي الهاشمي القرشي",
    4: "Νικόλαος Παπαδόπουλος",
}
RICH = 999999900
READ = r"""selector => {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const texts = document.createTreeWalker(document.querySelector("#tablet"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { currentNode: text } = texts, holder = text.parentElement, range = document.createRange();
    range.selectNodeContents(text);
    if (!text.nodeValue.trim() || holder.closest(".sr, script") || !range.getClientRects().length) continue;
    if (!holder.checkVisibility({ visibilityProperty: true }) || !holder.matches(selector)) continue;
    found.push([parseFloat(getComputedStyle(holder).fontSize) / rem, holder.className + ": " + text.nodeValue.trim()]);
  }
  return found;
}"""
NEXT = r"""view => {
  const { left, top, right, bottom } = document.querySelector(view + " .next-step").getBoundingClientRect();
  const wide = [...document.querySelectorAll("#tablet *")].filter(element => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const isScrolled = (way, whole, part) => ["auto", "scroll"].includes(way) && whole > part + 1;
    return isScrolled(overflowX, element.scrollWidth, element.clientWidth) &&
      isScrolled(overflowY, element.scrollHeight, element.clientHeight);
  });
  return {
    outside: left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1,
    scrolls: document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
    twoWays: wide.map(element => element.className),
  };
}"""
WHY = r"""view => {
  const why = document.querySelector(view + " .why");
  return why.clientHeight >= 3 * parseFloat(getComputedStyle(why).lineHeight) - 1 && why.scrollHeight <= why.clientHeight + 1;
}"""
ROOMY: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 1024, "height": 768}
# 1280x800 at 200 %, and what the page's own key makes of that size is asked of the key itself.
ZOOMED: ViewportSize = {"width": 640, "height": 400}


def seat_names(cast: Cast) -> None:
    """Seven players, of them some with long names and many chips."""
    cast.act("open_table", by="frank")
    for seat in range(1, 8):
        cast.act("sit", seat=seat, buy_in=RICH if seat in NAMES else 100000, player_card=NAMES.get(seat, ""))


def walk(tablet: Tablet) -> Iterator[str]:
    """Every step of a round of High Card Flush, with what stands beside it; gives where it is."""
    tablet.open()
    tablet.step("offer")
    yield "offer"
    tablet.seat(3).click()
    yield "seat menu"
    tablet.find("[data-do='back']").click()
    tablet.keys("100")
    tablet.go("betting")
    for seat, spots in WAGERS.items():
        tablet.wager(seat, **spots)
    yield "betting"
    tablet.go("decisions")
    yield "decisions"
    tablet.find("[data-do='all-once']").click()
    tablet.decide(6, "fold")
    tablet.decide(5, "walk_away")
    tablet.go("hands")
    tablet.cards(HANDS[7] + HANDS[4] + HANDS[3][:6])
    yield "hands"
    tablet.cards(HANDS[3][6:] + HANDS[2] + "AsKs9s8h5d4c2c")
    tablet.go("settlement")
    yield "settlement"


def read(page: Page, least: float, selector: str = "*") -> list[tuple[float, str]]:
    """Every text on the page that is smaller, in pixels of a page that is not enlarged."""
    return [(size, text) for size, text in page.evaluate(READ, selector) if size < least]


def test_look_1_7_everything_read_in_a_round_is_large_enough(tablet: Tablet, cast: Cast) -> None:
    """17 px everywhere at 1280x800 and at 1024x768, and 20 px for names, chips, states and cards; also enlarged."""
    seat_names(cast)
    for _step in walk(tablet):
        for size in (ROOMY, NARROW):
            tablet.page.set_viewport_size(size)
            assert read(tablet.page, 17) == []
            assert read(tablet.page, 20, ".seat-name, .seat-chips, .seat-word, .seat-net, .card b, .pad-key *") == []
        tablet.page.set_viewport_size(ZOOMED)
        found = tablet.page.evaluate(NEXT, VIEW)
        assert found == {"outside": False, "scrolls": False, "twoWays": []}
        tablet.page.set_viewport_size(NARROW)


@pytest.mark.parametrize("larger", ["125", "150", "200"])
def test_look_1_7_the_pages_own_key_enlarges_and_is_remembered(tablet: Tablet, cast: Cast, larger: str) -> None:
    """The next step stays on the screen and nothing is scrolled in two ways; a reload shows the same."""
    seat_names(cast)
    tablet.open()
    tablet.step("offer")
    before = tablet.next.evaluate("key => parseFloat(getComputedStyle(key).fontSize)")
    tablet.page.locator(".top-look").click()
    tablet.find(f"[data-larger='{larger}']").click()
    expect(tablet.find(f"[data-larger='{larger}']")).to_have_attribute("aria-pressed", "true")
    tablet.page.reload()
    tablet.step("offer")
    assert tablet.next.evaluate("key => parseFloat(getComputedStyle(key).fontSize)") >= before * int(larger) / 100 * 0.7
    assert tablet.page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{16 * int(larger) // 100}px"
    for size in (ROOMY, NARROW):
        tablet.page.set_viewport_size(size)
        assert tablet.page.evaluate(NEXT, VIEW) == {"outside": False, "scrolls": False, "twoWays": []}
    tablet.keys("100")
    tablet.go("betting")
    assert tablet.page.evaluate(NEXT, VIEW) == {"outside": False, "scrolls": False, "twoWays": []}


def test_look_1_7_larger_can_be_chosen_before_anybody_taps_in(tablet: Tablet, cast: Cast) -> None:
    """Who cannot read the page can enlarge it first; the panel stays open while the page asks for news."""
    cast.act("open_table", by="frank")
    tablet.open()
    tap_out(table_id=cast.table.pk, stamp=cast.stamp("dana"))
    tablet.step("tap_in")
    tablet.page.locator(".top-look").click()
    cast.act("suspend_table", by="frank", reason="fire drill")
    tablet.page.wait_for_timeout(2500)
    tablet.find("[data-larger='150']").click()
    assert tablet.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"


def test_look_1_7_upright_it_asks_to_be_turned_and_keeps_the_round(tablet: Tablet, cast: Cast) -> None:
    """On tablets and phones; what was tapped is there when it lies again."""
    cast.seat_players()
    tablet.open()
    tablet.step("offer")
    tablet.keys("100")
    tablet.go("betting")
    tablet.wager(2, ante=[25])
    for width, height in ((800, 1280), (768, 1024), (360, 740)):
        tablet.page.set_viewport_size({"width": width, "height": height})
        expect(tablet.page.get_by_role("heading", name="Turn me on my long side")).to_be_visible()
        expect(tablet.page.locator("#table")).not_to_be_visible()
        assert tablet.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tablet.page.set_viewport_size({"width": 1280, "height": 800})
    expect(tablet.page.get_by_text("Turn me on my long side")).not_to_be_visible()
    expect(tablet.seat(2).locator("[data-spot='ante'] .spot-amount")).to_have_text("25")


def test_look_1_1_the_reason_has_its_room_beside_every_key(tablet: Tablet, cast: Cast) -> None:
    """Three lines at both sizes, also with "Lift the limit" in the rail, and the sentence is not cut."""
    cast.seat_players()
    tablet.open()
    tablet.step("offer")
    tablet.keys("100")
    tablet.go("betting")
    tablet.wager(2, ante=[10], flush=[100, 100])
    expect(tablet.find("[data-do='override']")).to_be_visible()
    for size in (NARROW, ROOMY):
        tablet.page.set_viewport_size(size)
        expect(tablet.find(".why")).not_to_be_empty()
        assert tablet.page.evaluate(WHY, VIEW)


def test_look_1_7_long_names_keep_their_letters_and_their_direction(tablet: Tablet, cast: Cast) -> None:
    """At 1024x768, beside chips of 9,999,999: ten letters at least; a name from right to left is cut at its own end."""
    seat_names(cast)
    tablet.open()
    tablet.step("offer")
    for seat, name in NAMES.items():
        place = tablet.seat(seat).locator(".seat-name")
        expect(place).to_have_text(name)
        letters = place.evaluate(
            "element => element.clientWidth / (element.scrollWidth / [...element.textContent].length)"
        )
        assert letters >= 10
        expect(tablet.seat(seat).locator(".seat-chips")).to_have_text("9,999,999")
    assert tablet.seat(2).locator(".seat-name").evaluate("element => getComputedStyle(element).direction") == "rtl"
    assert tablet.page.evaluate(MEASURE, VIEW)["cut"] == []


def colours(page: Page, selector: str) -> list[str]:
    """The colours of four suits."""
    return [
        page.locator(selector % suit).first.evaluate("element => getComputedStyle(element).color") for suit in "schd"
    ]


def test_look_1_8_four_suits_have_four_colours_until_two_are_chosen(tablet: Tablet, cast: Cast) -> None:
    """On the pad and on the felt; contrast is measured where everything is (test_look)."""
    cast.seat_players()
    play_to_hands(tablet)
    tablet.cards("AsKcQhJd")
    for selector in ("#key-2%s", ".seat.is-lit .card.suit-%s"):
        assert len(set(colours(tablet.page, selector))) == 4
    tablet.page.locator(".top-look").click()
    tablet.find("[data-suits='two']").click()
    tablet.find("[data-do='back']").click()
    tablet.page.reload()
    tablet.step("hands")
    for selector in ("#key-2%s", ".seat.is-lit .card.suit-%s"):
        spade, club, heart, diamond = colours(tablet.page, selector)
        assert (spade, heart) == (club, diamond)
        assert spade != heart


def test_look_1_11_paying_and_taking_look_unlike(tablet: Tablet, cast: Cast) -> None:
    """In place, shape and colour; so do folding and raising."""
    cast.seat_players()
    tablet.open()
    look = "element => [getComputedStyle(element).backgroundColor, getComputedStyle(element).borderTopLeftRadius]"
    for step in walk(tablet):
        if step == "decisions":
            fold = tablet.find(".decision[data-seat='2'] [data-choice='fold']").evaluate(look)
            stay = tablet.find(".decision[data-seat='2'] [data-choice='1']").evaluate(look)
            assert all(one != other for one, other in zip(fold, stay, strict=True))
    pay, take = (tablet.find(f".payment.is-{move} .pay-move").first for move in ("pay", "take"))
    expect(pay).to_have_text("Pay 30")
    expect(take).to_have_text("Take 100")
    assert all(one != other for one, other in zip(pay.evaluate(look), take.evaluate(look), strict=True))
    right, left = pay.bounding_box(), take.bounding_box()
    assert right
    assert left
    assert right["x"] + right["width"] > left["x"] + left["width"]


def test_look_1_7_its_own_type_is_served_and_used(tablet: Tablet, cast: Cast) -> None:
    """The policy lets the service's own fonts in, and the suits are drawn with them."""
    cast.seat_players()
    play_to_hands(tablet)
    loaded = tablet.page.evaluate(
        "document.fonts.ready.then(fonts => [...fonts].filter(font => font.status === 'loaded').map(font => font.family))"
    )
    assert {family.strip('"') for family in loaded} >= {"Roboto Condensed", "Croupier Marks"}
