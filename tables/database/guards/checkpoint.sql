-- A checkpoint names the one before it, and neither its list nor its time goes back. After a restore the list begins anew,
-- and its first checkpoint names the one that the entry `restored` says was the last outside (AUD 3.5).
CREATE OR REPLACE FUNCTION tables_checkpoint_follows() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    last public.tables_checkpoint;
    restored jsonb;
BEGIN
    SELECT * INTO last FROM public.tables_checkpoint WHERE casino_id = NEW.casino_id ORDER BY number DESC LIMIT 1;
    IF NEW.epoch <> (SELECT epoch FROM public.tables_casino WHERE id = NEW.casino_id) THEN
        RAISE EXCEPTION 'checkpoint % is not of the epoch of its casino', NEW.number USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.epoch > coalesce(last.epoch, 1) THEN
        SELECT payload INTO restored FROM public.tables_auditentry
        WHERE chain = NEW.casino_id || '/house' AND act = 'restored' AND payload->>'epoch' = NEW.epoch::text;
        IF restored IS NULL OR NEW.number::text <> restored->>'first' OR NEW.previous_hash <> restored->>'previous_hash'
           OR NEW.number <= coalesce(last.number, 0) OR NEW.time < last.time THEN
            RAISE EXCEPTION 'checkpoint % does not follow what was restored', NEW.number USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.number <> coalesce(last.number, 0) + 1 OR NEW.list_size < coalesce(last.list_size, 0)
       OR NEW.previous_hash <> coalesce(last.hash, repeat('0', 64)) OR NEW.time < last.time THEN
        RAISE EXCEPTION 'checkpoint % does not follow the one before it', NEW.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER checkpoint_follows BEFORE INSERT ON tables_checkpoint
    FOR EACH ROW EXECUTE FUNCTION tables_checkpoint_follows();

-- A leaf lies where its checkpoint made the list longer, and a checkpoint is committed with all of them.
CREATE OR REPLACE FUNCTION tables_checkpoint_is_whole() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (SELECT count(*) FROM public.tables_checkpointleaf WHERE checkpoint_id = NEW.id)
       <> NEW.list_size - coalesce((SELECT list_size FROM public.tables_checkpoint
              WHERE casino_id = NEW.casino_id AND epoch = NEW.epoch AND number = NEW.number - 1), 0) THEN
        RAISE EXCEPTION 'checkpoint % has not all of its leaves', NEW.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER checkpoint_is_whole AFTER INSERT ON tables_checkpoint DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION tables_checkpoint_is_whole();

-- Its rows stand for ever.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_checkpoint
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
