import { z } from 'zod';
import { recordEvents } from '#events/index.ts';
import { defineJob } from '#jobs/index.ts';
import type { Services } from '#kernel/operation/services.ts';
import { keyRevoked } from './events.ts';
import { revokeRetired } from './repository.ts';
import { buryKeys } from './tombstones.ts';

const AT_ONCE = 500;

/** Revokes keys whose overlap has ended, each minute and a limited number per transaction. A second run finds none. */
export const revokeRetiredKeys = defineJob({
  name: 'signing.revoke_retired',
  payload: z.object({}),
  tries: 3,
  schedule: '* * * * *',
  async run({ services }) {
    let keys = AT_ONCE;
    while (keys === AT_ONCE) {
      keys = await revokeSome(services);
      if (keys > 0) services.log.info({ keys }, 'signing keys retired');
    }
    return undefined;
  },
});

const revokeSome = (services: Services): Promise<number> =>
  services.db.transaction(async (tx) => {
    const keys = await revokeRetired(tx, services.clock.now(), AT_ONCE);
    await buryKeys(
      services,
      keys.map(({ kid }) => kid),
    );
    await recordEvents(tx, services, keys.map(keyRevoked));
    return keys.length;
  });

export const jobs = [revokeRetiredKeys] as const;
