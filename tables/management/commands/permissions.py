"""`manage.py permissions`: the matrix of OPS 1.4; it needs neither settings nor a database."""

from typing import Any, ClassVar

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tables.policy import MATRIX, Act, Permission, Role, permission

ROLES = tuple(Role)


class Command(BaseCommand):
    """Print who may do what."""

    help = "Print who may do what: one line an act, one column a role."
    requires_system_checks: ClassVar[list[str]] = []  # type: ignore[misc]

    def handle(self, *_args: Any, **_options: Any) -> None:
        """The matrix in columns, then the acts that no role is granted."""
        rows = [[_("act"), *map(str, ROLES)]]
        rows += [[str(act), *(_cell(permission(act, role)) for role in ROLES)] for act in MATRIX if MATRIX[act]]
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        rows.insert(1, ["-" * width for width in widths])
        for row in rows:
            self.stdout.write("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        self.stdout.write("")
        self.stdout.write(_("Granted to no role, being their own proof, or done by a command on the server:"))
        self.stdout.write("  " + ", ".join(act for act in Act if not MATRIX[act]))


def _cell(granted: Permission | None) -> str:
    if granted is None:
        return "-"
    said = [
        text
        for holds, text in (
            (granted.tapped_in, _("at the table they are tapped in at")),
            (granted.signed, _("signed")),
            (granted.not_dealing, _("not by who is dealing")),
        )
        if holds
    ]
    return ", ".join(said) or _("yes")
