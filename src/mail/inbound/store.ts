import type { Inspection } from '#content/files/index.ts';
import type { ParsedAttachment } from '#content/mime/index.ts';
import { recordEvents } from '#events/index.ts';
import { enqueueMany } from '#jobs/index.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { LabelsOf } from '#kernel/catalogue/metrics.ts';
import { insertBlobs, type StagedBlob } from '#kernel/data/blobs.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Services } from '#kernel/operation/services.ts';
import { isReportAddress, storeReports } from '#mail/reports/index.ts';
import { deleteReceipts } from '#mail/spool/index.ts';
import { recordArrivals, tokenOfAddress } from '#mail/test-mails/index.ts';
import { countTriaged, lockAllowance, requestTriage, triageAtFirst } from '#mail/triage/index.ts';
import { extractTextJob, firstTextStatus } from '#mailbox/attachments/index.ts';
import { recordContacts, type Sighting } from '#mailbox/contacts/index.ts';
import { findRecipients, markReceived } from '#mailbox/identities/index.ts';
import {
  findByMessageId,
  insertAttachments,
  insertMessages,
  type NewAttachment,
  type NewMessage,
} from '#mailbox/messages/index.ts';
import {
  applyChanges,
  findAwaited,
  lockThreads,
  recordAwaited,
  splitThreadToken,
  verifiedTokens,
} from '#mailbox/threads/index.ts';
import type { TriageAllowance } from '#workspace/billing/index.ts';
import { provenDomainsOf } from '#workspace/domains/index.ts';
import { effectiveSettings, type Policy, type Settings } from '#workspace/tenants/index.ts';
import { type Copy, copiesOf, type Delivery } from './copies.ts';
import { decide } from './decide.ts';
import { enqueueReports } from './delivery-reports.ts';
import { receivedEvents } from './events.ts';
import { applyForwarding, isForwardingTest } from './forwarding-tests.ts';
import { toNewMessage } from './new-message.ts';
import { isOperatorAddress, roleDomainOf, storeOperatorMail } from './operator-mail.ts';
import { findThrottleFacts, SenderThrottle } from './sender-throttle.ts';
import { referredIds, type ThreadFacts, Threading } from './threading.ts';
import { assess } from './trust/assess.ts';
import { findSenderFacts, KnownSenders } from './trust/senders.ts';

/** A message ready to be stored: parsed, authenticated, and its large attachments already written to disk. */
export type ReadyMail = Delivery & {
  attachments: { parsed: ParsedAttachment; blob: StagedBlob }[];
  /** Its raw bytes, if it has no receipt with which they were stored. */
  unstored?: StagedBlob;
};

/**
 * Stores a batch of messages in one transaction: copies, threads and attachments. It also deletes the receipts.
 * A second run finds no receipt and stores no copy twice, because a copy's content hash is unique in its mailbox.
 */
