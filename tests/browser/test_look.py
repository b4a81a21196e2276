"""What can be measured of the look (LOOK 1, interfaces section 4)."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import VIEW, Tablet
from tests.browser.test_round import HANDS, play_to_hands
from tests.cast import Cast

pytestmark = pytest.mark.browser

SIZES = ((1024, 768), (1280, 800), (1024, 600))
MEASURE = r"""view => {
  const box = element => element.getBoundingClientRect();
  const shown = [...document.querySelectorAll("button, a, input")].filter(element => box(element).width && box(element).height);
  const cut = element => {
    const text = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());
    return text && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow === "visible";
  };
  const next = box(document.querySelector(view + " .next-step"));
  const small = (element, least) => box(element).width < least || box(element).height < least;
  const name = element => element.className + " " + element.textContent.trim().slice(0, 30) + " " + Math.round(box(element).width) + "x" + Math.round(box(element).height);
  const light = text => {
    const [red, green, blue] = text.match(/[\d.]+/g).slice(0, 3).map(part => part / 255)
      .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/, 0\)$|transparent/.test(colour)) return colour;
    }
    return "rgb(13, 17, 19)";
  };
  const faint = element => {
    const text = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());
    if (!text || element.closest("[aria-hidden], .seat-name")) return false;
    const both = [light(getComputedStyle(element).color), light(ground(element))].sort((one, other) => other - one);
    return (both[0] + 0.05) / (both[1] + 0.05) < 7;
  };
  return {
    faint: [...document.querySelectorAll("#tablet *")].filter(element => box(element).width && faint(element)).map(name),
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    next: [next.left, next.top, next.width, next.height].map(Math.round),
    small: shown.filter(element => small(element, element.matches(".seat, .pad-key, .chip, .choice, .keypad-key") ? 60 : 48)).map(name),
    outside: shown.filter(element => box(element).right > innerWidth + 1 || box(element).bottom > innerHeight + 1 || box(element).left < 0).map(name),
    cut: [...document.querySelectorAll("#tablet *")].filter(element => box(element).width && cut(element)).map(name),
  };
}"""


def measure(tablet: Tablet, width: int, height: int) -> list[int]:
    """Check one step at one size; gives where the next step stands."""
    tablet.page.set_viewport_size({"width": width, "height": height})
    found = tablet.page.evaluate(MEASURE, VIEW)
    assert found["scrolls"] is False
    assert found["small"] == []
    assert found["outside"] == []
    assert found["cut"] == []
    assert found["faint"] == []
    place: list[int] = found["next"]
    return place


def everywhere(tablet: Tablet, places: dict[tuple[int, int], set[tuple[int, ...]]]) -> None:
    """Check a step at every size and note where its next step stands."""
    for size in SIZES:
        places.setdefault(size, set()).add(tuple(measure(tablet, *size)))


def test_look_1_1_nothing_scrolls_moves_or_is_too_small(tablet: Tablet, cast: Cast) -> None:
    """At every step: keys large enough, nothing cut off or outside, and the next step always in its one place."""
    places: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    cast.seat_players()
    tablet.open()
    tablet.step("offer")
    everywhere(tablet, places)
    for menu in ("buy_in", "recount", "move", "leave"):
        tablet.seat(3).click()
        tablet.find(f"[data-menu='{menu}']").click()
        everywhere(tablet, places)
    tablet.find("[data-do='back']").click()
    play_to_hands(tablet)
    everywhere(tablet, places)
    for aside in ("wagers", "decisions"):
        tablet.find(f"[data-aside='{aside}']").click()
        everywhere(tablet, places)
        tablet.find("[data-do='back']").click()
    tablet.page.locator(".top-floor").click()
    everywhere(tablet, places)
    tablet.find("[data-aside='tap-in']").click()
    everywhere(tablet, places)
    tablet.find("[data-do='back']").click()
    for cards in HANDS.values():
        tablet.cards(cards)
    tablet.cards("AsKs9s8h5d4c2c")
    tablet.step("settlement")
    everywhere(tablet, places)
    for size, found in places.items():
        assert len(found) == 1, (size, found)
        left, top, width, height = found.pop()
        assert (width >= 160, height >= 88) == (True, True)
        assert (size[0] - left - width <= 16, size[1] - top - height <= 16) == (True, True)


def test_look_1_5_low_screens_have_one_row_of_seats(tablet: Tablet, cast: Cast) -> None:
    """Below 700 px of height all seats stand in a line, in the order of their numbers."""
    cast.seat_players()
    tablet.open()
    tablet.page.set_viewport_size({"width": 1024, "height": 600})
    boxes = [tablet.seat(seat).bounding_box() for seat in range(1, 8)]
    assert len({box["y"] for box in boxes if box}) == 1
    left = [box["x"] for box in boxes if box]
    assert left == sorted(left)
    expect(tablet.next).to_be_visible()
