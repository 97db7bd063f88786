import { createHash } from 'node:crypto';
import { enqueue } from '#jobs/index.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { insertBlobs, stageBlob } from '#kernel/data/blobs.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { insertReceipts } from '#mail/inbound/index.ts';
import { findRecipients } from '#mailbox/identities/index.ts';
import { isInside } from './checks.ts';
import { composeMessage } from './compose/index.ts';
import { sendServiceMailJob } from './jobs.ts';
import { signedFor } from './transport-choice.ts';

export type ServiceMail = { to: string; subject: string; text: string };

/** Sends mail of the deployment itself (sign-in links, invitations), in the caller's transaction. */
export const sendServiceMail = (db: Queryable, services: Services, mail: ServiceMail): Promise<void> =>
  enqueue(db, sendServiceMailJob, {
    ...mail,
    message_id: `<${newUlid().toLowerCase()}@${services.config.mailDomain}>`,
  });

/** Hands one over. @throws Error when the transport did not take it, so that the job is tried again */
export async function submitServiceMail(
  services: Services,
  mail: ServiceMail & { message_id: string },
): Promise<void> {
  const from = { address: `noreply@${services.config.mailDomain}`, name: 'Proofmail' };
  const { raw } = await composeMessage({
    messageId: mail.message_id,
    date: services.clock.now(),
    from,
    to: [{ address: mail.to, name: null }],
    cc: [],
    bcc: [],
    replyTo: null,
    subject: mail.subject,
    text: mail.text,
    html: null,
    inReplyTo: null,
    references: [],
    headers: {},
    attachments: [],
    signature: null,
    disclosure: null,
  });
  const recipient = mail.to.toLowerCase();
  const [own] = await findRecipients(services.db, [recipient]);
  // Nothing that is addressed to the deployment itself ever leaves it.
  if (!own && isInside(recipient, services.config.mailDomain)) return;
  if (own) return deliverInside(services, recipient, from.address, mail.message_id, raw);
  const signed = await signedFor(services, services.basicTransport, from.address, raw);
  const result = await services.basicTransport.submit({ from: from.address, to: [mail.to] }, signed, {
    messageId: mail.message_id,
  });
  const outcome = result.recipients[0]?.outcome;
  if (outcome === 'refused_temporarily')
    throw new Error(`service mail was not taken: ${result.reason ?? outcome}`);
  if (outcome !== 'accepted')
    services.log.warn({ outcome, reason: result.reason }, 'service mail was not delivered');
}

async function deliverInside(
  services: Services,
  recipient: string,
  from: string,
  messageId: string,
  raw: Uint8Array,
): Promise<void> {
  const blob = await stageBlob(services, raw);
  await services.db.transaction(async (tx) => {
    await insertBlobs(tx, [blob]);
    await insertReceipts(tx, [
      {
        id: newUlid(),
        source: 'loopback',
        envelope_from: from,
        recipients: [recipient],
        helo_name: services.config.mailDomain,
        remote_address: '127.0.0.1',
        raw_id: blob.id,
        content_hash: createHash('sha256').update(messageId).digest('hex'),
        received_at: services.clock.now().toISOString(),
      },
    ]);
    tx.afterCommit(() => services.wakeUps.emit('inbound'));
  });
}
