"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from stolik.core.files import whole, write_whole


def test_a_file_is_replaced_only_by_a_complete_one(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    write_whole(path, "first\n")

    def fail() -> None:
        with whole(path) as file:
            file.write(b"half")
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        fail()
    assert path.read_bytes() == b"first\n"
    write_whole(path, "zażółć\n")
    assert path.read_bytes() == "zażółć\n".encode()
    assert [file.name for file in tmp_path.iterdir()] == ["kept.txt"], "no draft is left"
