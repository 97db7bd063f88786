import { createHash } from 'node:crypto';
import { newUlid } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { insertReceipts } from './repository.ts';

/** One message from this deployment to mailboxes of this deployment. */
export type LocalMail = {
  from: string;
  /** Lower case. */
  recipients: string[];
  rawId: string;
  heloName: string;
  /** Names the message, however often it is handed over: the same key is stored once. */
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
    },
  ]);
  tx.afterCommit(() => services.wakeUps.emit('inbound'));
}
