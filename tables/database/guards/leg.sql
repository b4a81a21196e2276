-- A statement writes the legs of one posting, or of a few. The planner knows nothing of the rows a statement has just
-- written and takes them for a thousand, for which a join over the whole journal seems cheap: each is looked up by its
-- key.
CREATE OR REPLACE FUNCTION tables_legs_balance() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    written record;
    kept record;
    at_table bigint;
BEGIN
    FOR written IN SELECT posting_id, count(*) AS legs, sum(amount) AS total FROM new_legs GROUP BY posting_id LOOP
        IF written.total <> 0 THEN
            RAISE EXCEPTION 'the legs of a posting do not sum to zero' USING ERRCODE = 'check_violation';
        END IF;
        SELECT count(*) AS legs INTO kept FROM public.tables_leg WHERE posting_id = written.posting_id;
        IF kept.legs <> written.legs THEN
            RAISE EXCEPTION 'a posting is complete: no leg is added to it' USING ERRCODE = 'check_violation';
        END IF;
        SELECT table_id INTO at_table FROM public.tables_posting WHERE id = written.posting_id;
        IF EXISTS (SELECT FROM new_legs leg WHERE leg.posting_id = written.posting_id AND leg.seating_id IS NOT NULL
                   AND (SELECT table_id FROM public.tables_seating WHERE id = leg.seating_id) <> at_table) THEN
            RAISE EXCEPTION 'a posting moves the chips of one table' USING ERRCODE = 'check_violation';
        END IF;
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER legs_balance AFTER INSERT ON tables_leg REFERENCING NEW TABLE AS new_legs
    FOR EACH STATEMENT EXECUTE FUNCTION tables_legs_balance();

-- Its rows stand for ever.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_leg
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_leg
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();

-- tables_owed_is_listed() is in shared.sql.
CREATE CONSTRAINT TRIGGER owed_is_listed AFTER INSERT ON tables_leg DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.account = 'owed') EXECUTE FUNCTION tables_owed_is_listed();
