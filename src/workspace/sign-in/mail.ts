import { randomInt } from 'node:crypto';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { RingKey } from '#kernel/keys/key-ring.ts';
import { hmac } from '#kernel/keys/sealing.ts';
import type { Services } from '#kernel/operation/services.ts';
import { issueSignInToken, SIGN_IN_MINUTES } from '#workspace/members/index.ts';
import { type Letter, sendServiceMail } from '#workspace/notifications/index.ts';
import type { SignInMail } from './declared-jobs.ts';
import { requiredProviderOf } from './entry-rules.ts';
import { findUserByEmail, setCode } from './repository.ts';

const { minutes } = limits.signIn;

/** Sends the link and the code if the address belongs to a person. A second run finds that the request has its code. */
export async function mailSignIn(
  services: Services,
  { request, email, provider }: SignInMail,
): Promise<void> {
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
      services.log.info(`Outgoing mail is captured, not sent. ${email} can sign in with this link: ${link}`);
    await sendServiceMail(tx, services, {
      to: email,
      subject: `${code} is your Proofmail code`,
      letter: signInLetter(code, link),
    });
  });
}

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
    'Or open this link on any device. Each works once.',
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
