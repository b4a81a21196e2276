"""The moves of a simulated table as acts of the service, each by whom it is made."""

from tables.actions import perform
from tables.actions.act import Answer
from tables.actions.floor.alerts import acknowledge_alert
from tables.actions.floor.bars import lift_bar
from tables.actions.people.sign_in import tap_in
from tables.demonstration.players.moves import Move
from tables.demonstration.simulation.workers import Crew, new_id
from tables.errors import TableError
from tables.games.errors import RuleError
from tables.stamp import Call, Stamp

# Not decided on a version of the table.
DONE_IN_THE_HOUSE = ("lift_bar", "acknowledge_alert", "tap_in")

# Another person was faster, or the clock was: what follows is decided anew.
OVERTAKEN = ("stale", "expired")


class UnexpectedError(AssertionError):
    """An act did what it should not, or refused what it should do."""


class Staff:
    """The crew at its table, one of the two dealers tapped in."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        self.dealer = crew.dealers[0]

    def stamp(self, move: Move) -> Stamp:
        """Who makes the move, under a new command id."""
        return self.crew.stamp(move, self.dealer, new_id())

    def make(self, move: Move, stamp: Stamp, version: int) -> Answer:
        """Do it: at the table, or where the house does it."""
        if move.act == "lift_bar":
            return lift_bar(stamp=stamp, **move.sent)
        if move.act == "acknowledge_alert":
            return acknowledge_alert(stamp=stamp, **move.sent)
        if move.act == "tap_in":
            return self._relieve()
        return perform(move.act, Call(self.crew.table_id, stamp, version), move.sent)

    def verify_refused(self, move: Move, stamp: Stamp, version: int) -> None:
        """Make a mistake on purpose; raises UnexpectedError unless it is refused for the right reason."""
        try:
            self.make(move, stamp, version)
        except (TableError, RuleError) as error:
            if error.code in OVERTAKEN and move.refused != error.code:
                raise
            if error.code != move.refused:
                raise UnexpectedError(f"{move.act} was refused as {error.code}, not {move.refused}: {error}") from error
        else:
            raise UnexpectedError(f"{move.act} was not refused as {move.refused}: {move.sent}")

    def _relieve(self) -> Answer:
        self.dealer = self.crew.relief_of(self.dealer)
        proof = {"badge": self.dealer.badge, "pin": self.dealer.pin}
        return tap_in(table_id=self.crew.table_id, tablet_id=None, command_id=new_id(), **proof)


def verify_replay(move: Move, answer: Answer, again: Answer) -> None:
    """Raise UnexpectedError unless what was sent twice acted once and answered the same (OPS 5.10)."""
    if not again.replayed or (again.body, again.version) != (answer.body, answer.version):
        raise UnexpectedError(f"{move.act} sent twice answered {again} after {answer}")
