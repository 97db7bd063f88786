import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { jsonAnswer } from '../respond.ts';

/** Seconds. */
const RETRY_AFTER = 5;

export const ready = defineOpenOperation({
  name: 'ready',
  method: 'GET',
  path: '/ready',
  summary: 'Check that this process takes work',
  description:
    'Answers 503 while the process starts, while it ends, and while the database does not answer. For load balancers, which ' +
    'then send requests to another process. Needs no key and has no rate limit.',
  tag: 'meta',
  proof: 'none',
  errors: ['unavailable'],
  input: z.strictObject({}),
  responses: { 200: z.object({ status: z.literal('ready') }).meta({ id: 'Readiness' }) },
  // While the process starts or ends the listener answers (`src/server/http.ts`).
  async run({ services, exchange }) {
    const database = await services.db.check();
    if (database.state === 'down')
      throw new AppError(
        'unavailable',
        { component: 'database' },
        { message: database.reason, retryAfter: RETRY_AFTER },
      );
    return jsonAnswer(exchange, 200, { status: 'ready' });
  },
});
