"""`manage.py permissions`: the matrix of OPS 1.4 as it is enforced."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tables.models import AuditEntry
from tables.policy import MATRIX, Act, Role
from tests.cast import HOUSE_RULES, PASSWORD
from tests.fixtures.servers import ROOT
from tests.management.calling import called
from tests.test_policy import cell

PRINTED = {
    "-": "-",
    "yes": "yes",
    "at own table": "at the table they are tapped in at",
    "signed": "signed",
    "signed by another": "signed, not by who is dealing",
}


def test_ops_1_4_every_act_has_its_line() -> None:
    """Each cell of the matrix is printed; acts that no role is granted are listed below."""
    head, _rule, *lines = called("permissions").splitlines()
    assert head.split() == ["act", *(str(role) for role in Role)]
    rows = {line.split()[0]: line for line in lines[: lines.index("")]}
    assert set(rows) == {act for act in Act if MATRIX[act]}
    assert rows["deal"].split("  ")[0] == "deal"
    assert [cell.strip() for cell in rows["deal"].split("  ") if cell.strip()][1:] == [
        *("at the table they are tapped in at", "yes", "-", "-", "-", "-"),
    ]
    assert "signed, not by who is dealing" in rows["correct_round"]
    assert "bootstrap" in lines[-1]


def test_1_3_it_needs_no_settings_and_no_database() -> None:
    """With an empty environment, and without importing a model or a driver."""
    code = (
        "import sys; sys.argv = ['manage.py', 'permissions']; import manage; manage.main();"
        "print([name for name in ('tables.models', 'psycopg', 'celery') if name in sys.modules])"
    )
    clean = {"PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=clean, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("act ")
    assert done.stdout.endswith("[]\n")


def test_ops_1_4_every_cell_is_printed_as_it_is_enforced() -> None:
    """What a floor manager reads is what the acts ask."""
    _head, _rule, *lines = called("permissions").splitlines()
    printed = {}
    for line in lines[: lines.index("")]:
        act, *cells = re.split(r"\s{2,}", line)
        printed[act] = cells
    expected = {str(act): [PRINTED[cell(MATRIX[act].get(role))] for role in Role] for act in Act if MATRIX[act]}
    assert printed == expected


@pytest.mark.django_db
def test_ops_1_4_what_commands_do_on_the_server_is_done_by_nobody_in_particular(tmp_path: Path) -> None:
    """The person who may use the server sets the house up: the entries say `system` and name no person, and no role may do it."""
    rules, passwords = tmp_path / "rules.json", tmp_path / "passwords"
    rules.write_text(json.dumps(HOUSE_RULES))
    passwords.write_text(f"{PASSWORD}\n{PASSWORD}\n")
    people = ("--admin-badge=9001", "--admin-name=Ada", "--compliance-badge=3001", "--compliance-name=Ines")
    called("bootstrap", "--casino=House", "--currency=EUR", "--time-zone=UTC", f"--passwords={passwords}", *people)
    called("add_table", number=1, rules=rules)
    called("issue_token", badge="9001", label="report")
    entries = list(AuditEntry.objects.order_by("sequence").values_list("act", "person", "role", "device"))
    assert entries == [(act, None, "system", None) for act in ("bootstrap", "add_table", "issue_token")]
    assert not any(MATRIX[Act(act)] for act, *_rest in entries)
