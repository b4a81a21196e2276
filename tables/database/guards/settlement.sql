-- A correction follows the newest version of its own round's settlement, and only where there is one.
CREATE OR REPLACE FUNCTION tables_settlement_follows() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM public.tables_settlement WHERE round_id = NEW.round_id)
       OR (NEW.version > 1 AND NOT EXISTS (
           SELECT FROM public.tables_settlement earlier
           WHERE earlier.id = NEW.replaces_id AND earlier.round_id = NEW.round_id
             AND earlier.version = NEW.version - 1))
       OR (SELECT state IN ('settled', 'closed') FROM public.tables_round WHERE id = NEW.round_id)
          <> (NEW.version > 1) THEN
        RAISE EXCEPTION 'version % of a settlement does not follow what it replaces', NEW.version
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER settlement_follows BEFORE INSERT ON tables_settlement
    FOR EACH ROW EXECUTE FUNCTION tables_settlement_follows();

-- What the version says has to stand in what is settled; rules that came later have defaults
-- which no old version names.
CREATE OR REPLACE FUNCTION tables_settlement_rules() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT coalesce(NEW.input -> 'rules' @> (
        SELECT version.document FROM public.tables_round round
        JOIN public.tables_rulesversion version ON version.id = round.rules_id
        WHERE round.id = NEW.round_id), FALSE) THEN
        RAISE EXCEPTION 'a round is settled under the rules it was opened under' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER settlement_rules BEFORE INSERT ON tables_settlement
    FOR EACH ROW EXECUTE FUNCTION tables_settlement_rules();

-- Its rows stand for ever.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON tables_settlement
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON tables_settlement
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
