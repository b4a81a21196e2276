"""Values by number on disk instead of in memory, for as long as a program runs."""

import json
import tempfile
import zlib
from array import array
from collections.abc import Iterator, MutableMapping
from typing import IO, Any

_QUICKEST = 1
_MOST_NUMBERS = 100_000_000


class Spool(MutableMapping[int, Any]):
    """JSON values by whole numbers from 0 on, which should be near each other: 8 bytes of memory each, the rest is in a file."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        """Only where a value comes."""
        self._places = array("Q")
        self._end = 0

    def close(self) -> None:
        """Give the file back."""
        if self._file is not None:
            self._file.close()

    def __setitem__(self, number: int, value: Any) -> None:
        if not 0 <= number < _MOST_NUMBERS:
            raise ValueError(f"{number} is no number of a value here")
        packed = zlib.compress(json.dumps(value).encode(), _QUICKEST)
        missing = number + 1 - len(self._places)
        if missing > 0:
            self._places.extend(array("Q", bytes(8 * missing)))
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - it lives until `close`
        self._file.seek(self._end)
        self._file.write(len(packed).to_bytes(4, "big") + packed)
        self._places[number] = self._end + 1
        self._end += 4 + len(packed)

    def __getitem__(self, number: int) -> Any:
        if not 0 <= number < len(self._places) or not self._places[number] or self._file is None:
            raise KeyError(number)
        self._file.seek(self._places[number] - 1)
        length = int.from_bytes(self._file.read(4), "big")
        return json.loads(zlib.decompress(self._file.read(length)))

    def __delitem__(self, number: int) -> None:
        if not 0 <= number < len(self._places) or not self._places[number]:
            raise KeyError(number)
        self._places[number] = 0

    def __iter__(self) -> Iterator[int]:
        return (number for number, place in enumerate(self._places) if place)

    def __len__(self) -> int:
        return sum(1 for place in self._places if place)
