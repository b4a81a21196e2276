-- What a casino is, and its money, stays; an epoch that has begun does not end (AUD 3.5).
CREATE OR REPLACE FUNCTION tables_guard_casino() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR (NEW.is_demonstration, NEW.currency, NEW.minor_digits)
       IS DISTINCT FROM (OLD.is_demonstration, OLD.currency, OLD.minor_digits) THEN
        RAISE EXCEPTION 'what a casino is, and its money, cannot change' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.epoch < OLD.epoch THEN
        RAISE EXCEPTION 'the epoch of a casino never goes back' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_casino BEFORE UPDATE OR DELETE ON tables_casino
    FOR EACH ROW EXECUTE FUNCTION tables_guard_casino();
