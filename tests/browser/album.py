"""Pictures of the states of a page at the sizes of the tablets, and what axe-core finds wrong with each.

They lie in the folder pictures/ of the checkout, which git ignores, for people to look at one by one.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "pictures"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
MISSING = "axe-core is not there: script/test installs what package-lock.json names."
SIZES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 800}, {"width": 1024, "height": 768})
# What axe-core finds and nobody mends: a rule, the elements it is excused for, and why.
EXCUSED = {
    # A key shows "A" and the sign of spades and is called "Ace of spades", which is what people say and screen readers read.
    "label-content-name-mismatch": ".pad-key",
}
CHECK = """async excused => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const counts = (id, { target }) => !(id in excused && document.querySelector(target)?.matches(excused[id]));
  return violations.flatMap(({ id, nodes }) =>
    nodes.filter(node => counts(id, node)).map(({ target, html }) => `${id}: ${target} ${html.slice(0, 120)}`));
}"""


@dataclass
class Album:
    """The pictures of one walk."""

    name: str
    count: int = 0
    faults: dict[str, list[str]] = field(default_factory=dict)
    """What is wrong, by the name of the state."""

    def add(self, page: Page, name: str) -> None:
        """Take the picture of a state at each size and have it checked at the last, the smallest."""
        if not AXE.exists():
            raise AssertionError(MISSING)
        self.count += 1
        folder = FOLDER / self.name
        folder.mkdir(parents=True, exist_ok=True)
        for size in SIZES:
            page.set_viewport_size(size)
            shape = f"{size['width']}x{size['height']}"
            page.screenshot(path=folder / f"{self.count:02d}-{name}-{shape}.png", animations="disabled")
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        found: Any = page.evaluate(CHECK, EXCUSED)
        if found:
            self.faults[name] = found

    def add_menu(self, page: Page, name: str, keys: str) -> None:
        """Press each of the keys that are shown and take what it leads to."""
        for place in range(page.locator(f"{keys}:visible").count()):
            key = page.locator(f"{keys}:visible").nth(place)
            data: dict[str, str] = key.evaluate("key => ({...key.dataset})")
            key.click()
            self.add(page, f"{name}-{data.get('menu') or data.get('floor')}")
