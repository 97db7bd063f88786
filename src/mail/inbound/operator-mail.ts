import type { Transaction } from '#kernel/data/database.ts';
import { insertOperatorMail } from '#mail/sending/index.ts';
import type { SpoolEntry } from '#mail/spool/index.ts';

/** Whose mail it is in the fair order of the queue. */
export const OPERATOR = 'operator';

/**
 * Whether an address belongs to the operator: `postmaster` and `abuse` of the deployment's domain (RFC 5321 4.5.1,
 * RFC 2142), and `postmaster` without a domain.
 */
export const isOperatorAddress = (address: string, mailDomain: string): boolean =>
  address === 'postmaster' || address === `postmaster@${mailDomain}` || address === `abuse@${mailDomain}`;

/** Keeps the operator's mail with what the deployment shows only to operators: the captured mail of the console. */
export async function storeOperatorMail(
  tx: Transaction,
  receipts: readonly SpoolEntry[],
  mailDomain: string,
): Promise<void> {
  const mails = receipts.flatMap(({ id, envelope_from, raw_id, recipients }) => {
    const envelope_to = recipients.filter((address) => isOperatorAddress(address, mailDomain));
    // An id of our own: the sender's could be that of other mail which is kept there.
    return envelope_to.length === 0
      ? []
      : [{ id, rfc_message_id: `<${id}@${mailDomain}>`, envelope_from, envelope_to, raw_id }];
  });
  if (mails.length > 0) await insertOperatorMail(tx, mails);
}
