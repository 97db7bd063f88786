import { createHash } from 'node:crypto';
import { newUlid } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { fairOrderOf } from './fair-order.ts';
import { insertReceipts } from './repository.ts';

/** One message from this deployment to mailboxes of this deployment. */
export type LocalMail = {
  from: string;
  /** Lower case. */
  recipients: string[];
  rawId: string;
  heloName: string;
  /** Identifies the message. A repeated delivery with the same key is stored only once. */
  dedupeKey: string;
  at: Date;
};

/** Hands mail to the inbound processor in the caller's transaction, without SMTP. The raw bytes are stored already. */
export async function deliverInside(
  tx: Transaction,
  services: Pick<Services, 'wakeUps'>,
  { from, recipients, rawId, heloName, dedupeKey, at }: LocalMail,
): Promise<void> {
  await insertReceipts(tx, [
    {
      id: newUlid(),
      source: 'loopback',
      envelope_from: from,
      recipients,
      helo_name: heloName,
      remote_address: '127.0.0.1',
      raw_id: rawId,
      content_hash: createHash('sha256').update(dedupeKey).digest('hex'),
      received_at: at.toISOString(),
      fair_at: fairOrderOf(services).next({ tenant: from, network: 'inside', bytes: 0 }, at).toISOString(),
    },
  ]);
  tx.afterCommit(() => services.wakeUps.emit('inbound'));
}
