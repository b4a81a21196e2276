"""script/serve from end to end, in a copy of the project of its own."""

import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".local", ".*_cache", "__pycache__", ".hypothesis", "bench", "tests", "static-root"
)
READY_WITHIN = 60.0

pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(**more: str) -> dict[str, str]:
    """Give what a terminal would, and the virtual environment there is, so that nothing is fetched."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    return kept | {"CROUPIER_VENV": sys.prefix, "CROUPIER_PYTHON": sys.executable} | more


@dataclass
class Start:
    """One running script/serve."""

    process: subprocess.Popen[str]
    port: int
    said: list[str] = field(default_factory=list)

    def wait_until_ready(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Ctrl-C"):
                return
        pytest.fail("".join(self.said))

    def answers(self, path: str) -> int:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
            return int(answer.status)

    def text(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
            return str(answer.read().decode())

    def children(self) -> dict[str, psutil.Process]:
        """List everything it started, by a name."""
        found: dict[str, psutil.Process] = {}
        for process in psutil.Process(self.process.pid).children(recursive=True):
            words = " ".join(process.cmdline())
            name = next(
                (n for n in ("gunicorn", " beat ", " worker ", "redis-server", "postgres") if n in words), words
            ).strip()
            found.setdefault(name, process)
        return found

    def end(self, number: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(number)
        said, _ = self.process.communicate(timeout=60)
        return self.process.returncode, said


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("clone") / "croupier"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    return copy


@pytest.fixture
def start(project: Path) -> Iterator[Callable[[], Start]]:
    started: list[Start] = []

    def begin(*arguments: str, **more: str) -> Start:
        port = free_port()
        process = subprocess.Popen(
            [project / "script" / "serve", "--port", str(port), *arguments],
            env=environment(**more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(Start(process, port))
        return started[-1]

    yield begin
    for each in started:
        if each.process.poll() is None:
            each.process.terminate()
        each.process.communicate(timeout=60)


def gone(processes: dict[str, psutil.Process], patience: float = 20.0) -> bool:
    """Tell whether all of them end in time."""
    _, alive = psutil.wait_procs(list(processes.values()), timeout=patience)
    return not alive


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_1_1_it_serves_and_stops_without_leaving_anything(start, project: Path, number):
    running = start()
    running.wait_until_ready()
    assert running.answers("/readyz") == 200
    assert "PIN" in "".join(running.said)
    files = re.findall(r"/static/[^\"']+", running.text("/login/"))
    assert files
    assert {running.answers(file) for file in files} == {200}
    children = running.children()
    assert {"worker", "beat", "gunicorn", "redis-server", "postgres"} <= set(children)
    private = [project / ".local" / name for name in ("secrets.json", "serve.lock")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in private} == {0o600}
    status, said = running.end(number)
    assert status == 0, said
    assert "Stopped." in said
    assert gone(children, 1)


def test_a_command_runs_on_the_casino_that_is_served(start, project: Path):
    def manage(*words: str) -> subprocess.CompletedProcess[str]:
        command = [str(project / "script" / "manage"), *words]
        return subprocess.run(command, env=environment(), capture_output=True, text=True, check=False, timeout=60)

    running = start()
    running.wait_until_ready()
    done = manage("reconcile", "--table", "1")
    assert (done.returncode, done.stdout) == (0, "1 tables reconciled, 0 with differences.\n")
    assert "whole, unchanged, in order" in manage("verify_audit").stdout
    assert manage("reconcile", "--table", "77").returncode == 1
    running.end(signal.SIGTERM)
    stopped = manage("reconcile")
    assert stopped.returncode == 1
    assert "start it with script/serve" in stopped.stderr
    assert "Traceback" not in stopped.stderr


def test_the_calculator_settles_a_file_named_from_where_it_is_called(project: Path, tmp_path: Path):
    (tmp_path / "rounds.jsonl").write_text("{}\n")
    command = [str(project / "script" / "manage"), "settle", "rounds.jsonl"]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert '"code":"unknown_game"' in done.stdout.replace(" ", "")


def test_1_1_only_the_owner_of_the_machine_hears_it(start):
    running = start()
    running.wait_until_ready()
    listening = {
        each.laddr.ip
        for process in [psutil.Process(running.process.pid), *running.children().values()]
        for each in process.net_connections("tcp")
        if each.status == psutil.CONN_LISTEN
    }
    assert listening == {"127.0.0.1"}


def test_1_1_a_kill_leaves_no_process_and_the_next_start_finds_its_data(start, project: Path):
    running = start()
    running.wait_until_ready()
    children = running.children()
    running.process.kill()
    assert gone(children)
    secrets = (project / ".local" / "secrets.json").read_bytes()
    following = start()
    following.wait_until_ready()
    assert (project / ".local" / "secrets.json").read_bytes() == secrets
    assert following.answers("/readyz") == 200


def test_a_second_copy_is_told_of_the_first(start):
    running = start()
    running.wait_until_ready()
    second = start()
    said, _ = second.process.communicate(timeout=60)
    assert second.process.returncode == 1
    assert "Croupier already runs on" in said
    assert re.search(rf"process {running.process.pid}, http://127\.0\.0\.1:{running.port}", said)
    assert "Traceback" not in said
    assert running.answers("/healthz") == 200


def test_a_port_in_use_is_explained_before_anything_starts(start, tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = start("--data", str(tmp_path / "data"), "--port", str(port))
        said, _ = refused.process.communicate(timeout=60)
    assert refused.process.returncode == 1
    assert f"Port {port} is in use" in said
    assert "--port" in said
    assert "Starting" not in said


def test_when_one_process_ends_it_is_named_and_all_are_stopped(start):
    running = start()
    running.wait_until_ready()
    children = running.children()
    children["beat"].kill()
    said, _ = running.process.communicate(timeout=60)
    assert running.process.returncode == 1
    assert "The beat ended (killed by SIGKILL). The end of" in said
    assert gone(children, 1)


def test_a_given_database_that_is_not_there_is_explained(start, tmp_path: Path):
    refused = start("--data", str(tmp_path / "data"), DATABASE_URL="postgresql://app:pw@127.0.0.1:9/casino")
    said, _ = refused.process.communicate(timeout=60)
    assert refused.process.returncode == 1
    assert "CREATE DATABASE casino OWNER croupier_owner" in said
    assert "DATABASE_OWNER_URL" in said


def test_1_1_given_servers_are_used(start, tmp_path: Path, servers):
    name = f"given_{os.getpid()}"
    with servers.connect("postgres", "postgres") as connection:
        connection.execute(f"CREATE DATABASE {name} OWNER croupier_owner TEMPLATE croupier")
    more = {
        "DATABASE_URL": servers.postgres.url("croupier_app", name),
        "DATABASE_OWNER_URL": servers.postgres.url("croupier_owner", name),
        "REDIS_URL": servers.redis_url,
    }
    running = start("--data", str(tmp_path / "data"), **more)
    running.wait_until_ready()
    assert running.answers("/readyz") == 200
    assert not {"redis-server", "postgres"} & set(running.children())
    owner = more["DATABASE_OWNER_URL"]
    assert not [name for name, each in running.children().items() if owner in each.environ().values()]
    running.end(signal.SIGTERM)
    with servers.connect("postgres", "postgres") as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_python_too_old_is_named(project: Path, tmp_path: Path):
    for name in ("dirname", "sh"):
        (tmp_path / name).symlink_to(shutil.which(name) or name)
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2" || exit 1\n')
    old.chmod(0o755)
    done = subprocess.run(
        [project / "script" / "serve"], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, and found Python 3.9.2" in done.stderr


def test_without_a_network_the_first_start_says_what_it_needs(project: Path, tmp_path: Path):
    offline = {"CROUPIER_VENV": str(tmp_path / "venv"), "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    done = subprocess.run(
        [project / "script" / "serve"],
        env=environment(**offline),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1
    assert "The packages could not be installed" in done.stderr
    assert "need PyPI" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "venv" / "croupier.json").exists()
