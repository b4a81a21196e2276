"""The addresses of the pages (interfaces, section 4)."""

from django.urls import path
from django.views.i18n import JavaScriptCatalog

from tables.web import accounts, alerts, board, people, placard, tablet, tablets

app_name = "web"
urlpatterns = [
    path("", accounts.home, name="home"),
    path("login/", accounts.sign_in_page, name="login"),
    path("logout/", accounts.sign_out, name="logout"),
    path("enrol/", accounts.enrol, name="enrol"),
    path("manifest.webmanifest", accounts.manifest, name="manifest"),
    path("words.js", JavaScriptCatalog.as_view(), name="words"),
    path("tables/<int:table_id>/", tablet.page, name="table"),
    path("tables/<int:table_id>/live/", tablet.live, name="live"),
    path("tables/<int:table_id>/act/", tablet.act, name="act"),
    path("tables/<int:table_id>/tap-in/", tablet.tap, name="tap_in"),
    path("tables/<int:table_id>/tap-out/", tablet.untap, name="tap_out"),
    path("placard/<int:table_id>/", placard.page, name="placard"),
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
    path("people/", people.people, name="people"),
    path("people/new/", people.new, name="new_person"),
    path("people/create/", people.create, name="create_person"),
    path("people/changes/<int:change_id>/confirm/", people.confirm, name="confirm_people"),
    path("people/changes/<int:change_id>/reject/", people.reject, name="reject_people"),
    path("people/changes/<int:change_id>/withdraw/", people.withdraw, name="withdraw_people"),
    path("people/badges/<str:badge>/", people.person, name="person"),
    path("people/badges/<str:badge>/roles/", people.grant, name="grant_roles"),
    path("people/badges/<str:badge>/secrets/", people.renew, name="renew_secrets"),
    path("people/badges/<str:badge>/take/", people.take, name="take_role"),
    path("people/badges/<str:badge>/deactivate/", people.deactivate, name="deactivate_person"),
]
