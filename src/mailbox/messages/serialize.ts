import type { Message } from './schema.ts';
import type { MessageRow } from './stored-message.ts';

/** A row as the API returns it (spec 2.6). `headers` is present only when requested. */
export const toMessage = (row: MessageRow): Message => ({
  ...row,
  triage: { ...withoutEvidence, ...row.triage },
  headers: row.headers ?? undefined,
  quarantine_reason: row.quarantine_reason ?? undefined,
  approval: row.approval ?? undefined,
});

/** Messages that were stored before triage kept its evidence. */
const withoutEvidence = { evidence: [], spam_probability: null };
