"""What must never be false of rules in force, of who decided, of who dealt and sat where, and of what is owed (OPS 1.4, 4, 5.8, 7.2)."""

from django.db import migrations

# Read as it was when the transaction began: whoever loses the role meanwhile loses it for the acts after this one.
IS_OF_FLOOR = """
CREATE FUNCTION tables_is_of_floor(house bigint, person bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (SELECT FROM public.tables_rolegrant
                   WHERE casino_id = house AND person_id = person AND role = 'floor'
                     AND coalesce(revoked_at >= transaction_timestamp(), TRUE))
$$;
"""

# A change is decided on by the floor and in time; nothing expires before its time.
DECIDED_IN_TIME = """
CREATE FUNCTION tables_rulechange_in_time() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    house bigint := (SELECT casino_id FROM public.tables_table WHERE id = NEW.table_id);
BEGIN
    IF (NEW.state IN ('approved', 'rejected')
        AND (NEW.decided_at >= NEW.expires_at OR NOT public.tables_is_of_floor(house, NEW.decided_by_id)))
       OR (NEW.state = 'cancelled' AND NOT public.tables_is_of_floor(house, NEW.ended_by_id))
       OR (NEW.state = 'expired' AND NEW.ended_at < NEW.expires_at) THEN
        RAISE EXCEPTION 'change % of rules is decided on in time, by the floor', NEW.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rulechange_in_time BEFORE UPDATE ON tables_rulechange
    FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION tables_rulechange_in_time();
ALTER TABLE tables_rulechange ENABLE ALWAYS TRIGGER rulechange_in_time;
"""

# A version comes into force between rounds, and after the notice.
IN_FORCE_BETWEEN_ROUNDS = """
CREATE FUNCTION tables_rulesversion_in_time() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM public.tables_round WHERE table_id = NEW.table_id AND state NOT IN ('closed', 'void')) THEN
        RAISE EXCEPTION 'rules version % cannot come into force inside a round', NEW.number USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM public.tables_rulechange WHERE id = NEW.change_id AND (decided_at > NEW.in_force_from
               OR (due_at > NEW.in_force_from AND EXISTS (
                   SELECT FROM public.tables_seating WHERE table_id = NEW.table_id AND left_at IS NULL))))
       OR EXISTS (SELECT FROM public.tables_rulesversion earlier WHERE earlier.table_id = NEW.table_id
                  AND earlier.number > 1 AND earlier.in_force_from > NEW.in_force_from) THEN
        RAISE EXCEPTION 'rules version % is not due at %', NEW.number, NEW.in_force_from USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rulesversion_in_time BEFORE INSERT ON tables_rulesversion
    FOR EACH ROW WHEN (NEW.number > 1) EXECUTE FUNCTION tables_rulesversion_in_time();
ALTER TABLE tables_rulesversion ENABLE ALWAYS TRIGGER rulesversion_in_time;
"""

# The newest version is the one in force: the act that opens a round may have brought it.
ROUND_UNDER_RULES = """
CREATE FUNCTION tables_round_under_rules() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.rules_id IS DISTINCT FROM (
           SELECT id FROM public.tables_rulesversion WHERE table_id = NEW.table_id ORDER BY number DESC LIMIT 1)
       OR NEW.table_id <> (SELECT table_id FROM public.tables_seating WHERE id = NEW.designated_id) THEN
        RAISE EXCEPTION 'round % is not opened under the rules in force, by a player of its table', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER round_under_rules BEFORE INSERT ON tables_round
    FOR EACH ROW EXECUTE FUNCTION tables_round_under_rules();
ALTER TABLE tables_round ENABLE ALWAYS TRIGGER round_under_rules;
"""

