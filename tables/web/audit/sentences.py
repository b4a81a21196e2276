"""What an entry of the audit log says, as a sentence with names and amounts in the currency of the house (AUD 7.4)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tables.games.values import JSON
from tables.policy import Act
from tables.queries.reports import REPORTS
from tables.queries.tables.round_documents import EntryDocument
from tables.web.audit.filter_words import filter_words
from tables.web.audit.play_sentences import PLAY
from tables.web.audit.speaker import Speaker
from tables.web.audit.summary import summary_of
from tables.web.words import floor, rounds, seats
from tables.web.words.log import ACTS


def sentence_of(entry: EntryDocument, speaker: Speaker) -> str:
    """Return the sentence of an entry; of an act without one of its own, its name and what was sent."""
    payload = entry["payload"]
    said = SENTENCES.get(entry["act"])
    try:
        text = said(payload, speaker) if said else ""
    except (KeyError, TypeError, AttributeError, IndexError, ValueError):
        # An entry of an earlier version, or one that somebody wrote by hand: it is shown as it is.
        text = ""
    if not text:
        rest = summary_of(payload)
        name = str(ACTS.get(entry["act"], entry["act"]))
        text = f"{name}: {rest}" if rest else name
    told = {"who": speaker.who(entry), "what": text}
    signer = (payload.get("signature") or {}).get("badge")
    if signer and signer != entry["person"]:
        return _("%(who)s: %(what)s; signed by %(signer)s") % {**told, "signer": speaker.person(signer)}
    return _("%(who)s: %(what)s") % told


def _refused(payload: JSON, _speaker: Speaker) -> str:
    act = ACTS.get(payload["refused"], payload["refused"])
    return _("refused, “%(act)s”: %(reason)s") % {"act": act, "reason": payload["reason"]}


def _void(payload: JSON, _speaker: Speaker) -> str:
    told = payload["after"]
    reason = rounds.VOID_REASONS.get(told["reason"], told["reason"])
    return _("declared the round void: %(reason)s") % {"reason": _with_words(reason, told)}


def _recounted(payload: JSON, speaker: Speaker) -> str:
    return _("recounted seat %(seat)s: %(after)s instead of %(before)s (%(reason)s)") % {
        "seat": payload["after"]["seat"],
        "after": speaker.amount(payload["after"]["chips"]),
        "before": speaker.amount(payload["before"]["chips"]),
        "reason": _with_words(seats.RECOUNT_REASONS[payload["reason"]], payload),
    }


def _disputed(payload: JSON, _speaker: Speaker) -> str:
    told = {"number": payload["dispute"], "seat": payload.get("seat")}
    told["reason"] = _with_words(floor.DISPUTE_REASONS[payload["reason"]], payload)
    if payload.get("seat") is None:
        return _("opened dispute %(number)s: %(reason)s") % told
    return _("opened dispute %(number)s for seat %(seat)s: %(reason)s") % told


def _ruled(payload: JSON, _speaker: Speaker) -> str:
    ruling = _with_words(floor.RULINGS[payload["outcome"]], payload)
    return _("ruled on dispute %(number)s: %(ruling)s") % {"number": payload["dispute"], "ruling": ruling}


def _asked_for_rules(payload: JSON, speaker: Speaker) -> str:
    changes = "; ".join(
        f"{row['key']}: {speaker.rule(row['key'], row.get('before'))} \N{RIGHTWARDS ARROW} "
        f"{speaker.rule(row['key'], row.get('after'))}"
        for row in payload["differences"]
    )
    told = {"number": payload["change"], "changes": changes, "reason": payload["sent"].get("reason", "")}
    return _("asked for change of rules %(number)s (%(reason)s): %(changes)s") % told


def _approved(payload: JSON, _speaker: Speaker) -> str:
    return _("approved change of rules %(number)s") % {"number": payload["change"]}


def _rejected(payload: JSON, _speaker: Speaker) -> str:
    return _("rejected change of rules %(number)s") % {"number": payload["change"]}


def _barred(payload: JSON, _speaker: Speaker) -> str:
    told = {
        "seat": payload.get("seat"),
        "card": payload.get("player_card"),
        "scope": floor.BAR_SCOPES[payload["scope"]],
        "reason": _with_words(floor.BAR_REASONS[payload["reason"]], payload),
    }
    if payload.get("player_card"):
        return _("barred the player with card %(card)s. %(scope)s: %(reason)s") % told
    return _("barred the player at seat %(seat)s. %(scope)s: %(reason)s") % told


def _settled_owed(payload: JSON, speaker: Speaker) -> str:
    told = {"amount": speaker.amount(abs(payload["amount"])), "how": floor.DEBT_WAYS[payload["how"]]}
    told["seat"] = payload["player"]["seat"]
    if payload["amount"] > 0:
        return _("gave the player of seat %(seat)s the %(amount)s that were owed to them (%(how)s)") % told
    return _("took from the player of seat %(seat)s the %(amount)s that they owed (%(how)s)") % told


def _tapped_in(payload: JSON, speaker: Speaker) -> str:
    before = (payload.get("before") or {}).get("dealer")
    told = {"table": payload["sent"]["table"], "before": speaker.person(before) if before else ""}
    if before:
        return _("tapped in at table %(table)s, in the place of %(before)s") % told
    return _("tapped in at table %(table)s") % told


def _signed(payload: JSON, _speaker: Speaker) -> str:
    return _("signed with their PIN") if payload["method"] == "pin" else _("signed with their password")


def _signed_in(_payload: JSON, _speaker: Speaker) -> str:
    return _("signed in")


def _signed_out(_payload: JSON, _speaker: Speaker) -> str:
    return _("signed out")


def _acknowledged(payload: JSON, _speaker: Speaker) -> str:
    kind = floor.ALERTS[payload["after"]["kind"]]
    return _("acknowledged an alert: %(alert)s") % {"alert": getattr(kind, "name", kind)}


def _asked_for_export(payload: JSON, _speaker: Speaker) -> str:
    told = {"number": payload["export"], "what": filter_words(payload["sent"]["filter"])}
    return _("asked for export %(number)s of the audit log: %(what)s") % told


def _took_export(payload: JSON, _speaker: Speaker) -> str:
    return _("took the file of export %(number)s away") % {"number": payload["export"]}


def _exported_on_server(payload: JSON, _speaker: Speaker) -> str:
    sent = payload["sent"]
    told = {"user": sent.get("user", ""), "what": filter_words(sent["filter"])}
    if told["user"]:
        return _("exported the audit log on the server as the user %(user)s: %(what)s") % told
    return _("exported the audit log on the server: %(what)s") % told


def _took_report(payload: JSON, _speaker: Speaker) -> str:
    sent = payload["sent"]
    report = REPORTS[sent["report"]]
    told = {"report": _(report.title), "part": _(report.part(sent["part"]).title)}
    told |= {"since": sent["since"], "until": sent["until"]}
    told["filters"] = ", ".join(f"{name} {value}" for name, value in sent["filters"].items())
    if told["filters"]:
        return _("took the report “%(report)s, %(part)s” away, from %(since)s to %(until)s (%(filters)s)") % told
    return _("took the report “%(report)s, %(part)s” away, from %(since)s to %(until)s") % told


def _took_evidence(payload: JSON, _speaker: Speaker) -> str:
    sent: JSON = payload["sent"]
    if sent["dispute"] is not None:
        return _("took the evidence of dispute %(dispute)s away (round %(round)s at table %(table)s)") % sent
    return _("took the evidence of round %(round)s at table %(table)s away") % sent


def _reviewed(payload: JSON, _speaker: Speaker) -> str:
    told = {"people": payload["people"], "roles": payload["held"], "words": payload["sent"]["words"]}
    return _("reviewed the %(roles)s roles of %(people)s people: “%(words)s”") % told


def _with_words(reason: Any, told: JSON) -> str:
    return f"{reason}, “{told['words']}”" if told.get("words") else str(reason)


SENTENCES: Mapping[str, Callable[[JSON, Speaker], str]] = {
    **PLAY,
    "refused": _refused,
    Act.VOID_ROUND: _void,
    Act.RECOUNT: _recounted,
    Act.OPEN_DISPUTE: _disputed,
    Act.RULE_ON_DISPUTE: _ruled,
    Act.REQUEST_RULE_CHANGE: _asked_for_rules,
    Act.APPROVE_RULE_CHANGE: _approved,
    Act.REJECT_RULE_CHANGE: _rejected,
    Act.BAR_PLAYER: _barred,
    Act.SETTLE_OWED: _settled_owed,
    Act.TAP_IN: _tapped_in,
    Act.SIGN: _signed,
    Act.SIGN_IN: _signed_in,
    Act.SIGN_OUT: _signed_out,
    Act.ACKNOWLEDGE_ALERT: _acknowledged,
    Act.EXPORT_AUDIT_LOG: _asked_for_export,
    Act.DOWNLOAD_EXPORT: _took_export,
    Act.EXPORT_ON_SERVER: _exported_on_server,
    Act.EXPORT_REPORT: _took_report,
    Act.EXPORT_EVIDENCE: _took_evidence,
    Act.REVIEW_ROLES: _reviewed,
}
