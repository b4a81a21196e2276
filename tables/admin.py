"""The Django admin, as a window: compliance and admins look at rows there, and nobody changes any (OPS 1.5).

There is no form in it to sign in, to change people or to change anything else: every sign-in is the act of the sign-in
page, with its entry and its lock-outs. The log has no page here: its key is of two columns, and it has pages of its own.
"""

# ruff: noqa: ARG002 - methods take what the framework calls them with

from collections.abc import Callable
from typing import Any, NoReturn
from urllib.parse import urlencode

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Field, Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tables import models
from tables.policy import PEOPLE_READERS

View = Callable[..., HttpResponse]
READ_METHODS = ("GET", "HEAD")
SHOWN = (
    models.Casino,
    models.Person,
    models.RoleGrant,
    models.StaffChange,
    models.PersonToken,
    models.Table,
    models.Tablet,
    models.EnrolmentCode,
    models.TapIn,
    models.RulesVersion,
    models.RuleChange,
    models.Round,
    models.Seating,
    models.Settlement,
    models.Bar,
    models.Dispute,
    models.Ruling,
    models.Owed,
    models.Alert,
    models.Checkpoint,
    models.Export,
)
MOST_COLUMNS, ROWS = 8, 50


class Window(admin.AdminSite):
    """Rows to look at, for people who signed in by the sign-in page and are compliance or an admin now."""

    site_header = site_title = _("Croupier, to look at")
    index_title = _("Rows as they are stored")
    index_template = "admin/window.html"
    enable_nav_sidebar = False
    site_url = "/"

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the person who asks may look."""
        person = request.user
        return (
            isinstance(person, models.Person)
            and person.role_grants.filter(role__in=PEOPLE_READERS, revoked_at=None).exists()
        )

    def admin_view(self, view: View, cacheable: bool = False) -> View:  # type: ignore[override]  # noqa: FBT001, FBT002
        """Let nothing through but reading, on every page and for everybody."""
        inner = super().admin_view(view, cacheable)

        def reading(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method not in READ_METHODS or (
                request.user.is_authenticated and not self.has_permission(request)
            ):
                raise PermissionDenied
            return inner(request, *args, **kwargs)

        return reading

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Nobody signs in here."""
        return redirect(f"{reverse('web:login')}?{urlencode({'next': reverse('admin:index')})}")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> NoReturn:
        """No credential is changed here."""
        raise PermissionDenied

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> NoReturn:
        """Signing out is the act of its own page."""
        raise PermissionDenied


class Shown(admin.ModelAdmin):
    """A kind of row: every column but secrets, nothing to add, change, delete or do."""

    actions = None
    list_per_page = ROWS
    show_full_result_count = False
    ordering = ("-pk",)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:  # type: ignore[override]
        """Every column but secrets."""
        return [field.name for field in self.opts.fields if not is_secret(field)]

    def get_list_display(self, request: HttpRequest) -> list[str]:  # type: ignore[override]
        """The first of them."""
        return self.get_fields(request)[:MOST_COLUMNS]

    def get_list_select_related(self, request: HttpRequest) -> list[str]:
        """What the columns name, so that a list costs the same with any rows in it."""
        return [field.name for field in self.opts.fields if field.is_relation]

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Everybody who may look at all sees every kind."""
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Everybody who may look at all sees every row."""
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes."""
        return False


def is_secret(field: "Field[Any, Any]") -> bool:
    """Whether a column holds what is left of a secret."""
    return field.name == "password" or field.name.endswith(("pin_hash", "password_hash", "token_hash", "code_hash"))


window = Window(name="admin")
for shown in SHOWN:
    window.register(shown, Shown)
