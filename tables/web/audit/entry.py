"""One entry of the audit log with all its fields, and whether its hash is that of what it says (LOOK 3)."""

import json
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tables.audit.canonical import NotCanonicalError, canonical
from tables.audit.chain import entry_hash
from tables.policy import LOG_READERS
from tables.queries.audit.checkpoints import vouching_checkpoint
from tables.queries.audit.pages import Place, log_entry
from tables.queries.tables.round_documents import EntryDocument
from tables.web.audit.links import LAST_SEQUENCE, chain_word, entry_address, log_address, page_address, replay_address
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


def _around(row: EntryDocument, where: str) -> str:
    """The log of its chain with this entry on top, and a way to what came after it."""
    beyond = Place(datetime.fromisoformat(row["time"]), row["chain"], row["sequence"] + 1)
    return log_address(table=chain_word(where)) + page_address({}, "before", beyond).replace("?", "&")
