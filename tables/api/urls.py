"""The addresses of the API."""

from django.urls import path, re_path, register_converter
from django.urls.converters import IntConverter, StringConverter
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from casino.headers import content_security_policy
from tables.api.views import alerts, people, placard, reports
from tables.api.views import checkpoints as audit_checkpoints
from tables.api.views import exports as audit_exports
from tables.api.views import findings as audit_findings
from tables.api.views import floor as irregular
from tables.api.views import log as audit_log
from tables.api.views import rules as changes
from tables.api.views import tables as views
from tables.queries.reports import REPORTS

TABLE = "tables/<number:table_id>/"
SEAT = f"{TABLE}seats/<number:seat>/"
ROUND = f"{TABLE}rounds/<number:number>/"
CHANGE = f"{TABLE}rule-changes/<number:change>/"
ACTS = {
    f"{TABLE}open/": "open_table",
    f"{TABLE}close/": "close_table",
    f"{TABLE}suspend/": "suspend_table",
    f"{TABLE}resume/": "resume_table",
    f"{SEAT}sit/": "sit",
    f"{SEAT}buy-in/": "buy_in",
    f"{SEAT}recount/": "recount",
    f"{SEAT}move/": "move",
    f"{SEAT}sit-out/": "sit_out",
    f"{SEAT}return/": "return_to_play",
    f"{SEAT}leave/": "leave",
    f"{SEAT}standing-decline/": "standing_decline",
    f"{TABLE}matches/<number:match>/give-up/": "give_up_match",
    f"{TABLE}designation/offers/": "offer_designation",
    f"{ROUND}bank/": "change_bank",
    f"{ROUND}wagers/": "enter_wagers",
    f"{ROUND}deal/": "deal",
    f"{ROUND}decisions/": "enter_decisions",
    f"{ROUND}actions/": "take_actions",
    f"{ROUND}hands/": "enter_hands",
    f"{ROUND}settle/": "settle_round",
    f"{ROUND}close/": "close_round",
    f"{ROUND}void/": "void_round",
    f"{ROUND}corrections/": "correct_round",
    f"{ROUND}disputes/": "open_dispute",
    f"{TABLE}disputes/<number:dispute>/ruling/": "rule_on_dispute",
    f"{SEAT}bar/": "bar_player",
    f"{CHANGE}approve/": "approve_rule_change",
    f"{CHANGE}reject/": "reject_rule_change",
    f"{CHANGE}withdraw/": "withdraw_rule_change",
    f"{CHANGE}cancel/": "cancel_rule_change",
}
PEOPLE_DECISIONS = {"confirm": "confirm_people", "reject": "reject_people", "withdraw": "withdraw_staff_change"}


class NumberConverter(IntConverter):
    """A number as it stands in an address: from 1, and never beyond what a column holds."""

    regex = "[1-9][0-9]{0,8}"


class WordConverter(StringConverter):
    """A badge or a role as it stands in an address: letters and digits."""

    regex = "[A-Za-z0-9]{1,16}"


class HashConverter(StringConverter):
    """A SHA-256 as it stands in an address."""

    regex = "[0-9a-f]{64}"


register_converter(HashConverter, "hash")
register_converter(NumberConverter, "number")
register_converter(WordConverter, "word")

