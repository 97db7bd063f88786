import type { RetentionStep } from '#jobs/index.ts';
import { after, HOUR } from '#kernel/base/clock.ts';
import { deleteExpiredRequests } from './repository.ts';
import { deleteExpiredSessions } from './session-repository.ts';
import { deleteExpiredSteps } from './step-repository.ts';

/** Deletes ended sessions and sign-in requests, in one statement each, so a second run finds none. */
export const sessionRetention: RetentionStep = {
  name: 'sessions',
  run: async ({ services: { db, clock } }) => {
    const now = clock.now();
    const [sessions, steps, requests] = await Promise.all([
      deleteExpiredSessions(db, now),
      deleteExpiredSteps(db, now),
      // Expired requests still count against the limit of their address for a while.
      deleteExpiredRequests(db, after(now, -HOUR)),
    ]);
    return sessions + steps + requests;
  },
};
