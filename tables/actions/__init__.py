"""Every write of the service: one public function an act."""

from collections.abc import Callable, Mapping
from typing import Any

from tables.actions.act import Answer
from tables.actions.bank import offer_designation
from tables.actions.floor.bars import bar_player
from tables.actions.floor.corrections import correct_round
from tables.actions.floor.debts import settle_debt
from tables.actions.floor.disputes import open_dispute, rule_on_dispute
from tables.actions.rounds import (
    change_bank,
    close_round,
    deal,
    enter_decisions,
    enter_hands,
    enter_wagers,
    open_round,
    settle_round,
    take_actions,
    void_round,
)
from tables.actions.rules.changes import (
    approve_rule_change,
    cancel_rule_change,
    reject_rule_change,
    request_rule_change,
    withdraw_rule_change,
)
from tables.actions.seats import (
    buy_in,
    give_up_match,
    leave,
    move,
    recount,
    return_to_play,
    sit,
    sit_out,
    standing_decline,
)
from tables.actions.tables import close_table, open_table, resume_table, suspend_table
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.table.reading import verify_sent
from tables.policy import Act
from tables.stamp import Call

TABLE_ACTS: Mapping[str, Callable[..., Answer]] = {
    act.__name__: act
    for act in (
        *(open_table, close_table, suspend_table, resume_table),
        *(sit, buy_in, recount, move, sit_out, return_to_play, standing_decline, leave, give_up_match),
        *(offer_designation, open_round, change_bank, enter_wagers, deal),
        *(enter_decisions, enter_hands, take_actions, settle_round, close_round, void_round),
        *(correct_round, open_dispute, rule_on_dispute, bar_player),
        *(request_rule_change, withdraw_rule_change, approve_rule_change, reject_rule_change, cancel_rule_change),
    )
} | {str(Act.SETTLE_OWED): settle_debt}
"""The acts at a table that a page or a program asks for by name."""


def perform(name: str, call: Call, sent: Mapping[str, Any]) -> Answer:
    """Run an act at a table by its name, and return its answer; raises NotFound or BadField for a name or key that does not exist."""
    act = TABLE_ACTS.get(name)
    if act is None:
        raise NotFound(_("There is no act %(name)s."), name=name)
    verify_sent(act, sent)
    return act(call, **sent)
