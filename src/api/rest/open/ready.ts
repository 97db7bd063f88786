import { z } from 'zod';
import { defineOpenOperation } from '../open-operation.ts';
import { jsonAnswer } from '../respond.ts';
import { requireDatabase } from './require-database.ts';

export const ready = defineOpenOperation({
  name: 'ready',
  method: 'GET',
  path: '/ready',
  summary: 'Check that this process accepts work',
  description:
    'Returns 503 while the process starts, while it stops, and while the database does not answer. For load balancers, which ' +
    'then send requests to another process. The call needs no key and has no rate limit.',
  tag: 'meta',
  proof: 'none',
  errors: ['unavailable'],
  input: z.strictObject({}),
  responses: { 200: z.object({ status: z.literal('ready') }).meta({ id: 'Readiness' }) },
  // While the process starts or stops, the listener answers instead (`src/server/http.ts`).
  async run({ services, exchange }) {
    await requireDatabase(services);
    return jsonAnswer(exchange, 200, { status: 'ready' });
  },
});
