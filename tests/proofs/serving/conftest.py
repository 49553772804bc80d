"""One server for all tests of the page: its workers take a while to start."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from proofs.serving.server import Server, serving


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serving(jobs=1, seconds=60.0) as made:
        threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield made
        made.shutdown()
