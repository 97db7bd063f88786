import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { insertOperatorMail } from '#mail/sending/index.ts';
import { domainsOf, type InboundDomain } from '#workspace/domains/index.ts';
import { findAdmins } from '#workspace/members/index.ts';
import { notify } from '#workspace/notifications/index.ts';
import type { Delivery } from './copies.ts';

/** The flow that this mail belongs to in the fair queue. */
export const OPERATOR = 'operator';

/** `postmaster` and `abuse` (RFC 5321 4.5.1, RFC 2142). */
const ROLE = /^(?:postmaster|abuse)@(.+)$/;
/** The maximum number of characters of the message in a notice. */
const MAX_QUOTED = 2_000;

/**
 * Whether an address belongs to the operator: `postmaster` and `abuse` of the deployment's domain, and `postmaster`
 * without a domain.
 */
export const isOperatorAddress = (address: string, mailDomain: string): boolean =>
  address === 'postmaster' || ROLE.exec(address)?.[1] === mailDomain;

/** The domain of any `postmaster` or `abuse` address: the operator is responsible for tenants' domains as well. */
export const roleDomainOf = (address: string): string | null => ROLE.exec(address)?.[1] ?? null;

/**
 * Stores the operator's mail in the console's outbox, which only operators see. Of mail to
 * a tenant's domain, the admins of the tenant are notified too.
 */
export async function storeOperatorMail(
  tx: Transaction,
  services: Services,
  batch: readonly Delivery[],
): Promise<void> {
  const { mailDomain } = services.config;
  const names = batch.flatMap(({ receipt }) => receipt.recipients.flatMap((to) => roleDomainOf(to) ?? []));
  const domains = await domainsOf(
    tx,
    [...new Set(names)].filter((name) => name !== mailDomain),
  );
  const receivingOf = (address: string): InboundDomain | null => {
    const domain = domains.get(roleDomainOf(address) ?? '');
    return domain?.is_receiving ? domain : null;
  };
  const mails = batch.flatMap(({ receipt: { id, envelope_from, raw_id, recipients } }) => {
    const envelope_to = recipients.filter(
      (address) => isOperatorAddress(address, mailDomain) || receivingOf(address) !== null,
    );
    // Uses our own id, because the sender's could equal that of other stored mail.
    return envelope_to.length === 0
      ? []
      : [{ id, rfc_message_id: `<${id}@${mailDomain}>`, envelope_from, envelope_to, raw_id }];
  });
  if (mails.length === 0) return;
  await insertOperatorMail(tx, mails);
  for (const mail of batch)
    for (const address of mail.receipt.recipients) {
      const domain = receivingOf(address);
      if (domain) await tellTenant(tx, services, domain, address, mail);
    }
}

async function tellTenant(
  tx: Transaction,
  services: Services,
  { tenant_id: tenantId }: InboundDomain,
  address: string,
  { processed: { parsed }, receipt }: Delivery,
): Promise<void> {
  await notify(tx, services, {
    tenantId,
    people: await findAdmins(tx, tenantId),
    kind: 'postmaster_mail',
    once: `postmaster_mail:${receipt.id}:${address}`,
    subject: `Mail to ${address}`,
    body: [
      `Somebody wrote to ${address}. The operator of Proofmail also received the message.`,
      {
        facts: [
          ['From', parsed.from?.address ?? (receipt.envelope_from || 'a mail server')],
          ['Subject', parsed.subject],
        ],
      },
      { quote: parsed.text.slice(0, MAX_QUOTED).toWellFormed() },
    ],
    path: '/console/domains',
    button: { label: 'Open your domains' },
  });
}
