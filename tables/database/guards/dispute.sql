-- What only the floor may sign names somebody of the floor, and what belongs together is at one table.
CREATE OR REPLACE FUNCTION tables_dispute_of_floor() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.table_id <> (SELECT table_id FROM public.tables_round WHERE id = NEW.round_id) THEN
        RAISE EXCEPTION 'a row of dispute is of one table, and signed by the floor' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER dispute_of_floor BEFORE INSERT OR UPDATE ON tables_dispute
    FOR EACH ROW EXECUTE FUNCTION tables_dispute_of_floor();

-- Its rows stand for ever.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_dispute
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_dispute
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
