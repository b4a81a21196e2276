"""The list of leaves grows by its frontier, and has a leaf at each of its places (AUD 3.1)."""

from django.db import migrations, models

# A leaf lies where its checkpoint made the list longer, and a checkpoint is committed with all of them.
LEAVES_FOLLOW = """
CREATE FUNCTION tables_leaf_follows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM public.tables_checkpoint made
        WHERE made.id = NEW.checkpoint_id AND made.casino_id = NEW.casino_id AND NEW.position < made.list_size
          AND NEW.position >= coalesce((SELECT earlier.list_size FROM public.tables_checkpoint earlier
              WHERE earlier.casino_id = made.casino_id AND earlier.number = made.number - 1), 0)) THEN
        RAISE EXCEPTION 'leaf % is outside of what its checkpoint adds to the list', NEW.position
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER leaf_follows BEFORE INSERT ON tables_checkpointleaf
    FOR EACH ROW EXECUTE FUNCTION tables_leaf_follows();
ALTER TABLE tables_checkpointleaf ENABLE ALWAYS TRIGGER leaf_follows;

CREATE FUNCTION tables_checkpoint_is_whole() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (SELECT count(*) FROM public.tables_checkpointleaf WHERE checkpoint_id = NEW.id)
       <> NEW.list_size - coalesce((SELECT list_size FROM public.tables_checkpoint
              WHERE casino_id = NEW.casino_id AND number = NEW.number - 1), 0) THEN
        RAISE EXCEPTION 'checkpoint % has not all of its leaves', NEW.number USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER checkpoint_is_whole AFTER INSERT ON tables_checkpoint DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION tables_checkpoint_is_whole();
ALTER TABLE tables_checkpoint ENABLE ALWAYS TRIGGER checkpoint_is_whole;
"""


class Migration(migrations.Migration):
    """A column that saves reading the whole list, and two triggers."""

    dependencies = [("tables", "0012_people_by_two")]

    operations = [
        migrations.AddField("checkpoint", "frontier", models.JSONField(default=list)),
        migrations.RunSQL(LEAVES_FOLLOW),
    ]
