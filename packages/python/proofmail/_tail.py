"""Events as they happen, over as many connections as it takes: each continues after the last event of the one before."""

import asyncio
import time
from typing import Any, AsyncIterator, Callable, Iterator, Optional, Sequence, cast

from . import _types as t
from ._errors import ConnectionLostError, ProofmailError
from ._request import LONGEST, LONGEST_ASKED
from ._spec import NOT_GIVEN, CallOptions, StreamEvent

# The server says something every 10 seconds; a connection that is silent for longer is dead.
SILENCE = 45


class TailPlan:
    """The request of the next connection, and how long to wait before it."""

    def __init__(self, types: Optional[Sequence[str]], after: Optional[str]) -> None:
        self._types: Any = NOT_GIVEN if types is None else list(types)
        self._after = after
        self._last: Optional[str] = None
        self._failures = 0

    def inputs(self) -> dict[str, Any]:
        headers = {} if self._last is None else {"last-event-id": self._last}
        begin: Any = self._after if self._last is None and self._after is not None else NOT_GIVEN
        # Whether to come back is decided here, because a connection may also break off in the middle.
        options = CallOptions(timeout=SILENCE, max_retries=0, headers=headers)
        return {"types": self._types, "after": begin, "options": options}

    def took(self, event: StreamEvent) -> Optional[t.Event]:
        self._failures = 0
        self._last = event.id or self._last
        return cast(t.Event, event.data) if isinstance(event.data, dict) else None

    def pause_after(self, error: Optional[ProofmailError]) -> float:
        """Seconds until the next connection. Raises the error if another one would not help."""
        if error is None:
            return 0.5
        asked = error.retry_after or 0
        if not (isinstance(error, ConnectionLostError) or error.retryable) or asked > LONGEST_ASKED:
            raise error
        self._failures += 1
        return max(asked, min(0.5 * 2**self._failures, LONGEST))


def tail(
    connect: Callable[..., Iterator[StreamEvent]], types: Optional[Sequence[str]], after: Optional[str]
) -> Iterator[t.Event]:
    plan = TailPlan(types, after)
    while True:
        failure: Optional[ProofmailError] = None
        try:
            for received in connect(**plan.inputs()):
                event = plan.took(received)
                if event is not None:
                    yield event
        except ProofmailError as error:
            failure = error
        time.sleep(plan.pause_after(failure))


async def tail_async(
    connect: Callable[..., AsyncIterator[StreamEvent]], types: Optional[Sequence[str]], after: Optional[str]
) -> AsyncIterator[t.Event]:
    plan = TailPlan(types, after)
    while True:
        failure: Optional[ProofmailError] = None
        try:
            async for received in connect(**plan.inputs()):
                event = plan.took(received)
                if event is not None:
                    yield event
        except ProofmailError as error:
            failure = error
        await asyncio.sleep(plan.pause_after(failure))


def feed_of(events: Any, identity: Optional[str], tenant: Optional[str]) -> Callable[..., Any]:
    """The streaming method of an identity or of a tenant, with the id filled in."""
    if (identity is None) == (tenant is None):
        raise ValueError("Set identity or tenant.")
    if identity is not None:
        return lambda **inputs: events.list_of_identity_stream(identity, **inputs)
    return lambda **inputs: events.list_of_tenant_stream(tenant, **inputs)


