-- A role that may only add must not stop a chain for good by a time that no later act can reach: every later entry is at
-- least as late as the head. A clock that was set back leaves the head ahead of it: then, and only then, entries go on
-- with
-- the very time of the head. The minute is for a clock that is set back during an act.
-- And a head that was moved past its guard leads no further: the entry it names has to be there.
CREATE OR REPLACE FUNCTION tables_advance_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.time NOT BETWEEN '1970-01-01 00:00:00Z' AND clock_timestamp() + interval '1 minute'
       AND NOT EXISTS (SELECT FROM public.tables_chainhead head WHERE head.chain = NEW.chain
       AND head.time = NEW.time) THEN
        RAISE EXCEPTION 'entry % of chain % has a time that no clock shows', NEW.sequence, NEW.chain
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.sequence = 1 THEN
        IF NEW.previous_hash <> repeat('0', 64) THEN
            RAISE EXCEPTION 'the first entry of chain % names a previous hash', NEW.chain
                USING ERRCODE = 'check_violation';
        END IF;
        INSERT INTO public.tables_chainhead (chain, sequence, hash, time) VALUES (NEW.chain, 1, NEW.hash, NEW.time);
        RETURN NULL;
    END IF;
    UPDATE public.tables_chainhead head SET sequence = NEW.sequence, hash = NEW.hash, time = NEW.time
    WHERE head.chain = NEW.chain AND head.sequence = NEW.sequence - 1
      AND head.hash = NEW.previous_hash AND head.time <= NEW.time
      AND EXISTS (SELECT FROM public.tables_auditentry entry WHERE entry.chain = NEW.chain
                  AND entry.sequence = NEW.sequence - 1 AND entry.hash = NEW.previous_hash);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'entry % does not follow the head of chain %', NEW.sequence, NEW.chain
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION tables_advance_chain() FROM PUBLIC;
CREATE TRIGGER advance_chain AFTER INSERT ON tables_auditentry
    FOR EACH ROW EXECUTE FUNCTION tables_advance_chain();

-- Its rows stand for ever.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_auditentry
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
