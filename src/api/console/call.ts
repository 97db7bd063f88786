import { clientAddress } from '#api/rest/client-address.ts';
import type { OpenCall } from '#api/rest/open-operation.ts';
import { clientNetwork } from '#kernel/base/network.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import type { Client } from '#workspace/sign-in/index.ts';

/** The part of a call that identifies its caller. */
type Call = Pick<OpenCall, 'services' | 'request' | 'exchange'>;

export const clientOf = ({ services, request, exchange }: Call): Client => ({
  requestId: exchange.requestId,
  userAgent: request.header('user-agent') ?? '',
  address: clientAddress(services.config, request) ?? UNKNOWN,
});

/** Stands for the address of clients whose address is unknown, so that they share one limit. */
const UNKNOWN = 'unknown';

/** Attempts to sign in from one client, successful or not. A person never types this many. */
const TRIES_PER_MINUTE = 30;

/** @throws AppError `rate_limited` (spec 8.4: 10 a minute per client IP) */
export const spendSignIn = (call: Call): Promise<void> =>
  spend(call, 'sign_in', limits.signIn.perMinutePerClient);

/** @throws AppError `rate_limited` */
export const spendTry = (call: Call): Promise<void> => spend(call, 'sign_in_try', TRIES_PER_MINUTE);

async function spend({ services, request }: Call, bucket: string, most: number): Promise<void> {
  const { allowed, resetSeconds } = await services.limiter.consume(
    bucket,
    clientNetwork(clientAddress(services.config, request) ?? UNKNOWN),
    most,
  );
  if (!allowed) throw new AppError('rate_limited', undefined, { retryAfter: resetSeconds });
}
