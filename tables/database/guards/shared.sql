-- For rows that stand for ever.
CREATE OR REPLACE FUNCTION tables_refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: its rows stand for ever', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

-- What is listed as owed is, player by player, what lies on the account: seen when all of an act is written (OPS 7.2).
CREATE OR REPLACE FUNCTION tables_owed_is_listed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (SELECT coalesce(sum(amount), 0) FROM public.tables_owed WHERE seating_id = NEW.seating_id
       AND settled_at IS NULL)
       <> (SELECT coalesce(sum(amount), 0) FROM public.tables_leg WHERE seating_id = NEW.seating_id
       AND account = 'owed') THEN
        RAISE EXCEPTION 'what player % owes, or is owed, is not what is listed', NEW.seating_id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
