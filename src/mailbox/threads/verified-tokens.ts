import type { Queryable } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { findTokens, type StoredToken } from './repository.ts';
import { type ReturnPathOwner, returnPathToken, threadToken } from './token.ts';

/** The tokens that we created for their thread, under a key that may still verify. */
export async function verifiedTokens(
  { clock, keyRing }: Pick<Services, 'clock' | 'keyRing'>,
  db: Queryable,
  tokens: readonly string[],
): Promise<StoredToken[]> {
  if (tokens.length === 0) return [];
  const now = clock.now();
  return (await findTokens(db, tokens)).filter(({ kid, token, identity_id, thread_id }) => {
    const ringKey = keyRing.verifying('thread', kid, now);
    return ringKey !== null && threadToken(ringKey.key, identity_id, thread_id) === token;
  });
}

/** Whether one of the tokens is this return path, under a key that may still verify. */
export function hasReturnPath(
  { clock, keyRing }: Pick<Services, 'clock' | 'keyRing'>,
  tokens: readonly string[],
  owner: ReturnPathOwner,
): boolean {
  if (tokens.length === 0) return false;
  const keys = keyRing.allVerifying('thread', clock.now());
  return keys.some(({ key }) => tokens.includes(returnPathToken(key, owner)));
}
