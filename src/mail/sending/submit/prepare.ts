import { after, HOUR, MINUTE } from '#kernel/base/clock.ts';
import { unpacked } from '#kernel/data/blobs.ts';
import type { Queryable, Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { deliverInside } from '#mail/spool/index.ts';
import { findRecipients, isFull, reportFull } from '#mailbox/identities/index.ts';
import { splitThreadToken } from '#mailbox/threads/index.ts';
import { domainsOf, type InboundDomain } from '#workspace/domains/index.ts';
import { isInside } from '../accept/checks.ts';
import { domainOf } from '../domain-of.ts';
import type { Transition } from '../events.ts';
import {
  type DeliveryRow,
  deliveriesOfAll,
  type LockedSend,
  readSends,
  smallContentsOf,
} from '../repository.ts';
import { isWaiting } from '../transition/state.ts';
import { type DeliveryUpdate, openSend, transition } from '../transition/transition.ts';
import type { Attempt } from './claim.ts';
import { mayGoFrom, senderDomains, settleDomain } from './sender-domain.ts';
import { simulateHandOver } from './simulate.ts';
import { isSimulated } from './simulator.ts';

const GIVE_UP_AFTER = 24 * HOUR;
/** The waits after the first, second, … clear temporary refusal. */
const BACK_OFF = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE);

/** The message is settled, or will be tried again at a certain time. */
export type Ended = { again: Date | undefined };
/** What a job has to do for a message: submit it to the transport, or nothing more. */
export type Prepared = { attempt: Attempt } | Ended;

/**
 * Reads the state of messages without a lock, because `claim.ts` checks it again. Null for a message that needs its own
 * transaction (`prepareAlone`): it has recipients inside the deployment, or an attempt that never ended.
 */
export async function prepareAll(
  services: Services,
  messageIds: readonly string[],
): Promise<(Prepared | null)[]> {
  const [sends, deliveries, contents] = await services.db.pipelined((db) =>
    Promise.all([
      readSends(db, messageIds),
      deliveriesOfAll(db, messageIds),
      smallContentsOf(db, messageIds),
    ]),
  );
  const { mailDomain } = services.config;
  const [domains, inside] = await Promise.all([
    senderDomains(services.db, mailDomain, sends),
    tenantDomains(services.db, mailDomain, deliveries.filter(isWaiting)),
  ]);
  const sendOf = new Map(sends.map((send) => [send.message_id, send]));
  const deliveriesOf = Map.groupBy(deliveries, ({ message_id }) => message_id);
  const contentOf = new Map(contents.map((row) => [row.message_id, unpacked(row)]));
  return messageIds.map((id) => {
    const send = sendOf.get(id);
    const waiting = (deliveriesOf.get(id) ?? []).filter(isWaiting);
    if (!send || waiting.length === 0) return { again: undefined };
    const { remote } = byRoute(waiting, mailDomain, inside);
    if (send.attempt_started_at !== null || remote.length < waiting.length) return null;
    const domain = mayGoFrom(send, mailDomain, domains);
    if (domain === 'no') return null;
    return { attempt: { send, domain, remote, content: contentOf.get(id) ?? null } };
  });
}

/** Delivers to recipients inside the deployment and to the simulator's. Returns the attempt for the others. */
export async function prepareAlone(services: Services, messageId: string): Promise<Prepared> {
  return services.db.transaction(async (tx): Promise<Prepared> => {
    const [open, [small]] = await Promise.all([openSend(tx, messageId), smallContentsOf(tx, [messageId])]);
    const waiting = open?.deliveries.filter(isWaiting) ?? [];
    if (!open || waiting.length === 0) return { again: undefined };
    const { deliveries } = open;
    const at = services.clock.now();
    if (open.send.attempt_started_at !== null) {
      await endLostAttempt(services, tx, open.send, deliveries, at);
      return { again: undefined };
    }
    const settled = await settleDomain(services, tx, open, at);
    if ('again' in settled) return settled;
    const { send, domain } = settled;
    const { mailDomain } = services.config;
    const { inside, simulated, remote } = byRoute(
      waiting,
      mailDomain,
      await tenantDomains(tx, mailDomain, waiting),
    );
    const content = small && send.raw_id === open.send.raw_id ? unpacked(small) : null;
    const attempt = { send, domain, remote, content };
    if (remote.length === waiting.length) return { attempt };
    const updates = [
      ...(await deliverToOurselves(services, tx, send, inside, at)),
      ...(await simulateHandOver(tx, send, simulated, at)),
    ].map((update) => withLastTry(update, send, at));
    const { deliveries: afterwards } = await transition(services, tx, send, deliveries, updates, {
      at,
      // The attempt at the others counts for all of them.
      countsAttempt: remote.length === 0,
      providerMessageId: simulated.length > 0 ? `simulator-${messageId.toLowerCase()}` : null,
    });
    return remote.length > 0 ? { attempt } : { again: nextTry(afterwards, send, at) };
  });
}

type TenantDomains = ReadonlyMap<string, Pick<InboundDomain, 'is_inside'>>;

