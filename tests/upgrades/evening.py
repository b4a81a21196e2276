"""A demonstration casino in the middle of an evening: something of everything that a database holds when it is upgraded."""

import itertools
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tables.actions import perform
from tables.actions.audit.checkpoints import make_checkpoint
from tables.actions.audit.exports import cancel_export, request_export
from tables.actions.devices import enrol_tablet, issue_token
from tables.actions.people.decisions import confirm_change
from tables.actions.people.requests import Secrets, request_person, request_roles
from tables.actions.people.sign_in import sign_in, tap_in
from tables.actions.setup import add_table
from tables.demonstration.house.house import enrolment_code, seed
from tables.demonstration.house.logins import Logins
from tables.demonstration.house.rules import HEADS_UP
from tables.demonstration.simulation import floor
from tables.demonstration.simulation.crew import staffed_tables
from tables.demonstration.simulation.processes import played_rounds
from tables.models import Casino, Person, Table
from tables.policy import Role
from tables.stamp import Call, CommandId, HouseCall, Stamp
from tests.cast import Cast
from tests.state import table_state

# People of the demonstration in the parts of the tests' cast.
PARTS = {"dana": "1001", "dora": "1002", "frank": "2001", "petra": "2002", "ines": "3001", "ada": "9001"}
SIMULATED_TABLES, SIMULATED_ROUNDS, SEED, FLOOR_OFTEN = 6, 6, 11, 0.3
BANK_HAND, BETTER, WORSE, FOUR_CLUBS = "AsKhQs9s7d6d2c", "5h4h3h2hKs9d7c", "JdTd8d6c5c4c3s", "AcKcQcTcJd8s3d"
TIED = ("AsKd9c7h2d", "AdKs9h7c2s")
EURO = 100

_numbers = itertools.count(1)


def new_id() -> CommandId:
    """A command id that no test makes again on the restored database."""
    return CommandId.sent(f"upgrade-{next(_numbers):06d}")


@dataclass
class At(Cast):
    """The people at one of the tables."""

    def stamp(self, who: str = "dana", role: Role | None = None, signed_by: str | None = None) -> Stamp:
        """A stamp under a command id of its own kind."""
        return replace(super().stamp(who, role, signed_by), command_id=new_id())

    def does(self, name: str, **sent: Any) -> dict[str, Any]:
        """An act by the floor; gives its answer."""
        signed = {"signed_by": "petra"} if name in ("correct_round", "bar_player", "rule_on_dispute") else {}
        body: dict[str, Any] = self.act(name, by="frank", **signed, **sent).body
        return body


def spend(data: Path) -> dict[str, Any]:
    """The whole evening; gives what a test has to know to go on with it."""
    casino, logins = seed(data / "demo.json")
    floor.OFTEN = FLOOR_OFTEN
    crews = staffed_tables(casino, SIMULATED_TABLES)
    for _tally in played_rounds(crews, SIMULATED_ROUNDS, SEED, 1):
        pass
    sign_checkpoint(casino)
    tables = at_tables(casino)
    banked_evening(tables[1])
    up_to_decisions(tables[2])
    changed_rules(tables[3])
    carried_pot(tables[5])
    waiting_for_an_action(tables[6])
    waiting_for_an_action(tables[7])
    in_the_house(tables[1])
    secrets = devices(casino, logins, tables[1].table)
    sign_checkpoint(casino)
    tables[2].does("suspend_table", reason="a look at the cards")
    tables[2].does("resume_table")
    return secrets


def at_tables(casino: Casino) -> dict[int, At]:
    """The tables of the demonstration, and one more for two players."""
    add_table(casino_id=casino.pk, number=7, seat_count=2, rules=HEADS_UP, command_id=new_id())
    people = {part: Person.objects.get(badge=badge) for part, badge in PARTS.items()}
    tables = Table.objects.filter(casino=casino, number__lt=900)
    found = {table.number: At(casino, table, people) for table in tables}
    found[7].does("open_table")
    for seat in (1, 2):
        found[7].does("sit", seat=seat, buy_in=300 * EURO)
    return found


def banked_evening(at: At) -> None:
    """A round that was corrected after a player had left, a dispute about it, a bar; the next waits for hands."""
    number = dealt(at, bank=1, ante=20 * EURO, seats=(2, 4))
    decided(at, number, 20 * EURO, (2, 4))
    hands(at, number, {1: BANK_HAND, 2: BETTER, 4: WORSE})
    for act in ("settle_round", "close_round"):
        at.does(act, number=number)
    at.does("leave", seat=4)
    corrections = {"hands": [{"seat": 4, "cards": FOUR_CLUBS}]}
    at.does("correct_round", number=number, corrections=corrections, reason="misread_hand")
    at.does("open_dispute", number=number, reason="payment", seat=2, words="paid too little")
    at.does("bar_player", seat=7, scope="table", reason="conduct")
    number = dealt(at, bank=2, ante=10 * EURO, seats=(1, 5))
    decided(at, number, 10 * EURO, (1, 5))
    hands(at, number, {1: BETTER})


def up_to_decisions(at: At) -> None:
    """A round whose cards are dealt; and a change of rules that nobody has decided on."""
    number = dealt(at, bank=2, ante=5 * EURO, seats=(3, 5))
    at.does("enter_decisions", number=number, decisions=[{"seat": 3, "decision": "fold"}])
    ask_for_rules(at, {"limits": {"ante": {"min": 300, "max": 5000}}})


