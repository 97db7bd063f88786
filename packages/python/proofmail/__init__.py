"""Proofmail: a mailbox and an identity for every software agent."""

from . import _types as types
from ._async_caller import AsyncPages
from ._async_mailbox import AsyncMailbox
from ._caller import Pages
from ._client import AsyncProofmail, Proofmail
from ._errors import (
    AuthenticationError,
    ConflictError,
    ConnectionLostError,
    InvalidRequestError,
    NotFoundError,
    NothingCameError,
    PermissionDeniedError,
    ProofmailError,
    RateLimitError,
    ServerError,
)
from ._files import attachment
from ._mailbox import Mailbox
from ._spec import NOT_GIVEN, CallOptions, File, StreamEvent
from ._tools import MailTool, mail_tools
from ._webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "NOT_GIVEN",
    "AsyncMailbox",
    "AsyncPages",
    "AsyncProofmail",
    "AuthenticationError",
    "CallOptions",
    "ConflictError",
    "ConnectionLostError",
    "File",
    "InvalidRequestError",
    "MailTool",
    "Mailbox",
    "NotFoundError",
    "NothingCameError",
    "Pages",
    "PermissionDeniedError",
    "Proofmail",
    "ProofmailError",
    "RateLimitError",
    "ServerError",
    "StreamEvent",
    "WebhookVerificationError",
    "attachment",
    "mail_tools",
    "types",
    "verify_webhook",
]
