import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { readBlob } from '#kernel/data/blobs.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type ThreadRow, withThreadToken } from '#mailbox/threads/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import type { Draft, DraftAttachment } from '../accept/draft.ts';
import { domainOf } from '../domain-of.ts';
import { type ComposedMessage, CompositionError, composeMessage } from './index.ts';
import { linkList, splitAttachments, withLinkList } from './linked-attachments.ts';
import { waysOut } from './unsubscribe.ts';

/** A draft with everything that its header needs. */
export type ReadyDraft = {
  draft: Draft;
  messageId: string;
  thread: ThreadRow | null;
  from: { address: string; name: string | null };
  token: { token: string };
  now: Date;
  /** The transport that sends it; null in a dry run, which signs nothing. */
  transport: string | null;
};

/** @throws AppError `message_too_large`, `invalid_request` */
export async function composeDraft(
  services: Services,
  ready: ReadyDraft,
  policy: Policy,
): Promise<ComposedMessage> {
  const { draft, messageId, from, token, now } = ready;
  const { sent, linked } = splitAttachments(draft, policy);
  assertAttachmentsFit(sent);
  const attachments = await withContents(services, sent);
  const quoted =
    linked.length > 0 ? withLinkList(draft, linkList(services, draft, linked, policy)) : draft.quoted;
  const disclosure = disclosureFor(ready, policy);
  const composed = await composeMessage({
    messageId: `<${messageId.toLowerCase()}@${domainOf(from.address)}>`,
    date: draft.sendAt ?? now,
    from,
    to: draft.to,
    cc: draft.cc,
    bcc: draft.bcc,
    replyTo: withThreadToken(from.address, token.token),
    subject: draft.subject,
    text: draft.text,
    html: draft.html,
    quoted,
    inReplyTo: draft.inReplyTo,
    references: draft.references,
    headers: draft.headers,
    attachments,
    signature: draft.identity.signature,
    disclosure,
    autoSubmitted: draft.kind === 'auto_reply',
    listUnsubscribe: waysOut(services, draft, messageId),
  }).catch((error: unknown) => {
    throw error instanceof CompositionError
      ? invalidRequest([{ path: error.path, message: error.message }])
      : error;
  });
  assertFits(composed.size);
  if (!policy.sending.signed_mail || !keepsMessages(services, ready.transport)) return composed;
  const raw = await services.hooks.signMail(services, {
    identity: draft.identity,
    raw: composed.raw,
    at: draft.sendAt ?? now,
    disclosesAi: disclosure !== null,
  });
  return { ...composed, raw, size: raw.length };
}

/** Amazon SES replaces ids and dates, and Resend composes messages again. No signature survives either of them. */
function keepsMessages({ basicTransport }: Services, transport: string | null): boolean {
  const driver = transport === 'basic' ? basicTransport.driver : transport;
  return driver !== null && driver !== 'ses' && driver !== 'resend';
}

function assertFits(size: number): void {
  if (size > limits.outboundMessage)
    throw new AppError('message_too_large', { size, limit: limits.outboundMessage });
}

/** Checked before any bytes are read, because received attachments can be much larger than the limit for sending. */
const assertAttachmentsFit = (attachments: readonly DraftAttachment[]): void =>
  assertFits(attachments.reduce((sum, { size }) => sum + size, 0));

const withContents = (services: Services, attachments: readonly DraftAttachment[]) =>
  Promise.all(
    attachments.map(async ({ filename, contentType, disposition, contentId, content, blobId }) => ({
      filename,
      contentType,
      disposition,
      contentId,
      content: content ?? (await readBlob(services, blobId!)),
    })),
  );

/** The footer goes on the identity's first message of a thread, or on every one (decisions.md section 2). */
function disclosureFor({ thread }: ReadyDraft, policy: Policy): { text: string } | null {
  const { mode, text } = policy.ai_disclosure;
  if (mode === 'none' || (mode === 'first_message' && thread?.directions.includes('outbound'))) return null;
  return { text };
}
