import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import { type StagedBlob, stageBlob, stageMail } from '#kernel/data/blobs.ts';
import type { Queryable } from '#kernel/data/database.ts';
import { type Actor, actorMay } from '#kernel/operation/actor.ts';
import type { AnswerToStore } from '#kernel/operation/idempotency.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { Guarded, GuardVerdict } from '#mail/guard/index.ts';
import type { Message } from '#mailbox/messages/index.ts';
import { type ThreadRow, threadToken } from '#mailbox/threads/index.ts';
import { effectivePolicy, type Policy } from '#workspace/tenants/index.ts';
import { approvalFor, approvalOfMessage, heldDeliveries } from '../approval/hold.ts';
import { type ApprovalReason, modesOf, policyReasons } from '../approval/reasons.ts';
import { composeDraft } from '../compose/compose-draft.ts';
import { type ComposedMessage, onHtml, replyReferences } from '../compose/index.ts';
import type { NewDelivery } from '../repository.ts';
import type { SendCap } from './caps.ts';
import { mailboxChecks, requestChecks, runChecks, senderOf, transportOf } from './checks.ts';
import { deliveriesFor } from './delivery-plan.ts';
import type { Draft } from './draft.ts';
import { readFacts, type SendFacts } from './facts.ts';
import { guardedSend } from './guarded.ts';
import { describeAccepted, toAttachmentRows, toNewMessage } from './message.ts';
import { type Alongside, writeAccepted } from './write-accepted.ts';

type SendCall = { db: Queryable; services: Services; actor: Actor };

/** The result of a dry run for a draft that passed every check. */
export type DryRun = {
  would_send: true;
  recipients: (Pick<NewDelivery, 'address' | 'field' | 'reason'> & { status: 'queued' | 'suppressed' })[];
  /** Absent if no policy requires approval. */
  approval?: { required: boolean; reasons: string[] };
  guard?: GuardVerdict;
};

/** Everything that a send needs before the first write. */
type Prepared = {
  draft: Draft;
  messageId: string;
  thread: ThreadRow | null;
  threadId: string;
  from: { address: string; name: string | null };
  transport: string;
  isFallback: boolean;
  token: { token: string; kid: string };
  composed: ComposedMessage;
  deliveries: NewDelivery[];
  /** Why a person has to approve it; empty when nobody has to. */
  reasons: readonly ApprovalReason[];
  /** The guard's verdict; null if the policy turns the guard off. */
  guarded: Guarded | null;
  policy: Policy;
  caps: readonly SendCap[];
  now: Date;
};

/**
 * Prepares an accepted message and returns the function that writes it. Once `write` resolves, the message, its
 * deliveries and the job that sends it are committed. @throws AppError every code of spec 4.6
 */
export async function acceptSend(
  call: SendCall,
  draft: Draft,
  alongside: Alongside | null = null,
): Promise<{
  message: Message & { guard?: GuardVerdict };
  write: (record: AnswerToStore | null) => Promise<void>;
}> {
  const { services } = call;
  const prepared = await prepare(call, draft, 'send');
  const { html } = prepared.composed;
  const [raw, safeHtml, files] = await Promise.all([
    stageMail(services, prepared.composed.raw),
    html === null ? null : onHtml('sanitised', html),
    stageAttachments(services, draft),
  ]);
  const goesOut = prepared.deliveries.some(({ status }) => status === 'queued');
  const isHeld = goesOut && prepared.reasons.length > 0;
  const deliveries = isHeld ? heldDeliveries(prepared.deliveries) : prepared.deliveries;
  const approval = isHeld
    ? approvalFor({ ...prepared, deliveries, actor: call.actor, raw: prepared.composed.raw, files })
    : null;
  const message = {
    ...toNewMessage({ ...prepared, safeHtml, rawId: raw.id }),
    status: approval ? 'awaiting_approval' : goesOut ? 'queued' : 'suppressed',
    approval: approval && approvalOfMessage(approval),
  };
  const attachments = toAttachmentRows(message, draft, files);
  const accepted = {
    ...prepared,
    deliveries,
    approval,
    alongside,
    goesOut,
    message,
    attachments,
    blobs: [raw, ...files.filter((f) => f !== null)],
  };
  return {
    message: {
      ...describeAccepted(message, attachments, deliveries, prepared.now),
      ...verdictOf(prepared.guarded),
    },
    // A send always has an idempotency key, so there is always a record.
    write: (record) => writeAccepted(services, { ...accepted, record: record! }),
  };
}

/**
 * The same checks, composition included, with nothing written (spec 4.6, Dry run).
 * @throws AppError the same, `recipient_blocked` and `all_recipients_suppressed`
 */
