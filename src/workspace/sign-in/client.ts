/** The browser that signs in, for the list of sessions and the audit log. */
export type Client = { userAgent: string; address: string; requestId?: string };
