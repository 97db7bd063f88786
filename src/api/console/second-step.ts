import { z } from 'zod';
import { jsonAnswer } from '#api/rest/respond.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { askForPasskey } from '#workspace/factors/index.ts';
import { finishStep, signInWithPasskey } from '#workspace/sign-in/index.ts';
import { clientOf, spendSignIn, spendTry } from './call.ts';
import { readCookie } from './cookie.ts';
import { authenticationResponse } from './passkey-schema.ts';
import { entered, signIn } from './sign-in-operation.ts';

/** A code of an app, or a recovery code. */
export const factorCode = z.string().trim().min(6).max(40);
/** Options for the browser, as WebAuthn defines them. */
export const passkeyOptions = z.looseObject({}).meta({ id: 'PasskeyOptions' });

/** The second factor of a sign-in whose first factor was accepted. */
export const secondStep = [
  signIn({
    name: 'sign_in.enter_second_factor',
    path: '/api/auth/second-factor',
    summary: 'Finish a sign-in with a second factor',
    description:
      'Takes a code of the authenticator app or a recovery code, in the browser that passed the first factor.',
    limit: spendTry,
    errors: ['unauthenticated'],
    input: z.strictObject({ code: factorCode }),
    async run(call, { code }) {
      const { services, request } = call;
      const token = readCookie(services.config, 'step', request.header('cookie'));
      if (!token)
        throw new AppError('unauthenticated', undefined, { message: 'This sign-in has ended. Start again.' });
      return entered(call, {
        kind: 'session',
        token: await finishStep(services, { token, code }, clientOf(call)),
      });
    },
  }),
];

export const passkeySignIn = [
  signIn({
    name: 'sign_in.ask_for_passkey',
    path: '/api/auth/passkey/options',
    summary: 'Start a sign-in with a passkey',
    description: 'Returns the options for `navigator.credentials.get`. They do not identify a person.',
    limit: spendSignIn,
    input: z.strictObject({}),
    responses: { 200: passkeyOptions },
    run: async (call) => jsonAnswer(call.exchange, 200, await askForPasskey(call.services)),
  }),
  signIn({
    name: 'sign_in.use_passkey',
    path: '/api/auth/passkey',
    summary: 'Sign in with a passkey',
    description: 'A passkey counts as two factors.',
    limit: spendTry,
    errors: ['unauthenticated', 'sso_required', 'sign_in_method_denied'],
    input: z.strictObject({ response: authenticationResponse }),
    async run(call, { response }) {
      const { services, request } = call;
      const token = readCookie(services.config, 'step', request.header('cookie'));
      const session = await signInWithPasskey(services, { token, response }, clientOf(call));
      return entered(call, { kind: 'session', token: session });
    },
  }),
];
