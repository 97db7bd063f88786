import type { RetentionStep } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { deleteOlderThan } from './repository.ts';

/** How long the console lists a notice. */
export const NOTICE_DAYS = 30;

/** Deletes old notices. It is one statement, so a second run finds none. */
export const notificationRetention: RetentionStep = {
  name: 'notifications',
  run: ({ services }) => deleteOlderThan(services.db, after(services.clock.now(), -NOTICE_DAYS * DAY)),
};
