/** Cache key for the messages of conversations. */
export const conversationKey = ['conversation'] as const;

/** Cache key for the lists of one mailbox or of all, including Sent. Without a scope, it matches every list. */
export const threadsKey = (scope?: string) =>
  scope ? (['threads', scope] as const) : (['threads'] as const);
