"""What the application's database role may do with each table, applied after every migration (AUD 2.4)."""

READ = "SELECT"
ADD = "SELECT, INSERT"
KEEP = "SELECT, INSERT, UPDATE"
ALL = "SELECT, INSERT, UPDATE, DELETE"

RIGHTS: dict[str, str] = {
    "auth_group": READ,
    "auth_group_permissions": READ,
    "auth_permission": READ,
    "django_admin_log": READ,
    "django_content_type": READ,
    "django_migrations": READ,
    "django_session": ALL,
    "tables_alert": KEEP,
    "tables_auditentry": ADD,
    "tables_bar": KEEP,
    "tables_casino": KEEP,
    "tables_chainhead": READ,
    "tables_checkpoint": ADD,
    "tables_checkpointleaf": ADD,
    "tables_command": ADD,
    "tables_cosignature": ADD,
    "tables_designationoffer": ADD,
    "tables_dispute": ADD,
    "tables_enrolmentcode": KEEP,
    "tables_export": KEEP,
    "tables_heartbeat": KEEP,
    "tables_leg": ADD,
    "tables_match": KEEP,
    "tables_owed": KEEP,
    "tables_person": KEEP,
    "tables_persontoken": KEEP,
    "tables_posting": ADD,
    "tables_rolegrant": KEEP,
    "tables_round": KEEP,
    "tables_rulechange": KEEP,
    "tables_rulesversion": ADD,
    "tables_ruling": ADD,
    # What the search of rounds finds is derived from the log, and made anew from it.
    "tables_searchedbet": ALL,
    "tables_searchedround": ALL,
    "tables_searchmark": ALL,
    "tables_seating": KEEP,
    "tables_settlement": ADD,
    "tables_staffchange": KEEP,
    "tables_table": KEEP,
    "tables_tablet": KEEP,
    "tables_tapin": KEEP,
    "tables_witnessstate": KEEP,
}
