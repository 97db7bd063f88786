import { after, HOUR, MINUTE } from '#kernel/base/clock.ts';
import { insertBlobs, readBlob, stageMail } from '#kernel/data/blobs.ts';
import type { Queryable, Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { addressesOf } from '#mailbox/identities/index.ts';
import type { DeliveryReason } from '#mailbox/messages/index.ts';
import { findSendingDomains, type SendingDomain } from '#workspace/domains/index.ts';
import { effectivePolicy } from '#workspace/tenants/index.ts';
import { giveBack } from '../accept/caps.ts';
import { withSender } from '../compose/index.ts';
import { domainOf } from '../domain-of.ts';
import { changeTransport, type LockedSend, moveToPlatform, senderOfDue } from '../repository.ts';
import { isWaiting } from '../transition/state.ts';
import { type DeliveryUpdate, type OpenSend, transition } from '../transition/transition.ts';

/** How often, and for how long after a message was due, Proofmail checks whether its domain has been verified again. */
const LOOK_AGAIN = 5 * MINUTE;
const HELD_AT_MOST = 24 * HOUR;

/** The tenants' domains from which these messages are sent, by name, without the platform's domain. */
export async function senderDomains(
  db: Queryable,
  mailDomain: string,
  sends: readonly LockedSend[],
): Promise<Map<string, SendingDomain>> {
  const names = new Set(sends.map(({ envelope_from }) => domainOf(envelope_from)));
  names.delete(mailDomain);
  const found = await findSendingDomains(db, { names: [...names] });
  return new Map(found.map((domain) => [domain.domain, domain]));
}

/**
 * The domain from which a message may still be sent as it was accepted, null for the platform's, or `no`. Since then,
 * the domain may have lost its verification, its transport or its tenant.
 */
export function mayGoFrom(
  send: LockedSend,
  mailDomain: string,
  domains: ReadonlyMap<string, SendingDomain>,
): SendingDomain | null | 'no' {
  const name = domainOf(send.envelope_from);
  if (name === mailDomain) return null;
  const domain = domains.get(name);
  if (!domain?.is_ready || domain.tenant_id !== send.tenant_id) return 'no';
  return domain.transport === send.transport && !isBasicMarketing(send, domain) ? domain : 'no';
}

const isBasicMarketing = ({ kind }: LockedSend, { transport }: Pick<SendingDomain, 'transport'>): boolean =>
  kind === 'marketing' && transport === 'basic';

/** The decision about a message that may not go out unchanged. */
type Settled = { again: Date | undefined } | { send: LockedSend; domain: SendingDomain | null };

/**
 * Decides about such a message, whose send the transaction holds (spec 4.6 rule 8, 7.3): it waits for its domain, moves
 * to another transport or to the platform address, or ends.
 */
export async function settleDomain(
  services: Services,
  tx: Transaction,
  open: OpenSend,
  at: Date,
): Promise<Settled> {
  const { send } = open;
  const { mailDomain } = services.config;
  const domains = await senderDomains(tx, mailDomain, [send]);
  const may = mayGoFrom(send, mailDomain, domains);
  if (may !== 'no') return { send, domain: may };
  const domain = domains.get(domainOf(send.envelope_from));
  const refuse = (reason: DeliveryReason) => end(services, tx, open, at, 'refused_permanently', reason);
  if (!domain || domain.tenant_id !== send.tenant_id) return refuse('sender_domain_unavailable');
  if (domain.falls_back) return fallBack(services, tx, open, at);
  if (!domain.is_ready) {
    const isLate = at > after(new Date(send.send_at ?? send.created_at), HELD_AT_MOST);
    return isLate ? refuse('sender_domain_unavailable') : { again: after(at, LOOK_AGAIN) };
  }
  if (isBasicMarketing(send, domain)) return refuse('marketing_needs_ses');
  await changeTransport(tx, send.message_id, domain.transport);
  return { send: { ...send, transport: domain.transport }, domain };
}

/** From the platform address, where the policy allows it and the kind of mail does not need the domain. */
async function fallBack(services: Services, tx: Transaction, open: OpenSend, at: Date): Promise<Settled> {
  const { send, deliveries } = open;
  const [sender, addresses] = await Promise.all([
    senderOfDue(tx, send.message_id),
    addressesOf(tx, send.identity_id),
  ]);
  const platform = addresses.find(({ is_platform, status }) => is_platform && status === 'active');
  if (!sender || !platform || !effectivePolicy(sender).domains.fallback)
    return end(services, tx, open, at, 'given_up', 'domain_failing_no_fallback');
  if (send.kind === 'marketing')
    return end(services, tx, open, at, 'refused_permanently', 'marketing_needs_ses');
  // Some recipients already have the message from its own address. It is not sent under two addresses.
  if (deliveries.some(({ is_taken }) => is_taken)) return { again: after(at, LOOK_AGAIN) };
  const raw = withSender(await readBlob(services, send.raw_id), send.envelope_from, platform.address);
  const blob = await stageMail(services, raw);
  await insertBlobs(tx, [blob]);
  await moveToPlatform(tx, send.message_id, platform.address, blob.id);
  return {
    send: { ...send, envelope_from: platform.address, transport: 'basic', raw_id: blob.id },
    domain: null,
  };
}

async function end(
  services: Services,
  tx: Transaction,
  { send, deliveries }: OpenSend,
  at: Date,
  attempt: 'refused_permanently' | 'given_up',
  reason: DeliveryReason,
): Promise<Settled> {
  const updates = deliveries
    .filter(isWaiting)
    .map(({ address }): DeliveryUpdate => ({ address, trigger: { attempt }, reason }));
  await transition(services, tx, send, deliveries, updates, { at, reason });
  // No transport was ever asked, so it does not count against the caps.
  if (send.attempts === 0 && !deliveries.some(({ is_taken }) => is_taken))
    await giveBack(tx, send.message_id);
  return { again: undefined };
}
