"""Describes the API in OpenAPI 3.1, from the operations rather than from serializers: the acts judge what is sent."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry

from tables.api.http.authentication import TokenAuthentication
from tables.api.http.problems import MEDIA_TYPE
from tables.api.openapi.components import SCHEMAS
from tables.api.openapi.operation import Operation
from tables.api.openapi.operations.all import OPERATIONS
from tables.api.openapi.shapes import TEXT, TIME, ref
from tables.games.values import JSON
from tables.stamp import SENT

ACT_STATUSES = {
    "400": "A header is missing or malformed, or the body is no JSON object (`bad_field`, `bad_json`).",
    "401": "Nobody is signed in, or the token is unknown (`not_allowed`).",
    "403": "The person may not do this, or a signature is needed (`not_allowed`, `needs_signature`).",
    "404": "No such table, round or tablet (`not_found`).",
    "409": "Not possible now, or the key was used for something else (`wrong_state`, `suspended`, `conflict`).",
    "413": "More than 64 KiB (`too_large`).",
    "415": "The body is not JSON (`unsupported_media_type`).",
    "422": "A rule is broken; the code says which.",
    "423": "The badge or the tablet is locked (`locked`).",
    "500": "A fault of the service; nothing was done (`error`).",
    "503": "The database does not answer (`unavailable`): sent again under the same key, it is done once. Or the act cannot be"
    " written to the audit log (`not_recorded`): it was not done.",
}
TABLE_STATUSES = {
    "412": "Another person acted first (`stale`); `state` holds the table as it is.",
    "428": "`If-Match` is missing (`bad_field`).",
}
OPEN_STATUSES = {"410": "The code is wrong, used or too old (`expired`)."}
READ_STATUSES = {status: ACT_STATUSES[status] for status in ("400", "401", "403", "404", "423", "500", "503")}
NUMBER = {"type": "integer", "minimum": 1, "maximum": 999_999_999}
PATHS = {
    "table_id": "The table's id, not its number on the felt.",
    "seat": "The seat's number.",
    "number": "The round's number.",
    "tablet_id": "The tablet's id.",
    "export_id": "The number of the export.",
    "checkpoint": "The number of the checkpoint.",
    "change_id": "The request's id.",
    "badge": "The badge of a person.",
    "role": "The role.",
    "alert_id": "The alert's id.",
    "change": "The number of the change.",
    "dispute": "The number of the dispute.",
    "bar_id": "The number of the bar.",
    "owed_id": "The number under which it is listed.",
}
WORD_PATHS: dict[str, JSON] = {"badge": {**TEXT, "maxLength": 16}, "role": TEXT}
QUERY: list[JSON] = [
    {"name": "since", "in": "query", "schema": TIME, "description": "From this moment on."},
    {"name": "until", "in": "query", "schema": TIME, "description": "Before this moment."},
    {"name": "cursor", "in": "query", "schema": TEXT, "description": "`next` of the page before."},
    {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 200, "default": 50}},
]
IDEMPOTENCY_KEY: JSON = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "pattern": f"^{SENT.pattern}$"},
    "description": "The command id, new for each act. Sent again with the same body it acts once and answers the same.",
    "example": "5e0b6a3c-6f0e-4a51-9a55-0d2b3f1c7e10",
}
IF_MATCH: JSON = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "pattern": '^"[0-9]{1,18}"$'},
    "description": "The version of the table that this was decided on, in quotes.",
    "example": '"57"',
}
ETAG: JSON = {
    "ETag": {"description": "The version of the table, what else was told there, its dealer's badge.", "schema": TEXT}
}
REPLAYED: JSON = {
    "Idempotent-Replayed": {"description": "`true` if the act was done before.", "schema": {"const": "true"}}
}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The token of a person or a tablet as a way to sign in."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> JSON:  # noqa: ARG002 - as the framework calls it
        """Return the security scheme of OpenAPI."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token` and the token of a person or of a tablet, as in `Token mV3x…`.",
        }


