"""Play the flows and count what they call; run by bench.flows."""

import argparse
import dataclasses
import itertools
import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.conf import settings  # noqa: E402 - settings first
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from tables.actions.devices import enrol_tablet, issue_enrolment_code  # noqa: E402
from tables.actions.people.sign_in import tap_in  # noqa: E402
from tables.actions.setup import add_table  # noqa: E402
from tables.games.values import JSON  # noqa: E402
from tables.jobs.tasks import expire_actions, make_exports  # noqa: E402
from tables.models import Export, Round, RuleChange  # noqa: E402
from tables.queries.tables.state import table_version  # noqa: E402
from tables.web.shared.session import TABLET_COOKIE  # noqa: E402
from tests.cast import FOUR_PLAYER, HOUSE_RULES, PASSWORD, PINS, Cast, command_id, make_cast  # noqa: E402
from tests.clocks import watched  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tuple(f"{ROOT / folder}{os.sep}" for folder in ("casino", "tables", "local"))
SEATS = range(1, 8)
ANTE = 1000
SIGN_IN = "/login/"


@dataclass(slots=True)
class Flow:
    """What one flow called, in order: the code of each call, and how many calls at most stood above one."""

    name: str
    calls: list[CodeType] = field(default_factory=list)
    deepest: int = 0

    @property
    def files(self) -> Counter[str]:
        """The calls by file."""
        return Counter(str(Path(code.co_filename).relative_to(ROOT)) for code in self.calls)

    @property
    def moves(self) -> int:
        """How often the next call is one of another file."""
        names = [code.co_filename for code in self.calls]
        return sum(one != other for one, other in itertools.pairwise(names))

    def line(self) -> str:
        """The row of the table."""
        figures = (len(self.calls), len(set(self.calls)), len(self.files), self.moves, self.deepest)
        return f"{self.name:<36}" + "".join(f"{figure:>9,}" for figure in figures)


class Counting:
    """Counts the calls of a flow in this thread, and keeps the flows."""

    def __init__(self) -> None:
        self.flows: list[Flow] = []

    @contextmanager
    def flow(self, name: str) -> Iterator[None]:
        """Count what is called meanwhile."""
        flow, depth = Flow(name), 0

        def note(frame: FrameType, event: str, _argument: object) -> None:
            nonlocal depth
            if event not in ("call", "return") or not frame.f_code.co_filename.startswith(PROJECT):
                return
            if event == "call":
                flow.calls.append(frame.f_code)
                flow.deepest = max(flow.deepest, depth)
            depth += 1 if event == "call" else -1

        sys.setprofile(note)
        try:
            yield
        finally:
            sys.setprofile(None)
        self.flows.append(flow)


