"""A round played again on the felt, step by step, with who, when and on which tablet (LOOK 3)."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET

from casino.headers import content_security_policy
from tables.errors import NotFound
from tables.games.calculator import settle_recorded
from tables.games.errors import RuleError
from tables.games.values import JSON
from tables.policy import EXPORTERS, LOG_READERS
from tables.queries.audit.round_replay import Scene, Story, round_story
from tables.queries.numbers import LARGEST_INTEGER, read_number
from tables.queries.tables.rounds import shared_pots
from tables.web.audit.links import moment_address
from tables.web.floor.settlement_lines import shared_words
from tables.web.shared.money import MoneyFormat
from tables.web.shared.staff_page import StaffContext, for_roles
from tables.web.shared.times import HouseClock
from tables.web.tablet.registry import felt_screen
from tables.web.why.reason import SeatReasons
from tables.web.why.registry import reasons_of_settlement
from tables.web.words.games import RESULTS, SPOTS
from tables.web.words.people import ROLES
from tables.web.words.rounds import VOID_REASONS

NOBODY = "\N{EN DASH}"
"""Where an entry names no person or no device, as in the log."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A step of the round in the list beside the felt."""

    number: int
    act: str
    time: str
    who: str
    device: str
    address: str
    entry: int
    entry_address: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one settlement did at one seat, and how it differs from the version before."""

    seat: int
    bets: list[str]
    net: str
    before: str


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the round's settlement, and whether it is what its input comes to."""

    number: int
    time: str
    reason: str
    words: str
    outcomes: list[Outcome]
    problem: str
    reasons: list[SeatReasons]
    """Why each amount is what it is (TAB 4.3)."""
    shared: str
    """What became of a pot that was played on before its tie was corrected (OPS 5.8)."""

    @property
    def has_bets(self) -> bool:
        """Whether its game has bets of its own at a seat."""
        return any(outcome.bets for outcome in self.outcomes)


@require_GET
@content_security_policy(frame_src="'self'")
@for_roles(*LOG_READERS)
def replay(request: HttpRequest, office: StaffContext, table: int, number: int) -> HttpResponse:
    """The page: the felt at one step, all steps, and every settlement with each bet's result."""
    story = _story(office, table, number)
    place = _step(request, story)
    clock = HouseClock.of(office.casino.time_zone)
    here = reverse("web:replay", args=[table, number])
    stops = [_stop(scene, number_, place, clock, here) for number_, scene in enumerate(story.scenes, start=1)]
    context = {
        "office": office,
        "story": story,
        "void_reason": VOID_REASONS[story.round.void_reason] if story.round.void_reason else "",
        "stops": stops,
        "stop": stops[place - 1] if stops else None,
        "before": stops[place - 2] if place > 1 else None,
        "after": stops[place] if place < len(stops) else None,
        "may_export": bool(office.roles & set(EXPORTERS)),
        "felt": f"{reverse('web:replay_felt', args=[table, number])}?step={place}",
        "moment": moment_address(story.table.number, story.round.settled_at or story.round.opened_at),
        "versions": versions_of_story(story, MoneyFormat.of(office.casino.minor_digits), clock),
        "rules": reverse("web:placard", args=[story.table.number])
        + f"?at={story.round.opened_at:%Y-%m-%dT%H:%M:%S.%fZ}",
    }
    return render(request, "tables/audit/replay.html", context)


@require_GET
@xframe_options_sameorigin
@content_security_policy(frame_ancestors="'self'")
@for_roles(*LOG_READERS)
def felt(request: HttpRequest, office: StaffContext, table: int, number: int) -> HttpResponse:
    """The felt alone, as the dealer saw it; it stands in a frame of the page, because it has the tablet's looks."""
    story = _story(office, table, number)
    if not story.scenes:
        raise Http404
    scene = story.scenes[_step(request, story) - 1]
    return render(request, "tables/audit/felt.html", {"screen": felt_screen(scene.state)})


