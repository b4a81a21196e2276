-- A table runs under its newest version, and never inside a round under another than the round's.
CREATE OR REPLACE FUNCTION tables_guard_table() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR NEW.version < OLD.version OR NEW.last_round < OLD.last_round OR NEW.notices < OLD.notices
       OR (NEW.casino_id, NEW.number) IS DISTINCT FROM (OLD.casino_id, OLD.number) THEN
        RAISE EXCEPTION 'table %: version and round number only grow', OLD.number USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.rules_id IS DISTINCT FROM OLD.rules_id AND NOT EXISTS (
        SELECT FROM public.tables_rulesversion next WHERE next.id = NEW.rules_id AND next.table_id = NEW.id
          AND next.number = 1 + coalesce((SELECT number FROM public.tables_rulesversion
          WHERE id = OLD.rules_id), 0)) THEN
        RAISE EXCEPTION 'table %: its rules are followed by the next version only', OLD.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_table BEFORE UPDATE OR DELETE ON tables_table
    FOR EACH ROW EXECUTE FUNCTION tables_guard_table();

-- A table closes when nobody sits there and nothing is played.
CREATE OR REPLACE FUNCTION tables_table_is_empty() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM public.tables_seating WHERE table_id = NEW.id AND left_at IS NULL)
       OR EXISTS (SELECT FROM public.tables_round WHERE table_id = NEW.id AND state NOT IN ('closed', 'void'))
       OR EXISTS (SELECT FROM public.tables_match WHERE table_id = NEW.id AND ended_at IS NULL) THEN
        RAISE EXCEPTION 'table % closes with every seat cashed out, no round open and no match on', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER table_is_empty BEFORE UPDATE ON tables_table
    FOR EACH ROW WHEN (NEW.state = 'closed' AND OLD.state <> 'closed') EXECUTE FUNCTION tables_table_is_empty();
