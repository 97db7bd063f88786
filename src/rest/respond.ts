import { AppError, envelopeOf, errorCatalogue } from '#kernel/errors.ts';
import { asKnown } from '#kernel/failure.ts';
import type { Logger } from '#kernel/log.ts';
import type { Outcome } from '#kernel/pipeline.ts';
import type { RateLimitState } from '#kernel/rate-limit.ts';

/** What is known of a request while it is answered, for headers and logs. */
export type Exchange = {
  requestId: string;
  rateLimit: RateLimitState | null;
  headers: Record<string, string>;
};

const JSON_TYPE = 'application/json; charset=utf-8';

function headersOf(exchange: Exchange): Record<string, string> {
  const { rateLimit } = exchange;
  return {
    'Request-Id': exchange.requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(rateLimit && { 'RateLimit-Limit': String(rateLimit.limit) }),
    ...exchange.headers,
  };
}

export function jsonResponse(
  exchange: Exchange,
  status: number,
  body: unknown,
  more: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': JSON_TYPE, ...headersOf(exchange), ...more },
  });
}

export const textResponse = (exchange: Exchange, text: string): Response =>
  new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headersOf(exchange) } });

export function outcomeResponse(exchange: Exchange, outcome: Outcome): Response {
  const replay: Record<string, string> = outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {};
  if (outcome.bytes) {
    const { content, headers } = outcome.bytes;
    return new Response(content as BodyInit, {
      status: outcome.status,
      headers: { ...headersOf(exchange), ...headers },
    });
  }
  if (outcome.body === null)
    return new Response(null, { status: outcome.status, headers: { ...headersOf(exchange), ...replay } });
  return jsonResponse(exchange, outcome.status, outcome.body, replay);
}

/** The error envelope (interface-spec 7.1). What is not an AppError is our bug: logged, and told to no one. */
export function errorResponse(exchange: Exchange, error: unknown, log: Logger): Response {
  const known = error instanceof AppError ? error : asKnown(error, exchange.requestId, log);
  const { status } = errorCatalogue[known.code];
  return jsonResponse(
    exchange,
    status,
    envelopeOf(known, exchange.requestId),
    headersOfError(exchange, known, status),
  );
}

function headersOfError({ rateLimit }: Exchange, error: AppError, status: number): Record<string, string> {
  return {
    ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
    ...(status === 429 && rateLimit && { 'RateLimit-Reset': String(rateLimit.reset) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  };
}
