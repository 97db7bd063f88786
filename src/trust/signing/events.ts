import type { NewEvent } from '#events/index.ts';
import type { IdentityKeyRow } from './repository.ts';

/** What customers hear of the keys of an identity (interface-spec 6.4). Erasure says `identity.deleted` instead. */

type Key = Pick<IdentityKeyRow, 'kid' | 'identity_id' | 'tenant_id'>;

const about = ({ identity_id, tenant_id }: Key) => ({ tenant_id, identity_id });

export const keyCreated = (key: Key): NewEvent => ({
  type: 'identity.key_created',
  ...about(key),
  data: { identity_id: key.identity_id, kid: key.kid },
});

/** A key that left the published set: at once, or because its overlap has ended. Once for each key. */
export const keyRevoked = (key: Key): NewEvent => ({
  type: 'identity.key_revoked',
  ...about(key),
  data: { identity_id: key.identity_id, kid: key.kid },
});

/** A rotation also tells when the key before left the published set with it. */
export function keyRotated(key: Key, previous: Key | null, isRevoked: boolean): NewEvent[] {
  const { identity_id, kid } = key;
  const data = { identity_id, kid, previous_kid: previous?.kid ?? null };
  const rotated: NewEvent = { type: 'identity.key_rotated', ...about(key), data };
  return previous && isRevoked ? [rotated, keyRevoked(previous)] : [rotated];
}
