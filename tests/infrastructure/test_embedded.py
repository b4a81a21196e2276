"""The embedded servers: private, and hard to break."""

import os
import signal
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from local.errors import LocalError
from local.layout import LONGEST_FOLDER, Layout
from local.postgres import APPLICATION, OWNER, SUPERUSER, Postgres
from local.redis_server import RedisServer


@pytest.fixture
def layout(tmp_path: Path) -> Iterator[Layout]:
    made = Layout(tmp_path / "local")
    made.prepare()
    yield made
    made.tidy()


@pytest.fixture
def postgres(layout: Layout) -> Iterator[Postgres]:
    server = Postgres(layout, hasty=True)
    server.start()
    yield server
    server.stop()


def again(layout: Layout) -> Postgres:
    """Start a server the way the next run would."""
    server = Postgres(layout, hasty=True)
    server.start()
    return server


def write(server: Postgres) -> None:
    with psycopg.connect(server.url(OWNER)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept AS SELECT 7 AS number")


def read(server: Postgres) -> int:
    with psycopg.connect(server.url(OWNER)) as connection:
        return sum(number for (number,) in connection.execute("SELECT number FROM kept"))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_1_1_secrets_and_folders_are_private(layout: Layout, postgres: Postgres):
    assert mode(layout.secrets_file) == 0o600
    assert mode(layout.log("postgres")) == 0o600
    assert {mode(folder) for folder in (layout.postgres, layout.sockets, layout.redis, layout.logs)} == {0o700}
    assert mode(layout.root) & 0o066 == 0
    assert all(len(password) >= 64 for password in postgres.passwords.values())


@pytest.mark.parametrize("role", [SUPERUSER, OWNER, APPLICATION])
def test_1_1_nobody_is_trusted_without_the_password(postgres: Postgres, role):
    host = str(postgres.layout.sockets)
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(host=host, dbname="croupier", user=role, password="wrong")


def test_1_1_postgres_listens_on_no_network(postgres: Postgres):
    assert postgres.process is not None
    assert not [
        each for each in psutil.Process(postgres.process.pid).net_connections() if each.family != socket.AF_UNIX
    ]


def test_aud_2_4_the_application_owns_nothing(postgres: Postgres):
    with psycopg.connect(postgres.url(APPLICATION), autocommit=True) as connection:
        for statement in ("CREATE TABLE mine (x int)", "CREATE TEMP TABLE mine (x int)", "CREATE SCHEMA mine"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)
    with psycopg.connect(postgres.url(SUPERUSER), autocommit=True) as connection:
        rights = "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = ANY(%s)"
        assert set(connection.execute(rights, [[OWNER, APPLICATION]])) == {(False, False, False)}


def test_data_survive_a_stop(layout: Layout, postgres: Postgres):
    write(postgres)
    postgres.stop()
    server = again(layout)
    assert read(server) == 7
    server.stop()


def test_data_survive_a_kill(layout: Layout):
    postgres = Postgres(layout)  # in no haste: what is committed is on the disk
    postgres.start()
    write(postgres)
    with psycopg.connect(postgres.url(APPLICATION)):  # a client is being served meanwhile
        assert postgres.process is not None
        postgres.process.kill()
        postgres.process.wait()
        server = again(layout)
    assert read(server) == 7
    server.stop()


def test_a_server_left_behind_is_stopped_never_doubled(layout: Layout, postgres: Postgres):
    write(postgres)
    server = again(layout)
    assert postgres.process is not None
    assert postgres.process.wait(10) == 0
    assert read(server) == 7
    server.stop()


def test_the_number_of_a_server_long_gone_may_be_anybodys(layout: Layout, postgres: Postgres):
    postgres.stop()
    (layout.postgres / "postmaster.pid").write_text(f"{os.getpid()}\n{layout.postgres}\n")
    server = again(layout)
    server.stop()


def test_a_server_does_not_outlive_its_parent(layout: Layout, postgres: Postgres):
    # The signal it would be sent; that the kernel sends it is shown with script/serve.
    assert postgres.process is not None
    postgres.process.send_signal(signal.SIGINT)
    assert postgres.process.wait(10) == 0


def test_an_interrupted_first_start_begins_again(layout: Layout):
    half = layout.root / "postgres.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    server = again(layout)
    server.stop()
    assert not half.exists()


def no_version(folder: Path) -> None:
    (folder / "PG_VERSION").unlink()


def old_version(folder: Path) -> None:
    (folder / "PG_VERSION").write_text("16\n")


def no_control_file(folder: Path) -> None:
    (folder / "global" / "pg_control").unlink()


@pytest.mark.parametrize("damage", [no_version, old_version, no_control_file])
def test_a_broken_folder_is_explained_and_left_alone(layout: Layout, postgres: Postgres, damage):
    postgres.stop()
    damage(layout.postgres)
    before = sorted(layout.postgres.rglob("*"))
    with pytest.raises(LocalError, match="cannot be used") as caught:
        again(layout)
    assert f"mv {layout.postgres} " in str(caught.value)
    assert "Nothing was deleted" in str(caught.value)
    assert set(before) <= set(layout.postgres.rglob("*"))


def test_lost_secrets_are_explained(layout: Layout, postgres: Postgres):
    postgres.stop()
    layout.secrets_file.unlink()
    with pytest.raises(LocalError, match="passwords of the database"):
        again(layout)
    assert not layout.secrets_file.exists()


def test_secrets_of_another_database_are_explained(layout: Layout, postgres: Postgres):
    postgres.stop()
    layout.secrets_file.write_text(
        layout.secrets_file.read_text().replace(postgres.passwords["postgres_superuser"], "x" * 64)
    )
    with pytest.raises(LocalError, match="is not that of"):
        again(layout)


def test_a_folder_deeper_than_a_socket_address_allows(tmp_path: Path):
    layout = Layout(tmp_path / ("deep" * 30))
    layout.prepare()
    try:
        assert len(os.fsencode(layout.sockets)) <= LONGEST_FOLDER
        assert mode(layout.sockets) == 0o700
        server, queue = again(layout), RedisServer(layout, hasty=True)
        queue.start()
        queue.stop()
        server.stop()
    finally:
        layout.tidy()
    assert not layout.sockets.exists()


def test_a_folder_of_sockets_others_can_enter_is_refused(tmp_path: Path):
    layout = Layout(tmp_path / "local")
    layout.prepare()
    layout.sockets.chmod(0o777)
    with pytest.raises(LocalError, match="nobody else can enter"):
        layout.prepare()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(LocalError, match="cannot be written"):
        Layout(tmp_path / "file" / "local").prepare()


def test_redis_keeps_its_data_and_wants_a_password(layout: Layout):
    first = RedisServer(layout)
    first.start()
    with redis.Redis.from_url(first.url(3)) as client:
        client.set("kept", "7")
    once = Retry(NoBackoff(), 0)
    with (
        redis.Redis(unix_socket_path=str(first.socket), retry=once) as stranger,
        pytest.raises(redis.AuthenticationError),
    ):
        stranger.ping()
    second = RedisServer(layout)
    second.start()  # the first was left behind
    assert first.process is not None
    assert first.process.wait(10) == 0
    with redis.Redis.from_url(second.url(3)) as client:
        assert client.get("kept") == b"7"
    second.stop()
    first.stop()
