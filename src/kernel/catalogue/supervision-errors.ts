const no = (status: number, message: string, fix: string) => ({ status, retryable: false, message, fix });

/** Error codes for drafts and approvals, added after the specification. */
export const supervisionErrors = {
  draft_not_found: no(
    404,
    'There is no such draft, or the caller cannot access it.',
    'Check the id of the draft. A draft no longer exists once it has been sent; its message is in the ' +
      'thread.',
  ),
  draft_conflict: no(
    409,
    'The draft was changed since you read it.',
    'Read the draft again, apply your change, and repeat the request with the new version.',
  ),
  draft_limit_reached: no(
    422,
    'The identity already has 500 drafts, which is the limit.',
    'Send or delete a draft first.',
  ),
  approval_not_found: no(
    404,
    'There is no such approval, or the caller cannot access it.',
    'Check the id of the approval, and check that the key or the current workspace can access it.',
  ),
  approval_own_request: no(
    403,
    'Nobody can approve or reject their own message.',
    'Let another person decide, or use a key that neither sent the message nor is related to the key that sent it.',
  ),
  approval_decided: no(
    409,
    'Somebody has already approved or rejected this message.',
    'Read the approval: its status and its comment contain the decision.',
  ),
  approval_content_changed: no(
    409,
    'The message has changed since you saw it.',
    'Read the approval again, check the changed message, and send your decision with its new content_sha256.',
  ),
} as const;
