import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { KeyRing, RingKey } from '#kernel/keys/key-ring.ts';
import { alwaysCovered, type Component, type Covered, sfString, signComponents } from './http-message.ts';
import { keyPairOfSeed, type PublicJwk, publicJwk } from './key-pair.ts';

/** A request as far as its signature covers it. */
export type SignedRequest = {
  url: URL;
  method: string;
  optional: readonly Component[];
  /** The identity's primary address. */
  from: string;
  /** Where the key directory is served. */
  agent: string;
};

type SignatureTimes = { created: number; expires: number };

const NONCE_BYTES = 32;
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');

/** The headers that prove the request as Web Bot Auth has it, under the deployment's active key. */
export async function signRequest(
  ring: KeyRing,
  request: SignedRequest,
  { nonce, ...times }: SignatureTimes & { nonce: string },
): Promise<{
  kid: string;
  headers: Record<'Signature-Agent' | 'Signature-Input' | 'Signature' | 'From', string>;
}> {
  const { privateKey, publicX } = keyPairOfSeed(ring.active('web_bot_auth').key);
  const kid = await calculateJwkThumbprint(publicJwk(publicX));
  const components = [...alwaysCovered, ...request.optional];
  const covered = components.map((name): Covered => [`"${name}"`, componentValue(name, request)]);
  const parameters = { ...times, keyid: kid, nonce, tag: 'web-bot-auth' };
  const { input, signature } = signComponents('sig1', covered, parameters, privateKey);
  return {
    kid,
    headers: {
      'Signature-Agent': sfString(request.agent),
      'Signature-Input': input,
      Signature: signature,
      From: request.from,
    },
  };
}

/** What signatures and the directory call a key of the ring: the RFC 7638 thumbprint. */
export const webBotAuthKid = ({ key }: RingKey): Promise<string> =>
  calculateJwkThumbprint(publicJwk(keyPairOfSeed(key).publicX));

/** A component's value (RFC 9421, section 2.2). The URL parser has brought host, port and escapes into their normal form. */
function componentValue(component: Component, { url, method, from, agent }: SignedRequest): string {
  switch (component) {
    case '@authority':
      return url.host;
    case '@method':
      return method;
    case '@path':
      return url.pathname;
    case '@query':
      return url.search || '?';
    case 'signature-agent':
      return sfString(agent);
    case 'from':
      return from;
  }
}

export type DirectoryKey = PublicJwk & { kid: string; alg: 'EdDSA'; use: 'sig' };

const MAX_LISTED = 3;
const DIRECTORY_LIFETIME_SECONDS = 86_400;

/**
 * The key directory with a signature of each key that it lists over the host that serves it, which proves that the
 * host holds the keys (draft-meunier-http-message-signatures-directory). At most three keys, the active one first.
 */
export async function keyDirectory(ring: KeyRing, authority: string, now: Date) {
  const pairs = ring.allVerifying('web_bot_auth', now).slice(0, MAX_LISTED);
  const created = Math.floor(now.getTime() / 1000);
  const parameters = {
    created,
    expires: created + DIRECTORY_LIFETIME_SECONDS,
    tag: 'http-message-signatures-directory',
  };
  const listed = await Promise.all(
    pairs.map(async ({ key }, index) => {
      const { privateKey, publicX } = keyPairOfSeed(key);
      const jwk = publicJwk(publicX);
      const kid = await calculateJwkThumbprint(jwk);
      const covered: Covered[] = [['"@authority";req', authority]];
      const proof = { ...parameters, keyid: kid, nonce: newNonce() };
      return {
        jwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' } satisfies DirectoryKey,
        ...signComponents(`binding${index}`, covered, proof, privateKey),
      };
    }),
  );
  return {
    body: { keys: listed.map(({ jwk }) => jwk) },
    headers: {
      'Content-Type': 'application/http-message-signatures-directory+json',
      'Cache-Control': `max-age=${DIRECTORY_LIFETIME_SECONDS}`,
      'Signature-Input': listed.map(({ input }) => input).join(', '),
      Signature: listed.map(({ signature }) => signature).join(', '),
    },
  };
}
