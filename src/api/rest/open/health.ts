import { z } from 'zod';
import { defineOpenOperation } from '../open-operation.ts';
import { jsonAnswer } from '../respond.ts';
import { commit, version } from '../version.ts';
import { requireDatabase } from './require-database.ts';

export const health = defineOpenOperation({
  name: 'health',
  method: 'GET',
  path: '/health',
  summary: 'Check that the service works',
  description:
    'Also checks the database, and responds within two seconds. The call needs no key and has no rate limit, ' +
    'so that load balancers and monitors can use it. `degraded` means that the service responds but a part ' +
    'of it does not work; `reasons` says which.',
  tag: 'meta',
  proof: 'none',
  errors: ['unavailable'],
  input: z.strictObject({}),
  responses: {
    200: z
      .object({
        status: z.enum(['ok', 'degraded']),
        version: z.string(),
        commit: z.string(),
        env: z.string(),
        reasons: z
          .array(z.string())
          .optional()
          .meta({ description: 'The parts that do not work; empty if all of them work.' }),
      })
      .meta({ id: 'Health' }),
  },
  async run({ services, exchange }) {
    const database = await requireDatabase(services);
    const reasons = [
      ...(database.state === 'degraded' ? [database.reason] : []),
      ...services.supervisor
        .states()
        .filter(({ state }) => state === 'failing' || state === 'restarting')
        .map(({ name, state }) => `The part ${name} is ${state}.`),
    ];
    const env = services.config.production ? 'production' : 'development';
    if (reasons.length === 0) return jsonAnswer(exchange, 200, { status: 'ok', version, commit, env });
    return jsonAnswer(exchange, 200, { status: 'degraded', version, commit, env, reasons });
  },
});
