-- What a row was made with stays, it ends once, and then nothing of it changes.
CREATE OR REPLACE FUNCTION tables_alert_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.acknowledged_at IS NOT NULL
       OR (NEW.casino_id IS DISTINCT FROM OLD.casino_id OR NEW.table_id IS DISTINCT FROM OLD.table_id
       OR NEW.round_number IS DISTINCT FROM OLD.round_number OR NEW.kind IS DISTINCT FROM OLD.kind
       OR NEW.subject IS DISTINCT FROM OLD.subject OR NEW.details IS DISTINCT FROM OLD.details
       OR NEW.raised_at IS DISTINCT FROM OLD.raised_at) THEN
        RAISE EXCEPTION 'row % of alert stands as it was made, and ends once', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_alert BEFORE UPDATE OR DELETE ON tables_alert
    FOR EACH ROW EXECUTE FUNCTION tables_alert_guard();

-- A row begins open.
CREATE OR REPLACE FUNCTION tables_alert_begins() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.acknowledged_at IS NOT NULL THEN
        RAISE EXCEPTION 'a row of alert begins open' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER alert_begins BEFORE INSERT ON tables_alert
    FOR EACH ROW EXECUTE FUNCTION tables_alert_begins();

-- What only the floor may sign names somebody of the floor, and what belongs together is at one table.
CREATE OR REPLACE FUNCTION tables_alert_of_floor() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.casino_id <> (SELECT casino_id FROM public.tables_table WHERE id = NEW.table_id)
       OR (NEW.acknowledged_by_id IS NOT NULL
       AND NOT public.tables_is_of_floor(NEW.casino_id, NEW.acknowledged_by_id)) THEN
        RAISE EXCEPTION 'a row of alert is of one table, and signed by the floor' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER alert_of_floor BEFORE INSERT OR UPDATE ON tables_alert
    FOR EACH ROW EXECUTE FUNCTION tables_alert_of_floor();
