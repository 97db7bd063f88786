import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { addConnectKey, prepareConnectKey } from '#workspace/domains/index.ts';
import { recordCall } from '../record.ts';
import { connectKey } from './read-domain-connect.ts';

const input = z.strictObject({});
type Prepared = Awaited<ReturnType<typeof prepareConnectKey>>;

/** Keys, by the input that they were created for. */
const prepared = new WeakMap<z.output<typeof input>, Prepared>();

export const createConnectKey = defineOperation({
  name: 'platform.create_domain_connect_key',
  method: 'POST',
  path: '/v1/platform/domain-connect/keys',
  summary: 'Create a key for Domain Connect',
  description:
    'Creates a key that signs requests to DNS hosts, and returns the TXT records to publish. The previous key signs ' +
    'until these records are found; older keys are deleted.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: noTarget,
  errors: [],
  example: {},
  input,
  responses: { 201: connectKey },
  execution: {
    mode: 'prefetch',
    async prefetch(services, given) {
      prepared.set(given, await prepareConnectKey(services));
    },
  },
  async run(call, given) {
    const made = prepared.get(given);
    if (!made) throw new AppError('unavailable');
    const body = await addConnectKey(call.db, made, call.services.clock.now());
    await recordCall(call, 'domain_connect_key.create', { type: 'domain_connect_key', id: body.host });
    return { status: 201, body };
  },
});
