/** A mail address with its display name, as the API shows it (interface-spec 2.6). */
export type Mailbox = { address: string; name: string | null };
