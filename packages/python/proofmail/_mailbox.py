"""The most frequent calls for one identity's mail, without repeating its id."""

import math
import time
from datetime import datetime, timedelta, timezone
from typing import Any, Iterator, Optional

from . import _types as t
from ._caller import Pages
from ._errors import NothingCameError, error_from
from ._spec import NOT_GIVEN, CallOptions, File, StreamEvent
from ._sync import AllCalls

LONGEST_CALL = 60
MARGIN = 20


class WaitPlan:
    """Divides a long wait into calls, without a gap: each begins a little before the one before it ended."""

    def __init__(self, timeout: float, since: Optional[str]) -> None:
        self._left = timeout
        self._given = since
        self.since: Any = NOT_GIVEN if since is None else since

    def next(self) -> tuple[int, CallOptions]:
        seconds = max(0, min(math.ceil(self._left), LONGEST_CALL))
        return seconds, CallOptions(timeout=seconds + MARGIN)

    def ended(self, seconds: int, took: float) -> bool:
        self._left -= took
        if self._given is None:
            # Two seconds back, for clocks that differ a little.
            begin = datetime.now(timezone.utc) - timedelta(seconds=2)
            self.since = begin.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return self._left <= 0.5 or seconds == 0


def proven(answer: Optional[t.WaitAnswer], sender: str) -> dict[str, Any]:
    """The code or link of an answer. Raises NothingCameError."""
    if answer is None or answer["message"] is None:
        raise NothingCameError(f"No code from {sender} arrived in time.")
    verification = answer["verification"]
    if verification["code"] is None and verification["link"] is None:
        who = verification["sender_domain"] or "somebody whom nothing proves"
        raise NothingCameError(f"A code came from {who}, not provably from {sender}.")
    return {**verification, "message": answer["message"]}


def needed(found: dict[str, Any], name: str) -> str:
    if found[name] is None:
        raise NothingCameError(f"The mail has no {name}.")
    return found[name]


class Mailbox:
    def __init__(self, calls: AllCalls, identity: t.Identity) -> None:
        self._calls = calls
        self.identity = identity

    @property
    def id(self) -> str:
        return self.identity["id"]

    @property
    def address(self) -> Optional[str]:
        return self.identity["primary_address"]

    def threads(self, **filters: Any) -> "Pages[t.ThreadSummary]":
        return self._calls.threads.list(self.id, **filters)

    def messages(self, **filters: Any) -> "Pages[t.Message]":
        return self._calls.messages.list(self.id, **filters)

    def thread(self, thread_id: str, **inputs: Any) -> t.Thread:
        return self._calls.threads.get(self.id, thread_id, **inputs)

    def message(self, message_id: str, **inputs: Any) -> t.Message:
        return self._calls.messages.get(self.id, message_id, **inputs)

    def send(self, **message: Any) -> t.AcceptedMessage:
        return self._calls.messages.send(self.id, **message)

    def reply(self, message_id: str, **message: Any) -> t.AcceptedMessage:
        return self._calls.messages.reply(self.id, message_id, **message)

    def reply_all(self, message_id: str, **message: Any) -> t.AcceptedMessage:
        return self._calls.messages.reply_all(self.id, message_id, **message)

    def forward(self, message_id: str, **message: Any) -> t.AcceptedMessage:
        return self._calls.messages.forward(self.id, message_id, **message)

    def search(self, q: str, **inputs: Any) -> t.SearchResult:
        """Words, phrases and operators such as `from:`, `has:attachment` or `newer_than:7d`."""
        return self._calls.search.identity(self.id, q=q, **inputs)  # type: ignore[return-value]

    def ask(self, question: str) -> t.AgenticResult:
        """Answers a question from the mailbox, with evidence."""
        return self._calls.search.identity(self.id, q=question, mode="agentic")  # type: ignore[return-value]

    def ask_stream(self, question: str) -> Iterator[StreamEvent]:
        """The same while it happens; the last event is `done` with the whole result."""
        for event in self._calls.search.identity_stream(self.id, q=question, mode="agentic", stream=True):
            if event.event == "error":
                raise error_from(None, event.data, {})
            yield event

    def download(self, message_id: str, attachment_id: str) -> File:
        return self._calls.attachments.get(self.id, message_id, attachment_id)

    def wait_for(self, *, timeout: float = 60, since: Optional[str] = None, **criteria: Any) -> Optional[t.Message]:
        """The next message that fits, or None. The sender is `from_`; earlier mail counts only with `since`."""
        answer = self._wait(timeout, since, criteria)
        return answer["message"] if answer else None

    def wait_for_code(self, sender: str, *, timeout: float = 60, since: Optional[str] = None) -> str:
        """The one-time code of a mail. It is given only for authenticated mail of that address or `@domain`."""
        return needed(self.wait_for_verification(sender, timeout=timeout, since=since), "code")

    def wait_for_link(self, sender: str, *, timeout: float = 60, since: Optional[str] = None) -> str:
        return needed(self.wait_for_verification(sender, timeout=timeout, since=since), "link")

    def wait_for_verification(self, sender: str, *, timeout: float = 60, since: Optional[str] = None) -> dict[str, Any]:
        return proven(self._wait(timeout, since, {"from_": sender, "kind": "verification"}), sender)

    def _wait(self, timeout: float, since: Optional[str], criteria: dict[str, Any]) -> Optional[t.WaitAnswer]:
        plan = WaitPlan(timeout, since)
        while True:
            seconds, options = plan.next()
            began = time.monotonic()
            answer = self._calls.wait.for_message(
                self.id, **criteria, since=plan.since, timeout=seconds, options=options
            )
            if not answer["timed_out"]:
                return answer
            took = time.monotonic() - began
            if plan.ended(seconds, took):
                return None
            if took < 1:
                time.sleep(1)
