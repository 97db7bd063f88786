import type { ErrorCode } from './generated/types.ts';

/** One invalid field of the request. `path` names it, for example `to.0` or `attachments.1.filename`. */
export type FieldError = { path: string; message: string };

type Facts = {
  status: number | null;
  /** Null if the response did not come from the API, but from a proxy, or if there was none. */
  code: ErrorCode | (string & {}) | null;
  message: string;
  /** One sentence on how to fix it. */
  fix: string | null;
  retryable: boolean;
  requestId: string | null;
  /** The URL of the call in the console's request log, for members of the workspace; null if it is in no log. */
  logUrl: string | null;
  details: Record<string, unknown>;
  /** Seconds to wait before repeating the request. */
  retryAfter: number | null;
};

/** Every failure of a call. Decide by `code`; show `message` and `fix`. */
export class ProofmailError extends Error {
  readonly status: Facts['status'];
  readonly code: Facts['code'];
  readonly fix: Facts['fix'];
  readonly retryable: boolean;
  readonly requestId: Facts['requestId'];
  readonly logUrl: Facts['logUrl'];
  readonly details: Facts['details'];
  readonly retryAfter: Facts['retryAfter'];
  /** The invalid fields, if the code is `invalid_request`. */
  readonly fields: readonly FieldError[];

  constructor(facts: Facts, options?: ErrorOptions) {
    super(facts.message, options);
    this.name = new.target.name;
    this.status = facts.status;
    this.code = facts.code;
    this.fix = facts.fix;
    this.retryable = facts.retryable;
    this.requestId = facts.requestId;
    this.logUrl = facts.logUrl;
    this.details = facts.details;
    this.retryAfter = facts.retryAfter;
    this.fields = fieldsOf(facts.details);
  }

  /** The path of the first invalid field, or null. */
  get field(): string | null {
    return this.fields[0]?.path ?? null;
  }
}

/** 401: the key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ProofmailError {}
/** 403: the key may not do this. */
export class PermissionError extends ProofmailError {}
/** 404: the object does not exist, or the key does not reach it. */
export class NotFoundError extends ProofmailError {}
/** 409: the request conflicts with the current state. */
export class ConflictError extends ProofmailError {}
/** 400, 413, 415, 422: the request is invalid. */
export class InvalidRequestError extends ProofmailError {}
/** 429: too many requests; `retryAfter` has the seconds. */
export class RateLimitError extends ProofmailError {}
/** 5xx: the server failed. */
export class ServerError extends ProofmailError {}

const nothing = { status: null, code: null, requestId: null, logUrl: null, details: {}, retryAfter: null };

/** No response arrived. */
export class ConnectionError extends ProofmailError {
  constructor(baseUrl: string, options?: ErrorOptions) {
    const message = `There is no connection to ${baseUrl}.`;
    super(
      {
        ...nothing,
        message,
        fix: 'Check the address, and check that Proofmail is running.',
        retryable: true,
      },
      options,
    );
  }
}

/** No response arrived in time. */
export class TimeoutError extends ProofmailError {
  constructor(milliseconds: number, options?: ErrorOptions) {
    const message = `The server did not answer within ${milliseconds / 1000} seconds.`;
    super({ ...nothing, message, fix: 'Try again, or set a longer timeout.', retryable: true }, options);
  }
}

type Envelope = {
  error?: {
    code?: string;
    message?: string;
    fix?: string;
    retryable?: boolean;
    request_id?: string;
    details?: Record<string, unknown>;
  };
};

/** The error for a response that is not 2xx. */
export async function errorOf(response: Response): Promise<ProofmailError> {
  const text = await response.text().catch(() => '');
  return errorFrom(response.status, parsed(text), response.headers);
}

/** The same for an error envelope inside a stream. */
export function errorFrom(status: number | null, body: unknown, headers = new Headers()): ProofmailError {
  const { error } = (body ?? {}) as Envelope;
  const details = error?.details ?? {};
  const seconds = headers.get('retry-after') ?? details.retry_after;
  return new (classOf(status))({
    status,
    code: error?.code ?? null,
    message: error?.message ?? `The server answered with status ${status}.`,
    fix: error?.fix ?? null,
    retryable: error?.retryable ?? false,
    requestId: error?.request_id ?? headers.get('request-id'),
    logUrl: /<([^<>]+)>; rel="describedby"/.exec(headers.get('link') ?? '')?.[1] ?? null,
    details,
    retryAfter: seconds != null && Number.isFinite(Number(seconds)) ? Number(seconds) : null,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function classOf(status: number | null): typeof ProofmailError {
  if (status === 401) return AuthenticationError;
  if (status === 403) return PermissionError;
  if (status === 404) return NotFoundError;
  if (status === 409) return ConflictError;
  if (status === 429) return RateLimitError;
  if (status !== null && status >= 500) return ServerError;
  return status !== null && [400, 413, 415, 422].includes(status) ? InvalidRequestError : ProofmailError;
}

function fieldsOf({ errors }: Record<string, unknown>): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter((each): each is FieldError => typeof each?.path === 'string');
}
