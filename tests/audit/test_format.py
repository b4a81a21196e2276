"""docs/audit-format.md: what it says and shows is so, and a second implementation of it agrees (AUD 2.2)."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest
import rfc8785
from playwright.sync_api import Browser

from tables.audit.canonical import canonical
from tables.audit.chain import HASHED_FIELDS, entry_hash
from tables.audit.checkpoint import Leaf, SignedCheckpoint
from tables.audit.lines import hash_of_line, read_line
from tables.audit.merkle import root_of
from tables.audit.signature import holds, key_id, read_public_key
from tests.chains import verify_chain

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent.parent / "docs" / "audit-format.md"
GOLDEN = (HERE / "golden.jsonl").read_bytes()
# Kept here too: a change of the file and of the program together would go unseen.
NEWEST_OF_GOLDEN = "5858a3cf8ec66e886bd7106c269c45ce2e85e8e17f5b7f179410bd45da46182f"
ADDRESS = "https://audit.test/"


def shown(name: str) -> list[str]:
    """What the blocks of a name in the document hold."""
    return re.findall(rf"^```{name}\n(.*?)\n```$", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_aud_2_2_the_golden_file_is_what_it_was() -> None:
    """Every line canonical, by the judge too; every hash and link right, computed in both ways; the newest one known."""
    entries = [read_line(line) for line in GOLDEN.splitlines()]
    for line, entry in zip(GOLDEN.splitlines(), entries, strict=True):
        assert canonical(entry) == rfc8785.dumps(entry) == line
        assert hash_of_line(line) == entry_hash(entry) == entry["hash"]
        assert entry.keys() == {*HASHED_FIELDS, "hash"}
    assert list(verify_chain("1/table/12", entries)) == [None] * 10
    assert entries[-1]["hash"] == NEWEST_OF_GOLDEN


@pytest.mark.browser
def test_aud_2_2_a_second_implementation_agrees_byte_for_byte(browser: Browser) -> None:
    """In another language, with another JSON and another SHA-256, written from the document."""
    page = browser.new_page()
    # Where SHA-256 is offered to scripts: on a page that came over TLS.
    page.route(ADDRESS, lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(ADDRESS)
    read = page.evaluate((HERE / "second_reading.js").read_text(encoding="utf-8"), GOLDEN.decode())
    page.close()
    assert len(read) == 10
    for line in read:
        assert line == {"canonical": True, "linked": True, "stored": line["computed"], "computed": line["computed"]}
    assert read[-1]["computed"] == NEWEST_OF_GOLDEN


def test_docs_the_worked_example_fits_together() -> None:
    """From the entry to its leaf, the root, the checkpoint, the signature and the key."""
    (line,), (digest,), (leaf_line,), (leaf_digest,), (copy_line,), (pem,), (key,) = map(
        shown, ("entry", "hash", "leaf", "leafhash", "checkpoint", "pem", "key")
    )
    entry = read_line(line.encode())
    assert entry_hash(entry) == entry["hash"] == digest
    leaf = Leaf.read(read_line(leaf_line.encode()))
    assert (leaf.chain, leaf.sequence, leaf.hash) == (entry["chain"], entry["sequence"], digest)
    copy = SignedCheckpoint.read_copy(copy_line.encode())
    assert copy.checkpoint.root == root_of([leaf.leaf_hash()]).hex() == leaf_digest
    public = read_public_key(pem.encode())
    assert key_id(public) == key == copy.checkpoint.key
    assert holds(copy.signature, copy.checkpoint.signed_bytes(), public)


def test_docs_the_commands_print_what_it_says(tmp_path: Path) -> None:
    """With a shell and the tools of any Unix; what openssl is given are the bytes that were signed."""
    for file, name in {"entries.jsonl": "entry", "leaves.jsonl": "leaf", "checkpoint.json": "checkpoint"}.items():
        (tmp_path / file).write_text(shown(name)[0] + "\n", encoding="utf-8")
    (tmp_path / "key.pem").write_text(shown("pem")[0] + "\n", encoding="ascii")
    for command, name in zip(shown("sh"), ("hash", "leafhash", "key"), strict=True):
        done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stdout.split()[0] == shown(name)[0]
    cut, decode, _verify = shown("openssl")[0].splitlines()
    subprocess.run(["sh", "-ec", f"{cut}\n{decode}"], cwd=tmp_path, check=True)
    copy = SignedCheckpoint.read_copy((tmp_path / "checkpoint.json").read_bytes())
    assert (tmp_path / "signed").read_bytes() == copy.checkpoint.signed_bytes()
    assert len((tmp_path / "signature").read_bytes()) == 64
    assert hashlib.sha256((tmp_path / "signed").read_bytes()).hexdigest() == copy.checkpoint.hash()


def test_docs_every_field_of_an_entry_and_of_a_manifest_is_described() -> None:
    """By its name."""
    text = DOCUMENT.read_text(encoding="utf-8")
    entry = json.loads(GOLDEN.splitlines()[0])
    checkpoint = json.loads(shown("checkpoint")[0])["checkpoint"]
    manifest = (
        "software",
        "casino_name",
        "made_at",
        "filter",
        "counts",
        "chains",
        "leaves",
        "files",
        "stubs",
        "before",
    )
    for name in (*entry, *checkpoint, *manifest):
        assert f"`{name}`" in text, name
