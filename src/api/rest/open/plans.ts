import { z } from 'zod';
import { planCatalogue, planSchema } from '#workspace/billing/index.ts';
import { defineOpenOperation } from '../open-operation.ts';
import { jsonAnswer } from '../respond.ts';

export const plans = defineOpenOperation({
  name: 'plans',
  method: 'GET',
  path: '/v1/plans',
  summary: 'List the plans of this deployment',
  description: 'Returns the contents and prices of each plan, for a pricing page. The call needs no key.',
  tag: 'meta',
  proof: 'none',
  errors: [],
  input: z.strictObject({}),
  responses: {
    200: z.object({ billing_enabled: z.boolean(), data: z.array(planSchema) }).meta({ id: 'Plans' }),
  },
  run: async ({ services, exchange }) => jsonAnswer(exchange, 200, planCatalogue(services.config)),
});
