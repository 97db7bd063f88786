import { z } from 'zod';
import type { OpenCall } from '#api/rest/open-operation.ts';
import { jsonAnswer } from '#api/rest/respond.ts';
import type { AuditAction } from '#kernel/catalogue/audit-actions.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Transaction } from '#kernel/data/database.ts';
import { line } from '#kernel/operation/schema.ts';
import {
  addPasskey,
  beginApp,
  beginPasskey,
  checkPasskey,
  checkSecondFactor,
  confirmApp,
  deletePasskey,
  dropIdleRecoveryCodes,
  listPasskeys,
  newRecoveryCodes,
  readHeld,
  removeApp,
  renamePasskey,
} from '#workspace/factors/index.ts';
import {
  deleteAccount,
  listAccounts,
  recordSessionChange,
  type SessionRow,
  strengthenSession,
  weakenSessions,
} from '#workspace/sign-in/index.ts';
import { clientOf, spendSignIn, spendTry } from './call.ts';
import { ofSession } from './of-session.ts';
import { authenticationResponse, registrationResponse } from './passkey-schema.ts';
import { startProvider } from './provider.ts';
import { factorCode, passkeyOptions } from './second-step.ts';
import { done, doneResponse } from './sign-in-operation.ts';

const nothing = z.strictObject({});
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() });
const name = line(60, 1);
const rowId = z.string().max(64);
/** The console's security page is its only reader; its types are in `app/console/account`. */
const security = z.looseObject({}).meta({ id: 'Security' });

/**
 * A person with a second factor can change their factors only in a session that confirmed one: a stolen cookie of a
 * session by mail must not be worth more than it was. @throws AppError `second_factor_required`
 */
async function requireStrong({ services }: OpenCall, session: SessionRow): Promise<void> {
  const { app, passkeys } = await readHeld(services.db, session.user_id);
  if ((app || passkeys > 0) && session.second_factor_at === null)
    throw new AppError('second_factor_required');
}

const record = (
  call: OpenCall,
  tx: Transaction,
  userId: string,
  action: Extract<AuditAction, `sign_in.${string}`>,
  details: Record<string, unknown> = {},
): Promise<void> =>
  recordSessionChange(tx, call.services, { action, userId, client: clientOf(call), details });

/** After a factor was removed. If none is left, sessions no longer count as confirmed by a second factor. */
async function afterRemoval(tx: Transaction, userId: string): Promise<void> {
  await dropIdleRecoveryCodes(tx, userId);
  const { app, passkeys } = await readHeld(tx, userId);
  if (!app && passkeys === 0) await weakenSessions(tx, userId);
}

const wrongCode = (): AppError =>
  invalidRequest([
    { path: 'code', message: 'This code is wrong or has been used. Wait until the app shows the next one.' },
  ]);

/** A new factor confirms this session, because the person has just used it. */
const added = (call: OpenCall, session: SessionRow, kind: 'app' | 'passkey'): Promise<void> =>
  call.services.db.transaction(async (tx) => {
    await strengthenSession(tx, session.id, call.services.clock.now());
    await record(call, tx, session.user_id, 'sign_in.add_factor', { kind });
  });

const overview = ofSession({
  name: 'security.read',
  method: 'GET',
  path: '/api/auth/security',
  summary: 'Read the sign-in methods of the person',
  description: 'Returns their second factors, linked accounts and the providers of this deployment.',
  input: nothing,
  responses: { 200: security },
  async answer({ services, exchange }, { session }) {
    const [held, passkeys, accounts] = await Promise.all([
      readHeld(services.db, session.user_id),
      listPasskeys(services.db, session.user_id),
      listAccounts(services.db, session.user_id),
    ]);
    return jsonAnswer(exchange, 200, {
      app: held.app,
      recovery_codes: held.recovery_codes,
      passkeys,
      accounts,
      providers: services.identityProviders.map(({ name: id, label }) => ({ name: id, label })),
      second_factor_at: session.second_factor_at,
      is_second_factor_needed: session.is_among_others,
    });
  },
});

