"""The decisions in docs/decisions: each has a number of its own, and the index names it by its title (architecture 4.8)."""

from pathlib import Path

DECISIONS = Path(__file__).parents[2] / "docs" / "decisions"


def test_architecture_4_8_the_index_names_every_decision_by_its_title() -> None:
    """In the order of their numbers, none twice; a file's first line is its number and its title."""
    rows = []
    for path in sorted(DECISIONS.glob("[0-9]*.md")):
        number, _, title = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").partition(" ")
        assert path.name.startswith(f"{number}-"), path.name
        rows.append(f"| [{number}]({path.name}) | {title} |")
    numbers = [row[:8] for row in rows]
    assert len(numbers) == len(set(numbers))
    index = (DECISIONS / "README.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in index if line.startswith("| [")] == rows
