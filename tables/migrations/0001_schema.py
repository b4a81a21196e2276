"""All tables as Django makes them; what Django cannot express is in tables/database/guards (docs/decisions/0072)."""

import datetime

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The sixteen migrations before the first release, as one; a database that has all of them has this one."""

    replaces = [
        ("tables", "0001_tables_people_rounds"),
        ("tables", "0002_guards"),
        ("tables", "0003_facts_at_insertion"),
        ("tables", "0004_codes_come_up_again"),
        ("tables", "0005_an_accepted_offer_has_a_bank"),
        ("tables", "0006_draw_games"),
        ("tables", "0007_clocks_and_matches"),
        ("tables", "0008_postings_are_checked_one_by_one"),
        ("tables", "0009_floor_people_and_checkpoints"),
        ("tables", "0010_guards_of_the_floor"),
        ("tables", "0011_entries_come_from_a_clock"),
        ("tables", "0012_people_by_two"),
        ("tables", "0013_the_list_grows_unread"),
        ("tables", "0014_bars_take_effect"),
        ("tables", "0015_what_reports_look_for"),
        ("tables", "0016_facts_of_the_floor"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("badge", models.CharField(max_length=16, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("licence", models.CharField(blank=True, max_length=40)),
                ("pin_hash", models.CharField(blank=True, max_length=200)),
                ("is_active", models.BooleanField(default=True)),
                ("credential_version", models.PositiveIntegerField(default=1)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("lockouts", models.PositiveIntegerField(default=0)),
                ("locked_until", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Casino",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                ("time_zone", models.CharField(default="UTC", max_length=64)),
                ("currency", models.CharField(max_length=3)),
                ("minor_digits", models.PositiveSmallIntegerField(default=2)),
                ("gaming_day_starts", models.TimeField(default=datetime.time(6, 0))),
                ("is_demonstration", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("minor_digits__lte", 4)), name="casino_minor_digits")
                ],
            },
        ),
        migrations.CreateModel(
            name="RoleGrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("dealer", "dealer"),
                            ("floor", "floor"),
                            ("compliance", "compliance"),
                            ("admin", "admin"),
                        ],
                        max_length=12,
                    ),
                ),
                ("granted_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "casino",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="role_grants", to="tables.casino"
                    ),
                ),
                (
                    "granted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="roles_given",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="role_grants",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="roles_confirmed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "revoked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="roles_taken",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)),
                        fields=("casino", "person", "role"),
                        name="one_grant_of_a_role",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["dealer", "floor", "compliance", "admin"])),
                        name="role_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("confirmed_by", None),
                            models.Q(("confirmed_by", models.F("granted_by")), _negated=True),
                            _connector="OR",
                        ),
                        name="role_grant_has_four_eyes",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("confirmed_by", None),
                            models.Q(("confirmed_by", models.F("person")), _negated=True),
                            _connector="OR",
                        ),
                        name="role_is_confirmed_by_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StaffChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("create_person", "Create Person"),
                            ("grant_role", "Grant Role"),
                            ("reset_credential", "Reset Credential"),
                        ],
                        max_length=20,
                    ),
                ),
                ("badge", models.CharField(max_length=16)),
                ("details", models.JSONField(default=dict)),
                ("password_hash", models.CharField(blank=True, max_length=200)),
                ("pin_hash", models.CharField(blank=True, max_length=200)),
                ("requested_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("requested", "Requested"),
                            ("confirmed", "Confirmed"),
                            ("rejected", "Rejected"),
                            ("withdrawn", "Withdrawn"),
                            ("expired", "Expired"),
                        ],
                        default="requested",
                        max_length=12,
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "casino",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="staff_changes", to="tables.casino"
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "requested_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at", None), ("decided_by", None), ("state", "requested")),
                            models.Q(("decided_at__isnull", False), ("decided_by", None), ("state", "expired")),
                            models.Q(
                                ("decided_at__isnull", False),
                                ("state__in", ["confirmed", "rejected"]),
                                models.Q(("decided_by", models.F("requested_by")), _negated=True),
                            ),
                            models.Q(
                                ("decided_at__isnull", False),
                                ("decided_by", models.F("requested_by")),
                                ("state", "withdrawn"),
                            ),
                            _connector="OR",
                        ),
                        name="staff_change_has_four_eyes",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state__in", ["confirmed", "rejected"]), _negated=True),
                            ("decided_by__isnull", False),
                            _connector="OR",
                        ),
                        name="staff_change_says_who_decided",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "requested"), models.Q(("password_hash", ""), ("pin_hash", "")), _connector="OR"
                        ),
                        name="decided_staff_change_keeps_no_secret",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["create_person", "grant_role", "reset_credential"])),
                        name="staff_change_is_of_a_known_kind",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "requested")),
                        fields=("casino", "badge"),
                        name="one_open_staff_change_a_badge",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PersonToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("label", models.CharField(max_length=40)),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RulesVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("game", models.CharField(max_length=32)),
                ("document", models.JSONField()),
                ("in_force_from", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("seat_count", models.PositiveSmallIntegerField(default=7)),
                (
                    "state",
                    models.CharField(
                        choices=[("closed", "Closed"), ("open", "Open"), ("suspended", "Suspended")],
                        default="closed",
                        max_length=12,
                    ),
                ),
                ("version", models.PositiveBigIntegerField(default=0)),
                ("button", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("last_round", models.PositiveIntegerField(default=0)),
                ("designation", models.JSONField(default=dict)),
                (
                    "casino",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tables", to="tables.casino"
                    ),
                ),
                (
                    "rules",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.rulesversion",
                    ),
                ),
                ("carry", models.BigIntegerField(default=0)),
                ("match", models.JSONField(default=list)),
                ("notices", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("casino", "number"), name="one_table_a_number"),
                    models.CheckConstraint(
                        condition=models.Q(("seat_count__gte", 2), ("seat_count__lte", 12)), name="table_seat_count"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["closed", "open", "suspended"])), name="table_state"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("button", None),
                            models.Q(("button__gte", 1), ("button__lte", models.F("seat_count"))),
                            _connector="OR",
                        ),
                        name="button_at_a_seat",
                    ),
                    models.CheckConstraint(condition=models.Q(("carry__gte", 0)), name="carry_never_negative"),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("state", "closed"), _negated=True), ("carry", 0), _connector="OR"),
                        name="closed_table_carries_nothing",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="rulesversion",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="rules_versions", to="tables.table"
            ),
        ),
        migrations.CreateModel(
            name="RuleChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("changes", models.JSONField()),
                ("document", models.JSONField()),
                ("reason", models.CharField(max_length=200)),
                ("requested_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("requested", "Requested"),
                            ("approved", "Approved"),
                            ("rejected", "Rejected"),
                            ("withdrawn", "Withdrawn"),
                            ("expired", "Expired"),
                            ("cancelled", "Cancelled"),
                            ("in_force", "In Force"),
                        ],
                        default="requested",
                        max_length=12,
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True)),
                ("words", models.CharField(blank=True, max_length=200)),
                ("due_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "base",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.rulesversion"
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "requested_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rule_changes", to="tables.table"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["state", "expires_at"], name="rule_change_by_state")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["requested", "approved"])),
                        fields=("table",),
                        name="one_open_change_a_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decided_by", None),
                            models.Q(("decided_by", models.F("requested_by")), _negated=True),
                            _connector="OR",
                        ),
                        name="rule_change_has_four_eyes",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "cancelled"), _negated=True),
                            models.Q(
                                ("ended_by__isnull", False),
                                models.Q(("ended_by", models.F("requested_by")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="rule_change_is_cancelled_by_another",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "withdrawn"), _negated=True),
                            models.Q(("ended_by__isnull", False), ("ended_by", models.F("requested_by"))),
                            _connector="OR",
                        ),
                        name="rule_change_is_withdrawn_by_its_requester",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("decided_at", None),
                                ("decided_by", None),
                                ("state__in", ["requested", "withdrawn", "expired"]),
                            ),
                            models.Q(
                                ("decided_at__isnull", False), ("decided_by__isnull", False), ("state", "rejected")
                            ),
                            models.Q(
                                ("decided_at__isnull", False),
                                ("decided_by__isnull", False),
                                ("due_at__isnull", False),
                                ("state__in", ["approved", "cancelled", "in_force"]),
                            ),
                            _connector="OR",
                        ),
                        name="rule_change_says_who_decided",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("state__in", ["requested", "approved"])),
                            models.Q(
                                models.Q(("state__in", ["requested", "approved"]), _negated=True),
                                ("ended_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="rule_change_ends_once",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="rulesversion",
            name="change",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="version", to="tables.rulechange"
            ),
        ),
        migrations.AddConstraint(
            model_name="rulesversion",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="one_rules_version_a_number"),
        ),
        migrations.AddConstraint(
            model_name="rulesversion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("change", None), ("number", 1)),
                    models.Q(("change__isnull", False), ("number__gt", 1)),
                    _connector="OR",
                ),
                name="rules_version_comes_of_a_change",
            ),
        ),
        migrations.CreateModel(
            name="Seating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("chips", models.BigIntegerField(default=0)),
                ("player_card", models.CharField(blank=True, max_length=32)),
                ("sat_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                ("sitting_out", models.BooleanField(default=False)),
                ("standing_decline", models.BooleanField(default=False)),
                ("in_a_row", models.PositiveIntegerField(default=0)),
                ("last_wagers", models.JSONField(null=True)),
                ("last_bank", models.BigIntegerField(null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seatings", to="tables.table"
                    ),
                ),
                ("markers_out", models.PositiveIntegerField(default=0)),
                ("barred", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("left_at", None)), fields=("table", "seat"), name="one_player_a_seat"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("left_at", None), models.Q(("player_card", ""), _negated=True)),
                        fields=("table", "player_card"),
                        name="one_seat_a_player_card",
                    ),
                    models.CheckConstraint(condition=models.Q(("chips__gte", 0)), name="chips_never_negative"),
                    models.CheckConstraint(
                        condition=models.Q(("left_at", None), ("chips", 0), _connector="OR"),
                        name="leaving_takes_all_chips",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seat__gte", 1), ("seat__lte", 12)), name="seating_at_a_seat"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("left_at", None), ("markers_out", 0), _connector="OR"),
                        name="leaving_settles_all_markers",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("barred", False), ("sitting_out", True), _connector="OR"),
                        name="barred_player_sits_out",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("state", models.CharField(max_length=12)),
                ("designated_seat", models.PositiveSmallIntegerField(null=True)),
                ("bank_declared", models.BigIntegerField(default=0)),
                ("bank", models.BigIntegerField(default=0)),
                ("pot", models.BigIntegerField(default=0)),
                ("play", models.JSONField(default=dict)),
                ("flags", models.JSONField(default=list)),
                ("opened_at", models.DateTimeField()),
                ("dealt_at", models.DateTimeField(null=True)),
                ("settled_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("void_reason", models.CharField(blank=True, max_length=32)),
                (
                    "rules",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.rulesversion"
                    ),
                ),
                (
                    "designated",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.seating"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rounds", to="tables.table"
                    ),
                ),
                ("deadline", models.DateTimeField(null=True)),
                ("clock_from", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("deadline__isnull", False)), fields=["deadline"], name="round_by_deadline"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="one_round_a_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["closed", "void"]), _negated=True),
                        fields=("table",),
                        name="one_open_round_a_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("bank__gte", 0), ("bank_declared__gte", 0), ("pot__gte", 0)),
                        name="round_funds",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state__in", ["closed", "void"]), _negated=True),
                            models.Q(("bank", 0), ("ended_at__isnull", False), ("pot", 0)),
                            _connector="OR",
                        ),
                        name="ended_round_holds_nothing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "void"), _negated=True),
                            models.Q(("void_reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="void_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("deadline", None),
                            models.Q(("state__in", ["settled", "closed", "void"]), _negated=True),
                            _connector="OR",
                        ),
                        name="a_clock_runs_in_play",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("clock_from", None), ("deadline", None)),
                            models.Q(
                                ("clock_from__isnull", False),
                                ("clock_from__lte", models.F("deadline")),
                                ("deadline__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="a_clock_has_begun",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DesignationOffer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("answer", models.CharField(max_length=16)),
                ("reason", models.CharField(blank=True, max_length=40)),
                ("bank", models.BigIntegerField(null=True)),
                ("offered_at", models.DateTimeField()),
                (
                    "seating",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.seating"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="offers", to="tables.table"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["table", "round_number"], name="offer_by_round"),
                    models.Index(fields=["table", "-offered_at", "-id"], name="offer_by_time"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("answer", "accepted"), ("bank__gte", 0), ("bank__isnull", False)),
                            models.Q(("answer__in", ["declined", "not_eligible"]), ("bank__isnull", True)),
                            _connector="OR",
                        ),
                        name="offer_answer",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Settlement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("input", models.JSONField()),
                ("output", models.JSONField()),
                ("settled_at", models.DateTimeField()),
                (
                    "replaces",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="tables.settlement",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="settlements", to="tables.round"
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=24)),
                ("words", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("round", "version"), name="one_settlement_a_version"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("replaces", None), ("version", 1)),
                            models.Q(("replaces__isnull", False), ("version__gt", 1)),
                            _connector="OR",
                        ),
                        name="settlement_names_what_it_replaces",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("reason", ""), ("version", 1)),
                            models.Q(("version__gt", 1), models.Q(("reason", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="correction_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Posting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("act", models.CharField(max_length=32)),
                ("sequence", models.BigIntegerField()),
                ("posted_at", models.DateTimeField()),
                (
                    "round",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postings",
                        to="tables.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="postings", to="tables.table"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["table", "posted_at"], name="posting_by_time")],
            },
        ),
        migrations.CreateModel(
            name="Leg",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "account",
                    models.CharField(
                        choices=[
                            ("seat", "Seat"),
                            ("bank", "Bank"),
                            ("pot", "Pot"),
                            ("rake", "Rake"),
                            ("tray", "Tray"),
                            ("drop", "Drop"),
                            ("markers", "Markers"),
                            ("owed", "Owed"),
                            ("outside", "Outside"),
                        ],
                        max_length=8,
                    ),
                ),
                ("amount", models.BigIntegerField()),
                (
                    "posting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="legs", to="tables.posting"
                    ),
                ),
                (
                    "seating",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="legs", to="tables.seating"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "account__in",
                                ["seat", "bank", "pot", "rake", "tray", "drop", "markers", "owed", "outside"],
                            )
                        ),
                        name="leg_account",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("amount", 0), _negated=True), name="leg_moves_something"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("account__in", ["seat", "owed", "markers"]), ("seating__isnull", False)),
                            models.Q(
                                ("account__in", ["bank", "pot", "rake", "tray", "drop", "outside"]),
                                ("seating__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="leg_of_a_seat_names_the_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Owed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "reason",
                    models.CharField(choices=[("correction", "Correction"), ("markers", "Markers")], max_length=12),
                ),
                ("amount", models.BigIntegerField()),
                ("raised_at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(null=True)),
                ("words", models.CharField(blank=True, max_length=200)),
                (
                    "round",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="owed", to="tables.round"
                    ),
                ),
                (
                    "seating",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="owed", to="tables.seating"
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="owed", to="tables.table"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount", 0), _negated=True), name="owed_is_something"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("settled_at", None), ("settled_by", None)),
                            models.Q(("settled_at__isnull", False), ("settled_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="owed_is_settled_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Bar",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player_card", models.CharField(blank=True, max_length=32)),
                ("reason", models.CharField(max_length=24)),
                ("words", models.CharField(blank=True, max_length=200)),
                ("barred_at", models.DateTimeField()),
                ("lifted_at", models.DateTimeField(null=True)),
                (
                    "barred_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "casino",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="bars", to="tables.casino"
                    ),
                ),
                (
                    "lifted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seating",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="bars", to="tables.seating"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="bars", to="tables.table"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("lifted_at", None)), fields=["casino", "player_card"], name="bar_by_card"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("player_card", ""), _negated=True),
                            models.Q(("seating__isnull", False), ("table__isnull", False)),
                            _connector="OR",
                        ),
                        name="bar_names_a_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("lifted_at", None), ("lifted_by", None)),
                            models.Q(("lifted_at__isnull", False), ("lifted_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="bar_is_lifted_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("reason", models.CharField(max_length=24)),
                ("words", models.CharField(blank=True, max_length=200)),
                ("evidence", models.JSONField()),
                ("opened_at", models.DateTimeField()),
                (
                    "opened_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="disputes", to="tables.round"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="disputes", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("outcome", models.CharField(max_length=24)),
                ("words", models.CharField(max_length=200)),
                ("ruled_at", models.DateTimeField()),
                (
                    "dispute",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ruling", to="tables.dispute"
                    ),
                ),
                (
                    "ruled_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Tablet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("label", models.CharField(max_length=40)),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("enrolled_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("locked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "enrolled_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tablets", to="tables.table"
                    ),
                ),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="EnrolmentCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code_hash", models.CharField(db_index=True, max_length=64)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "issued_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="enrolment_codes", to="tables.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TapIn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("started_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tap_ins", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tap_ins", to="tables.table"
                    ),
                ),
                (
                    "tablet",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tap_ins",
                        to="tables.tablet",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("person",), name="one_tap_in_a_person"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("table",), name="one_dealer_a_table"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ended_at", None), ("ended_at__gte", models.F("started_at")), _connector="OR"
                        ),
                        name="tap_in_ends_after_start",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Alert",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveIntegerField(null=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("dead_hand", "Dead Hand"),
                            ("override", "Override"),
                            ("correction", "Correction"),
                            ("refused", "Refused"),
                            ("cover_short", "Cover Short"),
                            ("no_designated_player", "No Designated Player"),
                            ("owed", "Owed"),
                            ("silent_tablet", "Silent Tablet"),
                            ("dispute", "Dispute"),
                            ("outside_limits", "Outside Limits"),
                        ],
                        max_length=24,
                    ),
                ),
                ("subject", models.CharField(max_length=64)),
                ("details", models.JSONField(default=dict)),
                ("raised_at", models.DateTimeField()),
                ("acknowledged_at", models.DateTimeField(null=True)),
                (
                    "acknowledged_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "casino",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="alerts", to="tables.casino"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="alerts", to="tables.table"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["casino", "raised_at"], name="alert_by_time")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("acknowledged_at", None)),
                        fields=("casino", "kind", "subject"),
                        name="one_alert_a_subject",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("acknowledged_at", None), ("acknowledged_by", None)),
                            models.Q(("acknowledged_at__isnull", False), ("acknowledged_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="alert_is_acknowledged_by_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("beat_at", models.DateTimeField()),
                ("since", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Command",
            fields=[
                ("command_id", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("act", models.CharField(max_length=32)),
                ("digest", models.CharField(max_length=64)),
                ("version", models.PositiveBigIntegerField()),
                ("answer", models.JSONField()),
                ("acted_at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "chain", "sequence", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("chain", models.CharField(max_length=40)),
                ("sequence", models.BigIntegerField()),
                ("time", models.DateTimeField()),
                ("act", models.CharField(max_length=32)),
                ("table", models.PositiveSmallIntegerField(null=True)),
                ("round", models.PositiveIntegerField(null=True)),
                ("person", models.CharField(max_length=16, null=True)),
                ("role", models.CharField(max_length=12)),
                ("device", models.CharField(max_length=40, null=True)),
                ("command_id", models.CharField(max_length=64)),
                ("payload", models.JSONField()),
                ("schema", models.PositiveSmallIntegerField(default=1)),
                ("previous_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["time", "chain", "sequence"], name="entry_by_time"),
                    models.Index(
                        condition=models.Q(("round__isnull", False)), fields=["chain", "round"], name="entry_by_round"
                    ),
                    models.Index(fields=["act", "time", "chain", "sequence"], name="entry_by_act"),
                    models.Index(
                        fields=["person", "time", "chain", "sequence"], include=("act",), name="entry_by_person"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ChainHead",
            fields=[
                ("chain", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("sequence", models.BigIntegerField()),
                ("hash", models.CharField(max_length=64)),
                ("time", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField()),
                ("time", models.DateTimeField()),
                ("list_size", models.PositiveBigIntegerField()),
                ("root", models.CharField(max_length=64)),
                ("previous_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                ("key_id", models.CharField(max_length=64)),
                ("signature", models.CharField(max_length=128)),
                (
                    "casino",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="checkpoints", to="tables.casino"
                    ),
                ),
                ("frontier", models.JSONField(default=list)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("casino", "number"), name="one_checkpoint_a_number")],
            },
        ),
        migrations.CreateModel(
            name="CheckpointLeaf",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveBigIntegerField()),
                ("chain", models.CharField(max_length=40)),
                ("sequence", models.BigIntegerField()),
                ("hash", models.CharField(max_length=64)),
                (
                    "casino",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="checkpoint_leaves",
                        to="tables.casino",
                    ),
                ),
                (
                    "checkpoint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="leaves", to="tables.checkpoint"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["chain", "sequence"], name="leaf_by_chain")],
                "constraints": [models.UniqueConstraint(fields=("casino", "position"), name="one_leaf_a_position")],
            },
        ),
        migrations.CreateModel(
            name="Export",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("filter", models.JSONField(default=dict)),
                ("requested_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("ready", "Ready"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="waiting",
                        max_length=12,
                    ),
                ),
                ("lease", models.CharField(blank=True, max_length=64)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("heartbeat_at", models.DateTimeField(null=True)),
                ("entries_total", models.BigIntegerField(null=True)),
                ("entries_done", models.BigIntegerField(default=0)),
                ("file", models.CharField(blank=True, max_length=200)),
                ("size", models.BigIntegerField(null=True)),
                ("sha256", models.CharField(blank=True, max_length=64)),
                ("problem", models.CharField(blank=True, max_length=200)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "casino",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="exports", to="tables.casino"
                    ),
                ),
                (
                    "requested_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "ready"), _negated=True),
                            models.Q(
                                models.Q(("file", ""), _negated=True),
                                models.Q(("sha256", ""), _negated=True),
                                ("size__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="ready_export_has_its_file",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "running"), _negated=True),
                            models.Q(models.Q(("lease", ""), _negated=True), ("heartbeat_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="running_export_has_a_lease",
                    ),
                ],
            },
        ),
    ]
