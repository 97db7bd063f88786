import type { Queryable } from '#kernel/data/database.ts';
import { contactKey, knownContacts } from '#mailbox/contacts/index.ts';
import type { IdentityRow } from '#mailbox/identities/index.ts';
import { recipientStandings } from '#mailbox/suppressions/index.ts';
import type { Policy } from '#workspace/tenants/index.ts';
import type { Draft } from './draft.ts';
import type { NewDelivery } from './repository.ts';

/** What is known of the recipients of a send. */
export type Standing = {
  recipients: Awaited<ReturnType<typeof recipientStandings>>;
  /** Whom the identity knows, by `contactKey`; null when it may write to anybody. */
  known: Awaited<ReturnType<typeof knownContacts>> | null;
};

/** Some recipients of an identity. */
export type Recipients = {
  identity: Pick<IdentityRow, 'id' | 'tenant_id' | 'send_policy'>;
  addresses: readonly string[];
};

/** For a batch of sends, in the order given: two statements per tenant, and one for all contacts. */
export async function readStandings(
  db: Queryable,
  wanted: readonly Recipients[],
  now: Date,
): Promise<Standing[]> {
  const byTenant = Map.groupBy(wanted, ({ identity }) => identity.tenant_id);
  const pairs = wanted
    .filter(mustBeKnown)
    .flatMap(({ identity: { id }, addresses }) => addresses.map((address) => ({ identity_id: id, address })));
  const [standings, known] = await Promise.all([
    Promise.all(
      [...byTenant].map(async ([tenantId, sends]) => {
        const addresses = [...new Set(sends.flatMap((send) => send.addresses))];
        return [tenantId, await recipientStandings(db, tenantId, addresses, now)] as const;
      }),
    ),
    knownContacts(db, pairs),
  ]);
  const ofTenant = new Map(standings);
  return wanted.map((send) => ({
    recipients: ofTenant.get(send.identity.tenant_id)!,
    known: mustBeKnown(send) ? known : null,
  }));
}

const mustBeKnown = ({ identity }: Recipients): boolean =>
  identity.send_policy.require_known_recipient ?? false;

/**
 * Why a recipient is not sent to, or null (interface-spec 4.6, rule 9): its suppression, `send_block`,
 * `not_on_allowlist`, `unknown_recipient`.
 */
export function reasonNotToSend(
  { recipients, known }: Standing,
  identityId: string,
  address: string,
  policy: Pick<Policy, 'send_allowlist_only'>,
): string | null {
  const standing = recipients.get(address);
  if (standing?.suppression) return standing.suppression;
  if (standing?.blocked) return 'send_block';
  if (policy.send_allowlist_only && !standing?.allowed) return 'not_on_allowlist';
  return known && !known.has(contactKey(identityId, address)) ? 'unknown_recipient' : null;
}

export const recipientsOf = (draft: Pick<Draft, 'to' | 'cc' | 'bcc'>): string[] =>
  [...draft.to, ...draft.cc, ...draft.bcc].map(({ address }) => address);

/** The deliveries that a draft becomes. */
export const deliveriesFor = (draft: Draft, standing: Standing, policy: Policy): NewDelivery[] =>
  (['to', 'cc', 'bcc'] as const).flatMap((field) =>
    draft[field].map(({ address }) => {
      const reason = reasonNotToSend(standing, draft.identity.id, address, policy);
      return { address, field, status: reason === null ? 'queued' : 'suppressed', reason };
    }),
  );
