import { z } from 'zod';
import type { ApiAnswer } from '#api/rest/exchange.ts';
import { defineOpenOperation, type OpenCall, type OpenOperation } from '#api/rest/open-operation.ts';
import { jsonAnswer } from '#api/rest/respond.ts';
import type { ErrorCode } from '#kernel/catalogue/errors.ts';
import type { Entry } from '#workspace/sign-in/index.ts';
import { sessionCookie, stepCookie } from './cookie.ts';
import { assertSameOrigin } from './visitor.ts';

const isDone = z
  .object({
    ok: z.literal(true),
    second_factor: z
      .literal(true)
      .optional()
      .meta({ description: 'Present when the person must confirm a second factor to be signed in.' }),
  })
  .meta({ id: 'SignInDone' });

type SignIn<I extends z.ZodObject> = Pick<
  OpenOperation<I>,
  'name' | 'path' | 'summary' | 'description' | 'run' | 'input'
> & {
  /** Takes one try of the client's rate limit, before anything else is checked. */
  limit: (call: OpenCall) => Promise<void>;
  errors?: readonly ErrorCode[];
  responses?: OpenOperation<I>['responses'];
};

/** A POST of the console's pages for signing in. It must come from our own pages. */
export const signIn = <I extends z.ZodObject>({ limit, errors = [], responses, ...described }: SignIn<I>) =>
  defineOpenOperation<I>({
    ...described,
    method: 'POST',
    tag: 'sign_in',
    proof: 'code',
    errors: ['permission_denied', 'rate_limited', ...errors],
    responses: responses ?? { 200: isDone },
    async guard(call) {
      assertSameOrigin(call.services, call.request);
      await limit(call);
    },
  });

export const done = (call: OpenCall, cookie?: string): ApiAnswer =>
  jsonAnswer(call.exchange, 200, { ok: true }, cookie ? { 'Set-Cookie': cookie } : {});

/** The response after the first factor: the person is signed in, or is asked for their second factor. */
export function entered(call: OpenCall, { kind, token }: Entry): ApiAnswer {
  const { config } = call.services;
  if (kind === 'session') return done(call, sessionCookie(config, token));
  const cookie = { 'Set-Cookie': stepCookie(config, token) };
  return jsonAnswer(call.exchange, 200, { ok: true, second_factor: true }, cookie);
}

export const doneResponse = { 200: isDone } as const;
