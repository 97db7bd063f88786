import { Secret, TOTP } from 'otpauth';
import { after, HOUR } from '#kernel/base/clock.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { newRecoveryCodes, redeemRecoveryCode } from './recovery.ts';
import {
  clearFailures,
  confirmSecret,
  deleteApp,
  deleteRecoveryCodes,
  type FactorRow,
  readHeld,
  setNewSecret,
  spendStep,
  takeTry,
} from './repository.ts';

/** RFC 6238 with the values that every app supports: SHA-1, six digits, 30 seconds, and one step of drift (5.2). */
const PERIOD = 30;
const DRIFT = 1;
const SECRET_BYTES = 20;

const totp = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({
    issuer: 'Proofmail',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
    // The buffer is copied, because the library reads the whole buffer beneath a view.
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

/**
 * Begins to set up an app. The secret is valid once its first code has been entered. @throws AppError `factor_exists`
 */
export async function beginApp(
  tx: Transaction,
  { sealer }: Services,
  person: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  if ((await readHeld(tx, person.id)).app) throw new AppError('factor_exists');
  const secret = new Secret({ size: SECRET_BYTES });
  await setNewSecret(tx, person.id, sealer.seal('second-factor', secret.bytes, person.id));
  return { secret: secret.base32, uri: totp(secret.bytes, person.email).toString() };
}

/**
 * The first code of a new app turns it on.
 * @returns the recovery codes if the person had none before, or null for a wrong code
 * @throws AppError `rate_limited`
 */
export async function confirmApp(
  services: Services,
  userId: string,
  code: string,
): Promise<{ codes: string[] | null } | null> {
  const now = services.clock.now();
  const row = await countTry(services, userId);
  const step = row.new_secret && stepOf(services, userId, row.new_secret, code);
  if (!step) return null;
  return services.db.transaction(async (tx) => {
    if (!(await confirmSecret(tx, userId, { sealed: row.new_secret!, step, now }))) return null;
    return { codes: await firstRecoveryCodes(tx, userId) };
  });
}

/** Creates recovery codes when a person gets their first factor. */
export const firstRecoveryCodes = async (tx: Transaction, userId: string): Promise<string[] | null> =>
  (await readHeld(tx, userId)).recovery_codes > 0 ? null : newRecoveryCodes(tx, userId);

/** Removes a person's app. @returns whether there was one */
export async function removeApp(tx: Transaction, userId: string): Promise<boolean> {
  const removed = (await deleteApp(tx, userId)) > 0;
  await dropIdleRecoveryCodes(tx, userId);
  return removed;
}

/** Deletes the recovery codes if the person has no other factor left. */
export async function dropIdleRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  const { app, passkeys } = await readHeld(tx, userId);
  if (!app && passkeys === 0) await deleteRecoveryCodes(tx, userId);
}

/**
 * Checks the code of an app, or a recovery code, and uses it up.
 * @returns which of them it was, or null when it is wrong or was used before
 * @throws AppError `rate_limited` after too many wrong codes in an hour
 */
export async function checkSecondFactor(
  services: Services,
  userId: string,
  typed: string,
): Promise<'app' | 'recovery_code' | null> {
  const { secret } = await countTry(services, userId);
  const { db, clock } = services;
  if (/^\d{6}$/.test(typed)) {
    const step = secret && stepOf(services, userId, secret, typed);
    return step && (await spendStep(db, userId, step)) ? 'app' : null;
  }
  return db.transaction(async (tx) => {
    if (!(await redeemRecoveryCode(tx, userId, typed, clock.now()))) return null;
    await clearFailures(tx, userId);
    return 'recovery_code';
  });
}

async function countTry({ db, clock }: Services, userId: string): Promise<FactorRow> {
  const now = clock.now();
  const most = limits.secondFactor.failuresPerHour;
  const row = await takeTry(db, userId, { most, now, since: after(now, -HOUR) });
  if (!row) throw new AppError('rate_limited', undefined, { retryAfter: HOUR / 1000 });
  return row;
}

/** The time step that the code belongs to, or null. The library compares in constant time. */
function stepOf({ sealer, clock }: Services, userId: string, sealed: Buffer, token: string): number | null {
  const now = clock.now().getTime();
  const app = totp(sealer.open('second-factor', sealed, userId), '');
  const delta = app.validate({ token, timestamp: now, window: DRIFT });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}
