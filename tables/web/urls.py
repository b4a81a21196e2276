"""The addresses of the pages (interfaces, section 4)."""

from django.urls import path

from tables.web.audit import checkpoints, entry, evidence, exports, findings, log, moment, replay
from tables.web.floor import alerts, bars, board, debts, disputes, rounds, tablets
from tables.web.people import accounts, decisions, people, reviews
from tables.web.people import requests as person_requests
from tables.web.placards import views as placard
from tables.web.practice import views as practice
from tables.web.reports import rotation
from tables.web.reports import views as reports
from tables.web.rules import changes
from tables.web.rules import request as change_request
from tables.web.shared.script_words import script_words
from tables.web.tablet import correction as correction_panel
from tables.web.tablet import relief
from tables.web.tablet import views as tablet

app_name = "web"
urlpatterns = [
    path("", accounts.home, name="home"),
    path("login/", accounts.sign_in_page, name="login"),
    path("logout/", accounts.sign_out, name="logout"),
    path("enrol/", accounts.enrol, name="enrol"),
    path("manifest.webmanifest", accounts.manifest, name="manifest"),
    path("words/<str:language>.js", script_words, name="words"),
    path("me/", accounts.me, name="me"),
    path("language/", accounts.choose, name="language"),
    path("tables/<int:table_id>/", tablet.page, name="table"),
    path("tables/<int:table_id>/live/", tablet.live, name="live"),
    path("tables/<int:table_id>/act/", tablet.act, name="act"),
    path("tables/<int:table_id>/correction/", correction_panel.correction, name="correction"),
    path("tables/<int:table_id>/correction/preview/", correction_panel.preview, name="correction_preview"),
    path("tables/<int:table_id>/tap-in/", tablet.tap, name="tap_in"),
    path("tables/<int:table_id>/dealers/", relief.dealers, name="dealers"),
    path("tables/<int:table_id>/language/", tablet.language, name="table_language"),
    path("tables/<int:table_id>/tap-out/", tablet.untap, name="tap_out"),
    path("practice/", practice.choose, name="practice"),
    path("practice/<str:game>/", practice.page, name="practice_table"),
    path("practice/<str:game>/live/", practice.live, name="practice_live"),
    path("practice/<str:game>/act/", practice.act, name="practice_act"),
    path("practice/<str:game>/elsewhere/", practice.elsewhere, name="practice_elsewhere"),
    path("practice/<str:game>/again/", practice.again, name="practice_again"),
    path("placards/<int:number>/", placard.of_number, name="placard"),
    path("placard/<int:table_id>/", placard.page, name="placard_by_id"),
    path("floor/", board.board, name="floor"),
    path("floor/live/", board.live, name="floor_live"),
    path("floor/tables/<int:table_id>/", board.table, name="floor_table"),
    path("floor/tables/<int:table_id>/act/", board.act, name="floor_act"),
    path("floor/alerts/", alerts.alerts, name="alerts"),
    path("floor/alerts/<int:alert_id>/acknowledge/", board.acknowledge, name="acknowledge"),
    path("floor/tables/<int:table_id>/code/", tablets.issue_code, name="code"),
    path("floor/tables/<int:table_id>/enrol/", tablets.enrol_here, name="enrol_here"),
    path("floor/tablets/<int:tablet_id>/revoke/", tablets.revoke, name="revoke"),
    path("floor/tablets/<int:tablet_id>/unlock/", tablets.unlock_device, name="unlock_tablet"),
    path("floor/unlock-badge/", board.unlock_person, name="unlock_badge"),
    path("floor/tables/<int:table_id>/tap-out/", board.tap_other_out, name="tap_other_out"),
    path("floor/tables/<int:table_id>/rounds/", rounds.find, name="find_round"),
    path("floor/tables/<int:table_id>/rounds/<int:number>/", rounds.page, name="round"),
    path("floor/tables/<int:table_id>/rounds/<int:number>/correct/", rounds.correct, name="correct_round"),
    path("floor/tables/<int:table_id>/rounds/<int:number>/dispute/", rounds.dispute, name="open_dispute"),
    path(
        "floor/tables/<int:table_id>/rounds/<int:number>/disputes/<int:dispute_id>/rule/",
        rounds.rule,
        name="rule_dispute",
    ),
    path("floor/disputes/", disputes.disputes, name="disputes"),
    path("floor/owed/", debts.debts, name="owed"),
    path("floor/owed/<int:owed_id>/settle/", debts.settle, name="settle_owed"),
    path("floor/bars/", bars.bars, name="bars"),
    path("floor/bars/new/", bars.bar, name="bar_card"),
    path("floor/bars/<int:bar_id>/lift/", bars.lift, name="lift_bar"),
    path("floor/changes/", changes.changes, name="changes"),
    path("floor/changes/<int:change_id>/", changes.change, name="change"),
    path("floor/changes/<int:change_id>/<str:decision>/", changes.decide, name="decide_change"),
    path("floor/tables/<int:table_id>/change/", change_request.ask, name="ask_change"),
    path("people/", people.people, name="people"),
    path("people/new/", people.new, name="new_person"),
    path("people/create/", person_requests.create, name="create_person"),
    path("people/changes/<int:change_id>/confirm/", decisions.confirm, name="confirm_people"),
    path("people/changes/<int:change_id>/reject/", decisions.reject, name="reject_people"),
    path("people/changes/<int:change_id>/withdraw/", decisions.withdraw, name="withdraw_people"),
    path("people/reviews/", reviews.page, name="reviews"),
    path("people/reviews/<slug:roles>/", reviews.review, name="review_roles"),
    path("people/badges/<str:badge>/", people.person, name="person"),
    path("people/badges/<str:badge>/roles/", person_requests.grant, name="grant_roles"),
    path("people/badges/<str:badge>/secrets/", person_requests.renew, name="renew_secrets"),
    path("people/badges/<str:badge>/take/", person_requests.take, name="take_role"),
    path("people/badges/<str:badge>/deactivate/", person_requests.deactivate, name="deactivate_person"),
    path("floor/tables/<int:table_id>/rotation/", rotation.ledger, name="rotation"),
    path("compliance/", log.log, name="compliance"),
    path("compliance/moment/", moment.moment, name="moment"),
    path("compliance/entries/<path:where>/<int:sequence>/", entry.entry, name="entry"),
    path("compliance/tables/<int:table>/rounds/<int:number>/", replay.replay, name="replay"),
    path("compliance/tables/<int:table>/rounds/<int:number>/evidence/", evidence.evidence, name="evidence"),
    path("compliance/tables/<int:table>/rounds/<int:number>/felt/", replay.felt, name="replay_felt"),
    path("compliance/exports/", exports.exports, name="exports"),
    path("compliance/exports/ask/", exports.ask, name="ask_export"),
    path("compliance/exports/<int:export_id>/cancel/", exports.cancel, name="cancel_export"),
    path("compliance/exports/<int:export_id>/download/", exports.download, name="download_export"),
    path("compliance/checkpoints/", checkpoints.checkpoints, name="checkpoints"),
    path("compliance/checkpoints/make/", checkpoints.make, name="make_checkpoint"),
    path("compliance/checkpoints/verify/", checkpoints.verify, name="verify_now"),
    path("compliance/checkpoints/key/", checkpoints.key, name="checkpoint_key"),
    path("compliance/checkpoints/<int:number>/", checkpoints.copy, name="checkpoint"),
    path("compliance/checkpoints/<int:number>/note/", checkpoints.note, name="checkpoint_note"),
    path("compliance/findings/", findings.findings, name="findings"),
    path("compliance/findings/<slug:finding>/acknowledge/", findings.acknowledge, name="acknowledge_finding"),
    path("compliance/reports/", reports.all_reports, name="reports"),
    path("compliance/reports/<str:name>/", reports.report, name="report"),
]
