import { type NewEvent, recordEvents } from '#events/index.ts';
import { enqueue } from '#jobs/index.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { insertBlobs, readBlob, type StagedBlob, stageMail } from '#kernel/data/blobs.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Guarded, messageGuardAdvised } from '#mail/guard/index.ts';
import { recordContacts } from '#mailbox/contacts/index.ts';
import type { IdentityRow } from '#mailbox/identities/index.ts';
import { effectivePolicy } from '#workspace/tenants/index.ts';
import { tokenOf } from '../accept/accept.ts';
import { countedIn, type SendCap, takeOfCaps } from '../accept/caps.ts';
import { mailboxChecks, requestChecks, runChecks, senderOf, transportOf } from '../accept/checks.ts';
import { deliveriesFor } from '../accept/delivery-plan.ts';
import type { Draft } from '../accept/draft.ts';
import { readFacts } from '../accept/facts.ts';
import { guardedSend, storedVerdict } from '../accept/guarded.ts';
import { readRecipients } from '../accept/recipients.ts';
import { recipientsMet } from '../accept/write-accepted.ts';
import { composeDraft } from '../compose/compose-draft.ts';
import { type ComposedMessage, onHtml, type RecipientInput } from '../compose/index.ts';
import {
  messageApprovalExpired,
  messageApprovalRejected,
  messageApproved,
  recordAccepted,
} from '../events.ts';
import { submitMessage, submitScheduled } from '../jobs.ts';
import { type DeliveryRow, deliveriesOfAll, type NewDelivery } from '../repository.ts';
import { type DeliveryUpdate, openSend, transition } from '../transition/transition.ts';
import { contentHash, heldDeliveries } from './hold.ts';
import {
  type Decision,
  type HeldSend,
  isPending,
  markCounted,
  rememberHash,
  replaceContent,
  writeDecision,
} from './repository.ts';
import { restoredDraft } from './stored-draft.ts';

/** A person's changes before the message is sent. Fields that are left out stay as they are. */
export type Edit = {
  to?: RecipientInput[] | undefined;
  cc?: RecipientInput[] | undefined;
  bcc?: RecipientInput[] | undefined;
  subject?: string | undefined;
  text?: string | undefined;
  html?: string | undefined;
};

/** A held message that has just passed every check and is ready to be released. */
export type Released = {
  held: HeldSend;
  draft: Draft;
  deliveries: NewDelivery[];
  caps: readonly SendCap[];
  /** Set when a person edited it. */
  edited: {
    composed: ComposedMessage;
    safeHtml: string | null;
    blob: StagedBlob;
    /** The guard's verdict on the new version; null if the policy turns the guard off. */
    guarded: Guarded | null;
  } | null;
  /** SHA-256, hex, of what leaves. */
  hash: string;
  now: Date;
};

type Call = { services: Services; actor: Actor };

/**
 * Runs all checks of a send again, with the current policy, suppressions and caps, and composes the message again if it
 * was edited. Nothing is written. `seen`: the hash of what the person saw. The guard checks an edited version as if the
 * requester had sent it. Its verdict only warns the approver and never holds the message.
 * @throws AppError `approval_content_changed`, and every code of a send (spec 4.6)
 */