# The page of the documentation styles itself; its scripts come from the service like all others.
documentation = content_security_policy(style_src="'self' 'unsafe-inline'")(
    SpectacularSwaggerSplitView.as_view(url_name="api-schema")
)

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", documentation, name="api-docs"),
    path("tables/", views.Tables.as_view(), name="api-tables"),
    path(TABLE, views.OneTable.as_view(), name="api-table"),
    path(f"{TABLE}tap-in/", views.TapIn.as_view(), name="api-tap_in"),
    path(f"{TABLE}tap-out/", views.TapOut.as_view(), name="api-tap_out"),
    path(f"{TABLE}tablets/", views.Tablets.as_view(), name="api-tablets"),
    path(f"{TABLE}tablets/<number:tablet_id>/revoke/", views.RevokeTablet.as_view(), name="api-revoke_tablet"),
    path(f"{TABLE}tablets/<number:tablet_id>/unlock/", views.UnlockTablet.as_view(), name="api-unlock_tablet"),
    path(f"{TABLE}placard/", placard.Placard.as_view(), name="api-placard"),
    path(f"{TABLE}rotation/", views.Rotation.as_view(), name="api-rotation"),
    path(f"{TABLE}rounds/", views.Rounds.as_view(), name="api-rounds"),
    path(f"{TABLE}rule-changes/", changes.RuleChanges.as_view(), name="api-rule_changes"),
    path(CHANGE, changes.OneRuleChange.as_view(), name="api-rule_change"),
    path(f"{TABLE}disputes/", irregular.Disputes.as_view(), name="api-disputes"),
    path(f"{TABLE}disputes/<number:dispute>/", irregular.OneDispute.as_view(), name="api-dispute"),
    path("bars/", irregular.Bars.as_view(), name="api-bars"),
    path("bars/<number:bar_id>/lift/", irregular.LiftBar.as_view(), name="api-lift_bar"),
    path("owed/", irregular.Owing.as_view(), name="api-owed"),
    path("owed/<number:owed_id>/settle/", irregular.SettleOwed.as_view(), name="api-settle_owed"),
    path(ROUND, views.OneRound.as_view(), name="api-round"),
    *(path(address, views.TableAct.as_view(act=act), name=f"api-{act}") for address, act in ACTS.items()),
    path("alerts/", alerts.Alerts.as_view(), name="api-alerts"),
    path("alerts/<number:alert_id>/acknowledge/", alerts.Acknowledge.as_view(), name="api-acknowledge_alert"),
    path("audit/entries/", audit_log.Entries.as_view(), name="api-entries"),
    *(
        path(
            f"audit/reports/{name}/",
            reports.OneReport.as_view(act=f"{reports.PREFIX}{name}"),
            name=f"api-report_{name}",
        )
        for name in REPORTS
    ),
    path("people/me/language/", people.Language.as_view(), name="api-choose_language"),
    path("people/", people.People.as_view(), name="api-people"),
    path("people/reviews/<hash:roles>/", people.ReviewRoles.as_view(), name="api-review_roles"),
    path("people/<word:badge>/roles/", people.Roles.as_view(), name="api-request_roles"),
    path("people/<word:badge>/roles/<word:role>/revoke/", people.RevokeRole.as_view(), name="api-revoke_role"),
    path("people/<word:badge>/secrets/", people.SecretsOf.as_view(), name="api-request_secrets"),
    path("people/<word:badge>/deactivate/", people.Deactivate.as_view(), name="api-deactivate_person"),
    path("people/<word:badge>/unlock/", people.UnlockBadge.as_view(), name="api-unlock_badge"),
    *(
        path(f"people/changes/<number:change_id>/{word}/", people.Decision.as_view(act=act), name=f"api-{act}")
        for word, act in PEOPLE_DECISIONS.items()
    ),
    path("audit/exports/", audit_exports.Exports.as_view(), name="api-exports"),
    path("audit/exports/<number:export_id>/", audit_exports.OneExport.as_view(), name="api-export"),
    path("audit/exports/<number:export_id>/cancel/", audit_exports.CancelExport.as_view(), name="api-cancel_export"),
    path(
        "audit/exports/<number:export_id>/download/", audit_exports.DownloadExport.as_view(), name="api-download_export"
    ),
    path("audit/findings/", audit_findings.Findings.as_view(), name="api-findings"),
    path(
        "audit/findings/<word:finding>/acknowledge/",
        audit_findings.AcknowledgeFinding.as_view(),
        name="api-acknowledge_finding",
    ),
    path("audit/checkpoints/", audit_checkpoints.Checkpoints.as_view(), name="api-checkpoints"),
    path("audit/checkpoints/key/", audit_checkpoints.PublicKey.as_view(), name="api-checkpoint_key"),
    path("audit/checkpoints/<number:checkpoint>/", audit_checkpoints.OneCheckpoint.as_view(), name="api-checkpoint"),
    path(
        "audit/checkpoints/<number:checkpoint>/note/",
        audit_checkpoints.CheckpointNote.as_view(),
        name="api-checkpoint_note",
    ),
    re_path(r"", views.Nothing.as_view()),
]
