"""Addresses that one tap on the board leads to: a round, a change of rules (OPS 6.2)."""

from django.urls import reverse


def round_address(table_id: int, number: int) -> str:
    """The page of a round."""
    return reverse("web:round", args=[table_id, number])


def change_address(change_id: int) -> str:
    """The page of a change of rules."""
    return reverse("web:change", args=[change_id])
