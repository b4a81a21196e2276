"""What must never be false of changes, rulings, people, corrections and checkpoints, whoever writes (OPS 1.4, 4.2, 5.8, 5.9; AUD 3.1)."""

from django.db import migrations

IMMUTABLE = ("checkpoint", "checkpointleaf", "dispute", "ruling")

KEEP_FOR_EVER = """
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_{name}
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_{name}
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
ALTER TABLE tables_{name} ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE tables_{name} ENABLE ALWAYS TRIGGER refuse_truncate;
"""

# Rows that end once: what they were made with stays, and once they have ended nothing of them changes.
ENDS_ONCE = """
CREATE FUNCTION tables_{name}_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.{ended} IS NOT NULL OR ({made}) THEN
        RAISE EXCEPTION 'row % of {name} stands as it was made, and ends once', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_{name} BEFORE UPDATE OR DELETE ON tables_{name}
    FOR EACH ROW EXECUTE FUNCTION tables_{name}_guard();
CREATE FUNCTION tables_{name}_begins() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.{ended} IS NOT NULL THEN
        RAISE EXCEPTION 'a row of {name} begins open' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER {name}_begins BEFORE INSERT ON tables_{name}
    FOR EACH ROW EXECUTE FUNCTION tables_{name}_begins();
ALTER TABLE tables_{name} ENABLE ALWAYS TRIGGER guard_{name};
ALTER TABLE tables_{name} ENABLE ALWAYS TRIGGER {name}_begins;
"""


def _ends_once(name: str, ended: str, made: str) -> str:
    changed = " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in made.split())
    return ENDS_ONCE.format(name=name, ended=ended, made=changed)


ENDING = (
    _ends_once("alert", "acknowledged_at", "casino_id table_id round_number kind subject details raised_at"),
    _ends_once("bar", "lifted_at", "casino_id table_id seating_id player_card reason words barred_by_id barred_at"),
    _ends_once("owed", "settled_at", "table_id round_id seating_id reason amount raised_at"),
    _ends_once(
        "rulechange",
        "ended_at",
        "table_id base_id changes document reason requested_by_id requested_at expires_at",
    ),
    _ends_once("staffchange", "decided_at", "casino_id kind badge details requested_by_id requested_at"),
)

# A change goes from the request to one decision, and from an approval to its effect or its cancelling.
CHANGE_STEPS = """
CREATE FUNCTION tables_rulechange_steps() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'requested' OR (SELECT table_id FROM public.tables_rulesversion WHERE id = NEW.base_id) <> NEW.table_id THEN
            RAISE EXCEPTION 'a change of rules begins as a request at its own table' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NOT (NEW.state = OLD.state
            OR (OLD.state = 'requested' AND NEW.state IN ('approved', 'rejected', 'withdrawn', 'expired'))
            OR (OLD.state = 'approved' AND NEW.state IN ('in_force', 'cancelled')))
       OR (OLD.decided_at IS NOT NULL AND (NEW.decided_by_id, NEW.decided_at, NEW.due_at)
           IS DISTINCT FROM (OLD.decided_by_id, OLD.decided_at, OLD.due_at))
       OR (NEW.state = 'in_force' AND NOT EXISTS (SELECT FROM public.tables_rulesversion WHERE change_id = NEW.id)) THEN
        RAISE EXCEPTION 'change % of rules cannot go from % to %', OLD.id, OLD.state, NEW.state
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rulechange_steps BEFORE INSERT OR UPDATE ON tables_rulechange
    FOR EACH ROW EXECUTE FUNCTION tables_rulechange_steps();
ALTER TABLE tables_rulechange ENABLE ALWAYS TRIGGER rulechange_steps;
"""

# Beyond the version a table was set up with, none comes but of a change that two people made.
VERSIONS_FOLLOW = """
CREATE FUNCTION tables_rulesversion_follows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM public.tables_rulesversion WHERE table_id = NEW.table_id) THEN
        RAISE EXCEPTION 'rules version % does not follow the one before it', NEW.number USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.number > 1 AND NOT EXISTS (
        SELECT FROM public.tables_rulechange change JOIN public.tables_rulesversion base ON base.id = change.base_id
        WHERE change.id = NEW.change_id AND change.table_id = NEW.table_id AND change.state = 'approved'
          AND change.decided_by_id <> change.requested_by_id AND change.document = NEW.document
          AND base.number = NEW.number - 1) THEN
        RAISE EXCEPTION 'rules version % comes of no approved change', NEW.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rulesversion_follows BEFORE INSERT ON tables_rulesversion
    FOR EACH ROW EXECUTE FUNCTION tables_rulesversion_follows();
ALTER TABLE tables_rulesversion ENABLE ALWAYS TRIGGER rulesversion_follows;
"""

