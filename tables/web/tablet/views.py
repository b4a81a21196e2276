"""The tablet of a table: the page, its polling, and every act done from it."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from tables import actions
from tables.actions.act import Answer
from tables.actions.floor.alerts import tablet_asked
from tables.actions.people.languages import choose_language
from tables.actions.people.sign_in import tap_in, tap_out
from tables.errors import NeedsSignature, Relieved, Restored, Stale, TableError
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.models import Table
from tables.policy import Act, Role
from tables.queries.identity import author_of
from tables.queries.tables.documents import TableStateDocument
from tables.queries.tables.state import Mark, mark_of, table_state
from tables.stamp import Call, CommandId, HouseCall, Signature, Stamp
from tables.web.shared.errors import refused
from tables.web.shared.forms import SentAct, new_seed, read_act
from tables.web.shared.language import speak
from tables.web.shared.money import MoneyFormat
from tables.web.shared.session import Visitor, at_table, visitor_at
from tables.web.tablet.refusals import left_out, refusal
from tables.web.tablet.registry import make_screen, moved_on
from tables.web.tablet.relief import badge_sent
from tables.web.tablet.screen import Message
from tables.web.tablet.told_acts import done_text, is_told, tell

EPOCH_HEADER = "Croupier-Epoch"
FRAGMENT = "tables/tablet/_table.html"


@require_GET
def page(request: HttpRequest, table_id: int) -> HttpResponse:
    """The whole page of a table."""
    table = get_object_or_404(Table, pk=table_id)
    visitor = visitor_at(request, table)
    if not visitor.may_look:
        return redirect("web:home" if visitor.person else "web:enrol")
    speak(visitor.language)
    state = table_state(table.pk)
    screen = make_screen(state, visitor.viewer, new_seed(), tag(mark_of(state), visitor, state["epoch"]))
    response = render(request, "tables/tablet/page.html", {"screen": screen})
    response[EPOCH_HEADER] = str(state["epoch"])
    # It brings the beginning of its command ids, which no second copy of it may use.
    response["Cache-Control"] = "no-store"
    return response


@require_GET
@at_table
def live(request: HttpRequest, table: Table, visitor: Visitor) -> HttpResponse:
    """The fragment, or 304 while it is the one the page has."""
    if visitor.tablet is not None:
        tablet_asked(visitor.tablet)
    if request.GET.get("v") == tag(Mark(table.version, table.notices, None), visitor, table.casino.epoch):
        return HttpResponseNotModified(headers={EPOCH_HEADER: str(table.casino.epoch)})
    return fragment(request, table, visitor)


@require_POST
@at_table
def act(request: HttpRequest, table: Table, visitor: Visitor) -> HttpResponse:
    """One act, or two of which the second follows the first; answers the fragment as the table is then, also where one was refused."""
    sent: SentAct | None = None
    try:
        sent = read_act(request.POST.dict())
        _verify_epoch(sent, table)
        said = tell(table, sent, table_state(table.pk)) if is_told(sent) else []
        answer = _perform(sent, table, visitor)
        if sent.follow_up is not None:
            sent = replace(sent.follow_up, version=answer.version)
            answer = _perform(sent, table, visitor)
    except (TableError, RuleError) as error:
        return refused_fragment(request, table, visitor, error, sent)
    message = left_out(answer.body)
    if said:
        message = Message(done_text(sent, said, is_repeated=answer.replayed), "plain")
    response = fragment(request, table, visitor, message)
    response["Croupier-Version"] = str(answer.version)
    return response


def _verify_epoch(sent: SentAct, table: Table) -> None:
    """Raise Restored for what was tapped on a page of another epoch: it is a late packet, and nobody's act (AUD 3.5)."""
    if sent.epoch is not None and sent.epoch != table.casino.epoch:
        raise Restored(
            _("The system was restored from a backup: this was not done. Look at the table and call the floor.")
        )


def _perform(sent: SentAct, table: Table, visitor: Visitor) -> Answer:
    call = Call(table.pk, _stamp(sent, table, visitor), sent.version)
    return actions.perform(sent.name, call, sent.input)


def _stamp(sent: SentAct, table: Table, visitor: Visitor) -> Stamp:
    """Whose act it is; one that was tapped before another dealer tapped in is done only if it was done already.

    Raises Relieved.
    """
    present = visitor.dealer.badge if visitor.dealer else ""
    if visitor.tablet is None or sent.dealer is None or sent.dealer == present:
        return visitor.stamp(sent.act, sent.command_id, _signature(sent, table, visitor))
    author = author_of(sent.command_id)
    if author is None:
        raise Relieved(_("Another dealer has tapped in: this was not done. Look at the table, then enter it again."))
    return Stamp(author, Role.DEALER, visitor.tablet.pk, sent.command_id)


