"""The rotation ledger of one table: who was offered the bank, and what they answered (OPS 3.6)."""

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_GET

from tables.policy import LOG_READERS
from tables.queries.identity import table_in
from tables.queries.reports import REPORTS
from tables.web.reports.views import answer
from tables.web.shared.staff_page import StaffContext, for_roles


@require_GET
@for_roles(*LOG_READERS)
def ledger(request: HttpRequest, office: StaffContext, table_id: int) -> HttpResponseBase:
    """The ledger of a period; without one, of the present gaming day."""
    table = table_in(office.casino.pk, table_id)
    if table is None:
        raise Http404(str(table_id))
    return answer(
        request, office, REPORTS["rotation"], "tables/reports/rotation.html", table=table.number, table_row=table
    )
