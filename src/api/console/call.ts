import type { OpenCall } from '#api/rest/open-operation.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Client } from '#workspace/sign-in/index.ts';
import { clientAddress } from './visitor.ts';

/** As much of a call as says who makes it. */
type Call = Pick<OpenCall, 'services' | 'request'>;

export const clientOf = ({ services, request }: Call): Client => ({
  userAgent: request.header('user-agent') ?? '',
  address: clientAddress(services, request),
});

/** Tries to sign in from one client, right or wrong; far above what a person types. */
const TRIES_PER_MINUTE = 30;

/** @throws AppError `rate_limited` (interface-spec 8.4: 10 a minute per client IP) */
export const spendSignIn = (call: Call): Promise<void> =>
  spend(call, 'sign_in', limits.signIn.perMinutePerClient);

/** @throws AppError `rate_limited` */
export const spendTry = (call: Call): Promise<void> => spend(call, 'sign_in_try', TRIES_PER_MINUTE);

async function spend({ services, request }: Call, bucket: string, most: number): Promise<void> {
  const { allowed, resetSeconds } = await services.limiter.consume(
    bucket,
    clientAddress(services, request),
    most,
  );
  if (!allowed) throw new AppError('rate_limited', undefined, { retryAfter: resetSeconds });
}
