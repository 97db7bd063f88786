import { TRPCError } from '@trpc/server';
import type { Logger } from '#kernel/base/log.ts';
import { AppError, type ErrorEnvelope, envelopeOf, errorCatalogue } from '#kernel/catalogue/errors.ts';
import { asKnown } from '#kernel/operation/failure.ts';

type TrpcCode = TRPCError['code'];

/** tRPC's names for our statuses. It has none for 410 and 423, but `data.httpStatus` still carries them. */
const trpcCodes: Record<number, TrpcCode> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  410: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  423: 'PRECONDITION_FAILED',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

/** Converts every error to one of the catalogue. An unexpected error is logged and not shown, as over REST. */
export function toTrpcError(error: unknown, requestId: string, log: Logger): TRPCError {
  const known = error instanceof AppError ? error : asKnown(error, requestId, log);
  const code = trpcCodes[errorCatalogue[known.code].status] ?? 'INTERNAL_SERVER_ERROR';
  return new TRPCError({ code, message: known.message, cause: known });
}

/** The `data` that a client receives: the HTTP status and the envelope of spec 7.1. */
export type ErrorData = { httpStatus: number } & ErrorEnvelope;

/** tRPC's own refusals (an unknown path, an unreadable body) become codes of the catalogue too. */
export function errorDataOf(error: TRPCError, requestId: string): ErrorData {
  const known = error.cause instanceof AppError ? error.cause : new AppError(ownCode(error.code));
  return { httpStatus: errorCatalogue[known.code].status, ...envelopeOf(known, requestId) };
}

function ownCode(code: TrpcCode) {
  if (code === 'NOT_FOUND') return 'route_not_found';
  if (code === 'METHOD_NOT_SUPPORTED') return 'method_not_allowed';
  if (code === 'UNSUPPORTED_MEDIA_TYPE') return 'unsupported_media_type';
  if (code === 'PAYLOAD_TOO_LARGE') return 'payload_too_large';
  return code === 'BAD_REQUEST' || code === 'PARSE_ERROR' ? 'invalid_request' : 'internal_error';
}
