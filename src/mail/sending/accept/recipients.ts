import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { type Mailbox, parseRecipients, type RecipientInput } from '../compose/index.ts';

type Fields = { to?: RecipientInput[]; cc?: RecipientInput[]; bcc?: RecipientInput[] };

/**
 * The recipients of a send, without duplicates (spec 4.6, rule 1). Errors name every invalid one.
 * @throws AppError `address_invalid`, `address_unsupported`, `invalid_request`
 */
export function readRecipients(fields: Fields): { to: Mailbox[]; cc: Mailbox[]; bcc: Mailbox[] } {
  const { to, cc, bcc, violations } = parseRecipients(fields);
  const first = violations[0];
  if (first) {
    const errors = violations.slice(0, limits.fieldErrors).map(({ path, message }) => ({ path, message }));
    throw first.code === 'invalid_request' ? invalidRequest(errors) : new AppError(first.code, { errors });
  }
  return { to, cc, bcc };
}
