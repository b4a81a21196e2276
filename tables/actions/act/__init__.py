"""The one path of every write. What other packages need of it stands here; the modules are for acts alone."""

from tables.actions.act.path import Answer, log_denied

__all__ = ["Answer", "log_denied"]
