import type { z } from 'zod';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { findingsOf, type TestedDomain } from './findings.ts';
import type { TestMailRow } from './repository.ts';
import type { TestMailStatus, testMailSchema } from './schema.ts';

/** The time after which a sent mail is reported as missing; it may still arrive. */
const MISSING_AFTER = 10 * MINUTE;

export const serializeTestMail = (
  row: TestMailRow,
  tested: TestedDomain,
  now: Date,
): z.input<typeof testMailSchema> => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  status: statusOf(row, now),
  response: row.response,
  findings: row.seen === null ? [] : findingsOf(row.seen, tested),
  header: row.seen?.header ?? null,
  created_at: row.created_at,
  received_at: row.received_at,
});

/** Arrivals at an address outside the deployment are not visible here, so such mail is never missing. */
const statusOf = ({ status, kind, created_at }: TestMailRow, now: Date): TestMailStatus =>
  status === 'sent' && kind !== 'member' && now > after(new Date(created_at), MISSING_AFTER)
    ? 'missing'
    : status;