# What the version says has to stand in what is settled; rules that came later have defaults which no old version names.
SETTLED_UNDER_ITS_RULES = """
CREATE FUNCTION tables_settlement_rules() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT coalesce(NEW.input -> 'rules' @> (
        SELECT version.document FROM public.tables_round round
        JOIN public.tables_rulesversion version ON version.id = round.rules_id WHERE round.id = NEW.round_id), FALSE) THEN
        RAISE EXCEPTION 'a round is settled under the rules it was opened under' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER settlement_rules BEFORE INSERT ON tables_settlement
    FOR EACH ROW EXECUTE FUNCTION tables_settlement_rules();
ALTER TABLE tables_settlement ENABLE ALWAYS TRIGGER settlement_rules;
"""

# What only the floor may sign names somebody of the floor, and what belongs together is at one table.
SIGNED_BY_FLOOR = """
CREATE FUNCTION tables_{name}_of_floor() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF {wrong} THEN
        RAISE EXCEPTION 'a row of {name} is of one table, and signed by the floor' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER {name}_of_floor BEFORE INSERT OR UPDATE ON tables_{name}
    FOR EACH ROW EXECUTE FUNCTION tables_{name}_of_floor();
ALTER TABLE tables_{name} ENABLE ALWAYS TRIGGER {name}_of_floor;
"""

_TABLE_OF = "(SELECT table_id FROM public.tables_{name} WHERE id = NEW.{name}_id)"
_SEATED, _PLAYED = _TABLE_OF.format(name="seating"), _TABLE_OF.format(name="round")
_HOUSE = "(SELECT casino_id FROM public.tables_table WHERE id = NEW.table_id)"


def _lacks(house: str, who: str) -> str:
    return f"(NEW.{who} IS NOT NULL AND NOT public.tables_is_of_floor({house}, NEW.{who}))"


FLOOR_SIGNS = (
    SIGNED_BY_FLOOR.format(name="dispute", wrong=f"NEW.table_id <> {_PLAYED}"),
    SIGNED_BY_FLOOR.format(
        name="ruling",
        wrong=_lacks(
            "(SELECT place.casino_id FROM public.tables_dispute dispute JOIN public.tables_table place"
            " ON place.id = dispute.table_id WHERE dispute.id = NEW.dispute_id)",
            "ruled_by_id",
        ),
    ),
    SIGNED_BY_FLOOR.format(
        name="bar",
        wrong=f"NEW.casino_id <> {_HOUSE} OR NEW.table_id IS DISTINCT FROM coalesce({_SEATED}, NEW.table_id)"
        f" OR (TG_OP = 'INSERT' AND {_lacks('NEW.casino_id', 'barred_by_id')}) OR {_lacks('NEW.casino_id', 'lifted_by_id')}",
    ),
    SIGNED_BY_FLOOR.format(
        name="owed",
        wrong=f"NEW.table_id <> {_SEATED} OR NEW.table_id <> {_PLAYED} OR {_lacks(_HOUSE, 'settled_by_id')}",
    ),
    SIGNED_BY_FLOOR.format(
        name="alert", wrong=f"NEW.casino_id <> {_HOUSE} OR {_lacks('NEW.casino_id', 'acknowledged_by_id')}"
    ),
)

# What is listed as owed is, player by player, what lies on the account: seen when all of an act is written (OPS 7.2).
OWED_IS_LISTED = """
CREATE FUNCTION tables_owed_is_listed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (SELECT coalesce(sum(amount), 0) FROM public.tables_owed WHERE seating_id = NEW.seating_id AND settled_at IS NULL)
       <> (SELECT coalesce(sum(amount), 0) FROM public.tables_leg WHERE seating_id = NEW.seating_id AND account = 'owed') THEN
        RAISE EXCEPTION 'what player % owes, or is owed, is not what is listed', NEW.seating_id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER owed_is_listed AFTER INSERT OR UPDATE ON tables_owed DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION tables_owed_is_listed();
CREATE CONSTRAINT TRIGGER owed_is_listed AFTER INSERT ON tables_leg DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.account = 'owed') EXECUTE FUNCTION tables_owed_is_listed();
ALTER TABLE tables_owed ENABLE ALWAYS TRIGGER owed_is_listed;
ALTER TABLE tables_leg ENABLE ALWAYS TRIGGER owed_is_listed;
"""