def _story(office: StaffContext, table: int, number: int) -> Story:
    try:
        return round_story(office.casino.pk, table, number)
    except NotFound as error:
        raise Http404(str(error)) from error


def _step(request: HttpRequest, story: Story) -> int:
    """The step that is asked for, from 1; the last one where none is, or none like that."""
    last = len(story.scenes)
    step = read_number(request.GET.get("step", ""), LARGEST_INTEGER)
    return last if step is None else min(max(step, 1), last)


def _stop(scene: Scene, number: int, place: int, clock: HouseClock, here: str) -> Stop:
    entry = scene.entry
    return Stop(
        number=number,
        act=entry["act"],
        time=clock.full(entry["time"]),
        who=f"{entry['person'] or NOBODY} ({ROLES[entry['role']].name})",
        device=entry["device"] or NOBODY,
        address=f"{here}?step={number}",
        entry=entry["sequence"],
        entry_address=reverse("web:entry", args=[entry["chain"].partition("/")[2], entry["sequence"]]),
        is_here=number == place,
    )


def versions_of_story(story: Story, figures: MoneyFormat, clock: HouseClock) -> list[Version]:
    """Return every settlement of a round, oldest first, each computed again from its input."""
    versions: list[Version] = []
    nets: dict[int, int] = {}
    shared = shared_pots(story.table, story.round.number) if len(story.settlements) > 1 else {}
    for settlement in story.settlements:
        outcomes = outcomes_of(settlement.output, nets, figures)
        nets = {row["seat"]: row["net"] for row in settlement.output["seats"]}
        problem = _recomputed(settlement.input, settlement.output)
        time = clock.full(settlement.settled_at)
        reasons = reasons_of_settlement(settlement.input, settlement.output, figures)
        versions.append(
            Version(
                settlement.version,
                time,
                settlement.reason,
                settlement.words,
                outcomes,
                problem,
                reasons,
                shared_words(shared.get(settlement.version, []), figures),
            )
        )
    return versions


def outcomes_of(output: JSON, nets: dict[int, int], figures: MoneyFormat) -> list[Outcome]:
    """Return what a settlement did at each seat; `nets` has what the version before did."""
    return [_outcome(row, nets, figures) for row in output["seats"]]


def _outcome(row: JSON, nets: dict[int, int], figures: MoneyFormat) -> Outcome:
    """A game without bets of its own at a seat has none listed."""
    bets = [_bet(name, bet, figures) for name, bet in row.get("bets", {}).items()]
    earlier = nets.get(row["seat"])
    differs = earlier is not None and earlier != row["net"]
    return Outcome(row["seat"], bets, figures.signed(row["net"]), figures.signed(earlier or 0) if differs else "")


def _bet(name: str, bet: JSON, figures: MoneyFormat) -> str:
    """One bet in words, with what a cap or the funds took off it (HCF 8.7, 9.2)."""
    words = {
        "bet": SPOTS[name].name,
        "stake": figures.amount(bet["stake"]),
        "result": RESULTS[bet["result"]],
        "net": figures.signed(bet["net"]),
        "uncapped": figures.signed(bet.get("uncapped", 0)),
        "short": figures.amount(bet.get("short", 0)),
    }
    if bet.get("short"):
        return _("%(bet)s %(stake)s: %(result)s %(net)s, the bank %(short)s short") % words
    if "uncapped" in bet:
        return _("%(bet)s %(stake)s: %(result)s %(net)s, capped, of %(uncapped)s") % words
    return _("%(bet)s %(stake)s: %(result)s %(net)s") % words


def _recomputed(document: JSON, output: JSON) -> str:
    """What is wrong with a settlement; empty where its input comes to exactly this."""
    try:
        return "" if settle_recorded(document) == output else _("Computed again, the result is another.")
    except RuleError as error:
        return _("Its input is refused: %(problem)s") % {"problem": str(error)}
