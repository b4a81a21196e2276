-- What only the floor may sign names somebody of the floor, and what belongs together is at one table.
CREATE OR REPLACE FUNCTION tables_ruling_of_floor() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (NEW.ruled_by_id IS NOT NULL AND NOT public.tables_is_of_floor((
        SELECT place.casino_id FROM public.tables_dispute dispute
        JOIN public.tables_table place ON place.id = dispute.table_id
        WHERE dispute.id = NEW.dispute_id), NEW.ruled_by_id)) THEN
        RAISE EXCEPTION 'a row of ruling is of one table, and signed by the floor' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER ruling_of_floor BEFORE INSERT OR UPDATE ON tables_ruling
    FOR EACH ROW EXECUTE FUNCTION tables_ruling_of_floor();

-- Its rows stand for ever.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_ruling
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_ruling
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
