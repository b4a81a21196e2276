"""Checkpoints are also signed notes, which witnesses cosign (AUD 3.3)."""

import django.db.models.deletion
from django.db import migrations, models

from tables.database.guards import TRIGGERS_AWAY, LoadGuards

KINDS = (
    *("dead_hand", "override", "correction", "refused", "cover_short", "no_designated_player", "owed", "silent_tablet"),
    *("dispute", "outside_limits", "witness_refused"),
)
PROBLEMS = ("unreachable", "configuration", "untrue", "refused")


def _key() -> tuple[str, models.Field]:
    return "id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def _choices(*codes: str) -> list[tuple[str, str]]:
    return [(code, code.replace("_", " ").title()) for code in codes]


class Migration(migrations.Migration):
    """One column, empty for the checkpoints there are, and two tables."""

    dependencies = [("tables", "0013_epochs")]

    operations = [
        migrations.RunSQL(TRIGGERS_AWAY),
        migrations.AddField("checkpoint", "note", models.TextField(blank=True, default="")),
        migrations.AlterField("alert", "kind", models.CharField(choices=_choices(*KINDS), max_length=24)),
        migrations.CreateModel(
            name="Cosignature",
            fields=[
                _key(),
                ("witness", models.CharField(max_length=200)),
                ("key_id", models.CharField(max_length=8)),
                ("timestamp", models.BigIntegerField()),
                ("line", models.TextField()),
                (
                    "checkpoint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="cosignatures", to="tables.checkpoint"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["checkpoint", "witness", "key_id"], name="one_cosignature_a_witness"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="WitnessState",
            fields=[
                _key(),
                ("origin", models.CharField(max_length=300)),
                ("witness", models.CharField(max_length=200)),
                ("key_id", models.CharField(max_length=8)),
                ("asked_at", models.DateTimeField()),
                ("failures", models.PositiveIntegerField(default=0)),
                ("problem", models.CharField(blank=True, choices=_choices(*PROBLEMS), max_length=16)),
                ("said", models.CharField(blank=True, max_length=300)),
                ("since", models.DateTimeField(null=True)),
                (
                    "casino",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.casino"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["casino", "origin", "witness", "key_id"], name="one_state_a_witness"
                    )
                ]
            },
        ),
        LoadGuards(__name__, "d420f831c0df7b2b"),
    ]
