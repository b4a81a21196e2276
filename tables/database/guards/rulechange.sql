-- What a row was made with stays, it ends once, and then nothing of it changes.
CREATE OR REPLACE FUNCTION tables_rulechange_guard() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
       OR (NEW.table_id IS DISTINCT FROM OLD.table_id OR NEW.base_id IS DISTINCT FROM OLD.base_id
       OR NEW.changes IS DISTINCT FROM OLD.changes OR NEW.document IS DISTINCT FROM OLD.document
       OR NEW.reason IS DISTINCT FROM OLD.reason OR NEW.requested_by_id IS DISTINCT FROM OLD.requested_by_id
       OR NEW.requested_at IS DISTINCT FROM OLD.requested_at OR NEW.expires_at IS DISTINCT FROM OLD.expires_at) THEN
        RAISE EXCEPTION 'row % of rulechange stands as it was made, and ends once', OLD.id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER guard_rulechange BEFORE UPDATE OR DELETE ON tables_rulechange
    FOR EACH ROW EXECUTE FUNCTION tables_rulechange_guard();

-- A row begins open.
CREATE OR REPLACE FUNCTION tables_rulechange_begins() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.ended_at IS NOT NULL THEN
        RAISE EXCEPTION 'a row of rulechange begins open' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rulechange_begins BEFORE INSERT ON tables_rulechange
    FOR EACH ROW EXECUTE FUNCTION tables_rulechange_begins();

-- A change goes from the request to one decision, and from an approval to its effect or its cancelling.
CREATE OR REPLACE FUNCTION tables_rulechange_steps() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.state <> 'requested'
           OR (SELECT table_id FROM public.tables_rulesversion WHERE id = NEW.base_id) <> NEW.table_id THEN
            RAISE EXCEPTION 'a change of rules begins as a request at its own table' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NOT (NEW.state = OLD.state
            OR (OLD.state = 'requested' AND NEW.state IN ('approved', 'rejected', 'withdrawn', 'expired'))
            OR (OLD.state = 'approved' AND NEW.state IN ('in_force', 'cancelled')))
       OR (OLD.decided_at IS NOT NULL AND (NEW.decided_by_id, NEW.decided_at, NEW.due_at)
           IS DISTINCT FROM (OLD.decided_by_id, OLD.decided_at, OLD.due_at))
       OR (NEW.state = 'in_force' AND NOT EXISTS (SELECT FROM public.tables_rulesversion WHERE change_id = NEW.id)) THEN
        RAISE EXCEPTION 'change % of rules cannot go from % to %', OLD.id, OLD.state, NEW.state
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rulechange_steps BEFORE INSERT OR UPDATE ON tables_rulechange
    FOR EACH ROW EXECUTE FUNCTION tables_rulechange_steps();

-- A change is decided on by the floor and in time; nothing expires before its time.
CREATE OR REPLACE FUNCTION tables_rulechange_in_time() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    house bigint := (SELECT casino_id FROM public.tables_table WHERE id = NEW.table_id);
BEGIN
    IF (NEW.state IN ('approved', 'rejected')
        AND (NEW.decided_at >= NEW.expires_at OR NOT public.tables_is_of_floor(house, NEW.decided_by_id)))
       OR (NEW.state = 'cancelled' AND NOT public.tables_is_of_floor(house, NEW.ended_by_id))
       OR (NEW.state = 'expired' AND NEW.ended_at < NEW.expires_at) THEN
        RAISE EXCEPTION 'change % of rules is decided on in time, by the floor', NEW.id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rulechange_in_time BEFORE UPDATE ON tables_rulechange
    FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION tables_rulechange_in_time();
