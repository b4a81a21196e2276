"""An export carries what is said of the keys, so that the oldest one alone is enough (AUD 3.4, 4.4)."""

from pathlib import Path

import pytest

from casino.checkpoint_key import CheckpointKey, make_key
from tables.audit.signature import public_key_pem
from tables.audit.verify import main as verify
from tests.cast import Cast
from tests.management.calling import called


def test_aud_3_4_an_export_is_verified_with_the_oldest_key_alone(
    cast: Cast, rotated: list[CheckpointKey], tmp_path: Path, vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The statements go with it; a key that none of them leads to is no key of the casino's."""
    export, old = tmp_path / "export.zip", tmp_path / "old.pem"
    called("export_audit", str(export))
    old.write_bytes(public_key_pem(rotated[0].public_bytes))
    assert verify([str(export), "--key", str(old)]) == 0
    said = capsys.readouterr().out
    assert f"key {rotated[2].key_id}: signed by key {rotated[1].key_id}, for checkpoint 3 and later ones" in said
    other = tmp_path / "other.pem"
    other.write_bytes(public_key_pem(make_key(tmp_path / "x.pem").public_bytes))
    assert verify([str(export), "--key", str(other)]) == 1


def test_aud_3_4_an_export_signed_by_a_revoked_key_is_wrong(
    cast: Cast, rotated: list[CheckpointKey], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It carries the revocation, whoever made it."""
    called("revoke_checkpoint_key", rotated[2].key_id, "--from=4")
    export, old = tmp_path / "export.zip", tmp_path / "old.pem"
    called("export_audit", str(export))
    old.write_bytes(public_key_pem(rotated[0].public_bytes))
    assert verify([str(export), "--key", str(old)]) == 1
    assert "which is revoked from checkpoint 4 on" in capsys.readouterr().out
