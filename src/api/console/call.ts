import type { z } from 'zod';
import { clientAddress } from '#api/rest/client-address.ts';
import type { ApiRequest } from '#api/rest/exchange.ts';
import type { Exchange } from '#api/rest/respond.ts';
import { clientNetwork } from '#kernel/base/network.ts';
import { AppError, invalidRequest } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { readBounded } from '#kernel/operation/bounded-body.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { Client } from '#workspace/sign-in/index.ts';

/** One call of `/api/auth`. */
export type Call = { services: Services; request: ApiRequest; exchange: Exchange };

export const clientOf = ({ services, request, exchange }: Call): Client => ({
  requestId: exchange.requestId,
  userAgent: request.header('user-agent') ?? '',
  address: clientAddress(services.config, request) ?? UNKNOWN,
});

/** The address of clients whose address is not known: they share one limit. */
const UNKNOWN = 'unknown';

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
    clientNetwork(clientAddress(services.config, request) ?? UNKNOWN),
    most,
  );
  if (!allowed) throw new AppError('rate_limited', undefined, { retryAfter: resetSeconds });
}

/** @throws AppError `unsupported_media_type`, `payload_too_large`, `invalid_request` */
export async function readInput<S extends z.ZodType>({ request }: Call, schema: S): Promise<z.output<S>> {
  if (!request.header('content-type')?.startsWith('application/json'))
    throw new AppError('unsupported_media_type');
  const parsed = schema.safeParse(parseJson((await readBounded(request)).toString('utf8')));
  if (parsed.success) return parsed.data;
  throw invalidRequest(
    parsed.error.issues
      .slice(0, limits.fieldErrors)
      .map(({ path, message }) => ({ path: path.map(String).join('.').slice(0, 200), message })),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest([{ path: '', message: 'The body is not JSON.' }]);
  }
}
