import type { AddressRow } from '#identities/index.ts';
import { AppError, invalidRequest } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';
import type { Policy } from '#tenants/index.ts';
import { type ThreadRow, takesPart } from '#threads/index.ts';
import { checkCustomHeaders } from './compose/index.ts';
import type { Draft } from './draft.ts';
import { simulatorDomain } from './simulator.ts';

/** What the checks look at. `addresses` are the identity's own. */
export type SendFacts = {
  draft: Draft;
  /** The thread that it continues, when there is one. */
  thread: Pick<ThreadRow, 'participants'> | null;
  policy: Policy;
  mailDomain: string;
  addresses: readonly AddressRow[];
};

export type SendCheck = { name: string; check(facts: SendFacts): void };

const count = ({ to, cc, bcc }: Draft): number => to.length + cc.length + bcc.length;

/**
 * Every check of a send, the cheapest first (interface-spec 4.6, rules 1 to 8). A dry run runs the same list.
 */
export const sendChecks: readonly SendCheck[] = [
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
    name: 'has recipients',
    check({ draft }) {
      if (count(draft) === 0) throw invalidRequest([{ path: 'to', message: 'Name at least one recipient.' }]);
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
      if (!draft.text && !draft.html)
        throw invalidRequest([{ path: 'text', message: 'Give text, html or both.' }]);
    },
  },
  {
    name: 'body fits into a message',
    check({ draft }) {
      // Before anything is composed; the composed message is measured exactly.
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
      if (first?.code === 'header_not_allowed')
        throw new AppError('header_not_allowed', {
          errors: violations.map(({ path, message }) => ({ path, message })),
        });
      if (first) throw invalidRequest(violations.map(({ path, message }) => ({ path, message })));
    },
  },
  {
    name: 'marketing has unsubscribe and consent',
    check({ draft }) {
      if (draft.kind !== 'marketing') return;
      const { url, mailto } = draft.unsubscribe ?? {};
      if (!(url || mailto) || !draft.hasConsent) throw new AppError('marketing_requirements_missing');
      // The platform domain is sent from by the basic transport, which carries no marketing (rule 3).
      throw new AppError('transport_unavailable', { reason: 'marketing_needs_ses' });
    },
  },
  {
    name: 'automatic reply is allowed',
    check({ draft, policy }) {
      if (draft.kind !== 'auto_reply') return;
      const denied = !policy.auto_reply.allowed || draft.identity.send_policy.auto_reply === 'denied';
      if (denied || draft.inReplyTo === null || draft.answersAutomated)
        throw new AppError('auto_reply_not_allowed');
    },
  },
  {
    name: 'from address is usable',
    check(facts) {
      senderOf(facts);
    },
  },
  {
    name: 'test mode stays inside',
    check({ draft, mailDomain }) {
      if (draft.identity.tenant.mode !== 'test') return;
      const outside = [...draft.to, ...draft.cc, ...draft.bcc].find(
        ({ address }) => !isInside(address, mailDomain),
      );
      if (outside) throw new AppError('test_mode_recipient', { address: outside.address });
    },
  },
];

/** Runs all checks; the first that fails says why. */
export function runChecks(facts: SendFacts): void {
  for (const { check } of sendChecks) check(facts);
}

/** An address of the deployment itself: on the platform domain, or the simulator. */
export const isInside = (address: string, mailDomain: string): boolean => {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domain === mailDomain || domain === simulatorDomain(mailDomain);
};

/** The address that the message is from (rule 4). @throws AppError `invalid_request`, `domain_not_ready` */
export function senderOf({ draft, thread, addresses }: SendFacts): AddressRow {
  const wanted = draft.fromAddress?.toLowerCase() ?? null;
  const address = addresses.find((row) =>
    wanted === null ? row.role === 'primary' : row.address === wanted,
  );
  if (address?.status === 'pending') throw new AppError('domain_not_ready');
  if (address?.status === 'active') return address;
  // An answer is from the address that its original came to, so that one is in use by definition.
  const inUse =
    address && (draft.inReplyTo !== null || takesPart(thread?.participants ?? [], address.address));
  if (address?.status === 'retiring' && inUse) return address;
  throw invalidRequest([{ path: 'from_address', message: 'Must be an active address of this identity.' }]);
}
