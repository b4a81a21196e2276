-- A role comes of two people, but for the first people of a house, who are granted theirs at one moment, and in a
-- demonstration.
CREATE OR REPLACE FUNCTION tables_role_by_two() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' OR (TG_OP = 'UPDATE' AND (OLD.revoked_at IS NOT NULL
       OR (NEW.casino_id, NEW.person_id, NEW.role, NEW.granted_by_id, NEW.confirmed_by_id, NEW.granted_at)
          IS DISTINCT FROM
          (OLD.casino_id, OLD.person_id, OLD.role, OLD.granted_by_id, OLD.confirmed_by_id, OLD.granted_at))) THEN
        RAISE EXCEPTION 'a grant of a role stands as it was given, and is revoked once'
            USING ERRCODE = 'check_violation';
    END IF;
    IF TG_OP = 'INSERT' AND (NEW.granted_by_id IS NULL OR NEW.confirmed_by_id IS NULL)
       AND NOT (SELECT is_demonstration FROM public.tables_casino WHERE id = NEW.casino_id)
       AND EXISTS (SELECT FROM public.tables_rolegrant WHERE casino_id = NEW.casino_id
                   AND granted_at <> NEW.granted_at) THEN
        RAISE EXCEPTION 'a role is granted by two people' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER role_by_two BEFORE INSERT OR UPDATE OR DELETE ON tables_rolegrant
    FOR EACH ROW EXECUTE FUNCTION tables_role_by_two();

-- A role that names two people comes of the request one of them made and the other confirmed, at that moment.
CREATE OR REPLACE FUNCTION tables_role_follows() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    holder public.tables_person;
BEGIN
    SELECT * INTO holder FROM public.tables_person WHERE id = NEW.person_id;
    IF NOT holder.is_active OR NEW.revoked_at IS NOT NULL THEN
        RAISE EXCEPTION 'a role is granted to somebody who works here' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.granted_by_id IS NOT NULL AND NEW.confirmed_by_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM public.tables_staffchange change
        WHERE change.casino_id = NEW.casino_id AND change.badge = holder.badge AND change.state = 'confirmed'
          AND change.kind IN ('create_person', 'grant_role') AND change.details -> 'roles' ? NEW.role
          AND change.requested_by_id = NEW.granted_by_id AND change.decided_by_id = NEW.confirmed_by_id
          AND change.decided_at = NEW.granted_at) THEN
        RAISE EXCEPTION 'role % comes of no confirmed request', NEW.role USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER role_follows BEFORE INSERT ON tables_rolegrant
    FOR EACH ROW EXECUTE FUNCTION tables_role_follows();

-- Under the lock of the casino, so that two who take the last two roles at once do not both see the other's.
CREATE OR REPLACE FUNCTION tables_house_is_kept() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM FROM public.tables_casino WHERE id = NEW.casino_id FOR NO KEY UPDATE;
    IF NOT EXISTS (SELECT FROM public.tables_rolegrant other
                   WHERE other.casino_id = NEW.casino_id AND other.role = NEW.role AND other.id <> NEW.id
                     AND other.revoked_at IS NULL) THEN
        RAISE EXCEPTION 'the last % of a house stays', NEW.role USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER house_is_kept BEFORE UPDATE ON tables_rolegrant
    FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL AND NEW.role IN ('admin', 'compliance'))
    EXECUTE FUNCTION tables_house_is_kept();

-- Read as it was when the transaction began: a person who loses the role meanwhile loses it for the acts after this one.
CREATE OR REPLACE FUNCTION tables_is_of_floor(house bigint, person bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (SELECT FROM public.tables_rolegrant
                   WHERE casino_id = house AND person_id = person AND role = 'floor'
                     AND coalesce(revoked_at >= transaction_timestamp(), TRUE))
$$;

-- The first people of a house come before its first entry; from then on two people make every grant.
CREATE OR REPLACE FUNCTION tables_role_of_first_people() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT (SELECT is_demonstration FROM public.tables_casino WHERE id = NEW.casino_id)
       AND EXISTS (SELECT FROM public.tables_chainhead WHERE chain = NEW.casino_id || '/house') THEN
        RAISE EXCEPTION 'a role is granted by two people' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER role_of_first_people BEFORE INSERT ON tables_rolegrant
    FOR EACH ROW WHEN (NEW.granted_by_id IS NULL OR NEW.confirmed_by_id IS NULL)
    EXECUTE FUNCTION tables_role_of_first_people();
