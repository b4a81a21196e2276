"""Exports of the audit log over HTTP (AUD 4; interfaces, section 3)."""

from typing import Any

from django.http import FileResponse
from rest_framework.request import Request
from rest_framework.response import Response

from tables.actions.audit.exports import cancel_export, request_export
from tables.api.http import callers
from tables.api.http.orders import Order, read_house_order, read_texts
from tables.api.http.periods import read_page
from tables.api.openapi.schema import Described
from tables.api.views.tables import View, acted
from tables.jobs.exports import open_for_download
from tables.policy import Act
from tables.queries.audit.exports import export_row, exports_of, one_export
from tables.stamp import CommandId, HouseCall


class Exports(View):
    """The exports of a casino, and asking for one."""

    schema = Described(get="list_exports", post="request_export")

    def get(self, request: Request) -> Response:
        """List one page of them."""
        return Response(exports_of(callers.casino_where(request, Act.EXPORT_AUDIT_LOG), read_page(request)))

    def post(self, request: Request) -> Response:
        """Ask for one; the body is the filter."""
        order, casino_id = read_house_order(request), callers.visible_casinos(request)[0]
        stamp = callers.house_stamp_of(request, Act.EXPORT_AUDIT_LOG, casino_id, order)
        return acted(request_export(HouseCall(casino_id, stamp), sent=order.sent))


class OneExport(View):
    """An export."""

    schema = Described(get="show_export")

    def get(self, request: Request, export_id: int) -> Response:
        """Show how far it is."""
        casino_id = callers.casino_where(request, Act.EXPORT_AUDIT_LOG)
        return Response(export_row(one_export(casino_id, export_id)))


class CancelExport(View):
    """An export that is not wanted any more."""

    schema = Described(post="cancel_export")

    def post(self, request: Request, export_id: int) -> Response:
        """Cancel it."""
        order, casino_id = read_house_order(request), callers.visible_casinos(request)[0]
        read_texts(order.sent, {})
        stamp = callers.house_stamp_of(request, Act.CANCEL_EXPORT, casino_id, order)
        return acted(cancel_export(HouseCall(casino_id, stamp), export=export_id))


class DownloadExport(View):
    """The file of an export."""

    schema = Described(get="download_export")
    # A HEAD would be an entry of a download that nobody made.
    http_method_names = ["get"]

    def get(self, request: Request, export_id: int) -> FileResponse:
        """Send it, once that is on record."""
        casino_id = callers.visible_casinos(request)[0]
        order = Order(CommandId.fresh("download"), {})
        stamp = callers.house_stamp_of(request, Act.DOWNLOAD_EXPORT, casino_id, order)
        file = open_for_download(HouseCall(casino_id, stamp), export_id)
        return FileResponse(file, as_attachment=True, content_type="application/zip")

    def perform_content_negotiation(self, request: Request, *_more: object, **_named: object) -> Any:
        """Ignore what is accepted: the answer is a file, and a refusal is JSON."""
        return super().perform_content_negotiation(request, force=True)
