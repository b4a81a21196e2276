"""Why a hand of four-player draw was settled as it was (DRAW 2)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tables.games.draw.four_player.rules import FOUR_PLAYER
from tables.games.draw.hands import FOUR_PLAYER as RANKING
from tables.games.draw.pots import unmatched
from tables.games.draw.terms import CommissionOn, CommissionRound, FourPlayerTerms
from tables.games.values import JSON
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.draw.pots import SharedPot, pot_names, share_out
from tables.web.why.draw import DrawFacts, net_reason, paid_reason
from tables.web.why.reason import Reason, SeatReasons, in_sentence


def four_player_reasons(
    terms: FourPlayerTerms, played: Mapping[str, Any], output: JSON, figures: MoneyFormat
) -> list[SeatReasons]:
    """The players, winners first from the left of the button."""
    facts = DrawFacts.of(FOUR_PLAYER, terms, played, (output, figures))
    pots, rows = _pots(facts), {row["seat"]: row for row in output["seats"]}
    seats = [*output["winners"], *(seat for seat in facts.players if seat not in output["winners"])]
    return [
        SeatReasons(
            seat,
            _("Winner") if seat in output["winners"] else _("Player"),
            [reason for reason in _reasons(facts, rows[seat], pots) if reason is not None],
        )
        for seat in seats
    ]


def _pots(facts: DrawFacts) -> list[SharedPot]:
    players = {str(player.seat): {"paid": player.paid, "dropped": player.dropped} for player in facts.players.values()}
    return share_out({"order": [*facts.players], "players": players, "play": {"hands": facts.cards}}, RANKING)


def _back(facts: DrawFacts, seat: int) -> int:
    """What of a stake nobody matched, in minor units (DRAW 2.5)."""
    highest, back = unmatched({player.seat: player.paid for player in facts.players.values()})
    return back if seat == highest else 0


def _reasons(facts: DrawFacts, row: JSON, pots: Sequence[SharedPot]) -> list[Reason | None]:
    seat, back = row["seat"], _back(facts, row["seat"])
    won: list[Reason | None] = []
    for number, ((name, _short), pot) in enumerate(zip(pot_names(len(pots)), pots, strict=True)):
        if seat in pot.seats or seat in pot.shares:
            won.append(_pot(facts, row, (number, name), pot))
    taken = sum(pot.shares.get(seat, 0) for pot in pots)
    moves = (taken, back)
    return [
        paid_reason(facts, row),
        _unmatched(facts, row, back),
        *won,
        _commission(facts, row, moves),
        _net(facts, row, moves),
        _stack(facts, row, moves),
    ]


def _unmatched(facts: DrawFacts, row: JSON, back: int) -> Reason | None:
    if not back:
        return None
    words = {"seat": row["seat"], "back": facts.amount(back), "paid": facts.amount(facts.players[row["seat"]].paid)}
    text = in_sentence(
        _("Of the %(paid)s that seat %(seat)s paid nobody matched %(back)s, so it goes back (DRAW 2.5)."), words
    )
    return Reason("back", _("Goes back"), back, words["back"], text)


def _pot(facts: DrawFacts, row: JSON, place: tuple[int, str], pot: SharedPot) -> Reason:
    """What a player has of a pot they could win, and why (DRAW 0.4, 2.4, 2.6)."""
    number, name = place
    share = pot.shares.get(row["seat"], 0)
    winner = next(other for other in facts.output["seats"] if other["seat"] in pot.shares)
    words = {
        "pot": name,
        "amount": facts.amount(pot.amount),
        "share": facts.amount(share),
        "seat": row["seat"],
        "winner": winner["seat"],
        "seats": ", ".join(map(str, sorted(pot.seats))),
        "winners": ", ".join(map(str, sorted(pot.shares))),
        "best": facts.shown(winner) if winner["hand"] else "",
        "own": facts.shown(row) if row["hand"] else "",
    }
    text = in_sentence(_pot_sentence(row, pot), words)
    return Reason(f"pot-{number}", name, share, words["share"], text)


def _pot_sentence(row: JSON, pot: SharedPot) -> str:
    if row["hand"] is None:
        return _("%(pot)s of %(amount)s: all others dropped, so seat %(seat)s takes it without showing (DRAW 0.4).")
    if row["seat"] not in pot.shares:
        return _("%(pot)s of %(amount)s goes to %(best)s of seat %(winner)s, above %(own)s (DRAW 2.6).")
    if len(pot.seats) == 1:
        return _("%(pot)s of %(amount)s: only seat %(seat)s had staked so much and can win it (DRAW 2.4).")
    if len(pot.shares) > 1:
        return _(
            "%(pot)s of %(amount)s: the hands of seats %(winners)s are identical and share it; seat %(seat)s has"
            " %(share)s, odd units from the left of the button (DRAW 2.6)."
        )
    return _("%(pot)s of %(amount)s: of seats %(seats)s, who can win it, %(own)s is the best hand (DRAW 2.6).")


def _commission(facts: DrawFacts, row: JSON, moves: tuple[int, int]) -> Reason | None:
    """What the house takes of a winner, rounded down once (DRAW 2.8)."""
    terms, taken = facts.terms, moves[0]
    if not isinstance(terms, FourPlayerTerms) or not terms.commission_bps or not taken:
        return None
    stake = facts.players[row["seat"]].paid - moves[1]
    of_net, to_chips = terms.commission_on is CommissionOn.NET, terms.commission_round is CommissionRound.CHIP
    words = {
        "rate": f"{terms.commission_bps / 100:g}",
        "base": facts.amount(max(0, taken - stake) if of_net else taken),
        "taken": facts.amount(taken),
        "stake": facts.amount(stake),
        "unit": facts.amount(terms.chip_unit if to_chips else 1),
        "commission": facts.amount(row["commission"]),
    }
    template = (
        _(
            "The house has %(rate)s %% of %(base)s, which is %(taken)s taken less the %(stake)s staked, rounded down"
            " in steps of %(unit)s: %(commission)s (DRAW 2.8)."
        )
        if of_net
        else _(
            "The house has %(rate)s %% of the %(base)s taken, rounded down in steps of %(unit)s: %(commission)s (DRAW 2.8)."
        )
    )
    return Reason("commission", _("Commission"), row["commission"], words["commission"], in_sentence(template, words))


def _net(facts: DrawFacts, row: JSON, moves: tuple[int, int]) -> Reason:
    words = _move_words(facts, row, moves)
    template = (
        _(
            "%(taken)s from the pots and %(back)s back, less %(commission)s commission and %(paid)s paid: %(net)s (DRAW 2.8)."
        )
        if moves[0]
        else _("%(back)s came back of the %(paid)s paid: %(net)s (DRAW 2.5).")
    )
    return net_reason(facts, row, in_sentence(template, words))


def _stack(facts: DrawFacts, row: JSON, moves: tuple[int, int]) -> Reason:
    words = _move_words(facts, row, moves)
    if moves[0]:
        template = _(
            "%(chips)s lay behind; with %(taken)s from the pots and %(back)s back, less %(commission)s commission, it is"
            " %(stack)s (DRAW 2.8)."
        )
    elif moves[1]:
        template = _("%(chips)s lay behind; with the %(back)s that goes back it is %(stack)s (DRAW 2.5).")
    else:
        template = _("Nothing moves: %(stack)s lay behind and stays (DRAW 0.3).")
    return Reason("stack", _("Stack"), row["stack"], facts.amount(row["stack"]), in_sentence(template, words))


def _move_words(facts: DrawFacts, row: JSON, moves: tuple[int, int]) -> dict[str, Any]:
    player = facts.players[row["seat"]]
    return {
        "taken": facts.amount(moves[0]),
        "back": facts.amount(moves[1]),
        "commission": facts.amount(row["commission"]),
        "paid": facts.amount(player.paid),
        "chips": facts.amount(player.chips),
        "net": facts.figures.signed(row["net"]),
        "stack": facts.amount(row["stack"]),
    }
