/** Error codes for limits on a whole tenant. They are not in the original specification. */
export const ceilingErrors = {
  sending_queue_full: {
    status: 429,
    retryable: true,
    message: 'Too many messages of the workspace are waiting to be sent.',
    fix: 'Repeat the request with back-off and the same Idempotency-Key; details.limit is the number that may wait.',
  },
  job_queue_full: {
    status: 429,
    retryable: true,
    message: 'Too many jobs of the workspace are waiting.',
    fix: 'Repeat the request with back-off and the same Idempotency-Key; details.limit is the number that may wait.',
  },
} as const;