/** The recipients' domains that belong to tenants: one statement for a batch, none if all are the platform's. */
function tenantDomains(
  db: Queryable,
  mailDomain: string,
  waiting: readonly Pick<DeliveryRow, 'address'>[],
): Promise<TenantDomains> {
  const names = new Set(waiting.map(({ address }) => domainOf(address)));
  names.delete(mailDomain);
  return domainsOf(db, [...names]);
}

/** Recipients by the route that the message takes to them. */
function byRoute(
  waiting: readonly DeliveryRow[],
  mailDomain: string,
  domains: TenantDomains,
): { inside: string[]; simulated: string[]; remote: string[] } {
  const routes = { inside: [] as string[], simulated: [] as string[], remote: [] as string[] };
  for (const { address } of waiting) {
    if (isSimulated(address, mailDomain)) routes.simulated.push(address);
    else if (isInside(address, mailDomain, domains)) routes.inside.push(address);
    else routes.remote.push(address);
  }
  return routes;
}

/** When to try again if a recipient still waits. `send` is the state before this attempt. */
export const nextTry = (deliveries: readonly DeliveryRow[], send: LockedSend, at: Date): Date | undefined =>
  deliveries.some(isWaiting) ? after(at, BACK_OFF[Math.min(send.attempts, BACK_OFF.length - 1)]!) : undefined;

/** A temporary refusal becomes a failure 24 hours after the first attempt (spec 7.3). */
export function withLastTry(
  update: DeliveryUpdate,
  { first_attempt_at }: LockedSend,
  at: Date,
): DeliveryUpdate {
  const since = first_attempt_at === null ? 0 : at.getTime() - new Date(first_attempt_at).getTime();
  const { trigger } = update;
  const isRefusal =
    typeof trigger === 'object' && 'attempt' in trigger && trigger.attempt === 'refused_temporarily';
  if (!isRefusal || since <= GIVE_UP_AFTER) return update;
  return { ...update, trigger: { attempt: 'given_up' }, reason: 'quota_exhausted' };
}

/** The process died after the claim and before the outcome was written: the transport may have the message. */
const endLostAttempt = (
  services: Services,
  tx: Transaction,
  send: LockedSend,
  deliveries: readonly DeliveryRow[],
  at: Date,
): Promise<Transition> => {
  const reason = 'transport_connection_lost';
  const updates = deliveries.map(
    ({ address }): DeliveryUpdate => ({ address, trigger: { attempt: 'unknown' }, reason }),
  );
  return transition(services, tx, send, deliveries, updates, { at, endsAttempt: true, reason });
};

/** Recipients of this deployment receive it as inbound mail, in the same transaction that marks them delivered. */
async function deliverToOurselves(
  services: Services,
  tx: Transaction,
  send: LockedSend,
  addresses: readonly string[],
  now: Date,
): Promise<DeliveryUpdate[]> {
  if (addresses.length === 0) return [];
  const bare = new Map(
    addresses.map((address) => [address, splitThreadToken(address.toLowerCase()).address]),
  );
  const known = new Map(
    (await findRecipients(tx, [...bare.values()])).map((found) => [found.address, found]),
  );
  const updateFor = (address: string) => {
    const mailbox = known.get(bare.get(address)!);
    if (!mailbox) return NO_MAILBOX;
    return isFull(mailbox) ? MAILBOX_FULL : DELIVERED;
  };
  const reached = addresses.filter((address) => updateFor(address) === DELIVERED);
  for (const mailbox of [...known.values()].filter(isFull))
    tx.afterCommit(() =>
      reportFull(services, { id: mailbox.identity_id, tenant_id: mailbox.tenant_id }).catch(
        (error: unknown) => services.log.warn({ err: error }, 'could not report a full mailbox to its owner'),
      ),
    );
  if (reached.length > 0) {
    await deliverInside(tx, services, {
      from: send.envelope_from,
      recipients: reached.map((address) => address.toLowerCase()),
      rawId: send.raw_id,
      heloName: services.config.mailDomain,
      // The key lets recipients see only one message, however often it is handed over.
      dedupeKey: send.message_id,
      at: now,
    });
  }
  tx.afterCommit(() => {
    for (const address of addresses)
      services.metrics.count('proofmail_mail_sent_total', {
        transport: 'inside',
        outcome: updateFor(address) === DELIVERED ? 'accepted' : 'refused_permanently',
      });
  });
  return addresses.map((address) => ({ address, ...updateFor(address) }));
}

const DELIVERED = { trigger: { inside: 'delivered' }, smtp_code: 250, enhanced_code: '2.1.5' } as const;
const NO_MAILBOX = {
  trigger: { inside: 'no_mailbox' },
  smtp_code: 550,
  enhanced_code: '5.1.1',
  smtp_response: 'No such mailbox here',
  bounce_type: 'hard',
} as const;
/** The same outcome as over SMTP (spec 8.3). It says nothing about the address, so it suppresses nobody. */
const MAILBOX_FULL = {
  trigger: { inside: 'mailbox_full' },
  smtp_code: 552,
  enhanced_code: '5.2.2',
  smtp_response: 'Mailbox is full',
  bounce_type: 'soft',
} as const;
