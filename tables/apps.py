"""The one Django app of the service."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables, their people, rounds, chips and audit log."""

    name = "tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"
