"""What an export was asked for, in one line."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _


def filter_words(wanted: Mapping[str, Any]) -> str:
    """Return the filter of an export in words; "everything" where nothing narrowed it."""
    names = {
        "first_day": _("from gaming day %s"),
        "last_day": _("to gaming day %s"),
        "since": _("from %s"),
        "until": _("before %s"),
        "tables": _("tables %s"),
        "acts": _("acts %s"),
        "people": _("badges %s"),
    }
    parts = [text % _listed(wanted[name]) for name, text in names.items() if name in wanted]
    return ", ".join(parts) or _("everything")


def _listed(value: Any) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