# Who dealt when decides who may sign a correction: a tap-in stands as it was made, and ends once.
TAP_INS_STAND = """
CREATE FUNCTION tables_tapin_stands() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.ended_at IS NOT NULL THEN
            RAISE EXCEPTION 'a tap-in begins open' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL OR (NEW.table_id, NEW.person_id, NEW.started_at)
       IS DISTINCT FROM (OLD.table_id, OLD.person_id, OLD.started_at) THEN
        RAISE EXCEPTION 'tap-in % stands as it was made, and ends once', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tapin_stands BEFORE INSERT OR UPDATE OR DELETE ON tables_tapin
    FOR EACH ROW EXECUTE FUNCTION tables_tapin_stands();
ALTER TABLE tables_tapin ENABLE ALWAYS TRIGGER tapin_stands;
"""

# Rounds name seats, and players are found by when they sat there. The condition keeps the acts of play from asking.
STAYS_STAND = """
CREATE FUNCTION tables_seating_stands() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'the stay of a player at seat % stands as it was, and ends once', OLD.seat USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER seating_stands BEFORE UPDATE ON tables_seating FOR EACH ROW
    WHEN (OLD.left_at IS NOT NULL OR (NEW.table_id, NEW.sat_at, NEW.player_card)
          IS DISTINCT FROM (OLD.table_id, OLD.sat_at, OLD.player_card))
    EXECUTE FUNCTION tables_seating_stands();
CREATE TRIGGER seating_stays BEFORE DELETE ON tables_seating
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
ALTER TABLE tables_seating ENABLE ALWAYS TRIGGER seating_stands;
ALTER TABLE tables_seating ENABLE ALWAYS TRIGGER seating_stays;
"""

CLOSED_WHEN_EMPTY = """
CREATE FUNCTION tables_table_is_empty() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM public.tables_seating WHERE table_id = NEW.id AND left_at IS NULL)
       OR EXISTS (SELECT FROM public.tables_round WHERE table_id = NEW.id AND state NOT IN ('closed', 'void')) THEN
        RAISE EXCEPTION 'table % closes with every seat cashed out and no round open', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER table_is_empty BEFORE UPDATE ON tables_table
    FOR EACH ROW WHEN (NEW.state = 'closed' AND OLD.state <> 'closed') EXECUTE FUNCTION tables_table_is_empty();
ALTER TABLE tables_table ENABLE ALWAYS TRIGGER table_is_empty;
"""

# The first people of a house come before its first entry; from then on two people make every grant.
FIRST_PEOPLE = """
CREATE FUNCTION tables_role_of_first_people() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT (SELECT is_demonstration FROM public.tables_casino WHERE id = NEW.casino_id)
       AND EXISTS (SELECT FROM public.tables_chainhead WHERE chain = NEW.casino_id || '/house') THEN
        RAISE EXCEPTION 'a role is granted by two people' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER role_of_first_people BEFORE INSERT ON tables_rolegrant
    FOR EACH ROW WHEN (NEW.granted_by_id IS NULL OR NEW.confirmed_by_id IS NULL)
    EXECUTE FUNCTION tables_role_of_first_people();
ALTER TABLE tables_rolegrant ENABLE ALWAYS TRIGGER role_of_first_people;
"""


class Migration(migrations.Migration):
    """Functions and triggers that Django cannot express."""

    dependencies = [("tables", "0015_what_reports_look_for")]

    operations = [
        migrations.RunSQL(statement)
        for statement in (
            IS_OF_FLOOR,
            DECIDED_IN_TIME,
            IN_FORCE_BETWEEN_ROUNDS,
            ROUND_UNDER_RULES,
            SETTLED_UNDER_ITS_RULES,
            *FLOOR_SIGNS,
            OWED_IS_LISTED,
            TAP_INS_STAND,
            STAYS_STAND,
            CLOSED_WHEN_EMPTY,
            FIRST_PEOPLE,
        )
    ]
