"""What must hold of a round, a movement of chips and a chain's head from the moment they are written (OPS 2.4, 5.8; AUD 2.3)."""

from django.db import migrations

# A round begins open: nothing settled, closed or void can be slipped in beside the acts.
ROUND_BEGINS = """
CREATE FUNCTION tables_round_begins() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.state IN ('settled', 'closed', 'void') OR NEW.pot <> 0 OR NEW.bank <> NEW.bank_declared THEN
        RAISE EXCEPTION 'round % does not begin open, with its bank and nothing else', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER round_begins BEFORE INSERT ON tables_round
    FOR EACH ROW EXECUTE FUNCTION tables_round_begins();
ALTER TABLE tables_round ENABLE ALWAYS TRIGGER round_begins;
"""

# A posting is complete with the statement that wrote it, and moves chips at one table.
WHOLE_POSTINGS = """
CREATE OR REPLACE FUNCTION tables_legs_balance() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM new_legs GROUP BY posting_id HAVING sum(amount) <> 0) THEN
        RAISE EXCEPTION 'the legs of a posting do not sum to zero' USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM public.tables_leg leg WHERE leg.posting_id IN (SELECT posting_id FROM new_legs)
               AND NOT EXISTS (SELECT FROM new_legs added WHERE added.id = leg.id)) THEN
        RAISE EXCEPTION 'a posting is complete: no leg is added to it' USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM new_legs leg JOIN public.tables_posting posting ON posting.id = leg.posting_id
               JOIN public.tables_seating seating ON seating.id = leg.seating_id
               WHERE seating.table_id <> posting.table_id) THEN
        RAISE EXCEPTION 'a posting moves the chips of one table' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
"""

# The trigger on entries moves a head to the entry just written; nobody, the owner included, moves it elsewhere.
HEADS_NAME_ENTRIES = """
CREATE FUNCTION tables_head_names_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (TG_OP = 'INSERT' AND NEW.sequence <> 1) OR (TG_OP = 'UPDATE' AND NEW.sequence <> OLD.sequence + 1)
       OR (TG_OP = 'UPDATE' AND NEW.chain <> OLD.chain)
       OR NOT EXISTS (SELECT FROM public.tables_auditentry entry WHERE entry.chain = NEW.chain
                      AND entry.sequence = NEW.sequence AND entry.hash = NEW.hash AND entry.time = NEW.time) THEN
        RAISE EXCEPTION 'the head of chain % can only follow its entries', NEW.chain USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER head_names_entry BEFORE INSERT OR UPDATE ON tables_chainhead
    FOR EACH ROW EXECUTE FUNCTION tables_head_names_entry();
ALTER TABLE tables_chainhead ENABLE ALWAYS TRIGGER head_names_entry;
"""


class Migration(migrations.Migration):
    """Facts that 0002 kept for changes alone."""

    dependencies = [("tables", "0002_guards")]

    operations = [migrations.RunSQL(statement) for statement in (ROUND_BEGINS, WHOLE_POSTINGS, HEADS_NAME_ENTRIES)]
