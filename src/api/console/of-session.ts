import type { z } from 'zod';
import type { ApiAnswer } from '#api/rest/exchange.ts';
import { defineOpenOperation, type OpenCall, type OpenOperation } from '#api/rest/open-operation.ts';
import type { ErrorCode } from '#kernel/catalogue/errors.ts';
import { assertSameOrigin, requireVisitor, type Visitor } from './visitor.ts';

type OfSession<I extends z.ZodObject> = Pick<
  OpenOperation<I>,
  'name' | 'method' | 'path' | 'summary' | 'description' | 'input' | 'responses'
> & {
  errors?: readonly ErrorCode[];
  /** Takes one try of the client's rate limit before the body is read. */
  limit?: (call: OpenCall) => Promise<void>;
  answer(call: OpenCall, visitor: Visitor, input: z.output<I>): Promise<ApiAnswer>;
};

/** The operations of a signed-in person on their own sessions; the cookie is the permission. */
export const ofSession = <I extends z.ZodObject>({
  errors = [],
  limit,
  answer,
  ...described
}: OfSession<I>) =>
  defineOpenOperation<I>({
    ...described,
    tag: 'sign_in',
    proof: 'session',
    errors: [
      'unauthenticated',
      'permission_denied',
      ...(limit ? (['rate_limited'] as const) : []),
      ...errors,
    ],
    async guard(call) {
      assertSameOrigin(call.services, call.request);
      await requireVisitor(call.services, call.request);
      await limit?.(call);
    },
    run: async (call, input) => answer(call, await requireVisitor(call.services, call.request), input),
  });
