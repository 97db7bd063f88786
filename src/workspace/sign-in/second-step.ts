import { randomBytes } from 'node:crypto';
import { after, MINUTE } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { checkPasskey, checkSecondFactor } from '#workspace/factors/index.ts';
import { hashSignInToken } from '#workspace/members/index.ts';
import type { Client } from './client.ts';
import { assertAccepted } from './entry-rules.ts';
import { recordSessionChange } from './record.ts';
import { beginSession } from './session.ts';
import { endStep, findStep, insertStep, type StepRow, takeStepTry } from './step-repository.ts';

type Begun = { userId: string; way: string; tenantId: string | null };

/** Keeps a sign-in until its second factor is verified. @returns the token for the browser's cookie */
export async function beginStep(
  tx: Transaction,
  services: Services,
  { userId, way, tenantId }: Begun,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertStep(tx, {
    token_hash: hashSignInToken(token),
    user_id: userId,
    kid: services.keyRing.active('link').kid,
    way,
    tenant_id: tenantId,
    expires_at: after(services.clock.now(), limits.signIn.minutes * MINUTE),
  });
  return token;
}

async function refused(
  services: Services,
  userId: string | null,
  client: Client,
  way: string,
  message: string,
): Promise<AppError> {
  await recordSessionChange(services.db, services, {
    action: 'session.refuse',
    userId,
    client,
    details: { way },
  });
  return new AppError('unauthenticated', undefined, { message });
}

const OVER = 'This sign-in has ended. Start again.';

/**
 * Finishes a sign-in with a code of the app or a recovery code.
 * @returns the session's token
 * @throws AppError `unauthenticated` for a wrong code and for a sign-in that has expired, `rate_limited`
 */
export async function finishStep(
  services: Services,
  { token, code }: { token: string; code: string },
  client: Client,
): Promise<string> {
  const hash = hashSignInToken(token);
  const now = services.clock.now();
  const step = await takeStepTry(services.db, hash, limits.secondFactor.triesPerSignIn, now);
  if (!step || !services.keyRing.verifying('link', step.kid, now))
    throw await refused(services, step?.user_id ?? null, client, 'second_factor', OVER);
  const used = await checkSecondFactor(services, step.user_id, code);
  if (!used)
    throw await refused(
      services,
      step.user_id,
      client,
      'second_factor',
      'This code is wrong or has been used. Wait for the next one, or use a recovery code.',
    );
  const session = await services.db.transaction(async (tx) =>
    (await endStep(tx, hash)) ? beginSession(tx, services, step.user_id, client, proven(step)) : null,
  );
  if (!session) throw await refused(services, step.user_id, client, 'second_factor', OVER);
  return session;
}

const proven = ({ way, tenant_id }: Pick<StepRow, 'way' | 'tenant_id'>) => ({
  way,
  tenantId: tenant_id,
  secondFactor: true,
});

/**
 * Signs in with a passkey, which is two factors in one. If a sign-in of the same person waits for its second factor in
 * this browser, the passkey completes that one, so that the provider stays recorded as the sign-in method.
 * @returns the session's token
 * @throws AppError `unauthenticated`, `sso_required`, `sign_in_method_denied`
 */
export async function signInWithPasskey(
  services: Services,
  { token, response }: { token: string | null; response: Parameters<typeof checkPasskey>[1] },
  client: Client,
): Promise<string> {
  const userId = await checkPasskey(services, response);
  if (!userId)
    throw await refused(
      services,
      null,
      client,
      'passkey',
      'This passkey is not registered here, or did not respond.',
    );
  const now = services.clock.now();
  const hash = token === null ? null : hashSignInToken(token);
  return services.db.transaction(async (tx) => {
    const step = hash && (await findStep(tx, hash, now));
    const isTheirs = step?.user_id === userId && services.keyRing.verifying('link', step.kid, now) !== null;
    if (hash && isTheirs && (await endStep(tx, hash)))
      return beginSession(tx, services, userId, client, proven(step));
    await assertAccepted(tx, userId, 'passkey');
    return beginSession(tx, services, userId, client, { way: 'passkey', secondFactor: true });
  });
}
