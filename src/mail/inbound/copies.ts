import type { ProcessedMessage } from '#content/mime/index.ts';
import type { ReceivedReports } from '#mail/reports/index.ts';
import type { SpoolEntry } from '#mail/spool/index.ts';
import type { Arrival } from '#mail/test-mails/index.ts';
import type { Recipient } from '#mailbox/identities/index.ts';

/** A processed message, before it is stored in its recipients' mailboxes. */
export type Delivery = {
  receipt: SpoolEntry;
  processed: ProcessedMessage;
  /** Its reports about domains, if it was sent to an address for reports. */
  reports?: ReceivedReports | null;
  /** The result of a test mail from a tenant's domain, if it is one. */
  test?: Arrival | null;
  /** Spam score, 0 to 1, of an external filter; with null, our own rules decide. */
  scannedScore: number | null;
};

/** One identity's copy of a message, with the address and the thread token through which it came. */
export type Copy = { delivery: Delivery; recipient: Recipient; token: string | null; isPrimary: boolean };

/**
 * Each identity gets one copy, through the first of its addresses in the envelope. Of the copies of
 * one tenant, the primary recipient's is the first in To, then in Cc, then in the envelope (spec 2.6).
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
