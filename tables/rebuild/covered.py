"""Which columns of which rows are held against the log; all others stand in docs/operations.md with their reason (AUD 6.1)."""

from collections.abc import Mapping

HOUSE: Mapping[str, tuple[str, ...]] = {
    "Casino": ("name", "time_zone", "currency", "minor_digits", "gaming_day_starts", "is_demonstration", "epoch"),
    "Person": ("badge", "name", "licence", "salt", "language", "is_active"),
    "RoleGrant": (
        *("casino_id", "person_id", "role", "granted_by_id", "confirmed_by_id", "granted_at"),
        *("revoked_by_id", "revoked_at"),
    ),
    "StaffChange": (
        *("id", "casino_id", "kind", "badge", "details", "requested_by_id", "requested_at", "state"),
        *("decided_by_id", "decided_at"),
    ),
    "Tablet": (*("id", "table_id", "label", "token_hash", "enrolled_by_id", "enrolled_at", "revoked_at", "locked_at"),),
    "EnrolmentCode": ("id", "table_id", "issued_by_id", "expires_at", "used_at"),
    "PersonToken": ("id", "person_id", "label", "token_hash", "created_at", "revoked_at"),
    "TapIn": ("table_id", "person_id", "tablet_id", "started_at", "ended_at", "sequence"),
    "Bar": (
        *("id", "casino_id", "table_id", "seating_id", "player_card", "reason", "words", "barred_by_id", "barred_at"),
        *("lifted_by_id", "lifted_at"),
    ),
    "Alert": (
        *("casino_id", "table_id", "round_number", "kind", "subject", "details", "raised_at"),
        *("acknowledged_by_id", "acknowledged_at"),
    ),
    "Export": (
        *("id", "casino_id", "filter", "requested_by_id", "requested_at", "state", "file", "size", "sha256"),
        *("problem", "cancelled_by_id", "finished_at"),
    ),
    "Dispute": (*("id", "table_id", "round_id", "seat", "reason", "words", "evidence", "opened_by_id", "opened_at"),),
    "Ruling": ("dispute_id", "outcome", "words", "ruled_by_id", "ruled_at"),
    "Owed": (
        *("id", "table_id", "round_id", "seating_id", "reason", "amount", "raised_at", "settled_by_id", "settled_at"),
        "words",
    ),
    "RuleChange": (
        *("id", "table_id", "base_id", "changes", "document", "reason", "requested_by_id", "requested_at"),
        *("expires_at", "state", "decided_by_id", "decided_at", "words", "due_at", "ended_by_id", "ended_at"),
    ),
    "Command": ("command_id", "act", "person_id", "version", "answer", "acted_at"),
}
"""Rows of the house, of the floor and of changes of rules (tables/rebuild/house)."""

FELT: Mapping[str, tuple[str, ...]] = {
    "Table": (
        *("casino_id", "number", "seat_count", "state", "version", "rules_id", "button", "last_round", "carry"),
        "designation",
    ),
    "Seating": (
        *("id", "table_id", "seat", "chips", "player_card", "sat_at", "sit_sequence", "left_at", "sitting_out"),
        *("barred", "standing_decline", "in_a_row", "in_a_row_since", "last_wagers", "last_bank", "markers_out"),
    ),
    "Round": (
        *("table_id", "number", "rules_id", "state", "designated_id", "designated_seat", "bank_declared", "bank"),
        *("pot", "play", "flags", "deadline", "clock_from", "opened_at", "dealt_at", "settled_at", "ended_at"),
        "void_reason",
    ),
    "Settlement": (*("round_id", "version", "replaces_id", "input", "output", "settled_at", "reason", "words"),),
    "DesignationOffer": (
        *("table_id", "round_number", "seating_id", "seat", "answer", "reason", "bank", "offered_at"),
    ),
    "Match": (
        *("table_id", "number", "players", "began_at", "first_round", "hands", "last_round", "ended_at", "how"),
        "winner_id",
    ),
    "RulesVersion": ("table_id", "number", "game", "document", "in_force_from", "change_id"),
    "Posting": ("table_id", "round_id", "act", "sequence", "posted_at"),
    "Leg": ("posting_id", "account", "seating_id", "amount"),
}
"""Rows of a table and of its rounds (tables/rebuild/table.py)."""

LOG: Mapping[str, tuple[str, ...]] = {
    "AuditEntry": (
        *("chain", "sequence", "time", "act", "table", "round", "person", "role", "device", "command_id", "payload"),
        *("schema", "previous_hash", "hash"),
    ),
    "ChainHead": ("chain", "sequence", "hash", "time"),
    "Checkpoint": (
        *("casino_id", "number", "time", "list_size", "root", "frontier", "previous_hash", "hash", "key_id"),
        *("signature", "epoch", "note"),
    ),
    "Cosignature": ("checkpoint_id", "witness", "key_id", "timestamp", "line"),
    "CheckpointLeaf": ("casino_id", "epoch", "position", "checkpoint_id", "chain", "sequence", "hash"),
}
"""The log itself, which verification proves (AUD 2.5, 3.2)."""

COVERED: Mapping[str, tuple[str, ...]] = {**HOUSE, **FELT, **LOG}
