import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { retireDueAddresses } from './repository.ts';

/**
 * Retires addresses whose time has come, each minute (interface-spec 3.3). It is one statement: a second run finds
 * what is still retiring.
 */
export const retireDue = defineJob({
  name: 'identities.retire_due',
  payload: z.object({}),
  tries: 3,
  schedule: '* * * * *',
  async run({ services }) {
    const addresses = await retireDueAddresses(services.db, services.clock.now());
    if (addresses > 0) services.log.info({ addresses }, 'addresses retired');
    return undefined;
  },
});