export async function storeBatch(services: Services, batch: readonly ReadyMail[]): Promise<void> {
  const outcomes = await services.db.transaction(async (tx) => {
    const copies = await findCopies(
      tx,
      batch.filter((mail) => !isForwardingTest(mail)),
    );
    const [, settings, tenantDomains, facts, senderFacts, throttleFacts] = await Promise.all([
      // This comes first, so that everything that follows is read under the lock.
      lockNames(
        tx,
        'mailbox',
        distinct(copies, ({ recipient }) => recipient.identity_id),
      ),
      effectiveSettings(
        tx,
        distinct(copies, ({ recipient }) => recipient.tenant_id),
      ),
      provenDomainsOf(
        tx,
        distinct(copies, ({ recipient }) => recipient.tenant_id),
      ),
      findThreadFacts(services, tx, copies),
      findSenderFacts(tx, copies),
      findThrottleFacts({ db: tx, keyRing: services.keyRing }, copies),
      insertBlobs(
        tx,
        batch.flatMap(({ unstored }) => unstored ?? []),
      ),
    ]);
    const threading = new Threading(facts);
    const senders = new KnownSenders(senderFacts);
    const throttle = new SenderThrottle(throttleFacts);
    const allowance = await lockAllowance(tx, services, [...settings.values()]);
    const unnamed = copies.map((copy) =>
      toMessage(services, copy, settings, { tenantDomains, threading, senders, throttle, allowance }),
    );
    const files = attachmentsOf(batch, unnamed, settings);
    const messages = withNamedFiles(unnamed, files);
    const stored = await insertMessages(tx, messages, services.storageFormat);
    const kept = messages.filter((message) => stored.has(message.id));
    for (const message of kept) threading.add(message);
    const attachments = files.filter(({ message_id }) => stored.has(message_id));
    await Promise.all([
      applyChanges(tx, threading.changes()),
      recordAwaited(tx, threading.awaited()),
      recordContacts(tx, kept.flatMap(senderMet)),
      requestTriage(
        tx,
        kept.filter(({ triage }) => triage.status === 'pending'),
      ),
      storeAttachments(tx, batch, attachments, new Map(kept.map(({ id, tenant_id }) => [id, tenant_id]))),
      enqueueReports(
        tx,
        copies.flatMap((copy, index) => {
          const message = messages[index]!;
          return stored.has(message.id) ? [{ copy, message }] : [];
        }),
      ),
      markReceived(
        tx,
        distinct(copies, ({ recipient }) => recipient.address_id),
      ),
      deleteReceipts(
        tx,
        batch.flatMap(({ receipt, unstored }) => (unstored ? [] : receipt.id)),
      ),
      storeOperatorMail(tx, services, batch),
      applyForwarding(tx, services, batch, copies),
      storeReports(
        tx,
        batch.flatMap(({ reports }) => reports ?? []),
        services.clock.now(),
      ),
      recordArrivals(
        tx,
        batch.flatMap(({ test }) => test ?? []),
        services.clock.now(),
      ),
      countTriaged(tx, allowance, kept),
      recordEvents(tx, services, receivedEvents(kept, attachments, settings)),
    ]);
    return outcomesOf(services, batch, copies, messages, stored);
  });
  for (const outcome of outcomes) services.metrics.count('proofmail_mail_received_total', { outcome });
}

type Received = LabelsOf<'proofmail_mail_received_total'>['outcome'];

/** The outcome for each copy, and for messages whose mailboxes no longer exist. */
function outcomesOf(
  services: Services,
  batch: readonly ReadyMail[],
  copies: readonly Copy[],
  messages: readonly NewMessage[],
  stored: { has(id: string): boolean },
): Received[] {
  const delivered = new Set(copies.map(({ delivery }) => delivery.receipt.id));
  const lost = batch.filter((mail) => !delivered.has(mail.receipt.id) && !isForUs(services, mail));
  return [
    ...messages.map(({ id, status }) => (stored.has(id) ? (status as Received) : 'repeated')),
    ...lost.map((): Received => 'no_mailbox'),
  ];
}

/** Mail to the operator, reports about domains and test mails go to no mailbox. */
const isForUs = ({ config }: Services, mail: ReadyMail): boolean =>
  isForwardingTest(mail) ||
  mail.receipt.recipients.some(
    (address) =>
      isOperatorAddress(address, config.mailDomain) ||
      isReportAddress(address, config.mailDomain) ||
      tokenOfAddress(address) !== null ||
      roleDomainOf(address) !== null,
  );

/** Only senders of visible mail become contacts. */
const senderMet = ({
  status,
  from,
  tenant_id,
  identity_id,
  thread_id,
  created_at,
}: NewMessage): Sighting[] =>
  status === 'received' && from
    ? [{ ...from, tenant_id, identity_id, thread_id, direction: 'inbound', at: created_at }]
    : [];

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
  const [byToken, known, awaited] = await Promise.all([
    findVerifiedTokens(services, tx, copies),
    pairs.length === 0
      ? []
      : findByMessageId(tx, {
          identityIds: pairs.map(({ identityId }) => identityId),
          messageIds: pairs.map(({ id }) => id),
        }),
    pairs.length === 0 ? [] : findAwaited(tx, pairs),
  ]);
  const ids = [...new Set([...byToken.values(), ...known, ...awaited].map(({ thread_id }) => thread_id))];
  return { byToken, known, awaited, stored: ids.length === 0 ? [] : await lockThreads(tx, ids) };
}

async function findVerifiedTokens(
  services: Services,
  tx: Transaction,
  copies: readonly Copy[],
): Promise<ThreadFacts['byToken']> {
  const tokens = copies.flatMap(({ token }) => (token === null ? [] : [token]));
  const rows = await verifiedTokens(services, tx, tokens);
  return new Map(rows.map((row) => [row.token, row]));
}

/** The state of a batch: stored facts, updated by its messages so far. */
type BatchState = {
  /** The proven domains of each tenant. */
  tenantDomains: ReadonlyMap<string, readonly string[]>;
  threading: Threading;
  senders: KnownSenders;
  throttle: SenderThrottle;
  allowance: TriageAllowance;
};

