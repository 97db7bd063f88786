"""The same for asyncio: with httpx if it is installed, otherwise with the standard library in threads."""

import asyncio
import contextlib
import json
from typing import Any, AsyncIterator, Generic, Mapping, Optional, TypeVar

from . import _caller
from ._caller import content_of
from ._errors import ProofmailError, error_from, lost
from ._request import Call, Config, Request, is_success
from ._spec import CallOptions, EventParser, Spec, StreamEvent, parsed

try:
    import httpx
except ImportError:
    httpx = None  # type: ignore[assignment]

T = TypeVar("T")


class ThreadTransport:
    """Each wait for the network is in a thread."""

    async def open(self, base_url: str, request: Request) -> Any:
        return await asyncio.to_thread(_caller.attempt, base_url, request)

    async def read(self, response: Any) -> bytes:
        return await asyncio.to_thread(response.read)

    async def lines(self, response: Any) -> AsyncIterator[str]:
        lines = response.lines()
        while (line := await asyncio.to_thread(next, lines, None)) is not None:
            yield line

    async def close(self, response: Any) -> None:
        response.close()

    async def aclose(self) -> None:
        pass


class HttpxTransport:
    def __init__(self) -> None:
        self._client = httpx.AsyncClient(follow_redirects=False)

    async def open(self, base_url: str, request: Request) -> Any:
        # A stream is silent for as long as nothing happens, but for its keep-alives.
        timeout = httpx.Timeout(request.timeout)
        made = self._client.build_request(
            request.method, request.url, headers=request.headers, content=request.body, timeout=timeout
        )
        try:
            response = await self._client.send(made, stream=True)
            if is_success(request, response.status_code, response.headers):
                return response
            body = await response.aread()
        except httpx.HTTPError as error:
            raise lost(base_url, error) from error
        raise error_from(response.status_code, parsed(body.decode("utf-8", "replace")), response.headers)

    async def read(self, response: Any) -> bytes:
        return await response.aread()

    async def lines(self, response: Any) -> AsyncIterator[str]:
        async for line in response.aiter_lines():
            yield line

    async def close(self, response: Any) -> None:
        await response.aclose()

    async def aclose(self) -> None:
        await self._client.aclose()


class AsyncPages(Generic[T]):
    """A list that comes in pages: iterate over all its items, or over `pages()`."""

    def __init__(self, read: Any) -> None:
        self._read = read

    async def pages(self) -> AsyncIterator[dict[str, Any]]:
        cursor: Optional[str] = None
        while True:
            page = await self._read(cursor)
            yield page
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def first(self) -> dict[str, Any]:
        """The first page: `data` and `next_cursor`."""
        return await self._read(None)

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page["data"]:
                yield item

    async def take(self, limit: int) -> list[T]:
        """The first items, at most `limit`."""
        items: list[T] = []
        if limit > 0:
            async for item in self:
                items.append(item)
                if len(items) >= limit:
                    break
        return items


class AsyncCaller:
    def __init__(self, config: Config, transport: Any = None) -> None:
        self.config = config
        self.transport = transport or (ThreadTransport() if httpx is None else HttpxTransport())

    async def respond(self, call: Call) -> Any:
        tries = 0
        while True:
            try:
                return await self.transport.open(self.config.base_url, call.request)
            except ProofmailError as error:
                pause = call.pause(tries, error)
                if pause is None:
                    raise
            await asyncio.sleep(pause)
            tries += 1

    @contextlib.asynccontextmanager
    async def _opened(self, call: Call) -> AsyncIterator[Any]:
        response = await self.respond(call)
        try:
            yield response
        except _broken() as error:
            raise lost(self.config.base_url, error) from error
        finally:
            await self.transport.close(response)

    async def call(
        self,
        spec: Spec,
        ids: tuple[str, ...],
        given: Mapping[str, Any],
        options: Optional[CallOptions],
        raw: Any = None,
    ) -> Any:
        async with self._opened(Call.of(self.config, spec, ids, given, options, raw)) as response:
            return content_of(spec, await self.transport.read(response), response.headers)

    def pages(
        self, spec: Spec, ids: tuple[str, ...], given: Mapping[str, Any], options: Optional[CallOptions]
    ) -> "AsyncPages[Any]":
        async def read(cursor: Optional[str]) -> Any:
            return await self.call(spec, ids, given if cursor is None else {**given, "cursor": cursor}, options)

        return AsyncPages(read)

    async def lines(
        self, spec: Spec, ids: tuple[str, ...], given: Mapping[str, Any], options: Optional[CallOptions]
    ) -> AsyncIterator[Any]:
        async with self._opened(Call.of(self.config, spec, ids, given, options)) as response:
            async for line in self.transport.lines(response):
                if line:
                    yield json.loads(line)

    async def stream(
        self,
        spec: Spec,
        ids: tuple[str, ...],
        given: Mapping[str, Any],
        options: Optional[CallOptions],
        raw: Any = None,
    ) -> AsyncIterator[StreamEvent]:
        parser = EventParser()
        call = Call.of(self.config, spec, ids, given, options, raw, streams=True)
        async with self._opened(call) as response:
            async for line in self.transport.lines(response):
                event = parser.feed(line)
                if event is not None:
                    yield event


def _broken() -> tuple[type[BaseException], ...]:
    return (OSError,) if httpx is None else (OSError, httpx.HTTPError)
