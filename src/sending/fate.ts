import { contactKey, knownContacts } from '#contacts/index.ts';
import type { IdentityRow } from '#identities/index.ts';
import type { Queryable } from '#kernel/database.ts';
import { recipientStandings } from '#suppressions/index.ts';
import type { Policy } from '#tenants/index.ts';
import type { Draft } from './draft.ts';
import type { NewDelivery } from './repository.ts';

/** What is known of the recipients of a send. */
export type Standing = {
  recipients: Awaited<ReturnType<typeof recipientStandings>>;
  /** Whom the identity knows, by `contactKey`; null when it may write to anybody. */
  known: Awaited<ReturnType<typeof knownContacts>> | null;
};

/** Statements of one round trip, whatever the number of recipients. */
export async function readStanding(
  db: Queryable,
  identity: IdentityRow,
  addresses: readonly string[],
  now: Date,
): Promise<Standing> {
  const mustBeKnown = identity.send_policy.require_known_recipient ?? false;
  const pairs = addresses.map((address) => ({ identity_id: identity.id, address }));
  const [recipients, known] = await Promise.all([
    recipientStandings(db, identity.tenant_id, addresses, now),
    mustBeKnown ? knownContacts(db, pairs) : null,
  ]);
  return { recipients, known };
}

/**
 * Why a recipient is not sent to, or null (interface-spec 4.6, rule 9): its suppression, `send_block`,
 * `not_on_allowlist`, `unknown_recipient`.
 */
export function reasonNotToSend(
  { recipients, known }: Standing,
  identityId: string,
  address: string,
  policy: Policy,
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