def _signature(sent: SentAct, table: Table, visitor: Visitor) -> Signature | None:
    """Return the signature that came with the act, proved before anything is locked (OPS 1.3); None for none."""
    if sent.credentials is None:
        return None
    return sent.credentials.sign(casino_id=table.casino_id, command_id=sent.command_id, tablet_id=visitor.tablet_id)


@require_POST
@at_table
def tap(request: HttpRequest, table: Table, visitor: Visitor) -> HttpResponse:
    """A dealer taps in with badge and PIN, or with a name of today's list and PIN (OPS 1.2, 1.8)."""
    try:
        tap_in(
            table_id=table.pk,
            badge=badge_sent(request, table),
            pin=request.POST.get("pin", ""),
            tablet_id=visitor.tablet_id,
            command_id=CommandId.fresh("tap-in"),
        )
    except TableError as error:
        return refused_fragment(request, table, visitor, error)
    return fragment(request, table, visitor_at(request, table))


@require_POST
@at_table
def untap(request: HttpRequest, table: Table, visitor: Visitor) -> HttpResponse:
    """The dealer leaves the table without a relief."""
    try:
        tap_out(table_id=table.pk, stamp=visitor.stamp(Act.TAP_OUT, CommandId.fresh("tap-out")))
    except TableError as error:
        return refused_fragment(request, table, visitor, error)
    return fragment(request, table, visitor_at(request, table))


@require_POST
@at_table
def language(request: HttpRequest, table: Table, visitor: Visitor) -> HttpResponse:
    """The dealer, or the floor in its own session, chooses the language they read (TAB 4.4); answers the fragment in it."""
    stamp = visitor.stamp(Act.CHOOSE_LANGUAGE, CommandId.fresh("language"))
    try:
        choose_language(HouseCall(table.casino_id, stamp), language=request.POST.get("language", ""))
    except TableError as error:
        return refused_fragment(request, table, visitor, error)
    return fragment(request, table, visitor_at(request, table))


def refused_fragment(
    request: HttpRequest, table: Table, visitor: Visitor, error: TableError | RuleError, sent: SentAct | None = None
) -> HttpResponse:
    """The fragment with the refusal in its place; nothing has happened.

    A second tablet that came too late is told what happened to what it had on its screen.
    """
    speak(visitor.language)
    figures, state = MoneyFormat.of(table.casino.minor_digits), table_state(table.pk)
    is_late = isinstance(error, Stale) and not isinstance(error, Relieved | Restored)
    if sent is not None and sent.seen and is_late:
        message = moved_on(sent.seen, state)
    else:
        is_signed = sent is not None and (sent.credentials is not None or isinstance(error, NeedsSignature))
        signs = tell(table, sent, state) if sent is not None and is_signed else []
        message = refusal(error, sent.name if sent else "", figures, signs)
    return refused(_fragment_of(request, state, visitor, message), error)


def fragment(request: HttpRequest, table: Table, visitor: Visitor, message: Message | None = None) -> HttpResponse:
    """The changing part of the page, in the language of the dealer: another may have tapped in by this very request."""
    speak(visitor.language)
    return _fragment_of(request, table_state(table.pk), visitor, message)


def _fragment_of(
    request: HttpRequest, state: TableStateDocument, visitor: Visitor, message: Message | None
) -> HttpResponse:
    screen = make_screen(state, visitor.viewer, new_seed(), tag(mark_of(state), visitor, state["epoch"]), message)
    response = render(request, FRAGMENT, {"screen": screen})
    response[EPOCH_HEADER] = str(state["epoch"])
    response["Croupier-Version"] = str(state["table"]["version"])
    response["Cache-Control"] = "no-store"
    return response


def tag(mark: Mark, visitor: Visitor, epoch: int) -> str:
    """What the page has: the epoch of the house and the version of the table, what else was told there, and who is at it, which no version counts."""
    dealer = visitor.dealer.badge if visitor.dealer else ""
    return f"{epoch}.{mark.version}.{mark.notices}.{dealer}.{visitor.language}.{visitor.viewer.can_act:d}{visitor.viewer.is_floor:d}"
