"""The whole state of one table, as the tablet, the API and the board see it; a constant number of queries."""

from typing import NamedTuple, cast

from django.db.models import DateTimeField, Func, OuterRef, Subquery
from django.utils.translation import gettext

from tables.audit.chain import time_text
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.designation import Answer, Rotation
from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.values import HouseRules, RoundView
from tables.models import ChainHead, Round, Seating, Settlement, Table, TapIn
from tables.models.values import house_rules, match_of, rotation_of, view_of
from tables.queries.rules.changes import coming_change
from tables.queries.tables.documents import (
    AnswerDocument,
    ChainDocument,
    DealerDocument,
    DesignationDocument,
    LastRoundDocument,
    RoundDocument,
    SeatDocument,
    TableDocument,
    TableStateDocument,
)
from tables.queries.times import moment_text

# The clock that judges lateness is the database's, so a page counts down by it (DRAW 2.7).
NOW = Func(function="clock_timestamp", output_field=DateTimeField())
SEAT_ACTS = ("sit", "buy_in", "recount", "move", "sit_out", "return_to_play", "leave")


def table_version(table_id: int) -> int:
    """The version of a table, to ask whether anything has changed; one query."""
    version = Table.objects.filter(pk=table_id).values_list("version", flat=True).first()
    if version is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    return version


class Mark(NamedTuple):
    """What tells one state of a table from another: its version, what no version counts, and who deals."""

    version: int
    notices: int
    dealer: str | None


def table_mark(table_id: int) -> Mark:
    """The mark of a table, to ask whether anything has changed; one query."""
    badge = TapIn.objects.filter(table=OuterRef("pk"), ended_at=None).values("person__badge")
    tables = Table.objects.filter(pk=table_id).annotate(dealer=Subquery(badge))
    found = tables.values_list("version", "notices", "dealer").first()
    if found is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    return Mark(*found)


def mark_of(state: TableStateDocument) -> Mark:
    """The mark of a state that was read (`table_state`)."""
    dealer = state["dealer"]["badge"] if state["dealer"] else None
    return Mark(state["table"]["version"], state["table"]["notices"], dealer)


def table_state(table_id: int) -> TableStateDocument:
    """Everything a page needs to show a table and to offer what can be done next."""
    tables = Table.objects.select_related("casino", "rules").annotate(now=NOW)
    table = tables.filter(pk=table_id).first()
    if table is None or table.rules is None:
        raise NotFound(_("There is no table %(table)s."), table=table_id)
    seatings = {seating.seat: seating for seating in Seating.objects.filter(table=table, left_at=None)}
    newest = _newest_round(table)
    current = newest if newest is not None and newest.state not in Round.ENDED else None
    rules = house_rules(table.rules.document)
    rotation = rotation_of(table, rules, seatings) if current is None else None
    acts, blocked = _legal(table, rules, current, rotation, seatings)
    return {
        "now": time_text(table.now),
        "table": _table(table, rules, seatings),
        "casino": {
            "id": table.casino_id,
            "name": table.casino.name,
            "currency": table.casino.currency,
            "minor_digits": table.casino.minor_digits,
            "time_zone": table.casino.time_zone,
            "demonstration": table.casino.is_demonstration,
        },
        "dealer": _dealer(table),
        "rules": {"version": table.rules.number, "document": table.rules.document},
        "coming": coming_change(table.pk),
        "seats": [_seat(seat, seatings.get(seat)) for seat in range(1, table.seat_count + 1)],
        "designation": _designation(rotation, seatings) if rotation is not None else None,
        "round": _round(current, seatings) if current is not None else None,
        "last_round": _last_round(newest, current),
        "legal_acts": acts,
        "blocked": blocked,
        "chain": _chain(table),
    }


def _newest_round(table: Table) -> Round | None:
    newest_output = Settlement.objects.filter(round=OuterRef("pk")).order_by("-version").values("output")[:1]
    return (
        Round.objects.filter(table=table, number=table.last_round)
        .select_related("rules")
        .annotate(output=Subquery(newest_output))
        .first()
    )


def _table(table: Table, rules: HouseRules, seatings: dict[int, Seating]) -> TableDocument:
    return {
        "id": table.pk,
        "number": table.number,
        "state": str(table.state),
        "version": table.version,
        "notices": table.notices,
        "game": rules.game,
        "seat_count": table.seat_count,
        "button": table.button,
        "carry": table.carry,
        "match": match_of(table, seatings),
    }


