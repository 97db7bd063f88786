import { placeHeaders } from './place.ts';

/** What went wrong, in the words of the error catalogue: what happened, and what to do. */
export type Failure = { code: string; message: string; fix: string; retryable: boolean; details: unknown };

/** A refused call of the console's own API, with what the error envelope said. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }

  /** What the envelope of interface-spec 7.1 says; anything else is an answer that nobody expected. */
  static of(envelope: unknown): CallError {
    const error =
      typeof envelope === 'object' && envelope !== null && 'error' in envelope ? envelope.error : null;
    return new CallError({ ...unanswered, ...(typeof error === 'object' ? error : {}) });
  }
}

/** One call of `/api/auth`, which speaks plain JSON. @throws CallError */
export async function callJson<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  place?: string,
): Promise<Answer> {
  const hasBody = body !== undefined;
  const response = await fetch(path, {
    method,
    headers: { ...placeHeaders(place), ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Answer;
  throw CallError.of(answer);
}

const unanswered: Failure = {
  code: 'unreachable',
  message: 'The deployment does not answer as it should.',
  fix: 'Look at your connection, then try again.',
  retryable: true,
  details: null,
};
