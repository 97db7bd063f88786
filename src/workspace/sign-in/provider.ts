import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { open, seal } from '#kernel/keys/sealing.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { IdentityProvider, ProvenAccount } from '#kernel/ports/identity-provider.ts';
import { OTHER } from '#workspace/sign-in-rules/index.ts';
import { findAccount, insertAccount, touchAccount } from './account-repository.ts';
import type { Client } from './client.ts';
import { type Entry, enter } from './entry.ts';
import { recordSessionChange } from './record.ts';
import { findUsersByEmail } from './repository.ts';
import { requestSignIn } from './request.ts';

/** The state of a flow, sealed in a cookie of the browser that began it. The server stores nothing about a flow. */
const flowSchema = z.strictObject({
  provider: z.string(),
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  until: z.number(),
  next: z.string(),
  /** The person who links the account to their own; null for a sign-in. */
  user: z.string().nullable(),
});
type Flow = z.output<typeof flowSchema>;

const CONTEXT = 'provider-flow';

/** All failures give the same response, so that nobody learns whether an address belongs to a member. */
const refusal = (): AppError =>
  new AppError('unauthenticated', undefined, { message: 'The provider did not confirm your sign-in.' });

async function refused(
  services: Services,
  provider: string,
  client: Client,
  userId: string | null = null,
): Promise<AppError> {
  const details = { way: provider };
  await recordSessionChange(services.db, services, { action: 'session.refuse', userId, client, details });
  return refusal();
}

/** @throws AppError `route_not_found` for a provider that this deployment has not set up */
function requireProvider({ identityProviders }: Services, name: string): IdentityProvider {
  const provider = identityProviders.find((each) => each.name === name);
  if (!provider) throw new AppError('route_not_found');
  return provider;
}

const flowOf = ({ config }: Services, { provider, state, verifier, nonce }: Flow) => ({
  redirectUri: `${config.consoleUrl}/api/auth/oauth/${provider}/callback`,
  state,
  verifier,
  nonce,
});

/**
 * Starts a sign-in with a provider, or the linking of an account there. The cookie is sealed under the `link` ring key, so
 * revoking that key ends the flow too (spec 4.13).
 * @returns the value of the browser's cookie, and the URL to which the browser goes
 */
export async function beginProvider(
  services: Services,
  name: string,
  { next, user }: { next: string; user: string | null },
): Promise<{ cookie: string; url: string }> {
  const provider = requireProvider(services, name);
  const flow: Flow = {
    provider: name,
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
    nonce: oauth.generateRandomNonce(),
    until: after(services.clock.now(), limits.signIn.minutes * MINUTE).getTime(),
    next,
    user,
  };
  const { kid, key } = services.keyRing.active('link');
  const sealed = seal(key, JSON.stringify(flow), CONTEXT).toString('base64url');
  const url = await provider.authorizeUrl(flowOf(services, flow)).catch((error: unknown) => {
    services.log.warn({ err: error, provider: name }, 'a sign-in provider did not respond');
    throw refusal();
  });
  return { cookie: `${kid}.${sealed}`, url };
}

export type Finished = { next: string } & (
  | Entry
  | { kind: 'linked' }
  /** The account is new here. The mailed code proves that it belongs to the person, and links it. */
  | { kind: 'confirm'; challenge: string }
);

type CallbackInput = { answer: URLSearchParams; cookie: string; user: string | null };

/**
 * Signs in the person who owns the account at the provider. An account that is not linked yet must first be confirmed with a
 * mailed code, whatever the provider says about its address.
 * @throws AppError `unauthenticated`, `rate_limited`, `sso_required`, `sign_in_method_denied`
 */
export async function finishProvider(
  services: Services,
  name: string,
  given: CallbackInput,
  client: Client,
): Promise<Finished> {
  const provider = requireProvider(services, name);
  const flow = openFlow(services, name, given.cookie);
  if (!flow || flow.user !== (flow.user && given.user)) throw await refused(services, name, client);
  const account = await provider.identify(flowOf(services, flow), given.answer).catch((error: unknown) => {
    services.log.warn({ err: error, provider: name }, 'a sign-in provider did not confirm an account');
    return null;
  });
  if (!account) throw await refused(services, name, client);
  const { next } = flow;
  if (flow.user !== null) return link(services, flow.user, name, account, client, next);
  const known = await findAccount(services.db, account);
  if (!known) return { kind: 'confirm', next, challenge: await askForCode(services, name, account, client) };
  const entry = await services.db.transaction(async (tx) => {
    await touchAccount(tx, known.id, services.clock.now());
    return enter(tx, services, known.user_id, client, { way: wayOf(name, account, known.email) });
  });
  return { ...entry, next };
}

/** The sign-in method. It counts as single sign-on only if the account is managed and has the person's address. */
const wayOf = (name: string, { addresses, isManaged }: ProvenAccount, email: string): string =>
  isManaged && addresses.includes(email) ? name : `${name}${OTHER}`;

async function link(
  services: Services,
  userId: string,
  provider: string,
  account: ProvenAccount,
  client: Client,
  next: string,
): Promise<Finished> {
  const isTheirs = await services.db.transaction(async (tx) => {
    const { issuer, subject, addresses } = account;
    const row = { id: newUlid(), user_id: userId, provider, issuer, subject, addresses };
    const isNew = await insertAccount(tx, row, services.clock.now());
    const details = { provider };
    if (isNew)
      await recordSessionChange(tx, services, { action: 'sign_in.link_provider', userId, client, details });
    return isNew || (await findAccount(tx, account))?.user_id === userId;
  });
  if (!isTheirs) throw await refused(services, provider, client, userId);
  return { kind: 'linked', next };
}

/** Mails the code to the first known address of the account. Strangers get the same response but no mail. */
async function askForCode(
  services: Services,
  provider: string,
  account: ProvenAccount,
  client: Client,
): Promise<string> {
  const { issuer, subject, addresses } = account;
  const people = await findUsersByEmail(services.db, addresses);
  const address =
    addresses.find((each) => people.some(({ email }) => email === each)) ?? addresses[0] ?? null;
  if (address === null) throw await refused(services, provider, client);
  return requestSignIn(services, address, client, {
    way: wayOf(provider, account, address),
    issuer,
    subject,
  });
}

/** Whether the browser returns from a sign-in and not from linking an account to the signed-in person. */
export const isSignIn = (services: Services, name: string, cookie: string): boolean =>
  openFlow(services, name, cookie)?.user === null;

function openFlow({ keyRing, clock }: Services, name: string, cookie: string): Flow | null {
  const [kid = '', sealed = ''] = cookie.split('.');
  const now = clock.now();
  const found = keyRing.verifying('link', kid, now);
  const plain = found && open(found.key, Buffer.from(sealed, 'base64url'), CONTEXT);
  if (!plain) return null;
  const flow = flowSchema.parse(JSON.parse(plain.toString('utf8')));
  return flow.provider === name && flow.until > now.getTime() ? flow : null;
}
