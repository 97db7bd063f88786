import { z } from 'zod';
import { id } from '#kernel/operation/schema.ts';
import { publicJwk } from './key-pair.ts';
import type { IdentityKeyRow } from './repository.ts';

const time = z.string().nullable();

export const jwkSchema = z
  .object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })
  .meta({ id: 'PublicJwk', description: 'An Ed25519 public key (RFC 8037).' });

export const identityKeySchema = z
  .object({
    kid: z.string().meta({ description: 'The RFC 7638 thumbprint of the public key.' }),
    identity_id: id('identity'),
    algorithm: z.literal('EdDSA'),
    status: z.enum(['active', 'retiring', 'revoked']),
    public_jwk: jwkSchema,
    created_at: z.string(),
    retire_at: time.meta({ description: 'When a retiring key leaves the published set.' }),
    revoked_at: time,
  })
  .meta({ id: 'IdentityKey', description: 'A signing key of an identity. Private keys are never returned.' });

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

/** A key's id as a path parameter. What cannot be one is simply missing. */
export const keyIdInPath = z
  .string()
  .overwrite((text) => (/^[\w-]{43}$/.test(text) ? text : ''))
  .meta({ description: "The key's id.", examples: ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'] });
