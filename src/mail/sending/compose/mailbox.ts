/** A mail address with its display name, as the API shows it (spec 2.6). */
export type Mailbox = { address: string; name: string | null };
