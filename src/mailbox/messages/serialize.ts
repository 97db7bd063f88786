import type { Message } from './schema.ts';
import type { MessageRow } from './stored-message.ts';

/** Converts a row to a message of the API (spec 2.6). `headers` is present only if requested. */
export const toMessage = (row: MessageRow): Message => ({
  ...row,
  triage: { ...withoutEvidence, ...row.triage },
  headers: row.headers ?? undefined,
  quarantine_reason: row.quarantine_reason ?? undefined,
  approval: row.approval ?? undefined,
});

/** Defaults for messages that were stored before triage recorded its evidence. */
const withoutEvidence = { evidence: [], spam_probability: null };
