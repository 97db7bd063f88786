import { validateHeaderValue } from 'node:http';
import type { Logger } from '#kernel/base/log.ts';
import { AppError, type ErrorCode, envelopeOf, errorCatalogue } from '#kernel/catalogue/errors.ts';
import { asKnown } from '#kernel/operation/failure.ts';
import { JsonText } from '#kernel/operation/json-text.ts';
import type { Bytes } from '#kernel/operation/operation.ts';
import type { Outcome } from '#kernel/operation/pipeline.ts';
import type { RateLimitState } from '#kernel/operation/rate-limit.ts';
import type { LoggedCaller } from '#kernel/operation/request-log.ts';
import type { ApiAnswer } from './exchange.ts';

/** The state of a request while it is answered, for headers and logs. */
export type Exchange = {
  requestId: string;
  /** For the request log: the caller, as soon as it is known, and the pattern of the path. */
  caller?: LoggedCaller;
  route?: string;
  /** The error code of the answer. */
  code?: ErrorCode;
  /** The operation that answers, as soon as it is known: for metrics and traces. */
  operation?: string;
  rateLimit: RateLimitState | null;
  headers: Record<string, string>;
  /** WWW-Authenticate of a refused key or token. */
  challenge?: string | null;
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** The headers of every answer. */
export function headersOf(exchange: Exchange): Record<string, string> {
  const { rateLimit } = exchange;
  return {
    'Request-Id': exchange.requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(rateLimit && { 'RateLimit-Limit': String(rateLimit.limit) }),
    ...exchange.headers,
  };
}

export const jsonAnswer = (
  exchange: Exchange,
  status: number,
  body: unknown,
  more: Record<string, string> = {},
): ApiAnswer => ({
  status,
  headers: { 'Content-Type': JSON_TYPE, ...headersOf(exchange), ...more },
  body: body instanceof JsonText ? body.text : JSON.stringify(body),
});

export const textAnswer = (exchange: Exchange, text: string): ApiAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headersOf(exchange) },
  body: text,
});

export function outcomeAnswer(exchange: Exchange, outcome: Outcome): ApiAnswer {
  const { status, bytes, body, replayed } = outcome;
  const replay: Record<string, string> = replayed ? { 'Idempotent-Replayed': 'true' } : {};
  if (bytes) return bytesAnswer(exchange, status, bytes);
  if (body === null) return { status, headers: { ...headersOf(exchange), ...replay }, body: null };
  return jsonAnswer(exchange, status, body, replay);
}

/** Headers of a file can come from mail. A value that HTTP cannot carry is our bug, found before anything is sent. */
function bytesAnswer(exchange: Exchange, status: number, { content, headers }: Bytes): ApiAnswer {
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
  return { status, headers: { ...headersOf(exchange), ...headers }, body: content };
}

/** The error envelope (spec 7.1). An error that is not an AppError is our bug: it is logged and not shown. */
export function errorAnswer(exchange: Exchange, error: unknown, log: Logger): ApiAnswer {
  const known = error instanceof AppError ? error : asKnown(error, exchange.requestId, log);
  const { status } = errorCatalogue[known.code];
  exchange.code = known.code;
  return jsonAnswer(
    exchange,
    status,
    envelopeOf(known, exchange.requestId),
    headersOfError(exchange, known, status),
  );
}

function headersOfError(
  { rateLimit, challenge }: Exchange,
  error: AppError,
  status: number,
): Record<string, string> {
  return {
    ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
    ...(status === 429 && rateLimit && { 'RateLimit-Reset': String(rateLimit.reset) }),
    ...(challenge ? { 'WWW-Authenticate': challenge } : status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  };
}
