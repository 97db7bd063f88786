import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { hmac, sameBytes } from '#kernel/keys/sealing.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { IdentityProvider, OAuthFlow } from '#kernel/ports/identity-provider.ts';
import type { Client } from './client.ts';
import { recordSessionChange } from './record.ts';
import { findUsersByEmail } from './repository.ts';
import { beginSession } from './session.ts';

/** The content of `state`, which travels to the provider and back, signed. The server stores nothing about a flow. */
const stateOf = z.strictObject({ provider: z.string(), until: z.number(), next: z.string() });

/** All failures give the same response, so that nobody learns whether an address belongs to a member. */
const refusal = (): AppError =>
  new AppError('unauthenticated', undefined, { message: 'The provider did not sign you in.' });

async function refused(services: Services, provider: string, client: Client): Promise<AppError> {
  const details = { way: provider };
  await recordSessionChange(services.db, services, {
    action: 'session.refuse',
    userId: null,
    client,
    details,
  });
  return refusal();
}

/** @throws AppError `route_not_found` for a provider that this deployment has not set up */
function requireProvider({ identityProviders }: Services, name: string): IdentityProvider {
  const provider = identityProviders.find((each) => each.name === name);
  if (!provider) throw new AppError('route_not_found');
  return provider;
}

/**
 * Begins to sign in with a provider. Everything secret of the flow is derived from a random token, which only the
 * browser that began has, under the `link` ring key: revoking that key ends flows too (spec 4.13).
 * @returns the token for the browser's cookie, and where it goes
 */
export async function beginOAuth(
  services: Services,
  name: string,
  next: string,
): Promise<{ token: string; url: string }> {
  const provider = requireProvider(services, name);
  const token = randomBytes(32).toString('base64url');
  const { kid, key } = services.keyRing.active('link');
  const until = after(services.clock.now(), limits.signIn.minutes * MINUTE).getTime();
  const payload = Buffer.from(JSON.stringify({ provider: name, until, next })).toString('base64url');
  const state = `${payload}.${kid}.${hmac(key, `oauth-state/${token}/${payload}`).toString('base64url')}`;
  const url = await provider
    .authorizeUrl(flowOf(services, provider, key, token), state)
    .catch((error: unknown) => {
      services.log.warn({ err: error, provider: name }, 'a sign-in provider does not answer');
      throw refusal();
    });
  return { token, url };
}

/**
 * Signs in the person that the provider vouches for, if one of their verified addresses belongs to a member.
 * @returns the session token for the cookie, and the page to open next
 * @throws AppError `unauthenticated`
 */
export async function finishOAuth(
  services: Services,
  name: string,
  given: { state: string; code: string; token: string },
  client: Client,
): Promise<{ session: string; next: string }> {
  const provider = requireProvider(services, name);
  const checked = checkState(services, name, given.state, given.token);
  if (!checked || given.code === '') throw await refused(services, name, client);
  const flow = flowOf(services, provider, checked.key, given.token);
  const addresses = await provider.verifiedAddresses(flow, given.code).catch((error: unknown) => {
    services.log.warn({ err: error, provider: name }, 'a sign-in provider vouched for nobody');
    return [];
  });
  const people = await findUsersByEmail(services.db, addresses);
  const person = addresses.flatMap((address) => people.find(({ email }) => email === address) ?? [])[0];
  if (!person) throw await refused(services, name, client);
  return { session: await beginSession(services.db, services, person.id, client), next: checked.next };
}

function flowOf({ config }: Services, { name }: IdentityProvider, key: Buffer, token: string): OAuthFlow {
  const derived = (what: string) => hmac(key, `oauth-${what}/${token}`).toString('base64url');
  return {
    redirectUri: `${config.consoleUrl}/api/auth/oauth/${name}/callback`,
    verifier: derived('verifier'),
    nonce: derived('nonce'),
  };
}

function checkState({ keyRing, clock }: Services, name: string, state: string, token: string) {
  const [payload = '', kid = '', mac = ''] = state.split('.');
  const now = clock.now();
  const found = token === '' ? null : keyRing.verifying('link', kid, now);
  if (!found) return null;
  const expected = hmac(found.key, `oauth-state/${token}/${payload}`);
  if (!sameBytes(expected, Buffer.from(mac, 'base64url'))) return null;
  const { provider, until, next } = stateOf.parse(
    JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')),
  );
  return provider === name && until > now.getTime() ? { key: found.key, next } : null;
}
