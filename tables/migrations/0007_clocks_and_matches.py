"""When a clock began, since when it has been watched, and whose match is on (DRAW 1.1, 2.7)."""

from django.db import migrations, models
from django.db.models import F, Q
from django.utils import timezone

# A game with a designated player begins with nothing on the layout; draw poker with its antes, and with what a tie left.
ROUND_BEGINS = """
CREATE OR REPLACE FUNCTION tables_round_begins() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.state IN ('settled', 'closed', 'void') OR NEW.bank <> NEW.bank_declared
       OR (NEW.pot <> 0 AND EXISTS (SELECT FROM public.tables_rulesversion version
                                    WHERE version.id = NEW.rules_id AND version.document ? 'designation')) THEN
        RAISE EXCEPTION 'round % does not begin open, with its bank and nothing else', NEW.number
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
"""
CLOCKS_THAT_RUN = "UPDATE tables_round SET clock_from = opened_at WHERE deadline IS NOT NULL"


class Migration(migrations.Migration):
    """What makes an outage restart a clock, and a match be one."""

    dependencies = [("tables", "0006_draw_games")]

    operations = [
        migrations.RunSQL(ROUND_BEGINS),
        migrations.AddField(
            model_name="heartbeat",
            name="since",
            field=models.DateTimeField(default=timezone.now),
            preserve_default=False,
        ),
        migrations.AddField(model_name="round", name="clock_from", field=models.DateTimeField(null=True)),
        migrations.AddField(model_name="table", name="match", field=models.JSONField(default=list)),
        migrations.RunSQL(CLOCKS_THAT_RUN),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=Q(deadline=None, clock_from=None)
                | Q(deadline__isnull=False, clock_from__isnull=False, clock_from__lte=F("deadline")),
                name="a_clock_has_begun",
            ),
        ),
    ]
