-- Who dealt when decides who may sign a correction: a tap-in stands as it was made, and ends once.
CREATE OR REPLACE FUNCTION tables_tapin_stands() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.ended_at IS NOT NULL THEN
            RAISE EXCEPTION 'a tap-in begins open' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL OR (NEW.table_id, NEW.person_id, NEW.started_at, NEW.sequence)
       IS DISTINCT FROM (OLD.table_id, OLD.person_id, OLD.started_at, OLD.sequence) THEN
        RAISE EXCEPTION 'tap-in % stands as it was made, and ends once', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tapin_stands BEFORE INSERT OR UPDATE OR DELETE ON tables_tapin
    FOR EACH ROW EXECUTE FUNCTION tables_tapin_stands();
