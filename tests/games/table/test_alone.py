"""The value of the table on a machine that has nothing of this project but the rules and the errors."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[3] / "tables"
PROGRAM = """
import sys
from datetime import UTC, datetime
from tables.games.house_rules import HouseRules, read_house_rules
from tables.games.table.acts import apply
from tables.games.table.acts import legal_acts
from tables.games.table.state import Moment, NumberedRules, TableState

document = {"game": "heads_up_draw", "terms": {"ante": 500, "equal_start": False}, "chip_unit": 100,
            "recount": {"signed_above": 50000}}
rules = read_house_rules(document)
table = TableState(number=12, seat_count=7, in_force=NumberedRules(1, rules.document(), rules))
evening = [("open_table", {}), ("sit", {"seat": 1, "buy_in": 4000}), ("sit", {"seat": 2, "buy_in": 4000}), ("open_round", {})]
for stay, (act, sent) in enumerate(evening):
    table = apply(table, act, sent, Moment(datetime(2026, 5, 1, 20, tzinfo=UTC), True, stay)).table
print(table.round.pot, "take_actions" in legal_acts(table))
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_a_table_is_played_with_the_standard_library_alone(tmp_path: Path) -> None:
    """-S leaves out every installed package, -E every setting of the environment."""
    shutil.copytree(PACKAGE / "games", tmp_path / "tables" / "games", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE / "errors.py", tmp_path / "tables")
    (tmp_path / "tables" / "__init__.py").touch()
    environment = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT")}
    command = [sys.executable, "-S", "-E", "-B", "-c", PROGRAM]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    played, modules = done.stdout.splitlines()
    assert played == "1000 True"
    installed = {name for name in modules.split() if not name.startswith("_")} - set(sys.stdlib_module_names)
    assert installed == {"tables"}
