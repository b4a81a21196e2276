"""Where one tap on the board leads: the round behind an alert, the change that is open (OPS 6.2)."""


def round_address(table_id: int, number: int) -> str:
    """The page of a round."""
    return f"/floor/tables/{table_id}/rounds/{number}/"


def change_address(change_id: int) -> str:
    """The page of a change of rules."""
    return f"/floor/changes/{change_id}/"


def rotation_address(table_id: int) -> str:
    """The rotation ledger of a table."""
    return f"/floor/tables/{table_id}/rotation/"


def ask_address(table_id: int) -> str:
    """Where a change of a table's rules is asked for."""
    return f"/floor/tables/{table_id}/change/"