def changed_rules(at: At) -> None:
    """A change that was put in force, and one that is approved and waits until a round is over."""
    first = ask_for_rules(at, {"designation": {"min_bank": 600 * EURO}})
    approve(at, first)
    offers = [{"seat": 1, "answer": "accepted", "bank": 1000 * EURO}]
    number = at.does("open_round", offers=offers)["round"]
    at.does("enter_wagers", number=number, wagers=[{"seat": 4, "ante": 10 * EURO, "flush": 5 * EURO}])
    second = ask_for_rules(at, {"limits": {"ante": {"min": 2000, "max": 30000}}})
    approve(at, second)


def carried_pot(at: At) -> None:
    """A hand that both win: what lies in the pot stays at the table."""
    number = at.does("open_round")["round"]
    first, second = table_state(at.table.pk)["round"]["order"]
    acts(
        at, number, (first, "stay"), (second, "draw"), (second, "exchange", 0), (first, "exchange", 0), (first, "call")
    )
    hands(at, number, {1: TIED[0], 2: TIED[1]})
    for act in ("settle_round", "close_round"):
        at.does(act, number=number)


def waiting_for_an_action(at: At) -> None:
    """A round of draw poker in the middle of its betting."""
    number = at.does("open_round")["round"]
    state = table_state(at.table.pk)["round"]
    option = next(option for option in state["options"] if option["do"] in ("bet", "open"))
    acts(at, number, (state["turn"], option["do"], option["least"]))


def in_the_house(at: At) -> None:
    """People and exports: some done, some waiting."""
    details = {"name": "Nora", "licence": "L-1005", "roles": [str(Role.DEALER)]}
    asked = request_person(in_house(at, "ada"), badge="1005", details=details, secrets=Secrets("284615", ""))
    confirm_change(in_house(at, "ines"), change=asked.body["change"])
    request_roles(in_house(at, "ada"), badge="1002", roles=[str(Role.FLOOR)])
    exported = request_export(at.in_house("ines"), sent={})
    cancel_export(at.in_house("ines"), export=exported.body["export"])
    request_export(at.in_house("ines"), sent={"tables": [1]})


def in_house(at: At, who: str) -> HouseCall:
    """A call of the house by somebody who signs with a password."""
    return HouseCall(at.casino.pk, signed(at, who))


def signed(at: At, who: str) -> Stamp:
    """A stamp of somebody who signs with a password."""
    stamp = at.stamp(who, signed_by=who)
    return replace(stamp, signature=replace(stamp.signature, method="password") if stamp.signature else None)


def devices(casino: Casino, logins: Logins, table: Table) -> dict[str, Any]:
    """A tablet at which somebody deals, a code that nobody has entered, a token of the API; with what opens them."""
    tablet, tablet_token = enrol_tablet(
        code=enrolment_code(casino, logins, table.number), label="Pit 1", command_id=new_id()
    )
    enrolment_code(casino, logins, 2)
    token = issue_token(casino_id=casino.pk, badge=PARTS["ines"], label="the inspector's", command_id=new_id())
    dealer = logins.first(Role.DEALER)
    tap_in(table_id=table.pk, badge=dealer.badge, pin=dealer.pin, tablet_id=tablet.pk, command_id=new_id())
    manager = logins.first(Role.FLOOR)
    sign_in(casino_id=casino.pk, badge=manager.badge, password=manager.password, command_id=new_id())
    people = {login.badge: {"pin": login.pin, "password": login.password} for login in logins.people}
    return {"people": {**people, "1005": {"pin": "284615", "password": ""}}, "tablet": tablet_token, "token": token}


def sign_checkpoint(casino: Casino) -> None:
    """As beat does."""
    make_checkpoint(HouseCall(casino.pk, Stamp.of_system(new_id())))


def ask_for_rules(at: At, changes: dict[str, Any]) -> int:
    """The floor asks for other rules; gives the number of the change."""
    version = table_state(at.table.pk)["rules"]["version"]
    asked = at.does("request_rule_change", rules=changes, base_version=version, reason="how the evening goes")
    number: int = asked["change"]
    return number


def approve(at: At, change: int) -> None:
    """The other floor manager agrees."""
    perform("approve_rule_change", Call(at.table.pk, signed(at, "petra")), {"change": change})


def dealt(at: At, *, bank: int, ante: int, seats: tuple[int, ...]) -> int:
    """A round with these Antes, its cards dealt."""
    offers = [{"seat": bank, "answer": "accepted", "bank": 250 * EURO}]
    number: int = at.does("open_round", offers=offers)["round"]
    at.does("enter_wagers", number=number, wagers=[{"seat": seat, "ante": ante} for seat in seats])
    at.does("deal", number=number)
    return number


def decided(at: At, number: int, raised: int, seats: tuple[int, ...]) -> None:
    """Everybody raises."""
    rows = [{"seat": seat, "decision": "raise", "raise": raised} for seat in seats]
    at.does("enter_decisions", number=number, decisions=rows)


def hands(at: At, number: int, cards: dict[int, str]) -> None:
    """Hands by seat."""
    at.does("enter_hands", number=number, hands=[{"seat": seat, "cards": held} for seat, held in cards.items()])


def acts(at: At, number: int, *actions: tuple[Any, ...]) -> None:
    """Actions of draw poker: seat, word and number."""
    for seat, do, *rest in actions:
        name = "count" if do == "exchange" else "amount"
        at.does("take_actions", number=number, actions=[{"seat": seat, "do": do, **({name: rest[0]} if rest else {})}])
