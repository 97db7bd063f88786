"""The mailbox for asyncio."""

import asyncio
import time
from typing import Any, AsyncIterator, Optional

from . import _types as t
from ._async import AsyncAllCalls
from ._async_caller import AsyncPages
from ._errors import error_from
from ._mailbox import WaitPlan, needed, proven
from ._spec import File, StreamEvent


class AsyncMailbox:
    """The most frequent calls for one identity's mail, without repeating its id."""

    def __init__(self, calls: AsyncAllCalls, identity: t.Identity) -> None:
        self._calls = calls
        self.identity = identity

    @property
    def id(self) -> str:
        return self.identity["id"]

    @property
    def address(self) -> Optional[str]:
        return self.identity["primary_address"]

    def threads(self, **filters: Any) -> "AsyncPages[t.ThreadSummary]":
        return self._calls.threads.list(self.id, **filters)

    def messages(self, **filters: Any) -> "AsyncPages[t.Message]":
        return self._calls.messages.list(self.id, **filters)

    async def thread(self, thread_id: str, **inputs: Any) -> t.Thread:
        return await self._calls.threads.get(self.id, thread_id, **inputs)

    async def message(self, message_id: str, **inputs: Any) -> t.Message:
        return await self._calls.messages.get(self.id, message_id, **inputs)

    async def send(self, **message: Any) -> t.AcceptedMessage:
        return await self._calls.messages.send(self.id, **message)

    async def reply(self, message_id: str, **message: Any) -> t.AcceptedMessage:
        return await self._calls.messages.reply(self.id, message_id, **message)

    async def reply_all(self, message_id: str, **message: Any) -> t.AcceptedMessage:
        return await self._calls.messages.reply_all(self.id, message_id, **message)

    async def forward(self, message_id: str, **message: Any) -> t.AcceptedMessage:
        return await self._calls.messages.forward(self.id, message_id, **message)

    async def search(self, q: str, **inputs: Any) -> t.SearchResult:
        """Words, phrases and operators such as `from:`, `has:attachment` or `newer_than:7d`."""
        return await self._calls.search.identity(self.id, q=q, **inputs)  # type: ignore[return-value]

    async def ask(self, question: str) -> t.AgenticResult:
        """Answers a question from the mailbox, with evidence."""
        return await self._calls.search.identity(self.id, q=question, mode="agentic")  # type: ignore[return-value]

    async def ask_stream(self, question: str) -> AsyncIterator[StreamEvent]:
        """The same while it happens; the last event is `done` with the whole result."""
        async for event in self._calls.search.identity_stream(self.id, q=question, mode="agentic", stream=True):
            if event.event == "error":
                raise error_from(None, event.data, {})
            yield event

    async def download(self, message_id: str, attachment_id: str) -> File:
        return await self._calls.attachments.get(self.id, message_id, attachment_id)

    async def wait_for(
        self, *, timeout: float = 60, since: Optional[str] = None, **criteria: Any
    ) -> Optional[t.Message]:
        """The next message that fits, or None. The sender is `from_`; earlier mail counts only with `since`."""
        answer = await self._wait(timeout, since, criteria)
        return answer["message"] if answer else None

    async def wait_for_code(self, sender: str, *, timeout: float = 60, since: Optional[str] = None) -> str:
        """The one-time code of a mail. It is given only for authenticated mail of that address or `@domain`."""
        return needed(await self.wait_for_verification(sender, timeout=timeout, since=since), "code")

    async def wait_for_link(self, sender: str, *, timeout: float = 60, since: Optional[str] = None) -> str:
        return needed(await self.wait_for_verification(sender, timeout=timeout, since=since), "link")

    async def wait_for_verification(
        self, sender: str, *, timeout: float = 60, since: Optional[str] = None
    ) -> dict[str, Any]:
        return proven(await self._wait(timeout, since, {"from_": sender, "kind": "verification"}), sender)

    async def _wait(self, timeout: float, since: Optional[str], criteria: dict[str, Any]) -> Optional[t.WaitAnswer]:
        plan = WaitPlan(timeout, since)
        while True:
            seconds, options = plan.next()
            began = time.monotonic()
            answer = await self._calls.wait.for_message(
                self.id, **criteria, since=plan.since, timeout=seconds, options=options
            )
            if not answer["timed_out"]:
                return answer
            took = time.monotonic() - began
            if plan.ended(seconds, took):
                return None
            if took < 1:
                await asyncio.sleep(1)
