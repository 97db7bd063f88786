import { z } from 'zod';
import type { AuthenticationDetails } from '#content/mime/index.ts';
import { timestamp } from '#kernel/operation/schema.ts';

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

export const findingChecks = ['dmarc', 'spf', 'dkim', 'return_path', 'from', 'tls', 'server'] as const;
export type FindingCheck = (typeof findingChecks)[number];

export const findingStates = ['good', 'warn', 'bad'] as const;
export type FindingState = (typeof findingStates)[number];

/** One check of a receiver: what it found and how to fix it; without a fix if nothing is wrong. */
export type Finding = { check: FindingCheck; state: FindingState; found: string; fix: string | null };

export const testMailSchema = z.object({
  id: z.string(),
  kind: z.enum(testMailKinds),
  recipient: z
    .string()
    .nullable()
    .meta({ description: 'The address of the identity; null for other kinds.' }),
  status: z.enum(testMailStatuses),
  response: z
    .string()
    .nullable()
    .meta({ description: 'The reply of the server that accepted or refused it, or the text of a bounce.' }),
  findings: z.array(
    z.object({
      check: z.enum(findingChecks),
      state: z.enum(findingStates),
      found: z.string(),
      fix: z.string().nullable(),
    }),
  ),
  header: z
    .string()
    .nullable()
    .meta({ description: 'The header as the receiver saw it; null until the mail arrives.' }),
  created_at: timestamp,
  received_at: timestamp.nullable(),
});