const confirm = ofSession({
  name: 'security.confirm',
  method: 'POST',
  path: '/api/auth/security/confirm',
  summary: 'Confirm a second factor in this session',
  description: 'Takes a code of the authenticator app or a recovery code.',
  limit: spendTry,
  input: z.strictObject({ code: factorCode }),
  responses: doneResponse,
  async answer(call, { session }, { code }) {
    if (!(await checkSecondFactor(call.services, session.user_id, code))) throw wrongCode();
    await strengthenSession(call.services.db, session.id, call.services.clock.now());
    return done(call);
  },
});

const confirmWithPasskey = ofSession({
  name: 'security.confirm_with_passkey',
  method: 'POST',
  path: '/api/auth/security/confirm-passkey',
  summary: 'Confirm a passkey in this session',
  description: 'Takes the response to the options of `POST /api/auth/passkey/options`.',
  limit: spendTry,
  input: z.strictObject({ response: authenticationResponse }),
  responses: doneResponse,
  async answer(call, { session }, { response }) {
    if ((await checkPasskey(call.services, response)) !== session.user_id)
      throw invalidRequest([
        { path: 'response', message: 'This passkey is not one of yours. Use another one.' },
      ]);
    await strengthenSession(call.services.db, session.id, call.services.clock.now());
    return done(call);
  },
});

const appBegin = ofSession({
  name: 'security.begin_app',
  method: 'POST',
  path: '/api/auth/app/begin',
  summary: 'Start to set up an authenticator app',
  description: 'Returns a secret, which takes effect with the first code that the app generates from it.',
  errors: ['second_factor_required', 'factor_exists'],
  limit: spendSignIn,
  input: nothing,
  responses: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  async answer(call, { session }) {
    await requireStrong(call, session);
    const person = { id: session.user_id, email: session.email };
    const begun = await call.services.db.transaction((tx) => beginApp(tx, call.services, person));
    return jsonAnswer(call.exchange, 200, begun, { 'Cache-Control': 'no-store' });
  },
});

const appConfirm = ofSession({
  name: 'security.confirm_app',
  method: 'POST',
  path: '/api/auth/app/confirm',
  summary: 'Turn on the authenticator app',
  description:
    'Takes the first code of the app. For the first second factor of the person, returns recovery codes.',
  errors: ['second_factor_required'],
  limit: spendTry,
  input: z.strictObject({ code: z.string().regex(/^\d{6}$/, 'Enter six digits.') }),
  responses: { 200: recoveryCodes },
  async answer(call, { session }, { code }) {
    await requireStrong(call, session);
    const confirmed = await confirmApp(call.services, session.user_id, code);
    if (!confirmed) throw wrongCode();
    await added(call, session, 'app');
    return jsonAnswer(
      call.exchange,
      200,
      { recovery_codes: confirmed.codes },
      { 'Cache-Control': 'no-store' },
    );
  },
});

const appRemove = ofSession({
  name: 'security.remove_app',
  method: 'POST',
  path: '/api/auth/app/remove',
  summary: 'Remove the authenticator app',
  description: 'Sign-ins no longer ask for a code. Passkeys stay.',
  errors: ['second_factor_required'],
  input: nothing,
  responses: doneResponse,
  async answer(call, { session }) {
    await requireStrong(call, session);
    const userId = session.user_id;
    await call.services.db.transaction(async (tx) => {
      if (!(await removeApp(tx, userId))) return;
      await afterRemoval(tx, userId);
      await record(call, tx, userId, 'sign_in.remove_factor', { kind: 'app' });
    });
    return done(call);
  },
});

const recovery = ofSession({
  name: 'security.new_recovery_codes',
  method: 'POST',
  path: '/api/auth/recovery-codes',
  summary: 'Create new recovery codes',
  description: 'The previous codes stop working. The new ones are shown only once.',
  errors: ['second_factor_required'],
  limit: spendSignIn,
  input: nothing,
  responses: { 200: recoveryCodes },
  async answer(call, { session }) {
    if (session.second_factor_at === null) throw new AppError('second_factor_required');
    const codes = await call.services.db.transaction(async (tx) => {
      await record(call, tx, session.user_id, 'sign_in.new_recovery_codes');
      return newRecoveryCodes(tx, session.user_id);
    });
    return jsonAnswer(call.exchange, 200, { recovery_codes: codes }, { 'Cache-Control': 'no-store' });
  },
});

