"""The rows of the service, by topic."""

from tables.models.audit import AuditEntry, ChainHead, Checkpoint, CheckpointLeaf, Command, Export
from tables.models.casino import Casino, Heartbeat
from tables.models.floor import Alert, Bar, Dispute, Owed, Ruling
from tables.models.journal import Account, Leg, Posting
from tables.models.people import EnrolmentCode, Person, PersonToken, RoleGrant, StaffChange, Tablet, TapIn
from tables.models.rounds import DesignationOffer, Round, Settlement
from tables.models.rules import RuleChange, RulesVersion
from tables.models.search import SearchedBet, SearchedRound, SearchMark
from tables.models.tables import Match, Seating, Table
from tables.models.witnesses import Cosignature, WitnessState

__all__ = [
    "Account",
    "Alert",
    "AuditEntry",
    "Bar",
    "Casino",
    "ChainHead",
    "Checkpoint",
    "CheckpointLeaf",
    "Command",
    "Cosignature",
    "DesignationOffer",
    "Dispute",
    "EnrolmentCode",
    "Export",
    "Heartbeat",
    "Leg",
    "Match",
    "Owed",
    "Person",
    "PersonToken",
    "Posting",
    "RoleGrant",
    "Round",
    "RuleChange",
    "RulesVersion",
    "Ruling",
    "SearchMark",
    "SearchedBet",
    "SearchedRound",
    "Seating",
    "Settlement",
    "StaffChange",
    "Table",
    "Tablet",
    "TapIn",
    "WitnessState",
]
