"""One entry of the audit log with all its fields, and whether its hash is that of what it says (LOOK 3)."""

import json
from datetime import datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tables.audit.canonical import NotCanonicalError, canonical
from tables.audit.chain import entry_hash, time_text
from tables.policy import EXPORTERS, LOG_READERS
from tables.queries.audit.checkpoints import vouching_checkpoint
from tables.queries.audit.pages import Place, log_entry
from tables.queries.people import names_of
from tables.queries.tables.round_documents import EntryDocument
from tables.web.audit.links import (
    LAST_SEQUENCE,
    chain_word,
    entry_address,
    log_address,
    moment_address,
    page_address,
    replay_address,
)
from tables.web.audit.replay import Outcome, outcomes_of
from tables.web.audit.sentences import sentence_of
from tables.web.audit.speaker import Speaker
from tables.web.shared.forms import new_seed
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.words.people import ROLES


@require_GET
@for_roles(*LOG_READERS)
def entry(request: HttpRequest, office: StaffContext, where: str, sequence: int) -> HttpResponse:
    """Show one entry as it was hashed."""
    is_possible = sequence <= LAST_SEQUENCE and "\x00" not in where
    stored = log_entry(f"{office.casino.pk}/{where}", sequence) if is_possible else None
    if stored is None:
        raise Http404
    row, before, is_last = stored
    try:
        holds = entry_hash(row) == row["hash"]
        hashed = canonical({field: value for field, value in row.items() if field != "hash"}).decode()
    except NotCanonicalError as error:
        holds, hashed = False, str(error)
    context = {
        "office": office,
        "entry": row,
        "time": office.clock.full(row["time"]),
        "sentence": sentence_of(row, Speaker(names_of(), office.figures)),
        "outcomes": _outcomes(row, office),
        "banker": _banker(row, office),
        "moment_address": moment_address(row["table"], row["time"]) if row["table"] is not None else "",
        "alone": _alone(row),
        "may_export": bool(office.roles & set(EXPORTERS)),
        "command": new_seed(),
        "payload": json.dumps(row["payload"], indent=2, ensure_ascii=False, sort_keys=True),
        "hashed": hashed,
        "holds": holds,
        "follows": before is None or before == row["previous_hash"],
        "earlier": entry_address(where, sequence - 1) if sequence > 1 else "",
        "later": "" if is_last else entry_address(where, sequence + 1),
        "round_address": replay_address(row),
        "role": ROLES[row["role"]].name,
        "chain_address": log_address(table=chain_word(where)),
        "act_address": log_address(act=row["act"]),
        "person_address": log_address(person=row["person"]) if row["person"] else "",
        "around": _around(row, where),
        "checkpoint": vouching_checkpoint(row["chain"], sequence),
    }
    return render(request, "tables/audit/entry.html", context)


def _outcomes(row: EntryDocument, office: StaffContext) -> list[Outcome]:
    """What a settlement did at each seat; nothing of an entry that settles nothing, or cannot be read."""
    try:
        return outcomes_of(row["payload"]["output"], {}, office.figures)
    except (KeyError, TypeError, AttributeError):
        return []


def _banker(row: EntryDocument, office: StaffContext) -> dict[str, str]:
    """The designated player's part of a settlement, where it has one."""
    try:
        banker = row["payload"]["output"]["designated_player"]
        return {
            "seat": banker["seat"],
            "net": office.figures.signed(banker["net"]),
            "before": office.figures.amount(banker["bank_before"]),
            "after": office.figures.amount(banker["bank_after"]),
        }
    except (KeyError, TypeError):
        return {}


def _alone(row: EntryDocument) -> dict[str, str]:
    """What to ask an export for that holds this entry whole: its moment, and its table."""
    time = datetime.fromisoformat(row["time"])
    period = {"since": time_text(time), "until": time_text(time + timedelta(microseconds=1))}
    return period | ({"tables": str(row["table"])} if row["table"] is not None else {})


def _around(row: EntryDocument, where: str) -> str:
    """The log of its chain with this entry on top, and a way to what came after it."""
    beyond = Place(datetime.fromisoformat(row["time"]), row["chain"], row["sequence"] + 1)
    return log_address(table=chain_word(where)) + page_address({}, "before", beyond).replace("?", "&")
