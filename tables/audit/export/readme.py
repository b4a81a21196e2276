"""What an export says of itself to the person who opens it (AUD 4.2, 4.3)."""

from tables.audit.export.manifest import ExportedChain, Manifest

TEXT = """\
Audit log of {name} (casino {casino})
Made {made_at} by {software}

This export holds {entries} entries whole and {stubs} stubs, of {chains} chains:

{listed}

{signed}

What is in it
  entries.jsonl   One line an entry, in canonical JSON: chain by chain, in the order of their numbers.
                  These lines are what is proved; all else is made from them.
  entries.csv     The whole entries again, for a spreadsheet. An apostrophe stands before what a
                  spreadsheet might take for a formula.
  leaves.jsonl    What the checkpoints were signed over: the newest entry of each chain at each checkpoint.
  schemas.json    What the payload of each act looks like, in JSON Schema.
  FORMAT.md       All of it byte by byte: how to verify it without a line of the casino's software.
  manifest.json   How the entries were chosen, counts, the newest checkpoint with its signature, proofs,
                  and the SHA-256 of each of the other files.

What a stub proves, and what not
  Where entries were left out by the choice, a line with chain, sequence, previous_hash and hash stands in
  place of each. Such a stub proves the order: that so many entries stood there, and that those around it
  are in their places. It does not prove what was in the entry left out.

How to verify it
  Take the folders tables/audit and tables/games of the software, the public key of the casino, and, from
  before, a copy of a checkpoint if you have one. With Python 3.11 or later, in the folder that holds "tables":

      python -m tables.audit.verify FILE --key KEY --replay --checkpoint COPY

  FILE is this zip, COPY a copy of a checkpoint or a folder of them. Only --key needs more than Python alone:
  the package "cryptography". The program says each thing that it verified and each that it could not. Take
  the key from the casino by another way than this zip. How to verify it without the program: FORMAT.md.
"""


def readme_text(manifest: Manifest) -> str:
    """Return the text of README.txt."""
    counts = manifest.counts()
    return TEXT.format(
        name=manifest.casino_name,
        casino=manifest.casino,
        made_at=manifest.made_at,
        software=manifest.software,
        entries=f"{counts['entries']:,}",
        stubs=f"{counts['stubs']:,}",
        chains=len(manifest.chains),
        listed="\n".join(_listed(chain) for chain in manifest.chains) or "  (nothing was chosen)",
        signed=_signed(manifest),
    )


def _listed(chain: ExportedChain) -> str:
    signed = f"a checkpoint vouches for it up to entry {chain.leaf.leaf.sequence:,}" if chain.leaf else "not signed yet"
    return f"  {chain.chain}: entries {chain.first:,} to {chain.last:,}, {chain.stubs:,} of them as stubs; {signed}"


def _signed(manifest: Manifest) -> str:
    if manifest.checkpoint is None:
        return "No checkpoint had been signed yet: nothing vouches for these entries but their own order."
    newest = manifest.checkpoint.checkpoint
    return f"The newest checkpoint is number {newest.number:,} of {newest.time}, signed with key {newest.key}."
