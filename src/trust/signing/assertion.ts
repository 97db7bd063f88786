import { SignJWT } from 'jose';
import { privateKeyOf } from './key-pair.ts';

/** What an assertion says of its identity (decisions.md, Assertion). Times are seconds since 1970. */
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

/** A signed assertion in compact form. `pkcs8` is the identity's private key. */
export const signAssertion = (claims: AssertionClaims, kid: string, pkcs8: Buffer): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'agent-assertion+jwt', kid })
    .sign(privateKeyOf(pkcs8));
