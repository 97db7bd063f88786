"""Every failure of a call. Decide by `code`; show the message and `fix`."""

import re
from typing import Any, Mapping, Optional


class ProofmailError(Exception):
    """`status` and `code` are None if no response arrived; `retry_after` is in seconds."""

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        code: Optional[str] = None,
        fix: Optional[str] = None,
        retryable: bool = False,
        request_id: Optional[str] = None,
        log_url: Optional[str] = None,
        details: Optional[Mapping[str, Any]] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.fix = fix
        self.retryable = retryable
        self.request_id = request_id
        # The URL of the call in the console's request log; None if it is in no log.
        self.log_url = log_url
        self.details: Mapping[str, Any] = details or {}
        self.retry_after = retry_after

    @property
    def fields(self) -> list[dict[str, str]]:
        """The invalid fields, if the code is `invalid_request`, each with `path` and `message`."""
        errors = self.details.get("errors")
        return [each for each in errors if isinstance(each, dict) and "path" in each] if isinstance(errors, list) else []

    @property
    def field(self) -> Optional[str]:
        """The place of the first wrong field."""
        return self.fields[0]["path"] if self.fields else None


class AuthenticationError(ProofmailError):
    """401: the key is missing, unknown, expired or revoked."""


class PermissionDeniedError(ProofmailError):
    """403: the key may not do this."""


class NotFoundError(ProofmailError):
    """404: there is no such thing, or the key does not reach it."""


class ConflictError(ProofmailError):
    """409: it does not fit the present state."""


class InvalidRequestError(ProofmailError):
    """400, 413, 415, 422: the request is wrong."""


class RateLimitError(ProofmailError):
    """429: too many requests."""


class ServerError(ProofmailError):
    """5xx."""


class ConnectionLostError(ProofmailError):
    """No response arrived, or none in time."""


class NothingCameError(Exception):
    """No mail came in time."""


_CLASSES: dict[int, type[ProofmailError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def error_from(status: Optional[int], body: Any, headers: Mapping[str, str]) -> ProofmailError:
    """The error of an answer that is not 2xx, or of an envelope inside a stream."""
    given = body.get("error") if isinstance(body, dict) else None
    error = given if isinstance(given, dict) else {}
    details = error.get("details") or {}
    kind = _CLASSES.get(status or 0, ServerError if status and status >= 500 else ProofmailError)
    return kind(
        error.get("message") or f"The server answered with status {status}.",
        status=status,
        code=error.get("code"),
        fix=error.get("fix"),
        retryable=bool(error.get("retryable")),
        request_id=error.get("request_id") or headers.get("request-id"),
        log_url=_log_url(headers.get("link")),
        details=details,
        retry_after=_seconds(headers.get("retry-after", details.get("retry_after"))),
    )


def lost(base_url: str, reason: BaseException) -> ConnectionLostError:
    return ConnectionLostError(
        f"There is no connection to {base_url}: {reason or type(reason).__name__}.",
        fix="Check the address, and check that Proofmail is running.",
        retryable=True,
    )


def _log_url(link: Optional[str]) -> Optional[str]:
    found = re.search(r'<([^<>]+)>; rel="describedby"', link or "")
    return found.group(1) if found else None


def _seconds(value: Any) -> Optional[float]:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
