import type { LoggedCaller } from '../operation/request-log.ts';
import type { Services } from '../operation/services.ts';
import { errorCatalogue } from './error-catalogue.ts';

export { errorCatalogue };

export type ErrorCode = keyof typeof errorCatalogue;

export type ErrorDetails = Record<string, unknown>;

type Options = {
  message?: string;
  retryAfter?: number;
  afterwards?: (services: Services) => Promise<void>;
  caller?: LoggedCaller | null;
};

/** A refusal with a code for the caller. Rooms throw it; the transports turn it into the error envelope. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  /** Seconds for the header Retry-After, where the code has a wait of its own. */
  readonly retryAfter: number | undefined;
  /** Writes that must survive although the refused request is rolled back. They run before the caller gets the answer. */
  readonly afterwards: ((services: Services) => Promise<void>) | undefined;

  /** The owner of the refused key, for the request log of its workspace only. */
  readonly caller: LoggedCaller | null;

  constructor(code: ErrorCode, details?: ErrorDetails, options?: Options) {
    super(options?.message ?? errorCatalogue[code].message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
    this.retryAfter = options?.retryAfter;
    this.afterwards = options?.afterwards;
    this.caller = options?.caller ?? null;
  }
}

export type FieldError = { path: string; message: string };

/** `invalid_request` with every field that is wrong (spec 7.2). */
export const invalidRequest = (errors: FieldError[], more: ErrorDetails = {}): AppError =>
  new AppError('invalid_request', { errors, ...more });

/** The body of every answer that is not 2xx (spec 7.1). */
export type ErrorEnvelope = {
  error: {
    code: ErrorCode;
    message: string;
    retryable: boolean;
    fix: string;
    request_id: string;
    details?: ErrorDetails;
  };
};

export const envelopeOf = ({ code, message, details }: AppError, requestId: string): ErrorEnvelope => {
  const { retryable, fix } = errorCatalogue[code];
  return { error: { code, message, retryable, fix, request_id: requestId, ...(details && { details }) } };
};