export async function checkRelease(
  { services, actor }: Call,
  held: HeldSend,
  identity: IdentityRow,
  change: { edit: Edit | null; seen: string | null },
): Promise<Released> {
  await assertUnchanged(services, held, change.seen);
  const now = services.clock.now();
  const policy = effectivePolicy(identity.tenant);
  const draft = edited(restoredDraft(held.draft, identity, now), change.edit);
  runChecks(requestChecks, { draft, policy, mailDomain: services.config.mailDomain, now });
  const keyId = held.requested_by_type === 'key' ? held.requested_by_id : null;
  const facts = await readFacts({ services, actor: reviewing(actor) }, { draft, policy, now, keyId });
  runChecks(mailboxChecks, facts);
  const deliveries = deliveriesFor(draft, facts.context, policy);
  assertSomebodyIsLeft(deliveries);
  const ready = { held, draft, deliveries, caps: facts.caps, now };
  if (change.edit === null) return { ...ready, edited: null, hash: held.content_hash };
  const guarding = guardedSend(services, { keyId, isApprover: true }, facts, deliveries);
  // Without this, a failure here would be an unhandled rejection if composing fails first. It is awaited below.
  guarding.catch(() => null);
  const composed = await composeDraft(
    services,
    {
      draft,
      messageId: held.message_id,
      // With a policy that discloses AI in the first message, an edited message always discloses it.
      thread: null,
      from: { address: held.envelope_from, name: identity.display_name || null },
      token: tokenOf(services, identity.id, held.thread_id),
      now,
      transport: transportOf(senderOf(facts)),
    },
    policy,
  );
  const [blob, safeHtml, guarded] = await Promise.all([
    stageMail(services, composed.raw),
    composed.html === null ? null : onHtml('sanitised', composed.html),
    guarding,
  ]);
  const hash = contentHash(held.envelope_from, heldDeliveries(deliveries), composed.raw).toString('hex');
  return { ...ready, edited: { composed, safeHtml, blob, guarded }, hash };
}

/**
 * The stored content must be the requested content and the content that the person saw. Otherwise the approval keeps
 * waiting, with the hash of the current content. @throws AppError `approval_content_changed`, `approval_decided`
 */
async function assertUnchanged(services: Services, held: HeldSend, seen: string | null): Promise<void> {
  const [raw, deliveries] = await Promise.all([
    readBlob(services, held.raw_id),
    deliveriesOfAll(services.db, [held.message_id]),
  ]);
  const present = contentHash(held.envelope_from, deliveries, raw).toString('hex');
  if (present === held.content_hash && (seen === null || seen === present)) return;
  // Somebody else may have decided between the two reads, so the content may already be that of the decision.
  if (!(await isPending(services.db, held.id))) throw new AppError('approval_decided');
  const afterwards = async () => {
    await rememberHash(services.db, held.id, present);
  };
  throw new AppError('approval_content_changed', { content_sha256: present }, { afterwards });
}

/** The thread may contain mail that the approver cannot read. The message is already part of that thread. */
const reviewing = (actor: Actor): Actor => ({
  ...actor,
  permissions: new Set([...actor.permissions, 'quarantine:review']),
});

function edited(draft: Draft, edit: Edit | null): Draft {
  if (edit === null) return draft;
  const { to = draft.to, cc = draft.cc, bcc = draft.bcc, subject, text, html } = edit;
  return {
    ...draft,
    ...readRecipients({ to, cc, bcc }),
    subject: subject ?? draft.subject,
    text: text ?? (html === undefined ? draft.text : null),
    // A new plain text must not travel beside the old HTML.
    html: html ?? (text === undefined ? draft.html : null),
  };
}

function assertSomebodyIsLeft(deliveries: readonly NewDelivery[]): void {
  if (deliveries.some(({ status }) => status === 'queued')) return;
  const isBlocked = deliveries.every(({ reason }) => reason === 'send_block');
  throw new AppError(isBlocked ? 'recipient_blocked' : 'all_recipients_suppressed');
}

/**
 * Releases a held message: it is queued, counted and handed to the job that sends it, in one transaction. The send is
 * locked first, so one decision wins. @throws AppError `approval_decided`, `approval_content_changed`,
 * `daily_cap_reached`, `billing_limit`
 */
