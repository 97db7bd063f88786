import { findRecipients, markReceived } from '#identities/index.ts';
import { insertBlobs, type StagedBlob } from '#kernel/blobs.ts';
import type { Transaction } from '#kernel/database.ts';
import { newId } from '#kernel/ids.ts';
import { lockNames } from '#kernel/locks.ts';
import type { Services } from '#kernel/services.ts';
import {
  findThreadsByMessageId,
  insertAttachments,
  insertMessages,
  type NewAttachment,
  type NewMessage,
} from '#messages/index.ts';
import { effectivePolicies, type Policy } from '#tenants/index.ts';
import { applyChanges, findTokens, lockThreads, splitThreadToken, threadToken } from '#threads/index.ts';
import { type Copy, copiesOf, type Delivery, toNewMessage } from './copies.ts';
import { decide } from './decide.ts';
import type { ParsedAttachment } from './parse/index.ts';
import { deleteReceipts } from './repository.ts';
import { messageIdKey, referredIds, type ThreadFacts, Threading } from './threading.ts';

/** A message ready to be stored: parsed, authenticated, its attachments' large bytes durable. */
export type ReadyMail = Delivery & { attachments: { parsed: ParsedAttachment; blob: StagedBlob }[] };

/**
 * Stores a batch of messages in one transaction: every copy, threads, attachments, and the end of the receipts.
 * A second run finds no receipt and stores no copy twice, because a copy's content hash is unique in its mailbox.
 */
export async function storeBatch(services: Services, batch: readonly ReadyMail[]): Promise<void> {
  await services.db.transaction(async (tx) => {
    const copies = await findCopies(tx, batch);
    const [, policies, facts] = await Promise.all([
      // First: what follows is read under the lock.
      lockNames(
        tx,
        'mailbox',
        distinct(copies, ({ recipient }) => recipient.identity_id),
      ),
      effectivePolicies(
        tx,
        distinct(copies, ({ recipient }) => recipient.tenant_id),
      ),
      findThreadFacts(services, tx, copies),
    ]);
    const threading = new Threading(facts);
    const messages = copies.map((copy) => toMessage(services, copy, policies, threading));
    const stored = await insertMessages(tx, messages);
    const kept = messages.filter((message) => stored.has(message.id));
    for (const message of kept) threading.add(message);
    await Promise.all([
      applyChanges(tx, threading.changes()),
      storeAttachments(tx, batch, kept),
      markReceived(
        tx,
        distinct(copies, ({ recipient }) => recipient.address_id),
      ),
      deleteReceipts(
        tx,
        batch.map(({ receipt }) => receipt.id),
      ),
    ]);
  });
}

const distinct = (copies: readonly Copy[], idOf: (copy: Copy) => string): string[] => [
  ...new Set(copies.map(idOf)),
];

async function findCopies(tx: Transaction, batch: readonly ReadyMail[]): Promise<Copy[]> {
  const wanted = batch.map((mail) => ({
    mail,
    addresses: mail.receipt.recipients.map((address) => splitThreadToken(address)),
  }));
  const found = await findRecipients(tx, [
    ...new Set(wanted.flatMap(({ addresses }) => addresses.map(({ address }) => address))),
  ]);
  const byAddress = new Map(found.map((recipient) => [recipient.address, recipient]));
  return wanted.flatMap(({ mail, addresses }) =>
    copiesOf(
      mail,
      addresses.flatMap(({ address, token }) => {
        const recipient = byAddress.get(address);
        return recipient ? [{ recipient, token }] : [];
      }),
    ),
  );
}

async function findThreadFacts(
  services: Services,
  tx: Transaction,
  copies: readonly Copy[],
): Promise<ThreadFacts> {
  const pairs = copies.flatMap((copy) =>
    referredIds(copy).map((id) => ({ identityId: copy.recipient.identity_id, id })),
  );
  const [byToken, referred] = await Promise.all([
    findVerifiedTokens(services, tx, copies),
    pairs.length === 0
      ? []
      : findThreadsByMessageId(tx, {
          identityIds: pairs.map(({ identityId }) => identityId),
          messageIds: pairs.map(({ id }) => id),
        }),
  ]);
  const byMessageId = new Map(
    referred.map((row) => [messageIdKey(row.identity_id, row.rfc_message_id), row.thread_id]),
  );
  const ids = [
    ...new Set([...[...byToken.values()].map(({ thread_id }) => thread_id), ...byMessageId.values()]),
  ];
  return { byToken, byMessageId, stored: ids.length === 0 ? [] : await lockThreads(tx, ids) };
}

/** Tokens that were really made by us for this thread, under a key that may still verify. */
async function findVerifiedTokens(
  services: Services,
  tx: Transaction,
  copies: readonly Copy[],
): Promise<ThreadFacts['byToken']> {
  const tokens = copies.flatMap(({ token }) => (token === null ? [] : [token]));
  if (tokens.length === 0) return new Map();
  const now = services.clock.now();
  const rows = (await findTokens(tx, tokens)).filter(({ kid, token, identity_id, thread_id }) => {
    const ringKey = services.keyRing.verifying('thread', kid, now);
    return ringKey !== null && threadToken(ringKey.key, identity_id, thread_id) === token;
  });
  return new Map(rows.map((row) => [row.token, row]));
}

function toMessage(
  services: Services,
  copy: Copy,
  policies: ReadonlyMap<string, Policy>,
  threading: Threading,
): NewMessage {
  const policy = policies.get(copy.recipient.tenant_id)!;
  const decision = decide(copy.delivery.processed.authentication, policy.quarantine);
  return toNewMessage(copy, decision, threading.place(copy), services.config.mailDomain);
}

/** Each copy has its own attachment rows; they share the bytes. */
async function storeAttachments(
  tx: Transaction,
  batch: readonly ReadyMail[],
  messages: readonly NewMessage[],
): Promise<void> {
  const byHash = new Map(batch.map((mail) => [mail.receipt.content_hash, mail]));
  const rows = messages.flatMap((message) =>
    byHash
      .get(message.content_hash!)!
      .attachments.map(({ parsed, blob }, position) => toRow(message, parsed, blob, position)),
  );
  if (rows.length === 0) return;
  const used = new Set(rows.map(({ blob_id }) => blob_id));
  const blobs = batch
    .flatMap(({ attachments }) => attachments.map(({ blob }) => blob))
    .filter(({ id }) => used.has(id));
  await Promise.all([insertBlobs(tx, blobs), insertAttachments(tx, rows)]);
}

const toRow = (
  message: NewMessage,
  parsed: ParsedAttachment,
  blob: StagedBlob,
  position: number,
): NewAttachment => ({
  id: newId('attachment'),
  message_id: message.id,
  identity_id: message.identity_id,
  position,
  filename: parsed.filename,
  content_type: parsed.contentType,
  size: parsed.size,
  disposition: parsed.disposition,
  content_id: parsed.contentId,
  blob_id: blob.id,
  // No text is read out of attachments in this version.
  text_status: 'skipped',
  pages: null,
  risk: null,
});
