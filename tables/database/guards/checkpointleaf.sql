-- A leaf lies where its checkpoint made the list longer, and a checkpoint is committed with all of them.
CREATE OR REPLACE FUNCTION tables_leaf_follows() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM public.tables_checkpoint made
        WHERE made.id = NEW.checkpoint_id AND made.casino_id = NEW.casino_id AND made.epoch = NEW.epoch AND NEW.position < made.list_size
          AND NEW.position >= coalesce((SELECT earlier.list_size FROM public.tables_checkpoint earlier
              WHERE earlier.casino_id = made.casino_id AND earlier.epoch = made.epoch AND earlier.number = made.number - 1), 0)) THEN
        RAISE EXCEPTION 'leaf % is outside of what its checkpoint adds to the list', NEW.position
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER leaf_follows BEFORE INSERT ON tables_checkpointleaf
    FOR EACH ROW EXECUTE FUNCTION tables_leaf_follows();

-- Its rows stand for ever.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_checkpointleaf
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_checkpointleaf
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
