"""A bar holds at every seat at once, whoever writes, and whatever else happens at the same moment (OPS 2.3)."""

from django.db import migrations

# Whether a bar that is not lifted applies to a player: this very stay, or his card at the table or in the whole house.
IS_BARRED = """
CREATE FUNCTION tables_is_barred(seating public.tables_seating) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM public.tables_bar bar JOIN public.tables_table place ON place.id = seating.table_id
        WHERE bar.lifted_at IS NULL AND bar.casino_id = place.casino_id AND (bar.table_id IS NULL OR bar.table_id = place.id)
          AND (bar.seating_id = seating.id OR (bar.player_card <> '' AND bar.player_card = seating.player_card)))
$$;
"""

# Sitting down and barring wait for each other at the casino's row, the lock of every house act: whichever comes second
# sees the other. Only players with a card can be barred from elsewhere than their own table.
SITS_DOWN = """
CREATE FUNCTION tables_seating_sits_down() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.player_card <> '' THEN
        PERFORM FROM public.tables_casino casino JOIN public.tables_table place ON place.casino_id = casino.id
        WHERE place.id = NEW.table_id FOR SHARE OF casino;
        IF public.tables_is_barred(NEW) THEN
            NEW.barred := TRUE;
            NEW.sitting_out := TRUE;
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER seating_sits_down BEFORE INSERT ON tables_seating
    FOR EACH ROW EXECUTE FUNCTION tables_seating_sits_down();
ALTER TABLE tables_seating ENABLE ALWAYS TRIGGER seating_sits_down;
"""

TAKES_EFFECT = """
CREATE FUNCTION tables_bar_takes_effect() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.table_id IS NULL THEN
        PERFORM FROM public.tables_casino WHERE id = NEW.casino_id FOR NO KEY UPDATE;
    END IF;
    IF TG_OP = 'INSERT' THEN
        UPDATE public.tables_seating seating SET barred = TRUE, sitting_out = TRUE
        WHERE seating.left_at IS NULL AND NOT seating.barred
          AND (seating.id = NEW.seating_id OR (NEW.player_card <> '' AND seating.player_card = NEW.player_card))
          AND public.tables_is_barred(seating);
    ELSE
        UPDATE public.tables_seating seating SET barred = FALSE
        WHERE seating.left_at IS NULL AND seating.barred
          AND (seating.id = NEW.seating_id OR (NEW.player_card <> '' AND seating.player_card = NEW.player_card))
          AND NOT public.tables_is_barred(seating);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER bar_takes_effect AFTER INSERT OR UPDATE OF lifted_at ON tables_bar
    FOR EACH ROW EXECUTE FUNCTION tables_bar_takes_effect();
ALTER TABLE tables_bar ENABLE ALWAYS TRIGGER bar_takes_effect;
"""

# Nobody is let off a bar but by lifting it; and where two write a seat at once, the bar wins.
STAYS_BARRED = """
CREATE FUNCTION tables_seating_stays_barred() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF OLD.barred AND NOT NEW.barred AND public.tables_is_barred(NEW) THEN
        RAISE EXCEPTION 'the player at seat % is barred until the bar is lifted', OLD.seat USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER seating_stays_barred BEFORE UPDATE OF barred, player_card ON tables_seating
    FOR EACH ROW EXECUTE FUNCTION tables_seating_stays_barred();
ALTER TABLE tables_seating ENABLE ALWAYS TRIGGER seating_stays_barred;
"""


class Migration(migrations.Migration):
    """Functions and triggers that Django cannot express."""

    dependencies = [("tables", "0013_the_list_grows_unread")]

    operations = [migrations.RunSQL(statement) for statement in (IS_BARRED, SITS_DOWN, TAKES_EFFECT, STAYS_BARRED)]
