import { z } from 'zod';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import type { Named } from './decide.ts';

/** How the consent page and the page for devices identify a request. */
export const namedInput = {
  request: z
    .string()
    .regex(/^[\w-]{43}$/, 'Send the token of a consent page.')
    .optional(),
  user_code: z.string().min(1).max(40).optional(),
};

/** Checks that the request is named in one way. @throws AppError `invalid_request` unless exactly one is given */
export function assertNamed({ request, user_code }: Named): void {
  if ((request === undefined) === (user_code === undefined))
    throw invalidRequest([{ path: 'request', message: 'Send either request or user_code.' }]);
}
