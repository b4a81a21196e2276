"""Becomes another program that cannot outlive its parent and, where root started it, runs as a user of fewer rights.

Run as a script by a bare `python -I -S`: it uses the standard library only and imports nothing of this project.

    launch.py PARENT-PID SIGNAL USER-ID GROUP-ID SEARCH COMMAND...

A USER-ID of -1 stays who it is. SEARCH is 1 where that user cannot reach the command's files by itself, as when everything
lies in a folder only root may enter: it then keeps the one right to search and read folders.
"""

import ctypes
import os
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_KEEPCAPS = 8
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2
CAPABILITY_VERSION_3 = 0x20080522


def prctl(option: int, *values: int) -> None:
    """Ask the Linux kernel for something about this process."""
    libc = ctypes.CDLL(None, use_errno=True)
    padded = [ctypes.c_ulong(value) for value in (*values, 0, 0, 0, 0)[:4]]
    if libc.prctl(option, *padded) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def searching_capability() -> int:
    """Name the smallest capability held that opens folders: containers often leave only the larger one."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(":")
        if name == "CapPrm":
            held = int(value, 16)
            for capability in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE):
                if held >> capability & 1:
                    return capability
    raise PermissionError("this root may not let another user into its folders")


def keep_only(capability: int) -> None:
    """Hold one capability and pass it on to the program."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    bit = 1 << capability
    data = (ctypes.c_uint32 * 6)(bit, bit, bit, 0, 0, 0)
    if libc.capset(header, data) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability)


def become(user: int, group: int, *, search: bool) -> None:
    """Turn into another user for good."""
    capability = searching_capability() if search else -1
    if search:
        prctl(PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)
    if search:
        keep_only(capability)


def main(arguments: list[str]) -> None:
    """Do what the arguments say; the order matters, for changing the user would clear the death signal."""
    parent, number, user, group, search = map(int, arguments[:5])
    command = arguments[5:]
    if user >= 0:
        become(user, group, search=bool(search))
    if sys.platform == "linux":
        prctl(PR_SET_PDEATHSIG, number)
        if os.getppid() != parent:  # it died before the signal was set
            sys.exit(1)
    os.execv(command[0], command)  # noqa: S606 - the command comes from this package


if __name__ == "__main__":
    main(sys.argv[1:])
