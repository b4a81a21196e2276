"""The closed lists of what an entry can be, held against the rights and the games as they are now (AUD 2.6)."""

from tables.actions.act.record import SCHEMA
from tables.audit.rules.acts import ACTS, ALERTS_OF_ACTS, DEALER, PLAYED, ROLES, SCHEMAS
from tables.games.registry import GAMES
from tables.models import Alert
from tables.policy import MATRIX, Act, Role

NEVER_AN_ENTRY = {
    *("void_decided_round", "change_decision_after_hand", "change_bank_after_deal", "change_hands_after_deal"),
    *("change_wager_after_hand", "raise_on_seen_chips", "override_limit", "recount_large"),
    *("tap_other_out", "read_audit_log", "open_page"),
}
"""What the matrix has a word on, and is done as part of another act or only refused."""


def test_aud_2_6_the_acts_are_those_of_the_matrix() -> None:
    """An act that is added has to be added to the log's own list, with its place and roles; what was once, stays."""
    assert {str(act) for act in Act} - NEVER_AN_ENTRY | {"refused"} <= set(ACTS)
    assert {str(role) for role in Role} <= ROLES
    assert SCHEMA in SCHEMAS


def test_aud_2_6_the_roles_of_each_act_are_those_of_the_matrix() -> None:
    """With a signature a dealer sends what is the floor's; acts that no role is granted are done by what they are."""
    for act, cells in MATRIX.items():
        if str(act) in NEVER_AN_ENTRY or not cells:
            continue
        signers = {str(role) for role, cell in cells.items() if cell.signed}
        rule = ACTS[str(act)]
        assert rule.roles == {str(role) for role in cells} | ({DEALER} if signers else set()), act
        assert rule.signed_by == signers, act
        assert rule.apart == any(cell.not_dealing for cell in cells.values()), act
        assert rule.unsigned == ({str(role) for role in cells} - signers if signers else set()), act


def test_aud_2_6_every_act_of_a_round_has_its_place_in_the_order() -> None:
    """Of each game, in the family it belongs to."""
    for game in GAMES.values():
        family = PLAYED["bank" if game.has_designation else "draw"]
        assert set(game.acts) - {"open_round"} <= set(family)


def test_aud_1_2_the_kinds_of_alerts_that_acts_raise() -> None:
    """No alert is raised without an entry."""
    assert set(Alert.Kind.values) == ALERTS_OF_ACTS
