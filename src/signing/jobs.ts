import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { revokeRetired } from './repository.ts';

/** Revokes keys whose overlap has ended, each minute. One statement: a second run finds none. */
export const revokeRetiredKeys = defineJob({
  name: 'signing.revoke_retired',
  payload: z.object({}),
  tries: 3,
  schedule: '* * * * *',
  async run({ services }) {
    const keys = await revokeRetired(services.db, services.clock.now());
    if (keys.length > 0) services.log.info({ keys: keys.length }, 'signing keys retired');
    return undefined;
  },
});
