import { z } from 'zod';
import type { AuthenticationDetails } from '#content/mime/index.ts';
import { timestamp } from '#kernel/operation/schema.ts';

/** The recipient of a test mail: our own receiver, an identity of the workspace, or the person who requested it. */
export const testMailKinds = ['receiver', 'identity', 'member'] as const;
export type TestMailKind = (typeof testMailKinds)[number];

export const storedStatuses = ['queued', 'sent', 'captured', 'failed', 'received', 'bounced'] as const;
export type StoredStatus = (typeof storedStatuses)[number];

/** The status in the API. `missing`: sent, but not arrived within the usual time. */
export const testMailStatuses = [...storedStatuses, 'missing'] as const;
export type TestMailStatus = (typeof testMailStatuses)[number];

/** The findings of our mail server about an arrived test mail, made without using our own keys. */
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
  /** The header fields in order, one per line, unfolded, with a limited length. */
  header: string;
};

/** The result of a test mail: it arrived, or it bounced. */
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
