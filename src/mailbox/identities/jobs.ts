import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { defineJob } from '#jobs/index.ts';
import { retiredEvents } from './events.ts';
import { failDueTests } from './forwarding-repository.ts';
import { retireDueAddresses } from './repository.ts';

const RETIRED_AT_ONCE = 1_000;

/**
 * Retires addresses that are due, each minute (spec 3.3). It is one statement, so a second run finds only what is
 * still due.
 */
export const retireDue = defineJob({
  name: 'identities.retire_due',
  payload: z.object({}),
  tries: 3,
  schedule: '* * * * *',
  async run({ services }) {
    const retired = await services.db.transaction(async (tx) => {
      const rows = await retireDueAddresses(tx, services.clock.now(), RETIRED_AT_ONCE);
      await recordEvents(tx, services, retiredEvents(rows));
      return rows.length;
    });
    if (retired > 0) services.log.info({ addresses: retired }, 'addresses retired');
    return retired === RETIRED_AT_ONCE ? services.clock.now() : undefined;
  },
});

/** Ends forwarding tests whose time is over, every minute. It is one statement, so a second run finds none. */
export const endForwardingTests = defineJob({
  name: 'identities.end_forwarding_tests',
  payload: z.object({}),
  tries: 3,
  schedule: '* * * * *',
  async run({ services }) {
    await failDueTests(services.db, services.clock.now());
    return undefined;
  },
});

export const jobs = [retireDue, endForwardingTests] as const;
