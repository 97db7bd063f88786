import { z } from 'zod';
import { defineOpenOperation, type OpenCall } from '#api/rest/open-operation.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { emailAddress } from '#kernel/operation/schema.ts';
import { acceptInvitation } from '#workspace/members/index.ts';
import { type Entry, enter, redeemCode, redeemLink, requestSignIn } from '#workspace/sign-in/index.ts';
import { clientOf, spendSignIn, spendTry } from './call.ts';
import { challengeCookie, readCookie } from './cookie.ts';
import { factorOperations } from './factor-operations.ts';
import { makeFirstOwner, setupInput } from './first-owner.ts';
import { completeProvider, startProvider } from './provider.ts';
import { passkeySignIn, secondStep } from './second-step.ts';
import { sessionOperations } from './session-operations.ts';
import { done, entered, signIn } from './sign-in-operation.ts';

const requestCode = signIn({
  name: 'sign_in.request_code',
  path: '/api/auth/request',
  summary: 'Request a sign-in code and link by mail',
  description:
    'The response is the same whether or not the address belongs to a member. The code works only in this ' +
    'browser.',
  limit: spendSignIn,
  input: z.strictObject({ email: emailAddress }),
  async run(call, { email }) {
    const challenge = await requestSignIn(call.services, email, clientOf(call));
    return done(call, challengeCookie(call.services.config, challenge));
  },
});

const enterCode = signIn({
  name: 'sign_in.enter_code',
  path: '/api/auth/code',
  summary: 'Sign in with a code from a mail',
  description: 'Takes the six-digit code, in the browser that requested it.',
  limit: spendTry,
  errors: ['unauthenticated', 'sso_required', 'sign_in_method_denied'],
  input: z.strictObject({ code: z.string().regex(/^\d{6}$/, 'Enter the six digits of the code.') }),
  async run(call, { code }) {
    const { services, request } = call;
    const challenge = readCookie(services.config, 'challenge', request.header('cookie')) ?? '';
    return entered(call, await redeemCode(services, { challenge, code }, clientOf(call)));
  },
});

const followLink = signIn({
  name: 'sign_in.follow_link',
  path: '/api/auth/link',
  summary: 'Sign in with a link from a mail',
  description: 'The token works once.',
  limit: spendTry,
  errors: ['unauthenticated', 'sso_required', 'sign_in_method_denied'],
  input: z.strictObject({ token: z.string().max(200) }),
  run: async (call, { token }) => entered(call, await redeemLink(call.services, token, clientOf(call))),
});

const beginProvider = signIn({
  name: 'sign_in.begin_provider',
  path: '/api/auth/oauth',
  summary: 'Start a sign-in with an identity provider',
  description: 'Returns the URL that the browser must open.',
  limit: spendSignIn,
  errors: ['route_not_found', 'unauthenticated'],
  input: z.strictObject({ provider: z.string().max(20), next: z.string().max(1_000).optional() }),
  responses: { 200: z.object({ url: z.string() }) },
  run: (call, input) => startProvider(call, input),
});

const finishProvider = defineOpenOperation({
  name: 'sign_in.finish_provider',
  method: 'GET',
  path: '/api/auth/oauth/{provider}/callback',
  summary: 'Finish a sign-in with an identity provider',
  description: 'A browser shows the response to a person, so every error redirects to the sign-in page.',
  tag: 'sign_in',
  proof: 'code',
  errors: ['route_not_found'],
  input: z.strictObject({ provider: z.string() }),
  responses: { 303: null },
  run: completeProvider,
});

const acceptInvite = signIn({
  name: 'sign_in.accept_invitation',
  path: '/api/auth/invitation',
  summary: 'Accept an invitation',
  description:
    'Also signs the person in, because the invitation shows that they can read mail to its address.',
  limit: spendTry,
  errors: ['unauthenticated', 'sso_required', 'sign_in_method_denied'],
  input: z.strictObject({ token: z.string().max(200) }),
  run: async (call, { token }) => entered(call, await join(call, token)),
});

const setUp = signIn({
  name: 'sign_in.set_up',
  path: '/api/auth/setup',
  summary: 'Become the first operator of a deployment',
  description: 'Takes the token of the link that the program prints when it first starts.',
  limit: spendTry,
  errors: ['unauthenticated', 'slug_taken', 'suffix_taken'],
  input: setupInput,
  run: async (call, input) =>
    entered(call, {
      kind: 'session',
      token: await makeFirstOwner(call.services, input, clientOf(call)),
    }),
});

/** How people sign in to the console, and their sessions (spec 4.12). */
export const signInOperations = [
  requestCode,
  enterCode,
  followLink,
  beginProvider,
  finishProvider,
  acceptInvite,
  setUp,
  ...secondStep,
  ...passkeySignIn,
  ...sessionOperations,
  ...factorOperations,
];

/**
 * The person joins even if a rule of the workspace refuses this way to sign in. In that case they learn which one to
 * use.
 */
async function join(call: OpenCall, token: string): Promise<Entry> {
  const entry = await call.services.db.transaction(async (tx) => {
    const joined = await acceptInvitation(tx, call.services, token, clientOf(call));
    if (!joined) return null;
    const { user_id, tenant_id } = joined;
    const proof = { way: 'mail', tenantId: tenant_id };
    return enter(tx, call.services, user_id, clientOf(call), proof).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
  });
  if (entry instanceof AppError) throw entry;
  if (entry) return entry;
  const message = 'This invitation was used or withdrawn, or has expired. Ask for a new one.';
  throw new AppError('unauthenticated', undefined, { message });
}
