import { createHash, randomBytes } from 'node:crypto';
import { after, MINUTE } from '#kernel/base/clock.ts';
import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { insertSignInToken } from './repository.ts';

/** The lifetime of links and codes (spec 8.4). */
export const SIGN_IN_MINUTES = 10;

const TOKEN_BYTES = 32;

/** The stored form of a token. The token is random, so a plain hash keeps it unreadable at rest. */
export const hashSignInToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * A new token that signs this person in once, within ten minutes. It depends on the current `link` key of the ring, so
 * revoking that key ends it (spec 4.13). `requestId` is the request whose code becomes invalid with it.
 */
export async function issueSignInToken(
  db: Queryable,
  services: Services,
  userId: string,
  requestId: Buffer | null = null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await insertSignInToken(db, {
    token_hash: hashSignInToken(token),
    user_id: userId,
    request_id: requestId,
    kid: services.keyRing.active('link').kid,
    expires_at: after(services.clock.now(), SIGN_IN_MINUTES * MINUTE),
  });
  return token;
}
