import { createHash, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { defineJob, enqueue } from '#jobs/index.ts';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { clientNetwork } from '#kernel/base/network.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { lockNames } from '#kernel/data/locks.ts';
import type { Row } from '#kernel/data/row.ts';
import type { RingKey } from '#kernel/keys/key-ring.ts';
import { hmac } from '#kernel/keys/sealing.ts';
import type { Services } from '#kernel/operation/services.ts';
import { hashSignInToken, issueSignInToken, SIGN_IN_MINUTES } from '#workspace/members/index.ts';
import { type Letter, sendServiceMail } from '#workspace/notifications/index.ts';
import { providerOf } from '#workspace/sign-in-rules/index.ts';
import type { Client } from './client.ts';
import { requiredProviderOf } from './entry-rules.ts';
import { countRequests, findUserByEmail, insertRequest, knownAddresses, setCode } from './repository.ts';

const { requestsPerAddress, minutes } = limits.signIn;

/** Extra time, because the mail may wait for the worker before its ten minutes begin. */
const REQUEST_LIFE = 2 * minutes * MINUTE;

/**
 * The number of requests for one address that all networks together may make within the limit's period. After that, only
 * networks from which the person is signed in may request a code, so that strangers can neither flood a mailbox nor lock its
 * owner out.
 */
const MOST_FROM_STRANGERS = 12;

/** The account at a provider that the code will link, and the sign-in method that results. */
export type Account = Row<'provider_accounts', 'issuer' | 'subject'> & { way: string };

/**
 * Starts a sign-in. The same happens for every address, so that only the mailbox shows whether the address is known. The
 * limit of 3 requests in 10 minutes counts per address and client network, so that strangers do not use up the owner's
 * requests.
 * @returns the challenge, which only this browser gets and without which the code does not work
 * @throws AppError `rate_limited`
 */
export async function requestSignIn(
  services: Services,
  email: string,
  client: Client,
  account: Account | null = null,
): Promise<string> {
  const address = email.toLowerCase();
  const addressHash = sha256(address);
  const network = clientNetwork(client.address);
  const networkHash = sha256(network);
  const challenge = randomBytes(32).toString('base64url');
  const id = hashSignInToken(challenge);
  const now = services.clock.now();
  const window = requestsPerAddress.minutes * MINUTE;
  await services.db.transaction(async (tx) => {
    await lockNames(tx, 'sign-in', [addressHash.toString('base64')]);
    const before = await countRequests(tx, { addressHash, networkHash }, after(now, -window));
    const known = (await knownAddresses(tx, address)).map(clientNetwork);
    const isFlood = before.fromAll >= MOST_FROM_STRANGERS && !known.includes(network);
    if (before.fromNetwork >= requestsPerAddress.many || isFlood)
      throw new AppError('rate_limited', undefined, { retryAfter: window / 1000 });
    await insertRequest(tx, {
      id,
      addressHash,
      networkHash,
      createdAt: now,
      expiresAt: after(now, REQUEST_LIFE),
      account,
    });
    const provider = account && { provider: providerOf(account.way) };
    await enqueue(tx, mailSignIn, { request: id.toString('base64url'), email: address, ...provider });
  });
  return challenge;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Sends the link and the code if the address belongs to a person. A second run finds that the request has its code. */
export const mailSignIn = defineJob({
  name: 'sign_in.mail',
  payload: z.object({ request: z.string(), email: z.string(), provider: z.string().optional() }),
  tries: 6,
  run: async ({ services }, { request, email, provider }) => {
    await services.db.transaction(async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (!user) return;
      const required = await requiredProviderOf(tx, user.id);
      if (required && !provider) {
        const page = `${services.config.consoleUrl}/console/sign-in`;
        const letter = ssoLetter(labelOf(services, required), page);
        await sendServiceMail(tx, services, { to: email, subject: 'How to sign in to Proofmail', letter });
        return;
      }
      const id = Buffer.from(request, 'base64url');
      const label = labelOf(services, provider);
      const now = services.clock.now();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const key = services.keyRing.active('link');
      const codeHash = hashCode(key, id, code);
      const expiresAt = after(now, minutes * MINUTE);
      if (!(await setCode(tx, { id, userId: user.id, codeHash, kid: key.kid, now, expiresAt }))) return;
      if (provider) {
        // This mail has no link, because a link would sign in whoever holds the provider's account, from any browser.
        await sendServiceMail(tx, services, {
          to: email,
          subject: `${code} is your Proofmail code`,
          letter: linkingLetter(code, label),
        });
        return;
      }
      const token = await issueSignInToken(tx, services, user.id, id);
      const link = `${services.config.consoleUrl}/console/sign-in?token=${token}`;
      // If mail does not leave the machine, the operator could not sign in otherwise.
      if (services.basicTransport.driver === 'capture')
        services.log.info(
          `Outgoing mail is captured, not sent. ${email} can sign in with this link: ${link}`,
        );
      await sendServiceMail(tx, services, {
        to: email,
        subject: `${code} is your Proofmail code`,
        letter: signInLetter(code, link),
      });
    });
    return undefined;
  },
});

export const hashCode = ({ key }: RingKey, id: Buffer, code: string): Buffer =>
  hmac(key, `sign-in-code/${id.toString('hex')}/${code}`);

/** The name of a provider for people. */
const labelOf = ({ identityProviders }: Services, name: string | undefined): string =>
  identityProviders.find((each) => each.name === name)?.label ?? 'another service';

const letter = { workspace: null, button: null, settings: null };

const signInLetter = (code: string, link: string): Letter => ({
  ...letter,
  heading: 'Sign in to Proofmail',
  body: [
    'Enter this code where you asked to sign in:',
    { code },
    'Or open this link on any device. Both work once.',
  ],
  button: { label: 'Sign in', url: link },
  notes: [
    `The code and the link work for ${SIGN_IN_MINUTES} minutes. Nobody from Proofmail ever asks for them.`,
    'If you did not ask to sign in, ignore this mail. Nobody can sign in without it.',
  ],
});

const linkingLetter = (code: string, label: string): Letter => ({
  ...letter,
  heading: `Link your account at ${label}`,
  body: [
    `Somebody signed in to Proofmail with an account at ${label} that is not linked to yours. If it was you, enter this code in the ` +
      'browser where you did it:',
    { code },
    'From then on, you can sign in with that account.',
  ],
  notes: [
    `The code works once, within ${SIGN_IN_MINUTES} minutes. Nobody from Proofmail ever asks for it.`,
    'If it was not you, ignore this mail. The account is not linked without the code.',
  ],
});

const ssoLetter = (label: string, page: string): Letter => ({
  ...letter,
  heading: `Sign in with ${label}`,
  body: [`Your workspace requires that you sign in with ${label}, so there is no code in this mail.`],
  button: { label: `Continue with ${label}`, url: page },
  notes: ['If you did not ask to sign in, ignore this mail.'],
});
