"""Why a hand of heads-up draw was settled as it was (DRAW 1)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.draw.heads_up.rules import HEADS_UP
from tables.games.draw.heads_up.settlement import DROPPED, TIE
from tables.games.values import JSON
from tables.web.shared.money import MoneyFormat
from tables.web.why.draw import DrawFacts, net_reason, paid_reason
from tables.web.why.reason import Reason, SeatReasons, in_sentence


def heads_up_reasons(terms: Any, played: Mapping[str, Any], output: JSON, figures: MoneyFormat) -> list[SeatReasons]:
    """Both players, the winner first."""
    facts = DrawFacts.of(HEADS_UP, terms, played, (output, figures))
    rows = sorted(output["seats"], key=lambda row: row["seat"] not in output["winners"])
    return [SeatReasons(row["seat"], _name(facts, row), _reasons(facts, row)) for row in rows]


def _name(facts: DrawFacts, row: JSON) -> str:
    return _("Winner") if row["seat"] in facts.output["winners"] else _("Player")


def _reasons(facts: DrawFacts, row: JSON) -> list[Reason]:
    reasons = [_ante(facts, row), paid_reason(facts, row), _issued(facts, row), _pot(facts, row)]
    reasons += [_redeemed(facts, row), _net(facts, row), _stack(facts, row)]
    return [reason for reason in reasons if reason is not None]


def _other(facts: DrawFacts, row: JSON) -> JSON:
    found: JSON = next(other for other in facts.output["seats"] if other["seat"] != row["seat"])
    return found


def _ante(facts: DrawFacts, row: JSON) -> Reason | None:
    """The ante, lower where a pot is carried and the poorer of the two has less (DRAW 1.2, 1.12)."""
    ante = next(player.paid for player in facts.start.players if player.seat == row["seat"])
    if not ante:
        return None
    words = {"seat": row["seat"], "ante": facts.amount(ante), "whole": facts.amount(_ante_of(facts))}
    template = (
        _("Seat %(seat)s paid the ante of %(ante)s before the deal (DRAW 1.2).")
        if ante == _ante_of(facts)
        else _("Of the ante of %(whole)s both paid %(ante)s, all that the poorer of the two could put in (DRAW 1.12).")
    )
    return Reason("ante", _("Ante"), ante, words["ante"], in_sentence(template, words))


def _ante_of(facts: DrawFacts) -> int:
    return int(facts.terms.chip_amounts["ante"])


def _pot(facts: DrawFacts, row: JSON) -> Reason | None:
    """The pot that was won, or that a tie leaves where it lies (DRAW 0.4, 1.9 to 1.11)."""
    output, other = facts.output, _other(facts, row)
    if output["winners"] and row["seat"] not in output["winners"]:
        return _lost_to(facts, row, other)
    words = {"seat": row["seat"], "pot": facts.amount(output["pot"]), "other": other["seat"]}
    if output["result"] == TIE:
        template = _("Both hands are equal, so the pot of %(pot)s stays for the next deal: %(own)s (DRAW 1.10).")
        words["own"] = facts.shown(row)
    elif output["result"] == DROPPED:
        template = _("Seat %(other)s dropped, so seat %(seat)s takes the pot of %(pot)s without showing (DRAW 0.4).")
    else:
        template = _("Seat %(seat)s takes the pot of %(pot)s: %(own)s is above %(their)s (DRAW 1.9).")
        words.update(own=facts.shown(row), their=facts.shown(other))
    return Reason("pot", _("Pot"), output["pot"], facts.amount(output["pot"]), in_sentence(template, words))


def _lost_to(facts: DrawFacts, row: JSON, other: JSON) -> Reason | None:
    """Why the pot went to the other player; None where this one dropped, which is said of what they paid."""
    if facts.output["result"] == DROPPED:
        return None
    words = {"other": other["seat"], "own": facts.shown(row), "their": facts.shown(other)}
    text = in_sentence(_("Seat %(other)s takes the pot: %(own)s is below %(their)s (DRAW 1.9)."), words)
    return Reason("lost", _("Pot"), 0, facts.amount(0), text)


def _marker_words(facts: DrawFacts, row: JSON, count: int) -> dict[str, Any]:
    value = facts.terms.marker_value
    return {
        "seat": row["seat"],
        "count": count,
        "value": facts.amount(value),
        "all": facts.amount(count * value),
        "out": row["markers_out"],
    }


def _issued(facts: DrawFacts, row: JSON) -> Reason | None:
    """The markers that were issued during the hand (DRAW 1.8)."""
    before = next(entry.markers_out for entry in facts.start.players if entry.seat == row["seat"])
    count = facts.players[row["seat"]].markers_out - before
    if not count:
        return None
    words = _marker_words(facts, row, count)
    template = ngettext(
        "Seat %(seat)s had to pay more than their chips and was issued %(count)s marker of %(value)s, %(all)s (DRAW 1.8).",
        "Seat %(seat)s had to pay more than their chips and was issued %(count)s markers of %(value)s, %(all)s (DRAW 1.8).",
        count,
    )
    return Reason("issued", _("Markers issued"), count, words["all"], in_sentence(template, words))


def _redeemed(facts: DrawFacts, row: JSON) -> Reason | None:
    """The markers that the winner redeems (DRAW 1.8)."""
    count = facts.players[row["seat"]].markers_out - row["markers_out"]
    if not count:
        return None
    words = _marker_words(facts, row, count)
    template = ngettext(
        "The winner redeems %(count)s marker of %(value)s, as far as the chips go: %(all)s to the house (DRAW 1.8).",
        "The winner redeems %(count)s markers of %(value)s, as far as the chips go: %(all)s to the house (DRAW 1.8).",
        count,
    )
    return Reason("markers", _("Markers"), count, words["all"], in_sentence(template, words))


def _net(facts: DrawFacts, row: JSON) -> Reason:
    words = {
        "pot": facts.amount(facts.output["pot"]),
        "paid": facts.amount(facts.players[row["seat"]].paid),
        "net": facts.figures.signed(row["net"]),
    }
    template = (
        _("The pot of %(pot)s less the %(paid)s paid into it comes to %(net)s; nobody takes a rake (DRAW 1.11).")
        if row["seat"] in facts.output["winners"]
        else _("%(paid)s was paid into the pot, which comes to %(net)s; nobody takes a rake (DRAW 1.11).")
    )
    return net_reason(facts, row, in_sentence(template, words))


def _stack(facts: DrawFacts, row: JSON) -> Reason:
    player = facts.players[row["seat"]]
    redeemed = (player.markers_out - row["markers_out"]) * facts.terms.marker_value
    words = {
        "chips": facts.amount(player.chips),
        "pot": facts.amount(facts.output["pot"]),
        "redeemed": facts.amount(redeemed),
        "stack": facts.amount(row["stack"]),
    }
    if row["seat"] not in facts.output["winners"]:
        template = _("Nothing moves: %(stack)s lay behind and stays (DRAW 0.3).")
    elif redeemed:
        template = _(
            "%(chips)s lay behind; with the pot of %(pot)s and less %(redeemed)s for markers it is %(stack)s (DRAW 1.8)."
        )
    else:
        template = _("%(chips)s lay behind; with the pot of %(pot)s it is %(stack)s (DRAW 0.3).")
    return Reason("stack", _("Stack"), row["stack"], facts.amount(row["stack"]), in_sentence(template, words))
