import { placeHeaders } from './place.ts';

/** An error of the API: what happened and how to fix it (src/kernel/catalogue/error-catalogue.ts). */
export type Failure = {
  code: string;
  message: string;
  fix: string;
  retryable: boolean;
  details: unknown;
  /** The id of a call that is in the workspace's request log. */
  requestId?: string;
};

/** A call of the console's own API that failed. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }

  /** Reads the error envelope (spec 7.1). Any other body counts as an unexpected response. */
  static of(envelope: unknown): CallError {
    const error =
      typeof envelope === 'object' && envelope !== null && 'error' in envelope ? envelope.error : null;
    return new CallError({ ...unanswered, ...(typeof error === 'object' ? error : {}) });
  }
}

/** One call of `/api/auth`, which speaks plain JSON. @throws CallError */
export async function callJson<Result>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  place?: string,
): Promise<Result> {
  const hasBody = body !== undefined;
  const response = await fetch(path, {
    method,
    headers: { ...placeHeaders(place), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: JSON.stringify(body) }),
  });
  const result: unknown = await response.json().catch(() => null);
  if (response.ok) return result as Result;
  throw CallError.of(result);
}

const unanswered: Failure = {
  code: 'unreachable',
  message: 'The deployment sent an unexpected response.',
  fix: 'Check your connection, then try again.',
  retryable: true,
  details: null,
};