def main(arguments: list[str]) -> int:
    """Print the table; what is better is the reader's to judge: a file less is worth nothing where two subjects become one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", action="store_true")
    chosen = parser.parse_args(arguments)
    settings.EXPORT_DIR = Path(tempfile.mkdtemp(prefix="exports-", dir=os.environ["BENCH_DATA"]))
    cast = make_cast(tapped_in=False)
    play(cast, 1, Counting())
    counting = Counting()
    play(cast, 2, counting)
    print(f"{'flow':<36}" + "".join(f"{name:>9}" for name in ("calls", "distinct", "files", "moves", "deepest")))
    for flow in counting.flows:
        print(flow.line())
        if chosen.files:
            print("\n".join(files_of(flow)))
    return 0


def files_of(flow: Flow) -> Iterator[str]:
    """One line a file: how many calls, and of which functions."""
    names: dict[str, set[str]] = {}
    for code in flow.calls:
        names.setdefault(str(Path(code.co_filename).relative_to(ROOT)), set()).add(code.co_qualname)
    for name, calls in sorted(flow.files.items()):
        yield f"    {name:<48} {calls:>5}  {', '.join(sorted(names[name]))}"


def play(house: Cast, turn: int, counting: Counting) -> None:
    """All the flows, at tables of their own."""
    cast, tablet = at_new_table(house, 100 + turn, HOUSE_RULES)
    frank, petra, ines = signed_in("2001"), signed_in("2002"), signed_in("3001")
    wager_and_settle(cast, tablet, counting)
    change_rules(cast, (frank, petra, tablet), counting)
    export(ines, counting)
    succeed(tablet.post(f"/tables/{cast.table.pk}/tap-out/"), 200)
    cast, tablet = at_new_table(house, 200 + turn, FOUR_PLAYER)
    expire(cast, counting)
    succeed(tablet.post(f"/tables/{cast.table.pk}/tap-out/"), 200)


def at_new_table(house: Cast, number: int, rules: JSON) -> tuple[Cast, Client]:
    """A table with players at all seats and Dana as their dealer; and the browser of its tablet."""
    table = add_table(casino_id=house.casino.pk, number=number, seat_count=7, rules=rules, command_id=command_id())
    cast = dataclasses.replace(house, table=table)
    tap_in(table_id=table.pk, badge="1001", pin=PINS["1001"], tablet_id=None, command_id=command_id())
    cast.seat_players(tuple(SEATS) if rules is HOUSE_RULES else (1, 2, 3, 4))
    code = issue_enrolment_code(table_id=table.pk, stamp=cast.stamp("frank"))
    _row, token = enrol_tablet(code=code, label="Felt", command_id=command_id())
    client = Client()
    client.cookies[TABLET_COOKIE] = token
    succeed(client.get(f"/tables/{table.pk}/"), 200)
    return cast, client


def signed_in(badge: str) -> Client:
    """A browser in which a person signed in with their password."""
    client = Client()
    succeed(client.post(SIGN_IN, {"badge": badge, "password": PASSWORD}), 302)
    return client


def succeed(response: Any, status: int) -> Any:
    """Give the response; raises AssertionError where it is another than a flow that works has."""
    if response.status_code != status:
        raise AssertionError(f"{response.status_code} instead of {status}: {response.content.decode()[:2000]}")
    return response


def sent(cast: Cast, tablet: Client, name: str, **values: Any) -> Callable[[], Any]:
    """An act as the page of the tablet sends it, ready to be sent."""
    version = str(table_version(cast.table.pk))
    form = {"act": name, "command": command_id(), "version": version, "input": json.dumps(values)}
    return lambda: succeed(tablet.post(f"/tables/{cast.table.pk}/act/", form), 200)


def wager_and_settle(cast: Cast, tablet: Client, counting: Counting) -> None:
    """A round of seven seats, of which the first is the bank."""
    number = cast.open_round()
    wagers = [{"seat": seat, "ante": ANTE, "flush": ANTE // 2} for seat in SEATS[1:]]
    ready = sent(cast, tablet, "enter_wagers", number=number, wagers=wagers)
    with counting.flow("1 a wager, act to row and back"):
        ready()
    cast.act("deal", number=number)
    decisions = [{"seat": seat, "decision": "raise", "raise": ANTE} for seat in SEATS[1:]]
    cast.act("enter_decisions", number=number, decisions=decisions)
    deck = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
    hands = [{"seat": seat, "cards": "".join(deck[seat - 1 :: 7][:7])} for seat in SEATS]
    cast.act("enter_hands", number=number, hands=hands)
    ready = sent(cast, tablet, "settle_round", number=number)
    with counting.flow("2 settle"):
        ready()


def change_rules(cast: Cast, browsers: tuple[Client, Client, Client], counting: Counting) -> None:
    """Frank asks for another limit, Petra approves it, and it takes effect when the round is closed."""
    frank, petra, tablet = browsers
    url = f"/floor/tables/{cast.table.pk}/change/"
    fields = {**fields_of(frank, url), "limits.ante.min": "20", "reason": "a full house", "do": "send"}
    with counting.flow("3a ask for a rule change"):
        succeed(frank.post(url, fields), 302)
    change = RuleChange.objects.get(table=cast.table)
    url = f"/floor/changes/{change.pk}/"
    form = {**fields_of(petra, url), "signature": PASSWORD, "words": "fine"}
    with counting.flow("3b approve it"):
        succeed(petra.post(f"{url}approve/", form), 302)
    ready = sent(cast, tablet, "close_round", number=Round.objects.get(table=cast.table).number)
    with counting.flow("3c it takes effect with close_round"):
        ready()
    change.refresh_from_db()
    if change.state != "in_force":
        raise AssertionError(f"the change of the rules is {change.state}")


def fields_of(client: Client, url: str) -> dict[str, str]:
    """What the form of a page holds before anything is typed into it."""
    text = " ".join(succeed(client.get(url), 200).content.decode().split())
    inputs = re.findall(r"<input\b[^>]*>", text)
    named = {
        name[1]: value[1] for one in inputs if (name := attribute(one, "name")) and (value := attribute(one, "value"))
    }
    selects = re.findall(r'<select\b[^>]*\bname="([^"]+)"[^>]*>(.*?)</select>', text)
    chosen = {name: found[1] for name, options in selects if (found := re.search(r'value="([^"]+)" selected', options))}
    return {**named, **chosen}


def attribute(tag: str, name: str) -> re.Match[str] | None:
    """An attribute of a tag."""
    return re.search(rf'\b{name}="([^"]*)"', tag)


def export(ines: Client, counting: Counting) -> None:
    """Ines asks for an export of everything, the worker makes it, and they take it away."""
    form = fields_of(ines, "/compliance/exports/")
    with counting.flow("4a ask for an export"):
        succeed(ines.post("/compliance/exports/ask/", form), 302)
    with counting.flow("4b make it"):
        make_exports()
    row = Export.objects.latest("pk")
    with counting.flow("4c download"):
        file = succeed(ines.get(f"/compliance/exports/{row.pk}/download/"), 200)
        size = len(b"".join(file.streaming_content))
    if size != row.size:
        raise AssertionError(f"{size} bytes instead of {row.size}")


def expire(cast: Cast, counting: Counting) -> None:
    """A player's time is up, and the task that looks every second finds it."""
    number = cast.act("open_round").body["round"]
    watched()
    late = timezone.now() - timedelta(seconds=1)
    Round.objects.filter(table=cast.table, number=number).update(deadline=late, clock_from=late - timedelta(seconds=30))
    with counting.flow("5 clock expiry"):
        expire_actions()
    if not Round.objects.filter(table=cast.table, number=number, deadline__gt=late).exists():
        raise AssertionError("no player's time was up")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
