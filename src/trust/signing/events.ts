import { z } from 'zod';
import { defineEvent, type NewEvent } from '#events/index.ts';
import type { IdentityKeyRow } from './repository.ts';

export const identityKeyCreated = defineEvent('identity.key_created', 'identity', {
  identity_id: z.string(),
  kid: z.string(),
});
export const identityKeyRotated = defineEvent('identity.key_rotated', 'identity', {
  identity_id: z.string(),
  kid: z.string(),
  previous_kid: z.string().nullable(),
});
export const identityKeyRevoked = defineEvent('identity.key_revoked', 'identity', {
  identity_id: z.string(),
  kid: z.string(),
});

/** Events about the keys of an identity (spec 6.4). An erasure records `identity.deleted` instead. */

type Key = Pick<IdentityKeyRow, 'kid' | 'identity_id' | 'tenant_id'>;

const about = ({ identity_id, tenant_id }: Key) => ({ tenant_id, identity_id });

export const keyCreated = (key: Key): NewEvent =>
  identityKeyCreated({ ...about(key), data: { identity_id: key.identity_id, kid: key.kid } });

/** The event for a key that left the published set, immediately or when its overlap ended. Recorded once for each key. */
export const keyRevoked = (key: Key): NewEvent =>
  identityKeyRevoked({ ...about(key), data: { identity_id: key.identity_id, kid: key.kid } });

/** The event of a rotation, and a second one if the previous key left the published set immediately. */
export function keyRotated(key: Key, previous: Key | null, isRevoked: boolean): NewEvent[] {
  const { identity_id, kid } = key;
  const data = { identity_id, kid, previous_kid: previous?.kid ?? null };
  const rotated: NewEvent = identityKeyRotated({ ...about(key), data });
  return previous && isRevoked ? [rotated, keyRevoked(previous)] : [rotated];
}
