import { after, DAY } from '#kernel/base/clock.ts';
import { addressHint } from '#kernel/base/email-address.ts';
import type { Services } from '#kernel/operation/services.ts';
import { linkToken, readLink } from '#mailbox/attachments/index.ts';
import { suppress } from '#mailbox/suppressions/index.ts';
import { recipientsOf } from '../accept/delivery-plan.ts';
import type { Draft } from '../accept/draft.ts';
import { loneRecipientOf } from './unsubscribe-repository.ts';

/** Longer than the month for which an unsubscribe link must work. */
const WORKS_FOR = 90 * DAY;

type Unsubscribe = NonNullable<Draft['unsubscribe']>;

/**
 * The unsubscribe headers of a message (RFC 2369, RFC 8058): the caller's `url`, or else our page. The link to our page
 * identifies the recipient, so it is only in messages to one recipient. Null if the caller did not ask for it.
 */
export function waysOut(
  services: Pick<Services, 'config' | 'keyRing' | 'clock'>,
  draft: Draft,
  messageId: string,
): Unsubscribe | null {
  const { unsubscribe, identity } = draft;
  if (!unsubscribe || unsubscribe.url || recipientsOf(draft).length !== 1) return unsubscribe;
  const expiresAt = after(draft.sendAt ?? services.clock.now(), WORKS_FOR);
  const token = linkToken(services, {
    kind: 'unsubscribe',
    id: messageId,
    tenant_id: identity.tenant_id,
    expires_at: expiresAt.getTime(),
  });
  return { ...unsubscribe, url: `${services.config.consoleUrl}/unsubscribe/${token}` };
}

type Leaving = {
  tenant_id: string;
  identity_id: string;
  address: string;
  source_message_id: string;
  workspace: string;
};

async function whoLeaves(services: Services, token: string): Promise<Leaving | null> {
  const link = readLink(services, token);
  if (link?.kind !== 'unsubscribe') return null;
  const { tenant_id, id: source_message_id } = link;
  const recipient = await loneRecipientOf(services.db, tenant_id, source_message_id);
  return recipient && { tenant_id, source_message_id, ...recipient };
}

/** The content of the page behind a link: the recipient's masked address, and the sender whose mail will stop. */
export type Farewell = { hint: string; sender: string };

const farewellOf = ({ address, workspace }: Leaving): Farewell => ({
  hint: addressHint(address),
  sender: workspace,
});

/** The recipient that a link would unsubscribe; null if the link is invalid. Changes nothing: scanners open links too. */
export async function unsubscribeHint(services: Services, token: string): Promise<Farewell | null> {
  const leaving = await whoLeaves(services, token);
  return leaving && farewellOf(leaving);
}

/** Suppresses the recipient for the tenant. A second call changes nothing. @returns null if the link is invalid */
export async function unsubscribe(services: Services, token: string): Promise<Farewell | null> {
  const leaving = await whoLeaves(services, token);
  if (!leaving) return null;
  const { workspace: _, ...who } = leaving;
  const now = services.clock.now();
  await services.db.transaction((tx) => suppress(services, tx, [{ ...who, reason: 'unsubscribe' }], now));
  return farewellOf(leaving);
}
