"""A dealer who deals recorded rounds with one finger, and what it takes them.

They read what the page offers: a next step is pressed only where the page does not go on by itself, so the same rounds
are dealt on every version of the tablet.
"""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as Late

from tests.browser.conftest import TO_READ, VIEW, Tablet
from tests.browser.recording import RecordedRound, Slip
from tests.browser.touch import APART, middle

# What a practised dealer needs for one tap, in seconds: to look, to move the hand, to touch.
HAND = 0.5
# How long a page is watched for going on by itself, in milliseconds, the first time a step is reached.
WATCHED = 3000
PAYMENT = f"{VIEW} .payment"
WATCH = """() => {
  const taps = [];
  let movedAt = -Infinity;
  let observer = null;
  window.dealing = { taps, movedAt: () => movedAt };
  window.addEventListener("pointerdown", () => {
    const tap = { at: performance.now(), painted: null };
    taps.push(tap);
    observer?.disconnect();
    observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => { tap.painted = performance.now() - tap.at; };
        after.port2.postMessage(0);
      });
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  }, true);
  let step = "";
  const look = () => {
    const now = document.getElementById("table")?.className ?? "";
    if (now !== step) movedAt = performance.now();
    step = now;
    requestAnimationFrame(look);
  };
  look();
}"""
# Gives how long after the last tap the key can be tapped, in milliseconds; 0 where it could all along.
POSSIBLE = """([selector, toRead]) => new Promise(resolve => {
  const { taps, movedAt } = window.dealing;
  const last = taps.at(-1)?.at ?? performance.now();
  let isFirst = true;
  const look = () => {
    const key = document.querySelector(selector);
    const box = key?.getBoundingClientRect();
    const isOn = box?.width && !key.disabled && key.getAttribute("aria-disabled") !== "true";
    const isOver = isOn && key.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    const isRead = !key?.classList.contains("next-step") || performance.now() - movedAt() >= toRead;
    if (isOver && isRead) resolve(isFirst ? 0 : performance.now() - last);
    else requestAnimationFrame(look);
    isFirst = false;
  };
  look();
})"""


@dataclass(slots=True)
class Dealt:
    """What one round took: taps on cards and beside them, milliseconds until the next tap was possible, for each tap."""

    round: RecordedRound
    cards: int = 0
    beside: int = 0
    waits: list[float] = field(default_factory=list)
    painted: list[float] = field(default_factory=list)

    @property
    def taps(self) -> int:
        """All of them."""
        return self.cards + self.beside

    @property
    def waiting(self) -> float:
        """Seconds in which the next tap was not possible."""
        return sum(self.waits) / 1000

    def seconds(self, hand: float = HAND) -> float:
        """Dealer's time: that of the hand, and what the page was slower than the hand."""
        return self.taps * hand + sum(max(0.0, wait / 1000 - hand) for wait in self.waits)


