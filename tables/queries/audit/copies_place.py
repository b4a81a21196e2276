"""Where the folder of copies lies: what it proves depends on the distance to the database (AUD 3.1)."""

import ipaddress
import socket
from enum import StrEnum
from pathlib import Path

from django.conf import settings

MOUNTS = Path("/proc/self/mountinfo")
OF_OTHER_MACHINES = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "beegfs", "virtiofs", "davfs"}
)


class CopiesPlace(StrEnum):
    """Whose machine the folder is on."""

    DATABASE = "database"
    """The database's own: who administers it can change both."""
    SERVICE = "service"
    """The service's, which is another one than the database's."""
    ELSEWHERE = "elsewhere"
    """A file system of another machine is mounted there."""


def copies_place() -> CopiesPlace:
    """Return on whose machine CHECKPOINT_DIR is, by the system's list of mounts and the address of the database."""
    if _is_mounted_from_elsewhere(settings.CHECKPOINT_DIR):
        return CopiesPlace.ELSEWHERE
    return (
        CopiesPlace.DATABASE
        if _is_own_machine(str(settings.DATABASES["default"].get("HOST") or ""))
        else CopiesPlace.SERVICE
    )


def _is_mounted_from_elsewhere(directory: Path) -> bool:
    path, found = str(directory.resolve()), ("", "")
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    for line in lines:
        place, _between, kind = line.partition(" - ")
        mount = place.split()[4].replace("\\040", " ")
        is_around = path == mount or path.startswith(mount.rstrip("/") + "/")
        if is_around and len(mount) >= len(found[0]):
            found = (mount, kind.split()[0])
    # What a program mounts is "fuse." and its name: of another machine unless it is a disk's file system.
    return found[1] in OF_OTHER_MACHINES or (found[1].startswith("fuse.") and "ntfs" not in found[1])


def _is_own_machine(host: str) -> bool:
    """Whether an address of a database is of this machine: a socket, a loopback address, or its own name."""
    if not host or host.startswith(("/", "@")) or host.lower() in ("localhost", socket.gethostname().lower()):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
