"""Notes, cosignatures and requests to witnesses: byte for byte as published, and strictly read (AUD 3.3)."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tables.audit.merkle import Frontier, consistency_since, leaf_hash, root_of, verify_consistency
from tables.audit.notes import KeyKind, Note, NoteCheckpoint, NoteError, NoteKey, cosigned, signed
from tables.audit.tlog_witness import AddCheckpoint
from tables.audit.witness_policy import read_policy
from tests.checkpoints.golden import make

GOLDEN = Path(__file__).parent / "golden"
# The example of signed-note, and a checkpoint of a log in use, of which everybody knows the key.
PUBLISHED = {
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k": (
        "This is an example message.\n\n— example.com/foo "
        "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
    ),
    "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8": (
        "go.sum database tree\n35225469\nvt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=\n\n— sum.golang.org "
        "Az3grpukl5AXaVfYkLiDGORx/DN2nlcS5kZHR5uYOBV2KA2HgXpD+gu9HHONebHLAyaKbbTM75QTtPydhKCExixSfwQ=\n"
    ),
}
LOG_SEED, WITNESS_SEED = bytes(range(32)), bytes(range(32, 64))


def golden(name: str) -> bytes:
    """A golden file."""
    return (GOLDEN / name).read_bytes()


def keys() -> tuple[NoteKey, NoteKey, Ed25519PrivateKey, Ed25519PrivateKey]:
    """The keys of the golden files: of the log and of the witness, public and private."""
    log, witness = (Ed25519PrivateKey.from_private_bytes(seed) for seed in (LOG_SEED, WITNESS_SEED))
    return (
        NoteKey(make.ORIGIN, KeyKind.LOG, log.public_key().public_bytes_raw()),
        NoteKey(make.WITNESS, KeyKind.WITNESS, witness.public_key().public_bytes_raw()),
        log,
        witness,
    )


def leaves(count: int) -> list[bytes]:
    """The leaves of the golden list."""
    return [leaf_hash(f"leaf {number}".encode()) for number in range(count)]


def frontier(count: int) -> Frontier:
    """The complete subtrees of its first leaves."""
    made = Frontier()
    for leaf in leaves(count):
        made.add(leaf)
    return made


def test_the_golden_files_are_what_their_script_makes() -> None:
    """Another program, which uses nothing of the service."""
    assert {name: golden(name) for name in make.files()} == {name: text.encode() for name, text in make.files().items()}


@pytest.mark.parametrize("size", [1, 6, 7, 13])
def test_aud_3_3_notes_and_cosignatures_are_the_golden_ones(size: int) -> None:
    """Made and read."""
    log, witness, log_key, witness_key = keys()
    assert (log.vkey() + "\n").encode() == golden("log.vkey")
    assert (witness.vkey() + "\n").encode() == golden("witness.vkey")
    checkpoint = NoteCheckpoint(make.ORIGIN, size, root_of(leaves(size)))
    note = Note(checkpoint.text(), (signed(checkpoint.text(), log, log_key.sign),))
    assert note.data() == golden(f"{size}.note")
    cosignature = cosigned(note.text, witness, witness_key.sign, make.TIME)
    assert cosignature.line().encode() == golden(f"{size}.answer")
    whole = note.with_signatures([cosignature, cosignature])
    assert whole.data() == golden(f"{size}.cosigned.note")
    read = Note.read(golden(f"{size}.cosigned.note"))
    assert read == whole
    assert NoteCheckpoint.read(read.text) == checkpoint
    assert read.signature_of(log) is not None
    found = read.signature_of(witness)
    assert found is not None
    assert found.timestamp == make.TIME


@pytest.mark.parametrize(("old", "new"), make.SIZES)
def test_aud_3_3_requests_are_the_golden_ones(old: int, new: int) -> None:
    """The proofs are made of the older list's subtrees and of the leaves since."""
    proof = consistency_since(frontier(old), leaves(new)[old:])
    request = AddCheckpoint(old, tuple(proof), Note.read(golden(f"{new}.note")))
    assert request.data() == golden(f"{old}-{new}.request")
    assert AddCheckpoint.read(request.data()) == request


def test_aud_3_3_every_proof_from_a_stored_frontier_holds() -> None:
    """From every size to every larger one."""
    for new in range(1, 34):
        for old in range(1, new + 1):
            proof = consistency_since(frontier(old), leaves(new)[old:])
            roots = {"old_root": frontier(old).root(), "new_root": frontier(new).root()}
            assert verify_consistency(old, new, proof=proof, **roots), (old, new)


@pytest.mark.parametrize("vkey", PUBLISHED)
def test_aud_3_3_published_notes_are_read_and_verified(vkey: str) -> None:
    """Of the specification's example and of a log that is in use; a changed letter is refused."""
    key, note = NoteKey.read(vkey, KeyKind.LOG), Note.read(PUBLISHED[vkey].encode())
    assert key.vkey() == vkey
    assert note.data() == PUBLISHED[vkey].encode()
    assert note.signature_of(key) == note.signatures[0]
    changed = Note("another" + note.text, note.signatures)
    with pytest.raises(NoteError, match="is not its own"):
        changed.signature_of(key)
    stranger = NoteKey("example.com/other", KeyKind.LOG, key.public)
    assert note.signature_of(stranger) is None


