import { type KeyObject, sign } from 'node:crypto';

/** The claims of an assertion (decisions.md, Assertion). Times are seconds since 1970. */
export type AssertionClaims = {
  iss: string;
  sub: string;
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

/** Claims that `ext` cannot set: those registered for JWTs (RFC 7519, section 4.1) and the service's own. */
export const reservedClaims: ReadonlySet<string> = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'],
  ...['nonce', 'email', 'name', 'tenant_id', 'ext'],
]);

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * A signed token in compact form (RFC 7515, section 3.1; RFC 8037). Signed here and not by jose, which uses the thread
 * pool of WebCrypto and makes only a third as many signatures a second (`npm run bench:signing`).
 */
export function signToken(typ: string, claims: object, kid: string, privateKey: KeyObject): string {
  const input = `${encoded({ alg: 'EdDSA', typ, kid })}.${encoded(claims)}`;
  return `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`;
}

/** A signed assertion. */
export const signAssertion = (claims: AssertionClaims, kid: string, privateKey: KeyObject): string =>
  signToken('agent-assertion+jwt', claims, kid, privateKey);
