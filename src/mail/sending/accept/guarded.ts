import { readBlob } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Guarded, guardSend, type Send } from '#mail/guard/index.ts';
import type { NewDelivery } from '../repository.ts';
import type { SendFacts } from './facts.ts';

/**
 * The guard's verdict on a draft. If all recipients are suppressed, nothing reaches anybody, so there is no verdict.
 */
export async function guardedSend(
  services: Pick<Services, 'db' | 'blobs'>,
  by: Pick<Send, 'keyId' | 'isApprover'>,
  { draft, policy, context, guard, mailDomain, now }: SendFacts,
  deliveries: readonly NewDelivery[],
): Promise<Guarded | null> {
  const recipients = deliveries.filter(({ status }) => status === 'queued').map(({ address }) => address);
  if (recipients.length === 0) return null;
  const send: Send = {
    ...by,
    identity: draft.identity,
    ...{ policy, now, recipients, mailDomain },
    isAllowed: (address) => context.recipients.get(address)?.allowed ?? false,
    ...{
      subject: draft.subject,
      text: draft.text ?? '',
      html: draft.html,
      quoted: draft.quoted?.text ?? null,
    },
    files: draft.attachments,
    readFile: (blobId) => readBlob(services, blobId),
    threadId: draft.threadId,
    sourceId: draft.source?.message_id ?? null,
    isReply: draft.answers !== null,
  };
  return guardSend(services.db, send, guard);
}

/** The verdict as it is stored with the send; null if the guard has no reasons. */
export const storedVerdict = (guarded: Guarded | null) =>
  guarded && guarded.verdict !== 'clear'
    ? { verdict: guarded.verdict, holds: guarded.holds, reasons: guarded.reasons }
    : null;
