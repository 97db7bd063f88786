"""Verifies webhooks according to Standard Webhooks (standardwebhooks.com)."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Optional, Sequence, Union


class WebhookVerificationError(Exception):
    """The webhook is forged, was changed, or is too old."""


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> dict[str, Any]:
    """The event, if its signature is valid. Pass the unchanged body. During a rotation, pass both secrets."""
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        identifier, at, given = (lower[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as error:
        raise WebhookVerificationError(f"The header {error} is missing.") from None
    if not at.isascii() or not at.isdigit() or abs((time.time() if now is None else now) - int(at)) > tolerance:
        raise WebhookVerificationError("The time of the signature is too far from the current time.")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{identifier}.{at}.".encode() + raw
    signatures = [each[3:].encode() for each in given.split(" ") if each.startswith("v1,")]
    for each in [secret] if isinstance(secret, str) else secret:
        expected = base64.b64encode(hmac.new(_key(each), signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature) for signature in signatures):
            return json.loads(raw)
    raise WebhookVerificationError("No signature matches this body and secret.")


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise WebhookVerificationError("The secret must be the string that begins with whsec_.")
    return key
