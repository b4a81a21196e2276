"""Makes the virtual environment where it is missing or out of date, then hands over to what runs inside it.

Runs before anything is installed, so it uses the standard library alone.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCAL = ROOT / ".local"
VENV = Path(os.environ.get("CROUPIER_VENV") or ROOT / ".venv").absolute()
PYTHON = VENV / "bin" / "python"
REQUIREMENTS = {"serve": ["requirements.txt"], "test": ["requirements.txt", "requirements-dev.txt"]}
# Which requirements a command needs; the pictures are taken by what drives the browser tests.
NEEDS = {"serve": "serve", "manage": "serve", "test": "test", "pictures": "test"}
HAND_OVER = {
    "serve": ["-m", "local.serve"],
    "manage": ["-m", "local.manage"],
    "test": ["script/_checks.py"],
    "pictures": ["script/_pictures.py"],
}
PROBE = "import importlib.util, sys; sys.exit(sys.version_info < (3, 11) or importlib.util.find_spec('pip') is None)"
LAST_LINES = 12
GOES_ON_EVERY = 10


def say(text: str) -> None:
    """Tell the person who waits what takes so long."""
    print(text, file=sys.stderr, flush=True)


def fingerprint(purpose: str) -> str:
    """Name a state of the requirements, and the place they are installed in: an environment cannot be moved."""
    digest = hashlib.sha256(str(VENV).encode())
    for name in REQUIREMENTS[purpose]:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def finished() -> dict[str, str]:
    """Read which requirements were installed to the end."""
    try:
        known: dict[str, str] = json.loads((VENV / "croupier.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known


def works() -> bool:
    """Tell whether the environment's Python still runs and finds its packages: the system's may have changed under it."""
    try:
        return (
            subprocess.run([str(PYTHON), "-c", PROBE], stderr=subprocess.DEVNULL, check=False, timeout=60).returncode
            == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


def finish(process: "subprocess.Popen[bytes]") -> int:
    """Wait for a step, and say now and then that it goes on; gives its exit status."""
    waited = 0
    with process:
        while True:
            try:
                return process.wait(GOES_ON_EVERY)
            except subprocess.TimeoutExpired:
                waited += GOES_ON_EVERY
                say(f"  still at it after {waited} s")


def run(command: list[str], log: Path, failure: str) -> None:
    """Run a step with its output in a log; where it fails, show the end of that and say what can be done."""
    with log.open("wb") as file:
        status = finish(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, cwd=ROOT))
    if status != 0:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_LINES:]
        sys.exit("\n".join([failure, f"The end of {log}:", *(f"    {line}" for line in lines)]))


def install(purpose: str) -> None:
    """Bring the environment to the pinned requirements; the mark of success is written last."""
    usable = works()
    if usable and finished().get(purpose) == fingerprint(purpose):
        return
    logs = LOCAL / "logs"
    logs.mkdir(mode=0o700, exist_ok=True)
    if not usable:
        say(f"Making {VENV} ...")
        shutil.rmtree(VENV, ignore_errors=True)
        command = [sys.executable, "-m", "venv", str(VENV)]
        run(
            command,
            logs / "venv.log",
            "This Python cannot make a virtual environment (on Debian: apt-get install python3-venv).",
        )
    say(f"Installing the packages of {REQUIREMENTS[purpose][-1]} into {VENV}, which takes a minute ...")
    (VENV / "croupier.json").unlink(missing_ok=True)
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar=off"]
    command = [str(PYTHON), "-m", "pip", "install", *options, "-r", REQUIREMENTS[purpose][-1]]
    run(
        command,
        logs / "pip.log",
        "The packages could not be installed. The first start, and the first after a change of the requirements, need PyPI\n"
        "(or the index pip is set up for) and about 600 MB of disk, with the checks 1 GB. What is installed already is kept; run this again.",
    )
    done = {each: fingerprint(each) for each in (["serve", "test"] if purpose == "test" else ["serve"])}
    (VENV / "croupier.json").write_text(json.dumps(done), encoding="utf-8")


def main() -> None:
    """Install, one at a time, then become the program that was asked for."""
    purpose, arguments = sys.argv[1], sys.argv[2:]
    try:
        LOCAL.mkdir(mode=0o700, exist_ok=True)
        with (LOCAL / "venv.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            install(NEEDS[purpose])
    except OSError as error:
        sys.exit(f"{error.filename or ROOT} cannot be written: {error.strerror}.")
    except KeyboardInterrupt:
        sys.exit(130)
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), *HAND_OVER[purpose], *arguments])  # noqa: S606 - the environment's own Python


if __name__ == "__main__":
    main()