def _dealer(table: Table) -> DealerDocument | None:
    tap_in = TapIn.objects.filter(table=table, ended_at=None).select_related("person").first()
    if tap_in is None:
        return None
    return {"badge": tap_in.person.badge, "name": tap_in.person.name, "since": time_text(tap_in.started_at)}


def _seat(seat: int, seating: Seating | None) -> SeatDocument:
    if seating is None:
        return {"seat": seat, "state": "empty", "chips": 0}
    return {
        "seat": seat,
        "state": "sitting_out" if seating.sitting_out else "playing",
        "chips": seating.chips,
        "player_card": seating.player_card,
        "standing_decline": seating.standing_decline,
        "last_wagers": seating.last_wagers,
        "in_a_row": seating.in_a_row,
        "markers_out": seating.markers_out,
        "barred": seating.barred,
    }


def _designation(rotation: Rotation, seatings: dict[int, Seating]) -> DesignationDocument:
    accepted = rotation.accepted
    return {
        "next": rotation.next_seat,
        "remaining": rotation.remaining,
        "answers": [_answer(answer) for answer in rotation.answers],
        "accepted": {"seat": accepted.seat, "bank": accepted.bank or 0} if accepted else None,
        "stopped": rotation.stopped,
        "ineligible": {str(seat): reason for seat in rotation.order if (reason := rotation.why_not_eligible(seat))},
        "suggested_bank": {str(seat): _suggested(rotation, seatings[seat]) for seat in rotation.order},
        "most_bank": {str(seat): rotation.most_bank(seat) for seat in rotation.order},
    }


def _answer(answer: Answer) -> AnswerDocument:
    return {"seat": answer.seat, "answer": answer.answer, "reason": answer.reason, "bank": answer.bank}


def _suggested(rotation: Rotation, seating: Seating) -> int:
    """Return what they banked last, as far as they still have it; else all they have."""
    most = rotation.most_bank(seating.seat)
    return most if seating.last_bank is None else min(seating.last_bank, most)


def _round(round_: Round, seatings: dict[int, Seating]) -> RoundDocument:
    game, view = view_of(round_, seatings)
    of_any_game: RoundDocument = {
        "number": round_.number,
        "state": round_.state,
        "designated_player": round_.designated_seat,
        "bank_declared": round_.bank_declared,
        "bank": round_.bank,
        "pot": round_.pot,
        "rules_version": round_.rules.number,
        "rules": round_.rules.document,
        "play": round_.play,
        "flags": round_.flags,
        "settlement": round_.output,  # type: ignore[attr-defined]
        "opened_at": time_text(round_.opened_at),
        "deadline": moment_text(round_.deadline),
    }
    return cast(RoundDocument, {**of_any_game, **game.describe(view)})


def _last_round(newest: Round | None, current: Round | None) -> LastRoundDocument | None:
    if newest is None or current is not None:
        return None
    return {"number": newest.number, "state": newest.state, "void_reason": newest.void_reason}


def _legal(
    table: Table,
    rules: HouseRules,
    current: Round | None,
    rotation: Rotation | None,
    seatings: dict[int, Seating],
) -> tuple[list[str], dict[str, str]]:
    """What the state of the table permits, and why the next step cannot be taken yet."""
    if table.state == Table.State.CLOSED:
        return ["open_table"], {}
    if table.state == Table.State.SUSPENDED:
        return ["resume_table"], {}
    acts = ["suspend_table", *SEAT_ACTS, *(["standing_decline"] if rules.designation else [])]
    if current is not None:
        game, view = view_of(current, seatings)
        return [*acts, *game.legal_acts(view)], _blocked(view)
    acts.append("open_round")
    blocked = {}
    if rotation is not None:
        acts.append("offer_designation")
        if rotation.accepted is None:
            blocked["open_round"] = "no_designated_player"
    if not seatings:
        acts.append("close_table")
    return acts, blocked


def _blocked(view: RoundView) -> dict[str, str]:
    """Ask the game itself why the next step is refused; a step that is only tried changes nothing."""
    game = GAMES[view.rules.game]
    refused = {}
    for name in game.steps_without_input:
        if name in game.legal_acts(view):
            try:
                game.acts[name](view, {})
            except RuleError as error:
                refused[name] = gettext(error.template) % error.params
    return refused


def _chain(table: Table) -> ChainDocument:
    head = ChainHead.objects.filter(chain=table.chain).first()
    if head is None:
        return {"chain": table.chain, "sequence": 0, "hash": "0" * 64}
    return {"chain": head.chain, "sequence": head.sequence, "hash": head.hash}