export async function release(
  tx: Transaction,
  services: Services,
  released: Released,
  decision: Decision,
): Promise<void> {
  const { held, draft, deliveries, caps, now } = released;
  const open = await openHeld(tx, held.message_id);
  if (open.send.raw_id !== held.raw_id) throw new AppError('approval_content_changed');
  const rows = released.edited ? await storeEdit(tx, released) : open.deliveries;
  if ((await writeDecision(tx, held.message_id, decision, released.edited ? originalOf(held) : null)) === 0)
    throw new AppError('approval_decided');
  await transition(services, tx, open.send, rows, releasing(rows, deliveries), { at: now });
  const { tenant_id, identity_id, message_id, thread_id, id: approval_id } = held;
  const job = { message_id, tenant_id };
  const message = { tenant_id, identity_id, thread_id, created_at: now.toISOString() };
  await Promise.all([
    recordContacts(tx, recipientsMet({ draft, deliveries, message })),
    draft.sendAt === null
      ? enqueue(tx, submitMessage, job)
      : enqueue(tx, submitScheduled, job, { runAt: draft.sendAt }),
  ]);
  const data = { message_id, approval_id, comment: decision.comment, edited: released.edited !== null };
  await recordEvents(tx, services, [messageApproved({ tenant_id, identity_id, data }), ...advised(released)]);
  // The counters come last, because senders of the same tenant wait for them until the commit.
  const zone = draft.identity.tenant.timezone;
  const warnings = await takeOfCaps(tx, services, [{ caps, zone, at: draft.sendAt ?? now, now }]);
  await markCounted(tx, message_id, countedIn(caps));
  await recordAccepted(tx, services, [], warnings);
}

/** The guard's verdict on the version that a person wrote. */
function advised({ held, edited }: Released): NewEvent[] {
  if (edited?.guarded?.verdict !== 'advised') return [];
  const { tenant_id, identity_id, message_id } = held;
  const data = { message_id, reasons: edited.guarded.reasons };
  return [messageGuardAdvised({ tenant_id, identity_id, data })];
}

/** Recipients who may no longer be sent to are left out. */
function releasing(rows: readonly DeliveryRow[], deliveries: readonly NewDelivery[]): DeliveryUpdate[] {
  const reasons = new Map(deliveries.map(({ address, reason }) => [address, reason]));
  return rows.map(({ address }) => {
    const reason = reasons.get(address) ?? null;
    return reason === null ? { address, trigger: 'release' } : { address, trigger: 'suppress', reason };
  });
}

async function storeEdit(tx: Transaction, { held, draft, deliveries, edited }: Released) {
  const { composed, safeHtml, blob, guarded } = edited!;
  await insertBlobs(tx, [blob]);
  await replaceContent(tx, {
    id: held.message_id,
    to: draft.to,
    cc: draft.cc,
    bcc: draft.bcc,
    subject: draft.subject,
    text: composed.text,
    extracted_text: draft.text ?? composed.text,
    html: safeHtml,
    raw_id: blob.id,
    guard: storedVerdict(guarded),
    deliveries: heldDeliveries(deliveries),
  });
  return deliveriesOfAll(tx, [held.message_id]);
}

const originalOf = ({ draft }: HeldSend): Record<string, unknown> => {
  const { to, cc, bcc, subject, text, html } = draft;
  return { to, cc, bcc, subject, text, html };
};

/** Ends a held message that is not sent. @throws AppError `approval_decided` */
export async function endHeld(
  tx: Transaction,
  services: Services,
  held: Pick<HeldSend, 'id' | 'message_id' | 'tenant_id' | 'identity_id'>,
  decision: Decision & { status: 'rejected' | 'expired' },
): Promise<void> {
  const { id: approval_id, message_id, tenant_id, identity_id } = held;
  const open = await openHeld(tx, message_id);
  if ((await writeDecision(tx, message_id, decision)) === 0) throw new AppError('approval_decided');
  const reason = decision.status === 'rejected' ? 'approval_rejected' : 'approval_expired';
  const updates = open.deliveries.map(
    ({ address }): DeliveryUpdate => ({ address, trigger: 'cancel', reason }),
  );
  await transition(services, tx, open.send, open.deliveries, updates, { at: decision.at, reason });
  const about = { tenant_id, identity_id };
  await recordEvents(tx, services, [
    decision.status === 'rejected'
      ? messageApprovalRejected({ ...about, data: { message_id, approval_id, comment: decision.comment } })
      : messageApprovalExpired({ ...about, data: { message_id, approval_id } }),
  ]);
}

async function openHeld(tx: Transaction, messageId: string) {
  const open = await openSend(tx, messageId);
  if (open?.send.status !== 'awaiting_approval') throw new AppError('approval_decided');
  return open;
}
