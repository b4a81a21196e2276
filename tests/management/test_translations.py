"""TAB 4.4: every text of the code is in the file of every language, and what is translated fits it."""

import gettext
import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.utils import translation

from tables.management.translations.catalogues import (
    LANGUAGES,
    LOCALE,
    Gap,
    compile_all,
    fault,
    faults,
    read,
)
from tables.management.translations.sources import DOMAINS, gathered


def test_tab_4_4_there_is_a_file_for_every_language_of_the_pages() -> None:
    assert ["en", *LANGUAGES] == [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_tab_4_4_every_text_of_the_code_is_in_the_file(language: str, domain: str) -> None:
    """Where this fails: manage.py translations update."""
    have = read(language, domain)
    assert [message.id for message in gathered(domain) if message.id and have.get(message.id) is None] == []


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_tab_4_4_a_translation_keeps_placeholders_tags_and_plurals(language: str, domain: str) -> None:
    assert [str(gap) for gap in faults(read(language, domain), language, domain)] == []


@pytest.mark.parametrize(
    ("text", "translated", "wrong"),
    [
        ("Seat %(seat)s", "Plaats %(seat)s", ""),
        ("Seat %(seat)s", "Plaats", "lacks %(seat)s"),
        ("Seat %(seat)s", "Plaats %(plaats)s", "has %(plaats)s too much"),
        ("<b>Seat</b>", "<b>Plaats", "lacks </b>"),
        ("Seat", "<b>Plaats</b>", "has </b>, <b> too much"),
        (("%(count)s seat", "%(count)s seats"), ("één plaats", "%(count)s plaatsen"), ""),
        (("one seat", "%(count)s seats"), ("%(count)s plaats", "%(count)s plaatsen"), ""),
        (("%(count)s seat", "%(count)s seats"), ("%(count)s plaats",), "needs 2 plural forms"),
        (("%(count)s seat", "%(count)s seats"), ("%(count)s plaats", ""), "needs 2 plural forms"),
    ],
)
def test_tab_4_4_what_does_not_fit_is_named(text: str, translated: str, wrong: str) -> None:
    assert fault(Message(text, translated), 2) == wrong


def test_tab_4_4_the_check_of_a_release_names_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [Gap("nl", "django", "Deal", "tables/web/tablet/steps.py", "is not translated")]
    monkeypatch.setattr("tables.management.commands.translations.gaps", lambda _languages, **_more: found)
    with pytest.raises(CommandError, match="nl: 1 missing or wrong"):
        call_command("translations", "check", language=["nl"])
    assert "tables/web/tablet/steps.py: is not translated: 'Deal'" in capsys.readouterr().out
    found.clear()
    call_command("translations", "check", language=["nl"])
    assert "Complete: nl" in capsys.readouterr().out


def test_tab_4_4_a_file_is_compiled_once_and_again_when_it_changes(tmp_path: Path) -> None:
    folder = tmp_path / "locale"
    shutil.copytree(LOCALE / "nl", folder / "nl", ignore=shutil.ignore_patterns("*.mo"))
    assert [path.name for path in compile_all(folder)] == ["django.mo", "djangojs.mo"]
    assert compile_all(folder) == []
    changed = folder / "nl" / "LC_MESSAGES" / "django.po"
    changed.write_text(changed.read_text(encoding="utf-8") + '\nmsgid "Strange"\nmsgstr "Vreemd"\n', encoding="utf-8")
    assert [path.name for path in compile_all(folder)] == ["django.mo"]
    with changed.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Strange") == "Vreemd"


def test_tab_4_4_without_compiled_files_every_page_is_english(tmp_path: Path) -> None:
    """A missing file breaks nothing."""
    with override_settings(LOCALE_PATHS=[tmp_path]):
        with translation.override("nl"):
            assert translation.gettext("Seat %(seat)s") == "Seat %(seat)s"
        answer = Client().get("/words/nl.js")
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, 'text/javascript; charset="utf-8"')
        assert b"django.gettext" in answer.content
