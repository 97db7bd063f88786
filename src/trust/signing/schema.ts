import { z } from 'zod';
import { id } from '#kernel/operation/schema.ts';

const URL_LENGTH = 2_048;

/** 1 to `max` printable ASCII characters (spec 4.5). */
export const printableAscii = (max: number) =>
  z
    .string()
    .min(1)
    .max(max, { abort: true })
    .regex(/^[\x20-\x7e]+$/, 'Use printable ASCII characters.');

/** The URL of a request to sign: https, ASCII, and without parts that a client does not send. */
export const signedUrl = z
  .string()
  .max(URL_LENGTH, { abort: true })
  .regex(/^[\x21-\x7e]+$/, {
    error: 'Use ASCII, and percent-encode spaces and all other characters.',
    abort: true,
  })
  .refine(isPlainHttps, 'Use an https URL without user name and password.')
  .meta({ examples: ['https://shop.example.com/orders?page=2'] });

function isPlainHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

const time = z.string().nullable();

export const jwkSchema = z
  .object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })
  .meta({ id: 'PublicJwk', description: 'An Ed25519 public key (RFC 8037).' });

export const identityKeySchema = z
  .object({
    kid: z.string().meta({ description: 'The JWK thumbprint of the public key (RFC 7638).' }),
    identity_id: id('identity'),
    algorithm: z.literal('EdDSA'),
    status: z.enum(['active', 'retiring', 'revoked']),
    public_jwk: jwkSchema,
    created_at: z.string(),
    retire_at: time.meta({ description: 'When a retiring key leaves the published set.' }),
    revoked_at: time,
  })
  .meta({ id: 'IdentityKey', description: 'A signing key of an identity. Private keys are never returned.' });

/** A key's id as a path parameter. A value of another form counts as a missing key. */
export const keyIdInPath = z
  .string()
  .overwrite((text) => (/^[\w-]{43}$/.test(text) ? text : ''))
  .meta({ description: "The key's id.", examples: ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'] });
