import { after, DAY, MINUTE } from '#kernel/base/clock.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { type AddressRow, assertRoom, sendPolicyOf } from '#mailbox/identities/index.ts';
import { takesPart } from '#mailbox/threads/index.ts';
import type { InboundDomain, SendingDomain } from '#workspace/domains/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import { checkCustomHeaders } from '../compose/index.ts';
import { domainOf } from '../domain-of.ts';
import { simulatorDomain } from '../submit/simulator.ts';
import { assertGranted, assertLeft, type SendCap } from './caps.ts';
import { recipientsOf } from './delivery-plan.ts';
import type { Draft } from './draft.ts';
import type { SendFacts } from './facts.ts';
import { assertQueueHasRoom } from './queue-ceiling.ts';

/** The input of the first checks, which need no lookups. */
type Request = Pick<SendFacts, 'draft' | 'policy' | 'mailDomain' | 'now'>;

export type SendCheck<Facts> = { name: string; check(facts: Facts): void };

/** A time that has just passed counts as now, because clocks differ a little. */
const CLOCK_SKEW = 5 * MINUTE;

const count = ({ to, cc, bcc }: Draft): number => to.length + cc.length + bcc.length;

/**
 * The checks that need only the request itself, the cheapest first (spec 4.6, rules 1 to 8). A dry run runs
 * the same two lists.
 */
export const requestChecks: readonly SendCheck<Request>[] = [
  {
    name: 'identity is active',
    check({ draft: { identity } }) {
      if (identity.status === 'paused')
        throw new AppError('identity_paused', { reason: identity.pause_reason });
      if (identity.status !== 'active') throw new AppError('identity_not_found');
    },
  },
  {
    name: 'identity has an owner',
    check({ draft: { identity } }) {
      if (!identity.owner_email) throw new AppError('identity_owner_required');
    },
  },
  {
    name: 'mailbox has room',
    check({ draft }) {
      assertRoom(draft.identity);
    },
  },
  {
    name: 'has recipients',
    check({ draft }) {
      if (count(draft) === 0) throw invalidRequest([{ path: 'to', message: 'Add at least one recipient.' }]);
    },
  },
  {
    name: 'not too many recipients',
    check({ draft, policy }) {
      if (count(draft) <= policy.max_recipients) return;
      throw new AppError('too_many_recipients', {
        max_recipients: policy.max_recipients,
        recipients: count(draft),
      });
    },
  },
  {
    name: 'has a body',
    check({ draft }) {
      if (!draft.text && !draft.html && !draft.quoted)
        throw invalidRequest([{ path: 'text', message: 'Send text, html or both.' }]);
    },
  },
  {
    name: 'time to send is near',
    check({ draft: { sendAt }, now }) {
      if (sendAt === null) return;
      if (sendAt < after(now, -CLOCK_SKEW))
        throw invalidRequest([{ path: 'send_at', message: 'Use a time in the future.' }]);
      if (sendAt > after(now, limits.sendAheadDays * DAY))
        throw invalidRequest([
          { path: 'send_at', message: `Use a time within the next ${limits.sendAheadDays} days.` },
        ]);
    },
  },
  {
    name: 'body fits into a message',
    check({ draft }) {
      // A rough limit before composition; the composed message is measured exactly.
      const size = Buffer.byteLength(draft.text ?? '') + Buffer.byteLength(draft.html ?? '');
      if (size > limits.outboundMessage)
        throw new AppError('message_too_large', { size, limit: limits.outboundMessage });
    },
  },
  {
    name: 'headers are allowed',
    check({ draft }) {
      const violations = checkCustomHeaders(draft.headers, []);
      const first = violations[0];
      if (!first) return;
      const errors = violations.slice(0, limits.fieldErrors).map(({ path, message }) => ({ path, message }));
      throw first.code === 'invalid_request' ? invalidRequest(errors) : new AppError(first.code, { errors });
    },
  },
  {
    name: 'marketing has unsubscribe and consent',
    check({ draft }) {
      if (draft.kind !== 'marketing') return;
      const { url, mailto } = draft.unsubscribe ?? {};
      const missing = [...(url || mailto ? [] : ['unsubscribe']), ...(draft.hasConsent ? [] : ['consent'])];
      if (missing.length > 0) throw new AppError('marketing_requirements_missing', { missing });
    },
  },
  {
    name: 'automatic reply answers a person',
    check({ draft, policy }) {
      if (draft.kind !== 'auto_reply') return;
      const reason = reasonAgainstAutomaticReply(draft, policy);
      if (reason) throw new AppError('auto_reply_not_allowed', { reason });
    },
  },
];

const roomIn =
  (used: SendFacts['used']) =>
  ({ owner_id, cap }: SendCap): boolean =>
    (used.get(owner_id) ?? 0) < cap;

function reasonAgainstAutomaticReply(draft: Draft, policy: Policy): string | null {
  if (!policy.auto_reply.allowed) return 'policy';
  if (sendPolicyOf(draft.identity).auto_reply === 'denied') return 'send_policy';
  if (draft.answers === null) return 'not_a_reply';
  return draft.answers.automated ? 'automated_original' : null;
}