export async function dryRunSend(call: SendCall, draft: Draft): Promise<DryRun> {
  const { deliveries, reasons, policy, guarded } = await prepare(call, draft, 'dry run');
  const recipients = deliveries.map(({ address, field, status, reason }) => ({
    address,
    field,
    status: status === 'queued' ? status : ('suppressed' as const),
    reason,
  }));
  if (recipients.some(({ status }) => status === 'queued')) {
    const required = reasons.length > 0;
    const codes = [...new Set(reasons.map(({ reason }) => reason))];
    const isAsked = required || modesOf(draft, policy).length > 0;
    const approval = isAsked && { approval: { required, reasons: codes } };
    return { would_send: true, recipients, ...approval, ...verdictOf(toReport(guarded)) };
  }
  const allBlocked = recipients.every(({ reason }) => reason === 'send_block');
  throw new AppError(allBlocked ? 'recipient_blocked' : 'all_recipients_suppressed', { recipients });
}

async function prepare(call: SendCall, draft: Draft, purpose: 'send' | 'dry run'): Promise<Prepared> {
  const { services } = call;
  const { identity } = draft;
  const policy = effectivePolicy(identity.tenant);
  const now = services.clock.now();
  runChecks(requestChecks, { draft, policy, mailDomain: services.config.mailDomain, now });
  const facts = await readFacts(call, { draft, policy, now });
  runChecks(mailboxChecks, facts);
  const sender = senderOf(facts);
  const threadId = facts.thread?.id ?? newId('thread');
  const deliveries = deliveriesFor(draft, facts.context, policy);
  const guarding = guardedSend(
    services,
    { keyId: call.actor.key_id, isApprover: actorMay(call.actor, 'sends:approve') },
    facts,
    deliveries,
  );
  // Without this, a failure here would be an unhandled rejection if another check fails first. It is awaited below.
  guarding.catch(() => null);
  const ready = {
    draft: continued(facts),
    messageId: newId('message'),
    thread: facts.thread,
    from: { address: sender.address.address, name: identity.display_name || null },
    token: tokenOf(services, identity.id, threadId),
    now,
  };
  const transport = transportOf(sender);
  const composed = await composeDraft(
    services,
    { ...ready, transport: purpose === 'send' ? transport : null },
    policy,
  );
  const verdict = await guarding;
  return {
    ...ready,
    threadId,
    transport,
    isFallback: sender.isFallback,
    composed,
    deliveries,
    guarded: verdict,
    reasons: [
      ...(await reasonsForApproval(call, facts, deliveries)),
      ...(verdict && isHeldBy(verdict, facts, call.actor) ? verdict.reasons : []),
    ],
    policy,
    caps: facts.caps,
  };
}

/** The guard holds a message if its own policy says so, or if the policy requires approval of every risky message. */
const isHeldBy = ({ verdict }: Guarded, { draft, policy }: SendFacts, actor: Actor): boolean =>
  verdict === 'held' ||
  (verdict === 'advised' && modesOf(draft, policy).includes('risky') && !actorMay(actor, 'sends:approve'));

/** With the default policy, a dry run mentions the guard only if it found something. */
const toReport = (verdict: Guarded | null): Guarded | null =>
  verdict?.mode === 'hold' || verdict?.verdict !== 'clear' ? verdict : null;

const verdictOf = (verdict: Guarded | null): { guard?: GuardVerdict } =>
  verdict ? { guard: { verdict: verdict.verdict, reasons: verdict.reasons } } : {};

/**
 * Why a person has to see this send before it leaves. A message with a reason waits for approval (`approval/hold.ts`).
 * A caller that may approve has approved by sending.
 */
async function reasonsForApproval(
  { services, actor }: SendCall,
  facts: SendFacts,
  deliveries: readonly NewDelivery[],
): Promise<ApprovalReason[]> {
  if (actorMay(actor, 'sends:approve')) return [];
  return policyReasons(services.db, { ...facts, deliveries });
}

/** The token that replies to the thread carry. */
export function tokenOf({ keyRing }: Services, identityId: string, threadId: string): Prepared['token'] {
  const { kid, key } = keyRing.active('thread');
  return { kid, token: threadToken(key, identityId, threadId) };
}

/** A message that continues a thread without answering one of its messages is threaded like a reply to the newest. */
function continued({ draft, newest }: SendFacts): Draft {
  if (!newest) return draft;
  const { rfc_message_id: messageId, in_reply_to: inReplyTo, references } = newest;
  return { ...draft, ...replyReferences({ messageId, inReplyTo, references }) };
}

/** Null for an attachment that is already stored. */
const stageAttachments = (services: Services, draft: Draft): Promise<(StagedBlob | null)[]> =>
  Promise.all(draft.attachments.map(({ content }) => content && stageBlob(services, content)));
