/** Cache key for the messages of conversations. */
export const conversationKey = ['conversation'] as const;

/** Cache key for the lists of one mailbox or of all, and those of Sent. Without a scope: every list. */
export const threadsKey = (scope?: string) =>
  scope ? (['threads', scope] as const) : (['threads'] as const);
