-- What a casino is, its money and its clock stay as they were; an epoch that has begun does not end (AUD 3.5).
CREATE OR REPLACE FUNCTION tables_guard_casino() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR (NEW.is_demonstration, NEW.currency, NEW.minor_digits, NEW.time_zone, NEW.gaming_day_starts)
       IS DISTINCT FROM (OLD.is_demonstration, OLD.currency, OLD.minor_digits, OLD.time_zone, OLD.gaming_day_starts) THEN
        RAISE EXCEPTION 'what a casino is, its money and its clock cannot change' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.epoch < OLD.epoch THEN
        RAISE EXCEPTION 'the epoch of a casino never goes back' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_casino BEFORE UPDATE OR DELETE ON tables_casino
    FOR EACH ROW EXECUTE FUNCTION tables_guard_casino();
