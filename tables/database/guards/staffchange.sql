-- What a row was made with stays, it ends once, and then nothing of it changes.
CREATE OR REPLACE FUNCTION tables_staffchange_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.decided_at IS NOT NULL
       OR (NEW.casino_id IS DISTINCT FROM OLD.casino_id OR NEW.kind IS DISTINCT FROM OLD.kind
       OR NEW.badge IS DISTINCT FROM OLD.badge OR NEW.details IS DISTINCT FROM OLD.details
       OR NEW.requested_by_id IS DISTINCT FROM OLD.requested_by_id
       OR NEW.requested_at IS DISTINCT FROM OLD.requested_at) THEN
        RAISE EXCEPTION 'row % of staffchange stands as it was made, and ends once', OLD.id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_staffchange BEFORE UPDATE OR DELETE ON tables_staffchange
    FOR EACH ROW EXECUTE FUNCTION tables_staffchange_guard();

-- A row begins open.
CREATE OR REPLACE FUNCTION tables_staffchange_begins() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.decided_at IS NOT NULL THEN
        RAISE EXCEPTION 'a row of staffchange begins open' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER staffchange_begins BEFORE INSERT ON tables_staffchange
    FOR EACH ROW EXECUTE FUNCTION tables_staffchange_begins();

-- Asked for by an admin, decided on by compliance or an admin; nobody confirms what is about themselves.
CREATE OR REPLACE FUNCTION tables_staffchange_by_two() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    people bigint[] := ARRAY(SELECT person_id FROM public.tables_rolegrant
        WHERE casino_id = NEW.casino_id AND revoked_at IS NULL
          AND (role = 'admin' OR (TG_OP = 'UPDATE' AND role = 'compliance')));
BEGIN
    IF TG_OP = 'INSERT' AND (NEW.state <> 'requested' OR NEW.requested_by_id <> ALL (people)) THEN
        RAISE EXCEPTION 'a change of people begins as the request of an admin' USING ERRCODE = 'check_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND NEW.state IN ('confirmed', 'rejected') AND NEW.decided_by_id <> ALL (people) THEN
        RAISE EXCEPTION 'a change of people is decided on by compliance or an admin' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state = 'confirmed'
       AND NEW.badge = (SELECT badge FROM public.tables_person WHERE id = NEW.decided_by_id) THEN
        RAISE EXCEPTION 'nobody confirms what is about themselves' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER staffchange_by_two BEFORE INSERT OR UPDATE ON tables_staffchange
    FOR EACH ROW EXECUTE FUNCTION tables_staffchange_by_two();
