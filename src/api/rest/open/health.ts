import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { answers } from '#kernel/data/database.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { jsonAnswer } from '../respond.ts';
import { commit, version } from '../version.ts';

export const health = defineOpenOperation({
  name: 'health',
  method: 'GET',
  path: '/health',
  summary: 'Check that the service works',
  description: 'Asks the database too. Needs no key and has no rate limit, for load balancers and monitors.',
  tag: 'meta',
  proof: 'none',
  errors: ['unavailable'],
  input: z.strictObject({}),
  responses: {
    200: z
      .object({ status: z.string(), version: z.string(), commit: z.string(), env: z.string() })
      .meta({ id: 'Health' }),
  },
  async run({ services, exchange }) {
    if (!(await answers(services.db))) throw new AppError('unavailable', { component: 'database' });
    const env = services.config.production ? 'production' : 'development';
    return jsonAnswer(exchange, 200, { status: 'ok', version, commit, env });
  },
});
