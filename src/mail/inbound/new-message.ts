import { newId } from '#kernel/catalogue/ids.ts';
import type { NewMessage } from '#mailbox/messages/index.ts';
import type { Copy } from './copies.ts';
import type { Decision } from './decide.ts';
import type { ThreadPlacement } from './threading.ts';
import type { Assessment } from './trust/assess.ts';

type Placement = Pick<ThreadPlacement, 'threadId' | 'idConflict'> & { assessment: Assessment };

/** The row of one copy, without its triage. */
export function toNewMessage(
  copy: Copy,
  decision: Decision,
  placement: Placement,
  fallbackDomain: string,
): Omit<NewMessage, 'triage'> {
  const { receipt, processed } = copy.delivery;
  const { parsed, authentication } = processed;
  const mailboxes = (list: { address: string; name: string }[]) =>
    list.map(({ address, name }) => ({ address, name: name || null }));
  return {
    id: newId('message'),
    tenant_id: copy.recipient.tenant_id,
    identity_id: copy.recipient.identity_id,
    thread_id: placement.threadId,
    direction: 'inbound',
    status: decision.status,
    kind: 'normal',
    from: parsed.from && mailboxes([parsed.from])[0]!,
    to: mailboxes(parsed.to),
    cc: mailboxes(parsed.cc),
    bcc: [],
    reply_to: mailboxes(parsed.replyTo),
    delivered_to: copy.recipient.address,
    is_primary_recipient: copy.isPrimary,
    subject: parsed.subject,
    sent_at: plainDate(parsed.date),
    received_at: receipt.received_at,
    extracted_text: parsed.extractedText,
    text: parsed.text,
    html: parsed.html,
    headers: parsed.headers,
    labels: [],
    is_read: false,
    trust: {
      verdict: authentication.verdict,
      spf: authentication.spf,
      dkim: authentication.dkim,
      dmarc: authentication.dmarc,
      arc: authentication.arc,
      ...placement.assessment,
      quarantined: decision.status === 'quarantined',
      automated: parsed.automated,
      ...(processed.agent && { agent: processed.agent }),
    },
    quarantine_reason: decision.quarantine_reason,
    rfc_message_id: parsed.messageId ?? `<${receipt.id}@${fallbackDomain}>`,
    refs: parsed.refs,
    verification: parsed.verification,
    in_reply_to: parsed.inReplyTo,
    references: parsed.references,
    flags: [
      ...parsed.flags,
      ...(receipt.source === 'loopback' ? ['loopback'] : []),
      ...(isBlindCopy(copy) ? ['bcc'] : []),
      ...(placement.idConflict ? ['message_id_conflict'] : []),
    ],
    metadata: {},
    raw_id: receipt.raw_id,
    content_hash: receipt.content_hash,
    created_at: receipt.received_at,
  };
}

/** A Date field can contain anything, so implausible years are ignored. */
function plainDate(date: string | null): string | null {
  const year = date === null ? Number.NaN : new Date(date).getUTCFullYear();
  return year >= 1970 && year <= 9998 ? date : null;
}

/** Whether the recipient is in neither To nor Cc. */
function isBlindCopy({ delivery, recipient }: Copy): boolean {
  const { to, cc } = delivery.processed.parsed;
  const [local, domain] = recipient.address.split('@');
  return ![...to, ...cc].some(({ address }) => {
    const lower = address.toLowerCase();
    return lower === recipient.address || (lower.startsWith(`${local}+`) && lower.endsWith(`@${domain}`));
  });
}
