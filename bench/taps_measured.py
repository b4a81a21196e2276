"""Deal the recorded rounds and print what they took; run by bench.taps."""

import argparse
import os
import statistics
import sys
from collections.abc import Sequence

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from playwright.sync_api import Playwright, ViewportSize, sync_playwright  # noqa: E402 - settings first

from tables.actions.devices import enrol_tablet, issue_enrolment_code  # noqa: E402
from tables.web.shared.session import TABLET_COOKIE  # noqa: E402
from tests.browser.conftest import Tablet  # noqa: E402
from tests.browser.dealing import Dealer, Dealt  # noqa: E402
from tests.browser.recording import recording  # noqa: E402
from tests.cast import Cast, command_id, make_cast  # noqa: E402
from tests.fixtures.browser import FLAGS, PATIENCE, chromium  # noqa: E402
from tests.fixtures.live import LiveCasino  # noqa: E402

SIZE: ViewportSize = {"width": 1280, "height": 800}
HEAD = ("taps", "cards", "beside", "waited", "dealer", "p50", "p95")


def main(arguments: list[str]) -> int:
    """Print a line a round and the sums: seconds waited and of the dealer, milliseconds from tap to paint."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--hand", type=float)
    chosen = parser.parse_args(arguments)
    cast, casino = make_cast(), LiveCasino()
    cast.seat_players(recording().seats, chips=recording().chips)
    print(f"{'round':<36}" + "".join(f"{name:>8}" for name in HEAD))
    try:
        with sync_playwright() as playwright:
            dealer = Dealer(at_the_table(playwright, cast, casino))
            for number, round_ in enumerate(recording().rounds[: chosen.rounds], 1):
                dealer.deal(round_)
                print(line(f"{number:>2} {round_.what}", dealer.dealt[-1:], chosen.hand), flush=True)
    finally:
        casino.stop()
    dealt = dealer.dealt
    print(line("a plain round", [one for one in dealt if one.round.is_plain], chosen.hand))
    print(line("a round of all", dealt, chosen.hand))
    print(f"{sum(one.taps for one in dealt)} taps in all, {sum(one.seconds(chosen.hand) for one in dealt):.0f} s")
    return 0


def at_the_table(playwright: Playwright, cast: Cast, casino: LiveCasino) -> Tablet:
    """The enrolled tablet of the table, with a screen for fingers."""
    code = issue_enrolment_code(table_id=cast.table.pk, stamp=cast.stamp("frank"))
    _row, token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, headless=True)
    context = browser.new_context(base_url=casino.url, viewport=SIZE, has_touch=True)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": TABLET_COOKIE, "value": token, "url": casino.url}])
    tablet = Tablet(context.new_page(), cast).open()
    tablet.step("offer")
    return tablet


def line(name: str, dealt: Sequence[Dealt], hand: float) -> str:
    """The means of some rounds, and how quickly all their taps were seen."""
    if not dealt:
        return f"{name:<36}{'none':>8}"
    counts = [statistics.mean(getattr(one, each) for one in dealt) for each in ("taps", "cards", "beside")]
    seconds = [
        statistics.mean(one.waiting for one in dealt),
        statistics.mean(one.seconds(hand) for one in dealt),
    ]
    painted = sorted(time for one in dealt for time in one.painted)
    seen = [painted[int(len(painted) * part)] for part in (0.5, 0.95)]
    figures = (
        [f"{count:.4g}" for count in counts] + [f"{each:.1f}" for each in seconds] + [f"{each:.0f}" for each in seen]
    )
    return f"{name:<36}" + "".join(f"{figure:>8}" for figure in figures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