function toMessage(
  services: Services,
  copy: Copy,
  settings: ReadonlyMap<string, Settings>,
  { tenantDomains, threading, senders, throttle, allowance }: BatchState,
): NewMessage {
  const { tenant_id } = copy.recipient;
  const { policy } = settings.get(tenant_id)!;
  const { mailDomain } = services.config;
  const place = threading.place(copy);
  const ownDomains = [mailDomain, ...(tenantDomains.get(tenant_id) ?? [])];
  const assessment = assess(copy, senders, { ownDomains, unverifiedJoin: place.unverifiedJoin });
  const context = throttle.contextOf(copy, policy.inbound.per_sender_per_hour);
  const decision = decide(copy.delivery.processed, assessment.spam_score, policy.quarantine, context);
  if (!place.isRepeat) throttle.count(copy, decision);
  if (decision.status === 'received') senders.meet(copy);
  const message = toNewMessage(copy, decision, { ...place, assessment }, mailDomain);
  const has = () => allowance.has(tenant_id);
  // A repeated message is not stored and uses no allowance.
  const allowed = { has, take: place.isRepeat ? has : () => allowance.take(tenant_id) };
  return {
    ...message,
    triage: triageAtFirst(message, copy.delivery.processed.reading, policy, allowed, services),
  };
}

/** The reader's evidence names a file by its index. Here it gets the file's id, which differs in each copy. */
function withNamedFiles(messages: readonly NewMessage[], files: readonly NewAttachment[]): NewMessage[] {
  const idOf = new Map(files.map(({ id, message_id, position }) => [`${message_id} ${position}`, id]));
  return messages.map((message) => {
    const evidence = message.triage.evidence.map(({ attachment_id: place, ...one }) => {
      const id = place === undefined ? undefined : idOf.get(`${message.id} ${place}`);
      return id === undefined ? one : { ...one, attachment_id: id };
    });
    return { ...message, triage: { ...message.triage, evidence } };
  });
}

/** Each copy has its own attachment rows; they share the bytes. */
function attachmentsOf(
  batch: readonly ReadyMail[],
  messages: readonly NewMessage[],
  settings: ReadonlyMap<string, Settings>,
): NewAttachment[] {
  const byHash = new Map(batch.map((mail) => [mail.receipt.content_hash, mail]));
  return messages.flatMap((message) => {
    const { attachments, processed } = byHash.get(message.content_hash!)!;
    const policy = settings.get(message.tenant_id)!.policy.inbound;
    return attachments.map(({ parsed, blob }, position) =>
      toRow(message, { parsed, blob, inspection: processed.inspections[position]! }, position, policy),
    );
  });
}

async function storeAttachments(
  tx: Transaction,
  batch: readonly ReadyMail[],
  rows: readonly NewAttachment[],
  tenants: ReadonlyMap<string, string>,
): Promise<void> {
  if (rows.length === 0) return;
  const used = new Set(rows.map(({ blob_id }) => blob_id));
  const blobs = batch
    .flatMap(({ attachments }) => attachments.map(({ blob }) => blob))
    .filter(({ id }) => used.has(id));
  const pending = rows.filter(({ text_status }) => text_status === 'pending');
  const readLater = Map.groupBy(pending, (row) => tenants.get(row.message_id)!);
  await Promise.all([
    insertBlobs(tx, blobs),
    insertAttachments(tx, rows),
    enqueueMany(
      tx,
      extractTextJob,
      [...readLater].map(([tenant_id, ofTenant]) => ({
        tenant_id,
        blob_ids: [...new Set(ofTenant.map(({ blob_id }) => blob_id))],
      })),
    ),
  ]);
}

type StoredFile = { parsed: ParsedAttachment; inspection: Inspection; blob: StagedBlob };

const toRow = (
  message: NewMessage,
  { parsed, inspection: { contentType, risk }, blob }: StoredFile,
  position: number,
  policy: Policy['inbound'],
): NewAttachment => ({
  id: newId('attachment'),
  message_id: message.id,
  identity_id: message.identity_id,
  position,
  filename: parsed.filename,
  content_type: contentType,
  size: parsed.size,
  disposition: parsed.disposition,
  content_id: parsed.contentId,
  blob_id: blob.id,
  text_status: firstTextStatus({ contentType, size: parsed.size, risk }, policy),
  pages: null,
  risk,
});
