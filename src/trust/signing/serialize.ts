import type { z } from 'zod';
import type { AddressRow } from '#mailbox/identities/index.ts';
import { publicJwk } from './key-pair.ts';
import type { IdentityKeyRow } from './repository.ts';
import type { identityKeySchema } from './schema.ts';

export const serializeIdentityKey = (key: IdentityKeyRow): z.input<typeof identityKeySchema> => ({
  kid: key.kid,
  identity_id: key.identity_id,
  algorithm: 'EdDSA',
  status: key.status,
  public_jwk: publicJwk(key.public_x),
  created_at: key.created_at,
  retire_at: key.retire_at,
  revoked_at: key.revoked_at,
});

/** The identity's primary address: every identity has one. */
export const primaryAddress = (addresses: readonly AddressRow[]): string =>
  addresses.find(({ role }) => role === 'primary')!.address;
