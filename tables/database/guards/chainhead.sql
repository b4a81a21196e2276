-- The trigger on entries moves a head to the entry just written; nobody, the owner included, moves it elsewhere.
CREATE OR REPLACE FUNCTION tables_head_names_entry() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (TG_OP = 'INSERT' AND NEW.sequence <> 1) OR (TG_OP = 'UPDATE' AND NEW.sequence <> OLD.sequence + 1)
       OR (TG_OP = 'UPDATE' AND NEW.chain <> OLD.chain)
       OR NOT EXISTS (SELECT FROM public.tables_auditentry entry WHERE entry.chain = NEW.chain
                      AND entry.sequence = NEW.sequence AND entry.hash = NEW.hash AND entry.time = NEW.time) THEN
        RAISE EXCEPTION 'the head of chain % can only follow its entries', NEW.chain USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER head_names_entry BEFORE INSERT OR UPDATE ON tables_chainhead
    FOR EACH ROW EXECUTE FUNCTION tables_head_names_entry();

-- A head moves, and is never taken away.
CREATE TRIGGER refuse_change BEFORE DELETE ON tables_chainhead
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_chainhead
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
