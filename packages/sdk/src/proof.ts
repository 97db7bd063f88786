import { fromBase64, utf8 } from './bytes.ts';

/** Verifies assertions: JWTs (`agent-assertion+jwt`, EdDSA) in which a Proofmail deployment states who an agent is. */

/** The claims of a verified assertion. Times are in seconds since 1970. */
export type AssertionClaims = {
  /** The deployment that issued it. */
  iss: string;
  /** The identity. */
  sub: string;
  /** The intended recipient. */
  aud: string;
  iat: number;
  exp: number;
  jti: string;
  nonce?: string;
  email: string;
  name: string;
  tenant_id: string;
  ext?: Record<string, unknown>;
};

export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

export type VerifyAssertionOptions = {
  /** Your own name, as you gave it to the agent. An assertion for another audience is refused. */
  audience: string;
  /** The https addresses of the deployments that you trust. Anybody can run a deployment. */
  issuers: readonly string[];
  /** By how many seconds clocks may differ. Default: 60. */
  skew?: number;
  /** The nonce that you gave the agent; the assertion must contain it. */
  nonce?: string;
  fetch?: typeof globalThis.fetch;
  now?: Date;
};

type Header = { alg?: unknown; typ?: unknown; kid?: unknown };
type Jwk = JsonWebKey & { kid?: string };
const IDENTITY = /^idn_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const MAX_TOKEN = 16_384;

/** The unverified claims, for example to read the issuer. */
export function decodeAssertion(token: string): { header: Header; claims: AssertionClaims } {
  const parts = token.length <= MAX_TOKEN ? token.split('.') : [];
  const [header, claims] = parts.slice(0, 2).map(jsonOf);
  if (parts.length !== 3 || !header || !claims) throw new AssertionError('This is not a signed token (JWT).');
  return { header, claims: claims as unknown as AssertionClaims };
}

/**
 * The claims of an assertion that is genuine, meant for you and currently valid. Fetches the public keys of the
 * identity from the issuer (`/.well-known/jwks/{identity}.json`).
 *
 * @throws AssertionError
 */
export async function verifyAssertion(
  token: string,
  { audience, issuers, skew = 60, nonce, fetch = globalThis.fetch, now = new Date() }: VerifyAssertionOptions,
): Promise<AssertionClaims> {
  const { header, claims } = decodeAssertion(token);
  if (header.alg !== 'EdDSA' || header.typ !== 'agent-assertion+jwt' || typeof header.kid !== 'string')
    throw new AssertionError('This is not an assertion of an agent: it has another type or algorithm.');
  if (!issuers.map(withoutSlash).includes(withoutSlash(String(claims.iss))))
    throw new AssertionError(`The issuer ${claims.iss} is not one of those that you trust.`);
  if (!IDENTITY.test(claims.sub)) throw new AssertionError('The subject is not an identity.');
  const key = await keyOf(claims, header.kid, fetch);
  if (!(await isSignedBy(token, key))) throw new AssertionError('The signature is wrong.');
  requireTimely(claims, skew, now);
  if (claims.aud !== audience)
    throw new AssertionError(`It is meant for ${claims.aud}, not for ${audience}.`);
  if (nonce !== undefined && claims.nonce !== nonce) throw new AssertionError('The nonce is wrong.');
  return claims;
}

function requireTimely({ iat, exp }: AssertionClaims, skew: number, now: Date): void {
  const seconds = now.getTime() / 1000;
  if (!Number.isFinite(exp) || exp + skew <= seconds) throw new AssertionError('It has expired.');
  if (!Number.isFinite(iat) || iat - skew > seconds) throw new AssertionError('It is not valid yet.');
}

async function keyOf(
  { iss, sub }: AssertionClaims,
  kid: string,
  fetch: typeof globalThis.fetch,
): Promise<Jwk> {
  const url = `${withoutSlash(iss)}/.well-known/jwks/${sub}.json`;
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(10_000) });
  if (!response.ok)
    throw new AssertionError(
      `${url} answered with status ${response.status}, so the identity cannot sign at present.`,
    );
  const { keys } = (await response.json()) as { keys: Jwk[] };
  const key = keys.find((each) => each.kid === kid);
  if (!key)
    throw new AssertionError(`The issuer does not publish the key ${kid}, or no longer publishes it.`);
  return key;
}

async function isSignedBy(token: string, jwk: Jwk): Promise<boolean> {
  const end = token.lastIndexOf('.');
  const signature = fromBase64(token.slice(end + 1));
  const key = await crypto.subtle.importKey(
    'jwk',
    { kty: jwk.kty, crv: jwk.crv, x: jwk.x } as JsonWebKey,
    'Ed25519',
    false,
    ['verify'],
  );
  return signature !== null && crypto.subtle.verify('Ed25519', key, signature, utf8(token.slice(0, end)));
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

function jsonOf(part: string): Record<string, unknown> | null {
  const bytes = fromBase64(part);
  try {
    const value = bytes && JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
