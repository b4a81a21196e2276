-- What a row was made with stays, it ends once, and then nothing of it changes.
CREATE OR REPLACE FUNCTION tables_owed_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.settled_at IS NOT NULL
       OR (NEW.table_id IS DISTINCT FROM OLD.table_id OR NEW.round_id IS DISTINCT FROM OLD.round_id
       OR NEW.seating_id IS DISTINCT FROM OLD.seating_id OR NEW.reason IS DISTINCT FROM OLD.reason
       OR NEW.amount IS DISTINCT FROM OLD.amount OR NEW.raised_at IS DISTINCT FROM OLD.raised_at) THEN
        RAISE EXCEPTION 'row % of owed stands as it was made, and ends once', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_owed BEFORE UPDATE OR DELETE ON tables_owed
    FOR EACH ROW EXECUTE FUNCTION tables_owed_guard();

-- A row begins open.
CREATE OR REPLACE FUNCTION tables_owed_begins() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.settled_at IS NOT NULL THEN
        RAISE EXCEPTION 'a row of owed begins open' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER owed_begins BEFORE INSERT ON tables_owed
    FOR EACH ROW EXECUTE FUNCTION tables_owed_begins();

-- What only the floor may sign names somebody of the floor, and what belongs together is at one table.
CREATE OR REPLACE FUNCTION tables_owed_of_floor() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.table_id <> (SELECT table_id FROM public.tables_seating WHERE id = NEW.seating_id)
       OR NEW.table_id <> (SELECT table_id FROM public.tables_round WHERE id = NEW.round_id)
       OR (NEW.settled_by_id IS NOT NULL AND NOT public.tables_is_of_floor(
           (SELECT casino_id FROM public.tables_table WHERE id = NEW.table_id), NEW.settled_by_id)) THEN
        RAISE EXCEPTION 'a row of owed is of one table, and signed by the floor' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER owed_of_floor BEFORE INSERT OR UPDATE ON tables_owed
    FOR EACH ROW EXECUTE FUNCTION tables_owed_of_floor();

-- tables_owed_is_listed() is in shared.sql.
CREATE CONSTRAINT TRIGGER owed_is_listed AFTER INSERT OR UPDATE ON tables_owed DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION tables_owed_is_listed();
