import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import { endApplicationKey } from '#workspace/api-keys/index.ts';
import {
  deleteEndedGrants,
  deleteOldClients,
  deleteOldRefreshTokens,
  deleteOldRequests,
  findAbandoned,
} from './retention-repository.ts';

const KEPT_DAYS = 30;

/** Deletes requests, registrations and tokens that are no longer needed. A second run finds none. */
export const oauthRetention: RetentionStep = {
  name: 'oauth',
  run: async ({ services }) => {
    const { db, clock } = services;
    const now = clock.now();
    await endAbandoned(services, now);
    const before = after(now, -KEPT_DAYS * DAY);
    const deleted = await Promise.all([
      deleteOldRequests(db, after(now, -DAY)),
      deleteOldClients(db, now),
      deleteOldRefreshTokens(db, now, before),
      deleteEndedGrants(db, before),
    ]);
    return deleted.reduce((sum, many) => sum + many, 0);
  },
};

const AT_ONCE = 500;

/** Ends connections whose refresh token expired because nobody used them, and revokes their keys. */
const endAbandoned = (services: Services, now: Date): Promise<void> =>
  services.db.transaction(async (tx) => {
    const call = { actor: null, requestId: null, services };
    for (const { key_id, tenant_id, client_id } of await findAbandoned(tx, now, AT_ONCE)) {
      const details = { reason: 'not_used', client_id };
      await endApplicationKey(tx, call, { id: key_id, tenant_id }, details, now);
    }
  });
