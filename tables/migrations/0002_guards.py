"""Facts that must never be false, kept by the database itself, whoever writes (AUD 2.3, 2.4; HCF 2.3; OPS 2.4, 5.8)."""

from django.db import migrations

# Owner's rights and a fixed search path: the application may not touch a head, and cannot lend the trigger a table.
ADVANCE_CHAIN = """
CREATE FUNCTION tables_advance_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.sequence = 1 THEN
        IF NEW.previous_hash <> repeat('0', 64) THEN
            RAISE EXCEPTION 'the first entry of chain % names a previous hash', NEW.chain USING ERRCODE = 'check_violation';
        END IF;
        INSERT INTO public.tables_chainhead (chain, sequence, hash, time) VALUES (NEW.chain, 1, NEW.hash, NEW.time);
        RETURN NULL;
    END IF;
    UPDATE public.tables_chainhead head SET sequence = NEW.sequence, hash = NEW.hash, time = NEW.time
    WHERE head.chain = NEW.chain AND head.sequence = NEW.sequence - 1
      AND head.hash = NEW.previous_hash AND head.time <= NEW.time;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'entry % does not follow the head of chain %', NEW.sequence, NEW.chain
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION tables_advance_chain() FROM PUBLIC;
CREATE TRIGGER advance_chain AFTER INSERT ON tables_auditentry
    FOR EACH ROW EXECUTE FUNCTION tables_advance_chain();
ALTER TABLE tables_auditentry ENABLE ALWAYS TRIGGER advance_chain;
"""

# A posting's legs are inserted by one statement, so what it leaves behind can be proved at once.
BALANCED_LEGS = """
CREATE FUNCTION tables_legs_balance() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM new_legs GROUP BY posting_id HAVING sum(amount) <> 0) THEN
        RAISE EXCEPTION 'the legs of a posting do not sum to zero' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER legs_balance AFTER INSERT ON tables_leg REFERENCING NEW TABLE AS new_legs
    FOR EACH STATEMENT EXECUTE FUNCTION tables_legs_balance();
ALTER TABLE tables_leg ENABLE ALWAYS TRIGGER legs_balance;
"""

FOR_EVER = """
CREATE FUNCTION tables_refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: its rows stand for ever', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
"""

IMMUTABLE = ("auditentry", "command", "designationoffer", "leg", "posting", "rulesversion", "settlement")

KEEP_FOR_EVER = """
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_{name}
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_{name}
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
ALTER TABLE tables_{name} ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE tables_{name} ENABLE ALWAYS TRIGGER refuse_truncate;
"""

KEEP_HEADS = """
CREATE TRIGGER refuse_change BEFORE DELETE ON tables_chainhead
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_chainhead
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
ALTER TABLE tables_chainhead ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE tables_chainhead ENABLE ALWAYS TRIGGER refuse_truncate;
"""

# Hands are text of two characters a card; one card cannot lie in two of them.
DISTINCT_CARDS = """
CREATE FUNCTION tables_cards_are_distinct(hands jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
    SELECT count(*) = count(DISTINCT substr(hand.value, place * 2 + 1, 2))
    FROM jsonb_each_text(hands) AS hand, generate_series(0, length(hand.value) / 2 - 1) AS place
$$;
ALTER TABLE tables_round ADD CONSTRAINT no_card_in_two_hands
    CHECK (coalesce(play -> 'hands', '{}') = '{}' OR tables_cards_are_distinct(play -> 'hands'));
"""

ROUND_GUARD = """
CREATE FUNCTION tables_guard_round() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.state IN ('closed', 'void') THEN
        RAISE EXCEPTION 'round % is over and stands for ever', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF (NEW.table_id, NEW.number, NEW.rules_id, NEW.opened_at)
       IS DISTINCT FROM (OLD.table_id, OLD.number, OLD.rules_id, OLD.opened_at)
       OR (NEW.designated_id, NEW.bank_declared) IS DISTINCT FROM (OLD.designated_id, OLD.bank_declared) THEN
        RAISE EXCEPTION 'what round % was opened with cannot change', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.state = 'settled' AND (NEW.state NOT IN ('settled', 'closed') OR NEW.play IS DISTINCT FROM OLD.play) THEN
        RAISE EXCEPTION 'round % is settled: it is never edited or voided', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state = 'closed' AND OLD.state <> 'settled' THEN
        RAISE EXCEPTION 'round % is closed unsettled', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state = 'settled' AND OLD.state <> 'settled'
       AND NOT EXISTS (SELECT FROM public.tables_settlement WHERE round_id = NEW.id) THEN
        RAISE EXCEPTION 'round % is settled without a settlement', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_round BEFORE UPDATE OR DELETE ON tables_round
    FOR EACH ROW EXECUTE FUNCTION tables_guard_round();
ALTER TABLE tables_round ENABLE ALWAYS TRIGGER guard_round;
"""

# Numbers run on for ever and versions never fall back, so that what was decided on an old one is found stale.
TABLE_GUARD = """
CREATE FUNCTION tables_guard_table() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR NEW.version < OLD.version OR NEW.last_round < OLD.last_round
       OR (NEW.casino_id, NEW.number) IS DISTINCT FROM (OLD.casino_id, OLD.number) THEN
        RAISE EXCEPTION 'table %: version and round number only grow', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_table BEFORE UPDATE OR DELETE ON tables_table
    FOR EACH ROW EXECUTE FUNCTION tables_guard_table();
ALTER TABLE tables_table ENABLE ALWAYS TRIGGER guard_table;
"""


class Migration(migrations.Migration):
    """Triggers, functions and the checks that Django cannot express."""

    dependencies = [("tables", "0001_tables_people_rounds")]

    operations = [
        migrations.RunSQL(statement)
        for statement in (
            ADVANCE_CHAIN,
            BALANCED_LEGS,
            FOR_EVER,
            *(KEEP_FOR_EVER.format(name=name) for name in IMMUTABLE),
            KEEP_HEADS,
            DISTINCT_CARDS,
            ROUND_GUARD,
            TABLE_GUARD,
        )
    ]
