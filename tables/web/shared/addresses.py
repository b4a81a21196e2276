"""Where one tap on the board leads: the round behind an alert, the change that is open (OPS 6.2)."""

from django.urls import reverse


def round_address(table_id: int, number: int) -> str:
    """The page of a round."""
    return f"/floor/tables/{table_id}/rounds/{number}/"


def change_address(change_id: int) -> str:
    """The page of a change of rules."""
    return reverse("web:change", args=[change_id])
