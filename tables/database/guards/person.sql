-- Outside a demonstration a secret is changed, and somebody comes back, by a confirmed request of this very
-- transaction.
CREATE OR REPLACE FUNCTION tables_secrets_by_two() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    renewed boolean := (NEW.password, NEW.pin_hash) IS DISTINCT FROM (OLD.password, OLD.pin_hash);
BEGIN
    IF NEW.badge <> OLD.badge OR NEW.credential_version < OLD.credential_version
       OR (renewed AND NEW.credential_version = OLD.credential_version) THEN
        RAISE EXCEPTION 'badge % stays whose it is, and new secrets are a new version', OLD.badge
            USING ERRCODE = 'check_violation';
    END IF;
    IF (renewed OR (NEW.is_active AND NOT OLD.is_active))
       AND EXISTS (SELECT FROM public.tables_casino WHERE NOT is_demonstration)
       AND NOT EXISTS (SELECT FROM public.tables_staffchange
                       WHERE badge = NEW.badge AND kind = 'reset_credential' AND state = 'confirmed'
                         AND decided_at >= transaction_timestamp()) THEN
        RAISE EXCEPTION 'the secrets of badge % come of no confirmed request', OLD.badge
            USING ERRCODE = 'check_violation';
    END IF;
    IF NOT NEW.is_active AND (
        EXISTS (SELECT FROM public.tables_rolegrant WHERE person_id = NEW.id AND revoked_at IS NULL)
        OR EXISTS (SELECT FROM public.tables_tapin WHERE person_id = NEW.id AND ended_at IS NULL)) THEN
        RAISE EXCEPTION 'badge % is deactivated once it holds no role and deals nowhere', OLD.badge
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER secrets_by_two BEFORE UPDATE ON tables_person
    FOR EACH ROW WHEN ((OLD.badge, OLD.password, OLD.pin_hash, OLD.credential_version, OLD.is_active)
        IS DISTINCT FROM (NEW.badge, NEW.password, NEW.pin_hash, NEW.credential_version, NEW.is_active))
    EXECUTE FUNCTION tables_secrets_by_two();
