"""What rounds are searched by, derived from the log (AUD 7.2; docs/decisions/0169)."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Three tables of their own; the log and the rows of play are as they were."""

    dependencies = [
        ("tables", "0014_witnesses"),
    ]

    operations = [
        migrations.CreateModel(
            name="SearchMark",
            fields=[
                ("chain", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("sequence", models.BigIntegerField(default=0)),
                ("memory", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="SearchedRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("time", models.DateTimeField()),
                ("game", models.CharField(blank=True, max_length=32)),
                ("rules_version", models.PositiveIntegerField(null=True)),
                ("dealer", models.CharField(blank=True, max_length=16)),
                ("designated_seat", models.PositiveSmallIntegerField(null=True)),
                ("designated_card", models.CharField(blank=True, max_length=40)),
                ("entry", models.BigIntegerField()),
                ("corrections", models.PositiveSmallIntegerField(default=0)),
                ("corrected_by", models.CharField(blank=True, max_length=16)),
                ("void_reason", models.CharField(blank=True, max_length=32)),
                ("voided_by", models.CharField(blank=True, max_length=16)),
                ("overridden_by", models.CharField(blank=True, max_length=16)),
                ("disputes", models.PositiveSmallIntegerField(default=0)),
                (
                    "flags",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=32), default=list, size=None
                    ),
                ),
                (
                    "casino",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.casino",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SearchedBet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("time", models.DateTimeField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("stay", models.BigIntegerField(null=True)),
                ("card", models.CharField(blank=True, max_length=40)),
                ("bet", models.CharField(blank=True, max_length=24)),
                ("result", models.CharField(max_length=12)),
                ("stake", models.BigIntegerField(default=0)),
                ("net", models.BigIntegerField()),
                (
                    "casino",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.casino",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bets", to="tables.searchedround"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="searchedround",
            index=models.Index(
                fields=["casino", "-time", "-id"],
                include=("table", "dealer", "corrections", "void_reason", "overridden_by", "disputes"),
                name="searched_round_by_time",
            ),
        ),
        migrations.AddIndex(
            model_name="searchedround",
            index=models.Index(fields=["casino", "table", "-time", "-id"], name="searched_round_by_table"),
        ),
        migrations.AddIndex(
            model_name="searchedround",
            index=models.Index(fields=["casino", "dealer", "-time", "-id"], name="searched_round_by_dealer"),
        ),
        migrations.AddIndex(
            model_name="searchedround",
            index=models.Index(
                condition=models.Q(("designated_card", ""), _negated=True),
                fields=["casino", "designated_card", "-time", "-id"],
                name="searched_round_by_designated",
            ),
        ),
        migrations.AddIndex(
            model_name="searchedround",
            index=models.Index(
                condition=models.Q(("corrections__gt", 0)),
                fields=["casino", "-time", "-id"],
                name="searched_round_corrected",
            ),
        ),
        migrations.AddIndex(
            model_name="searchedround",
            index=models.Index(
                condition=models.Q(("void_reason", ""), _negated=True),
                fields=["casino", "-time", "-id"],
                name="searched_round_void",
            ),
        ),
        migrations.AddIndex(
            model_name="searchedround",
            index=models.Index(
                condition=models.Q(("overridden_by", ""), _negated=True),
                fields=["casino", "-time", "-id"],
                name="searched_round_overridden",
            ),
        ),
        migrations.AddIndex(
            model_name="searchedround",
            index=models.Index(
                condition=models.Q(("disputes__gt", 0)),
                fields=["casino", "-time", "-id"],
                name="searched_round_disputed",
            ),
        ),
        migrations.AddIndex(
            model_name="searchedround",
            index=django.contrib.postgres.indexes.GinIndex(fields=["flags"], name="searched_round_by_flag"),
        ),
        migrations.AddConstraint(
            model_name="searchedround",
            constraint=models.UniqueConstraint(
                fields=("casino", "table", "number"), name="one_searched_round_a_number"
            ),
        ),
        migrations.AddIndex(
            model_name="searchedbet",
            index=models.Index(
                condition=models.Q(("card", ""), _negated=True),
                fields=["casino", "card", "bet", "-time", "-round"],
                name="searched_bet_by_card",
            ),
        ),
        migrations.AddIndex(
            model_name="searchedbet",
            index=models.Index(fields=["casino", "bet", "-time", "-round"], name="searched_bet_by_bet"),
        ),
        migrations.AddIndex(
            model_name="searchedbet",
            index=models.Index(fields=["casino", "bet", "seat", "-time", "-round"], name="searched_bet_by_seat"),
        ),
        migrations.AddIndex(
            model_name="searchedbet",
            index=models.Index(fields=["casino", "bet", "result", "-time", "-round"], name="searched_bet_by_result"),
        ),
        migrations.AddIndex(
            model_name="searchedbet",
            index=models.Index(fields=["casino", "bet", "net"], name="searched_bet_by_amount"),
        ),
    ]