class Described(AutoSchema):
    """The description of a view: the names of its operations by method; an act at a table has its own."""

    def __init__(self, **names: str) -> None:
        super().__init__()
        self.names = names

    def parameters_of(self, method: str, act: str) -> tuple[list[str], list[str]]:
        """What may stand in the query of a request of this method, and which of it several times."""
        operation = OPERATIONS.get(self.names.get(method.lower().replace("head", "get")) or act)
        known = [*operation.filters, *(QUERY if operation.listed else [])] if operation else []
        several = [parameter["name"] for parameter in known if parameter["schema"].get("type") == "array"]
        return [parameter["name"] for parameter in known], several

    def get_operation(
        self,
        path: str,
        path_regex: str,  # noqa: ARG002 - as the framework calls it
        path_prefix: str,  # noqa: ARG002
        method: str,
        registry: ComponentRegistry,
    ) -> JSON | None:
        """Spell out one operation."""
        self.registry = registry
        name = str(self.names.get(method.lower()) or getattr(self.view, "act", ""))
        operation = OPERATIONS[name]
        security = [*self.get_auth(), *([{}] if operation.open else [])]
        described = {
            "operationId": name,
            "tags": [operation.tag],
            "summary": operation.summary,
            "security": [entry for number, entry in enumerate(security) if entry not in security[:number]],
            "parameters": [*_path_parameters(path), *_parameters(operation, name)],
            "responses": _responses(operation, name),
        }
        if operation.more:
            described["description"] = operation.more
        if operation.body is not None:
            described["requestBody"] = _request_body(operation)
        return described


def add_components(result: JSON, **_more: Any) -> JSON:
    """Put the shapes that the operations refer to into the description."""
    result["components"]["schemas"] = SCHEMAS
    return result


def _path_parameters(path: str) -> list[JSON]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": WORD_PATHS.get(name, NUMBER),
            "description": description,
        }
        for name, description in PATHS.items()
        if f"{{{name}}}" in path
    ]


def _parameters(operation: Operation, name: str) -> list[JSON]:
    if operation.body is not None:
        return [IDEMPOTENCY_KEY, *([IF_MATCH] if operation.versioned else [])]
    if name == "show_table":
        return [{**IF_MATCH, "name": "If-None-Match", "required": False, "description": "The version one has."}]
    return [*operation.filters, *(QUERY if operation.listed else [])]


def _request_body(operation: Operation) -> JSON:
    content = {"schema": operation.body, "example": operation.example}
    return {
        "required": bool(operation.body and operation.body.get("required")),
        "content": {"application/json": content},
    }


def _responses(operation: Operation, name: str) -> JSON:
    headers = {**(REPLAYED if operation.body is not None else {}), **(ETAG if operation.versioned else {})}
    if name == "show_table":
        headers = ETAG
    content = {operation.media: {"schema": operation.answer}}
    if operation.file:
        content[operation.file] = {"schema": TEXT}
    done = {"description": "Done.", "headers": headers, "content": content}
    unchanged = {"304": {"description": "Nothing has changed.", "headers": ETAG}} if name == "show_table" else {}
    refused = READ_STATUSES if operation.body is None else ACT_STATUSES
    more = {
        **(TABLE_STATUSES if operation.versioned else {}),
        **operation.refusals,
        **({"410": operation.expires} if operation.expires else {}),
    }
    problems = {status: _problem(status, text) for status, text in sorted({**refused, **more}.items())}
    return {"200": done, **unchanged, **problems}


def _problem(status: str, description: str) -> JSON:
    schema = ref("Problem")
    if status == "412":
        schema = {
            "allOf": [schema, {"type": "object", "properties": {"state": ref("TableState")}, "required": ["state"]}]
        }
    example = {"type": "urn:croupier:error", "title": "", "status": int(status), "detail": "", "code": "error"}
    return {"description": description, "content": {MEDIA_TYPE: {"schema": schema, "example": example}}}
