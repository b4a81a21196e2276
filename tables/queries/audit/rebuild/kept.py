"""What a comparison found, as it is kept from run to run (AUD 6.4)."""

from tables.queries.audit.findings import Finding
from tables.rebuild.rows import Finding as Difference

OF_A_ROUND = ("Round", "DesignationOffer", "Settlement")


def kept(found: Difference) -> Finding:
    """Return a difference as a finding of a verification, by the row and the column it is about."""
    about = [found.kind, *map(str, found.key), str(found.parameters.get("column", ""))]
    return Finding(
        chain=found.chain,
        sequence=found.sequence,
        round=found.key[0] if found.kind in OF_A_ROUND else None,
        key=" ".join(about),
        words=str(found),
    )
