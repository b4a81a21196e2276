"""Who works at the simulated tables: made once, given a new random PIN for every run, tapped in with it."""

import itertools
from collections.abc import Iterator, Sequence

from tables.actions.demonstration import reset_demonstration_secrets
from tables.actions.people.sign_in import tap_in
from tables.actions.setup import add_demonstration_person, add_table
from tables.demonstration.house.logins import new_login
from tables.demonstration.house.rules import (
    CAPPED,
    DEALERS_CLOCK,
    FOUR_PLAYER,
    HEADS_UP,
    HIGH_LIMIT,
    LOW_LIMIT,
    MAIN_FLOOR,
    SHORT_DECK,
    hurried,
)
from tables.demonstration.simulation.workers import Crew, Worker, new_id
from tables.games.values import JSON
from tables.models import Casino, Person, Table
from tables.policy import Role

FIRST_NUMBER = 901
SEATS = 7
# Table by table, over and over: every game, and in the end each way to play it.
HOUSE_RULES = (
    *(MAIN_FLOOR, HEADS_UP, hurried(FOUR_PLAYER)),
    *(CAPPED, SHORT_DECK, hurried(DEALERS_CLOCK)),
    *(LOW_LIMIT, HEADS_UP, hurried(FOUR_PLAYER)),
    *(HIGH_LIMIT, SHORT_DECK, hurried(DEALERS_CLOCK)),
)
MANAGER, DEPUTY = "S900", "S899"


def staffed_tables(casino: Casino, count: int, game: str = "", house_rules: Sequence[JSON] = HOUSE_RULES) -> list[Crew]:
    """The first so many simulated tables, of one game or of all, each with its two dealers, one of them tapped in.

    The two floor managers are the same at all. A table that is made for it gets one of the house rules, in turn.
    """
    manager = _employed(casino, MANAGER, "Simulated floor manager", [Role.FLOOR])
    deputy = _employed(casino, DEPUTY, "Simulated deputy", [Role.FLOOR])
    crews = []
    for number, rules in itertools.islice(_numbered(game, house_rules), count):
        table = _table(casino, number, rules)
        dealer = _employed(casino, f"S{number}", f"Simulated dealer {number}", [Role.DEALER])
        relief = _employed(casino, f"S{number}R", f"Simulated relief {number}", [Role.DEALER])
        tap_in(table_id=table.pk, badge=dealer.badge, pin=dealer.pin, tablet_id=None, command_id=new_id())
        crews.append(Crew(casino.pk, table.pk, (dealer, relief), manager, deputy))
    return crews


def _numbered(game: str, house_rules: Sequence[JSON]) -> Iterator[tuple[int, JSON]]:
    """The numbers of the simulated tables with their house rules, those of one game alone if it is named."""
    every = zip(itertools.count(FIRST_NUMBER), itertools.cycle(house_rules), strict=False)
    return ((number, rules) for number, rules in every if game in ("", rules["game"]))


def _table(casino: Casino, number: int, rules: JSON) -> Table:
    found = Table.objects.filter(casino=casino, number=number).first()
    if found is not None:
        return found
    return add_table(casino_id=casino.pk, number=number, seat_count=SEATS, rules=rules, command_id=new_id())


def _employed(casino: Casino, badge: str, name: str, roles: Sequence[Role]) -> Worker:
    """A person of the simulation with the secrets of this run."""
    login = new_login(badge, name, roles)
    save = reset_demonstration_secrets if Person.objects.filter(badge=badge).exists() else add_demonstration_person
    save(casino=casino, person=login.as_new_person(), command_id=new_id())
    return Worker(Person.objects.get(badge=badge).pk, badge, login.pin, login.password)
