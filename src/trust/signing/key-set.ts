import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';
import { publicJwk } from './key-pair.ts';
import { publishedKeys } from './repository.ts';

/**
 * The JWK Set of an identity (RFC 7517, section 5; interface-spec 4.2). Empty as long as it has signed nothing.
 * @throws AppError `identity_not_found` for one that cannot act: paused, suspended, deleting or deleted
 */
export async function identityKeySet({ db, clock }: Services, identityId: string) {
  const keys = await publishedKeys(db, identityId, clock.now());
  if (!keys) throw new AppError('identity_not_found');
  return {
    keys: keys.map(({ kid, public_x }) => ({ ...publicJwk(public_x), kid, alg: 'EdDSA', use: 'sig' })),
  };
}
