import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { connectSetup } from '#workspace/domains/index.ts';
import { deployment, recordCall } from '../record.ts';

export const connectKey = z
  .object({
    host: z.string().meta({ description: 'The value of `key` in signed requests.' }),
    created_at: timestamp,
    is_published: z
      .boolean()
      .meta({ description: 'Whether all of its records are in DNS. The key signs only then.' }),
    records: z.array(z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() })),
  })
  .meta({ id: 'DomainConnectKey' });

export const readDomainConnect = defineOperation({
  name: 'platform.domain_connect',
  method: 'GET',
  path: '/v1/platform/domain-connect',
  summary: 'Read the setup of Domain Connect',
  description:
    'Returns the template to submit to DNS hosts, and the keys that sign requests to them with the TXT records to ' +
    'publish. The newest published key signs.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: noTarget,
  errors: [],
  input: z.strictObject({}),
  responses: {
    200: z.object({
      provider_id: z
        .string()
        .meta({ description: 'The name of this deployment at DNS hosts: its mail domain.' }),
      template: z
        .record(z.string(), z.unknown())
        .meta({ description: 'The template in the format of Domain Connect.' }),
      keys: z.array(connectKey),
    }),
  },
  async run(call) {
    const body = await connectSetup(call.services);
    await recordCall(call, 'domain_connect.read', deployment);
    return { status: 200, body };
  },
});
