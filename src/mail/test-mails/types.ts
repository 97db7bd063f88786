import type { AuthenticationDetails } from '#content/mime/index.ts';

/** To whom a test mail goes: our own receiver, an identity of the workspace, or the person who asked for it. */
export const testMailKinds = ['receiver', 'identity', 'member'] as const;
export type TestMailKind = (typeof testMailKinds)[number];

export const storedStatuses = ['queued', 'sent', 'captured', 'failed', 'received', 'bounced'] as const;
export type StoredStatus = (typeof storedStatuses)[number];

/** The status as it is read. `missing`: sent, but not arrived within the usual time. */
export const testMailStatuses = [...storedStatuses, 'missing'] as const;
export type TestMailStatus = (typeof testMailStatuses)[number];

/** What our mail server found about a test mail that arrived, without using its knowledge that the mail is ours. */
export type Seen = {
  /** MAIL FROM without angle brackets. */
  envelope_from: string;
  helo: string;
  remote_address: string;
  /** Whether the last hop was encrypted. */
  encrypted: boolean;
  /** The address in From. */
  from: string | null;
  authentication: AuthenticationDetails;
  /** The header fields in order, one a line, unfolded; bounded. */
  header: string;
};

/** What a test mail in the mailbox of our receiver tells. */
export type Arrival = { id: string } & (
  | { kind: 'received'; seen: Seen }
  | { kind: 'bounced'; response: string }
);