class Dealer:
    """Deals rounds at a tablet with touch, and keeps what each took."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet = tablet
        self.dealt: list[Dealt] = []
        self.by_itself: dict[str, bool] = {}
        self.is_timed = True
        tablet.page.evaluate(WATCH)

    @property
    def now(self) -> Dealt:
        """The round that is being dealt."""
        return self.dealt[-1]

    def deal(self, round_: RecordedRound) -> Dealt:
        """Deal a round from the offer of the bank to the offer after it; gives what it took."""
        self.dealt.append(Dealt(round_))
        self._offer()
        self._wager()
        self._decide()
        self._show_hands()
        self._settle()
        taps = self.tablet.page.evaluate("window.dealing.taps.splice(0)")
        assert len(taps) == self.now.taps, f"{len(taps)} contacts for {self.now.taps} taps"
        self.now.painted = [tap["painted"] for tap in taps if tap["painted"] is not None]
        return self.now

    def _offer(self) -> None:
        round_ = self.now.round
        for seat in round_.declines:
            expect(self._find("[data-offer='title']")).to_contain_text(f"seat {seat}")
            self._tap("[data-do='decline']")
        expect(self._find("[data-offer='title']")).to_contain_text(f"seat {round_.bank}")
        if round_.amount is not None:
            self._tap("[data-do='amount-clear']")
            for digit in str(round_.amount):
                self._tap(f"[data-do='amount-digit'][data-digit='{digit}']")
        self._tap(".next-step")
        self.tablet.step("betting")

    def _wager(self) -> None:
        round_ = self.now.round
        if self._find("[data-do='same-again']").is_enabled():
            self._tap("[data-do='same-again']")
        for seat, spots in round_.wagers.items():
            if "is-lit" not in str(self.tablet.seat(seat).get_attribute("class")).split():
                self._tap(f"#seat-{seat}")
            for spot, chips in spots.items():
                if self._find(f"[data-spot='{spot}']").get_attribute("aria-pressed") != "true":
                    self._tap(f"[data-do='spot'][data-spot='{spot}']")
                for chip in chips:
                    self._tap(f"[data-do='chip'][data-value='{chip * 100}']")
        self._tap(".next-step")
        self.tablet.step("decisions")

    def _decide(self) -> None:
        round_ = self.now.round
        for seat, choice in round_.decisions.items():
            self._tap(f"[data-do='decide'][data-seat='{seat}'][data-choice='{choice}']")
        self._tap("[data-do='all-once']")
        self._reach("#table.step-hands")

    def _show_hands(self) -> None:
        round_, slip = self.now.round, self.now.round.slip
        left = dict(round_.hands)
        while left:
            seat = self._lit(left)
            self._type(left.pop(seat), slip if slip and slip.seat == seat else None)
            if slip and slip.seat == seat and slip.seen == "later":
                self._correct(slip, round_.hands[seat])
        self._reach(PAYMENT)

    def _lit(self, left: dict[int, str]) -> int:
        expect(self.tablet.page.locator(",".join(f"#seat-{seat}.is-lit" for seat in left))).to_have_count(1)
        return int(str(self.tablet.page.locator(".seat.is-lit").get_attribute("data-seat")))

    def _type(self, hand: str, slip: Slip | None) -> None:
        for place, card in enumerate(cards_of(hand)):
            if slip and slip.place == place:
                self._tap_card(slip.card)
                if slip.seen == "later":
                    continue
                self._tap("[data-do='card-back']")
            self._tap_card(card)

    def _correct(self, slip: Slip, hand: str) -> None:
        """Put a card of a finished hand right: two taps in a hand that is taken up again, all of it in one begun anew."""
        self._tap(f"#seat-{slip.seat}")
        if self._is_taken_up(slip.card):
            self._tap_card(slip.card)
            self._tap_card(cards_of(hand)[slip.place])
        else:
            self._type(hand, None)

    def _is_taken_up(self, card: str) -> bool:
        self.tablet.page.wait_for_timeout(TO_READ * 1000)
        return "is-mine" in str(self._find(f"[data-card='{card}']").get_attribute("class")).split()

    def _settle(self) -> None:
        for seat, word in self.now.round.shows.items():
            row = self._find(f"#pay-{seat}")
            if word == "dead":
                expect(row.locator(".pay-dead")).to_be_visible()
            else:
                expect(row.locator(".pay-move")).to_have_text("Push", use_inner_text=True)
        if self._find(".next-step").get_attribute("aria-disabled") == "true":
            self._tap("[data-do='tick-all']")
        self._tap(".next-step")
        self.tablet.step("offer")

    def _reach(self, selector: str) -> None:
        """Come to where the page is to be next, which it may do by itself."""
        place = self.tablet.page.locator(selector).first
        if selector not in self.by_itself:
            try:
                place.wait_for(timeout=WATCHED)
            except Late:
                self.by_itself[selector] = False
            else:
                self.by_itself[selector] = True
            self.is_timed = False
        if not self.by_itself[selector]:
            self._tap(".next-step")
        place.wait_for()

    def _tap_card(self, card: str) -> None:
        self._tap(f"[data-card='{card}']")

    def _tap(self, selector: str) -> None:
        """Tap a key as soon as it can be tapped, no quicker than a hand is."""
        page = self.tablet.page
        where = selector if selector.startswith("#") else f"{VIEW} {selector}"
        page.wait_for_timeout(APART)
        wait: Any = page.evaluate(POSSIBLE, [where, TO_READ * 1000])
        if self.is_timed and self.now.taps:
            self.now.waits.append(float(wait))
        self.is_timed = True
        page.touchscreen.tap(*middle(page.locator(where)))
        if "data-card" in selector:
            self.now.cards += 1
        else:
            self.now.beside += 1

    def _find(self, selector: str) -> Locator:
        return self.tablet.find(selector)


def cards_of(hand: str) -> list[str]:
    """A hand, card by card."""
    return [hand[start : start + 2] for start in range(0, len(hand), 2)]
