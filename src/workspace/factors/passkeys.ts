import { createHash } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { newUlid } from '#kernel/catalogue/ids.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Services } from '#kernel/operation/services.ts';
import { firstRecoveryCodes } from './app.ts';
import {
  credentialsOf,
  findPasskey,
  insertChallenge,
  insertPasskey,
  spendCount,
  takeChallenge,
} from './passkey-repository.ts';

/** Loaded with the first passkey, because its certificates and ASN.1 code would take a fifth of the start-up time. */
const webauthn = () => import('@simplewebauthn/server');

type Person = { id: string; email: string; name: string };
type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>;

/** The relying party (WebAuthn 2, 5.1.2): the console's host, and the address of its pages. */
const partyOf = ({ config }: Services) => {
  const { hostname, origin } = new URL(config.consoleUrl);
  return { rpID: hostname, origin };
};

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

const keep = ({ db, clock }: Services, challenge: string, userId: string | null): Promise<number> =>
  insertChallenge(db, hashOf(challenge), userId, after(clock.now(), limits.signIn.minutes * MINUTE));

/**
 * The options that a browser needs to create a passkey for this person. @throws AppError `invalid_request` beyond the
 * limit
 */
export async function beginPasskey(
  services: Services,
  person: Person,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await credentialsOf(services.db, person.id);
  const most = limits.secondFactor.passkeys;
  if (known.length >= most)
    throw new AppError('invalid_request', undefined, {
      message: `Remove a passkey first: you can have at most ${most}.`,
    });
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Proofmail',
    rpID: partyOf(services).rpID,
    userID: Uint8Array.from(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: person.name || person.email,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: transports as Transports,
    })),
  });
  await keep(services, options.challenge, person.id);
  return options;
}

/**
 * Stores the passkey that a browser created.
 * @returns its id, and recovery codes if the person had none; null if the browser's response does not verify
 */
export async function addPasskey(
  services: Services,
  userId: string,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<{ id: string; codes: string[] | null } | null> {
  const { rpID, origin } = partyOf(services);
  const now = services.clock.now();
  const { verifyRegistrationResponse } = await webauthn();
  const made = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(services.db, hashOf(challenge), userId, now),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => refusedBecause(services, error));
  const info = made?.registrationInfo;
  if (!made?.verified || !info) return null;
  const id = newUlid();
  return services.db.transaction(async (tx) => {
    const isNew = await insertPasskey(tx, {
      id,
      user_id: userId,
      name,
      credential_id: Buffer.from(info.credential.id, 'base64url'),
      public_key: Buffer.from(info.credential.publicKey),
      counter: info.credential.counter,
      transports: (info.credential.transports ?? []).slice(0, 10),
      is_synced: info.credentialBackedUp,
      created_at: now,
    });
    return isNew ? { id, codes: await firstRecoveryCodes(tx, userId) } : null;
  });
}

/** The options that a browser needs to sign in with any passkey of this host. They name no person. */
export async function askForPasskey(services: Services): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: partyOf(services).rpID,
    userVerification: 'required',
  });
  await keep(services, options.challenge, null);
  return options;
}

/**
 * The person whose passkey signed the challenge, or null. A challenge works once. A signature counter that does not increase
 * is refused, because it indicates a copied authenticator (WebAuthn 2, 6.1.1).
 */
export async function checkPasskey(
  services: Services,
  response: AuthenticationResponseJSON,
): Promise<string | null> {
  const passkey = await findPasskey(services.db, Buffer.from(response.id, 'base64url'));
  if (!passkey) return null;
  const { rpID, origin } = partyOf(services);
  const now = services.clock.now();
  const { id, user_id, counter: before } = passkey;
  const { verifyAuthenticationResponse } = await webauthn();
  const answer = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(services.db, hashOf(challenge), null, now),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: Uint8Array.from(passkey.public_key),
      counter: before,
      transports: passkey.transports as Transports,
    },
  }).catch((error: unknown) => refusedBecause(services, error));
  if (!answer?.verified) return null;
  const counter = answer.authenticationInfo.newCounter;
  return (await spendCount(services.db, { id, before, counter, now })) ? user_id : null;
}

function refusedBecause({ log }: Services, error: unknown): null {
  log.info({ err: error }, 'rejected a passkey');
  return null;
}