/** The checks that need stored facts, in the same order. */
export const mailboxChecks: readonly SendCheck<SendFacts>[] = [
  {
    name: 'test mode stays inside',
    check({ draft, mailDomain, recipientDomains }) {
      if (draft.identity.tenant.mode !== 'test') return;
      const outside = recipientsOf(draft).find((address) => !isInside(address, mailDomain, recipientDomains));
      if (outside !== undefined) throw new AppError('test_mode_recipient', { address: outside });
    },
  },
  {
    name: 'from address is usable',
    check(facts) {
      senderOf(facts);
    },
  },
  {
    name: 'transport carries marketing',
    check(facts) {
      if (facts.draft.kind === 'marketing' && transportOf(senderOf(facts)) === 'basic')
        throw new AppError('transport_unavailable', { reason: 'marketing_needs_ses' });
    },
  },
  {
    name: 'automatic exchange has not gone on too long',
    check({ draft, policy, automaticReplies }) {
      const { max_automatic_exchanges } = policy.auto_reply;
      if (draft.kind === 'auto_reply' && automaticReplies >= max_automatic_exchanges)
        throw new AppError('auto_reply_not_allowed', {
          reason: 'max_automatic_exchanges',
          max_automatic_exchanges,
        });
    },
  },
  {
    name: 'plan has sends left',
    check({ config, caps, used }) {
      assertGranted({ config }, caps, roomIn(used), used);
    },
  },
  {
    name: 'queue has room',
    check({ draft, policy, queued }) {
      assertQueueHasRoom(draft.identity.tenant.id, { waiting: queued, limit: policy.limits.queued_sends });
    },
  },
  {
    name: 'daily caps have room',
    check({ draft, caps, used, now }) {
      const { timezone: zone } = draft.identity.tenant;
      assertLeft(caps, roomIn(used), { zone, at: draft.sendAt ?? now, now });
    },
  },
];

/** Runs the checks in order. The first one that fails throws. */
export function runChecks<Facts>(checks: readonly SendCheck<Facts>[], facts: Facts): void {
  for (const { check } of checks) check(facts);
}

/** An address of the deployment: on the platform domain, the simulator, or a tenant's domain whose mail comes here. */
export const isInside = (
  address: string,
  mailDomain: string,
  tenantDomains: ReadonlyMap<string, Pick<InboundDomain, 'is_inside'>>,
): boolean => {
  const domain = domainOf(address);
  if (domain === mailDomain || domain === simulatorDomain(mailDomain)) return true;
  return tenantDomains.get(domain)?.is_inside ?? false;
};

/** The sender of a message. `domain` is null for the platform's domain. */
export type Sender = { address: AddressRow; domain: SendingDomain | null; isFallback: boolean };

/**
 * Who the message is from (rule 4). If the domain is failing or suspended, the message goes out from the platform
 *  address (rule 8); if the policy forbids that, the message is accepted and then fails (spec 7.3).
 * @throws AppError `invalid_request`, `domain_not_ready`
 */
export function senderOf(
  facts: Pick<SendFacts, 'draft' | 'thread' | 'addresses' | 'domains' | 'policy'>,
): Sender {
  const { addresses, domains, policy } = facts;
  const address = addressOf(facts);
  if (address.domain_id === null) return { address, domain: null, isFallback: false };
  const domain = domains.get(address.domain_id);
  if (!domain || domain.tenant_id !== address.tenant_id) throw new AppError('domain_not_ready');
  if (domain.is_ready) return { address, domain, isFallback: false };
  if (!domain.falls_back)
    throw new AppError('domain_not_ready', { domain: domain.domain, status: domain.status });
  const platform = addresses.find(({ is_platform, status }) => is_platform && status === 'active');
  if (!policy.domains.fallback || !platform) return { address, domain, isFallback: false };
  return { address: platform, domain: null, isFallback: true };
}

function addressOf({
  draft,
  thread,
  addresses,
}: Pick<SendFacts, 'draft' | 'thread' | 'addresses'>): AddressRow {
  const wanted = draft.fromAddress?.toLowerCase() ?? null;
  const address = addresses.find((row) =>
    wanted === null ? row.role === 'primary' : row.address === wanted,
  );
  if (address?.status === 'pending') throw new AppError('domain_not_ready');
  if (address?.status === 'active') return address;
  // A reply is sent from the address that the original came to, so the thread uses that address already.
  const inUse = address && (draft.answers !== null || takesPart(thread?.participants ?? [], address.address));
  if (address?.status === 'retiring' && inUse) return address;
  throw invalidRequest([{ path: 'from_address', message: 'Use an active address of this identity.' }]);
}

/** The transport for mail of a sender (decisions.md section 1). The basic transport sends for the platform domain. */
export const transportOf = ({ domain }: Sender): SendingDomain['transport'] => domain?.transport ?? 'basic';
