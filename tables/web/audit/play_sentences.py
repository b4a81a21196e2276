"""The sentences of acts of play: who sat, what was staked, decided and shown, and what a round came to (AUD 7.4)."""

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _

from tables.games.values import JSON
from tables.policy import Act
from tables.web.audit.speaker import Speaker
from tables.web.words import floor, games


def _sat(payload: JSON, speaker: Speaker) -> str:
    sent = payload["sent"]
    told = {"seat": sent["seat"], "card": sent.get("player_card"), "amount": speaker.amount(payload["after"]["chips"])}
    if told["card"]:
        return _("seated the player with card %(card)s at seat %(seat)s with %(amount)s") % told
    return _("seated a player without a card at seat %(seat)s with %(amount)s") % told


def _bought(payload: JSON, speaker: Speaker) -> str:
    sent = payload["sent"]
    told = {"seat": sent["seat"], "amount": speaker.amount(sent["amount"])}
    return _("sold seat %(seat)s chips for %(amount)s") % told


def _moved(payload: JSON, _speaker: Speaker) -> str:
    told = {"seat": payload["sent"]["seat"], "to": payload["sent"]["to"]}
    return _("moved the player of seat %(seat)s to seat %(to)s") % told


def _left(payload: JSON, speaker: Speaker) -> str:
    told = {"seat": payload["sent"]["seat"], "amount": speaker.amount(payload["before"]["chips"])}
    return _("let the player of seat %(seat)s leave with %(amount)s") % told


def _opened(payload: JSON, speaker: Speaker) -> str:
    if payload.get("designated_player") is None:
        return _("opened the round")
    told = {"seat": payload["designated_player"], "bank": speaker.amount(payload["bank"])}
    return _("opened the round; seat %(seat)s is the designated player, with a bank of %(bank)s") % told


def _wagers(payload: JSON, speaker: Speaker) -> str:
    """One wager that was taken off or put on alone is a sentence of its own."""
    changes = list(_wager_changes(payload))
    if len(changes) == 1:
        return _wager_sentence(*changes[0], speaker)
    by_seat: dict[str, list[str]] = {}
    for seat, spot, before, after in changes:
        bet = f"{games.SPOTS[spot].name} {speaker.amount(after)}"
        by_seat.setdefault(seat, []).append(f"{bet} (\N{LEFTWARDS ARROW} {speaker.amount(before)})" if before else bet)
    listed = "; ".join(
        _("seat %(seat)s %(bets)s") % {"seat": seat, "bets": ", ".join(bets)} for seat, bets in by_seat.items()
    )
    return _("entered wagers: %(wagers)s") % {"wagers": listed} if listed else ""


def _wager_changes(payload: JSON) -> Iterator[tuple[str, str, int, int]]:
    """Seat, bet, before and after, of each bet that is another now."""
    before, after = payload["before"].get("wagers", {}), payload["after"].get("wagers", {})
    for seat, bets in after.items():
        earlier = before.get(seat) or {}
        for spot in dict.fromkeys([*(bets or {}), *earlier]):
            was, is_now = earlier.get(spot) or 0, (bets or {}).get(spot) or 0
            if was != is_now:
                yield seat, spot, was, is_now


def _wager_sentence(seat: str, spot: str, before: int, after: int, speaker: Speaker) -> str:
    told = {"amount": speaker.amount(abs(after - before)), "seat": seat, "bet": games.SPOTS[spot].name}
    if after > before:
        return _("put %(amount)s on seat %(seat)s's %(bet)s") % told
    return _("took %(amount)s off seat %(seat)s's %(bet)s") % told


def _dealt(payload: JSON, speaker: Speaker) -> str:
    rake = sum((payload["after"].get("rake") or {}).values())
    if not rake:
        return _("dealt the cards")
    return _("dealt the cards and took %(rake)s of rake") % {"rake": speaker.amount(rake)}


def _decided(payload: JSON, speaker: Speaker) -> str:
    listed = []
    for seat, told in payload["after"]["decisions"].items():
        if told is None:
            listed.append(_("seat %(seat)s nothing any more") % {"seat": seat})
            continue
        words = games.DECISIONS[told["decision"]].panel
        raised = f" {speaker.amount(told['raise'])}" if told.get("raise") else ""
        listed.append(_("seat %(seat)s %(decision)s") % {"seat": seat, "decision": f"{words}{raised}"})
    return _("entered decisions: %(decisions)s") % {"decisions": "; ".join(listed)}


def _showed(payload: JSON, _speaker: Speaker) -> str:
    listed = [
        _("seat %(seat)s %(cards)s") % {"seat": seat, "cards": cards or "\N{EN DASH}"}
        for seat, cards in payload["after"]["hands"].items()
    ]
    return _("entered hands: %(hands)s") % {"hands": "; ".join(listed)}


def _took(payload: JSON, speaker: Speaker) -> str:
    listed = [_action(row, speaker) for row in payload["after"].get("actions") or []]
    undone = len(payload["before"].get("actions") or [])
    if undone and not listed:
        return _("took back the last actions (%(count)s)") % {"count": undone}
    return _("entered: %(actions)s") % {"actions": "; ".join(listed)} if listed else ""


def _action(row: JSON, speaker: Speaker) -> str:
    number = speaker.amount(row["amount"]) if row.get("amount") is not None else row.get("count", "")
    said = str(games.ACTIONS[row["do"]].name)
    return _("seat %(seat)s %(action)s") % {"seat": row["seat"], "action": f"{said} {number}".strip()}


def _settled(payload: JSON, speaker: Speaker) -> str:
    return _("settled the round: %(nets)s") % {"nets": nets_of(payload["output"], speaker)}


def _corrected(payload: JSON, speaker: Speaker) -> str:
    reason = floor.CORRECTION_REASONS.get(payload.get("reason") or payload["sent"]["reason"], "")
    told = {"reason": reason, "nets": nets_of(payload["output"], speaker)}
    return _("corrected the round (%(reason)s): %(nets)s") % told


def nets_of(output: JSON, speaker: Speaker) -> str:
    """Return what a settlement came to by seat, the designated player first."""
    listed = []
    if banker := output.get("designated_player"):
        told = {"seat": banker["seat"], "net": speaker.net(banker["net"])}
        listed.append(_("designated player at seat %(seat)s %(net)s") % told)
    rows = sorted(output["seats"], key=lambda row: int(row["seat"]))
    listed += [_("seat %(seat)s %(net)s") % {"seat": row["seat"], "net": speaker.net(row["net"])} for row in rows]
    return "; ".join(listed)


def _closed(payload: JSON, _speaker: Speaker) -> str:
    if payload.get("rules_in_force"):
        version = payload["rules_in_force"]["after"]["version"]
        return _("closed the round; version %(version)s of the rules came in force") % {"version": version}
    return _("closed the round")


PLAY: Mapping[str, Callable[[JSON, Speaker], str]] = {
    Act.SIT: _sat,
    Act.BUY_IN: _bought,
    Act.MOVE: _moved,
    Act.LEAVE: _left,
    Act.OPEN_ROUND: _opened,
    Act.ENTER_WAGERS: _wagers,
    Act.DEAL: _dealt,
    Act.ENTER_DECISIONS: _decided,
    Act.ENTER_HANDS: _showed,
    Act.TAKE_ACTIONS: _took,
    Act.SETTLE_ROUND: _settled,
    Act.CORRECT_ROUND: _corrected,
    Act.CLOSE_ROUND: _closed,
}
