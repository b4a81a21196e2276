"""What must never be false of people: two of them give a role or a secret, and a house keeps its admin and its compliance (OPS 1.4)."""

from django.db import migrations, models

# Asked for by an admin, decided on by compliance or an admin; nobody confirms what is about himself.
CHANGES_BY_TWO = """
CREATE FUNCTION tables_staffchange_by_two() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    people bigint[] := ARRAY(SELECT person_id FROM public.tables_rolegrant
        WHERE casino_id = NEW.casino_id AND revoked_at IS NULL
          AND (role = 'admin' OR (TG_OP = 'UPDATE' AND role = 'compliance')));
BEGIN
    IF TG_OP = 'INSERT' AND (NEW.state <> 'requested' OR NEW.requested_by_id <> ALL (people)) THEN
        RAISE EXCEPTION 'a change of people begins as the request of an admin' USING ERRCODE = 'check_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND NEW.state IN ('confirmed', 'rejected') AND NEW.decided_by_id <> ALL (people) THEN
        RAISE EXCEPTION 'a change of people is decided on by compliance or an admin' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state = 'confirmed'
       AND NEW.badge = (SELECT badge FROM public.tables_person WHERE id = NEW.decided_by_id) THEN
        RAISE EXCEPTION 'nobody confirms what is about himself' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER staffchange_by_two BEFORE INSERT OR UPDATE ON tables_staffchange
    FOR EACH ROW EXECUTE FUNCTION tables_staffchange_by_two();
ALTER TABLE tables_staffchange ENABLE ALWAYS TRIGGER staffchange_by_two;
"""

# A role that names two people comes of the request one of them made and the other confirmed, at that moment.
ROLES_FOLLOW = """
CREATE FUNCTION tables_role_follows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
ALTER TABLE tables_rolegrant ENABLE ALWAYS TRIGGER role_follows;
"""

# Under the lock of the casino, so that two who take the last two roles at once do not both see the other's.
HOUSE_IS_KEPT = """
CREATE FUNCTION tables_house_is_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
ALTER TABLE tables_rolegrant ENABLE ALWAYS TRIGGER house_is_kept;
"""

# Outside a demonstration a secret is changed, and somebody comes back, by a confirmed request of this very transaction.
SECRETS_BY_TWO = """
CREATE FUNCTION tables_secrets_by_two() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
        RAISE EXCEPTION 'the secrets of badge % come of no confirmed request', OLD.badge USING ERRCODE = 'check_violation';
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
ALTER TABLE tables_person ENABLE ALWAYS TRIGGER secrets_by_two;
"""


class Migration(migrations.Migration):
    """Constraints and triggers."""

    dependencies = [("tables", "0011_entries_come_from_a_clock")]

    operations = [
        migrations.AddConstraint(
            model_name="rolegrant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("confirmed_by", None),
                    models.Q(("confirmed_by", models.F("person")), _negated=True),
                    _connector="OR",
                ),
                name="role_is_confirmed_by_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="staffchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["create_person", "grant_role", "reset_credential"])),
                name="staff_change_is_of_a_known_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="staffchange",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "requested")),
                fields=("casino", "badge"),
                name="one_open_staff_change_a_badge",
            ),
        ),
        *(migrations.RunSQL(statement) for statement in (CHANGES_BY_TWO, ROLES_FOLLOW, HOUSE_IS_KEPT, SECRETS_BY_TWO)),
    ]
