"""Reading the audit log: what its addresses take and answer."""

from collections.abc import Mapping

from tables.api.openapi.operation import Operation, query
from tables.api.openapi.shapes import TEXT, WHOLE, many, or_null, record, ref

LOG: Mapping[str, Operation] = {
    "list_entries": Operation(
        "audit",
        "The audit log, newest first",
        record(entries=many(ref("Entry")), next=or_null(TEXT), previous=or_null(TEXT)),
        listed=True,
        filters=(
            query("chain", TEXT, "Of this chain, as in `1/table/12` or `1/house`.", several=True),
            query("act", TEXT, "Of this act.", several=True),
            query("actor", TEXT, "By the person with this badge.", several=True),
            query("round", {**WHOLE, "minimum": 1}, "About the round of this number."),
        ),
        more="For compliance, and for the floor of the casino. `next` starts the older entries, `previous` the newer ones.",
    ),
}
