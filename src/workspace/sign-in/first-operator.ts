import { AppError } from '#kernel/catalogue/errors.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { lockNames } from '#kernel/data/locks.ts';
import { hmac, sameBytes } from '#kernel/keys/sealing.ts';
import type { Services } from '#kernel/operation/services.ts';
import { findOrInsertUser } from '#workspace/members/index.ts';
import { hasOperator, makeOperator } from './repository.ts';

/**
 * The token of the link in the banner, which creates the first operator. It stays the same until it is used, so an
 * operator who missed it finds it at the next start. Nothing is stored, and revoking the `link` key changes the token.
 */
export const setupToken = ({ keyRing }: Services): string => {
  const { kid, key } = keyRing.active('link');
  return `${kid}.${hmac(key, 'first-operator').toString('base64url')}`;
};

/** The token for the banner, or null if the deployment already has an operator. */
export const openSetup = async (services: Services): Promise<string | null> =>
  (await hasOperator(services.db)) ? null : setupToken(services);

/**
 * Creates the first operator, once. @returns their user id
 * @throws AppError `unauthenticated` when the token is wrong, or there is one already
 */
export async function makeFirstOperator(
  tx: Transaction,
  services: Services,
  token: string,
  person: { email: string; name: string },
): Promise<string> {
  await lockNames(tx, 'sign-in', ['first operator']);
  if (!isSetupToken(services, token) || (await hasOperator(tx))) {
    throw new AppError('unauthenticated', undefined, {
      message: 'This link has been used, or is not valid.',
    });
  }
  const id = await findOrInsertUser(tx, { id: newId('user'), ...person, email: person.email.toLowerCase() });
  await makeOperator(tx, id);
  return id;
}

function isSetupToken({ keyRing, clock }: Services, token: string): boolean {
  const [kid = '', mac = ''] = token.split('.');
  const found = keyRing.verifying('link', kid, clock.now());
  return found !== null && sameBytes(hmac(found.key, 'first-operator'), Buffer.from(mac, 'base64url'));
}
