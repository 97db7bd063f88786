import { clientNetwork } from '#kernel/base/network.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import { limits } from '#kernel/catalogue/limits.ts';
import { readBounded } from '#kernel/operation/bounded-body.ts';
import { OAuthError } from '#workspace/oauth/index.ts';
import { clientAddress } from '../client-address.ts';
import type { ApiAnswer } from '../exchange.ts';
import type { OpenCall } from '../open-operation.ts';
import { jsonAnswer } from '../respond.ts';

// The shared code of the OAuth endpoints, which use forms and OAuth's own errors instead of ours.

/** If PM_OAUTH is off, none of these routes exists. @throws AppError `route_not_found` */
export function requireOAuth({ services }: OpenCall): void {
  if (!services.config.oauth) throw new AppError('route_not_found');
}

/** @throws AppError `route_not_found`, `rate_limited` */
export const guardOf =
  (bucket: keyof typeof limits.oauth.perMinute) =>
  async (call: OpenCall): Promise<void> => {
    requireOAuth(call);
    const { services, request } = call;
    const holder = clientNetwork(clientAddress(services.config, request) ?? 'unknown');
    const most = limits.oauth.perMinute[bucket];
    const { allowed, resetSeconds } = await services.limiter.consume(`oauth_${bucket}`, holder, most);
    if (!allowed) throw new AppError('rate_limited', undefined, { retryAfter: resetSeconds });
  };

/** The maximum size of a form. None of these requests needs nearly as much. */
const MAX_FORM = 64 * 1024;

/** Each parameter once (RFC 6749 3.1, 3.2); an empty one counts as absent. @throws OAuthError `invalid_request` */
export function readParameters(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name))
      throw new OAuthError('invalid_request', `The parameter ${name.slice(0, 50)} occurs more than once.`);
    if (/\0/.test(value) || !value.isWellFormed())
      throw new OAuthError('invalid_request', `The parameter ${name.slice(0, 50)} must be text.`);
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

/** @throws OAuthError `invalid_request`, AppError `payload_too_large` */
export async function readForm({ request }: OpenCall): Promise<ReadonlyMap<string, string>> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.header('content-type') ?? ''))
    throw new OAuthError('invalid_request', 'Send the body as application/x-www-form-urlencoded.');
  return readParameters(await readText(request));
}

export async function readText(request: OpenCall['request']): Promise<string> {
  const body = await readBounded(request);
  if (body.length > MAX_FORM) throw new OAuthError('invalid_request', 'The body is too long.');
  return body.toString('utf8');
}

/** Runs an endpoint, and answers refusals in the form of RFC 6749 5.2. */
export async function answered(call: OpenCall, run: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const usedHeader = call.request.header('authorization') !== null;
    const more: Record<string, string> =
      error.status === 401 && usedHeader ? { 'WWW-Authenticate': 'Basic realm="oauth"' } : {};
    return jsonAnswer(
      call.exchange,
      error.status,
      { error: error.code, error_description: printable(error.message) },
      { ...more, Pragma: 'no-cache' },
    );
  }
}

/** RFC 6749 5.2 allows printable ASCII without quotation marks and backslashes. */
const printable = (message: string): string =>
  message.replaceAll('’', "'").replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
