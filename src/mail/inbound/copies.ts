import type { ProcessedMessage } from '#content/mime/index.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { SpoolEntry } from '#mail/spool/index.ts';
import type { Recipient } from '#mailbox/identities/index.ts';
import type { NewMessage } from '#mailbox/messages/index.ts';
import type { Decision } from './decide.ts';
import type { ThreadPlacement } from './threading.ts';
import type { Assessment } from './trust/assess.ts';

/** A processed message on its way to the mailboxes of its recipients. */
export type Delivery = {
  receipt: SpoolEntry;
  processed: ProcessedMessage;
  /** Spam score 0 to 1 of a filter outside; null leaves it to our own rules. */
  scannedScore: number | null;
};

/** One identity's copy of a message: through which address it came, with which thread token. */
export type Copy = { delivery: Delivery; recipient: Recipient; token: string | null; isPrimary: boolean };

/**
 * Each identity gets one copy, through the first of its addresses that the envelope names. Of the copies of
 * one tenant the first in To, then Cc, then the envelope is the primary recipient's (spec 2.6).
 */
export function copiesOf(
  delivery: Delivery,
  recipients: readonly { recipient: Recipient; token: string | null }[],
): Copy[] {
  const byIdentity = new Map<string, { recipient: Recipient; token: string | null }>();
  for (const entry of recipients) {
    if (!byIdentity.has(entry.recipient.identity_id)) byIdentity.set(entry.recipient.identity_id, entry);
  }
  const entries = [...byIdentity.values()];
  const primaries = new Set(
    [...Map.groupBy(entries, ({ recipient }) => recipient.tenant_id).values()].map((group) =>
      primaryOf(delivery, group),
    ),
  );
  return entries.map((entry) => ({ delivery, ...entry, isPrimary: primaries.has(entry) }));
}

function primaryOf<T extends { recipient: Recipient }>({ processed }: Delivery, group: readonly T[]): T {
  const { to, cc } = processed.parsed;
  const named = [...to, ...cc].map((mailbox) => mailbox.address.toLowerCase());
  const rank = ({ recipient }: T): number => {
    const place = named.findIndex(
      (address) => address === recipient.address || address.startsWith(`${recipient.address.split('@')[0]}+`),
    );
    return place === -1 ? named.length : place;
  };
  return group.reduce((best, entry) => (rank(entry) < rank(best) ? entry : best));
}

type Placement = Pick<ThreadPlacement, 'threadId' | 'idConflict'> & { assessment: Assessment };

/** The row of one copy, but for its triage. */
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

/** A Date field can say anything; what is no year of mail is left out. */
function plainDate(date: string | null): string | null {
  const year = date === null ? Number.NaN : new Date(date).getUTCFullYear();
  return year >= 1970 && year <= 9998 ? date : null;
}

/** The recipient stands in none of the message's own recipient fields. */
function isBlindCopy({ delivery, recipient }: Copy): boolean {
  const { to, cc } = delivery.processed.parsed;
  const [local, domain] = recipient.address.split('@');
  return ![...to, ...cc].some(({ address }) => {
    const lower = address.toLowerCase();
    return lower === recipient.address || (lower.startsWith(`${local}+`) && lower.endsWith(`@${domain}`));
  });
}
