"""The two clients."""

from typing import Any, AsyncIterator, Iterator, Mapping, Optional, Sequence, Union

from . import _types as t
from ._async import AsyncAllCalls
from ._async_caller import AsyncCaller
from ._async_mailbox import AsyncMailbox
from ._caller import Caller
from ._mailbox import Mailbox
from ._request import Config
from ._spec import NOT_GIVEN, NotGiven
from ._sync import AllCalls
from ._tail import feed_of, tail, tail_async

_NO_MAILBOX = "This key cannot access any mailbox. Create an identity first."
_SEVERAL = "This key can access several mailboxes. Choose one by its id or address."


class Proofmail(AllCalls):
    """A client of one Proofmail deployment. Every operation of the API is a method; `mailbox()` is a shortcut.

    `api_key` defaults to the variable PROOFMAIL_KEY, `base_url` to PROOFMAIL_URL, else http://localhost:3000.
    `timeout`: the time limit of one attempt in seconds."""

    def __init__(
        self,
        api_key: Union[str, None, NotGiven] = NOT_GIVEN,
        *,
        base_url: Optional[str] = None,
        timeout: float = 60,
        max_retries: int = 3,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        super().__init__(Caller(Config.of(api_key, base_url, timeout, max_retries, headers)))

    def mailbox(self, id_or_address: Optional[str] = None) -> Mailbox:
        """The mailbox of an identity; without an argument the one that the key belongs to, or the only one."""
        return Mailbox(self, self._identity(id_or_address))

    def tail(
        self,
        *,
        identity: Optional[str] = None,
        tenant: Optional[str] = None,
        types: Optional[Sequence[str]] = None,
        after: Optional[str] = None,
    ) -> Iterator[t.Event]:
        """Events as they happen, across connections and without a gap, until you stop iterating."""
        return tail(feed_of(self.events, identity, tenant), types, after)

    def _identity(self, id_or_address: Optional[str]) -> t.Identity:
        if id_or_address is not None and "@" in id_or_address:
            return self.identities.lookup(address=id_or_address)
        own = id_or_address or self.keys.me()["identity_id"]
        return self.identities.read(own) if own else _only(self.identities.list(limit=2).first()["data"])


class AsyncProofmail(AsyncAllCalls):
    """The same for asyncio. With `pip install proofmail[async]` it uses httpx, else threads."""

    def __init__(
        self,
        api_key: Union[str, None, NotGiven] = NOT_GIVEN,
        *,
        base_url: Optional[str] = None,
        timeout: float = 60,
        max_retries: int = 3,
        headers: Optional[Mapping[str, str]] = None,
        transport: Any = None,
    ) -> None:
        self._own_caller = AsyncCaller(Config.of(api_key, base_url, timeout, max_retries, headers), transport)
        super().__init__(self._own_caller)

    async def __aenter__(self) -> "AsyncProofmail":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._own_caller.transport.aclose()

    async def mailbox(self, id_or_address: Optional[str] = None) -> AsyncMailbox:
        """The mailbox of an identity; without an argument the one that the key belongs to, or the only one."""
        return AsyncMailbox(self, await self._identity(id_or_address))

    def tail(
        self,
        *,
        identity: Optional[str] = None,
        tenant: Optional[str] = None,
        types: Optional[Sequence[str]] = None,
        after: Optional[str] = None,
    ) -> AsyncIterator[t.Event]:
        """Events as they happen, across connections and without a gap, until you stop iterating."""
        return tail_async(feed_of(self.events, identity, tenant), types, after)

    async def _identity(self, id_or_address: Optional[str]) -> t.Identity:
        if id_or_address is not None and "@" in id_or_address:
            return await self.identities.lookup(address=id_or_address)
        own = id_or_address or (await self.keys.me())["identity_id"]
        if own:
            return await self.identities.read(own)
        return _only((await self.identities.list(limit=2).first())["data"])


def _only(identities: list[t.Identity]) -> t.Identity:
    if len(identities) != 1:
        raise ValueError(_SEVERAL if identities else _NO_MAILBOX)
    return identities[0]
