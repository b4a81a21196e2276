"""Who plays in the tests: Dana deals, Frank runs the floor, Petra is the other floor manager, Ines inspects, Sam is a stranger."""

import itertools
from dataclasses import dataclass, field
from typing import Any

from tables import actions
from tables.actions.act import Answer
from tables.actions.people.sign_in import tap_in
from tables.actions.setup import NewCasino, NewPerson, add_demonstration_person, add_table, bootstrap
from tables.models import Casino, Person, Table
from tables.policy import Role
from tables.stamp import Call, CommandId, HouseCall, Signature, Stamp

PASSWORD = "a long password of the tests"
PINS = {"1001": "284615", "1002": "395726", "2001": "471938", "2002": "582049", "3001": "", "9001": ""}
BADGES = {"dana": "1001", "dora": "1002", "frank": "2001", "petra": "2002"}
HOUSE_RULES: dict[str, Any] = {
    "game": "high_card_flush",
    "terms": {"rake": {"mode": "all_players", "amount": 100}},
    "limits": {
        "ante": {"min": 1000, "max": 30000},
        "flush": {"min": 500, "max": 10000},
        "straight_flush": {"min": 500, "max": 10000},
    },
    "chip_unit": 100,
    "designation": {"min_bank": 10000, "max_consecutive": None, "no_taker": "continue"},
    "changes": {"notice_minutes": 0, "expire_minutes": 60},
    "recount": {"signed_above": 50000},
}
# A bank may be nothing here, so that hands are dead.
ANY_BANK: dict[str, Any] = {**HOUSE_RULES, "designation": {**HOUSE_RULES["designation"], "min_bank": 0}}

HEADS_UP: dict[str, Any] = {
    "game": "heads_up_draw",
    "terms": {"ante": 500, "marker_count": 2, "marker_value": 2000},
    "limits": {},
    "chip_unit": 100,
    "changes": {"notice_minutes": 0, "expire_minutes": 60},
    "recount": {"signed_above": 50000},
}
FOUR_PLAYER: dict[str, Any] = {
    **HEADS_UP,
    "game": "four_player_draw",
    "terms": {"opening_min": 100, "opening_max": 100000, "action_seconds": 30, "commission_bps": 100},
}

_numbers = itertools.count(1)


def command_id() -> CommandId:
    """Return a command id that nobody has used."""
    return CommandId.sent(f"test-command-{next(_numbers):06d}")


@dataclass
class Cast:
    """A casino with its people and one table, and short ways to act there."""

    casino: Casino
    table: Table
    people: dict[str, Person] = field(default_factory=dict)

    def stamp(self, who: str = "dana", role: Role | None = None, signed_by: str | None = None) -> Stamp:
        """A stamp of a person, under a new command id."""
        person = self.people[who]
        signature = None
        if signed_by is not None:
            signer = self.people[signed_by]
            signature = Signature(signer.pk, "pin", signer.credential_version)
        return Stamp(person.pk, role or ROLES[who], None, command_id(), signature)

    def call(self, who: str = "dana") -> Call:
        """A call at the table by a person."""
        return Call(self.table.pk, self.stamp(who))

    def in_house(self, who: str = "frank") -> HouseCall:
        """A call of the house by a person."""
        return HouseCall(self.casino.pk, self.stamp(who))

    def act(self, name: str, *, by: str = "dana", signed_by: str | None = None, **sent: Any) -> Answer:
        """Do an act at the table."""
        return actions.perform(name, Call(self.table.pk, self.stamp(by, signed_by=signed_by)), sent)

    def seat_players(
        self, seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7), chips: int = 100000, by: str = "dana"
    ) -> None:
        """Open the table and let players sit down."""
        self.act("open_table", by="frank")
        for seat in seats:
            self.act("sit", by=by, seat=seat, buy_in=chips)

    def open_round(self, bank_seat: int = 1, bank: int = 50000, by: str = "dana") -> int:
        """Open a round with the next in order as designated player."""
        offers = [{"seat": bank_seat, "answer": "accepted", "bank": bank}]
        number: int = self.act("open_round", by=by, offers=offers).body["round"]
        return number

    @property
    def fresh_table(self) -> Table:
        """The table as it is in the database now."""
        return Table.objects.get(pk=self.table.pk)


ROLES = {
    "dana": Role.DEALER,
    "dora": Role.DEALER,
    "frank": Role.FLOOR,
    "petra": Role.FLOOR,
    "ines": Role.COMPLIANCE,
    "ada": Role.ADMIN,
    "sam": Role.DEALER,
}


def make_cast(
    rules: dict[str, Any] | None = None,
    *,
    tapped_in: bool = True,
    seat_count: int = 7,
    dealing: str = "dana",
    time_zone: str = "UTC",
) -> Cast:
    """A demonstration casino with everybody in it, Dana (or another) tapped in at the one table."""
    casino = bootstrap(
        casino=NewCasino("Casino of the Tests", "EUR", time_zone=time_zone, is_demonstration=True),
        people=[
            NewPerson("9001", "Ada", [Role.ADMIN], PASSWORD),
            NewPerson("3001", "Ines", [Role.COMPLIANCE], PASSWORD),
        ],
        command_id=command_id(),
    )
    for badge, name, roles in (
        ("1001", "Dana", [Role.DEALER]),
        ("1002", "Dora", [Role.DEALER]),
        ("2001", "Frank", [Role.FLOOR]),
        ("2002", "Petra", [Role.FLOOR]),
        ("5001", "Sam", []),
    ):
        person = NewPerson(badge, name, roles, PASSWORD, PINS.get(badge, ""))
        add_demonstration_person(casino=casino, person=person, command_id=command_id())
    table = add_table(
        casino_id=casino.pk, number=12, seat_count=seat_count, rules=rules or HOUSE_RULES, command_id=command_id()
    )
    if tapped_in:
        badge = BADGES[dealing]
        tap_in(table_id=table.pk, badge=badge, pin=PINS[badge], tablet_id=None, command_id=command_id())
    people = {person.name.lower(): person for person in Person.objects.all()}
    return Cast(casino, table, people)
