"""Everything a change has to pass, run inside the virtual environment by script/test.

Without arguments: formatting, lint, types, import contracts, templates, style sheets and scripts, then every test on two
processes. With --fast: what tells most in under a minute, for while one is at work. With other arguments: only pytest, which gets
them. Its summary is the last thing printed either way, unless an earlier check failed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
TOOLS = Path(PYTHON).parent
# Node.js and npm come with the packages of requirements-dev.txt, like everything else here.
NODE, NPM = str(TOOLS / "node"), str(TOOLS / "npm")
MODULES = ROOT / "node_modules"
BIOME, TSC = "node_modules/@biomejs/biome/bin/biome", "node_modules/typescript/bin/tsc"
CHECKS = {
    "Formatting": [PYTHON, "-m", "ruff", "format", "--check", "."],
    "Lint": [PYTHON, "-m", "ruff", "check", "."],
    "Import contracts": [str(TOOLS / "lint-imports")],
    "Types": [PYTHON, "-m", "mypy"],
    "Deployment settings": [PYTHON, "manage.py", "check", "--deploy", "--fail-level=WARNING"],
    "Templates": [PYTHON, "-m", "djlint", "templates", "--check", "--lint"],
    "Scripts and style sheets": [NODE, BIOME, "ci", "--colors=off"],
    "Types of the scripts": [NODE, TSC],
    "Tests of the scripts": [NODE, "--test", "--test-reporter=dot", "tests/js/*.test.js"],
}
# The rules, the log, the acts and the shape of the code; what is slow, drives a browser or speaks HTTP is left to a whole run.
FAST_CHECKS = ("Formatting", "Lint", "Import contracts", "Types")
FAST_TESTS = ("tests/games", "tests/audit", "tests/actions", "tests/docs", "tests/test_architecture.py")
IN_TWO = ("--numprocesses=2", "--dist=worksteal")
# A made-up production for Django's own check of deployments; nothing is connected to.
PRODUCTION = {
    "CROUPIER_MODE": "production",
    "SECRET_KEY": "only-for-the-deployment-check-0123456789-abcdefghijklmnopq",
    "PIN_KEY": "only-for-the-deployment-check-too-0123456789",
    "DATABASE_URL": "postgresql://croupier_app@database.invalid/croupier",
    "REDIS_URL": "redis://queue.invalid:6379/0",
    "ALLOWED_HOSTS": "croupier.invalid",
    "PUBLIC_URL": "https://croupier.invalid",
    "CHECKPOINT_KEY_FILE": "none",
    "HSTS_PRELOAD": "true",
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# WebKit with what drives it, and a screen for it to be shown on: the command that tells whether one is there, its package.
WEBKIT = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}


def call(command: list[str], environment: dict[str, str] | None = None) -> int:
    """Run a command with what it says shown, and nothing to read from."""
    sys.stdout.flush()
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, env=environment) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue  # the command had the same Ctrl-C, and ends in its own way


def install(packages: list[str]) -> bool:
    """Install packages of the system, as root alone; tell whether they are there now."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    return call(["apt-get", "update", "-qq"], quiet) == 0 and call(command, quiet) == 0


def get_webkit() -> None:
    """Install WebKit where that can be done; its tests say for themselves where it is missing."""
    missing = [package for command, package in WEBKIT.items() if not shutil.which(command)]
    if missing:
        print("Installing WebKit for the browser tests ...")
        if not install(missing):
            print(f"The tests in WebKit need {' and '.join(missing)}.")


def get_browser() -> None:
    """Find a Chromium, or install one: as root from the system's packages, else Playwright's own."""
    if os.environ.get("CROUPIER_CHROMIUM") or any(map(shutil.which, BROWSERS)):
        return
    print("Installing Chromium for the browser tests ...")
    if install(["chromium"]):
        return
    if call([PYTHON, "-m", "playwright", "install", "chromium"]) != 0:
        sys.exit("The browser tests need a Chromium: install one, or name it in CROUPIER_CHROMIUM.")


def get_modules() -> None:
    """Install what package-lock.json names; where that is there already, nothing is fetched."""
    names = ("package.json", "package-lock.json")
    wanted = hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in names)).hexdigest()
    mark = MODULES / "croupier.txt"
    if mark.exists() and mark.read_text(encoding="utf-8") == wanted:
        return
    print("Installing the packages of package-lock.json ...")
    if call([NPM, "ci", "--ignore-scripts", "--no-progress", "--loglevel=error"]) != 0:
        sys.exit(
            "The checks of scripts and style sheets need the npm registry once, and after a change of package-lock.json."
        )
    mark.write_text(wanted, encoding="utf-8")


def check(names: Iterable[str] = tuple(CHECKS)) -> bool:
    """Run checks by their names, all of them even where one fails; tell whether all passed."""
    failed = []
    for name in names:
        command = CHECKS[name]
        began = time.monotonic()
        environment = os.environ | PRODUCTION if "manage.py" in command else None
        print(f"== {name}")
        if call(command, environment) != 0:
            failed.append(name)
        print(f"   {time.monotonic() - began:.1f} s")
    if failed:
        print(f"Failed: {', '.join(failed)}. The tests are run all the same.")
    return not failed


def main(arguments: list[str]) -> int:
    """Check and test; gives the exit status."""
    # Two processes: browser and server tests wait more than they compute, and small machines have two cores.
    if arguments == ["--fast"]:
        passed = check(FAST_CHECKS)
        return call([PYTHON, "-m", "pytest", *IN_TWO, "-m", "not slow and not browser", *FAST_TESTS]) or int(not passed)
    get_browser()
    get_webkit()
    get_modules()
    if arguments:
        return call([PYTHON, "-m", "pytest", *arguments])
    passed = check()
    return call([PYTHON, "-m", "pytest", *IN_TWO]) or int(not passed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