const passkeyBegin = ofSession({
  name: 'security.begin_passkey',
  method: 'POST',
  path: '/api/auth/passkeys/options',
  summary: 'Start to add a passkey',
  description: 'Returns the options for `navigator.credentials.create`.',
  errors: ['second_factor_required'],
  limit: spendSignIn,
  input: nothing,
  responses: { 200: passkeyOptions },
  async answer(call, { session }) {
    await requireStrong(call, session);
    const person = { id: session.user_id, email: session.email, name: session.name };
    return jsonAnswer(call.exchange, 200, await beginPasskey(call.services, person));
  },
});

const passkeyAdd = ofSession({
  name: 'security.add_passkey',
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Add a passkey',
  description:
    'Takes the response of the browser. For the first second factor of the person, returns recovery codes.',
  errors: ['second_factor_required'],
  limit: spendTry,
  input: z.strictObject({ name, response: registrationResponse }),
  responses: { 200: recoveryCodes.extend({ id: z.string() }) },
  async answer(call, { session }, input) {
    await requireStrong(call, session);
    const made = await addPasskey(call.services, session.user_id, input);
    if (!made)
      throw invalidRequest([
        { path: 'response', message: 'This passkey could not be verified. Start again.' },
      ]);
    await added(call, session, 'passkey');
    const body = { id: made.id, recovery_codes: made.codes };
    return jsonAnswer(call.exchange, 200, body, { 'Cache-Control': 'no-store' });
  },
});

const passkeyRename = ofSession({
  name: 'security.rename_passkey',
  method: 'POST',
  path: '/api/auth/passkeys/rename',
  summary: 'Rename a passkey',
  description: 'A passkey of another person stays unchanged, and the response is the same.',
  input: z.strictObject({ passkey_id: rowId, name }),
  responses: doneResponse,
  async answer(call, { session }, input) {
    await renamePasskey(call.services.db, session.user_id, input.passkey_id, input.name);
    return done(call);
  },
});

const passkeyRemove = ofSession({
  name: 'security.remove_passkey',
  method: 'POST',
  path: '/api/auth/passkeys/remove',
  summary: 'Remove a passkey',
  description: 'A passkey of another person stays unchanged, and the response is the same.',
  errors: ['second_factor_required'],
  input: z.strictObject({ passkey_id: rowId }),
  responses: doneResponse,
  async answer(call, { session }, { passkey_id }) {
    await requireStrong(call, session);
    const userId = session.user_id;
    await call.services.db.transaction(async (tx) => {
      if ((await deletePasskey(tx, userId, passkey_id)) === 0) return;
      await afterRemoval(tx, userId);
      await record(call, tx, userId, 'sign_in.remove_factor', { kind: 'passkey' });
    });
    return done(call);
  },
});

const accountLink = ofSession({
  name: 'security.link_account',
  method: 'POST',
  path: '/api/auth/accounts/link',
  summary: 'Start to link an account of an identity provider',
  description: 'Returns the URL that the browser must open.',
  errors: ['second_factor_required', 'route_not_found'],
  limit: spendSignIn,
  input: z.strictObject({ provider: z.string().max(20) }),
  responses: { 200: z.object({ url: z.string() }) },
  async answer(call, { session }, { provider }) {
    await requireStrong(call, session);
    return startProvider(call, { provider, next: '/console/security' }, session.user_id);
  },
});

const accountUnlink = ofSession({
  name: 'security.unlink_account',
  method: 'POST',
  path: '/api/auth/accounts/unlink',
  summary: 'Unlink an account of an identity provider',
  description: 'An account of another person stays unchanged, and the response is the same.',
  errors: ['second_factor_required'],
  input: z.strictObject({ account_id: rowId }),
  responses: doneResponse,
  async answer(call, { session }, { account_id }) {
    await requireStrong(call, session);
    await call.services.db.transaction(async (tx) => {
      const provider = await deleteAccount(tx, session.user_id, account_id);
      if (provider) await record(call, tx, session.user_id, 'sign_in.unlink_provider', { provider });
    });
    return done(call);
  },
});

/** The operations by which a person changes how they sign in. */
export const factorOperations = [
  overview,
  confirm,
  confirmWithPasskey,
  appBegin,
  appConfirm,
  appRemove,
  recovery,
  passkeyBegin,
  passkeyAdd,
  passkeyRename,
  passkeyRemove,
  accountLink,
  accountUnlink,
];
