import { createHash, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { KeyRing, RingKey } from '#kernel/keys/key-ring.ts';
import { alwaysCovered, type Component, type Covered, sfString, signComponents } from './http-message.ts';
import { keyPairOfSeed, type PublicJwk, publicJwk } from './key-pair.ts';

/**
 * How `Signature-Agent` names the origin: `dictionary` is a member under the signature's label
 * (draft-ietf-webbotauth-httpsig-protocol, which continues draft-meunier-web-bot-auth-architecture); `string` is the
 * only form before its version 03.
 */
export type AgentForm = 'dictionary' | 'string';

/** The parts of a request that its signature can cover. */
export type SignedRequest = {
  url: URL;
  method: string;
  optional: readonly Component[];
  /** The identity's primary address. */
  from: string;
  /** The origin at which the key directory is served. */
  agent: string;
  form: AgentForm;
};

type SignatureTimes = { created: number; expires: number };

/** The size that Cloudflare's verifier requires of a nonce. */
const NONCE_BYTES = 64;
const LABEL = 'sig1';
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');

/** The headers that prove the origin of the request by Web Bot Auth, with the deployment's active key. */
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
  const covered = components.map(
    (name): Covered => [identifierOf(name, request), componentValue(name, request)],
  );
  const parameters = { ...times, keyid: kid, nonce, tag: 'web-bot-auth' };
  const { input, signature } = signComponents(LABEL, covered, parameters, privateKey);
  return {
    kid,
    headers: {
      'Signature-Agent': agentHeader(request),
      'Signature-Input': input,
      Signature: signature,
      From: request.from,
    },
  };
}

const agentHeader = ({ agent, form }: SignedRequest): string =>
  form === 'dictionary' ? `${LABEL}=${sfString(agent)}` : sfString(agent);

/** A component's name, as in the signature base. For a dictionary, one member is covered (RFC 9421, section 2.1.2). */
const identifierOf = (name: Component, { form }: SignedRequest): string =>
  name === 'signature-agent' && form === 'dictionary' ? `"${name}";key="${LABEL}"` : `"${name}"`;

/** The name of a ring key in signatures and in the directory: its RFC 7638 thumbprint. */
export const webBotAuthKid = ({ key }: RingKey): Promise<string> =>
  calculateJwkThumbprint(publicJwk(keyPairOfSeed(key).publicX));

/**
 * A component's value (RFC 9421, section 2.2). The URL parser has brought host, port and escapes into their normal
 * form.
 */
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
 * The key directory with a signature of each key that it lists over the host that serves it, which proves that the host
 * holds the keys and made this list (draft-ietf-webbotauth-httpsig-protocol, appendix B). At most three keys, the
 * active one first. `body` is JSON, to be sent as it is: the signatures cover its digest.
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
    pairs.map(async ({ key }) => {
      const { privateKey, publicX } = keyPairOfSeed(key);
      const jwk = publicJwk(publicX);
      const kid = await calculateJwkThumbprint(jwk);
      return { privateKey, jwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' } satisfies DirectoryKey };
    }),
  );
  const body = JSON.stringify({ keys: listed.map(({ jwk }) => jwk) });
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const covered: Covered[] = [
    ['"@authority";req', authority],
    ['"content-digest"', digest],
  ];
  const proofs = listed.map(({ jwk, privateKey }, index) =>
    signComponents(
      `binding${index}`,
      covered,
      { ...parameters, keyid: jwk.kid, nonce: newNonce() },
      privateKey,
    ),
  );
  return {
    body,
    headers: {
      'Content-Type': 'application/http-message-signatures-directory+json',
      'Cache-Control': `max-age=${DIRECTORY_LIFETIME_SECONDS}`,
      'Content-Digest': digest,
      'Signature-Input': proofs.map(({ input }) => input).join(', '),
      Signature: proofs.map(({ signature }) => signature).join(', '),
    },
  };
}
