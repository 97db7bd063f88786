"""Files of messages."""

import base64
import mimetypes
from pathlib import Path
from typing import Optional, Union


def attachment(
    file: Union[str, Path], content: Union[bytes, str, None] = None, content_type: Optional[str] = None
) -> dict[str, str]:
    """A file for the `attachments` of a send: read from its path, or with the given content."""
    data = Path(file).read_bytes() if content is None else content.encode() if isinstance(content, str) else content
    kind = content_type or mimetypes.guess_type(str(file))[0] or "application/octet-stream"
    return {
        "filename": Path(file).name,
        "content_type": kind,
        "content_base64": base64.b64encode(data).decode(),
    }
