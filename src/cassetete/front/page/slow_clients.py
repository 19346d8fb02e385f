"""Connections of the server that keep it waiting: one whose request does not arrive in time is closed."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from cassetete.front.page.server import PATIENCE


class ImpatientProtocol(H11Protocol):
    """HTTP as uvicorn speaks it. It waits for ever for the header of a request, and many clients that send a byte now
    and then would keep all others out."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A client is there: its request must follow."""
        super().connection_made(transport)
        self._wait_for_header()

    def data_received(self, data: bytes) -> None:
        """A part of a request came, or all of it."""
        super().data_received(data)
        self._wait_for_header()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_header(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._late is None:
            self._late = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
