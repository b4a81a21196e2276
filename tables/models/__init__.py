"""The rows of the service, by topic."""

from tables.models.audit import AuditEntry, ChainHead, Command
from tables.models.casino import Casino, Heartbeat
from tables.models.journal import Account, Leg, Posting
from tables.models.round import DesignationOffer, Round, Settlement
from tables.models.rules import RulesVersion
from tables.models.staff import EnrolmentCode, Person, PersonToken, RoleGrant, Tablet, TapIn
from tables.models.table import Seating, Table

__all__ = [
    "Account",
    "AuditEntry",
    "Casino",
    "ChainHead",
    "Command",
    "DesignationOffer",
    "EnrolmentCode",
    "Heartbeat",
    "Leg",
    "Person",
    "PersonToken",
    "Posting",
    "RoleGrant",
    "Round",
    "RulesVersion",
    "Seating",
    "Settlement",
    "Table",
    "Tablet",
    "TapIn",
]