WRONG_NOTES = {
    "": "an empty line",
    "text\n": "an empty line",
    "text\n\n": "each with its newline",
    "text\n\n— a AAAAAAA=": "each with its newline",
    "text\n\n- a AAAAAAA=\n": "is a dash, a name and base64",
    "text\n\n— a+b AAAAAAA=\n": "is a dash, a name and base64",
    "text\n\n— a\u00a0b AAAAAAA=\n": "is a dash, a name and base64",
    "text\n\n—  AAAAAAA=\n": "is a dash, a name and base64",
    "text\n\n— a AAAAAAA\n": "is not base64",
    "text\n\n— a AAAAAAB=\n": "is not base64",
    "text\n\n— a  AAAAAAA=\n": "is not base64",
    "text\n\n— a AAAAAA==\n": "too short",
    "text\r\n\n— a AAAAAAA=\n": "no control characters",
    "te\tt\n\n— a AAAAAAA=\n": "no control characters",
    "text\n\n" + "— a AAAAAAA=\n" * 65: "1 to 64 signature lines",
    "text" * 40_000 + "\n\n— a AAAAAAA=\n": "may have",
}


@pytest.mark.parametrize("text", WRONG_NOTES)
def test_aud_3_3_what_is_no_note_is_refused(text: str) -> None:
    """Each with what is wrong."""
    with pytest.raises(NoteError, match=WRONG_NOTES[text]):
        Note.read(text.encode())
    with pytest.raises(NoteError, match="UTF-8"):
        Note.read(b"\xff\n\n")


ROOT = "A" * 43 + "="


@pytest.mark.parametrize(
    "text",
    [
        f"\n1\n{ROOT}\n",
        "a\n1\n",
        f"a\n01\n{ROOT}\n",
        f"a\n-1\n{ROOT}\n",
        f"a\n\uff11\n{ROOT}\n",
        f"a\n9223372036854775808\n{ROOT}\n",
        f"a\n1\n{ROOT}\nextension\n",
        f"a\n1\n{ROOT}\n\n",
        "a\n1\nAAAA\n",
        f"a\n1\n{ROOT[:-2]}B=\n",
    ],
)
def test_aud_3_3_what_is_no_checkpoint_is_refused(text: str) -> None:
    """Also extension lines: no monitor could verify them."""
    with pytest.raises(NoteError):
        NoteCheckpoint.read(text)
    assert NoteCheckpoint.read(f"a\n{2**63 - 1}\n{ROOT}\n").size == 2**63 - 1


def test_aud_3_3_what_is_no_vkey_is_refused() -> None:
    """A wrong id, a wrong type, a missing part, a bad name."""
    log, witness, *_private = keys()
    good = witness.vkey()
    name, key_id, body = good.split("+", 2)
    wrong = [
        name,
        f"{name}+{key_id}",
        f"{name}+{key_id.upper()}+{body}",
        f"{name}+00000000+{body}",
        f"+{key_id}+{body}",
    ]
    wrong += [log.vkey(), f"{name} x+{key_id}+{body}", f"{name}+{key_id}+{body[:-4]}", good + "\n"]
    for vkey in wrong:
        with pytest.raises(NoteError):
            NoteKey.read(vkey, KeyKind.WITNESS)
    assert NoteKey.read(good, KeyKind.WITNESS) == witness


def test_aud_3_3_the_setting_lists_witnesses_and_how_many_have_to_sign() -> None:
    """As an operator types it; what cannot be meant is refused with a sentence."""
    log, witness, *_private = keys()
    other = NoteKey("parent.example/w2", KeyKind.WITNESS, b"\x01" * 32)
    policy = read_policy(f"2 of https://w.example/a/ {witness.vkey()},\n http://10.0.0.7:8090 {other.vkey()}\n")
    assert [(found.address, found.name) for found in policy.witnesses] == [
        ("https://w.example/a", make.WITNESS),
        ("http://10.0.0.7:8090", "parent.example/w2"),
    ]
    assert (policy.required, read_policy("  ").required, read_policy("").witnesses) == (2, 0, ())
    first, same = f"https://w.example {witness.vkey()}", NoteKey("x", KeyKind.WITNESS, witness.public)
    for text, said in {
        first: "must begin with",
        f"0 of {first}": "must begin with",
        f"2 of {first}": "2 have to sign, but 1 are listed",
        f"1 of {first}, {first}": "of its own",
        f"1 of {first}, https://v.example {same.vkey()}": "of its own",
        f"1 of ftp://w.example {witness.vkey()}": "https:// or http://",
        f"1 of https://a:b@w.example {witness.vkey()}": "https:// or http://",
        f"1 of https://w.example:x {witness.vkey()}": "port",
        f"1 of https://w.example {log.vkey()}": "type 0x04",
        "1 of https://w.example": "one vkey",
        f"1 of w {first}": "https:// or http://",
    }.items():
        with pytest.raises(NoteError, match=said):
            read_policy(text)
