from collections.abc import Iterator

import jax
import pytest


@pytest.fixture(scope="module", autouse=True)
def programs_are_forgotten() -> Iterator[None]:
    """Compiled programs take gigabytes together, and no file needs those of another one."""
    yield
    jax.clear_caches()  # type: ignore[no-untyped-call]
