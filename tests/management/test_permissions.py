"""`manage.py permissions`: the matrix of OPS 1.4 as it is enforced."""

import os
import subprocess
import sys

from tables.policy import MATRIX, Act, Role
from tests.fixtures.servers import ROOT
from tests.management.calling import called


def test_ops_1_4_every_act_has_its_line() -> None:
    """Each cell of the matrix is printed; acts that no role is granted are listed below."""
    head, _rule, *lines = called("permissions").splitlines()
    assert head.split() == ["act", *(str(role) for role in Role)]
    rows = {line.split()[0]: line for line in lines[: lines.index("")]}
    assert set(rows) == {act for act in Act if MATRIX[act]}
    assert rows["deal"].split("  ")[0] == "deal"
    assert [cell.strip() for cell in rows["deal"].split("  ") if cell.strip()][1:] == [
        *("at the table he is tapped in at", "yes", "-", "-", "-"),
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