# A table runs under its newest version, and never inside a round under another than the round's.
TABLE_GUARD = """
CREATE OR REPLACE FUNCTION tables_guard_table() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR NEW.version < OLD.version OR NEW.last_round < OLD.last_round OR NEW.notices < OLD.notices
       OR (NEW.casino_id, NEW.number) IS DISTINCT FROM (OLD.casino_id, OLD.number) THEN
        RAISE EXCEPTION 'table %: version and round number only grow', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.rules_id IS DISTINCT FROM OLD.rules_id AND NOT EXISTS (
        SELECT FROM public.tables_rulesversion next WHERE next.id = NEW.rules_id AND next.table_id = NEW.id
          AND next.number = 1 + coalesce((SELECT number FROM public.tables_rulesversion WHERE id = OLD.rules_id), 0)) THEN
        RAISE EXCEPTION 'table %: its rules are followed by the next version only', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
"""

# A correction follows the newest version of its own round's settlement, and only where there is one.
SETTLEMENTS_FOLLOW = """
CREATE FUNCTION tables_settlement_follows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM public.tables_settlement WHERE round_id = NEW.round_id)
       OR (NEW.version > 1 AND NOT EXISTS (
           SELECT FROM public.tables_settlement earlier
           WHERE earlier.id = NEW.replaces_id AND earlier.round_id = NEW.round_id AND earlier.version = NEW.version - 1))
       OR (SELECT state IN ('settled', 'closed') FROM public.tables_round WHERE id = NEW.round_id) <> (NEW.version > 1) THEN
        RAISE EXCEPTION 'version % of a settlement does not follow what it replaces', NEW.version
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER settlement_follows BEFORE INSERT ON tables_settlement
    FOR EACH ROW EXECUTE FUNCTION tables_settlement_follows();
ALTER TABLE tables_settlement ENABLE ALWAYS TRIGGER settlement_follows;
"""

# A role comes of two people, but for the first people of a house, who are granted theirs at one moment, and in a demonstration.
GRANTS_BY_TWO = """
CREATE FUNCTION tables_role_by_two() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND (OLD.revoked_at IS NOT NULL
       OR (NEW.casino_id, NEW.person_id, NEW.role, NEW.granted_by_id, NEW.confirmed_by_id, NEW.granted_at)
           IS DISTINCT FROM (OLD.casino_id, OLD.person_id, OLD.role, OLD.granted_by_id, OLD.confirmed_by_id, OLD.granted_at))) THEN
        RAISE EXCEPTION 'a grant of a role stands as it was given, and is revoked once' USING ERRCODE = 'check_violation';
    END IF;
    IF TG_OP = 'INSERT' AND (NEW.granted_by_id IS NULL OR NEW.confirmed_by_id IS NULL)
       AND NOT (SELECT is_demonstration FROM public.tables_casino WHERE id = NEW.casino_id)
       AND EXISTS (SELECT FROM public.tables_rolegrant WHERE casino_id = NEW.casino_id AND granted_at <> NEW.granted_at) THEN
        RAISE EXCEPTION 'a role is granted by two people' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER role_by_two BEFORE INSERT OR UPDATE OR DELETE ON tables_rolegrant
    FOR EACH ROW EXECUTE FUNCTION tables_role_by_two();
ALTER TABLE tables_rolegrant ENABLE ALWAYS TRIGGER role_by_two;
CREATE FUNCTION tables_guard_casino() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR (NEW.is_demonstration, NEW.currency, NEW.minor_digits)
       IS DISTINCT FROM (OLD.is_demonstration, OLD.currency, OLD.minor_digits) THEN
        RAISE EXCEPTION 'what a casino is, and its money, cannot change' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_casino BEFORE UPDATE OR DELETE ON tables_casino
    FOR EACH ROW EXECUTE FUNCTION tables_guard_casino();
ALTER TABLE tables_casino ENABLE ALWAYS TRIGGER guard_casino;
"""

CHECKPOINTS_FOLLOW = """
CREATE FUNCTION tables_checkpoint_follows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    last public.tables_checkpoint;
BEGIN
    SELECT * INTO last FROM public.tables_checkpoint WHERE casino_id = NEW.casino_id ORDER BY number DESC LIMIT 1;
    IF NEW.number <> coalesce(last.number, 0) + 1 OR NEW.list_size < coalesce(last.list_size, 0)
       OR NEW.previous_hash <> coalesce(last.hash, repeat('0', 64)) OR NEW.time < last.time THEN
        RAISE EXCEPTION 'checkpoint % does not follow the one before it', NEW.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER checkpoint_follows BEFORE INSERT ON tables_checkpoint
    FOR EACH ROW EXECUTE FUNCTION tables_checkpoint_follows();
ALTER TABLE tables_checkpoint ENABLE ALWAYS TRIGGER checkpoint_follows;
"""


class Migration(migrations.Migration):
    """Triggers and functions that Django cannot express."""

    dependencies = [("tables", "0009_floor_people_and_checkpoints")]

    operations = [
        migrations.RunSQL(statement)
        for statement in (
            *(KEEP_FOR_EVER.format(name=name) for name in IMMUTABLE),
            *ENDING,
            CHANGE_STEPS,
            VERSIONS_FOLLOW,
            TABLE_GUARD,
            SETTLEMENTS_FOLLOW,
            GRANTS_BY_TWO,
            CHECKPOINTS_FOLLOW,
        )
    ]
