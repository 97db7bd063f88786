"""What the generated methods and the code that sends requests have in common."""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator, Mapping, Optional
from urllib.parse import unquote


class NotGiven:
    """Stands for an input that was left out, because None is a value of its own."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


@dataclass(frozen=True, slots=True)
class Spec:
    """What the document says about one operation."""

    id: str
    method: str
    path: str
    query: tuple[str, ...]
    headers: tuple[str, ...]
    body: Optional[str]
    takes_key: bool
    answer: str


@dataclass(frozen=True, slots=True)
class CallOptions:
    """Options of one call. `timeout`: seconds that one attempt may take."""

    timeout: Optional[float] = None
    max_retries: Optional[int] = None
    idempotency_key: Optional[str] = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """One server-sent event; `data` is parsed where it is JSON."""

    event: str
    id: Optional[str]
    data: Any


@dataclass(frozen=True, slots=True)
class File:
    """Bytes that were fetched. `filename` is text from a stranger: never use it as a path."""

    content: bytes
    content_type: str
    filename: Optional[str]

    @staticmethod
    def of(content: bytes, headers: Mapping[str, str]) -> "File":
        kind = headers.get("content-type", "application/octet-stream")
        return File(content, kind, _filename(headers.get("content-disposition", "")))


def _filename(header: str) -> Optional[str]:
    """The name in a Content-Disposition (RFC 6266): the encoded form counts before the plain one."""
    encoded = re.search(r"filename\*=UTF-8''([^;]+)", header, re.IGNORECASE)
    if encoded:
        return unquote(encoded[1])
    plain = re.search(r'filename="((?:[^"\\]|\\.)*)"', header, re.IGNORECASE)
    return re.sub(r"\\(.)", r"\1", plain[1]) if plain else None


class EventParser:
    """Reads server-sent events (WHATWG HTML, section 9.2) line by line."""

    def __init__(self) -> None:
        self._id: Optional[str] = None
        self._event = "message"
        self._data: list[str] = []

    def feed(self, line: str) -> Optional[StreamEvent]:
        if line == "":
            event = StreamEvent(self._event, self._id, parsed("\n".join(self._data))) if self._data else None
            self._event, self._data = "message", []
            return event
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._event = value
        elif name == "data":
            self._data.append(value)
        elif name == "id":
            self._id = value
        return None

    def all(self, lines: Iterable[str]) -> Iterator[StreamEvent]:
        for line in lines:
            event = self.feed(line)
            if event is not None:
                yield event


def parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
