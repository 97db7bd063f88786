"""Sends requests with the standard library: retries, time limits, errors, pages and streams."""

import http.client
import json
import time
import urllib.error
import urllib.request
from typing import Any, Generic, Iterator, Mapping, Optional, TypeVar

from ._errors import ProofmailError, error_from, lost
from ._request import Call, Config, Request, is_success
from ._spec import CallOptions, EventParser, File, Spec, StreamEvent, parsed

T = TypeVar("T")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would send the key elsewhere."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


class Response:
    """A response whose body is unread."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self.status: int = raw.status if hasattr(raw, "status") else raw.code
        self.headers: Mapping[str, str] = {name.lower(): value for name, value in raw.headers.items()}

    def read(self) -> bytes:
        return self._raw.read()

    def lines(self) -> Iterator[str]:
        for line in self._raw:
            yield line.decode("utf-8", "replace").rstrip("\r\n")

    def close(self) -> None:
        self._raw.close()


def send(request: Request) -> Response:
    """One attempt. Raises OSError and http.client.HTTPException if no response arrives."""
    made = urllib.request.Request(request.url, data=request.body, headers=request.headers, method=request.method)
    try:
        return Response(_OPENER.open(made, timeout=request.timeout))
    except urllib.error.HTTPError as error:
        return Response(error)


def attempt(base_url: str, request: Request) -> Response:
    """The successful answer. Raises ProofmailError."""
    try:
        response = send(request)
        if is_success(request, response.status, response.headers):
            return response
        body = response.read()
    except (OSError, http.client.HTTPException) as error:
        raise lost(base_url, getattr(error, "reason", None) or error) from error
    response.close()
    raise error_from(response.status, parsed(body.decode("utf-8", "replace")), response.headers)


def content_of(spec: Spec, body: bytes, headers: Mapping[str, str]) -> Any:
    if spec.answer == "file":
        return File.of(body, headers)
    if spec.answer == "redirect":
        return headers["location"]
    if spec.answer == "none":
        return None
    return body.decode() if spec.answer == "text" else json.loads(body)


class Pages(Generic[T]):
    """A list that comes in pages: iterate over all its items, or over `pages()`."""

    def __init__(self, read: Any) -> None:
        self._read = read

    def pages(self) -> Iterator[dict[str, Any]]:
        cursor: Optional[str] = None
        while True:
            page = self._read(cursor)
            yield page
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def first(self) -> dict[str, Any]:
        """The first page: `data` and `next_cursor`."""
        return self._read(None)

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page["data"]

    def take(self, limit: int) -> list[T]:
        """The first items, at most `limit`."""
        items: list[T] = []
        if limit > 0:
            for item in self:
                items.append(item)
                if len(items) >= limit:
                    break
        return items


class Caller:
    def __init__(self, config: Config) -> None:
        self.config = config

    def respond(self, call: Call) -> Response:
        tries = 0
        while True:
            try:
                return attempt(self.config.base_url, call.request)
            except ProofmailError as error:
                pause = call.pause(tries, error)
                if pause is None:
                    raise
            time.sleep(pause)
            tries += 1

    def call(
        self,
        spec: Spec,
        ids: tuple[str, ...],
        given: Mapping[str, Any],
        options: Optional[CallOptions],
        raw: Any = None,
    ) -> Any:
        response = self.respond(Call.of(self.config, spec, ids, given, options, raw))
        try:
            return content_of(spec, response.read(), response.headers)
        except (OSError, http.client.HTTPException) as error:
            raise lost(self.config.base_url, error) from error
        finally:
            response.close()

    def pages(
        self, spec: Spec, ids: tuple[str, ...], given: Mapping[str, Any], options: Optional[CallOptions]
    ) -> "Pages[Any]":
        def read(cursor: Optional[str]) -> Any:
            return self.call(spec, ids, given if cursor is None else {**given, "cursor": cursor}, options)

        return Pages(read)

    def lines(
        self, spec: Spec, ids: tuple[str, ...], given: Mapping[str, Any], options: Optional[CallOptions]
    ) -> Iterator[Any]:
        for line in self._lines(Call.of(self.config, spec, ids, given, options)):
            if line:
                yield json.loads(line)

    def stream(
        self,
        spec: Spec,
        ids: tuple[str, ...],
        given: Mapping[str, Any],
        options: Optional[CallOptions],
        raw: Any = None,
    ) -> Iterator[StreamEvent]:
        call = Call.of(self.config, spec, ids, given, options, raw, streams=True)
        yield from EventParser().all(self._lines(call))

    def _lines(self, call: Call) -> Iterator[str]:
        response = self.respond(call)
        try:
            yield from response.lines()
        except (OSError, http.client.HTTPException) as error:
            raise lost(self.config.base_url, error) from error
        finally:
            response.close()
