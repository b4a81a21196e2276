-- Beyond the version a table was set up with, none comes but of a change that two people made.
CREATE OR REPLACE FUNCTION tables_rulesversion_follows() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.number <> 1
       + (SELECT coalesce(max(number), 0) FROM public.tables_rulesversion WHERE table_id = NEW.table_id) THEN
        RAISE EXCEPTION 'rules version % does not follow the one before it', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.number > 1 AND NOT EXISTS (
        SELECT FROM public.tables_rulechange change JOIN public.tables_rulesversion base ON base.id = change.base_id
        WHERE change.id = NEW.change_id AND change.table_id = NEW.table_id AND change.state = 'approved'
          AND change.decided_by_id <> change.requested_by_id AND change.document = NEW.document
          AND base.number = NEW.number - 1) THEN
        RAISE EXCEPTION 'rules version % comes of no approved change', NEW.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rulesversion_follows BEFORE INSERT ON tables_rulesversion
    FOR EACH ROW EXECUTE FUNCTION tables_rulesversion_follows();

-- A version comes into force between rounds, and after the notice.
CREATE OR REPLACE FUNCTION tables_rulesversion_in_time() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM public.tables_round WHERE table_id = NEW.table_id AND state NOT IN ('closed', 'void')) THEN
        RAISE EXCEPTION 'rules version % cannot come into force inside a round', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    IF EXISTS (SELECT FROM public.tables_rulechange WHERE id = NEW.change_id AND (decided_at > NEW.in_force_from
               OR (due_at > NEW.in_force_from AND EXISTS (
                   SELECT FROM public.tables_seating WHERE table_id = NEW.table_id AND left_at IS NULL))))
       OR EXISTS (SELECT FROM public.tables_rulesversion earlier WHERE earlier.table_id = NEW.table_id
                  AND earlier.number > 1 AND earlier.in_force_from > NEW.in_force_from) THEN
        RAISE EXCEPTION 'rules version % is not due at %', NEW.number, NEW.in_force_from
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rulesversion_in_time BEFORE INSERT ON tables_rulesversion
    FOR EACH ROW WHEN (NEW.number > 1) EXECUTE FUNCTION tables_rulesversion_in_time();

-- Its rows stand for ever.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_rulesversion
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_rulesversion
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
