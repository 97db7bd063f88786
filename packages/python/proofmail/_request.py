"""Builds requests and decides about retries, for both the blocking and the async client."""

import json
import os
import random
import re
import uuid
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Union
from urllib.parse import quote, urlencode

from ._errors import ConnectionLostError, ProofmailError
from ._spec import CallOptions, NotGiven, Spec

FIRST, LONGEST, LONGEST_ASKED = 0.4, 8.0, 60.0
_HARMLESS = {"GET", "HEAD", "PUT", "DELETE"}


@dataclass(frozen=True, slots=True)
class Config:
    base_url: str
    api_key: Optional[str]
    timeout: float
    max_retries: int
    headers: Mapping[str, str]

    @staticmethod
    def of(
        api_key: Union[str, None, NotGiven],
        base_url: Optional[str],
        timeout: float,
        max_retries: int,
        headers: Optional[Mapping[str, str]],
    ) -> "Config":
        url = base_url or os.environ.get("PROOFMAIL_URL") or "http://localhost:3000"
        if not re.match(r"https?://[^/]", url):
            raise ValueError("base_url must begin with http:// or https://.")
        key = os.environ.get("PROOFMAIL_KEY") if isinstance(api_key, NotGiven) else api_key
        return Config(url.rstrip("/"), key, timeout, max_retries, headers or {})


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    url: str
    headers: dict[str, str]
    body: Optional[bytes]
    timeout: float
    streams: bool
    redirects: bool = False
    """Whether a redirect counts as success."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call with its Idempotency-Key, which all its attempts share."""

    spec: Spec
    request: Request
    has_key: bool
    max_retries: int

    @staticmethod
    def of(
        config: Config,
        spec: Spec,
        ids: tuple[str, ...],
        given: Mapping[str, Any],
        options: Optional[CallOptions],
        raw: Any = None,
        streams: bool = False,
    ) -> "Call":
        options = options or CallOptions()
        values = {name: value for name, value in given.items() if not isinstance(value, NotGiven)}
        key = (options.idempotency_key or str(uuid.uuid4())) if spec.takes_key else None
        headers = {"accept": "text/event-stream" if streams else "application/json, */*"}
        if config.api_key is not None:
            headers["authorization"] = f"Bearer {config.api_key}"
        if key is not None:
            headers["idempotency-key"] = key
        headers.update({name.lower(): str(values[name]) for name in spec.headers if name in values})
        body = _body(spec, values, raw)
        if body is not None and spec.body is not None:
            headers["content-type"] = spec.body
        for name, value in {**config.headers, **options.headers}.items():
            headers[name.lower()] = value
        request = Request(
            spec.method,
            config.base_url + _path(spec, ids) + _query(spec, values),
            headers,
            body,
            config.timeout if options.timeout is None else options.timeout,
            streams or spec.answer == "lines",
            spec.answer == "redirect",
        )
        retries = config.max_retries if options.max_retries is None else options.max_retries
        return Call(spec, request, key is not None, retries)

    def pause(self, attempt: int, error: ProofmailError) -> Optional[float]:
        """Seconds to wait before the next attempt; None when there must be none.

        A request that may have been carried out is repeated only if that does no harm."""
        if attempt >= self.max_retries:
            return None
        harmless = self.has_key or self.spec.method in _HARMLESS
        growing = min(FIRST * 2**attempt, LONGEST) * (0.5 + random.random() / 2)
        if isinstance(error, ConnectionLostError):
            return growing if harmless else None
        refused = error.status == 429 or (error.status == 503 and error.code is not None)
        if not refused and not harmless:
            return None
        if not error.retryable and error.status not in (429, 502, 503, 504):
            return None
        if error.retry_after is None:
            return growing
        return error.retry_after if error.retry_after <= LONGEST_ASKED else None


def is_success(request: Request, status: int, headers: Mapping[str, str]) -> bool:
    return 200 <= status < 300 or (request.redirects and 300 <= status < 400 and "location" in headers)


def _path(spec: Spec, ids: tuple[str, ...]) -> str:
    rest = list(ids)

    def fill(found: "re.Match[str]") -> str:
        value = rest.pop(0)
        # An empty id would be the path of another operation.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"{spec.id}: {found.group()} must be a text that is not empty.")
        return quote(value, safe="")

    return re.sub(r"\{\w+\}", fill, spec.path)


def _query(spec: Spec, values: Mapping[str, Any]) -> str:
    pairs: list[tuple[str, str]] = []
    for name in spec.query:
        value = values.get(name)
        if value is None:
            continue
        for each in value if isinstance(value, (list, tuple)) else [value]:
            pairs.append((name, str(each).lower() if isinstance(each, bool) else str(each)))
    return f"?{urlencode(pairs)}" if pairs else ""


def _body(spec: Spec, values: Mapping[str, Any], raw: Any) -> Optional[bytes]:
    if spec.body is None:
        return None
    if not spec.body.endswith("json"):
        return raw.encode() if isinstance(raw, str) else raw
    own = raw if raw is not None else {
        name: value for name, value in values.items() if name not in spec.query and name not in spec.headers
    }
    return json.dumps(own).encode()
