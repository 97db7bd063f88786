const no = (status: number, message: string, fix: string) => ({ status, retryable: false, message, fix });

/** Error codes of drafts and approvals, which the specification does not have. */
export const supervisionErrors = {
  draft_not_found: no(
    404,
    'There is no such draft, or the caller cannot access it.',
    'Check the id of the draft. A draft no longer exists after it was sent; its message is in the ' +
      'thread.',
  ),
  draft_conflict: no(
    409,
    'The draft was changed since you read it.',
    'Read the draft again, apply your change to it, and send its new version.',
  ),
  draft_limit_reached: no(
    422,
    'The identity already has 500 drafts, which is the limit.',
    'Send or delete a draft first.',
  ),
  approval_not_found: no(
    404,
    'There is no such approval, or the caller cannot access it.',
    'Check the id of the approval, and that the key or the current workspace covers it.',
  ),
  approval_own_request: no(
    403,
    'Nobody can decide about their own message.',
    'Let another person decide, or a key that neither sent the message nor is related to the key that did.',
  ),
  approval_decided: no(
    409,
    'Somebody has already decided about this message.',
    'Read the approval: its status and comment say what was decided.',
  ),
  approval_content_changed: no(
    409,
    'The message has changed since you saw it.',
    'Read the approval again, check the changed message, and decide about it.',
  ),
} as const;
