import { contactKey, knownContacts } from '#mailbox/contacts/index.ts';
import type { IdentityRow } from '#mailbox/identities/index.ts';
import type { DeliveryReason } from '#mailbox/messages/index.ts';
import { recipientRestrictions, type SuppressionLookup } from '#mailbox/suppressions/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import type { NewDelivery } from '../repository.ts';
import type { Draft } from './draft.ts';

/** The facts about recipients that a send needs. */
export type SenderContext = {
  recipients: Awaited<ReturnType<typeof recipientRestrictions>>;
  /** The identity's contacts, by `contactKey`; null if it may write to strangers. */
  known: Awaited<ReturnType<typeof knownContacts>> | null;
};

/** Some recipients of an identity. */
export type RecipientsOfSend = {
  identity: Pick<IdentityRow, 'id' | 'tenant_id' | 'send_policy'>;
  addresses: readonly string[];
};

/** For a batch of sends, in the order given: two statements per tenant, and one for all contacts. */
export async function readSenderContexts(
  { db, keyRing }: SuppressionLookup,
  wanted: readonly RecipientsOfSend[],
  now: Date,
): Promise<SenderContext[]> {
  const byTenant = Map.groupBy(wanted, ({ identity }) => identity.tenant_id);
  const pairs = wanted
    .filter(mustBeKnown)
    .flatMap(({ identity: { id }, addresses }) => addresses.map((address) => ({ identity_id: id, address })));
  const [contexts, known] = await Promise.all([
    Promise.all(
      [...byTenant].map(async ([tenantId, sends]) => {
        const addresses = [...new Set(sends.flatMap((send) => send.addresses))];
        return [tenantId, await recipientRestrictions({ db, keyRing }, tenantId, addresses, now)] as const;
      }),
    ),
    knownContacts(db, pairs),
  ]);
  const ofTenant = new Map(contexts);
  return wanted.map((send) => ({
    recipients: ofTenant.get(send.identity.tenant_id)!,
    known: mustBeKnown(send) ? known : null,
  }));
}

const mustBeKnown = ({ identity }: RecipientsOfSend): boolean =>
  identity.send_policy.require_known_recipient ?? false;

/**
 * Why a recipient gets no message, or null (spec 4.6, rule 9): its suppression, `send_block`,
 * `not_on_allowlist`, `unknown_recipient`.
 */
export function reasonNotToSend(
  { recipients, known }: SenderContext,
  identityId: string,
  address: string,
  policy: Pick<Policy, 'send_allowlist_only'>,
): DeliveryReason | null {
  const context = recipients.get(address);
  if (context?.suppression) return context.suppression;
  if (context?.blocked) return 'send_block';
  if (policy.send_allowlist_only && !context?.allowed) return 'not_on_allowlist';
  return known && !known.has(contactKey(identityId, address)) ? 'unknown_recipient' : null;
}

export const recipientsOf = (draft: Pick<Draft, 'to' | 'cc' | 'bcc'>): string[] =>
  [...draft.to, ...draft.cc, ...draft.bcc].map(({ address }) => address);

/** The deliveries that a draft becomes. */
export const deliveriesFor = (draft: Draft, context: SenderContext, policy: Policy): NewDelivery[] =>
  (['to', 'cc', 'bcc'] as const).flatMap((field) =>
    draft[field].map(({ address }) => {
      const reason = reasonNotToSend(context, draft.identity.id, address, policy);
      return { address, field, status: reason === null ? 'queued' : 'suppressed', reason };
    }),
  );
