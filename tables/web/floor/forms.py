"""The forms of the floor; what may stand in a field is for the acts to say (OPS 2.3, 5.8, 5.9)."""

from tables.web.shared.fields import SeatField, TextField
from tables.web.shared.signed_forms import SignedForm


class BarForm(SignedForm):
    """Bars a player card from the house."""

    player_card = TextField()
    reason = TextField()
    words = TextField()


class LiftForm(SignedForm):
    """Lifts a bar."""

    words = TextField()


class DebtForm(SignedForm):
    """Says how a debt was dealt with."""

    how = TextField()
    words = TextField()


class DisputeForm(SignedForm):
    """Opens a dispute about a round, or about one seat of it."""

    reason = TextField()
    words = TextField()
    seat = SeatField()


class RulingForm(SignedForm):
    """Ends a dispute."""

    outcome = TextField()
    words = TextField()


class CorrectionReasonForm(SignedForm):
    """Says why a round is corrected, beside the corrections themselves."""

    reason = TextField()
    words = TextField()
